//! What games of the engine against itself have in common.

use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, anyhow};

use crate::eval;
use crate::position::{DrawReason, Outcome, Position, Record};
use crate::search::{Limits, Pool, Report, Settings};
use crate::types::{Color, Move, Random, Role, Value};

/// Calls `work` with each number below `count`, on so many threads, all processors if not given, each with a
/// pool of its own, whose table has `hash` MiB.
///
/// # Errors
/// The first error of `work`, or that a thread panicked or got no memory.
pub(super) fn for_each(
    count: u64,
    threads: Option<usize>,
    hash: usize,
    work: impl Fn(&mut Pool, u64) -> Result<()> + Sync,
) -> Result<()> {
    let threads = threads
        .or_else(|| std::thread::available_parallelism().ok().map(Into::into))
        .unwrap_or(1);
    eval::prepare_all();
    let next = AtomicU64::new(0);
    let run = || -> Result<()> {
        let mut pool = Pool::new(1, hash)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(());
            }
            work(&mut pool, number)?;
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(run)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| anyhow!("a game panicked"))?)
    })
}

/// A score beyond which both sides agree that the game is won, six plies long.
const RESIGN: Value = 1_500;
/// Plies after which a game is called a draw.
pub(super) const MAX_PLIES: usize = 400;

/// What may end a game before the rules do: scores that both sides agree on.
#[derive(Default)]
pub(super) struct Adjudicator {
    /// The side that both scores favour, and for how many plies.
    decided: Option<(Color, u32)>,
    level: u32,
}

impl Adjudicator {
    /// Takes note of a score from the side to move.
    pub(super) fn judge(
        &mut self,
        position: &Position,
        ply: usize,
        value: Value,
    ) -> Option<Outcome> {
        let is_decided = value.abs() >= RESIGN && position.count().is_none();
        let side = position.side();
        let better = if value > 0 { side } else { !side };
        self.decided = is_decided.then(|| match self.decided {
            Some((winner, plies)) if winner == better => (better, plies + 1),
            _ => (better, 1),
        });
        let is_level = value.abs() <= 8 && ply > 90;
        self.level = if is_level { self.level + 1 } else { 0 };
        match self.decided {
            Some((winner, 6..)) => Some(Outcome::Win(winner)),
            _ => (self.level >= 16).then_some(Outcome::Draw(DrawReason::FiftyMoves)),
        }
    }
}

/// The best move of a short search and its score.
pub(super) fn search(pool: &mut Pool, record: &Record, nodes: u64) -> Option<(Move, Value)> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut last: Option<Report> = None;
    let mut listener = |report: &Report| {
        if report.supersedes(last.as_ref()) {
            last = Some(report.clone());
        }
    };
    let best = pool.search(record, &limits, &Settings::default(), &mut listener);
    best.mv
        .map(|mv| (mv, last.map_or(0, |report| report.value)))
}

/// A random legal move; among drops the role comes first, so that the king is not placed last of all.
pub(super) fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    if !position.is_setup() {
        return random.pick(&moves).copied();
    }
    let roles: Vec<Role> = Role::IN_HAND
        .into_iter()
        .filter(|role| position.hand(position.side()).count(*role) > 0)
        .collect();
    let role = *random.pick(&roles)?;
    let drops: Vec<_> = moves
        .into_iter()
        .filter(|mv| position.moved_piece(*mv).role() == role && mv.is_drop())
        .collect();
    random.pick(&drops).copied()
}
