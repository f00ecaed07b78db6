//! What the search finds, as UCI writes it.

use std::fmt::Write;
use std::time::Duration;

use crate::eval::{Network, evaluate, win_draw_loss};
use crate::position::{Outcome, Record};
use crate::rules::Rules;
use crate::search::{Best, Bound, Report};
use crate::types::Move;

/// Iterations up to this depth are always shown.
const ALWAYS_SHOWN: u32 = 24;
/// Deeper ones come at most this often: solved positions would flood the GUI.
const PAUSE: Duration = Duration::from_millis(100);
/// Bounds are shown only in searches that take longer than this.
const PATIENCE: Duration = Duration::from_secs(3);

/// The answer where no move can be played.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// Writes the `info` lines of one search, fewer than the search reports when they come too fast.
pub(super) struct Printer {
    root: Record,
    show_wdl: bool,
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

impl Printer {
    pub(super) fn new(root: Record, show_wdl: bool) -> Self {
        Self {
            root,
            show_wdl,
            shown: None,
            is_shown: false,
            withheld: Vec::new(),
            last: None,
            has_exact: false,
        }
    }

    /// The line to print for `report`, if any.
    pub(super) fn report(&mut self, report: Report) -> Option<String> {
        let is_recent = self.shown.is_some_and(|shown| report.time < shown + PAUSE);
        if report.bound != Bound::Exact {
            let line = (report.time >= PATIENCE && !is_recent).then(|| self.show(&report));
            self.last.get_or_insert(report);
            return line;
        }
        if report.multi_pv == 1 {
            self.has_exact = true;
            self.is_shown = report.depth <= ALWAYS_SHOWN || !is_recent;
            self.withheld.clear();
            self.last = Some(report.clone());
        }
        if self.is_shown {
            return Some(self.show(&report));
        }
        self.withheld.push(report);
        None
    }

    /// The lines still due before `bestmove`: those kept back, and at least one with a score.
    pub(super) fn finish(&mut self, best: &Best, time: Duration) -> Vec<String> {
        let mut due = std::mem::take(&mut self.withheld);
        if !self.has_exact {
            let pv: Vec<Move> = self.choice(best).into_iter().collect();
            let value = evaluate(&Network::embedded(), self.root.position());
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

    /// `bestmove M`, with the reply expected if it is a legal one.
    pub(super) fn best_move(&self, best: &Best) -> String {
        let Some(mv) = self.choice(best) else {
            return NO_MOVE.to_owned();
        };
        let position = self.root.position();
        let next = position.play(mv);
        let is_reply = |reply: &Move| next.side() != position.side() && next.is_legal(*reply);
        match best.ponder.filter(is_reply) {
            Some(reply) => format!("bestmove {mv} ponder {reply}"),
            None => format!("bestmove {mv}"),
        }
    }

    /// The move to play. The search may fail to name one; the game must go on.
    fn choice(&self, best: &Best) -> Option<Move> {
        let legal = self.root.position().legal_moves();
        let reported = self.last.as_ref().and_then(|last| last.pv.first().copied());
        best.mv
            .or(reported)
            .filter(|mv| legal.contains(mv))
            .or(legal.first().copied())
    }

    fn show(&mut self, report: &Report) -> String {
        self.shown = Some(report.time);
        let line = playable(&self.root, report);
        info(report, &line, self.show_wdl)
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

fn info(report: &Report, line: &[Move], show_wdl: bool) -> String {
    let Report {
        depth,
        seldepth,
        multi_pv,
        value,
        bound,
        nodes,
        time,
        hashfull,
        ..
    } = report;
    let mut text = format!(
        "info depth {depth} seldepth {seldepth} multipv {multi_pv} score {}",
        report.score()
    );
    text += match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    // Writing to a string cannot fail.
    if show_wdl {
        let (win, draw, loss) = win_draw_loss(*value);
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let time = time.as_millis();
    let nps = u128::from(*nodes) * 1000 / time.max(1);
    let _ = write!(
        text,
        " nodes {nodes} nps {nps} hashfull {hashfull} time {time}"
    );
    if !line.is_empty() {
        text += " pv";
    }
    for mv in line {
        let _ = write!(text, " {mv}");
    }
    text
}

/// What `uci2wb` has to know of a rule set, in the words of Fairy-Stockfish.
pub(super) fn variant(rules: &Rules) -> String {
    format!(
        "variant {} files 8 ranks 8 pocket 6 template bughouse startpos {}",
        rules.name, rules.start_fen
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::STANDARD;

    fn printer(fen: &str) -> Printer {
        Printer::new(
            Record::new(Position::from_fen(&STANDARD, fen).unwrap()),
            false,
        )
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
        let mut printer = printer(STANDARD.start_fen);
        let mut lines = 0;
        for depth in 1..=200 {
            lines += usize::from(printer.report(report(depth, 1, 5, &["K@e2"])).is_some());
        }
        assert_eq!(lines, 24);
        let best = Best {
            mv: "K@e2".parse().ok(),
            ponder: None,
        };
        let last = printer.finish(&best, Duration::ZERO);
        assert!(
            last.len() == 1 && last[0].starts_with("info depth 200 "),
            "{last:?}"
        );
    }

    #[test]
    fn lines_end_with_the_game_and_draws_show_a_reply() {
        let mut mate = printer("7k/8/6K1/8/8/8/8/R7[] w - - 0 1");
        let line = mate
            .report(report(3, 5, 30_999, &["a1a8", "h8g8"]))
            .unwrap();
        assert_eq!(
            line,
            "info depth 3 seldepth 3 multipv 1 score mate 1 nodes 1000 nps 200000 hashfull 0 time 5 pv a1a8"
        );
        let line = printer(STANDARD.start_fen)
            .report(report(1, 0, 0, &["K@e2"]))
            .unwrap();
        assert_eq!(line.split(" pv ").nth(1).unwrap().split(' ').count(), 2);
    }

    #[test]
    fn a_search_that_says_nothing_still_gets_a_score_and_a_move() {
        let mut printer = printer(STANDARD.start_fen);
        let line = printer.finish(&Best::default(), Duration::from_millis(7));
        assert!(
            line[0].starts_with("info depth 1 seldepth 1 multipv 1 score cp "),
            "{line:?}"
        );
        assert!(printer.best_move(&Best::default()).len() > "bestmove ".len());
        let mated = Printer::new(
            Record::new(Position::from_fen(&STANDARD, "R6k/8/6K1/8/8/8/8/8[] b - - 0 1").unwrap()),
            false,
        );
        assert_eq!(mated.best_move(&Best::default()), NO_MOVE);
    }
}
