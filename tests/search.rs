//! The search finds what there is to find, keeps to its limits and repeats itself bit by bit.

use std::time::{Duration, Instant};

use sitke::position::{Outcome, Position, Record};
use sitke::rules::{STANDARD, preset};
use sitke::search::{Best, Bound, Clock, Limits, Pool, Report, Settings};
use sitke::types::{Random, Score};

const MIDDLEGAME: &str = "r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[] w - - 0 9";

fn record(fen: &str) -> Record {
    Record::new(Position::from_fen(&STANDARD, fen).unwrap())
}

fn search(
    pool: &mut Pool,
    record: &Record,
    limits: &Limits,
    settings: &Settings,
) -> (Best, Vec<Report>) {
    let mut reports = Vec::new();
    let best = pool.search(record, limits, settings, &mut |report: &Report| {
        reports.push(report.clone());
    });
    (best, reports)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

#[test]
fn forced_mates_are_found() {
    for (fen, depth_needed, expected) in [
        ("7k/8/6K1/8/8/8/8/R7[] w - - 0 1", 3, Score::Mate(1)),
        ("R6k/8/6K1/8/8/8/8/8[] b - - 0 1", 1, Score::Mate(0)),
        ("6k1/8/5K2/8/8/8/8/R7[] w - - 0 1", 10, Score::Mate(2)),
        ("k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1", 3, Score::Mate(1)),
        ("7k/8/8/8/8/R7/1R6/K7[] w - - 0 1", 9, Score::Mate(2)),
    ] {
        let mut pool = Pool::new(1, 1).unwrap();
        let (_, reports) = search(
            &mut pool,
            &record(fen),
            &depth(depth_needed),
            &Settings::default(),
        );
        assert_eq!(reports.last().unwrap().score(), expected, "{fen}");
    }
}

#[test]
fn contempt_is_what_a_draw_costs() {
    // The king takes the last pawn at once or never: either way nobody can win.
    for (contempt, expected) in [(0, 0), (30, -30), (-20, 20)] {
        let settings = Settings {
            contempt,
            ..Settings::default()
        };
        let mut pool = Pool::new(1, 1).unwrap();
        let game = record("8/8/8/2k5/8/8/1p6/K7[] w - - 0 1");
        let (_, reports) = search(&mut pool, &game, &depth(4), &settings);
        assert_eq!(reports.last().unwrap().value, expected, "{contempt}");
    }
}

#[test]
fn no_mate_is_announced_beyond_the_count() {
    // Mate in two: the bare king's only move comes as ply 32 of the count, or one too late.
    for (plies, expected) in [(30, Score::mate_in(3)), (31, Score::DRAW)] {
        let game = record(&format!("6k1/8/5K2/8/8/8/8/R7[] w - 32 {plies} 60"));
        let (_, reports) = search(
            &mut Pool::new(1, 1).unwrap(),
            &game,
            &depth(12),
            &Settings::default(),
        );
        assert_eq!(reports.last().unwrap().value, expected, "{plies}");
    }
}

#[test]
fn a_side_that_could_only_give_stalemate_is_not_mated() {
    // After d8c7 White is in check and could only take with the king, which would stalemate.
    let winther = preset("sittuyin-winther").unwrap();
    let fen = "k1Np4/2P5/PKP5/PPP5/8/8/8/8[] b - - 0 60";
    let game = Record::new(Position::from_fen(winther, fen).unwrap());
    for searched in [1, 2, 6] {
        let mut pool = Pool::new(1, 1).unwrap();
        let (_, reports) = search(&mut pool, &game, &depth(searched), &Settings::default());
        assert_eq!(reports.last().unwrap().value, Score::DRAW, "{searched}");
    }
}

#[test]
fn levels_keep_to_their_nodes_with_any_number_of_threads() {
    let settings = Settings {
        skill: 5,
        ..Settings::default()
    };
    let mut pool = Pool::new(4, 1).unwrap();
    let game = record(MIDDLEGAME);
    let (best, reports) = search(&mut pool, &game, &Limits::default(), &settings);
    assert!(best.mv.is_some());
    let nodes = reports.last().unwrap().nodes;
    assert!((500..=1_100).contains(&nodes), "{nodes}");
}

#[test]
fn nothing_is_searched_where_dice_decide() {
    let dice = preset("sittuyin-dice").unwrap();
    let record = |fen: &str| Record::new(Position::from_fen(dice, fen).unwrap());
    let mut pool = Pool::new(1, 1).unwrap();
    let game = record("7k/6pp/8/8/8/8/8/R6K[] w - - 0 60");
    let (best, reports) = search(&mut pool, &game, &depth(3), &Settings::default());
    assert_eq!((best.mv, reports.last().unwrap().nodes), (None, 0));
    assert!(reports.last().unwrap().value > 0);
    // A pawn step would begin the game; a line of play ends there.
    let game = record("r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[] w r - 0 9");
    let (best, reports) = search(&mut pool, &game, &depth(4), &Settings::default());
    assert!(best.mv.is_some());
    for report in reports {
        let mut line = game.clone();
        for mv in report.pv {
            assert!(!line.position().is_diced());
            line.play(mv);
        }
    }
}

#[test]
fn promotion_stalemate_scores_at_least_a_draw() {
    let (best, reports) = search(
        &mut Pool::new(1, 1).unwrap(),
        &record("7k/8/8/8/8/3K4/8/R6p[] b - - 0 60"),
        &depth(4),
        &Settings::default(),
    );
    assert!(best.mv.is_some() && !reports.is_empty());
}

#[test]
fn one_thread_repeats_itself_after_clearing() {
    let mut pool = Pool::new(1, 2).unwrap();
    let limits = Limits {
        nodes: Some(30_000),
        ..Limits::default()
    };
    let run = |pool: &mut Pool| {
        pool.clear();
        [STANDARD.start_fen, MIDDLEGAME].map(|fen| {
            let (best, reports) = search(pool, &record(fen), &limits, &Settings::default());
            let last = reports.last().unwrap().clone();
            (best, last.nodes, last.value, last.pv)
        })
    };
    let first = run(&mut pool);
    assert_eq!(first, run(&mut pool));
    assert_eq!(first, run(&mut Pool::new(1, 2).unwrap()));
}

#[test]
fn every_multi_pv_line_is_its_own() {
    let settings = Settings {
        multi_pv: 500,
        ..Settings::default()
    };
    let mut pool = Pool::new(1, 1).unwrap();
    for (fen, lines) in [
        (STANDARD.start_fen, 88),
        ("7k/8/6K1/8/8/8/8/R7[] b - - 0 1", 1),
    ] {
        let (_, reports) = search(&mut pool, &record(fen), &depth(3), &settings);
        let last: Vec<_> = reports
            .iter()
            .filter(|r| r.depth == 3 && r.bound == Bound::Exact)
            .collect();
        assert_eq!(last.len(), lines);
        let mut moves: Vec<_> = last.iter().map(|report| report.pv[0].to_string()).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), lines);
        assert!(last.windows(2).all(|pair| pair[0].value >= pair[1].value));
    }
}

#[test]
fn limits_hold() {
    let mut pool = Pool::new(1, 1).unwrap();
    let game = record(MIDDLEGAME);
    let settings = Settings::default();
    let (_, reports) = search(
        &mut pool,
        &game,
        &Limits {
            nodes: Some(5_000),
            ..Limits::default()
        },
        &settings,
    );
    assert!(reports.last().unwrap().nodes <= 5_000);

    let only = game.position().legal_moves()[3];
    let (best, _) = search(
        &mut pool,
        &game,
        &Limits {
            searchmoves: vec![only],
            ..depth(5)
        },
        &settings,
    );
    assert_eq!(best.mv, Some(only));

    let started = Instant::now();
    let second = Duration::from_secs(1);
    search(
        &mut pool,
        &game,
        &Limits {
            movetime: Some(second / 5),
            ..Limits::default()
        },
        &settings,
    );
    assert!(started.elapsed() < second);

    for remaining in [0, 1, 30] {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let started = Instant::now();
        let (best, reports) = search(
            &mut pool,
            &game,
            &Limits {
                clock: Some(clock),
                ..Limits::default()
            },
            &settings,
        );
        assert!(best.mv.is_some() && !reports.is_empty() && started.elapsed() < second);
    }
}

#[test]
fn principal_variations_are_legal_and_end_with_the_game() {
    let mut pool = Pool::new(2, 2).unwrap();
    let mut random = Random::new(3);
    let mut game = Record::start(&STANDARD);
    for _ in 0..120 {
        if game.outcome() != Outcome::Ongoing {
            break;
        }
        let (_, reports) = search(
            &mut pool,
            &game,
            &Limits {
                nodes: Some(3_000),
                ..Limits::default()
            },
            &Settings::default(),
        );
        for report in reports {
            let mut line = game.clone();
            for mv in report.pv {
                assert!(
                    line.position().is_legal(mv),
                    "{mv} in {}",
                    line.position().fen()
                );
                line.play(mv);
            }
        }
        let moves = game.position().legal_moves();
        game.play(*random.pick(&moves).unwrap());
    }
}

#[test]
fn weak_levels_play_legal_moves_quickly() {
    let mut pool = Pool::new(1, 1).unwrap();
    for skill in [-20, -5, 10] {
        let settings = Settings {
            skill,
            ..Settings::default()
        };
        let game = record(MIDDLEGAME);
        let (best, _) = search(&mut pool, &game, &Limits::default(), &settings);
        assert!(game.position().is_legal(best.mv.unwrap()));
    }
}

#[test]
fn a_search_needs_no_king_on_the_board() {
    let mut game = Record::start(&STANDARD);
    for text in ["N@e3", "N@d6"] {
        game.play(text.parse().unwrap());
    }
    let (best, _) = search(
        &mut Pool::new(1, 1).unwrap(),
        &game,
        &depth(6),
        &Settings::default(),
    );
    assert!(best.mv.is_some());
}
