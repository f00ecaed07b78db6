//! Analysis of positions without a GUI, for readers and for scripts.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::position::{FenError, Outcome, Position, Record};
use crate::rules::Rules;
use crate::search::{Bound, Limits, Pool, Report, Settings};
use crate::tools::line::follow;
use crate::tools::ruleset::{self, RuleSet};
use crate::types::{Move, Score};

/// Find the best moves in positions.
///
/// Positions come from the command line, from a file, or from standard input, one FEN or EPD a
/// line; empty lines and lines that begin with # are skipped. Without a limit each gets a second.
#[derive(Args, Clone, Debug)]
pub struct Analyse {
    /// Positions, each FEN in quotes; '-' reads them from standard input.
    #[arg(value_name = "FEN")]
    pub fens: Vec<String>,
    /// File of positions.
    #[arg(long, value_name = "PATH", conflicts_with = "fens")]
    pub file: Option<PathBuf>,
    /// Moves to play from each position first, in coordinates or algebraic notation; what was on the board
    /// before counts as repeated.
    #[arg(long, value_name = "MOVES", default_value_t, hide_default_value = true)]
    pub moves: String,
    /// Iterations a position.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Nodes a position.
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Milliseconds a position.
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Best lines to show.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=500))]
    pub multipv: u32,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    pub threads: u32,
    /// Size of the hash table in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: u32,
    /// Write one JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Pairing of standard arrays instead of positions, such as F-E or ISP-01.
    #[arg(long, conflicts_with_all = ["fens", "file"])]
    pub array: Option<String>,
    /// The rules.
    #[command(flatten)]
    pub rules: RuleSet,
}

/// What was found in one position.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The position as it was given.
    pub input: String,
    /// The position as the engine writes it; missing if it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// What is wrong with the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How the game stands: `play on`, or how it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Depth of the best line.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time_ms: u64,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
}

/// One line of play.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Score in centipawns from the side to move; missing if a mate was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to mate, negative if the side to move is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// `lower` or `upper` if the score is only a bound, because the search ended before it was known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// The moves in coordinates.
    pub pv: Vec<String>,
    /// The moves in algebraic notation.
    pub san: Vec<String>,
}

/// Analyses all positions and writes what was found.
///
/// # Errors
/// If the table cannot be allocated, `out` not be written to or a position not be read. Bad FENs are reported in
/// their place, and the others still analysed.
pub fn run(args: &Analyse, out: &mut impl Write) -> Result<()> {
    let rules = args.rules.rules()?;
    let positions = match &args.array {
        Some(name) => vec![ruleset::array(rules, name)?.fen()],
        None => read(args)?,
    };
    let mut pool = Pool::new(args.threads as usize, args.hash as usize)?;
    let has_limit = args.depth.is_some() || args.nodes.is_some() || args.movetime.is_some();
    let movetime = args.movetime.or((!has_limit).then_some(1000));
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes.map(|nodes| nodes.max(1)),
        movetime: movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    let settings = Settings {
        multi_pv: args.multipv as usize,
        overhead: Duration::ZERO,
        ..Settings::default()
    };
    // Drawn on standard error, and only if that is a terminal.
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} left")?;
    let progress = ProgressBar::new(positions.len() as u64).with_style(style);
    let (all, mut bad) = (positions.len(), 0);
    for input in positions {
        let game = read_position(rules, &input)
            .map_err(Into::into)
            .and_then(|start| follow(start, &args.moves));
        let analysis = match game {
            Ok((game, _)) => analyse(&mut pool, &game, &limits, &settings, input),
            Err(error) => {
                bad += 1;
                Analysis::of_error(input, &error)
            }
        };
        progress.suspend(|| -> Result<()> {
            if args.json {
                serde_json::to_writer(&mut *out, &analysis).map_err(io::Error::from)?;
                writeln!(out)?;
            } else {
                analysis.write(out)?;
            }
            Ok(out.flush()?)
        })?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    ensure!(bad == 0, "{bad} of {all} positions could not be read");
    Ok(())
}

/// The positions to analyse as text.
fn read(args: &Analyse) -> Result<Vec<String>> {
    let lines = |source: &mut dyn BufRead| -> io::Result<Vec<String>> {
        let lines = source.lines().collect::<io::Result<Vec<_>>>()?;
        let lines = lines.into_iter().map(|line| line.trim().to_owned());
        Ok(lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect())
    };
    if let Some(path) = &args.file {
        let read = || lines(&mut BufReader::new(File::open(path)?));
        return read().with_context(|| format!("cannot read {}", path.display()));
    }
    if args.fens.is_empty() || args.fens == ["-"] {
        return lines(&mut io::stdin().lock()).context("cannot read standard input");
    }
    Ok(args.fens.clone())
}

/// Reads a FEN, or the position of an EPD line: everything before its first operation.
fn read_position(rules: &'static Rules, text: &str) -> Result<Position, FenError> {
    let is_field = |(index, word): &(usize, &str)| {
        *index < 2
            || ["-", "r", "m1", "m2"].contains(word)
            || word.starts_with(|c: char| c.is_ascii_digit())
    };
    Position::from_fen(rules, text).or_else(|error| {
        let text = text
            .split(';')
            .next()
            .unwrap_or_default()
            .replace(" [", "[");
        let words: Vec<&str> = text
            .split_whitespace()
            .enumerate()
            .take_while(is_field)
            .map(|(_, word)| word)
            .collect();
        Position::from_fen(rules, &words.join(" ")).map_err(|_| error)
    })
}

fn analyse(
    pool: &mut Pool,
    game: &Record,
    limits: &Limits,
    settings: &Settings,
    input: String,
) -> Analysis {
    let mut lines: Vec<Report> = Vec::new();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    // The same result whatever was analysed before.
    pool.clear();
    pool.search(game, limits, settings, &mut |report: &Report| {
        nodes = report.nodes;
        time = report.time;
        let same_rank = |line: &Report| line.multi_pv == report.multi_pv;
        if report.supersedes(lines.iter().find(|line| same_rank(line))) {
            lines.retain(|line| !same_rank(line));
            lines.push(report.clone());
        }
    });
    let position = game.position();
    lines.sort_by_key(|line| line.multi_pv);
    Analysis {
        input,
        fen: Some(position.fen()),
        error: None,
        outcome: Some(position.verdict(game.outcome())),
        depth: lines.first().map_or(0, |line| line.depth),
        nodes,
        time_ms: time.as_millis() as u64,
        lines: lines
            .iter()
            .map(|report| Line::new(position, report))
            .collect(),
    }
}

impl Analysis {
    fn of_error(input: String, error: &anyhow::Error) -> Self {
        let error = Some(error.to_string());
        Self {
            input,
            fen: None,
            error,
            outcome: None,
            depth: 0,
            nodes: 0,
            time_ms: 0,
            lines: Vec::new(),
        }
    }

    /// Writes it for people.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (Some(fen), Some(outcome)) = (&self.fen, &self.outcome) else {
            return writeln!(
                out,
                "{}\n  error: {}",
                self.input,
                self.error.as_deref().unwrap_or_default()
            );
        };
        writeln!(out, "{fen}")?;
        if *outcome != Outcome::Ongoing.to_string() {
            writeln!(out, "  {outcome}")?;
        }
        for line in self.lines.iter().filter(|line| !line.pv.is_empty()) {
            let score = match (line.cp, line.mate) {
                (_, Some(moves)) => format!("mate {moves}"),
                (cp, None) => format!("{:+.2}", f64::from(cp.unwrap_or(0)) / 100.0),
            };
            let bound = match line.bound {
                Some("lower") => ">=",
                Some(_) => "<=",
                None => "",
            };
            let score = format!("{bound}{score}");
            writeln!(out, "  {score:>7}  {}", line.san.join(" "))?;
        }
        writeln!(
            out,
            "  depth {}, {} nodes, {} ms",
            self.depth, self.nodes, self.time_ms
        )
    }
}

impl Line {
    fn new(root: &Position, report: &Report) -> Self {
        let (cp, mate) = match report.score() {
            Score::Centipawns(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let mut position = root.clone();
        let mut san = Vec::with_capacity(report.pv.len());
        for &mv in &report.pv {
            san.push(position.san(mv));
            position = position.play(mv);
        }
        let bound = match report.bound {
            Bound::Exact => None,
            Bound::Lower => Some("lower"),
            Bound::Upper => Some("upper"),
        };
        Self {
            cp,
            mate,
            bound,
            pv: report.pv.iter().map(Move::to_string).collect(),
            san,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{STANDARD, preset};

    #[test]
    fn epd_lines_are_read() {
        for text in [
            "7k/8/6K1/8/8/8/8/R7[] w - - bm a1a8; id \"mate 1\";",
            "7k/8/6K1/8/8/8/8/R7[] w - - 0 1; id \"x\";",
            "7k/8/6K1/8/8/8/8/R7 w",
        ] {
            assert!(read_position(&STANDARD, text).is_ok(), "{text}");
        }
        assert!(read_position(&STANDARD, "blah").is_err());
        let murray = preset("sittuyin-murray").unwrap();
        let text = "4k3/8/4pppp/pppp4/4PPPP/PPPP4/8/4K3[] w r - ; id \"second stage\";";
        assert!(read_position(murray, text).unwrap().is_setup());
    }

    #[test]
    fn mates_are_found_and_written() {
        let position = read_position(&STANDARD, "7k/8/6K1/8/8/8/8/R7[] w - - 0 1").unwrap();
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let mut pool = Pool::new(1, 1).unwrap();
        let analysis = analyse(
            &mut pool,
            &Record::new(position),
            &limits,
            &Settings::default(),
            String::new(),
        );
        assert_eq!(
            (analysis.lines[0].mate, analysis.lines[0].san.as_slice()),
            (Some(1), &["Ra8#".to_owned()][..])
        );
        let mut text = Vec::new();
        analysis.write(&mut text).unwrap();
        assert!(String::from_utf8(text).unwrap().contains(" mate 1  Ra8#\n"));
    }
}
