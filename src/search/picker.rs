//! Moves in the order in which they are worth trying, generated no sooner than needed.

use std::cell::OnceCell;

use arrayvec::ArrayVec;

use super::history::{Before, Continuation, History, played, played_piece};
use super::tactics::Tactics;
use crate::eval;
use crate::position::{Position, Scope};
use crate::types::{Bitboard, Move, MoveList};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    GenerateNoisy,
    GoodNoisy,
    Killers,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Evasions,
    Done,
}

/// A drop that gives check comes before all others: it may mate a king that left its pawns.
const CHECKING_DROP: i32 = 1 << 20;

#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
}

/// What the picker orders moves by.
pub(super) struct Context<'a> {
    pub(super) position: &'a Position,
    pub(super) threats: Bitboard,
    pub(super) before: Before,
    tactics: OnceCell<Tactics>,
}

impl<'a> Context<'a> {
    pub(super) fn new(position: &'a Position, threats: Bitboard, before: Before) -> Self {
        Self {
            position,
            threats,
            before,
            tactics: OnceCell::new(),
        }
    }

    /// Made when first asked for: most nodes end before a quiet move is looked at.
    #[inline]
    pub(super) fn tactics(&self) -> &Tactics {
        self.tactics.get_or_init(|| Tactics::new(self.position))
    }
}

/// A staged move picker (`chessprogramming.org/Move_Ordering`): the table's move, winning captures
/// and promotions, killers, quiet moves by history and [`Tactics`], losing captures.
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// The exchange value that a capture must reach to be tried early.
    threshold: i32,
    noisy_only: bool,
    /// Quiet moves are no longer wanted.
    skip_quiet: bool,
    moves: ArrayVec<Scored, 256>,
    next: usize,
    /// Losing captures are kept at the front of `noisy`.
    noisy: ArrayVec<Scored, 256>,
    bad: usize,
}

impl Picker {
    /// All moves.
    pub(super) fn new(
        position: &Position,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
    ) -> Self {
        Self::with(position, table_move, killers, 0, false)
    }

    /// Captures and promotions that reach `threshold`; all evasions when in check.
    pub(super) fn noisy(position: &Position, table_move: Option<Move>, threshold: i32) -> Self {
        Self::with(position, table_move, [None; 2], threshold, true)
    }

    fn with(
        position: &Position,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        threshold: i32,
        noisy_only: bool,
    ) -> Self {
        let legal = |mv: &Move| position.is_legal(*mv);
        let wanted = |mv: &Move| {
            !noisy_only
                || position.is_check()
                || position.is_noisy(*mv) && position.see_at_least(*mv, threshold)
        };
        Self {
            stage: Stage::Table,
            table_move: table_move.filter(legal).filter(wanted),
            killers,
            threshold,
            noisy_only: noisy_only && !position.is_check(),
            skip_quiet: false,
            moves: ArrayVec::new(),
            next: 0,
            noisy: ArrayVec::new(),
            bad: 0,
        }
    }

    /// Leaves out the quiet moves that remain.
    pub(super) fn skip_quiet(&mut self) {
        self.skip_quiet = true;
    }

    /// The next move.
    pub(super) fn next(&mut self, context: &Context, history: &History) -> Option<Move> {
        let position = context.position;
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if position.is_check() {
                        Stage::Evasions
                    } else {
                        Stage::GenerateNoisy
                    };
                    if position.is_check() {
                        self.generate_evasions(context, history);
                    }
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::Evasions => match take_best(&mut self.moves, &mut self.next) {
                    None => self.stage = Stage::Done,
                    Some(scored) if self.is_repeat(scored.mv) => {}
                    Some(scored) if self.skip_quiet && !position.is_noisy(scored.mv) => {}
                    Some(scored) => return Some(scored.mv),
                },
                Stage::GenerateNoisy => {
                    let mut list = MoveList::new();
                    position.generate(Scope::Noisy, &mut list);
                    self.noisy.extend(list.iter().map(|&mv| Scored {
                        mv,
                        score: noisy_score(position, history, mv),
                    }));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match take_best(&mut self.noisy, &mut self.next) {
                    None => {
                        self.next = 0;
                        self.stage = if self.noisy_only {
                            Stage::Done
                        } else {
                            Stage::Killers
                        };
                    }
                    Some(scored) if self.is_repeat(scored.mv) => {}
                    Some(scored) if position.see_at_least(scored.mv, self.threshold) => {
                        return Some(scored.mv);
                    }
                    Some(scored) => {
                        self.noisy[self.bad] = scored;
                        self.bad += 1;
                    }
                },
                Stage::Killers => {
                    while self.next < self.killers.len() && !self.skip_quiet {
                        let index = self.next;
                        self.next += 1;
                        let Some(mv) = self.killers[index] else {
                            continue;
                        };
                        let seen = self.is_repeat(mv) || self.killers[..index].contains(&Some(mv));
                        if !seen && position.is_legal(mv) && !position.is_noisy(mv) {
                            return Some(mv);
                        }
                        self.killers[index] = None;
                    }
                    self.stage = Stage::GenerateQuiet;
                }
                Stage::GenerateQuiet => {
                    self.next = 0;
                    if !self.skip_quiet {
                        let mut list = MoveList::new();
                        position.generate(Scope::Quiet, &mut list);
                        let continuations = history.continuations(&context.before);
                        let scored = list.iter().map(|&mv| Scored {
                            mv,
                            score: quiet_score(context, history, &continuations, mv),
                        });
                        keep_best(&mut self.moves, scored);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match take_best(&mut self.moves, &mut self.next) {
                    Some(_) if self.skip_quiet => self.next = self.moves.len(),
                    Some(scored)
                        if self.is_repeat(scored.mv) || self.killers.contains(&Some(scored.mv)) => {
                    }
                    Some(scored) => return Some(scored.mv),
                    None => {
                        self.next = 0;
                        self.stage = Stage::BadNoisy;
                    }
                },
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(self.noisy[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn is_repeat(&self, mv: Move) -> bool {
        self.table_move == Some(mv)
    }

    fn generate_evasions(&mut self, context: &Context, history: &History) {
        let position = context.position;
        let mut list = MoveList::new();
        position.generate(Scope::All, &mut list);
        let continuations = history.continuations(&context.before);
        let scored = list.iter().map(|&mv| {
            let score = if position.is_noisy(mv) {
                noisy_score(position, history, mv) + 1_000_000
            } else {
                quiet_score(context, history, &continuations, mv)
            };
            Scored { mv, score }
        });
        keep_best(&mut self.moves, scored);
    }
}

/// Fills `moves`. Where pieces displace pawns there are up to a thousand moves, nearly all alike: those
/// that look worst are left out when there is no more room.
#[inline]
fn keep_best(moves: &mut ArrayVec<Scored, 256>, scored: impl Iterator<Item = Scored>) {
    let mut rest = Vec::new();
    for scored in scored {
        if let Err(full) = moves.try_push(scored) {
            rest.push(full.element());
        }
    }
    if !rest.is_empty() {
        rest.splice(..0, moves.drain(..));
        rest.sort_by_key(|scored| -scored.score);
        moves.extend(rest.into_iter().take(moves.capacity()));
    }
}

/// Takes the best of the moves from `next` on.
fn take_best(moves: &mut [Scored], next: &mut usize) -> Option<Scored> {
    let rest = moves.get_mut(*next..)?;
    let (mut best, mut highest) = (0, rest.first()?.score);
    for (index, scored) in rest.iter().enumerate() {
        if scored.score > highest {
            (best, highest) = (index, scored.score);
        }
    }
    rest.swap(0, best);
    *next += 1;
    rest.first().copied()
}

/// Most valuable victim first, then by capture history.
fn noisy_score(position: &Position, history: &History, mv: Move) -> i32 {
    let victim = position.captured(mv);
    let gain = victim.map_or(100, crate::types::Role::exchange_value);
    gain * 32 + history.noisy(played(position, mv), victim)
}

#[allow(clippy::inline_always)] // A call for each move costs a good part of what the score does.
#[inline(always)]
fn quiet_score(
    context: &Context,
    history: &History,
    continuations: &[&Continuation; 4],
    mv: Move,
) -> i32 {
    let &Context {
        position, threats, ..
    } = context;
    let side = position.side();
    let (piece, to) = (position.moved_piece(mv), mv.to());
    let learned = history.quiet(side, mv, played_piece(piece, to), threats, continuations);
    if mv.is_drop() {
        // In the set-up the square itself says much before there is any history.
        let check = if position.is_checking_drop(piece.role(), to) {
            CHECKING_DROP
        } else {
            0
        };
        learned + 24 * eval::drop_value(side, piece.role(), to) + check
    } else {
        learned + context.tactics().order(position, piece.role(), mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::perft;
    use crate::rules::{STANDARD, preset};

    /// Counts lines through the picker, with the `nth` legal move as table move and two as killers.
    fn picker_perft(position: &Position, history: &History, depth: u32, nth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = position.legal_moves();
        let some = |n: usize| (!moves.is_empty()).then(|| moves[n % moves.len()]);
        let context = Context::new(position, Bitboard::EMPTY, [None; 4]);
        let mut picker = Picker::new(position, some(nth), [some(nth + 1), some(3 * nth)]);
        let mut nodes = 0;
        while let Some(mv) = picker.next(&context, history) {
            nodes += picker_perft(&position.play(mv), history, depth - 1, nth + 1);
        }
        nodes
    }

    #[test]
    fn drops_that_give_check_come_first() {
        let winther = preset("sittuyin-winther").unwrap();
        let fen = "8/5p1p/p1nppkpf/spps4/4PSPS/KPPPNN2/PP2PF2/8[RRnrr] b - - 0 6";
        let position = Position::from_fen(winther, fen).unwrap();
        let context = Context::new(&position, Bitboard::EMPTY, [None; 4]);
        let mut picker = Picker::new(&position, None, [None; 2]);
        let first = picker.next(&context, &History::new()).unwrap();
        assert!(position.play(first).is_check(), "{first}");
    }

    #[test]
    fn the_picker_gives_every_legal_move_once() {
        let history = History::new();
        for (fen, depth) in [
            (STANDARD.start_fen, 2),
            (
                "r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[] w - - 0 9",
                3,
            ),
            ("2r5/6k1/6p1/3s2P1/3npR2/8/p2N2F1/3K4[] w - - 1 50", 4),
            ("8/6s1/5P2/3n4/pR2K2S/1P6/1k4p1/8[] w - - 1 50", 4),
            ("1k5K/3r2P1/8/8/8/8/8/8[] w - - 0 1", 5),
        ] {
            let position = Position::from_fen(&STANDARD, fen).unwrap();
            for nth in 0..5 {
                assert_eq!(
                    picker_perft(&position, &history, depth, nth),
                    perft(&position, depth),
                    "{fen} {nth}"
                );
            }
        }
    }
}
