//! Time, depth and nodes as CECP gives them.

use std::time::{Duration, Instant};

use super::command::Level;
use crate::search::{Clock, Limits};

/// What CECP says about time, depth and nodes.
#[derive(Debug)]
pub(super) struct Control {
    rate: Rate,
    depth: Option<u32>,
    /// Nodes that count as a second.
    node_rate: Option<u64>,
    /// The engine's clock at [`since`](Self::since).
    remaining: Duration,
    since: Instant,
}

#[derive(Debug)]
enum Rate {
    Level(Level),
    PerMove(Duration),
}

/// Where the GUI sets no limit.
const DEFAULT: Duration = Duration::from_secs(5);
/// The share of a clock that a move may take where nodes count as time.
const SHARE: u32 = 40;

impl Default for Control {
    fn default() -> Self {
        Self {
            rate: Rate::PerMove(DEFAULT),
            depth: None,
            node_rate: None,
            remaining: Duration::ZERO,
            since: Instant::now(),
        }
    }
}

impl Control {
    /// Depth and nodes are not limited, and the clock is full again.
    pub(super) fn new_game(&mut self) {
        self.depth = None;
        self.node_rate = None;
        if let Rate::Level(level) = self.rate {
            self.remaining = level.time;
        }
    }

    pub(super) fn set_level(&mut self, level: Level) {
        self.rate = Rate::Level(level);
        self.set_clock(level.time);
    }

    pub(super) fn set_time_per_move(&mut self, time: Duration) {
        self.rate = Rate::PerMove(time);
    }

    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    pub(super) fn set_node_rate(&mut self, rate: u64) {
        self.node_rate = Some(rate).filter(|rate| *rate > 0);
    }

    pub(super) fn set_clock(&mut self, remaining: Duration) {
        self.remaining = remaining;
    }

    /// The engine's clock runs from now on.
    pub(super) fn start(&mut self) {
        self.since = Instant::now();
    }

    /// The engine's clock is stopped with its move number `moves`, and has what is added then.
    pub(super) fn stop(&mut self, moves: usize) {
        if let Rate::Level(level) = self.rate {
            let left = self.remaining.saturating_sub(self.since.elapsed());
            self.remaining = left + level.increment;
            if level.moves > 0 && (moves as u32).is_multiple_of(level.moves) {
                self.remaining += level.time;
            }
        }
    }

    /// The limits of the next move of a side that has made `moves`.
    pub(super) fn limits(&self, moves: usize) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        let budget = match self.rate {
            Rate::PerMove(time) => {
                limits.movetime = Some(time);
                time
            }
            Rate::Level(level) => {
                limits.clock = Some(Clock {
                    remaining: self.remaining.max(Duration::from_millis(1)),
                    increment: level.increment,
                    moves_to_go: (level.moves > 0)
                        .then(|| level.moves - moves as u32 % level.moves),
                });
                self.remaining / SHARE + level.increment
            }
        };
        if let Some(rate) = self.node_rate {
            limits.movetime = None;
            limits.clock = None;
            limits.nodes = Some(((budget.as_secs_f64() * rate as f64) as u64).max(1));
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_to_go_count_down_to_the_control() {
        let mut control = Control::default();
        control.set_level(Level {
            moves: 40,
            time: Duration::from_secs(60),
            increment: Duration::ZERO,
        });
        let to_go = |moves| control.limits(moves).clock.unwrap().moves_to_go;
        assert_eq!(
            (to_go(0), to_go(39), to_go(40)),
            (Some(40), Some(1), Some(40))
        );
    }

    #[test]
    fn time_is_added_at_the_control() {
        let mut control = Control::default();
        let time = Duration::from_secs(60);
        let increment = Duration::from_secs(1);
        control.set_level(Level {
            moves: 40,
            time,
            increment,
        });
        let mut remaining_after = |moves| {
            control.set_clock(Duration::ZERO);
            control.stop(moves);
            control.remaining
        };
        assert_eq!(remaining_after(39), increment);
        assert_eq!(remaining_after(40), time + increment);
        control.new_game();
        assert_eq!(control.remaining, time);
    }

    #[test]
    fn nodes_may_count_as_time() {
        let mut control = Control::default();
        assert_eq!(control.limits(0).movetime, Some(DEFAULT));
        control.set_time_per_move(Duration::from_secs(1));
        control.set_node_rate(5000);
        let limits = control.limits(0);
        assert_eq!((limits.nodes, limits.movetime), (Some(5000), None));
        control.new_game();
        assert_eq!(control.limits(0).nodes, None);
    }
}
