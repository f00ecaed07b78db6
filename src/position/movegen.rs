//! One generator of legal moves, for lists, stages and counts alike.

use super::Position;
use super::legal::Guard;
use crate::attacks;
use crate::rules::Stalemate;
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
    /// Promotions of the pawn on `from` to a general.
    fn promotions(&mut self, from: Square, to: Bitboard);
    /// Drops of one `role`.
    fn drops(&mut self, role: Role, to: Bitboard);
    /// Drops of `role` on the square `to` of a pawn, which goes to one of `pawn_to`.
    fn displacements(&mut self, role: Role, to: Square, pawn_to: Bitboard);
    /// Relocations of the piece on `from`.
    fn relocations(&mut self, from: Square, to: Bitboard);
    /// Any single move.
    fn single(&mut self, mv: Move);
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
    fn displacements(&mut self, role: Role, to: Square, pawn_to: Bitboard) {
        let displace = |pawn_to| Move::displacement(role, to, pawn_to);
        self.extend(pawn_to.into_iter().filter_map(displace));
    }
    fn relocations(&mut self, from: Square, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::relocation(from, to)));
    }
    fn single(&mut self, mv: Move) {
        self.push(mv);
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
    fn displacements(&mut self, _: Role, _: Square, pawn_to: Bitboard) {
        self.0 += pawn_to.len();
    }
    fn relocations(&mut self, _: Square, to: Bitboard) {
        self.0 += to.len();
    }
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Position {
    /// Gives every legal move of `scope` to `sink`, once.
    #[inline]
    pub fn generate(&self, scope: Scope, sink: &mut impl Sink) {
        if self.rules.ending.stalemate == Stalemate::Illegal {
            self.generate_not_stalemating(scope, sink);
        } else {
            self.generate_but_for_stalemate(scope, sink);
        }
    }

    #[inline(never)]
    fn generate_not_stalemating(&self, scope: Scope, sink: &mut impl Sink) {
        let mut moves = MoveList::new();
        self.generate_but_for_stalemate(scope, &mut moves);
        for mv in moves {
            if mv.is_drop() || !self.stalemates(mv) {
                sink.single(mv);
            }
        }
    }

    /// Whether the side to move can move, when it does not matter whether it gives stalemate.
    pub(super) fn has_moves_but_for_stalemate(&self) -> bool {
        let mut counter = Counter(0);
        self.generate_but_for_stalemate(Scope::All, &mut counter);
        counter.0 > 0
    }

    /// The generator, for rules by which stalemate may be given.
    #[inline]
    fn generate_but_for_stalemate(&self, scope: Scope, sink: &mut impl Sink) {
        let us = self.side;
        let guard = self.guard();
        if self.is_setup() && self.generate_stages(&guard, scope, sink) {
            return;
        }
        let occupied = self.occupied();
        let wanted = match scope {
            Scope::All => self.rules.game.squares & !self.of(us),
            Scope::Noisy => self.of(!us),
            Scope::Quiet => self.rules.game.squares & !occupied,
        };
        if self.is_diced() && scope != Scope::Noisy {
            sink.single(Move::PASS);
        }
        if let Some(king) = self.king(us)
            && (attacks::king(king) & wanted).any()
        {
            sink.steps(king, self.step_targets(&guard, Role::King, king) & wanted);
        }
        if guard.allowed.is_empty() {
            return;
        }

        if self.rules.has_arrivals() {
            self.generate_arriving_pawns(&guard, scope, wanted, sink);
        } else {
            self.generate_pawns(&guard, scope, wanted, sink);
        }
        if scope != Scope::Quiet {
            for from in self.promotable() {
                sink.promotions(from, self.promotion_targets(&guard, from));
            }
        }
        let wanted = wanted & guard.allowed;
        self.generate_pieces(Role::General, &guard, wanted, attacks::general, sink);
        let elephant = |from| attacks::elephant(us, from);
        self.generate_pieces(Role::Elephant, &guard, wanted, elephant, sink);
        self.generate_pieces(Role::Knight, &guard, wanted, attacks::knight, sink);
        let rook = |from| attacks::rook(from, occupied);
        self.generate_pieces(Role::Rook, &guard, wanted, rook, sink);
        if self.rules.game.has_modern_pieces() {
            self.generate_modern_pieces(&guard, wanted, sink);
        }
    }

    /// The pieces of one `role`, which step where `attacks` says; a loop for each, without asking for the role.
    #[inline]
    fn generate_pieces(
        &self,
        role: Role,
        guard: &Guard,
        wanted: Bitboard,
        attacks: impl Fn(Square) -> Bitboard,
        sink: &mut impl Sink,
    ) {
        for from in self.pieces(self.side, role) {
            sink.steps(from, attacks(from) & wanted & self.pin_line(guard, from));
        }
    }

    #[inline(never)]
    fn generate_modern_pieces(&self, guard: &Guard, wanted: Bitboard, sink: &mut impl Sink) {
        for role in super::modern::MODERN {
            for from in self.pieces(self.side, role) {
                sink.steps(from, self.step_targets(guard, role, from) & wanted);
            }
        }
    }

    /// Pawns in games in which they do not promote as they arrive: whole sets at a time.
    #[inline]
    fn generate_pawns(&self, guard: &Guard, scope: Scope, wanted: Bitboard, sink: &mut impl Sink) {
        let us = self.side;
        let pawns = self.pieces(us, Role::Pawn);
        let free = pawns & !guard.pinned;
        let forward = if us == crate::types::Color::White {
            8
        } else {
            -8
        };
        let targets = wanted & guard.allowed;
        if scope != Scope::Noisy {
            sink.pawn_steps(free.forward(us) & !self.occupied() & targets, forward);
        }
        if scope != Scope::Quiet {
            let prey = self.of(!us) & targets;
            sink.pawn_steps(free.west().forward(us) & prey, forward - 1);
            sink.pawn_steps(free.east().forward(us) & prey, forward + 1);
        }
        for from in pawns & guard.pinned {
            sink.steps(from, self.step_targets(guard, Role::Pawn, from) & wanted);
        }
    }

    /// Pawns that may have to promote as they arrive, one by one.
    #[inline(never)]
    fn generate_arriving_pawns(
        &self,
        guard: &Guard,
        scope: Scope,
        wanted: Bitboard,
        sink: &mut impl Sink,
    ) {
        let promotable = self.promotable();
        for from in self.pieces(self.side, Role::Pawn) {
            let arrivals = self.pawn_arrivals(guard, from);
            sink.steps(from, arrivals.plain & wanted);
            if scope == Scope::Quiet {
                continue;
            }
            // A pawn on one marked square that may capture onto another arrives and leaves at once.
            let leaving = if promotable.has(from) {
                self.promotion_targets(guard, from)
            } else {
                Bitboard::EMPTY
            };
            sink.promotions(from, arrivals.promotions & !leaving);
            for to in arrivals.choices {
                for &role in self.rules.game.choices {
                    if let Some(mv) = Move::promotion_to(role, from, to) {
                        sink.single(mv);
                    }
                }
            }
        }
    }

    /// The moves of the stages before the game; false if the game has begun for the side to move.
    #[inline(never)]
    fn generate_stages(&self, guard: &Guard, scope: Scope, sink: &mut impl Sink) -> bool {
        if scope == Scope::Noisy {
            if self.must_drop(guard) {
                return true;
            }
        } else if self.generate_drops(guard, sink) {
            return true;
        }
        let waits = self.rules.setup.waits_for_both && self.is_placing();
        if self.relocating && !waits && scope != Scope::Noisy {
            self.generate_relocations(guard, sink);
        }
        waits || self.relocating
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
