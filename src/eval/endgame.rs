//! What the sum of features does not know about endings: bare kings, counts and clocks.

use super::bare_king::{self, Verdict};
use super::mating::can_mate;
use crate::position::Position;
use crate::types::{Color, Role, Square, Value};

/// Above every ordinary evaluation, below every mate: a bare king faces material that mates by force.
pub(super) const WON: Value = 1_000;
/// What a ply nearer to mate is worth.
const MATING_STEP: Value = 8;

/// Corrects `value`, from the side to move, for what can be made of the material.
pub(super) fn scale(position: &Position, value: Value) -> Value {
    // Dice know no endings: nothing is check, and a king may take three times.
    if position.is_setup() || position.is_diced() {
        return value;
    }
    let us = position.side();
    match (is_bare(position, us), is_bare(position, !us)) {
        (true, true) => 0,
        (false, true) => against_bare_king(position, us, value),
        (true, false) => -against_bare_king(position, !us, -value),
        (false, false) => value * winning_chances(position, if value > 0 { us } else { !us }) / 64,
    }
}

/// Being ahead is worth little to a side that could not even mate a bare king.
pub(super) fn without_force(position: &Position, value: Value) -> Value {
    if has_force(position, value) {
        value
    } else {
        value / 8
    }
}

/// Whether the side that `value` favours could mate a bare king.
pub(super) fn has_force(position: &Position, value: Value) -> bool {
    let us = position.side();
    let better = if value > 0 { us } else { !us };
    position.is_setup() || position.is_diced() || can_mate(position, better)
}

/// The value where a table or the lack of force leaves no doubt about it; `value` is a guess.
pub(super) fn known(position: &Position, value: Value) -> Option<Value> {
    if position.is_setup() || position.is_diced() {
        return None;
    }
    if !has_force(position, value) {
        return Some(0);
    }
    let us = position.side();
    let strong = Color::ALL
        .into_iter()
        .find(|color| is_bare(position, !*color))?;
    match bare_king::verdict(position, strong) {
        Verdict::Mate(plies) if plies <= position.plies_to_draw() => {
            let won = mating(plies);
            Some(if strong == us { won } else { -won })
        }
        Verdict::Mate(_) | Verdict::NotWon | Verdict::Unknown => None,
    }
}

/// What it is worth to mate by a table in so many plies.
fn mating(plies: u16) -> Value {
    2 * WON - MATING_STEP * Value::from(plies)
}

/// A draw by the clock comes nearer with every quiet move.
pub(super) fn near_the_clock(position: &Position, value: Value) -> Value {
    value * far_from_the_clock(position) / 200
}

/// What is left of a value by the clock, in 200ths.
fn far_from_the_clock(position: &Position) -> Value {
    let Some(limit) = position.quiet_limit() else {
        return 200;
    };
    200 - (100 * Value::from(position.clock()) / Value::from(limit.max(1))).min(100)
}

/// Whether the network has no say: one side has only its king, so that what counts is known, or the
/// pieces are not Sittuyin's.
pub(super) fn is_settled(position: &Position) -> bool {
    position.rules().game.has_modern_pieces()
        || !position.is_setup() && Color::ALL.into_iter().any(|color| is_bare(position, color))
}

/// What the evaluation multiplies the weighted sum of the features by when `better` has the better side of it,
/// 0 to 1; `None` if something is added as well, or if `better` could not mate and the sum hardly counts.
pub fn linear_factor(position: &Position, better: Color) -> Option<f32> {
    if position.is_setup() {
        return Some(1.0);
    }
    if is_settled(position) || !can_mate(position, better) {
        return None;
    }
    let clock = far_from_the_clock(position) as f32 / 200.0;
    Some(clock * winning_chances(position, better) as f32 / 64.0)
}

pub(super) fn is_bare(position: &Position, color: Color) -> bool {
    !position.of(color).has_many()
}

/// `value` for the side that has more than its king while the other has not.
fn against_bare_king(position: &Position, strong: Color, value: Value) -> Value {
    let has_pawns = position.pieces(strong, Role::Pawn).any();
    match bare_king::verdict(position, strong) {
        // Pawns are in the way at most.
        Verdict::Mate(plies) if plies <= position.plies_to_draw() => {
            return mating(plies);
        }
        // The defender may still err.
        Verdict::Mate(_) | Verdict::NotWon if !has_pawns => {
            return value.clamp(0, 1_000) / 16;
        }
        Verdict::Mate(_) | Verdict::NotWon | Verdict::Unknown => {}
    }
    if !can_mate(position, strong) {
        return value.max(0) / 8;
    }
    let (Some(hunter), Some(prey)) = (position.king(strong), position.king(!strong)) else {
        return value;
    };
    // Drive the king to the edge, and bring the own one near.
    let drive = 12 * edge(prey) + 6 * (7 - Value::from(hunter.distance(prey)));
    let value = near_the_clock(position, WON + value.clamp(0, 2_000) / 2 + drive);
    match position.count() {
        Some(count) => {
            let left = Value::from(count.limit.saturating_sub(count.plies));
            let limit = Value::from(count.limit.max(1));
            value * (limit + 3 * left) / (4 * limit)
        }
        None => value,
    }
}

/// How far from the centre a king stands, 0 to 6; corners are farthest.
pub(super) fn edge(square: Square) -> Value {
    let off = |line: u8| Value::from(if line < 4 { 3 - line } else { line - 4 });
    off(square.file()) + off(square.rank())
}

/// How much of an advantage of `strong` can be turned into a win, in 64ths.
fn winning_chances(position: &Position, strong: Color) -> Value {
    let force = |color: Color| -> Value {
        [
            (Role::General, 2),
            (Role::Elephant, 3),
            (Role::Knight, 3),
            (Role::Rook, 7),
        ]
        .into_iter()
        .map(|(role, worth)| worth * position.pieces(color, role).len() as Value)
        .sum()
    };
    let pawns = position.pieces(strong, Role::Pawn).len() as Value;
    let (own, enemy) = (force(strong), force(!strong));
    if pawns == 0 && own <= 3 {
        // A lone minor piece mates nobody.
        return 4;
    }
    if pawns == 0 && own - enemy <= 3 {
        return 20;
    }
    if own - enemy <= 1 && pawns <= 2 {
        return 36 + 6 * pawns;
    }
    64
}
