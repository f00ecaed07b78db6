//! The whole evaluation: endings that are known, else the classical value and the network.

use std::sync::Arc;

use super::accumulator::Accumulator;
use super::features;
use super::network::Network;
use super::{bare_king, classical, endgame};
use crate::position::Position;
use crate::types::{MAX_PLY, Value};

/// The evaluation of a searching thread, which remembers what it computed on the current line.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    /// One a ply.
    accumulators: Vec<Accumulator>,
    /// Whether it waits for tables of endings that are not made yet.
    waits: bool,
}

impl Evaluator {
    /// An evaluator that uses `network`.
    pub fn new(network: Arc<Network>) -> Self {
        let accumulators = vec![Accumulator::empty(&network); MAX_PLY + 1];
        Self {
            network,
            accumulators,
            waits: false,
        }
    }

    /// Whether to wait for tables of endings, so that values do not depend on what was evaluated before;
    /// a clock does not wait for them.
    pub fn set_waiting(&mut self, waits: bool) {
        self.waits = waits && !bare_king::is_complete();
    }

    /// Whether it uses this very `network`.
    pub fn uses(&self, network: &Arc<Network>) -> bool {
        Arc::ptr_eq(&self.network, network)
    }

    /// The static value in centipawns from the side to move, of a position `ply` plies below the
    /// root. The ply only says where to look for the sums of a similar position.
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Value {
        if self.waits {
            bare_king::complete(position);
        }
        whole(position, || self.output(position, ply))
    }

    fn output(&mut self, position: &Position, ply: usize) -> Value {
        let ply = ply.min(self.accumulators.len() - 1);
        let mut changed = self.accumulators[ply].changed(position);
        // The position above is one move away; if it was not evaluated, the last one here may be closer.
        if ply > 0 {
            let since_above = self.accumulators[ply - 1].changed(position);
            if since_above.len() < changed.len() {
                let (above, here) = self.accumulators.split_at_mut(ply);
                here[0].clone_from(&above[ply - 1]);
                changed = since_above;
            }
        }
        let accumulator = &mut self.accumulators[ply];
        accumulator.update(&self.network, position, changed);
        accumulator.output(&self.network, position.side(), features::bucket(position))
    }
}

/// The static value of a single position in centipawns from the side to move.
pub fn evaluate(network: &Network, position: &Position) -> Value {
    whole(position, || from_scratch(network, position))
}

/// The classical value and, where it has a say, the network's `output`.
#[inline]
fn whole(position: &Position, output: impl FnOnce() -> Value) -> Value {
    let value = classical::evaluate(position);
    if endgame::is_settled(position) {
        return value;
    }
    let value = endgame::without_force(position, value + output());
    endgame::near_the_clock(position, value)
}

fn from_scratch(network: &Network, position: &Position) -> Value {
    let mut accumulator = Accumulator::empty(network);
    accumulator.update(network, position, position.occupied());
    accumulator.output(network, position.side(), features::bucket(position))
}

/// What the network's output has to be added to, and what the sum is then multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unexplained {
    /// The classical value in centipawns from the side to move.
    pub classical: Value,
    /// The factor of the clock, 0.5 to 1.
    pub factor: f32,
}

/// The score `value` that a search of an earlier version gave to `position`, or what is known of it by now.
pub fn revised(position: &Position, value: Value) -> Value {
    bare_king::complete(position);
    endgame::known(position, value).unwrap_or(value)
}

/// What the trainer has to know of a position; `None` where the network has no say, or hardly any.
pub fn unexplained(position: &Position) -> Option<Unexplained> {
    const WHOLE: Value = 10_000;
    let classical = classical::evaluate(position);
    let has_say = !endgame::is_settled(position) && endgame::has_force(position, classical);
    has_say.then(|| Unexplained {
        classical,
        factor: endgame::near_the_clock(position, WHOLE) as f32 / WHOLE as f32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::STANDARD;
    use crate::types::Random;

    #[test]
    fn sums_carried_along_equal_sums_from_scratch() {
        let network = Network::embedded();
        let mut evaluator = Evaluator::new(Arc::clone(&network));
        let mut random = Random::new(3);
        for _ in 0..20 {
            let mut line = vec![Position::start(&STANDARD)];
            for _ in 0..150 {
                // Forward mostly, back sometimes, as a search does.
                if random.below(4) == 0 && line.len() > 3 {
                    line.truncate(line.len() - random.below(3));
                }
                let position = &line[line.len() - 1];
                let Some(mv) = random.pick(&position.legal_moves()).copied() else {
                    break;
                };
                line.push(position.play(mv));
                let position = &line[line.len() - 1];
                if random.below(3) > 0 {
                    assert_eq!(
                        evaluator.evaluate(position, line.len() - 1),
                        evaluate(&network, position),
                        "{}",
                        position.fen()
                    );
                }
            }
        }
    }
}
