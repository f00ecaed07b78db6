//! Every way to ask which moves are legal gives the same answer.

use std::collections::HashSet;

use proptest::prelude::*;
use sitke::position::{Position, Scope, perft};
use sitke::types::{Move, MoveList, Random};

use crate::games::{cases, position, random_game, random_position};

/// The moves of `scope`, none of them twice.
fn generated(position: &Position, scope: Scope) -> HashSet<Move> {
    let mut list = MoveList::new();
    position.generate(scope, &mut list);
    let set: HashSet<Move> = list.iter().copied().collect();
    assert_eq!(
        set.len(),
        list.len(),
        "a move is listed twice in {}",
        position.fen()
    );
    set
}

/// Every move that can be written.
fn encodable() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

/// [`perft`] by asking about every encodable move.
fn slow_perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    encodable()
        .filter(|mv| position.is_legal(*mv))
        .map(|mv| slow_perft(&position.play(mv), depth - 1))
        .sum()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn is_legal_means_listed_for_every_encodable_move(seed: u64) {
        let position = random_position(&mut Random::new(seed));
        let moves = generated(&position, Scope::All);
        for mv in encodable() {
            assert_eq!(position.is_legal(mv), moves.contains(&mv), "{mv} in {}", position.fen());
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn noisy_and_quiet_moves_are_all_moves(seed: u64) {
        random_game(seed, |record| {
            let position = record.position();
            let all = generated(position, Scope::All);
            let noisy = generated(position, Scope::Noisy);
            let quiet = generated(position, Scope::Quiet);
            assert!(noisy.is_disjoint(&quiet), "{}", position.fen());
            assert_eq!(&noisy | &quiet, all, "{}", position.fen());
            assert!(noisy.iter().all(|mv| position.is_noisy(*mv)), "{}", position.fen());
            assert!(!quiet.iter().any(|mv| position.is_noisy(*mv)), "{}", position.fen());
        });
    }

    #[test]
    fn counting_moves_equals_listing_them(seed: u64) {
        random_game(seed, |record| {
            let position = record.position();
            let moves = position.legal_moves();
            assert_eq!(position.count_legal_moves() as usize, moves.len(), "{}", position.fen());
            assert_eq!(position.has_legal_moves(), !moves.is_empty(), "{}", position.fen());
            assert!(moves.iter().all(|mv| position.is_legal(*mv)), "{}", position.fen());
        });
    }

    #[test]
    fn a_legal_move_leaves_no_king_to_take(seed: u64) {
        random_game(seed, |record| {
            let position = record.position();
            for mv in position.legal_moves() {
                let next = position.play(mv);
                let exposed = next.king(position.side()).is_some_and(|king| {
                    next.attacked_by(next.side(), next.occupied()).has(king)
                });
                assert!(!exposed, "{mv} in {}", position.fen());
            }
        });
    }
}

#[test]
fn perft_through_is_legal_equals_perft() {
    for fen in [
        "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1",
        "kn2r2r/2ns1f2/4pppp/pppp4/4PPPP/PPPPNS1K/3S3F/3R1N1R[s] b - - 0 8",
        "8/8/S2P1k2/8/8/8/8/4K3[] w - - 0 9",
        "k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1",
        "2r5/6k1/6p1/3s2P1/3npR2/8/p2N2F1/3K4[] w - - 1 50",
    ] {
        let position = position(fen);
        for depth in 1..=2 {
            assert_eq!(
                slow_perft(&position, depth),
                perft(&position, depth),
                "{fen}"
            );
        }
    }
}
