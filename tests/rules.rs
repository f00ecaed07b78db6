//! Single rules, each on positions where it decides, named by the article of the federation's rules
//! ("How to Play Myanmar Traditional Chess") where there is one.
//!
//! The facts are rows of `data/rules.tsv`: a position, moves to play from it, a question, the answer
//! and the program or page that gave it.

use sitke::position::{Position, Record};
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

fn moves(position: &Position, text: &str) -> Vec<Move> {
    let read = |mv| {
        position
            .read_move(mv)
            .unwrap_or_else(|| panic!("{mv} is not a move"))
    };
    text.split_whitespace().map(read).collect()
}

/// Holds the engine to every row of `test`.
fn check(test: &str) {
    let rows = rows(test);
    assert!(!rows.is_empty(), "the table has no row for {test}");
    for row in rows {
        let [_, rules, fen, line, question, answer, ..] = row;
        let rules = preset(rules).expect("a preset");
        let mut record = Record::new(Position::from_fen(rules, fen).expect(fen));
        for mv in moves(record.position(), line) {
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
                for mv in moves(position, answer) {
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
    cutechess_3_9_c7_with_one_pawn_and_nothing_but_promotions
    cutechess_stalemate_draws
    cutechess_repetition_does_not_draw
    cutechess_count_draws_when_it_is_reached
    cutechess_count_begins_only_at_the_baring
    cutechess_insufficient_material_draws
    federation_1_2_red_places_everything_first
    federation_5_2_e_a_bare_king_is_counted_from_the_baring
    federation_5_2_b_a_dead_position_draws
    federation_5_2_knows_no_repetition
    federation_5_2_a_stalemate_draws
    federation_5_2_d_fifty_quiet_moves_draw
    federation_3_9_promotions
    winther_leaving_a_marked_square_may_capture
    winther_no_promotion_that_captures_a_general
    winther_promotion_may_check
    winther_marked_squares_only
    winther_stalemate_may_not_be_given
    winther_a_side_that_can_only_give_stalemate_is_stalemated
    winther_only_without_an_own_general
    winther_draws_by_repetition_only
    winther_enter_leaving_a_marked_square_may_capture
    winther_enter_no_promotion_that_captures_a_general
    winther_enter_promotion_may_check
    winther_enter_marked_squares_only
    winther_enter_stalemate_may_not_be_given
    winther_enter_only_without_an_own_general
    winther_enter_draws_by_repetition_only
    winther_enter_forced_leaving_a_marked_square_may_capture
    winther_enter_forced_no_promotion_that_captures_a_general
    winther_enter_forced_promotion_may_check
    winther_enter_forced_marked_squares_only
    winther_enter_forced_stalemate_may_not_be_given
    winther_enter_forced_only_without_an_own_general
    winther_enter_forced_draws_by_repetition_only
    winther_federation_leaving_a_marked_square_may_capture
    winther_federation_no_promotion_that_captures_a_general
    winther_federation_promotion_may_check
    winther_federation_marked_squares_only
    winther_federation_stalemate_may_not_be_given
    winther_federation_only_without_an_own_general
    winther_federation_draws_by_repetition_only
    winther_first_rank_is_reserved_for_the_rooks
    winther_a_piece_may_take_a_pawns_place
    winther_promotes_on_the_spot_or_leaving_but_not_arriving
    winther_enter_promotes_on_entering
    winther_enter_forced_must_promote_on_entering
    winther_federation_set_up
    chesmayne_14_marked_squares_only
    chesmayne_16_not_at_once
    chesmayne_16_captures_no_adviser_and_gives_no_check
    chesmayne_17_beyond_its_cell_a_pawn_cannot_promote
    chesmayne_19_placing_alternates_behind_the_pawns
    chesmayne_20_replacing_a_pawn
    chesmayne_20_black_rooks_keep_off_files
    chesmayne_24_stalemate_is_not_permitted
    chesmayne_26_repetition_draws
    chesmayne_28_a_rook_must_mate_in_sixteen_moves
    chesmayne_29_five_moves_in_four_cells
    friedlander_promotes_by_moving_as_a_general
    friedlander_captures_a_general_as_a_pawn
    friedlander_may_check_while_promoting
    friedlander_marked_squares_only
    friedlander_who_stalemates_loses
    friedlander_set_up
    wikipedia_red_then_black_in_their_own_halves
    wikipedia_promotes_instead_of_making_a_move
    wikipedia_only_on_the_lines_and_without_a_general
    wikipedia_stalemate_is_not_allowed
    murray_stage_1_placing
    murray_stage_2_relocation
    murray_stage_2_ends_with_a_pawn_step
    murray_promotes_where_it_is_played_to
    murray_promotes_on_or_beside_the_square
    murray_marked_squares_only
    murray_stalemate_is_not_allowed
    sunnucks_three_moves_a_turn
    sunnucks_nothing_is_check
    sunnucks_stages_without_dice
    sunnucks_promotes_as_murray
    winkelspecht_white_places_behind_the_pawns
    winkelspecht_guard_leaps_to_the_second_square
    winkelspecht_queen_goes_three_squares
    winkelspecht_promotion_on_the_seventh_rank
    winkelspecht_stalemate_wins
    winkelspecht_no_double_step
}

#[test]
fn every_row_of_the_table_has_a_test() {
    for line in TABLE.lines().skip(1) {
        let name = line.split('\t').next().unwrap_or_default();
        assert!(TESTS.contains(&name), "no test for {line}");
    }
}
