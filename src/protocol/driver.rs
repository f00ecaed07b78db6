use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, after, at, never, select, unbounded};

use super::arbiter::Arbitrated;
use super::command::{Command, Go, Start};
use super::dice;
use super::options::{Effect, Options};
use super::output::Output;
use super::show;
use super::uci::{self, NO_MOVE, Printer};
use crate::eval::Network;
use crate::position::{Outcome, Position, Record};
use crate::rules::{STANDARD, array_fen, preset};
use crate::search::{Best, Event, Handle, Limits, Pool};

/// Answers `bench WORDS…` by lines; the benchmark itself lies outside of the protocol.
pub type Bench =
    fn(words: &[String], line: &mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<()>;

/// How long a search may take to hear `stop` before it is given up.
const STOP_PATIENCE: Duration = Duration::from_secs(3);
/// The same when the program is about to end.
const LAST_PATIENCE: Duration = Duration::from_millis(500);
/// No watchdog barks earlier, however little time there is.
const MIN_DEADLINE: Duration = Duration::from_millis(30);

/// Speaks UCI until `quit` or the end of `input`.
///
/// # Errors
/// If the first hash table cannot be allocated or `output` cannot be written to.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    bench: Bench,
) -> io::Result<()> {
    let (sender, lines) = unbounded();
    std::thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(input, &sender))?;
    let options = Options::default();
    let pool = Pool::new(options.threads, options.hash).map_err(io::Error::other)?;
    let mut controller = Controller {
        out: Output::new(output),
        record: Record::start(options.rules),
        options,
        pool,
        search: None,
        held: None,
        due: Due::default(),
        bench,
    };
    let served = controller.serve(&lines);
    served.and(controller.end())
}

/// Passes lines on until there are no more. GUIs may write Latin-1, so bytes are read, not text.
fn read(mut input: impl BufRead, lines: &Sender<String>) {
    let mut bytes = Vec::new();
    while input
        .read_until(b'\n', &mut bytes)
        .is_ok_and(|length| length > 0)
    {
        if lines
            .send(String::from_utf8_lossy(&bytes).trim().to_owned())
            .is_err()
        {
            return;
        }
        bytes.clear();
    }
}

/// The network in the file at `path`, or the embedded one if it is empty.
fn network(path: &str) -> Result<Arc<Network>, String> {
    if path.is_empty() {
        return Ok(Network::embedded());
    }
    let refused = |reason: String| format!("EvalFile '{path}' is not used: {reason}");
    let bytes = std::fs::read(path).map_err(|error| refused(error.to_string()))?;
    let network = Network::from_bytes(&bytes).map_err(|error| refused(error.to_string()))?;
    Ok(Arc::new(network))
}

struct Controller<W> {
    out: Output<W>,
    options: Options,
    pool: Pool,
    record: Record,
    search: Option<Search>,
    /// A command that needs the running search to end; until then no further input is read.
    held: Option<Command>,
    due: Due,
    bench: Bench,
}

/// Changes of the pool, which have to wait for a running search.
#[derive(Default)]
struct Due {
    hash: bool,
    threads: bool,
    clear: bool,
}

/// A `go` that has not been answered yet.
struct Search {
    printer: Printer,
    handle: Option<Handle>,
    events: Receiver<Event>,
    started: Instant,
    limits: Limits,
    /// Whether the answer waits for `stop`, or `ponderhit` if it is not infinite.
    is_held_back: bool,
    is_infinite: bool,
    is_stopped: bool,
    /// When something is wrong if there is no answer.
    deadline: Option<Instant>,
    /// The answer, once it is known.
    answer: Option<String>,
}

impl Search {
    /// Time that remains by the limits, from now.
    fn set_deadline(&mut self) {
        let limit = self
            .limits
            .movetime
            .or(self.limits.clock.map(|clock| clock.remaining));
        self.deadline = limit.and_then(|limit| Instant::now().checked_add(limit.max(MIN_DEADLINE)));
    }
}

impl<W: Write> Controller<W> {
    fn serve(&mut self, lines: &Receiver<String>) -> io::Result<()> {
        let (no_lines, no_events, no_timer) = (never(), never(), never());
        loop {
            let lines = if self.held.is_some() {
                &no_lines
            } else {
                lines
            };
            let events = self
                .search
                .as_ref()
                .map_or(&no_events, |search| &search.events);
            let timer = self
                .search
                .as_ref()
                .and_then(|search| search.deadline)
                .map(at);
            select! {
                recv(lines) -> line => {
                    let Ok(line) = line else { return Ok(()) };
                    self.out.received(&line);
                    if self.obey(Command::parse(&line))?.is_break() {
                        return Ok(());
                    }
                }
                recv(events) -> event => self.hear(event.ok())?,
                recv(timer.as_ref().unwrap_or(&no_timer)) -> _ => self.overdue()?,
            }
            if self.search.is_none()
                && let Some(command) = self.held.take()
            {
                let _ = self.obey(command)?;
            }
        }
    }

    /// Ends a running search and answers it.
    fn end(&mut self) -> io::Result<()> {
        self.stop()?;
        let timer = after(LAST_PATIENCE);
        while let Some(search) = &self.search {
            select! {
                recv(search.events) -> event => self.hear(event.ok())?,
                recv(timer) -> _ => self.abandon()?,
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> io::Result<ControlFlow<()>> {
        if self.must_wait(&command)? {
            self.held = Some(command);
            return Ok(ControlFlow::Continue(()));
        }
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => self.out.line("readyok")?,
            Command::NewGame => {
                self.due.clear = true;
                self.settle()?;
            }
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position { start, moves } => self.set_position(&start, &moves)?,
            Command::Go(go) => self.go(&go)?,
            Command::Perft(depth) => show::perft(&mut self.out, self.record.position(), depth)?,
            Command::Stop => self.stop()?,
            Command::PonderHit => self.ponderhit()?,
            Command::Display => show::board(&mut self.out, &self.record)?,
            Command::Rules(name) => self.explain_rules(name.as_deref())?,
            Command::Eval => {
                show::evaluation(&mut self.out, self.record.position(), self.pool.network())?;
            }
            Command::Bench(words) => (self.bench)(&words, &mut |line| self.out.line(line))?,
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Wait | Command::Nothing => {}
            Command::Unknown(word) => self.out.message(format_args!("unknown command '{word}'"))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether `command` has to wait for the running search; if it has no patience, the search is
    /// stopped.
    fn must_wait(&mut self, command: &Command) -> io::Result<bool> {
        let Some(search) = &self.search else {
            return Ok(false);
        };
        match command {
            Command::Wait if search.is_held_back => {
                self.out.error("the search waits for 'stop' itself")?;
                return Ok(false);
            }
            Command::Wait => {}
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) => self.stop()?,
            _ => return Ok(false),
        }
        Ok(self.search.is_some())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.out
            .line(concat!("id name sitke ", env!("CARGO_PKG_VERSION")))?;
        self.out.line("id author the sitke developers")?;
        Options::lines().try_for_each(|line| self.out.line(line))?;
        self.out.line("uciok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let effect = match self.options.set(name, value) {
            Ok(effect) => effect,
            Err(error) => return self.out.error(error),
        };
        match effect {
            Effect::None => {}
            Effect::Hash => self.due.hash = true,
            Effect::Threads => self.due.threads = true,
            Effect::ClearHash => self.due.clear = true,
            Effect::Variant => {
                let rules = self.options.rules;
                if !std::ptr::eq(rules, self.record.position().rules()) {
                    self.record = Record::start(rules);
                    self.due.clear = true;
                }
                self.out.message(uci::variant(rules))?;
            }
            Effect::EvalFile => match network(&self.options.eval_file) {
                Ok(network) => {
                    self.pool.set_network(network);
                    self.due.clear = true;
                }
                Err(error) => self.out.error(error)?,
            },
            Effect::LogFile => {
                if let Err(error) = self.out.log_to(&self.options.log_file) {
                    self.out
                        .error(format_args!("cannot open the log file: {error}"))?;
                }
            }
        }
        self.settle()
    }

    /// Makes the changes that are due, unless a search runs.
    fn settle(&mut self) -> io::Result<()> {
        if self.search.is_some() {
            return Ok(());
        }
        let due = std::mem::take(&mut self.due);
        if due.threads {
            self.pool.set_threads(self.options.threads);
        }
        if due.hash
            && let Err(error) = self.pool.set_hash(self.options.hash)
        {
            self.out
                .error(format_args!("{error}; the old table stays"))?;
        }
        if due.clear {
            self.pool.clear();
        }
        Ok(())
    }

    fn explain_rules(&mut self, name: Option<&str>) -> io::Result<()> {
        match name.map_or(Some(self.options.rules), preset) {
            Some(rules) => show::rules(&mut self.out, rules),
            None => self.out.error(format_args!(
                "there is no rule set '{}'",
                name.unwrap_or_default()
            )),
        }
    }

    /// Sets up a position. A bad FEN changes nothing; of the moves, those before the first that is
    /// legal neither here nor for the arbiter are played.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> io::Result<()> {
        let rules = self.options.rules;
        let position = match start {
            Start::Startpos => Ok(Position::start(rules)),
            Start::Fen(fen) => Position::from_fen(rules, fen),
            Start::Array(name) => match array_fen(rules, name) {
                Ok(fen) => Position::from_fen(rules, &fen),
                Err(error) => return self.out.error(error),
            },
        };
        let mut game = match position {
            Ok(position) => Arbitrated::new(position),
            Err(error) => return self.out.error(error),
        };
        let refused = moves.iter().find(|text| !game.play(text));
        self.record = game.record;
        if let Some(text) = game.first_foreign {
            self.out.message(format_args!(
                "'{text}' is not legal by the rules of {}, but by those of {}; followed the arbiter",
                rules.name, STANDARD.name
            ))?;
        }
        if let Some(text) = refused {
            self.out.error(format_args!(
                "'{text}' is not a legal move here; stopped before it"
            ))?;
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let position = self.record.position();
        if position.is_diced() {
            return dice::answer(&mut self.out, &self.record, go);
        }
        let legal = position.legal_moves();
        let mut limits = go.limits(position.side());
        let is_infinite = go.infinite
            || limits
                == Limits {
                    ponder: go.ponder,
                    ..Limits::default()
                };
        let named = go
            .searchmoves
            .iter()
            .filter_map(|text| position.read_move(text));
        limits.searchmoves = named.filter(|mv| legal.contains(mv)).collect();
        let has_choice = if go.searchmoves.is_empty() {
            !legal.is_empty()
        } else {
            !limits.searchmoves.is_empty()
        };
        let score = match self.record.outcome() {
            Outcome::Win(winner) if winner == position.side() => "mate 1",
            Outcome::Win(_) => "mate 0",
            Outcome::Draw(_) | Outcome::Ongoing => "cp 0",
        };
        let mut search = Search {
            printer: Printer::new(self.record.clone(), self.options.show_wdl),
            handle: None,
            events: never(),
            started: Instant::now(),
            is_held_back: is_infinite || go.ponder,
            is_infinite,
            is_stopped: false,
            deadline: None,
            answer: None,
            limits,
        };
        if search.limits.searchmoves.len() < go.searchmoves.len() {
            self.out
                .error("some of the searchmoves are not legal moves here")?;
        }
        if has_choice {
            let (sender, events) = unbounded();
            search.events = events;
            search.handle = Some(self.pool.start(
                &self.record,
                &search.limits,
                &self.options.settings(),
                sender,
            ));
            if !search.is_held_back {
                search.set_deadline();
            }
        } else {
            self.out.line(format_args!("info depth 0 score {score}"))?;
            search.answer = Some(NO_MOVE.to_owned());
        }
        self.search = Some(search);
        self.answer()
    }

    /// Prints what the search says; `None` if it ended without a result.
    fn hear(&mut self, event: Option<Event>) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        match event {
            Some(Event::Report(report)) => match search.printer.report(report) {
                Some(line) => self.out.line(line),
                None => Ok(()),
            },
            Some(Event::Finished(best)) => self.finish(&best),
            None => self.finish(&Best::default()),
        }
    }

    /// The search is over: prints what is left to say and, if it is asked for, the answer.
    fn finish(&mut self, best: &Best) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        for line in search.printer.finish(best, search.started.elapsed()) {
            self.out.line(line)?;
        }
        search.answer = Some(search.printer.best_move(best));
        search.events = never();
        search.deadline = None;
        self.answer()
    }

    /// Prints the answer if it is known and not held back. The search is done then.
    fn answer(&mut self) -> io::Result<()> {
        match &self.search {
            Some(Search {
                answer: Some(answer),
                is_held_back: false,
                ..
            }) => self.out.line(answer)?,
            _ => return Ok(()),
        }
        self.search = None;
        self.settle()
    }

    fn stop(&mut self) -> io::Result<()> {
        if let Some(search) = &mut self.search {
            search.is_held_back = false;
            search.is_stopped = true;
            search.deadline = Instant::now().checked_add(STOP_PATIENCE);
            if let Some(handle) = &search.handle {
                handle.stop();
            }
        }
        self.answer()
    }

    fn ponderhit(&mut self) -> io::Result<()> {
        let Some(search) = self.search.as_mut().filter(|search| search.limits.ponder) else {
            return Ok(());
        };
        if search.is_infinite {
            // Nothing says how long to think on the move that is now ours.
            return self.stop();
        }
        search.is_held_back = false;
        search.set_deadline();
        if let Some(handle) = &search.handle {
            handle.ponderhit();
        }
        self.answer()
    }

    /// The search missed its deadline: stops it, and gives it up if it was stopped before.
    fn overdue(&mut self) -> io::Result<()> {
        if self.search.as_ref().is_some_and(|search| search.is_stopped) {
            self.abandon()
        } else {
            self.stop()
        }
    }

    /// Answers for a search that does not come back, and lets go of its threads.
    fn abandon(&mut self) -> io::Result<()> {
        log::error!("the search does not stop");
        let replacement =
            Pool::new(self.options.threads, self.options.hash).or_else(|_| Pool::new(1, 1));
        if let Ok(mut pool) = replacement {
            pool.set_network(Arc::clone(self.pool.network()));
            // Dropping the old pool would wait for its threads.
            std::mem::forget(std::mem::replace(&mut self.pool, pool));
        }
        self.finish(&Best::default())
    }
}
