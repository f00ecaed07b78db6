//! Static exchange evaluation equals a slow exchange that walks the board.

use proptest::prelude::*;
use sitke::position::Position;
use sitke::types::{Color, Move, MoveKind, Piece, Random, Role, Square, Value};

use crate::games::{cases, random_position};

type Board = [Option<Piece>; Square::COUNT];

/// The square `files` and `ranks` away, if it is on the board.
fn offset(square: Square, files: i8, ranks: i8) -> Option<Square> {
    let (file, rank) = (square.file() as i8 + files, square.rank() as i8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square::at(file as u8, rank as u8))
}

/// Whether `piece` on `from` attacks `to`, by its steps.
fn attacks(board: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let forward = if piece.color() == Color::White { 1 } else { -1 };
    let reaches = |steps: &[(i8, i8)]| {
        steps
            .iter()
            .any(|(files, ranks)| offset(from, *files, *ranks) == Some(to))
    };
    match piece.role() {
        Role::Pawn => reaches(&[(-1, forward), (1, forward)]),
        Role::General => reaches(&[(-1, -1), (-1, 1), (1, -1), (1, 1)]),
        Role::Elephant => reaches(&[(-1, -1), (-1, 1), (1, -1), (1, 1), (0, forward)]),
        Role::Knight => reaches(&[
            (-2, -1),
            (-2, 1),
            (-1, -2),
            (-1, 2),
            (1, -2),
            (1, 2),
            (2, -1),
            (2, 1),
        ]),
        Role::King => reaches(&[
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ]),
        Role::Rook => [(0, 1), (0, -1), (1, 0), (-1, 0)]
            .into_iter()
            .any(|(files, ranks)| {
                let mut square = from;
                while let Some(next) = offset(square, files, ranks) {
                    if next == to {
                        return true;
                    }
                    if board[next.index()].is_some() {
                        return false;
                    }
                    square = next;
                }
                false
            }),
        Role::Queen | Role::Bishop | Role::Guard => unreachable!("no piece of this game"),
    }
}

/// The pieces of `side` that attack `to`, the least valuable first.
fn attackers(board: &Board, side: Color, to: Square) -> Vec<(Role, Square)> {
    let mut found: Vec<_> = Square::all()
        .filter_map(|from| board[from.index()].map(|piece| (piece, from)))
        .filter(|(piece, from)| piece.color() == side && attacks(board, *piece, *from, to))
        .map(|(piece, from)| (piece.role(), from))
        .collect();
    found.sort_unstable();
    found
}

/// What `side` wins at best by taking on `to`, each side with its least piece first, or not at all.
fn best_capture(board: &Board, side: Color, to: Square) -> Value {
    let Some(&(role, from)) = attackers(board, side, to).first() else {
        return 0;
    };
    let mut next = *board;
    let taken = next[to.index()]
        .replace(Piece::new(side, role))
        .map_or(0, |piece| piece.role().exchange_value());
    next[from.index()] = None;
    if role == Role::King && !attackers(&next, !side, to).is_empty() {
        return 0;
    }
    (taken - best_capture(&next, !side, to)).max(0)
}

/// What `mv` wins in exchanges on its target square.
fn exchange(position: &Position, mv: Move) -> Value {
    let mut board: Board = Square::all()
        .map(|square| position.piece_on(square))
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    let to = mv.to();
    let placed = position.moved_piece(mv);
    let mut gain = position.captured(mv).map_or(0, Role::exchange_value);
    if mv.is_promotion() {
        gain += Role::General.exchange_value() - Role::Pawn.exchange_value();
    }
    if let MoveKind::Step { from, .. } | MoveKind::Promotion { from, .. } = mv.kind() {
        board[from.index()] = None;
    }
    board[to.index()] = Some(placed);
    gain - best_capture(&board, !position.side(), to)
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn exchanges_are_worth_what_a_slow_search_says(seed: u64) {
        let position = random_position(&mut Random::new(seed));
        for mv in position.legal_moves() {
            let worth = exchange(&position, mv);
            for threshold in [worth - 1, worth, worth + 1, 0, 1] {
                assert_eq!(
                    position.see_at_least(mv, threshold),
                    worth >= threshold,
                    "{mv} wins {worth}, asked for {threshold} in {}", position.fen()
                );
            }
        }
    }
}
