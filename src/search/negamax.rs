//! A node of the principal variation search: draws, what the table knows, the evaluation; its moves are
//! tried in `moves`.

use super::Bound;
use super::cuts::Node;
use super::dice;
use super::history::{Played, played};
use super::params::{
    BONUS_EVAL, BONUS_EVAL_MAX, HINDSIGHT_BETTER, HINDSIGHT_MARGIN, HINDSIGHT_WORSE,
};
use super::table::Entry;
use super::worker::Searcher;
use crate::position::{Outcome, Position};
use crate::rules::Stalemate;
use crate::types::{MAX_PLY, Move, Score, Value};

impl Searcher<'_> {
    /// Plays `mv` at `ply` and returns the position after it; [`leave`](Self::leave) takes it back.
    pub(super) fn enter(&mut self, position: &Position, ply: usize, mv: Move) -> Position {
        self.frame(ply).enter(Some(played(position, mv)));
        self.keys.push(position.key());
        self.count_node();
        self.job.table.prefetch(position.table_key_after(mv));
        position.play(mv)
    }

    /// Returns to the position before the last [`enter`](Self::enter).
    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    /// The value of a position that is not searched: one in which the game is drawn, or as good as drawn, or
    /// from which on dice decide, so that no move is the best.
    pub(super) fn settled(&self, position: &Position, ply: usize) -> Option<Value> {
        if position.is_diced() {
            return Some(dice::value(position));
        }
        let is_drawn = self.is_repetition(position, ply)
            || position.is_dead()
            || position.draw_by_clock().is_some()
                && (!position.is_check() && position.rules().ending.stalemate == Stalemate::Draw
                    || position.has_legal_moves())
            || position.is_promotion_stalemate();
        is_drawn.then(|| self.draw(position))
    }

    /// What a draw is worth to the side to move.
    pub(super) fn draw(&self, position: &Position) -> Value {
        if position.side() == self.player {
            Score::DRAW - self.contempt
        } else {
            Score::DRAW + self.contempt
        }
    }

    /// The value of a position without a legal move.
    pub(super) fn without_moves(&self, position: &Position, ply: usize) -> Value {
        match position.outcome_without_moves() {
            Outcome::Win(winner) if winner == position.side() => Score::mate_in(ply),
            Outcome::Win(_) => Score::mated_in(ply),
            Outcome::Draw(_) | Outcome::Ongoing => self.draw(position),
        }
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
    pub(super) fn corrected(&self, position: &Position, ply: usize, eval: Value) -> Value {
        let bound = Score::MATE_IN_MAX - 1;
        let error = self.skill.map_or(0, |skill| skill.error(position));
        (eval + self.history.correction(position, self.line(ply)) + error).clamp(-bound, bound)
    }

    /// The two moves that led here.
    #[inline]
    fn line(&self, ply: usize) -> Option<(Played, Played)> {
        self.earlier(ply, 1).played.zip(self.earlier(ply, 2).played)
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
            if let Some(value) = self.settled(position, ply) {
                return value;
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluator.evaluate(position, ply);
            }
            // Mate distance pruning (`chessprogramming.org/Mate_Distance_Pruning`): no line from here beats a
            // shorter mate.
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
        let depth = if is_check || excluded.is_some() {
            depth
        } else {
            depth + self.hindsight(position, ply, depth)
        };
        let earlier = self.earlier(ply, 2).eval.or(self.earlier(ply, 4).eval);
        let mut node = Node {
            position,
            ply,
            depth,
            alpha,
            beta,
            entry,
            raw,
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
        // Internal iterative reduction (`chessprogramming.org/Internal_Iterative_Reductions`): without a move to
        // try first the node is not worth its depth.
        if node.depth >= 4
            && excluded.is_none()
            && (PV || is_cut)
            && entry.is_none_or(|entry| entry.mv.is_none())
        {
            node.depth -= 1;
        }
        let (best, best_move, bound) = self.search_moves::<PV>(&node, excluded);
        let is_partial = ply == 0 && (self.line > 0 || !self.job.limits.searchmoves.is_empty());
        if self.is_stopped() || excluded.is_some() || is_partial {
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
                .update_correction(position, self.line(ply), node.depth, best - raw);
        }
        best
    }

    /// What the evaluation says of the move that led here: a quiet one is rewarded or punished by how much better
    /// its side stands than before (a history of evaluations' differences), and a reduced one is worth a ply
    /// more if that is not at all, a ply less if much ("hindsight", <https://www.chessprogramming.org/Late_Move_Reductions>).
    /// Returns that ply. Pieces placed one by one say nothing of the kind.
    fn hindsight(&mut self, position: &Position, ply: usize, depth: i32) -> i32 {
        let before = self.earlier(ply, 1);
        let (Some(then), Some(now)) = (before.eval, self.earlier(ply, 0).eval) else {
            return 0;
        };
        if position.is_setup() {
            return 0;
        }
        let reduction = before.reduction;
        // For the side that made the move.
        let gain = -now - then;
        if let (Some((mv, threats)), Some(played)) = (before.quiet, before.played) {
            let bonus = (gain * BONUS_EVAL).clamp(-BONUS_EVAL_MAX, BONUS_EVAL_MAX);
            self.history
                .update_own(!position.side(), mv, played, threats, bonus);
        }
        if reduction >= HINDSIGHT_WORSE && gain >= 0 {
            1
        } else if reduction >= HINDSIGHT_BETTER && depth >= 2 && gain < -HINDSIGHT_MARGIN {
            -1
        } else {
            0
        }
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
        let eval = self.corrected(position, ply, raw);
        self.frame(ply).eval = Some(eval);
        match entry {
            Some(entry) if entry.is_better_than(eval) => (Some(raw), entry.value),
            _ => (Some(raw), eval),
        }
    }
}
