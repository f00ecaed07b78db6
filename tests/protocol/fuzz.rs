//! Random lines, valid ones, valid ones spoilt, and noise: no panic, no hang, no leak.
//!
//! The long run, of a million lines:
//! `cargo test --release --test protocol -- --ignored --nocapture fuzz`.

use sitke::types::Random;

use crate::engine::{Engine, MATE_IN_ONE, START};

/// Lines of a run that CI can afford, and of one that it cannot.
const FEW: usize = 4_000;
const MANY: usize = 500_000;
/// Lines after which the engine has to be there still.
const BURST: usize = 40;
/// Memory that each may gain in its second half, in KiB: the allocator keeps some, and in the beginning
/// there are tables still to be made.
const FEW_GAIN: u64 = 48 << 10;
const MANY_GAIN: u64 = 4 << 10;

const UCI: [&str; 41] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "rules",
    "rules sittuyin-murray",
    "debug on",
    "register later",
    "position startpos",
    "position startpos moves M M M M",
    "position fen F",
    "position fen F moves M M",
    "position array F-E moves M",
    "position array Z",
    "position F",
    "position",
    "go",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go nodes N",
    "go depth 3",
    "go movetime 2",
    "go wtime N btime N winc N binc N movestogo N nodes 50",
    "go searchmoves M M depth 2",
    "go mate 2 nodes 50",
    "go perft 1",
    "go nodes",
    "setoption name MultiPV value 4",
    "setoption name MultiPV value N",
    "setoption name Skill Level value N",
    "setoption name Contempt value N",
    "setoption name UCI_ShowWDL value true",
    "setoption name Clear Hash",
    "setoption name UCI_Variant value V",
    "setoption name House Rules value stalemate=loses",
    "setoption name Move Overhead value N",
    "setoption name UCI_Elo value N",
    "setoption name value",
];

const CECP: [&str; 52] = [
    "protover 2",
    "accepted highlight",
    "rejected san",
    "new",
    "variant V",
    "variant sittuyin",
    "force",
    "go",
    "playother",
    "level 40 5 0",
    "level 0 0:01 N",
    "level N N N",
    "st 0.01",
    "st N",
    "sd 2",
    "sd N",
    "nps 100",
    "nps 0",
    "time 5",
    "time N",
    "otim N",
    "usermove M",
    "usermove M",
    "usermove d5e4,e4d5f",
    "M",
    "?",
    "draw",
    "result 1-0 {x}",
    "setboard F",
    "setboard F",
    "hint",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "exclude M",
    "include M",
    "exclude all",
    "include all",
    "computer",
    "option MultiPV=3",
    "option Skill Level=N",
    "option Clear Hash",
    "lift S",
    "put S",
    "ping N",
    "edit",
];

const FENS: [&str; 8] = [
    START,
    MATE_IN_ONE,
    "k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1",
    "8/8/6R1/s3r3/P5R1/1KP3p1/1F2kr2/8[] b - - 0 72",
    "R6k/8/6K1/8/8/8/8/8[] b - - 0 1",
    "8/8/8/8/3k4/8/8/R3K3[] b - 32 10 60",
    "9/9/9 w",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

const MOVES: [&str; 12] = [
    "K@e2", "K@e7", "R@a1", "R@h8", "N@d2", "a1a8", "e5e5f", "e5d6f", "g3g3F", "0000", "e2@a4",
    "N@d3,e3",
];

const VARIANTS: [&str; 6] = [
    "sittuyin",
    "sittuyin-murray",
    "sittuyin-cutechess",
    "mini-burmese",
    "chess",
    "SITTUYIN-federation",
];

/// A template with its capital letters filled in.
fn valid(templates: &[&str], random: &mut Random) -> String {
    let mut pick = |items: &[&str]| (*random.pick(items).unwrap()).to_owned();
    let words: Vec<String> = pick(templates)
        .split(' ')
        .map(|word| match word {
            "M" => pick(&MOVES),
            "F" => pick(&FENS),
            "V" => pick(&VARIANTS),
            "S" => pick(&["e5", "e4", "a1", "d6", "z9", "@@"]),
            "N" => pick(&[
                "0",
                "1",
                "2",
                "20",
                "-7",
                "0.5",
                "99999999999999999999",
                "x",
                "",
            ]),
            other => other.to_owned(),
        })
        .collect();
    words.join(" ")
}

/// A line without its end.
fn line(templates: &[&str], random: &mut Random) -> Vec<u8> {
    let mut bytes = valid(templates, random).into_bytes();
    match random.below(8) {
        0 => {
            for _ in 0..=random.below(3) {
                let place = random.below(bytes.len().max(1));
                let byte = random.below(256) as u8;
                match random.below(3) {
                    0 if !bytes.is_empty() => bytes[place] = byte,
                    1 => bytes.insert(place.min(bytes.len()), byte),
                    _ => bytes.truncate(place),
                }
            }
        }
        1 => {
            bytes = (0..random.below(60))
                .map(|_| random.below(256) as u8)
                .collect();
        }
        2 if random.below(50) == 0 => bytes = bytes.repeat(200),
        _ => {}
    }
    bytes.retain(|byte| *byte != b'\n');
    // What ends the engine, or keeps it busy for as long as it was told to.
    let is_risky = [&b"quit"[..], b"wait", b"bench"]
        .iter()
        .any(|word| bytes.starts_with(word));
    let is_perft = bytes.windows(5).any(|word| word == b"perft") && bytes != b"go perft 1";
    if is_risky || is_perft {
        Vec::new()
    } else {
        bytes
    }
}

/// The memory the program has in use, in KiB, where the system tells it.
fn memory(engine: &Engine) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Sends `count` lines and returns the memory in use after each tenth.
fn run(
    engine: &mut Engine,
    templates: &[&str],
    sync: fn(usize) -> [String; 2],
    count: usize,
    seed: u64,
) -> Vec<u64> {
    let mut random = Random::new(seed);
    let mut samples = Vec::new();
    for tenth in 0..10 {
        for burst in 0..count / BURST / 10 {
            let mut bytes = Vec::new();
            for _ in 0..BURST {
                bytes.extend(line(templates, &mut random));
                bytes.push(b'\n');
            }
            engine.send_bytes(&bytes);
            let [question, answer] = sync(count * tenth + burst);
            engine.ask(&question, &answer);
        }
        samples.extend(memory(engine));
    }
    samples
}

/// A question that nothing else asks, and the beginning of its answer: the engine has read everything
/// when it comes.
fn uci_sync(number: usize) -> [String; 2] {
    [
        format!("stop\nsetoption name Burst {number}"),
        format!("info string ERROR: there is no option 'Burst {number}'"),
    ]
}

fn cecp_sync(number: usize) -> [String; 2] {
    [
        format!("force\nping burst {number}"),
        format!("pong burst {number}"),
    ]
}

fn fuzz(count: usize, gain: u64) {
    let mut uci = Engine::start();
    uci.ask("uci\nsetoption name Hash value 1", "uciok");
    let mut cecp = Engine::start();
    cecp.ask("xboard\nprotover 2\nmemory 1", "feature done=1");
    for (engine, templates, sync) in [
        (&mut uci, &UCI[..], uci_sync as fn(usize) -> [String; 2]),
        (&mut cecp, &CECP[..], cecp_sync),
    ] {
        let samples = run(engine, templates, sync, count, 20_261_130);
        println!("{count} lines, KiB in use after each tenth: {samples:?}");
        if let [.., before, _, _, _, _, after] = samples.as_slice() {
            assert!(*after < before + gain, "{samples:?}");
        }
    }
    for mut engine in [uci, cecp] {
        engine.send("quit");
        let (_, status) = engine.end();
        assert!(status.success(), "{status}");
    }
}

#[test]
fn fuzz_a_little() {
    fuzz(FEW, FEW_GAIN);
}

#[test]
#[ignore = "a million lines take many minutes"]
fn fuzz_a_lot() {
    fuzz(MANY, MANY_GAIN);
}
