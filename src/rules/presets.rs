use super::{Ending, Promotion, Rules, Setup};
use crate::types::{Bitboard, ByColor, Role, Square};

/// Every rule set, the default first.
pub static PRESETS: [&Rules; 1] = [&STANDARD];

/// The squares of the two long diagonals in the enemy half, where pawns may promote.
const MARKED: ByColor<Bitboard> = {
    let mut white = Bitboard::EMPTY;
    let mut file = 0;
    while file < 8 {
        let rank = if file < 4 { 7 - file } else { file };
        white = white.with(Bitboard::of(Square::at(file, rank)));
        file += 1;
    }
    ByColor([white, Bitboard(white.0.reverse_bits())])
};

/// The rules as Fairy-Stockfish (variant `sittuyin`) and pychess.org play them; the legal moves are
/// also those of Cute Chess. Source: Maung Maung Lwin, "How to Play Myanmar Traditional Chess", as
/// implemented in Fairy-Stockfish's `variant.cpp` and `position.cpp` of July 2026.
pub static STANDARD: Rules = Rules {
    name: "sittuyin",
    start_fen: "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1",
    setup: Setup {
        zone: ByColor([
            Bitboard::rank(0)
                .with(Bitboard::rank(1))
                .with(Bitboard::rank(2)),
            Bitboard::rank(7)
                .with(Bitboard::rank(6))
                .with(Bitboard::rank(5)),
        ]),
        rook_zone: ByColor([Bitboard::rank(0), Bitboard::rank(7)]),
    },
    promotion: Promotion {
        zone: MARKED,
        last_pawn_anywhere: true,
    },
    ending: Ending {
        promotion_may_be_declined: true,
        repetition: Some(3),
        quiet_plies: Some(100),
        counting: &[(Role::Rook, 16), (Role::Elephant, 44), (Role::Knight, 64)],
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color;

    #[test]
    fn marked_squares_are_the_books() {
        let names = |color: Color| {
            MARKED[color]
                .into_iter()
                .map(|s| s.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            names(Color::White),
            ["d5", "e5", "c6", "f6", "b7", "g7", "a8", "h8"]
        );
        assert_eq!(
            names(Color::Black),
            ["a1", "h1", "b2", "g2", "c3", "f3", "d4", "e4"]
        );
    }
}
