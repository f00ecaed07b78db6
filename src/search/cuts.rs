//! Settling a node, or doubting its best move, by a smaller search: razoring, null move, `ProbCut`,
//! singular extension.

use super::Bound;
use super::params::{
    DOUBLE_MARGIN, NULL_BASE, NULL_SURPLUS, NULL_VERIFY_DEPTH, PROBCUT_MARGIN, SINGULAR_MARGIN,
};
use super::picker::{Context, Picker};
use super::prune;
use super::table::Entry;
use super::worker::Searcher;
use crate::position::Position;
use crate::types::{Bitboard, Move, Role, Score, Value};

/// What a node knows before its moves are tried.
pub(super) struct Node<'a> {
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) entry: Option<Entry>,
    /// The evaluation as it was computed; `None` in check and in a singular search.
    pub(super) raw: Option<Value>,
    /// Corrected evaluation; meaningless in check.
    pub(super) eval: Value,
    pub(super) improving: bool,
    pub(super) is_cut: bool,
}

/// Closer to a draw by the clocks no null move is made, since it would set them back.
const NULL_CLOCK: u16 = 24;

/// What a singular search says about the table's move.
pub(super) enum Singular {
    /// Search it so many plies deeper.
    Extend(i32),
    /// Several moves beat beta: the node is settled.
    Cut(Value),
}

impl Searcher<'_> {
    /// Tries to settle the node without trying its moves.
    pub(super) fn prune_node(&mut self, node: &Node) -> Option<Value> {
        let &Node {
            position,
            ply,
            depth,
            alpha,
            beta,
            eval,
            ..
        } = node;
        if prune::reverse_futility(depth, eval, beta, node.improving) {
            return Some(i32::midpoint(eval, beta));
        }
        if prune::razoring(depth, eval, alpha) {
            let value = self.quiescence::<false>(position, ply, alpha, alpha + 1);
            if value <= alpha {
                return Some(value);
            }
        }
        self.null_move(node).or_else(|| self.probcut(node))
    }

    /// Null move pruning (`chessprogramming.org/Null_Move_Pruning`): where a cut is expected and passing is good
    /// enough, so is some move. Not in the set-up, where drops are no tempo; verified from a moderate depth on,
    /// since an in-place promotion is nearly a pass and counted endings are full of zugzwang.
    fn null_move(&mut self, node: &Node) -> Option<Value> {
        let &Node {
            position,
            ply,
            depth,
            beta,
            eval,
            ..
        } = node;
        let us = position.side();
        let pieces = position.of(us) & !position.all(Role::Pawn) & !position.all(Role::King);
        if depth < 3
            || !node.is_cut
            || eval < beta
            || self.earlier(ply, 1).played.is_none()
            || ply < self.null_barred_until
            || position.is_setup()
            || position.plies_to_draw() < NULL_CLOCK
            || !pieces.has_many()
            || Score::is_mate(beta)
        {
            return None;
        }
        let reduction = NULL_BASE + depth / 3 + ((eval - beta) / NULL_SURPLUS).min(3);
        self.frame(ply).enter(None);
        self.keys.push(position.key());
        self.count_node();
        let value = -self.negamax::<false>(
            &position.play_null(),
            ply + 1,
            depth - reduction,
            -beta,
            1 - beta,
            !node.is_cut,
        );
        self.keys.pop();
        if self.is_stopped() {
            return Some(Score::DRAW);
        }
        if value < beta {
            return None;
        }
        let value = if Score::is_mate(value) { beta } else { value };
        if depth < NULL_VERIFY_DEPTH || self.null_barred_until > 0 {
            return Some(value);
        }
        self.null_barred_until = ply + 1 + 3 * (depth - reduction).max(0) as usize / 4;
        let verified =
            self.negamax::<false>(position, ply, depth - reduction, beta - 1, beta, false);
        self.null_barred_until = 0;
        (verified >= beta).then_some(value)
    }

    /// `ProbCut` (chessprogramming.org/ProbCut): a good capture that beats beta by a margin at low
    /// depth will beat it at full depth.
    fn probcut(&mut self, node: &Node) -> Option<Value> {
        let &Node {
            position,
            ply,
            depth,
            beta,
            entry,
            raw,
            ..
        } = node;
        let target = beta + PROBCUT_MARGIN;
        if depth < 5
            || Score::is_mate(beta)
            || entry.is_some_and(|e| e.depth >= depth - 3 && e.value < target)
        {
            return None;
        }
        let context = Context::new(position, Bitboard::EMPTY, [None; 4]);
        let mut picker = Picker::noisy(
            position,
            entry.and_then(|entry| entry.mv),
            target - node.eval,
        );
        while let Some(mv) = picker.next(&context, self.history) {
            let next = self.enter(position, ply, mv);
            let mut value = -self.quiescence::<false>(&next, ply + 1, -target, 1 - target);
            if value >= target {
                value = -self.negamax::<false>(
                    &next,
                    ply + 1,
                    depth - 4,
                    -target,
                    1 - target,
                    !node.is_cut,
                );
            }
            self.leave();
            if self.is_stopped() {
                return Some(Score::DRAW);
            }
            if value >= target {
                let entry = Entry {
                    mv: Some(mv),
                    value,
                    eval: raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    was_pv: false,
                };
                self.job.table.store(position.table_key(), ply, entry);
                return Some(value);
            }
        }
        None
    }

    /// Singular extension with multi-cut (`chessprogramming.org/Singular_Extensions`): does the
    /// table's move stand alone?
    pub(super) fn singular<const PV: bool>(
        &mut self,
        node: &Node,
        entry: &Entry,
        mv: Move,
    ) -> Singular {
        let &Node {
            position,
            ply,
            depth,
            beta,
            ..
        } = node;
        if depth < 7
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || Score::is_mate(entry.value)
            || ply as i32 >= 2 * self.root_depth
        {
            return Singular::Extend(0);
        }
        let target = entry.value - depth * SINGULAR_MARGIN / 16;
        self.frame(ply).excluded = Some(mv);
        let value = self.negamax::<false>(
            position,
            ply,
            (depth - 1) / 2,
            target - 1,
            target,
            node.is_cut,
        );
        self.frame(ply).excluded = None;
        if value < target {
            if !PV && value < target - DOUBLE_MARGIN && self.frame(ply).doubles < 8 {
                self.frame(ply).doubles += 1;
                return Singular::Extend(2);
            }
            Singular::Extend(1)
        } else if target >= beta && !self.is_stopped() {
            Singular::Cut(target)
        } else if entry.value >= beta {
            Singular::Extend(-2)
        } else if node.is_cut {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}
