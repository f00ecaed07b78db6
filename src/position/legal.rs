//! What keeps moves legal: the king's safety, and the conditions of promotions.

use super::Position;
use crate::attacks;
use crate::rules::{Entry, PromotionAttack, PromotionCapture, PromotionStep, Stalemate};
use crate::types::{Bitboard, Move, MoveKind, Piece, Role, Square};

/// What the own king's safety demands of the other pieces.
pub(super) struct Guard {
    king: Option<Square>,
    /// Own pieces pinned to the king by a slider.
    pub(super) pinned: Bitboard,
    /// Where a piece other than the king may end up: anywhere, or where it ends the check.
    pub(super) allowed: Bitboard,
}

impl Position {
    pub(super) fn guard(&self) -> Guard {
        let Some(king) = self.king(self.side).filter(|_| !self.rules.dice) else {
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
                } else if (self.all(Role::Bishop) | self.all(Role::Queen)).has(checker) {
                    attacks::between(king, checker) | attacks::diagonal_between(king, checker)
                } else {
                    Bitboard::EMPTY
                };
                path | self.checkers
            }
        };
        let pinned = if self.rules.game.has_modern_pieces() {
            self.modern_pins(king)
        } else {
            self.screens(king, !self.side, self.of(self.side))
        };
        Guard {
            king: Some(king),
            pinned,
            allowed,
        }
    }

    /// The legal steps of the `role` of the side to move on `from`, promotions on arrival among them.
    pub(super) fn step_targets(&self, guard: &Guard, role: Role, from: Square) -> Bitboard {
        let us = self.side;
        let occupied = self.occupied();
        let open = self.rules.game.squares & !self.of(us);
        if role == Role::King {
            let targets = attacks::king(from) & open;
            // The king itself does not shield the squares behind it.
            return if targets.is_empty() || self.rules.dice {
                targets
            } else {
                targets & !self.attacked_by(!us, occupied ^ Bitboard::of(from))
            };
        }
        let targets = match role {
            Role::Pawn => {
                attacks::pawn(us, from) & self.of(!us)
                    | Bitboard::of(from).forward(us) & open & !occupied
            }
            Role::Guard => {
                attacks::guard(from) & open | attacks::orthogonal(from) & open & !occupied
            }
            _ => attacks::attacks(role, us, from, occupied) & open,
        };
        targets & guard.allowed & self.pin_line(guard, from)
    }

    #[inline]
    pub(super) fn pin_line(&self, guard: &Guard, from: Square) -> Bitboard {
        match guard.king {
            Some(king) if guard.pinned.has(from) => {
                if self.rules.game.has_modern_pieces() {
                    self.pin_ray(king, from)
                } else {
                    attacks::line(king, from)
                }
            }
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

    /// Where the promotable pawn on `from` may become a general: by the federation's rules its own
    /// square or an empty one diagonally beside it, attacking no enemy piece (3.9 c.4) and giving no
    /// check (c.5).
    pub(super) fn promotion_targets(&self, guard: &Guard, from: Square) -> Bitboard {
        let us = self.side;
        let rules = &self.rules.promotion;
        let place = Bitboard::of(from);
        let near = match rules.step {
            PromotionStep::None => Bitboard::EMPTY,
            PromotionStep::General => attacks::general(from),
            PromotionStep::King => attacks::king(from),
        };
        let mut targets = near
            & match rules.capture {
                PromotionCapture::None => !self.occupied(),
                PromotionCapture::NotGeneral => {
                    !(self.of(us) | self.all(Role::General) | self.all(Role::King))
                }
                PromotionCapture::Any => !(self.of(us) | self.all(Role::King)),
            };
        if rules.attack == PromotionAttack::NotCommanded {
            targets &= !self.attacked_by(!us, self.occupied() ^ place);
        }
        if rules.in_place {
            targets |= place;
        }
        targets &= guard.allowed & self.pin_line(guard, from);
        self.quiet_promotions(from, targets)
    }

    /// Of the promotions of the pawn on `from` to `targets` those that attack and check no more than
    /// the rules allow.
    fn quiet_promotions(&self, from: Square, mut targets: Bitboard) -> Bitboard {
        let us = self.side;
        let rules = &self.rules.promotion;
        if rules.attack == PromotionAttack::Forbidden {
            targets &= !attacks::diagonal_steps(self.of(!us));
        }
        if !rules.may_check
            && let Some(king) = self.king(!us)
        {
            targets &= !attacks::general(king);
            if self.screens(king, us, Bitboard::of(from)).any() {
                // Leaving the line would discover a check.
                targets &= attacks::line(king, from);
            }
        }
        targets
    }

    /// Of the steps `targets` of the pawn on `from` those with which it may become a general as it
    /// arrives.
    fn entries(&self, from: Square, targets: Bitboard) -> Bitboard {
        let us = self.side;
        let rules = &self.rules.promotion;
        if rules.entry == Entry::Later || self.pieces(us, Role::General).any() {
            return Bitboard::EMPTY;
        }
        let mut targets = targets & rules.zone[us] & !self.all(Role::King);
        if rules.capture == PromotionCapture::None {
            targets &= !self.occupied();
        }
        self.quiet_promotions(from, targets)
    }

    /// The steps of the pawn on `from`, parted into plain ones, promotions to a general and promotions
    /// by choice.
    pub(super) fn pawn_arrivals(&self, guard: &Guard, from: Square) -> Arrivals {
        let targets = self.step_targets(guard, Role::Pawn, from);
        let choices = targets & self.rules.game.last_rank[self.side];
        let promotions = self.entries(from, targets);
        let forced = match self.rules.promotion.entry {
            Entry::Forced => promotions,
            _ => Bitboard::EMPTY,
        };
        Arrivals {
            plain: targets & !choices & !forced,
            promotions,
            choices,
        }
    }

    /// Whether `mv`, any move at all, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_but_for_stalemate(mv)
            && (self.rules.ending.stalemate != Stalemate::Illegal
                || mv.is_drop()
                || !self.stalemates(mv))
    }

    fn is_legal_but_for_stalemate(&self, mv: Move) -> bool {
        let guard = self.guard();
        let hand = self.hands[self.side];
        match mv.kind() {
            MoveKind::Drop { role, to } => {
                return hand.count(role) > 0 && self.drop_targets(&guard, role).has(to);
            }
            MoveKind::Displacement { role, to, pawn_to } => {
                return hand.count(role) > 0
                    && self.displacing_targets(role).has(to)
                    && self.displaced_targets(&guard, role, to).has(pawn_to);
            }
            _ => {}
        }
        if self.must_drop(&guard) || self.rules.setup.waits_for_both && self.is_placing() {
            return false;
        }
        if self.relocating {
            return self.is_stage_move(&guard, mv);
        }
        match mv.kind() {
            MoveKind::Step { from, to } => match self.piece_on(from) {
                Some(piece) if piece.color() == self.side => {
                    if piece.role() == Role::Pawn && self.rules.has_arrivals() {
                        self.pawn_arrivals(&guard, from).plain.has(to)
                    } else {
                        self.step_targets(&guard, piece.role(), from).has(to)
                    }
                }
                _ => false,
            },
            MoveKind::Promotion { from, to, role } => {
                self.is_legal_promotion(&guard, from, to, role)
            }
            MoveKind::Pass => self.is_diced(),
            MoveKind::Relocation { .. } | MoveKind::Drop { .. } | MoveKind::Displacement { .. } => {
                false
            }
        }
    }

    fn is_legal_promotion(&self, guard: &Guard, from: Square, to: Square, role: Role) -> bool {
        if !self.pieces(self.side, Role::Pawn).has(from) {
            return false;
        }
        if role != Role::General {
            return self.rules.game.choices.contains(&role)
                && self.pawn_arrivals(guard, from).choices.has(to);
        }
        self.promotable().has(from) && self.promotion_targets(guard, from).has(to)
            || self.rules.has_arrivals() && self.pawn_arrivals(guard, from).promotions.has(to)
    }

    fn is_stage_move(&self, guard: &Guard, mv: Move) -> bool {
        let us = self.side;
        let pawns = self.pieces(us, Role::Pawn);
        match mv.kind() {
            MoveKind::Relocation { from, to } => {
                (self.of(us) & !pawns).has(from) && self.relocation_targets(guard, from).has(to)
            }
            MoveKind::Step { from, to } => pawns.has(from) && self.stage_step(guard, from).has(to),
            _ => false,
        }
    }

    /// Whether the legal move `mv` leaves the other side without a move, not in check. The other side's
    /// moves count as if it could give stalemate.
    pub(super) fn stalemates(&self, mv: Move) -> bool {
        let next = self.after(mv);
        next.side != self.side && !next.is_check() && !next.has_moves_but_for_stalemate()
    }

    /// The piece that `mv` puts on its target square: what moves, what a pawn becomes, or what is
    /// dropped. A pass moves the king, if anything.
    ///
    /// # Panics
    /// If a step starts on an empty square.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        if let Some(from) = mv.step_origin() {
            self.piece_on(from).expect("a legal step starts on a piece")
        } else if let Some(role) = mv.dropped() {
            Piece::new(self.side, role)
        } else {
            self.placed_piece(mv)
        }
    }

    /// What makes a legal move; a promotion is the pawn's.
    pub fn mover(&self, mv: Move) -> Role {
        match mv.kind() {
            MoveKind::Promotion { .. } => Role::Pawn,
            _ => self.moved_piece(mv).role(),
        }
    }

    /// [`moved_piece`](Self::moved_piece) of the rarer moves.
    #[cold]
    fn placed_piece(&self, mv: Move) -> Piece {
        match mv.kind() {
            MoveKind::Step { from, .. } | MoveKind::Relocation { from, .. } => {
                self.piece_on(from).expect("a legal move starts on a piece")
            }
            MoveKind::Promotion { role, .. }
            | MoveKind::Drop { role, .. }
            | MoveKind::Displacement { role, .. } => Piece::new(self.side, role),
            MoveKind::Pass => Piece::new(self.side, Role::King),
        }
    }

    /// The role that `mv` captures. A promotion in place does not capture its own pawn.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        let captures = mv.step_origin().is_some()
            || matches!(mv.kind(), MoveKind::Promotion { from, to, .. } if from != to);
        self.piece_on(mv.to()).filter(|_| captures).map(Piece::role)
    }

    /// Whether `mv` captures or promotes.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.is_promotion() || self.captured(mv).is_some()
    }
}

/// The steps of one pawn where it may promote as it arrives.
pub(super) struct Arrivals {
    pub(super) plain: Bitboard,
    pub(super) promotions: Bitboard,
    pub(super) choices: Bitboard,
}
