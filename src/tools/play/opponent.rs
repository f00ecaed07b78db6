//! The engine as the other player and as adviser.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::game::Game;
use crate::search::{Limits, Pool, Report, Settings, best_turn};
use crate::types::{Move, Score};

/// Size of each hash table in MiB.
const HASH: usize = 16;

/// Two players of different strength, so that advice does not make the opponent stronger.
pub(super) struct Opponent {
    player: Pool,
    adviser: Pool,
    pub(super) level: i32,
    movetime: Duration,
}

/// A move at full strength.
pub(super) struct Advice {
    /// The move and what is expected to follow.
    pub(super) line: Vec<Move>,
    /// The score for the side to move; `None` with dice, where it is only a mean.
    pub(super) score: Option<Score>,
}

impl Opponent {
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(level: i32, movetime: Duration) -> Result<Self> {
        Ok(Self {
            player: Pool::new(1, HASH)?,
            adviser: Pool::new(1, HASH)?,
            level,
            movetime,
        })
    }

    /// Forgets the last game.
    pub(super) fn forget(&mut self) {
        self.player.clear();
        self.adviser.clear();
    }

    /// The move that the opponent plays; `None` if there is none.
    pub(super) fn choose(&mut self, game: &Game) -> Option<Move> {
        if game.position().is_diced() {
            // A turn is looked at with the other side's replies only from the middle level up.
            let depth = if self.level < 0 { 0 } else { 2 };
            return self.diced(game, depth).first().copied();
        }
        let settings = Settings {
            skill: self.level,
            overhead: Duration::ZERO,
            ..Settings::default()
        };
        let best = self
            .player
            .search(game.record(), &self.limits(), &settings, &mut ());
        best.mv.or_else(|| game.moves().first().copied())
    }

    /// The best move for the side to move.
    pub(super) fn advise(&mut self, game: &Game) -> Advice {
        if game.position().is_diced() {
            return Advice {
                line: self.diced(game, 2),
                score: None,
            };
        }
        let mut found: Option<Report> = None;
        let mut listener = |report: &Report| {
            if report.supersedes(found.as_ref()) && !report.pv.is_empty() {
                found = Some(report.clone());
            }
        };
        let settings = Settings {
            overhead: Duration::ZERO,
            ..Settings::default()
        };
        let limits = self.limits();
        self.adviser
            .search(game.record(), &limits, &settings, &mut listener);
        Advice {
            score: found.as_ref().map(Report::score),
            line: found.map_or_else(Vec::new, |found| found.pv),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            movetime: Some(self.movetime),
            ..Limits::default()
        }
    }

    /// The best moves for the dice that lie there.
    fn diced(&self, game: &Game, depth: u32) -> Vec<Move> {
        let deadline = Instant::now() + self.movetime;
        best_turn(game.position(), game.dice(), depth, Some(deadline)).moves
    }
}
