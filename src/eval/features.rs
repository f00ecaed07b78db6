//! What the network sees of a position.
//!
//! Each side looks at the board from its own end: Black turned round, and mirrored so that its own
//! king stands on files a to d (`chessprogramming.org/NNUE`, horizontal mirroring; Sittuyin's
//! pieces and marked squares are symmetric). It sees its own and the enemy's pieces by kind and
//! square, and what either has yet to place.

use crate::position::Position;
use crate::types::{Bitboard, ByColor, Color, Hand, Piece, Role, Square};

/// Number of inputs of one view: 2 sides, 6 roles, 64 squares; 2 hands of 8 pieces.
pub const INPUTS: usize = 2 * Role::COUNT * Square::COUNT + 2 * HAND;
/// Pieces in a hand.
const HAND: usize = 8;
/// The first input of hands.
const HANDS: usize = 2 * Role::COUNT * Square::COUNT;

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

/// Everything that the network sees of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// By [`Piece::index`].
    pub(super) pieces: [Bitboard; Piece::COUNT],
    pub(super) hands: ByColor<Hand>,
    /// Whether each side's view is mirrored.
    pub(super) mirrored: ByColor<bool>,
}

impl Seen {
    pub(super) fn of(position: &Position) -> Self {
        let mut pieces = [Bitboard::EMPTY; Piece::COUNT];
        for color in Color::ALL {
            for role in Role::ALL {
                pieces[Piece::new(color, role).index()] = position.pieces(color, role);
            }
        }
        let is_mirrored = |color| {
            position
                .king(color)
                .is_some_and(|king| king.seen_by(color).file() >= 4)
        };
        Self {
            pieces,
            hands: ByColor(Color::ALL.map(|color| position.hand(color))),
            mirrored: ByColor(Color::ALL.map(is_mirrored)),
        }
    }
}

/// The input of `piece` on `square` in the view of `view`.
#[inline]
pub(super) fn on_board(view: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let seen = square.seen_by(view);
    let seen = if mirrored { seen.mirrored() } else { seen };
    let side = usize::from(piece.color() != view);
    (side * Role::COUNT + piece.role() as usize) * Square::COUNT + seen.index()
}

/// The inputs of `count` pieces of `role` in the hand of `owner`: one for the first, one more for
/// the second.
#[inline]
pub(super) fn in_hand(
    view: Color,
    owner: Color,
    role: Role,
    count: usize,
) -> std::ops::Range<usize> {
    let (start, most) = match role {
        Role::Rook => (0, 2),
        Role::Knight => (2, 2),
        Role::Elephant => (4, 2),
        Role::General => (6, 1),
        Role::King => (7, 1),
        Role::Pawn => (0, 0),
    };
    let start = HANDS + usize::from(owner != view) * HAND + start;
    start..start + count.min(most)
}

/// All inputs of `position` in the view of `view`, for the trainer and for reference.
pub fn inputs(position: &Position, view: Color) -> Vec<u16> {
    let seen = Seen::of(position);
    let mut inputs = Vec::with_capacity(36);
    seen.visit(view, |input| inputs.push(input as u16));
    inputs
}

impl Seen {
    /// Calls `see` with every input in the view of `view`.
    pub(super) fn visit(&self, view: Color, mut see: impl FnMut(usize)) {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                for square in self.pieces[piece.index()] {
                    see(on_board(view, self.mirrored[view], piece, square));
                }
                in_hand(view, color, role, self.hands[color].count(role)).for_each(&mut see);
            }
        }
    }
}
