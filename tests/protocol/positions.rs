//! Positions, moves and their counts.

use crate::engine::{AFTER_SETUP, Engine, SETUP, START, is_error};

#[test]
fn t09_moves_with_nothing_after_it() {
    let mut engine = Engine::start();
    let start = engine.fen();
    for position in [
        format!("fen {START} moves "),
        "startpos moves".to_owned(),
        format!("fen {START}"),
        START.to_owned(),
    ] {
        engine.send(&format!(
            "position startpos moves K@e2\nposition {position}"
        ));
        assert_eq!(engine.fen(), start, "{position}");
    }
}

#[test]
fn t10_bad_move_keeps_the_legal_ones_before_it() {
    let mut engine = Engine::start();
    engine.send("position startpos moves K@e2 R@a5 N@c7");
    let told = engine.sync();
    assert!(told.len() == 1 && is_error(&told[0]), "{told:?}");
    assert_eq!(
        engine.fen(),
        "8/8/4pppp/pppp4/4PPPP/PPPP4/4K3/8[SSFRRNNkssfrrnn] b - - 0 1"
    );
    let black = engine.legal_moves();
    let search = engine.go("go depth 1");
    assert!(black.iter().any(|mv| mv == search.best()));
}

#[test]
fn t11_bad_fens_change_nothing() {
    let mut engine = Engine::start();
    engine.send("position startpos moves K@e2");
    let before = engine.fen();
    let crowded = format!(
        "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[{}] w - - 0 1",
        "N".repeat(200)
    );
    for fen in [
        "blah",
        "",
        "9/9/9/9/9/9/9/9 w",
        "KKKKKKKK/KKKKKKKK/8/8/8/8/8/k7 w - - 0 1",
        &crowded,
        "8/8/8/3kK3/8/8/8/8[] w - - 0 1",
        "k7/8/8/8/8/8/8/K6r[] b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4",
        "k7/8/8/8/8/8/8/K7[] w - - 99999999999999999999999999 1",
        "8/8/8/8/8/8/8/8[] w - - 0 1",
    ] {
        engine.send(&format!("position fen {fen}"));
        let told = engine.sync();
        assert!(told.len() == 1 && is_error(&told[0]), "{fen}: {told:?}");
        assert_eq!(engine.fen(), before, "{fen}");
        engine.go("go depth 2").assert_complete();
    }
}

#[test]
fn t12_fen_dialects() {
    let mut engine = Engine::start();
    let start = engine.fen();
    for fen in [
        START,
        "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KSSFRRNNkssfrrnn] w - - 0 1",
        "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - 0 0 1",
        "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[nnssrrfkNNSSRRFK] w - - 0 1",
        "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8/rrnnssfkRRNNSSFK w - - 0 1",
    ] {
        engine.send(&format!("position startpos moves K@e2\nposition fen {fen}"));
        assert_eq!(engine.fen(), start, "{fen}");
        assert_eq!(engine.legal_moves().len(), 88, "{fen}");
    }
    let counted = "8/8/8/8/3k4/8/8/R3K3[] b - 32 10 60";
    engine.send(&format!("position fen {counted}"));
    assert_eq!(engine.fen(), counted);
    assert_eq!(engine.display("Count: "), "10 of 32");
}

#[test]
fn t13_promotion_in_place() {
    let mut engine = Engine::start();
    for mv in ["g3g3f", "g3g3F"] {
        engine.send(&format!(
            "position fen 8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8[] b - - 0 72 moves {mv}"
        ));
        assert_eq!(
            engine.fen(),
            "8/8/6R1/s3r3/P5R1/1KP3f1/1F2kr2/8[] w - - 0 73"
        );
    }
}

#[test]
fn t14_perft() {
    let mut engine = Engine::start();
    for (fen, depth, count) in [
        (START, 3, 580_096),
        ("8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8[] b - - 0 72", 3, 26_596),
        (
            "2r5/6k1/6p1/3s2P1/3npR2/8/p2N2F1/3K4[] w - - 1 50",
            3,
            12_939,
        ),
        ("8/6s1/5P2/3n4/pR2K2S/1P6/1k4p1/8[] w - - 1 50", 3, 11_912),
    ] {
        let lines = engine.ask(&format!("position fen {fen}\ngo perft {depth}"), "Nodes");
        assert_eq!(lines.last(), Some(&format!("Nodes searched: {count}")));
        let split = lines
            .iter()
            .filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
        assert_eq!(split.sum::<u64>(), 2 * count, "the moves and the total");
    }
}

#[test]
fn t15_set_up_and_fifty_moves() {
    let mut engine = Engine::start();
    engine.send(SETUP);
    assert_eq!(engine.fen(), AFTER_SETUP);
    assert_eq!(engine.legal_moves().len(), 39);
    assert_eq!(engine.display("Outcome: "), "play on");
    engine.send(&format!("{SETUP}{}", " h1g1 a8b8 g1h1 b8a8".repeat(25)));
    assert!(engine.fen().ends_with(" w - - 100 59"));
    assert_eq!(engine.display("Outcome: "), "draw (50 moves)");
    engine.go("go depth 4").assert_complete();
}

#[test]
fn t24_unequal_hands_and_no_kings() {
    let mut engine = Engine::start();
    engine.send("position fen rnsk1snr/5f2/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNN] w - - 0 1");
    assert_eq!(engine.legal_moves().len(), 88);
    engine.go("go depth 3").assert_complete();
    engine.send(
        "position fen rnsk1snr/5f2/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNN] w - - 0 1 moves K@e2",
    );
    let steps = engine.legal_moves();
    assert!(
        steps.len() == 26 && steps.iter().all(|mv| !mv.contains('@')),
        "{steps:?}"
    );
    engine.send("position fen 4r3/8/5ppp/pppp4/5PPP/PPPP4/4K3/8[FRRSSNNkfrssnn] w - - 0 1");
    assert_eq!(engine.legal_moves(), ["F@e3", "N@e3", "S@e3"]);
    engine.go("go depth 3").assert_complete();
    engine
        .go("position startpos moves N@e3 N@d6\ngo depth 6")
        .assert_complete();
}
