use super::{Count, Position, zobrist};
use crate::types::{Color, Move, MoveKind, Piece, Role, Square};

impl Position {
    /// The position after the legal move `mv`.
    ///
    /// # Panics
    /// May panic if `mv` is not legal; check unknown moves with [`is_legal`](Self::is_legal).
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv} is illegal in {}", self.fen());
        let mut next = self.clone();
        let us = self.side;
        next.clock = next.clock.saturating_add(1);
        let mut restarts_count = false;
        match mv.kind() {
            MoveKind::Step { from, to } => {
                if let Some(captured) = self.piece_on(to) {
                    next.remove(captured, to);
                    next.clock = 0;
                    restarts_count = true;
                }
                if let Some(piece) = self.piece_on(from) {
                    if piece.role() == Role::Pawn {
                        next.clock = 0;
                    }
                    next.remove(piece, from);
                    next.put(piece, to);
                }
            }
            MoveKind::Promotion { from, to } => {
                next.remove(Piece::new(us, Role::Pawn), from);
                next.put(Piece::new(us, Role::General), to);
                next.clock = 0;
                restarts_count = true;
            }
            MoveKind::Drop { role, to } => {
                next.key ^= zobrist::hand(us, role, self.hands[us].count(role));
                next.hands[us] = self.hands[us].minus(role);
                next.put(Piece::new(us, role), to);
                next.clock = 0;
            }
        }
        next.pass_turn();
        next.advance_count(restarts_count);
        next.checkers = next.attackers_of_king(next.side);
        next
    }

    /// The [`table_key`](Self::table_key) after `mv`, unless a count or a high clock is mixed in: a
    /// cheap guess for prefetching.
    #[inline]
    pub fn table_key_after(&self, mv: Move) -> u64 {
        let us = self.side;
        let to = mv.to();
        let moved = zobrist::piece(self.moved_piece(mv), to);
        let change = match mv.kind() {
            MoveKind::Step { from, .. } => {
                let origin = zobrist::piece(self.moved_piece(mv), from);
                origin
                    ^ self
                        .piece_on(to)
                        .map_or(0, |captured| zobrist::piece(captured, to))
            }
            MoveKind::Promotion { from, .. } => zobrist::piece(Piece::new(us, Role::Pawn), from),
            MoveKind::Drop { role, .. } => zobrist::hand(us, role, self.hands[us].count(role)),
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

    /// Starts, continues or restarts the count for the side now to move (federation 5.2 e, read as
    /// Fairy-Stockfish does: no pawns on the board, restarted by the stronger side's captures and
    /// promotions).
    fn advance_count(&mut self, restarts: bool) {
        if let Some(count) = &mut self.count {
            count.plies = count.plies.saturating_add(1);
        }
        if (self.count.is_none() || restarts)
            && self.of(self.side).len() == 1
            && self.all(Role::Pawn).is_empty()
        {
            let stronger = !self.side;
            let matching = self
                .rules
                .ending
                .counting
                .iter()
                .find(|(role, _)| self.pieces(stronger, *role).any());
            if let Some(&(_, moves)) = matching {
                self.count = Some(Count {
                    limit: 2 * moves,
                    plies: 0,
                });
            }
        }
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
