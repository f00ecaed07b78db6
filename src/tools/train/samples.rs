use std::path::PathBuf;

use anyhow::{Result, ensure};
use rayon::prelude::*;

use super::model::sigmoid;
use crate::eval::{self, CENTIPAWNS};
use crate::position::Position;
use crate::tools::games::{self, Game, Games};
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
#[derive(Clone, Copy)]
struct Blend {
    result_weight: f32,
    setup_weight: f32,
}

impl Samples {
    pub(super) fn read(paths: &[PathBuf], result_weight: f32, setup_weight: f32) -> Result<Self> {
        let blend = Blend {
            result_weight,
            setup_weight,
        };
        let mut all = Self::default();
        for path in paths {
            let Games { rules, games, .. } = games::read(path)?;
            let parts = games
                .par_chunks(1 + games.len() / 64)
                .map(|part| {
                    let mut samples = Self::default();
                    for game in part {
                        game.samples(rules, |position, value| {
                            samples.add(position, value, game, blend);
                        })?;
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

    fn add(&mut self, position: &Position, value: Value, game: &Game, blend: Blend) {
        let Some(unexplained) = eval::unexplained(position) else {
            return;
        };
        let (us, unit) = (position.side(), CENTIPAWNS as f32);
        let start = self.inputs.len() as u32;
        let theirs = eval::inputs(position, !us);
        let both = eval::inputs(position, us).into_iter().zip(theirs);
        self.inputs.extend(both.map(|(own, other)| [own, other]));
        let white = f32::from(game.white_halves) / 2.0;
        let result = if us == Color::White {
            white
        } else {
            1.0 - white
        };
        let sample = Sample {
            start,
            length: (self.inputs.len() - start as usize) as u8,
            bucket: eval::bucket(position) as u8,
            classical: unexplained.classical as f32 / unit,
            factor: unexplained.factor,
            target: blend.result_weight * result
                + (1.0 - blend.result_weight) * sigmoid(value as f32 / unit),
            weight: if position.is_setup() {
                blend.setup_weight
            } else {
                1.0
            },
        };
        if game.number.is_multiple_of(HELD_OUT as u64) {
            self.test.push(sample);
        } else {
            self.train.push(sample);
        }
    }

    /// Adds a position of a drawn game to those held out.
    #[cfg(test)]
    pub(super) fn add_test(&mut self, position: &Position, value: Value) {
        let game = Game {
            number: 0,
            white_halves: 1,
            plies: Vec::new(),
        };
        let blend = Blend {
            result_weight: 0.2,
            setup_weight: 1.0,
        };
        self.add(position, value, &game, blend);
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
