//! The network: what the classical evaluation misses, in centipawns.
//!
//! Two views of the board, the mover's first, share one layer of [`HIDDEN`] neurons with squared
//! clipped activation (`chessprogramming.org/NNUE`); an output layer chosen by the phase of the game adds
//! them up. All weights are integers, so every machine computes the same values.

use std::sync::Arc;

use once_cell::sync::OnceCell;
use thiserror::Error;

use super::features::{BUCKETS, INPUTS};

/// Neurons of one view.
pub const HIDDEN: usize = 512;
/// Units of the hidden layer that make 1, where the activation is clipped.
pub const UNIT: i16 = 255;
/// Units of an output weight that make 1.
pub const WEIGHT_UNIT: i16 = 64;
/// Centipawns that an output of 1 stands for.
pub const CENTIPAWNS: i32 = 220;
/// The largest weight, before rounding: a product of activation and weight must fit 16 bits.
pub const MAX_WEIGHT: f32 = 1.98;

/// The output in centipawns stays within this, so that no network can be taken for a mate.
const MAX_OUTPUT: i64 = 2_000;

/// The first line of a network file; the number is that of the format and the inputs.
const MAGIC: &[u8] = b"sitke net 1\n";
/// The network that the program brings along.
static EMBEDDED: &[u8] = include_bytes!("sittuyin.net");

/// One neuron's worth of 16 bits for each of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// A network's weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// `[INPUTS]` rows, in units of 1 / [`UNIT`].
    pub rows: Vec<Row>,
    /// Where the sums begin.
    pub bias: Row,
    /// `[BUCKETS]` times the mover's view and the other's, in units of 1 / [`WEIGHT_UNIT`].
    pub output: Vec<[Row; 2]>,
    /// `[BUCKETS]`, in units of 1 / ([`UNIT`] * [`WEIGHT_UNIT`]).
    pub output_bias: Vec<i32>,
}

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The first line is not ours.
    #[error("it is not a network of this program's format")]
    Magic,
    /// Another number of inputs, neurons or outputs.
    #[error("it has another architecture than {INPUTS} -> {HIDDEN}x2 -> {BUCKETS}")]
    Architecture,
    /// Too short, too long or damaged.
    #[error("it is damaged (size or checksum)")]
    Damaged,
}

impl Network {
    /// The network that the program brings along.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn embedded() -> Arc<Self> {
        static NETWORK: OnceCell<Arc<Network>> = OnceCell::new();
        let network = NETWORK.get_or_init(|| {
            Arc::new(Self::from_bytes(EMBEDDED).expect("the embedded network is valid"))
        });
        Arc::clone(network)
    }

    /// Reads a network file: the magic line, three 16-bit sizes, the 32-bit checksum of what follows, and the
    /// weights in the order of the fields, little-endian.
    ///
    /// # Errors
    /// If the bytes are not a network of this architecture.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Magic)?;
        let (sizes, rest) = rest.split_at_checked(6).ok_or(NetworkError::Damaged)?;
        if sizes != sizes_line() {
            return Err(NetworkError::Architecture);
        }
        let (sum, rest) = rest.split_at_checked(4).ok_or(NetworkError::Damaged)?;
        let words = (INPUTS + 1 + 2 * BUCKETS) * HIDDEN;
        if rest.len() != 2 * words + 4 * BUCKETS || sum != checksum(rest).to_le_bytes() {
            return Err(NetworkError::Damaged);
        }
        let (weights, biases) = rest.split_at(2 * words);
        let mut weights = weights
            .chunks_exact(2)
            .map(|word| i16::from_le_bytes([word[0], word[1]]));
        let mut row = || Row(std::array::from_fn(|_| weights.next().unwrap_or_default()));
        Ok(Self {
            rows: (0..INPUTS).map(|_| row()).collect(),
            bias: row(),
            output: (0..BUCKETS).map(|_| [row(), row()]).collect(),
            output_bias: biases
                .chunks_exact(4)
                .map(|word| i32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect(),
        })
    }

    /// The bytes of a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.rows.iter().chain([&self.bias]);
        let rows = rows.chain(self.output.iter().flatten());
        let mut weights: Vec<u8> = rows
            .flat_map(|row| row.0)
            .flat_map(i16::to_le_bytes)
            .collect();
        weights.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(sizes_line());
        bytes.extend(checksum(&weights).to_le_bytes());
        bytes.extend(weights);
        bytes
    }

    /// What the sum of the output layer is worth in centipawns.
    pub(super) fn centipawns(&self, sum: i64, bucket: usize) -> i32 {
        let unit = i64::from(UNIT);
        let sum = sum / unit + i64::from(self.output_bias[bucket]);
        let value = sum * i64::from(CENTIPAWNS) / (unit * i64::from(WEIGHT_UNIT));
        value.clamp(-MAX_OUTPUT, MAX_OUTPUT) as i32
    }
}

fn sizes_line() -> Vec<u8> {
    [INPUTS, HIDDEN, BUCKETS]
        .into_iter()
        .flat_map(|size| (size as u16).to_le_bytes())
        .collect()
}

/// FNV-1a (Fowler, Noll and Vo), against files cut off or changed by accident.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, byte| {
        (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_is_whole() {
        let network = Network::embedded();
        assert_eq!(network.to_bytes(), EMBEDDED);
    }

    #[test]
    fn damage_is_noticed() {
        let good = Network::embedded().to_bytes();
        let mut bad = good.clone();
        bad[5000] ^= 1;
        assert_eq!(Network::from_bytes(&bad), Err(NetworkError::Damaged));
        assert_eq!(
            Network::from_bytes(&good[..9000]),
            Err(NetworkError::Damaged)
        );
        assert_eq!(Network::from_bytes(b"7z"), Err(NetworkError::Magic));
        let mut other = good;
        other[MAGIC.len() + 2] ^= 1;
        assert_eq!(Network::from_bytes(&other), Err(NetworkError::Architecture));
    }
}
