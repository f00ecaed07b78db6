//! How a game ends: mate, stalemate, and draws by rule.

use std::fmt;

use super::{Position, Scope};
use crate::rules::{Counting, Dead, Declined, Stalemate};
use crate::types::{Bitboard, Color, MoveList, Role, Score, Value};

/// The squares of a1's opposite colour, if the board were chequered.
const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// Nobody wins.
    Draw(DrawReason),
    /// This side has won: by mate or, where the rules say so, by stalemate or by taking the king.
    Win(Color),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// No legal move, not in check (federation 5.2 a); or none but such as would give it, where that is
    /// illegal.
    Stalemate,
    /// Only promotions are left to king and pawn, and they may be declined (3.9 c.7).
    PromotionStalemate,
    /// The position occurred too often.
    Repetition,
    /// Too many moves without progress (5.2 d).
    FiftyMoves,
    /// The bare king escaped for the counted number of moves (5.2 e).
    Counting,
    /// Nobody has the material to win (5.2 b).
    Material,
}

impl Outcome {
    /// The value for `side`, which is to move; what goes on counts as even.
    pub fn value(self, side: Color) -> Value {
        match self {
            Self::Win(winner) if winner == side => Score::mate_in(1),
            Self::Win(_) => Score::mated_in(0),
            Self::Draw(_) | Self::Ongoing => Score::DRAW,
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes `play on`, `draw (REASON)`, `white wins` or `black wins`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("play on"),
            Self::Draw(reason) => write!(f, "draw ({reason})"),
            Self::Win(color) => write!(f, "{} wins", color.name()),
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stalemate => "stalemate",
            Self::PromotionStalemate => "promotion stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "50 moves",
            Self::Counting => "counting",
            Self::Material => "insufficient material",
        })
    }
}

impl Position {
    /// How the game stands, repetition aside.
    pub fn outcome(&self) -> Outcome {
        if self.rules.dice
            && let Some(color) = Color::ALL
                .into_iter()
                .find(|color| self.has_lost_king(*color))
        {
            return Outcome::Win(!color);
        }
        if !self.has_legal_moves() {
            return self.outcome_without_moves();
        }
        if self.is_promotion_stalemate() {
            return Outcome::Draw(DrawReason::PromotionStalemate);
        }
        self.draw_by_clock().map_or(Outcome::Ongoing, Outcome::Draw)
    }

    /// How the game ended if the side to move has no legal move: by mate or by stalemate. A side that could
    /// only move by giving stalemate, where that is illegal, is stalemated itself, in check or not.
    pub fn outcome_without_moves(&self) -> Outcome {
        match self.rules.ending.stalemate {
            Stalemate::Illegal if self.has_moves_but_for_stalemate() => {
                Outcome::Draw(DrawReason::Stalemate)
            }
            _ if self.is_check() => Outcome::Win(!self.side),
            Stalemate::Wins => Outcome::Win(!self.side),
            Stalemate::Loses => Outcome::Win(self.side),
            Stalemate::Draw | Stalemate::Illegal => Outcome::Draw(DrawReason::Stalemate),
        }
    }

    /// `outcome` as it is told: with the reason of a win in this position, and the number of quiet moves
    /// that drew.
    pub fn verdict(&self, outcome: Outcome) -> String {
        if let (Outcome::Draw(DrawReason::FiftyMoves), Some(plies)) =
            (outcome, self.rules.ending.quiet_plies)
        {
            return format!("draw ({} moves)", plies / 2);
        }
        let reason = match outcome {
            Outcome::Win(winner) if self.has_lost_king(!winner) => " (king taken)",
            Outcome::Win(_) if self.is_check() => " (checkmate)",
            Outcome::Win(_) => " (stalemate)",
            Outcome::Draw(_) | Outcome::Ongoing => "",
        };
        format!("{outcome}{reason}")
    }

    /// Whether the king of `color` was taken, which only dice allow.
    pub fn has_lost_king(&self, color: Color) -> bool {
        self.king(color).is_none() && self.hands[color].count(Role::King) == 0
    }

    /// The draw by the fifty-move clock, the count or the material, for a side that can move.
    #[inline]
    pub fn draw_by_clock(&self) -> Option<DrawReason> {
        if self.quiet_limit().is_some_and(|limit| self.clock >= limit) {
            Some(DrawReason::FiftyMoves)
        } else if self.rules.ending.dead != Dead::PlayOn && self.lacks_material() {
            Some(DrawReason::Material)
        } else if self.is_count_over() {
            Some(DrawReason::Counting)
        } else {
            None
        }
    }

    /// The quiet plies that draw, unless a count has taken their place (federation 5.2 e).
    #[inline]
    pub fn quiet_limit(&self) -> Option<u16> {
        let rules = &self.rules.ending;
        let is_counted = rules.counting == Counting::Federation && self.count.is_some();
        rules.quiet_plies.filter(|_| !is_counted)
    }

    fn lacks_material(&self) -> bool {
        match self.rules.ending.dead {
            Dead::PlayOn => false,
            Dead::Drawn => self.is_dead(),
            Dead::Material => self.is_below_mating_material(),
        }
    }

    /// Whether beside the kings there is at most one knight or a general or two (Cute Chess: less than
    /// 25 points, where generals count more on squares of both colours).
    fn is_below_mating_material(&self) -> bool {
        let knights = self.all(Role::Knight);
        let generals = self.all(Role::General);
        let rest = self.occupied() & !(knights | generals | self.all(Role::King));
        let colors = u32::from((generals & LIGHT).any()) + u32::from((generals & !LIGHT).any());
        !self.is_placing() && rest.is_empty() && 4 * knights.len() + generals.len() + 2 * colors < 7
    }

    /// Plies until the fifty-move clock or a count may draw, if nothing sets them back.
    #[inline]
    pub fn plies_to_draw(&self) -> u16 {
        let quiet = self
            .quiet_limit()
            .map_or(u16::MAX, |limit| limit.saturating_sub(self.clock));
        quiet.min(self.plies_to_count().unwrap_or(u16::MAX))
    }

    /// Whether the side to move has one pawn and nothing but promotions, which it may decline to claim
    /// stalemate (3.9 c.7). As Fairy-Stockfish reads it, it has nothing else beside its king and is not
    /// in check.
    #[inline]
    pub fn is_promotion_stalemate(&self) -> bool {
        let own = self.of(self.side);
        let may_be = match self.rules.ending.declined {
            Declined::Off => false,
            Declined::KingAndPawn => {
                let rest = own & !self.all(Role::King);
                !rest.has_many() && (rest & self.all(Role::Pawn)).any() && !self.is_check()
            }
            Declined::LastPawn => {
                !(own & self.all(Role::Pawn)).has_many() && self.promotable().any()
            }
        };
        may_be && !self.is_setup() && self.has_only_promotions()
    }

    #[inline(never)]
    fn has_only_promotions(&self) -> bool {
        let mut moves = MoveList::new();
        self.generate(Scope::Quiet, &mut moves);
        self.generate(Scope::Noisy, &mut moves);
        !moves.is_empty() && moves.iter().all(|mv| mv.is_promotion())
    }

    /// Whether no series of moves can mate either king: bare kings with at most one general, knight
    /// or pawn, or a general each on squares of one colour (on two colours one can block its own
    /// king). A pawn that may become a queen mates. Where stalemate wins only bare kings are dead, and with dice
    /// nothing is. Such positions are scored as draws; most rules play them on.
    #[inline]
    pub fn is_dead(&self) -> bool {
        let occupied = self.occupied();
        let mating = self.all(Role::Rook) | self.all(Role::Elephant);
        if mating.any() || occupied.len() > 4 || self.is_setup() || self.rules.dice {
            return false;
        }
        if matches!(
            self.rules.ending.stalemate,
            Stalemate::Wins | Stalemate::Loses
        ) {
            return occupied.len() == 2;
        }
        if self.rules.game.has_modern_pieces() && self.all(Role::Pawn).any() {
            // It may become a queen.
            return false;
        }
        let lone = |color: Color| -> Option<Bitboard> {
            let rest = self.of(color) & !self.all(Role::King);
            let minor = self.all(Role::General) | self.all(Role::Knight) | self.all(Role::Pawn);
            (!rest.has_many() && (rest & !minor).is_empty()).then_some(rest)
        };
        match (lone(Color::White), lone(Color::Black)) {
            (Some(white), Some(black)) if white.any() && black.any() => {
                let generals = self.all(Role::General);
                let light = (generals & LIGHT).len();
                generals.len() == 2 && light != 1
            }
            (Some(_), Some(_)) => true,
            _ => false,
        }
    }
}
