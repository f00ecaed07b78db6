//! The scale on which scores and results are one: what a side is expected to score, 0 to 1.

use crate::eval::CENTIPAWNS;

/// The logistic function.
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What a side is expected to score that is better by `value` centipawns.
pub(super) fn expected(value: f32) -> f32 {
    sigmoid(value / CENTIPAWNS as f32)
}
