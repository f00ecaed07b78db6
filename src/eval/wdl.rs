//! Chances to win, draw and lose by the score.

use crate::types::{Score, Value};

/// Chances to win, draw and lose in per mille, adding up to 1000, for a score from the side to move.
///
/// A logistic in the score on both sides of a drawing margin, as in Stockfish's WDL model
/// (official-stockfish.github.io/docs/stockfish-wiki/Useful-data.html).
pub fn win_draw_loss(value: Value) -> (u16, u16, u16) {
    if Score::is_mate(value) {
        return if value > 0 {
            (1000, 0, 0)
        } else {
            (0, 0, 1000)
        };
    }
    let win = |value: f64| (1000.0 / (1.0 + ((MARGIN - value) / SPREAD).exp())).round() as u16;
    let (wins, losses) = (win(f64::from(value)), win(-f64::from(value)));
    (wins, 1000 - wins - losses, losses)
}

/// The score that wins half of the games. Fitted, as [`SPREAD`], to the scores and results of 400 games of
/// versions alike at 3,000 nodes a move.
const MARGIN: f64 = 160.0;
/// How fast the chances change with the score.
const SPREAD: f64 = 50.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up() {
        for value in (-32_000..=32_000).step_by(7) {
            let (win, draw, loss) = win_draw_loss(value);
            assert_eq!(win + draw + loss, 1000);
            let (mirrored_win, _, mirrored_loss) = win_draw_loss(-value);
            assert_eq!((win, loss), (mirrored_loss, mirrored_win));
        }
    }
}
