//! Programs around the engine, which use the library like any other caller.

pub mod analyse;
pub mod bench;
pub mod board;
pub mod datagen;
pub mod games;
mod glyphs;
mod line;
mod logistic;
pub mod manual;
pub mod openings;
pub mod perft;
pub mod picture;
pub mod play;
pub mod ruleset;
mod selfplay;
pub mod train;
pub mod tune;
