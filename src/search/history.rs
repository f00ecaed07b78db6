//! What earlier searches learned about moves and evaluations.
//!
//! Move histories follow `chessprogramming.org/History_Heuristic` with gravity: a bonus pulls an entry
//! towards a bound that it never passes. Correction histories (chessprogramming.org/
//! `Static_Evaluation_Correction_History`) learn by how much the evaluation errs.

use super::params::CORRECTION_DIVISOR;
use crate::position::Position;
use crate::types::{Bitboard, ByColor, Color, Move, Piece, Role, Square, Value};

/// Bound of every move history.
const LIMIT: i32 = 16_384;
const PIECE_SQUARES: usize = Piece::COUNT * Square::COUNT;
const CORRECTION_SIZE: usize = 16_384;
/// Corrections a side by the two moves before.
const LINES: usize = 1 << 16;
/// Corrections are kept in 256ths of a centipawn.
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_LIMIT: i32 = 64 * CORRECTION_GRAIN;

/// A piece on the square where a move put it: the index of continuation histories.
pub(super) type Played = u16;

/// How well the moves did that followed one move, by [`Played`].
pub(super) type Continuation = [i16; PIECE_SQUARES];

/// The moves one, two, four and six plies before, where there were any.
pub(super) type Before = [Option<Played>; 4];

/// What is known of the moves after none.
static NOTHING: Continuation = [0; PIECE_SQUARES];

/// The [`Played`] index of a legal move. Queen, bishop and guard share the entries of pawn, general
/// and elephant, the last two of which are in no game with them.
#[inline]
pub(super) fn played(position: &Position, mv: Move) -> Played {
    played_piece(position.moved_piece(mv), mv.to())
}

/// The same when the piece is known.
#[inline]
pub(super) fn played_piece(piece: Piece, to: Square) -> Played {
    let piece = piece.index();
    let row = piece.checked_sub(Piece::COUNT).unwrap_or(piece);
    (row * Square::COUNT + to.index()) as Played
}

fn update(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

/// The histories of one thread.
pub(super) struct History {
    /// Quiet steps by side, origin, target and whether origin and target were attacked.
    steps: Vec<i16>,
    /// Other quiet moves, drops above all, by piece and square.
    drops: Vec<i16>,
    /// Captures and promotions by piece, target and victim (the last victim is none).
    noisy: Vec<i16>,
    /// A move by the one that was played one, two, four or six plies before.
    continuation: Vec<Continuation>,
    pawns: Vec<i16>,
    pieces: ByColor<Vec<i16>>,
    /// Corrections after two moves.
    lines: Vec<i16>,
}

impl History {
    pub(super) fn new() -> Self {
        let correction = || vec![0; 2 * CORRECTION_SIZE];
        Self {
            steps: vec![0; 2 * 4 * 4096],
            drops: vec![0; PIECE_SQUARES],
            noisy: vec![0; PIECE_SQUARES * (Role::TOTAL + 1)],
            continuation: vec![NOTHING; PIECE_SQUARES],
            pawns: correction(),
            pieces: ByColor([correction(), correction()]),
            lines: vec![0; 2 * LINES],
        }
    }

    /// Steps have entries by origin and target, all other moves by piece and target.
    fn quiet_slot(&mut self, side: Color, mv: Move, played: Played, threats: Bitboard) -> &mut i16 {
        match mv.step_origin() {
            Some(from) => &mut self.steps[Self::step_index(side, from, mv.to(), threats)],
            None => &mut self.drops[usize::from(played)],
        }
    }

    fn step_index(side: Color, from: Square, to: Square, threats: Bitboard) -> usize {
        let threat = usize::from(threats.has(from)) * 2 + usize::from(threats.has(to));
        ((side as usize * 4 + threat) * 64 + from.index()) * 64 + to.index()
    }

    /// How well moves did after those of `before`.
    #[inline]
    pub(super) fn continuations(&self, before: &Before) -> [&Continuation; 4] {
        before.map(|previous| {
            previous.map_or(&NOTHING, |previous| {
                &self.continuation[usize::from(previous)]
            })
        })
    }

    /// How well a quiet move did, also after the moves before it.
    #[inline]
    pub(super) fn quiet(
        &self,
        side: Color,
        mv: Move,
        played: Played,
        threats: Bitboard,
        continuations: &[&Continuation; 4],
    ) -> i32 {
        let own = match mv.step_origin() {
            Some(from) => self.steps[Self::step_index(side, from, mv.to(), threats)],
            None => self.drops[usize::from(played)],
        };
        let [last, second, fourth, sixth] =
            continuations.map(|continuation| i32::from(continuation[usize::from(played)]));
        i32::from(own) + last + second + i32::midpoint(fourth, sixth)
    }

    /// Rewards or punishes a quiet move.
    pub(super) fn update_quiet(
        &mut self,
        side: Color,
        mv: Move,
        played: Played,
        threats: Bitboard,
        before: &Before,
        bonus: i32,
    ) {
        self.update_own(side, mv, played, threats, bonus);
        for previous in before.iter().flatten() {
            update(
                &mut self.continuation[usize::from(*previous)][usize::from(played)],
                bonus,
            );
        }
    }

    /// Rewards or punishes a quiet move whatever was played before it.
    pub(super) fn update_own(
        &mut self,
        side: Color,
        mv: Move,
        played: Played,
        threats: Bitboard,
        bonus: i32,
    ) {
        update(self.quiet_slot(side, mv, played, threats), bonus);
    }

    fn noisy_index(played: Played, victim: Option<Role>) -> usize {
        usize::from(played) * (Role::TOTAL + 1) + victim.map_or(Role::TOTAL, |role| role as usize)
    }

    /// How well a capture or promotion did.
    #[inline]
    pub(super) fn noisy(&self, played: Played, victim: Option<Role>) -> i32 {
        i32::from(self.noisy[Self::noisy_index(played, victim)])
    }

    /// Rewards or punishes a capture or promotion.
    pub(super) fn update_noisy(&mut self, played: Played, victim: Option<Role>, bonus: i32) {
        update(&mut self.noisy[Self::noisy_index(played, victim)], bonus);
    }

    fn correction_index(side: Color, key: u64) -> usize {
        side as usize * CORRECTION_SIZE + key as usize % CORRECTION_SIZE
    }

    fn line_index(side: Color, (last, before): (Played, Played)) -> usize {
        // Fibonacci hashing: the high bits of the product are the well mixed ones.
        let mixed = (u64::from(last) << 16 | u64::from(before)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        side as usize * LINES + (mixed >> 48) as usize
    }

    /// What to add to the evaluation of `position` after the two moves of `line`, in centipawns.
    pub(super) fn correction(&self, position: &Position, line: Option<(Played, Played)>) -> Value {
        let side = position.side();
        let sum = i32::from(self.pawns[Self::correction_index(side, position.pawn_key())])
            + Color::ALL
                .into_iter()
                .map(|color| {
                    i32::from(
                        self.pieces[color][Self::correction_index(side, position.piece_key(color))],
                    )
                })
                .sum::<i32>()
            + line.map_or(0, |line| {
                i32::from(self.lines[Self::line_index(side, line)])
            });
        sum / CORRECTION_DIVISOR
    }

    /// Learns that the search found `error` centipawns more than the evaluation.
    pub(super) fn update_correction(
        &mut self,
        position: &Position,
        line: Option<(Played, Played)>,
        depth: i32,
        error: Value,
    ) {
        let side = position.side();
        let weight = (depth + 1).min(16);
        let learn = |entry: &mut i16| {
            let target = error.clamp(-128, 128) * CORRECTION_GRAIN;
            let value = (i32::from(*entry) * (256 - weight) + target * weight) / 256;
            *entry = value.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        };
        learn(&mut self.pawns[Self::correction_index(side, position.pawn_key())]);
        if let Some(line) = line {
            learn(&mut self.lines[Self::line_index(side, line)]);
        }
        for color in Color::ALL {
            learn(&mut self.pieces[color][Self::correction_index(side, position.piece_key(color))]);
        }
    }
}
