//! The chance that a throw takes the king.

use super::{FACES, die_of};
use crate::position::Position;
use crate::types::Square;

/// Ways in which three dice can fall.
pub(super) const FALLS: u8 = 216;
/// Throws of three dice whose order does not matter.
const THROWS: usize = 56;

/// Every throw, its faces in order, and in how many ways it can fall.
pub(super) static ALL_THROWS: [([u8; 3], u32); THROWS] = {
    let mut throws = [([0; 3], 0); THROWS];
    let mut found = 0;
    let mut fall = 0;
    while fall < FALLS {
        let (first, second, third) = (fall / 36 + 1, fall / 6 % 6 + 1, fall % 6 + 1);
        if first <= second && second <= third {
            let ways = match (first == second, second == third) {
                (true, true) => 1,
                (false, false) => 6,
                _ => 3,
            };
            throws[found] = ([first, second, third], ways);
            found += 1;
        }
        fall += 1;
    }
    throws
};

/// `CONTAINING[a][b][c]`: the throws in which these faces occur, as bits by their place in
/// [`ALL_THROWS`]; 0 is no face.
static CONTAINING: [[[u64; 7]; 7]; 7] = {
    let mut containing = [[[0; 7]; 7]; 7];
    let mut index = 0;
    while index < 343 {
        let faces = [index / 49, index / 7 % 7, index % 7];
        let mut throw = 0;
        while throw < THROWS {
            if contains(ALL_THROWS[throw].0, faces) {
                containing[faces[0]][faces[1]][faces[2]] |= 1 << throw;
            }
            throw += 1;
        }
        index += 1;
    }
    containing
};

const fn contains(throw: [u8; 3], faces: [usize; 3]) -> bool {
    let mut face = 1;
    while face <= 6 {
        let (mut wanted, mut thrown) = (0, 0);
        let mut index = 0;
        while index < 3 {
            wanted += (faces[index] == face) as u8;
            thrown += (throw[index] as usize == face) as u8;
            index += 1;
        }
        if wanted > thrown {
            return false;
        }
        face += 1;
    }
    true
}

/// The chance that the side to move, about to throw three dice, can take the king, 0 to 1.
pub(super) fn king_capture(position: &Position) -> f64 {
    let Some(king) = position.king(!position.side()) else {
        return 0.0;
    };
    debug_assert!(position.moves_left() == 3, "{}", position.fen());
    let mut reach = Reach { king, taking: 0 };
    // Short ways first: what they need is then not looked for again.
    for moves in 0..3 {
        reach.explore(position, [0; 2], 0, moves);
    }
    let falls: u32 = ALL_THROWS
        .iter()
        .enumerate()
        .filter(|(index, _)| reach.taking >> index & 1 != 0)
        .map(|(_, (_, ways))| ways)
        .sum();
    f64::from(falls) / f64::from(FALLS)
}

struct Reach {
    /// The king to be taken.
    king: Square,
    /// The throws found to take it.
    taking: u64,
}

impl Reach {
    /// Looks for captures after `left` more moves; `used` are the faces of the `played` moves before.
    fn explore(&mut self, position: &Position, used: [usize; 2], played: usize, left: usize) {
        let us = position.side();
        let throws = |face: usize| match played {
            0 => CONTAINING[face][0][0],
            1 => CONTAINING[used[0]][face][0],
            _ => CONTAINING[used[0]][used[1]][face],
        };
        if left == 0 {
            let attackers = position.attackers(self.king, position.occupied()) & position.of(us);
            for (index, role) in FACES.iter().enumerate() {
                if (attackers & position.all(*role)).any() {
                    self.taking |= throws(index + 1);
                }
            }
            return;
        }
        for mv in position.legal_moves() {
            let Some(face) = die_of(position, mv).map(usize::from) else {
                continue;
            };
            // A throw that takes the king in another way is not looked at again.
            if throws(face) & !self.taking != 0 {
                let mut used = used;
                used[played] = face;
                self.explore(&position.play(mv), used, played + 1, left - 1);
            }
        }
    }
}
