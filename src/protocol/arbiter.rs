//! Games under an arbiter whose rules are not ours.
//!
//! Fairy-Stockfish, pychess.org and Cute Chess allow the same moves, those of the default rules. If a
//! game brings a move that only they allow, the engine does not stop there: it takes the position as
//! the arbiter has it and goes on by its own rules from there.

use crate::position::{Position, Record};
use crate::rules::STANDARD;

/// A game by our rules, with the same game by the arbiter's as long as that is possible.
pub(super) struct Arbitrated {
    start: Position,
    moves: Vec<String>,
    record: Record,
    arbiter: Option<Position>,
    /// The first move that only the arbiter allowed.
    pub(super) first_foreign: Option<String>,
}

impl Arbitrated {
    pub(super) fn new(start: Position) -> Self {
        let is_ours = std::ptr::eq(start.rules(), &raw const STANDARD);
        Self {
            // Another game has no arbiter.
            arbiter: (!is_ours).then(|| start.by_rules(&STANDARD)).flatten(),
            record: Record::new(start.clone()),
            start,
            moves: Vec::new(),
            first_foreign: None,
        }
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn position(&self) -> &Position {
        self.record.position()
    }

    /// The number of moves played.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Takes the last `plies` moves back, as far as there are any.
    pub(super) fn undo(&mut self, plies: usize) {
        let kept = self.moves.len().saturating_sub(plies);
        let moves = std::mem::take(&mut self.moves);
        *self = Self::new(self.start.clone());
        for text in moves.iter().take(kept) {
            self.play(text);
        }
    }

    /// Plays a move that we or the arbiter allow; false if neither does.
    pub(super) fn play(&mut self, text: &str) -> bool {
        let own = self.record.position();
        let legal = own.read_move(text).filter(|mv| own.is_legal(*mv));
        let foreign = self.arbiter.take().and_then(|arbiter| {
            let mv = arbiter.read_move(text)?;
            arbiter.is_legal(mv).then(|| arbiter.play(mv))
        });
        // Once the arbiter went its own way it is followed: it may have another side to move.
        let follows = legal.is_none() || self.first_foreign.is_some();
        if let Some(arbiter) = &foreign
            && follows
            && let Some(position) = arbiter.by_rules(own.rules())
        {
            self.record.replace(position);
            self.first_foreign.get_or_insert_with(|| text.to_owned());
        } else if let Some(mv) = legal {
            self.record.play(mv);
        } else {
            self.arbiter = foreign;
            return false;
        }
        self.arbiter = foreign;
        self.moves.push(text.to_owned());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;
    use crate::types::Color;

    fn game(variant: &str, fen: &str, moves: &str) -> (Arbitrated, usize) {
        let rules = preset(variant).unwrap();
        let mut game = Arbitrated::new(Position::from_fen(rules, fen).unwrap());
        let played = moves.split(' ').take_while(|text| game.play(text)).count();
        (game, played)
    }

    #[test]
    fn an_arbiter_that_alternates_is_followed() {
        let start = STANDARD.start_fen;
        let (game, played) = game("sittuyin-federation", start, "K@e1 K@e8 N@f3");
        assert_eq!((played, game.first_foreign.as_deref()), (3, Some("K@e8")));
        assert_eq!(game.position().side(), Color::Black);
    }

    #[test]
    fn a_promotion_that_only_the_arbiter_allows_is_played() {
        let fen = "7k/8/8/8/3P4/8/8/7K[] w - - 0 60";
        let (game, played) = game("sittuyin-winther", fen, "d4d4f h8h7 h1h3");
        assert_eq!((played, game.first_foreign.as_deref()), (2, Some("d4d4f")));
        assert!(game.position().fen().starts_with("8/7k/8/8/3F4/8/8/7K[]"));
    }

    #[test]
    fn moves_are_taken_back() {
        let (mut game, _) = game("sittuyin-federation", STANDARD.start_fen, "K@e1 K@e8 N@f3");
        game.undo(1);
        assert_eq!((game.plies(), game.first_foreign.is_some()), (2, true));
        game.undo(1);
        assert_eq!((game.plies(), game.first_foreign.is_some()), (1, false));
        game.undo(5);
        assert_eq!(
            game.position().fen(),
            Position::start(game.position().rules()).fen()
        );
    }

    #[test]
    fn the_quiet_clock_goes_on_under_a_count() {
        let fen = "7k/8/8/8/3P4/8/8/R6K[] w - - 0 60";
        let moves = "d4d4f h8g8 a1a2 g8h8";
        let (game, played) = game("sittuyin-chesmayne", fen, moves);
        assert_eq!((played, game.first_foreign.as_deref()), (4, Some("d4d4f")));
        let position = game.record.position();
        assert_eq!(position.clock(), 3);
        assert_eq!(position.count().map(|count| count.plies), Some(3));
    }

    #[test]
    fn other_games_have_no_arbiter() {
        let mini = preset("mini-burmese").unwrap();
        let (game, played) = game("mini-burmese", mini.start_fen, "K@d1 K@a1");
        assert_eq!((played, game.first_foreign), (1, None));
    }
}
