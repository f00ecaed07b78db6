//! Positions and moves survive being written and read.

use std::collections::HashSet;

use proptest::prelude::*;
use sitke::types::Move;

use crate::games::{cases, position, random_game};

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_fen_is_read_as_it_was_written(seed: u64) {
        random_game(seed, |record| {
            let fen = record.position().fen();
            let read = position(&fen);
            assert_eq!(read.fen(), fen);
            assert_eq!(read.legal_moves(), record.position().legal_moves());
            // A running count stands where the clock would, so only the clock may be lost.
            if record.position().count().is_none() {
                assert_eq!(&read, record.position());
            }
        });
    }

    #[test]
    fn a_move_is_read_as_it_was_written(seed: u64) {
        random_game(seed, |record| {
            for mv in record.position().legal_moves() {
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            }
        });
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn san_names_every_move_and_no_two(seed: u64) {
        random_game(seed, |record| {
            let position = record.position();
            let moves = position.legal_moves();
            let names: Vec<String> = moves.iter().map(|mv| position.san(*mv)).collect();
            for (mv, name) in moves.iter().zip(&names) {
                assert_eq!(position.parse_san(name), Ok(*mv), "{name} in {}", position.fen());
                let bare = name.trim_end_matches(['+', '#']);
                assert_eq!(position.parse_san(bare), Ok(*mv), "{bare} in {}", position.fen());
            }
            let distinct: HashSet<&String> = names.iter().collect();
            assert_eq!(distinct.len(), moves.len(), "{names:?} in {}", position.fen());
        });
    }

    #[test]
    fn san_without_the_origin_of_a_promotion_is_its_only_reading(seed: u64) {
        random_game(seed, |record| {
            let position = record.position();
            for to in position.legal_moves().iter().filter(|mv| mv.is_promotion()).map(|mv| mv.to()) {
                let there: Vec<Move> =
                    position.legal_moves().into_iter().filter(|mv| mv.is_promotion() && mv.to() == to).collect();
                let in_place = there.iter().find(|mv| mv.to_string() == format!("{to}{to}f"));
                let read = position.parse_san(&format!("{to}=F"));
                match (in_place, there.as_slice()) {
                    (Some(mv), _) | (None, [mv]) => assert_eq!(read, Ok(*mv)),
                    _ => assert!(read.is_err(), "{to}=F in {}", position.fen()),
                }
            }
        });
    }
}
