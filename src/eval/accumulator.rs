//! The hidden layer's sums, kept up to date from position to position.

use super::features::{self, Inputs};
use super::kernels;
use super::network::{Network, Row};
use crate::position::Position;
use crate::types::{Bitboard, ByColor, ByRole, Color, Hand, Piece, Role, Square};

/// The hidden layer's sums for both views, and the position that they belong to.
///
/// Another position's sums follow by comparing the two, so moves, drops and promotions need no code
/// of their own, and any older accumulator will do to start from: the closest one is the cheapest.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    sums: ByColor<Row>,
    mirrored: ByColor<bool>,
    hands: ByColor<Hand>,
    by_role: ByRole<Bitboard>,
    by_color: ByColor<Bitboard>,
    board: [Option<Piece>; Square::COUNT],
}

impl Accumulator {
    /// That of the empty board.
    pub(super) fn empty(network: &Network) -> Self {
        Self {
            sums: ByColor([network.bias; 2]),
            mirrored: ByColor::default(),
            hands: ByColor::default(),
            by_role: ByRole::default(),
            by_color: ByColor::default(),
            board: [None; Square::COUNT],
        }
    }

    /// The squares where something else stands in `position`.
    #[inline]
    pub(super) fn changed(&self, position: &Position) -> Bitboard {
        let mut changed = Bitboard::EMPTY;
        for color in Color::ALL {
            changed |= self.by_color[color] ^ position.of(color);
        }
        for role in Role::ALL {
            changed |= self.by_role[role] ^ position.all(role);
        }
        changed
    }

    /// Moves the sums on to `position`, which differs on the squares `changed`.
    pub(super) fn update(&mut self, network: &Network, position: &Position, changed: Bitboard) {
        for view in Color::ALL {
            let mirrored = features::is_mirrored(position, view);
            let sums = &mut self.sums[view];
            if self.mirrored[view] == mirrored {
                let (mut added, mut removed) = (Inputs::new(), Inputs::new());
                for square in changed {
                    let input = |piece| features::on_board(view, mirrored, piece, square);
                    added.extend(position.piece_on(square).map(input));
                    removed.extend(self.board[square.index()].map(input));
                }
                for color in Color::ALL {
                    let (old, new) = (self.hands[color], position.hand(color));
                    if old != new {
                        compare_hands(view, color, old, new, &mut added, &mut removed);
                    }
                }
                kernels::apply(sums, &network.rows, &added, &removed);
            } else {
                *sums = network.bias;
                let all = features::inputs(position, view);
                kernels::apply(sums, &network.rows, &all, &[]);
                self.mirrored[view] = mirrored;
            }
        }
        for square in changed {
            self.board[square.index()] = position.piece_on(square);
        }
        for color in Color::ALL {
            self.by_color[color] = position.of(color);
            self.hands[color] = position.hand(color);
        }
        for role in Role::ALL {
            self.by_role[role] = position.all(role);
        }
    }

    /// The network's output in centipawns from `mover`.
    pub(super) fn output(&self, network: &Network, mover: Color, bucket: usize) -> i32 {
        let sums = [&self.sums[mover], &self.sums[!mover]];
        network.centipawns(kernels::dot(sums, &network.output[bucket]), bucket)
    }
}

/// The inputs by which the hand `new` of `owner` differs from `old`.
#[cold]
fn compare_hands(
    view: Color,
    owner: Color,
    old: Hand,
    new: Hand,
    added: &mut Inputs,
    removed: &mut Inputs,
) {
    for role in Role::IN_HAND {
        let old = features::in_hand(view, owner, role, old.count(role));
        let new = features::in_hand(view, owner, role, new.count(role));
        added.extend(old.end..new.end);
        removed.extend(new.end..old.end);
    }
}
