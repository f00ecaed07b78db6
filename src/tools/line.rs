//! Moves given as text.

use anyhow::Result;

use crate::position::{Position, Record};
use crate::types::Move;

/// Plays the moves that `text` lists, in coordinates or algebraic notation, from `start`.
///
/// # Errors
/// If a move is not legal.
pub(super) fn follow(start: Position, text: &str) -> Result<(Record, Vec<Move>)> {
    let mut game = Record::new(start);
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv = game.position().parse_san(word)?;
        game.play(mv);
        moves.push(mv);
    }
    Ok((game, moves))
}
