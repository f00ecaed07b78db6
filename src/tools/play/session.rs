//! The player's side of the table: what each line does.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use super::Side;
use super::board::Style;
use super::command::Command;
use super::editor::Editor;
use super::game::Game;
use super::help::{self, Tip};
use super::opponent::Opponent;
use super::{reading, view, words};
use crate::position::{Outcome, Position};
use crate::rules::Rules;
use crate::search::Settings;
use crate::types::{Color, Move, Random, Role, Square};

/// A game with its players.
pub(super) struct Session {
    pub(super) game: Game,
    pub(super) side: Side,
    pub(super) style: Style,
    opponent: Opponent,
    /// The board while it is changed.
    editor: Option<Editor>,
    random: Random,
    /// What has been explained.
    told: Vec<Tip>,
}

impl Session {
    pub(super) fn new(
        rules: &'static Rules,
        side: Side,
        level: i32,
        movetime: Duration,
        style: Style,
    ) -> Result<Self> {
        Ok(Self {
            game: Game::new(Position::start(rules)),
            side,
            style: Style {
                flipped: side == Side::Black,
                ..style
            },
            opponent: Opponent::new(level, movetime)?,
            editor: None,
            random: Random::from_clock(),
            told: Vec::new(),
        })
    }

    /// The word before the cursor.
    pub(super) fn prompt(&self) -> &'static str {
        match &self.editor {
            Some(_) => "setup",
            None if self.game.outcome() == Outcome::Ongoing => {
                words::side(self.game.position().side())
            }
            None => "over",
        }
    }

    pub(super) fn level(&self) -> i32 {
        self.opponent.level
    }

    /// Says who plays what, and goes on to the player's first move.
    pub(super) fn begin(&mut self, out: &mut impl Write) -> Result<()> {
        let rules = self.game.rules();
        let greeting = format!("{}: {}", rules.name, rules.summary);
        write!(out, "{}", help::wrap(&greeting, "  "))?;
        self.go_on(out)
    }

    /// Answers a line; false if it ends the session.
    pub(super) fn answer(&mut self, line: &str, out: &mut impl Write) -> Result<bool> {
        if self.editor.is_some() {
            self.edit(line.trim(), out)?;
            return Ok(true);
        }
        match Command::parse(line) {
            Command::Nothing => {}
            Command::Quit => {
                writeln!(out, "Good-bye.")?;
                return Ok(false);
            }
            Command::Move(text) => self.play(text, out)?,
            Command::Back => self.back(out)?,
            Command::Board => self.draw(out)?,
            Command::Flip => {
                self.style.flipped = !self.style.flipped;
                self.draw(out)?;
            }
            Command::Letters => {
                self.style.unicode = !self.style.unicode;
                self.draw(out)?;
            }
            Command::Help => writeln!(out, "{}", help::COMMANDS)?,
            Command::Hint => self.hint(out)?,
            Command::Level(text) => self.set_level(text, out)?,
            Command::Side(text) => self.set_side(text, out)?,
            Command::Moves(text) => self.list_moves(text, out)?,
            Command::New => {
                self.start(Game::new(Position::start(self.game.rules())), out)?;
            }
            Command::Rules => write!(out, "{}", help::rules(self.game.rules()))?,
            Command::Save(name) => report(self.save(name), out)?,
            Command::Load(name) => match self.load(name) {
                Ok(game) => self.start(game, out)?,
                error => report(error.map(|_| String::new()), out)?,
            },
            Command::Setup => {
                self.editor = Some(Editor::new(self.game.position()));
                writeln!(out, "{}", help::SETUP)?;
                self.draw(out)?;
            }
        }
        Ok(true)
    }

    /// Another game with the same players.
    fn start(&mut self, game: Game, out: &mut impl Write) -> Result<()> {
        self.game = game;
        self.opponent.forget();
        self.go_on(out)
    }

    fn play(&mut self, text: &str, out: &mut impl Write) -> Result<()> {
        if self.game.outcome() != Outcome::Ongoing {
            writeln!(
                out,
                "The game is over. 'back' takes moves back, 'new' begins another."
            )?;
            return Ok(());
        }
        match reading::read(&self.game, text) {
            Ok(mv) => {
                self.game.play(mv);
                self.go_on(out)
            }
            Err(message) => Ok(write!(out, "{}", help::wrap(&message, ""))?),
        }
    }

    /// Throws, lets the engine move, passes for a player without a choice, and stops at the next choice
    /// of the player.
    fn go_on(&mut self, out: &mut impl Write) -> Result<()> {
        while self.game.outcome() == Outcome::Ongoing {
            let name = words::side(self.game.position().side());
            if self.game.awaits_dice() {
                self.game.throw(&mut self.random);
                writeln!(out, "{name} throws {}.", view::dice(self.game.dice()))?;
            }
            let is_engine = self.side.engine() == Some(self.game.position().side());
            let mv = if self.game.must_pass() {
                Some(Move::PASS)
            } else if is_engine {
                self.opponent.choose(&self.game)
            } else {
                None
            };
            let Some(mv) = mv else { break };
            let position = self.game.position();
            let (san, meaning) = (position.san(mv), words::describe(position, mv));
            writeln!(out, "{name} plays {san}: {meaning}.")?;
            self.game.play(mv);
        }
        self.draw(out)?;
        let outcome = self.game.outcome();
        if outcome == Outcome::Ongoing {
            return self.explain(out);
        }
        let ending = words::ending(self.game.position(), outcome);
        write!(out, "{}", help::wrap(&ending, ""))?;
        writeln!(
            out,
            "'back' takes moves back, 'save FILE' keeps the game, 'new' begins another."
        )?;
        Ok(())
    }

    /// Explains what has come up for the first time.
    fn explain(&mut self, out: &mut impl Write) -> Result<()> {
        let position = self.game.position();
        let stage = if !position.hand(position.side()).is_empty() {
            Tip::Placing
        } else if position.is_setup() && position.rules().setup.relocation {
            Tip::Relocating
        } else if position.is_diced() {
            Tip::Dice
        } else {
            Tip::Playing
        };
        let is_playing = matches!(stage, Tip::Playing);
        let can_promote = is_playing
            && !position.rules().game.has_modern_pieces()
            && self.game.moves().iter().any(|mv| mv.is_promotion());
        let is_counted = position.count().is_some();
        let due = [
            (true, stage),
            (can_promote, Tip::Promotion),
            (is_counted, Tip::Count),
        ];
        for (is_due, tip) in due {
            if is_due && !self.told.contains(&tip) {
                self.told.push(tip);
                let text = tip.text(self.game.rules(), &self.example(tip));
                write!(out, "{}", help::wrap(&text, ""))?;
            }
        }
        Ok(())
    }

    /// A move of the kind that `tip` explains, in words.
    fn example(&self, tip: Tip) -> String {
        let position = self.game.position();
        let moves = self.game.moves();
        match tip {
            Tip::Placing => {
                // Kings usually go somewhat to the side.
                let home = Square::at(2, 1).seen_by(position.side());
                let king = Move::drop(Role::King, home);
                let drops = || moves.iter().find(|mv| mv.dropped().is_some());
                let example = Some(&king).filter(|mv| moves.contains(mv)).or_else(drops);
                example.map_or_else(String::new, |mv| {
                    let name = words::piece(position.mover(*mv));
                    format!("{mv} puts the {name} on {}", mv.to())
                })
            }
            Tip::Promotion => {
                let promotions = moves.iter().filter(|mv| mv.is_promotion());
                words::list(promotions.map(|mv| position.san(*mv)))
            }
            _ => String::new(),
        }
    }

    /// Draws the board of the game or the one that is being changed.
    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.editor {
            Some(editor) => write!(out, "{}", view::editor(self, editor)),
            None => write!(out, "{}", view::game(self)),
        }
    }

    /// Takes back to the last choice of the player.
    fn back(&mut self, out: &mut impl Write) -> Result<()> {
        if self.game.back().is_none() {
            return Ok(writeln!(out, "There is no move to take back.")?);
        }
        let is_engine = |color: Color| self.side.engine() == Some(color);
        while (is_engine(self.game.position().side()) || self.game.must_pass())
            && self.game.back().is_some()
        {}
        self.go_on(out)
    }

    fn hint(&mut self, out: &mut impl Write) -> Result<()> {
        let advice = self.opponent.advise(&self.game);
        let position = self.game.position();
        let legal = self.game.moves();
        let Some(first) = advice.line.first().filter(|mv| legal.contains(mv)) else {
            return Ok(writeln!(out, "There is no move to advise.")?);
        };
        let (san, meaning) = (position.san(*first), words::describe(position, *first));
        let mut parts = vec![format!("{san}: {meaning}")];
        if let Some(score) = advice.score {
            parts.push(words::judgement(score, position.side()));
        }
        let mut after = position.play(*first);
        let mut next = Vec::new();
        for mv in advice.line.iter().skip(1).take(3) {
            next.push(after.san(*mv));
            after = after.play(*mv);
        }
        if !next.is_empty() {
            parts.push(format!("then {}", next.join(" ")));
        }
        let text = parts.join("; ") + ".";
        Ok(write!(out, "{}", help::wrap(&text, ""))?)
    }

    fn set_level(&mut self, text: &str, out: &mut impl Write) -> Result<()> {
        let max = Settings::MAX_SKILL;
        match text.parse::<i32>() {
            Ok(level) if (-max..=max).contains(&level) => {
                self.opponent.level = level;
                writeln!(out, "The engine plays at level {level}.")?;
            }
            _ => writeln!(
                out,
                "Levels are numbers from -20 (beginner) to 20 (full strength); now it is {}.",
                self.opponent.level
            )?,
        }
        Ok(())
    }

    fn set_side(&mut self, text: &str, out: &mut impl Write) -> Result<()> {
        match Side::from_str(text, true) {
            Ok(side) => {
                self.side = side;
                self.style.flipped = side == Side::Black;
                self.go_on(out)
            }
            Err(_) => Ok(writeln!(out, "The sides are red, black and both.")?),
        }
    }

    fn list_moves(&self, text: &str, out: &mut impl Write) -> Result<()> {
        for line in view::moves(&self.game, text) {
            write!(out, "{}", help::wrap(&line, "  "))?;
        }
        Ok(())
    }

    /// Writes the game to a new file or over another game.
    fn save(&self, name: &str) -> Result<String> {
        ensure!(!name.is_empty(), "Name a file, as in 'save game.txt'.");
        let path = Path::new(name);
        let is_other =
            path.exists() && !fs::read_to_string(path).is_ok_and(|text| Game::is_record(&text));
        ensure!(
            !is_other,
            "{name} exists and is no game record; it is left as it is."
        );
        let settings = [
            ("you", self.side.name().to_owned()),
            ("level", self.level().to_string()),
        ];
        fs::write(path, self.game.text(&settings))
            .with_context(|| format!("Cannot write {name}"))?;
        Ok(format!(
            "The game is in {name}; 'load {name}' goes on with it."
        ))
    }

    /// Reads a game and with it the players; if that fails nothing changes.
    fn load(&mut self, name: &str) -> Result<Game> {
        ensure!(!name.is_empty(), "Name a file, as in 'load game.txt'.");
        let text = fs::read_to_string(name).with_context(|| format!("Cannot read {name}"))?;
        let (mut side, mut level) = (self.side, self.level());
        let max = Settings::MAX_SKILL;
        let game = Game::parse(&text, |key, value| {
            match key {
                "you" => {
                    side = Side::from_str(value, true)
                        .map_err(|_| anyhow::anyhow!("'{value}' is not red, black or both"))?;
                }
                "level" => {
                    let known = value
                        .parse()
                        .ok()
                        .filter(|level| (-max..=max).contains(level));
                    level = known.with_context(|| format!("there is no level '{value}'"))?;
                }
                _ => {}
            }
            Ok(())
        });
        let game = game.with_context(|| format!("{name} is left alone"))?;
        (self.side, self.opponent.level) = (side, level);
        self.style.flipped = side == Side::Black;
        Ok(game)
    }

    /// Answers a line while the board is changed.
    fn edit(&mut self, line: &str, out: &mut impl Write) -> Result<()> {
        let Some(editor) = &mut self.editor else {
            return Ok(());
        };
        match line.to_ascii_lowercase().as_str() {
            "" => return Ok(()),
            "help" | "?" => return Ok(writeln!(out, "{}", help::SETUP)?),
            "cancel" | "quit" | "q" => {
                self.editor = None;
                writeln!(out, "Nothing was changed.")?;
            }
            "done" => match editor.position() {
                Ok(position) => {
                    self.editor = None;
                    return self.start(Game::new(position), out);
                }
                Err(error) => {
                    return Ok(writeln!(
                        out,
                        "Not a game yet: {}. 'cancel' goes back to the game.",
                        words::sides(error)
                    )?);
                }
            },
            _ => {
                if let Err(message) = editor.obey(line) {
                    return Ok(write!(out, "{}", help::wrap(&message, ""))?);
                }
            }
        }
        Ok(self.draw(out)?)
    }
}

/// Writes what was done or why it was not.
fn report(result: Result<String>, out: &mut impl Write) -> io::Result<()> {
    match result {
        Ok(message) => write!(out, "{}", help::wrap(&message, "")),
        Err(error) => write!(out, "{}", help::wrap(&format!("{error:#}"), "")),
    }
}
