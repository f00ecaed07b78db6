//! The network in floating point: its output, its gradient, and its rounding to integers.

use super::samples::Sample;
use crate::eval::{BUCKETS, HIDDEN, INPUTS, MAX_WEIGHT, Network, Row, UNIT, WEIGHT_UNIT};
use crate::tools::logistic::sigmoid;
use crate::types::Random;

/// The network in floating point, all weights in one row: those of the inputs, where the sums begin,
/// those of the outputs (mover's view, other's view) and the outputs' biases.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) weights: Vec<f32>,
}

const BIAS: usize = INPUTS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + BUCKETS * 2 * HIDDEN;
const WEIGHTS: usize = OUTPUT_BIAS + BUCKETS;

/// What a position makes of the network.
struct Pass {
    /// Sums of the mover's view and of the other's.
    sums: [[f32; HIDDEN]; 2],
    /// What the mover is expected to score.
    expected: f32,
}

impl Model {
    pub(super) fn zero() -> Self {
        Self {
            weights: vec![0.0; WEIGHTS],
        }
    }

    /// Small random weights, those of the outputs so small that training begins near the classical
    /// evaluation.
    pub(super) fn random(random: &mut Random) -> Self {
        let mut uniform =
            |range: f32| ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * range;
        let mut model = Self::zero();
        let (hidden, rest) = model.weights.split_at_mut(BIAS);
        hidden.fill_with(|| uniform(0.12));
        rest[..HIDDEN].fill_with(|| 0.3 + uniform(0.1));
        rest[HIDDEN..OUTPUT_BIAS - BIAS].fill_with(|| uniform(0.05));
        model
    }

    /// The sums of both views and the expected score.
    fn pass(&self, sample: &Sample, inputs: &[[u16; 2]]) -> Pass {
        let mut start = [0.0; HIDDEN];
        start.copy_from_slice(&self.weights[BIAS..OUTPUT]);
        let mut sums = [start; 2];
        for input in inputs {
            for view in 0..2 {
                let row = usize::from(input[view]) * HIDDEN;
                let row = &self.weights[row..row + HIDDEN];
                for (sum, weight) in sums[view].iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        let bucket = usize::from(sample.bucket);
        let mut output = self.weights[OUTPUT_BIAS + bucket];
        for (view, sums) in sums.iter().enumerate() {
            let weights = self.output_weights(bucket, view);
            let mut parts = [0.0; 8];
            for (sums, weights) in sums.chunks_exact(8).zip(weights.chunks_exact(8)) {
                for lane in 0..8 {
                    let activation = sums[lane].clamp(0.0, 1.0);
                    parts[lane] += activation * activation * weights[lane];
                }
            }
            output += parts.iter().sum::<f32>();
        }
        Pass {
            sums,
            expected: sigmoid(sample.factor * (sample.classical + output)),
        }
    }

    fn output_weights(&self, bucket: usize, view: usize) -> &[f32] {
        let start = output_start(bucket, view);
        &self.weights[start..start + HIDDEN]
    }

    /// The squared error of the expected score, times the sample's weight.
    pub(super) fn loss(&self, sample: &Sample, inputs: &[[u16; 2]]) -> f64 {
        loss(sample, self.pass(sample, inputs).expected)
    }

    /// Adds the gradient of the loss, which is returned.
    pub(super) fn learn(&self, sample: &Sample, inputs: &[[u16; 2]], gradient: &mut [f32]) -> f64 {
        let Pass { sums, expected } = self.pass(sample, inputs);
        let slope = 2.0
            * sample.weight
            * (expected - sample.target)
            * expected
            * (1.0 - expected)
            * sample.factor;
        let bucket = usize::from(sample.bucket);
        gradient[OUTPUT_BIAS + bucket] += slope;
        for view in 0..2 {
            let start = output_start(bucket, view);
            let weights = &self.weights[start..start + HIDDEN];
            let out = &mut gradient[start..start + HIDDEN];
            let mut back = [0.0; HIDDEN];
            for neuron in 0..HIDDEN {
                let sum = sums[view][neuron];
                let activation = sum.clamp(0.0, 1.0);
                out[neuron] += slope * activation * activation;
                let is_open = f32::from(u8::from(sum > 0.0 && sum < 1.0));
                back[neuron] = slope * weights[neuron] * 2.0 * activation * is_open;
            }
            for (sum, value) in gradient[BIAS..OUTPUT].iter_mut().zip(&back) {
                *sum += value;
            }
            for input in inputs {
                let row = usize::from(input[view]) * HIDDEN;
                for (sum, value) in gradient[row..row + HIDDEN].iter_mut().zip(&back) {
                    *sum += value;
                }
            }
        }
        loss(sample, expected)
    }

    /// Keeps all weights within what the integers of the network hold.
    pub(super) fn clip(&mut self) {
        for weight in &mut self.weights[..OUTPUT_BIAS] {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    /// The network in integers.
    pub(super) fn to_network(&self) -> Network {
        let unit = f32::from(UNIT);
        let output_unit = f32::from(WEIGHT_UNIT);
        let row = |start: usize, unit: f32| {
            Row(std::array::from_fn(|neuron| {
                (self.weights[start + neuron] * unit).round() as i16
            }))
        };
        let biases = &self.weights[OUTPUT_BIAS..];
        Network {
            rows: (0..INPUTS).map(|input| row(input * HIDDEN, unit)).collect(),
            bias: row(BIAS, unit),
            output: (0..BUCKETS)
                .map(|bucket| [0, 1].map(|view| row(output_start(bucket, view), output_unit)))
                .collect(),
            output_bias: biases
                .iter()
                .map(|bias| (bias * unit * output_unit).round() as i32)
                .collect(),
        }
    }

    /// The model that the network was rounded from.
    pub(super) fn from_network(network: &Network) -> Self {
        let unit = f32::from(UNIT);
        let output_unit = f32::from(WEIGHT_UNIT);
        let hidden = network.rows.iter().chain([&network.bias]);
        let hidden = hidden.flat_map(|row| row.0).map(|w| f32::from(w) / unit);
        let output = network.output.iter().flatten().flat_map(|row| row.0);
        let output = output.map(|w| f32::from(w) / output_unit);
        let biases = network.output_bias.iter();
        let biases = biases.map(|bias| *bias as f32 / (unit * output_unit));
        Self {
            weights: hidden.chain(output).chain(biases).collect(),
        }
    }
}

fn output_start(bucket: usize, view: usize) -> usize {
    OUTPUT + (2 * bucket + view) * HIDDEN
}

fn loss(sample: &Sample, expected: f32) -> f64 {
    f64::from(sample.weight) * f64::from(expected - sample.target).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Network, evaluate};
    use crate::position::Position;
    use crate::rules::STANDARD;
    use crate::tools::train::samples::Samples;

    const FEN: &str = "r1n1r3/1kfs4/2n1spp1/p1pp2P1/P3PP2/2PPS2R/NK1F1S2/3N3R[] w - - 4 20";

    fn sample(samples: &mut Samples) -> Sample {
        let position = Position::from_fen(&STANDARD, FEN).expect("valid");
        samples.add_test(&position, 120);
        samples.test[0].clone()
    }

    #[test]
    fn gradients_are_those_measured() {
        let mut samples = Samples::default();
        let sample = sample(&mut samples);
        let inputs = samples.inputs(&sample).to_vec();
        let mut model = Model::random(&mut Random::new(2));
        let mut gradient = vec![0.0; WEIGHTS];
        model.learn(&sample, &inputs, &mut gradient);
        let row = usize::from(inputs[3][0]) * HIDDEN;
        let weights = (row..row + 20)
            .chain(BIAS..BIAS + 20)
            .chain((0..2).flat_map(|view| {
                let start = output_start(usize::from(sample.bucket), view);
                start..start + 20
            }))
            .chain([OUTPUT_BIAS + usize::from(sample.bucket)]);
        for weight in weights {
            let old = model.weights[weight];
            let step = 1e-2;
            model.weights[weight] = old + step;
            let above = model.loss(&sample, &inputs);
            model.weights[weight] = old - step;
            let below = model.loss(&sample, &inputs);
            model.weights[weight] = old;
            let measured = (above - below) / (2.0 * f64::from(step));
            let computed = f64::from(gradient[weight]);
            assert!(
                (measured - computed).abs() < 1e-4 + 0.03 * computed.abs(),
                "weight {weight}: {measured} is not {computed}"
            );
        }
    }

    #[test]
    fn the_rounded_network_says_what_the_model_says() {
        let mut samples = Samples::default();
        let sample = sample(&mut samples);
        let model = Model::random(&mut Random::new(2));
        let network = model.to_network();
        let position = Position::from_fen(&STANDARD, FEN).expect("valid");
        let expected = model.pass(&sample, samples.inputs(&sample)).expected;
        let rounded = sigmoid(evaluate(&network, &position) as f32 / 220.0);
        assert!((expected - rounded).abs() < 0.01, "{expected} {rounded}");
        let again = Model::from_network(&Network::from_bytes(&network.to_bytes()).expect("whole"));
        assert_eq!(again.to_network(), network);
    }
}
