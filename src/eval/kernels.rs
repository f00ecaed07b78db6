//! The network's arithmetic, compiled once for every machine and once for newer ones.
//!
//! Each kernel has one body in plain Rust; the compiler turns it into vector code for the features
//! that a wrapper names, and the wrapper is chosen when the program runs. Integers only, so all
//! give the same sums. The only file with `unsafe` but the search's `memory`: calling
//! code made for a CPU's features.
#![allow(unsafe_code)]

use super::network::{HIDDEN, Row, UNIT};

/// Adds and subtracts rows of weights, several in one pass over the sums: a quiet move changes two, a
/// capture three.
#[inline(always)]
#[allow(clippy::inline_always)] // the body must take the features of its wrapper
fn apply_body(sums: &mut Row, rows: &[Row], mut added: &[u16], mut removed: &[u16]) {
    let row = |input: &u16| &rows[usize::from(*input)];
    loop {
        match (added, removed) {
            ([a, more @ ..], [b, c, others @ ..]) => {
                pass(sums, [row(a)], [row(b), row(c)]);
                (added, removed) = (more, others);
            }
            ([a, more @ ..], [b, others @ ..]) => {
                pass(sums, [row(a)], [row(b)]);
                (added, removed) = (more, others);
            }
            ([a, b, c, d, more @ ..], []) => {
                pass(sums, [a, b, c, d].map(row), []);
                added = more;
            }
            ([a, more @ ..], []) => {
                pass(sums, [row(a)], []);
                added = more;
            }
            ([], [a, others @ ..]) => {
                pass(sums, [], [row(a)]);
                removed = others;
            }
            ([], []) => return,
        }
    }
}

/// One pass over the sums, each loaded and stored once.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn pass<const ADDED: usize, const REMOVED: usize>(
    sums: &mut Row,
    added: [&Row; ADDED],
    removed: [&Row; REMOVED],
) {
    for index in 0..HIDDEN {
        let mut sum = sums.0[index];
        for row in added {
            sum = sum.wrapping_add(row.0[index]);
        }
        for row in removed {
            sum = sum.wrapping_sub(row.0[index]);
        }
        sums.0[index] = sum;
    }
}

/// So many products add up without leaving 32 bits.
const BLOCK: usize = 256;

/// The weighted sum of the squared activations of one view. A weight is below 128 and an activation at
/// most 255, so their product fits 16 bits, which makes the second product a multiply-and-add of pairs.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn dot_body(sums: &Row, weights: &Row) -> i64 {
    const { assert!(BLOCK as i64 * (UNIT as i64 * UNIT as i64) * 127 <= i32::MAX as i64) };
    const { assert!(HIDDEN.is_multiple_of(BLOCK)) };
    let blocks = sums
        .0
        .chunks_exact(BLOCK)
        .zip(weights.0.chunks_exact(BLOCK));
    blocks
        .map(|(sums, weights)| {
            let mut total = 0;
            for index in 0..BLOCK {
                let activation = sums[index].clamp(0, UNIT);
                let weighted = activation.wrapping_mul(weights[index]);
                total += i32::from(activation) * i32::from(weighted);
            }
            i64::from(total)
        })
        .sum()
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Row, apply_body, dot_body};

    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) fn apply(sums: &mut Row, rows: &[Row], added: &[u16], removed: &[u16]) {
        apply_body(sums, rows, added, removed);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) fn dot(sums: [&Row; 2], weights: &[Row; 2]) -> i64 {
        dot_body(sums[0], &weights[0]) + dot_body(sums[1], &weights[1])
    }

    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
    }
}

/// `sums` plus the rows `added` and minus the rows `removed`.
#[inline]
pub(super) fn apply(sums: &mut Row, rows: &[Row], added: &[u16], removed: &[u16]) {
    #[cfg(target_arch = "x86_64")]
    if wide::is_available() {
        // SAFETY: the features are there.
        return unsafe { wide::apply(sums, rows, added, removed) };
    }
    apply_body(sums, rows, added, removed);
}

/// The output layer's sum over both views.
#[inline]
pub(super) fn dot(sums: [&Row; 2], weights: &[Row; 2]) -> i64 {
    #[cfg(target_arch = "x86_64")]
    if wide::is_available() {
        // SAFETY: the features are there.
        return unsafe { wide::dot(sums, weights) };
    }
    dot_body(sums[0], &weights[0]) + dot_body(sums[1], &weights[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Random;

    #[test]
    fn all_kernels_agree() {
        let mut random = Random::new(5);
        let mut row = |range: usize| {
            Row(std::array::from_fn(|_| {
                random.below(2 * range) as i16 - range as i16
            }))
        };
        let rows: Vec<Row> = (0..40).map(|_| row(505)).collect();
        let start = row(600);
        let weights = [row(127), row(127)];
        let (mut fast, mut plain) = (start, start);
        let mut exact_sums = start.0;
        for (added, removed) in [
            (&[1, 5, 39][..], &[2, 3, 4, 8][..]),
            (&[1, 2, 3, 4, 5, 6, 7], &[8]),
        ] {
            apply(&mut fast, &rows, added, removed);
            apply_body(&mut plain, &rows, added, removed);
            assert_eq!(fast, plain);
            let weight = |index: usize, inputs: &[u16]| -> i16 {
                inputs
                    .iter()
                    .map(|input| rows[usize::from(*input)].0[index])
                    .sum()
            };
            for (index, sum) in exact_sums.iter_mut().enumerate() {
                *sum += weight(index, added) - weight(index, removed);
            }
            assert_eq!(fast.0, exact_sums);
        }
        let sums = [&fast, &start];
        let exact: i64 = (0..2)
            .flat_map(|view| (0..HIDDEN).map(move |index| (view, index)))
            .map(|(view, index)| {
                let activation = i64::from(sums[view].0[index].clamp(0, UNIT));
                activation * activation * i64::from(weights[view].0[index])
            })
            .sum();
        assert_eq!(dot(sums, &weights), exact);
        let plain = dot_body(sums[0], &weights[0]) + dot_body(sums[1], &weights[1]);
        assert_eq!(plain, exact);
    }
}
