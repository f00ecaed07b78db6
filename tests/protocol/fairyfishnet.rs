//! The dialogue of the analysis client of pychess.org, word for word.

use crate::engine::{Engine, START, assert_only_known};

#[test]
fn a_worker_gets_what_it_reads() {
    let mut engine = Engine::start();
    let hello = engine.ask("uci", "uciok");
    assert_only_known(&hello);
    // Tokens in exactly this order: `name UCI_Variant type combo default X`, then pairs.
    let variants = hello.iter().find_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            [
                "option",
                "name",
                "UCI_Variant",
                "type",
                "combo",
                "default",
                _,
                rest @ ..,
            ] => Some(
                rest.chunks(2)
                    .filter(|pair| pair[0] == "var")
                    .map(|pair| pair[1].to_owned())
                    .collect::<Vec<_>>(),
            ),
            _ => None,
        }
    });
    assert!(variants.unwrap().contains(&"sittuyin".to_owned()));
    engine.send("setoption name threads value 1\nsetoption name hash value 32");
    assert!(engine.sync().is_empty());

    engine.send("setoption name UCI_Chess960 value false");
    engine.send("setoption name UCI_Variant value sittuyin");
    engine.send("setoption name Skill Level value 20\nsetoption name UCI_AnalyseMode value false\nucinewgame");
    let told = engine.sync();
    assert!(
        told.iter().all(|line| line.starts_with("info string ")),
        "{told:?}"
    );

    let moves = ["K@g2", "K@b7", "N@f3", "N@c6"];
    for plies in (0..=moves.len()).rev() {
        engine.send(&format!(
            "position fen {START} moves {}",
            moves[..plies].join(" ")
        ));
        let search = engine.go("go movetime 400 nodes 3000");
        search.assert_complete();
        engine.send("d");
        let shown = engine.sync();
        assert!(
            shown.iter().any(|line| line.starts_with("Fen: ")),
            "{shown:?}"
        );
    }
}

#[test]
fn all_levels_move() {
    let mut engine = Engine::start();
    let levels = [
        (-4, 50, 1),
        (0, 50, 1),
        (3, 100, 1),
        (6, 150, 2),
        (10, 200, 3),
        (14, 300, 5),
        (16, 400, 8),
    ];
    for (skill, movetime, depth) in levels {
        engine.send(&format!(
            "setoption name Skill Level value {skill}\nposition fen {START} moves K@e2"
        ));
        let search = engine.go(&format!(
            "go movetime {movetime} depth {depth} wtime 60000 btime 60000 winc 0 binc 0"
        ));
        search.assert_grammar();
        assert!(
            !search.infos().is_empty() && search.best() != "(none)",
            "{search:?}"
        );
    }
}

#[test]
fn finished_games_have_scores() {
    let mut engine = Engine::start();
    for (fen, score) in [
        ("R6k/8/6K1/8/8/8/8/8[] b - - 0 1", " score mate 0"),
        ("7k/R7/5K2/8/8/8/8/6R1[] b - - 0 1", " score cp 0"),
    ] {
        let search = engine.go(&format!(
            "position fen {fen} moves \ngo movetime 4000 nodes 3500000"
        ));
        assert!(
            search.infos().len() == 1 && search.last().ends_with(score),
            "{search:?}"
        );
    }
}
