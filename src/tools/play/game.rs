//! A game that can be taken back, and its text in a file.

use std::fmt::Write;

use anyhow::{Context, Result, bail, ensure};

use crate::position::{Outcome, Position, Record};
use crate::rules::{Rules, preset};
use crate::search::{moves_by_die, throw};
use crate::types::{Move, Random};

/// The first line of a file; the number is that of the format.
const HEADER: &str = "sitke game 1";
/// Moves on a line of a file.
const MOVES_A_LINE: usize = 10;

/// A game from any start, with all that was played and thrown.
#[derive(Clone, Debug)]
pub(super) struct Game {
    start: Position,
    plies: Vec<Ply>,
    record: Record,
    /// The dice of this turn that are still to be played.
    dice: Vec<u8>,
}

/// A move as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply {
    mv: Move,
    /// The dice before it.
    dice: Vec<u8>,
}

impl Game {
    pub(super) fn new(start: Position) -> Self {
        Self {
            record: Record::new(start.clone()),
            start,
            plies: Vec::new(),
            dice: Vec::new(),
        }
    }

    pub(super) fn position(&self) -> &Position {
        self.record.position()
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn rules(&self) -> &'static Rules {
        self.start.rules()
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.record.outcome()
    }

    pub(super) fn dice(&self) -> &[u8] {
        &self.dice
    }

    /// The last move and the position in which it was played.
    pub(super) fn last_played(&self) -> Option<(Position, Move)> {
        let (last, earlier) = self.plies.split_last()?;
        let mut position = self.start.clone();
        for ply in earlier {
            position = position.play(ply.mv);
        }
        Some((position, last.mv))
    }

    /// Whether the dice leave nothing but to pass.
    pub(super) fn must_pass(&self) -> bool {
        self.position().is_diced() && self.moves() == [Move::PASS]
    }

    /// Whether dice have to be thrown before the next move.
    pub(super) fn awaits_dice(&self) -> bool {
        self.position().is_diced() && self.dice.is_empty() && self.outcome() == Outcome::Ongoing
    }

    /// Throws as many dice as moves are left in the turn.
    pub(super) fn throw(&mut self, random: &mut Random) {
        self.dice = throw(self.position().moves_left(), random);
    }

    /// The moves that may be played: with dice only what they name, or to pass if that is nothing.
    pub(super) fn moves(&self) -> Vec<Move> {
        let position = self.position();
        if self.outcome() != Outcome::Ongoing {
            return Vec::new();
        }
        if !position.is_diced() {
            return position.legal_moves().to_vec();
        }
        let named = self
            .dice
            .iter()
            .flat_map(|die| moves_by_die(position, *die));
        let mut moves: Vec<Move> = named.collect();
        moves.sort_by_key(|mv| mv.bits());
        moves.dedup();
        if moves.is_empty() {
            moves.push(Move::PASS);
        }
        moves
    }

    /// Plays one of [`moves`](Self::moves).
    pub(super) fn play(&mut self, mv: Move) {
        let dice = self.dice.clone();
        let position = self.position();
        let names = |face: &u8| moves_by_die(position, *face).contains(&mv);
        if !dice.is_empty() {
            // A pass gives up the first.
            let played = dice.iter().position(names).unwrap_or(0);
            self.dice.remove(played);
        }
        self.record.play(mv);
        self.plies.push(Ply { mv, dice });
        if !self.position().is_diced() || self.outcome() != Outcome::Ongoing {
            self.dice.clear();
        }
    }

    /// Takes the last move back; its dice lie there again.
    pub(super) fn back(&mut self) -> Option<Move> {
        let last = self.plies.pop()?;
        self.record = Record::new(self.start.clone());
        for ply in &self.plies {
            self.record.play(ply.mv);
        }
        self.dice = last.dice;
        Some(last.mv)
    }

    /// The text of a file. `settings` are further lines of the form `name: value`.
    pub(super) fn text(&self, settings: &[(&str, String)]) -> String {
        let rules = self.rules();
        let house = preset(rules.name).map_or_else(String::new, |known| rules.changes(known));
        let mut text = format!("{HEADER}\nrules: {}\n", rules.name);
        // Writing to a string cannot fail.
        if !house.is_empty() {
            let _ = writeln!(text, "house rules: {house}");
        }
        for (name, value) in settings {
            let _ = writeln!(text, "{name}: {value}");
        }
        let _ = writeln!(text, "start: {}\nmoves:", self.start.fen());
        let mut words = Vec::new();
        for (index, ply) in self.plies.iter().enumerate() {
            let is_new = index == 0 || self.plies[index - 1].dice.len() <= 1;
            if is_new && !ply.dice.is_empty() {
                words.push(dice_word(&ply.dice));
            }
            words.push(ply.mv.to_string());
        }
        let is_new = self.plies.last().is_none_or(|ply| ply.dice.len() <= 1);
        if is_new && !self.dice.is_empty() {
            words.push(dice_word(&self.dice));
        }
        for line in words.chunks(MOVES_A_LINE) {
            let _ = writeln!(text, "{}", line.join(" "));
        }
        text
    }

    /// Whether `text` claims to be that of a game.
    pub(super) fn is_record(text: &str) -> bool {
        unmarked(text).starts_with(HEADER)
    }

    /// Reads the text of a file and gives each further `name: value` to `setting`.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(super) fn parse(
        text: &str,
        mut setting: impl FnMut(&str, &str) -> Result<()>,
    ) -> Result<Self> {
        let mut lines = unmarked(text)
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        ensure!(
            lines.next() == Some(HEADER),
            "this is not a game record: it does not begin with '{HEADER}'"
        );
        let (mut rules, mut house, mut start) = (None, "", None);
        for line in lines.by_ref().take_while(|line| *line != "moves:") {
            let (name, value) = line
                .split_once(':')
                .with_context(|| format!("'{line}' is not of the form 'name: value'"))?;
            let value = value.trim();
            match name {
                "rules" => {
                    let known = preset(value);
                    rules = Some(known.with_context(|| format!("there are no rules '{value}'"))?);
                }
                "house rules" => house = value,
                "start" => start = Some(value),
                _ => setting(name, value)?,
            }
        }
        let rules = rules.context("the line 'rules: …' is missing")?;
        let rules = rules.with_house_rules(house)?;
        let start = match start {
            Some(fen) => Position::from_fen(rules, fen).context("in the start position")?,
            None => Position::start(rules),
        };
        let mut game = Self::new(start);
        for (index, word) in lines.flat_map(str::split_whitespace).enumerate() {
            game.read_word(word)
                .with_context(|| format!("in '{word}', word {} of the moves", index + 1))?;
        }
        Ok(game)
    }

    /// Plays a move or lays down the dice that a word of a file names.
    fn read_word(&mut self, word: &str) -> Result<()> {
        if let Some(faces) = word.strip_prefix("dice=") {
            let dice: Option<Vec<u8>> = faces
                .chars()
                .map(|face| face.to_digit(10).map(|face| face as u8))
                .collect();
            let dice = dice.unwrap_or_default();
            ensure!(self.awaits_dice(), "no dice are to be thrown here");
            ensure!(
                dice.len() == usize::from(self.position().moves_left())
                    && dice.iter().all(|face| (1..=6).contains(face)),
                "{} dice are to be thrown",
                self.position().moves_left()
            );
            self.dice = dice;
            return Ok(());
        }
        ensure!(!self.awaits_dice(), "the dice of the turn are missing");
        let mv = self.position().parse_san(word)?;
        if !self.moves().contains(&mv) {
            bail!("the game is over or the dice name another piece");
        }
        self.play(mv);
        Ok(())
    }
}

/// Without the byte order mark that some editors put before a text.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

fn dice_word(dice: &[u8]) -> String {
    let faces: String = dice.iter().map(ToString::to_string).collect();
    format!("dice={faces}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn games_of_all_rule_sets_come_back_from_their_text() {
        let mut random = Random::new(5);
        for rules in PRESETS {
            let mut game = Game::new(Position::start(rules));
            for _ in 0..60 {
                if game.awaits_dice() {
                    game.throw(&mut random);
                }
                let Some(mv) = random.pick(&game.moves()).copied() else {
                    break;
                };
                game.play(mv);
                let text = game.text(&[("level", "3".to_owned())]);
                let mut settings = Vec::new();
                let read = Game::parse(&text, |name, value| {
                    settings.push(format!("{name}={value}"));
                    Ok(())
                });
                let read = read.unwrap_or_else(|error| panic!("{error:#} in {text}"));
                assert_eq!(read.text(&[("level", "3".to_owned())]), text);
                assert_eq!(settings, ["level=3"]);
                assert_eq!((&read.plies, &read.dice), (&game.plies, &game.dice));
            }
            while game.back().is_some() {}
            assert_eq!(game.position(), &Position::start(rules));
        }
    }

    #[test]
    fn house_rules_are_kept() {
        let rules = preset("sittuyin").unwrap();
        let house = rules.with_house_rules("stalemate=loses").unwrap();
        let text = Game::new(Position::start(house)).text(&[]);
        let read = Game::parse(&text, |_, _| Ok(())).unwrap();
        assert_eq!(read.rules().changes(rules), "stalemate=loses");
    }

    #[test]
    fn faults_of_a_file_are_named() {
        let cases = [
            ("", "this is not a game record"),
            ("sitke game 1\nmoves:\n", "the line 'rules: …' is missing"),
            ("sitke game 1\nrules: chess\n", "there are no rules 'chess'"),
            ("sitke game 1\nrules\n", "'rules' is not of the form"),
            (
                "sitke game 1\nrules: sittuyin\nstart: 8/8 w\n",
                "in the start position: the board has 2 ranks",
            ),
            (
                "sitke game 1\nrules: sittuyin\nmoves:\nK@c2 K@c2\n",
                "in 'K@c2', word 2 of the moves: 'K@c2' is not a legal move here",
            ),
            (
                "sitke game 1\nrules: sittuyin\nmoves:\ndice=123\n",
                "in 'dice=123', word 1 of the moves: no dice are to be thrown here",
            ),
        ];
        for (text, message) in cases {
            let error = format!("{:#}", Game::parse(text, |_, _| Ok(())).unwrap_err());
            assert!(error.contains(message), "{error}");
        }
    }
}
