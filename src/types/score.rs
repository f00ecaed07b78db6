//! Scores: centipawns inside, mates counted in moves outside.

use std::fmt;

/// The deepest ply from the root that a search may reach; mate scores have room for it.
pub const MAX_PLY: usize = 240;

/// A search score in centipawns from the side to move, or a distance to mate.
///
/// Mates are counted in plies from the node: `Score::mate_in(1)` gives mate with the next move.
pub type Value = i32;

/// How a [`Value`] is shown to the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns from the side to move's point of view.
    Centipawns(i32),
    /// The side to move mates in this many of its own moves (`> 0`), or is mated in so many (`<= 0`).
    Mate(i32),
}

impl Score {
    /// Upper bound of every score.
    pub const INFINITE: Value = 32_000;
    /// Being mated now is `-MATE`.
    pub const MATE: Value = 31_000;
    /// Scores from here up are forced mates.
    pub const MATE_IN_MAX: Value = Self::MATE - MAX_PLY as Value - 8;
    /// A draw.
    pub const DRAW: Value = 0;

    /// The value of giving mate in `plies` plies.
    pub const fn mate_in(plies: usize) -> Value {
        Self::MATE - plies as Value
    }

    /// The value of being mated in `plies` plies.
    pub const fn mated_in(plies: usize) -> Value {
        plies as Value - Self::MATE
    }

    /// Whether `value` is a forced mate for either side.
    pub const fn is_mate(value: Value) -> bool {
        value.abs() >= Self::MATE_IN_MAX
    }

    /// The public form of a search value.
    pub const fn from_value(value: Value) -> Self {
        if value >= Self::MATE_IN_MAX {
            Self::Mate((Self::MATE - value + 1) / 2)
        } else if value <= -Self::MATE_IN_MAX {
            Self::Mate(-(Self::MATE + value + 1) / 2)
        } else {
            Self::Centipawns(value)
        }
    }
}

impl fmt::Display for Score {
    /// Writes `cp N` or `mate N`, as UCI does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "cp {value}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::from_value(Score::mate_in(1)).to_string(), "mate 1");
        assert_eq!(Score::from_value(Score::mate_in(3)).to_string(), "mate 2");
        assert_eq!(Score::from_value(Score::mated_in(0)).to_string(), "mate 0");
        assert_eq!(Score::from_value(Score::mated_in(2)).to_string(), "mate -1");
        assert_eq!(Score::from_value(Score::mated_in(4)).to_string(), "mate -2");
        assert_eq!(Score::from_value(-35).to_string(), "cp -35");
    }
}
