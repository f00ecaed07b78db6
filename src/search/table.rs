//! The transposition table: shared by all threads without locks.
//!
//! An entry is one atomic word and its check (the key mixed with it): move, score, evaluation, depth, bound
//! and age. A torn or foreign entry can only show a wrong move or score of another position, which the
//! search verifies or survives; it cannot break memory.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use thiserror::Error;

use super::Bound;
use super::memory::{prefetch, request_large_pages};
use crate::types::{Move, Score, Value};

/// The table does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot allocate {mib} MiB for the hash table")]
pub struct AllocationError {
    /// The size asked for.
    pub mib: usize,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) mv: Option<Move>,
    /// Score, mates counted from the node.
    pub(super) value: Value,
    /// Static evaluation, if it was computed.
    pub(super) eval: Option<Value>,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// Whether the position was once on a principal variation.
    pub(super) was_pv: bool,
}

impl Entry {
    /// Whether the stored bound already decides the window.
    #[inline]
    pub(super) fn is_cutoff(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// Whether the stored score says more than the evaluation `eval`.
    #[inline]
    pub(super) fn is_better_than(&self, eval: Value) -> bool {
        !Score::is_mate(self.value)
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value > eval,
                Bound::Upper => self.value < eval,
            }
    }
}

/// Two words an entry: the data, and the key mixed with the data (Hyatt and Mann 2002), so that a
/// half-written entry fails its check.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS_PER_BUCKET: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS_PER_BUCKET]);

/// No evaluation stored.
const NO_EVAL: i16 = i16::MIN;
const AGES: u8 = 32;

/// The table.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// An empty table of `mib` MiB.
    pub(super) fn new(mib: usize) -> Result<Self, AllocationError> {
        let length = (mib.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(length)
            .map_err(|_| AllocationError { mib })?;
        request_large_pages(&mut buckets);
        buckets.resize_with(length, Bucket::default);
        Ok(Self {
            buckets,
            age: AtomicU8::new(0),
        })
    }

    /// Its size in MiB.
    pub(super) fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Empties the table.
    pub(super) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Makes older entries the first to be replaced.
    pub(super) fn new_search(&self) {
        self.age.store(
            (self.age.load(Ordering::Relaxed) + 1) % AGES,
            Ordering::Relaxed,
        );
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // Multiply and shift maps the key evenly to any length (Lemire 2016).
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Begins to load what [`probe`](Self::probe) will read.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of the position with `key`, seen from `ply` plies below the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data != key {
                None
            } else {
                Some(unpack(data, ply))
            }
        })
    }

    /// Stores what was found at `ply` plies below the root, over the least useful entry of its bucket.
    pub(super) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let is_same = data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key;
            if is_same {
                let old = unpack(data, ply);
                if entry.mv.is_none() {
                    entry.mv = old.mv;
                }
                // A deeper result of this search is worth more than a shallow bound.
                if entry.bound != Bound::Exact && age_of(data) == age && entry.depth + 4 < old.depth
                {
                    return;
                }
                worst = Some((slot, 0));
                break;
            }
            let aged = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = if data == 0 {
                i32::MIN
            } else {
                depth_of(data) - 4 * aged
            };
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = worst {
            let data = pack(&entry, ply, age);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// How full the table is with entries of this search, in per mille of a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self
            .buckets
            .iter()
            .take(1000 / SLOTS_PER_BUCKET)
            .flat_map(|bucket| &bucket.0);
        sample
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|data| *data != 0 && age_of(*data) == age)
            .count() as u32
    }
}

// Layout of the data word, from the low end: move 16, value 16, evaluation 16, depth 8, age 5, was_pv 1, bound 2.

fn pack(entry: &Entry, ply: usize, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    // Mates are stored as seen from the node, not from the root.
    let value = match entry.value {
        v if v >= Score::MATE_IN_MAX => v + ply as Value,
        v if v <= -Score::MATE_IN_MAX => v - ply as Value,
        v => v,
    };
    u64::from(entry.mv.map_or(0, Move::bits))
        | u64::from(value as i16 as u16) << 16
        | u64::from(entry.eval.map_or(NO_EVAL, |eval| eval as i16) as u16) << 32
        | u64::from(entry.depth.clamp(-1, 250) as u8 as i8 as u8) << 48
        | u64::from(age) << 56
        | u64::from(entry.was_pv) << 61
        | bound << 62
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 % AGES
}

fn depth_of(data: u64) -> i32 {
    let depth = i32::from((data >> 48) as u8);
    if depth == 255 { -1 } else { depth }
}

fn unpack(data: u64, ply: usize) -> Entry {
    let value = match Value::from((data >> 16) as u16 as i16) {
        v if v >= Score::MATE_IN_MAX => v - ply as Value,
        v if v <= -Score::MATE_IN_MAX => v + ply as Value,
        v => v,
    };
    let eval = (data >> 32) as u16 as i16;
    Entry {
        mv: Move::from_bits(data as u16),
        value,
        eval: (eval != NO_EVAL).then_some(Value::from(eval)),
        depth: depth_of(data),
        bound: match data >> 62 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        was_pv: data >> 61 & 1 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_round_trip_from_another_ply() {
        let table = Table::new(1).unwrap();
        let mv = "e5e5f".parse().ok();
        for (value, depth) in [
            (35, 7),
            (-1200, -1),
            (Score::mate_in(9), 240),
            (Score::mated_in(9), 0),
        ] {
            let entry = Entry {
                mv,
                value,
                eval: Some(-77),
                depth,
                bound: Bound::Lower,
                was_pv: true,
            };
            table.store(12345, 5, entry);
            assert_eq!(table.probe(12345, 5), Some(entry));
            if Score::is_mate(value) {
                let closer = table.probe(12345, 3).unwrap().value;
                assert_eq!(closer.abs(), value.abs() + 2);
            }
            table.clear();
            assert_eq!(table.probe(12345, 5), None);
        }
    }

    #[test]
    fn a_missing_move_keeps_the_old_one() {
        let table = Table::new(1).unwrap();
        let entry = Entry {
            mv: "a3a4".parse().ok(),
            value: 1,
            eval: None,
            depth: 3,
            bound: Bound::Lower,
            was_pv: false,
        };
        table.store(9, 0, entry);
        table.store(
            9,
            0,
            Entry {
                mv: None,
                depth: 4,
                ..entry
            },
        );
        assert_eq!(table.probe(9, 0), Some(Entry { depth: 4, ..entry }));
    }

    #[test]
    fn too_large_a_table_is_an_error() {
        assert!(Table::new(1 << 40).is_err());
    }
}
