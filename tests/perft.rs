//! The number of move sequences from known positions equals what other programs count.
//!
//! `data/perft.tsv` has the numbers up to 50 million nodes, and the source of each row.

use rayon::prelude::*;
use sitke::position::{Position, divide, perft};
use sitke::rules::STANDARD;

const TABLE: &str = include_str!("data/perft.tsv");

/// One count of the table.
struct Count<'a> {
    name: &'a str,
    fen: &'a str,
    depth: u32,
    nodes: u64,
}

fn counts() -> Vec<Count<'static>> {
    let mut counts = Vec::new();
    for line in TABLE.lines().skip(1) {
        let [name, fen, nodes, _source] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns expected: {line}");
        };
        for (depth, nodes) in (1..).zip(nodes.split(' ')) {
            counts.push(Count {
                name,
                fen,
                depth,
                nodes: nodes.parse().unwrap(),
            });
        }
    }
    counts
}

#[test]
fn perft_equals_the_known_numbers() {
    let wrong: Vec<String> = counts()
        .into_par_iter()
        .filter_map(|count| {
            let position = Position::from_fen(&STANDARD, count.fen).unwrap();
            let nodes = perft(&position, count.depth);
            (nodes != count.nodes).then(|| {
                format!(
                    "{}, depth {}: {nodes} instead of {} in {}",
                    count.name, count.depth, count.nodes, count.fen
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn divide_adds_up_to_perft() {
    for count in counts()
        .iter()
        .filter(|count| count.depth == 3 && count.nodes < 100_000)
    {
        let position = Position::from_fen(&STANDARD, count.fen).unwrap();
        let parts = divide(&position, count.depth);
        assert_eq!(parts.len(), position.legal_moves().len());
        assert_eq!(
            parts.iter().map(|(_, nodes)| nodes).sum::<u64>(),
            count.nodes,
            "{}",
            count.name
        );
    }
}
