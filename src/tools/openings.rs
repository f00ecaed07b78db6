//! Openings from which the better player can show it: random set-ups that are not won and yet not drawn.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::selfplay::{Adjudicator, MAX_PLIES, for_each, random_move, search};
use crate::position::{Outcome, Position, Record};
use crate::rules::STANDARD;
use crate::search::Pool;
use crate::types::{Color, Random, Value};

/// Generate openings for matches, as EPD lines.
///
/// Pieces are placed at random, a share of them by search, not the same of both sides; set-ups whose
/// score is out of bounds are dropped. With `--games` each opening is then played out by equal players,
/// and kept only if both sides score their share.
#[derive(Args, Clone, Debug)]
pub struct Openings {
    /// Number of openings to try.
    #[arg(long, default_value_t = 1000)]
    pub tries: u64,
    /// Pieces placed before play begins, of both sides together.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=16))]
    pub drops: u32,
    /// The smallest score of an opening, whoever it is for, in centipawns.
    #[arg(long, default_value_t = 0)]
    pub min_score: Value,
    /// The largest score of an opening, in centipawns.
    #[arg(long, default_value_t = 40)]
    pub max_score: Value,
    /// Nodes a move, for the score and for the games.
    #[arg(long, default_value_t = 2000)]
    pub nodes: u64,
    /// Games that measure an opening.
    #[arg(long, default_value_t = 0)]
    pub games: u32,
    /// The least White and Black may score in these games, in per cent.
    #[arg(long, default_value_t = 30)]
    pub min_share: u32,
    /// The least share of these games that somebody wins, in per cent.
    #[arg(long, default_value_t = 50)]
    pub min_decisive: u32,
    /// Openings tried at a time; all processors if not given.
    #[arg(long)]
    pub threads: Option<usize>,
    /// Seed; the same seed tries the same openings.
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// File to write; standard output without it.
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// An opening and what was measured.
struct Opening {
    position: Position,
    /// From White, in centipawns.
    score: Value,
    results: Results,
}

/// Results of the games of one opening.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    white: u32,
    black: u32,
    draws: u32,
}

impl Results {
    /// Whether both sides scored at least `share` and somebody won at least `decisive` per cent.
    fn is_telling(self, share: u32, decisive: u32) -> bool {
        let games = self.white + self.black + self.draws;
        let scored = |wins: u32| 50 * (2 * wins + self.draws) >= share * games;
        scored(self.white)
            && scored(self.black)
            && 100 * (self.white + self.black) >= decisive * games
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Results {
            white,
            black,
            draws,
        } = self.results;
        // EPD has no move counters.
        let fen = self.position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        write!(f, "{} ce {};", fields.join(" "), self.score)?;
        if white + black + draws > 0 {
            write!(f, " c0 \"+{white} -{black} ={draws}\";")?;
        }
        Ok(())
    }
}

/// Tries openings and writes those that pass; returns how many did.
///
/// # Errors
/// If the file cannot be written or the tables cannot be allocated.
pub fn run(args: &Openings) -> Result<usize> {
    let out: Box<dyn Write + Send> = match &args.out {
        Some(path) => Box::new(LineWriter::new(
            File::create_new(path).with_context(|| format!("cannot make {}", path.display()))?,
        )),
        None => Box::new(io::stdout()),
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} tries, {eta} left, {msg}")?;
    let progress = ProgressBar::new(args.tries).with_style(style);
    let shared = Mutex::new((out, HashSet::new()));
    for_each(args.tries, args.threads, 8, |pool, number| {
        let mut random = Random::new(u64::from(args.seed) << 32 | number);
        if let Some(opening) = try_one(pool, args, &mut random) {
            let mut shared = shared.lock().map_err(|_| anyhow!("a try panicked"))?;
            let (out, seen) = &mut *shared;
            if seen.insert(key(&opening.position)) {
                writeln!(out, "{opening}")?;
                progress.set_message(format!("{} kept", seen.len()));
            }
        }
        progress.inc(1);
        Ok(())
    })?;
    progress.finish_and_clear();
    let (mut out, seen) = shared.into_inner().map_err(|_| anyhow!("a try panicked"))?;
    out.flush()?;
    Ok(seen.len())
}

/// The same for a set-up and its mirror image.
fn key(position: &Position) -> String {
    let fen = position.fen();
    let board = fen.split(' ').next().unwrap_or_default();
    let board = board.split('[').next().unwrap_or_default();
    let ranks = board.split('/');
    let mirrored: Vec<String> = ranks.map(|rank| rank.chars().rev().collect()).collect();
    board.to_owned().min(mirrored.join("/"))
}

/// The chances that a drop is random from which each side has one, in a hundred.
const CHANCES: &[usize] = &[100, 60, 30];

fn try_one(pool: &mut Pool, args: &Openings, random: &mut Random) -> Option<Opening> {
    pool.clear();
    let mut record = Record::start(&STANDARD);
    // Chances in a hundred that a drop of White or Black is random.
    let randomness = [*random.pick(CHANCES)?, *random.pick(CHANCES)?];
    for _ in 0..args.drops {
        let mv = if random.below(100) < randomness[record.position().side() as usize] {
            random_move(record.position(), random)
        } else {
            search(pool, &record, args.nodes / 4).map(|(mv, _)| mv)
        };
        record.play(mv?);
    }
    let (_, value) = search(pool, &record, 4 * args.nodes)?;
    if !(args.min_score..=args.max_score).contains(&value.abs()) {
        return None;
    }
    let score = if record.position().side() == Color::White {
        value
    } else {
        -value
    };
    let mut results = Results::default();
    for _ in 0..args.games {
        match play_out(pool, record.clone(), args.nodes, random) {
            Outcome::Win(Color::White) => results.white += 1,
            Outcome::Win(Color::Black) => results.black += 1,
            Outcome::Draw(_) | Outcome::Ongoing => results.draws += 1,
        }
        // Too many are drawn already, however the rest ends.
        if 100 * (args.games - results.draws) < args.min_decisive * args.games {
            return None;
        }
    }
    let is_telling = args.games == 0 || results.is_telling(args.min_share, args.min_decisive);
    is_telling.then(|| Opening {
        position: record.position().clone(),
        score,
        results,
    })
}

/// A game of equal players, whose nodes vary so that no two games are alike.
fn play_out(pool: &mut Pool, mut record: Record, nodes: u64, random: &mut Random) -> Outcome {
    pool.clear();
    let mut adjudicator = Adjudicator::default();
    for ply in 0..MAX_PLIES {
        let outcome = record.outcome();
        if outcome != Outcome::Ongoing {
            return outcome;
        }
        let nodes = nodes / 2 + random.below(nodes as usize + 1) as u64;
        let Some((mv, value)) = search(pool, &record, nodes) else {
            return record.outcome();
        };
        if let Some(verdict) = adjudicator.judge(record.position(), ply, value) {
            return verdict;
        }
        record.play(mv);
    }
    Outcome::Ongoing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_telling_when_both_sides_win() {
        let results = |white, black, draws| Results {
            white,
            black,
            draws,
        };
        assert!(results(2, 2, 4).is_telling(30, 50));
        assert!(!results(1, 2, 5).is_telling(30, 50));
        assert!(!results(6, 0, 2).is_telling(30, 50));
        assert!(results(5, 2, 1).is_telling(30, 50));
    }

    #[test]
    fn mirror_images_are_the_same_opening() {
        let read = |fen| Position::from_fen(&STANDARD, fen).expect("valid");
        let one = read("k7/8/8/8/8/8/8/K6R[] w - - 0 1");
        let other = read("7k/8/8/8/8/8/8/R6K[] w - - 0 1");
        assert_eq!(key(&one), key(&other));
    }

    #[test]
    fn the_same_seed_gives_the_same_openings() {
        let args = Openings {
            min_score: 0,
            tries: 4,
            drops: 12,
            max_score: 2_000,
            nodes: 60,
            games: 1,
            min_share: 0,
            min_decisive: 0,
            threads: Some(1),
            seed: 3,
            out: None,
        };
        let mut pool = Pool::new(1, 1).expect("memory");
        let mut once = || {
            let opening = try_one(&mut pool, &args, &mut Random::new(9)).expect("an opening");
            opening.to_string()
        };
        assert_eq!(once(), once());
    }
}
