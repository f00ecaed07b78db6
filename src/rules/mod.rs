//! The rules as plain data.
//!
//! A position carries `&'static Rules`; generator, outcome and search read the fields and never ask
//! which preset they serve. A field says what a rule does, not who wants it.

mod presets;

pub use presets::{PRESETS, STANDARD};

use crate::types::{Bitboard, ByColor, Role};

/// One rule set: how the pieces are placed, how pawns promote and how the game ends.
#[derive(Debug)]
pub struct Rules {
    /// The name by which `UCI_Variant` selects it.
    pub name: &'static str,
    /// The position before the first move.
    pub start_fen: &'static str,
    /// The placing of the pieces in hand.
    pub setup: Setup,
    /// What pawns may become, where and how.
    pub promotion: Promotion,
    /// Stalemate, repetition and the counts.
    pub ending: Ending,
}

/// The set-up phase. A side with pieces in hand must drop one while any drop is legal.
#[derive(Debug)]
pub struct Setup {
    /// Where each side may place its pieces.
    pub zone: ByColor<Bitboard>,
    /// Where each side may place its rooks, within [`zone`](Self::zone).
    pub rook_zone: ByColor<Bitboard>,
}

impl Setup {
    /// Where `color` may place `role`, pieces already on the board aside.
    #[inline]
    pub fn zone(&self, color: crate::types::Color, role: Role) -> Bitboard {
        if role == Role::Rook {
            self.rook_zone[color]
        } else {
            self.zone[color]
        }
    }
}

/// Promotion to a general, possible only while the side has none on the board.
///
/// It captures nothing, gives no check and attacks no enemy piece (federation 3.9 c.1 to c.5).
#[derive(Debug)]
pub struct Promotion {
    /// The marked squares from which each side's pawns may promote.
    pub zone: ByColor<Bitboard>,
    /// Whether the only pawn of a side may promote from any square (3.9 c.6).
    pub last_pawn_anywhere: bool,
}

/// How a game ends other than by mate. Stalemate is a draw.
#[derive(Debug)]
pub struct Ending {
    /// Whether a side with king and pawn alone, not in check, may claim a draw when it has nothing
    /// but promotions (3.9 c.7).
    pub promotion_may_be_declined: bool,
    /// The occurrence of a position that draws, if repetition does.
    pub repetition: Option<u8>,
    /// Plies without capture, pawn move, promotion or drop that draw.
    pub quiet_plies: Option<u16>,
    /// Against a bare king and without pawns: the first role in this list that the stronger side
    /// has gives the number of moves within which it must mate.
    pub counting: &'static [(Role, u16)],
}

/// The preset called `name`, in any case.
pub fn preset(name: &str) -> Option<&'static Rules> {
    PRESETS
        .iter()
        .copied()
        .find(|rules| rules.name.eq_ignore_ascii_case(name))
}
