//! The options: one row each, from which it is printed, read and applied.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use crate::rules::{HouseRuleError, PRESETS, Rules, STANDARD, preset};
use crate::search::Settings;
use crate::types::Value;

/// The values of the options.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The rule set with the house rules.
    pub(super) rules: &'static Rules,
    /// Size of the transposition table in MiB.
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) show_wdl: bool,
    pub(super) eval_file: String,
    pub(super) log_file: String,
    multi_pv: usize,
    overhead: Duration,
    skill: i32,
    contempt: Value,
    limit_strength: bool,
    elo: i32,
}

/// What has to be done after an option changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing; it is read where it is used.
    None,
    Variant,
    Hash,
    Threads,
    ClearHash,
    EvalFile,
    LogFile,
}

/// Why an option keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum OptionError {
    #[error("there is no option '{0}'")]
    Unknown(String),
    #[error("{name} takes a number from {min} to {max}, not '{value}'")]
    Number {
        name: &'static str,
        value: String,
        min: i64,
        max: i64,
    },
    #[error("{name} takes true or false, not '{value}'")]
    Check { name: &'static str, value: String },
    #[error("{name} has no choice '{value}'")]
    Choice { name: &'static str, value: String },
    #[error(transparent)]
    HouseRule(#[from] HouseRuleError),
}

struct Row {
    name: &'static str,
    kind: Kind,
    effect: Effect,
}

/// The UCI type with its default and how it is applied.
enum Kind {
    Spin {
        default: i64,
        min: i64,
        max: i64,
        set: fn(&mut Options, i64),
    },
    Check {
        default: bool,
        set: fn(&mut Options, bool),
    },
    /// A rule set, by name.
    Preset,
    /// Changes to the preset that is set.
    HouseRules,
    /// Text; `<empty>` is none.
    Text {
        set: fn(&mut Options, &str),
    },
    Button,
}

/// The weakest and the strongest play that can be asked for as an Elo number.
const ELO: (i64, i64) = (Settings::ELO.0 as i64, Settings::ELO.1 as i64);
/// The same as skill levels.
const SKILL: (i64, i64) = (-20, Settings::MAX_SKILL as i64);

/// All options, in the order in which they are printed.
const ROWS: [Row; 16] = [
    // Servers look for this line to begin `option name UCI_Variant type combo default sittuyin`.
    Row {
        name: "UCI_Variant",
        kind: Kind::Preset,
        effect: Effect::Variant,
    },
    // A rule set is chosen without them; they are set after it.
    Row {
        name: "House Rules",
        kind: Kind::HouseRules,
        effect: Effect::Variant,
    },
    // 1 TiB: sizes that do not fit into memory are refused when they are allocated.
    Row {
        name: "Hash",
        kind: Kind::Spin {
            default: 16,
            min: 1,
            max: 1 << 20,
            set: |o, mib| o.hash = mib as usize,
        },
        effect: Effect::Hash,
    },
    Row {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 512,
            set: |o, n| o.threads = n as usize,
        },
        effect: Effect::Threads,
    },
    Row {
        name: "Clear Hash",
        kind: Kind::Button,
        effect: Effect::ClearHash,
    },
    // The GUI decides when to ponder; the option only tells it that we can.
    Row {
        name: "Ponder",
        kind: Kind::Check {
            default: false,
            set: |_, _| {},
        },
        effect: Effect::None,
    },
    Row {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 500,
            set: |o, n| o.multi_pv = n as usize,
        },
        effect: Effect::None,
    },
    Row {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 10,
            min: 0,
            max: 5000,
            set: |o, ms| o.overhead = Duration::from_millis(ms.unsigned_abs()),
        },
        effect: Effect::None,
    },
    Row {
        name: "Skill Level",
        kind: Kind::Spin {
            default: SKILL.1,
            min: SKILL.0,
            max: SKILL.1,
            set: |o, skill| o.skill = skill as i32,
        },
        effect: Effect::None,
    },
    Row {
        name: "Contempt",
        kind: Kind::Spin {
            default: 0,
            min: -100,
            max: 100,
            set: |o, centipawns| o.contempt = centipawns as Value,
        },
        effect: Effect::None,
    },
    Row {
        name: "UCI_LimitStrength",
        kind: Kind::Check {
            default: false,
            set: |o, on| o.limit_strength = on,
        },
        effect: Effect::None,
    },
    Row {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: 1350,
            min: ELO.0,
            max: ELO.1,
            set: |o, elo| o.elo = elo as i32,
        },
        effect: Effect::None,
    },
    // Play and analysis do not differ here; servers set it before every game.
    Row {
        name: "UCI_AnalyseMode",
        kind: Kind::Check {
            default: false,
            set: |_, _| {},
        },
        effect: Effect::None,
    },
    Row {
        name: "UCI_ShowWDL",
        kind: Kind::Check {
            default: false,
            set: |o, on| o.show_wdl = on,
        },
        effect: Effect::None,
    },
    Row {
        name: "EvalFile",
        kind: Kind::Text {
            set: |o, path| path.clone_into(&mut o.eval_file),
        },
        effect: Effect::EvalFile,
    },
    Row {
        name: "Debug Log File",
        kind: Kind::Text {
            set: |o, path| path.clone_into(&mut o.log_file),
        },
        effect: Effect::LogFile,
    },
];

/// Options that are commands in CECP (`variant`, `memory`, `cores`, `hard`), or do not matter there.
const CECP_COMMANDS: [&str; 6] = [
    "UCI_Variant",
    "Hash",
    "Threads",
    "Ponder",
    "UCI_AnalyseMode",
    "UCI_ShowWDL",
];

/// Options that GUIs send to every engine, asked or not.
const IGNORED: [&str; 4] = ["UCI_Chess960", "VariantPath", "Use NNUE", "UCI_Opponent"];

impl Default for Options {
    fn default() -> Self {
        let mut options = Self {
            rules: &STANDARD,
            hash: 0,
            threads: 0,
            show_wdl: false,
            eval_file: String::new(),
            log_file: String::new(),
            multi_pv: 0,
            overhead: Duration::ZERO,
            skill: 0,
            contempt: 0,
            limit_strength: false,
            elo: 0,
        };
        for row in &ROWS {
            match row.kind {
                Kind::Spin { default, set, .. } => set(&mut options, default),
                Kind::Check { default, set } => set(&mut options, default),
                Kind::Preset | Kind::HouseRules | Kind::Text { .. } | Kind::Button => {}
            }
        }
        options
    }
}

impl Options {
    /// The lines that offer the options.
    pub(super) fn uci_lines() -> impl Iterator<Item = String> {
        ROWS.iter().map(ToString::to_string)
    }

    /// The options as CECP offers them, but for those that have commands of their own there or change
    /// nothing there.
    pub(super) fn cecp_features() -> impl Iterator<Item = String> {
        ROWS.iter()
            .filter(|row| !CECP_COMMANDS.contains(&row.name))
            .map(Row::cecp_feature)
    }

    /// Changes the option `name`, in any case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        if IGNORED
            .iter()
            .any(|ignored| ignored.eq_ignore_ascii_case(name))
        {
            return Ok(Effect::None);
        }
        let Some(row) = ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(name)) else {
            return Err(OptionError::Unknown(name.to_owned()));
        };
        let (name, given) = (row.name, || value.to_owned());
        match row.kind {
            Kind::Spin { min, max, set, .. } => {
                let number = number(value).filter(|number| (min..=max).contains(number));
                set(
                    self,
                    number.ok_or_else(|| OptionError::Number {
                        name,
                        value: given(),
                        min,
                        max,
                    })?,
                );
            }
            Kind::Check { set, .. } => {
                let on = match value.to_ascii_lowercase().as_str() {
                    "true" | "1" => true,
                    "false" | "0" => false,
                    _ => {
                        return Err(OptionError::Check {
                            name,
                            value: given(),
                        });
                    }
                };
                set(self, on);
            }
            Kind::Preset => {
                let rules = preset(value).ok_or_else(|| OptionError::Choice {
                    name,
                    value: given(),
                })?;
                // GUIs name the rule set before every game; house rules stay.
                if rules.name != self.rules.name {
                    self.rules = rules;
                }
            }
            Kind::HouseRules => {
                let changes = if value == "<empty>" { "" } else { value };
                let known = preset(self.rules.name).unwrap_or(&STANDARD);
                self.rules = known.with_house_rules(changes)?;
            }
            Kind::Text { set } => set(self, if value == "<empty>" { "" } else { value }),
            Kind::Button => {}
        }
        Ok(row.effect)
    }

    /// What the search has to know. `UCI_Elo` counts only with `UCI_LimitStrength`, and then instead
    /// of `Skill Level`.
    pub(super) fn settings(&self) -> Settings {
        let skill = if self.limit_strength {
            Settings::skill_of_elo(self.elo)
        } else {
            self.skill
        };
        Settings {
            multi_pv: self.multi_pv,
            overhead: self.overhead,
            skill,
            contempt: self.contempt,
        }
    }
}

/// Reads a number; fractions are cut off and what is too large becomes the largest.
pub(super) fn number(text: &str) -> Option<i64> {
    let whole = text.parse::<i64>().ok();
    whole.or_else(|| {
        text.parse::<f64>()
            .ok()
            .filter(|n| !n.is_nan())
            .map(|n| n as i64)
    })
}

impl Row {
    /// `feature option="NAME -TYPE VALUES"`.
    fn cecp_feature(&self) -> String {
        let kind = match self.kind {
            Kind::Spin {
                default, min, max, ..
            } => format!("-spin {default} {min} {max}"),
            Kind::Check { default, .. } => format!("-check {}", u8::from(default)),
            Kind::Preset => {
                let names: Vec<&str> = PRESETS.iter().map(|rules| rules.name).collect();
                format!("-combo *{}", names.join(" /// "))
            }
            Kind::HouseRules | Kind::Text { .. } => "-string ".to_owned(),
            Kind::Button => "-button".to_owned(),
        };
        format!("feature option=\"{} {kind}\"", self.name)
    }
}

/// UCI: `option name NAME type TYPE VALUES`.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            Kind::Spin {
                default, min, max, ..
            } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Preset => {
                write!(f, "combo default {}", STANDARD.name)?;
                PRESETS
                    .iter()
                    .try_for_each(|rules| write!(f, " var {}", rules.name))
            }
            Kind::HouseRules | Kind::Text { .. } => f.write_str("string default <empty>"),
            Kind::Button => f.write_str("button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_printed_as_guis_read_it() {
        let lines: Vec<String> = Options::uci_lines().collect();
        assert!(
            lines[0]
                .starts_with("option name UCI_Variant type combo default sittuyin var sittuyin"),
            "{}",
            lines[0]
        );
        assert!(
            lines.contains(&"option name Hash type spin default 16 min 1 max 1048576".to_owned())
        );
        assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
        assert!(lines.contains(&"option name EvalFile type string default <empty>".to_owned()));
        // Fairyground takes every combo with "variant" in its name for the list of variants.
        assert_eq!(
            lines
                .iter()
                .filter(|line| line.to_lowercase().contains("variant"))
                .count(),
            1
        );
    }

    #[test]
    fn cecp_offers_what_has_no_command_there() {
        let features: Vec<String> = Options::cecp_features().collect();
        assert_eq!(features.len(), ROWS.len() - CECP_COMMANDS.len());
        for feature in [
            "feature option=\"MultiPV -spin 1 1 500\"",
            "feature option=\"UCI_LimitStrength -check 0\"",
            "feature option=\"EvalFile -string \"",
            "feature option=\"Clear Hash -button\"",
        ] {
            assert!(features.contains(&feature.to_owned()), "{feature}");
        }
    }

    #[test]
    fn values_are_checked() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", "64"), Ok(Effect::Hash));
        assert_eq!(options.hash, 64);
        for (name, value) in [
            ("Hash", "99999999999"),
            ("Threads", "0"),
            ("Hash", ""),
            ("UCI_Variant", "chess"),
            ("Nonsense", "1"),
        ] {
            assert!(options.set(name, value).is_err(), "{name}");
        }
        assert_eq!((options.hash, options.threads), (64, 1));
        assert_eq!(options.set("clear HASH", "true"), Ok(Effect::ClearHash));
        assert_eq!(options.set("UCI_Chess960", "true"), Ok(Effect::None));
    }

    #[test]
    fn house_rules_change_the_rule_set_until_another_is_chosen() {
        let mut options = Options::default();
        options.set("UCI_Variant", "Sittuyin-Winther").unwrap();
        assert_eq!(
            options.set("house rules", "stalemate=loses"),
            Ok(Effect::Variant)
        );
        let winther = preset("sittuyin-winther").unwrap();
        assert_eq!(options.rules.changes(winther), "stalemate=loses");
        assert!(options.set("House Rules", "stalemate=maybe").is_err());
        assert_eq!(options.rules.changes(winther), "stalemate=loses");
        options.set("House Rules", "entry=forced").unwrap();
        assert_eq!(options.rules.changes(winther), "entry=forced");
        options.set("UCI_Variant", "sittuyin-winther").unwrap();
        assert_eq!(options.rules.changes(winther), "entry=forced");
        options.set("UCI_Variant", "sittuyin").unwrap();
        assert_eq!(options.rules.changes(&STANDARD), "");
    }

    #[test]
    fn elo_counts_only_with_limit_strength() {
        let mut options = Options::default();
        options.set("UCI_Elo", "390").unwrap();
        assert_eq!(options.settings().skill, 20);
        options.set("UCI_LimitStrength", "True").unwrap();
        assert_eq!(options.settings().skill, -20);
        options.set("uci_elo", "2560").unwrap();
        assert_eq!(options.settings().skill, 20);
    }
}
