use crate::position::Position;
use crate::types::{Role, Value};

/// The parts of an evaluation.
pub struct Trace {
    /// name, White minus Black, in centipawns
    pub terms: Vec<(&'static str, Value)>,
    /// The evaluation from the side to move.
    pub total: Value,
}

/// The static value in centipawns from the side to move.
pub fn evaluate(position: &Position) -> Value {
    let us = position.side();
    let mut value = 0;
    for role in Role::ALL {
        if role != Role::King {
            let n = |c| (position.pieces(c, role).len() as usize + position.hand(c).count(role)) as Value;
            value += role.exchange_value() * (n(us) - n(!us));
        }
    }
    value
}

/// The evaluation with its parts.
pub fn trace(position: &Position) -> Trace {
    Trace { terms: vec![], total: evaluate(position) }
}
