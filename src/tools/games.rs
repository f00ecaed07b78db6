//! Files of self-play games, four bytes a ply.
//!
//! A file begins with two lines of text: [`MAGIC`], then the name of the rule set, a blank and what the games
//! were made with. Then come games, each of them, little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | number of the game, which with the seed makes it again |
//! | 1 | half points that White scored: 0, 1 or 2 |
//! | 2 | number of plies |
//! | 4 a ply | the move's [16 bits](Move::bits), then its score in centipawns from the side to move; -32768 for a random move |
//!
//! Positions are not stored: hands, counts and clocks follow from the moves. A file that was cut off
//! in the middle of a game is whole up to that game.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::position::Position;
use crate::rules::{self, Rules};
use crate::types::{Move, Value};

/// The first line of a file; the number is that of the format.
pub const MAGIC: &str = "sitke games 1\n";
/// Stands in a file for the score of a move that was not searched.
const UNSCORED: i16 = i16::MIN;
/// Bytes of a game without its plies.
const HEADER: usize = 11;
/// A score this large says that the game is decided, and nothing about the position.
const DECIDED: Value = 3_000;

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The score of the search that chose it, in centipawns from the side to move; `None` if the
    /// move was random.
    pub value: Option<Value>,
}

/// A game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the run that made it.
    pub number: u64,
    /// Half points that White scored: 0, 1 or 2.
    pub white_halves: u8,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A file of games in memory.
#[derive(Debug)]
pub struct Games {
    /// The rule set they were played by.
    pub rules: &'static Rules,
    /// What they were made with.
    pub made_with: String,
    /// The games, in the order of the file.
    pub games: Vec<Game>,
    /// The bytes that hold whole games; what follows them is a game that was cut off.
    pub valid_bytes: u64,
}

/// Checks how much a game's result counts in what is learned from its positions.
///
/// # Errors
/// If `weight` is no share.
pub fn check_result_weight(weight: f32) -> Result<()> {
    ensure!(
        (0.0..=1.0).contains(&weight),
        "--result-weight goes from 0 to 1"
    );
    Ok(())
}

/// The first two lines of a file of games that were `made_with` such settings.
pub fn header(rules: &Rules, made_with: &str) -> String {
    format!("{MAGIC}{} {made_with}\n", rules.name)
}

impl Game {
    /// Appends the game in the form of a file.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.number.to_le_bytes());
        out.push(self.white_halves);
        out.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            let value = ply
                .value
                .map_or(UNSCORED, |value| value.clamp(-32_000, 32_000) as i16);
            out.extend(ply.mv.bits().to_le_bytes());
            out.extend(value.to_le_bytes());
        }
    }

    /// Takes a game off the front of `bytes`; `None` if it is cut off.
    fn read(bytes: &mut &[u8]) -> Result<Option<Self>> {
        let Some((head, rest)) = bytes.split_at_checked(HEADER) else {
            return Ok(None);
        };
        let number = u64::from_le_bytes(head[..8].try_into()?);
        let white_halves = head[8];
        ensure!(white_halves <= 2, "game {number} has no lawful result");
        let length = 4 * usize::from(u16::from_le_bytes(head[9..].try_into()?));
        let Some((body, rest)) = rest.split_at_checked(length) else {
            return Ok(None);
        };
        let mut plies = Vec::with_capacity(length / 4);
        for ply in body.chunks_exact(4) {
            let bits = u16::from_le_bytes([ply[0], ply[1]]);
            let value = i16::from_le_bytes([ply[2], ply[3]]);
            plies.push(Ply {
                mv: Move::from_bits(bits)
                    .with_context(|| format!("game {number} holds what is no move"))?,
                value: (value != UNSCORED).then_some(Value::from(value)),
            });
        }
        *bytes = rest;
        Ok(Some(Self {
            number,
            white_halves,
            plies,
        }))
    }

    /// The position before each ply.
    ///
    /// # Errors
    /// If a move is not legal by `rules`.
    pub fn positions(&self, rules: &'static Rules) -> Result<Vec<Position>> {
        let mut next = Position::start(rules);
        let mut positions = Vec::with_capacity(self.plies.len());
        for ply in &self.plies {
            ensure!(
                next.is_legal(ply.mv),
                "game {}: {} is illegal",
                self.number,
                ply.mv
            );
            let after = next.play(ply.mv);
            positions.push(std::mem::replace(&mut next, after));
        }
        Ok(positions)
    }

    /// Those of its [`positions`](Self::positions) worth learning from, with the index and the score of their
    /// plies: those that were searched, are not in check, whose best move neither captures nor promotes and
    /// which are not decided.
    pub fn samples<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl Iterator<Item = (usize, &'a Position, Value)> {
        let plies = self.plies.iter().zip(positions).enumerate();
        plies.filter_map(|(index, (ply, position))| {
            let value = ply.value.filter(|value| value.abs() < DECIDED)?;
            let is_quiet = !position.is_check() && !position.is_noisy(ply.mv);
            is_quiet.then_some((index, position, value))
        })
    }

    /// What White scored, 0 to 1.
    pub fn white_score(&self) -> f32 {
        f32::from(self.white_halves) / 2.0
    }
}

/// Reads a file of games.
///
/// # Errors
/// If it cannot be read or is not a file of games.
pub fn read(path: &Path) -> Result<Games> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&bytes).with_context(|| format!("in {}", path.display()))
}

fn parse(bytes: &[u8]) -> Result<Games> {
    let Some(mut rest) = bytes.strip_prefix(MAGIC.as_bytes()) else {
        bail!("not a file of games in this program's format");
    };
    let end = rest
        .iter()
        .position(|byte| *byte == b'\n')
        .context("the rule set is missing")?;
    let line = std::str::from_utf8(&rest[..end])?;
    let (name, made_with) = line.split_once(' ').unwrap_or((line, ""));
    let rules = rules::preset(name).with_context(|| format!("unknown rule set {name}"))?;
    rest = &rest[end + 1..];
    let mut games = Vec::new();
    while let Some(game) = Game::read(&mut rest)? {
        games.push(game);
    }
    Ok(Games {
        rules,
        made_with: made_with.to_owned(),
        games,
        valid_bytes: (bytes.len() - rest.len()) as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::STANDARD;

    fn game(number: u64) -> Game {
        let mut plies = Vec::new();
        let mut position = Position::start(&STANDARD);
        for ply in 0..20 {
            let mv = position.legal_moves()[0];
            plies.push(Ply {
                mv,
                value: (ply % 3 != 0).then_some(ply - 10),
            });
            position = position.play(mv);
        }
        Game {
            number,
            white_halves: 1,
            plies,
        }
    }

    #[test]
    fn games_come_back_and_a_torn_end_is_left_out() {
        let mut bytes = header(&STANDARD, "seed 1").into_bytes();
        game(7).write(&mut bytes);
        let whole = bytes.len() as u64;
        game(8).write(&mut bytes);
        bytes.pop();
        let read = parse(&bytes).expect("readable");
        assert_eq!(read.games, [game(7)]);
        assert_eq!(read.made_with, "seed 1");
        assert_eq!(read.valid_bytes, whole);
        let positions = read.games[0].positions(&STANDARD).expect("legal moves");
        assert!(read.games[0].samples(&positions).count() > 8);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(parse(b"8/8/8/8").is_err());
        assert!(parse(b"sitke games 1\nchess\n").is_err());
        let mut bytes = header(&STANDARD, "").into_bytes();
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0]);
        assert!(parse(&bytes).is_err());
    }
}
