//! Programs around the engine, which use the library like any other caller.

pub mod analyse;
pub mod bench;
pub mod perft;
pub mod selfplay;
pub mod tune;
