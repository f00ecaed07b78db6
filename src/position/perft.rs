//! Counts of move sequences (`chessprogramming.org/Perft`).

use super::Position;
use crate::types::Move;

/// The number of move sequences of `depth` plies, the last ply counted without playing it.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position
            .legal_moves()
            .into_iter()
            .map(|mv| perft(&position.play(mv), depth - 1))
            .sum(),
    }
}

/// [`perft`] split by the first move; empty for depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.play(mv), depth - 1)))
        .collect()
}
