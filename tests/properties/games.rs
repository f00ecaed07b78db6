//! Random games and positions, chosen so that rare things happen often.

use proptest::test_runner::{Config, RngSeed};
use sitke::position::{Outcome, Position, Record};
use sitke::rules::STANDARD;
use sitke::types::Random;

use crate::common::random_move;

/// Plies after which a random game is left.
const LONGEST_GAME: usize = 300;

/// Settings of proptest: so many cases, the same ones in every run, no files written.
pub(crate) fn cases(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    }
}

/// The position that `fen` describes.
pub(crate) fn position(fen: &str) -> Position {
    Position::from_fen(&STANDARD, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A random valid position: two kings and up to ten other pieces anywhere.
pub(crate) fn random_position(random: &mut Random) -> Position {
    loop {
        let mut board = ['1'; 64];
        let mut pieces = vec!['K', 'k'];
        for _ in 0..random.below(11) {
            pieces
                .extend(random.pick(&['P', 'p', 'P', 'p', 'F', 'f', 'S', 's', 'N', 'n', 'R', 'r']));
        }
        for piece in pieces {
            board[random.below(64)] = piece;
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let side = if random.below(2) == 0 { 'w' } else { 'b' };
        let fen = format!("{}[] {side} - - {} 60", ranks.join("/"), random.below(100));
        if let Ok(position) = Position::from_fen(&STANDARD, &fen) {
            return position;
        }
    }
}

/// A random game, seen by `visit` before every move and at its end. Half of the games begin with the
/// set-up, half in a random position; promotions are favoured.
pub(crate) fn random_game(seed: u64, mut visit: impl FnMut(&Record)) {
    let mut random = Random::new(seed);
    let mut record = if random.below(2) == 0 {
        Record::start(&STANDARD)
    } else {
        Record::new(random_position(&mut random))
    };
    for _ in 0..LONGEST_GAME {
        visit(&record);
        let Some(mv) = random_move(record.position(), &mut random) else {
            return;
        };
        if record.outcome() != Outcome::Ongoing {
            return;
        }
        record.play(mv);
    }
    visit(&record);
}
