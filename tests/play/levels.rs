//! The ladder of levels: each beats the one below, and the lowest loses to a beginner.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use sitke::position::Outcome;
use sitke::rules::STANDARD;
use sitke::types::Color;

use super::wanted;
use crate::game::{Game, Player};

/// Wins, draws and losses of the first of two players.
#[derive(Debug)]
struct Results {
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Results {
    /// Plays `games`, each set-up twice with colours changed.
    fn of(games: u64, first: Player, second: Player) -> Self {
        let (wins, draws) = (AtomicU64::new(0), AtomicU64::new(0));
        (0..games).into_par_iter().for_each(|number| {
            let mut game = Game::new(&STANDARD, number / 2);
            let (own, players) = if number % 2 == 0 {
                (Color::White, [first, second])
            } else {
                (Color::Black, [second, first])
            };
            match game.play(players) {
                Some(Outcome::Win(winner)) if winner == own => wins.fetch_add(1, Ordering::Relaxed),
                Some(Outcome::Win(_)) => 0,
                _ => draws.fetch_add(1, Ordering::Relaxed),
            };
        });
        let (wins, draws) = (wins.into_inner() as f64, draws.into_inner() as f64);
        Self {
            wins,
            draws,
            losses: games as f64 - wins - draws,
        }
    }

    fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }

    fn score(&self) -> f64 {
        (self.wins + self.draws / 2.0) / self.games()
    }

    /// Rating difference with half of its 95 % interval.
    fn elo(&self) -> (f64, f64) {
        let score = self.score().clamp(0.001, 0.999);
        let variance = (self.wins + self.draws / 4.0) / self.games() - self.score().powi(2);
        let error = 1.96 * (variance / self.games()).sqrt();
        let slope = 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score));
        (-400.0 * (1.0 / score - 1.0).log10(), slope * error)
    }
}

fn show(first: Player, second: Player, results: &Results) {
    let (elo, error) = results.elo();
    println!(
        "{first:?} against {second:?}: +{} ={} -{}, {:.1} %, {elo:+.0} +- {error:.0} Elo",
        results.wins,
        results.draws,
        results.losses,
        100.0 * results.score()
    );
}

#[test]
#[ignore = "takes an hour"]
fn each_level_beats_the_one_below() {
    let (games, milliseconds) = (wanted("GAMES", 100), wanted("MOVETIME", 200));
    let mut missed = Vec::new();
    for level in (-15..=20).step_by(5) {
        let (above, below) = (
            Player::Level(level, milliseconds),
            Player::Level(level - 5, milliseconds),
        );
        let results = Results::of(games, above, below);
        show(above, below, &results);
        if results.score() < 0.6 {
            missed.push(level);
        }
    }
    assert!(missed.is_empty(), "too close to the one below: {missed:?}");
}

#[test]
#[ignore = "takes minutes"]
fn a_beginner_beats_the_lowest_level() {
    let (beginner, lowest) = (Player::Shallow, Player::Level(-20, 1_000));
    let results = Results::of(wanted("GAMES", 100), beginner, lowest);
    show(beginner, lowest, &results);
    assert!(results.score() > 0.5);
}
