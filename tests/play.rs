//! Whole games of every rule set: they end as the rules say, and the engine wins against weak players.
//!
//! The default tests are short. The long ones are run by hand, in a debug build for its assertions:
//! `cargo test --test play -- --ignored --nocapture`, with `GAMES` for the number of games of each
//! rule set, `NODES` for the strength, `PRESET` for one rule set alone and `WEAK=random` or `WEAK=shallow`
//! for one weak player alone. The games against weak players need a release build.

use rayon::prelude::*;
use sitke::eval::classical_value;
use sitke::position::{Outcome, Position, Record};
use sitke::rules::{PRESETS, Rules, preset};
use sitke::search::{Limits, Pool, Settings, best_turn, moves_by_die, throw};
use sitke::types::{Color, Move, Random, Score};

/// Plies after which a game is taken to last for ever.
const FOR_EVER: usize = 1_500;
/// Random moves of each side at the start, so that games differ.
const OPENING: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Random,
    /// A search of one ply by the static evaluation, captures not looked at further.
    Shallow,
    /// A search of so many nodes.
    Engine(u64),
}

struct Game {
    pool: Pool,
    random: Random,
    record: Record,
    /// The dice of the turn that are still to be played.
    dice: Vec<u8>,
}

impl Game {
    fn new(rules: &'static Rules, seed: u64) -> Self {
        Self {
            pool: Pool::new(1, 1).unwrap(),
            random: Random::new(seed),
            record: Record::start(rules),
            dice: Vec::new(),
        }
    }

    fn choose(&mut self, player: Player) -> Move {
        if self.record.position().is_diced() {
            return self.choose_by_dice(player);
        }
        let limits = match player {
            Player::Random => {
                let moves = self.record.position().legal_moves();
                return *self.random.pick(&moves).unwrap();
            }
            Player::Shallow => return self.look_ahead(),
            Player::Engine(nodes) => Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
        };
        let settings = Settings::default();
        self.pool
            .search(&self.record, &limits, &settings, &mut ())
            .mv
            .unwrap()
    }

    /// The move after which the other side looks worst.
    fn look_ahead(&mut self) -> Move {
        let position = self.record.position();
        let us = position.side();
        let worth = |mv: &Move| {
            let next = position.play(*mv);
            match next.outcome() {
                Outcome::Win(winner) => Score::MATE * if winner == us { 1 } else { -1 },
                Outcome::Draw(_) => 0,
                Outcome::Ongoing if next.side() == us => classical_value(&next),
                Outcome::Ongoing => -classical_value(&next),
            }
        };
        *position
            .legal_moves()
            .iter()
            .max_by_key(|mv| worth(mv))
            .unwrap()
    }

    fn choose_by_dice(&mut self, player: Player) -> Move {
        let position = self.record.position();
        if self.dice.is_empty() {
            self.dice = throw(position.moves_left(), &mut self.random);
        }
        let depth = match player {
            Player::Random => {
                self.dice.sort_unstable();
                let playable = |die: &u8| !moves_by_die(position, *die).is_empty();
                let index = self.dice.iter().position(playable).unwrap_or(0);
                let moves = moves_by_die(position, self.dice.remove(index));
                return self.random.pick(&moves).copied().unwrap_or(Move::PASS);
            }
            Player::Shallow => 1,
            Player::Engine(_) => 2,
        };
        let mv = best_turn(position, &self.dice, depth, None).moves[0];
        let index = self
            .dice
            .iter()
            .position(|die| moves_by_die(position, *die).contains(&mv));
        self.dice.remove(index.unwrap_or(0));
        mv
    }

    /// Plays to the end; `None` if there is none.
    fn play(&mut self, players: [Player; 2]) -> Option<Outcome> {
        for ply in 0..FOR_EVER {
            let outcome = self.record.outcome();
            if outcome != Outcome::Ongoing {
                return Some(outcome);
            }
            let player = if ply < 2 * OPENING {
                Player::Random
            } else {
                players[self.record.position().side() as usize]
            };
            let mv = self.choose(player);
            assert!(
                self.record.position().is_legal(mv),
                "{mv} in {}",
                self.record.position().fen()
            );
            self.record.play(mv);
            let fen = self.record.position().fen();
            let read = Position::from_fen(self.record.position().rules(), &fen).unwrap();
            assert_eq!(read.key(), self.record.position().key(), "{fen}");
        }
        None
    }
}

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
