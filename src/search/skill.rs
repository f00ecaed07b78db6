//! Playing below full strength: fewer nodes, shorter sight, and an eye that misjudges positions.
//!
//! A weak player thinks of fewer moves, does not follow a series of captures to its end, and takes
//! positions for better or worse than they are, each of them always the same way. So its mistakes
//! are those of judgement and foresight, never of a throw of dice at the board.

use super::Settings;
use crate::position::Position;
use crate::types::{Random, Value};

/// How a player is weaker than the engine can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill {
    /// The nodes after which a search ends.
    pub(super) nodes: u64,
    /// How many captures in a row are followed where the search ends.
    pub(super) captures: usize,
    /// The largest error of judgement with all pieces on the board, in centipawns.
    blur: f64,
    /// What tells one player's taste from another's of the same level.
    taste: u64,
}

/// One level in five; those between are between.
struct Rung {
    nodes: f64,
    captures: usize,
    blur: f64,
}

const fn rung(nodes: f64, captures: usize, blur: f64) -> Rung {
    Rung {
        nodes,
        captures,
        blur,
    }
}

/// The lowest level.
const LOWEST: i32 = -20;
/// Levels from one of the [`RUNGS`] to the next.
const STEP: i32 = 5;
/// Levels -20, -15, …, 20, found by playing each against the one below. The last is full strength:
/// its nodes are only approached.
const RUNGS: [Rung; 9] = [
    rung(40.0, 0, 1_000.0),
    rung(50.0, 1, 500.0),
    rung(100.0, 2, 320.0),
    rung(250.0, 4, 220.0),
    rung(500.0, 8, 150.0),
    rung(1_100.0, 16, 100.0),
    rung(2_600.0, 32, 60.0),
    rung(6_500.0, 64, 30.0),
    rung(2_000_000.0, 64, 0.0),
];
/// Pieces on a full board.
const PIECES: f64 = 32.0;

impl Skill {
    /// The level asked for, by a player of that `taste`; `None` at full strength.
    pub(super) fn new(settings: &Settings, taste: u64) -> Option<Self> {
        if settings.skill >= Settings::MAX_SKILL {
            return None;
        }
        let above_lowest = (settings.skill - LOWEST).max(0);
        let index = (above_lowest / STEP) as usize;
        let part = f64::from(above_lowest % STEP) / f64::from(STEP);
        let (below, above) = (&RUNGS[index], &RUNGS[index + 1]);
        Some(Self {
            nodes: (below.nodes * (above.nodes / below.nodes).powf(part)) as u64,
            captures: below.captures,
            blur: below.blur + (above.blur - below.blur) * part,
            taste,
        })
    }

    /// How much the player misjudges `position`. Small errors are more common than large ones, and
    /// the fewer pieces, the less there is to misjudge.
    pub(super) fn error(self, position: &Position) -> Value {
        let bits = Random::new(position.key() ^ self.taste).next();
        let signed = |half: u32| f64::from(half as i32) / f64::from(i32::MAX);
        let triangular = f64::midpoint(signed(bits as u32), signed((bits >> 32) as u32));
        let pieces = f64::from(position.occupied().len());
        (self.blur * triangular * pieces / PIECES) as Value
    }
}
