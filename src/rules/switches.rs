//! The names of the switches and of their values: what is printed of a rule set and read of a house rule.

use super::{
    Counting, Dead, Declined, Entry, Order, PromotionAttack, PromotionCapture, PromotionStep,
    Rooks, Rules, Stalemate, Zone,
};

/// One field of [`Rules`] with the names of its values.
#[derive(Debug)]
pub struct Switch {
    /// Its name.
    pub name: &'static str,
    /// The name of each value, and what it says in plain words.
    pub values: &'static [(&'static str, &'static str)],
    /// Index of the value that `Rules` has.
    pub get: fn(&Rules) -> usize,
    /// Sets the value of an index.
    pub(super) set: fn(&mut Rules, usize),
}

impl Switch {
    /// The name of the value that `rules` have.
    pub fn value(&self, rules: &Rules) -> &'static str {
        self.values[(self.get)(rules)].0
    }

    /// What that value says.
    pub fn words(&self, rules: &Rules) -> &'static str {
        self.values[(self.get)(rules)].1
    }
}

/// Declares the switches: each value of a field with its name and its words.
macro_rules! switches {
    ($($name:literal $($field:ident).+ { $($value:literal $words:literal = $is:expr;)+ })+) => {
        /// Every switch, in the order in which rules are printed.
        pub static SWITCHES: &[Switch] = &[$(Switch {
            name: $name,
            values: &[$(($value, $words)),+],
            get: |rules| {
                let values = [$($is),+];
                values.iter().position(|value| *value == rules.$($field).+).unwrap_or(0)
            },
            set: |rules, index| {
                let values = [$($is),+];
                rules.$($field).+ = values[index % values.len()];
            },
        }),+];
    };
}

switches! {
    "order" setup.order {
        "in-turn" "White and Black place one piece each in turn." = Order::InTurn;
        "one-side-first" "White places all its pieces, then Black." = Order::OneSideFirst;
    }
    "squares" setup.zone {
        "behind-pawns" "Pieces are placed on the first three ranks, behind the pawns." = Zone::BehindPawns;
        "own-half" "Pieces are placed anywhere in the own half." = Zone::OwnHalf;
    }
    "rooks" setup.rooks {
        "first-rank" "Rooks are placed on the first rank." = Rooks::FirstRank;
        "first-rank-alone" "Rooks are placed on the first rank, and nothing else is." = Rooks::FirstRankAlone;
        "anywhere" "Rooks are placed where every piece may be." = Rooks::Anywhere;
    }
    "displacement" setup.displacement {
        "off" "No piece is placed on an own pawn." = None;
        "behind-pawns" "A piece may be placed on an own pawn, which goes to an empty square behind the pawns." = Some(Zone::BehindPawns);
        "own-half" "A piece may be placed on an own pawn, which goes to an empty square of the own half." = Some(Zone::OwnHalf);
    }
    "objections" setup.rook_objections {
        "off" "No placing may be objected to." = false;
        "on" "Black places no rook on the file of the White king, nor both rooks on one file." = true;
    }
    "relocation" setup.relocation {
        "off" "After the placing the game begins." = false;
        "on" "After the placing a move puts a piece on any empty square of the own half, until a pawn steps or sixteen pieces were moved so." = true;
    }
    "empty-hand" setup.waits_for_both {
        "moves" "A side that has placed everything moves." = false;
        "waits" "Nobody moves before everything is placed." = true;
    }
    "last-pawn" promotion.last_pawn_anywhere {
        "anywhere" "The only pawn of a side may promote on any square." = true;
        "marked" "Pawns promote on the marked squares only." = false;
    }
    "entry" promotion.entry {
        "later" "A pawn does not promote with the move that brings it to a marked square." = Entry::Later;
        "optional" "A pawn may promote as it arrives on a marked square." = Entry::Optional;
        "forced" "A pawn must promote as it arrives on a marked square." = Entry::Forced;
    }
    "in-place" promotion.in_place {
        "on" "A pawn on a marked square may promote without moving." = true;
        "off" "A pawn cannot promote without moving." = false;
    }
    "step" promotion.step {
        "general" "It may promote with a general's step." = PromotionStep::General;
        "king" "It may promote on any adjacent square." = PromotionStep::King;
        "none" "It cannot move away while it promotes." = PromotionStep::None;
    }
    "capture" promotion.capture {
        "none" "A promotion captures nothing." = PromotionCapture::None;
        "not-general" "A promotion may capture, but with the step away from a marked square no general." = PromotionCapture::NotGeneral;
        "any" "A promotion may capture everything." = PromotionCapture::Any;
    }
    "check" promotion.may_check {
        "forbidden" "A promotion may not give check." = false;
        "allowed" "A promotion may give check." = true;
    }
    "attack" promotion.attack {
        "forbidden" "The new general may not attack an enemy piece." = PromotionAttack::Forbidden;
        "allowed" "The new general may attack." = PromotionAttack::Allowed;
        "not-commanded" "The new general may attack, but not step to a square that an enemy piece commands." = PromotionAttack::NotCommanded;
    }
    "stalemate" ending.stalemate {
        "draw" "Stalemate draws." = Stalemate::Draw;
        "illegal" "A move that stalemates is not allowed; a side without another move is itself stalemated, a draw." = Stalemate::Illegal;
        "loses" "Who gives stalemate loses." = Stalemate::Loses;
        "wins" "Who gives stalemate wins." = Stalemate::Wins;
    }
    "declining" ending.declined {
        "king-and-pawn" "A side with king and pawn alone, not in check, that could only promote draws." = Declined::KingAndPawn;
        "last-pawn" "A side with one pawn that could only promote draws." = Declined::LastPawn;
        "off" "A side that can only promote must." = Declined::Off;
    }
    "repetition" ending.repetition {
        "3" "The third occurrence of a position draws." = Some(3);
        "off" "Repetition does not draw." = None;
    }
    "quiet-moves" ending.quiet_plies {
        "50" "Fifty moves each without capture, pawn move, promotion or drop draw." = Some(100);
        "100" "A hundred moves each without capture, pawn move, promotion or drop draw." = Some(200);
        "off" "No number of quiet moves draws." = None;
    }
    "counting" ending.counting {
        "without-pawns" "A bare king draws that escapes, without pawns on the board, for 16 moves with a rook, else 44 with an elephant, else 64 with a knight." = Counting::WithoutPawns;
        "at-baring" "A bare king draws that escapes for 64 moves if it was bared with pawns on the board, else 16 with a rook, else 44 with elephant and general, else 64 with knight and general." = Counting::AtBaring;
        "federation" "A bare king draws that escapes for 16 moves with a rook, else 44 with elephant and general, else 64 with knight and general; meanwhile quiet moves do not draw." = Counting::Federation;
        "sixteen" "A bare king draws that escapes a rook for 16 moves, five more if it was bared in a corner or in the centre." = Counting::SixteenMoves;
        "off" "Escapes of a bare king are not counted." = Counting::Off;
    }
    "dead-positions" ending.dead {
        "play-on" "Positions that nobody can win are played on." = Dead::PlayOn;
        "draw" "A position that nobody can win is drawn." = Dead::Drawn;
        "material" "Kings with one knight, one general or a general each draw." = Dead::Material;
    }
    "dice" dice {
        "off" "One move a turn, of any piece." = false;
        "three" "Once the game has begun three dice name the pieces to be moved in a turn: 1 pawn, 2 knight, 3 elephant, 4 rook, 5 general, 6 king. Taking the king wins." = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn every_value_of_every_preset_has_its_name() {
        for rules in PRESETS {
            for switch in SWITCHES {
                let mut copy = *rules;
                (switch.set)(&mut copy, (switch.get)(rules));
                assert!(
                    copy.changes(rules).is_empty(),
                    "{} {}",
                    rules.name,
                    switch.name
                );
            }
        }
    }

    #[test]
    fn values_are_set_and_read_back() {
        for switch in SWITCHES {
            for index in 0..switch.values.len() {
                let mut rules = *PRESETS[0];
                (switch.set)(&mut rules, index);
                assert_eq!((switch.get)(&rules), index, "{}", switch.name);
            }
        }
    }
}
