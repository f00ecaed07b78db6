//! The counts against a bare king.

use super::Position;
use crate::rules::Counting;
use crate::types::{Bitboard, Role};

/// The run of moves within which a bare king must be mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of plies after which one ply more draws; for Cute Chess they draw themselves.
    pub limit: u16,
    /// The plies played since the count began.
    pub plies: u16,
}

/// Moves that a count begins with, by what the stronger side has.
const ROOK_MOVES: u16 = 16;
const ELEPHANT_MOVES: u16 = 44;
const KNIGHT_MOVES: u16 = 64;
/// The moves that are not counted if the king is bared in one of [`CELLS_OF_DEATH`].
const UNCOUNTED_MOVES: u16 = 5;
/// The four squares of each corner, and those of the centre (Chesmayne 29).
const CELLS_OF_DEATH: Bitboard = Bitboard(0xc3c3_0018_1800_c3c3);

impl Position {
    /// Whether the bare king has escaped for the counted number of moves. Mate with the last of them
    /// still counts.
    #[inline]
    pub fn is_count_over(&self) -> bool {
        self.count.is_some() && self.plies_to_count() == Some(0)
    }

    /// Plies until the count draws, if one runs.
    #[inline]
    pub(super) fn plies_to_count(&self) -> Option<u16> {
        let drawing = u16::from(self.rules.ending.counting != Counting::AtBaring);
        self.count
            .map(|count| (count.limit + drawing).saturating_sub(count.plies))
    }

    /// Starts, continues or restarts the count for the side now to move (federation 5.2 e).
    /// `restarts` says whether the last move captured or promoted.
    #[inline]
    pub(super) fn advance_count(&mut self, restarts: bool) {
        if let Some(count) = &mut self.count {
            count.plies = count.plies.saturating_add(1);
        }
        if (self.count.is_none() || restarts) && self.of(self.side).len() == 1 {
            self.begin_count(restarts);
        }
    }

    #[cold]
    fn begin_count(&mut self, restarts: bool) {
        let limit = match self.rules.ending.counting {
            Counting::Off => None,
            Counting::WithoutPawns => self.limit_without_pawns(),
            // The count of the baring stays: only a capture can have bared.
            Counting::AtBaring if self.count.is_some() || !restarts => None,
            Counting::AtBaring if self.all(Role::Pawn).any() => Some(KNIGHT_MOVES),
            Counting::AtBaring | Counting::Federation => self.limit_with_general(),
            Counting::SixteenMoves => self.limit_of_rook(),
        };
        if let Some(moves) = limit {
            self.count = Some(Count {
                limit: 2 * moves,
                plies: 0,
            });
        }
    }

    fn stronger_has(&self, role: Role) -> bool {
        self.pieces(!self.side, role).any()
    }

    fn limit_without_pawns(&self) -> Option<u16> {
        let limits = [
            (Role::Rook, ROOK_MOVES),
            (Role::Elephant, ELEPHANT_MOVES),
            (Role::Knight, KNIGHT_MOVES),
        ];
        let found = limits
            .into_iter()
            .find(|(role, _)| self.stronger_has(*role));
        found
            .filter(|_| self.all(Role::Pawn).is_empty())
            .map(|(_, moves)| moves)
    }

    fn limit_with_general(&self) -> Option<u16> {
        let has_general = self.stronger_has(Role::General);
        if self.stronger_has(Role::Rook) {
            Some(ROOK_MOVES)
        } else if has_general && self.stronger_has(Role::Elephant) {
            Some(ELEPHANT_MOVES)
        } else if has_general && self.stronger_has(Role::Knight) {
            Some(KNIGHT_MOVES)
        } else {
            None
        }
    }

    fn limit_of_rook(&self) -> Option<u16> {
        let bared = self.of(self.side);
        let uncounted = if (bared & CELLS_OF_DEATH).any() {
            UNCOUNTED_MOVES
        } else {
            0
        };
        self.stronger_has(Role::Rook)
            .then_some(ROOK_MOVES + uncounted)
    }
}
