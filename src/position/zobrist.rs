//! Random numbers for position keys (Zobrist 1970), the same in every build.

use crate::types::{Color, Piece, Random, Role, Square};

const fn numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut random = Random::new(seed);
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        table[index] = random.next();
        index += 1;
    }
    table
}

static PIECES: [u64; Piece::TOTAL * Square::COUNT] = numbers(0x5172_6b65);
static HANDS: [u64; 2 * Role::TOTAL * 16] = numbers(0x6861_6e64);

/// Black to move.
pub(super) const SIDE: u64 = numbers::<1>(0x7369_6465)[0];
/// Pieces may be put elsewhere before the game begins.
pub(super) const RELOCATING: u64 = numbers::<1>(0x7265_6c6f)[0];
/// Moves left in a turn with dice; the number of a whole turn is nothing.
pub(super) static TURN: [u64; 4] = {
    let mut table = numbers(0x7475_726e);
    table[3] = 0;
    table
};
/// Plies left of a count, in eights; no count runs at index 0.
pub(super) static COUNT: [u64; 17] = numbers(0x636f_756e);
/// The fifty-move clock once it is high, in eights.
pub(super) static CLOCK: [u64; 16] = {
    let mut table = numbers(0x636c_6f63);
    table[0] = 0;
    table
};

/// `piece` on `square`.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index() * Square::COUNT + square.index()]
}

/// The `count`-th `role` in the hand of `color`; a hand of two rooks has the numbers of one and two.
#[inline]
pub(super) fn hand(color: Color, role: Role, count: usize) -> u64 {
    const LATER: usize = Role::TOTAL - Role::COUNT;
    // The roles of other games come after both sides of Sittuyin's.
    let row = match (role as usize).checked_sub(Role::COUNT) {
        None => color as usize * Role::COUNT + role as usize,
        Some(later) => 2 * Role::COUNT + color as usize * LATER + later,
    };
    HANDS[row * 16 + (count & 15)]
}
