//! Whether a side has, or can still get, what mates a bare king.

use crate::position::Position;
use crate::rules::Stalemate;
use crate::types::{Bitboard, Color, Role, Square};

/// The rank of the marked square on a file, as its side sees it; 0 to 7 both.
pub(super) const fn marked_rank(file: u8) -> u8 {
    if file < 4 { 7 - file } else { file }
}

/// The squares, as their side sees them, of pawns that are not beyond the marked square of their file.
const YOUNG: Bitboard = {
    let mut squares = 0;
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index as u8);
        if square.rank() <= marked_rank(square.file()) {
            squares |= 1 << index;
        }
        index += 1;
    }
    Bitboard(squares)
};

/// Whether `color` could mate by force if the other side had only its king, its count and the clocks aside.
///
/// A rook can, and so can an elephant with a second piece. A knight and a general cannot (`bare_king` has
/// the figures); three pieces are taken to be enough. Where stalemate wins any piece may do. A pawn counts as the
/// general that it may become; one that stands beyond its marked square as nothing.
pub(super) fn can_mate(position: &Position, color: Color) -> bool {
    if position.pieces(color, Role::Rook).any() {
        return true;
    }
    if position.rules().ending.stalemate == Stalemate::Wins {
        return position.of(color).has_many();
    }
    let count = |role: Role| position.pieces(color, role).len();
    let pawns = position.pieces(color, Role::Pawn);
    let last_may = position.rules().promotion.last_pawn_anywhere && !pawns.has_many();
    let may_promote = pawns.any() && (last_may || (pawns & young(color)).any());
    let generals = count(Role::General).max(u32::from(may_promote));
    let pieces = count(Role::Elephant) + count(Role::Knight) + generals;
    pieces > 2 || pieces > 1 && position.pieces(color, Role::Elephant).any()
}

fn young(color: Color) -> Bitboard {
    match color {
        Color::White => YOUNG,
        Color::Black => Bitboard(YOUNG.0.swap_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::STANDARD;

    #[test]
    fn pawns_are_young_up_to_the_marked_square_of_their_file() {
        for color in Color::ALL {
            for square in young(color) {
                let below = square.seen_by(color).rank() <= square.file().max(7 - square.file());
                assert!(below, "{square}");
            }
            assert_eq!(young(color).len(), 2 * (8 + 7 + 6 + 5));
            assert!(
                STANDARD.promotion.zone[color]
                    .into_iter()
                    .all(|marked| young(color).has(marked))
            );
        }
    }

    #[test]
    fn stuck_pawns_and_lone_pieces_mate_nobody() {
        for (fen, expected) in [
            ("8/8/3k4/8/8/8/8/K6R[] w - - 0 60", true),
            ("8/8/3k4/8/8/8/8/K4SF1[] w - - 0 60", true),
            ("8/8/3k4/8/8/8/8/K4SN1[] w - - 0 60", true),
            ("8/8/3k4/8/8/8/8/K4NF1[] w - - 0 60", false),
            ("8/8/3k4/8/8/8/8/K3NNF1[] w - - 0 60", true),
            ("8/8/3k4/8/8/8/8/K5S1[] w - - 0 60", false),
            // The last pawn promotes anywhere, two only on marked squares; one general is all there is.
            ("7P/8/3k4/8/8/8/8/K5S1[] w - - 0 60", true),
            ("2P4P/8/3k4/8/8/8/8/K5S1[] w - - 0 60", true),
            ("2PP4/8/3k4/8/8/8/8/K5S1[] w - - 0 60", false),
            ("8/8/3k4/8/2PP4/8/8/K4NF1[] w - - 0 60", false),
        ] {
            let position = Position::from_fen(&STANDARD, fen).unwrap();
            assert_eq!(can_mate(&position, Color::White), expected, "{fen}");
            assert!(!can_mate(&position, Color::Black), "{fen}");
        }
    }
}
