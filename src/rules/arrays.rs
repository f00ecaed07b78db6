//! The eight standard arrays, with which the game may begin instead of a set-up.
//!
//! A position is a pair of them. That these are the eight of the Burmese Chess Guide, which Pritchard
//! cites, is likely but not certain; names and squares are those of `sittuyin/utils.py` of
//! `IndieCoderMM/sittuyin-chess`. Of the pairings only ISP-01 is attested (Chesmayne).

use thiserror::Error;

use super::Rules;

/// The placing of one side.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// Its letter.
    pub letter: char,
    /// Its name.
    pub name: &'static str,
    /// White's half of a FEN, from rank 4 down; Black's is the same turned by 180 degrees.
    pub half: &'static str,
}

macro_rules! arrays {
    ($($letter:literal $name:literal $half:literal;)+) => {
        /// All arrays, in the order of their letters.
        pub static ARRAYS: &[Array] = &[$(Array { letter: $letter, name: $name, half: $half }),+];
    };
}

arrays! {
    'A' "kHide" "4PPPP/PPPPFN2/1SKSN3/5RR1";
    'B' "nConnected" "4PPPP/PPPPFSN1/3SNK2/1RR5";
    'C' "nSide" "4PPPP/PPPPFS2/2SNNK2/1R1R4";
    'D' "nCross" "4PPPP/PPPPFNS1/3SN1K1/2R2R2";
    'E' "nSandwich" "4PPPP/PPPPFS2/2NSNK2/1R1R4";
    'F' "nBattery" "4PPPP/PPPPFNS1/3S1NK1/2R1R3";
    'G' "eSide" "4PPPP/PPPPFSS1/3N1NK1/3R1R2";
    'H' "gInside" "4PPPP/PPPPNF2/1S2NS2/2RR1K2";
}

/// Pairings that have a name of their own, White's array first.
const NAMED: [(&str, &str); 1] = [("ISP-01", "F-E")];

/// Why there is no such array.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArrayError {
    /// The text names no pairing.
    #[error("'{0}' is no array: give White's and Black's as in F-E, letters A to H, or ISP-01")]
    Unknown(String),
    /// The game has other pieces.
    #[error("{0} has no arrays")]
    OtherGame(&'static str),
}

/// The FEN of the pairing `text`: `F-E`, one letter for both sides, or a name.
///
/// # Errors
/// If there is no such pairing, or the game of `rules` has other pieces.
pub fn array_fen(rules: &Rules, text: &str) -> Result<String, ArrayError> {
    if rules.game.has_modern_pieces() {
        return Err(ArrayError::OtherGame(rules.name));
    }
    let pair = NAMED
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(text))
        .map_or(text, |(_, pair)| pair);
    let unknown = || ArrayError::Unknown(text.to_owned());
    let array = |name: &str| {
        ARRAYS
            .iter()
            .find(|array| {
                array.name.eq_ignore_ascii_case(name)
                    || name.eq_ignore_ascii_case(array.letter.encode_utf8(&mut [0; 4]))
            })
            .ok_or_else(unknown)
    };
    let (white, black) = pair.split_once('-').unwrap_or((pair, pair));
    Ok(fen(array(white)?, array(black)?))
}

fn fen(white: &Array, black: &Array) -> String {
    let turned: String = black.half.chars().rev().collect::<String>().to_lowercase();
    format!("{turned}/{}[] w - - 0 9", white.half)
}

/// Every pairing as a line of a position list: its FEN and, as an identifier, its letters and names.
pub fn pairings() -> impl Iterator<Item = String> {
    ARRAYS.iter().flat_map(|white| {
        ARRAYS.iter().map(move |black| {
            let pair = format!("{}-{}", white.letter, black.letter);
            let known = NAMED
                .iter()
                .find(|(_, named)| *named == pair)
                .map_or(String::new(), |(name, _)| format!(", {name}"));
            format!(
                "{}; id \"{pair} {} {}{known}\";",
                fen(white, black),
                white.name,
                black.name
            )
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{STANDARD, preset};

    #[test]
    fn the_attested_pairings() {
        let isp = "4r1r1/2knsn2/2sfpppp/pppp4/4PPPP/PPPPFNS1/3S1NK1/2R1R3[] w - - 0 9";
        for text in ["ISP-01", "isp-01", "F-E", "f-e", "nBattery-nSandwich"] {
            assert_eq!(array_fen(&STANDARD, text).as_deref(), Ok(isp), "{text}");
        }
        let pychess = "5rr1/2kns3/1nsfpppp/pppp4/4PPPP/PPPPFN2/1SKSN3/5RR1[] w - - 0 9";
        assert_eq!(array_fen(&STANDARD, "A-B").as_deref(), Ok(pychess));
        assert_eq!(
            array_fen(&STANDARD, "H").unwrap().split('/').next(),
            Some("2k1rr2")
        );
    }

    #[test]
    fn what_is_no_array() {
        for text in ["", "I", "A-", "A-B-C", "ISP-02"] {
            assert!(array_fen(&STANDARD, text).is_err(), "{text}");
        }
        assert!(array_fen(preset("mini-burmese").unwrap(), "A").is_err());
        assert_eq!(pairings().count(), 64);
    }
}
