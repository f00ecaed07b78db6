//! When a node or a move is not worth searching. Each rule is a line or two; its numbers are in `params`.

use super::params::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, HISTORY_MARGIN, LMP_BASE, LMR_BASE,
    LMR_DIVISOR, RAZOR_DEPTH, RAZOR_MARGIN, RFP_DEPTH, RFP_MARGIN, SEE_NOISY, SEE_QUIET,
};
use crate::types::{Score, Value};

/// Reverse futility (`chessprogramming.org/Reverse_Futility_Pruning`): far above beta near the leaves.
pub(super) fn reverse_futility(depth: i32, eval: Value, beta: Value, improving: bool) -> bool {
    let margin = RFP_MARGIN * (depth - i32::from(improving));
    depth <= RFP_DEPTH && eval - margin >= beta && !Score::is_mate(eval) && !Score::is_mate(beta)
}

/// Razoring (chessprogramming.org/Razoring): far below alpha near the leaves; the quiescence search decides.
pub(super) fn razoring(depth: i32, eval: Value, alpha: Value) -> bool {
    depth <= RAZOR_DEPTH && eval + RAZOR_MARGIN * depth < alpha && !Score::is_mate(alpha)
}

/// A ply in the units of reductions.
pub(super) const PLY: i32 = 1024;

/// Late move reductions (`chessprogramming.org/Late_Move_Reductions`) by depth and move number, in
/// parts of a [`PLY`].
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    /// Natural logarithms, in 1024ths.
    static LOG: std::sync::LazyLock<[i32; 64]> = std::sync::LazyLock::new(|| {
        std::array::from_fn(|number| (f64::ln(number.max(1) as f64) * 1024.0) as i32)
    });
    let product = LOG[depth.clamp(0, 63) as usize] * LOG[count.min(63)];
    LMR_BASE + product / LMR_DIVISOR
}

/// A move well down the list.
pub(super) struct Late {
    pub(super) depth: i32,
    /// Depth after the usual reduction.
    pub(super) reduced: i32,
    pub(super) history: i32,
    /// Its number, from 1.
    pub(super) count: usize,
    pub(super) improving: bool,
}

impl Late {
    /// Late move pruning (`chessprogramming.org/Futility_Pruning#MoveCountBasedPruning`): enough quiet moves were tried.
    pub(super) fn is_late_move(&self) -> bool {
        let enough = LMP_BASE + self.depth * self.depth;
        self.count as i32 > if self.improving { enough } else { enough / 2 }
    }

    /// Futility (`chessprogramming.org/Futility_Pruning`): a quiet move cannot raise `eval` to alpha.
    pub(super) fn is_futile(&self, eval: Value, alpha: Value) -> bool {
        self.reduced <= FUTILITY_DEPTH
            && eval + FUTILITY_BASE + FUTILITY_MARGIN * self.reduced + self.history / 128 <= alpha
            && !Score::is_mate(alpha)
    }

    /// History pruning (`chessprogramming.org/History_Leaf_Pruning`): the move always failed.
    pub(super) fn has_bad_history(&self) -> bool {
        self.reduced <= 5 && self.history < -HISTORY_MARGIN * self.depth
    }

    /// The exchange that the move may lose (pruning by static exchange evaluation), more if it did well before.
    pub(super) fn exchange_margin(&self, is_quiet: bool) -> Value {
        if is_quiet {
            -SEE_QUIET * self.reduced * self.reduced - self.history / 128
        } else {
            -SEE_NOISY * self.depth - self.history / 64
        }
    }
}
