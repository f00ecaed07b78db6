//! The books of openings hold what README says of them.

use std::collections::HashSet;
use std::path::Path;

use sitke::position::{Outcome, Position};
use sitke::rules::STANDARD;

/// The text of a book.
fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scripts/openings")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Reads a book; each position with the board and hands as they are and as in a mirror, and its score.
fn book(name: &str) -> Vec<(Position, [String; 2], i32)> {
    let read_line = |line: &str| {
        let (fen, score) = line.split_once(" ce ").unwrap();
        let position = Position::from_fen(&STANDARD, &format!("{fen} 0 1")).unwrap();
        let board = fen.split(' ').next().unwrap();
        let (squares, hands) = board.split_once('[').unwrap();
        let ranks: Vec<String> = squares
            .split('/')
            .map(|rank| rank.chars().rev().collect())
            .collect();
        let mirrored = format!("{}[{hands}", ranks.join("/"));
        let score = score.split(';').next().unwrap().parse().unwrap();
        (position, [board.to_owned(), mirrored], score)
    };
    read(name).lines().map(read_line).collect()
}

#[test]
fn books_are_large_within_their_scores_and_without_repeats() {
    for (name, least, pieces, scores) in [
        ("complete.epd", 5_000, 32, 0..=39),
        ("halfway.epd", 2_500, 24, 0..=39),
        ("telling.epd", 100, 32, 90..=200),
    ] {
        let openings = book(name);
        assert!(openings.len() >= least, "{name} has {}", openings.len());
        let mut seen = HashSet::new();
        for (position, [board, mirrored], score) in openings {
            let placed = position.occupied().len();
            assert!(scores.contains(&score.abs()) && placed == pieces, "{board}");
            assert_eq!(position.outcome(), Outcome::Ongoing, "{board}");
            assert!(
                !seen.contains(&mirrored) && seen.insert(board),
                "{mirrored}"
            );
        }
    }
}

#[test]
fn both_sides_have_won_their_share_of_the_telling_openings() {
    for line in read("telling.epd").lines() {
        let results = line.split('"').nth(1).unwrap();
        let counts: Vec<u32> = results
            .split(' ')
            .map(|count| count[1..].parse().unwrap())
            .collect();
        let [white, black, draws] = counts[..] else {
            panic!("{line}");
        };
        let games = white + black + draws;
        let share = 50 * (2 * white + draws) / games;
        assert!(games >= 10 && (30..=70).contains(&share), "{line}");
        assert!(2 * (white + black) >= games, "{line}");
    }
}
