//! Exact distances to mate against a bare king, with a rook or with two lesser pieces that mate by force.
//!
//! The counts leave no time to search for a plan: 16 moves with a rook, 44 with an elephant. So the distances
//! are computed backwards from the mates (`chessprogramming.org/Retrograde_Analysis`), for all squares
//! of the bare king at once: a bit board says where it is lost. A table takes a fraction of a second and is made when first
//! needed: at once by [`complete`], in the background by [`prepare`].

use std::sync::atomic::{AtomicBool, Ordering};

use once_cell::sync::OnceCell;

use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Role, Square};

/// The materials with a table of their own.
const MATERIALS: [&[Role]; 5] = [
    &[Role::Rook],
    &[Role::Elephant, Role::Elephant],
    &[Role::General, Role::Elephant],
    &[Role::Elephant, Role::Knight],
    &[Role::General, Role::Knight],
];

static TABLES: [OnceCell<Table>; MATERIALS.len()] = [const { OnceCell::new() }; MATERIALS.len()];

/// Has the tables made in the background that `position` needs now or soon.
pub fn prepare(position: &Position) {
    if position.is_setup() {
        return;
    }
    for color in Color::ALL {
        if position.of(!color).len() > MOST_MEN {
            continue;
        }
        for (material, table) in MATERIALS.iter().zip(&TABLES) {
            if table.get().is_none() && contains(position, color, material) {
                return prepare_aside();
            }
        }
    }
}

/// Whether there is nothing left to make.
pub(super) fn is_complete() -> bool {
    TABLES.iter().all(|table| table.get().is_some())
}

/// Makes the tables that [`verdict`] looks up for `position`.
pub(super) fn complete(position: &Position) {
    for strong in Color::ALL {
        if position.of(!strong).has_many() {
            continue;
        }
        for (material, table) in MATERIALS.iter().zip(&TABLES) {
            if table.get().is_none() && contains(position, strong, material) {
                table.get_or_init(|| Table::new(material));
            }
        }
    }
}

/// Has all tables made while the program goes on.
fn prepare_aside() {
    static HAS_BEGUN: AtomicBool = AtomicBool::new(false);
    if !HAS_BEGUN.swap(true, Ordering::Relaxed)
        && let Err(error) = std::thread::Builder::new().spawn(prepare_all)
    {
        log::warn!("no thread for the tables of endings: {error}");
    }
}

/// Makes all tables, for programs that measure time.
pub fn prepare_all() {
    for (material, table) in MATERIALS.iter().zip(&TABLES) {
        table.get_or_init(|| Table::new(material));
    }
}

/// A side with more men than this will not soon have a bare king.
const MOST_MEN: u32 = 3;

/// What the tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No table for it, or none yet.
    Unknown,
    /// Not to be won by force with the pieces of any table.
    NotWon,
    /// Mate in so many plies.
    Mate(u16),
}

/// The verdict if only `strong` has more than its king. Of more pieces than a table has, the best are looked at.
pub(super) fn verdict(position: &Position, strong: Color) -> Verdict {
    let mut verdict = Verdict::Unknown;
    for (material, table) in MATERIALS.iter().zip(&TABLES) {
        if let Some(table) = table.get()
            && contains(position, strong, material)
        {
            verdict = match (table.plies_to_mate(position, strong), verdict) {
                (Some(plies), Verdict::Mate(best)) => Verdict::Mate(plies.min(best)),
                (Some(plies), _) => Verdict::Mate(plies),
                (None, Verdict::Unknown) => Verdict::NotWon,
                (None, known) => known,
            };
        }
    }
    verdict
}

/// Whether `color` has at least the pieces of `material`.
fn contains(position: &Position, color: Color, material: &[Role]) -> bool {
    let has = |role: Role| {
        let wanted = material.iter().filter(|other| **other == role).count();
        position.pieces(color, role).len() as usize >= wanted
    };
    material.iter().all(|role| has(*role))
}

/// Distances for one material; the stronger side is White.
struct Table {
    material: &'static [Role],
    /// Moves to mate with White to move, 0 for none, by placement and the bare king's square.
    moves: Vec<u8>,
}

/// White's king and pieces. The king stands on files a to d: the rest is its mirror image.
#[derive(Clone, Copy)]
struct Placement {
    king: Square,
    pieces: [Square; 2],
    count: usize,
}

impl Placement {
    /// The number of placements of a king and `pieces` pieces.
    const fn total(pieces: usize) -> usize {
        32 << (6 * pieces)
    }

    fn from_index(index: usize, count: usize) -> Self {
        let king = index & 31;
        let piece = |number: usize| Square::new((index >> (5 + 6 * number) & 63) as u8);
        Self {
            king: Square::at((king & 3) as u8, (king >> 2) as u8),
            pieces: [piece(0), piece(1)],
            count,
        }
    }

    /// The index of the placement or its mirror image, and whether it is the latter.
    #[inline]
    fn index(self) -> (usize, bool) {
        let is_mirrored = self.king.file() >= 4;
        let seen = |square: Square| {
            if is_mirrored {
                square.mirrored()
            } else {
                square
            }
        };
        let king = seen(self.king);
        let mut index = usize::from(king.rank() * 4 + king.file());
        for number in 0..self.count {
            index |= seen(self.pieces[number]).index() << (5 + 6 * number);
        }
        (index, is_mirrored)
    }

    fn used(&self) -> &[Square] {
        &self.pieces[..self.count]
    }

    fn occupied(&self) -> Bitboard {
        let pieces: Bitboard = self.used().iter().copied().collect();
        pieces | Bitboard::of(self.king)
    }

    fn is_possible(&self) -> bool {
        self.occupied().len() as usize == self.count + 1
    }

    /// The squares on which the bare king to move is lost, when White to move wins against those `won`.
    fn lost(&self, attacked: Bitboard, won: Bitboard) -> Bitboard {
        // To take a piece saves the king: what remains never mates.
        let free = !(attacked | Bitboard::of(self.king));
        let legal = !(self.occupied() | attacks::king(self.king));
        legal & !steps(free & !won) & (attacked | steps(free))
    }

    /// Calls `see` with each placement from which White moves to this one, and the squares where the bare
    /// king would have been in the way.
    fn before(self, material: &[Role], mut see: impl FnMut(Self, Bitboard)) {
        let occupied = self.occupied();
        for king in attacks::king(self.king) & !occupied {
            see(Self { king, ..self }, Bitboard::EMPTY);
        }
        for (number, role) in material.iter().enumerate() {
            let to = self.pieces[number];
            // Backwards, White's pieces move as Black's.
            for from in attacks::attacks(*role, Color::Black, to, occupied) & !occupied {
                let mut earlier = self;
                earlier.pieces[number] = from;
                let path = if *role == Role::Rook {
                    attacks::between(from, to)
                } else {
                    Bitboard::EMPTY
                };
                see(earlier, path);
            }
        }
    }

    /// What White attacks, seen through the bare king.
    fn attacked(&self, material: &[Role]) -> Bitboard {
        let occupied = self.occupied();
        let pieces = self.used().iter().zip(material);
        pieces.fold(attacks::king(self.king), |all, (square, role)| {
            all | attacks::attacks(*role, Color::White, *square, occupied)
        })
    }
}

/// The mirror image, files a to h reversed.
const fn mirrored(set: Bitboard) -> Bitboard {
    Bitboard(set.0.swap_bytes().reverse_bits())
}

/// All squares a king's step from `set`.
fn steps(set: Bitboard) -> Bitboard {
    let row = set | set.sideways();
    row.forward(Color::White) | row.forward(Color::Black) | set.sideways()
}

impl Table {
    fn new(material: &'static [Role]) -> Self {
        let total = Placement::total(material.len());
        let mut attacked = vec![Bitboard::EMPTY; total];
        // The bare king's squares from which White to move wins, and on which Black to move is lost.
        let mut won = vec![Bitboard::EMPTY; total];
        let mut lost = vec![Bitboard::EMPTY; total];
        // Placements where more squares are lost than one move before, and these squares.
        let mut frontier = Vec::new();
        for index in 0..total {
            let placement = Placement::from_index(index, material.len());
            if placement.is_possible() {
                attacked[index] = placement.attacked(material);
                lost[index] = placement.lost(attacked[index], Bitboard::EMPTY);
                if lost[index].any() {
                    frontier.push((index, lost[index]));
                }
            }
        }
        let mut moves = vec![0; total * Square::COUNT];
        let mut gains = vec![Bitboard::EMPTY; total];
        let mut distance = 0;
        while !frontier.is_empty() {
            distance += 1;
            let mut touched = Vec::new();
            for (index, squares) in frontier.drain(..) {
                let placement = Placement::from_index(index, material.len());
                placement.before(material, |earlier, path| {
                    let (index, is_mirrored) = earlier.index();
                    let squares = squares & !path;
                    if gains[index].is_empty() {
                        touched.push(index);
                    }
                    gains[index] |= if is_mirrored {
                        mirrored(squares)
                    } else {
                        squares
                    };
                });
            }
            for index in touched {
                let placement = Placement::from_index(index, material.len());
                let legal = !(attacked[index] | placement.occupied());
                let new = std::mem::take(&mut gains[index]) & legal & !won[index];
                if new.is_empty() {
                    continue;
                }
                for square in new {
                    moves[index * Square::COUNT + square.index()] = distance;
                }
                won[index] |= new;
                let known = lost[index];
                lost[index] = placement.lost(attacked[index], won[index]);
                frontier.extend((lost[index] != known).then_some((index, lost[index] & !known)));
            }
        }
        Self { material, moves }
    }

    /// Plies to mate by the pieces of the table.
    fn plies_to_mate(&self, position: &Position, strong: Color) -> Option<u16> {
        let mut placement = Placement {
            king: position.king(strong)?.seen_by(strong),
            pieces: [Square::new(0); 2],
            count: self.material.len(),
        };
        let mut taken = Bitboard::EMPTY;
        for (square, role) in placement.pieces.iter_mut().zip(self.material) {
            let piece = (position.pieces(strong, *role) & !taken).first()?;
            taken |= Bitboard::of(piece);
            *square = piece.seen_by(strong);
        }
        let (index, is_mirrored) = placement.index();
        let bare = position.king(!strong)?;
        let moves = |square: Square| {
            let seen = square.seen_by(strong);
            let seen = if is_mirrored { seen.mirrored() } else { seen };
            u16::from(self.moves[index * Square::COUNT + seen.index()])
        };
        if position.side() == strong {
            return (moves(bare) > 0).then(|| 2 * moves(bare) - 1);
        }
        let attacked = placement.attacked(self.material);
        let mut free = attacks::king(bare)
            .into_iter()
            .filter(|square| !attacked.has(square.seen_by(strong)))
            .peekable();
        if free.peek().is_none() {
            // Mate or stalemate.
            return attacked.has(bare.seen_by(strong)).then_some(0);
        }
        free.map(|square| (moves(square) > 0).then(|| 2 * moves(square)))
            .try_fold(0, |most, plies| Some(most.max(plies?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Outcome;
    use crate::rules::STANDARD;
    use crate::types::Random;

    /// A random position of White's `material` against a bare king, if the dice fall well.
    fn position(material: &str, side: char, random: &mut Random) -> Option<Position> {
        let mut board = ['1'; 64];
        for letter in format!("Kk{material}").chars() {
            let free: Vec<usize> = (0..64).filter(|index| board[*index] == '1').collect();
            board[*random.pick(&free)?] = letter;
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let fen = format!("{}[] {side} - - 0 1", ranks.join("/"));
        Position::from_fen(&STANDARD, &fen).ok()
    }

    fn plies_to_mate(position: &Position) -> Option<u16> {
        match verdict(position, Color::White) {
            Verdict::Mate(plies) => Some(plies),
            Verdict::Unknown | Verdict::NotWon => None,
        }
    }

    /// What the moves of `position` make of the distance, by the generator of the game.
    fn by_moves(position: &Position) -> Option<u16> {
        let strong = Color::White;
        if let Outcome::Win(_) = position.outcome() {
            return Some(0);
        }
        let after = |mv| {
            let next = position.play(mv);
            let is_whole = next.of(strong).len() == position.of(strong).len();
            plies_to_mate(&next).filter(|_| is_whole)
        };
        let moves = position.legal_moves();
        if position.side() == strong {
            let best = moves.into_iter().filter_map(after).min();
            return best.map(|plies| plies + 1);
        }
        let is_stalemate = moves.is_empty();
        let longest = moves
            .into_iter()
            .try_fold(0, |most, mv| Some(most.max(after(mv)? + 1)));
        longest.filter(|_| !is_stalemate)
    }

    #[test]
    fn distances_are_those_of_the_next_moves() {
        let mut random = Random::new(4);
        for (material, won_in_hundred) in
            [("R", 100), ("SS", 89), ("FS", 87), ("SN", 95), ("FN", 6)]
        {
            let (mut tried, mut won) = (0, 0);
            while tried < 400 {
                let side = *random.pick(&['w', 'b']).expect("a side");
                let Some(position) = position(material, side, &mut random) else {
                    continue;
                };
                complete(&position);
                let plies = plies_to_mate(&position);
                assert_eq!(plies, by_moves(&position), "{}", position.fen());
                if side == 'w' {
                    tried += 1;
                    won += usize::from(plies.is_some());
                }
            }
            assert!(
                (won / 4).abs_diff(won_in_hundred) < 6,
                "{material}: {won} of {tried}"
            );
        }
    }

    #[test]
    fn sides_and_mirror_images_are_alike() {
        for fen in [
            "8/8/8/3k4/8/8/2S5/K5F1[] w - - 0 1",
            "8/8/8/4k3/8/8/5S2/1F5K[] w - - 0 1",
            "1f5k/5s2/8/8/4K3/8/8/8[] b - - 0 1",
        ] {
            let position = Position::from_fen(&STANDARD, fen).expect("valid");
            complete(&position);
            let verdict = verdict(&position, position.side());
            assert_eq!(verdict, Verdict::Mate(59), "{fen}");
        }
    }
}
