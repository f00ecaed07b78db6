//! The program: reads the command line, starts what it asks for, and is the only place that exits.

use std::io::{self, BufReader, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};
use sitke::protocol;
use sitke::tools::analyse::{self, Analyse};
use sitke::tools::bench::Bench;
use sitke::tools::board::{self, Board};
use sitke::tools::datagen::{self, DataGen};
use sitke::tools::manual::{self, Manual};
use sitke::tools::openings::{self, Openings};
use sitke::tools::perft::{self, Perft};
use sitke::tools::play::{self, Play};
use sitke::tools::ruleset::{self, ShowRules};
use sitke::tools::train::{self, Train};
use sitke::tools::tune::{self, Tune};

/// An engine for Sittuyin, the traditional chess of Burma.
///
/// Without a command it speaks the Universal Chess Interface on standard input and output, as chess
/// programs expect, or the protocol of XBoard if they begin with `xboard`; type `uci`,
/// `position startpos`, `go movetime 1000` and `quit` to try it.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  sitke                                     play or analyse under a chess program (UCI)
  sitke play                                a game in the terminal
  sitke analyse '7k/8/6K1/8/8/8/8/R7[] w - - 0 1'
  sitke analyse --depth 12 --multipv 3 --json --file positions.epd
  sitke board --moves 'K@g2 K@b7' --svg > board.svg
  sitke perft 4 --divide
  sitke rules sittuyin-murray               what a rule set says
  sitke bench

Set RUST_LOG=debug to see what the engine logs, on standard error.";

#[derive(Subcommand)]
enum Command {
    Analyse(Analyse),
    Bench(Bench),
    Board(Board),
    #[command(name = "datagen")]
    DataGen(DataGen),
    Manual(Manual),
    Openings(Openings),
    Perft(Perft),
    Play(Play),
    Rules(ShowRules),
    Train(Train),
    Tune(Tune),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    env_logger::Builder::new().parse_env("RUST_LOG").init();
    let result = match &cli.command {
        Some(command) => run(command, &mut io::stdout().lock()),
        None => speak(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed as well.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command, out: &mut impl Write) -> Result<()> {
    match command {
        Command::Analyse(args) => analyse::run(args, out),
        Command::Bench(args) => args.run(|line| Ok(writeln!(out, "{line}")?)).map(drop),
        Command::Board(args) => board::run(args, out),
        Command::DataGen(args) => Ok(writeln!(out, "{}", datagen::run(args)?)?),
        Command::Manual(args) => manual::run(args, Cli::command()),
        Command::Openings(args) => {
            let kept = openings::run(args)?;
            eprintln!("{kept} openings");
            Ok(())
        }
        Command::Perft(args) => perft::run(args, out),
        Command::Play(args) => play::run(args, &mut io::stdin().lock(), out),
        Command::Rules(args) => ruleset::run(args, out),
        Command::Train(args) => train::run(args),
        Command::Tune(args) => tune::run(args),
    }
}

/// The engine proper.
fn speak() -> Result<()> {
    // Programs that start engines often read standard error as if it were UCI.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    protocol::run(BufReader::new(io::stdin()), io::stdout().lock(), bench)?;
    Ok(())
}

/// The command `bench` of the protocol.
fn bench(words: &[String], line: &mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    match Bench::from_words(words).run(|text| Ok(line(text)?)) {
        Ok(_) => Ok(()),
        Err(error) if error.is::<io::Error>() => {
            Err(error.downcast().unwrap_or_else(io::Error::other))
        }
        Err(error) => line(&format!("info string ERROR: {error}")),
    }
}

/// Whether whoever read the output has gone, which is nobody's error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
