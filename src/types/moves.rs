use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::{Role, Square};

/// A move in two bytes: six bits each for two squares and four for the kind.
///
/// An in-place promotion has `from == to`, so equal squares mean nothing special; "no move" is
/// `None`, and `Option<Move>` is two bytes as well (a step from a1 to a1 does not exist).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

/// What a [`Move`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A piece goes from one square to another, capturing what stands there.
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A pawn becomes a general, on its own square (`from == to`) or with a general's step.
    Promotion {
        /// Where the pawn stands.
        from: Square,
        /// Where the general will stand.
        to: Square,
    },
    /// A piece is placed from the hand.
    Drop {
        /// What is placed.
        role: Role,
        /// Where it is placed.
        to: Square,
    },
}

const STEP: u16 = 0;
const PROMOTION: u16 = 1;
const DROP: u16 = 2;

impl Move {
    const fn pack(kind: u16, first: u16, to: Square) -> Self {
        match NonZeroU16::new(kind << 12 | first << 6 | to.index() as u16) {
            Some(bits) => Self(bits),
            None => panic!("a step from a1 to a1 is not a move"),
        }
    }

    /// A step; `from` and `to` must differ.
    pub const fn step(from: Square, to: Square) -> Self {
        Self::pack(STEP, from.index() as u16, to)
    }

    /// A promotion; `from == to` is the promotion in place.
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self::pack(PROMOTION, from.index() as u16, to)
    }

    /// A drop from the hand.
    pub const fn drop(role: Role, to: Square) -> Self {
        Self::pack(DROP, role as u16, to)
    }

    /// The typed view.
    pub const fn kind(self) -> MoveKind {
        let bits = self.0.get();
        let to = self.to();
        let first = (bits >> 6 & 63) as u8;
        match bits >> 12 {
            STEP => MoveKind::Step {
                from: Square::new(first),
                to,
            },
            PROMOTION => MoveKind::Promotion {
                from: Square::new(first),
                to,
            },
            _ => MoveKind::Drop {
                role: Role::ALL[first as usize % Role::COUNT],
                to,
            },
        }
    }

    /// The square where the moved, promoted or dropped piece ends up.
    pub const fn to(self) -> Square {
        Square::new((self.0.get() & 63) as u8)
    }

    /// Whether this is a promotion.
    pub const fn is_promotion(self) -> bool {
        self.0.get() >> 12 == PROMOTION
    }

    /// Whether this is a drop.
    pub const fn is_drop(self) -> bool {
        self.0.get() >> 12 == DROP
    }

    /// The 16 bits, never zero, for tables and files.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of [`bits`](Self::bits); `None` for bits that no move has.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let first = bits >> 6 & 63;
        let valid = match bits >> 12 {
            STEP => first != bits & 63,
            PROMOTION => true,
            DROP => first < Role::COUNT as u16,
            _ => false,
        };
        match NonZeroU16::new(bits) {
            Some(bits) if valid => Some(Self(bits)),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    /// Writes the UCI text: `e4d5`, `e5f6f`, `e5e5f`, `K@e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Step { from, to } => write!(f, "{from}{to}"),
            MoveKind::Promotion { from, to } => write!(f, "{from}{to}f"),
            MoveKind::Drop { role, to } => write!(f, "{}@{to}", role.letter()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the coordinates of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a move in coordinates such as a3a4, d5d5f or K@e2")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads UCI text; the promotion letter and the letter of a drop may have either case.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let square = |range: std::ops::Range<usize>| {
            text.get(range)
                .and_then(|s| s.parse::<Square>().ok())
                .ok_or(ParseMoveError)
        };
        if let Some((letter, to)) = text.split_once('@') {
            let mut letters = letter.chars();
            let role = letters
                .next()
                .and_then(Role::from_letter)
                .ok_or(ParseMoveError)?;
            let to = to.parse().map_err(|()| ParseMoveError)?;
            return if letters.next().is_none() {
                Ok(Self::drop(role, to))
            } else {
                Err(ParseMoveError)
            };
        }
        let (from, to) = (square(0..2)?, square(2..4)?);
        match &text[4..] {
            "" if from != to => Ok(Self::step(from, to)),
            "f" | "F" | "g" | "G" => Ok(Self::promotion(from, to)),
            _ => Err(ParseMoveError),
        }
    }
}

/// Room for every legal move: sixteen pieces of a side have at most 218 steps, and a hand of five
/// kinds at most 120 drops, which never mix with steps.
pub type MoveList = ArrayVec<Move, 256>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bits_round_trip() {
        for text in ["a3a4", "h8a1", "e5f6f", "e5e5f", "K@e2", "P@h8", "a1a1f"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        }
        assert_eq!("e5e5F".parse(), "e5e5f".parse::<Move>());
        for text in [
            "", "a1", "a1a1", "a9a1", "e5f6q", "X@e2", "@e2", "KK@e2", "e5f6ff", "é5f6", "0000",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn all_bits_are_handled() {
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
    }
}
