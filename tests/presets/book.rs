//! The rule sets as the rule book's tables have them, for the slow generator.

/// The switches of a rule set, as the sources state them.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Book {
    pub(crate) mini: bool,
    /// White places everything first.
    pub(crate) one_side_first: bool,
    /// Pieces may stand on the fourth rank as well.
    pub(crate) own_half: bool,
    /// `1` rooks on rank one, `2` rank one for them alone, `0` anywhere.
    pub(crate) rooks: u8,
    /// The last rank to which a displaced pawn may go; 0 if none is displaced.
    pub(crate) displaced_to: u8,
    pub(crate) objections: bool,
    pub(crate) stages: bool,
    pub(crate) nobody_moves_before_all_is_placed: bool,
    pub(crate) last_pawn_anywhere: bool,
    /// `'n'` never on arrival, `'o'` if wanted, `'f'` forced.
    pub(crate) arrival: char,
    pub(crate) in_place: bool,
    /// Files and ranks of the step: `'n'` none, `'g'` a general's, `'k'` a king's.
    pub(crate) step: char,
    /// `'n'` nothing, `'p'` all but generals.
    pub(crate) takes: char,
    pub(crate) checks: bool,
    /// `'n'` may not attack, `'y'` may, `'c'` may not step where it is commanded.
    pub(crate) attacks: char,
    pub(crate) stalemate_illegal: bool,
    pub(crate) dice: bool,
}

const FEDERATION: Book = Book {
    mini: false,
    one_side_first: false,
    own_half: false,
    rooks: 1,
    displaced_to: 0,
    objections: false,
    stages: false,
    nobody_moves_before_all_is_placed: false,
    last_pawn_anywhere: true,
    arrival: 'n',
    in_place: true,
    step: 'g',
    takes: 'n',
    checks: false,
    attacks: 'n',
    stalemate_illegal: false,
    dice: false,
};

const WINTHER: Book = Book {
    rooks: 2,
    displaced_to: 3,
    last_pawn_anywhere: false,
    takes: 'p',
    checks: true,
    attacks: 'y',
    stalemate_illegal: true,
    ..FEDERATION
};

const MURRAY: Book = Book {
    own_half: true,
    rooks: 0,
    displaced_to: 3,
    stages: true,
    last_pawn_anywhere: false,
    arrival: 'o',
    step: 'k',
    checks: true,
    attacks: 'c',
    stalemate_illegal: true,
    ..FEDERATION
};

/// The rules of a preset.
pub(crate) fn book(preset: &str) -> Book {
    match preset {
        "sittuyin" => FEDERATION,
        "sittuyin-cutechess" => Book {
            nobody_moves_before_all_is_placed: true,
            ..FEDERATION
        },
        "sittuyin-federation" => Book {
            one_side_first: true,
            ..FEDERATION
        },
        "sittuyin-winther" => WINTHER,
        "sittuyin-winther-enter" => Book {
            arrival: 'o',
            ..WINTHER
        },
        "sittuyin-winther-enter-forced" => Book {
            arrival: 'f',
            ..WINTHER
        },
        "sittuyin-winther-federation" => Book {
            one_side_first: true,
            rooks: 1,
            displaced_to: 0,
            ..WINTHER
        },
        "sittuyin-chesmayne" => Book {
            rooks: 0,
            displaced_to: 4,
            objections: true,
            checks: false,
            ..WINTHER
        },
        "sittuyin-friedlander" => Book {
            one_side_first: true,
            rooks: 0,
            displaced_to: 0,
            in_place: false,
            stalemate_illegal: false,
            ..WINTHER
        },
        "sittuyin-wikipedia" => Book {
            one_side_first: true,
            own_half: true,
            rooks: 1,
            displaced_to: 0,
            step: 'n',
            ..WINTHER
        },
        "sittuyin-murray" => MURRAY,
        "sittuyin-dice" => Book {
            dice: true,
            stalemate_illegal: false,
            ..MURRAY
        },
        "mini-burmese" => Book {
            mini: true,
            one_side_first: true,
            rooks: 0,
            last_pawn_anywhere: false,
            in_place: false,
            step: 'n',
            ..FEDERATION
        },
        other => panic!("the book has no {other}"),
    }
}
