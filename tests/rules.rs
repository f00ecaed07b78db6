//! Single rules, each on positions where it decides, named by the article of the federation's rules
//! ("How to Play Myanmar Traditional Chess") where there is one.
//!
//! The facts are rows of `data/rules.tsv`: a position, moves to play from it, a question, the answer
//! and the program or page that gave it.

use sitke::position::Record;
use sitke::rules::preset;
use sitke::types::Move;

const TABLE: &str = include_str!("data/rules.tsv");

/// The rows of one test as their columns.
fn rows(test: &str) -> Vec<[&'static str; 8]> {
    let columns = |line: &'static str| -> [&'static str; 8] {
        let columns = line.split('\t').collect::<Vec<_>>();
        columns
            .try_into()
            .unwrap_or_else(|_| panic!("eight columns expected: {line}"))
    };
    TABLE
        .lines()
        .skip(1)
        .map(columns)
        .filter(|row| row[0] == test)
        .collect()
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|mv| mv.parse().unwrap_or_else(|_| panic!("{mv} is not a move")))
        .collect()
}

/// Holds the engine to every row of `test`.
fn check(test: &str) {
    let rows = rows(test);
    assert!(!rows.is_empty(), "the table has no row for {test}");
    for row in rows {
        let [_, rules, fen, line, question, answer, ..] = row;
        let rules = preset(rules).expect("a preset");
        let mut record = Record::new(sitke::position::Position::from_fen(rules, fen).expect(fen));
        for mv in moves(line) {
            assert!(
                record.position().is_legal(mv),
                "{mv} must be legal: {row:?}"
            );
            record.play(mv);
        }
        let position = record.position();
        match question {
            "legal" | "illegal" => {
                let list = position.legal_moves();
                for mv in moves(answer) {
                    assert_eq!(list.contains(&mv), question == "legal", "{mv}: {row:?}");
                    assert_eq!(position.is_legal(mv), question == "legal", "{mv}: {row:?}");
                }
            }
            "moves" => {
                let mut list: Vec<String> = position
                    .legal_moves()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                list.sort();
                assert_eq!(list.join(" "), answer, "{row:?}");
            }
            "count" => assert_eq!(position.count_legal_moves().to_string(), answer, "{row:?}"),
            "side" => assert_eq!(position.side().name(), answer, "{row:?}"),
            "fen" => assert_eq!(position.fen(), answer, "{row:?}"),
            "outcome" => assert_eq!(position.verdict(record.outcome()), answer, "{row:?}"),
            _ => panic!("unknown question: {row:?}"),
        }
    }
}

/// Declares one test per name, and the list of their names.
macro_rules! rules {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*
        const TESTS: &[&str] = &[$(stringify!($name)),*];
    };
}

rules! {
    rule_1_2_pieces_are_placed_in_turn_behind_the_pawns
    rule_1_8_own_king_stays_safe
    rule_1_9_checkmate_wins
    rule_3_9_c1_one_general_a_side
    rule_3_9_c1_promotion_needs_a_marked_square
    rule_3_9_c2_in_place_or_one_step_diagonally
    rule_3_9_c2_promotion_captures_nothing
    rule_3_9_c4_promotion_may_not_attack
    rule_3_9_c5_promotion_may_not_check
    rule_3_9_c6_last_pawn_promotes_anywhere
    rule_3_9_c7_promotion_may_be_declined
    rule_5_2_a_stalemate_draws
    rule_5_2_d_fifty_quiet_moves_draw
    rule_5_2_e_bare_king_is_counted
    dead_positions_are_played_on
    repetition_draws_at_the_third_occurrence
}

#[test]
fn every_row_of_the_table_has_a_test() {
    for line in TABLE.lines().skip(1) {
        let name = line.split('\t').next().unwrap_or_default();
        assert!(TESTS.contains(&name), "no test for {line}");
    }
}
