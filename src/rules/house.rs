//! House rules: a rule set with some switches set otherwise.

use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::{Rules, SWITCHES};

/// Why house rules were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HouseRuleError {
    /// A word that is not `SWITCH=VALUE`.
    #[error("'{0}' is not of the form switch=value")]
    Form(String),
    /// An unknown switch.
    #[error("there is no switch '{name}'; there are {}", names())]
    Switch {
        /// The word before `=`.
        name: String,
    },
    /// A value that the switch does not have.
    #[error("{switch} is {choices}, not '{value}'")]
    Value {
        /// The switch.
        switch: &'static str,
        /// Its values.
        choices: String,
        /// The word after `=`.
        value: String,
    },
    /// A switch that means nothing in this game.
    #[error("{game} has no use for {switch}")]
    Useless {
        /// The preset.
        game: &'static str,
        /// The switch.
        switch: &'static str,
    },
}

fn names() -> String {
    let names: Vec<_> = SWITCHES.iter().map(|switch| switch.name).collect();
    names.join(" ")
}

/// The switches that a game with queens, bishops and guards has.
pub(super) const MODERN: [&str; 6] = [
    "order",
    "squares",
    "stalemate",
    "repetition",
    "quiet-moves",
    "dead-positions",
];

impl Rules {
    /// These rules with the switches of `text` changed, as in `stalemate=draw repetition=off`.
    ///
    /// The same changes give the same reference.
    ///
    /// # Errors
    /// Says which word is wrong.
    pub fn with_house_rules(&'static self, text: &str) -> Result<&'static Self, HouseRuleError> {
        let mut rules = *self;
        for word in text
            .split([' ', ',', ';', '\t'])
            .filter(|word| !word.is_empty())
        {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| HouseRuleError::Form(word.to_owned()))?;
            let switch = SWITCHES
                .iter()
                .find(|switch| switch.name.eq_ignore_ascii_case(name))
                .ok_or_else(|| HouseRuleError::Switch {
                    name: name.to_owned(),
                })?;
            if self.game.has_modern_pieces() && !MODERN.contains(&switch.name) {
                return Err(HouseRuleError::Useless {
                    game: self.name,
                    switch: switch.name,
                });
            }
            let index = switch
                .values
                .iter()
                .position(|(known, _)| known.eq_ignore_ascii_case(value))
                .ok_or_else(|| HouseRuleError::Value {
                    switch: switch.name,
                    choices: switch
                        .values
                        .iter()
                        .map(|(known, _)| *known)
                        .collect::<Vec<_>>()
                        .join(" or "),
                    value: value.to_owned(),
                })?;
            (switch.set)(&mut rules, index);
        }
        Ok(if rules == *self { self } else { kept(rules) })
    }
}

/// `rules` until the end of the program, since positions refer to their rules for ever; each once, a few
/// hundred bytes.
fn kept(rules: Rules) -> &'static Rules {
    static KEPT: Mutex<Vec<&Rules>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|known| ***known == rules) {
        return known;
    }
    let rules: &'static Rules = Box::leak(Box::new(rules));
    kept.push(rules);
    rules
}

#[cfg(test)]
mod tests {
    use crate::rules::{STANDARD, Stalemate, preset};

    #[test]
    fn switches_are_changed_one_by_one() {
        let rules = STANDARD
            .with_house_rules("stalemate=loses, Repetition=OFF")
            .unwrap();
        assert_eq!(rules.ending.stalemate, Stalemate::Loses);
        assert_eq!(rules.changes(&STANDARD), "stalemate=loses repetition=off");
        assert!(std::ptr::eq(
            rules,
            STANDARD
                .with_house_rules("repetition=off;stalemate=loses")
                .unwrap()
        ));
        assert!(std::ptr::eq(
            STANDARD.with_house_rules("").unwrap(),
            &raw const STANDARD
        ));
        assert!(std::ptr::eq(
            STANDARD.with_house_rules("stalemate=draw").unwrap(),
            &raw const STANDARD
        ));
    }

    #[test]
    fn bad_words_are_named() {
        let error = |text: &str| STANDARD.with_house_rules(text).unwrap_err().to_string();
        assert_eq!(
            error("stalemate"),
            "'stalemate' is not of the form switch=value"
        );
        assert!(error("stale=draw").starts_with("there is no switch 'stale'; there are order "));
        assert_eq!(error("repetition=5"), "repetition is 3 or off, not '5'");
        let mini = preset("mini-burmese").unwrap();
        assert_eq!(
            mini.with_house_rules("in-place=on")
                .unwrap_err()
                .to_string(),
            "mini-burmese has no use for in-place"
        );
    }
}
