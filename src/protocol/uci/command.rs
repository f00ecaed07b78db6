//! Lines as commands. Reading never fails: what makes no sense is left out or kept as [`Command::Unknown`].

use std::time::Duration;

use crate::protocol::options::number;
use crate::search::{Clock, Limits};
use crate::types::{ByColor, Color, MAX_PLY};

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Go),
    Perft(u32),
    Stop,
    PonderHit,
    Wait,
    Display,
    /// Explain the rules, those in use or those of a preset.
    Rules(Option<String>),
    Eval,
    Bench(Vec<String>),
    Quit,
    /// An empty line, or a word that asks for nothing here.
    Nothing,
    Unknown(String),
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Start {
    Startpos,
    Fen(String),
    /// A pairing of standard arrays.
    Array(String),
}

/// The arguments of `go` as they were given. Times are in milliseconds and may be negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// Root moves; empty means all.
    pub(super) searchmoves: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    /// Whether a clock was named, with or without a readable time.
    pub(super) clock: bool,
    pub(super) time: ByColor<Option<i64>>,
    pub(super) increment: ByColor<Option<i64>>,
    pub(super) movestogo: Option<i64>,
    pub(super) depth: Option<i64>,
    pub(super) nodes: Option<i64>,
    pub(super) mate: Option<i64>,
    pub(super) movetime: Option<i64>,
    /// The dice, none of them if the engine shall throw; `None` if dice were not named.
    pub(super) dice: Option<Vec<i64>>,
}

impl Go {
    /// The limits for `side` to move, without the root moves.
    ///
    /// Times below a millisecond, negative ones included, are one millisecond. If only the other
    /// side's clock is known, both are taken to be the same.
    pub(super) fn limits(&self, side: Color) -> Limits {
        let millis = |ms: i64| Duration::from_millis(ms.max(0).unsigned_abs());
        let remaining = self.time[side].or(self.time[!side]).unwrap_or(0).max(1);
        let clock = Clock {
            remaining: millis(remaining),
            increment: millis(self.increment[side].unwrap_or(0)),
            moves_to_go: self
                .movestogo
                .filter(|moves| *moves > 0)
                .map(|moves| moves.min(1000) as u32),
        };
        Limits {
            depth: self
                .depth
                .map(|depth| depth.clamp(1, MAX_PLY as i64) as u32),
            nodes: self.nodes.map(|nodes| nodes.max(1).unsigned_abs()),
            mate: self
                .mate
                .map(|moves| moves.unsigned_abs().min(MAX_PLY as u64) as u32)
                .filter(|moves| *moves > 0),
            movetime: self.movetime.filter(|_| !self.infinite).map(millis),
            clock: (self.clock && !self.infinite).then_some(clock),
            searchmoves: Vec::new(),
            ponder: self.ponder,
        }
    }
}

impl Command {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Self {
        let line = line.trim();
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Self::Nothing;
        };
        match first {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => parse_option(line.get(first.len()..).unwrap_or_default()),
            "position" => parse_position(words),
            "go" => parse_go(&words.collect::<Vec<_>>()),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "wait" => Self::Wait,
            "d" => Self::Display,
            "rules" => Self::Rules(words.next().map(str::to_owned)),
            "eval" => Self::Eval,
            "bench" => Self::Bench(words.map(str::to_owned).collect()),
            "quit" => Self::Quit,
            "debug" | "register" => Self::Nothing,
            _ => Self::Unknown(first.to_owned()),
        }
    }
}

/// Reads `name N [value V]`; names have blanks, and values may.
fn parse_option(text: &str) -> Command {
    let text = text.replace('\t', " ");
    let (name, value) = match text.split_once(" value ") {
        Some((name, value)) => (name, value),
        None => (text.strip_suffix(" value").unwrap_or(&text), ""),
    };
    let name: Vec<&str> = name.split_whitespace().collect();
    let name = name.strip_prefix(&["name"]).unwrap_or(&name).join(" ");
    Command::SetOption {
        name,
        value: value.trim().to_owned(),
    }
}

/// Reads `startpos`, `array A`, `fen F` or a bare FEN, then `moves …`.
fn parse_position<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let mut words = words.peekable();
    let is_start = words.next_if_eq(&"startpos").is_some();
    let is_array = words.next_if_eq(&"array").is_some();
    words.next_if_eq(&"fen");
    let fen: Vec<&str> = std::iter::from_fn(|| words.next_if(|word| *word != "moves")).collect();
    let start = if is_start {
        Start::Startpos
    } else if is_array {
        Start::Array(fen.join(" "))
    } else {
        Start::Fen(fen.join(" "))
    };
    Command::Position {
        start,
        moves: words.skip(1).map(str::to_owned).collect(),
    }
}

/// Reads limits in any order. A missing value never swallows the keyword after it.
fn parse_go(mut words: &[&str]) -> Command {
    let mut go = Go::default();
    while let [word, rest @ ..] = words {
        let value = rest.first().and_then(|text| number(text));
        words = if value.is_some() && takes_number(word) {
            rest.get(1..).unwrap_or_default()
        } else {
            rest
        };
        match *word {
            "wtime" | "btime" => {
                go.clock = true;
                *side(&mut go.time, word) = value;
            }
            "winc" | "binc" => *side(&mut go.increment, word) = value,
            "movestogo" => go.movestogo = value,
            "depth" => go.depth = value,
            "nodes" => go.nodes = value,
            "mate" => go.mate = value,
            // A limit without a readable value is still a limit: better fast than never.
            "movetime" => go.movetime = Some(value.unwrap_or(0)),
            "perft" => return Command::Perft(value.unwrap_or(1).clamp(0, 64) as u32),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "dice" => {
                let dice: Vec<i64> = rest.iter().map_while(|word| number(word)).collect();
                words = rest.get(dice.len()..).unwrap_or_default();
                go.dice = Some(dice);
            }
            "searchmoves" => {
                let end = rest
                    .iter()
                    .position(|word| is_keyword(word))
                    .unwrap_or(rest.len());
                let (moves, rest) = rest.split_at_checked(end).unwrap_or((rest, &[]));
                go.searchmoves
                    .extend(moves.iter().map(|word| (*word).to_owned()));
                words = rest;
            }
            _ => {}
        }
    }
    Command::Go(go)
}

fn side<'a>(values: &'a mut ByColor<Option<i64>>, word: &str) -> &'a mut Option<i64> {
    let color = if word.starts_with('w') {
        Color::White
    } else {
        Color::Black
    };
    &mut values[color]
}

fn takes_number(word: &str) -> bool {
    matches!(
        word,
        "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "depth"
            | "nodes"
            | "mate"
            | "movetime"
            | "perft"
    )
}

fn is_keyword(word: &str) -> bool {
    takes_number(word) || matches!(word, "searchmoves" | "infinite" | "ponder" | "dice")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn go(text: &str) -> Go {
        match Command::parse(text) {
            Command::Go(go) => go,
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn limits_in_any_order_and_with_values_missing() {
        let both = go("go depth 3 searchmoves K@e2 e5e5f");
        assert_eq!(both, go("go searchmoves K@e2 e5e5f depth 3"));
        assert_eq!(
            (both.depth, both.searchmoves.as_slice()),
            (Some(3), &["K@e2".to_owned(), "e5e5f".to_owned()][..])
        );
        let clocks = go("go wtime btime 50000 winc -3 movestogo");
        assert!(clocks.clock);
        assert_eq!(
            (clocks.time[Color::White], clocks.time[Color::Black]),
            (None, Some(50_000))
        );
        assert_eq!(
            (clocks.increment[Color::White], clocks.movestogo),
            (Some(-3), None)
        );
        assert_eq!(go("go movetime 0.9").movetime, Some(0));
        assert_eq!(
            go("go movetime infinite"),
            Go {
                movetime: Some(0),
                infinite: true,
                ..Go::default()
            }
        );
        assert_eq!(go("go nodes 99999999999999999999").nodes, Some(i64::MAX));
        assert_eq!(go("go"), Go::default());
        let dice = go("go dice 1 4 6 depth 2");
        assert_eq!((dice.dice, dice.depth), (Some(vec![1, 4, 6]), Some(2)));
        assert_eq!(go("go dice").dice, Some(Vec::new()));
        assert_eq!(Command::parse("go perft 4"), Command::Perft(4));
    }

    #[test]
    fn strange_clocks_leave_time_to_move() {
        let limits = |text: &str, side: Color| go(text).limits(side);
        let clock = |remaining: u64, increment: u64| {
            let (remaining, increment) = (
                Duration::from_millis(remaining),
                Duration::from_millis(increment),
            );
            Some(Clock {
                remaining,
                increment,
                moves_to_go: None,
            })
        };
        assert_eq!(
            limits("go wtime -5 btime 7 winc -3 movestogo 0", Color::White).clock,
            clock(1, 0)
        );
        assert_eq!(
            limits("go wtime -5 btime 7 binc 20", Color::Black).clock,
            clock(7, 20)
        );
        assert_eq!(
            limits("go wtime btime 50000", Color::White).clock,
            clock(50_000, 0)
        );
        assert_eq!(
            limits("go infinite wtime 5 movetime 5", Color::White),
            Limits::default()
        );
        assert_eq!(
            limits("go depth 1000 mate -2", Color::White).depth,
            Some(MAX_PLY as u32)
        );
        assert_eq!(limits("go depth 1000 mate -2", Color::White).mate, Some(2));
        assert_eq!(
            limits("go movetime -1", Color::White).movetime,
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn options_have_blanks_and_may_lack_values() {
        let option = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(
            Command::parse("setoption name Clear Hash\r"),
            option("Clear Hash", "")
        );
        assert_eq!(
            Command::parse("setoption  name clear  hash value true"),
            option("clear hash", "true")
        );
        assert_eq!(
            Command::parse("setoption name EvalFile value a  b.nnue"),
            option("EvalFile", "a  b.nnue")
        );
        assert_eq!(
            Command::parse("setoption name EvalFile value"),
            option("EvalFile", "")
        );
        assert_eq!(
            Command::parse("setoption Hash value 2"),
            option("Hash", "2")
        );
        assert_eq!(Command::parse("setoption"), option("", ""));
    }

    #[test]
    fn positions_with_and_without_moves() {
        let position = |start: Start, moves: &[&str]| Command::Position {
            start,
            moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
        };
        assert_eq!(
            Command::parse("position startpos moves "),
            position(Start::Startpos, &[])
        );
        assert_eq!(
            Command::parse("position startpos moves K@e2"),
            position(Start::Startpos, &["K@e2"])
        );
        let fen = Start::Fen("8/8 w - - 0 1".to_owned());
        assert_eq!(
            Command::parse("position fen 8/8 w  - - 0 1 moves a1a2"),
            position(fen.clone(), &["a1a2"])
        );
        assert_eq!(Command::parse("position 8/8 w - - 0 1"), position(fen, &[]));
        assert_eq!(
            Command::parse("position array F-E moves a3a4"),
            position(Start::Array("F-E".to_owned()), &["a3a4"])
        );
        assert_eq!(
            Command::parse("position"),
            position(Start::Fen(String::new()), &[])
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in ".{0,200}") {
            for word in ["", "go ", "position ", "setoption ", "position fen ", "setoption name "] {
                Command::parse(&format!("{word}{text}"));
            }
        }
    }
}
