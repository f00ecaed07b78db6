//! What the player is told: help, rules and a word at the right time.

use super::words;
use crate::rules::{Rooks, Rules, Zone};
use crate::types::Role;

/// Columns of text.
const WIDTH: usize = 78;

/// Something that is explained once, when it first matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tip {
    Placing,
    Relocating,
    Playing,
    Promotion,
    Dice,
    Count,
}

pub(super) const COMMANDS: &str = "\
A move    d4 or c4c5 moves a pawn, Nf3 or e2f3 a piece, dxe5 or d4e5 captures,
          R@a1 places a rook, e5=F makes the pawn on e5 a general where it is,
          e5f6=F with a step
moves     the legal moves; 'moves e2' those of the piece on e2
hint      what the engine would play      back      take your last move back
rules     how pieces move, games end      setup     change the board
save F    keep the game in the file F     load F    go on with the game in F
level N   strength, -20 to 20             side S    play red, black or both
flip      turn the board                  letters   letters or symbols
board     draw the board                  new       begin again
quit      end";

pub(super) const SETUP: &str = "\
F d4      puts Red's general on d4, f d4 Black's; the letters are K king,
          F general, S elephant, N knight, R rook, P pawn, and Q B G in Mini
          Burmese Chess
F hand    gives Red a general to place      clear d4  empties d4
clear     empties board and hands           start     the start position
red       Red is to move                    black     Black is to move
fen TEXT  takes a position in FEN           done      play from here
cancel    back to the game as it was        help      this list";

impl Tip {
    /// The words; `example` is a move that shows what is meant.
    pub(super) fn text(self, rules: &Rules, example: &str) -> String {
        match self {
            Self::Placing => {
                let rooks = match rules.setup.rooks {
                    Rooks::FirstRank | Rooks::FirstRankAlone => " Rooks go on your first rank.",
                    Rooks::Anywhere => "",
                };
                let zone = match rules.setup.zone {
                    Zone::BehindPawns => "behind the pawns",
                    Zone::OwnHalf => "in the own half",
                };
                format!(
                    "First the pieces are placed {zone}. Type a letter, @ and a square: {example}.{rooks} 'moves' shows where, 'hint' what the engine would do, 'help' everything else."
                )
            }
            Self::Relocating => "All pieces are placed. Until a pawn moves, a piece may be put on another square of its half instead: e2@c3.".to_owned(),
            Self::Playing => "All pieces are placed; now they move. Type where a piece goes: d4 (a pawn), Nf3 (a knight) or e2f3. 'rules' says how pieces move.".to_owned(),
            Self::Promotion => format!(
                "A pawn of yours may become a general, because you have none on the board. The choices: {example}. The squares with a diagonal in the enemy half are where it happens."
            ),
            Self::Dice => "Now dice decide: three a turn, and each names the kind of piece that makes one move. 1 pawn, 2 knight, 3 elephant, 4 rook, 5 general, 6 king. Nothing is check; who takes the king wins.".to_owned(),
            Self::Count => "A king stands alone: from here the moves are counted. If it is not mated in time the game is a draw.".to_owned(),
        }
    }
}

/// What the rule set says and, to be seen at once, how the pieces move, in lines that fit.
pub(super) fn rules(rules: &Rules) -> String {
    let said = rules.explanation().into_iter().map(words::sides);
    let steps = rules.game.roles.iter().rev().map(|&role| {
        let (name, steps) = (words::piece(role), words::steps(role));
        let check = match role {
            Role::King if !rules.dice => "; it must not be left in check",
            _ => "",
        };
        format!("{} {name}: {steps}{check}.", role.letter())
    });
    said.chain(steps).map(|line| wrap(&line, "  ")).collect()
}

/// Breaks `text` between words where the terminal ends, and begins each line but the first with `indent`.
pub(super) fn wrap(text: &str, indent: &str) -> String {
    wrap_at(WIDTH, text, indent)
}

/// [`wrap`], at `width` columns.
pub(super) fn wrap_at(width: usize, text: &str, indent: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split_whitespace() {
        if !line.trim().is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push_str(&line);
            lines.push('\n');
            indent.clone_into(&mut line);
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn all_text_fits_eighty_columns() {
        for preset in PRESETS {
            let tips = [
                Tip::Placing,
                Tip::Relocating,
                Tip::Playing,
                Tip::Promotion,
                Tip::Dice,
                Tip::Count,
            ];
            let tips = tips.map(|tip| wrap(&tip.text(preset, "K@c2"), ""));
            let texts = [COMMANDS.to_owned(), SETUP.to_owned(), rules(preset)];
            for line in texts.iter().chain(&tips).flat_map(|text| text.lines()) {
                assert!(line.chars().count() < 80, "{line}");
            }
        }
    }
}
