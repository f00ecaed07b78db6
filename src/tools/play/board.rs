//! The board as a terminal shows it, with a column of text beside it.

use std::io::IsTerminal;

use crate::types::{Bitboard, Color, Piece, Role, Square};

/// What stands where, for games and for boards that are no position yet.
pub(super) struct Board<'a> {
    /// What stands on each square.
    pub(super) piece_on: &'a dyn Fn(Square) -> Option<Piece>,
    /// The squares that exist.
    pub(super) squares: Bitboard,
    /// Squares with a line of a diagonal.
    pub(super) marked: Bitboard,
    /// Squares of the last move.
    pub(super) touched: Bitboard,
}

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Chess symbols and lines instead of letters.
    pub(super) unicode: bool,
    /// Escape sequences for colours.
    pub(super) color: bool,
    /// Black below.
    pub(super) flipped: bool,
}

impl Style {
    /// What the terminal can show: symbols where the locale has them, colours unless `NO_COLOR` is set.
    pub(super) fn of_terminal() -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty())
            .unwrap_or_default()
            .to_lowercase();
        let no_color = std::env::var("NO_COLOR").is_ok_and(|value| !value.is_empty());
        Self {
            unicode: locale.contains("utf-8") || locale.contains("utf8"),
            color: std::io::stdout().is_terminal() && !no_color,
            flipped: false,
        }
    }

    /// `piece` as it is drawn: Red's are upper-case letters, or outlines unless colours tell the sides.
    pub(super) fn piece(self, piece: Piece) -> String {
        let letter = if self.unicode {
            self.symbol(piece)
        } else {
            piece.letter()
        };
        let code = match piece.color() {
            Color::White => "1;91",
            Color::Black => "1",
        };
        self.paint(code, letter)
    }

    fn paint(self, code: &str, letter: char) -> String {
        if self.color {
            format!("\x1b[{code}m{letter}\x1b[0m")
        } else {
            letter.to_string()
        }
    }

    /// Draws the board and, to its right, the lines of `aside`.
    pub(super) fn draw(self, board: &Board, aside: &[String]) -> String {
        let order = |index: u8| if self.flipped { 7 - index } else { index };
        let files = [0, 1, 2, 3, 4, 5, 6, 7].map(|file| (b'a' + order(file)) as char);
        let files: Vec<String> = files.iter().map(char::to_string).collect();
        let mut lines = vec![format!("      {}  ", files.join("   "))];
        lines.push(self.border(0));
        for row in 0..8 {
            let rank = 7 - order(row);
            let cells: Vec<String> = (0..8)
                .map(|file| self.cell(board, Square::at(order(file), rank)))
                .collect();
            let wall = if self.unicode { "│" } else { "|" };
            lines.push(format!("  {} {wall}{}{wall}", rank + 1, cells.join(wall)));
            lines.push(self.border(row + 1));
        }
        let mut text = String::new();
        for (index, line) in lines.iter().enumerate() {
            text.push_str(line);
            if let Some(words) = aside.get(index).filter(|words| !words.is_empty()) {
                text.push_str("   ");
                text.push_str(words);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }

    /// The line above row `row`, the last one below all.
    fn border(self, row: u8) -> String {
        let (left, middle, right, line) = match (self.unicode, row) {
            (false, _) => ("+", "+", "+", "---"),
            (true, 0) => ("┌", "┬", "┐", "───"),
            (true, 8) => ("└", "┴", "┘", "───"),
            (true, _) => ("├", "┼", "┤", "───"),
        };
        format!("    {left}{}{right}", [line; 8].join(middle))
    }

    /// Three letters: the piece with the diagonal behind it, in brackets if it was moved.
    fn cell(self, board: &Board, square: Square) -> String {
        if !board.squares.has(square) {
            return if self.unicode { "░░░" } else { "###" }.to_owned();
        }
        let line = match (board.marked.has(square), square.file() == square.rank()) {
            (false, _) => ' ',
            (true, true) if self.unicode => '╱',
            (true, false) if self.unicode => '╲',
            (true, true) => '/',
            (true, false) => '\\',
        };
        let piece = (board.piece_on)(square);
        let faint = |letter: char| self.paint("2", letter);
        let (before, after) = match (board.touched.has(square), piece) {
            (true, _) => (self.paint("33", '['), self.paint("33", ']')),
            (false, Some(_)) => (faint(line), faint(line)),
            (false, None) => (" ".to_owned(), " ".to_owned()),
        };
        let inside = piece.map_or_else(|| faint(line), |piece| self.piece(piece));
        format!("{before}{inside}{after}")
    }

    /// The nearest symbol of Western chess; the guard has none.
    fn symbol(self, piece: Piece) -> char {
        let [outline, filled] = match piece.role() {
            Role::King => ['♔', '♚'],
            Role::General | Role::Queen => ['♕', '♛'],
            Role::Rook => ['♖', '♜'],
            Role::Elephant | Role::Bishop => ['♗', '♝'],
            Role::Knight => ['♘', '♞'],
            Role::Pawn => ['♙', '♟'],
            Role::Guard => return piece.letter(),
        };
        // Filled symbols are easier to see.
        if piece.color() == Color::White && !self.color {
            outline
        } else {
            filled
        }
    }
}
