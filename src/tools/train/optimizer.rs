//! How a gradient changes the weights, and how fast.

/// Adam with decoupled weight decay (Loshchilov and Hutter 2017).
#[derive(Debug)]
pub(super) struct AdamW {
    mean: Vec<f32>,
    square: Vec<f32>,
    decay: f32,
    steps: usize,
}

/// The learning rate over the whole training: a short rise, then half a cosine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) highest: f32,
    pub(super) steps: usize,
}

const BETA: (f32, f32) = (0.9, 0.999);
const WARM_UP: usize = 100;
/// The last rate as a share of the highest.
const LAST: f32 = 1.0 / 300.0;

impl Schedule {
    fn rate(&self, step: usize) -> f32 {
        if step < WARM_UP {
            return self.highest * (step + 1) as f32 / WARM_UP as f32;
        }
        let done = (step - WARM_UP) as f32 / self.steps.saturating_sub(WARM_UP).max(1) as f32;
        let share = 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos());
        self.highest * (LAST + (1.0 - LAST) * share)
    }
}

impl AdamW {
    pub(super) fn new(weights: usize, decay: f32) -> Self {
        Self {
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
            decay,
            steps: 0,
        }
    }

    /// Moves the weights against the gradient.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], schedule: &Schedule) {
        let rate = schedule.rate(self.steps);
        self.steps += 1;
        let steps = self.steps as i32;
        let (warm_mean, warm_square) = (1.0 - BETA.0.powi(steps), 1.0 - BETA.1.powi(steps));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = BETA.0 * *mean + (1.0 - BETA.0) * gradient;
            *square = BETA.1 * *square + (1.0 - BETA.1) * gradient * gradient;
            let step = (*mean / warm_mean) / ((*square / warm_square).sqrt() + 1e-8);
            *weight -= rate * (step + self.decay * *weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_is_walked_down() {
        let schedule = Schedule {
            highest: 0.05,
            steps: 2_000,
        };
        let mut optimizer = AdamW::new(2, 0.01);
        let mut weights = [1.0, -2.0];
        for _ in 0..schedule.steps {
            let gradient = weights.map(|weight| 2.0 * (weight - 0.5));
            optimizer.step(&mut weights, &gradient, &schedule);
        }
        assert!(
            weights.iter().all(|weight| (weight - 0.5).abs() < 0.02),
            "{weights:?}"
        );
    }
}
