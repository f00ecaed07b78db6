//! A game so far, for what depends on earlier positions.

use super::{DrawReason, Outcome, Position};
use crate::rules::Rules;
use crate::types::Move;

/// A game so far: the current position and the keys of those before it.
#[derive(Clone, Debug)]
pub struct Record {
    position: Position,
    keys: Vec<u64>,
}

impl Record {
    /// A game that begins with `position`.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            keys: Vec::new(),
        }
    }

    /// A game from the start position of `rules`.
    pub fn start(rules: &'static Rules) -> Self {
        Self::new(Position::start(rules))
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the earlier positions, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic if `mv` is not legal.
    pub fn play(&mut self, mv: Move) {
        self.keys.push(self.position.key());
        self.position = self.position.play(mv);
    }

    /// Goes on from `position`, where another's rules led.
    pub fn replace(&mut self, position: Position) {
        self.keys.push(self.position.key());
        self.position = position;
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        // Nothing before the last irreversible move can be the same position.
        let reversible = usize::from(self.position.clock()).min(self.keys.len());
        let earlier = self.keys[self.keys.len() - reversible..]
            .iter()
            .filter(|key| **key == self.position.key());
        1 + earlier.count()
    }

    /// How the game stands.
    pub fn outcome(&self) -> Outcome {
        match self.position.outcome() {
            Outcome::Ongoing
                if self
                    .position
                    .rules()
                    .ending
                    .repetition
                    .is_some_and(|limit| self.occurrences() >= usize::from(limit)) =>
            {
                Outcome::Draw(DrawReason::Repetition)
            }
            outcome => outcome,
        }
    }
}
