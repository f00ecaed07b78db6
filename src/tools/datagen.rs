//! Fast games of the engine against itself, for learning and for shaking out faults.

use std::collections::HashSet;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::games::{self, Game, Ply};
use super::selfplay::{Adjudicator, MAX_PLIES, for_each, random_move, search};
use crate::position::{DrawReason, Outcome, Record};
use crate::rules::{Rules, STANDARD};
use crate::search::Pool;
use crate::types::{Color, Random, Value};

/// Play fast games from randomised set-ups and keep them in a file.
///
/// If the file exists, its games are kept and only the missing ones are played: an interrupted run
/// goes on with the same command. Games made with another seed or other settings are not added to.
#[derive(Args, Clone, Debug)]
pub struct DataGen {
    /// Number of games.
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 1000)]
    pub nodes: u64,
    /// Games played at a time; all processors if not given.
    #[arg(long)]
    pub threads: Option<usize>,
    /// Seed of the set-ups; the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// Games that are worth more than this to one side after the random moves are thrown away, in centipawns.
    #[arg(long, default_value_t = 500)]
    pub max_imbalance: Value,
    /// Play to the end by the rules, however clear the result.
    #[arg(long)]
    pub no_adjudication: bool,
    /// File to write; without it only the results are counted.
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// How often games ended so: wins of White and Black, and draws by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// White won, by mate or by far.
    pub white: u64,
    /// Black won, by mate or by far.
    pub black: u64,
    /// Drawn by the rules or by agreement of the scores.
    pub draws: u64,
    /// Of these, drawn by counting.
    pub counted: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Games thrown away because of their random moves.
    pub lopsided: u64,
}

/// Plays the games and writes the file.
///
/// # Errors
/// If the file cannot be read or written, or the tables cannot be allocated.
pub fn run(args: &DataGen) -> Result<Tally> {
    let (out, done) = match &args.out {
        Some(path) => {
            let (file, done) = open(path, &STANDARD, &args.settings())?;
            (Some(file), done)
        }
        None => (None, HashSet::new()),
    };
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left, {msg}")?;
    let progress = ProgressBar::new(args.games)
        .with_style(style)
        .with_position(done.len() as u64);
    let shared = Mutex::new((out, Tally::default()));
    for_each(args.games, args.threads, 4, |pool, number| {
        if done.contains(&number) {
            return Ok(());
        }
        pool.clear();
        let (outcome, game) = play_game(pool, args, number);
        let mut shared = shared
            .lock()
            .map_err(|_| anyhow!("another game panicked while writing"))?;
        let (out, tally) = &mut *shared;
        tally.add(outcome, game.plies.len());
        if let Some(out) = out {
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            out.write_all(&bytes).context("cannot write the games")?;
        }
        progress.inc(1);
        progress.set_message(format!("{} plies", tally.plies));
        Ok(())
    })?;
    progress.finish_and_clear();
    Ok(shared
        .into_inner()
        .map_err(|_| anyhow!("a game panicked"))?
        .1)
}

impl DataGen {
    /// What the games depend on.
    fn settings(&self) -> String {
        format!(
            "seed {} nodes {} max-imbalance {} random-plies {FEWEST_RANDOM}-{}|{SETUP_PLIES}-{}{}",
            self.seed,
            self.nodes,
            self.max_imbalance,
            SETUP_PLIES - 1,
            SETUP_PLIES + MOST_MOVES,
            if self.no_adjudication {
                " no-adjudication"
            } else {
                ""
            }
        )
    }
}

/// Opens the file behind its last whole game, and says which games it holds.
fn open(path: &Path, rules: &'static Rules, settings: &str) -> Result<(File, HashSet<u64>)> {
    let about = || format!("cannot write {}", path.display());
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)
        .with_context(about)?;
    if file.metadata().with_context(about)?.len() == 0 {
        file.write_all(games::header(rules, settings).as_bytes())
            .with_context(about)?;
        return Ok((file, HashSet::new()));
    }
    let old = games::read(path)?;
    ensure!(
        old.rules.name == rules.name,
        "{} holds games by other rules",
        path.display()
    );
    ensure!(
        old.made_with == settings,
        "{} holds games made with '{}', not '{settings}'",
        path.display(),
        old.made_with
    );
    file.set_len(old.valid_bytes).with_context(about)?;
    file.seek(SeekFrom::End(0)).with_context(about)?;
    Ok((file, old.games.iter().map(|game| game.number).collect()))
}

impl Tally {
    fn add(&mut self, outcome: Option<Outcome>, plies: usize) {
        self.plies += plies as u64;
        match outcome {
            Some(Outcome::Win(Color::White)) => self.white += 1,
            Some(Outcome::Win(Color::Black)) => self.black += 1,
            Some(Outcome::Draw(DrawReason::Counting)) => {
                self.draws += 1;
                self.counted += 1;
            }
            Some(Outcome::Draw(_) | Outcome::Ongoing) => self.draws += 1,
            None => self.lopsided += 1,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "+{} -{} ={} ({} counted) for White, {} lopsided set-ups, {} plies",
            self.white, self.black, self.draws, self.counted, self.lopsided, self.plies
        )
    }
}

/// Plies of a complete set-up.
const SETUP_PLIES: usize = 16;
/// Drops that are random in every game; with fewer the same games would come again and again.
const FEWEST_RANDOM: usize = 4;

/// Most random moves after them.
const MOST_MOVES: usize = 3;

/// Plies at the start of a game that are random: in every other game all drops and some moves more, else
/// a part of the drops, and the game shows what a set-up so begun is worth when it is gone on with well.
fn random_plies(random: &mut Random) -> usize {
    if random.below(2) == 0 {
        SETUP_PLIES + random.below(MOST_MOVES + 1)
    } else {
        FEWEST_RANDOM + random.below(SETUP_PLIES - FEWEST_RANDOM)
    }
}

/// One game: how it ended, or `None` and no plies if the set-up was lopsided, and what was played.
fn play_game(pool: &mut Pool, args: &DataGen, number: u64) -> (Option<Outcome>, Game) {
    let mut random = Random::new(u64::from(args.seed) << 32 | number);
    let mut record = Record::start(&STANDARD);
    let mut plies = Vec::new();
    let random_plies = random_plies(&mut random);
    let mut adjudicator = Adjudicator::default();
    let mut is_first = true;
    let mut outcome = Outcome::Ongoing;
    for ply in 0..MAX_PLIES {
        outcome = record.outcome();
        if outcome != Outcome::Ongoing {
            break;
        }
        let position = record.position().clone();
        if ply < random_plies
            && let Some(mv) = random_move(&position, &mut random)
        {
            plies.push(Ply { mv, value: None });
            record.play(mv);
            continue;
        }
        let Some((mv, value)) = search(pool, &record, args.nodes) else {
            break;
        };
        debug_assert!(position.is_legal(mv));
        if std::mem::take(&mut is_first) && value.abs() > args.max_imbalance {
            let game = Game {
                number,
                white_halves: 1,
                plies: Vec::new(),
            };
            return (None, game);
        }
        plies.push(Ply {
            mv,
            value: Some(value),
        });
        if !args.no_adjudication
            && let Some(verdict) = adjudicator.judge(&position, ply, value)
        {
            outcome = verdict;
            break;
        }
        record.play(mv);
    }
    let white_halves = match outcome {
        Outcome::Win(Color::White) => 2,
        Outcome::Win(Color::Black) => 0,
        Outcome::Draw(_) | Outcome::Ongoing => 1,
    };
    let game = Game {
        number,
        white_halves,
        plies,
    };
    (Some(outcome), game)
}
