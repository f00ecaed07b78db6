//! Whatever comes when: one answer to each `go`, no hang, no death.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::engine::{Engine, HANG, MATE_IN_ONE, PROMPT, START};

const REPEATS: usize = 30;

fn answers(lines: &[String]) -> usize {
    lines
        .iter()
        .filter(|line| line.starts_with("bestmove "))
        .count()
}

/// Panics if the engine says anything but `info` for a while.
fn assert_waits(engine: &Engine) {
    let until = Instant::now() + Duration::from_millis(300);
    while let Some(line) = engine.next_line(until.saturating_duration_since(Instant::now())) {
        assert!(line.starts_with("info "), "{line}");
    }
}

#[test]
fn t02_ping_while_searching() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite");
    for _ in 0..REPEATS {
        let asked = Instant::now();
        assert_eq!(answers(&engine.sync()), 0);
        assert!(asked.elapsed() < PROMPT);
    }
    let asked = Instant::now();
    assert_ne!(engine.go("stop").best(), "(none)");
    assert!(asked.elapsed() < PROMPT);
    assert!(engine.sync().is_empty());
}

#[test]
fn counted_searches_do_not_depend_on_tables_made_before() {
    let ending = "position fen 8/8/8/3k4/3n1p2/4P1P1/8/R2RK3[] w - - 0 40";
    let nodes = |engine: &mut Engine| {
        engine.send(ending);
        engine.go("go depth 9").value("nodes")
    };
    let first = nodes(&mut Engine::start());
    let mut engine = Engine::start();
    engine.send("position fen 8/8/8/3k4/8/8/8/R3K3[] w - - 0 40");
    engine.go("go depth 1");
    engine.send("ucinewgame");
    assert_eq!(nodes(&mut engine), first);
}

#[test]
fn t03_idle_commands_leave_nothing_behind() {
    let mut engine = Engine::start();
    engine.send("stop\nponderhit\nstop\nwait");
    assert!(engine.sync().is_empty());
    let search = engine.go("go depth 5");
    assert_eq!(search.value("depth"), 5);
    engine.send("stop\ngo infinite");
    assert_waits(&engine);
    assert_ne!(engine.go("stop").best(), "(none)");
}

#[test]
fn t04_end_of_input_ends_the_engine() {
    for go in [
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go movetime 100000",
        "go depth 200",
        "isready",
        "",
    ] {
        for _ in 0..REPEATS / 6 {
            let mut engine = Engine::start();
            engine.send(&format!("position startpos\n{go}"));
            engine.close_input();
            let closed = Instant::now();
            let (lines, status) = engine.end();
            assert!(closed.elapsed() < PROMPT, "{go}");
            assert!(status.success(), "{go}: {status}");
            assert_eq!(
                answers(&lines),
                usize::from(go.starts_with("go")),
                "{go}: {lines:#?}"
            );
        }
    }
}

#[test]
fn t04_quit_ends_the_engine() {
    for repeat in 0..REPEATS {
        let mut engine = Engine::start();
        engine.send("position startpos\ngo infinite");
        if repeat % 2 == 0 {
            engine.sync();
        }
        let asked = Instant::now();
        engine.quit();
        assert!(asked.elapsed() < PROMPT);
    }
}

#[test]
fn t04_a_closed_output_ends_the_engine() {
    for args in [
        &[][..],
        &["bench", "1", "1", "3"],
        &["perft", "2", "--divide"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sitke"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        // The engine may be gone before it has read all of this.
        let _ = input.write_all(b"uci\nposition startpos\ngo infinite\nisready\n");
        let deadline = Instant::now() + HANG;
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "{args:?} does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn t05_infinite_and_ponder_wait() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    for go in [
        "go infinite",
        "go infinite depth 3",
        "go ponder wtime 1000 btime 1000",
        "go ponder depth 2",
        "go ponder movetime 1",
    ] {
        engine.send(go);
        assert_waits(&engine);
        let search = engine.go("stop");
        assert_eq!(search.best(), "a1a8", "{go}");
    }
}

#[test]
fn t05_ponderhit_starts_the_clock() {
    let mut engine = Engine::start();
    for go in ["wtime 2000 btime 2000", "depth 3", "movetime 50", ""] {
        engine.send(&format!(
            "position startpos moves K@e2 K@e7\ngo ponder {go}"
        ));
        assert_waits(&engine);
        let hit = Instant::now();
        assert_ne!(engine.go("ponderhit").best(), "(none)");
        assert!(hit.elapsed() < PROMPT, "{go}");
    }
    // A hit right behind the go, and a miss.
    for _ in 0..REPEATS {
        engine
            .go("go ponder wtime 100 btime 100\nponderhit")
            .assert_complete();
        engine
            .go("go ponder wtime 100 btime 100\nstop")
            .assert_complete();
    }
    let search = engine.go("position startpos\ngo depth 5");
    assert_eq!(
        search.value("depth"),
        5,
        "a stop must not reach the next search"
    );
}

#[test]
fn t19_bursts_get_one_answer_each() {
    let mut engine = Engine::start();
    for _ in 0..REPEATS {
        engine
            .go("position startpos\ngo infinite\nstop")
            .assert_complete();
        assert!(engine.sync().is_empty());
    }
    let fen = "r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[] w - - 0 9";
    for _ in 0..REPEATS {
        let two = format!("position startpos\ngo infinite\nstop\nposition fen {fen}\ngo depth 2");
        engine.send(&two);
        let (first, second) = (engine.until("bestmove"), engine.until("bestmove"));
        assert!(first.last().unwrap().contains('@') && !second.last().unwrap().contains('@'));
    }
}

#[test]
fn t19_a_second_go_ends_the_first() {
    let mut engine = Engine::start();
    for _ in 0..REPEATS {
        engine
            .send("position startpos\ngo infinite\ngo ponder wtime 1 btime 1\ngo depth 3\nisready");
        let lines = engine.until("readyok");
        let late = if answers(&lines) == 3 {
            Vec::new()
        } else {
            engine.until("bestmove")
        };
        assert_eq!(answers(&lines) + answers(&late), 3);
        engine.sync();
    }
    engine.send("go infinite\ngo infinite");
    engine.until("bestmove");
    assert_waits(&engine);
    assert_ne!(engine.go("stop").best(), "(none)");
    // Counting and benchmarks end a search as well.
    let lines = engine.ask("go infinite\ngo perft 2", "Nodes searched: 7744");
    assert_eq!(answers(&lines), 1);
    let lines = engine.ask("go infinite\nbench 1 1 1\nisready", "readyok");
    assert_eq!(answers(&lines), 1);
}

#[test]
fn t19_settings_change_during_a_search() {
    let mut engine = Engine::start();
    for repeat in 0..REPEATS {
        engine.send("go infinite");
        engine.send(&format!("setoption name Threads value {}", 1 + repeat % 3));
        engine.send(&format!("setoption name Hash value {}", 1 + repeat % 5));
        engine.send("setoption name Clear Hash\nucinewgame\nsetoption name MultiPV value 2");
        engine.send("setoption name UCI_Variant value sittuyin\nposition startpos moves K@e2\nuci\nd\neval\nponderhit");
        let lines = engine.sync();
        assert_eq!(answers(&lines), 0);
        assert!(lines.iter().any(|line| line == "uciok"));
        assert_ne!(engine.go("stop").best(), "(none)");
        engine.send(&format!("position fen {START}"));
    }
    engine.go("go depth 4").assert_complete();
}

#[test]
fn many_threads_stop_as_well() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 8");
    for _ in 0..REPEATS {
        engine.go("go movetime 5").assert_grammar();
        engine.go("go infinite\nstop").assert_grammar();
        engine.go("go depth 3").assert_grammar();
    }
}

#[test]
fn a_reader_that_sleeps_loses_nothing() {
    let mut engine = Engine::start();
    for number in 0..500 {
        engine.send(&format!("position startpos\ngo nodes {number}\nwait"));
    }
    for _ in 0..500 {
        engine.until("bestmove");
    }
    assert!(engine.sync().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn t11_random_bytes_never_kill(
        chunks in proptest::collection::vec((0_usize..12, proptest::collection::vec(any::<u8>(), 0..60)), 1..30)
    ) {
        let words = [
            "", "position fen ", "position startpos moves ", "go depth 2 ", "go nodes 100 searchmoves ", "setoption name ",
            "setoption name MultiPV value ", "position ", "go movetime 1 wtime ", "ponderhit ", "stop ", "debug ",
        ];
        let mut engine = Engine::start();
        for (word, mut bytes) in chunks {
            bytes.retain(|byte| *byte != b'\n');
            engine.send_bytes(words[word].as_bytes());
            engine.send_bytes(&bytes);
            engine.send_bytes(b"\n");
        }
        engine.sync();
        // Were a search without limits among them, it would end here.
        engine.send("stop\nposition startpos\nsetoption name MultiPV value 1\nisready");
        engine.until("readyok");
        engine.go("go depth 2");
        engine.quit();
    }
}
