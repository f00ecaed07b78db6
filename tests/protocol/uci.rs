//! What each command answers. The numbers are those of the list of cases that the protocol was
//! collected from; `positions.rs` and `liveness.rs` have the others.

use std::time::{Duration, Instant};

use crate::engine::{
    AFTER_SETUP, Engine, MATE_IN_ONE, PROMPT, SETUP, START, assert_only_known, is_error, pv,
    script, value,
};

#[test]
fn t01_handshake() {
    let mut engine = Engine::start();
    assert_eq!(
        engine.next_line(Duration::from_millis(200)),
        None,
        "silent until asked"
    );
    engine.send("setoption name Hash value 32");
    let lines = engine.ask("uci", "uciok");
    for start in [
        "id name sitke",
        "id author ",
        "option name Hash type spin default 16 min 1 max ",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}");
    }
    let variant = lines
        .iter()
        .filter(|line| line.contains("UCI_Variant"))
        .collect::<Vec<_>>();
    let start = "option name UCI_Variant type combo default sittuyin var sittuyin";
    assert!(
        variant.len() == 1 && variant[0].starts_with(start),
        "{variant:?}"
    );
    assert!(!variant[0].split(' ').any(|word| word == "chess"));
    assert_only_known(&lines);
    assert_eq!(engine.ask("uci", "uciok"), lines);
    assert!(engine.quit().is_empty());
}

#[test]
fn t06_finished_games() {
    let cases = [
        (
            "R6k/8/6K1/8/8/8/8/8[] b - - 0 1",
            "info depth 0 score mate 0",
        ),
        (
            "7k/R7/5K2/8/8/8/8/6R1[] b - - 0 1",
            "info depth 0 score cp 0",
        ),
    ];
    let mut engine = Engine::start();
    for (fen, info) in cases {
        let lines = engine.go(&format!("position fen {fen}\ngo depth 5")).0;
        assert_eq!(lines, [info, "bestmove (none)"]);
        assert_eq!(engine.ask("go infinite", info), [info]);
        assert!(engine.sync().is_empty(), "it waits for stop");
        assert_eq!(engine.ask("stop", "bestmove"), ["bestmove (none)"]);
    }
}

#[test]
fn t06c_promotion_stalemate_is_played_on() {
    let mut engine = Engine::start();
    engine.send("position fen 1k4PK/3r4/8/8/8/8/8/8[] w - - 0 1");
    let legal = engine.legal_moves();
    assert_eq!(legal, ["g8f7f", "g8g8f", "g8h7f"]);
    let search = engine.go("go depth 6");
    search.assert_complete();
    assert!(legal.iter().any(|mv| mv == search.best()));
}

#[test]
fn t07_combined_and_odd_limits() {
    let mut engine = Engine::start();
    engine.send("position startpos");
    let legal = engine.legal_moves();
    for go in [
        "go movetime 50 depth 1",
        "go movetime 400 nodes 35000000",
        "go wtime 299781 btime 290640 winc 3 binc 3 movetime 400 depth 8",
        "go depth 3 searchmoves K@e2",
        "go searchmoves K@e2 depth 3",
        "go nodes 1",
        "go nodes 0",
        "go depth 0",
        "go depth 1000 wtime 100 btime 100",
        "go movetime 0",
        "go movetime",
        "go movetime 0.9",
        "go wtime btime 1000",
        "go mate 1 depth 4",
    ] {
        let started = Instant::now();
        let search = engine.go(go);
        assert!(started.elapsed() < PROMPT, "{go}");
        search.assert_complete();
        assert!(
            legal.iter().any(|mv| mv == search.best()),
            "{go}: {search:?}"
        );
        assert!(!go.contains("K@e2") || search.best() == "K@e2", "{go}");
        assert!(engine.sync().is_empty(), "{go}");
    }
    for go in ["go", "go mate", "go depth", "go searchmoves K@e2"] {
        engine.send(go);
        assert!(
            !engine
                .sync()
                .iter()
                .any(|line| line.starts_with("bestmove")),
            "{go}"
        );
        assert_ne!(engine.go("stop").best(), "(none)");
    }
}

#[test]
fn t07_searchmoves_never_widen() {
    let mut engine = Engine::start();
    let search = engine.go("position startpos\ngo depth 3 searchmoves K@e8 nonsense");
    assert_eq!(search.infos(), ["info depth 0 score cp 0"]);
    assert_eq!(search.best(), "(none)");
    let search = engine.go("go depth 3 searchmoves K@e8 K@e1");
    assert_eq!(search.best(), "K@e1");
    assert!(is_error(&search.0[0]), "{search:?}");
    let search = engine
        .go("position fen k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1\ngo searchmoves e5e5f depth 3");
    assert_eq!(search.best(), "e5e5f");
}

#[test]
fn t08_clocks() {
    let mut engine = Engine::start();
    let after_setup = format!("position fen {AFTER_SETUP}");
    for position in ["position startpos", &after_setup] {
        engine.send(position);
        for clock in [
            "wtime -5 btime -5",
            "wtime 0 btime -2 winc 20 binc 20",
            "wtime 1 btime 1 movestogo 1",
            "wtime 100 btime 100 movestogo 1",
            "wtime 200 btime 200 winc 0 binc 0 movestogo 40",
            "wtime 500 btime 500 movestogo 0",
            "wtime 9223372036854775807 btime 1 winc 9223372036854775807 depth 2",
            "wtime 99999999999999999999999 btime x depth 2",
        ] {
            let started = Instant::now();
            engine.go(&format!("go {clock}")).assert_complete();
            assert!(started.elapsed() < PROMPT, "{clock}");
        }
    }
}

#[test]
fn t08_time_is_kept() {
    let mut engine = Engine::start();
    for (go, limit) in [("go movetime 300", 300), ("go wtime 4000 btime 4000", 4000)] {
        let started = Instant::now();
        engine.go(go);
        let spent = started.elapsed().as_millis();
        // Generous above, since the machine may be busy; real below: the time is used.
        assert!(spent < limit + 700, "{go}: {spent} ms");
        assert!(spent > 5, "{go}: {spent} ms");
    }
}

#[test]
fn t16_line_ends_blanks_and_bytes() {
    let mut engine = Engine::start();
    engine.send_bytes(b"\r\n  \t \nposition   startpos  moves\tK@e2\r\nsetoption name Debug Log File value \xe9\xff/\xfe\r\nisready\r\n");
    engine.until("readyok");
    assert!(engine.fen().contains("/4K3/"));
    engine.send_bytes(b"\xff\xfe\x00go\x00\n");
    engine.sync();
}

#[test]
fn t17_long_games() {
    let mut engine = Engine::start();
    // 2,000 plies; no rule ends them for the one who only sets up positions.
    engine.send(&format!("{SETUP}{}", " h1g1 a8b8 g1h1 b8a8".repeat(496)));
    assert!(engine.fen().starts_with("r3r3/1k1fns2/"));
    for go in ["go depth 3", "go wtime 1000 btime 1000", "go nodes 500"] {
        engine.go(go).assert_complete();
    }
    let long = "x".repeat(1 << 20);
    engine.send(&format!("position startpos moves {long}"));
    let told = engine.sync();
    assert!(
        told.len() == 1 && told[0].len() < 300,
        "a short message: {}",
        told.len()
    );
}

#[test]
fn t18_options() {
    let mut engine = Engine::start();
    for quiet in [
        "setoption name hash value 64",
        "setoption name Clear Hash",
        "setoption name clear hash",
        "setoption name Clear Hash value true",
        "setoption name UCI_Chess960 value false",
        "setoption name UCI_Chess960 value true",
        "setoption name UCI_AnalyseMode value true",
        "setoption name VariantPath value variants.ini",
        "setoption name MOVE OVERHEAD value 30",
        "setoption name EvalFile value <empty>",
        "setoption name Ponder value TRUE",
        "setoption name Skill Level value -4",
    ] {
        engine.send(quiet);
        assert!(engine.sync().is_empty(), "{quiet}");
    }
    for told in [
        "setoption name Hash value 99999999999",
        "setoption name Hash value",
        "setoption name Threads value 0",
        "setoption name UCI_Variant value chess",
        "setoption name SyzygyPath value /tmp",
        "setoption name EvalFile value sittuyin-0123456789ab.nnue",
        "setoption name UCI_ShowWDL value maybe",
        "setoption name",
        "setoption",
    ] {
        engine.send(told);
        let lines = engine.sync();
        assert!(
            lines.len() == 1 && lines[0].starts_with("info string "),
            "{told}: {lines:?}"
        );
    }
    engine.send("setoption name UCI_Variant value Sittuyin");
    let description = format!(
        "info string variant sittuyin files 8 ranks 8 pocket 6 template bughouse startpos {START}"
    );
    assert_eq!(engine.sync(), [description]);
    assert_eq!(engine.legal_moves().len(), 88);
    engine.send("setoption name UCI_ShowWDL value true");
    let search = engine.go("go depth 4");
    assert!(search.last().contains(" wdl "), "{search:?}");
    search.assert_grammar();
}

#[test]
fn t18_a_log_file_has_both_directions() {
    let path = std::env::temp_dir().join(format!("sitke-test-{}.log", std::process::id()));
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    engine.sync();
    engine.quit();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(">> isready\n<< readyok\n>> quit\n"), "{text}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn t20_multi_pv() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 50\nposition fen 7k/8/6K1/8/8/8/8/R7[] b - - 0 1");
    let search = engine.go("go depth 5");
    search.assert_complete();
    assert_eq!(search.value("depth"), 5);
    for depth in 1..=5 {
        let lines = search
            .infos()
            .into_iter()
            .filter(|line| value(line, "depth") == Some(depth));
        assert_eq!(lines.filter(|line| line.contains(" multipv 1 ")).count(), 1);
    }
    assert!(!search.0.iter().any(|line| line.contains(" multipv 2 ")));
    let search = engine.go("setoption name MultiPV value 500\nposition startpos\ngo depth 2");
    for depth in 1..=2 {
        let lines = search
            .infos()
            .into_iter()
            .filter(|line| value(line, "depth") == Some(depth));
        let mut moves: Vec<&str> = lines.map(|line| pv(line)[0]).collect();
        assert_eq!(moves.len(), 88, "depth {depth}");
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), 88, "depth {depth}");
    }
    let three = engine.go("setoption name MultiPV value 3\ngo depth 2 searchmoves K@e1 K@e2");
    assert_eq!(three.infos().len(), 4);
}

#[test]
fn lines_are_different_when_an_iteration_was_cut_short() {
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name MultiPV value 3\nposition fen {AFTER_SETUP}"
    ));
    for nodes in (1_000..20_000).step_by(1_700) {
        let search = engine.go(&format!("ucinewgame\ngo nodes {nodes}"));
        let last = |rank: &str| {
            let mut lines = search.infos().into_iter();
            pv(lines.rfind(|line| line.contains(rank)).unwrap())[0].to_owned()
        };
        let [first, second, third] = [" multipv 1 ", " multipv 2 ", " multipv 3 "].map(last);
        assert_eq!(first, search.best(), "{nodes}");
        assert!(
            first != second && second != third && third != first,
            "{nodes}"
        );
    }
}

#[test]
fn a_search_that_may_play_nothing_hears_the_ponderhit() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo ponder searchmoves a1a2 wtime 1000 btime 1000");
    let told = engine.ask("ponderhit", "bestmove");
    assert_eq!(told.last().map(String::as_str), Some("bestmove (none)"));
}

#[test]
fn t21_one_thread_repeats_itself() {
    let play = |engine: &mut Engine| -> Vec<String> {
        let search = engine.go("ucinewgame\nposition startpos\ngo nodes 20000");
        let untimed = |line: &String| {
            let mut words: Vec<&str> = line.split(' ').collect();
            for index in 1..words.len() {
                if matches!(words[index - 1], "time" | "nps") {
                    words[index] = "";
                }
            }
            words.join(" ")
        };
        search.0.iter().map(untimed).collect()
    };
    let mut engine = Engine::start();
    let first = play(&mut engine);
    engine.go(&format!("position fen {AFTER_SETUP}\ngo nodes 5000"));
    assert_eq!(play(&mut engine), first);
    assert_eq!(play(&mut Engine::start()), first);
}

#[test]
fn t22_output_grammar() {
    let mut engine = Engine::start();
    for fen in [
        START,
        AFTER_SETUP,
        MATE_IN_ONE,
        "8/8/8/8/3k4/8/8/R3K3[] b - 32 10 60",
    ] {
        engine.send("ucinewgame");
        for go in [
            "go depth 6",
            "go nodes 1",
            "go nodes 3000",
            "go movetime 60",
        ] {
            let search = engine.go(&format!("position fen {fen}\n{go}"));
            search.assert_complete();
            assert!(engine.sync().is_empty(), "nothing follows bestmove");
        }
    }
}

#[test]
fn t22_solved_positions_do_not_flood() {
    let mut engine = Engine::start();
    let search = engine.go("position fen 7k/8/6K1/8/8/8/8/R7[] b - - 0 1\ngo movetime 500");
    assert!(search.infos().len() < 60, "{}", search.infos().len());
}

#[test]
fn t22_lines_are_legal_and_end_with_the_game() {
    let mut engine = Engine::start();
    for position in [
        SETUP.to_owned(),
        format!("position fen {MATE_IN_ONE}"),
        "position startpos".to_owned(),
    ] {
        let search = engine.go(&format!("{position}\ngo depth 7"));
        for line in search.infos() {
            let moves = pv(line).join(" ");
            let given = if position.contains(" moves ") {
                format!("{position} {moves}")
            } else {
                format!("{position} moves {moves}")
            };
            engine.send(&given);
            assert!(engine.sync().is_empty(), "{given}");
        }
    }
    let mate = engine.go(&format!("position fen {MATE_IN_ONE}\ngo depth 5"));
    assert!(
        mate.last().contains(" score mate 1 ") && mate.last().ends_with(" pv a1a8"),
        "{mate:?}"
    );
    assert_eq!(mate.0.last().unwrap(), "bestmove a1a8");
}

#[test]
fn t23_draw_scores_come_with_two_moves() {
    let mut engine = Engine::start();
    for fen in [
        "8/8/3k4/8/8/3K4/8/R6r[] w - - 0 1",
        "8/8/3k4/8/8/3K4/8/8[] w - - 0 1",
        "8/8/3k4/8/8/3KF3/8/8[] w - - 0 1",
    ] {
        for go in ["go depth 1", "go nodes 1", "go depth 6"] {
            let search = engine.go(&format!("position fen {fen}\n{go}"));
            for line in search
                .infos()
                .into_iter()
                .filter(|line| line.contains(" score cp 0 "))
            {
                assert!(pv(line).len() > 1, "{line}");
            }
        }
    }
}

#[test]
fn t25_words_without_meaning() {
    let mut engine = Engine::start();
    for word in ["debug on", "debug off", "register later", ""] {
        engine.send(word);
        assert!(engine.sync().is_empty(), "{word}");
    }
    for word in ["xboard", "hello world", "go2", "Stop", "position"] {
        engine.send(word);
        let told = engine.sync();
        assert!(
            told.len() == 1 && told[0].starts_with("info string "),
            "{word}: {told:?}"
        );
    }
}

#[test]
fn elo_and_skill_still_answer() {
    let mut engine = Engine::start();
    for option in [
        "Skill Level value -20",
        "Skill Level value 3",
        "UCI_LimitStrength value true",
        "UCI_Elo value 700",
    ] {
        let search = engine.go(&format!(
            "setoption name {option}\nposition startpos\ngo depth 4"
        ));
        search.assert_grammar();
        assert!(!search.infos().is_empty());
    }
}

#[test]
fn wait_lets_scripts_finish() {
    let lines = script(
        &[],
        "position startpos\ngo depth 4\nwait\nd\neval\ngo perft 2\nbench 1 1 1\n",
    );
    let place = |start: &str| {
        lines
            .iter()
            .position(|line| line.starts_with(start))
            .unwrap_or_else(|| panic!("{start}: {lines:#?}"))
    };
    assert!(place("info depth 4 ") < place("bestmove"));
    assert!(place("bestmove") < place("Fen: "));
    assert!(place("Total with the network: ") < place("Nodes searched: 7744"));
    assert!(lines.last().unwrap().ends_with(" nps"));
    let lines = script(&[], "go infinite\nwait\n");
    assert!(lines.iter().any(|line| is_error(line)), "{lines:#?}");
}
