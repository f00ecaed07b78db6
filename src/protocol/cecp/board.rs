//! What a GUI that knows no Sittuyin has to be told: the pieces, the board, where a piece may go, and
//! promotion in place in a form that XBoard can carry.

use crate::attacks;
use crate::position::Position;
use crate::protocol::options::Options;
use crate::rules::{Order, PRESETS, Rules};
use crate::types::{Bitboard, Move, MoveKind, Role, Square};

/// Whether games by a rule set can be played in CECP: the sides move in turn, and all moves can be
/// written, that is, no dice are thrown, and no pieces put elsewhere.
pub(super) fn is_expressible(rules: &Rules) -> bool {
    let setup = &rules.setup;
    let is_in_turn = setup.order == Order::InTurn && !rules.dice;
    is_in_turn && !setup.relocation && setup.displacement.is_none()
}

/// The rules that an option brings, if they are others.
pub(super) fn other_rules(options: &Options, name: &str, value: &str) -> Option<&'static Rules> {
    let mut changed = options.clone();
    changed.set(name, value).ok()?;
    (!std::ptr::eq(changed.rules, options.rules)).then_some(changed.rules)
}

/// `feature variants="…"`.
pub(super) fn variants() -> String {
    let names: Vec<&str> = PRESETS
        .iter()
        .filter(|rules| is_expressible(rules))
        .map(|rules| rules.name)
        .collect();
    format!("feature variants=\"{}\"", names.join(","))
}

/// The pieces and their steps in Betza's notation.
const PIECES: [&str; 6] = ["P& fmWfcF", "F& F", "S& FfW", "N& N", "R& R", "K& K"];

/// The `setup` line and one `piece` line for each role.
///
/// The first parentheses name the pictures that the letters stand for. The parent variant is the one
/// in which XBoard has drops, but does not put captured pieces into the hand.
pub(super) fn setup(rules: &Rules) -> impl Iterator<Item = String> {
    let start = rules.start_fen;
    let setup = format!("setup (PN.R.F....SKpn.r.f....sk) 8x8+6_bughouse {start}");
    std::iter::once(setup).chain(PIECES.map(|piece| format!("piece {piece}")))
}

/// A move as XBoard can carry it.
///
/// A promotion in place is two steps, by way of an empty square: XBoard takes it for a piece that
/// captures nothing there and comes back. A pawn that steps to the last rank is said to become a pawn,
/// or XBoard would make it something else.
pub(super) fn written(position: &Position, mv: Move) -> String {
    match mv.kind() {
        MoveKind::Promotion { from, to, .. } if from == to => detour(position, from)
            .map_or_else(|| mv.to_string(), |via| format!("{from}{via},{via}{from}f")),
        _ if ends_on_last_rank(position, mv) => format!("{mv}p"),
        _ => mv.to_string(),
    }
}

/// Whether a pawn steps to the last rank and stays a pawn.
fn ends_on_last_rank(position: &Position, mv: Move) -> bool {
    mv.step_origin().is_some_and(|from| {
        let piece = position.piece_on(from);
        piece.is_some_and(|piece| piece.role() == Role::Pawn) && matches!(mv.to().rank(), 0 | 7)
    })
}

/// An empty square on which the pawn on `from` can turn around, near if possible, where it has
/// nothing else to do.
fn detour(position: &Position, from: Square) -> Option<Square> {
    let targets =
        moves(position, from).fold(Bitboard::EMPTY, |set, mv| set.with(Bitboard::of(mv.to())));
    let free = !(position.occupied() | targets) & position.rules().game.squares;
    (attacks::king(from) & free).first().or(free.first())
}

/// Reads a move as XBoard writes it: promotions in place in two steps, and for no promotion `p`, `=`
/// or `.`.
///
/// Of Black's two steps it writes the second wrongly (`d4d4,e4c4` for d4-e4-d4), but a first step to
/// the own square says enough.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim_end_matches(['p', '=', '.']);
    let Some((first, second)) = text.split_once(',') else {
        return text.to_owned();
    };
    match (first.get(..2), first.get(2..), second.get(2..4)) {
        (Some(from), Some(to), back) if to == from || back == Some(from) => {
            format!("{from}{from}f")
        }
        _ => text.to_owned(),
    }
}

/// A piece that the user has picked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifted {
    from: Square,
    /// Where a pawn that may promote in place turns around.
    via: Option<Square>,
    /// Whether it did.
    turned: bool,
}

impl Lifted {
    /// What stands on `square` is picked up, perhaps after it turned around there.
    pub(super) fn lift(position: &Position, square: &str, before: Option<Self>) -> Option<Self> {
        let from = square.parse().ok()?;
        if let Some(before) = before
            && before.via == Some(from)
        {
            return Some(Self {
                turned: true,
                ..before
            });
        }
        let in_place = moves(position, from).any(|mv| mv.to() == from);
        Some(Self {
            from,
            via: in_place.then(|| detour(position, from)).flatten(),
            turned: false,
        })
    }

    /// `highlight …`: yellow steps, red captures, blue where the GUI asks what the piece becomes,
    /// magenta where it asks the user, cyan where a pawn turns around to promote in place.
    pub(super) fn highlight(self, position: &Position) -> String {
        let color = |square: Square| {
            if self.turned {
                return (square == self.from).then_some('B');
            }
            if self.via == Some(square) {
                return Some('C');
            }
            let moves: Vec<Move> = moves(position, self.from)
                .filter(|mv| mv.to() == square && square != self.from)
                .collect();
            match moves.as_slice() {
                [] => None,
                [mv] if mv.is_promotion() || ends_on_last_rank(position, *mv) => Some('B'),
                [_] if position.piece_on(square).is_some() => Some('R'),
                [_] => Some('Y'),
                _ => Some('M'),
            }
        };
        let rank = |rank| {
            let (mut text, mut skipped) = (String::new(), 0);
            for file in 0..8 {
                let letter = color(Square::at(file, rank));
                if letter.is_some() && skipped > 0 {
                    text += &std::mem::take(&mut skipped).to_string();
                }
                match letter {
                    Some(letter) => text.push(letter),
                    None => skipped += 1,
                }
            }
            if skipped > 0 {
                text += &skipped.to_string();
            }
            text
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        format!("highlight {}", ranks.join("/"))
    }

    /// `choice …` where the GUI asks what the piece becomes when it is put on `square`.
    pub(super) fn choice(self, position: &Position, square: &str) -> Option<String> {
        let to: Square = square.parse().ok()?;
        let (mut choices, mut pawn) = (String::new(), "");
        let mut is_asked = false;
        for mv in moves(position, self.from)
            .filter(|mv| mv.to() == to && (to != self.from || self.turned))
        {
            if let MoveKind::Promotion { role, .. } = mv.kind() {
                choices.push(role.letter());
                is_asked = true;
            } else {
                pawn = "P";
                is_asked |= ends_on_last_rank(position, mv);
            }
        }
        is_asked.then(|| format!("choice {choices}{pawn}"))
    }
}

/// The legal moves of the piece on `from`.
fn moves(position: &Position, from: Square) -> impl Iterator<Item = Move> {
    let legal = position.legal_moves();
    legal.into_iter().filter(move |mv| {
        matches!(mv.kind(), MoveKind::Step { from: square, .. } | MoveKind::Promotion { from: square, .. } if square == from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::STANDARD;

    /// A pawn on e5 may promote in place, to d6 and to f6, or step to e6.
    fn position() -> Position {
        Position::from_fen(&STANDARD, "k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1").unwrap()
    }

    #[test]
    fn only_games_in_turn_are_offered() {
        assert_eq!(
            variants(),
            "feature variants=\"sittuyin,sittuyin-cutechess\""
        );
    }

    #[test]
    fn promotion_in_place_is_two_steps() {
        let steps = written(&position(), "e5e5f".parse().unwrap());
        assert_eq!(steps, "e5e4,e4e5f");
        assert_eq!(plain(&steps), "e5e5f");
        // Of Black, as XBoard passes it on.
        assert_eq!(plain("d4d4,e4c4"), "d4d4f");
        assert_eq!(plain("e5d6f"), "e5d6f");
        assert_eq!(plain("e5e6="), "e5e6");
        assert_eq!(plain("é,é"), "é,é");
    }

    #[test]
    fn pawns_stay_pawns_on_the_last_rank() {
        let fen = "k7/6P1/2K5/8/8/8/8/8[] w - - 0 1";
        let position = Position::from_fen(&STANDARD, fen).unwrap();
        let step = written(&position, "g7g8".parse().unwrap());
        assert_eq!(step, "g7g8p");
        for text in [&step, "g7g8.", "g7g8="] {
            assert_eq!(plain(text), "g7g8");
        }
        let lifted = Lifted::lift(&position, "g7", None).unwrap();
        assert!(lifted.highlight(&position).starts_with("highlight 5BBB/"));
        assert_eq!(lifted.choice(&position, "g8").as_deref(), Some("choice P"));
    }

    #[test]
    fn squares_are_marked_for_what_is_picked_up() {
        let position = position();
        let lifted = Lifted::lift(&position, "e5", None).unwrap();
        assert_eq!(
            lifted.highlight(&position),
            "highlight 8/8/3BYB2/8/3BCB2/8/8/8"
        );
        assert_eq!(lifted.choice(&position, "d6").as_deref(), Some("choice F"));
        assert_eq!(lifted.choice(&position, "e6"), None);
        assert_eq!(lifted.choice(&position, "e5"), None);
        let turned = Lifted::lift(&position, "e4", Some(lifted)).unwrap();
        assert_eq!(turned.highlight(&position), "highlight 8/8/8/4B3/8/8/8/8");
        assert_eq!(turned.choice(&position, "e5").as_deref(), Some("choice F"));
    }
}
