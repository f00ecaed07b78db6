//! The rules as plain data.
//!
//! A position carries `&'static Rules`; generator, outcome and search read the fields and never ask
//! which preset they serve. A field says what a rule does, not who wants it. [`SWITCHES`] names every
//! field and its values for people, so that rules can be printed, compared and mixed.

mod arrays;
mod house;
mod presets;
mod switches;

pub use arrays::{ARRAYS, Array, ArrayError, array_fen, pairings};
pub use house::HouseRuleError;
pub use presets::{PRESETS, STANDARD};
pub use switches::{SWITCHES, Switch};

use crate::types::{Bitboard, ByColor, Color, Role};

/// One rule set: the game, how the pieces are placed, how pawns promote and how the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name by which `UCI_Variant` selects it.
    pub name: &'static str,
    /// What it is, in a sentence or two.
    pub summary: &'static str,
    /// Who gives these rules.
    pub source: &'static str,
    /// The position before the first move.
    pub start_fen: &'static str,
    /// The board and the pieces.
    pub game: Game,
    /// The placing of the pieces in hand.
    pub setup: Setup,
    /// What pawns may become, where and how.
    pub promotion: Promotion,
    /// Stalemate, repetition and the counts.
    pub ending: Ending,
    /// Whether three dice say which kinds of piece a side may move, three moves a turn (Sunnucks).
    /// Nothing is check then, and taking the king wins.
    pub dice: bool,
}

/// A board and its pieces, in the frame of 8x8 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The squares that exist.
    pub squares: Bitboard,
    /// The roles in play, the least valuable first and the king last.
    pub roles: &'static [Role],
    /// The roles that start in hand, in the order in which a FEN has them.
    pub in_hand: &'static [Role],
    /// Where a pawn that arrives becomes one of [`choices`](Self::choices) at once.
    pub last_rank: ByColor<Bitboard>,
    /// What it may become.
    pub choices: &'static [Role],
}

impl Game {
    /// Whether queens, bishops and guards may be on the board.
    #[inline]
    pub const fn has_modern_pieces(&self) -> bool {
        !self.choices.is_empty()
    }

    /// The role that `role`, read from a letter, stands for here: `G` is the general where there is
    /// no guard. `None` if the game has no such piece.
    pub fn known(&self, role: Role) -> Option<Role> {
        let role = if role == Role::Guard && !self.roles.contains(&role) {
            Role::General
        } else {
            role
        };
        self.roles.contains(&role).then_some(role)
    }
}

/// Who places when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One piece each in turn.
    InTurn,
    /// White places everything, then Black.
    OneSideFirst,
}

/// A part of the own half of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// The first three ranks, where they are not before the pawns.
    BehindPawns,
    /// The first four ranks.
    OwnHalf,
}

impl Zone {
    /// Its squares.
    pub const fn squares(self, color: Color) -> Bitboard {
        let white = match self {
            Self::BehindPawns => Bitboard(0x00ff_ffff),
            Self::OwnHalf => Bitboard(0xffff_ffff),
        };
        match color {
            Color::White => white,
            Color::Black => Bitboard(white.0.swap_bytes()),
        }
    }
}

/// Where rooks are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rooks {
    /// On the first rank.
    FirstRank,
    /// On the first rank, where nothing else is placed.
    FirstRankAlone,
    /// Where every piece may be.
    Anywhere,
}

/// The set-up. A side with pieces in hand must drop one while any drop is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Who places when.
    pub order: Order,
    /// Where pieces are placed.
    pub zone: Zone,
    /// Where rooks are placed.
    pub rooks: Rooks,
    /// Where an own pawn goes on whose square a piece is placed, if that is allowed.
    pub displacement: Option<Zone>,
    /// Whether Black's rooks are kept off the file of the White king and off each other's file
    /// (Chesmayne 20; objections count as always made).
    pub rook_objections: bool,
    /// Whether pieces may be put elsewhere in the own half after the placing, until a pawn steps
    /// (Murray's second stage).
    pub relocation: bool,
    /// Whether a side without pieces in hand waits for the other, instead of moving.
    pub waits_for_both: bool,
}

impl Setup {
    /// Where `color` may place `role`, pieces already on the board aside.
    #[inline]
    pub fn zone(&self, color: Color, role: Role) -> Bitboard {
        let zone = self.zone.squares(color);
        let first = Bitboard::rank(if color == Color::White { 0 } else { 7 });
        match (self.rooks, role) {
            (Rooks::FirstRank | Rooks::FirstRankAlone, Role::Rook) => first,
            (Rooks::FirstRankAlone, _) => zone & !first,
            _ => zone,
        }
    }
}

/// When a pawn that arrives on a marked square may become a general at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Not before the next move.
    Later,
    /// If its side wants.
    Optional,
    /// It must.
    Forced,
}

/// How a pawn may leave its square while it becomes a general.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionStep {
    /// Not at all.
    None,
    /// By a general's step.
    General,
    /// To any adjacent square.
    King,
}

/// What the step of a promotion may capture; the king never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionCapture {
    /// Nothing.
    None,
    /// All but a general; a pawn that arrives may capture that as well.
    NotGeneral,
    /// Everything.
    Any,
}

/// What the new general may attack, and be attacked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionAttack {
    /// It may attack no enemy piece (federation 3.9 c.4).
    Forbidden,
    /// It may attack.
    Allowed,
    /// It may attack, but not step to a square that an enemy piece commands (Murray).
    NotCommanded,
}

/// Promotion to a general, possible only while the side has none on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The marked squares from which each side's pawns may promote.
    pub zone: ByColor<Bitboard>,
    /// Whether the only pawn of a side may promote from any square (3.9 c.6).
    pub last_pawn_anywhere: bool,
    /// Whether a pawn may promote as it arrives (3.9 c.3).
    pub entry: Entry,
    /// Whether a pawn may promote without moving.
    pub in_place: bool,
    /// How it may move while it promotes.
    pub step: PromotionStep,
    /// What it may capture.
    pub capture: PromotionCapture,
    /// Whether it may give check (3.9 c.5).
    pub may_check: bool,
    /// Whether the new general may attack (3.9 c.4).
    pub attack: PromotionAttack,
}

/// What it means to leave the other side without a legal move, not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// The game is drawn.
    Draw,
    /// It is not allowed. A side that has no other move is stalemated itself, a draw.
    Illegal,
    /// Who gives it loses.
    Loses,
    /// Who gives it wins.
    Wins,
}

/// Whether a side that can only promote may decline and claim a draw (3.9 c.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declined {
    /// No.
    Off,
    /// With king and pawn alone, not in check (Fairy-Stockfish).
    KingAndPawn,
    /// With one pawn, whatever else stands and also in check (Cute Chess).
    LastPawn,
}

/// How many moves a bare king must escape for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// There is no count.
    Off,
    /// Without pawns on the board: 16 moves with a rook, else 44 with an elephant, else 64 with a
    /// knight, from the baring or from the capture or promotion that changes it (Fairy-Stockfish).
    WithoutPawns,
    /// Once, at the baring: 64 moves if there are pawns, 16 with a rook, else 44 with elephant and
    /// general, else 64 with knight and general; drawn when it is reached (Cute Chess).
    AtBaring,
    /// Pawns or not: 16 moves with a rook, else 44 with elephant and general, else 64 with knight and
    /// general; meanwhile fifty quiet moves do not draw (federation 5.2 e).
    Federation,
    /// 16 moves with a rook; the first five do not count if the king is bared in a corner or in the
    /// centre (Chesmayne 28 and 29).
    SixteenMoves,
}

/// What becomes of positions that nobody can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dead {
    /// They are played on.
    PlayOn,
    /// They are drawn (federation 5.2 b).
    Drawn,
    /// Kings with one knight, one general or a general each draw (Cute Chess).
    Material,
}

/// How a game ends other than by mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The meaning of stalemate.
    pub stalemate: Stalemate,
    /// Whether promotions may be declined.
    pub declined: Declined,
    /// The occurrence of a position that draws, if repetition does.
    pub repetition: Option<u8>,
    /// Plies without capture, pawn move, promotion or drop that draw.
    pub quiet_plies: Option<u16>,
    /// The count against a bare king.
    pub counting: Counting,
    /// The meaning of positions without enough material.
    pub dead: Dead,
}

impl Rules {
    /// Whether pawns may or must promote as they arrive.
    #[inline]
    pub fn has_arrivals(&self) -> bool {
        self.promotion.entry != Entry::Later || self.game.has_modern_pieces()
    }

    /// The switches that `self` and `other` have set differently.
    pub fn differences(&self, other: &Self) -> impl Iterator<Item = &'static Switch> {
        SWITCHES
            .iter()
            .filter(move |switch| (switch.get)(self) != (switch.get)(other))
    }

    /// What differs from `other`, as `switch=value …`; empty if nothing does.
    pub fn changes(&self, other: &Self) -> String {
        let changes: Vec<String> = self
            .differences(other)
            .map(|switch| format!("{}={}", switch.name, switch.value(self)))
            .collect();
        changes.join(" ")
    }

    /// The rules in plain words, a line each: name, summary and source, then what each switch says.
    /// Switches of promotion to a general are left out where pawns become other pieces.
    pub fn explanation(&self) -> Vec<String> {
        let house_rules = preset(self.name).map_or_else(String::new, |known| self.changes(known));
        let mut lines = vec![format!("{}: {}", self.name, self.summary)];
        lines.push(format!("Source: {}.", self.source));
        if !house_rules.is_empty() {
            lines.push(format!("House rules: {house_rules}."));
        }
        if self.game.has_modern_pieces() {
            lines.extend(MODERN_WORDS.map(str::to_owned));
        }
        let told = SWITCHES.iter().filter(|switch| {
            !self.game.has_modern_pieces() || house::MODERN.contains(&switch.name)
        });
        lines.extend(told.map(|switch| format!("- {}", switch.words(self))));
        lines
    }
}

/// What the switches do not say of Mini Burmese Chess.
const MODERN_WORDS: [&str; 4] = [
    "- The board has the forty squares b2 to g7, d1, e1, d8 and e8.",
    "- King, rook, knight, bishop and pawn move as in chess, without castling, double step and en passant.",
    "- The queen goes at most three squares. The guard leaps to the second square in any of eight directions, or steps along file or rank to an empty square.",
    "- A pawn that reaches the seventh rank must become queen, rook, knight, bishop or guard.",
];

/// The preset called `name`, in any case.
pub fn preset(name: &str) -> Option<&'static Rules> {
    PRESETS
        .iter()
        .copied()
        .find(|rules| rules.name.eq_ignore_ascii_case(name))
}
