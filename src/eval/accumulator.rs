use arrayvec::ArrayVec;

use super::features::{self, Seen};
use super::kernels;
use super::network::{Network, Row};
use crate::types::{Bitboard, ByColor, Color, Piece, Role};

/// The hidden layer's sums for both views, and the position that they belong to.
///
/// Another position's sums follow by comparing what is seen of the two, so moves, drops and
/// promotions need no code of their own, and any older accumulator will do to start from: the
/// closest one is the cheapest.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    sums: ByColor<Row>,
    seen: Seen,
}

/// Inputs that differ: at most 32 pieces go and 32 come.
type Inputs = ArrayVec<u16, 64>;

impl Accumulator {
    /// That of the empty board.
    pub(super) fn empty(network: &Network) -> Self {
        Self {
            sums: ByColor([network.bias; 2]),
            seen: Seen::default(),
        }
    }

    /// Moves the sums on to what is `seen` now.
    pub(super) fn update(&mut self, network: &Network, seen: &Seen) {
        for view in Color::ALL {
            if self.seen.mirrored[view] == seen.mirrored[view] {
                let mut added = Inputs::new();
                let mut removed = Inputs::new();
                self.compare(seen, view, &mut added, &mut removed);
                kernels::apply(&mut self.sums[view], &network.rows, &added, &removed);
            } else {
                let mut added = Inputs::new();
                seen.visit(view, |input| added.push(input as u16));
                self.sums[view] = network.bias;
                kernels::apply(&mut self.sums[view], &network.rows, &added, &[]);
            }
        }
        self.seen = *seen;
    }

    /// The inputs of `view` that `seen` has and lacks.
    #[inline]
    fn compare(&self, seen: &Seen, view: Color, added: &mut Inputs, removed: &mut Inputs) {
        let mirrored = seen.mirrored[view];
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                let (old, new) = (self.seen.pieces[piece.index()], seen.pieces[piece.index()]);
                if old == new {
                    continue;
                }
                let collect = |squares: Bitboard, inputs: &mut Inputs| {
                    for square in squares {
                        inputs.push(features::on_board(view, mirrored, piece, square) as u16);
                    }
                };
                collect(new & !old, added);
                collect(old & !new, removed);
            }
            let (old, new) = (self.seen.hands[color], seen.hands[color]);
            if old != new {
                for role in Role::IN_HAND {
                    let old = features::in_hand(view, color, role, old.count(role));
                    let new = features::in_hand(view, color, role, new.count(role));
                    added.extend((old.end..new.end).map(|input| input as u16));
                    removed.extend((new.end..old.end).map(|input| input as u16));
                }
            }
        }
    }

    /// How many pieces stand elsewhere.
    #[inline]
    pub(super) fn distance(&self, seen: &Seen) -> u32 {
        let pairs = self.seen.pieces.iter().zip(&seen.pieces);
        pairs.map(|(old, new)| (old.0 ^ new.0).count_ones()).sum()
    }

    /// The network's output in centipawns from `mover`.
    pub(super) fn output(&self, network: &Network, mover: Color, bucket: usize) -> i32 {
        let sums = [self.sums[mover], self.sums[!mover]];
        network.centipawns(kernels::dot(&sums, &network.output[bucket]), bucket)
    }
}
