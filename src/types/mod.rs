//! The vocabulary of the game: squares, pieces, moves and scores.
//!
//! Nothing here knows a rule or a position; every other layer is written in these words.

mod bitboard;
mod moves;
mod piece;
mod random;
mod score;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList, ParseMoveError};
pub use piece::{ByColor, ByRole, Color, Hand, Piece, Role};
pub use random::Random;
pub use score::{MAX_PLY, Score, Value};
pub use square::Square;
