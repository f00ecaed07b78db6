//! Turns of three moves by three dice: expectation over the other side's throws (expectimax,
//! `chessprogramming.org/Expectimax`).
//!
//! A die names a kind of piece: 1 pawn, 2 knight, 3 elephant, 4 rook, 5 general, 6 king. The order of
//! the moves is free, the same piece may move more than once, and a die without a move is forfeited.

use std::collections::HashMap;
use std::time::Instant;

use crate::eval::classical_value;
use crate::position::Position;
use crate::types::{Move, MoveKind, Random, Role, Score, Value};

/// The kinds that the faces 1 to 6 of a die name.
pub const FACES: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Elephant,
    Role::Rook,
    Role::General,
    Role::King,
];
/// Turns that are looked at with all the replies; the others are known to be worse at first sight.
const CANDIDATES: usize = 10;
/// Ways in which three dice can fall.
const FALLS: Value = 216;

/// The moves of a turn and what they are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// One move a die; a forfeited die passes.
    pub moves: Vec<Move>,
    /// Expected value in centipawns from the side that moves; taking the king is mate.
    pub value: Value,
}

/// A throw of so many dice.
pub fn throw(dice: u8, random: &mut Random) -> Vec<u8> {
    (0..dice)
        .map(|_| random.below(FACES.len()) as u8 + 1)
        .collect()
}

/// The best turn for `dice`, as many as moves are left in the turn; faces are 1 to 6. At depth 1 it is
/// the turn that looks best, deeper also for what the other side may throw.
///
/// After `deadline` no further turn is looked at; those that look best come first.
pub fn best_turn(position: &Position, dice: &[u8], depth: u32, deadline: Option<Instant>) -> Turn {
    let mut turns: Vec<(Value, Vec<Move>, Position)> = turns(position, dice)
        .into_values()
        .map(|(moves, after)| (-value(&after), moves, after))
        .collect();
    // Equal turns in the same order in every run.
    turns.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| bits(&a.1).cmp(bits(&b.1))));
    turns.truncate(CANDIDATES);
    let expected = turns.into_iter().map(|(value, moves, after)| Turn {
        value: if depth < 2 || Score::is_mate(value) {
            value
        } else {
            -expectation(&after)
        },
        moves,
    });
    // The first of equals is the one that looks best.
    expected
        .enumerate()
        .take_while(|(index, _)| *index == 0 || deadline.is_none_or(|end| Instant::now() < end))
        .map(|(_, turn)| turn)
        .reduce(|best, turn| if turn.value > best.value { turn } else { best })
        .unwrap_or(Turn {
            moves: vec![Move::PASS; dice.len()],
            value: Score::DRAW,
        })
}

fn bits(moves: &[Move]) -> impl Iterator<Item = u16> {
    moves.iter().map(|mv| mv.bits())
}

/// The value of `position` for the side to move before it throws: the mean over all throws of what its
/// best turn leads to at first sight.
fn expectation(position: &Position) -> Value {
    let mut sum = 0;
    for first in 1..=6 {
        for second in first..=6 {
            for third in second..=6 {
                let falls = match (first == second, second == third) {
                    (true, true) => 1,
                    (false, false) => 6,
                    _ => 3,
                };
                let best = turns(position, &[first, second, third])
                    .into_values()
                    .map(|(_, after)| -value(&after))
                    .max();
                sum += falls * best.unwrap_or(Score::DRAW);
            }
        }
    }
    // A mean is no proof of mate.
    let bound = Score::MATE_IN_MAX - 1;
    (sum / FALLS).clamp(-bound, bound)
}

/// The value at first sight for the side to move.
fn value(position: &Position) -> Value {
    let us = position.side();
    if position.has_lost_king(us) {
        Score::mated_in(1)
    } else if position.has_lost_king(!us) {
        Score::mate_in(1)
    } else {
        classical_value(position)
    }
}

type Turns = HashMap<u64, (Vec<Move>, Position)>;

/// Every position that a turn with `dice` can lead to, with moves that lead there.
fn turns(position: &Position, dice: &[u8]) -> Turns {
    let mut found = Turns::new();
    let mut moves = Vec::with_capacity(dice.len());
    collect(position, dice, &mut moves, &mut found);
    found
}

fn collect(position: &Position, dice: &[u8], moves: &mut Vec<Move>, found: &mut Turns) {
    let is_over = position.has_lost_king(!position.side());
    if dice.is_empty() || is_over || !position.is_diced() {
        let mut after = position.clone();
        // A king taken ends the turn at once; whose move it would be does not matter then.
        if is_over && moves.len() < 3 && after.side() == position.side() {
            after = finish(after);
        }
        found
            .entry(after.key())
            .or_insert_with(|| (moves.clone(), after));
        return;
    }
    let mut is_playable = false;
    for (index, die) in dice.iter().enumerate() {
        if dice[..index].contains(die) {
            continue;
        }
        let mut rest = dice.to_vec();
        rest.remove(index);
        for mv in moves_by_die(position, *die) {
            is_playable = true;
            moves.push(mv);
            collect(&position.play(mv), &rest, moves, found);
            moves.pop();
        }
    }
    if !is_playable {
        moves.push(Move::PASS);
        collect(&position.play(Move::PASS), &dice[1..], moves, found);
        moves.pop();
    }
}

/// Passes until the other side is to move.
fn finish(mut position: Position) -> Position {
    let us = position.side();
    while position.side() == us {
        position = position.play(Move::PASS);
    }
    position
}

/// The moves of the pieces that `die` names; a promotion is the move of a pawn.
pub fn moves_by_die(position: &Position, die: u8) -> Vec<Move> {
    let face = FACES[usize::from(die.clamp(1, 6)) - 1];
    let is_named = |mv: &Move| match mv.kind() {
        MoveKind::Pass => false,
        MoveKind::Promotion { .. } => face == Role::Pawn,
        _ => position.moved_piece(*mv).role() == face,
    };
    position
        .legal_moves()
        .into_iter()
        .filter(is_named)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    fn best(fen: &str, dice: &[u8]) -> (Vec<String>, Value) {
        let rules = preset("sittuyin-dice").unwrap();
        let turn = best_turn(&Position::from_fen(rules, fen).unwrap(), dice, 2, None);
        let moves = turn.moves.iter().map(ToString::to_string).collect();
        (moves, turn.value)
    }

    #[test]
    fn a_king_in_reach_is_taken() {
        let (moves, value) = best("7k/6pp/8/8/8/8/8/R6K[] w - - 0 60", &[4, 4, 2]);
        assert_eq!(moves, ["a1a8", "a8h8"]);
        assert!(Score::is_mate(value) && value > 0);
    }

    #[test]
    fn dice_without_a_move_are_forfeited() {
        let (moves, _) = best("7k/8/8/8/8/8/8/R6K[] w - - 0 60", &[1, 2, 3]);
        assert_eq!(moves, ["0000"; 3]);
    }

    #[test]
    fn every_die_is_played_once() {
        let (moves, _) = best("7k/5r2/8/8/8/2P5/8/R3N2K[] w - - 0 60", &[1, 2, 6]);
        assert_eq!(moves.len(), 3);
        assert!(moves.contains(&"c3c4".to_owned()), "{moves:?}");
        assert_eq!(moves.iter().filter(|mv| mv.starts_with("e1")).count(), 1);
    }
}
