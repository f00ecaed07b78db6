//! Trains the network on games of `datagen`: gradient descent on what the classical evaluation
//! leaves unexplained of the search's scores and the games' results.

mod model;
mod optimizer;
mod samples;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::eval::Network;
use crate::tools::games;
use crate::types::Random;
use model::Model;
use optimizer::{AdamW, Schedule};
use samples::{Blend, Sample, Samples};

/// Train the network on games that `datagen` wrote.
///
/// The network is written after every epoch. Same data and options, same network.
#[derive(Args, Clone, Debug)]
pub struct Train {
    /// Files of games.
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
    /// File to write.
    #[arg(long)]
    pub out: PathBuf,
    /// Network to start from; random weights without it.
    #[arg(long)]
    pub start: Option<PathBuf>,
    /// Passes over the data.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: u32,
    /// Positions a step.
    #[arg(long, default_value_t = 16_384)]
    pub batch: usize,
    /// The highest learning rate; it falls to 1/300 of it along a cosine.
    #[arg(long, default_value_t = 0.001)]
    pub rate: f32,
    /// Weight decay: the share of a weight that a step at a learning rate of 1 would take away.
    #[arg(long, default_value_t = 0.5)]
    pub decay: f32,
    /// How much the game's result counts against the searches' scores, 0 to 1.
    #[arg(long, default_value_t = 0.25)]
    pub result_weight: f32,
    /// How much of what the scores say comes from the next ply on, 0 to less than 1; 0 takes each
    /// position's own score.
    #[arg(long, default_value_t = 0.95)]
    pub lambda: f32,
    /// How much a position of the set-up counts against a later one.
    #[arg(long, default_value_t = 3.0)]
    pub setup_weight: f32,
    /// Seed of the first weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Parts into which a batch is cut for the threads. A fixed number: sums in another order are other
/// sums, and the network would depend on the machine.
const PARTS: usize = 8;

/// Reads the data, trains, writes the network.
///
/// # Errors
/// If a file cannot be read or written, or the options make no sense.
pub fn run(args: &Train) -> Result<()> {
    ensure!(args.batch >= PARTS, "--batch must be at least {PARTS}");
    games::check_result_weight(args.result_weight)?;
    ensure!(
        (0.0..1.0).contains(&args.lambda),
        "--lambda goes from 0 to less than 1"
    );
    let blend = Blend {
        result_weight: args.result_weight,
        lambda: args.lambda,
        setup_weight: args.setup_weight,
    };
    let samples = Samples::read(&args.data, blend)?;
    ensure!(!samples.train.is_empty(), "no usable positions");
    let mut random = Random::new(args.seed);
    let mut model = match &args.start {
        Some(path) => Model::from_network(&read(path)?),
        None => Model::random(&mut random),
    };
    eprintln!(
        "{} positions to learn from, {} to test; test loss {:.6}, of the classical evaluation {:.6}",
        samples.train.len(),
        samples.test.len(),
        loss(&model, &samples),
        loss(&Model::zero(), &samples),
    );
    let mut order: Vec<u32> = (0..samples.train.len() as u32).collect();
    let steps = args.epochs as usize * order.len().div_ceil(args.batch);
    let schedule = Schedule {
        highest: args.rate,
        steps,
    };
    let mut optimizer = AdamW::new(model.weights.len(), args.decay);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} steps, {eta} left, {msg}")?;
    let progress = ProgressBar::new(steps as u64).with_style(style);
    for epoch in 1..=args.epochs {
        // Positions of one game must not share a batch.
        random.shuffle(&mut order);
        let mut learned = 0.0;
        for batch in order.chunks(args.batch) {
            let (gradient, error) = gradient(&model, &samples, batch);
            learned += error;
            optimizer.step(&mut model.weights, &gradient, &schedule);
            model.clip();
            progress.inc(1);
        }
        let network = model.to_network();
        fs::write(&args.out, network.to_bytes())
            .with_context(|| format!("cannot write {}", args.out.display()))?;
        progress.suspend(|| {
            eprintln!(
                "epoch {epoch}: loss {:.6}, test loss {:.6}, rounded {:.6}",
                learned / order.len() as f64,
                loss(&model, &samples),
                loss(&Model::from_network(&network), &samples)
            );
        });
    }
    progress.finish_and_clear();
    Ok(())
}

fn read(path: &Path) -> Result<Network> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Network::from_bytes(&bytes).with_context(|| path.display().to_string())
}

/// The mean gradient of a batch, and the sum of its losses.
fn gradient(model: &Model, samples: &Samples, batch: &[u32]) -> (Vec<f32>, f64) {
    let parts: Vec<(Vec<f32>, f64)> = batch
        .par_chunks(batch.len().div_ceil(PARTS))
        .map(|part| {
            let mut gradient = vec![0.0; model.weights.len()];
            let mut error = 0.0;
            for index in part {
                let sample = &samples.train[*index as usize];
                error += model.learn(sample, samples.inputs(sample), &mut gradient);
            }
            (gradient, error)
        })
        .collect();
    let mut parts = parts.into_iter();
    let (mut gradient, mut error) = parts.next().unwrap_or_default();
    for (part, part_error) in parts {
        for (sum, value) in gradient.iter_mut().zip(&part) {
            *sum += value;
        }
        error += part_error;
    }
    let scale = 1.0 / batch.len() as f32;
    for value in &mut gradient {
        *value *= scale;
    }
    (gradient, error)
}

/// The mean loss of the positions held out.
fn loss(model: &Model, samples: &Samples) -> f64 {
    let losses = samples
        .test
        .par_iter()
        .map(|sample: &Sample| model.loss(sample, samples.inputs(sample)));
    losses.sum::<f64>() / samples.test.len().max(1) as f64
}
