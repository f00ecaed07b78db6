//! Chances to win before the dice are thrown, 0 to 1, from the side to move.

use super::reach::king_capture;
use crate::eval::classical_value;
use crate::position::Position;
use crate::types::{Move, Score, Value};

/// Centipawns that change the odds to win by a factor of e: luck weighs more than pieces.
const SPREAD: f64 = 600.0;
/// How much of the danger that the king is taken a throw later is left after the own turn.
const LATER: f64 = 0.5;

/// The chance where a king has been taken.
pub(super) fn decided(position: &Position) -> Option<f64> {
    let us = position.side();
    if position.has_lost_king(us) {
        Some(0.0)
    } else {
        position.has_lost_king(!us).then_some(1.0)
    }
}

/// The chance by the evaluation alone.
pub(super) fn plain(position: &Position) -> f64 {
    decided(position)
        .unwrap_or_else(|| 1.0 / (1.0 + (-f64::from(classical_value(position)) / SPREAD).exp()))
}

/// The chance when the side to move may take the king with its next throw and the other side with the
/// one after.
pub(super) fn outlook(position: &Position) -> f64 {
    decided(position).unwrap_or_else(|| {
        let taking = king_capture(position);
        let taken = king_capture(&passed(position.clone()));
        taking + (1.0 - taking) * plain(position) * (1.0 - LATER * taken)
    })
}

/// A chance as a value; a king that is taken is mate.
pub(super) fn centipawns(chance: f64) -> Value {
    if chance >= 1.0 {
        return Score::mate_in(1);
    }
    let bound = f64::from(Score::MATE_IN_MAX - 1);
    (SPREAD * (chance / (1.0 - chance)).ln()).clamp(-bound, bound) as Value
}

/// The position when the side to move passes what is left of its turn.
pub(super) fn passed(mut position: Position) -> Position {
    let us = position.side();
    while position.side() == us {
        position = position.play(Move::PASS);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    /// In how many ways of 216 the dice take the king.
    fn falls(fen: &str) -> i32 {
        let rules = preset("sittuyin-dice").unwrap();
        (216.0 * king_capture(&Position::from_fen(rules, fen).unwrap())).round() as i32
    }

    #[test]
    fn throws_that_take_the_king_are_counted() {
        // One rook move is enough: 216 - 125 falls show a four.
        assert_eq!(falls("7k/8/8/8/8/8/8/K6R[] w - - 0 60"), 91);
        // Two are needed: 3 * 5 + 1 falls show two fours.
        assert_eq!(falls("6k1/6p1/8/8/8/8/8/K4R2[] w - - 0 60"), 16);
        // Two knight moves; three of the king, all sixes.
        assert_eq!(falls("7k/8/8/4N3/8/8/8/K7[] w - - 0 60"), 16);
        assert_eq!(falls("7k/8/8/4K3/8/8/8/8[] w - - 0 60"), 1);
        assert_eq!(falls("7k/8/8/8/8/8/8/K7[] w - - 0 60"), 0);
    }

    #[test]
    fn a_king_in_reach_is_bad() {
        let rules = preset("sittuyin-dice").unwrap();
        let chance = |fen| outlook(&Position::from_fen(rules, fen).unwrap());
        let one_move = chance("7k/8/8/8/8/8/8/r5K1[] b - - 0 60");
        let two_moves = chance("7k/8/8/8/8/8/r7/6K1[] b - - 0 60");
        assert!(one_move > two_moves + 0.1, "{one_move} {two_moves}");
        assert_eq!(centipawns(1.0), Score::mate_in(1));
        assert_eq!(centipawns(0.5), 0);
        assert!(centipawns(0.6) > 0 && !Score::is_mate(centipawns(0.0)));
    }
}
