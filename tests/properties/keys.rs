//! What a position keeps up to date move by move equals what its FEN gives afresh.

use std::collections::HashMap;

use proptest::prelude::*;
use sitke::position::Position;
use sitke::rules::preset;
use sitke::types::{Bitboard, Color, Role, Square};

use crate::games::{cases, position, random_game};

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn keys_and_checkers_equal_those_of_the_fen(seed: u64) {
        random_game(seed, |record| {
            let played = record.position();
            let read = position(&played.fen());
            assert_eq!(played.key(), read.key(), "{}", played.fen());
            assert_eq!(played.pawn_key(), read.pawn_key(), "{}", played.fen());
            for color in Color::ALL {
                assert_eq!(played.piece_key(color), read.piece_key(color), "{}", played.fen());
            }
            assert_eq!(played.checkers(), read.checkers(), "{}", played.fen());
            assert_eq!((played.side(), played.ply(), played.count()), (read.side(), read.ply(), read.count()));
        });
    }

    #[test]
    fn sets_and_squares_tell_the_same(seed: u64) {
        random_game(seed, |record| {
            let position = record.position();
            for square in Square::all() {
                let piece = position.piece_on(square);
                assert_eq!(position.occupied().has(square), piece.is_some());
                for color in Color::ALL {
                    assert_eq!(position.of(color).has(square), piece.is_some_and(|piece| piece.color() == color));
                }
                for role in Role::ALL {
                    assert_eq!(position.all(role).has(square), piece.is_some_and(|piece| piece.role() == role));
                }
            }
        });
    }

    #[test]
    fn attackers_and_attacked_squares_agree(seed: u64) {
        random_game(seed, |record| {
            let position = record.position();
            for color in Color::ALL {
                let attacked: Bitboard = Square::all()
                    .filter(|square| (position.attackers(*square, position.occupied()) & position.of(color)).any())
                    .collect();
                assert_eq!(position.attacked_by(color, position.occupied()), attacked, "{}", position.fen());
            }
        });
    }
}

#[test]
fn equal_keys_mean_equal_placement() {
    let mut placements = HashMap::new();
    for seed in 0..200 {
        random_game(seed, |record| {
            let fen = record.position().fen();
            let placement = fen.split(" - ").next().unwrap_or_default().to_owned();
            let known = placements
                .entry(record.position().key())
                .or_insert_with(|| placement.clone());
            assert_eq!(*known, placement);
        });
    }
    assert!(
        placements.len() > 10_000,
        "only {} placements",
        placements.len()
    );
    let keys: std::collections::HashSet<_> = placements.values().collect();
    assert_eq!(keys.len(), placements.len(), "one placement has two keys");
}

#[test]
fn relocations_left_are_in_the_key_of_tables() {
    let murray = preset("sittuyin-murray").unwrap();
    let keys: std::collections::HashSet<u64> = (0..16)
        .map(|clock| {
            let board = "r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[]";
            let fen = format!("{board} w r - {clock} 9");
            Position::from_fen(murray, &fen).unwrap().table_key()
        })
        .collect();
    assert_eq!(keys.len(), 16);
}

#[test]
fn a_pass_changes_only_the_turn() {
    for seed in 0..100 {
        random_game(seed, |record| {
            let before = record.position();
            if before.is_check() {
                return;
            }
            let after = before.play_null();
            let read = position(&after.fen());
            assert_eq!(
                (after.side(), after.key(), after.checkers()),
                (!before.side(), read.key(), read.checkers())
            );
            assert_eq!(after.pawn_key(), before.pawn_key());
        });
    }
}
