//! Texel's tuning method (`chessprogramming.org/Texel%27s_Tuning_Method`) for the evaluation weights.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use rayon::prelude::*;

use super::games::{self, Game, Games};
use super::logistic::expected;
use crate::eval::{self, FEATURES, Feature, FeatureCounts, WEIGHTS};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Color, Random, Value};

/// Fit the evaluation weights to games that `datagen` wrote, and print the weights file.
#[derive(Args, Clone, Debug)]
pub struct Tune {
    /// Files of games.
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
    /// Passes over the data.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: u32,
    /// How much the game's result counts against the search's score, 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    pub result_weight: f32,
    /// File to write; standard output without it.
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// A position as the tuner sees it: White's surplus of each feature.
struct Example {
    /// What the evaluation makes of the sum in this ending, 0 to 1.
    factor: f32,
    counts: Vec<(u16, i16)>,
    /// Share of the middlegame, 0 to 1.
    phase: f32,
    /// What White should score, 0 to 1.
    target: f32,
    /// 1 if White is to move, else -1.
    side: f32,
}

/// Middlegame and endgame weights.
type Weights = Vec<[f32; 2]>;

/// Examples a step.
const BATCH: usize = 16_384;
/// Pull towards the starting weights, against features that hardly occur.
const DECAY: f32 = 1e-7;

#[derive(Default)]
struct Counts(std::collections::BTreeMap<Feature, i32>);

impl FeatureCounts for Counts {
    fn count(&mut self, color: Color, feature: Feature, times: i32) {
        *self.0.entry(feature).or_default() += if color == Color::White { times } else { -times };
    }
}

/// Reads the data, fits the weights, writes them.
///
/// # Errors
/// If a file cannot be read or written, or holds no usable position.
pub fn run(args: &Tune) -> Result<()> {
    games::check_result_weight(args.result_weight)?;
    let mut examples = Vec::new();
    for path in &args.data {
        let Games { rules, games, .. } = games::read(path)?;
        let read: Vec<_> = games
            .par_iter()
            .map(|game| read(game, rules, args.result_weight))
            .collect::<Result<_>>()?;
        examples.extend(read.into_iter().flatten());
    }
    ensure!(!examples.is_empty(), "no usable positions");
    // Those of the first games, so that hardly a neighbour of a test position is learned.
    let mut train = examples.split_off(examples.len() / 20);
    let held_out = examples;
    // Positions of one game must not share a batch.
    Random::new(1).shuffle(&mut train);
    let start: Weights = WEIGHTS
        .iter()
        .map(|pair| [pair.middlegame() as f32, pair.endgame() as f32])
        .collect();
    let mut tempo = eval::TEMPO as f32;
    eprintln!(
        "{} positions to fit, {} to test; test loss {:.6}",
        train.len(),
        held_out.len(),
        loss(&held_out, &start, tempo)
    );
    let mut weights = start.clone();
    let mut moments = vec![[[0.0_f32; 2]; 2]; FEATURES];
    let mut step = 0;
    for epoch in 1..=args.epochs {
        let rate = 0.25 * (1.0 + (std::f32::consts::PI * epoch as f32 / args.epochs as f32).cos());
        for batch in train.chunks(BATCH) {
            step += 1;
            let (gradient, tempo_gradient) = gradient(batch, &weights, tempo);
            tempo -= 0.01 * rate * tempo_gradient.signum();
            adam(&mut weights, &start, &mut moments, &gradient, rate, step);
        }
        if epoch % 5 == 0 {
            eprintln!(
                "epoch {epoch}: test loss {:.6}, tempo {tempo:.1}",
                loss(&held_out, &weights, tempo)
            );
        }
    }
    let text = render(&weights, tempo);
    if let Some(path) = &args.out {
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    } else {
        print!("{text}");
        Ok(())
    }
}

fn read(game: &Game, rules: &'static Rules, result_weight: f32) -> Result<Vec<Example>> {
    let result = game.white_score();
    let positions = game.positions(rules)?;
    let examples = game.samples(&positions).filter_map(|(_, position, value)| {
        let sign = if position.side() == Color::White {
            1
        } else {
            -1
        };
        example(position, sign * value, result, result_weight)
    });
    Ok(examples.collect())
}

/// The example of a position that is worth `value` centipawns to White and led to `result`.
fn example(position: &Position, value: Value, result: f32, result_weight: f32) -> Option<Example> {
    let better = if value > 0 {
        Color::White
    } else {
        Color::Black
    };
    let factor = eval::linear_factor(position, better)?;
    let mut counts = Counts::default();
    eval::features(position, &mut counts);
    Some(Example {
        factor,
        counts: counts
            .0
            .into_iter()
            .filter(|(_, times)| *times != 0)
            .map(|(feature, times)| (feature as u16, times as i16))
            .collect(),
        phase: eval::middlegame_share(position),
        target: result_weight * result + (1.0 - result_weight) * expected(value as f32),
        side: if position.side() == Color::White {
            1.0
        } else {
            -1.0
        },
    })
}

fn predict(example: &Example, weights: &Weights, tempo: f32) -> f32 {
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for &(feature, times) in &example.counts {
        let [m, e] = weights[usize::from(feature)];
        middlegame += m * f32::from(times);
        endgame += e * f32::from(times);
    }
    let sum = middlegame * example.phase + endgame * (1.0 - example.phase) + tempo * example.side;
    expected(sum * example.factor)
}

fn loss(examples: &[Example], weights: &Weights, tempo: f32) -> f64 {
    let sum: f64 = examples
        .par_iter()
        .map(|e| f64::from((predict(e, weights, tempo) - e.target).powi(2)))
        .sum();
    sum / examples.len().max(1) as f64
}

fn gradient(batch: &[Example], weights: &Weights, tempo: f32) -> (Weights, f32) {
    let zero = || (vec![[0.0_f32; 2]; FEATURES], 0.0_f32);
    batch
        .par_chunks(2048)
        .fold(zero, |(mut sum, mut tempo_sum), examples| {
            for example in examples {
                let p = predict(example, weights, tempo);
                let error = (p - example.target) * p * (1.0 - p) * example.factor;
                for &(feature, times) in &example.counts {
                    let slot = &mut sum[usize::from(feature)];
                    slot[0] += error * f32::from(times) * example.phase;
                    slot[1] += error * f32::from(times) * (1.0 - example.phase);
                }
                tempo_sum += error * example.side;
            }
            (sum, tempo_sum)
        })
        .reduce(zero, |(mut a, s), (b, t)| {
            for (x, y) in a.iter_mut().zip(&b) {
                x[0] += y[0];
                x[1] += y[1];
            }
            (a, s + t)
        })
}

/// Adam (Kingma and Ba 2014) with a pull towards `start`.
fn adam(
    weights: &mut Weights,
    start: &Weights,
    moments: &mut [[[f32; 2]; 2]],
    gradient: &Weights,
    rate: f32,
    step: i32,
) {
    let (warm1, warm2) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
    for (((weight, start), moment), gradient) in
        weights.iter_mut().zip(start).zip(moments).zip(gradient)
    {
        for half in 0..2 {
            let g = gradient[half] / BATCH as f32 + DECAY * (weight[half] - start[half]);
            let [m, v] = &mut moment[half];
            *m = 0.9 * *m + 0.1 * g;
            *v = 0.999 * *v + 0.001 * g * g;
            weight[half] -= rate * (*m / warm1) / ((*v / warm2).sqrt() + 1e-9);
        }
    }
}

/// The text of `weights.rs`.
fn render(weights: &Weights, tempo: f32) -> String {
    let mut text = format!(
        "//! What each feature is worth. Written by the tuner (`sitke tune`); see `feature.rs` for the order.\n\n\
         use super::feature::{{FEATURES, Pair}};\n\n\
         /// The right to move, in centipawns.\n\
         pub const TEMPO: i32 = {};\n\n\
         const fn p(middlegame: i32, endgame: i32) -> Pair {{\n    Pair::new(middlegame, endgame)\n}}\n\n\
         /// One pair a feature.\n#[rustfmt::skip]\npub static WEIGHTS: [Pair; FEATURES] = [\n",
        tempo.round()
    );
    for group in eval::GROUPS {
        text.extend(["    // ", group.name, "\n"]);
        let row = if group.len % 8 == 0 { 8 } else { group.len };
        for chunk in weights[group.start..group.start + group.len].chunks(row) {
            let pairs: Vec<String> = chunk
                .iter()
                .map(|[m, e]| format!("p({}, {}),", m.round() as i32, e.round() as i32))
                .collect();
            text.extend(["    ", &pairs.join(" "), "\n"]);
        }
    }
    text + "];\n"
}
