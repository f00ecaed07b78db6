//! Static exchange evaluation (`chessprogramming.org/Static_Exchange_Evaluation`).

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Move, MoveKind, Role, Value};

/// What an exchange counts a piece as, in centipawns, by [`Role`].
const WORTH: [Value; Role::TOTAL] = [100, 200, 260, 320, 700, 20_000, 800, 330, 330];

impl Role {
    /// The rough worth of the role in an exchange, in centipawns.
    #[inline]
    pub const fn exchange_value(self) -> Value {
        WORTH[self as usize]
    }
}

impl Position {
    /// Whether the exchanges that `mv` starts on its target square win at least `threshold`
    /// centipawns (static exchange evaluation, <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>).
    ///
    /// Pins are not looked at. A drop can only lose the dropped piece.
    pub fn see_at_least(&self, mv: Move, threshold: Value) -> bool {
        let (from, at_risk, raised) = if let Some(from) = mv.step_origin() {
            (Some(from), self.moved_piece(mv).role(), 0)
        } else {
            match mv.kind() {
                MoveKind::Step { from, .. } | MoveKind::Relocation { from, .. } => {
                    (Some(from), self.moved_piece(mv).role(), 0)
                }
                MoveKind::Promotion { from, role, .. } => {
                    let raised = role.exchange_value() - Role::Pawn.exchange_value();
                    (Some(from), role, raised)
                }
                MoveKind::Drop { role, .. } | MoveKind::Displacement { role, .. } => {
                    (None, role, 0)
                }
                MoveKind::Pass => return threshold <= 0,
            }
        };
        let gain = self.captured(mv).map_or(0, Role::exchange_value) + raised;
        let to = mv.to();
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= at_risk.exchange_value();
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied();
        if let Some(from) = from {
            occupied ^= Bitboard::of(from);
        }
        occupied |= Bitboard::of(to);
        let has_modern = self.rules.game.has_modern_pieces();
        let rooks = self.all(Role::Rook);
        let mut attackers = self.attackers(to, occupied);
        let mut side = self.side;
        loop {
            side = !side;
            attackers &= occupied;
            let ours = attackers & self.of(side);
            let found = |role: Role| (ours & self.all(role)).first().map(|square| (role, square));
            let Some((role, square)) = (if has_modern {
                self.rules.game.roles.iter().copied().find_map(found)
            } else {
                Role::ALL.into_iter().find_map(found)
            }) else {
                break;
            };
            // The king may take only what nothing guards.
            if role == Role::King && (attackers & self.of(!side)).any() {
                break;
            }
            occupied ^= Bitboard::of(square);
            if (rooks & attacks::cross(to)).any() {
                attackers |= rooks & attacks::rook(to, occupied);
            }
            if has_modern {
                attackers |= self.modern_attackers(to, occupied);
            }
            balance = -balance - 1 - role.exchange_value();
            if balance >= 0 {
                // Whatever the other side still takes, it has lost the exchange.
                side = !side;
                break;
            }
        }
        side != self.side
    }
}
