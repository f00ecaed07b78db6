//! Moves, packed into 16 bits, and lists of them.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::{Role, Square};

/// A move in two bytes: six bits each for two squares and four for the kind.
///
/// An in-place promotion has `from == to`, so equal squares mean nothing special; "no move" is
/// `None`, and `Option<Move>` is two bytes as well (a step from a1 to a1 does not exist).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

/// What a [`Move`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A piece goes from one square to another, capturing what stands there.
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A pawn becomes another piece, on its own square (`from == to`) or with a step.
    Promotion {
        /// Where the pawn stands.
        from: Square,
        /// Where the new piece will stand.
        to: Square,
        /// What it becomes; in Sittuyin always a general.
        role: Role,
    },
    /// A piece is placed from the hand.
    Drop {
        /// What is placed.
        role: Role,
        /// Where it is placed.
        to: Square,
    },
    /// A piece is placed where an own pawn stands, which makes room for it.
    Displacement {
        /// What is placed.
        role: Role,
        /// Where it is placed.
        to: Square,
        /// Where the pawn goes.
        pawn_to: Square,
    },
    /// A piece is put elsewhere before the game begins, whatever its steps.
    Relocation {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Nothing is moved: a die that cannot be played.
    Pass,
}

const STEP: u16 = 0;
const PROMOTION: u16 = 1;
const DROP: u16 = 2;
const RELOCATION: u16 = 3;
/// The first of five kinds: promotions to the roles of [`CHOICES`].
const CHOICE: u16 = 4;
/// Before the five kinds of displacements, by the role that is placed: pawns never are.
const DISPLACEMENT: u16 = 8;
const PASS: u16 = 14;

/// What a pawn of Mini Burmese Chess may become.
const CHOICES: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Guard,
];

impl Move {
    const fn pack(kind: u16, first: u16, to: Square) -> Self {
        match NonZeroU16::new(kind << 12 | first << 6 | to.index() as u16) {
            Some(bits) => Self(bits),
            None => panic!("a step from a1 to a1 is not a move"),
        }
    }

    /// A step; `from` and `to` must differ.
    pub const fn step(from: Square, to: Square) -> Self {
        Self::pack(STEP, from.index() as u16, to)
    }

    /// A promotion to a general; `from == to` is the promotion in place.
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self::pack(PROMOTION, from.index() as u16, to)
    }

    /// A promotion to `role`; `None` if pawns never become that.
    pub const fn promotion_to(role: Role, from: Square, to: Square) -> Option<Self> {
        if matches!(role, Role::General) {
            return Some(Self::promotion(from, to));
        }
        let mut choice = 0;
        while choice < CHOICES.len() {
            if CHOICES[choice] as u8 == role as u8 {
                return Some(Self::pack(CHOICE + choice as u16, from.index() as u16, to));
            }
            choice += 1;
        }
        None
    }

    /// A drop from the hand.
    pub const fn drop(role: Role, to: Square) -> Self {
        Self::pack(DROP, role as u16, to)
    }

    /// A drop on an own pawn, which goes to `pawn_to`; `None` for roles that are never
    /// placed so.
    pub const fn displacement(role: Role, to: Square, pawn_to: Square) -> Option<Self> {
        match role {
            Role::General | Role::Elephant | Role::Knight | Role::Rook | Role::King => Some(
                Self::pack(DISPLACEMENT + role as u16, pawn_to.index() as u16, to),
            ),
            Role::Pawn | Role::Queen | Role::Bishop | Role::Guard => None,
        }
    }

    /// A relocation.
    pub const fn relocation(from: Square, to: Square) -> Self {
        Self::pack(RELOCATION, from.index() as u16, to)
    }

    /// The pass.
    pub const PASS: Self = Self::pack(PASS, 0, Square::new(0));

    /// The typed view.
    pub const fn kind(self) -> MoveKind {
        let bits = self.0.get();
        let to = self.to();
        let first = (bits >> 6 & 63) as u8;
        let from = Square::new(first);
        match bits >> 12 {
            STEP => MoveKind::Step { from, to },
            PROMOTION => MoveKind::Promotion {
                from,
                to,
                role: Role::General,
            },
            DROP => MoveKind::Drop {
                role: match Role::from_index(first as usize) {
                    Some(role) => role,
                    None => Role::King,
                },
                to,
            },
            RELOCATION => MoveKind::Relocation { from, to },
            kind @ 4..=8 => MoveKind::Promotion {
                from,
                to,
                role: CHOICES[(kind - CHOICE) as usize],
            },
            kind @ 9..=13 => MoveKind::Displacement {
                role: Role::ALL[(kind - DISPLACEMENT) as usize],
                to,
                pawn_to: from,
            },
            _ => MoveKind::Pass,
        }
    }

    /// The square where the moved, promoted or dropped piece ends up.
    pub const fn to(self) -> Square {
        Square::new((self.0.get() & 63) as u8)
    }

    /// Where a step begins; `None` for other moves.
    #[inline]
    pub const fn step_origin(self) -> Option<Square> {
        if self.0.get() >> 12 == STEP {
            Some(Square::new((self.0.get() >> 6 & 63) as u8))
        } else {
            None
        }
    }

    /// The square of the piece that moves, if it stands on the board.
    pub const fn origin(self) -> Option<Square> {
        match self.kind() {
            MoveKind::Step { from, .. }
            | MoveKind::Promotion { from, .. }
            | MoveKind::Relocation { from, .. } => Some(from),
            MoveKind::Drop { .. } | MoveKind::Displacement { .. } | MoveKind::Pass => None,
        }
    }

    /// What a drop on an empty square places; `None` for other moves.
    #[inline]
    pub const fn dropped(self) -> Option<Role> {
        if self.0.get() >> 12 == DROP {
            Role::from_index((self.0.get() >> 6 & 63) as usize)
        } else {
            None
        }
    }

    /// Whether this is a promotion.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        const KINDS: u16 = 1 << PROMOTION | 0b1_1111 << CHOICE;
        KINDS >> (self.0.get() >> 12) & 1 != 0
    }

    /// Whether this places a piece from the hand.
    #[inline]
    pub const fn is_drop(self) -> bool {
        const KINDS: u16 = 1 << DROP | 0b11_1110 << DISPLACEMENT;
        KINDS >> (self.0.get() >> 12) & 1 != 0
    }

    /// The 16 bits, never zero, for tables and files.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of [`bits`](Self::bits); `None` for bits that no move has.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let first = bits >> 6 & 63;
        let valid = match bits >> 12 {
            PROMOTION => true,
            DROP => first < Role::TOTAL as u16,
            PASS => bits == PASS << 12,
            STEP..PASS => first != bits & 63,
            _ => false,
        };
        match NonZeroU16::new(bits) {
            Some(bits) if valid => Some(Self(bits)),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    /// Writes the UCI text: `e4d5`, `e5f6f`, `e5e5f`, `b6b7q`, `K@e2`, `N@d3,e3`, `e2@c4`, `0000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Step { from, to } => write!(f, "{from}{to}"),
            MoveKind::Promotion { from, to, role } => {
                write!(f, "{from}{to}{}", role.letter().to_ascii_lowercase())
            }
            MoveKind::Drop { role, to } => write!(f, "{}@{to}", role.letter()),
            MoveKind::Displacement { role, to, pawn_to } => {
                write!(f, "{}@{to},{pawn_to}", role.letter())
            }
            MoveKind::Relocation { from, to } => write!(f, "{from}@{to}"),
            MoveKind::Pass => f.write_str("0000"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the coordinates of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a move in coordinates such as a3a4, d5d5f or K@e2")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads UCI text; the letters of promotions and drops may have either case.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if text == "0000" {
            return Ok(Self::PASS);
        }
        match text.split_once('@') {
            Some((origin, target)) => read_placement(origin, target),
            None => read_step(text),
        }
        .ok_or(ParseMoveError)
    }
}

/// Reads a letter: one character and no more.
fn read_role(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let role = Role::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(role)
}

/// Reads what stands before and after the `@` of a drop, a displacement or a relocation.
fn read_placement(origin: &str, target: &str) -> Option<Move> {
    if let Ok(from) = origin.parse::<Square>() {
        let to = target.parse().ok()?;
        return (from != to).then(|| Move::relocation(from, to));
    }
    let role = read_role(origin)?;
    match target.split_once(',') {
        None => Some(Move::drop(role, target.parse().ok()?)),
        Some((to, pawn_to)) => {
            let (to, pawn_to) = (to.parse().ok()?, pawn_to.parse().ok()?);
            Move::displacement(role, to, pawn_to).filter(|_| to != pawn_to)
        }
    }
}

/// Reads two squares and, for a promotion, a letter.
fn read_step(text: &str) -> Option<Move> {
    let from = text.get(0..2)?.parse::<Square>().ok()?;
    let to = text.get(2..4)?.parse::<Square>().ok()?;
    match &text[4..] {
        "" => (from != to).then(|| Move::step(from, to)),
        letter => {
            let role = read_role(letter)?;
            Move::promotion_to(role, from, to).filter(|_| from != to || role == Role::General)
        }
    }
}

/// More than any position has moves. Eleven pawns in the own half and five kinds in hand have the most:
/// 55 pawns that a kind may displace, each to the 21 other squares, and 105 drops on those squares.
pub const MAX_MOVES: usize = 1280;

/// Room for every legal move.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bits_round_trip() {
        for text in [
            "a3a4", "h8a1", "e5f6f", "e5e5f", "K@e2", "P@h8", "a1a1f", "b6b7q", "c6b7g", "G@d1",
            "N@d3,e3", "K@a1,h8", "e2@c4", "0000",
        ] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        }
        assert_eq!("e5e5F".parse(), "e5e5f".parse::<Move>());
        for text in [
            "", "a1", "a1a1", "a9a1", "e5f6p", "e5e5q", "X@e2", "@e2", "KK@e2", "e5f6ff", "é5f6",
            "000", "P@d3,e3", "N@d3,d3", "N@d3,", "Q@d3,e3", "e2@e2", "e2@",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn all_bits_are_handled() {
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
    }
}
