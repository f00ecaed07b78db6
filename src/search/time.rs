//! How long to think.

use std::time::{Duration, Instant};

use super::{Clock, Limits, Settings};

/// The time budget of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    started: Instant,
    /// When a finished iteration should be the last, all else being equal.
    soft: Option<Duration>,
    /// When the search must end.
    hard: Option<Duration>,
}

/// Moves that a game is expected to go on: Sittuyin games are long.
const HORIZON: u32 = 44;
/// A drop has this share of the time of another move: sixteen of them come before the game.
const DROP_SHARE: f64 = 0.5;

impl Budget {
    pub(super) fn new(
        limits: &Limits,
        settings: &Settings,
        is_setup: bool,
        started: Instant,
    ) -> Self {
        let mut budget = Self {
            started,
            soft: None,
            hard: None,
        };
        if let Some(clock) = limits.clock {
            let (soft, hard) = split(&clock, settings.overhead, is_setup);
            budget.soft = Some(soft);
            budget.hard = Some(hard);
        }
        if let Some(movetime) = limits.movetime {
            // Half of a very short time may go on the way.
            let usable = movetime.saturating_sub(settings.overhead).max(movetime / 2);
            budget.hard = Some(budget.hard.map_or(usable, |hard| hard.min(usable)));
        }
        budget
    }

    /// Whether the search must end now.
    pub(super) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.started.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning; `factor` is 1 for an ordinary position,
    /// more for a difficult one.
    pub(super) fn is_spent(&self, factor: f64) -> bool {
        self.soft
            .is_some_and(|soft| self.started.elapsed() >= soft.mul_f64(factor))
    }
}

/// The soft and the hard limit for one move.
fn split(clock: &Clock, overhead: Duration, is_setup: bool) -> (Duration, Duration) {
    let remaining = clock
        .remaining
        .saturating_sub(overhead)
        .max(Duration::from_millis(1));
    let moves = clock
        .moves_to_go
        .map_or(HORIZON, |moves| moves.clamp(1, HORIZON));
    // The lag is paid at every move until the control; increments come back at every move.
    let pool = remaining.saturating_sub(overhead.min(remaining / (2 * moves)) * (moves - 1));
    let share = if is_setup { DROP_SHARE } else { 1.0 };
    let soft = (pool.div_f64(f64::from(moves)) + clock.increment.mul_f64(0.75)).mul_f64(share);
    // With more moves to come never more than a good part of the clock, whatever the position.
    let cap = if moves == 1 {
        remaining.mul_f64(0.9)
    } else {
        remaining.mul_f64(0.35)
    };
    (soft.min(cap), soft.mul_f64(4.0).min(cap))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn no_clock_is_ever_overdrawn() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 5_400_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let (soft, hard) = split(&clock(remaining, increment, moves), overhead, false);
                    let usable = remaining.saturating_sub(10).max(1);
                    assert!(
                        soft <= hard && hard <= Duration::from_millis(usable),
                        "{remaining}+{increment} {moves:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_setup_leaves_most_of_the_clock() {
        let mut left = Duration::from_secs(60);
        for _ in 0..8 {
            let (soft, _) = split(
                &Clock {
                    remaining: left,
                    increment: Duration::ZERO,
                    moves_to_go: None,
                },
                Duration::ZERO,
                true,
            );
            left -= soft * 2;
        }
        assert!(left > Duration::from_secs(48), "{left:?}");
    }
}
