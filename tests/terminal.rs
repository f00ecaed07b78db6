//! `sitke play` as a player at a terminal meets it, over pipes.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use sitke::rules::PRESETS;

/// Starts the program with `arguments`, types `input` and returns all that is printed.
fn play(arguments: &str, input: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sitke"))
        .args(["play", "--letters", "--movetime", "30"])
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Written beside reading: neither pipe may fill up while the other waits.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// A file that no other test uses.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Whether `wanted` was said; lines may be broken anywhere, which depends on the length of file names.
#[track_caller]
fn assert_has(text: &str, wanted: &str) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words(text).contains(&words(wanted)),
        "'{wanted}' is missing in:\n{text}"
    );
}

#[test]
fn the_engine_answers_and_moves_are_taken_back() {
    let text = play("--level -20", b"K@c2\nback\nk@d2\nmoves\nquit\n");
    assert_has(&text, "Black plays ");
    assert_has(&text, "move 2");
    assert_has(&text, "to place: K S S F R R N N");
    assert_has(&text, "R@: a1, b1, c1, d1, e1, f1, g1, h1");
    assert!(text.ends_with("Red> quit\nGood-bye.\n"), "{text}");
    let text = play("--side black --level -20", b"K@f7\n");
    assert_has(&text, "Red plays ");
    assert_has(&text, "    h   g   f   e   d   c   b   a");
}

#[test]
fn wrong_input_is_answered_with_what_is_right() {
    let cases = [
        (
            "",
            "nonsense",
            "'nonsense' is neither a move nor a command.",
        ),
        (
            "",
            "d4",
            "Nothing moves to d4 yet: Red has pieces to place.",
        ),
        (
            "",
            "Kc2",
            "Nothing moves to c2 yet: K@c2 places the king there.",
        ),
        ("", "d3d4", "Nothing moves yet: Red has pieces to place."),
        (
            "",
            "R@a2",
            "A rook can be placed on a1, b1, c1, d1, e1, f1, g1, h1.",
        ),
        ("", "K@e4", "e4 is occupied. A king can be placed on a1,"),
        ("", "K@z9", "neither a move nor a command"),
        ("K@c2\nK@g7\n", "K@d2", "Red has no king left to place."),
        ("", "level 50", "Levels are numbers from -20"),
        ("", "side blue", "The sides are red, black and both."),
        ("", "save", "Name a file, as in 'save game.txt'."),
        ("", "load /no/such/file", "Cannot read /no/such/file"),
        ("", "back", "There is no move to take back."),
        ("", "moves x", "'x' is no square"),
        (BEGUN, "e5", "No pawn can go to e5 so."),
        (BEGUN, "c5c6", "The pawn on c5 is Black's."),
        (BEGUN, "e1e2", "There is no piece on e1."),
        (
            BEGUN,
            "g2g4",
            "The king on g2 can go to f1, f2, f3, g1, g3, h1, h2, h3.",
        ),
        (BEGUN, "d5d6f", "The pawn on d5 can promote so: d5=F"),
        (
            BEGUN,
            "a3a3f",
            "The pawn on a3 cannot promote now: it is not on a marked square",
        ),
        (BEGUN, "R@a1", "All pieces are placed; now they move."),
        (BEGUN, "Rd8", "No rook can go to d8 so."),
        // A general could take, but was not named.
        (
            "setup\nfen 7k/8/8/4p3/3F4/8/6K1/2R5 w\ndone\n",
            "fxe5",
            "No pawn can go to e5 so.",
        ),
    ];
    for (before, input, answer) in cases {
        let text = play("--side both", format!("{before}{input}\n").as_bytes());
        // Long answers are broken between words.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_has(&text, answer);
    }
}

/// A game in which Red has no general and a pawn on a marked square.
const BEGUN: &str = "setup\nfen 7k/8/8/2pP4/8/P7/6K1/2R5 w\ndone\n";

#[test]
fn a_pawn_promotes_in_place_and_mate_ends_the_game() {
    let text = play(
        "--side both",
        format!("{BEGUN}moves d5\nmoves\nd5=F\nKg8\nhint\nback\nback\nd5d5f\nquit\n").as_bytes(),
    );
    assert_has(
        &text,
        "\npawn d5: d5=F, d5c4=F, d5c6=F, d5e4=F, d5e6=F, d6\n",
    );
    assert_has(&text, "A pawn of yours may become a general");
    assert_has(&text, "the pawn on d5 becomes a general");
    assert_has(&text, "Red played d5=F:");
    let text = play(
        "--side both",
        b"setup\nfen 7k/8/6K1/8/8/8/8/R7 w\ndone\nRa8\nRa7\nback\n",
    );
    assert_has(&text, "Red wins: checkmate, the king of Black is attacked");
    assert_has(&text, "The game is over. 'back' takes moves back");
    assert!(text.trim_end().ends_with("Red>"), "{text}");
}

#[test]
fn generals_on_the_board_change_what_may_promote_at_once() {
    let text = play(
        "--side both",
        b"setup\nfen 7k/8/8/2pP4/8/8/6K1/2R5 w\nFa4\nclear a4\nR e9\nclear\ndone\ncancel\n",
    );
    let states: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("Red has") || line.starts_with("Not a game"))
        .collect();
    assert_eq!(
        states,
        [
            "Red has no general: it may promote on d5.",
            "Red has a general on a4: no pawn may promote.",
            "Red has no general: it may promote on d5.",
            "Not a game yet: Red has 0 kings instead of 1.",
            "Not a game yet: Red has 0 kings instead of 1. 'cancel' goes back to the game.",
        ]
    );
    assert_has(&text, "There is no square 'e9'.");
    assert_has(&text, "Nothing was changed.");
}

#[test]
fn games_are_saved_and_loaded_with_their_players() {
    let file = scratch("saved.game");
    let _ = fs::remove_file(&file);
    let name = file.display();
    play(
        "--side both --variant sittuyin-federation --house-rules stalemate=loses --level 7",
        format!("K@c2\nsave {name}\n").as_bytes(),
    );
    let saved = fs::read_to_string(&file).unwrap();
    assert_has(
        &saved,
        "sitke game 1\nrules: sittuyin-federation\nhouse rules: stalemate=loses\n",
    );
    assert_has(&saved, "you: both\nlevel: 7\nstart: ");
    assert_has(&saved, "moves:\nK@c2\n");
    // As some editors write it.
    fs::write(&file, format!("\u{feff}{saved}")).unwrap();
    let text = play(
        "",
        format!("load {name}\nlevel x\nsave {name}\n").as_bytes(),
    );
    assert_has(&text, "sittuyin-federation, move 2");
    assert_has(&text, "now it is 7");
    assert_eq!(fs::read_to_string(&file).unwrap(), saved);

    let other = scratch("other.txt");
    fs::write(&other, "a letter\n").unwrap();
    let name = other.display();
    let text = play(
        "",
        format!("K@c2\nsave {name}\nload {name}\nquit\n").as_bytes(),
    );
    assert_has(&text, "exists and is no game record");
    assert_has(&text, "it does not begin with");
    assert_eq!(fs::read_to_string(&other).unwrap(), "a letter\n");
}

/// It was played in a terminal: a set-up, promotions in place and by a step, and a mate in time.
#[test]
fn a_whole_game_is_gone_through() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/terminal.game");
    let copy = scratch("copy.game");
    let _ = fs::remove_file(&copy);
    let name = copy.display();
    let text = play("", format!("load {file}\nsave {name}\nback\n").as_bytes());
    assert_has(&text, "counted: 17 of 44 moves");
    assert_has(&text, "Red wins: checkmate");
    assert_has(&text, "A king stands alone");
    assert_eq!(
        fs::read_to_string(&copy).unwrap(),
        fs::read_to_string(file).unwrap()
    );
}

/// Changing sides makes the engine play both: a whole game of each rule set.
#[test]
fn every_rule_set_is_played() {
    let input = "side black\nside red\n".repeat(30)
        + "moves\nhint\nhelp\nrules\nflip\nback\nsetup\ncancel\nquit\n";
    for rules in PRESETS {
        let text = play(
            &format!("--level -20 --variant {}", rules.name),
            input.as_bytes(),
        );
        assert!(text.ends_with("Good-bye.\n"), "{text}");
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest < Some(80), "{widest:?} columns:\n{text}");
        assert_has(&text, "All pieces are placed");
    }
}

#[test]
fn a_set_up_position_keeps_its_stage_and_until_it_is_changed_its_counts() {
    let file = scratch("stage.game");
    let name = file.display();
    let board = "r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R";
    for (variant, stage) in [("sittuyin-murray", "r"), ("sittuyin-dice", "m2")] {
        for (changes, counts) in [("red\n", "- 3 9"), ("n a6\nclear a6\n", "- 0 1")] {
            let input = format!("setup\nfen {board} w {stage} - 3 9\n{changes}done\nsave {name}\n");
            play(
                &format!("--side both --variant {variant}"),
                input.as_bytes(),
            );
            let saved = fs::read_to_string(&file).unwrap();
            assert_has(&saved, &format!("start: {board}[] w {stage} {counts}\n"));
        }
    }
}

#[test]
fn nobody_passes_who_can_play_a_die() {
    let board = "r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R";
    let text = play(
        "--side both --variant sittuyin-dice",
        format!("setup\nfen {board} w\ndone\n0000\n").as_bytes(),
    );
    assert_has(&text, "You can play a die, so you may not pass.");
}

#[test]
fn dice_are_thrown_and_kept() {
    let file = scratch("dice.game");
    let name = file.display();
    let input =
        "side black\nside red\n".repeat(20) + &format!("back\nsave {name}\nload {name}\nquit\n");
    let text = play("--level -20 --variant sittuyin-dice", input.as_bytes());
    assert_has(&text, "Black throws ");
    assert_has(&text, "All pieces are placed. Until a pawn moves,");
    assert_has(&fs::read_to_string(&file).unwrap(), "dice=");
}

#[test]
fn any_bytes_are_survived() {
    let long = "x".repeat(100_000);
    let mut input = b"\xff\xfe\n\0\0\nK@\xc3\n@\nK@\n@e2\n=\ne5=\n\xe2\x82\xac@e2\n".to_vec();
    input.extend(long.as_bytes());
    input.extend(
        b"\nsetup\n\xff\nF\nFh\n\xe2\x82\xac\nclear x\nfen\nfen x\nF hand\nP hand\ncancel\nquit\n",
    );
    let text = play("--side both", &input);
    assert!(text.ends_with("Good-bye.\n"), "{text}");
}
