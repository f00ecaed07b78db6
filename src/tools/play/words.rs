//! Sides, pieces and moves in plain words.

use std::fmt::Display;

use crate::position::{DrawReason, Outcome, Position};
use crate::rules::{Rules, Stalemate};
use crate::types::{Color, Move, MoveKind, Role, Score};

/// The side as the books call it.
pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "Red",
        Color::Black => "Black",
    }
}

/// The English name of a piece.
pub(super) const fn piece(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::General => "general",
        Role::Elephant => "elephant",
        Role::Knight => "knight",
        Role::Rook => "rook",
        Role::King => "king",
        Role::Queen => "queen",
        Role::Bishop => "bishop",
        Role::Guard => "guard",
    }
}

/// How the piece moves, in a line.
pub(super) const fn steps(role: Role) -> &'static str {
    match role {
        Role::Pawn => "one square forward; captures one square diagonally forward",
        Role::General => "one square diagonally",
        Role::Elephant => "one square diagonally, or one straight forward",
        Role::Knight => "two squares straight and one aside, leaping",
        Role::Rook => "any number of squares straight",
        Role::King => "one square in any direction",
        Role::Queen => "up to three squares straight or diagonally",
        Role::Bishop => "any number of squares diagonally",
        Role::Guard => "leaps two squares in any direction, or steps one straight",
    }
}

/// A legal move in words: `knight g1 to f3`.
pub(super) fn describe(position: &Position, mv: Move) -> String {
    let name = piece(position.mover(mv));
    let capture = position
        .captured(mv)
        .map_or_else(String::new, |role| format!(", takes the {}", piece(role)));
    match mv.kind() {
        MoveKind::Step { from, to } => format!("{name} {from} to {to}{capture}"),
        MoveKind::Promotion { from, to, role } if from == to => {
            format!("the pawn on {from} becomes a {}", piece(role))
        }
        MoveKind::Promotion { from, to, role } => {
            format!("pawn {from} becomes a {} on {to}{capture}", piece(role))
        }
        MoveKind::Drop { role, to } => format!("{} to {to}", piece(role)),
        MoveKind::Displacement { role, to, pawn_to } => {
            format!("{} to {to}, the pawn there to {pawn_to}", piece(role))
        }
        MoveKind::Relocation { from, to } => format!("{name} {from} goes to {to}"),
        MoveKind::Pass => "no piece can play the die".to_owned(),
    }
}

/// `a, b, c`, without repetitions.
pub(super) fn list(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    items.sort();
    items.dedup();
    items.join(", ")
}

/// `text` of the rest of the program, with the sides as they are called here.
pub(super) fn sides(text: impl Display) -> String {
    let text = text.to_string();
    text.replace("white", "Red")
        .replace("White", "Red")
        .replace("black", "Black")
}

/// What the side to move thinks of a score.
pub(super) fn judgement(score: Score, us: Color) -> String {
    let (value, sign) = match score {
        Score::Mate(moves) if moves > 0 => return format!("{} mates in {moves}", side(us)),
        Score::Mate(moves) => return format!("{} is mated in {}", side(us), -moves),
        Score::Centipawns(value) => (value.abs(), value > 0),
    };
    let better = side(if sign { us } else { !us });
    match value {
        0..60 => "about even".to_owned(),
        60..160 => format!("{better} is a little better"),
        160..500 => format!("{better} is better"),
        _ => format!("{better} is winning"),
    }
}

/// How the game ended and why.
pub(super) fn ending(position: &Position, outcome: Outcome) -> String {
    match outcome {
        Outcome::Ongoing => String::new(),
        Outcome::Win(winner) => {
            let (winner, loser) = (side(winner), side(!winner));
            let reason =
                if position.has_lost_king(Color::White) || position.has_lost_king(Color::Black) {
                    format!("the king of {loser} is taken")
                } else if position.is_check() {
                    format!("checkmate, the king of {loser} is attacked and cannot escape")
                } else if position.rules().ending.stalemate == Stalemate::Wins {
                    format!("stalemate, {loser} has no legal move and loses by these rules")
                } else {
                    format!("stalemate, {winner} has no legal move, and who gives stalemate loses")
                };
            format!("{winner} wins: {reason}.")
        }
        Outcome::Draw(reason) => format!("A draw: {}.", draw(position, reason)),
    }
}

fn draw(position: &Position, reason: DrawReason) -> String {
    let rules: &Rules = position.rules();
    let mover = side(position.side());
    match reason {
        DrawReason::Stalemate if position.is_check() => {
            format!("stalemate, all that {mover} could do would stalemate the other side")
        }
        DrawReason::Stalemate => {
            format!("stalemate, {mover} has no legal move and is not in check")
        }
        DrawReason::PromotionStalemate => {
            format!("{mover} could only promote its last pawn, and may decline to")
        }
        DrawReason::Repetition => format!(
            "the same position for the {}",
            match rules.ending.repetition {
                Some(3) | None => "third time".to_owned(),
                Some(times) => format!("{times}th time"),
            }
        ),
        DrawReason::FiftyMoves => format!(
            "{} moves of each side without a capture, a pawn move, a promotion or a drop",
            rules.ending.quiet_plies.unwrap_or_default() / 2
        ),
        DrawReason::Counting => "the bare king has escaped for the counted moves".to_owned(),
        DrawReason::Material => "nobody has the pieces left to give mate".to_owned(),
    }
}
