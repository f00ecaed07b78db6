//! One searching thread: iterative deepening from the root.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::history::{History, Played};
use super::params::ASPIRATION_WINDOW;
use super::pool::Job;
use super::skill::Skill;
use super::time::Budget;
use super::{Best, Bound, Listener, Report};
use crate::eval::{self, Evaluator, Network};
use crate::position::{Outcome, Position};
use crate::types::{Bitboard, Color, MAX_PLY, Move, Random, Score, Value};

/// The deepest iteration.
const MAX_DEPTH: u32 = 200;
/// Frames before the root, so that looking back needs no test.
const BEFORE_ROOT: usize = 6;
/// Limits are looked at once in so many nodes.
const POLL_NODES: u64 = 512;

/// What a thread remembers from search to search.
pub(super) struct Worker {
    index: usize,
    /// What it misjudges below full strength, the same through a game.
    taste: u64,
    history: History,
    evaluator: Evaluator,
    stack: Vec<Frame>,
}

/// What the search keeps of one ply of the current line.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// What the move made here put where; `None` for a null move.
    pub(super) played: Option<Played>,
    /// That move if it is quiet and its search has begun, with what the other side attacked before it.
    pub(super) quiet: Option<(Move, Bitboard)>,
    /// By how many plies that search is reduced.
    pub(super) reduction: i32,
    /// The corrected static evaluation; `None` in check.
    pub(super) eval: Option<Value>,
    /// The move left out by a singular search.
    pub(super) excluded: Option<Move>,
    /// Quiet moves that cut off in sister nodes.
    pub(super) killers: [Option<Move>; 2],
    /// Beta cutoffs at this ply since the node above was entered.
    pub(super) cutoffs: u32,
    /// Double extensions on the line so far.
    pub(super) doubles: u32,
    /// The best line from here.
    pub(super) pv: Vec<Move>,
}

impl Frame {
    /// Notes what a move put where, `None` for a null move.
    pub(super) fn enter(&mut self, played: Option<Played>) {
        self.played = played;
        self.quiet = None;
        self.reduction = 0;
    }
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Score of this iteration; `-INFINITE` if the move only failed low.
    pub(super) value: Value,
    /// Whether the score of this iteration is exact, while the iteration has not been finished.
    pub(super) bound: Bound,
    /// Score of the last iteration.
    previous: Value,
    pub(super) pv: Vec<Move>,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
}

/// One search of one thread.
pub(super) struct Searcher<'a> {
    pub(super) job: &'a Job,
    pub(super) history: &'a mut History,
    pub(super) evaluator: &'a mut Evaluator,
    /// The level below full strength.
    pub(super) skill: Option<Skill>,
    /// The side to move at the root.
    pub(super) player: Color,
    /// How much worse than level a draw is for the player.
    pub(super) contempt: Value,
    /// The ply at which the running quiescence search began.
    pub(super) horizon: usize,
    pub(super) index: usize,
    stack: &'a mut [Frame],
    /// Keys of all positions before the current one, the game's included.
    pub(super) keys: Vec<u64>,
    pub(super) root_moves: Vec<RootMove>,
    /// The first of the root moves that this line may use; those before it have lines of their own.
    pub(super) line: usize,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// Null moves are barred above this ply while one is verified.
    pub(super) null_barred_until: usize,
    pub(super) root_depth: i32,
    budget: Budget,
    /// Nodes of all threads after which to stop.
    total_limit: u64,
    /// Nodes of this thread after which to look at the limits.
    node_limit: u64,
    /// Limits count only when there is a move to play.
    has_result: bool,
    stopped: bool,
}

impl Worker {
    pub(super) fn new(index: usize) -> Self {
        Self {
            index,
            taste: Random::from_clock().next(),
            history: History::new(),
            evaluator: Evaluator::new(Network::embedded()),
            stack: vec![Frame::default(); MAX_PLY + BEFORE_ROOT + 4],
        }
    }

    /// Searches and returns the best move. Only the first worker's listener is heard.
    pub(super) fn search(&mut self, job: &Job, listener: &mut dyn Listener) -> Best {
        self.stack.fill(Frame::default());
        if !self.evaluator.uses(&job.network) {
            self.evaluator = Evaluator::new(Arc::clone(&job.network));
        }
        let root = job.root.position();
        // Neither a clock nor `stop` waits for tables; what is counted in nodes or depths is to be the same each time.
        let is_counted = job.limits.is_counted();
        self.evaluator.set_waiting(is_counted);
        if self.index == 0 && !is_counted {
            eval::prepare(root);
        }
        let skill = Skill::new(&job.settings, self.taste);
        // A level's few nodes are those of one thread.
        let is_alone = skill.is_some() || job.signals.nodes.len() == 1;
        if is_alone && self.index > 0 {
            return Best::default();
        }
        let total_limit = job
            .limits
            .nodes
            .unwrap_or(u64::MAX)
            .min(skill.map_or(u64::MAX, |skill| skill.nodes));
        let mut searcher = Searcher {
            job,
            history: &mut self.history,
            evaluator: &mut self.evaluator,
            skill,
            player: root.side(),
            contempt: if job.limits.is_infinite() {
                0
            } else {
                job.settings.contempt
            },
            horizon: 0,
            index: self.index,
            stack: &mut self.stack,
            keys: job.root.keys().to_vec(),
            root_moves: root_moves(job),
            line: 0,
            nodes: 0,
            seldepth: 0,
            null_barred_until: 0,
            root_depth: 0,
            budget: Budget::new(&job.limits, &job.settings, root.is_setup(), job.started),
            total_limit,
            node_limit: if is_alone { total_limit } else { u64::MAX },
            has_result: false,
            stopped: false,
        };
        // Without a throw of the dice there is no best move.
        if searcher.root_moves.is_empty() || root.is_diced() {
            let value = match root.outcome() {
                Outcome::Ongoing if root.is_diced() => searcher.evaluator.evaluate(root, 0),
                outcome => outcome.value(root.side()),
            };
            listener.report(&searcher.report(0, 1, value, Bound::Exact, Vec::new()));
            return Best::default();
        }
        let lines = job.settings.multi_pv.clamp(1, searcher.root_moves.len());
        searcher.deepen(root, lines, listener);
        let best = &searcher.root_moves[0];
        Best {
            mv: Some(best.mv),
            ponder: best.pv.get(1).copied(),
        }
    }
}

fn root_moves(job: &Job) -> Vec<RootMove> {
    let wanted = &job.limits.searchmoves;
    let moves = job.root.position().legal_moves();
    moves
        .into_iter()
        .filter(|mv| wanted.is_empty() || wanted.contains(mv))
        .map(|mv| RootMove {
            mv,
            value: -Score::INFINITE,
            bound: Bound::Exact,
            previous: -Score::INFINITE,
            pv: vec![mv],
            nodes: 0,
            seldepth: 0,
        })
        .collect()
}

impl Searcher<'_> {
    /// Iterative deepening (`chessprogramming.org/Iterative_Deepening`): depth after depth until a limit is reached.
    fn deepen(&mut self, root: &Position, lines: usize, listener: &mut dyn Listener) {
        let deepest = self
            .job
            .limits
            .depth
            .unwrap_or(MAX_DEPTH)
            .clamp(1, MAX_DEPTH);
        let mut best_move = None;
        let mut stable = 0_u32;
        let mut last_value = None;
        for depth in 1..=deepest {
            self.root_depth = depth as i32;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.value;
                root_move.value = -Score::INFINITE;
            }
            for line in 0..lines {
                self.line = line;
                self.seldepth = 0;
                self.aspire(root, depth, line, listener);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.root_moves[..lines].sort_by_key(|root_move| -root_move.value);
            self.has_result = true;
            self.report_lines(depth, lines, listener);

            let value = self.root_moves[0].value;
            if best_move == Some(self.root_moves[0].mv) {
                stable += 1;
            } else {
                stable = 0;
                best_move = Some(self.root_moves[0].mv);
            }
            if self.index == 0 && self.is_enough(depth, value, last_value, stable) {
                break;
            }
            last_value = Some(value);
        }
        if self.index == 0 && !self.has_result {
            // Stopped before the first iteration was finished: still say something scored.
            let value = self.evaluator.evaluate(root, 0);
            let pv = self.root_moves[0].pv.clone();
            listener.report(&self.report(1, 1, value, Bound::Exact, pv));
        }
        if self.stopped && self.has_result {
            // What the unfinished iteration found, and all nodes and time.
            self.report_lines(self.root_depth as u32, lines, listener);
        }
        self.publish_nodes();
    }

    /// Aspiration windows (`chessprogramming.org/Aspiration_Windows`) for one line.
    fn aspire(&mut self, root: &Position, depth: u32, line: usize, listener: &mut dyn Listener) {
        let expected = self.root_moves[line..]
            .iter()
            .map(|root_move| root_move.previous)
            .max()
            .unwrap_or(0);
        let mut window = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= 4 && !Score::is_mate(expected) && expected > -Score::INFINITE {
            (alpha, beta) = (expected - window, expected + window);
        }
        let mut reduction = 0;
        loop {
            let searched = (depth as i32 - reduction).max(1);
            let value = self.negamax::<true>(root, 0, searched, alpha, beta, false);
            // Of those that failed low the ones with a score of the last iteration come first.
            self.root_moves[line..]
                .sort_by_key(|root_move| (-root_move.value, -root_move.previous));
            if self.stopped {
                return;
            }
            let bound = if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - window).max(-Score::INFINITE);
                reduction = 0;
                Bound::Upper
            } else if value >= beta {
                beta = (value + window).min(Score::INFINITE);
                reduction = (reduction + 1).min(3);
                Bound::Lower
            } else {
                return;
            };
            if self.index == 0 && line == 0 {
                let pv = self.root_moves[0].pv.clone();
                listener.report(&self.report(depth, 1, value, bound, pv));
            }
            window += window / 2 + 4;
            if window > 600 {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Whether the search may end after the iteration of `depth`.
    fn is_enough(&self, depth: u32, value: Value, last_value: Option<Value>, stable: u32) -> bool {
        let limits = &self.job.limits;
        if let Some(moves) = limits.mate
            && let Score::Mate(found) = Score::from_value(value)
            && found.unsigned_abs() <= moves
        {
            return true;
        }
        if limits.clock.is_none() || self.job.signals.is_pondering() {
            return false;
        }
        // A forced mate that was searched twice as deep as it is long is as good as proved.
        if Score::is_mate(value) && depth as i32 > 2 * (Score::MATE - value.abs()) + 2 {
            return true;
        }
        if self.root_moves.len() == 1 && depth >= 4 {
            return true;
        }
        // More time while the best move changes, the score falls or the effort is spread.
        let unstable = 1.35 - 0.06 * f64::from(stable.min(10));
        let falling =
            last_value.map_or(0.0, |last| f64::from((last - value).clamp(-20, 60)) / 100.0);
        let effort = self.root_moves[0].nodes as f64 / self.nodes.max(1) as f64;
        let spread = 1.6 - effort.clamp(0.1, 0.95);
        self.budget.is_spent(unstable * (1.0 + falling) * spread)
    }

    fn report_lines(&mut self, depth: u32, lines: usize, listener: &mut dyn Listener) {
        if self.index != 0 {
            return;
        }
        for (index, root_move) in self.root_moves[..lines].iter().enumerate() {
            let RootMove {
                value,
                bound,
                previous,
                ..
            } = *root_move;
            let (depth, value, bound) = if value > -Score::INFINITE {
                (depth, value, bound)
            } else {
                // An iteration that was stopped did not come to this line.
                (depth - 1, previous, Bound::Exact)
            };
            let mut report = self.report(depth, index + 1, value, bound, root_move.pv.clone());
            report.seldepth = root_move.seldepth as u32;
            listener.report(&report);
        }
    }

    fn report(
        &self,
        depth: u32,
        multi_pv: usize,
        value: Value,
        bound: Bound,
        pv: Vec<Move>,
    ) -> Report {
        Report {
            depth,
            seldepth: self.seldepth as u32,
            multi_pv,
            value,
            bound,
            nodes: self.nodes + self.job.signals.nodes_of_others(self.index),
            time: self.job.started.elapsed(),
            hashfull: self.job.table.hashfull(),
            pv,
        }
    }

    /// Counts a node.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
    }

    fn publish_nodes(&self) {
        self.job.signals.nodes[self.index].store(self.nodes, Ordering::Relaxed);
    }

    /// Whether the search must end; looks at limits now and then.
    #[inline]
    pub(super) fn is_stopped(&mut self) -> bool {
        if !self.stopped && (self.nodes >= self.node_limit || self.nodes.is_multiple_of(POLL_NODES))
        {
            self.poll();
        }
        self.stopped
    }

    #[cold]
    fn poll(&mut self) {
        self.publish_nodes();
        if self.job.signals.is_stopped() {
            self.stopped = true;
        } else if self.index == 0 && self.has_result {
            self.stopped = self.nodes + self.job.signals.nodes_of_others(self.index)
                >= self.total_limit
                || !self.job.signals.is_pondering() && self.budget.is_over();
        }
    }

    /// The frame `ply` plies below the root.
    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.stack[ply + BEFORE_ROOT]
    }

    /// The frame `back` plies before `ply`, at most [`BEFORE_ROOT`].
    #[inline]
    pub(super) fn earlier(&self, ply: usize, back: usize) -> &Frame {
        &self.stack[ply + BEFORE_ROOT - back]
    }

    /// Puts `mv` before the line of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.stack.split_at_mut(ply + BEFORE_ROOT + 1);
        if let (Some(frame), Some(next)) = (head.last_mut(), tail.first()) {
            frame.pv.clear();
            frame.pv.push(mv);
            frame.pv.extend_from_slice(&next.pv);
        }
    }
}
