//! Lines as commands. Reading never fails: what makes no sense is kept as [`Command::Unknown`].

use std::time::Duration;

use crate::protocol::options::number;
use crate::types::Move;

/// One line of input.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    Protover(i64),
    /// The GUI knows this feature.
    Accepted(String),
    New,
    Variant(String),
    Quit,
    Force,
    Go,
    PlayOther,
    Level(Level),
    /// Time for each move.
    MoveTime(Duration),
    Depth(u32),
    NodeRate(u64),
    /// The engine's clock; may be overdrawn.
    Time(Duration),
    UserMove(String),
    MoveNow,
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    Result,
    SetBoard(String),
    Hint,
    /// Take back so many plies.
    Undo(usize),
    Ponder(bool),
    Post(bool),
    Analyze,
    Exit,
    Statistics,
    /// Leave a move out of the search, or all of them.
    Exclude(String),
    Include(String),
    /// The opponent is a program.
    Computer,
    SetOption {
        name: String,
        value: String,
    },
    /// The user picks up what stands on a square.
    Lift(String),
    /// The user puts it on a square.
    Put(String),
    /// An empty line, or a word that asks for nothing here.
    Nothing,
    Unknown,
}

/// `level MOVES TIME INCREMENT`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    /// Moves until the time is added again, 0 if it never is.
    pub(super) moves: u32,
    pub(super) time: Duration,
    pub(super) increment: Duration,
}

impl Command {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = || rest.to_owned();
        let count = || number(rest).unwrap_or(0).max(0).unsigned_abs();
        match word {
            "protover" => Self::Protover(number(rest).unwrap_or(1)),
            "accepted" => Self::Accepted(text()),
            "new" => Self::New,
            "variant" => Self::Variant(text()),
            "quit" => Self::Quit,
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "level" => level(rest).map_or(Self::Unknown, Self::Level),
            "st" => seconds(rest).map_or(Self::Unknown, Self::MoveTime),
            "sd" => Self::Depth(count().clamp(1, 1000) as u32),
            "nps" => Self::NodeRate(count()),
            "time" => Self::Time(Duration::from_millis(count().saturating_mul(10))),
            "usermove" => Self::UserMove(text()),
            "?" => Self::MoveNow,
            "ping" => Self::Ping(text()),
            "draw" => Self::Draw,
            "result" => Self::Result,
            "setboard" => Self::SetBoard(text()),
            "hint" => Self::Hint,
            "undo" => Self::Undo(1),
            "remove" => Self::Undo(2),
            "hard" => Self::Ponder(true),
            "easy" => Self::Ponder(false),
            "post" => Self::Post(true),
            "nopost" => Self::Post(false),
            "analyze" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::Statistics,
            "exclude" => Self::Exclude(text()),
            "include" => Self::Include(text()),
            "computer" => Self::Computer,
            "memory" => option("Hash", rest),
            "cores" => option("Threads", rest),
            "option" => {
                let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
                option(name.trim(), value.trim())
            }
            "lift" => Self::Lift(text()),
            "put" => Self::Put(text()),
            // What tells an engine things that do not matter to this one.
            "" | "xboard" | "rejected" | "random" | "white" | "black" | "otim" | "bk" | "name"
            | "rating" | "ics" | "hover" | "pause" | "resume" => Self::Nothing,
            _ if line.starts_with('#') => Self::Nothing,
            // Programs that do not know the word `usermove`.
            _ if word.parse::<Move>().is_ok() => Self::UserMove(word.to_owned()),
            _ => Self::Unknown,
        }
    }
}

fn option(name: &str, value: &str) -> Command {
    Command::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// Reads `40 5 0`, `0 2:30 12` or `0 0:02 0.05`: moves, minutes with or without seconds, seconds.
fn level(text: &str) -> Option<Level> {
    let mut words = text.split_whitespace();
    let moves = number(words.next()?)?.clamp(0, 1000) as u32;
    let (minutes, rest) = words
        .next()
        .map(|time| time.split_once(':').unwrap_or((time, "0")))?;
    let time = seconds(minutes)? * 60 + seconds(rest)?;
    let increment = seconds(words.next()?)?;
    Some(Level {
        moves,
        time,
        increment,
    })
}

/// Reads seconds, perhaps with a fraction. A week is as good as for ever.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (!seconds.is_nan()).then(|| Duration::from_secs_f64(seconds.clamp(0.0, 604_800.0)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn time_controls() {
        let level = |text: &str| match Command::parse(text) {
            Command::Level(level) => Some((
                level.moves,
                level.time.as_millis(),
                level.increment.as_millis(),
            )),
            _ => None,
        };
        assert_eq!(level("level 40 5 0"), Some((40, 300_000, 0)));
        assert_eq!(level("level 0 2:30 12"), Some((0, 150_000, 12_000)));
        assert_eq!(level("level 0 0:02 0.05"), Some((0, 2_000, 50)));
        assert_eq!(level("level 0 5"), None);
        assert_eq!(level("level 0 -5 NaN"), None);
        let second = Duration::from_secs(1);
        assert_eq!(Command::parse("st 1.0"), Command::MoveTime(second));
        assert_eq!(Command::parse("time 100"), Command::Time(second));
        assert_eq!(Command::parse("time -5"), Command::Time(Duration::ZERO));
        assert_eq!(Command::parse("sd 0"), Command::Depth(1));
    }

    #[test]
    fn moves_with_and_without_a_word() {
        for line in ["usermove d5d5f", "d5d5f"] {
            assert_eq!(Command::parse(line), Command::UserMove("d5d5f".to_owned()));
        }
        assert_eq!(Command::parse("K@e2"), Command::UserMove("K@e2".to_owned()));
        assert_eq!(Command::parse("e9e2"), Command::Unknown);
    }

    #[test]
    fn options() {
        assert_eq!(Command::parse("memory 64"), option("Hash", "64"));
        assert_eq!(Command::parse("cores 2"), option("Threads", "2"));
        assert_eq!(
            Command::parse("option Skill Level=3"),
            option("Skill Level", "3")
        );
        assert_eq!(
            Command::parse("option Clear Hash"),
            option("Clear Hash", "")
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in ".{0,200}") {
            for word in ["", "level ", "usermove ", "option ", "setboard ", "st ", "time "] {
                Command::parse(&format!("{word}{text}"));
            }
        }
    }
}
