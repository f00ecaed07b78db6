//! The board as text.

use super::Position;
use crate::types::{Color, Piece, Square};

impl Position {
    /// The board as text: ranks 8 to 1, White's letters in upper case, `+` on the empty squares of
    /// the two diagonals, hands above and below.
    pub fn diagram(&self) -> String {
        let hand = |color: Color| -> String { self.in_hand(color).map(Piece::letter).collect() };
        let mut text = format!("    [{}]\n", hand(Color::Black));
        for rank in (0..8).rev() {
            text.extend(["  ", &(rank + 1).to_string(), " "]);
            for file in 0..8 {
                let square = Square::at(file, rank);
                let empty = if !self.rules.game.squares.has(square) {
                    ' '
                } else if file == rank || file + rank == 7 {
                    '+'
                } else {
                    '.'
                };
                let piece = self.piece_on(square);
                text.push(' ');
                text.push(piece.map_or(empty, Piece::letter));
            }
            text.push('\n');
        }
        text + &format!("     a b c d e f g h\n    [{}]", hand(Color::White))
    }
}
