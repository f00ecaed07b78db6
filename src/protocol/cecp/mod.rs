//! CECP, the protocol of XBoard and WinBoard, in its second version.
//!
//! The engine is told single moves and answers when it is its turn, so there is a state to keep:
//! whom the engine plays, and what the search that runs is for.

mod board;
mod command;
mod control;
mod output;

use std::io::{self, Write};

use super::arbiter::Arbitrated;
use super::driver::{Dialect, Driver, Next};
use super::output::{Words, printable};
use crate::position::{Outcome, Position};
use crate::rules::preset;
use crate::search::{Best, Limits, Report};
use crate::types::{Color, Move, Score};
use board::Lifted;
use command::Command;
use control::Control;
use output::{announce_end, error, introduce, thought};

/// Lines for people, as CECP writes them.
pub(super) const WORDS: Words = Words {
    message: "#",
    error: "tellusererror",
};

/// To a program the engine resigns when it is mated in so many moves.
const LOST_IN: i32 = 3;
/// A draw is accepted from here down.
const BAD: i32 = -100;
/// A draw is accepted without an advantage after so many plies without a capture, a pawn's move, a
/// promotion or a drop.
const QUIET: u16 = 40;

/// CECP as a [`Dialect`].
#[expect(
    clippy::struct_excessive_bools,
    reason = "the protocol has that many switches"
)]
#[derive(Default)]
pub(super) struct Cecp {
    mode: Mode,
    /// What the search that runs is for.
    task: Option<Task>,
    control: Control,
    shows_thinking: bool,
    ponders: bool,
    /// Whether the GUI marks squares for us; such GUIs take moves in two steps as well.
    marks_squares: bool,
    is_against_program: bool,
    /// The reply that the last search expected.
    hint: Option<Move>,
    /// Root moves not to be considered in the current position.
    excluded: Vec<Move>,
    /// Pings to answer when the move is made.
    pings: Vec<String>,
    /// The best line of the running or the last search.
    last: Option<Report>,
    lifted: Option<Lifted>,
}

/// Whom the engine plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// Nobody.
    #[default]
    Force,
    Play(Color),
    Analyze,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Move,
    /// The same, and the move is wanted now.
    MoveNow,
    /// To be ready should the opponent play this move.
    Ponder(Move),
    Analysis,
}

impl<W: Write> Dialect<W> for Cecp {
    fn obey(&mut self, driver: &mut Driver<W>, line: &str) -> io::Result<Next> {
        if !driver.is_searching() {
            self.task = None;
            self.answer_pings(driver)?;
        }
        let command = Command::parse(line);
        if self.task == Some(Task::MoveNow) {
            return Ok(Next::Again);
        }
        if self.interrupts(driver, &command) && !self.is_expected(driver, &command) {
            driver.cancel();
            return Ok(Next::Again);
        }
        self.act(driver, command, line)
    }

    fn report(&mut self, driver: &mut Driver<W>, report: &Report) -> io::Result<()> {
        if report.multi_pv == 1 {
            self.last = Some(report.clone());
        }
        match self.task {
            Some(Task::Analysis) => driver.out.line(thought(report)),
            Some(Task::Move | Task::MoveNow) if self.shows_thinking => {
                driver.out.line(thought(report))
            }
            _ => Ok(()),
        }
    }

    fn finish(&mut self, driver: &mut Driver<W>, best: Best) -> io::Result<()> {
        let task = self.task.take();
        // At the end of input other searches come here as well.
        if let (Some(Task::Move | Task::MoveNow), Some(mv)) = (task, best.mv) {
            self.make_move(driver, mv, best.ponder)?;
        }
        self.answer_pings(driver)
    }
}

impl Cecp {
    /// Whether a search that runs has to end before `command`.
    fn interrupts<W: Write>(&self, driver: &Driver<W>, command: &Command) -> bool {
        let Some(task) = self.task else {
            return false;
        };
        match command {
            Command::New
            | Command::Variant(_)
            | Command::Quit
            | Command::Force
            | Command::PlayOther
            | Command::Result
            | Command::SetBoard(_)
            | Command::Undo(_)
            | Command::Analyze
            | Command::Exit => true,
            Command::Exclude(_) | Command::Include(_) => task == Task::Analysis,
            Command::SetOption { name, value } => {
                task == Task::Analysis
                    || board::other_rules(&driver.options, name, value)
                        .is_some_and(board::is_expressible)
            }
            // Not while the engine is to move anyway.
            Command::Go | Command::UserMove(_) => task != Task::Move,
            Command::Ponder(on) => !on && matches!(task, Task::Ponder(_)),
            _ => false,
        }
    }

    /// Whether `command` is the move that is pondered on.
    fn is_expected<W: Write>(&self, driver: &Driver<W>, command: &Command) -> bool {
        match (self.task, command) {
            (Some(Task::Ponder(expected)), Command::UserMove(text)) => {
                let mv = driver.game.position().read_move(&board::plain(text));
                mv == Some(expected)
            }
            _ => false,
        }
    }

    fn act<W: Write>(
        &mut self,
        driver: &mut Driver<W>,
        command: Command,
        line: &str,
    ) -> io::Result<Next> {
        match command {
            Command::Quit => return Ok(Next::Quit),
            Command::Protover(version) if version >= 2 => introduce(driver)?,
            Command::Accepted(feature) => self.marks_squares |= feature == "highlight",
            Command::New => self.new_game(driver)?,
            Command::Variant(name) => self.set_variant(driver, &name, line)?,
            Command::SetBoard(fen) => self.set_board(driver, &fen)?,
            Command::SetOption { name, value } => self.set_option(driver, &name, &value)?,
            Command::Force | Command::Result | Command::Exit => self.mode = Mode::Force,
            Command::Go if self.task.is_none() => {
                self.mode = Mode::Play(driver.game.position().side());
                self.think(driver)?;
            }
            Command::PlayOther => self.mode = Mode::Play(!driver.game.position().side()),
            Command::UserMove(text) => self.user_move(driver, &text)?,
            Command::Undo(plies) => {
                driver.game.undo(plies);
                self.replaced(driver);
            }
            Command::MoveNow if self.task == Some(Task::Move) => {
                self.task = Some(Task::MoveNow);
                driver.stop();
            }
            Command::Level(level) => self.control.set_level(level),
            Command::MoveTime(time) => self.control.set_time_per_move(time),
            Command::Depth(depth) => self.control.set_depth(depth),
            Command::NodeRate(rate) => self.control.set_node_rate(rate),
            Command::Time(time) => self.control.set_clock(time),
            Command::Ponder(on) => self.ponders = on,
            Command::Post(on) => self.shows_thinking = on,
            Command::Computer => self.is_against_program = true,
            Command::Ping(number) => {
                self.pings.push(number);
                if self.task != Some(Task::Move) {
                    self.answer_pings(driver)?;
                }
            }
            Command::Draw => {
                if self.wants_draw(driver) {
                    driver.out.line("offer draw")?;
                }
            }
            Command::Hint => {
                if let Some(mv) = self.hint.filter(|mv| driver.game.position().is_legal(*mv)) {
                    driver.out.line(format_args!("Hint: {mv}"))?;
                }
            }
            Command::Analyze => {
                self.mode = Mode::Analyze;
                self.analyze(driver);
            }
            Command::Statistics if self.task == Some(Task::Analysis) => self.statistics(driver)?,
            Command::Exclude(text) => self.exclude(driver, &text, true),
            Command::Include(text) => self.exclude(driver, &text, false),
            Command::Lift(square) => {
                let position = driver.game.position();
                self.lifted = Lifted::lift(position, &square, self.lifted);
                if let Some(lifted) = self.lifted {
                    driver.out.line(lifted.highlight(position))?;
                }
            }
            Command::Put(square) => {
                let position = driver.game.position();
                let lifted = self.lifted;
                if let Some(choice) = lifted.and_then(|it| it.choice(position, &square)) {
                    driver.out.line(choice)?;
                }
            }
            Command::Nothing
            | Command::Go
            | Command::Protover(_)
            | Command::MoveNow
            | Command::Statistics => {}
            Command::Unknown => error(driver, "unknown command", line)?,
        }
        Ok(Next::Read)
    }

    fn new_game<W: Write>(&mut self, driver: &mut Driver<W>) -> io::Result<()> {
        driver.clear()?;
        driver.set_game(Arbitrated::new(Position::start(driver.options.rules)))?;
        self.control.new_game();
        self.is_against_program = false;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.replaced(driver);
        Ok(())
    }

    fn set_variant<W: Write>(
        &mut self,
        driver: &mut Driver<W>,
        name: &str,
        line: &str,
    ) -> io::Result<()> {
        if !preset(name).is_some_and(board::is_expressible) {
            return error(driver, "unknown variant", line);
        }
        driver.set_option("UCI_Variant", name)?;
        // With house rules, if this is the rule set for which they were made.
        let rules = driver.options.rules;
        driver.set_game(Arbitrated::new(Position::start(rules)))?;
        board::setup(rules).try_for_each(|line| driver.out.line(line))?;
        self.replaced(driver);
        Ok(())
    }

    fn set_option<W: Write>(
        &mut self,
        driver: &mut Driver<W>,
        name: &str,
        value: &str,
    ) -> io::Result<()> {
        let rules = board::other_rules(&driver.options, name, value);
        if !rules.is_none_or(board::is_expressible) {
            return driver
                .out
                .error("CECP cannot carry a game by these rules; use UCI");
        }
        driver.set_option(name, value)?;
        if rules.is_some() {
            self.replaced(driver);
        } else if self.mode == Mode::Analyze {
            self.analyze(driver);
        }
        Ok(())
    }

    fn set_board<W: Write>(&mut self, driver: &mut Driver<W>, fen: &str) -> io::Result<()> {
        match Position::from_fen(driver.options.rules, fen) {
            Ok(position) => {
                driver.set_game(Arbitrated::new(position))?;
                self.replaced(driver);
                Ok(())
            }
            Err(error) => driver.out.error(format_args!("Illegal position: {error}")),
        }
    }

    /// The position is one of another game or an earlier one: what was thought does not count there.
    fn replaced<W: Write>(&mut self, driver: &mut Driver<W>) {
        self.last = None;
        self.changed(driver);
    }

    /// The position is another, and it is not the engine that moves next.
    fn changed<W: Write>(&mut self, driver: &mut Driver<W>) {
        self.excluded.clear();
        self.hint = None;
        self.lifted = None;
        if self.mode == Mode::Analyze {
            self.analyze(driver);
        }
    }

    fn user_move<W: Write>(&mut self, driver: &mut Driver<W>, text: &str) -> io::Result<()> {
        if self.task == Some(Task::Move) {
            return error(driver, "not your turn", text);
        }
        if !driver.play(&board::plain(text))? {
            let text = printable(text);
            return driver.out.line(format_args!("Illegal move: {text}"));
        }
        self.changed(driver);
        if let Some(Task::Ponder(_)) = self.task {
            self.task = Some(Task::Move);
            self.control.start();
            driver.ponderhit();
            return match &self.last {
                Some(report) if self.shows_thinking => driver.out.line(thought(report)),
                _ => Ok(()),
            };
        }
        if self.mode == Mode::Play(driver.game.position().side()) {
            self.think(driver)?;
        }
        Ok(())
    }

    /// Begins to think about the engine's move, unless the game is over.
    fn think<W: Write>(&mut self, driver: &mut Driver<W>) -> io::Result<()> {
        if announce_end(driver)? {
            return Ok(());
        }
        let limits = self.limits(driver, self.own_limits(driver, 0));
        let record = driver.game.record().clone();
        self.control.start();
        self.last = None;
        self.task = Some(Task::Move);
        driver.start(&record, limits, true, false);
        Ok(())
    }

    fn analyze<W: Write>(&mut self, driver: &mut Driver<W>) {
        let record = driver.game.record().clone();
        self.last = None;
        self.task = Some(Task::Analysis);
        let limits = self.limits(driver, Limits::default());
        driver.start(&record, limits, true, true);
    }

    /// The limits of the engine's move after `plies` more.
    fn own_limits<W: Write>(&self, driver: &Driver<W>, plies: usize) -> Limits {
        self.control.limits((driver.game.plies() + plies) >> 1)
    }

    /// `limits` without the moves that are excluded, unless that are all.
    fn limits<W: Write>(&self, driver: &Driver<W>, mut limits: Limits) -> Limits {
        if !self.excluded.is_empty() {
            let mut moves = driver.game.position().legal_moves();
            moves.retain(|mv| !self.excluded.contains(mv));
            limits.searchmoves = moves.into_iter().collect();
        }
        limits
    }

    fn make_move<W: Write>(
        &mut self,
        driver: &mut Driver<W>,
        mv: Move,
        reply: Option<Move>,
    ) -> io::Result<()> {
        let is_lost = self.value().is_some_and(|value| {
            matches!(Score::from_value(value), Score::Mate(moves) if (-LOST_IN..=0).contains(&moves))
        });
        if is_lost && self.is_against_program {
            self.mode = Mode::Force;
            return driver.out.line("resign");
        }
        let text = if self.marks_squares {
            board::written(driver.game.position(), mv)
        } else {
            mv.to_string()
        };
        driver.out.line(format_args!("move {text}"))?;
        self.control.stop(driver.game.plies() / 2 + 1);
        driver.play(&mv.to_string())?;
        self.changed(driver);
        self.hint = reply;
        if announce_end(driver)? {
            return Ok(());
        }
        if let Outcome::Draw(_) = driver.game.record().outcome() {
            return driver.out.line("offer draw");
        }
        if let Some(reply) = reply
            && self.ponders
        {
            let mut record = driver.game.record().clone();
            record.play(reply);
            if record.outcome() == Outcome::Ongoing {
                let limits = Limits {
                    ponder: true,
                    ..self.own_limits(driver, 1)
                };
                self.last = None;
                self.task = Some(Task::Ponder(reply));
                driver.start(&record, limits, true, true);
            }
        }
        Ok(())
    }

    /// Whether a draw that is offered is accepted.
    fn wants_draw<W: Write>(&self, driver: &Driver<W>) -> bool {
        let is_due = matches!(driver.game.record().outcome(), Outcome::Draw(_));
        let is_quiet = driver.game.position().clock() >= QUIET;
        is_due
            || self
                .value()
                .is_some_and(|value| value <= if is_quiet { 0 } else { BAD })
    }

    /// The engine's opinion of its position.
    fn value(&self) -> Option<i32> {
        self.last.as_ref().map(|report| report.value)
    }

    fn exclude<W: Write>(&mut self, driver: &mut Driver<W>, text: &str, is_out: bool) {
        let position = driver.game.position();
        let legal = position.legal_moves();
        if text == "all" {
            self.excluded = if is_out {
                legal.into_iter().collect()
            } else {
                Vec::new()
            };
        } else if let Some(mv) = position.read_move(&board::plain(text)) {
            self.excluded.retain(|other| *other != mv);
            if is_out && legal.contains(&mv) {
                self.excluded.push(mv);
            }
        }
        if self.mode == Mode::Analyze {
            self.analyze(driver);
        }
    }

    /// The answer to `.`: time, nodes, depth, moves left to search and moves in all.
    fn statistics<W: Write>(&self, driver: &mut Driver<W>) -> io::Result<()> {
        let moves = driver.game.position().legal_moves().len();
        let (time, nodes, depth) = self.last.as_ref().map_or((0, 0, 0), |last| {
            (last.time.as_millis() / 10, last.nodes, last.depth)
        });
        driver
            .out
            .line(format_args!("stat01: {time} {nodes} {depth} 0 {moves}"))
    }

    fn answer_pings<W: Write>(&mut self, driver: &mut Driver<W>) -> io::Result<()> {
        self.pings
            .drain(..)
            .try_for_each(|number| driver.out.line(format_args!("pong {}", printable(number))))
    }
}
