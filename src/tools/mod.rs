//! Programs around the engine.

pub mod selfplay;
pub mod tune;
