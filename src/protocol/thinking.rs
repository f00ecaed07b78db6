//! What is shown of a search: less than it reports when it is fast, but always a score.

use std::time::Duration;

use crate::eval::{Network, evaluate};
use crate::position::{Outcome, Record};
use crate::search::{Best, Bound, Report};
use crate::types::Move;

/// Iterations up to this depth are always shown.
const ALWAYS_SHOWN: u32 = 24;
/// Deeper ones come at most this often: solved positions would flood the GUI.
const PAUSE: Duration = Duration::from_millis(100);
/// Bounds of the best move known are shown only after this time.
const PATIENCE: Duration = Duration::from_secs(3);

/// Chooses among the reports of one search, and the move.
pub(super) struct Thinking {
    root: Record,
    /// When the last line was shown.
    shown: Option<Duration>,
    /// Whether the current iteration is shown.
    is_shown: bool,
    /// The lines of the last iteration, if they were kept back.
    withheld: Vec<Report>,
    /// The last best line, shown or not.
    last: Option<Report>,
    has_exact: bool,
}

impl Thinking {
    pub(super) fn new(root: Record) -> Self {
        Self {
            root,
            shown: None,
            is_shown: false,
            withheld: Vec::new(),
            last: None,
            has_exact: false,
        }
    }

    /// What to show of `report`, if anything.
    pub(super) fn hear(&mut self, report: Report) -> Option<Report> {
        if report.multi_pv == 1 {
            let is_recent = self.shown.is_some_and(|shown| report.time < shown + PAUSE);
            if !report.supersedes(self.last.as_ref()) {
                return (report.time >= PATIENCE && !is_recent).then(|| self.show(&report));
            }
            // Another move is shown at once: the search may end before its score is known.
            let is_exact = report.bound == Bound::Exact;
            self.has_exact |= is_exact;
            self.is_shown = !is_exact || report.depth <= ALWAYS_SHOWN || !is_recent;
            self.withheld.clear();
            self.last = Some(report.clone());
        }
        if self.is_shown {
            return Some(self.show(&report));
        }
        self.withheld.push(report);
        None
    }

    /// The reports still due before the answer: those kept back, and at least one with a score.
    /// That score is the evaluation by `network`.
    pub(super) fn finish(&mut self, best: &Best, time: Duration, network: &Network) -> Vec<Report> {
        let mut due = std::mem::take(&mut self.withheld);
        if !self.has_exact {
            let pv: Vec<Move> = self.best_move(best).into_iter().collect();
            let value = evaluate(network, self.root.position());
            let plain = Report {
                depth: 1,
                seldepth: 1,
                multi_pv: 1,
                value,
                bound: Bound::Exact,
                nodes: 1,
                time,
                hashfull: 0,
                pv,
            };
            let last = self
                .last
                .take()
                .filter(|last| last.pv.first() == plain.pv.first());
            due.push(last.unwrap_or(plain));
        }
        due.iter().map(|report| self.show(report)).collect()
    }

    /// The move to play, and the reply expected if it is a legal one.
    pub(super) fn choice(&self, best: &Best) -> Best {
        let mv = self.best_move(best);
        let position = self.root.position();
        let ponder = mv.zip(best.ponder).and_then(|(mv, reply)| {
            let next = position.play(mv);
            (next.side() != position.side() && next.is_legal(reply)).then_some(reply)
        });
        Best { mv, ponder }
    }

    /// The move to play. The search may fail to name one; the game must go on.
    fn best_move(&self, best: &Best) -> Option<Move> {
        let legal = self.root.position().legal_moves();
        let reported = self.last.as_ref().and_then(|last| last.pv.first().copied());
        best.mv
            .or(reported)
            .filter(|mv| legal.contains(mv))
            .or(legal.first().copied())
    }

    fn show(&mut self, report: &Report) -> Report {
        self.shown = Some(report.time);
        Report {
            pv: playable(&self.root, report),
            ..report.clone()
        }
    }
}

/// The line of `report` as far as it is legal and the game goes on.
///
/// Programs that watch take a draw score with a single move for a claim, so that one move gets a
/// reply where the game goes on.
fn playable(root: &Record, report: &Report) -> Vec<Move> {
    let mut game = root.clone();
    let mut line = Vec::with_capacity(report.pv.len());
    for &mv in &report.pv {
        if !game.position().is_legal(mv) {
            break;
        }
        game.play(mv);
        line.push(mv);
        if game.outcome() != Outcome::Ongoing {
            return line;
        }
    }
    if line.len() == 1 && report.value == 0 {
        line.extend(game.position().legal_moves().first());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::STANDARD;

    fn thinking(fen: &str) -> Thinking {
        Thinking::new(Record::new(Position::from_fen(&STANDARD, fen).unwrap()))
    }

    fn report(depth: u32, millis: u64, value: i32, pv: &[&str]) -> Report {
        Report {
            depth,
            seldepth: depth,
            multi_pv: 1,
            value,
            bound: Bound::Exact,
            nodes: 1000,
            time: Duration::from_millis(millis),
            hashfull: 0,
            pv: pv.iter().map(|mv| mv.parse().unwrap()).collect(),
        }
    }

    #[test]
    fn deep_iterations_are_thinned_out_but_the_last_is_shown() {
        let mut thinking = thinking(STANDARD.start_fen);
        let shown = (1..=200).filter_map(|depth| thinking.hear(report(depth, 1, 5, &["K@e2"])));
        assert_eq!(shown.count(), 24);
        let best = Best {
            mv: "K@e2".parse().ok(),
            ponder: None,
        };
        let last = thinking.finish(&best, Duration::ZERO, &Network::embedded());
        assert_eq!(
            last.iter().map(|report| report.depth).collect::<Vec<_>>(),
            [200]
        );
    }

    #[test]
    fn lines_end_with_the_game_and_draws_show_a_reply() {
        let mate = report(3, 5, 30_999, &["a1a8", "h8g8"]);
        let shown = thinking("7k/8/6K1/8/8/8/8/R7[] w - - 0 1")
            .hear(mate)
            .unwrap();
        assert_eq!(shown.pv, ["a1a8".parse().unwrap()]);
        let draw = report(1, 0, 0, &["K@e2"]);
        let shown = thinking(STANDARD.start_fen).hear(draw).unwrap();
        assert_eq!(shown.pv.len(), 2);
    }

    #[test]
    fn a_search_that_says_nothing_still_gets_a_score_and_a_move() {
        let mut silent = thinking(STANDARD.start_fen);
        let shown = silent.finish(
            &Best::default(),
            Duration::from_millis(7),
            &Network::embedded(),
        );
        assert_eq!((shown.len(), shown[0].depth), (1, 1));
        assert!(silent.choice(&Best::default()).mv.is_some());
        let mated = thinking("R6k/8/6K1/8/8/8/8/8[] b - - 0 1");
        assert_eq!(mated.choice(&Best::default()), Best::default());
    }
}
