//! `go dice`: what to play with a throw.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::NO_MOVE;
use super::command::Go;
use crate::position::{Outcome, Record};
use crate::protocol::output::Output;
use crate::search::{best_turn, throw};
use crate::types::{Move, Random, Score};

/// `go dice`: the best moves for a throw, which the engine makes only if asked.
pub(super) fn answer(out: &mut Output<impl Write>, record: &Record, go: &Go) -> io::Result<()> {
    let position = record.position();
    if !position.is_diced() {
        out.error("no dice decide here; 'go' without them finds a move")?;
        return out.line(NO_MOVE);
    }
    let left = usize::from(position.moves_left());
    let is_throw = |dice: &[i64]| dice.iter().all(|die| (1..=6).contains(die));
    let dice: Vec<u8> = match go.dice.as_deref() {
        Some([]) => throw(position.moves_left(), &mut Random::from_clock()),
        Some(dice) if dice.len() == left && is_throw(dice) => {
            dice.iter().map(|die| *die as u8).collect()
        }
        _ => {
            out.error(format_args!(
                "{left} dice are to be named, 1 to 6 each, as in 'go dice 1 4 6'; 'go dice' throws them"
            ))?;
            return out.line(NO_MOVE);
        }
    };
    if position.legal_moves().is_empty() || record.outcome() != Outcome::Ongoing {
        return out.line(NO_MOVE);
    }
    let limits = go.limits(position.side());
    let clock = limits
        .clock
        .map(|clock| clock.remaining / 30 + clock.increment / 2);
    let budget = limits.movetime.into_iter().chain(clock).min();
    // One turn looked at with its replies may take a good part of a second.
    let is_hurried = budget.is_some_and(|budget| budget < Duration::from_secs(1));
    let deepest = if is_hurried { 1 } else { 2 };
    let depth = go.depth.map_or(deepest, |depth| depth.clamp(0, deepest));
    let deadline = budget.map(|budget| Instant::now() + budget / 2);
    let turn = best_turn(position, &dice, depth as u32, deadline);
    let words = |items: &[String]| items.join(" ");
    let faces: Vec<String> = dice.iter().map(ToString::to_string).collect();
    let moves: Vec<String> = turn.moves.iter().map(ToString::to_string).collect();
    out.message(format_args!(
        "dice {} turn {}",
        words(&faces),
        words(&moves)
    ))?;
    out.line(format_args!(
        "info depth {depth} score {} pv {}",
        Score::from_value(turn.value),
        words(&moves)
    ))?;
    let first = turn.moves.first().copied().unwrap_or(Move::PASS);
    out.line(format_args!("bestmove {first}"))
}
