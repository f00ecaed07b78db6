//! Moves are written as pyffish 0.0.90 (Fairy-Stockfish) writes them, and read back.
//!
//! `data/san.tsv` was made with `pyffish.get_san`: drops, promotions, checks, mates, captures, and
//! moves that need a file, a rank or a square to be told apart.

use sitke::position::Position;
use sitke::rules::STANDARD;

#[test]
fn san_is_that_of_fairy_stockfish() {
    let rows = include_str!("data/san.tsv").lines().skip(1);
    for row in rows {
        let [fen, mv, san] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns expected: {row}")
        };
        let position = Position::from_fen(&STANDARD, fen).unwrap();
        let mv = mv.parse().unwrap();
        assert_eq!(position.san(mv), san, "{row}");
        assert_eq!(position.parse_san(san), Ok(mv), "{row}");
    }
}
