//! The built program at the other end of two pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What takes longer is taken to hang. Far above what is needed, for machines under load.
pub(crate) const HANG: Duration = Duration::from_secs(20);
/// What takes longer is not prompt, even there.
pub(crate) const PROMPT: Duration = Duration::from_secs(2);

/// The start position as Cute Chess writes it.
pub(crate) const START: &str = "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1";
/// White mates with a1a8.
pub(crate) const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7[] w - - 0 1";

/// Sixteen drops from the start, and where they lead.
pub(crate) const SETUP: &str = "position startpos moves K@g2 K@b7 N@f3 N@c6 N@d2 N@e7 S@e3 S@d6 S@c2 S@f7 F@e2 F@d7 R@d1 R@e8 R@h1 R@a8";
pub(crate) const AFTER_SETUP: &str =
    "r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[] w - - 0 9";

pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

/// The program with `args`, all three streams connected.
fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sitke"))
        .args(args)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

impl Engine {
    pub(crate) fn start() -> Self {
        Self::with_args(&[])
    }

    pub(crate) fn with_args(args: &[&str]) -> Self {
        let mut child = spawn(args);
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut errors = child.stderr.take().expect("stderr is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        Self {
            child,
            input,
            lines,
            errors: Some(errors),
        }
    }

    /// The number by which the system knows the program.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends `text` and a line end in one write.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the engine reads");
    }

    /// The next line, or `None` if nothing comes in time or the output has ended.
    pub(crate) fn next_line(&self, timeout: Duration) -> Option<String> {
        self.lines.recv_timeout(timeout).ok()
    }

    /// All lines up to and including the first that begins with `start`.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let deadline = Instant::now() + HANG;
        let mut lines = Vec::new();
        while !lines
            .last()
            .is_some_and(|line: &String| line.starts_with(start))
        {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.next_line(left) {
                Some(line) => lines.push(line),
                None => panic!("no '{start}' after {lines:#?}"),
            }
        }
        lines
    }

    /// Sends `text`, then waits for the line that begins with `start`.
    pub(crate) fn ask(&mut self, text: &str, start: &str) -> Vec<String> {
        self.send(text);
        self.until(start)
    }

    /// Whatever comes before the answer to `isready`, which is awaited.
    pub(crate) fn sync(&mut self) -> Vec<String> {
        let mut lines = self.ask("isready", "readyok");
        lines.pop();
        lines
    }

    /// Sends `text`, which contains one `go`, and returns the lines up to its `bestmove`.
    pub(crate) fn go(&mut self, text: &str) -> Search {
        Search(self.ask(text, "bestmove"))
    }

    /// The current position as `d` tells it.
    pub(crate) fn fen(&mut self) -> String {
        self.display("Fen: ")
    }

    /// The rest of the line of `d` that begins with `name`.
    pub(crate) fn display(&mut self, name: &str) -> String {
        self.send("d");
        let lines = self.sync();
        let line = lines.iter().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no '{name}' in {lines:#?}"))
            .to_owned()
    }

    /// The legal moves, by perft.
    pub(crate) fn legal_moves(&mut self) -> Vec<String> {
        let lines = self.ask("go perft 1", "Nodes searched");
        let moves = lines.iter().filter_map(|line| line.strip_suffix(": 1"));
        let mut moves: Vec<String> = moves.map(str::to_owned).collect();
        moves.sort();
        moves
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the program to end by itself: the lines it still wrote and its status. Nothing may
    /// have been written to standard error.
    pub(crate) fn end(&mut self) -> (Vec<String>, ExitStatus) {
        let deadline = Instant::now() + HANG;
        let status = loop {
            match self.child.try_wait().expect("the child can be waited for") {
                Some(status) => break status,
                None if Instant::now() > deadline => panic!("the engine does not end"),
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let errors = self.errors.take().map(JoinHandle::join);
        assert_eq!(errors.and_then(Result::ok).unwrap_or_default(), "");
        (self.lines.iter().collect(), status)
    }

    /// Ends the program with `quit`.
    pub(crate) fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let (lines, status) = self.end();
        assert!(status.success(), "{status}");
        lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Gives the program all of `text` at once and closes its input: the lines it writes.
pub(crate) fn script(args: &[&str], text: &str) -> Vec<String> {
    let mut engine = Engine::with_args(args);
    engine.send_bytes(text.as_bytes());
    engine.close_input();
    let (lines, status) = engine.end();
    assert!(status.success(), "{status}: {lines:#?}");
    lines
}

/// The lines from a `go` to its `bestmove`.
#[derive(Debug)]
pub(crate) struct Search(pub(crate) Vec<String>);

impl Search {
    /// The move played, perhaps `(none)`.
    pub(crate) fn best(&self) -> &str {
        let answer = self.0.last().expect("an answer");
        answer.split(' ').nth(1).expect("a move")
    }

    /// The `info` lines with a score.
    pub(crate) fn infos(&self) -> Vec<&str> {
        let scored = |line: &&String| line.starts_with("info ") && line.contains(" score ");
        self.0.iter().filter(scored).map(String::as_str).collect()
    }

    /// The last scored line of the best variation.
    pub(crate) fn last(&self) -> &str {
        let infos = self.infos();
        let mut best = infos
            .iter()
            .filter(|line| value(line, "multipv").is_none_or(|rank| rank == 1));
        best.next_back().expect("a scored info line")
    }

    /// The word after `name` in the last scored line.
    pub(crate) fn value(&self, name: &str) -> i64 {
        value(self.last(), name).unwrap_or_else(|| panic!("no {name} in {self:#?}"))
    }

    /// Whether all is there that programs read, and in order.
    pub(crate) fn assert_complete(&self) {
        let last = self.last();
        for name in ["depth", "nodes", "time"] {
            assert!(value(last, name).is_some(), "no {name} in {last}");
        }
        let first = pv(last).first().copied();
        assert_eq!(first, Some(self.best()), "{self:#?}");
        self.assert_grammar();
    }

    /// Panics unless every line is one that programs understand.
    pub(crate) fn assert_grammar(&self) {
        for line in &self.0 {
            assert_grammar(line);
        }
    }
}

/// The number after `name`.
pub(crate) fn value(line: &str, name: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1).and_then(|word| word.parse().ok())
}

/// The moves after `pv`.
pub(crate) fn pv(line: &str) -> Vec<&str> {
    let moves = line.split_once(" pv ").map_or("", |(_, moves)| moves);
    moves.split_whitespace().collect()
}

/// Panics unless `line` is one that programs understand during a search.
fn assert_grammar(line: &str) {
    if line.starts_with("info string ") {
        return;
    }
    let words: Vec<&str> = line.split(' ').collect();
    assert!(!words.contains(&""), "double blanks in '{line}'");
    match words.as_slice() {
        ["bestmove", mv] => assert!(*mv == "(none)" || is_move(mv), "{line}"),
        ["bestmove", mv, "ponder", reply] => assert!(is_move(mv) && is_move(reply), "{line}"),
        ["info", fields @ ..] => {
            let mut fields = fields.iter();
            while let Some(name) = fields.next() {
                let mut integer = || fields.next().and_then(|word| word.parse::<i64>().ok());
                match *name {
                    "depth" => assert!(integer().is_some_and(|depth| depth <= 245), "{line}"),
                    "seldepth" | "multipv" | "nodes" | "nps" | "time" | "hashfull" | "cp"
                    | "mate" => {
                        assert!(integer().is_some(), "{name} in {line}");
                    }
                    "wdl" => assert_eq!((0..3).filter_map(|_| integer()).sum::<i64>(), 1000),
                    "score" | "lowerbound" | "upperbound" => {}
                    "pv" => {
                        assert!(fields.len() > 0, "{line}");
                        assert!(fields.by_ref().all(|mv| is_move(mv)), "{line}");
                    }
                    _ => panic!("{name} in {line}"),
                }
            }
        }
        _ => panic!("'{line}' is not UCI"),
    }
}

/// Whether `text` is written like a move: `K@e2`, `a3a4` or `d5d5f`.
fn is_move(text: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    match text.as_bytes() {
        [b'K' | b'R' | b'S' | b'N' | b'F', b'@', to @ ..] => is_square(to),
        [a, b, c, d] | [a, b, c, d, b'f'] => is_square(&[*a, *b]) && is_square(&[*c, *d]),
        _ => false,
    }
}

/// Panics if a line is none of those that answer `uci`.
pub(crate) fn assert_only_known(lines: &[String]) {
    let known = |line: &String| {
        line == "uciok" || line.starts_with("id ") || line.starts_with("option name ")
    };
    assert!(lines.iter().all(known), "{lines:#?}");
}

/// Whether `line` tells a human of a mistake.
pub(crate) fn is_error(line: &str) -> bool {
    line.starts_with("info string ERROR: ")
}
