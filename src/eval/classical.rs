use super::endgame;
use super::feature::{
    BLOCKED, CANDIDATE, Feature, FeatureCounts, GROUPS, HAND, HANGING, KING_ATTACK, KING_SHIELD, LAST_PAWN, MATERIAL, MOBILITY,
    NO_GENERAL, PLACE, PROTECTED, Pair, ROOK_FILE, RUNNER, STUCK, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK, TWINS,
};
use super::weights::{TEMPO, WEIGHTS};
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, ByColor, Color, Role, Value};

/// How much of the middlegame each role stands for; [`FULL_PHASE`] is the sum at the start.
const PHASE: [i32; Role::COUNT] = [0, 1, 2, 2, 4, 0];
const FULL_PHASE: i32 = 34;

/// An evaluation with its parts.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Name and tapered value of each group of features, White minus Black, in centipawns.
    pub terms: Vec<(&'static str, Value)>,
    /// The whole from the side to move, after scaling for the ending.
    pub total: Value,
}

/// The static value in centipawns from the side to move.
pub fn evaluate(position: &Position) -> Value {
    let mut sum = Sum(ByColor([Pair::default(); 2]));
    features(position, &mut sum);
    let us = position.side();
    let value = taper(position, sum.0[us] - sum.0[!us]) + TEMPO;
    endgame::scale(position, value)
}

/// The evaluation with its parts.
pub fn trace(position: &Position) -> Trace {
    /// Sums a group each.
    struct Groups(Vec<ByColor<Pair>>);
    impl FeatureCounts for Groups {
        fn count(&mut self, color: Color, feature: Feature, times: i32) {
            let group = GROUPS.partition_point(|group| group.start <= feature) - 1;
            self.0[group][color] += WEIGHTS[feature] * times;
        }
    }
    let mut groups = Groups(vec![ByColor::default(); GROUPS.len()]);
    features(position, &mut groups);
    let tapered = |sum: &ByColor<Pair>| taper(position, sum[Color::White] - sum[Color::Black]);
    let terms = GROUPS.iter().zip(&groups.0).map(|(group, sum)| (group.name, tapered(sum))).collect();
    Trace { terms, total: evaluate(position) }
}

/// The middlegame share of a position in `0..=1`.
pub(crate) fn phase(position: &Position) -> i32 {
    let pieces = |role: Role| {
        let hands = Color::ALL.into_iter().map(|color| position.hand(color).count(role)).sum::<usize>();
        position.all(role).len() as i32 + hands as i32
    };
    Role::ALL.into_iter().map(|role| PHASE[role as usize] * pieces(role)).sum::<i32>().min(FULL_PHASE)
}

fn taper(position: &Position, pair: Pair) -> Value {
    let phase = phase(position);
    (pair.middlegame() * phase + pair.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
}

struct Sum(ByColor<Pair>);

impl FeatureCounts for Sum {
    #[inline]
    fn count(&mut self, color: Color, feature: Feature, times: i32) {
        self.0[color] += WEIGHTS[feature] * times;
    }
}

/// What both sides attack, collected while the pieces are looked at.
struct Attacks {
    by_pawn: Bitboard,
    by_minor: Bitboard,
    by_rook: Bitboard,
    by_king: Bitboard,
    /// Attack units on the enemy king's surroundings.
    pressure: usize,
}

/// Units that an attack on a square beside the king counts, by role.
const PRESSURE: [usize; Role::COUNT] = [1, 1, 2, 2, 2, 0];

/// Counts every feature of the position for both sides.
pub fn features(position: &Position, out: &mut impl FeatureCounts) {
    let pawn_attacks = ByColor(Color::ALL.map(|color| attacks::pawn_attacks(color, position.pieces(color, Role::Pawn))));
    let attacks = ByColor(Color::ALL.map(|color| pieces(position, color, &pawn_attacks, out)));
    for color in Color::ALL {
        if position.is_setup() {
            hand(position, color, out);
        }
        pawns(position, color, pawn_attacks[color], out);
        threats(position, color, &attacks, out);
    }
}

fn hand(position: &Position, color: Color, out: &mut impl FeatureCounts) {
    for role in Role::IN_HAND {
        let count = position.hand(color).count(role) as i32;
        if count > 0 {
            out.count(color, MATERIAL.at(role as usize), count);
            out.count(color, HAND.at(role as usize), count);
        }
    }
}

/// Material, placement, mobility and pressure of the pieces; returns what they attack.
#[inline]
fn pieces(position: &Position, color: Color, pawn_attacks: &ByColor<Bitboard>, out: &mut impl FeatureCounts) -> Attacks {
    let occupied = position.occupied();
    let own = position.of(color);
    let safe = !(own | pawn_attacks[!color]);
    let enemy_king = position.king(!color);
    let ring = enemy_king.map_or(Bitboard::EMPTY, |king| attacks::king(king) | Bitboard::of(king));
    let by_pawn = pawn_attacks[color];
    let mut seen = Attacks {
        by_pawn,
        by_minor: Bitboard::EMPTY,
        by_rook: Bitboard::EMPTY,
        by_king: Bitboard::EMPTY,
        pressure: PRESSURE[Role::Pawn as usize] * (by_pawn & ring).len() as usize,
    };
    for role in [Role::General, Role::Elephant, Role::Knight, Role::Rook] {
        let kind = role as usize - Role::General as usize;
        for square in position.pieces(color, role) {
            let attacked = attacks::attacks(role, color, square, occupied);
            out.count(color, MATERIAL.at(role as usize), 1);
            out.count(color, PLACE.at(role as usize * 64 + square.seen_by(color).index()), 1);
            out.count(color, MOBILITY.at(kind * 16 + (attacked & safe).len() as usize), 1);
            seen.pressure += PRESSURE[role as usize] * (attacked & ring).len() as usize;
            if role == Role::Rook {
                seen.by_rook |= attacked;
            } else {
                seen.by_minor |= attacked;
            }
        }
    }
    let pawns = position.all(Role::Pawn);
    for square in position.pieces(color, Role::Rook) {
        let file = Bitboard::file(square.file());
        if (file & pawns).is_empty() {
            out.count(color, ROOK_FILE.at(1), 1);
        } else if (file & pawns & own).is_empty() {
            out.count(color, ROOK_FILE.at(0), 1);
        }
        if square.seen_by(color).rank() >= 5 {
            out.count(color, ROOK_FILE.at(2), 1);
        }
    }
    for (index, role) in [Role::Elephant, Role::Knight, Role::Rook].into_iter().enumerate() {
        if position.pieces(color, role).len() as usize + position.hand(color).count(role) > 1 {
            out.count(color, TWINS.at(index), 1);
        }
    }
    if let Some(king) = position.king(color) {
        out.count(color, PLACE.at(Role::King as usize * 64 + king.seen_by(color).index()), 1);
        seen.by_king = attacks::king(king);
        let shield = position.pieces(color, Role::Pawn) & (seen.by_king | seen.by_king.forward(color));
        out.count(color, KING_SHIELD.at(shield.len() as usize), 1);
    }
    seen
}

/// What stands attacked, and the pressure on the enemy king.
#[inline]
fn threats(position: &Position, color: Color, attacks: &ByColor<Attacks>, out: &mut impl FeatureCounts) {
    let (own, enemy) = (&attacks[color], &attacks[!color]);
    let prey = position.of(!color) & !position.all(Role::King);
    let mut threaten = |attacked: Bitboard, group: super::Group| {
        for square in attacked & prey {
            if let Some(piece) = position.piece_on(square) {
                out.count(color, group.at(piece.role() as usize), 1);
            }
        }
    };
    threaten(own.by_pawn, THREAT_BY_PAWN);
    threaten(own.by_minor, THREAT_BY_MINOR);
    threaten(own.by_rook, THREAT_BY_ROOK);
    let all = |side: &Attacks| side.by_pawn | side.by_minor | side.by_rook | side.by_king;
    let hanging = all(own) & prey & !all(enemy);
    for square in hanging {
        if let Some(piece) = position.piece_on(square) {
            out.count(!color, HANGING.at(piece.role() as usize), 1);
        }
    }
    out.count(color, KING_ATTACK.at(own.pressure), 1);
}

/// Pawns: material, placement, their way to promotion and their neighbours.
#[inline]
fn pawns(position: &Position, color: Color, pawn_attacks: Bitboard, out: &mut impl FeatureCounts) {
    let pawns = position.pieces(color, Role::Pawn);
    if pawns.is_empty() {
        return;
    }
    let has_general = position.pieces(color, Role::General).any() || position.hand(color).count(Role::General) > 0;
    let zone = position.rules().promotion.zone[color];
    for square in pawns {
        out.count(color, MATERIAL.at(Role::Pawn as usize), 1);
        out.count(color, PLACE.at(square.seen_by(color).index()), 1);
        let goal = (zone & Bitboard::file(square.file())).first();
        let steps = goal.map_or(-1, |goal| goal.seen_by(color).rank() as i8 - square.seen_by(color).rank() as i8);
        if steps < 0 {
            out.count(color, STUCK.at(0), 1);
        } else {
            let group = if has_general { RUNNER } else { CANDIDATE };
            out.count(color, group.at(steps as usize), 1);
        }
    }
    out.count(color, PROTECTED.at(0), (pawns & pawn_attacks).len() as i32);
    out.count(color, BLOCKED.at(0), (pawns.forward(color) & position.occupied()).len() as i32);
    if !has_general {
        out.count(color, NO_GENERAL.at(0), 1);
        if !pawns.has_many() && position.rules().promotion.last_pawn_anywhere {
            out.count(color, LAST_PAWN.at(0), 1);
        }
    }
}

/// What a drop of `role` on `square` adds to the placement terms, in centipawns: a first guess for
/// the order of drops.
pub fn drop_value(color: Color, role: Role, square: crate::types::Square) -> Value {
    WEIGHTS[PLACE.at(role as usize * 64 + square.seen_by(color).index())].middlegame()
}
