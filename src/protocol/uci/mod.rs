//! The Universal Chess Interface.

mod command;
mod dice;
mod show;

use std::fmt::Write as _;
use std::io::{self, Write};

use super::arbiter::Arbitrated;
use super::driver::{Dialect, Driver, Next};
use super::options::{Effect, Options};
use super::output::Words;
use crate::eval::win_draw_loss;
use crate::position::Position;
use crate::rules::{Rules, array_fen, preset};
use crate::search::{Best, Bound, Limits, Report};
use crate::types::Score;
use command::{Command, Go, Start};

/// Answers `bench WORDS…` by lines; the benchmark itself lies outside of the protocol.
pub type Bench =
    fn(words: &[String], line: &mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<()>;

/// Lines for people, as UCI writes them.
pub(super) const WORDS: Words = Words {
    message: "info string",
    error: "info string ERROR:",
};

/// The answer where no move can be played.
const NO_MOVE: &str = "bestmove (none)";

/// UCI as a [`Dialect`]. All its state is the driver's.
pub(super) struct Uci {
    bench: Bench,
}

impl Uci {
    pub(super) fn new(bench: Bench) -> Self {
        Self { bench }
    }
}

impl<W: Write> Dialect<W> for Uci {
    fn obey(&mut self, driver: &mut Driver<W>, line: &str) -> io::Result<Next> {
        let command = Command::parse(line);
        if must_wait(driver, &command)? {
            return Ok(Next::Again);
        }
        match command {
            Command::Uci => introduce(driver)?,
            Command::IsReady => driver.out.line("readyok")?,
            Command::NewGame => driver.clear()?,
            Command::SetOption { name, value } => {
                if driver.set_option(&name, &value)? == Some(Effect::Variant) {
                    driver.out.message(variant(driver.options.rules))?;
                }
            }
            Command::Position { start, moves } => set_position(driver, &start, &moves)?,
            Command::Go(go) => start(driver, &go)?,
            Command::Perft(depth) => show::perft(&mut driver.out, driver.game.position(), depth)?,
            Command::Stop => driver.stop(),
            Command::PonderHit => driver.ponderhit(),
            Command::Display => show::board(&mut driver.out, driver.game.record())?,
            Command::Rules(name) => explain_rules(driver, name.as_deref())?,
            Command::Eval => {
                let network = driver.network();
                show::evaluation(&mut driver.out, driver.game.position(), &network)?;
            }
            Command::Bench(words) => (self.bench)(&words, &mut |line| driver.out.line(line))?,
            Command::Quit => return Ok(Next::Quit),
            Command::Wait | Command::Nothing => {}
            Command::Unknown(word) => driver
                .out
                .message(format_args!("unknown command '{word}'"))?,
        }
        Ok(Next::Read)
    }

    fn report(&mut self, driver: &mut Driver<W>, report: &Report) -> io::Result<()> {
        driver.out.line(info(report, driver.options.show_wdl))
    }

    fn finish(&mut self, driver: &mut Driver<W>, best: Best) -> io::Result<()> {
        match best {
            Best { mv: None, .. } => driver.out.line(NO_MOVE),
            Best {
                mv: Some(mv),
                ponder: None,
            } => driver.out.line(format_args!("bestmove {mv}")),
            Best {
                mv: Some(mv),
                ponder: Some(reply),
            } => driver
                .out
                .line(format_args!("bestmove {mv} ponder {reply}")),
        }
    }
}

/// Whether `command` has to wait for the running search; if it has no patience, the search is
/// stopped.
fn must_wait<W: Write>(driver: &mut Driver<W>, command: &Command) -> io::Result<bool> {
    if !driver.is_searching() {
        return Ok(false);
    }
    match command {
        Command::Wait if driver.is_held_back() => {
            driver.out.error("the search waits for 'stop' itself")?;
            return Ok(false);
        }
        Command::Wait => {}
        Command::Go(_) | Command::Perft(_) | Command::Bench(_) => driver.stop(),
        _ => return Ok(false),
    }
    Ok(true)
}

fn introduce<W: Write>(driver: &mut Driver<W>) -> io::Result<()> {
    driver
        .out
        .line(concat!("id name sitke ", env!("CARGO_PKG_VERSION")))?;
    driver.out.line("id author the sitke developers")?;
    Options::uci_lines().try_for_each(|line| driver.out.line(line))?;
    driver.out.line("uciok")
}

fn explain_rules<W: Write>(driver: &mut Driver<W>, name: Option<&str>) -> io::Result<()> {
    match name.map_or(Some(driver.options.rules), preset) {
        Some(rules) => show::rules(&mut driver.out, rules),
        None => driver.out.error(format_args!(
            "there is no rule set '{}'",
            name.unwrap_or_default()
        )),
    }
}

/// Sets up a position. A bad FEN changes nothing; of the moves, those before the first that is
/// legal neither here nor for the arbiter are played.
fn set_position<W: Write>(
    driver: &mut Driver<W>,
    start: &Start,
    moves: &[String],
) -> io::Result<()> {
    let rules = driver.options.rules;
    let position = match start {
        Start::Startpos => Ok(Position::start(rules)),
        Start::Fen(fen) => Position::from_fen(rules, fen),
        Start::Array(name) => match array_fen(rules, name) {
            Ok(fen) => Position::from_fen(rules, &fen),
            Err(error) => return driver.out.error(error),
        },
    };
    let mut game = match position {
        Ok(position) => Arbitrated::new(position),
        Err(error) => return driver.out.error(error),
    };
    let refused = moves.iter().find(|text| !game.play(text));
    driver.set_game(game)?;
    match refused {
        Some(text) => driver.out.error(format_args!(
            "'{text}' is not a legal move here; stopped before it"
        )),
        None => Ok(()),
    }
}

fn start<W: Write>(driver: &mut Driver<W>, go: &Go) -> io::Result<()> {
    let record = driver.game.record().clone();
    let position = record.position();
    if position.is_diced() || go.dice.is_some() {
        return dice::answer(&mut driver.out, &record, go);
    }
    let legal = position.legal_moves();
    let named = go
        .searchmoves
        .iter()
        .filter_map(|text| position.read_move(text));
    let limits = Limits {
        searchmoves: named.filter(|mv| legal.contains(mv)).collect(),
        ..go.limits(position.side())
    };
    if limits.searchmoves.len() < go.searchmoves.len() {
        driver
            .out
            .error("some of the searchmoves are not legal moves here")?;
    }
    let has_choice = go.searchmoves.is_empty() || !limits.searchmoves.is_empty();
    if legal.is_empty() || !has_choice {
        let score = Score::from_value(record.outcome().value(position.side()));
        driver
            .out
            .line(format_args!("info depth 0 score {score}"))?;
    }
    let is_held_back = go.ponder || go.infinite || limits.is_infinite();
    driver.start(&record, limits, has_choice, is_held_back);
    Ok(())
}

/// The `info` line of a report.
fn info(report: &Report, show_wdl: bool) -> String {
    let Report {
        depth,
        seldepth,
        multi_pv,
        value,
        bound,
        nodes,
        time,
        hashfull,
        pv,
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
    if !pv.is_empty() {
        text += " pv";
    }
    for mv in pv {
        let _ = write!(text, " {mv}");
    }
    text
}

/// What `uci2wb` has to know of a rule set, in the words of Fairy-Stockfish.
fn variant(rules: &Rules) -> String {
    format!(
        "variant {} files 8 ranks 8 pocket 6 template bughouse startpos {}",
        rules.name, rules.start_fen
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_report_is_one_line() {
        let report = Report {
            depth: 3,
            seldepth: 4,
            multi_pv: 1,
            value: 30_999,
            bound: Bound::Lower,
            nodes: 1000,
            time: Duration::from_millis(5),
            hashfull: 0,
            pv: vec!["a1a8".parse().unwrap()],
        };
        assert_eq!(
            info(&report, false),
            "info depth 3 seldepth 4 multipv 1 score mate 1 lowerbound nodes 1000 nps 200000 hashfull 0 time 5 pv a1a8"
        );
    }
}
