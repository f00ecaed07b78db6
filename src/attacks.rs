//! Where pieces attack, from geometry alone.
//!
//! Leapers have constant tables. The rook, the only slider, subtracts along its file (hyperbola
//! quintessence, <https://www.chessprogramming.org/Hyperbola_Quintessence>) and looks its rank up in a table of
//! 512 bytes, so nothing is generated at start-up.

use crate::types::{Bitboard, ByColor, Color, Role, Square};

type Table = [Bitboard; Square::COUNT];

const fn leaper(steps: &[(i8, i8)]) -> Table {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = Square::new(index as u8);
        let mut step = 0;
        while step < steps.len() {
            let file = from.file() as i8 + steps[step].0;
            let rank = from.rank() as i8 + steps[step].1;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                table[index] = table[index].with(Bitboard::of(Square::at(file as u8, rank as u8)));
            }
            step += 1;
        }
        index += 1;
    }
    table
}

static KING: Table = leaper(&[
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
]);
static KNIGHT: Table = leaper(&[
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
]);
static GENERAL: Table = leaper(&[(-1, -1), (-1, 1), (1, -1), (1, 1)]);
static ELEPHANT: ByColor<Table> = ByColor([
    leaper(&[(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 1)]),
    leaper(&[(-1, -1), (-1, 1), (1, -1), (1, 1), (0, -1)]),
]);
static PAWN: ByColor<Table> = ByColor([leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])]);

static GUARD: Table = leaper(&[
    (-2, -2),
    (-2, 0),
    (-2, 2),
    (0, -2),
    (0, 2),
    (2, -2),
    (2, 0),
    (2, 2),
]);
static ORTHOGONAL: Table = leaper(&[(-1, 0), (0, -1), (0, 1), (1, 0)]);

/// `RANK[occupied >> 1 & 63][file]`: the squares a rook on `file` sees along its rank.
static RANK: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let occupied = (inner as u8) << 1;
        let mut file = 0;
        while file < 8 {
            let mut seen = 0u8;
            let mut west = file as i8 - 1;
            while west >= 0 {
                seen |= 1 << west;
                if occupied >> west & 1 != 0 {
                    break;
                }
                west -= 1;
            }
            let mut east = file + 1;
            while east < 8 {
                seen |= 1 << east;
                if occupied >> east & 1 != 0 {
                    break;
                }
                east += 1;
            }
            table[inner][file] = seen;
            file += 1;
        }
        inner += 1;
    }
    table
};

/// Squares a king on `square` attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares a knight on `square` attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares a general on `square` attacks.
#[inline]
pub fn general(square: Square) -> Bitboard {
    GENERAL[square.index()]
}

/// Squares an elephant of `color` on `square` attacks.
#[inline]
pub fn elephant(color: Color, square: Square) -> Bitboard {
    ELEPHANT[color][square.index()]
}

/// Squares a pawn of `color` on `square` attacks.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color][square.index()]
}

/// Squares a rook on `square` attacks, the first piece of `occupied` on each line included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let shift = 8 * u32::from(square.rank());
    let along_rank = (occupied.0 >> shift) as usize >> 1 & 63;
    let rank = u64::from(RANK[along_rank][usize::from(square.file())]) << shift;

    let file = along(square, Bitboard::file(square.file()), occupied);
    Bitboard(rank | file.0)
}

/// Squares a guard on `square` attacks.
#[inline]
pub fn guard(square: Square) -> Bitboard {
    GUARD[square.index()]
}

/// The squares beside, before and behind `square`.
#[inline]
pub fn orthogonal(square: Square) -> Bitboard {
    ORTHOGONAL[square.index()]
}

/// The squares of both diagonals through `square`, itself included.
pub const fn diagonals(square: Square) -> (Bitboard, Bitboard) {
    (
        RISING[(7 + square.rank() - square.file()) as usize],
        FALLING[(square.rank() + square.file()) as usize],
    )
}

/// Diagonals from lower left to upper right, by rank minus file plus 7.
const RISING: [Bitboard; 15] = {
    let mut table = [Bitboard::EMPTY; 15];
    let mut index = 0;
    while index < 64 {
        let square = Square::new(index);
        let diagonal = (7 + square.rank() - square.file()) as usize;
        table[diagonal] = table[diagonal].with(Bitboard::of(square));
        index += 1;
    }
    table
};

/// Diagonals from upper left to lower right, by rank plus file.
const FALLING: [Bitboard; 15] = {
    let mut table = [Bitboard::EMPTY; 15];
    let mut index = 0;
    while index < 64 {
        let square = Square::new(index);
        let diagonal = (square.rank() + square.file()) as usize;
        table[diagonal] = table[diagonal].with(Bitboard::of(square));
        index += 1;
    }
    table
};

/// Squares a bishop on `square` attacks, the first piece of `occupied` on each diagonal included.
#[inline(never)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let (rising, falling) = diagonals(square);
    along(square, rising, occupied) | along(square, falling, occupied)
}

/// What is seen from `square` both ways along `line`, which has at most one square a rank.
#[inline]
fn along(square: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let origin = 1u64 << square.index();
    let blockers = occupied.0 & line.0;
    let up = blockers.wrapping_sub(origin.wrapping_mul(2));
    let down = blockers
        .swap_bytes()
        .wrapping_sub(origin.swap_bytes().wrapping_mul(2))
        .swap_bytes();
    Bitboard((up ^ down) & line.0)
}

/// The squares at most three king's steps away.
fn within_three(square: Square) -> Bitboard {
    let mut near = Bitboard::of(square);
    for _ in 0..3 {
        near |= near.sideways();
        near |= Bitboard(near.0 << 8 | near.0 >> 8);
    }
    near
}

/// Squares a queen on `square` attacks: at most three squares along the lines of rook and bishop.
#[inline(never)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    (rook(square, occupied) | bishop(square, occupied)) & within_three(square)
}

/// Squares a piece of `role` and `color` on `square` attacks.
#[inline]
pub fn attacks(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::General => general(square),
        Role::Elephant => elephant(color, square),
        Role::Knight => knight(square),
        Role::Rook => rook(square, occupied),
        Role::King => king(square),
        Role::Queen => queen(square, occupied),
        Role::Bishop => bishop(square, occupied),
        Role::Guard => guard(square),
    }
}

/// The file and the rank of `square`: where a rook must stand to reach it.
#[inline]
pub fn cross(square: Square) -> Bitboard {
    Bitboard::file(square.file()) | Bitboard::rank(square.rank())
}

/// The whole file or rank through two squares, empty if they share neither.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    if a.file() == b.file() {
        Bitboard::file(a.file())
    } else if a.rank() == b.rank() {
        Bitboard::rank(a.rank())
    } else {
        Bitboard::EMPTY
    }
}

/// The whole diagonal through two squares, empty if they share none.
pub fn diagonal_line(a: Square, b: Square) -> Bitboard {
    let ((rising, falling), other) = (diagonals(a), Bitboard::of(b));
    if (rising & other).any() {
        rising
    } else if (falling & other).any() {
        falling
    } else {
        Bitboard::EMPTY
    }
}

/// The squares strictly between two squares of one file or rank, empty otherwise.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    inside(line(a, b), a, b)
}

/// The squares strictly between two squares of one diagonal, empty otherwise.
pub fn diagonal_between(a: Square, b: Square) -> Bitboard {
    inside(diagonal_line(a, b), a, b)
}

/// The squares of `line` between two of its squares.
#[inline]
fn inside(line: Bitboard, a: Square, b: Square) -> Bitboard {
    let ends = (
        a.index().min(b.index()) as u32,
        a.index().max(b.index()) as u32,
    );
    // The shift of two drops out of the word at h8, which only the empty pair h8, h8 asks for.
    let inside = ((1u64 << ends.1) - 1) & !(2u64 << ends.0).wrapping_sub(1);
    Bitboard(line.0 & inside)
}

/// Squares that the generals or the diagonals of elephants in `set` attack.
#[inline]
pub fn diagonal_steps(set: Bitboard) -> Bitboard {
    let side = set.sideways();
    Bitboard(side.0 << 8 | side.0 >> 8)
}

/// Squares that the pawns of `color` in `set` attack.
#[inline]
pub fn pawn_attacks(color: Color, set: Bitboard) -> Bitboard {
    set.sideways().forward(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Random;

    const STRAIGHT: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const OBLIQUE: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

    /// A slider by walking, to check the subtraction.
    fn walk(steps: [(i8, i8); 4], square: Square, occupied: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for (df, dr) in steps {
            let (mut file, mut rank) = (square.file() as i8 + df, square.rank() as i8 + dr);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let target = Square::at(file as u8, rank as u8);
                seen |= Bitboard::of(target);
                if occupied.has(target) {
                    break;
                }
                file += df;
                rank += dr;
            }
        }
        seen
    }

    #[test]
    fn lines_equal_a_walk() {
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let square = Square::new(random.below(64) as u8);
            let occupied = Bitboard(random.next() & random.next());
            assert_eq!(rook(square, occupied), walk(STRAIGHT, square, occupied));
            assert_eq!(bishop(square, occupied), walk(OBLIQUE, square, occupied));
        }
    }

    #[test]
    fn between_is_what_two_sliders_share() {
        for a in Square::all() {
            for b in Square::all() {
                let expected = if a != b && line(a, b).any() {
                    rook(a, Bitboard::of(b)) & rook(b, Bitboard::of(a)) & line(a, b)
                } else {
                    Bitboard::EMPTY
                };
                assert_eq!(between(a, b), expected, "{a} {b}");
                let expected = if a != b && diagonal_line(a, b).any() {
                    bishop(a, Bitboard::of(b)) & bishop(b, Bitboard::of(a)) & diagonal_line(a, b)
                } else {
                    Bitboard::EMPTY
                };
                assert_eq!(diagonal_between(a, b), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn sets_equal_single_squares() {
        for square in Square::all() {
            let set = Bitboard::of(square);
            assert_eq!(diagonal_steps(set), general(square));
            for color in Color::ALL {
                assert_eq!(pawn_attacks(color, set), pawn(color, square));
                assert_eq!(
                    diagonal_steps(set) | set.forward(color),
                    elephant(color, square)
                );
            }
        }
    }
}
