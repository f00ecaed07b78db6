//! What the player types.

/// A line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// An empty line.
    Nothing,
    Back,
    Board,
    Flip,
    Help,
    Hint,
    Letters,
    Level(&'a str),
    Load(&'a str),
    /// The legal moves, of the piece on a square if one is given.
    Moves(&'a str),
    New,
    Quit,
    Rules,
    Save(&'a str),
    Setup,
    Side(&'a str),
    /// Anything else is taken for a move.
    Move(&'a str),
}

impl<'a> Command<'a> {
    /// Reads a line; commands may have either case.
    pub(super) fn parse(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Nothing,
            ("back" | "undo" | "takeback", "") => Self::Back,
            ("board" | "d" | "show", "") => Self::Board,
            ("flip", "") => Self::Flip,
            ("help" | "?", "") => Self::Help,
            ("hint", "") => Self::Hint,
            ("letters", "") => Self::Letters,
            ("level", _) => Self::Level(rest),
            ("load", _) => Self::Load(rest),
            ("moves", _) => Self::Moves(rest),
            ("new", "") => Self::New,
            ("quit" | "exit" | "q", "") => Self::Quit,
            ("rules", "") => Self::Rules,
            ("save", _) => Self::Save(rest),
            ("setup" | "edit", "") => Self::Setup,
            ("side", _) => Self::Side(rest),
            _ => Self::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_either_case_and_all_else_is_a_move() {
        assert_eq!(
            Command::parse("  Save my game.txt "),
            Command::Save("my game.txt")
        );
        assert_eq!(Command::parse("UNDO"), Command::Back);
        assert_eq!(Command::parse("\t"), Command::Nothing);
        for mv in ["e5 = F", "Q d4"] {
            assert_eq!(Command::parse(mv), Command::Move(mv));
        }
    }
}
