//! What the documents say of the rule sets is what the rules are.

use std::path::Path;

use sitke::position::Position;
use sitke::rules::{PRESETS, STANDARD, SWITCHES, pairings, preset};
use sitke::tools::board::{self, Board};

fn document(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
fn the_table_of_rule_sets_has_every_switch_of_every_preset() {
    let text = document("protocol.md");
    let mut lines = text
        .lines()
        .skip_while(|line| !line.starts_with("| | `sittuyin`"));
    let names = cells(lines.next().unwrap());
    let known: Vec<String> = PRESETS
        .iter()
        .map(|rules| format!("`{}`", rules.name))
        .collect();
    assert_eq!(names[1..], known);
    let rows: Vec<&str> = lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert_eq!(rows.len(), SWITCHES.len());
    for (row, switch) in rows.into_iter().zip(SWITCHES) {
        let cells = cells(row);
        assert_eq!(cells[0], format!("`{}`", switch.name));
        for (cell, rules) in cells[1..].iter().zip(PRESETS) {
            if *cell == "-" {
                assert!(rules.game.has_modern_pieces(), "{row}");
                continue;
            }
            let (value, source) = cell
                .split_once(" (")
                .unwrap_or_else(|| panic!("no source: {cell}"));
            assert_eq!(
                value,
                switch.value(rules),
                "{} of {}",
                switch.name,
                rules.name
            );
            assert!(source.len() > 1 && source.ends_with(')'), "{cell}");
        }
    }
}

#[test]
fn the_position_list_has_every_pairing_of_arrays() {
    let list = document("src/rules/arrays.epd");
    assert_eq!(
        list.lines().collect::<Vec<_>>(),
        pairings().collect::<Vec<_>>()
    );
    for line in list.lines() {
        let fen = line.split(';').next().unwrap();
        for rules in PRESETS
            .iter()
            .filter(|rules| !rules.game.has_modern_pieces())
        {
            let position = Position::from_fen(rules, fen).unwrap();
            assert!(position.has_legal_moves() && !position.is_check(), "{line}");
        }
    }
}

#[test]
fn rules_are_explained_with_their_source() {
    for rules in PRESETS {
        let lines = rules.explanation();
        assert!(
            lines[1].starts_with("Source: ") && lines.len() > 8,
            "{lines:?}"
        );
    }
    let house = STANDARD.with_house_rules("stalemate=loses").unwrap();
    let lines = house.explanation();
    assert!(
        lines.contains(&"House rules: stalemate=loses.".to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"- Who gives stalemate loses.".to_owned()),
        "{lines:?}"
    );
    assert!(preset("sittuyin").is_some() && preset("MINI-Burmese").is_some());
}

#[test]
fn the_picture_of_the_board_is_what_the_program_draws() {
    let readme = document("README.md");
    let (_, command) = readme.split_once("sitke board --svg ").unwrap();
    let quoted: Vec<&str> = command.split('\'').collect();
    let args = Board {
        moves: quoted[1].to_owned(),
        pv: quoted[3].to_owned(),
        svg: true,
        ..Board::default()
    };
    let mut drawn = Vec::new();
    board::run(&args, &mut drawn).unwrap();
    assert_eq!(
        String::from_utf8(drawn).unwrap(),
        document("scripts/pictures/board.svg"),
        "draw scripts/pictures/board.svg anew"
    );
}
