//! The other protocol, as XBoard and Cute Chess speak it.

use std::time::{Duration, Instant};

use crate::engine::{Engine, HANG, MATE_IN_ONE, PROMPT, START, script};

/// White's pawns on e5 and g7 may promote; e5 in place as well.
const PROMOTIONS: &str = "k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1";
/// Black's only pawn may promote in place; White's king is alone.
const BLACK_PAWN: &str = "7K/8/5k2/8/3p4/8/8/6r1[] b - - 0 1";

/// A program that said `xboard` and was told the features.
fn start() -> Engine {
    let mut engine = Engine::start();
    engine.ask("xboard\nprotover 2", "feature done=1");
    engine.send("new\nvariant sittuyin");
    sync(&mut engine);
    engine
}

/// Whatever comes before the answer to `ping`.
fn sync(engine: &mut Engine) -> Vec<String> {
    let mut lines = engine.ask("ping 7", "pong 7");
    lines.pop();
    lines
}

/// Sends `text` and returns the move that comes.
fn answer(engine: &mut Engine, text: &str) -> String {
    let lines = engine.ask(text, "move ");
    lines.last().unwrap()["move ".len()..].to_owned()
}

#[test]
fn features_come_first() {
    let mut engine = Engine::start();
    let lines = engine.ask("xboard\nprotover 2", "feature done=1");
    assert!(lines.iter().all(|line| line.starts_with("feature ")));
    let all = lines.join("\n");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "memory=1",
        "smp=1",
        "colors=0",
        "sigint=0",
        "analyze=1",
        "exclude=1",
        "variants=\"sittuyin,",
        "myname=\"sitke ",
        "option=\"Skill Level -spin 20 -20 20\"",
        "option=\"Clear Hash -button\"",
    ] {
        assert!(all.contains(feature), "{feature} in {all}");
    }
    // Commands stand for these.
    for option in ["Hash -spin", "Threads", "UCI_Variant", "Ponder"] {
        assert!(!all.contains(&format!("option=\"{option}")), "{option}");
    }
    engine.send("accepted ping\nrejected highlight\nrandom\nname Somebody\nrating 1 2");
    assert!(sync(&mut engine).is_empty());
    engine.send("quit");
    assert!(engine.end().1.success());
}

#[test]
fn the_first_version_has_no_features() {
    let mut engine = Engine::start();
    engine.send("xboard\nnew");
    assert!(sync(&mut engine).is_empty());
    assert!(answer(&mut engine, "st 0.05\nK@e2").contains('@'));
}

#[test]
fn variants_come_with_their_board_and_pieces() {
    let mut engine = start();
    engine.send("variant sittuyin");
    let lines = sync(&mut engine);
    assert_eq!(
        lines[0],
        format!("setup (PN.R.F....SKpn.r.f....sk) 8x8+6_bughouse {START}")
    );
    for piece in ["P& fmWfcF", "F& F", "S& FfW", "N& N", "R& R", "K& K"] {
        assert!(lines.contains(&format!("piece {piece}")), "{lines:?}");
    }
    // Neither what it does not know, nor what the program could not follow.
    for name in [
        "chess",
        "",
        "sittuyin-dice",
        "sittuyin-federation",
        "mini-burmese",
    ] {
        engine.send(&format!("variant {name}"));
        let lines = sync(&mut engine);
        assert!(
            lines.len() == 1 && lines[0].starts_with("Error (unknown variant): variant"),
            "{lines:?}"
        );
    }
    engine.send("variant sittuyin-cutechess");
    assert!(sync(&mut engine)[0].starts_with("setup "));
    assert!(answer(&mut engine, "st 0.05\ngo").contains('@'));
}

#[test]
fn rules_of_games_that_the_program_could_not_follow_are_refused() {
    let mut engine = start();
    engine.send("st 30\nusermove K@e2");
    for option in [
        "House Rules=order=one-side-first",
        "House Rules=relocation=on",
        "UCI_Variant=sittuyin-federation",
    ] {
        engine.send(&format!("option {option}"));
        let line = engine.next_line(HANG).unwrap();
        assert!(line.starts_with("tellusererror CECP "), "{line}");
    }
    // The move is thought about still.
    assert!(answer(&mut engine, "?").contains('@'));
}

#[test]
fn house_rules_outlast_the_same_variant() {
    let mut engine = start();
    for (rules, is_legal) in [("rooks=anywhere", true), ("", false)] {
        engine.send(&format!(
            "option House Rules={rules}\nvariant sittuyin\nforce\nR@b2"
        ));
        let told = sync(&mut engine);
        let is_refused = told.iter().any(|line| line.starts_with("Illegal move"));
        assert_eq!(is_refused, !is_legal, "{told:?}");
    }
}

#[test]
fn other_rules_end_what_is_searched() {
    for search in ["st 30\ngo", "hard\nst 0.1\nusermove K@e2", "analyze"] {
        let mut engine = start();
        engine.send(search);
        if search.starts_with("hard") {
            engine.until("move ");
        }
        engine.send("option House Rules=stalemate=loses");
        if search == "analyze" {
            engine.send("exit");
        }
        let lines = sync(&mut engine);
        assert!(
            lines.iter().all(|line| !line.starts_with("move ")),
            "{lines:?}"
        );
        // It is another game, in which White begins.
        assert!(answer(&mut engine, "st 0.1\ngo").contains('@'));
    }
}

#[test]
fn it_plays_black_after_new_and_the_side_to_move_after_go() {
    let mut engine = start();
    engine.send("sd 2");
    let reply = answer(&mut engine, "usermove K@e2");
    assert!(reply.contains('@'), "{reply}");
    // The game goes on from there, and both sides may be played.
    assert_eq!(sync(&mut engine), [] as [&str; 0]);
    let white = answer(&mut engine, "go");
    assert!(white.contains('@'), "{white}");
    engine.send("force\nusermove R@a8");
    assert_eq!(sync(&mut engine), [] as [&str; 0]);
    engine.send("playother");
    assert_eq!(sync(&mut engine), [] as [&str; 0]);
    let free = if white.ends_with("d2") { "d1" } else { "d2" };
    assert!(answer(&mut engine, &format!("usermove N@{free}")).contains('@'));
}

#[test]
fn mistakes_change_nothing() {
    let mut engine = start();
    engine.send("force\nusermove K@e2\nusermove K@c2\nusermove d5d5d5\nusermove\nfoo bar\nlevel x");
    let lines = sync(&mut engine);
    assert_eq!(
        lines,
        [
            "Illegal move: K@c2",
            "Illegal move: d5d5d5",
            "Illegal move: ",
            "Error (unknown command): foo bar",
            "Error (unknown command): level x",
        ]
    );
    engine.send("setboard 8/8/8 w\nmemory 99999999999\noption Nonsense=1");
    for line in sync(&mut engine) {
        assert!(line.starts_with("tellusererror "), "{line}");
    }
    engine.send("usermove K@e7");
    assert!(sync(&mut engine).is_empty(), "Black is to move still");
}

#[test]
fn ping_waits_for_the_move_and_a_question_mark_hurries_it() {
    let mut engine = start();
    engine.send("st 30\ngo\nping 1");
    std::thread::sleep(Duration::from_millis(200));
    engine.send("?\nping 2");
    let lines = engine.until("pong 2");
    let kinds: Vec<&str> = lines
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(kinds, ["move", "pong", "pong"], "{lines:?}");
    // What follows is obeyed although the engine goes on to ponder.
    engine.send("hard\ngo\n?\nforce");
    let lines = sync(&mut engine);
    assert!(
        lines.len() == 1 && lines[0].starts_with("move "),
        "{lines:?}"
    );
    // Without a search it asks for nothing.
    engine.send("?");
    assert!(sync(&mut engine).is_empty());
}

#[test]
fn force_ends_a_search_without_a_move() {
    let mut engine = start();
    for end in [
        "force",
        "new",
        "undo",
        "result 1-0 {time}",
        "setboard 7k/8/8/8/8/8/8/K7[] w - - 0 1",
    ] {
        engine.send(&format!("force\nnew\nst 30\ngo\n{end}"));
        let lines = sync(&mut engine);
        assert!(lines.is_empty(), "{end}: {lines:?}");
    }
}

#[test]
fn time_controls_are_kept() {
    let mut engine = start();
    for control in [
        "level 40 0:02 0",
        "level 0 1 0\ntime 50\notim 50",
        "st 0.2",
        "time -3",
        "sd 1",
        "level 0 0:01 0.05",
        "st 1\nnps 1000",
    ] {
        let began = Instant::now();
        answer(&mut engine, &format!("force\nnew\n{control}\ngo"));
        assert!(began.elapsed() < PROMPT, "{control}: {:?}", began.elapsed());
    }
}

#[test]
fn a_new_game_has_no_limits_of_the_last_one() {
    let mut engine = start();
    answer(&mut engine, "st 10\nnps 10\nsd 1\ngo");
    engine.send("new\ngo");
    let early = engine.next_line(Duration::from_millis(300));
    assert_eq!(early, None, "ten seconds are not over");
    assert!(answer(&mut engine, "?").contains('@'));
}

#[test]
fn thinking_is_shown_as_numbers_and_moves() {
    let mut engine = start();
    engine.send("post\nsd 4");
    let lines = engine.ask("go", "move ");
    let best = lines.last().unwrap()["move ".len()..].to_owned();
    let (_, thoughts) = lines.split_last().unwrap();
    for line in thoughts {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(
            words[..4].iter().all(|word| word.parse::<i64>().is_ok()),
            "{line}"
        );
        assert!(words.len() > 4, "{line}");
    }
    assert!(thoughts.last().unwrap().split(' ').nth(4) == Some(best.as_str()));
    let mate = format!("force\nsetboard {MATE_IN_ONE}\ngo");
    let lines = engine.ask(&mate, "1-0");
    assert!(lines[0].starts_with("1 100001 "), "{lines:?}");
    let lines = engine.ask(&format!("nopost\n{mate}"), "1-0");
    assert_eq!(lines[0], "move a1a8");
}

#[test]
fn moves_are_taken_back() {
    let mut engine = start();
    engine.send("force\nusermove K@e2\nusermove K@e7\nundo\nusermove K@d7\nremove\nusermove K@g2");
    engine.send("undo\nundo\nundo\nusermove K@e2\nusermove K@e2");
    assert_eq!(sync(&mut engine), ["Illegal move: K@e2"]);
}

#[test]
fn results_are_told() {
    let mut engine = start();
    let lines = engine.ask(&format!("sd 3\nforce\nsetboard {MATE_IN_ONE}\ngo"), "1-0");
    assert_eq!(lines, ["move a1a8", "1-0 {White mates}"]);
    // The user mates, or gives stalemate.
    for (fen, mv, result) in [
        (MATE_IN_ONE, "a1a8", "1-0 {White mates}"),
        (
            "7k/R7/5K2/8/8/8/8/5R2[] w - - 0 1",
            "f1g1",
            "1/2-1/2 {stalemate}",
        ),
    ] {
        engine.send(&format!("force\nsetboard {fen}\nplayother\nusermove {mv}"));
        assert_eq!(sync(&mut engine), [result]);
    }
}

#[test]
fn draws_are_offered_when_due_and_accepted_when_due_or_bad() {
    let mut engine = start();
    engine.send("draw");
    assert!(sync(&mut engine).is_empty(), "not before the game");
    // The count of sixteen moves is over with the next move.
    let fen = "8/8/8/8/3k4/8/8/R3K3[] w - 32 32 60";
    let lines = engine.ask(&format!("sd 2\nforce\nsetboard {fen}\ngo"), "offer draw");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
    engine.send("draw");
    assert_eq!(sync(&mut engine), ["offer draw"]);
}

#[test]
fn a_position_is_judged_by_its_own_search_only() {
    // A rook down, then a rook up.
    let fen = |side| format!("7k/8/8/8/8/8/7p/R6K[] {side} - - 0 60");
    let mut engine = start();
    answer(
        &mut engine,
        &format!("sd 3\nforce\nsetboard {}\ngo", fen("b")),
    );
    engine.send("draw");
    assert_eq!(sync(&mut engine), ["offer draw"]);
    for other in [
        "undo".to_owned(),
        format!("setboard {}", fen("w")),
        "variant sittuyin".to_owned(),
    ] {
        answer(&mut engine, &format!("force\nsetboard {}\ngo", fen("b")));
        engine.send(&format!("{other}\ndraw"));
        let lines = sync(&mut engine);
        assert!(!lines.contains(&"offer draw".to_owned()), "{other}");
    }
}

#[test]
fn there_is_a_move_although_all_are_excluded() {
    let mut engine = start();
    assert!(answer(&mut engine, "sd 1\nforce\nexclude all\ngo").contains('@'));
}

#[test]
fn a_lost_game_is_resigned_to_programs_only() {
    // Mated with the second move.
    let fen = "7k/8/5K2/8/8/8/8/RR6[] b - - 0 1";
    let mut engine = start();
    assert!(!answer(&mut engine, &format!("sd 8\nforce\nsetboard {fen}\ngo")).is_empty());
    engine.send("new\ncomputer\nsd 8");
    let lines = engine.ask(&format!("force\nsetboard {fen}\ngo"), "resign");
    assert_eq!(lines, ["resign"]);
}

#[test]
fn promotion_in_place_is_written_as_the_gui_can_read_it() {
    let forms = [("", "d4d4f"), ("accepted highlight\n", "d4c4,c4d4f")];
    for (accepted, form) in forms {
        let mut engine = start();
        // Every other move is left out.
        let others =
            format!("{accepted}force\nsetboard {BLACK_PAWN}\nexclude all\ninclude d4d4f\nsd 2\ngo");
        assert_eq!(answer(&mut engine, &others), form);
    }
    let mut engine = start();
    for text in ["d4d4f", "d4c4,c4d4f", "d4d4,c4e4"] {
        engine.send(&format!(
            "force\nsetboard {BLACK_PAWN}\nusermove {text}\nusermove h8h7\nusermove d4e3"
        ));
        assert_eq!(
            sync(&mut engine),
            [] as [&str; 0],
            "{text}: a general steps back"
        );
    }
}

#[test]
fn squares_are_marked_for_the_piece_in_hand() {
    let mut engine = start();
    engine.send(&format!("accepted highlight\nforce\nsetboard {PROMOTIONS}"));
    engine.send("lift e5\nput d6\nlift e5\nput e4\nlift e4\nput e5\nlift @@\nput z9");
    assert_eq!(
        sync(&mut engine),
        [
            "highlight 8/8/3BYB2/8/3BCB2/8/8/8",
            "choice F",
            "highlight 8/8/3BYB2/8/3BCB2/8/8/8",
            "highlight 8/8/8/4B3/8/8/8/8",
            "choice F",
        ]
    );
}

#[test]
fn analysis_follows_the_game_until_exit() {
    let mut engine = start();
    engine.send(&format!("force\nsetboard {PROMOTIONS}\nanalyze"));
    let depth = |line: &String| {
        line.split(' ')
            .next()
            .and_then(|word| word.parse::<u32>().ok())
    };
    let deadline = Instant::now() + HANG;
    while engine.next_line(HANG).as_ref().and_then(depth) != Some(5) {
        assert!(Instant::now() < deadline);
    }
    let statistics = engine.ask(".", "stat01: ");
    let numbers = statistics.last().unwrap()["stat01: ".len()..].split(' ');
    assert_eq!(
        numbers.filter_map(|word| word.parse::<u64>().ok()).count(),
        5
    );
    engine.send("usermove e5e5f\nundo\nexclude e5e5f\nexclude all\ninclude e5e6");
    let lines = engine.ask("ping 1", "pong 1");
    assert!(
        !lines.iter().any(|line| line.starts_with("Error")),
        "{lines:?}"
    );
    let line = engine.next_line(HANG).unwrap();
    assert_eq!(line.split(' ').nth(4), Some("e5e6"), "{line}");
    engine.send("exit");
    sync(&mut engine);
    assert_eq!(engine.next_line(Duration::from_millis(200)), None);
}

#[test]
fn it_ponders_if_it_shall_and_gives_hints() {
    let mut engine = start();
    answer(&mut engine, "hard\nst 0.3\nusermove K@e2");
    engine.send("hint");
    let lines = sync(&mut engine);
    let hint = lines[0].strip_prefix("Hint: ").unwrap().to_owned();
    answer(&mut engine, &format!("usermove {hint}"));
    // Another move than the expected one, and an end of it.
    answer(&mut engine, "remove\nusermove R@a1");
    engine.send("easy");
    assert!(sync(&mut engine).is_empty());
    answer(&mut engine, "usermove R@h1");
}

#[test]
fn options_have_commands_or_names() {
    let mut engine = start();
    engine.send("memory 32\ncores 2\noption Skill Level=3\noption Clear Hash\noption MultiPV=2");
    engine.send("option UCI_LimitStrength=1\noption UCI_LimitStrength=0\negtpath syzygy /nowhere");
    assert_eq!(
        sync(&mut engine),
        ["Error (unknown command): egtpath syzygy /nowhere"]
    );
    assert!(answer(&mut engine, "sd 3\ngo").contains('@'));
}

#[test]
fn moves_that_only_the_arbiter_allows_are_played() {
    let mut engine = start();
    engine.send(&format!(
        "option House Rules=in-place=off\nforce\nsetboard {BLACK_PAWN}\nusermove d4d4f\nusermove h8h7"
    ));
    let lines = sync(&mut engine);
    assert!(
        lines.len() == 1 && lines[0].starts_with("# 'd4d4f' "),
        "{lines:?}"
    );
}

#[test]
fn the_end_of_input_is_the_end() {
    for text in [
        "xboard\n",
        "xboard\nprotover 2\nnew\nanalyze\n",
        "xboard\nnew\nhard\nst 0.1\ngo\n",
        "xboard\nst 100\ngo\nquit\n",
    ] {
        let lines = script(&[], text);
        let moves = lines.iter().filter(|line| line.starts_with("move "));
        assert!(
            moves.count() <= usize::from(text.contains("go")),
            "{lines:?}"
        );
    }
    let lines = script(&[], "xboard\nnew\nst 100\ngo\n");
    assert!(lines.last().unwrap().starts_with("move "), "{lines:?}");
}
