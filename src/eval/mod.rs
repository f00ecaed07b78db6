//! What a position is worth, statically: the classical evaluation and what a network adds to it.
//!
//! The classical evaluation is a sum of features, each counted for both sides and weighted for the
//! middlegame and the endgame. `feature.rs` says what is counted, `weights.rs` what it is worth; the
//! tuner writes the latter. Knowledge of particular endings then scales the sum.
//!
//! The network is trained on what the classical evaluation leaves unexplained, so it starts from
//! that strength and has only the rest to learn. `NETWORK.md` has its history. Mini Burmese Chess, which has other
//! pieces, has an evaluation of its own and no network.

mod accumulator;
mod bare_king;
mod classical;
mod endgame;
mod evaluator;
mod feature;
mod features;
mod kernels;
mod mating;
mod mini;
mod network;
mod wdl;
mod weights;

pub use bare_king::{prepare, prepare_all};
pub use classical::{
    Trace, drop_value, evaluate as classical_value, features, middlegame_share, trace,
};
pub use endgame::linear_factor;
pub use evaluator::{Evaluator, Unexplained, evaluate, revised, unexplained};
pub use feature::{FEATURES, Feature, FeatureCounts, GROUPS, Group, Pair};
pub use features::{BUCKETS, INPUTS, Inputs, bucket, inputs};
pub use network::{CENTIPAWNS, HIDDEN, MAX_WEIGHT, Network, NetworkError, Row, UNIT, WEIGHT_UNIT};
pub use wdl::win_draw_loss;
pub use weights::{TEMPO, WEIGHTS};
