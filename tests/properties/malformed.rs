//! Whatever stands in a FEN or a move, reading it gives an error or something valid, and never panics.

use proptest::prelude::*;
use sitke::position::{Outcome, Position, perft};
use sitke::rules::STANDARD;
use sitke::types::{Color, Move, Role};

use crate::games::cases;

const VALID: [&str; 6] = [
    "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1",
    "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8/rrnnssfkRRNNSSFK w - - 0 1",
    "kn2r2r/2ns1f2/4pppp/pppp4/4PPPP/PPPPNS1K/3S3F/3R1N1R[s] b - - 0 8",
    "7k/R7/6K1/8/8/8/8/1R6[-] w - 32 31 60",
    "8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8 b 0 72",
    "8/8/S2P1k2/8/8/8/8/4K3[] w - - 0 9",
];

/// Pieces of FENs, good and bad.
const SCRAPS: [&str; 24] = [
    "K",
    "k",
    "R",
    "p",
    "F~",
    "8",
    "9",
    "0",
    "1",
    "/",
    "[",
    "]",
    "-",
    " ",
    "w",
    "b",
    " - ",
    "99999999999999999999",
    "-1",
    "q",
    "é",
    "\0",
    "NNNNNNNNNNNNNNNNN",
    "e3",
];

/// Reads `fen` and, if it is accepted, uses the position in every way that could trip.
fn probe(fen: &str) {
    let Ok(position) = Position::from_fen(&STANDARD, fen) else {
        return;
    };
    let written = position.fen();
    let again = Position::from_fen(&STANDARD, &written).expect(&written);
    assert_eq!(again.fen(), written, "from {fen}");
    assert_eq!(again.key(), position.key(), "from {fen}");
    for color in Color::ALL {
        let kings = position.pieces(color, Role::King).len() as usize
            + position.hand(color).count(Role::King);
        assert_eq!(kings, 1, "{fen}");
        assert!(
            position.of(color).len() as usize + position.hand(color).len() <= 16,
            "{fen}"
        );
    }
    let waiting = !position.side();
    assert!(
        !position.king(waiting).is_some_and(|king| position
            .attacked_by(position.side(), position.occupied())
            .has(king)),
        "{fen}"
    );
    perft(&position, 2);
    for mv in position.legal_moves() {
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{fen}");
        position.see_at_least(mv, 0);
    }
    if position.outcome() == Outcome::Ongoing {
        assert!(position.has_legal_moves());
    }
}

/// One change of a text.
#[derive(Clone, Debug)]
enum Change {
    Delete(prop::sample::Index),
    Insert(prop::sample::Index, &'static str),
    Swap(prop::sample::Index, prop::sample::Index),
    Cut(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        index().prop_map(Change::Delete),
        (index(), prop::sample::select(&SCRAPS[..]))
            .prop_map(|(at, scrap)| Change::Insert(at, scrap)),
        (index(), index()).prop_map(|(a, b)| Change::Swap(a, b)),
        index().prop_map(Change::Cut),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for change in changes {
        if letters.is_empty() {
            break;
        }
        let len = letters.len();
        match change {
            Change::Delete(at) => drop(letters.remove(at.index(len))),
            Change::Insert(at, scrap) => {
                let at = at.index(len);
                letters.splice(at..at, scrap.chars());
            }
            Change::Swap(a, b) => letters.swap(a.index(len), b.index(len)),
            Change::Cut(at) => letters.truncate(at.index(len)),
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn changed_fens_are_refused_or_valid(fen in prop::sample::select(&VALID[..]), changes in prop::collection::vec(change(), 1..6)) {
        probe(&changed(fen, &changes));
    }

    #[test]
    fn scraps_are_refused_or_valid(scraps in prop::collection::vec(prop::sample::select(&SCRAPS[..]), 0..40)) {
        probe(&scraps.concat());
    }

    #[test]
    fn any_text_is_refused_or_valid(text in any::<String>()) {
        probe(&text);
        let _ = text.parse::<Move>();
        let _ = Position::start(&STANDARD).parse_san(&text);
    }
}

#[test]
fn the_valid_fens_are_accepted() {
    for fen in VALID {
        assert!(Position::from_fen(&STANDARD, fen).is_ok(), "{fen}");
        probe(fen);
    }
}
