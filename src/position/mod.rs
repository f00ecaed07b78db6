//! A position, its legal moves and its notation.
//!
//! [`Position`] is a value: [`Position::play`] returns the next one (copy-make). It is always
//! valid: built only from a checked FEN or by legal moves. What came before it, and with it
//! repetition, is kept by [`Record`].

mod count;
mod diagram;
mod fen;
mod legal;
mod modern;
mod movegen;
mod outcome;
mod perft;
mod placing;
mod play;
mod record;
mod san;
mod see;
mod zobrist;

pub use count::Count;
pub use fen::FenError;
pub use movegen::{Scope, Sink};
pub use outcome::{DrawReason, Outcome};
pub use perft::{divide, perft};
pub use record::Record;
pub use san::SanError;

use play::MOVES_A_TURN;

use crate::attacks;
use crate::rules::{Counting, Rules};
use crate::types::{Bitboard, ByColor, ByRole, Color, Hand, Piece, Role, Square};

/// A position with everything its legal moves depend on, repetition aside.
#[derive(Clone, Debug)]
pub struct Position {
    rules: &'static Rules,
    by_role: ByRole<Bitboard>,
    by_color: ByColor<Bitboard>,
    board: [Option<Piece>; Square::COUNT],
    hands: ByColor<Hand>,
    side: Color,
    clock: u16,
    count: Option<Count>,
    ply: u16,
    /// Whether Murray's second stage goes on, or will follow the set-up.
    relocating: bool,
    /// Moves that the side to move still has in this turn; more than one only with dice.
    moves_left: u8,
    checkers: Bitboard,
    key: u64,
    pawn_key: u64,
    piece_keys: ByColor<u64>,
}

impl Position {
    /// The start position of `rules`.
    ///
    /// # Panics
    /// Never: a test reads the start position of every preset.
    pub fn start(rules: &'static Rules) -> Self {
        Self::from_fen(rules, rules.start_fen).expect("presets have valid start positions")
    }

    /// The same position by other `rules`, when an arbiter's differ from ours; `None` if it is no position
    /// of that game. A FEN would leave out the quiet clock while a count runs.
    pub fn by_rules(&self, rules: &'static Rules) -> Option<Self> {
        if rules.game != self.rules.game {
            return None;
        }
        let mut position = self.clone();
        position.rules = rules;
        position.set_relocating(rules.setup.relocation && (self.relocating || self.is_placing()));
        position.set_moves_left(MOVES_A_TURN);
        if rules.ending.counting == Counting::Off {
            position.count = None;
        }
        position.validate().ok()?;
        position.checkers = position.attackers_of_king(position.side);
        Some(position)
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// What stands on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// All pieces on the board.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[Color::White] | self.by_color[Color::Black]
    }

    /// The pieces of one side.
    #[inline]
    pub fn of(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// The pieces of one kind, of both sides.
    #[inline]
    pub fn all(&self, role: Role) -> Bitboard {
        self.by_role[role]
    }

    /// The pieces of one side and kind.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.by_color[color] & self.by_role[role]
    }

    /// The king of `color`; `None` until it is placed.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// What `color` has yet to place.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// The same piece by piece, in the order of a FEN.
    pub fn in_hand(&self, color: Color) -> impl Iterator<Item = Piece> {
        let hand = self.hand(color);
        let roles = self.rules.game.in_hand.iter();
        roles.flat_map(move |&role| std::iter::repeat_n(Piece::new(color, role), hand.count(role)))
    }

    /// Whether either side has pieces to place.
    #[inline]
    pub fn is_placing(&self) -> bool {
        !(self.hands[Color::White].is_empty() && self.hands[Color::Black].is_empty())
    }

    /// Whether the game has not begun: pieces are placed or, in Murray's second stage, put elsewhere.
    #[inline]
    pub fn is_setup(&self) -> bool {
        self.is_placing() || self.relocating
    }

    /// Whether the dice decide, so that nothing is check and the king may be taken.
    #[inline]
    pub fn is_diced(&self) -> bool {
        self.rules.dice && !self.is_setup()
    }

    /// Moves that the side to move still has in this turn; more than one only with dice.
    pub fn moves_left(&self) -> u8 {
        self.moves_left
    }

    /// The enemy pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// Plies since the last capture, pawn move, promotion or drop.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The count against a bare king, if one runs.
    pub fn count(&self) -> Option<Count> {
        self.count
    }

    /// Plies since the start of the game as the FEN numbers them, drops included.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Key of placement, hands and side to move: equal keys are repetitions.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Key for search tables: [`key`](Self::key) mixed with how near a draw by the clocks is, so
    /// that a score found far from the limit is not trusted close to it.
    #[inline]
    pub fn table_key(&self) -> u64 {
        let count = self.count.map_or(0, |count| {
            1 + usize::from(count.limit.saturating_sub(count.plies) / 8).min(15)
        });
        let clock = if self.relocating {
            // So many relocations are left before the second stage ends.
            self.clock
        } else {
            self.clock.saturating_sub(24) / 8
        };
        let clock = usize::from(clock).min(15);
        self.key ^ zobrist::COUNT[count] ^ zobrist::CLOCK[clock]
    }

    /// Key of the pawns alone.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// Key of the pieces of `color`, pawns left out.
    #[inline]
    pub fn piece_key(&self, color: Color) -> u64 {
        self.piece_keys[color]
    }

    /// The pieces of both sides that attack `square` when the board is filled as in `occupied`.
    #[allow(clippy::inline_always)] // Called for every node; the compiler stops short of it.
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let by = |color: Color| {
            // An elephant or pawn attacks the squares from which one of the other side would attack it.
            self.pieces(color, Role::Pawn) & attacks::pawn(!color, square)
                | self.pieces(color, Role::Elephant) & attacks::elephant(!color, square)
        };
        let mut attackers = by(Color::White)
            | by(Color::Black)
            | self.all(Role::Knight) & attacks::knight(square)
            | self.all(Role::General) & attacks::general(square)
            | self.all(Role::King) & attacks::king(square);
        let rooks = self.all(Role::Rook);
        if (rooks & attacks::cross(square)).any() {
            attackers |= rooks & attacks::rook(square, occupied);
        }
        if self.rules.game.has_modern_pieces() {
            attackers |= self.modern_attackers(square, occupied);
        }
        attackers
    }

    /// The squares that `color` attacks when the board is filled as in `occupied`.
    pub fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let elephants = self.pieces(color, Role::Elephant);
        let mut attacked = attacks::pawn_attacks(color, self.pieces(color, Role::Pawn))
            | attacks::diagonal_steps(self.pieces(color, Role::General) | elephants)
            | elephants.forward(color);
        for square in self.pieces(color, Role::Knight) {
            attacked |= attacks::knight(square);
        }
        for square in self.pieces(color, Role::Rook) {
            attacked |= attacks::rook(square, occupied);
        }
        if let Some(king) = self.king(color) {
            attacked |= attacks::king(king);
        }
        if self.rules.game.has_modern_pieces() {
            attacked |= self.modern_attacks(color, occupied);
        }
        attacked
    }

    /// The pieces of either colour in `of` that alone stand between `target` and a rook of `attacker`.
    pub fn screens(&self, target: Square, attacker: Color, of: Bitboard) -> Bitboard {
        let occupied = self.occupied();
        let mut screens = Bitboard::EMPTY;
        for rook in self.pieces(attacker, Role::Rook) & attacks::cross(target) {
            let inside = attacks::between(rook, target) & occupied;
            if !inside.has_many() {
                screens |= inside & of;
            }
        }
        screens
    }

    /// The enemy pieces that attack the king of `color`; with dice that is no check.
    fn attackers_of_king(&self, color: Color) -> Bitboard {
        if self.rules.dice {
            return Bitboard::EMPTY;
        }
        self.king(color).map_or(Bitboard::EMPTY, |king| {
            self.attackers(king, self.occupied()) & self.of(!color)
        })
    }
}

/// Positions are equal when their FENs are, and their quiet clocks, which a FEN leaves out while a count runs.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.hands == other.hands
            && self.side == other.side
            && self.clock == other.clock
            && self.count == other.count
            && self.ply == other.ply
            && self.relocating == other.relocating
            && self.moves_left == other.moves_left
    }
}
