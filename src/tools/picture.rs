//! A position as an SVG picture: the plain board with its two diagonals, the pieces, what is in hand,
//! the last move, and a line of play as arrows.

use svg::node::element::{Circle, Group, Line, Path, Polygon, Rectangle, Text};
use svg::{Document, Node};

use crate::position::Position;
use crate::tools::glyphs;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Square};

/// Units of a square's side; glyphs are drawn in a box of this size.
const SQUARE: f32 = 100.0;
/// Room around the board for the coordinates.
const MARGIN: f32 = 44.0;
/// Room above and below the board for the pieces in hand.
const HAND: f32 = 80.0;
const BOARD: f32 = 8.0 * SQUARE;

const PAPER: &str = "#fbf4e4";
const WOOD: &str = "#f1dcae";
const LINES: &str = "#7d5c36";
const LAST: &str = "#a9c25d";
/// Arrows of the side to move and of the other side.
const PLANS: [&str; 2] = ["#1c6fb0", "#8a4fa3"];

/// What the picture shows.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The position.
    pub position: &'a Position,
    /// The move that led to it.
    pub last: Option<Move>,
    /// A line of play from it.
    pub pv: &'a [Move],
    /// The side at the bottom.
    pub side: Color,
}

impl Picture<'_> {
    /// The picture as an SVG document.
    pub fn svg(&self) -> Document {
        let hand = if self.position.is_placing() {
            HAND
        } else {
            0.0
        };
        let (width, height) = (BOARD + 2.0 * MARGIN, BOARD + 2.0 * (MARGIN + hand));
        let mut board = Group::new().set(
            "transform",
            format!("translate({MARGIN} {})", MARGIN + hand),
        );
        self.draw_squares(&mut board);
        if let Some(mv) = self.last {
            self.draw_last(&mut board, mv);
        }
        for square in self.position.occupied() {
            if let Some(piece) = self.position.piece_on(square) {
                board.append(self.piece(piece, square, 1.0).set("class", "piece"));
            }
        }
        self.draw_plan(&mut board);
        self.draw_hand(&mut board, !self.side, -MARGIN - HAND);
        self.draw_hand(&mut board, self.side, BOARD + MARGIN);
        Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width / 2.0)
            .set("height", height / 2.0)
            .set("role", "img")
            .add(svg::node::element::Title::new(self.position.fen()))
            .add(
                Rectangle::new()
                    .set("width", width)
                    .set("height", height)
                    .set("rx", 12)
                    .set("fill", PAPER),
            )
            .add(board)
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (f32, f32) {
        let seen = square.seen_by(self.side);
        (
            f32::from(seen.file()) * SQUARE,
            f32::from(7 - seen.rank()) * SQUARE,
        )
    }

    fn center(&self, square: Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    fn square(&self, square: Square) -> Rectangle {
        let (x, y) = self.corner(square);
        Rectangle::new()
            .set("x", x)
            .set("y", y)
            .set("width", SQUARE)
            .set("height", SQUARE)
    }

    /// The squares of the game's board, its two diagonals and the coordinates.
    fn draw_squares(&self, board: &mut Group) {
        let squares = self.position.rules().game.squares;
        let mut lines = Group::new().set("stroke", LINES).set("stroke-width", 3);
        for square in squares {
            lines.append(self.square(square).set("fill", WOOD));
        }
        for square in squares {
            let (x, y) = self.corner(square);
            let mut diagonal = |from: f32, to: f32| {
                lines.append(
                    Line::new()
                        .set("x1", x)
                        .set("y1", y + from)
                        .set("x2", x + SQUARE)
                        .set("y2", y + to),
                );
            };
            if square.file() == square.rank() {
                diagonal(SQUARE, 0.0);
            } else if square.file() + square.rank() == 7 {
                diagonal(0.0, SQUARE);
            }
        }
        board.append(lines);
        let mut names = Group::new()
            .set("fill", LINES)
            .set("font-family", "sans-serif")
            .set("font-size", 28)
            .set("text-anchor", "middle");
        for place in 0..8 {
            let (x, _) = self.center(Square::at(place, 0));
            let (_, y) = self.center(Square::at(0, place));
            if (squares & Bitboard::file(place)).any() {
                let file = (b'a' + place) as char;
                names.append(Text::new(file).set("x", x).set("y", BOARD + MARGIN * 0.75));
            }
            names.append(
                Text::new((place + 1).to_string())
                    .set("x", -MARGIN / 2.0)
                    .set("y", y + 10.0),
            );
        }
        board.append(names);
    }

    /// Marks the squares of the last move.
    fn draw_last(&self, board: &mut Group, mv: Move) {
        let (to, from) = ends(mv);
        for square in to.into_iter().chain(from) {
            board.append(
                self.square(square)
                    .set("class", "last")
                    .set("fill", LAST)
                    .set("fill-opacity", 0.6),
            );
        }
    }

    /// The glyph of a piece with its outline and inner lines.
    fn piece(&self, piece: Piece, square: Square, opacity: f32) -> Group {
        let (x, y) = self.corner(square);
        glyph(piece, opacity).set("transform", format!("translate({x} {y})"))
    }

    /// The line of play: arrows for steps, rings for what happens on one square; later moves are
    /// fainter.
    fn draw_plan(&self, board: &mut Group) {
        let mut position = self.position.clone();
        for (ply, mv) in self.pv.iter().enumerate() {
            let color = position.side();
            let ink = PLANS[usize::from(color != self.position.side())];
            let opacity = (0.85 - 0.15 * ply as f32).max(0.25);
            let mut plan = Group::new().set("class", "plan").set("opacity", opacity);
            match ends(*mv) {
                (Some(to), Some(from)) => self.draw_arrow(&mut plan, from, to, ink),
                (Some(to), None) => {
                    if let MoveKind::Drop { role, .. } | MoveKind::Displacement { role, .. } =
                        mv.kind()
                    {
                        plan.append(self.piece(Piece::new(color, role), to, 0.7));
                    }
                    let (x, y) = self.center(to);
                    plan.append(
                        Circle::new()
                            .set("cx", x)
                            .set("cy", y)
                            .set("r", 0.44 * SQUARE)
                            .set("fill", "none")
                            .set("stroke", ink)
                            .set("stroke-width", 8),
                    );
                }
                (None, _) => {}
            }
            board.append(plan);
            position = position.play(*mv);
        }
    }

    fn draw_arrow(&self, plan: &mut Group, from: Square, to: Square, ink: &str) {
        let ((x1, y1), (x2, y2)) = (self.center(from), self.center(to));
        let length = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        // A point so far back from the tip and so far aside.
        let point =
            |back: f32, aside: f32| (x2 - dx * back - dy * aside, y2 - dy * back + dx * aside);
        let (x, y) = point(38.0, 0.0);
        plan.append(
            Line::new()
                .set("x1", x1 + dx * 20.0)
                .set("y1", y1 + dy * 20.0)
                .set("x2", x)
                .set("y2", y)
                .set("stroke", ink)
                .set("stroke-width", 12)
                .set("stroke-linecap", "round"),
        );
        let corners = [point(8.0, 0.0), point(44.0, 20.0), point(44.0, -20.0)];
        let corners = corners.map(|(x, y)| format!("{x:.1},{y:.1}"));
        plan.append(
            Polygon::new()
                .set("points", corners.join(" "))
                .set("fill", ink),
        );
    }

    /// What `color` has in hand, in a row that begins at height `y`.
    fn draw_hand(&self, board: &mut Group, color: Color, y: f32) {
        let scale = HAND / SQUARE;
        for (place, piece) in self.position.in_hand(color).enumerate() {
            let x = place as f32 * HAND;
            board.append(
                glyph(piece, 1.0)
                    .set("class", "hand")
                    .set("transform", format!("translate({x} {y}) scale({scale})")),
            );
        }
    }
}

/// Where a move ends and, if that is another square, where it begins.
fn ends(mv: Move) -> (Option<Square>, Option<Square>) {
    let to = (mv.kind() != MoveKind::Pass).then(|| mv.to());
    (to, mv.origin().filter(|from| Some(*from) != to))
}

/// A piece in a box of a square's size: White's red and Black's black, as the sets of Burma are.
fn glyph(piece: Piece, opacity: f32) -> Group {
    let (fill, edge, inner) = match piece.color() {
        Color::White => ("#d0382b", "#5d130d", "#fbe6d4"),
        Color::Black => ("#33302e", "#0c0b0a", "#e9e2d6"),
    };
    let (outline, details) = glyphs::paths(piece.role());
    let mut group = Group::new()
        .set("stroke-width", 4)
        .set("stroke-linejoin", "round")
        .set("stroke-linecap", "round")
        .add(
            Path::new()
                .set("d", outline)
                .set("fill", fill)
                .set("stroke", edge),
        )
        .add(
            Path::new()
                .set("d", details)
                .set("fill", "none")
                .set("stroke", inner),
        );
    if opacity < 1.0 {
        group = group.set("opacity", opacity);
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;
    use crate::types::Role;

    #[test]
    fn a_side_that_moves_twice_keeps_its_colour() {
        let position = Position::start(preset("sittuyin-federation").unwrap());
        let pv = [(Role::King, "g2"), (Role::Rook, "a1")]
            .map(|(role, square)| Move::drop(role, square.parse().unwrap()));
        let picture = Picture {
            position: &position,
            last: None,
            pv: &pv,
            side: Color::White,
        };
        let picture = picture.svg().to_string();
        let count = |ink| picture.matches(ink).count();
        assert_eq!(PLANS.map(count), [2, 0], "{picture}");
    }
}
