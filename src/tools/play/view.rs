//! What stands beside the board, and lists of moves.

use super::board::Board;
use super::editor::Editor;
use super::game::Game;
use super::help;
use super::session::Session;
use super::words;
use crate::position::Outcome;
use crate::rules::Rules;
use crate::search::FACES;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Role, Square};

/// Lines beside the board.
const LINES: usize = 19;
/// Columns of these lines.
const ASIDE: usize = 39;

/// The board of a game with what there is to know about it.
pub(super) fn game(session: &Session) -> String {
    let game = &session.game;
    let position = game.position();
    let mut aside = players(session, |color| {
        position.in_hand(color).map(Piece::role).collect()
    });
    aside[0] = format!("{}, move {}", game.rules().name, position.ply() / 2 + 1);
    aside[7] = status(game);
    if !game.dice().is_empty() {
        fill(&mut aside[8..], &format!("dice: {}", dice(game.dice())));
    } else if let Some(count) = position.count() {
        aside[8] = format!("counted: {} of {} moves", count.plies / 2, count.limit / 2);
    }
    let last = game.last_played();
    if let Some((before, mv)) = &last {
        let mv = *mv;
        aside[10] = format!("{} played {}:", words::side(before.side()), before.san(mv));
        fill(&mut aside[11..], &words::describe(before, mv));
    }
    let board = Board {
        piece_on: &|square| position.piece_on(square),
        squares: game.rules().game.squares,
        marked: marked(game.rules()),
        touched: last.map_or(Bitboard::EMPTY, |(_, mv)| touched(mv)),
    };
    session.style.draw(&board, &aside)
}

/// The board that is being changed, and what may be promoted on it.
pub(super) fn editor(session: &Session, editor: &Editor) -> String {
    let rules = session.game.rules();
    let mut aside = players(session, |color| {
        editor.hand(color).map(Piece::role).collect()
    });
    aside[0] = format!("{}, set-up", rules.name);
    aside[7] = format!("{} to move", words::side(editor.side()));
    let board = Board {
        piece_on: &|square| editor.piece_on(square),
        squares: rules.game.squares,
        marked: marked(rules),
        touched: Bitboard::EMPTY,
    };
    let mut text = session.style.draw(&board, &aside);
    for line in editor.state() {
        text += &line;
        text.push('\n');
    }
    text
}

/// Lines with both players, what they have to place, and the letters of the pieces.
fn players(session: &Session, hand: impl Fn(Color) -> Vec<Role>) -> Vec<String> {
    let mut aside = vec![String::new(); LINES];
    for color in Color::ALL {
        let is_below = (color == Color::White) != session.style.flipped;
        let line = if is_below { 16 } else { 2 };
        let who = match session.side.engine() {
            Some(engine) if engine == color => format!("engine, level {}", session.level()),
            Some(_) => "you".to_owned(),
            None => "a player".to_owned(),
        };
        aside[line] = format!("{}: {who}", words::side(color));
        let hand: Vec<String> = hand(color)
            .iter()
            .map(|role| role.letter().to_string())
            .collect();
        if !hand.is_empty() {
            aside[line + 1] = format!("to place: {}", hand.join(" "));
        }
    }
    let name = |role: &Role| {
        let symbol = session.style.piece(Piece::new(Color::White, *role));
        if session.style.unicode {
            format!("{symbol} {} {}", role.letter(), words::piece(*role))
        } else {
            format!("{} {}", role.letter(), words::piece(*role))
        }
    };
    let names: Vec<String> = session
        .game
        .rules()
        .game
        .roles
        .iter()
        .rev()
        .map(name)
        .collect();
    for (line, names) in aside[13..].iter_mut().zip(names.chunks(3)) {
        *line = names.join("  ");
    }
    aside
}

/// Writes `text` on as many of `lines` as it needs.
fn fill(lines: &mut [String], text: &str) {
    for (line, words) in lines
        .iter_mut()
        .zip(help::wrap_at(ASIDE, text, "  ").lines())
    {
        words.clone_into(line);
    }
}

/// Whose move it is.
fn status(game: &Game) -> String {
    let position = game.position();
    let name = words::side(position.side());
    match game.outcome() {
        Outcome::Win(winner) => format!("{} has won", words::side(winner)),
        Outcome::Draw(_) => "drawn".to_owned(),
        Outcome::Ongoing if position.is_check() => format!("{name} is in check"),
        Outcome::Ongoing if !position.hand(position.side()).is_empty() => {
            format!("{name} to place a piece")
        }
        Outcome::Ongoing => format!("{name} to move"),
    }
}

/// The squares on which pawns promote.
fn marked(rules: &Rules) -> Bitboard {
    if rules.game.has_modern_pieces() {
        return Bitboard::EMPTY;
    }
    rules.promotion.zone[Color::White] | rules.promotion.zone[Color::Black]
}

/// The squares that a move changed.
fn touched(mv: Move) -> Bitboard {
    let from = match mv.kind() {
        MoveKind::Displacement { pawn_to, .. } => Some(pawn_to),
        MoveKind::Pass => return Bitboard::EMPTY,
        _ => mv.origin(),
    };
    Bitboard::of(mv.to()) | from.map_or(Bitboard::EMPTY, Bitboard::of)
}

/// `1 pawn, 4 rook`.
pub(super) fn dice(dice: &[u8]) -> String {
    let words: Vec<String> = dice
        .iter()
        .map(|die| format!("{die} {}", words::piece(FACES[usize::from(*die) - 1])))
        .collect();
    words.join(", ")
}

/// The legal moves by piece, or those of the piece on the square `text`, a line each.
pub(super) fn moves(game: &Game, text: &str) -> Vec<String> {
    let position = game.position();
    let wanted = text.parse::<Square>().ok();
    if wanted.is_none() && !text.is_empty() {
        return vec![format!(
            "'{text}' is no square; 'moves e2' lists the moves of the piece on e2."
        )];
    }
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for mv in game.moves() {
        let from = mv.origin();
        if wanted.is_some() && from != wanted {
            continue;
        }
        let piece = position.mover(mv);
        let (title, entry) = match (mv.kind(), from) {
            (MoveKind::Drop { to, .. }, _) => (format!("{}@", piece.letter()), to.to_string()),
            (MoveKind::Displacement { to, .. }, _) => (
                format!("{}@, an own pawn gives way (as {mv})", piece.letter()),
                to.to_string(),
            ),
            (_, Some(from)) => (format!("{} {from}", words::piece(piece)), position.san(mv)),
            (_, None) => ("no move".to_owned(), mv.to_string()),
        };
        let kind = title.split(" (as").next().unwrap_or_default().to_owned();
        match groups
            .iter_mut()
            .find(|(known, _)| known.starts_with(&kind))
        {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((title, vec![entry])),
        }
    }
    if groups.is_empty() {
        return vec![wanted.map_or_else(
            || "There is no legal move.".to_owned(),
            |square| format!("Nothing on {square} can move."),
        )];
    }
    groups
        .into_iter()
        .map(|(title, entries)| format!("{title}: {}", words::list(entries.into_iter())))
        .collect()
}
