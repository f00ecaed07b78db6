//! The rule sets by name, each with its source.

use super::{
    Counting, Dead, Declined, Ending, Entry, Game, Order, Promotion, PromotionAttack,
    PromotionCapture, PromotionStep, Rooks, Rules, Setup, Stalemate, Zone,
};
use crate::types::{Bitboard, ByColor, Role, Square};

/// Every rule set, the default first.
pub static PRESETS: [&Rules; 13] = [
    &STANDARD,
    &CUTE_CHESS,
    &FEDERATION,
    &WINTHER,
    &WINTHER_ENTER,
    &WINTHER_ENTER_FORCED,
    &WINTHER_FEDERATION,
    &CHESMAYNE,
    &FRIEDLANDER,
    &WIKIPEDIA,
    &MURRAY,
    &DICE,
    &MINI_BURMESE,
];

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

const NOWHERE: ByColor<Bitboard> = ByColor([Bitboard::EMPTY; 2]);

/// The board of 64 squares and the pieces of Sittuyin.
const SITTUYIN: Game = Game {
    squares: Bitboard::ALL,
    roles: &Role::ALL,
    in_hand: &Role::IN_HAND,
    last_rank: NOWHERE,
    choices: &[],
};

/// 6x6 squares from b2 to g7 and d1, e1, d8, e8.
const MINI: Game = Game {
    squares: Bitboard(0x187e_7e7e_7e7e_7e18),
    roles: &[
        Role::Pawn,
        Role::Knight,
        Role::Guard,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ],
    in_hand: &[
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Guard,
    ],
    last_rank: ByColor([Bitboard::rank(6), Bitboard::rank(1)]),
    choices: &[
        Role::Queen,
        Role::Rook,
        Role::Knight,
        Role::Bishop,
        Role::Guard,
    ],
};

/// The rules as Fairy-Stockfish (variant `sittuyin`) and pychess.org play them; the legal moves are
/// also those of Cute Chess. Source: Maung Maung Lwin, "How to Play Myanmar Traditional Chess", as
/// implemented in Fairy-Stockfish's `variant.cpp` and `position.cpp` of July 2026.
pub static STANDARD: Rules = Rules {
    name: "sittuyin",
    summary: "Sittuyin as Fairy-Stockfish and pychess.org play it.",
    source: "Fairy-Stockfish of July 2026, variant sittuyin, after Maung Maung Lwin, How to Play Myanmar Traditional Chess",
    start_fen: "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1",
    game: SITTUYIN,
    setup: Setup {
        order: Order::InTurn,
        zone: Zone::BehindPawns,
        rooks: Rooks::FirstRank,
        displacement: None,
        rook_objections: false,
        relocation: false,
        waits_for_both: false,
    },
    promotion: Promotion {
        zone: MARKED,
        last_pawn_anywhere: true,
        entry: Entry::Later,
        in_place: true,
        step: PromotionStep::General,
        capture: PromotionCapture::None,
        may_check: false,
        attack: PromotionAttack::Forbidden,
    },
    ending: Ending {
        stalemate: Stalemate::Draw,
        declined: Declined::KingAndPawn,
        repetition: Some(3),
        quiet_plies: Some(100),
        counting: Counting::WithoutPawns,
        dead: Dead::PlayOn,
    },
    dice: false,
};

/// The same moves, ended as Cute Chess 1.5 ends games (`sittuyinboard.cpp`).
static CUTE_CHESS: Rules = Rules {
    name: "sittuyin-cutechess",
    summary: "The moves of sittuyin with the endings of Cute Chess: for games under that arbiter.",
    source: "Cute Chess 1.5.1, sittuyinboard.cpp",
    setup: Setup {
        waits_for_both: true,
        ..STANDARD.setup
    },
    ending: Ending {
        declined: Declined::LastPawn,
        repetition: None,
        counting: Counting::AtBaring,
        dead: Dead::Material,
        ..STANDARD.ending
    },
    ..STANDARD
};

/// The book of the Myanmar Chess Federation to the letter.
static FEDERATION: Rules = Rules {
    name: "sittuyin-federation",
    summary: "The book of the Myanmar Chess Federation to the letter: White places everything first, a bare king is counted from the baring, repetition does not draw.",
    source: "Maung Maung Lwin, How to Play Myanmar Traditional Chess, 1.2, 3.9 and 5.2",
    setup: Setup {
        order: Order::OneSideFirst,
        ..STANDARD.setup
    },
    ending: Ending {
        repetition: None,
        counting: Counting::Federation,
        dead: Dead::Drawn,
        ..STANDARD.ending
    },
    ..STANDARD
};

/// Mats Winther's main variant for Zillions of Games, 2006.
static WINTHER: Rules = Rules {
    name: "sittuyin-winther",
    summary: "Mats Winther's main variant: pieces may displace pawns, pawns promote when they leave a marked square or on the spot, stalemate may not be given.",
    source: "Mats Winther, Burmese Chess (2006), main variant of BurmeseChess.zrf",
    setup: Setup {
        rooks: Rooks::FirstRankAlone,
        displacement: Some(Zone::BehindPawns),
        ..STANDARD.setup
    },
    promotion: Promotion {
        last_pawn_anywhere: false,
        capture: PromotionCapture::NotGeneral,
        may_check: true,
        attack: PromotionAttack::Allowed,
        ..STANDARD.promotion
    },
    ending: Ending {
        stalemate: Stalemate::Illegal,
        declined: Declined::Off,
        quiet_plies: Some(200),
        counting: Counting::Off,
        ..STANDARD.ending
    },
    ..STANDARD
};

/// The first of Winther's two further drop variants.
static WINTHER_ENTER: Rules = Rules {
    name: "sittuyin-winther-enter",
    summary: "Winther's rules; a pawn may also promote as it enters a marked square.",
    source: "Mats Winther, Burmese Chess (2006), first of the additional drop variants",
    promotion: Promotion {
        entry: Entry::Optional,
        ..WINTHER.promotion
    },
    ..WINTHER
};

/// The second of them.
static WINTHER_ENTER_FORCED: Rules = Rules {
    name: "sittuyin-winther-enter-forced",
    summary: "Winther's rules; a pawn must promote as it enters a marked square.",
    source: "Mats Winther, Burmese Chess (2006), second of the additional drop variants",
    promotion: Promotion {
        entry: Entry::Forced,
        ..WINTHER.promotion
    },
    ..WINTHER
};

/// Winther's variant with the federation's set-up.
static WINTHER_FEDERATION: Rules = Rules {
    name: "sittuyin-winther-federation",
    summary: "Winther's rules with the federation's set-up: White places everything first, behind the pawns.",
    source: "Mats Winther, Burmese Chess (2006), variant with the rules of the Burmese Chess Federation",
    setup: FEDERATION.setup,
    ..WINTHER
};

/// The Chesmayne dictionary, items 1 to 29.
static CHESMAYNE: Rules = Rules {
    name: "sittuyin-chesmayne",
    summary: "The Chesmayne dictionary: pieces may displace pawns within the own half, Black's rooks are objected to, a rook must mate in sixteen moves.",
    source: "Chesmayne, Burmese chess, items 14 to 29",
    setup: Setup {
        rooks: Rooks::Anywhere,
        displacement: Some(Zone::OwnHalf),
        rook_objections: true,
        ..STANDARD.setup
    },
    promotion: Promotion {
        may_check: false,
        ..WINTHER.promotion
    },
    ending: Ending {
        counting: Counting::SixteenMoves,
        ..WINTHER.ending
    },
    ..STANDARD
};

/// Ed Friedlander's applet, 2001.
static FRIEDLANDER: Rules = Rules {
    name: "sittuyin-friedlander",
    summary: "Ed Friedlander's applet: pawns promote only as they move like a general, who gives stalemate loses.",
    source: "Ed Friedlander, Burmese Chess applet (2001)",
    setup: Setup {
        order: Order::OneSideFirst,
        rooks: Rooks::Anywhere,
        ..STANDARD.setup
    },
    promotion: Promotion {
        in_place: false,
        ..WINTHER.promotion
    },
    ending: Ending {
        stalemate: Stalemate::Loses,
        ..WINTHER.ending
    },
    ..STANDARD
};

/// The article of an encyclopedia.
static WIKIPEDIA: Rules = Rules {
    name: "sittuyin-wikipedia",
    summary: "The Wikipedia article: pieces anywhere in the own half, promotion instead of a move, stalemate may not be given.",
    source: "Wikipedia, Sittuyin, section Rules",
    setup: Setup {
        order: Order::OneSideFirst,
        zone: Zone::OwnHalf,
        ..STANDARD.setup
    },
    promotion: Promotion {
        step: PromotionStep::None,
        capture: PromotionCapture::None,
        ..WINTHER.promotion
    },
    ending: WINTHER.ending,
    ..STANDARD
};

/// Sittuyin in three stages.
static MURRAY: Rules = Rules {
    name: "sittuyin-murray",
    summary: "Three stages: placing with displacement, putting pieces elsewhere until a pawn steps, play.",
    source: "H. J. R. Murray, A History of Chess (1913), Burma; stages after Wikipedia, Sittuyin",
    setup: Setup {
        zone: Zone::OwnHalf,
        rooks: Rooks::Anywhere,
        displacement: Some(Zone::BehindPawns),
        relocation: true,
        ..STANDARD.setup
    },
    promotion: Promotion {
        last_pawn_anywhere: false,
        entry: Entry::Optional,
        step: PromotionStep::King,
        may_check: true,
        attack: PromotionAttack::NotCommanded,
        ..STANDARD.promotion
    },
    ending: WINTHER.ending,
    ..STANDARD
};

/// Murray's rules with dice.
static DICE: Rules = Rules {
    name: "sittuyin-dice",
    summary: "Murray's rules; once the game has begun three dice are thrown and three moves made a turn.",
    source: "Anne Sunnucks, The Encyclopaedia of Chess, after Wikipedia, Sittuyin and Dice chess",
    ending: Ending {
        stalemate: Stalemate::Draw,
        ..MURRAY.ending
    },
    dice: true,
    ..MURRAY
};

/// Sittuyin's sister on forty squares.
static MINI_BURMESE: Rules = Rules {
    name: "mini-burmese",
    summary: "Mini Burmese Chess, with queen, bishop and guard on forty squares; stalemate wins.",
    source: "A. J. Winkelspecht, Mini Burmese Chess (1999)",
    start_fen: "***2***/*6*/*3ppp*/*ppp3*/*3PPP*/*PPP3*/*6*/***2***[KQRBNGkqrbng] w - - 0 1",
    game: MINI,
    setup: Setup {
        order: Order::OneSideFirst,
        rooks: Rooks::Anywhere,
        ..STANDARD.setup
    },
    promotion: Promotion {
        zone: NOWHERE,
        last_pawn_anywhere: false,
        in_place: false,
        step: PromotionStep::None,
        capture: PromotionCapture::Any,
        may_check: true,
        attack: PromotionAttack::Allowed,
        entry: Entry::Forced,
    },
    ending: Ending {
        stalemate: Stalemate::Wins,
        declined: Declined::Off,
        counting: Counting::Off,
        dead: Dead::Drawn,
        ..STANDARD.ending
    },
    ..STANDARD
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

    #[test]
    fn the_small_board_has_forty_squares() {
        assert_eq!(MINI.squares.len(), 40);
    }
}
