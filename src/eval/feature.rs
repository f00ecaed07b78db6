//! What the classical evaluation counts, by number, in groups.

use crate::types::{Color, Role, Square, Value};

/// A value for the middlegame and one for the endgame, added in one go: the low half of the number
/// is the middlegame (`chessprogramming.org/Tapered_Eval`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// A pair of centipawn values.
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16) + middlegame)
    }

    /// The middlegame value.
    pub const fn middlegame(self) -> Value {
        self.0 as i16 as Value
    }

    /// The endgame value.
    pub const fn endgame(self) -> Value {
        ((self.0 + 0x8000) >> 16) as i16 as Value
    }
}

impl std::ops::AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl std::ops::Sub for Pair {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

/// Index of one counted feature in `0..FEATURES`.
pub type Feature = usize;

/// A run of features that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What the features say.
    pub name: &'static str,
    /// The first of them.
    pub start: Feature,
    /// How many there are.
    pub len: usize,
}

macro_rules! groups {
    ($($(#[doc = $doc:literal])* $constant:ident $name:literal [$len:expr] after $previous:expr;)*) => {
        $($(#[doc = $doc])* pub(super) const $constant: Group = Group { name: $name, start: $previous, len: $len };)*
        /// Every group, in order.
        pub static GROUPS: &[Group] = &[$($constant),*];
    };
}

impl Group {
    const fn end(self) -> Feature {
        self.start + self.len
    }

    /// The feature at `index` of the group, the last one for larger indices.
    #[inline]
    pub(super) const fn at(self, index: usize) -> Feature {
        self.start
            + if index < self.len {
                index
            } else {
                self.len - 1
            }
    }
}

groups! {
    /// A piece on the board or in hand, by role.
    MATERIAL "material" [Role::COUNT] after 0;
    /// A piece still in hand, by role.
    HAND "hand" [Role::COUNT] after MATERIAL.end();
    /// A piece on its square, by role and square as its side sees it.
    PLACE "placement" [Role::COUNT * Square::COUNT] after HAND.end();
    /// Safe squares that a general, elephant, knight or rook sees: sixteen entries each.
    MOBILITY "mobility" [4 * 16] after PLACE.end();
    /// An enemy piece attacked by a pawn, by its role.
    THREAT_BY_PAWN "threats by pawns" [Role::COUNT] after MOBILITY.end();
    /// An enemy piece attacked by a general, elephant or knight, by its role.
    THREAT_BY_MINOR "threats by minor pieces" [Role::COUNT] after THREAT_BY_PAWN.end();
    /// An enemy piece attacked by a rook, by its role.
    THREAT_BY_ROOK "threats by rooks" [Role::COUNT] after THREAT_BY_MINOR.end();
    /// An own piece attacked and not defended, by role.
    HANGING "hanging" [Role::COUNT] after THREAT_BY_ROOK.end();
    /// Pressure on the enemy king, in units.
    KING_ATTACK "king attack" [24] after HANGING.end();
    /// Squares around the enemy king, attacked and guarded by nothing but that king.
    WEAK_RING "weak squares at the king" [6] after KING_ATTACK.end();
    /// Unguarded squares from which a general, elephant, knight or rook could give check.
    SAFE_CHECK "safe checks" [4] after WEAK_RING.end();
    /// Own pawns near the king.
    KING_SHIELD "king shield" [5] after SAFE_CHECK.end();
    /// A piece defended by a pawn, by role.
    SUPPORTED "supported pieces" [Role::COUNT] after KING_SHIELD.end();
    /// Enemy pieces that the step of a pawn to an unguarded square would attack.
    PUSH_THREAT "threats by pawn steps" [1] after SUPPORTED.end();
    /// Squares beyond the middle, attacked and not guarded by enemy pawns.
    SPACE "space" [1] after PUSH_THREAT.end();
    /// While the own general is gone, a pawn by its steps to the marked square of its file; the
    /// last entry is a pawn beyond it.
    CANDIDATE "pawns without a general" [9] after SPACE.end();
    /// A pawn with a piece before it.
    BLOCKED "blocked pawns" [1] after CANDIDATE.end();
    /// A last pawn while the own general is gone: it promotes anywhere.
    LAST_PAWN "last pawn" [1] after BLOCKED.end();
    /// No general, but pawns that may become one.
    NO_GENERAL "no general" [1] after LAST_PAWN.end();
    /// A rook on a file without own pawns, or without any pawns.
    ROOK_FILE "rook files" [2] after NO_GENERAL.end();
    /// Both elephants, both knights, both rooks.
    TWINS "twins" [3] after ROOK_FILE.end();
}

/// Number of features.
pub const FEATURES: usize = TWINS.end();

/// Receives the features of a position.
pub trait FeatureCounts {
    /// `color` has `feature` `times` more.
    fn count(&mut self, color: Color, feature: Feature, times: i32);
}
