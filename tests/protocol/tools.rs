//! The commands of the command line.

use std::io::BufRead;

use serde_json::Value;

use crate::engine::{Engine, MATE_IN_ONE, START, script};

fn json(lines: &[String]) -> Vec<Value> {
    lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

#[test]
fn analyse_writes_json() {
    let lines = script(
        &[
            "analyse",
            "--depth",
            "4",
            "--json",
            "--multipv",
            "2",
            MATE_IN_ONE,
        ],
        "",
    );
    let found = json(&lines);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["fen"], MATE_IN_ONE);
    assert_eq!(found[0]["outcome"], "play on");
    assert_eq!(found[0]["lines"][0]["mate"], 1);
    assert_eq!(found[0]["lines"][0]["pv"][0], "a1a8");
    assert_eq!(found[0]["lines"][0]["san"][0], "Ra8#");
    assert_eq!(found[0]["lines"].as_array().unwrap().len(), 2);
}

#[test]
fn analyse_goes_on_after_a_bad_position_but_says_so() {
    let args = ["analyse", "--depth", "2", "--json", "blah", MATE_IN_ONE];
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_sitke"))
        .args(args)
        .output()
        .unwrap();
    assert!(!output.status.success());
    let lines: Vec<String> = output.stdout.lines().map(Result::unwrap).collect();
    let found = json(&lines);
    assert_eq!(found[0]["input"], "blah");
    assert!(found[0]["error"].is_string());
    assert_eq!(found[1]["lines"][0]["pv"][0], "a1a8");
}

#[test]
fn analyse_reads_standard_input_and_files() {
    let text = format!("# a comment\n\n{MATE_IN_ONE}\n{START} ; id \"start\";\n");
    for args in [
        &["analyse", "--nodes", "200", "--json"][..],
        &["analyse", "--nodes", "200", "--json", "-"],
    ] {
        let found = json(&script(args, &text));
        assert_eq!(found.len(), 2);
        assert!(found[1]["lines"][0]["cp"].is_i64(), "{found:?}");
    }
    let path = std::env::temp_dir().join(format!("sitke-test-{}.epd", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let name = path.to_str().unwrap();
    let lines = script(&["analyse", "--depth", "2", "--file", name], "");
    assert!(
        lines.iter().any(|line| line.contains("mate 1  Ra8#")),
        "{lines:#?}"
    );
    std::fs::remove_file(path).unwrap();
}

#[test]
fn analyse_shows_finished_games() {
    let found = json(&script(
        &["analyse", "--json", "R6k/8/6K1/8/8/8/8/8[] b - - 0 1"],
        "",
    ));
    assert_eq!(found[0]["outcome"], "white wins (checkmate)");
}

#[test]
fn perft_counts() {
    let lines = script(&["perft", "2", "--divide"], "");
    assert!(lines.contains(&"Nodes searched: 7744".to_owned()));
    let lines = script(&["perft", "2", "8/8/S2P1k2/8/8/8/8/4K3[] w - - 0 9"], "");
    assert_eq!(lines[0], "Nodes searched: 86");
}

#[test]
fn bench_ends_with_its_signature() {
    let last = |lines: Vec<String>| {
        let last = lines.last().unwrap().clone();
        let words: Vec<&str> = last.split(' ').collect();
        match words.as_slice() {
            [nodes, "nodes", speed, "nps"] => {
                (nodes.parse::<u64>().unwrap(), speed.parse::<u64>().is_ok())
            }
            _ => panic!("{last}"),
        }
    };
    let (nodes, is_speed) = last(script(&["bench", "1", "1", "4"], ""));
    assert!(nodes > 0 && is_speed);
    assert_eq!(last(script(&["bench", "1", "1", "4"], "")).0, nodes);
}

#[test]
fn help_and_version() {
    let help = script(&["--help"], "").join("\n");
    for word in [
        "Universal Chess Interface",
        "analyse",
        "bench",
        "perft",
        "Examples:",
    ] {
        assert!(help.contains(word), "{word}");
    }
    assert_eq!(
        script(&["--version"], ""),
        [format!("sitke {}", env!("CARGO_PKG_VERSION"))]
    );
}

#[test]
fn mistakes_are_explained_on_standard_error() {
    for args in [
        &["perft", "2", "blah"][..],
        &["analyse", "--file", "/nonexistent"],
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sitke"))
            .args(args)
            .output()
            .unwrap();
        assert!(!output.status.success());
        assert!(output.stdout.is_empty());
        assert!(
            String::from_utf8_lossy(&output.stderr).starts_with("error: "),
            "{args:?}"
        );
    }
    drop(Engine::start());
}
