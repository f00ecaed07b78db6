//! The classical evaluation: counts the features of a position and weighs them.

use super::endgame;
use super::feature::{
    BLOCKED, CANDIDATE, Feature, FeatureCounts, GROUPS, HAND, HANGING, KING_ATTACK, KING_SHIELD,
    LAST_PAWN, MATERIAL, MOBILITY, NO_GENERAL, PLACE, PUSH_THREAT, Pair, ROOK_FILE, SAFE_CHECK,
    SPACE, SUPPORTED, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK, TWINS, WEAK_RING,
};
use super::mating::marked_rank;
use super::mini;
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
    /// Name and tapered value of each group of features, White minus Black, in centipawns; none if the pieces are
    /// not Sittuyin's.
    pub terms: Vec<(&'static str, Value)>,
    /// The sum of the terms from the side to move, after scaling for the ending.
    pub classical: Value,
}

/// The classical value in centipawns from the side to move, the clock aside.
pub fn evaluate(position: &Position) -> Value {
    if position.rules().game.has_modern_pieces() {
        return mini::evaluate(position);
    }
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
    let classical = evaluate(position);
    if position.rules().game.has_modern_pieces() {
        let terms = Vec::new();
        return Trace { terms, classical };
    }
    let mut groups = Groups(vec![ByColor::default(); GROUPS.len()]);
    features(position, &mut groups);
    let tapered = |sum: &ByColor<Pair>| taper(position, sum[Color::White] - sum[Color::Black]);
    let terms = GROUPS
        .iter()
        .zip(&groups.0)
        .map(|(group, sum)| (group.name, tapered(sum)))
        .collect();
    Trace { terms, classical }
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
    /// By general, elephant, knight and rook.
    by_piece: [Bitboard; 4],
    by_minor: Bitboard,
    by_rook: Bitboard,
    /// By everything but the king.
    guarded: Bitboard,
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
    king_danger(position, Color::White, &white, &black, out);
    king_danger(position, Color::Black, &black, &white, out);
    pawns::<true>(position, out);
    pawns::<false>(position, out);
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
    let by_general = look(Role::General, position.pieces(color, Role::General), out);
    let by_elephant = look(Role::Elephant, position.pieces(color, Role::Elephant), out);
    let by_knight = look(Role::Knight, position.pieces(color, Role::Knight), out);
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
    let by_minor = by_general | by_elephant | by_knight;
    let guarded = by_pawn | by_minor | by_rook;
    let mut all = guarded;
    if let Some(king) = position.king(color) {
        place(color, Role::King, king, out);
        let around = attacks::king(king);
        let shield = position.pieces(color, Role::Pawn) & (around | around.forward(color));
        out.count(color, KING_SHIELD.at(shield.len() as usize), 1);
        all |= around;
    }
    Attacks {
        by_pawn,
        by_piece: [by_general, by_elephant, by_knight, by_rook],
        by_minor,
        by_rook,
        guarded,
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

/// What stands attacked, supported or about to be attacked.
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
        let supported = position.pieces(color, role) & own.by_pawn;
        out.count(
            color,
            SUPPORTED.start + role as usize,
            supported.len() as i32,
        );
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
    let steps =
        position.pieces(color, Role::Pawn).forward(color) & !position.occupied() & !enemy.all;
    let pushed = attacks::pawn_attacks(color, steps) & prey & !position.all(Role::Pawn);
    out.count(color, PUSH_THREAT.at(0), pushed.len() as i32);
    let beyond = Bitboard(0xffff_ffff << (32 * u32::from(color == Color::White)));
    out.count(
        color,
        SPACE.at(0),
        (own.all & beyond & !enemy.by_pawn).len() as i32,
    );
}

/// What threatens the king of the other side.
#[inline]
fn king_danger(
    position: &Position,
    color: Color,
    own: &Attacks,
    enemy: &Attacks,
    out: &mut impl FeatureCounts,
) {
    let Some(king) = position.king(!color) else {
        return;
    };
    out.count(color, KING_ATTACK.at(own.pressure), 1);
    let weak = attacks::king(king) & own.all & !enemy.guarded;
    out.count(color, WEAK_RING.at(weak.len() as usize), 1);
    let safe = !position.of(color) & !enemy.all;
    let from = [
        attacks::general(king),
        attacks::elephant(!color, king),
        attacks::knight(king),
        attacks::rook(king, position.occupied()),
    ];
    for (index, (from, by)) in from.into_iter().zip(own.by_piece).enumerate() {
        out.count(color, SAFE_CHECK.at(index), (from & by & safe).len() as i32);
    }
}

/// Steps of a pawn on a square, as its side sees it, to the marked square of its file; the last
/// entry of [`CANDIDATE`] stands for pawns beyond theirs.
const STEPS: [u8; Square::COUNT] = {
    let mut steps = [CANDIDATE.len as u8 - 1; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index as u8);
        let marked = marked_rank(square.file());
        if square.rank() <= marked {
            steps[index] = marked - square.rank();
        }
        index += 1;
    }
    steps
};

/// Pawns: material, placement, their way to promotion and their neighbours.
#[inline]
fn pawns<const WHITE: bool>(position: &Position, out: &mut impl FeatureCounts) {
    let color = side(WHITE);
    let pawns = position.pieces(color, Role::Pawn);
    if pawns.is_empty() {
        return;
    }
    for square in pawns {
        place(color, Role::Pawn, square, out);
    }
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
    if role as usize >= Role::COUNT {
        return 0;
    }
    WEIGHTS[PLACE.at(role as usize * 64 + square.seen_by(color).index())].middlegame()
}
