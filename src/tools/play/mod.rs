//! A game in the terminal.
//!
//! [`run`] reads lines and answers them. The parts: `game` is the game and its file, `board` and `view` the
//! picture, `command` and `reading` what is typed, `session` what is done about it, `editor`
//! the changing of the board, `opponent` the engine, `help` and `words` the texts.

mod board;
mod command;
mod editor;
mod game;
mod help;
mod opponent;
mod reading;
mod session;
mod view;
mod words;

use std::io::{BufRead, IsTerminal, Write};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::tools::ruleset::RuleSet;
use crate::types::Color;
use board::Style;
use session::Session;

/// Play against the engine in the terminal.
///
/// Type moves as d4, Nf3, R@a1 (place a rook) or e5=F (promote in place); `help` lists the commands.
#[derive(Args, Clone, Debug)]
pub struct Play {
    /// The rules.
    #[command(flatten)]
    pub rules: RuleSet,
    /// Your side; Red begins.
    #[arg(long, value_enum, default_value_t = Side::Red)]
    pub side: Side,
    /// Strength of the engine, -20 to 20.
    #[arg(long, default_value_t = -10, allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(-20..=20))]
    pub level: i32,
    /// Milliseconds that the engine may think about a move or a hint; most levels need less.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pub movetime: u64,
    /// Draw with letters instead of symbols.
    #[arg(long)]
    pub letters: bool,
}

/// Who moves the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// The player has the pieces of Red, which are White's in FEN.
    Red,
    /// The player has the black pieces.
    Black,
    /// Two people play.
    Both,
}

impl Side {
    /// The side that the engine plays.
    fn engine(self) -> Option<Color> {
        match self {
            Self::Red => Some(Color::Black),
            Self::Black => Some(Color::White),
            Self::Both => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
            Self::Both => "both",
        }
    }
}

/// Plays until `quit` or the end of the input.
///
/// # Errors
/// If there is no such rule set, not enough memory, or input or output fails.
pub fn run(args: &Play, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
    let mut style = Style::of_terminal();
    style.unicode &= !args.letters;
    let movetime = Duration::from_millis(args.movetime);
    let mut session = Session::new(args.rules.rules()?, args.side, args.level, movetime, style)?;
    session.begin(out)?;
    // A terminal shows what is typed; beside a pipe it would be missing.
    let is_typed = std::io::stdin().is_terminal();
    let mut line = Vec::new();
    loop {
        write!(out, "{}> ", session.prompt())?;
        out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        // Whatever it holds, it is answered.
        let line = String::from_utf8_lossy(&line);
        if !is_typed {
            writeln!(out, "{}", line.trim_end())?;
        }
        if !session.answer(&line, out)? {
            return Ok(());
        }
    }
}
