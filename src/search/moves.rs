//! The moves of a node, one after the other: which are searched, how deep, and what their success teaches.

use arrayvec::ArrayVec;

use super::Bound;
use super::cuts::{Node, Singular};
use super::history::{Before, played};
use super::params::{
    BONUS_DEPTH, BONUS_MAX, BONUS_SURPRISE, LMR_CHECK, LMR_CUT, LMR_CUT_NOISY, LMR_CUTOFFS,
    LMR_DEEPER, LMR_HISTORY, LMR_KILLER, LMR_NOISY, LMR_NOT_PV, LMR_PV, LMR_SHALLOWER,
    LMR_TABLE_NOISY, LMR_WORSE, MALUS,
};
use super::picker::{Context, Picker};
use super::prune::{self, Late};
use super::worker::Searcher;
use crate::position::Position;
use crate::types::{Move, Score, Value};

/// Moves tried before the one that cut off, to be punished.
type Tried = ArrayVec<Move, 32>;

impl Searcher<'_> {
    /// Tries the moves; returns the best score, its move and what the score is.
    pub(super) fn search_moves<const PV: bool>(
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
        let context = Context::new(position, threats, self.before(ply));
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
                match Self::judge(node, &context, &candidate, alpha) {
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

            // One reply extension (`chessprogramming.org/One_Reply_Extensions`).
            if position.is_check()
                && ply > 0
                && count == 1
                && extension == 0
                && (ply as i32) < 2 * self.root_depth
                && position.count_legal_moves() == 1
            {
                extension = 1;
            }

            let nodes = self.nodes;
            let value = self.search_move::<PV>(node, &context, &candidate, extension, alpha, best);
            if self.is_stopped() {
                return (best, best_move, bound);
            }
            if ply == 0 {
                let bound = match value {
                    _ if value >= beta => Some(Bound::Lower),
                    _ if value > alpha => Some(Bound::Exact),
                    _ => (count == 1).then_some(Bound::Upper),
                };
                self.record_root_move(mv, value, bound, nodes);
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
        if bound == Bound::Exact
            && let Some(mv) = best_move
        {
            self.reward(node, &context, mv, &quiets, &noisies);
        }
        if count == 0 {
            best = match excluded {
                Some(_) => node.alpha,
                None => self.without_moves(position, ply),
            };
        }
        (best, best_move, bound)
    }

    /// The moves before `ply` that its history looks back to.
    pub(super) fn before(&self, ply: usize) -> Before {
        [1, 2, 4, 6].map(|back| self.earlier(ply, back).played)
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
            let continuations = self.history.continuations(&context.before);
            self.history
                .quiet(position.side(), mv, piece, context.threats, &continuations)
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
    fn judge(node: &Node, context: &Context, candidate: &Candidate, alpha: Value) -> Verdict {
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
        let reduced = (depth - prune::reduction(depth, count) / prune::PLY).max(0);
        let late = Late {
            depth,
            reduced,
            history,
            count,
            improving,
        };
        if is_quiet {
            let hopeless =
                if late.is_late_move() || !position.is_check() && late.is_futile(eval, alpha) {
                    Some(Verdict::SkipQuiet)
                } else {
                    late.has_bad_history().then_some(Verdict::Skip)
                };
            if let Some(verdict) = hopeless
                && !context.tactics().is_safe_check(position, mv)
            {
                return verdict;
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
        context: &Context,
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
        self.frame(ply).quiet = candidate
            .is_quiet
            .then_some((candidate.mv, context.threats));
        let new_depth = depth - 1 + extension;
        let mut value = -Score::INFINITE;
        if depth >= 2 && candidate.count > 1 + usize::from(PV) {
            let reduction = self.late_reduction::<PV>(node, candidate, next.is_check());
            let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
            self.frame(ply).reduction = new_depth - reduced;
            value = self.reply::<false>(node, &next, reduced, (alpha, alpha + 1), true);
            self.frame(ply).reduction = 0;
            if value > alpha && reduced < new_depth {
                let deeper = i32::from(value > best + LMR_DEEPER + 2 * new_depth)
                    - i32::from(value < best + LMR_SHALLOWER);
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
        let table_move = node.entry.and_then(|entry| entry.mv);
        let is_table_noisy = table_move.is_some_and(|mv| node.position.is_noisy(mv));
        let mut reduction = prune::reduction(node.depth, candidate.count);
        if candidate.is_quiet {
            reduction += LMR_NOT_PV * i32::from(!was_pv)
                + LMR_CUT * i32::from(node.is_cut)
                + LMR_TABLE_NOISY * i32::from(is_table_noisy)
                - LMR_KILLER * i32::from(candidate.is_killer)
                - candidate.history * prune::PLY / LMR_HISTORY;
        } else {
            reduction = reduction * LMR_NOISY / 1024 + LMR_CUT_NOISY * i32::from(node.is_cut);
        }
        reduction += LMR_WORSE * i32::from(!node.improving)
            + LMR_CUTOFFS * i32::from(self.frame(node.ply + 1).cutoffs > 3)
            - LMR_PV * i32::from(PV)
            - LMR_CHECK * i32::from(gives_check);
        (reduction / prune::PLY).max(0)
    }

    /// Keeps what a root move achieved; without a `bound`, that it is not the best.
    fn record_root_move(
        &mut self,
        mv: Move,
        value: Value,
        bound: Option<Bound>,
        nodes_before: u64,
    ) {
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
        if let Some(bound) = bound {
            root_move.value = value;
            root_move.bound = bound;
            root_move.seldepth = seldepth;
            root_move.pv.truncate(0);
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(&line);
        } else {
            root_move.value = -Score::INFINITE;
        }
    }

    /// Rewards the move that cut off or was the best, and punishes those tried in vain.
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
        let table_move = node.entry.and_then(|entry| entry.mv);
        let surprise = BONUS_SURPRISE * i32::from(table_move.is_some_and(|best| best != mv));
        let bonus = (BONUS_DEPTH * node.depth - BONUS_DEPTH / 2 + surprise).min(BONUS_MAX);
        let malus = -bonus * MALUS / 1024;
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
                    malus,
                );
            }
        }
        for noisy in noisies {
            self.history
                .update_noisy(played(position, *noisy), position.captured(*noisy), malus);
        }
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
