//! The search: from a game and limits to a move.
//!
//! It knows no protocol and never prints: what it finds leaves as [`Report`]s through a
//! [`Listener`]. [`Pool`] owns the threads and the table; [`Pool::search`] waits for the result,
//! [`Pool::start`] does not.

mod cuts;
mod dice;
mod history;
mod memory;
mod moves;
mod negamax;
mod params;
mod picker;
mod pool;
mod prune;
mod quiescence;
mod skill;
mod table;
mod tactics;
mod time;
mod worker;

pub use dice::{FACES, Turn, best_turn, moves_by_die, throw};
pub use pool::{Event, Handle, Pool};
pub use table::AllocationError;

use std::time::Duration;

use crate::types::{Move, Score, Value};

/// When to stop. Limits add up: the first that is reached ends the search. None at all is an
/// infinite search, which ends only when stopped or when nothing is left to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations to finish.
    pub depth: Option<u32>,
    /// Nodes of all threads together. Exact with one thread, but the first iteration is always finished.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves, for either side, is proved.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the side to move, from which a time for this move is budgeted.
    pub clock: Option<Clock>,
    /// Only these root moves are considered; empty means all.
    pub searchmoves: Vec<Move>,
    /// Whether to begin pondering: time limits wait for [`Handle::ponderhit`].
    pub ponder: bool,
}

impl Limits {
    /// Whether only the work is limited, not its time: such a search is the same each time.
    fn is_counted(&self) -> bool {
        let has_count = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        has_count && self.movetime.is_none() && self.clock.is_none()
    }

    /// Whether nothing but a stop ends the search, unless there is nothing left to search.
    pub fn is_infinite(&self) -> bool {
        let ends_by_itself = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.clock.is_some();
        !ends_by_itself
    }
}

/// A chess clock as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left, communication lag included.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time is added, if the control has such periods.
    pub moves_to_go: Option<u32>,
}

/// Settings that outlast one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many best lines to find, at least 1.
    pub multi_pv: usize,
    /// Time kept back at each move for the way to and from the GUI.
    pub overhead: Duration,
    /// Playing strength, -20 to 20; 20 is full strength.
    pub skill: i32,
    /// How much a draw is worse than a level position for the side that plays, in centipawns. An
    /// infinite search plays for nobody.
    pub contempt: Value,
}

impl Settings {
    /// Full strength.
    pub const MAX_SKILL: i32 = 20;
    /// The ratings of the weakest and the strongest level, on a scale on which a player who looks one
    /// move ahead has 500.
    pub const ELO: (i32, i32) = skill::ELO;

    /// The level whose rating is nearest to `elo`.
    pub fn skill_of_elo(elo: i32) -> i32 {
        skill::level_of_elo(elo)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            skill: Self::MAX_SKILL,
            contempt: 0,
        }
    }
}

/// Whether a score is exact or only bounds the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

/// What the search has found so far on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Depth of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of the line, 1 for the best.
    pub multi_pv: usize,
    /// Score from the side to move.
    pub value: Value,
    /// Whether [`value`](Self::value) is exact.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Use of the table in per mille.
    pub hashfull: u32,
    /// The line, legal move by move; empty only if the game is over.
    pub pv: Vec<Move>,
}

impl Report {
    /// Whether it says more than `known`, what was told of the same rank before: it is exact, or names
    /// another move.
    pub fn supersedes(&self, known: Option<&Self>) -> bool {
        self.bound == Bound::Exact || known.is_none_or(|known| known.pv.first() != self.pv.first())
    }

    /// The score in its public form.
    pub fn score(&self) -> Score {
        Score::from_value(self.value)
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// The move to play; `None` if the game is over or no move was allowed.
    pub mv: Option<Move>,
    /// The reply expected, to ponder on; legal after [`mv`](Self::mv).
    pub ponder: Option<Move>,
}

/// Hears what the search finds.
pub trait Listener {
    /// A line was finished, or with an inexact bound, failed.
    fn report(&mut self, report: &Report);
}

/// Nobody listens.
impl Listener for () {
    fn report(&mut self, _: &Report) {}
}

impl<F: FnMut(&Report)> Listener for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}
