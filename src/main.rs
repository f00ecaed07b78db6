//! Thin binary.
use sitke::{position::{Position, perft}, rules::STANDARD};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = if a.len() > 2 { Position::from_fen(&STANDARD, &a[2]).unwrap() } else { Position::start(&STANDARD) };
    let d: u32 = a[1].parse().unwrap();
    let t = std::time::Instant::now();
    let n = perft(&p, d);
    println!("{n} {:.1} Mnps", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
