//! Fast games of the engine against itself, for tuning data and for shaking out faults.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::position::{DrawReason, Outcome, Position, Record};
use crate::rules::STANDARD;
use crate::search::{Limits, Pool, Report, Settings};
use crate::types::{Color, Random, Role, Value};

/// Play fast games from randomised set-ups and write their positions.
///
/// Each line of the output is `FEN;SCORE;RESULT`: the search score in centipawns from the side to
/// move, and the game's result for White (1, 0.5 or 0). Positions in check and those whose best
/// move captures or promotes are left out.
#[derive(Args, Clone, Debug)]
pub struct SelfPlay {
    /// Number of games.
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 1000)]
    pub nodes: u64,
    /// Games played at a time.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Seed of the set-ups; the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
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
}

/// A score beyond which both sides agree that the game is won, six plies long.
const RESIGN: Value = 1_500;
/// Plies after which a game is called a draw.
const MAX_PLIES: usize = 400;

/// A position worth learning from.
struct Sample {
    fen: String,
    value: Value,
}

/// Plays the games and writes the file.
///
/// # Errors
/// If the file cannot be written or the tables cannot be allocated.
pub fn run(args: &SelfPlay) -> Result<Tally> {
    let out = match &args.out {
        Some(path) => Some(Mutex::new(BufWriter::new(
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
        ))),
        None => None,
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")?;
    let progress = ProgressBar::new(args.games).with_style(style);
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| -> Result<()> {
        let play = || -> Result<()> {
            let mut pool = Pool::new(1, 4)?;
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= args.games {
                    return Ok(());
                }
                let mut random = Random::new(args.seed << 32 | game);
                pool.clear();
                let (outcome, samples, plies) = play_game(&mut pool, args.nodes, &mut random);
                if let (Some(out), Ok(mut tally)) = (&out, tally.lock()) {
                    write_samples(out, outcome, &samples)?;
                    tally.add(outcome, plies);
                } else if let Ok(mut tally) = tally.lock() {
                    tally.add(outcome, plies);
                }
                progress.inc(1);
            }
        };
        let threads: Vec<_> = (0..args.threads.max(1))
            .map(|_| scope.spawn(play))
            .collect();
        threads.into_iter().try_for_each(|thread| {
            thread
                .join()
                .map_err(|_| anyhow::anyhow!("a game panicked"))?
        })
    })?;
    progress.finish_and_clear();
    Ok(tally.into_inner().unwrap_or_default())
}

impl Tally {
    fn add(&mut self, outcome: Outcome, plies: usize) {
        self.plies += plies as u64;
        match outcome {
            Outcome::Win(Color::White) => self.white += 1,
            Outcome::Win(Color::Black) => self.black += 1,
            Outcome::Draw(DrawReason::Counting) => {
                self.draws += 1;
                self.counted += 1;
            }
            Outcome::Draw(_) | Outcome::Ongoing => self.draws += 1,
        }
    }
}

fn write_samples(out: &Mutex<BufWriter<File>>, outcome: Outcome, samples: &[Sample]) -> Result<()> {
    let result = match outcome {
        Outcome::Win(Color::White) => "1",
        Outcome::Win(Color::Black) => "0",
        Outcome::Draw(_) | Outcome::Ongoing => "0.5",
    };
    let mut out = out
        .lock()
        .map_err(|_| anyhow::anyhow!("another game panicked while writing"))?;
    for Sample { fen, value } in samples {
        writeln!(out, "{fen};{value};{result}")?;
    }
    Ok(())
}

/// One game: how it ended, what it showed, how long it was.
fn play_game(pool: &mut Pool, nodes: u64, random: &mut Random) -> (Outcome, Vec<Sample>, usize) {
    let mut record = Record::start(&STANDARD);
    let mut samples = Vec::new();
    // Chances in a hundred that a drop is random: all, most, some or a few of them.
    let randomness = *random.pick(&[100, 100, 50, 20]).unwrap_or(&100);
    let random_plies = random.below(4);
    let (mut decided, mut level, mut random_played) = (0, 0, 0);
    for ply in 0..MAX_PLIES {
        let outcome = record.outcome();
        if outcome != Outcome::Ongoing {
            return (outcome, samples, ply);
        }
        let position = record.position().clone();
        let moves = position.legal_moves();
        let is_random = if position.is_setup() {
            random.below(100) < randomness
        } else {
            random_played < random_plies
        };
        if is_random && let Some(mv) = random_move(&position, random) {
            random_played += usize::from(!position.is_setup());
            record.play(mv);
            continue;
        }
        let mut value = 0;
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let best = pool.search(
            &record,
            &limits,
            &Settings::default(),
            &mut |report: &Report| value = report.value,
        );
        let Some(mv) = best.mv else {
            return (record.outcome(), samples, ply);
        };
        debug_assert!(moves.contains(&mv));
        if !position.is_check() && !position.is_noisy(mv) && value.abs() < 3_000 {
            samples.push(Sample {
                fen: position.fen(),
                value,
            });
        }
        decided = if value.abs() >= RESIGN && position.count().is_none() {
            decided + 1
        } else {
            0
        };
        level = if value.abs() <= 8 && ply > 90 {
            level + 1
        } else {
            0
        };
        if decided >= 6 {
            let winner = if value > 0 {
                position.side()
            } else {
                !position.side()
            };
            return (Outcome::Win(winner), samples, ply);
        }
        if level >= 16 {
            return (Outcome::Draw(DrawReason::FiftyMoves), samples, ply);
        }
        record.play(mv);
    }
    (Outcome::Ongoing, samples, MAX_PLIES)
}

/// A random legal move; among drops the role comes first, so that the king is not placed last of all.
fn random_move(position: &Position, random: &mut Random) -> Option<crate::types::Move> {
    let moves = position.legal_moves();
    if !position.is_setup() {
        return random.pick(&moves).copied();
    }
    let roles: Vec<Role> = Role::IN_HAND
        .into_iter()
        .filter(|role| position.hand(position.side()).count(*role) > 0)
        .collect();
    let role = *random.pick(&roles)?;
    let drops: Vec<_> = moves
        .into_iter()
        .filter(|mv| position.moved_piece(*mv).role() == role && mv.is_drop())
        .collect();
    random.pick(&drops).copied()
}
