//! A game of two players of any strength.

use std::time::Duration;

use sitke::eval::classical_value;
use sitke::position::{Outcome, Position, Record};
use sitke::rules::Rules;
use sitke::search::{Limits, Pool, Settings, best_turn, moves_by_die, throw};
use sitke::types::{Move, Random, Score};

/// Plies after which a game is taken to last for ever.
const FOR_EVER: usize = 1_500;
/// Random moves of each side at the start, so that games differ.
const OPENING: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Any legal move.
    Random,
    /// A search of one ply by the static evaluation, captures not looked at further.
    Shallow,
    /// A search of so many nodes.
    Engine(u64),
    /// A level of the engine; full strength has so many milliseconds a move.
    Level(i32, u64),
}

pub(crate) struct Game {
    /// One for each side.
    pools: [Pool; 2],
    random: Random,
    pub(crate) record: Record,
    /// The dice of the turn that are still to be played.
    dice: Vec<u8>,
}

impl Game {
    pub(crate) fn new(rules: &'static Rules, seed: u64) -> Self {
        Self {
            pools: [(); 2].map(|()| Pool::new(1, 4).unwrap()),
            random: Random::new(seed),
            record: Record::start(rules),
            dice: Vec::new(),
        }
    }

    pub(crate) fn choose(&mut self, player: Player) -> Move {
        if self.record.position().is_diced() {
            return self.choose_by_dice(player);
        }
        let mut settings = Settings::default();
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
            Player::Level(level, milliseconds) => {
                settings.skill = level;
                let is_full = level == Settings::MAX_SKILL;
                Limits {
                    movetime: is_full.then_some(Duration::from_millis(milliseconds)),
                    ..Limits::default()
                }
            }
        };
        self.pools[self.record.position().side() as usize]
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
            Player::Shallow => 0,
            Player::Engine(_) | Player::Level(..) => 2,
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
    pub(crate) fn play(&mut self, players: [Player; 2]) -> Option<Outcome> {
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
