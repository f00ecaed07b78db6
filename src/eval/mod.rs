//! What a position is worth, statically.

mod classical;
mod wdl;

pub use classical::{Trace, evaluate, trace};
pub use wdl::win_draw_loss;
