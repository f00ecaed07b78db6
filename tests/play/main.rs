//! Whole games of every rule set: they end as the rules say, and the engine wins against weak players.
//!
//! The default tests are short. The long ones are run by hand, in a debug build for its assertions:
//! `cargo test --test play -- --ignored --nocapture`, with `GAMES` for the number of games of each
//! rule set, `NODES` for the strength, `PRESET` for one rule set alone and `WEAK=random` or `WEAK=shallow`
//! for one weak player alone. The games against weak players need a release build.

mod game;
mod levels;

use rayon::prelude::*;
use sitke::position::{Outcome, Position, Record};
use sitke::rules::{PRESETS, Rules, preset};
use sitke::types::Color;

use game::{Game, Player};

/// A number from the environment.
fn wanted(name: &str, by_default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(by_default)
}

/// The rule sets to play: all, or the one that `PRESET` names.
fn presets() -> Vec<&'static Rules> {
    let wanted = std::env::var("PRESET").ok();
    let is_wanted = |rules: &&Rules| wanted.as_deref().is_none_or(|name| name == rules.name);
    PRESETS.into_iter().filter(is_wanted).collect()
}

fn self_play(games: u64, nodes: u64) {
    for rules in presets() {
        let ends: Vec<String> = (0..games)
            .into_par_iter()
            .map(|seed| {
                let mut game = Game::new(rules, seed);
                // Expectation over throws is slow in a debug build.
                let player = if rules.dice {
                    Player::Shallow
                } else {
                    Player::Engine(nodes)
                };
                let outcome = game.play([player; 2]);
                let fen = game.record.position().fen();
                let outcome = outcome.unwrap_or_else(|| panic!("{} for ever: {fen}", rules.name));
                game.record.position().verdict(outcome)
            })
            .collect();
        let mut kinds: Vec<&String> = ends.iter().collect();
        kinds.sort();
        kinds.dedup();
        let tally = kinds
            .iter()
            .map(|kind| format!("{} {kind}", ends.iter().filter(|end| end == kind).count()));
        println!("{}: {}", rules.name, tally.collect::<Vec<_>>().join(", "));
    }
}

/// Half points of the engine out of two a game.
fn score(rules: &'static Rules, games: u64, nodes: u64, weak: Player) -> u64 {
    let engine = Player::Engine(nodes);
    (0..games)
        .into_par_iter()
        .map(|seed| {
            let (own, players) = if seed % 2 == 0 {
                (Color::White, [engine, weak])
            } else {
                (Color::Black, [weak, engine])
            };
            let mut game = Game::new(rules, 1_000 + seed);
            match game.play(players) {
                Some(Outcome::Win(color)) if color == own => 2,
                outcome => {
                    let position = game.record.position();
                    let verdict = position.verdict(game.record.outcome());
                    println!("  not won: seed {seed}, {} {verdict}", position.fen());
                    u64::from(!matches!(outcome, Some(Outcome::Win(_))))
                }
            }
        })
        .sum()
}

#[test]
fn short_self_play_ends() {
    self_play(1, 60);
}

#[test]
fn a_rook_hunts_down_a_bare_king_on_the_small_board() {
    let rules = preset("mini-burmese").unwrap();
    let fen = "***2***/*6*/*3k2*/*6*/*2K3*/*6*/*4R1*/***2***[] w - - 0 40";
    let mut game = Game::new(rules, 1);
    game.record = Record::new(Position::from_fen(rules, fen).unwrap());
    while game.record.outcome() == Outcome::Ongoing {
        let mv = game.choose(Player::Engine(1_000));
        game.record.play(mv);
    }
    assert_eq!(game.record.outcome(), Outcome::Win(Color::White));
}

#[test]
#[ignore = "takes minutes"]
fn self_play_ends() {
    self_play(wanted("GAMES", 100), 200);
}

#[test]
#[ignore = "takes minutes"]
fn weak_players_are_beaten() {
    let games = wanted("GAMES", 50);
    let mut missed = Vec::new();
    for rules in presets() {
        let only = std::env::var("WEAK").unwrap_or_default();
        let weak_players = [("random", Player::Random), ("shallow", Player::Shallow)];
        for (_, weak) in weak_players
            .into_iter()
            .filter(|(name, _)| only.is_empty() || only == *name)
        {
            let halves = score(rules, games, wanted("NODES", 50_000), weak);
            println!(
                "{} against {weak:?}: {} of {games}",
                rules.name,
                halves as f64 / 2.0
            );
            if halves * 50 <= games * 98 {
                missed.push(format!("{} against {weak:?}", rules.name));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
