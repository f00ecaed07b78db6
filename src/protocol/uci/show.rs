//! The commands for people: they show the position and what is known of it without a search.

use std::io::{self, Write};

use crate::eval::{Network, evaluate, trace};
use crate::position::{Position, Record, divide};
use crate::protocol::output::Output;
use crate::rules::{Rules, STANDARD};

/// `d`: the board, its FEN, the stage, how the game stands, the count against a bare king and whose
/// rules these are.
pub(super) fn board(out: &mut Output<impl Write>, record: &Record) -> io::Result<()> {
    let position = record.position();
    let rules = position.rules();
    out.line(position.diagram())?;
    out.line("")?;
    out.line(format_args!("Fen: {}", position.fen()))?;
    if position.is_setup() {
        let stage = if position.is_placing() {
            "pieces are placed"
        } else {
            "pieces may be put elsewhere, until a pawn steps"
        };
        out.line(format_args!("Stage: {stage}"))?;
    } else if position.is_diced() {
        let left = position.moves_left();
        out.line(format_args!("Stage: {left} moves of three dice are left"))?;
    }
    out.line(format_args!(
        "Outcome: {}",
        position.verdict(record.outcome())
    ))?;
    if let Some(count) = position.count() {
        out.line(format_args!("Count: {} of {}", count.plies, count.limit))?;
    }
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    if !checkers.is_empty() {
        out.line(format_args!("Checkers: {}", checkers.join(" ")))?;
    }
    let changes = rules.changes(&STANDARD);
    out.line(format_args!("Rules: {} ({})", rules.name, rules.source))?;
    if !changes.is_empty() {
        out.line(format_args!("Differs: {changes}"))?;
    }
    Ok(())
}

/// `rules`: a rule set in plain words.
pub(super) fn rules(out: &mut Output<impl Write>, rules: &Rules) -> io::Result<()> {
    rules
        .explanation()
        .into_iter()
        .try_for_each(|line| out.line(line))
}

/// `eval`: the parts of the static evaluation for White, then the whole for the side to move. Pieces that are not
/// Sittuyin's have no parts and no network.
pub(super) fn evaluation(
    out: &mut Output<impl Write>,
    position: &Position,
    network: &Network,
) -> io::Result<()> {
    let trace = trace(position);
    let side = position.side().name();
    let classical = format!("Classical: {:+} centipawns for {side}", trace.classical);
    if trace.terms.is_empty() {
        return out.line(classical);
    }
    out.line("Terms, in centipawns for white:")?;
    for (name, value) in &trace.terms {
        out.line(format_args!("{name}: {value:+}"))?;
    }
    out.line(classical)?;
    let total = evaluate(network, position);
    out.line(format_args!(
        "Total with the network: {total:+} centipawns for {side}"
    ))
}

/// `go perft`: the move sequences of `depth` plies, by first move and in total.
pub(super) fn perft(
    out: &mut Output<impl Write>,
    position: &Position,
    depth: u32,
) -> io::Result<()> {
    let mut total = u64::from(depth == 0);
    for (mv, count) in divide(position, depth) {
        out.line(format_args!("{mv}: {count}"))?;
        total += count;
    }
    out.line("")?;
    out.line(format_args!("Nodes searched: {total}"))
}
