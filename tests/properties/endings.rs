//! How games end, worked out again from the record of the game, and which positions cannot be won.

use proptest::prelude::*;
use sitke::position::{DrawReason, Outcome, Position};
use sitke::rules::STANDARD;

use crate::games::{cases, position, random_game};

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn occurrences_are_those_of_the_whole_game(seed: u64) {
        let mut placements: Vec<String> = Vec::new();
        random_game(seed, |record| {
            let fen = record.position().fen();
            placements.push(fen.split(" - ").next().unwrap_or_default().to_owned());
            let times = placements.iter().filter(|earlier| Some(*earlier) == placements.last()).count();
            assert_eq!(record.occurrences(), times, "{fen}");
            assert_eq!(record.keys().len() + 1, placements.len());
        });
    }

    #[test]
    fn outcomes_have_their_reasons(seed: u64) {
        random_game(seed, |record| {
            let position = record.position();
            let moves = position.legal_moves();
            let own = position.of(position.side());
            let only_promotions = own.len() == 2 && moves.iter().all(|mv| mv.is_promotion());
            let expected = if moves.is_empty() {
                if position.is_check() { Outcome::Win(!position.side()) } else { Outcome::Draw(DrawReason::Stalemate) }
            } else if only_promotions && !position.is_check() {
                Outcome::Draw(DrawReason::PromotionStalemate)
            } else if position.clock() >= 100 {
                Outcome::Draw(DrawReason::FiftyMoves)
            } else if position.count().is_some_and(|count| count.plies > count.limit) {
                Outcome::Draw(DrawReason::Counting)
            } else if record.occurrences() >= 3 {
                Outcome::Draw(DrawReason::Repetition)
            } else {
                Outcome::Ongoing
            };
            assert_eq!(record.outcome(), expected, "{}", position.fen());
        });
    }
}

/// Every valid position with just the three pieces of `letters`.
fn placements(letters: [char; 3]) -> impl Iterator<Item = Position> {
    (0..64usize.pow(3) * 2).filter_map(move |number| {
        let mut board = ['1'; 64];
        let mut rest = number / 2;
        for letter in letters {
            board[rest % 64] = letter;
            rest /= 64;
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let side = ['w', 'b'][number % 2];
        Position::from_fen(&STANDARD, &format!("{}[] {side} - - 0 60", ranks.join("/"))).ok()
    })
}

#[test]
fn no_dead_position_is_mate() {
    for letter in ['F', 'N', 'P'] {
        for position in placements(['K', 'k', letter]) {
            assert!(position.is_dead(), "{}", position.fen());
            assert!(
                !matches!(position.outcome(), Outcome::Win(_)),
                "{}",
                position.fen()
            );
        }
    }
}

#[test]
fn generals_of_one_colour_each_are_dead() {
    let is_dead = |fen: &str| position(fen).is_dead();
    assert!(
        is_dead("7k/7f/8/8/8/8/8/KF6[] w - - 0 60"),
        "both on light squares"
    );
    assert!(
        !is_dead("7k/6f1/8/8/8/8/8/KF6[] w - - 0 60"),
        "on two colours"
    );
}

#[test]
fn no_mate_is_dead() {
    for fen in [
        "k7/1S6/1K6/8/8/8/8/8[] b - - 0 60",
        "k6R/8/1K6/8/8/8/8/8[] b - - 0 60",
        "kf6/1F6/1K6/8/8/8/8/8[] b - - 0 60",
        "k1K5/f1N5/8/8/8/8/8/8[] b - - 0 60",
        "kn6/2N5/1K6/8/8/8/8/8[] b - - 0 60",
    ] {
        assert!(matches!(position(fen).outcome(), Outcome::Win(_)), "{fen}");
        assert!(!position(fen).is_dead(), "{fen}");
    }
}
