//! The dialogues of other programs, as their sources have them: Fairyground, `LiGround`,
//! variantfishtest, `PyChess` and Cute Chess.

use crate::engine::{Engine, START, is_error, pv};

/// The choices of the one option that looks like a list of variants, read as Fairyground does: any
/// combo with "variant" in its name.
fn fairyground_variants(lines: &[String]) -> Vec<String> {
    let mut lists = lines.iter().filter_map(|line| {
        let rest = line.strip_prefix("option name ")?;
        let (name, rest) = rest.split_once(" type combo ")?;
        name.to_lowercase().contains("variant").then(|| {
            let choices = rest.split(" var ").skip(1);
            choices.map(str::to_owned).collect::<Vec<_>>()
        })
    });
    let list = lists.next().expect("a list of variants");
    assert_eq!(lists.next(), None, "the last list would win");
    list
}

#[test]
fn fairyground_plays_move_by_move() {
    let mut engine = Engine::start();
    let hello = engine.ask("uci", "uciok");
    assert!(fairyground_variants(&hello).contains(&"sittuyin".to_owned()));
    assert!(!hello.iter().any(|line| line.contains("UCI_Chess960")));
    // Any check option whose name matches /ponder/i switches pondering.
    assert!(hello.contains(&"option name Ponder type check default false".to_owned()));
    engine
        .send("setoption name UCI_Variant value sittuyin\nsetoption name UCI_Chess960 value false");
    engine.send("ucinewgame\nposition startpos");
    let told = engine.sync();
    assert!(!told.iter().any(|line| is_error(line)), "{told:?}");
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..6 {
        engine.send(&format!("position fen {START} moves {}", moves.join(" ")));
        let search = engine.go("go wtime 3000 winc 100 btime 3000 binc 100");
        // It counts the answers, and leaves out lines with a bound by the blanks around the word.
        search.assert_complete();
        moves.push(search.best().to_owned());
    }
    engine.send("isready");
    assert_eq!(engine.until("readyok").len(), 1, "one answer to each go");
}

/// The fields of an option as `LiGround` reads them: it splits before each ` name`, ` type`, ….
fn liground_fields(line: &str) -> Vec<(&str, &str)> {
    const WORDS: [&str; 6] = [" name", " type", " default", " var", " min", " max"];
    let mut starts: Vec<usize> = WORDS
        .iter()
        .flat_map(|word| line.match_indices(word).map(|(place, _)| place))
        .collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| line[start + 1..end].split_once(' ').unwrap_or_default())
        .collect()
}

#[test]
fn liground_reads_every_option_and_analyses_twice() {
    let mut engine = Engine::start();
    let hello = engine.ask("uci", "uciok");
    for word in ["name", "author"] {
        let start = format!("id {word} ");
        let line = hello.iter().find(|line| line.starts_with(&start)).unwrap();
        assert!(line.len() > start.len(), "{line}");
    }
    for line in hello.iter().filter(|line| line.starts_with("option")) {
        let fields = liground_fields(line);
        let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
        let expected: &[&str] = match fields[1].1 {
            "spin" => &["name", "type", "default", "min", "max"],
            "check" | "string" => &["name", "type", "default"],
            "button" => &["name", "type"],
            // A choice that begins like one of the words is lost, but the one that counts is not.
            "combo" => {
                assert!(fields.contains(&("var", "sittuyin")), "{line}");
                &names
            }
            other => panic!("{other} in {line}"),
        };
        assert_eq!(names, expected, "{line}");
    }
    // One program plays, the other watches, and both are stopped at any time.
    let mut watcher = Engine::start();
    watcher.ask("uci", "uciok");
    for engine in [&mut engine, &mut watcher] {
        engine.send(
            "setoption name UCI_Variant value sittuyin\nsetoption name UCI_Chess960 value false",
        );
        engine.send("setoption name MultiPV value 3");
        engine.sync();
        engine.send(&format!("position fen {START} moves K@e2\ngo infinite"));
        while !engine.until("info")[0].contains(" pv ") {}
        let search = engine.go("stop");
        search.assert_grammar();
        assert_ne!(search.best(), "(none)");
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn variantfishtest_keeps_the_clock_and_judges_by_the_last_line() {
    let mut engine = Engine::start();
    let hello = engine.ask("uci", "uciok");
    let line = hello
        .iter()
        .find(|line| line.contains(" UCI_Variant "))
        .unwrap();
    assert!(line.split(" var ").skip(1).any(|name| name == "sittuyin"));
    engine.send("setoption name UCI_Variant value sittuyin\nsetoption name Threads value 1");
    // An old library sends a value to a button.
    engine.send("setoption name clear hash value true\nucinewgame");
    engine.sync();
    let book = "1f6/8/4pppp/pppp4/4PPPP/PPPP1F2/8/8[KSSRRNNkssrrnn] w - - 2 2";
    for start in ["startpos".to_owned(), format!("fen {book}")] {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..8 {
            engine.send(&format!("position {start} moves {}", moves.join(" ")));
            let search = engine.go("go wtime 1000 btime 1000 winc 100 binc 100");
            // The clock is taken from `info time`; without a score there is no result.
            assert!((0..1000).contains(&search.value("time")), "{search:?}");
            // Nothing but a finished game looks like one.
            let looks_drawn =
                search.last().contains(" score cp 0 ") && pv(search.last()).len() == 1;
            assert!(
                !looks_drawn && !search.last().contains(" score mate 1 "),
                "{search:?}"
            );
            moves.push(search.best().to_owned());
        }
    }
}

#[test]
fn pychess_sets_everything_before_it_waits() {
    let mut engine = Engine::start();
    let hello = engine.ask("uci", "uciok");
    let choices = hello
        .iter()
        .find(|line| line.contains(" UCI_Variant "))
        .unwrap();
    assert!(
        !choices.split(' ').any(|word| word == "chess"),
        "else it is a chess engine"
    );
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 852");
    engine.send("setoption name Skill Level value 3\nsetoption name Ponder value false");
    engine.send("setoption name UCI_Variant value sittuyin\nucinewgame");
    engine.sync();
    // Its hands are a ninth rank, or letters with Black's first.
    for fen in [
        "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8/rrnnssfkRRNNSSFK w - - 0 1",
        "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[rrnnssfkRRNNSSFK] w - - 0 1",
    ] {
        engine.send(&format!("position fen {fen}"));
        let search = engine.go("go depth 3");
        search.assert_grammar();
        assert!(search.best().contains('@'));
    }
    // Analysis: stop before every position, whether anything runs or not.
    engine.send(&format!("stop\nposition fen {START}\ngo infinite\nstop"));
    assert_ne!(
        engine
            .go(&format!("position fen {START} moves K@e2"))
            .best(),
        "(none)"
    );
}

#[test]
fn cute_chess_plays_a_match_in_cecp() {
    let mut engine = Engine::start();
    engine.send("xboard");
    engine.ask("protover 2", "feature done=1");
    engine.send("accepted ping\naccepted setboard\nrejected highlight\naccepted done");
    engine.send("new\nforce\nvariant sittuyin");
    engine.send(&format!(
        "setboard {START}\nlevel 0 0:02 0.02\npost\neasy\ncomputer\nname other"
    ));
    engine.ask("ping 1", "pong 1");
    let mut opponent = Engine::start();
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..40 {
        if ply % 2 == 0 {
            let played = moves.join(" ");
            opponent.send(&format!("position fen {START} moves {played}"));
            moves.push(opponent.go("go nodes 200").best().to_owned());
        } else {
            let text = format!("time 200\notim 200\nusermove {}", moves[ply - 1]);
            let text = if ply == 1 {
                format!("{text}\ngo")
            } else {
                text
            };
            let lines = engine.ask(&text, "move ");
            moves.push(lines.last().unwrap()["move ".len()..].to_owned());
        }
    }
    engine.send("force\nresult * {No result}");
    engine.ask("ping 1", "pong 1");
    // Every move was legal for the other one.
    opponent.send(&format!("position fen {START} moves {}", moves.join(" ")));
    assert!(opponent.sync().is_empty());
}
