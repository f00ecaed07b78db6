//! From games to a network and into the engine, with the built program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::engine::{Engine, is_error};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sitke-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a tool, whose progress goes to standard error.
fn run(args: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_sitke"))
        .args(args)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// The arguments for games with one thread, so that the file is the same each time.
fn datagen_args<'a>(games: &'a str, nodes: &'a str, out: &'a str) -> Vec<&'a str> {
    vec![
        "datagen",
        "--games",
        games,
        "--nodes",
        nodes,
        "--threads",
        "1",
        "--out",
        out,
    ]
}

fn datagen(games: &str, out: &str) {
    run(&datagen_args(games, "60", out));
}

#[test]
fn interrupted_games_are_taken_up_again() {
    let folder = Folder::new("datagen");
    let (whole, torn) = (folder.file("whole"), folder.file("torn"));
    datagen("6", &whole);
    datagen("3", &torn);
    let bytes = fs::read(&torn).unwrap();
    fs::write(&torn, &bytes[..bytes.len() - 5]).unwrap();
    datagen("6", &torn);
    assert_eq!(fs::read(&torn).unwrap(), fs::read(&whole).unwrap());

    // Games of other settings would spoil the file.
    let output = Command::new(env!("CARGO_BIN_EXE_sitke"))
        .args(datagen_args("9", "70", &torn))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && error.contains("nodes 60"),
        "{error}"
    );
    assert_eq!(fs::read(&torn).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn a_trained_network_evaluates() {
    let folder = Folder::new("train");
    let (games, network) = (folder.file("games"), folder.file("net"));
    datagen("45", &games);
    let train = |out: &str| {
        let args = [
            "train", &games, "--out", out, "--epochs", "2", "--batch", "64",
        ];
        run(&args);
    };
    train(&network);
    let again = folder.file("again");
    train(&again);
    assert_eq!(fs::read(&network).unwrap(), fs::read(&again).unwrap());

    let mut engine = Engine::start();
    engine.send("position fen 3r4/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[] w - - 0 9");
    let built_in = engine.ask("eval", "Total");
    engine.send(&format!("setoption name EvalFile value {network}"));
    assert!(engine.sync().is_empty());
    let loaded = engine.ask("eval", "Total");
    assert_ne!(loaded, built_in);
    engine.go("go nodes 2000").assert_complete();

    // What is refused changes nothing.
    let mut bytes = fs::read(&network).unwrap();
    bytes[5000] ^= 1;
    fs::write(&network, bytes).unwrap();
    let missing = folder.file("missing");
    assert!(!Path::new(&missing).exists());
    for path in [&network, &games, &missing] {
        engine.send(&format!("setoption name EvalFile value {path}"));
        let lines = engine.sync();
        assert!(lines.len() == 1 && is_error(&lines[0]), "{lines:?}");
        assert_eq!(engine.ask("eval", "Total"), loaded);
    }
    engine.send("setoption name EvalFile value <empty>");
    assert!(engine.sync().is_empty());
    assert_eq!(engine.ask("eval", "Total"), built_in);
}
