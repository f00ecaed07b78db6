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
    elo: i32,
}

const fn rung(nodes: f64, captures: usize, blur: f64, elo: i32) -> Rung {
    Rung {
        nodes,
        captures,
        blur,
        elo,
    }
}

/// The lowest level.
const LOWEST: i32 = -20;
/// Levels from one of the [`RUNGS`] to the next.
const STEP: i32 = 5;
/// Levels -20, -15, …, 20. The differences of the last column were found by playing each against the
/// one below. The last is full strength: its nodes are only approached.
const RUNGS: [Rung; 9] = [
    rung(40.0, 0, 1_000.0, 390),
    rung(50.0, 1, 500.0, 710),
    rung(100.0, 2, 320.0, 950),
    rung(250.0, 4, 220.0, 1_240),
    rung(500.0, 8, 150.0, 1_520),
    rung(1_100.0, 16, 100.0, 1_790),
    rung(2_600.0, 32, 60.0, 2_080),
    rung(6_500.0, 64, 30.0, 2_300),
    rung(2_000_000.0, 64, 0.0, 2_560),
];
/// The numbers of the weakest and the strongest level on the scale that calls a player of one ply 500.
pub(super) const ELO: (i32, i32) = (RUNGS[0].elo, RUNGS[RUNGS.len() - 1].elo);
/// Pieces on a full board.
const PIECES: f64 = 32.0;

/// The level nearest to `elo`.
pub(super) fn level_of_elo(elo: i32) -> i32 {
    let distance = |level: &i32| {
        let (below, above, part) = around(*level);
        let own = f64::from(below.elo) + f64::from(above.elo - below.elo) * part;
        (own - f64::from(elo)).abs() as i32
    };
    (LOWEST..=Settings::MAX_SKILL)
        .min_by_key(distance)
        .unwrap_or(LOWEST)
}

/// The rungs at or below `level` and above it, and how far it is from the one to the other.
fn around(level: i32) -> (&'static Rung, &'static Rung, f64) {
    let above_lowest = (level.min(Settings::MAX_SKILL) - LOWEST).max(0);
    // Full strength is the end of the last step.
    let index = ((above_lowest / STEP) as usize).min(RUNGS.len() - 2);
    let part = f64::from(above_lowest - index as i32 * STEP) / f64::from(STEP);
    (&RUNGS[index], &RUNGS[index + 1], part)
}

impl Skill {
    /// The level asked for, by a player of that `taste`; `None` at full strength.
    pub(super) fn new(settings: &Settings, taste: u64) -> Option<Self> {
        if settings.skill >= Settings::MAX_SKILL {
            return None;
        }
        let (below, above, part) = around(settings.skill);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        let settings = |skill| Settings {
            skill,
            ..Settings::default()
        };
        let levels: Vec<Skill> = (LOWEST..Settings::MAX_SKILL)
            .map(|skill| Skill::new(&settings(skill), 0).unwrap())
            .collect();
        for pair in levels.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes, "{pair:?}");
            assert!(pair[0].captures <= pair[1].captures, "{pair:?}");
            assert!(pair[0].blur > pair[1].blur, "{pair:?}");
        }
        assert!(Skill::new(&settings(Settings::MAX_SKILL), 0).is_none());
    }

    #[test]
    fn ratings_name_levels() {
        let levels = [0, 390, 710, 1_540, 2_559, 2_560, 9_999].map(level_of_elo);
        assert_eq!(levels, [-20, -20, -15, 0, 20, 20, 20]);
    }

    #[test]
    fn errors_are_as_large_as_said_and_level_out() {
        use crate::rules::STANDARD;
        let skill = Skill::new(
            &Settings {
                skill: -20,
                ..Settings::default()
            },
            7,
        )
        .unwrap();
        let mut random = Random::new(1);
        let mut position = Position::start(&STANDARD);
        let (mut sum, mut count) = (0, 0);
        while let Some(mv) = random.pick(&position.legal_moves()) {
            position = position.play(*mv);
            let error = skill.error(&position);
            assert_eq!(error, skill.error(&position));
            assert!(error.abs() <= 1_000);
            (sum, count) = (sum + error, count + 1);
            if count == 1_000 {
                position = Position::start(&STANDARD);
            } else if count == 2_000 {
                break;
            }
        }
        assert!((sum / count).abs() < 60, "{}", sum / count);
    }
}
