//! Lines to the program that drives the engine, and their copy in a file.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};

/// The only way out: whole lines, each flushed, with a copy to the log file if there is one.
pub(super) struct Output<W> {
    sink: W,
    words: Words,
    log: Option<File>,
}

/// What lines for people begin with.
pub(super) struct Words {
    pub(super) message: &'static str,
    pub(super) error: &'static str,
}

/// Longest text of a line for people; input that is quoted in it has no limit of its own.
const MAX_MESSAGE: usize = 240;

impl<W: Write> Output<W> {
    pub(super) fn new(sink: W, words: Words) -> Self {
        Self {
            sink,
            words,
            log: None,
        }
    }

    /// Writes one line.
    pub(super) fn line(&mut self, text: impl Display) -> io::Result<()> {
        let line = format!("{text}\n");
        self.copy("<<", line.trim_end());
        self.sink.write_all(line.as_bytes())?;
        self.sink.flush()
    }

    /// Tells a human something.
    pub(super) fn message(&mut self, text: impl Display) -> io::Result<()> {
        let text = printable(text);
        let start = self.words.message;
        self.line(format_args!("{start} {text}"))
    }

    /// Tells a human what was wrong.
    pub(super) fn error(&mut self, text: impl Display) -> io::Result<()> {
        let text = printable(text);
        let start = self.words.error;
        self.line(format_args!("{start} {text}"))
    }

    /// Begins or, with an empty path, ends the copy to a file.
    pub(super) fn log_to(&mut self, path: &str) -> io::Result<()> {
        let open = || File::options().create(true).append(true).open(path);
        self.log = (!path.is_empty()).then(open).transpose()?;
        Ok(())
    }

    /// Notes a line that came in.
    pub(super) fn received(&mut self, line: &str) {
        self.copy(">>", line);
    }

    fn copy(&mut self, direction: &str, line: &str) {
        if let Some(log) = &mut self.log {
            // A full disk must not end the game.
            let _ = writeln!(log, "{direction} {line}");
        }
    }
}

/// `text` on one line of a length that programs can take.
pub(super) fn printable(text: impl Display) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let text = text.to_string();
    text.chars().map(printable).take(MAX_MESSAGE).collect()
}
