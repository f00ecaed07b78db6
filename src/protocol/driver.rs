//! The engine behind every protocol: the game, the options, and one search at most.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, after, at, never, select, unbounded};

use super::arbiter::Arbitrated;
use super::options::{Effect, Options};
use super::output::Output;
use super::thinking::Thinking;
use crate::eval::Network;
use crate::position::{Position, Record};
use crate::rules::STANDARD;
use crate::search::{Best, Event, Handle, Limits, Pool, Report};

/// How long a search may take to hear `stop` before it is given up.
const STOP_PATIENCE: Duration = Duration::from_secs(3);
/// The same when the program is about to end.
const LAST_PATIENCE: Duration = Duration::from_millis(500);
/// No watchdog barks earlier, however little time there is.
const MIN_DEADLINE: Duration = Duration::from_millis(30);

/// What a line asks of the one who reads lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next line, please.
    Read,
    /// This line again when the running search is over; until then no other.
    Again,
    /// No more lines.
    Quit,
}

/// A protocol: what lines mean, and how the search is put into words.
pub(super) trait Dialect<W> {
    /// Obeys one line.
    fn obey(&mut self, driver: &mut Driver<W>, line: &str) -> io::Result<Next>;
    /// The search has found something worth showing.
    fn report(&mut self, driver: &mut Driver<W>, report: &Report) -> io::Result<()>;
    /// The search is over; without a move if none was allowed.
    fn finish(&mut self, driver: &mut Driver<W>, best: Best) -> io::Result<()>;
}

/// The engine. Its parts are open to the dialects but for the search.
pub(super) struct Driver<W> {
    pub(super) out: Output<W>,
    pub(super) options: Options,
    pub(super) game: Arbitrated,
    pool: Pool,
    search: Option<Search>,
    due: Due,
}

/// Changes of the pool, which have to wait for a running search.
#[derive(Default)]
struct Due {
    hash: bool,
    threads: bool,
    clear: bool,
}

/// A search that has not been answered yet.
struct Search {
    thinking: Thinking,
    handle: Option<Handle>,
    events: Receiver<Event>,
    started: Instant,
    limits: Limits,
    /// Whether the answer waits for [`Driver::stop`], or [`Driver::ponderhit`] if it has limits.
    is_held_back: bool,
    is_stopped: bool,
    /// Whether nobody wants the answer.
    is_cancelled: bool,
    /// When something is wrong if there is no answer.
    deadline: Option<Instant>,
    /// The answer, once it is known.
    answer: Option<Best>,
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

impl<W: Write> Driver<W> {
    pub(super) fn new(out: Output<W>) -> io::Result<Self> {
        let options = Options::default();
        let pool = Pool::new(options.threads, options.hash).map_err(io::Error::other)?;
        Ok(Self {
            out,
            game: Arbitrated::new(Position::start(options.rules)),
            options,
            pool,
            search: None,
            due: Due::default(),
        })
    }

    /// Obeys `first`, then `lines`, until one says to quit or there are no more.
    pub(super) fn serve(
        mut self,
        dialect: &mut impl Dialect<W>,
        first: Option<String>,
        lines: &Receiver<String>,
    ) -> io::Result<()> {
        let served = self.converse(dialect, first, lines);
        served.and(self.end(dialect))
    }

    fn converse(
        &mut self,
        dialect: &mut impl Dialect<W>,
        first: Option<String>,
        lines: &Receiver<String>,
    ) -> io::Result<()> {
        let (no_lines, no_events, no_timer) = (never(), never(), never());
        let mut line = first.inspect(|line| self.out.received(line));
        let mut has_to_wait = false;
        loop {
            if let Some(text) = line.as_deref()
                && !has_to_wait
            {
                match dialect.obey(self, text)? {
                    Next::Read => line = None,
                    Next::Again => {}
                    Next::Quit => return Ok(()),
                }
                let is_delivered = self.deliver(dialect)?;
                has_to_wait = line.is_some() && !is_delivered;
                continue;
            }
            let lines = if line.is_some() { &no_lines } else { lines };
            let search = self.search.as_ref();
            let events = search.map_or(&no_events, |search| &search.events);
            let timer = search.and_then(|search| search.deadline).map(at);
            select! {
                recv(lines) -> next => {
                    let Ok(next) = next else { return Ok(()) };
                    self.out.received(&next);
                    line = Some(next);
                }
                recv(events) -> event => self.hear(dialect, event.ok())?,
                recv(timer.as_ref().unwrap_or(&no_timer)) -> _ => self.overdue(dialect)?,
            }
            // The answer may have begun another search, for which no line has to wait.
            has_to_wait &= !self.deliver(dialect)?;
        }
    }

    /// Ends a running search and answers it.
    fn end(&mut self, dialect: &mut impl Dialect<W>) -> io::Result<()> {
        let timer = after(LAST_PATIENCE);
        self.stop();
        self.deliver(dialect)?;
        while let Some(search) = &self.search {
            if !search.is_stopped {
                // The answer has begun a search on the opponent's time.
                self.cancel();
                continue;
            }
            select! {
                recv(search.events) -> event => self.hear(dialect, event.ok())?,
                recv(timer) -> _ => self.abandon(dialect)?,
            }
            self.deliver(dialect)?;
        }
        Ok(())
    }

    /// Starts a search from `root`, or answers without a move if none is allowed. With `is_held_back` the
    /// answer waits for [`stop`](Self::stop), or for [`ponderhit`](Self::ponderhit) if the search ponders.
    pub(super) fn start(
        &mut self,
        root: &Record,
        limits: Limits,
        may_move: bool,
        is_held_back: bool,
    ) {
        let has_choice = may_move && root.position().has_legal_moves();
        let mut search = Search {
            thinking: Thinking::new(root.clone()),
            handle: None,
            events: never(),
            started: Instant::now(),
            is_held_back,
            is_stopped: false,
            is_cancelled: false,
            deadline: None,
            answer: None,
            limits,
        };
        if has_choice {
            let (sender, events) = unbounded();
            search.events = events;
            search.handle =
                Some(
                    self.pool
                        .start(root, &search.limits, &self.options.settings(), sender),
                );
            if !is_held_back {
                search.set_deadline();
            }
        } else {
            search.answer = Some(Best::default());
        }
        self.search = Some(search);
    }

    /// Whether a search has not been answered yet.
    pub(super) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Whether the answer of the search waits for a command.
    pub(super) fn is_held_back(&self) -> bool {
        self.search
            .as_ref()
            .is_some_and(|search| search.is_held_back)
    }

    /// Ends the search, which is answered then.
    pub(super) fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.is_held_back = false;
            search.is_stopped = true;
            search.deadline = Instant::now().checked_add(STOP_PATIENCE);
            if let Some(handle) = &search.handle {
                handle.stop();
            }
        }
    }

    /// Ends the search, whose answer nobody wants any more.
    pub(super) fn cancel(&mut self) {
        if let Some(search) = &mut self.search {
            search.is_cancelled = true;
        }
        self.stop();
    }

    /// The expected move was played: the limits of a search that ponders hold from now on.
    pub(super) fn ponderhit(&mut self) {
        let Some(search) = self.search.as_mut().filter(|search| search.limits.ponder) else {
            return;
        };
        if search.limits.is_infinite() {
            // Nothing says how long to think on the move that is now ours.
            return self.stop();
        }
        search.is_held_back = false;
        search.set_deadline();
        if let Some(handle) = &search.handle {
            handle.ponderhit();
        }
    }

    /// Hears what the search says; `None` if it ended without a result.
    fn hear(&mut self, dialect: &mut impl Dialect<W>, event: Option<Event>) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        match event {
            Some(Event::Report(report)) => match search.thinking.hear(report) {
                Some(report) if !search.is_cancelled => dialect.report(self, &report),
                _ => Ok(()),
            },
            Some(Event::Finished(best)) => self.finish(dialect, &best),
            None => self.finish(dialect, &Best::default()),
        }
    }

    /// The search is over: shows what is left to show and keeps the answer.
    fn finish(&mut self, dialect: &mut impl Dialect<W>, best: &Best) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        let time = search.started.elapsed();
        let due = search.thinking.finish(best, time, self.pool.network());
        search.answer = Some(search.thinking.choice(best));
        search.events = never();
        search.deadline = None;
        if search.is_cancelled {
            return Ok(());
        }
        due.iter()
            .try_for_each(|report| dialect.report(self, report))
    }

    /// Gives the answer away if it is known and not held back. The search is done then, which is
    /// returned.
    fn deliver(&mut self, dialect: &mut impl Dialect<W>) -> io::Result<bool> {
        let Some(search) = self
            .search
            .take_if(|search| search.answer.is_some() && !search.is_held_back)
        else {
            return Ok(false);
        };
        if let Some(answer) = search.answer
            && !search.is_cancelled
        {
            dialect.finish(self, answer)?;
        }
        self.settle()?;
        Ok(true)
    }

    /// The search missed its deadline: stops it, and gives it up if it was stopped before.
    fn overdue(&mut self, dialect: &mut impl Dialect<W>) -> io::Result<()> {
        if self.search.as_ref().is_some_and(|search| search.is_stopped) {
            return self.abandon(dialect);
        }
        self.stop();
        Ok(())
    }

    /// Answers for a search that does not come back, and lets go of its threads.
    fn abandon(&mut self, dialect: &mut impl Dialect<W>) -> io::Result<()> {
        log::error!("the search does not stop");
        let replacement =
            Pool::new(self.options.threads, self.options.hash).or_else(|_| Pool::new(1, 1));
        if let Ok(mut pool) = replacement {
            pool.set_network(self.network());
            // Dropping the old pool would wait for its threads.
            std::mem::forget(std::mem::replace(&mut self.pool, pool));
        }
        self.finish(dialect, &Best::default())
    }

    /// Forgets earlier searches.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.due.clear = true;
        self.settle()
    }

    /// The network that evaluates.
    pub(super) fn network(&self) -> Arc<Network> {
        Arc::clone(self.pool.network())
    }

    /// Changes an option and returns what came of it; `None` if it keeps its value.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> io::Result<Option<Effect>> {
        let effect = match self.options.set(name, value) {
            Ok(effect) => effect,
            Err(error) => return self.out.error(error).map(|()| None),
        };
        match effect {
            Effect::None => {}
            Effect::Hash => self.due.hash = true,
            Effect::Threads => self.due.threads = true,
            Effect::ClearHash => self.due.clear = true,
            Effect::Variant => {
                let rules = self.options.rules;
                if !std::ptr::eq(rules, self.game.position().rules()) {
                    self.game = Arbitrated::new(Position::start(rules));
                    self.due.clear = true;
                }
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
        self.settle()?;
        Ok(Some(effect))
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
                .error(format_args!("{error}; the table keeps its size"))?;
        }
        if due.clear {
            self.pool.clear();
        }
        Ok(())
    }

    /// Goes on with another game.
    pub(super) fn set_game(&mut self, game: Arbitrated) -> io::Result<()> {
        self.game = game;
        self.tell_foreign_move()
    }

    /// Plays a move that we or the arbiter allow; false if neither does.
    pub(super) fn play(&mut self, text: &str) -> io::Result<bool> {
        let was_foreign = self.game.first_foreign.is_some();
        let is_legal = self.game.play(text);
        if !was_foreign {
            self.tell_foreign_move()?;
        }
        Ok(is_legal)
    }

    fn tell_foreign_move(&mut self) -> io::Result<()> {
        let Some(text) = &self.game.first_foreign else {
            return Ok(());
        };
        self.out.message(format_args!(
            "'{text}' is not legal by the rules of {}, but by those of {}; followed the arbiter",
            self.game.position().rules().name,
            STANDARD.name
        ))
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
