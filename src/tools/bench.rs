//! A fixed amount of work: the same nodes on every machine, and how fast they were searched.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use clap::Args;

use crate::eval;
use crate::position::{Position, Record};
use crate::search::{Limits, Pool, Report, Settings};
use crate::tools::ruleset::RuleSet;

/// Search a fixed list of positions and print the nodes and the speed.
///
/// With one thread the number of nodes is always the same: it is the signature of a version. The
/// last line, `N nodes S nps`, is the one that `OpenBench` reads.
#[derive(Args, Clone, Debug)]
pub struct Bench {
    /// Size of the hash table in MiB.
    #[arg(default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: u32,
    /// Search threads; with more than one the number of nodes varies.
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    pub threads: u32,
    /// Depth of each search.
    #[arg(default_value_t = 13, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// The rules.
    #[command(flatten)]
    pub rules: RuleSet,
}

/// What a benchmark has measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

/// The set-up at several stages, middlegames, and endings with and without a count.
const POSITIONS: [&str; 20] = [
    "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1",
    "8/8/4pppp/pppp4/4PPPP/PPPP4/8/3F2R1[KSSRNNkssfrrnn] b - - 0 3",
    "8/1k2n3/2n1pppp/pppp4/4PPPP/PPPP1N2/3N2K1/8[SSFRRssfrr] w - - 0 4",
    "kn2r2r/2ns1f2/4pppp/pppp4/4PPPP/PPPPNS1K/3S3F/3R1N1R[s] b - - 0 8",
    "r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[] w - - 0 9",
    "rrnfk1n1/1ss5/4pppp/pppp4/4PPPP/PPPP4/1SS5/RRNFK1N1[] w - - 0 9",
    "5rr1/2kns3/1nsfpppp/pppp4/4PPPP/PPPPFSN1/3SNK2/1RR5[] w - - 0 9",
    "2k1rr2/2sn2s1/2fnpppp/pppp4/4PPPP/PPPPNF2/1S2NS2/2RR1K2[] w - - 0 9",
    "rrn1k1n1/1ss5/4pppp/ppp5/5PPP/PPPP1p2/1SS1F3/RRN1K1N1[] b - - 0 11",
    "3r1r2/4sf2/kn1s3p/4p1pP/4PpP1/P1RSN3/1p1FKS2/2R5[] b - - 1 21",
    "8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8[] b - - 0 72",
    "8/6k1/6p1/3s2P1/3npR2/2r5/p2N2F1/3K4[] b - - 0 49",
    "2r5/6k1/6p1/3s2P1/3npR2/8/p2N2F1/3K4[] w - - 1 50",
    "8/6s1/5P2/3n4/pR2K2S/1P6/1k4p1/8[] w - - 1 50",
    "7R/1r6/3k1np1/3s2N1/3s3P/4n3/6p1/2R3K1[] w - - 2 55",
    "6k1/3s4/6PS/5N2/pP6/P7/2S2F2/2K1R3[] b - - 0 49",
    "6s1/8/1k1N1p2/3P1P2/p1SP2p1/P6n/1K6/8[] w - - 0 58",
    "8/5R2/2P5/5S2/3sFs2/P3k3/2K5/8[] w - - 3 69",
    "8/8/8/8/3k4/8/8/R3K3[] b - 32 10 60",
    "8/8/3k4/8/8/3SF3/3K4/8[] w - 88 3 80",
];

/// The same for Mini Burmese Chess.
const MODERN_POSITIONS: [&str; 4] = [
    "***2***/*6*/*3ppp*/*ppp3*/*3PPP*/*PPP3*/*6*/***2***[KQRBNGkqrbng] w - - 0 1",
    "***rk***/*gnb3*/*q2ppp*/*ppp3*/*3PPP*/*PPP1BQ*/*2N1G1*/***KR***[] w - - 0 7",
    "***1k***/*2r3*/*3g2*/*p1p1p1*/*2P1PN*/*PB4*/*3R2*/***K1***[] w - - 0 20",
    "***2***/*6*/*3k2*/*6*/*2K3*/*6*/*4R1*/***2***[] w - - 3 40",
];

impl Bench {
    /// The arguments as words: hash, threads and depth, each of which may be missing or unreadable.
    pub fn from_words(words: &[String]) -> Self {
        let number = |index: usize, default: u32, max: u32| {
            words
                .get(index)
                .and_then(|word| word.parse().ok())
                .map_or(default, |n: u32| n.clamp(1, max))
        };
        Self {
            hash: number(0, 16, u32::MAX),
            threads: number(1, 1, 512),
            depth: number(2, 13, u32::MAX),
            rules: RuleSet::default(),
        }
    }

    /// Searches every position and passes what there is to print to `line`.
    ///
    /// # Errors
    /// If the hash table cannot be allocated, or from `line`.
    pub fn run(&self, mut line: impl FnMut(&str) -> Result<()>) -> Result<Total> {
        let mut pool = Pool::new(self.threads as usize, self.hash as usize)?;
        let limits = Limits {
            depth: Some(self.depth),
            ..Limits::default()
        };
        // Once in the life of the program, so not part of its speed.
        eval::prepare_all();
        let mut total = Total::default();
        let rules = self.rules.rules()?;
        let positions = if rules.game.has_modern_pieces() {
            &MODERN_POSITIONS[..]
        } else {
            &POSITIONS[..]
        };
        for (index, fen) in positions.iter().enumerate() {
            let position =
                Position::from_fen(rules, fen).map_err(|error| anyhow!("{fen}: {error}"))?;
            let mut nodes = 0;
            // A table from the position before would make the order matter.
            pool.clear();
            let started = Instant::now();
            let best = pool.search(
                &Record::new(position),
                &limits,
                &Settings::default(),
                &mut |report: &Report| {
                    // The last report has the nodes of the whole search.
                    nodes = report.nodes;
                },
            );
            total.nodes += nodes;
            total.time += started.elapsed();
            let mv = best
                .mv
                .map_or_else(|| "(none)".to_owned(), |mv| mv.to_string());
            line(&format!(
                "{:2}/{}  {nodes:>9} nodes  {mv:6}  {fen}",
                index + 1,
                positions.len()
            ))?;
        }
        line(&format!(
            "rules {}, depth {}, threads {}, hash {} MiB",
            rules.name, self.depth, self.threads, self.hash
        ))?;
        line(&format!("{} nodes {} nps", total.nodes, total.nps()))?;
        Ok(total)
    }
}

impl Total {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000_000 / self.time.as_nanos().max(1)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_always_searches_the_same_nodes() {
        let bench = Bench {
            hash: 1,
            threads: 1,
            depth: 4,
            rules: RuleSet::default(),
        };
        let mut last = String::new();
        let mut run = || {
            let total = bench.run(|line| {
                line.clone_into(&mut last);
                Ok(())
            });
            total.unwrap().nodes
        };
        let nodes = run();
        assert_eq!(nodes, run());
        assert!(
            last.starts_with(&format!("{nodes} nodes ")) && last.ends_with(" nps"),
            "{last}"
        );
    }

    #[test]
    fn words_may_be_missing_or_odd() {
        let bench = Bench::from_words(&["32".to_owned(), "x".to_owned()]);
        assert_eq!((bench.hash, bench.threads, bench.depth), (32, 1, 13));
    }
}
