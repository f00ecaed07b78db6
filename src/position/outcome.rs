use std::fmt;

use super::{Position, Scope};
use crate::types::{Bitboard, Color, MoveList, Role};

/// The squares of a1's opposite colour, if the board were chequered.
const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// Nobody wins.
    Draw(DrawReason),
    /// This side has mated.
    Win(Color),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// No legal move, not in check (federation 5.2 a).
    Stalemate,
    /// Only promotions are left to king and pawn, and they may be declined (3.9 c.7).
    PromotionStalemate,
    /// The position occurred too often.
    Repetition,
    /// Too many moves without progress (5.2 d).
    FiftyMoves,
    /// The bare king escaped for the counted number of moves (5.2 e).
    Counting,
}

impl fmt::Display for Outcome {
    /// Writes `play on`, `draw (REASON)`, `white wins (checkmate)` or `black wins (checkmate)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("play on"),
            Self::Draw(reason) => write!(f, "draw ({reason})"),
            Self::Win(color) => write!(f, "{} wins (checkmate)", color.name()),
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stalemate => "stalemate",
            Self::PromotionStalemate => "promotion stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "50 moves",
            Self::Counting => "counting",
        })
    }
}

impl Position {
    /// How the game stands, repetition aside.
    pub fn outcome(&self) -> Outcome {
        if !self.has_legal_moves() {
            return if self.is_check() {
                Outcome::Win(!self.side)
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            };
        }
        if self.is_promotion_stalemate() {
            return Outcome::Draw(DrawReason::PromotionStalemate);
        }
        self.draw_by_clock().map_or(Outcome::Ongoing, Outcome::Draw)
    }

    /// The draw by the fifty-move clock or the count, for a side that can move.
    pub fn draw_by_clock(&self) -> Option<DrawReason> {
        if self
            .rules
            .ending
            .quiet_plies
            .is_some_and(|limit| self.clock >= limit)
        {
            Some(DrawReason::FiftyMoves)
        } else if self.count.is_some_and(super::Count::is_over) {
            Some(DrawReason::Counting)
        } else {
            None
        }
    }

    /// Plies until the fifty-move clock or a count may draw, if nothing sets them back.
    pub fn plies_to_draw(&self) -> u16 {
        let quiet = self
            .rules
            .ending
            .quiet_plies
            .map_or(u16::MAX, |limit| limit.saturating_sub(self.clock));
        let counted = self.count.map_or(u16::MAX, |count| {
            (count.limit + 1).saturating_sub(count.plies)
        });
        quiet.min(counted)
    }

    /// Whether the side to move has only king and pawn, is not in check and has nothing but
    /// promotions, which it may decline to claim stalemate (3.9 c.7, as Fairy-Stockfish reads it).
    pub fn is_promotion_stalemate(&self) -> bool {
        let own = self.of(self.side);
        if !self.rules.ending.promotion_may_be_declined
            || own.len() != 2
            || (own & self.all(Role::Pawn)).is_empty()
            || self.is_check()
        {
            return false;
        }
        let mut moves = MoveList::new();
        self.generate(Scope::Quiet, &mut moves);
        self.generate(Scope::Noisy, &mut moves);
        moves.iter().all(|mv| mv.is_promotion())
    }

    /// Whether no series of moves can mate either king: bare kings with at most one general, knight
    /// or pawn, or a general each on squares of one colour (on two colours one can block its own
    /// king). Such positions are scored as draws; the rules play them on.
    pub fn is_dead(&self) -> bool {
        let occupied = self.occupied();
        if occupied.len() > 4 || self.is_setup() {
            return false;
        }
        let lone = |color: Color| -> Option<Bitboard> {
            let rest = self.of(color) & !self.all(Role::King);
            let minor = self.all(Role::General) | self.all(Role::Knight) | self.all(Role::Pawn);
            (!rest.has_many() && (rest & !minor).is_empty()).then_some(rest)
        };
        match (lone(Color::White), lone(Color::Black)) {
            (Some(white), Some(black)) if white.any() && black.any() => {
                let generals = self.all(Role::General);
                let light = (generals & LIGHT).len();
                generals.len() == 2 && light != 1
            }
            (Some(_), Some(_)) => true,
            _ => false,
        }
    }
}
