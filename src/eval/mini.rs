//! The evaluation of Mini Burmese Chess: material, activity, pawns on their way, the hunt for a bare
//! king. The weights are guesses by the pieces' mobility on that board; nothing here was tuned.

use super::endgame::{WON, edge, near_the_clock};
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Role, Square, Value};

/// Centipawns of a piece, of a square that it sees, and of a step towards the centre.
const WEIGHTS: [(Role, Value, Value, Value); 6] = [
    (Role::Pawn, 100, 0, 3),
    (Role::Knight, 320, 4, 8),
    (Role::Guard, 330, 4, 6),
    (Role::Bishop, 330, 5, 4),
    (Role::Rook, 520, 4, 2),
    (Role::Queen, 900, 3, 3),
];
/// By the ranks that a pawn has left behind.
const ADVANCED: [Value; 8] = [0, 0, 0, 0, 12, 45, 0, 0];
/// A square beside the own king that the enemy attacks.
const UNSAFE: Value = 9;
/// The right to move.
const TEMPO: Value = 14;

/// The static value in centipawns from the side to move.
pub(super) fn evaluate(position: &Position) -> Value {
    let us = position.side();
    let value = worth(position, us) - worth(position, !us) + TEMPO;
    near_the_clock(position, value)
}

fn worth(position: &Position, color: Color) -> Value {
    let occupied = position.occupied();
    let own = position.of(color);
    let mut sum = 0;
    for (role, piece, seen, centre) in WEIGHTS {
        sum += piece * position.hand(color).count(role) as Value;
        for square in position.pieces(color, role) {
            let open = attacks::attacks(role, color, square, occupied)
                & position.rules().game.squares
                & !own;
            sum += piece + seen * open.len() as Value + centre * (6 - edge(square));
        }
    }
    for square in position.pieces(color, Role::Pawn) {
        sum += ADVANCED[usize::from(square.seen_by(color).rank())];
    }
    if let Some(king) = position.king(color)
        && !position.is_setup()
    {
        let ring = attacks::king(king) & position.rules().game.squares;
        let enemy = position.attacked_by(!color, occupied);
        sum -= UNSAFE * (ring & enemy).len() as Value;
        if !position.of(!color).has_many() && can_win(position, color) {
            sum += hunt(position, king, !color);
        }
    }
    sum
}

/// Whether `color` can force a bare king: a rook, a queen or a pawn on its way to one can, or two others.
fn can_win(position: &Position, color: Color) -> bool {
    let rest = position.of(color) & !position.all(Role::King);
    let alone = position.all(Role::Rook) | position.all(Role::Queen) | position.all(Role::Pawn);
    rest.has_many() || (rest & alone).any()
}

/// What it is worth to have the bare king of `prey` near the edge and near one's own `king`; with
/// stalemate as good as mate every piece that takes squares from it helps.
fn hunt(position: &Position, king: Square, prey: Color) -> Value {
    let Some(bare) = position.king(prey) else {
        return 0;
    };
    let ring = attacks::king(bare) & position.rules().game.squares;
    let taken: Bitboard = ring & position.attacked_by(!prey, position.occupied());
    WON + 14 * edge(bare) + 8 * (7 - Value::from(king.distance(bare))) + 6 * taken.len() as Value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    fn value(fen: &str) -> Value {
        let rules = preset("mini-burmese").expect("a preset");
        evaluate(&Position::from_fen(rules, fen).expect(fen))
    }

    /// The same position with the colours changed.
    fn turned(fen: &str) -> String {
        let swap = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        let (board, rest) = fen.split_once('[').expect("a hand");
        let (hand, rest) = rest.split_once("] ").expect("a hand");
        let ranks: Vec<String> = board
            .split('/')
            .rev()
            .map(|rank| rank.chars().map(swap).collect())
            .collect();
        let hand: String = hand.chars().map(swap).collect();
        let side = if rest.starts_with('w') { 'b' } else { 'w' };
        format!("{}[{hand}] {side}{}", ranks.join("/"), &rest[1..])
    }

    #[test]
    fn colours_are_alike() {
        for fen in [
            "***2***/*6*/*3ppp*/*ppp3*/*3PPP*/*PPP3*/*6*/***2***[KQRBNGkqrbng] w - - 0 1",
            "***rk***/*gnb3*/*q2ppp*/*ppp3*/*3PPP*/*PPP1BQ*/*2N1G1*/***KR***[] w - - 0 7",
            "***1k***/*2r3*/*3g2*/*p1p1p1*/*2P1PN*/*PB4*/*3R2*/***K1***[] w - - 0 20",
            "***2***/*6*/*3k2*/*6*/*2K3*/*6*/*4R1*/***2***[] b - - 3 40",
        ] {
            assert_eq!(value(fen), value(&turned(fen)), "{fen}");
        }
    }

    #[test]
    fn a_bare_king_is_lost_to_what_can_force_it() {
        let against = |piece: char| {
            value(&format!(
                "***2***/*6*/*3k2*/*6*/*2K3*/*4{piece}1*/*6*/***2***[] w - - 0 40"
            ))
        };
        assert!(
            ['R', 'Q', 'P']
                .into_iter()
                .all(|piece| against(piece) > WON)
        );
        assert!(
            ['N', 'B', 'G']
                .into_iter()
                .all(|piece| against(piece) < WON)
        );
        assert!(against('Q') > against('R') && against('R') > against('P'));
    }
}
