//! Queen, bishop and guard of Mini Burmese Chess. No game has them beside generals and elephants.
//!
//! The squares of every rank, file and diagonal of that board are without gaps, so sliders need not
//! know which squares are missing; only targets are checked.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, Role, Square};

/// The pieces of Mini Burmese Chess that Sittuyin has not.
pub(super) const MODERN: [Role; 3] = [Role::Queen, Role::Bishop, Role::Guard];
const SLIDERS: [Role; 3] = [Role::Rook, Role::Bishop, Role::Queen];

impl Position {
    /// The modern pieces of both sides that attack `square`.
    #[inline(never)]
    pub(super) fn modern_attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let of = |role: Role| self.all(role) & attacks::attacks(role, self.side, square, occupied);
        MODERN
            .into_iter()
            .map(of)
            .fold(Bitboard::EMPTY, |all, some| all | some)
    }

    /// The squares that the modern pieces of `color` attack.
    #[inline(never)]
    pub(super) fn modern_attacks(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for role in MODERN {
            for square in self.pieces(color, role) {
                attacked |= attacks::attacks(role, color, square, occupied);
            }
        }
        attacked
    }

    /// The squares between `king` and a slider of `attacker` on `slider` that could give check from
    /// there, were the board empty; `None` if it could not.
    fn ray(&self, slider: Square, role: Role, king: Square) -> Option<Bitboard> {
        let reach = attacks::attacks(role, self.side, slider, Bitboard::EMPTY);
        reach
            .has(king)
            .then(|| attacks::between(king, slider) | attacks::diagonal_between(king, slider))
    }

    /// Where a piece on `from` that is pinned to `king` may go: between the king and the pinning
    /// piece, or on its square.
    #[inline(never)]
    pub(super) fn pin_ray(&self, king: Square, from: Square) -> Bitboard {
        let mut allowed = Bitboard::ALL;
        self.rays(king, |slider, ray| {
            if ray.has(from) && (ray & self.occupied()) == Bitboard::of(from) {
                allowed &= ray | Bitboard::of(slider);
            }
        });
        allowed
    }

    /// The pieces of the side to move that alone stand between `king` and an enemy slider.
    #[inline(never)]
    pub(super) fn modern_pins(&self, king: Square) -> Bitboard {
        let mut pinned = Bitboard::EMPTY;
        self.rays(king, |_, ray| {
            let inside = ray & self.occupied();
            if !inside.has_many() {
                pinned |= inside & self.of(self.side);
            }
        });
        pinned
    }

    fn rays(&self, king: Square, mut see: impl FnMut(Square, Bitboard)) {
        for role in SLIDERS {
            for slider in self.pieces(!self.side, role) {
                if let Some(ray) = self.ray(slider, role, king) {
                    see(slider, ray);
                }
            }
        }
    }
}
