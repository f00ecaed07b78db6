//! The engine's moves and positions equal those of the slow generator along random games.

use std::collections::BTreeSet;

use rayon::prelude::*;
use sitke::position::{Outcome, Position, perft};
use sitke::rules::{PRESETS, Rules, preset};
use sitke::types::{Move, Random};

use crate::common::random_move;
use crate::slow::Board;

/// Positions compared for each preset, in as many games as that takes.
const POSITIONS: usize = 2_500;
/// Plies of a game.
const LONGEST_GAME: usize = 70;
/// Moves of the position compared further, beyond which there are too many to try all.
const FEW: usize = 40;

/// A random position of `rules` in which something may happen: kings, pawns near promotion, few others.
fn thin_position(rules: &'static Rules, random: &mut Random) -> Position {
    let letters: &[char] = if rules.game.has_modern_pieces() {
        &['P', 'p', 'Q', 'q', 'R', 'r', 'N', 'n', 'B', 'b', 'G', 'g']
    } else {
        &[
            'P', 'p', 'P', 'p', 'P', 'p', 'F', 'f', 'S', 's', 'N', 'n', 'R', 'r',
        ]
    };
    loop {
        let mut board: Vec<char> = Position::start(rules)
            .fen()
            .split('[')
            .next()
            .unwrap()
            .chars()
            .flat_map(|letter| match letter.to_digit(10) {
                Some(empty) => vec!['1'; empty as usize],
                None if letter == '*' => vec!['*'],
                None if letter == '/' => vec![],
                None => vec!['1'],
            })
            .collect();
        let mut pieces = vec!['K', 'k'];
        for _ in 0..random.below(11) {
            pieces.extend(random.pick(letters));
        }
        for piece in pieces {
            let square = random.below(64);
            if board[square] == '1' {
                board[square] = piece;
            }
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let side = if random.below(2) == 0 { 'w' } else { 'b' };
        let stage = if random.below(8) == 0 { 'r' } else { '-' };
        let fen = format!("{}[] {side} {stage} - 0 60", ranks.join("/"));
        if let Ok(position) = Position::from_fen(rules, &fen)
            && (rules.dice || fen.contains('K') && fen.contains('k'))
        {
            return position;
        }
    }
}

fn names(moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

/// Holds the moves of `position`, and where they lead, to those of the slow generator.
fn compare(rules: &Rules, position: &Position) {
    let fen = position.fen();
    let board = Board::read(rules.name, &fen);
    let legal = position.legal_moves();
    let (found, expected) = (names(legal.iter().copied()), board.moves());
    let missing: Vec<_> = expected.difference(&found).collect();
    let extra: Vec<_> = found.difference(&expected).collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "{}: {fen}: missing {missing:?}, too many {extra:?}",
        rules.name
    );
    assert_eq!(
        position.count_legal_moves() as usize,
        legal.len(),
        "{} {fen}",
        rules.name
    );
    if legal.is_empty() {
        let has_lost = position.outcome() == Outcome::Win(!position.side());
        assert_eq!(has_lost, board.has_lost(), "{} {fen}", rules.name);
    }
    if legal.len() <= FEW && !rules.dice {
        for mv in legal {
            assert!(position.is_legal(mv), "{}: {mv} in {fen}", rules.name);
            let next = Board::read(rules.name, &position.play(mv).fen());
            let expected = board.play(&mv.to_string());
            assert_eq!(
                next.summary(),
                expected.summary(),
                "{}: {mv} in {fen}",
                rules.name
            );
        }
    }
}

/// Plays random games, in half of which the set-up is played, and compares every position.
fn agree(rules: &'static Rules, positions: usize) {
    let mut compared = 0;
    let mut seed = 0;
    while compared < positions {
        seed += 1;
        let mut random = Random::new(seed);
        let mut position = if seed % 8 == 0 {
            Position::start(rules)
        } else {
            thin_position(rules, &mut random)
        };
        for _ in 0..LONGEST_GAME {
            if position.is_placing() && position.count_legal_moves() > 200 && random.below(4) > 0 {
                // Displacements are many and alike.
            } else {
                compare(rules, &position);
                compared += 1;
            }
            let Some(mv) = random_move(&position, &mut random) else {
                break;
            };
            position = position.play(mv);
            if position.rules().dice && matches!(position.outcome(), Outcome::Win(_)) {
                break;
            }
        }
    }
}

#[test]
fn moves_are_those_of_the_slow_generator() {
    PRESETS.par_iter().for_each(|rules| agree(rules, POSITIONS));
}

#[test]
fn perft_of_later_positions_is_that_of_the_slow_generator() {
    PRESETS
        .par_iter()
        .filter(|rules| !rules.dice)
        .for_each(|rules| {
            for seed in 0..12 {
                let position = thin_position(rules, &mut Random::new(1_000 + seed));
                let board = Board::read(rules.name, &position.fen());
                if position.has_legal_moves() {
                    assert_eq!(
                        perft(&position, 2),
                        board.perft(2),
                        "{} {}",
                        rules.name,
                        position.fen()
                    );
                }
            }
        });
}

/// Start and later positions of every rule set, each with its counts from depth 1; the engine's own
/// numbers, which the slow generator confirms as far as it gets. With dice the moves of a turn are counted
/// one by one, whatever was thrown and the pass among them; there the slow generator knows only the first.
const COUNTS: &str = include_str!("../data/perft_presets.tsv");
/// Most nodes that the engine counts in a test, and of the next to last ply that the slow generator does.
const NODES: u64 = 3_000_000;
const SLOW_NODES: u64 = 100;

fn counts_agree(nodes: u64, slow_nodes: u64) {
    let rows: Vec<&str> = COUNTS.lines().skip(1).collect();
    rows.par_iter().for_each(|row| {
        let [name, _, fen, counts] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns expected: {row}");
        };
        let position = Position::from_fen(preset(name).unwrap(), fen).unwrap();
        let board = Board::read(name, fen);
        let mut before = 1;
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count <= nodes {
                assert_eq!(perft(&position, depth), count, "{row}");
            }
            if before <= slow_nodes && (depth == 1 || !position.rules().dice) {
                assert_eq!(board.perft(depth), count, "{row}");
            }
            before = count;
        }
    });
}

#[test]
fn perft_equals_the_known_numbers() {
    counts_agree(NODES, SLOW_NODES);
}

#[test]
#[ignore = "takes minutes"]
fn perft_equals_the_known_numbers_deeper() {
    // The larger numbers take half an hour each and were counted once by `sitke perft`.
    counts_agree(1_000_000_000, 2_000);
}
