//! Positions as text and as pictures.

use std::io::Write;

use anyhow::Result;
use clap::Args;

use crate::tools::line::follow;
use crate::tools::picture::Picture;
use crate::tools::ruleset::Start;
use crate::types::Color;

/// Draw a position, as text or as a picture.
#[derive(Args, Clone, Debug, Default)]
pub struct Board {
    /// Where to begin.
    #[command(flatten)]
    pub start: Start,
    /// Moves to play from there, in coordinates or algebraic notation; the picture marks the last.
    #[arg(long, value_name = "MOVES", default_value_t, hide_default_value = true)]
    pub moves: String,
    /// Line of play that the picture shows with arrows.
    #[arg(
        long,
        value_name = "MOVES",
        default_value_t,
        hide_default_value = true,
        requires = "svg"
    )]
    pub pv: String,
    /// See the board from Black's side.
    #[arg(long, requires = "svg")]
    pub flip: bool,
    /// Write a picture as SVG.
    #[arg(long)]
    pub svg: bool,
}

/// Draws.
///
/// # Errors
/// If the FEN or a move is bad, or `out` cannot be written to.
pub fn run(args: &Board, out: &mut impl Write) -> Result<()> {
    let (game, played) = follow(args.start.position()?, &args.moves)?;
    let position = game.position();
    if args.svg {
        let (_, pv) = follow(position.clone(), &args.pv)?;
        let picture = Picture {
            position,
            last: played.last().copied(),
            pv: &pv,
            side: if args.flip {
                Color::Black
            } else {
                Color::White
            },
        };
        writeln!(out, "{}", picture.svg())?;
    } else {
        writeln!(out, "{}\n\nFen: {}", position.diagram(), position.fen())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(args: &Board) -> Result<String> {
        let mut out = Vec::new();
        run(args, &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn moves_are_played_before_the_drawing() {
        let args = Board {
            moves: "K@g2 k@b7 Nd2".to_owned(),
            ..Board::default()
        };
        assert!(draw(&args).is_err(), "knights in hand do not step");
        let args = Board {
            moves: "K@g2 k@b7".to_owned(),
            ..Board::default()
        };
        let text = draw(&args).unwrap();
        assert!(text.contains("\nFen: 8/1k6/4pppp/"), "{text}");
    }

    #[test]
    fn pictures_show_pieces_hands_the_last_move_and_the_line() {
        let args = Board {
            moves: "K@g2 K@b7".to_owned(),
            pv: "N@f3 N@c6 N@d2".to_owned(),
            svg: true,
            ..Board::default()
        };
        let picture = draw(&args).unwrap();
        let count = |class: &str| picture.matches(&format!("class=\"{class}\"")).count();
        assert_eq!(
            [count("piece"), count("hand"), count("last"), count("plan")],
            [18, 14, 1, 3],
            "{picture}"
        );
        let flipped = Board { flip: true, ..args };
        assert_ne!(picture, draw(&flipped).unwrap());
    }
}
