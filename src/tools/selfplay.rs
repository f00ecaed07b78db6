//! What games of the engine against itself have in common.

use crate::position::{DrawReason, Outcome, Position, Record};
use crate::search::{Limits, Pool, Report, Settings};
use crate::types::{Move, Random, Role, Value};

/// A score beyond which both sides agree that the game is won, six plies long.
const RESIGN: Value = 1_500;
/// Plies after which a game is called a draw.
pub(super) const MAX_PLIES: usize = 400;

/// What may end a game before the rules do: scores that both sides agree on.
#[derive(Default)]
pub(super) struct Adjudicator {
    decided: u32,
    level: u32,
}

impl Adjudicator {
    /// Takes note of a score from the side to move.
    pub(super) fn judge(
        &mut self,
        position: &Position,
        ply: usize,
        value: Value,
    ) -> Option<Outcome> {
        let is_decided = value.abs() >= RESIGN && position.count().is_none();
        self.decided = if is_decided { self.decided + 1 } else { 0 };
        let is_level = value.abs() <= 8 && ply > 90;
        self.level = if is_level { self.level + 1 } else { 0 };
        if self.decided >= 6 {
            let side = position.side();
            Some(Outcome::Win(if value > 0 { side } else { !side }))
        } else {
            (self.level >= 16).then_some(Outcome::Draw(DrawReason::FiftyMoves))
        }
    }
}

/// The best move of a short search and its score.
pub(super) fn search(pool: &mut Pool, record: &Record, nodes: u64) -> Option<(Move, Value)> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut value = 0;
    let mut listener = |report: &Report| value = report.value;
    let best = pool.search(record, &limits, &Settings::default(), &mut listener);
    best.mv.map(|mv| (mv, value))
}

/// A random legal move; among drops the role comes first, so that the king is not placed last of all.
pub(super) fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    if !position.is_setup() {
        return random.pick(&moves).copied();
    }
    let roles: Vec<Role> = Role::IN_HAND
        .into_iter()
        .filter(|role| position.hand(position.side()).count(*role) > 0)
        .collect();
    let role = *random.pick(&roles)?;
    let drops: Vec<_> = moves
        .into_iter()
        .filter(|mv| position.moved_piece(*mv).role() == role && mv.is_drop())
        .collect();
    random.pick(&drops).copied()
}
