//! What the engine says, but for moves and the board.

use std::io::{self, Write};

use super::board::variants;
use crate::position::Outcome;
use crate::protocol::driver::Driver;
use crate::protocol::options::Options;
use crate::protocol::output::printable;
use crate::search::{Bound, Report};
use crate::types::{Color, Move, Score};

/// What mates in N moves are worth in centipawns, less N.
const MATE: i32 = 100_000;

/// The features, the options among them.
pub(super) fn introduce<W: Write>(driver: &mut Driver<W>) -> io::Result<()> {
    driver.out.line(
        "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 analyze=1 exclude=1 nps=1",
    )?;
    driver.out.line(
        "feature colors=0 sigint=0 sigterm=0 reuse=1 name=1 memory=1 smp=1 debug=1 highlight=1",
    )?;
    let version = env!("CARGO_PKG_VERSION");
    driver
        .out
        .line(format_args!("feature myname=\"sitke {version}\""))?;
    driver.out.line(variants())?;
    Options::cecp_features().try_for_each(|line| driver.out.line(line))?;
    driver.out.line("feature done=1")
}

pub(super) fn error<W: Write>(driver: &mut Driver<W>, what: &str, line: &str) -> io::Result<()> {
    let line = printable(line);
    driver.out.line(format_args!("Error ({what}): {line}"))
}

/// A line of thinking: depth, score, time in hundredths of a second, nodes, moves.
pub(super) fn thought(report: &Report) -> String {
    let score = match report.score() {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => MATE + moves,
        Score::Mate(moves) => moves - MATE,
    };
    let time = report.time.as_millis() / 10;
    let moves: Vec<String> = report.pv.iter().map(Move::to_string).collect();
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    let (depth, nodes) = (report.depth, report.nodes);
    format!("{depth} {score} {time} {nodes} {}{bound}", moves.join(" "))
}

/// Whether the game is over by the board: then the result is told. Other draws are only offered:
/// arbiters count moves and positions in different ways.
pub(super) fn announce_end<W: Write>(driver: &mut Driver<W>) -> io::Result<bool> {
    let record = driver.game.record();
    let position = record.position();
    let result = match record.outcome() {
        Outcome::Win(winner) => {
            let (points, name) = match winner {
                Color::White => ("1-0", "White"),
                Color::Black => ("0-1", "Black"),
            };
            let how = if position.is_check() { "mates" } else { "wins" };
            format!("{points} {{{name} {how}}}")
        }
        Outcome::Draw(reason) if !position.has_legal_moves() => {
            format!("1/2-1/2 {{{reason}}}")
        }
        Outcome::Draw(_) | Outcome::Ongoing => return Ok(false),
    };
    driver.out.line(result)?;
    Ok(true)
}
