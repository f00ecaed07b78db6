//! The principal variation search and what it knows about pruning.

use arrayvec::ArrayVec;

use super::Bound;
use super::cuts::{Node, Singular};
use super::history::{Played, played};
use super::params::LMR_HISTORY;
use super::picker::{Context, Picker};
use super::prune::{self, Late};
use super::table::Entry;
use super::worker::Searcher;
use crate::position::Position;
use crate::rules::Stalemate;
use crate::types::{MAX_PLY, Move, Score, Value};

/// Moves tried before the one that cut off, to be punished.
type Tried = ArrayVec<Move, 32>;

impl Entry {
    /// Whether the stored bound already decides the window.
    #[inline]
    pub(super) fn is_cutoff(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// Whether the stored score says more than the evaluation `eval`.
    #[inline]
    pub(super) fn is_better_than(&self, eval: Value) -> bool {
        !Score::is_mate(self.value)
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value > eval,
                Bound::Upper => self.value < eval,
            }
    }
}

impl Searcher<'_> {
    /// Plays `mv` at `ply` and returns the position after it; [`leave`](Self::leave) takes it back.
    pub(super) fn enter(&mut self, position: &Position, ply: usize, mv: Move) -> Position {
        self.frame(ply).played = Some(played(position, mv));
        self.keys.push(position.key());
        self.count_node();
        self.job.table.prefetch(position.table_key_after(mv));
        position.play(mv)
    }

    /// Returns to the position before the last [`enter`](Self::enter).
    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    /// The value of a position in which the game is drawn, or as good as drawn.
    pub(super) fn drawn(&self, position: &Position, ply: usize) -> Option<Value> {
        let is_drawn = self.is_repetition(position, ply)
            || position.is_dead()
            || position.draw_by_clock().is_some()
                && (!position.is_check() && position.rules().ending.stalemate == Stalemate::Draw
                    || position.has_legal_moves())
            || position.is_promotion_stalemate();
        is_drawn.then_some(Score::DRAW)
    }

    /// A second occurrence within the search, or as many as the rules say in game and search.
    fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        let Some(limit) = position.rules().ending.repetition else {
            return false;
        };
        let reversible = usize::from(position.clock()).min(self.keys.len());
        let mut earlier = 0;
        let mut back = 4;
        while back <= reversible {
            if self.keys[self.keys.len() - back] == position.key() {
                earlier += 1;
                if back < ply || earlier + 1 >= usize::from(limit) {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// What the table knows of the position, unless that is a mate which the clocks would forestall:
    /// the key tells clocks apart only roughly.
    pub(super) fn probe(&self, position: &Position, key: u64, ply: usize) -> Option<Entry> {
        let entry = self.job.table.probe(key, ply)?;
        let plies = Score::MATE - entry.value.abs() - ply as Value;
        (!Score::is_mate(entry.value) || plies <= Value::from(position.plies_to_draw()))
            .then_some(entry)
    }

    /// The evaluation with what the correction histories learned, or what a weak player sees in it.
    #[inline]
    pub(super) fn corrected(&self, position: &Position, eval: Value) -> Value {
        let bound = Score::MATE_IN_MAX - 1;
        let error = self.skill.map_or(0, |skill| skill.error(position));
        (eval + self.history.correction(position) + error).clamp(-bound, bound)
    }

    fn before(&self, ply: usize) -> [Option<Played>; 3] {
        [
            self.earlier(ply, 1).played,
            self.earlier(ply, 2).played,
            self.earlier(ply, 4).played,
        ]
    }

    /// Principal variation search (`chessprogramming.org/Principal_Variation_Search`) of `position`
    /// to `depth` in the window `(alpha, beta)`; scores are fail-soft.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        mut alpha: Value,
        mut beta: Value,
        is_cut: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiescence::<PV>(position, ply, alpha, beta);
        }
        if PV {
            self.frame(ply).pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.is_stopped() {
            return Score::DRAW;
        }
        if ply > 0 {
            if let Some(value) = self.drawn(position, ply) {
                return value;
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluator.evaluate(position, ply);
            }
            // Mate distance pruning: no line from here beats a shorter mate.
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.frame(ply).excluded;
        let key = position.table_key();
        let entry = if excluded.is_some() {
            None
        } else {
            self.probe(position, key, ply)
        };
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && entry.is_cutoff(alpha, beta)
        {
            return entry.value;
        }

        let is_check = position.is_check();
        let (raw, eval) = self.static_eval(position, ply, entry, excluded.is_some());
        let earlier = self.earlier(ply, 2).eval.or(self.earlier(ply, 4).eval);
        let mut node = Node {
            position,
            ply,
            depth,
            alpha,
            beta,
            entry,
            eval,
            improving: !is_check && earlier.is_none_or(|earlier| eval > earlier),
            is_cut,
        };
        if ply > 0 {
            self.frame(ply).doubles = self.earlier(ply, 1).doubles;
        }
        self.frame(ply + 1).killers = [None; 2];
        self.frame(ply + 1).cutoffs = 0;

        if !PV
            && !is_check
            && excluded.is_none()
            && let Some(value) = self.prune_node(&node)
        {
            return value;
        }
        // Internal iterative reduction: without a move to try first the node is not worth its depth.
        if node.depth >= 4
            && excluded.is_none()
            && (PV || is_cut)
            && entry.is_none_or(|entry| entry.mv.is_none())
        {
            node.depth -= 1;
        }
        let (best, best_move, bound) = self.search_moves::<PV>(&node, excluded);
        if self.is_stopped() || excluded.is_some() || ply == 0 && self.line > 0 {
            return best;
        }
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        self.job.table.store(
            key,
            ply,
            Entry {
                mv: best_move,
                value: best,
                eval: raw,
                depth: node.depth,
                bound,
                was_pv,
            },
        );
        let teaches = match bound {
            Bound::Exact => true,
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
        };
        if teaches
            && !is_check
            && !Score::is_mate(best)
            && best_move.is_none_or(|mv| !position.is_noisy(mv))
        {
            let raw = raw.unwrap_or(eval);
            self.history
                .update_correction(position, node.depth, best - raw);
        }
        best
    }

    /// The evaluation as stored and as used: corrected, and sharpened by the table's score.
    fn static_eval(
        &mut self,
        position: &Position,
        ply: usize,
        entry: Option<Entry>,
        is_singular: bool,
    ) -> (Option<Value>, Value) {
        if position.is_check() {
            self.frame(ply).eval = None;
            return (None, Score::DRAW);
        }
        if is_singular && let Some(eval) = self.frame(ply).eval {
            return (None, eval);
        }
        let raw = entry
            .and_then(|entry| entry.eval)
            .unwrap_or_else(|| self.evaluator.evaluate(position, ply));
        let eval = self.corrected(position, raw);
        self.frame(ply).eval = Some(eval);
        match entry {
            Some(entry) if entry.is_better_than(eval) => (Some(raw), entry.value),
            _ => (Some(raw), eval),
        }
    }

    /// Tries the moves; returns the best score, its move and what the score is.
    fn search_moves<const PV: bool>(
        &mut self,
        node: &Node,
        excluded: Option<Move>,
    ) -> (Value, Option<Move>, Bound) {
        let &Node {
            position,
            ply,
            beta,
            entry,
            ..
        } = node;
        let mut alpha = node.alpha;
        let threats = position.attacked_by(!position.side(), position.occupied());
        let context = Context {
            position,
            threats,
            before: self.before(ply),
        };
        let table_move = if ply == 0 {
            Some(self.root_moves[self.line].mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        let killers = self.frame(ply).killers;
        let mut picker = Picker::new(position, table_move, killers);

        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        let (mut quiets, mut noisies) = (Tried::new(), Tried::new());
        while let Some(mv) = picker.next(&context, self.history) {
            if Some(mv) == excluded || ply == 0 && !self.is_open_at_root(mv) {
                continue;
            }
            count += 1;
            let candidate = self.candidate(&context, mv, count, killers);
            if ply > 0 && best > -Score::MATE_IN_MAX {
                match Self::judge(node, &candidate, alpha) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiet => {
                        picker.skip_quiet();
                        continue;
                    }
                }
            }
            let mut extension = 0;
            if ply > 0
                && Some(mv) == table_move
                && excluded.is_none()
                && let Some(entry) = entry
            {
                match self.singular::<PV>(node, &entry, mv) {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(value) => return (value, Some(mv), Bound::Lower),
                }
            }

            let nodes = self.nodes;
            let value = self.search_move::<PV>(node, &candidate, extension, alpha, best);
            if self.is_stopped() {
                return (best, best_move, bound);
            }
            if ply == 0 {
                self.record_root_move(mv, value, count == 1 || value > alpha, nodes);
            }
            best = best.max(value);
            if value > alpha {
                best_move = Some(mv);
                if PV {
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    bound = Bound::Lower;
                    self.frame(ply).cutoffs += 1;
                    self.reward(node, &context, mv, &quiets, &noisies);
                    break;
                }
                bound = Bound::Exact;
                alpha = value;
            } else {
                let tried = if candidate.is_quiet {
                    &mut quiets
                } else {
                    &mut noisies
                };
                let _ = tried.try_push(mv);
            }
        }
        if count == 0 {
            best = match excluded {
                Some(_) => node.alpha,
                None => without_moves(position, ply),
            };
        }
        (best, best_move, bound)
    }

    /// Whether `mv` is still to be searched in this line of the root.
    fn is_open_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.line..]
            .iter()
            .any(|root_move| root_move.mv == mv)
    }

    fn candidate(
        &self,
        context: &Context,
        mv: Move,
        count: usize,
        killers: [Option<Move>; 2],
    ) -> Candidate {
        let position = context.position;
        let victim = position.captured(mv);
        let is_quiet = victim.is_none() && !mv.is_promotion();
        let piece = played(position, mv);
        let history = if is_quiet {
            self.history
                .quiet(position.side(), mv, piece, context.threats, &context.before)
        } else {
            self.history.noisy(piece, victim)
        };
        Candidate {
            mv,
            count,
            is_quiet,
            is_killer: killers.contains(&Some(mv)),
            history,
        }
    }

    /// Whether a move is worth searching at all, once one move is known not to be mated.
    fn judge(node: &Node, candidate: &Candidate, alpha: Value) -> Verdict {
        let &Node {
            position,
            depth,
            eval,
            improving,
            ..
        } = node;
        let &Candidate {
            mv,
            count,
            is_quiet,
            history,
            ..
        } = candidate;
        let reduced = (depth - prune::reduction(depth, count)).max(0);
        let late = Late {
            depth,
            reduced,
            history,
            count,
            improving,
        };
        if is_quiet {
            if late.is_late_move() || !position.is_check() && late.is_futile(eval, alpha) {
                return Verdict::SkipQuiet;
            }
            if late.has_bad_history() {
                return Verdict::Skip;
            }
        }
        // Drops cannot be taken at once, and with unequal hands nothing is sure: no exchanges.
        if !position.is_setup() && !position.see_at_least(mv, late.exchange_margin(is_quiet)) {
            return Verdict::Skip;
        }
        Verdict::Search
    }

    /// Searches one move: late moves reduced first, all but the first with a null window.
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        alpha: Value,
        best: Value,
    ) -> Value {
        let &Node {
            position,
            ply,
            depth,
            beta,
            is_cut,
            ..
        } = node;
        let next = self.enter(position, ply, candidate.mv);
        let new_depth = depth - 1 + extension;
        let mut value = -Score::INFINITE;
        if depth >= 2 && candidate.count > 1 + usize::from(PV) {
            let reduction = self.late_reduction::<PV>(node, candidate, next.is_check());
            let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
            value = self.reply::<false>(node, &next, reduced, (alpha, alpha + 1), true);
            if value > alpha && reduced < new_depth {
                let deeper =
                    i32::from(value > best + 40 + 2 * new_depth) - i32::from(value < best + 8);
                if new_depth + deeper > reduced {
                    let depth = new_depth + deeper;
                    value = self.reply::<false>(node, &next, depth, (alpha, alpha + 1), !is_cut);
                }
            }
        } else if !PV || candidate.count > 1 {
            value = self.reply::<false>(node, &next, new_depth, (alpha, alpha + 1), !is_cut);
        }
        if PV && (candidate.count == 1 || value > alpha) {
            value = self.reply::<true>(node, &next, new_depth, (alpha, beta), false);
        }
        self.leave();
        value
    }

    /// The value of `next`, one ply below `node`, for the side to move in `node`, which may have the
    /// move again: while one side places all its pieces.
    #[inline]
    fn reply<const PV: bool>(
        &mut self,
        node: &Node,
        next: &Position,
        depth: i32,
        (alpha, beta): (Value, Value),
        is_cut: bool,
    ) -> Value {
        if next.side() == node.position.side() {
            self.negamax::<PV>(next, node.ply + 1, depth, alpha, beta, is_cut)
        } else {
            -self.negamax::<PV>(next, node.ply + 1, depth, -beta, -alpha, is_cut)
        }
    }

    /// By how much a late move is reduced.
    fn late_reduction<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        gives_check: bool,
    ) -> i32 {
        let was_pv = PV || node.entry.is_some_and(|entry| entry.was_pv);
        let mut reduction = prune::reduction(node.depth, candidate.count);
        if candidate.is_quiet {
            reduction += i32::from(!was_pv) + 2 * i32::from(node.is_cut)
                - i32::from(candidate.is_killer)
                - candidate.history / LMR_HISTORY;
        } else {
            reduction = reduction / 2 + i32::from(node.is_cut);
        }
        reduction += i32::from(!node.improving) + i32::from(self.frame(node.ply + 1).cutoffs > 3);
        (reduction - i32::from(PV) - i32::from(gives_check)).max(0)
    }

    /// Keeps what a root move achieved.
    fn record_root_move(&mut self, mv: Move, value: Value, is_exact: bool, nodes_before: u64) {
        let line = self.frame(1).pv.clone();
        let (nodes, seldepth) = (self.nodes - nodes_before, self.seldepth);
        let Some(root_move) = self
            .root_moves
            .iter_mut()
            .find(|root_move| root_move.mv == mv)
        else {
            return;
        };
        root_move.nodes += nodes;
        if is_exact {
            root_move.value = value;
            root_move.seldepth = seldepth;
            root_move.pv.truncate(0);
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(&line);
        } else {
            root_move.value = -Score::INFINITE;
        }
    }

    /// Rewards the move that cut off and punishes those tried before it.
    fn reward(
        &mut self,
        node: &Node,
        context: &Context,
        mv: Move,
        quiets: &Tried,
        noisies: &Tried,
    ) {
        let position = node.position;
        let side = position.side();
        let bonus = (160 * node.depth - 80).min(1_800);
        if position.is_noisy(mv) {
            self.history
                .update_noisy(played(position, mv), position.captured(mv), bonus);
        } else {
            let killers = &mut self.frame(node.ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.history.update_quiet(
                side,
                mv,
                played(position, mv),
                context.threats,
                &context.before,
                bonus,
            );
            for quiet in quiets {
                self.history.update_quiet(
                    side,
                    *quiet,
                    played(position, *quiet),
                    context.threats,
                    &context.before,
                    -bonus,
                );
            }
        }
        for noisy in noisies {
            self.history
                .update_noisy(played(position, *noisy), position.captured(*noisy), -bonus);
        }
    }
}

/// The value of a position without a legal move.
fn without_moves(position: &Position, ply: usize) -> Value {
    match (position.is_check(), position.rules().ending.stalemate) {
        (true, _) | (_, Stalemate::Wins) => Score::mated_in(ply),
        (_, Stalemate::Loses) => Score::mate_in(ply),
        (_, Stalemate::Draw | Stalemate::Illegal) => Score::DRAW,
    }
}

/// A move about to be searched.
struct Candidate {
    mv: Move,
    /// Its number among the moves of the node, from 1.
    count: usize,
    is_quiet: bool,
    is_killer: bool,
    history: i32,
}

enum Verdict {
    Search,
    Skip,
    /// Neither this quiet move nor a later one is worth it.
    SkipQuiet,
}
