//! Programs around the engine, which use the library like any other caller.

pub mod analyse;
pub mod bench;
pub mod datagen;
pub mod games;
pub mod perft;
pub mod ruleset;
pub mod tune;
