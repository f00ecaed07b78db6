//! Turns of three moves by three dice: expectation over the other side's throws (expectimax,
//! `chessprogramming.org/Expectimax`).
//!
//! A die names a kind of piece: 1 pawn, 2 knight, 3 elephant, 4 rook, 5 general, 6 king. The order of
//! the moves is free, the same piece may move more than once, and a die without a move is forfeited.

mod chance;
mod reach;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::time::Instant;

use chance::{centipawns, decided, outlook, passed, plain};
use reach::{ALL_THROWS, FALLS};

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
/// Turns that are looked at with all the replies.
const CANDIDATES: usize = 10;
/// Replies to a throw that are looked at with what they leave in reach.
const REPLIES: usize = 3;

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

/// The best turn for `dice`, as many as moves are left in the turn; faces are 1 to 6.
///
/// At depth 0 it is the turn that looks best by the evaluation; at depth 1 what both sides may take with
/// their next throws counts too; deeper, what the other side can make of every throw.
/// After `deadline` no further turn is looked at; those that look best come first.
pub fn best_turn(position: &Position, dice: &[u8], depth: u32, deadline: Option<Instant>) -> Turn {
    let mut turns: Vec<Looked> = turns(position, dice)
        .into_values()
        .map(|(moves, after)| Looked {
            chance: 1.0 - plain(&after),
            moves,
            after,
        })
        .collect();
    // Equal turns in the same order in every run.
    turns.sort_by(|a, b| b.cmp(a).then_with(|| bits(&a.moves).cmp(bits(&b.moves))));
    for look in [outlook, expectation].into_iter().take(depth as usize) {
        look_again(&mut turns, look, deadline);
        turns.truncate(CANDIDATES);
    }
    let best = turns.into_iter().next();
    Turn {
        value: best
            .as_ref()
            .map_or(Score::DRAW, |best| centipawns(best.chance)),
        moves: best.map_or_else(|| vec![Move::PASS; dice.len()], |best| best.moves),
    }
}

/// Judges the turns by `look` and sorts them, equal ones in the order they had; after `deadline` the rest
/// is left out, but not the first.
fn look_again(turns: &mut Vec<Looked>, look: fn(&Position) -> f64, deadline: Option<Instant>) {
    let mut seen = 0;
    for turn in turns.iter_mut() {
        if seen > 0 && deadline.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        turn.chance = 1.0 - look(&turn.after);
        seen += 1;
    }
    turns.truncate(seen);
    turns.sort_by(|a, b| b.cmp(a));
}

/// A turn, and the chance to win after it of the side that made it.
struct Looked {
    chance: f64,
    moves: Vec<Move>,
    after: Position,
}

impl Looked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.chance.total_cmp(&other.chance)
    }
}

fn bits(moves: &[Move]) -> impl Iterator<Item = u16> {
    moves.iter().map(|mv| mv.bits())
}

/// The chance to win of the side to move: the mean over all throws of its best turn, of those that look
/// best by the evaluation.
fn expectation(position: &Position) -> f64 {
    if let Some(chance) = decided(position) {
        return chance;
    }
    let best = |dice: &[u8]| {
        let mut replies: Vec<(f64, Position)> = turns(position, dice)
            .into_values()
            .map(|(_, after)| (plain(&after), after))
            .collect();
        replies.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.key().cmp(&b.1.key())));
        replies.truncate(REPLIES);
        replies
            .iter()
            .map(|(_, after)| 1.0 - outlook(after))
            .fold(0.0, f64::max)
    };
    let sum: f64 = ALL_THROWS
        .iter()
        .map(|(dice, ways)| f64::from(*ways) * best(dice))
        .sum();
    sum / f64::from(FALLS)
}

/// What a position before a throw is worth to the side to move, in centipawns.
pub(super) fn value(position: &Position) -> Value {
    centipawns(outlook(position))
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
    if dice.is_empty() || is_over {
        // A king taken ends the turn at once.
        let after = if is_over {
            passed(position.clone())
        } else {
            position.clone()
        };
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

/// The moves of the pieces that `die` names; a promotion is the move of a pawn.
pub fn moves_by_die(position: &Position, die: u8) -> Vec<Move> {
    position
        .legal_moves()
        .into_iter()
        .filter(|mv| die_of(position, *mv) == Some(die))
        .collect()
}

/// The die that names the piece which `mv` moves.
fn die_of(position: &Position, mv: Move) -> Option<u8> {
    if mv.kind() == MoveKind::Pass {
        return None;
    }
    let index = FACES.iter().position(|face| *face == position.mover(mv))?;
    Some(index as u8 + 1)
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
