//! Sides, roles, pieces and hands.

use std::ops::{Index, IndexMut, Not};

/// A side. White is the Red of the books: it moves first and has the upper-case letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Red in the books.
    White,
    /// Black.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The lower-case English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// Nè: one step forward, captures one step diagonally forward.
    Pawn,
    /// Sit-ke: one step diagonally. A pawn may become one while its side has none.
    General,
    /// Sin: one step diagonally or straight forward.
    Elephant,
    /// Myin: the knight of chess.
    Knight,
    /// Yahhta: the rook of chess, the only slider.
    Rook,
    /// Min-gyi: the king of chess.
    King,
    /// Mini Burmese Chess: the queen of chess, but at most three squares far.
    Queen,
    /// Mini Burmese Chess: the bishop of chess.
    Bishop,
    /// Mini Burmese Chess: leaps to the second square in any of eight directions, or takes one step
    /// along file or rank without capturing.
    Guard,
}

impl Role {
    /// Number of Sittuyin's roles, which come first.
    pub const COUNT: usize = 6;
    /// Number of the roles of all games.
    pub const TOTAL: usize = 9;
    /// The roles of Sittuyin in the order of their discriminants.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pawn,
        Self::General,
        Self::Elephant,
        Self::Knight,
        Self::Rook,
        Self::King,
    ];
    /// The roles of all games in the order of their discriminants.
    pub const OF_ALL_GAMES: [Self; Self::TOTAL] = [
        Self::Pawn,
        Self::General,
        Self::Elephant,
        Self::Knight,
        Self::Rook,
        Self::King,
        Self::Queen,
        Self::Bishop,
        Self::Guard,
    ];
    /// The roles that start in hand, in the order in which Fairy-Stockfish writes a hand.
    pub const IN_HAND: [Self; 5] = [
        Self::King,
        Self::Elephant,
        Self::General,
        Self::Rook,
        Self::Knight,
    ];

    /// The role with the given discriminant, if there is one.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::TOTAL {
            Some(Self::OF_ALL_GAMES[index])
        } else {
            None
        }
    }

    /// The upper-case letter of the role in FEN, drops and SAN.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::General => 'F',
            Self::Elephant => 'S',
            Self::Knight => 'N',
            Self::Rook => 'R',
            Self::King => 'K',
            Self::Queen => 'Q',
            Self::Bishop => 'B',
            Self::Guard => 'G',
        }
    }

    /// The role of a letter in either case. The federation's E (elephant) and H (horse) are read too;
    /// its G (general) is the guard here, and a game without guards reads it as its general.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'F' => Self::General,
            'S' | 'E' => Self::Elephant,
            'N' | 'H' => Self::Knight,
            'R' => Self::Rook,
            'K' => Self::King,
            'Q' => Self::Queen,
            'B' => Self::Bishop,
            'G' => Self::Guard,
            _ => return None,
        })
    }
}

/// A role with its colour, packed as `role * 2 + color` so that `Option<Piece>` is one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteGeneral,
    BlackGeneral,
    WhiteElephant,
    BlackElephant,
    WhiteKnight,
    BlackKnight,
    WhiteRook,
    BlackRook,
    WhiteKing,
    BlackKing,
    WhiteQueen,
    BlackQueen,
    WhiteBishop,
    BlackBishop,
    WhiteGuard,
    BlackGuard,
}

impl Piece {
    /// Number of Sittuyin's pieces, which come first.
    pub const COUNT: usize = 12;
    /// Number of the pieces of all games.
    pub const TOTAL: usize = 18;

    const ALL: [Self; Self::TOTAL] = [
        Self::WhitePawn,
        Self::BlackPawn,
        Self::WhiteGeneral,
        Self::BlackGeneral,
        Self::WhiteElephant,
        Self::BlackElephant,
        Self::WhiteKnight,
        Self::BlackKnight,
        Self::WhiteRook,
        Self::BlackRook,
        Self::WhiteKing,
        Self::BlackKing,
        Self::WhiteQueen,
        Self::BlackQueen,
        Self::WhiteBishop,
        Self::BlackBishop,
        Self::WhiteGuard,
        Self::BlackGuard,
    ];

    /// The piece of `color` and `role`.
    pub const fn new(color: Color, role: Role) -> Self {
        Self::ALL[role as usize * 2 + color as usize]
    }

    /// Index in `0..18`, below 12 for the pieces of Sittuyin.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind of the piece.
    pub const fn role(self) -> Role {
        Role::OF_ALL_GAMES[self as usize / 2]
    }

    /// The side of the piece.
    pub const fn color(self) -> Color {
        Color::ALL[self as usize % 2]
    }

    /// Its letter in FEN: upper case for White.
    pub const fn letter(self) -> char {
        let letter = self.role().letter();
        match self.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter; see [`Role::from_letter`] for the letters.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Role::from_letter(letter) {
            Some(role) => Some(Self::new(color, role)),
            None => None,
        }
    }
}

/// One value a colour, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}

/// One value a role, indexed by [`Role`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByRole<T>(pub [T; Role::TOTAL]);

impl<T> Index<Role> for ByRole<T> {
    type Output = T;
    #[inline]
    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    #[inline]
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}

/// What one side has yet to place: four bits a role, at most 15 of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    /// Whether nothing is left to place.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces of `role` are in hand, `0..=15`.
    pub const fn count(self, role: Role) -> usize {
        (self.0 >> (4 * role as u32) & 15) as usize
    }

    /// How many pieces are in hand.
    pub fn len(self) -> usize {
        Role::OF_ALL_GAMES
            .into_iter()
            .map(|role| self.count(role))
            .sum()
    }

    /// The hand with one `role` more.
    pub(crate) const fn plus(self, role: Role) -> Self {
        Self(self.0 + (1 << (4 * role as u32)))
    }

    /// The hand with one `role` less; the role must be there.
    pub(crate) const fn minus(self, role: Role) -> Self {
        Self(self.0 - (1 << (4 * role as u32)))
    }
}
