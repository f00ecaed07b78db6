//! What keeps moves legal: the king's safety, and the conditions of promotions and drops.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Move, MoveKind, Piece, Role, Square};

/// What the own king's safety demands of the other pieces.
pub(super) struct Guard {
    king: Option<Square>,
    /// Own pieces pinned to the king by a rook.
    pub(super) pinned: Bitboard,
    /// Where a piece other than the king may end up: anywhere, or where it ends the check.
    pub(super) allowed: Bitboard,
}

impl Position {
    pub(super) fn guard(&self) -> Guard {
        let Some(king) = self.king(self.side) else {
            return Guard {
                king: None,
                pinned: Bitboard::EMPTY,
                allowed: Bitboard::ALL,
            };
        };
        let allowed = match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => {
                let is_rook = self.all(Role::Rook).has(checker);
                let path = if is_rook {
                    attacks::between(king, checker)
                } else {
                    Bitboard::EMPTY
                };
                path | self.checkers
            }
        };
        Guard {
            king: Some(king),
            pinned: self.screens(king, !self.side, self.of(self.side)),
            allowed,
        }
    }

    /// The legal steps of the `role` of the side to move on `from`.
    pub(super) fn step_targets(&self, guard: &Guard, role: Role, from: Square) -> Bitboard {
        let us = self.side;
        let occupied = self.occupied();
        if role == Role::King {
            let targets = attacks::king(from) & !self.of(us);
            // The king itself does not shield the squares behind it.
            return if targets.is_empty() {
                targets
            } else {
                targets & !self.attacked_by(!us, occupied ^ Bitboard::of(from))
            };
        }
        let targets = if role == Role::Pawn {
            attacks::pawn(us, from) & self.of(!us) | Bitboard::of(from).forward(us) & !occupied
        } else {
            attacks::attacks(role, us, from, occupied) & !self.of(us)
        };
        targets & guard.allowed & Self::pin_line(guard, from)
    }

    fn pin_line(guard: &Guard, from: Square) -> Bitboard {
        match guard.king {
            Some(king) if guard.pinned.has(from) => attacks::line(king, from),
            _ => Bitboard::ALL,
        }
    }

    /// The pawns of the side to move that stand where they may promote, if it has no general.
    #[inline]
    pub fn promotable(&self) -> Bitboard {
        let us = self.side;
        if self.pieces(us, Role::General).any() {
            return Bitboard::EMPTY;
        }
        let pawns = self.pieces(us, Role::Pawn);
        if self.rules.promotion.last_pawn_anywhere && !pawns.has_many() {
            pawns
        } else {
            pawns & self.rules.promotion.zone[us]
        }
    }

    /// Where the promotable pawn on `from` may become a general: its own square or an empty one
    /// diagonally beside it, attacking no enemy piece (3.9 c.4) and giving no check (c.5).
    pub(super) fn promotion_targets(&self, guard: &Guard, from: Square) -> Bitboard {
        let us = self.side;
        let place = Bitboard::of(from);
        let mut targets = attacks::general(from) & !self.occupied() | place;
        targets &=
            !attacks::diagonal_steps(self.of(!us)) & guard.allowed & Self::pin_line(guard, from);
        if let Some(king) = self.king(!us)
            && self.screens(king, us, place).any()
        {
            // Leaving the line would discover a check.
            targets &= place;
        }
        targets
    }

    /// Where the side to move may drop `role`, if it has one.
    pub(super) fn drop_targets(&self, guard: &Guard, role: Role) -> Bitboard {
        let us = self.side;
        let targets = self.rules.setup.zone(us, role) & !self.occupied() & guard.allowed;
        if role == Role::King {
            targets & !self.attacked_by(!us, self.occupied())
        } else {
            targets
        }
    }

    /// Whether the side to move has pieces in hand and a square for one of them, so that it must drop.
    pub(super) fn must_drop(&self, guard: &Guard) -> bool {
        let hand = self.hands[self.side];
        !hand.is_empty()
            && Role::IN_HAND
                .into_iter()
                .any(|role| hand.count(role) > 0 && self.drop_targets(guard, role).any())
    }

    /// Whether `mv`, any move at all, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let guard = self.guard();
        match mv.kind() {
            MoveKind::Drop { role, to } => {
                self.hands[self.side].count(role) > 0 && self.drop_targets(&guard, role).has(to)
            }
            _ if self.must_drop(&guard) => false,
            MoveKind::Step { from, to } => match self.piece_on(from) {
                Some(piece) if piece.color() == self.side => {
                    self.step_targets(&guard, piece.role(), from).has(to)
                }
                _ => false,
            },
            MoveKind::Promotion { from, to } => {
                self.promotable().has(from) && self.promotion_targets(&guard, from).has(to)
            }
        }
    }

    /// The piece that `mv` puts on its target square: what moves, the new general, or what is dropped.
    ///
    /// # Panics
    /// If a step starts on an empty square.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        match mv.kind() {
            MoveKind::Step { from, .. } => {
                self.piece_on(from).expect("a legal step starts on a piece")
            }
            MoveKind::Promotion { .. } => Piece::new(self.side, Role::General),
            MoveKind::Drop { role, .. } => Piece::new(self.side, role),
        }
    }

    /// The role that `mv` captures. Drops and promotions capture nothing, not even their own pawn.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            MoveKind::Step { to, .. } => self.piece_on(to).map(Piece::role),
            MoveKind::Promotion { .. } | MoveKind::Drop { .. } => None,
        }
    }

    /// Whether `mv` captures or promotes.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.is_promotion() || self.captured(mv).is_some()
    }
}
