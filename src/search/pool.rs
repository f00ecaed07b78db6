//! The threads of the search: they wait for orders and outlast a search, and a panic costs no game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::table::{AllocationError, Table};
use super::worker::Worker;
use super::{Best, Limits, Listener, Report, Settings};
use crate::eval::Network;
use crate::position::Record;

/// What a running search tells its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line was finished.
    Report(Report),
    /// The search is over; nothing follows.
    Finished(Best),
}

/// The reins of a running search.
#[derive(Clone, Debug)]
pub struct Handle(Arc<Signals>);

impl Handle {
    /// Asks the search to finish at once.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: time limits hold from now on, counted from the start.
    pub fn ponderhit(&self) {
        self.0.pondering.store(false, Ordering::Relaxed);
    }
}

/// What the threads of one search share beside the table.
#[derive(Debug)]
pub(super) struct Signals {
    /// Set by the owner of the search only.
    stop: AtomicBool,
    /// Set by the first worker when it has its result, for the others.
    finished: AtomicBool,
    pondering: AtomicBool,
    /// Nodes of each worker, updated now and then.
    pub(super) nodes: Vec<AtomicU64>,
}

impl Signals {
    fn new(threads: usize, pondering: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            finished: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Whether the search must end.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.finished.load(Ordering::Relaxed)
    }

    /// Whether time does not count yet.
    pub(super) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Nodes of the workers other than `worker`.
    pub(super) fn nodes_of_others(&self, worker: usize) -> u64 {
        let others = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != worker);
        others.map(|(_, nodes)| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// One search as every worker receives it.
#[derive(Clone)]
pub(super) struct Job {
    pub(super) root: Record,
    pub(super) limits: Limits,
    pub(super) settings: Settings,
    pub(super) table: Arc<Table>,
    pub(super) network: Arc<Network>,
    pub(super) signals: Arc<Signals>,
    pub(super) started: Instant,
}

enum Order {
    Search {
        job: Box<Job>,
        /// Dropped when the worker is through with the job.
        done: Sender<()>,
        /// For the first worker.
        lead: Option<Lead>,
    },
    /// Forget everything, then drop the sender.
    Clear(Sender<()>),
}

/// What the first worker has to tell, and to wait for before the last word.
struct Lead {
    events: Sender<Event>,
    /// Ends when every worker has dropped its `done`.
    all_done: Receiver<()>,
}

struct Thread {
    orders: Sender<Order>,
    handle: Option<JoinHandle<()>>,
}

/// The threads and the table that they share. Threads and their histories outlast a search.
pub struct Pool {
    threads: Vec<Thread>,
    table: Arc<Table>,
    network: Arc<Network>,
}

impl Pool {
    /// A pool of `threads` (at least 1) and a table of `hash` MiB.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(threads: usize, hash: usize) -> Result<Self, AllocationError> {
        let mut pool = Self {
            threads: Vec::new(),
            table: Arc::new(Table::new(hash)?),
            network: Network::embedded(),
        };
        pool.set_threads(threads);
        Ok(pool)
    }

    /// Changes the number of threads. Waits for a running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads.truncate(threads.max(1));
        while self.threads.len() < threads.max(1) {
            self.threads.push(Thread::spawn(self.threads.len()));
        }
    }

    /// Replaces the table by an empty one of `hash` MiB.
    ///
    /// # Errors
    /// If it cannot be allocated; then the table keeps its size, and is empty.
    pub fn set_hash(&mut self, hash: usize) -> Result<(), AllocationError> {
        let old = self.table.mib();
        // Both at once might not fit into memory.
        self.table = Arc::new(Table::new(1)?);
        let made = Table::new(hash);
        let error = made.as_ref().err().copied();
        self.table = Arc::new(made.or_else(|_| Table::new(old))?);
        error.map_or(Ok(()), Err)
    }

    /// The network that evaluates.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Evaluates by `network` from the next search on.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.network = network;
    }

    /// Forgets everything learned from earlier searches. Waits for a running search.
    pub fn clear(&mut self) {
        let (done, cleared) = unbounded();
        for thread in &self.threads {
            thread.order(Order::Clear(done.clone()));
        }
        drop(done);
        while cleared.recv().is_ok() {}
        self.table.clear();
    }

    /// Starts a search; its events go to `events`, [`Event::Finished`] last and always.
    pub fn start(
        &mut self,
        root: &Record,
        limits: &Limits,
        settings: &Settings,
        events: Sender<Event>,
    ) -> Handle {
        self.table.new_search();
        let signals = Arc::new(Signals::new(self.threads.len(), limits.ponder));
        let job = Job {
            root: root.clone(),
            limits: limits.clone(),
            settings: settings.clone(),
            table: Arc::clone(&self.table),
            network: Arc::clone(&self.network),
            signals: Arc::clone(&signals),
            started: Instant::now(),
        };
        let (done, all_done) = unbounded();
        for thread in self.threads.iter().skip(1) {
            thread.order(Order::Search {
                job: Box::new(job.clone()),
                done: done.clone(),
                lead: None,
            });
        }
        if let Some(first) = self.threads.first() {
            first.order(Order::Search {
                job: Box::new(job),
                done,
                lead: Some(Lead { events, all_done }),
            });
        }
        Handle(signals)
    }

    /// Searches and waits for the result.
    pub fn search(
        &mut self,
        root: &Record,
        limits: &Limits,
        settings: &Settings,
        listener: &mut impl Listener,
    ) -> Best {
        let (events, received) = unbounded();
        self.start(root, limits, settings, events);
        for event in received {
            match event {
                Event::Report(report) => listener.report(&report),
                Event::Finished(best) => return best,
            }
        }
        Best::default()
    }
}

impl Thread {
    fn spawn(index: usize) -> Self {
        let (orders, received) = unbounded();
        let name = format!("search-{index}");
        let handle = std::thread::Builder::new()
            .name(name)
            .stack_size(16 << 20)
            .spawn(move || obey(index, &received))
            .ok();
        Self { orders, handle }
    }

    fn order(&self, order: Order) {
        // A thread ends only when its pool drops it.
        let _ = self.orders.send(order);
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.orders = unbounded().0;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// The life of a search thread.
fn obey(index: usize, orders: &Receiver<Order>) {
    let mut worker = Worker::new(index);
    for order in orders {
        match order {
            Order::Clear(done) => {
                worker = Worker::new(index);
                drop(done);
            }
            Order::Search { job, done, lead } => {
                let signals = Arc::clone(&job.signals);
                let mut last = None;
                let mut report = |report: &Report| {
                    if let Some(lead) = &lead {
                        if report.multi_pv == 1 {
                            last = Some(report.pv.clone());
                        }
                        let _ = lead.events.send(Event::Report(report.clone()));
                    }
                };
                let result = catch_unwind(AssertUnwindSafe(|| worker.search(&job, &mut report)));
                if result.is_err() {
                    // The panic costs this worker its memory, not the game its move.
                    log::error!(
                        "search thread {index} panicked in {}",
                        job.root.position().fen()
                    );
                    worker = Worker::new(index);
                }
                let best =
                    result.unwrap_or_else(|_| fallback(&job, last.as_deref().unwrap_or(&[])));
                // When the search is over nobody holds its table any more.
                drop(job);
                drop(done);
                if let Some(lead) = lead {
                    signals.finished.store(true, Ordering::Relaxed);
                    let _ = lead.all_done.recv();
                    let _ = lead.events.send(Event::Finished(best));
                }
            }
        }
    }
}

/// The move to play when the search failed: that of the last finished line, or any that is allowed.
fn fallback(job: &Job, line: &[crate::types::Move]) -> Best {
    let wanted = &job.limits.searchmoves;
    let mut allowed = job.root.position().legal_moves();
    allowed.retain(|mv| wanted.is_empty() || wanted.contains(mv));
    let found = line.first().copied().filter(|mv| allowed.contains(mv));
    Best {
        mv: found.or_else(|| allowed.first().copied()),
        ponder: None,
    }
}
