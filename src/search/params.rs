//! Every number of the search that tuning may change, one line each with its sensible range.

use crate::types::Value;

macro_rules! params {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal in $low:literal..=$high:literal;)*) => {
        $($(#[doc = $doc])* pub(super) const $name: Value = {
            assert!($low <= $value && $value <= $high);
            $value
        };)*
    };
}

params! {
    /// Aspiration: half-width of the first window, in centipawns.
    ASPIRATION_WINDOW = 10 in 4..=100;
    /// Reverse futility: the deepest depth.
    RFP_DEPTH = 8 in 2..=14;
    /// Reverse futility: margin per ply of depth.
    RFP_MARGIN = 37 in 16..=256;
    /// Razoring: the deepest depth.
    RAZOR_DEPTH = 4 in 1..=8;
    /// Razoring: margin per ply of depth.
    RAZOR_MARGIN = 130 in 50..=600;
    /// Null move: reduction at depth 0.
    NULL_BASE = 4 in 1..=6;
    /// Null move: one ply more a so much surplus over beta.
    NULL_SURPLUS = 127 in 50..=400;
    /// Null move: from this depth on the result is verified.
    NULL_VERIFY_DEPTH = 8 in 4..=16;
    /// `ProbCut`: margin above beta.
    PROBCUT_MARGIN = 114 in 50..=400;
    /// Futility: margin at depth 0.
    FUTILITY_BASE = 52 in 0..=300;
    /// Futility: margin per ply of reduced depth.
    FUTILITY_MARGIN = 56 in 20..=200;
    /// Futility: the deepest reduced depth.
    FUTILITY_DEPTH = 8 in 2..=12;
    /// Late moves are pruned after this many, plus the square of the depth.
    LMP_BASE = 8 in 1..=12;
    /// History pruning: the worst history a ply of depth.
    HISTORY_MARGIN = 2_696 in 500..=8_000;
    /// Exchange pruning of quiet moves: loss per squared ply of reduced depth.
    SEE_QUIET = 25 in 5..=80;
    /// Exchange pruning of captures: loss per ply of depth.
    SEE_NOISY = 78 in 20..=200;
    /// Singular extension: margin per ply of depth, in 16ths of a centipawn.
    SINGULAR_MARGIN = 17 in 4..=64;
    /// Singular extension: how far below the margin a second ply is worth it.
    DOUBLE_MARGIN = 21 in 0..=60;
    /// Reductions, in 1024ths of a ply: of the first late move.
    LMR_BASE = 763 in 0..=2_000;
    /// Reductions: divisor of the product of the logarithms, in 1024ths.
    LMR_DIVISOR = 1_950 in 1_200..=4_000;
    /// Reductions: more of a quiet move that was never on the principal variation.
    LMR_NOT_PV = 970 in 0..=3_000;
    /// Reductions: more of a quiet move where a cut is expected.
    LMR_CUT = 2_173 in 0..=4_000;
    /// Reductions: more of a noisy move where a cut is expected.
    LMR_CUT_NOISY = 1_025 in 0..=3_000;
    /// Reductions: share of a noisy move, in 1024ths of a quiet one's.
    LMR_NOISY = 523 in 0..=1_024;
    /// Reductions: less of a killer.
    LMR_KILLER = 981 in 0..=3_000;
    /// Reductions: history that is worth a ply.
    LMR_HISTORY = 6_680 in 2_000..=20_000;
    /// Reductions: more where the evaluation does not improve.
    LMR_WORSE = 1_023 in 0..=3_000;
    /// Reductions: more where sister nodes cut off often.
    LMR_CUTOFFS = 1_151 in 0..=3_000;
    /// Reductions: less on the principal variation.
    LMR_PV = 795 in 0..=3_000;
    /// Reductions: less of a check.
    LMR_CHECK = 1_037 in 0..=3_000;
    /// After a reduced search: so far above the best it is repeated a ply deeper.
    LMR_DEEPER = 46 in 5..=150;
    /// After a reduced search: so little above the best it is repeated a ply less deep.
    LMR_SHALLOWER = 8 in 0..=60;
    /// Reductions: more of a quiet move where the table's move is noisy.
    LMR_TABLE_NOISY = 1_024 in 0..=3_000;
    /// Reduced so many plies, a move is searched a ply deeper if the evaluation did not get better for its side.
    HINDSIGHT_WORSE = 3 in 2..=6;
    /// Reduced so many plies, a move is searched a ply less deep if ...
    HINDSIGHT_BETTER = 2 in 1..=6;
    /// ... the evaluation got so much better for its side.
    HINDSIGHT_MARGIN = 120 in 40..=400;
    /// Histories: bonus a ply of depth.
    BONUS_DEPTH = 163 in 40..=400;
    /// Histories: the greatest bonus.
    BONUS_MAX = 1_836 in 500..=4_000;
    /// Histories: more bonus where another move than the table's cut off.
    BONUS_SURPRISE = 300 in 0..=1_000;
    /// Histories: bonus of a move for each centipawn by which the evaluation got better.
    BONUS_EVAL = 8 in 1..=30;
    /// Histories: the greatest such bonus.
    BONUS_EVAL_MAX = 1_200 in 200..=4_000;
    /// Histories: the malus of a move tried in vain, in 1024ths of the bonus.
    MALUS = 1_056 in 300..=2_000;
    /// Corrections of the evaluation: divisor of their sum, in 1/256 centipawns.
    CORRECTION_DIVISOR = 589 in 128..=2_000;
    /// Order of quiet moves: a check.
    ORDER_CHECK = 16_000 in 0..=32_000;
    /// Order of quiet moves: what such a check may lose.
    ORDER_CHECK_LOSS = 30 in 0..=400;
    /// Order of quiet moves: a rook leaves the attacks of lesser pieces; or enters them, with a minus sign.
    ORDER_ROOK = 8_000 in 0..=32_000;
    /// Order of quiet moves: a knight or elephant leaves the attacks of pawns.
    ORDER_MINOR = 6_000 in 0..=32_000;
    /// Order of quiet moves: a general leaves the attacks of pawns.
    ORDER_GENERAL = 3_000 in 0..=32_000;
    /// Quiescence: margin for captures that cannot raise alpha.
    QS_FUTILITY = 98 in 50..=400;
}
