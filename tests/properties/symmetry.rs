//! The game looks the same to Black as to White, and in a mirror.
//!
//! Black's board is White's turned by 180 degrees. From side to side every piece and every marked
//! square is symmetric; only the pawn array is not, and that is no rule once the game is set up.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sitke::position::{Position, perft};
use sitke::types::{Move, MoveKind, Square};

use crate::games::{cases, position, random_game};

/// The FEN of the position seen by the other side: board turned, colours and turn exchanged.
fn turned(position: &Position) -> Position {
    rewritten(position, |board| board.chars().rev().collect(), true)
}

/// The FEN of the position seen in a mirror beside the board.
fn mirrored(position: &Position) -> Position {
    rewritten(
        position,
        |board| {
            board
                .split('/')
                .map(|rank| rank.chars().rev().collect::<String>())
                .collect::<Vec<_>>()
                .join("/")
        },
        false,
    )
}

fn rewritten(
    original: &Position,
    board: impl Fn(&str) -> String,
    exchanges_colors: bool,
) -> Position {
    let fen = original.fen();
    let exchanged = |letter: char| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    let colored = |text: &str| -> String {
        if exchanges_colors {
            text.chars().map(exchanged).collect()
        } else {
            text.to_owned()
        }
    };
    let (pieces, rest) = fen.split_once('[').unwrap();
    let (hand, rest) = rest.split_once("] ").unwrap();
    let (side, rest) = rest.split_once(' ').unwrap();
    let side = match (exchanges_colors, side) {
        (true, "w") => "b",
        (true, _) => "w",
        (false, side) => side,
    };
    position(&format!(
        "{}[{}] {side} {rest}",
        colored(&board(pieces)),
        colored(hand)
    ))
}

/// `mv` with its squares changed by `f`.
fn moved(mv: Move, f: impl Fn(Square) -> Square) -> Move {
    match mv.kind() {
        MoveKind::Step { from, to } => Move::step(f(from), f(to)),
        MoveKind::Promotion { from, to, .. } => Move::promotion(f(from), f(to)),
        MoveKind::Drop { role, to } => Move::drop(role, f(to)),
        other => panic!("{other:?} is no move of this game"),
    }
}

fn names(moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

/// Holds the moves of `image` to be those of `original` with their squares changed by `f`.
fn assert_same_moves(original: &Position, image: &Position, f: impl Fn(Square) -> Square) {
    let expected = names(original.legal_moves().into_iter().map(|mv| moved(mv, &f)));
    assert_eq!(
        names(image.legal_moves()),
        expected,
        "{} and {}",
        original.fen(),
        image.fen()
    );
    assert_eq!(image.is_check(), original.is_check());
    assert_eq!(image.is_dead(), original.is_dead());
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn the_other_side_has_the_same_moves(seed: u64) {
        random_game(seed, |record| {
            let original = record.position();
            let image = turned(original);
            assert_same_moves(original, &image, |square| Square::new(63 - square.index() as u8));
            assert_eq!(turned(&image).fen().split(' ').next(), original.fen().split(' ').next());
        });
    }

    #[test]
    fn the_mirror_has_the_same_moves(seed: u64) {
        random_game(seed, |record| {
            let original = record.position();
            assert_same_moves(original, &mirrored(original), Square::mirrored);
        });
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn perft_is_symmetric(seed: u64) {
        let mut visited = 0;
        random_game(seed, |record| {
            visited += 1;
            if visited % 10 == 0 {
                let original = record.position();
                let nodes = perft(original, 3);
                assert_eq!(perft(&turned(original), 3), nodes, "{}", original.fen());
                assert_eq!(perft(&mirrored(original), 3), nodes, "{}", original.fen());
            }
        });
    }
}
