//! What a move changes.

use super::placing::MAX_RELOCATIONS;
use super::{Position, zobrist};
use crate::rules::Order;
use crate::types::{Color, Move, MoveKind, Piece, Role, Square};

/// Moves of a turn with dice.
pub(super) const MOVES_A_TURN: u8 = 3;

impl Position {
    /// The position after the legal move `mv`.
    ///
    /// # Panics
    /// May panic if `mv` is not legal; check unknown moves with [`is_legal`](Self::is_legal).
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv} is illegal in {}", self.fen());
        self.after(mv)
    }

    /// The position after `mv`, which may be illegal for what it does to the other side.
    #[inline]
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.clock = next.clock.saturating_add(1);
        let restarts_count = if let Some(from) = mv.step_origin() {
            next.step(from, mv.to())
        } else {
            next.make_other(mv);
            mv.is_promotion()
        };
        if next.keeps_turn(mv, self.is_diced()) {
            // Full moves go on, so that the number of plies tells the side to move.
            next.ply = next.ply.saturating_add(2);
        } else {
            next.pass_turn();
        }
        next.advance_count(restarts_count);
        next.checkers = next.attackers_of_king(next.side);
        next
    }

    /// Moves the piece on `from`; true if it captures.
    #[inline]
    fn step(&mut self, from: Square, to: Square) -> bool {
        let captured = self.piece_on(to);
        if let Some(captured) = captured {
            self.remove(captured, to);
            self.clock = 0;
        }
        if let Some(piece) = self.piece_on(from) {
            if piece.role() == Role::Pawn {
                self.clock = 0;
                self.set_relocating(self.relocating && self.is_placing());
            }
            self.remove(piece, from);
            self.put(piece, to);
        }
        captured.is_some()
    }

    /// Makes a move that is no step on the board.
    fn make_other(&mut self, mv: Move) {
        let us = self.side;
        match mv.kind() {
            MoveKind::Promotion { from, to, role } => {
                self.remove(Piece::new(us, Role::Pawn), from);
                if let Some(captured) = self.piece_on(to) {
                    self.remove(captured, to);
                }
                self.put(Piece::new(us, role), to);
                self.clock = 0;
            }
            MoveKind::Drop { role, to } => self.place(role, to),
            MoveKind::Displacement { role, to, pawn_to } => {
                self.remove(Piece::new(us, Role::Pawn), to);
                self.put(Piece::new(us, Role::Pawn), pawn_to);
                self.place(role, to);
            }
            MoveKind::Relocation { from, to } => {
                if let Some(piece) = self.piece_on(from) {
                    self.remove(piece, from);
                    self.put(piece, to);
                }
                self.set_relocating(self.clock < MAX_RELOCATIONS);
            }
            MoveKind::Step { .. } | MoveKind::Pass => {}
        }
    }

    /// Puts a piece of the side to move from its hand on the board.
    fn place(&mut self, role: Role, to: Square) {
        let us = self.side;
        self.key ^= zobrist::hand(us, role, self.hands[us].count(role));
        self.hands[us] = self.hands[us].minus(role);
        self.put(Piece::new(us, role), to);
        self.clock = 0;
    }

    /// Whether the side that just made `mv` has another move.
    #[inline]
    fn keeps_turn(&mut self, mv: Move, was_diced: bool) -> bool {
        if was_diced {
            return self.takes_another_throw();
        }
        mv.is_drop()
            && self.rules.setup.order == Order::OneSideFirst
            && !self.hands[self.side].is_empty()
    }

    /// Counts a move of a turn with dice; false if it was the last one.
    #[cold]
    fn takes_another_throw(&mut self) -> bool {
        let left = self.moves_left - 1;
        self.set_moves_left(if left == 0 { MOVES_A_TURN } else { left });
        left > 0
    }

    pub(super) fn set_moves_left(&mut self, moves: u8) {
        self.key ^= zobrist::TURN[usize::from(self.moves_left & 3)];
        self.moves_left = moves;
        self.key ^= zobrist::TURN[usize::from(self.moves_left & 3)];
    }

    #[inline]
    pub(super) fn set_relocating(&mut self, relocating: bool) {
        if self.relocating != relocating {
            self.relocating = relocating;
            self.key ^= zobrist::RELOCATING;
        }
    }

    /// The [`table_key`](Self::table_key) after `mv`, unless a count or a high clock is mixed in: a
    /// cheap guess for prefetching.
    #[inline]
    pub fn table_key_after(&self, mv: Move) -> u64 {
        let us = self.side;
        let to = mv.to();
        let moved = zobrist::piece(self.moved_piece(mv), to);
        if let Some(from) = mv.step_origin() {
            let origin = zobrist::piece(self.moved_piece(mv), from);
            let captured = self
                .piece_on(to)
                .map_or(0, |piece| zobrist::piece(piece, to));
            return self.key ^ zobrist::SIDE ^ zobrist::COUNT[0] ^ moved ^ origin ^ captured;
        }
        let change = match mv.kind() {
            MoveKind::Step { from, .. } | MoveKind::Relocation { from, .. } => {
                zobrist::piece(self.moved_piece(mv), from)
            }
            MoveKind::Promotion { from, .. } => zobrist::piece(Piece::new(us, Role::Pawn), from),
            MoveKind::Drop { role, .. } | MoveKind::Displacement { role, .. } => {
                zobrist::hand(us, role, self.hands[us].count(role))
            }
            MoveKind::Pass => 0,
        };
        self.key ^ zobrist::SIDE ^ zobrist::COUNT[0] ^ moved ^ change
    }

    /// The position with the other side to move, for null-move pruning; nobody may be in check.
    ///
    /// The clock restarts, which keeps repetitions from being looked for across the pass.
    #[must_use]
    pub fn play_null(&self) -> Self {
        debug_assert!(!self.is_check());
        let mut next = self.clone();
        next.clock = 0;
        next.pass_turn();
        next
    }

    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::SIDE;
        self.ply = self.ply.saturating_add(1);
    }

    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.piece_on(square).is_none());
        self.board[square.index()] = Some(piece);
        self.flip(piece, square);
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_on(square), Some(piece));
        self.board[square.index()] = None;
        self.flip(piece, square);
    }

    /// Toggles a piece in sets and keys.
    fn flip(&mut self, piece: Piece, square: Square) {
        let set = crate::types::Bitboard::of(square);
        self.by_role[piece.role()] ^= set;
        self.by_color[piece.color()] ^= set;
        let key = zobrist::piece(piece, square);
        self.key ^= key;
        if piece.role() == Role::Pawn {
            self.pawn_key ^= key;
        } else {
            self.piece_keys[piece.color()] ^= key;
        }
    }

    pub(super) fn put_in_hand(&mut self, color: Color, role: Role) {
        self.hands[color] = self.hands[color].plus(role);
        self.key ^= zobrist::hand(color, role, self.hands[color].count(role));
    }
}
