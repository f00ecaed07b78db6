//! What quiet moves do on the board at once: give check, leave or enter the attacks of lesser pieces.

use super::params::{ORDER_CHECK, ORDER_CHECK_LOSS, ORDER_GENERAL, ORDER_MINOR, ORDER_ROOK};
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, ByRole, Move, Role};

/// The squares that tell, for the side to move. In the set-up there are none.
pub(super) struct Tactics {
    /// Where a piece of each role gives check.
    checks: ByRole<Bitboard>,
    /// What enemy pawns attack.
    by_pawns: Bitboard,
    /// What enemy pawns, generals, elephants and knights attack.
    by_lesser: Bitboard,
}

impl Tactics {
    pub(super) fn new(position: &Position) -> Self {
        let mut tactics = Self {
            checks: ByRole([Bitboard::EMPTY; Role::TOTAL]),
            by_pawns: Bitboard::EMPTY,
            by_lesser: Bitboard::EMPTY,
        };
        if position.is_setup() {
            return tactics;
        }
        let (them, occupied) = (!position.side(), position.occupied());
        if let Some(king) = position.king(them) {
            for role in Role::OF_ALL_GAMES {
                if position.pieces(position.side(), role).any() {
                    tactics.checks[role] = attacks::attacks(role, them, king, occupied);
                }
            }
        }
        let elephants = position.pieces(them, Role::Elephant);
        tactics.by_pawns = attacks::pawn_attacks(them, position.pieces(them, Role::Pawn));
        tactics.by_lesser = tactics.by_pawns
            | attacks::diagonal_steps(position.pieces(them, Role::General) | elephants)
            | elephants.forward(them);
        for square in position.pieces(them, Role::Knight) {
            tactics.by_lesser |= attacks::knight(square);
        }
        tactics
    }

    /// What this adds to the order of a quiet step of a `role`.
    #[inline]
    pub(super) fn order(&self, position: &Position, role: Role, mv: Move) -> i32 {
        let Some(from) = mv.step_origin() else {
            return 0;
        };
        let (attacked, value) = match role {
            Role::Rook => (self.by_lesser, ORDER_ROOK),
            Role::Knight | Role::Elephant => (self.by_pawns, ORDER_MINOR),
            Role::General => (self.by_pawns, ORDER_GENERAL),
            _ => (Bitboard::EMPTY, 0),
        };
        let safety = i32::from(attacked.has(from)) - i32::from(attacked.has(mv.to()));
        value * safety + ORDER_CHECK * i32::from(self.is_safe_check(position, mv))
    }

    /// Whether a quiet step gives check with the piece itself and loses next to nothing.
    #[inline]
    pub(super) fn is_safe_check(&self, position: &Position, mv: Move) -> bool {
        mv.step_origin().is_some()
            && self.checks[position.moved_piece(mv).role()].has(mv.to())
            && position.see_at_least(mv, -ORDER_CHECK_LOSS)
    }
}
