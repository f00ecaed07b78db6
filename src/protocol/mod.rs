//! The Universal Chess Interface: from lines of text to searches and back.
//!
//! A reader thread turns bytes into lines and nothing else. One controller obeys them in order,
//! hears the search and never waits for either, so that `stop`, `isready` and `quit` are answered
//! whatever search is running; `go perft` and `bench` run to their end first. Nothing a program sends
//! can end it but `quit` and the end of input.

// Tests may panic, that is how they fail.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod arbiter;
mod command;
mod dice;
mod driver;
mod options;
mod output;
mod show;
mod uci;

pub use driver::{Bench, run};
