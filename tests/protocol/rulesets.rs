//! Rule sets over the protocol and on the command line.

use crate::engine::{Engine, is_error, script};

fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

#[test]
fn a_rule_set_is_chosen_changed_and_explained() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value sittuyin-winther");
    engine.send("setoption name House Rules value stalemate=loses");
    engine.send("position startpos");
    let told = engine.ask("rules\nisready", "readyok");
    assert!(has(&told, "House rules: stalemate=loses."), "{told:?}");
    assert!(has(&told, "- Who gives stalemate loses."), "{told:?}");
    assert!(engine.display("Differs: ").contains("stalemate=loses"));
    assert!(engine.display("Rules: ").starts_with("sittuyin-winther ("));
    engine.send("setoption name House Rules value stalemate=perhaps");
    assert!(engine.sync().iter().any(|line| is_error(line)));
    assert!(engine.display("Differs: ").contains("stalemate=loses"));
    let told = engine.ask("rules mini-burmese\nrules nonsense\nisready", "readyok");
    assert!(has(&told, "Winkelspecht") && has(&told, "no rule set 'nonsense'"));
}

#[test]
fn the_same_house_rules_again_change_nothing() {
    let mut engine = Engine::start();
    engine.send("setoption name House Rules value stalemate=loses repetition=off");
    engine.send("position startpos moves K@e1");
    let fen = engine.fen();
    engine.send("setoption name House Rules value repetition=off, stalemate=loses");
    assert_eq!(engine.fen(), fen);
    // Cute Chess names the rule set before every game.
    engine.send("setoption name UCI_Variant value sittuyin");
    assert_eq!(engine.fen(), fen);
    assert!(engine.display("Differs: ").contains("stalemate=loses"));
    engine.send("setoption name House Rules value repetition=off");
    assert_ne!(engine.fen(), fen);
}

#[test]
fn arrays_are_set_up() {
    let mut engine = Engine::start();
    engine.send("position array ISP-01 moves a3a4");
    let fen = "4r1r1/2knsn2/2sfpppp/pppp4/P3PPPP/1PPPFNS1/3S1NK1/2R1R3[] b - - 0 9";
    assert_eq!(engine.fen(), fen);
    engine.send("position array Z");
    assert!(engine.sync().iter().any(|line| is_error(line)));
    assert_eq!(engine.fen(), fen);
}

#[test]
fn an_arbiter_is_followed_and_told_so() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value sittuyin-federation");
    engine.sync();
    engine.send("position startpos moves K@e1 K@e8 N@f3");
    let told = engine.sync();
    assert!(has(&told, "followed the arbiter"), "{told:?}");
    assert!(engine.go("go depth 1").best().contains('@'));
    assert!(engine.fen().ends_with(" b - - 0 2"));
}

#[test]
fn every_rule_set_answers_from_its_start() {
    let mut engine = Engine::start();
    for line in script(&["rules"], "") {
        let name = line.split(':').next().unwrap().to_owned();
        engine.send(&format!("setoption name UCI_Variant value {name}"));
        engine.sync();
        engine.send("position startpos");
        let search = engine.go("go nodes 500");
        assert!(search.best().contains('@'), "{name}");
    }
}

#[test]
fn a_pawn_that_may_become_a_queen_is_no_dead_position() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value mini-burmese");
    engine.send("setoption name House Rules value stalemate=draw");
    for (piece, outcome) in [('P', "play on"), ('N', "draw (insufficient material)")] {
        engine.send(&format!(
            "position fen ***2***/*6*/*3k2*/*6*/*2K3*/*4{piece}1*/*6*/***2***[] w - - 0 40"
        ));
        assert_eq!(engine.display("Outcome: "), outcome);
    }
}

#[test]
fn dice_are_named_or_thrown() {
    let mut engine = Engine::start();
    let told = engine.ask("go dice 1 4 6", "bestmove");
    assert!(
        told.iter().any(|line| is_error(line)),
        "no dice decide here"
    );
    assert_eq!(told.last().map(String::as_str), Some("bestmove (none)"));
    engine.send("setoption name UCI_Variant value sittuyin-dice");
    engine.sync();
    engine.send("position fen 7k/6pp/8/8/8/8/8/R6K[] w - - 0 60");
    let told = engine.ask("go dice 4 4 2", "bestmove");
    assert!(has(&told, "dice 4 4 2 turn a1a8 a8h8"), "{told:?}");
    assert_eq!(told.last().map(String::as_str), Some("bestmove a1a8"));
    let told = engine.ask("go dice", "bestmove");
    assert!(has(&told, " turn "), "{told:?}");
    for refused in ["go", "go dice 7 1 1", "go dice 1 2"] {
        let told = engine.ask(refused, "bestmove");
        assert!(told.iter().any(|line| is_error(line)), "{told:?}");
        assert_eq!(told.last().map(String::as_str), Some("bestmove (none)"));
    }
}

#[test]
fn tools_take_rule_sets() {
    let lines = script(&["perft", "1", "--variant", "mini-burmese"], "");
    assert_eq!(lines[0], "Nodes searched: 66");
    let lines = script(&["perft", "1", "--variant", "sittuyin-chesmayne"], "");
    assert_eq!(lines[0], "Nodes searched: 1036");
    let lines = script(&["rules", "sittuyin-murray"], "");
    assert!(lines[1].starts_with("Source: H. J. R. Murray"));
    let lines = script(&["bench", "1", "1", "3", "--variant", "mini-burmese"], "");
    assert!(has(&lines, "rules mini-burmese"));
    let args = [
        "analyse",
        "--depth",
        "2",
        "--array",
        "F-E",
        "--variant",
        "sittuyin-winther",
    ];
    assert!(script(&args, "")[0].starts_with("4r1r1/2knsn2/"));
}
