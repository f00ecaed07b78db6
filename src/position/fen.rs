//! Positions as text: Forsyth-Edwards notation with hands, in the dialects that programs write.

use thiserror::Error;

use super::play::MOVES_A_TURN;
use super::{Count, Position};
use crate::rules::{Counting, Order, Rules};
use crate::types::{Bitboard, ByColor, ByRole, Color, Hand, Piece, Role, Square};

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// There is no text.
    #[error("the FEN is empty")]
    Empty,
    /// A letter that is no piece.
    #[error("'{0}' is not a piece of this game")]
    UnknownPiece(char),
    /// A rank does not add up to eight squares.
    #[error("rank {rank} has {squares} squares instead of 8")]
    RankWidth {
        /// Number of the rank, 1 to 8.
        rank: usize,
        /// How many squares the text describes.
        squares: usize,
    },
    /// There are not eight ranks.
    #[error("the board has {0} ranks instead of 8")]
    RankCount(usize),
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is '{0}', not w or b")]
    Side(String),
    /// A counter is not a number.
    #[error("'{0}' is not a move counter")]
    Counter(String),
    /// Text after the last field.
    #[error("unexpected '{0}' after the FEN")]
    Trailing(String),
    /// A side does not have one king, on the board or in hand.
    #[error("{} has {count} kings instead of 1", color.name())]
    Kings {
        /// The side.
        color: Color,
        /// Its kings.
        count: usize,
    },
    /// More pieces than a side starts with.
    #[error("{} has {count} pieces, more than 16", color.name())]
    TooMany {
        /// The side.
        color: Color,
        /// Its pieces on the board and in hand.
        count: usize,
    },
    /// A pawn in hand, which no rule places.
    #[error("{} has a pawn in hand", .0.name())]
    PawnInHand(Color),
    /// A piece where it cannot stand.
    #[error("'{0}' cannot stand on {1}")]
    Place(char, Square),
    /// The king could be taken.
    #[error("{} is in check but it is not its move", .0.name())]
    KingCanBeTaken(Color),
}

/// The pieces a side may have, on the board and in hand.
const MAX_PIECES: usize = 16;
/// Stands for a square that the board does not have.
const MISSING: char = '*';
/// Counters beyond this are read as this; no rule counts so far.
const MAX_COUNTER: u64 = 20_000;

impl Position {
    /// Reads a FEN.
    ///
    /// Hands stand in brackets in any order, or as a ninth rank; `[]`, `[-]` and no brackets are
    /// empty hands. The field after castling is the counting limit in plies or an en-passant field,
    /// and both it and castling may be missing. `~` after a piece is ignored. Case tells the colour;
    /// the federation's G, E and H are read as well.
    ///
    /// # Errors
    /// Says what is wrong with the text or the position.
    pub fn from_fen(rules: &'static Rules, fen: &str) -> Result<Self, FenError> {
        let mut position = Self {
            rules,
            by_role: ByRole([Bitboard::EMPTY; Role::TOTAL]),
            by_color: ByColor([Bitboard::EMPTY; 2]),
            board: [None; Square::COUNT],
            hands: ByColor([Hand::default(); 2]),
            side: Color::White,
            clock: 0,
            count: None,
            ply: 0,
            relocating: false,
            moves_left: MOVES_A_TURN,
            checkers: Bitboard::EMPTY,
            key: 0,
            pawn_key: 0,
            piece_keys: ByColor([0; 2]),
        };
        // A blank between board and hand is harmless.
        let fen = fen.trim().replace(" [", "[");
        let mut fields = fen.split_whitespace();
        let pieces = fields.next().ok_or(FenError::Empty)?;
        position.read_board(pieces)?;
        match fields.next() {
            None | Some("w" | "W") => {}
            Some("b" | "B") => {
                position.side = Color::Black;
                position.key ^= super::zobrist::SIDE;
            }
            Some(other) => return Err(FenError::Side(other.to_owned())),
        }
        let rest = fields.collect::<Vec<_>>();
        position.read_stage(rest.first().copied().unwrap_or_default());
        position.read_counters(&rest)?;
        position.validate()?;
        position.checkers = position.attackers_of_king(position.side);
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let (board, hand) = text.split_once('[').unwrap_or((text, ""));
        let mut ranks: Vec<&str> = board.split('/').collect();
        // A ninth rank is a hand: `…/8/8/rrnnssfkRRNNSSFK`.
        let suffix = if ranks.len() == 9 {
            ranks.pop().unwrap_or("")
        } else {
            ""
        };
        if ranks.len() != 8 {
            return Err(FenError::RankCount(ranks.len()));
        }
        for (row, text) in ranks.into_iter().enumerate() {
            let rank = 7 - row;
            let mut squares = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    squares += empty as usize;
                } else if letter == MISSING {
                    squares += 1;
                } else if letter != '~' {
                    let piece = self.read_piece(letter)?;
                    if squares < 8 {
                        self.put_where_possible(piece, Square::at(squares as u8, rank as u8))?;
                    }
                    squares += 1;
                }
            }
            if squares != 8 {
                return Err(FenError::RankWidth {
                    rank: rank + 1,
                    squares,
                });
            }
        }
        let mut counts = ByColor([0; 2]);
        for letter in hand
            .chars()
            .chain(suffix.chars())
            .filter(|letter| !matches!(letter, ']' | '-'))
        {
            let piece = self.read_piece(letter)?;
            let color = piece.color();
            if piece.role() == Role::Pawn {
                return Err(FenError::PawnInHand(color));
            }
            counts[color] += 1;
            if counts[color] < MAX_PIECES {
                self.put_in_hand(color, piece.role());
            }
        }
        for color in Color::ALL {
            let count = self.of(color).len() as usize + counts[color];
            if count > MAX_PIECES {
                return Err(FenError::TooMany { color, count });
            }
        }
        Ok(())
    }

    fn read_piece(&self, letter: char) -> Result<Piece, FenError> {
        Piece::from_letter(letter)
            .and_then(|piece| {
                let role = self.rules.game.known(piece.role())?;
                Some(Piece::new(piece.color(), role))
            })
            .ok_or(FenError::UnknownPiece(letter))
    }

    /// Puts a piece on a square that exists and on which it may stand.
    fn put_where_possible(&mut self, piece: Piece, square: Square) -> Result<(), FenError> {
        let game = &self.rules.game;
        let beyond = |color: Color| {
            let last = game.last_rank[color];
            last | last.forward(color)
        };
        if !game.squares.has(square)
            || piece.role() == Role::Pawn && beyond(piece.color()).has(square)
        {
            return Err(FenError::Place(piece.letter(), square));
        }
        self.put(piece, square);
        Ok(())
    }

    /// Reads the field after the side to move: `r` while pieces may be put elsewhere, `m1` or `m2`
    /// when so many moves of a turn with dice are left.
    fn read_stage(&mut self, text: &str) {
        let goes_on = text.eq_ignore_ascii_case("r");
        self.set_relocating(self.rules.setup.relocation && (goes_on || self.is_placing()));
        match text {
            "m1" if self.is_diced() => self.set_moves_left(1),
            "m2" if self.is_diced() => self.set_moves_left(2),
            _ => {}
        }
    }

    /// Reads what follows the side to move: `- - 0 1`, `- 32 10 60` (limit, plies, move), `0 72`, …
    fn read_counters(&mut self, fields: &[&str]) -> Result<(), FenError> {
        let is_number = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit());
        let (castling, rest) =
            fields.split_at(fields.iter().take_while(|f| !is_number(f)).count().min(2));
        let numbers = rest
            .iter()
            .map(|text| {
                text.parse::<u64>()
                    .map(|n| n.min(MAX_COUNTER) as u16)
                    .map_err(|_| FenError::Counter((*text).to_owned()))
            })
            .collect::<Result<Vec<_>, _>>()?;
        // One field before the numbers is castling alone: the counting limit comes next.
        let (limit, numbers) = match (castling.len(), numbers.as_slice()) {
            (1, [limit, rest @ ..]) => (*limit, rest),
            (_, numbers) => (0, numbers),
        };
        if let Some(extra) = rest.get(2 + (rest.len() - numbers.len())) {
            return Err(FenError::Trailing((*extra).to_owned()));
        }
        let plies = numbers.first().copied().unwrap_or(0);
        if limit > 0 && self.rules.ending.counting != Counting::Off {
            self.count = Some(Count { limit, plies });
        }
        // Cute Chess takes the number for the quiet moves as well.
        if self.count.is_none() || self.rules.ending.counting == Counting::AtBaring {
            self.clock = plies;
        }
        let full_moves = numbers.get(1).copied().unwrap_or(1).max(1);
        self.ply = 2 * (full_moves - 1) + u16::from(self.side == Color::Black);
        Ok(())
    }

    pub(super) fn validate(&self) -> Result<(), FenError> {
        for color in Color::ALL {
            let count =
                self.pieces(color, Role::King).len() as usize + self.hands[color].count(Role::King);
            if count != 1 && !(count == 0 && self.is_diced()) {
                return Err(FenError::Kings { color, count });
            }
        }
        // A side that places everything may give check before the other moves at all.
        let is_placing_on = self.rules.setup.order == Order::OneSideFirst && self.is_placing();
        if !is_placing_on && self.attackers_of_king(!self.side).any() {
            return Err(FenError::KingCanBeTaken(!self.side));
        }
        Ok(())
    }

    /// Writes the FEN as Fairy-Stockfish does: `8/…/8[KSSFRRNNkssfrrnn] w - - 0 1`, with the limit
    /// and plies of a running count in the place of `- 0`.
    pub fn fen(&self) -> String {
        let mut fen = String::with_capacity(90);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let square = Square::at(file, rank);
                match self.piece_on(square) {
                    None if !self.rules.game.squares.has(square) => {
                        push_empty(&mut fen, &mut empty);
                        fen.push(MISSING);
                    }
                    None => empty += 1,
                    Some(piece) => {
                        push_empty(&mut fen, &mut empty);
                        fen.push(piece.letter());
                    }
                }
            }
            push_empty(&mut fen, &mut empty);
            fen.push(if rank > 0 { '/' } else { '[' });
        }
        for color in Color::ALL {
            fen.extend(self.in_hand(color).map(Piece::letter));
        }
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let stage = match self.moves_left {
            _ if self.relocating && !self.is_placing() => "r",
            1 => "m1",
            2 => "m2",
            _ => "-",
        };
        let counters = match self.count {
            Some(count) => format!("{} {}", count.limit, count.plies),
            None => format!("- {}", self.clock),
        };
        fen + &format!("] {side} {stage} {counters} {}", self.ply / 2 + 1)
    }
}

fn push_empty(fen: &mut String, empty: &mut u8) {
    if *empty > 0 {
        fen.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{PRESETS, STANDARD};

    const START: &str = "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KSSFRRNNkssfrrnn] w - - 0 1";

    fn read(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(&STANDARD, fen)
    }

    #[test]
    fn start_positions_of_all_presets_are_valid() {
        for rules in PRESETS {
            Position::start(rules);
        }
    }

    #[test]
    fn every_dialect_of_the_start_position_is_read() {
        for fen in [
            STANDARD.start_fen,
            START,
            "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - 0 0 1",
            "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[nnssrrfkNNSSRRFK] w - - 0 1",
            "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8/rrnnssfkRRNNSSFK w - - 0 1",
            "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8 [KGRREEHHkgrreehh] w",
        ] {
            assert_eq!(read(fen).map(|p| p.fen()).as_deref(), Ok(START), "{fen}");
        }
    }

    #[test]
    fn empty_hands_counts_and_short_forms() {
        let expected = "8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8[] b - - 0 72";
        for fen in [
            "8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8 b - - 0 72",
            "8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8[-] b - 0 0 72",
            "8/8/6R1/s3r3/P5R1/1KP3p1/1F~2kr2/8[] b 0 72",
        ] {
            assert_eq!(read(fen).map(|p| p.fen()).as_deref(), Ok(expected), "{fen}");
        }
        let counted = "8/8/8/8/3k4/8/8/R3K3[] b - 32 10 60";
        assert_eq!(read(counted).map(|p| p.fen()).as_deref(), Ok(counted));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let cases = [
            ("", "the FEN is empty"),
            ("blah", "the board has 1 ranks instead of 8"),
            ("9/9/9/9/9/9/9/9 w", "rank 8 has 9 squares instead of 8"),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "'b' is not a piece of this game",
            ),
            (
                "8/8/8/8/8/8/8/K7[] w - - 0 1",
                "black has 0 kings instead of 1",
            ),
            (
                "kk6/8/8/8/8/8/8/K7[] w - - 0 1",
                "black has 2 kings instead of 1",
            ),
            (
                "k7/8/8/8/8/8/8/K6r[] b - - 0 1",
                "white is in check but it is not its move",
            ),
            (
                "8/8/8/8/8/8/8/Kk6[] b - - 0 1",
                "white is in check but it is not its move",
            ),
            (
                "k7/8/8/8/8/8/8/K7[] x - - 0 1",
                "the side to move is 'x', not w or b",
            ),
            (
                "k7/8/8/8/8/8/8/K7[] w - - 0x 1",
                "'0x' is not a move counter",
            ),
            (
                "k7/8/8/8/8/8/8/K7[] w - - 0 1 2",
                "unexpected '2' after the FEN",
            ),
            ("k7/8/8/8/8/8/8/K7[P] w - - 0 1", "white has a pawn in hand"),
            (
                "k7/8/8/8/8/8/8/K7[NNNNNNNNNNNNNNNNN] w - - 0 1",
                "white has 18 pieces, more than 16",
            ),
        ];
        for (fen, message) in cases {
            assert_eq!(read(fen).unwrap_err().to_string(), message, "{fen}");
        }
    }
}
