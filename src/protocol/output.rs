use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};

/// The only way out: whole lines, each flushed, with a copy to the log file if there is one.
pub(super) struct Output<W> {
    sink: W,
    log: Option<File>,
}

/// Longest text of an `info string`; input that is quoted in it has no limit of its own.
const MAX_MESSAGE: usize = 240;

impl<W: Write> Output<W> {
    pub(super) fn new(sink: W) -> Self {
        Self { sink, log: None }
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
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let text: String = text
            .to_string()
            .chars()
            .map(printable)
            .take(MAX_MESSAGE)
            .collect();
        self.line(format_args!("info string {text}"))
    }

    /// Tells a human what was wrong.
    pub(super) fn error(&mut self, text: impl Display) -> io::Result<()> {
        self.message(format_args!("ERROR: {text}"))
    }

    /// Begins or, with an empty path, ends the copy to a file.
    pub(super) fn log_to(&mut self, path: &str) -> io::Result<()> {
        self.log = None;
        if !path.is_empty() {
            self.log = Some(File::options().create(true).append(true).open(path)?);
        }
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
