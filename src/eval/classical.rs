use super::endgame;
use super::feature::{
    BLOCKED, CANDIDATE, Feature, FeatureCounts, GROUPS, HAND, HANGING, KING_ATTACK, KING_SHIELD,
    LAST_PAWN, MATERIAL, MOBILITY, NO_GENERAL, PLACE, PROTECTED, Pair, ROOK_FILE, THREAT_BY_MINOR,
    THREAT_BY_PAWN, THREAT_BY_ROOK, TWINS,
};
use super::weights::{TEMPO, WEIGHTS};
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, ByColor, Color, Role, Square, Value};

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
    let terms = GROUPS
        .iter()
        .zip(&groups.0)
        .map(|(group, sum)| (group.name, tapered(sum)))
        .collect();
    Trace {
        terms,
        total: evaluate(position),
    }
}

/// Whether the evaluation is the weighted sum of the features alone, unscaled for the ending.
pub fn is_linear(position: &Position) -> bool {
    position.is_setup() || endgame::is_ordinary(position)
}

/// The share of the middlegame in the weights, 0 to 1.
pub fn middlegame_share(position: &Position) -> f32 {
    phase(position) as f32 / FULL_PHASE as f32
}

/// How much of the middlegame a position has, `0..=FULL_PHASE`.
fn phase(position: &Position) -> i32 {
    if position.is_setup() {
        return FULL_PHASE;
    }
    Role::ALL
        .into_iter()
        .map(|role| PHASE[role as usize] * position.all(role).len() as i32)
        .sum::<i32>()
        .min(FULL_PHASE)
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

/// What one side attacks, collected while its pieces are looked at.
struct Attacks {
    by_pawn: Bitboard,
    by_minor: Bitboard,
    by_rook: Bitboard,
    all: Bitboard,
    /// Attack units on the enemy king's surroundings.
    pressure: usize,
}

/// Units that an attack on a square beside the king counts, by role.
const PRESSURE: [usize; Role::COUNT] = [1, 1, 2, 2, 2, 0];

/// Counts every feature of the position for both sides.
#[inline]
pub fn features(position: &Position, out: &mut impl FeatureCounts) {
    let pawn_attacks = ByColor([
        attacks::pawn_attacks(Color::White, position.pieces(Color::White, Role::Pawn)),
        attacks::pawn_attacks(Color::Black, position.pieces(Color::Black, Role::Pawn)),
    ]);
    let white = pieces::<true>(position, &pawn_attacks, out);
    let black = pieces::<false>(position, &pawn_attacks, out);
    threats(position, Color::White, &white, &black, out);
    threats(position, Color::Black, &black, &white, out);
    pawns::<true>(position, &white, out);
    pawns::<false>(position, &black, out);
    if position.is_setup() {
        for color in Color::ALL {
            hand(position, color, out);
        }
    }
}

fn hand(position: &Position, color: Color, out: &mut impl FeatureCounts) {
    for role in Role::IN_HAND {
        let count = position.hand(color).count(role) as i32;
        out.count(color, MATERIAL.at(role as usize), count);
        out.count(color, HAND.at(role as usize), count);
    }
}

/// The side of a function that is compiled once for each.
const fn side(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// Material, placement, mobility and pressure of the pieces; returns what they attack.
#[inline]
fn pieces<const WHITE: bool>(
    position: &Position,
    pawn_attacks: &ByColor<Bitboard>,
    out: &mut impl FeatureCounts,
) -> Attacks {
    let color = side(WHITE);
    let occupied = position.occupied();
    let own = position.of(color);
    let safe = !(own | pawn_attacks[!color]);
    let ring = position.king(!color).map_or(Bitboard::EMPTY, |king| {
        attacks::king(king) | Bitboard::of(king)
    });
    let by_pawn = pawn_attacks[color];
    let mut pressure = PRESSURE[Role::Pawn as usize] * (by_pawn & ring).len() as usize;
    let mut look = |role: Role, squares: Bitboard, out: &mut _| -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        let kind = role as usize - Role::General as usize;
        for square in squares {
            let attacked = attacks::attacks(role, color, square, occupied);
            place(color, role, square, out);
            FeatureCounts::count(
                out,
                color,
                MOBILITY.start + kind * 16 + (attacked & safe).len() as usize,
                1,
            );
            pressure += PRESSURE[role as usize] * (attacked & ring).len() as usize;
            seen |= attacked;
        }
        seen
    };
    let by_minor = look(Role::General, position.pieces(color, Role::General), out)
        | look(Role::Elephant, position.pieces(color, Role::Elephant), out)
        | look(Role::Knight, position.pieces(color, Role::Knight), out);
    let rooks = position.pieces(color, Role::Rook);
    let by_rook = look(Role::Rook, rooks, out);
    let pawns = position.all(Role::Pawn);
    for square in rooks {
        let file = Bitboard::file(square.file());
        let openness =
            usize::from((file & pawns).is_empty()) + usize::from((file & pawns & own).is_empty());
        if openness > 0 {
            out.count(color, ROOK_FILE.at(openness - 1), 1);
        }
    }
    for (index, role) in [Role::Elephant, Role::Knight, Role::Rook]
        .into_iter()
        .enumerate()
    {
        out.count(
            color,
            TWINS.at(index),
            i32::from(position.pieces(color, role).has_many()),
        );
    }
    let mut all = by_pawn | by_minor | by_rook;
    if let Some(king) = position.king(color) {
        place(color, Role::King, king, out);
        let around = attacks::king(king);
        let shield = position.pieces(color, Role::Pawn) & (around | around.forward(color));
        out.count(color, KING_SHIELD.at(shield.len() as usize), 1);
        all |= around;
    }
    Attacks {
        by_pawn,
        by_minor,
        by_rook,
        all,
        pressure,
    }
}

#[inline]
fn place(color: Color, role: Role, square: Square, out: &mut impl FeatureCounts) {
    out.count(color, MATERIAL.start + role as usize, 1);
    out.count(
        color,
        PLACE.start + role as usize * Square::COUNT + square.seen_by(color).index(),
        1,
    );
}

/// What stands attacked, and the pressure on the enemy king.
#[inline]
fn threats(
    position: &Position,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    out: &mut impl FeatureCounts,
) {
    let prey = position.of(!color);
    for role in [
        Role::Pawn,
        Role::General,
        Role::Elephant,
        Role::Knight,
        Role::Rook,
    ] {
        let prey = prey & position.all(role) & own.all;
        if prey.any() {
            let count = |by: Bitboard| (prey & by).len() as i32;
            out.count(
                color,
                THREAT_BY_PAWN.start + role as usize,
                count(own.by_pawn),
            );
            out.count(
                color,
                THREAT_BY_MINOR.start + role as usize,
                count(own.by_minor),
            );
            out.count(
                color,
                THREAT_BY_ROOK.start + role as usize,
                count(own.by_rook),
            );
            out.count(!color, HANGING.start + role as usize, count(!enemy.all));
        }
    }
    out.count(color, KING_ATTACK.at(own.pressure), 1);
}

/// Steps of a pawn on a square, as its side sees it, to the marked square of its file; the last
/// entry of [`CANDIDATE`] stands for pawns beyond theirs.
const STEPS: [u8; Square::COUNT] = {
    let mut steps = [CANDIDATE.len as u8 - 1; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index as u8);
        let marked = if square.file() < 4 {
            7 - square.file()
        } else {
            square.file()
        };
        if square.rank() <= marked {
            steps[index] = marked - square.rank();
        }
        index += 1;
    }
    steps
};

/// Pawns: material, placement, their way to promotion and their neighbours.
#[inline]
fn pawns<const WHITE: bool>(position: &Position, own: &Attacks, out: &mut impl FeatureCounts) {
    let color = side(WHITE);
    let pawns = position.pieces(color, Role::Pawn);
    if pawns.is_empty() {
        return;
    }
    for square in pawns {
        place(color, Role::Pawn, square, out);
    }
    out.count(color, PROTECTED.at(0), (pawns & own.by_pawn).len() as i32);
    out.count(
        color,
        BLOCKED.at(0),
        (pawns.forward(color) & position.occupied()).len() as i32,
    );
    if position.pieces(color, Role::General).is_empty()
        && position.hand(color).count(Role::General) == 0
    {
        for square in pawns {
            out.count(
                color,
                CANDIDATE.start + usize::from(STEPS[square.seen_by(color).index()]),
                1,
            );
        }
        out.count(color, NO_GENERAL.at(0), 1);
        let is_last = !pawns.has_many() && position.rules().promotion.last_pawn_anywhere;
        out.count(color, LAST_PAWN.at(0), i32::from(is_last));
    }
}

/// What a drop of `role` on `square` adds to the placement terms, in centipawns: a first guess for
/// the order of drops.
pub fn drop_value(color: Color, role: Role, square: Square) -> Value {
    WEIGHTS[PLACE.at(role as usize * 64 + square.seen_by(color).index())].middlegame()
}
