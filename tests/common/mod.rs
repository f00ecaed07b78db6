//! What more than one test program needs.

use sitke::position::Position;
use sitke::types::{Move, Random};

/// A random legal move, often a promotion if there is one.
pub(crate) fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let promotions: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| mv.is_promotion())
        .collect();
    if random.below(2) == 0 {
        random.pick(&promotions)
    } else {
        None
    }
    .or_else(|| random.pick(&moves))
    .copied()
}
