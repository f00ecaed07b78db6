//! Playing below full strength: fewer nodes, and a choice among the best lines that looks human.

use super::Settings;
use super::worker::RootMove;
use crate::types::{Random, Score, Value};

/// A level below full strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill(i32);

/// Lines from which a weak player chooses.
const CHOICES: usize = 4;
/// Level of the weakest player, with [`FEWEST_NODES`].
const LOWEST: i32 = -20;
const FEWEST_NODES: f64 = 40.0;
/// Each level has so many times the nodes of the one below.
const GROWTH: f64 = 1.25;

impl Skill {
    /// The level asked for; `None` at full strength.
    pub(super) fn new(settings: &Settings) -> Option<Self> {
        (settings.skill < Settings::MAX_SKILL).then(|| Self(settings.skill.max(LOWEST)))
    }

    /// How many lines to search.
    pub(super) fn lines(wanted: usize) -> usize {
        wanted.max(CHOICES)
    }

    /// The nodes after which the search must end.
    pub(super) fn nodes(self) -> u64 {
        (FEWEST_NODES * GROWTH.powi(self.0 - LOWEST)) as u64
    }

    /// Index of the move to play among the lines, best first: each score is blurred by up to
    /// a few centipawns a missing level, so that small errors are common and blunders are not.
    pub(super) fn choose(self, lines: &[RootMove]) -> usize {
        let mut random = Random::from_clock();
        let blur = 4 * (Settings::MAX_SKILL - self.0) as usize + 1;
        let blurred = |line: &RootMove, random: &mut Random| -> Value {
            line.latest() + random.below(blur) as Value
        };
        let candidates = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.latest() > -Score::INFINITE);
        candidates
            .map(|(index, line)| (blurred(line, &mut random), index))
            .max_by_key(|(value, _)| *value)
            .map_or(0, |(_, index)| index)
    }
}
