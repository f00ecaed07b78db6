//! The protocols: from lines of text to searches and back.
//!
//! A reader thread turns bytes into lines and nothing else. The `driver` owns the game, the options
//! and the search; it never waits for any of them, so that commands are answered whatever search is
//! running. What lines mean and how the search is put into words is up to a `Dialect`: `uci`, or
//! `cecp` if that is what the first line asks for. Nothing a program sends can end the engine but
//! `quit` and the end of input.

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
mod cecp;
mod driver;
mod options;
mod output;
mod thinking;
mod uci;

use std::io::{self, BufRead, Write};

use crossbeam_channel::{Sender, unbounded};

use cecp::Cecp;
use driver::Driver;
use output::Output;
pub use uci::Bench;
use uci::Uci;

/// The first command of programs that speak CECP.
const XBOARD: &str = "xboard";

/// Speaks UCI, or CECP if the first command is `xboard`, until `quit` or the end of `input`.
///
/// # Errors
/// If the first hash table cannot be allocated or `output` cannot be written to.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    bench: Bench,
) -> io::Result<()> {
    let (sender, lines) = unbounded();
    std::thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(input, &sender))?;
    let Some(first) = lines.iter().find(|line| !line.is_empty()) else {
        return Ok(());
    };
    if first == XBOARD {
        let driver = Driver::new(Output::new(output, cecp::WORDS))?;
        driver.serve(&mut Cecp::default(), None, &lines)
    } else {
        let driver = Driver::new(Output::new(output, uci::WORDS))?;
        driver.serve(&mut Uci::new(bench), Some(first), &lines)
    }
}

/// Passes lines on until there are no more. GUIs may write Latin-1, so bytes are read, not text.
fn read(mut input: impl BufRead, lines: &Sender<String>) {
    let mut bytes = Vec::new();
    while input
        .read_until(b'\n', &mut bytes)
        .is_ok_and(|length| length > 0)
    {
        if lines
            .send(String::from_utf8_lossy(&bytes).trim().to_owned())
            .is_err()
        {
            return;
        }
        bytes.clear();
    }
}
