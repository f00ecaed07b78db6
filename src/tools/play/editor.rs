//! Changing the board by hand.

use super::words;
use crate::position::{FenError, Position};
use crate::rules::Rules;
use crate::types::{Color, MoveKind, Piece, Role, Square};

/// Pieces on a board and in hands, which need not be a position.
pub(super) struct Editor {
    rules: &'static Rules,
    board: [Option<Piece>; Square::COUNT],
    hands: Vec<Piece>,
    side: Color,
    /// The fields of the FEN after the side to move: stage, counts and number of the move.
    fields: String,
}

/// The fields of a position of which nothing more is known.
const NO_FIELDS: &str = "- - 0 1";

impl Editor {
    pub(super) fn new(position: &Position) -> Self {
        let mut board = [None; Square::COUNT];
        for square in Square::all() {
            board[square.index()] = position.piece_on(square);
        }
        let hands = Color::ALL
            .into_iter()
            .flat_map(|color| position.in_hand(color));
        Self {
            rules: position.rules(),
            board,
            hands: hands.collect(),
            side: position.side(),
            fields: position.fen().splitn(3, ' ').skip(2).collect(),
        }
    }

    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// What `color` has to place.
    pub(super) fn hand(&self, color: Color) -> impl Iterator<Item = Piece> {
        let own = self.hands.iter().copied();
        own.filter(move |piece| piece.color() == color)
    }

    /// The side to move.
    pub(super) fn side(&self) -> Color {
        self.side
    }

    /// The board as a position.
    ///
    /// # Errors
    /// Says what it lacks.
    pub(super) fn position(&self) -> Result<Position, FenError> {
        self.seen_from(self.side)
    }

    fn seen_from(&self, side: Color) -> Result<Position, FenError> {
        let letter = |square: Square| self.piece_on(square).map_or('1', Piece::letter);
        let ranks: Vec<String> = (0..8)
            .rev()
            .map(|rank| (0..8).map(|file| letter(Square::at(file, rank))).collect())
            .collect();
        let hands: String = self.hands.iter().map(|piece| piece.letter()).collect();
        let side = if side == Color::White { 'w' } else { 'b' };
        let fen = format!("{}[{hands}] {side} {}", ranks.join("/"), self.fields);
        Position::from_fen(self.rules, &fen)
    }

    /// Carries out one line other than `done`, `cancel` and `help`.
    ///
    /// # Errors
    /// Says what is wrong with the line; then nothing is changed.
    pub(super) fn obey(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("red" | "white", "") => self.give_turn(Color::White),
            ("black", "") => self.give_turn(Color::Black),
            ("start", "") => *self = Self::new(&Position::start(self.rules)),
            ("clear", "") => {
                self.board = [None; Square::COUNT];
                self.hands.clear();
                NO_FIELDS.clone_into(&mut self.fields);
            }
            ("clear", square) => {
                let square = self.square(square)?;
                self.board[square.index()] = None;
                self.forget_counts();
            }
            ("fen", fen) => {
                let position = Position::from_fen(self.rules, fen);
                *self = Self::new(&position.map_err(|error| words::sides(error) + ".")?);
            }
            _ => self.put(line)?,
        }
        Ok(())
    }

    fn give_turn(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.forget_counts();
        }
    }

    /// Another position belongs to the same stage of the game, but nothing was counted there.
    fn forget_counts(&mut self) {
        let stage = self.fields.split(' ').next().unwrap_or_default();
        self.fields = format!("{stage} - 0 1");
    }

    /// Reads `F d4`, `Fd4` or `F hand`.
    fn put(&mut self, line: &str) -> Result<(), String> {
        let text: String = line.split_whitespace().collect();
        let mut letters = text.chars();
        let piece = letters
            .next()
            .and_then(Piece::from_letter)
            .and_then(|piece| {
                let role = self.rules.game.known(piece.role())?;
                Some(Piece::new(piece.color(), role))
            });
        let place = letters.as_str();
        match piece {
            Some(piece) if place == "hand" => {
                if !self.rules.game.in_hand.contains(&piece.role()) {
                    return Err(format!("No {} is ever placed.", words::piece(piece.role())));
                }
                self.hands.push(piece);
                self.forget_counts();
            }
            Some(piece) if place.len() == 2 => {
                let square = self.square(place)?;
                self.board[square.index()] = Some(piece);
                self.forget_counts();
            }
            _ => {
                return Err(format!(
                    "'{line}' is not understood. 'F d4' puts Red's general on d4, 'clear d4' takes it away; 'help' lists the rest."
                ));
            }
        }
        Ok(())
    }

    fn square(&self, text: &str) -> Result<Square, String> {
        let square = text.parse().ok();
        square
            .filter(|square| self.rules.game.squares.has(*square))
            .ok_or_else(|| format!("There is no square '{text}'."))
    }

    /// What is still wrong, or else what each side may promote: it changes with every general.
    pub(super) fn state(&self) -> Vec<String> {
        if let Err(error) = self.position() {
            return vec![format!("Not a game yet: {}.", words::sides(error))];
        }
        if self.rules.game.has_modern_pieces() || !self.hands.is_empty() {
            return vec!["'done' plays from here.".to_owned()];
        }
        Color::ALL.map(|color| self.promotions(color)).to_vec()
    }

    fn promotions(&self, color: Color) -> String {
        let name = words::side(color);
        let is_general =
            |square: &Square| self.piece_on(*square) == Some(Piece::new(color, Role::General));
        if let Some(square) = Square::all().find(is_general) {
            return format!("{name} has a general on {square}: no pawn may promote.");
        }
        // The other side's promotions do not matter while it is in check.
        let moves = self.seen_from(color).map(|position| position.legal_moves());
        let moves = moves.unwrap_or_default().into_iter();
        let pawns = words::list(moves.filter_map(|mv| match mv.kind() {
            MoveKind::Promotion { from, .. } => Some(from.to_string()),
            _ => None,
        }));
        if pawns.is_empty() {
            format!("{name} has no general, but no pawn that may promote.")
        } else {
            format!("{name} has no general: it may promote on {pawns}.")
        }
    }
}
