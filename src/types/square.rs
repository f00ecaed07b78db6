//! Squares, a1 to h8, and how a side sees them.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// One of the 64 squares of the board, a1 = 0, b1 = 1, …, h8 = 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 64;

    /// The square with the given index; only the low six bits count.
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on `file` (0 = a) and `rank` (0 = first), both in `0..8`.
    pub const fn at(file: u8, rank: u8) -> Self {
        Self::new(rank * 8 + file)
    }

    /// Index in `0..64`. The mask lets the compiler drop bounds checks on `[T; 64]`.
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// File in `0..8`, 0 = a.
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Rank in `0..8`, 0 = first.
    pub const fn rank(self) -> u8 {
        (self.0 >> 3) & 7
    }

    /// This square as `color` sees it: Black turns the board by 180 degrees, as the start array does.
    pub const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self(self.0 ^ 63),
        }
    }

    /// The square mirrored from side to side (a-file to h-file).
    pub const fn mirrored(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// Steps a king needs from here to `other` on an empty board.
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl FromStr for Square {
    type Err = ();

    /// Reads `a1` to `h8`.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::at(file - b'a', rank - b'1')),
            _ => Err(()),
        }
    }
}
