//! A second, slow generator of legal moves, written from the rule book alone.
//!
//! It keeps the board as 64 letters, tries every move by making it and looking for the king, and shares
//! no code with the engine, so that both would have to misread a rule in the same way.

use std::collections::BTreeSet;

use crate::book::{Book, book};

/// A position, a1 first; `' '` is an empty square, `'*'` none.
#[derive(Clone)]
pub(crate) struct Board {
    book: Book,
    squares: [char; 64],
    hand: Vec<char>,
    white: bool,
    second_stage: bool,
    /// Plies without capture, pawn move, promotion or drop.
    quiet: u32,
}

type Offset = (i32, i32);

const STRAIGHT: [Offset; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const OBLIQUE: [Offset; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [Offset; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

fn square_at(square: usize, (files, ranks): Offset) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

fn is_white(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

fn is_piece(content: char) -> bool {
    content.is_ascii_alphabetic()
}

impl Board {
    pub(crate) fn read(preset: &str, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let (placement, hand) = fields[0].split_once('[').unwrap();
        let mut squares = [' '; 64];
        for (row, text) in placement.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    squares[(7 - row) * 8 + file] = letter;
                    file += 1;
                }
            }
        }
        let hand: Vec<char> = hand.chars().filter(|letter| is_piece(*letter)).collect();
        let book = book(preset);
        let second_stage = book.stages && (!hand.is_empty() || fields[2] == "r");
        Self {
            book,
            squares,
            hand,
            white: fields[1] == "w",
            second_stage,
            quiet: fields[4].parse().unwrap(),
        }
    }

    fn mine(&self, content: char) -> bool {
        is_piece(content) && is_white(content) == self.white
    }

    fn theirs(&self, content: char) -> bool {
        is_piece(content) && is_white(content) != self.white
    }

    /// A letter in the colour of the side to move.
    fn own(&self, letter: char) -> char {
        if self.white {
            letter
        } else {
            letter.to_ascii_lowercase()
        }
    }

    /// The number of a square's rank as its owner counts, from 1.
    fn rank(&self, square: usize) -> u8 {
        let rank = (square / 8) as u8 + 1;
        if self.white { rank } else { 9 - rank }
    }

    fn forward(&self) -> i32 {
        if self.white { 1 } else { -1 }
    }

    fn in_play(&self) -> bool {
        self.hand.is_empty() && !self.second_stage
    }

    /// The squares that the piece on `from` attacks.
    fn attacked_from(&self, from: usize) -> Vec<usize> {
        let piece = self.squares[from];
        let forward = if is_white(piece) { 1 } else { -1 };
        let (steps, reach): (Vec<Offset>, i32) = match piece.to_ascii_uppercase() {
            'P' => (vec![(-1, forward), (1, forward)], 1),
            'F' => (OBLIQUE.to_vec(), 1),
            'S' => ([&OBLIQUE[..], &[(0, forward)]].concat(), 1),
            'N' => (JUMPS.to_vec(), 1),
            'K' => ([OBLIQUE, STRAIGHT].concat(), 1),
            'R' => (STRAIGHT.to_vec(), 7),
            'B' => (OBLIQUE.to_vec(), 7),
            'Q' => ([OBLIQUE, STRAIGHT].concat(), 3),
            'G' => {
                let leap = |(files, ranks): &Offset| (2 * files, 2 * ranks);
                ([OBLIQUE, STRAIGHT].concat().iter().map(leap).collect(), 1)
            }
            other => panic!("no piece {other}"),
        };
        let mut attacked = Vec::new();
        for step in steps {
            let mut square = from;
            for _ in 0..reach {
                let Some(next) = square_at(square, step) else {
                    break;
                };
                if self.squares[next] == '*' {
                    break;
                }
                attacked.push(next);
                if self.squares[next] != ' ' {
                    break;
                }
                square = next;
            }
        }
        attacked
    }

    /// Whether the side of `white` attacks `square`.
    fn is_attacked(&self, square: usize, white: bool) -> bool {
        (0..64).any(|from| {
            is_piece(self.squares[from])
                && is_white(self.squares[from]) == white
                && self.attacked_from(from).contains(&square)
        })
    }

    fn king_in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        !self.book.dice
            && self
                .squares
                .iter()
                .position(|content| *content == king)
                .is_some_and(|square| self.is_attacked(square, !white))
    }

    fn with(&self, changes: &[(usize, char)]) -> Self {
        let mut next = self.clone();
        for (square, content) in changes {
            next.squares[*square] = *content;
        }
        next
    }

    /// Whether the mover's king is safe once the changes are made.
    fn is_safe(&self, changes: &[(usize, char)]) -> bool {
        !self.with(changes).king_in_check(self.white)
    }

    fn may_stand(&self, role: char, square: usize) -> bool {
        let rank = self.rank(square);
        let last = if self.book.own_half { 4 } else { 3 };
        let by_rank = match (self.book.rooks, role) {
            (1 | 2, 'R') => rank == 1,
            (2, _) => (2..=last).contains(&rank),
            _ => rank <= last,
        };
        self.squares[square] == ' ' && by_rank && !self.is_objected(role, square)
    }

    /// Chesmayne 20: Black's rooks keep off the file of the White king and off each other's.
    fn is_objected(&self, role: char, square: usize) -> bool {
        let on_file = |piece: char| (0..8).any(|rank| self.squares[rank * 8 + square % 8] == piece);
        self.book.objections && !self.white && role == 'R' && (on_file('K') || on_file('r'))
    }

    fn placings(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let roles: BTreeSet<char> = self
            .hand
            .iter()
            .filter(|letter| is_white(**letter) == self.white)
            .map(char::to_ascii_uppercase)
            .collect();
        for role in roles {
            let piece = self.own(role);
            for to in 0..64 {
                if self.may_stand(role, to) && self.is_safe(&[(to, piece)]) {
                    moves.insert(format!("{role}@{}", name(to)));
                }
                if self.squares[to] == self.own('P')
                    && self.book.displaced_to > 0
                    && self.rank(to) <= 4
                {
                    let bound_rook = role == 'R' && self.book.rooks != 0 && self.rank(to) != 1;
                    if bound_rook || self.is_objected(role, to) {
                        continue;
                    }
                    for pawn_to in 0..64 {
                        let rank = self.rank(pawn_to);
                        let is_reserved = self.book.rooks == 2 && rank == 1;
                        if self.squares[pawn_to] == ' '
                            && rank <= self.book.displaced_to
                            && !is_reserved
                            && self.is_safe(&[(to, piece), (pawn_to, self.own('P'))])
                        {
                            moves.insert(format!("{role}@{},{}", name(to), name(pawn_to)));
                        }
                    }
                }
            }
        }
        moves
    }

    fn stage_moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for from in (0..64).filter(|from| self.mine(self.squares[*from])) {
            let piece = self.squares[from];
            if piece == self.own('P') {
                if let Some(to) = square_at(from, (0, self.forward()))
                    && self.squares[to] == ' '
                    && self.is_safe(&[(from, ' '), (to, piece)])
                {
                    moves.insert(name(from) + &name(to));
                }
                continue;
            }
            for to in (0..64).filter(|to| self.squares[*to] == ' ' && self.rank(*to) <= 4) {
                if self.is_safe(&[(from, ' '), (to, piece)]) {
                    moves.insert(format!("{}@{}", name(from), name(to)));
                }
            }
        }
        moves
    }

    fn is_marked(&self, square: usize) -> bool {
        let (file, rank) = (square % 8, square / 8);
        (file == rank || file + rank == 7) && self.rank(square) > 4
    }

    fn has_general(&self) -> bool {
        self.squares.contains(&self.own('F'))
    }

    /// Whether a general that appears on `to` keeps to what the rules say of checks and attacks.
    fn may_appear(&self, changes: &[(usize, char)], to: usize) -> bool {
        let next = self.with(changes);
        let enemies = next
            .attacked_from(to)
            .into_iter()
            .filter(|at| self.theirs(next.squares[*at]));
        (self.book.attacks != 'n' || enemies.count() == 0)
            && (self.book.checks || !next.king_in_check(!self.white))
    }

    fn promotions_of(&self, from: usize) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let pawns = self
            .squares
            .iter()
            .filter(|content| **content == self.own('P'))
            .count();
        let may = self.is_marked(from) || self.book.last_pawn_anywhere && pawns == 1;
        if self.book.mini || self.has_general() || !may {
            return moves;
        }
        let steps: Vec<Offset> = match self.book.step {
            'n' => Vec::new(),
            'g' => OBLIQUE.to_vec(),
            _ => [OBLIQUE, STRAIGHT].concat(),
        };
        let lifted = self.with(&[(from, ' ')]);
        let mut targets: Vec<usize> = steps
            .into_iter()
            .filter_map(|step| square_at(from, step))
            .filter(|to| {
                let content = self.squares[*to];
                let is_prey = self.theirs(content)
                    && !matches!(content.to_ascii_uppercase(), 'K' | 'F')
                    && self.book.takes == 'p';
                content == ' ' || is_prey
            })
            .filter(|to| self.book.attacks != 'c' || !lifted.is_attacked(*to, !self.white))
            .collect();
        targets.extend(self.book.in_place.then_some(from));
        for to in targets {
            let changes = [(from, ' '), (to, self.own('F'))];
            if self.is_safe(&changes) && self.may_appear(&changes, to) {
                moves.insert(format!("{}{}f", name(from), name(to)));
            }
        }
        moves
    }

    fn pawn_moves(&self, from: usize) -> BTreeSet<String> {
        let mut moves = self.promotions_of(from);
        let pawn = self.squares[from];
        let mut targets: Vec<usize> = self
            .attacked_from(from)
            .into_iter()
            .filter(|to| self.theirs(self.squares[*to]))
            .collect();
        targets.extend(square_at(from, (0, self.forward())).filter(|to| self.squares[*to] == ' '));
        for to in targets {
            let step = name(from) + &name(to);
            if !self.is_safe(&[(from, ' '), (to, pawn)]) {
                continue;
            }
            if self.book.mini && self.rank(to) == 7 {
                moves.extend(['q', 'r', 'b', 'n', 'g'].map(|letter| format!("{step}{letter}")));
                continue;
            }
            let changes = [(from, ' '), (to, self.own('F'))];
            let arrives = self.book.arrival != 'n'
                && !self.has_general()
                && self.is_marked(to)
                && (self.squares[to] == ' ' || self.book.takes == 'p')
                && !matches!(self.squares[to], 'K' | 'k')
                && self.may_appear(&changes, to);
            if arrives {
                moves.insert(format!("{step}f"));
            }
            if !arrives || self.book.arrival != 'f' {
                moves.insert(step);
            }
        }
        moves
    }

    fn piece_moves(&self, from: usize) -> BTreeSet<String> {
        let piece = self.squares[from];
        let mut targets = self.attacked_from(from);
        targets.retain(|to| !self.mine(self.squares[*to]));
        if piece.eq_ignore_ascii_case(&'G') {
            let steps = STRAIGHT
                .into_iter()
                .filter_map(|step| square_at(from, step));
            targets.extend(steps.filter(|to| self.squares[*to] == ' '));
        }
        targets
            .into_iter()
            .filter(|to| self.is_safe(&[(from, ' '), (*to, piece)]))
            .map(|to| name(from) + &name(to))
            .collect()
    }

    /// The legal moves, if any move may leave the other side stalemated.
    fn moves_with_stalemates(&self) -> BTreeSet<String> {
        let mine_in_hand = self
            .hand
            .iter()
            .any(|letter| is_white(*letter) == self.white);
        if mine_in_hand {
            let placings = self.placings();
            if !placings.is_empty() {
                return placings;
            }
        }
        if self.book.nobody_moves_before_all_is_placed && !self.hand.is_empty() {
            return BTreeSet::new();
        }
        if self.second_stage {
            return self.stage_moves();
        }
        let mut moves = BTreeSet::new();
        for from in (0..64).filter(|from| self.mine(self.squares[*from])) {
            moves.extend(if self.squares[from] == self.own('P') {
                self.pawn_moves(from)
            } else {
                self.piece_moves(from)
            });
        }
        if self.book.dice && self.in_play() {
            moves.insert("0000".to_owned());
        }
        moves
    }

    /// The legal moves in coordinates.
    pub(crate) fn moves(&self) -> BTreeSet<String> {
        let mut moves = self.moves_with_stalemates();
        if self.book.stalemate_illegal {
            moves.retain(|mv| {
                let next = self.play(mv);
                next.white == self.white
                    || next.king_in_check(next.white)
                    || !next.moves_with_stalemates().is_empty()
            });
        }
        moves
    }

    /// Whether the side to move, which has no legal move, has lost: a side that could only give stalemate,
    /// where that is illegal, is stalemated itself.
    pub(crate) fn has_lost(&self) -> bool {
        let could_only_stalemate =
            self.book.stalemate_illegal && !self.moves_with_stalemates().is_empty();
        self.king_in_check(self.white) && !could_only_stalemate || self.book.mini
    }

    /// The position after a move, for rules without dice.
    pub(crate) fn play(&self, mv: &str) -> Self {
        let square = |text: &str| {
            let bytes = text.as_bytes();
            usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
        };
        let mut next = self.clone();
        if let Some((origin, target)) = mv.split_once('@') {
            if origin.len() == 2 {
                next.squares.swap(square(origin), square(target));
                next.quiet += 1;
                next.second_stage = next.quiet < 16;
            } else {
                let piece = self.own(origin.chars().next().unwrap());
                if let Some((_, pawn_to)) = target.split_once(',') {
                    next.squares[square(pawn_to)] = self.own('P');
                }
                next.squares[square(target)] = piece;
                let place = next
                    .hand
                    .iter()
                    .position(|letter| *letter == piece)
                    .unwrap();
                next.hand.remove(place);
                let more = next
                    .hand
                    .iter()
                    .any(|letter| is_white(*letter) == self.white);
                if self.book.one_side_first && more {
                    return next;
                }
            }
        } else if mv != "0000" {
            let (from, to) = (square(&mv[0..2]), square(&mv[2..4]));
            let piece = next.squares[from];
            next.squares[from] = ' ';
            next.squares[to] = mv
                .chars()
                .nth(4)
                .map_or(piece, |letter| self.own(letter.to_ascii_uppercase()));
            if piece.eq_ignore_ascii_case(&'P') && self.hand.is_empty() {
                next.second_stage = false;
            }
        }
        next.white = !next.white;
        next
    }

    /// The number of move sequences.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|mv| self.play(mv).perft(depth - 1)).sum()
    }

    /// The first fields of the FEN: board, hands in any order, side, stage.
    pub(crate) fn summary(&self) -> String {
        let mut hand = self.hand.clone();
        hand.sort_unstable();
        let squares: String = self.squares.iter().collect();
        let (hand, stage) = (hand.into_iter().collect::<String>(), self.second_stage);
        format!("{squares}[{hand}] {} {stage}", self.white)
    }
}
