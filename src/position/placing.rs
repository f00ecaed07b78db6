//! The stages before the game: placing pieces, displacing pawns, putting pieces elsewhere.

use super::legal::Guard;
use super::{Position, Sink};
use crate::attacks;
use crate::rules::{Rooks, Zone};
use crate::types::{Bitboard, Color, Role, Square};

/// Relocations in a row after which Murray's second stage ends by itself.
pub(super) const MAX_RELOCATIONS: u16 = 16;

impl Position {
    /// The files that objections close to `role`.
    fn objected_files(&self, role: Role) -> Bitboard {
        let us = self.side;
        if role != Role::Rook || us != Color::Black || !self.rules.setup.rook_objections {
            return Bitboard::EMPTY;
        }
        (self.pieces(Color::White, Role::King) | self.pieces(us, Role::Rook))
            .into_iter()
            .fold(Bitboard::EMPTY, |files, square| {
                files | Bitboard::file(square.file())
            })
    }

    /// Where the side to move may drop `role` on an empty square, if it has one.
    pub(super) fn drop_targets(&self, guard: &Guard, role: Role) -> Bitboard {
        let zone = self.rules.setup.zone(self.side, role) & self.rules.game.squares;
        let targets = zone & !self.occupied() & !self.objected_files(role) & guard.allowed;
        if role == Role::King && !self.rules.dice {
            targets & !self.attacked_by(!self.side, self.occupied())
        } else {
            targets
        }
    }

    /// The own pawns on whose squares the side to move may drop `role`, the own king's safety aside.
    ///
    /// A piece is put "where one of his pawns is", in front or not, but in the own half; rooks that
    /// belong on the first rank stay there.
    pub(super) fn displacing_targets(&self, role: Role) -> Bitboard {
        let us = self.side;
        let pawns = self.pieces(us, Role::Pawn) & Zone::OwnHalf.squares(us);
        match (self.rules.setup.displacement, self.rules.setup.rooks, role) {
            (None, ..) => Bitboard::EMPTY,
            (_, Rooks::FirstRank | Rooks::FirstRankAlone, Role::Rook) => {
                pawns & self.rules.setup.zone(us, role)
            }
            _ => pawns & !self.objected_files(role),
        }
    }

    /// Where the pawn on `from` goes when `role` takes its square. The piece closes the lines that the
    /// pawn closed; a check may be ended by either of them.
    pub(super) fn displaced_targets(&self, guard: &Guard, role: Role, from: Square) -> Bitboard {
        let us = self.side;
        let Some(zone) = self.rules.setup.displacement else {
            return Bitboard::EMPTY;
        };
        let first = Bitboard::rank(if us == Color::White { 0 } else { 7 });
        let reserved = if self.rules.setup.rooks == Rooks::FirstRankAlone {
            first
        } else {
            Bitboard::EMPTY
        };
        let occupied = self.occupied();
        let targets = zone.squares(us) & !reserved & !occupied;
        if role == Role::King && !self.rules.dice {
            let is_safe =
                |occupied: Bitboard| (self.attackers(from, occupied) & self.of(!us)).is_empty();
            if is_safe(occupied) {
                // The pawn can only close a line.
                return targets;
            }
            let closes = |pawn_to: &Square| is_safe(occupied | Bitboard::of(*pawn_to));
            targets.into_iter().filter(closes).collect()
        } else if guard.allowed.has(from) {
            targets
        } else {
            targets & guard.allowed
        }
    }

    /// Whether `role`, placed on `to`, would attack the enemy king, which only displaced pawns make possible.
    #[inline]
    pub fn is_checking_drop(&self, role: Role, to: Square) -> bool {
        self.rules.setup.displacement.is_some()
            && !self.rules.dice
            && self.king(!self.side).is_some_and(|king| {
                attacks::attacks(role, self.side, to, self.occupied()).has(king)
            })
    }

    /// Whether the side to move has pieces in hand and a square for one of them, so that it must drop.
    pub(super) fn must_drop(&self, guard: &Guard) -> bool {
        let hand = self.hands[self.side];
        !hand.is_empty()
            && self.rules.game.in_hand.iter().any(|role| {
                hand.count(*role) > 0
                    && (self.drop_targets(guard, *role).any()
                        || self
                            .displacing_targets(*role)
                            .into_iter()
                            .any(|from| self.displaced_targets(guard, *role, from).any()))
            })
    }

    /// Gives the drops to `sink`; false if there are none.
    pub(super) fn generate_drops(&self, guard: &Guard, sink: &mut impl Sink) -> bool {
        let mut any = false;
        let hand = self.hands[self.side];
        if hand.is_empty() {
            return false;
        }
        for &role in self.rules.game.in_hand {
            if hand.count(role) == 0 {
                continue;
            }
            let targets = self.drop_targets(guard, role);
            any |= targets.any();
            sink.drops(role, targets);
            if self.rules.setup.displacement.is_some() {
                for to in self.displacing_targets(role) {
                    let pawn_to = self.displaced_targets(guard, role, to);
                    any |= pawn_to.any();
                    sink.displacements(role, to, pawn_to);
                }
            }
        }
        any
    }

    /// Where the piece on `from` may be put in Murray's second stage.
    pub(super) fn relocation_targets(&self, guard: &Guard, from: Square) -> Bitboard {
        let us = self.side;
        let targets = Zone::OwnHalf.squares(us) & !self.occupied();
        match self.king(us) {
            _ if self.rules.dice => targets,
            Some(king) if king == from => {
                targets & !self.attacked_by(!us, self.occupied() ^ Bitboard::of(from))
            }
            Some(king) if guard.pinned.has(from) => {
                targets & guard.allowed & self.pin_ray(king, from)
            }
            _ => targets & guard.allowed,
        }
    }

    /// Gives the moves of Murray's second stage to `sink`: relocations of pieces and steps of pawns.
    pub(super) fn generate_relocations(&self, guard: &Guard, sink: &mut impl Sink) {
        let us = self.side;
        let pawns = self.pieces(us, Role::Pawn);
        for from in self.of(us) & !pawns {
            sink.relocations(from, self.relocation_targets(guard, from));
        }
        for from in pawns {
            sink.steps(from, self.stage_step(guard, from));
        }
    }

    /// The step that ends the second stage: a pawn goes straight forward, capturing nothing.
    pub(super) fn stage_step(&self, guard: &Guard, from: Square) -> Bitboard {
        self.step_targets(guard, Role::Pawn, from) & !self.occupied()
    }
}
