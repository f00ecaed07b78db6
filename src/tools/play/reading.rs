//! Reading moves, and saying what is wrong with a text that is none.

use super::game::Game;
use super::words;
use crate::position::{Position, SanError};
use crate::types::{Move, MoveKind, Piece, Role, Square};

/// The move that `text` names.
///
/// # Errors
/// Says why it cannot be played, and what could be.
pub(super) fn read(game: &Game, text: &str) -> Result<Move, String> {
    let text: String = text.split_whitespace().collect();
    let position = game.position();
    // Players type `nf3` and `k@e2` as well, but `fxe5` is a pawn's capture.
    let is_pawns = text.starts_with(|letter| ('a'..='h').contains(&letter)) && !text.contains('@');
    let capital = || {
        let mut letters = text.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    let found = match position.parse_san(&text) {
        Err(error) if !is_pawns => position.parse_san(&capital()).map_err(|_| error),
        found => found,
    };
    match found {
        Ok(mv) if game.moves().contains(&mv) => Ok(mv),
        Ok(Move::PASS) => Err("You can play a die, so you may not pass.".to_owned()),
        Ok(mv) => Err(format!(
            "The dice do not name the {}.",
            words::piece(position.mover(mv))
        )),
        Err(SanError::Ambiguous(_)) => Err(ambiguous(game, &text)),
        Err(SanError::NoSuchMove(_)) => Err(position
            .read_move(&text)
            .map_or_else(|| unknown(game, &text), |mv| illegal(game, mv))),
    }
}

/// The moves that go where the last square of `text` says.
fn ambiguous(game: &Game, text: &str) -> String {
    let position = game.position();
    let target = target(text);
    let same = game.moves().into_iter().filter(|mv| {
        let letter = position.mover(*mv).letter();
        Some(mv.to()) == target && (letter == 'P' || text.starts_with(letter))
    });
    let choices = words::list(same.map(|mv| position.san(mv)));
    format!("'{text}' could be more than one move: {choices}.")
}

/// The last square that is named in `text`.
fn target(text: &str) -> Option<Square> {
    let pairs = (0..text.len().saturating_sub(1)).rev();
    pairs
        .filter_map(|at| text.get(at..at + 2))
        .find_map(|pair| pair.parse().ok())
}

/// A text that is no move in coordinates.
fn unknown(game: &Game, text: &str) -> String {
    // The letters of files are those of pieces only when they are capitals.
    let role = text
        .chars()
        .next()
        .filter(|letter| !('a'..='h').contains(letter))
        .and_then(Role::from_letter)
        .and_then(|role| game.rules().game.known(role));
    let is_move = text.len() <= 8
        && text
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "x=@+#-".contains(letter));
    match target(text) {
        Some(square) if is_move && must_place(game.position()) => {
            let hand = game.position().hand(game.position().side());
            let role = role.filter(|role| hand.count(*role) > 0);
            let example = role.map_or_else(
                || to_place(game.position()),
                |role| {
                    let (letter, name) = (role.letter(), words::piece(role));
                    format!("{letter}@{square} places the {name} there.")
                },
            );
            format!("Nothing moves to {square} yet: {example}")
        }
        Some(square) if is_move => {
            let name = words::piece(role.unwrap_or(Role::Pawn));
            format!("No {name} can go to {square} so. Try 'moves'.")
        }
        _ => format!(
            "'{text}' is neither a move nor a command. Moves look like d4, Nf3, R@a1 or e5=F; 'help' lists the commands."
        ),
    }
}

/// A move in coordinates that is not legal.
fn illegal(game: &Game, mv: Move) -> String {
    let position = game.position();
    match mv.kind() {
        MoveKind::Step { from, .. } => match own_piece(position, from) {
            Err(message) => message,
            Ok(_) if must_place(position) => format!("Nothing moves yet: {}", to_place(position)),
            Ok(piece) => targets(game, from, piece),
        },
        MoveKind::Promotion { from, .. } => match own_piece(position, from) {
            Err(message) => message,
            Ok(piece) if piece.role() != Role::Pawn => {
                format!(
                    "Only pawns promote; on {from} stands a {}.",
                    words::piece(piece.role())
                )
            }
            Ok(_) => promotions(game, from),
        },
        MoveKind::Drop { role, to } => drops(position, role, to),
        MoveKind::Displacement { .. } | MoveKind::Relocation { .. } | MoveKind::Pass => {
            format!("{mv} is not a legal move here. Try 'moves'.")
        }
    }
}

/// The piece of the side to move on `square`.
fn own_piece(position: &Position, square: Square) -> Result<Piece, String> {
    match position.piece_on(square) {
        None => Err(format!("There is no piece on {square}.")),
        Some(piece) if piece.color() != position.side() => Err(format!(
            "The {} on {square} is {}'s.",
            words::piece(piece.role()),
            words::side(piece.color())
        )),
        Some(piece) => Ok(piece),
    }
}

fn must_place(position: &Position) -> bool {
    !position.hand(position.side()).is_empty()
}

fn to_place(position: &Position) -> String {
    format!(
        "{} has pieces to place. R@a1 puts a rook on a1.",
        words::side(position.side())
    )
}

/// Where the piece on `from` can go.
fn targets(game: &Game, from: Square, piece: Piece) -> String {
    let name = words::piece(piece.role());
    let starts = |mv: &Move| mv.step_origin() == Some(from);
    let squares = words::list(
        game.moves()
            .into_iter()
            .filter(starts)
            .map(|mv| mv.to().to_string()),
    );
    let check = if game.position().is_check() {
        " The king is in check."
    } else {
        ""
    };
    if squares.is_empty() {
        format!("The {name} on {from} cannot move.{check}")
    } else {
        format!("The {name} on {from} can go to {squares}.{check}")
    }
}

/// What the pawn on `from` can become, or why it cannot.
fn promotions(game: &Game, from: Square) -> String {
    let position = game.position();
    let moves = game.moves().into_iter();
    let own = moves
        .filter(|mv| matches!(mv.kind(), MoveKind::Promotion { from: start, .. } if start == from));
    let choices = words::list(own.map(|mv| position.san(mv)));
    if !choices.is_empty() {
        return format!("The pawn on {from} can promote so: {choices}.");
    }
    let side = position.side();
    let reason = if game.rules().game.has_modern_pieces() {
        "it does so when it arrives on the last rank".to_owned()
    } else if let Some(square) = position.pieces(side, Role::General).first() {
        format!("{} has a general on {square}", words::side(side))
    } else if must_place(position) {
        to_place(position)
    } else if game.rules().promotion.zone[side].has(from) {
        "the general would attack a piece, give check or leave the king in check".to_owned()
    } else {
        "it is not on a marked square of the enemy half".to_owned()
    };
    format!("The pawn on {from} cannot promote now: {reason}. See 'rules'.")
}

/// Where `role` can be placed, or why it cannot be on `to`.
fn drops(position: &Position, role: Role, to: Square) -> String {
    let (side, name) = (position.side(), words::piece(role));
    if !must_place(position) {
        return "All pieces are placed; now they move.".to_owned();
    }
    if position.hand(side).count(role) == 0 {
        return format!("{} has no {name} left to place.", words::side(side));
    }
    let own = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.dropped() == Some(role));
    let squares = words::list(own.map(|mv| mv.to().to_string()));
    let about = match position.piece_on(to) {
        Some(_) => format!("{to} is occupied. "),
        None => String::new(),
    };
    let article = if role == Role::Elephant { "An" } else { "A" };
    format!("{about}{article} {name} can be placed on {squares}.")
}
