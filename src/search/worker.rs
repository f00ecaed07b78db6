use super::pool::Job;
use super::{Best, Bound, Listener, Report};
use crate::eval::evaluate;
use crate::position::{Position, Outcome};
use crate::types::{Move, Score, Value};
use std::sync::atomic::Ordering;

/// One searching thread's own memory.
pub(super) struct Worker {
    index: usize,
    nodes: u64,
}

impl Worker {
    pub(super) fn new(index: usize) -> Self {
        Self { index, nodes: 0 }
    }

    /// Searches and returns the best move.
    pub(super) fn search(&mut self, job: &Job, listener: &mut dyn Listener) -> Best {
        self.nodes = 0;
        let position = job.root.position();
        let mut best = Best::default();
        let report = |depth: u32, value: Value, pv: Vec<Move>, nodes: u64| Report {
            depth, seldepth: depth, multi_pv: 1, value, bound: Bound::Exact, nodes,
            time: job.started.elapsed(), hashfull: job.table.hashfull(), pv };
        let mut moves = position.legal_moves().to_vec();
        if !job.limits.searchmoves.is_empty() { moves.retain(|m| job.limits.searchmoves.contains(m)); }
        if moves.is_empty() {
            let v = if matches!(position.outcome(), Outcome::Win(_)) { -Score::MATE } else { 0 };
            listener.report(&report(0, v, vec![], 0));
            return best;
        }
        best.mv = moves.first().copied();
        for depth in 1..=job.limits.depth.unwrap_or(100).min(100) {
            let mut alpha = -Score::INFINITE;
            let mut pv = vec![];
            for &mv in &moves {
                let v = -self.negamax(job, &position.play(mv), depth as i32 - 1, -Score::INFINITE, -alpha);
                if self.stopped(job) && depth > 1 { break; }
                if v > alpha { alpha = v; pv = vec![mv]; }
            }
            if self.stopped(job) && depth > 1 { break; }
            best.mv = pv.first().copied();
            if let Some(r) = best.mv.and_then(|m| position.play(m).legal_moves().first().copied()) { pv.push(r); best.ponder = Some(r); }
            listener.report(&report(depth, alpha, pv, self.nodes));
            if self.stopped(job) { break; }
        }
        best
    }

    fn stopped(&self, job: &Job) -> bool {
        if job.signals.is_stopped() { return true; }
        if job.limits.nodes.is_some_and(|n| self.nodes >= n) { return true; }
        if job.signals.is_pondering() { return false; }
        let t = job.started.elapsed();
        if job.limits.movetime.is_some_and(|m| t + job.settings.overhead >= m) { return true; }
        job.limits.clock.is_some_and(|c| t >= c.remaining / 40 + c.increment / 2)
    }

    fn negamax(&mut self, job: &Job, p: &Position, depth: i32, mut alpha: Value, beta: Value) -> Value {
        self.nodes += 1;
        if self.nodes % 1024 == 0 { job.signals.nodes[self.index].store(self.nodes, Ordering::Relaxed); }
        match p.outcome() { Outcome::Win(_) => return -Score::MATE, Outcome::Draw(_) => return 0, Outcome::Ongoing => {} }
        if depth <= 0 { return evaluate(p); }
        for mv in p.legal_moves() {
            if self.nodes % 256 == 0 && self.stopped(job) { return 0; }
            let v = -self.negamax(job, &p.play(mv), depth - 1, -beta, -alpha);
            if v >= beta { return v; }
            alpha = alpha.max(v);
        }
        alpha
    }
}
