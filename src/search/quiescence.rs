//! The search below the leaves: captures and promotions until nothing hangs.

use super::Bound;
use super::params::QS_FUTILITY;
use super::picker::{Context, Picker};
use super::table::Entry;
use super::worker::Searcher;
use crate::position::Position;
use crate::types::{Bitboard, MAX_PLY, Role, Score, Value};

impl Searcher<'_> {
    /// Captures and promotions until the position is quiet (`chessprogramming.org/Quiescence_Search`).
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.horizon = ply;
        self.beyond_horizon::<PV>(position, ply, alpha, beta)
    }

    fn beyond_horizon<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        if PV {
            self.frame(ply).pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.is_stopped() {
            return Score::DRAW;
        }
        if let Some(value) = self.settled(position, ply) {
            return value;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate(position, ply);
        }
        let key = position.table_key();
        let entry = self.probe(position, key, ply);
        if let Some(entry) = entry
            && !PV
            && entry.is_cutoff(alpha, beta)
        {
            return entry.value;
        }

        let is_check = position.is_check();
        let mut raw = None;
        let mut best = Score::mated_in(ply);
        let mut futility = Score::INFINITE;
        if !is_check {
            let static_eval = entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.evaluator.evaluate(position, ply));
            raw = Some(static_eval);
            best = self.corrected(position, ply, static_eval);
            if let Some(entry) = entry
                && entry.is_better_than(best)
            {
                best = entry.value;
            }
            if best >= beta || self.overlooks_captures(ply) {
                return best;
            }
            alpha = alpha.max(best);
            futility = best + QS_FUTILITY;
        }

        let [last, second, ..] = self.before(ply);
        let before = [last, second, None, None];
        let context = Context::new(position, Bitboard::EMPTY, before);
        let mut picker = Picker::noisy(position, entry.and_then(|entry| entry.mv), 0);
        let mut best_move = None;
        let mut moves = 0;
        while let Some(mv) = picker.next(&context, self.history) {
            moves += 1;
            if !Score::is_mate(best) || best > 0 {
                let gain = position
                    .captured(mv)
                    .map_or(Role::General.exchange_value(), Role::exchange_value);
                if !is_check && futility + gain <= alpha {
                    best = best.max(futility + gain);
                    continue;
                }
                // One quiet evasion that is not mated says enough.
                if is_check && moves > 2 && !position.is_noisy(mv) {
                    picker.skip_quiet();
                    continue;
                }
            }
            let next = self.enter(position, ply, mv);
            let value = if next.side() == position.side() {
                self.beyond_horizon::<PV>(&next, ply + 1, alpha, beta)
            } else {
                -self.beyond_horizon::<PV>(&next, ply + 1, -beta, -alpha)
            };
            self.leave();
            if self.is_stopped() {
                return Score::DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if is_check && moves == 0 {
            best = self.without_moves(position, ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let was_pv = entry.is_some_and(|entry| entry.was_pv);
        self.job.table.store(
            key,
            ply,
            Entry {
                mv: best_move,
                value: best,
                eval: raw,
                depth: 0,
                bound,
                was_pv,
            },
        );
        best
    }

    /// Whether a weak player looks no further along a series of captures.
    #[inline]
    fn overlooks_captures(&self, ply: usize) -> bool {
        self.skill
            .is_some_and(|skill| ply >= self.horizon + skill.captures)
    }
}
