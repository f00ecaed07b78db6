//! What the network sees of a position.
//!
//! Each side looks at the board from its own end: Black turned round, and mirrored so that its own
//! king stands on files a to d (`chessprogramming.org/NNUE`, horizontal mirroring; Sittuyin's
//! pieces and marked squares are symmetric). It sees its own and the enemy's pieces by kind and
//! square, and what either has yet to place.

use arrayvec::ArrayVec;

use crate::position::Position;
use crate::types::{Color, Piece, Role, Square};

/// Number of inputs of one view: 2 sides, 6 roles, 64 squares; 2 hands of 8 pieces.
pub const INPUTS: usize = 2 * Role::COUNT * Square::COUNT + 2 * HAND;
/// Pieces in a hand.
const HAND: usize = 8;
/// The first input of hands.
const HANDS: usize = 2 * Role::COUNT * Square::COUNT;

/// Inputs of a view that are on, or that differ between two positions: at most one a square and one a piece in hand.
pub type Inputs = ArrayVec<u16, 96>;

/// Output weights are chosen by what is on the board: one set for the set-up, the others by the
/// number of pieces.
pub const BUCKETS: usize = 9;

/// The set of output weights for `position`.
pub fn bucket(position: &Position) -> usize {
    if position.is_setup() {
        return BUCKETS - 1;
    }
    (position.occupied().len() as usize / 4).min(BUCKETS - 2)
}

/// Whether the view of `view` is mirrored.
#[inline]
pub(super) fn is_mirrored(position: &Position, view: Color) -> bool {
    let king = position.king(view);
    king.is_some_and(|king| king.seen_by(view).file() >= 4)
}

/// The input of `piece` on `square` in the view of `view`.
#[inline]
pub(super) fn on_board(view: Color, mirrored: bool, piece: Piece, square: Square) -> u16 {
    let seen = square.seen_by(view);
    let seen = if mirrored { seen.mirrored() } else { seen };
    let side = usize::from(piece.color() != view);
    ((side * Role::COUNT + piece.role() as usize) * Square::COUNT + seen.index()) as u16
}

/// The inputs of `count` pieces of `role` in the hand of `owner`: one for the first, one more for
/// the second.
#[inline]
pub(super) fn in_hand(view: Color, owner: Color, role: Role, count: usize) -> std::ops::Range<u16> {
    let (start, most) = match role {
        Role::Rook => (0, 2),
        Role::Knight => (2, 2),
        Role::Elephant => (4, 2),
        Role::General => (6, 1),
        Role::King => (7, 1),
        Role::Pawn | Role::Queen | Role::Bishop | Role::Guard => (0, 0),
    };
    let start = HANDS + usize::from(owner != view) * HAND + start;
    start as u16..(start + count.min(most)) as u16
}

/// All inputs of `position` in the view of `view`.
pub fn inputs(position: &Position, view: Color) -> Inputs {
    let mirrored = is_mirrored(position, view);
    let mut inputs = Inputs::new();
    for square in position.occupied() {
        let piece = position.piece_on(square);
        inputs.extend(piece.map(|piece| on_board(view, mirrored, piece, square)));
    }
    for color in Color::ALL {
        for role in Role::IN_HAND {
            inputs.extend(in_hand(view, color, role, position.hand(color).count(role)));
        }
    }
    inputs
}
