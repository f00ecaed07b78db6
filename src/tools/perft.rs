//! Counts of move sequences, to check the rules against other programs.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::Args;

use crate::position::{divide, perft};
use crate::tools::ruleset::Start;

/// Count the sequences of legal moves of a length.
#[derive(Args, Clone, Debug)]
pub struct Perft {
    /// Length of the sequences in plies.
    pub depth: u32,
    /// Where they begin.
    #[command(flatten)]
    pub start: Start,
    /// Count each first move for itself.
    #[arg(long)]
    pub divide: bool,
}

/// Counts and prints.
///
/// # Errors
/// If the FEN is bad or `out` cannot be written to.
pub fn run(args: &Perft, out: &mut impl Write) -> Result<()> {
    let position = args.start.position()?;
    let started = Instant::now();
    let total = if args.divide && args.depth > 0 {
        let counts = divide(&position, args.depth);
        for (mv, count) in &counts {
            writeln!(out, "{mv}: {count}")?;
        }
        writeln!(out)?;
        counts.iter().map(|(_, count)| count).sum()
    } else {
        perft(&position, args.depth)
    };
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "Nodes searched: {total}")?;
    writeln!(
        out,
        "Time: {seconds:.2} s, {:.1} million a second",
        total as f64 / seconds.max(1e-9) / 1e6
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_adds_up_to_the_whole() {
        let print = |divide: bool| {
            let mut out = Vec::new();
            run(
                &Perft {
                    depth: 2,
                    start: Start::default(),
                    divide,
                },
                &mut out,
            )
            .unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(print(false).starts_with("Nodes searched: 7744\n"));
        let divided = print(true);
        assert!(
            divided.contains("Nodes searched: 7744\n") && divided.contains("K@a1: 88\n"),
            "{divided}"
        );
        assert!(
            run(
                &Perft {
                    depth: 1,
                    start: Start {
                        fen: Some("blah".to_owned()),
                        ..Start::default()
                    },
                    divide: false,
                },
                &mut Vec::new()
            )
            .is_err()
        );
    }
}
