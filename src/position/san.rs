//! Moves as players write them: standard algebraic notation, both ways.

use thiserror::Error;

use super::{Outcome, Position};
use crate::types::{Move, MoveKind, Role};

/// Why a text names no move here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SanError {
    /// No legal move is written so.
    #[error("'{0}' is not a legal move here")]
    NoSuchMove(String),
    /// More than one legal move is written so.
    #[error("'{0}' could be more than one move")]
    Ambiguous(String),
}

impl Position {
    /// Writes a legal move: `R@a1`, `Nxe4`, `dxe4`, `d4`, in place `e5=F`, by a step `e5f6=F`, with
    /// `+` or `#`. Promotions by a step carry both squares, as Fairy-Stockfish writes them.
    ///
    /// # Panics
    /// May panic if `mv` is not legal.
    pub fn san(&self, mv: Move) -> String {
        let next = self.play(mv);
        let suffix = if next.outcome() == Outcome::Win(self.side) {
            "#"
        } else if next.is_check() {
            "+"
        } else {
            ""
        };
        self.san_without_suffix(mv) + suffix
    }

    fn san_without_suffix(&self, mv: Move) -> String {
        match mv.kind() {
            MoveKind::Promotion { from, to, .. } if from == to => format!("{to}=F"),
            MoveKind::Promotion { from, to, role } => {
                let takes = if self.captured(mv).is_some() { "x" } else { "" };
                format!("{from}{takes}{to}={}", role.letter())
            }
            MoveKind::Drop { .. }
            | MoveKind::Displacement { .. }
            | MoveKind::Relocation { .. }
            | MoveKind::Pass => mv.to_string(),
            MoveKind::Step { from, to } => {
                let takes = if self.captured(mv).is_some() { "x" } else { "" };
                let role = self.moved_piece(mv).role();
                let file = (b'a' + from.file()) as char;
                if role == Role::Pawn {
                    return if takes.is_empty() {
                        to.to_string()
                    } else {
                        format!("{file}x{to}")
                    };
                }
                let rivals: Vec<_> = self
                    .legal_moves()
                    .into_iter()
                    .filter_map(|other| match other.kind() {
                        MoveKind::Step {
                            from: start,
                            to: end,
                        } if end == to
                            && start != from
                            && self.moved_piece(other).role() == role =>
                        {
                            Some(start)
                        }
                        _ => None,
                    })
                    .collect();
                let origin = if rivals.is_empty() {
                    String::new()
                } else if rivals.iter().all(|rival| rival.file() != from.file()) {
                    file.to_string()
                } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
                    (from.rank() + 1).to_string()
                } else {
                    from.to_string()
                };
                format!("{}{origin}{takes}{to}", role.letter())
            }
        }
    }

    /// Finds the legal move that `text` names: SAN, or coordinates such as `d5d5f`.
    ///
    /// Check marks and comments (`+ # ! ?`) are ignored. A promotion by a step may leave out its
    /// origin, as Cute Chess writes it; `e5=F` is the promotion in place if that is legal. A general
    /// step from e5 to f6 may also be given as `e5-f6=F`.
    ///
    /// # Errors
    /// If no legal move, or more than one, is named so.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let bare: String = text
            .trim()
            .trim_end_matches(['+', '#', '!', '?'])
            .replace('-', "");
        let moves = self.legal_moves();
        if let Some(mv) = self.read_move(&bare) {
            return if moves.contains(&mv) {
                Ok(mv)
            } else {
                Err(SanError::NoSuchMove(text.to_owned()))
            };
        }
        let exact = |mv: &&Move| self.san_without_suffix(**mv) == bare;
        if let Some(mv) = moves.iter().find(exact) {
            return Ok(*mv);
        }
        let loosely: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| self.is_named_loosely(*mv, &bare))
            .collect();
        match loosely.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(SanError::NoSuchMove(text.to_owned())),
            _ => Err(SanError::Ambiguous(text.to_owned())),
        }
    }

    /// Reads a move in coordinates, legal or not; `G` is the general where the game has no guard.
    pub fn read_move(&self, text: &str) -> Option<Move> {
        let mv: Move = text.parse().ok()?;
        let known = |role: Role| self.rules.game.known(role).unwrap_or(role);
        match mv.kind() {
            MoveKind::Promotion { from, to, role } => Move::promotion_to(known(role), from, to),
            MoveKind::Drop { role, to } => Some(Move::drop(known(role), to)),
            MoveKind::Displacement { role, to, pawn_to } => {
                Move::displacement(known(role), to, pawn_to)
            }
            MoveKind::Step { .. } | MoveKind::Relocation { .. } | MoveKind::Pass => Some(mv),
        }
    }

    /// Whether `text` names `mv` with more or less of its origin than needed.
    fn is_named_loosely(&self, mv: Move, text: &str) -> bool {
        match mv.kind() {
            MoveKind::Drop { .. }
            | MoveKind::Displacement { .. }
            | MoveKind::Relocation { .. }
            | MoveKind::Pass => false,
            MoveKind::Promotion { from, to, role } => {
                let letter = role.letter();
                let full = format!("{from}{to}={letter}");
                let text = text.replace('x', "");
                text == full
                    || text == format!("{to}={letter}")
                    || text == full.replace('=', "")
                    || text == format!("{to}{letter}")
            }
            MoveKind::Step { from, to } => {
                let role = self.moved_piece(mv).role();
                let rest = if role == Role::Pawn {
                    Some(text)
                } else {
                    text.strip_prefix(role.letter())
                };
                let Some(origin) = rest.and_then(|rest| rest.strip_suffix(&to.to_string())) else {
                    return false;
                };
                let (file, rank) = ((b'a' + from.file()) as char, (b'1' + from.rank()) as char);
                let origin = origin.strip_suffix('x').unwrap_or(origin);
                origin.is_empty()
                    || origin == file.to_string()
                    || origin == rank.to_string()
                    || origin == format!("{file}{rank}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::position::Position;
    use crate::rules::STANDARD;
    use crate::types::Move;

    fn position(fen: &str) -> Position {
        Position::from_fen(&STANDARD, fen).unwrap()
    }

    #[test]
    fn san_of_promotions_and_steps() {
        let p = position("k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1");
        let san = |text: &str| p.san(text.parse().unwrap());
        assert_eq!(san("e5f6f"), "e5f6=F");
        assert_eq!(san("e5e5f"), "e5=F");
        assert_eq!(san("b1a1"), "Ra1#");
        let p = position("r3r3/1k1fns2/2nspppp/pppp4/4PPPP/PPPPSN2/2SNF1K1/3R3R[] w - - 0 9");
        assert_eq!(p.san("d1e1".parse().unwrap()), "Rde1");
        assert_eq!(p.san("e4d5".parse().unwrap()), "exd5");
    }

    #[test]
    fn san_reads_what_it_writes_and_what_others_write() {
        let p = position("k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1");
        for mv in p.legal_moves() {
            assert_eq!(p.parse_san(&p.san(mv)), Ok(mv));
            assert_eq!(p.parse_san(&mv.to_string()), Ok(mv));
        }
        assert_eq!(p.parse_san("e5=F"), Ok("e5e5f".parse::<Move>().unwrap()));
        assert_eq!(p.parse_san("d6=F"), Ok("e5d6f".parse::<Move>().unwrap()));
        assert!(p.parse_san("f6=F").is_err(), "two pawns may promote there");
        assert_eq!(p.parse_san("Rb1a1#"), Ok("b1a1".parse::<Move>().unwrap()));
        assert!(p.parse_san("Ke9").is_err());
        assert!(p.parse_san("").is_err());
    }
}
