//! Properties that must hold in every position, checked along random games and in random positions.
//!
//! The seeds are fixed, so a run is repeatable; a failure names the seed of its game.

#[path = "../common/mod.rs"]
mod common;
mod endings;
mod exchange;
mod games;
mod keys;
mod legality;
mod malformed;
mod symmetry;
mod text;
