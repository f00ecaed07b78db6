//! What a position is worth, statically.
//!
//! The classical evaluation is a sum of features, each counted for both sides and weighted for the
//! middlegame and the endgame. [`features`] says what is counted,
//! `weights.rs` what it is worth; the tuner writes the latter. Knowledge of particular endings then
//! scales the sum. Mini Burmese Chess, which has other pieces, has an evaluation of its own.

mod classical;
mod endgame;
mod feature;
mod mini;
mod wdl;
mod weights;

pub use classical::{
    Trace, drop_value, evaluate, features, linear_factor, middlegame_share, trace,
};
pub use feature::{FEATURES, Feature, FeatureCounts, GROUPS, Group, Pair};
pub use wdl::win_draw_loss;
pub use weights::{TEMPO, WEIGHTS};
