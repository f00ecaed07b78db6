//! One generator of legal moves, for lists, stages and counts alike.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Move, MoveList, Role, Square};

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Noisy,
    /// Everything else: steps to empty squares, and drops.
    Quiet,
}

/// Takes the legal moves as sets, so that counting them need not list them.
pub trait Sink {
    /// Steps of the piece on `from`.
    fn steps(&mut self, from: Square, to: Bitboard);
    /// Steps of pawns, each from the square `offset` squares before its target.
    fn pawn_steps(&mut self, to: Bitboard, offset: i8);
    /// Promotions of the pawn on `from`.
    fn promotions(&mut self, from: Square, to: Bitboard);
    /// Drops of one `role`.
    fn drops(&mut self, role: Role, to: Bitboard);
}

/// Lists the moves.
impl Sink for MoveList {
    #[inline]
    fn steps(&mut self, from: Square, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::step(from, to)));
    }
    #[inline]
    fn pawn_steps(&mut self, to: Bitboard, offset: i8) {
        self.extend(to.into_iter().map(|to| {
            Move::step(
                Square::new((to.index() as u8).wrapping_add_signed(-offset)),
                to,
            )
        }));
    }
    #[inline]
    fn promotions(&mut self, from: Square, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::promotion(from, to)));
    }
    #[inline]
    fn drops(&mut self, role: Role, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::drop(role, to)));
    }
}

/// Counts the moves.
struct Counter(u32);

impl Sink for Counter {
    #[inline]
    fn steps(&mut self, _: Square, to: Bitboard) {
        self.0 += to.len();
    }
    #[inline]
    fn pawn_steps(&mut self, to: Bitboard, _: i8) {
        self.0 += to.len();
    }
    #[inline]
    fn promotions(&mut self, _: Square, to: Bitboard) {
        self.0 += to.len();
    }
    #[inline]
    fn drops(&mut self, _: Role, to: Bitboard) {
        self.0 += to.len();
    }
}

impl Position {
    /// Gives every legal move of `scope` to `sink`, once.
    #[inline]
    pub fn generate(&self, scope: Scope, sink: &mut impl Sink) {
        let us = self.side;
        let guard = self.guard();
        if !self.hands[us].is_empty() && self.must_drop(&guard) {
            if scope != Scope::Noisy {
                for role in Role::IN_HAND {
                    if self.hands[us].count(role) > 0 {
                        sink.drops(role, self.drop_targets(&guard, role));
                    }
                }
            }
            return;
        }

        let occupied = self.occupied();
        let wanted = match scope {
            Scope::All => !self.of(us),
            Scope::Noisy => self.of(!us),
            Scope::Quiet => !occupied,
        };
        if let Some(king) = self.king(us)
            && (attacks::king(king) & wanted).any()
        {
            sink.steps(king, self.step_targets(&guard, Role::King, king) & wanted);
        }
        if guard.allowed.is_empty() {
            return;
        }

        let pawns = self.pieces(us, Role::Pawn);
        let free = pawns & !guard.pinned;
        let forward = if us == crate::types::Color::White {
            8
        } else {
            -8
        };
        let targets = wanted & guard.allowed;
        if scope != Scope::Noisy {
            sink.pawn_steps(free.forward(us) & !occupied & targets, forward);
        }
        if scope != Scope::Quiet {
            let prey = self.of(!us) & targets;
            sink.pawn_steps(free.west().forward(us) & prey, forward - 1);
            sink.pawn_steps(free.east().forward(us) & prey, forward + 1);
        }
        for from in pawns & guard.pinned {
            sink.steps(from, self.step_targets(&guard, Role::Pawn, from) & wanted);
        }
        if scope != Scope::Quiet {
            for from in self.promotable() {
                sink.promotions(from, self.promotion_targets(&guard, from));
            }
        }
        for role in [Role::General, Role::Elephant, Role::Knight, Role::Rook] {
            for from in self.pieces(us, role) {
                sink.steps(from, self.step_targets(&guard, role, from) & wanted);
            }
        }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Scope::All, &mut moves);
        moves
    }

    /// How many legal moves there are, without listing them.
    pub fn count_legal_moves(&self) -> u32 {
        let mut counter = Counter(0);
        self.generate(Scope::All, &mut counter);
        counter.0
    }

    /// Whether the side to move can move at all.
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() > 0
    }
}
