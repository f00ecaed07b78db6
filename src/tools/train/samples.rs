//! Positions of games as inputs of the network, and what it should say of them.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use rayon::prelude::*;

use crate::eval::{self, CENTIPAWNS};
use crate::position::Position;
use crate::tools::games::{self, Game, Games};
use crate::tools::logistic;
use crate::types::{Color, Value};

/// Of so many games one is held out.
const HELD_OUT: usize = 40;

/// A position as the trainer sees it.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Where its inputs begin.
    start: u32,
    /// How many each view has.
    length: u8,
    pub(super) bucket: u8,
    /// What the classical evaluation says, in units of the logistic.
    pub(super) classical: f32,
    /// What the sum of that and the output is multiplied by.
    pub(super) factor: f32,
    /// What the mover should score, 0 to 1.
    pub(super) target: f32,
    pub(super) weight: f32,
}

/// The positions of all games, by whole games to learn from and to test on.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) train: Vec<Sample>,
    pub(super) test: Vec<Sample>,
    /// The inputs of the mover's view and of the other's, position after position.
    inputs: Vec<[u16; 2]>,
}

/// How results and scores make a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// How much the result counts, 0 to 1.
    pub(super) result_weight: f32,
    /// How much of a ply's outlook is that of the ply after it, 0 to 1.
    pub(super) lambda: f32,
    /// How much a position of the set-up counts against a later one.
    pub(super) setup_weight: f32,
}

impl Samples {
    pub(super) fn read(paths: &[PathBuf], blend: Blend) -> Result<Self> {
        let mut all = Self::default();
        for path in paths {
            let Games { rules, games, .. } = games::read(path)?;
            let parts = games
                .par_chunks(1 + games.len() / 64)
                .map(|part| {
                    let mut samples = Self::default();
                    for game in part {
                        let positions = game.positions(rules)?;
                        let scores = scores(game, &positions);
                        let targets = targets(game.white_score(), &scores, blend);
                        for (index, position, _) in game.samples(&positions) {
                            if let Some(target) = targets[index] {
                                samples.add(position, target, game.number, blend.setup_weight);
                            }
                        }
                    }
                    Ok(samples)
                })
                .collect::<Result<Vec<Self>>>()?;
            for part in parts {
                all.append(part)?;
            }
        }
        Ok(all)
    }

    pub(super) fn inputs(&self, sample: &Sample) -> &[[u16; 2]] {
        let start = sample.start as usize;
        &self.inputs[start..start + usize::from(sample.length)]
    }

    /// Adds `position` of a game by its number, in which White should be expected to score `target`.
    fn add(&mut self, position: &Position, target: f32, game: u64, setup_weight: f32) {
        let Some(unexplained) = eval::unexplained(position) else {
            return;
        };
        let (us, unit) = (position.side(), CENTIPAWNS as f32);
        let start = self.inputs.len() as u32;
        let theirs = eval::inputs(position, !us);
        let both = eval::inputs(position, us).into_iter().zip(theirs);
        self.inputs.extend(both.map(|(own, other)| [own, other]));
        let sample = Sample {
            start,
            length: (self.inputs.len() - start as usize) as u8,
            bucket: eval::bucket(position) as u8,
            classical: unexplained.classical as f32 / unit,
            factor: unexplained.factor,
            target: seen_from(us, target),
            weight: if position.is_setup() {
                setup_weight
            } else {
                1.0
            },
        };
        if game.is_multiple_of(HELD_OUT as u64) {
            self.test.push(sample);
        } else {
            self.train.push(sample);
        }
    }

    /// Adds a position to those held out.
    #[cfg(test)]
    pub(super) fn add_test(&mut self, position: &Position, value: Value) {
        self.add(position, expected(value, position.side()), 0, 1.0);
    }

    /// # Errors
    /// If there are more inputs than a sample's start can number: more than a hundred million positions.
    fn append(&mut self, other: Self) -> Result<()> {
        ensure!(
            u32::try_from(self.inputs.len() + other.inputs.len()).is_ok(),
            "too many positions to learn from at once; name fewer files"
        );
        let shift = self.inputs.len() as u32;
        let moved = |mut sample: Sample| {
            sample.start += shift;
            sample
        };
        self.train.extend(other.train.into_iter().map(moved));
        self.test.extend(other.test.into_iter().map(moved));
        self.inputs.extend(other.inputs);
        Ok(())
    }
}

/// White's score as `side` sees it, or the score of `side` as White sees it.
fn seen_from(side: Color, score: f32) -> f32 {
    if side == Color::White {
        score
    } else {
        1.0 - score
    }
}

/// What White may expect to score where `value` is the score from `side`, 0 to 1.
fn expected(value: Value, side: Color) -> f32 {
    seen_from(side, logistic::expected(value as f32))
}

/// What White may expect to score by the search of each ply that was searched.
fn scores(game: &Game, positions: &[Position]) -> Vec<Option<f32>> {
    let plies = game.plies.iter().zip(positions);
    plies
        .map(|(ply, position)| {
            let value = eval::revised(position, ply.value?);
            Some(expected(value, position.side()))
        })
        .collect()
}

/// What White should be expected to score before each ply that was searched: by what its own search says, and
/// `lambda` of the next ply's outlook instead (`chessprogramming.org/Temporal_Difference_Learning`), as later
/// searches have seen more of the game; and by the `result`. What follows a random move says nothing of
/// the positions before it.
fn targets(result: f32, scores: &[Option<f32>], blend: Blend) -> Vec<Option<f32>> {
    let mut ahead = Some(result);
    let mut result_weight = blend.result_weight;
    let mut targets = vec![None; scores.len()];
    for (target, score) in targets.iter_mut().zip(scores).rev() {
        ahead = score.map(|score| {
            let ahead = ahead.unwrap_or(score);
            (1.0 - blend.lambda) * score + blend.lambda * ahead
        });
        if ahead.is_none() {
            result_weight = 0.0;
        }
        *target = ahead.map(|ahead| result_weight * result + (1.0 - result_weight) * ahead);
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLEND: Blend = Blend {
        result_weight: 0.25,
        lambda: 0.5,
        setup_weight: 1.0,
    };

    #[test]
    fn later_scores_and_the_result_count_less_the_later_they_are() {
        let good = logistic::expected(220.0);
        let last = 0.5 * good + 0.5;
        let first = 0.5 * 0.5 + 0.5 * last;
        let expected = [first, last].map(|outlook| Some(0.75 * outlook + 0.25));
        assert_eq!(targets(1.0, &[Some(0.5), Some(good)], BLEND), expected);
        let each_by_itself = Blend {
            result_weight: 0.0,
            lambda: 0.0,
            ..BLEND
        };
        let scores = [Some(good), None, Some(0.5), Some(good)];
        assert_eq!(targets(1.0, &scores, each_by_itself), scores);
    }

    #[test]
    fn what_follows_a_random_move_is_not_held_against_the_positions_before() {
        let scores = [Some(0.4), Some(0.6), None, Some(1.0)];
        let expected = [Some(0.5), Some(0.6), None, Some(1.0)];
        assert_eq!(targets(1.0, &scores, BLEND), expected);
    }
}
