//! The rules that a command is about, and what they say.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;

use crate::position::Position;
use crate::rules::{PRESETS, Rules, STANDARD, SWITCHES, array_fen, pairings, preset};

/// Which rules to use.
#[derive(Args, Clone, Debug, Default)]
pub struct RuleSet {
    /// Rule set; `sitke rules` lists them.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Changes to it, as in 'stalemate=draw repetition=off'.
    #[arg(long, value_name = "CHANGES")]
    pub house_rules: Option<String>,
}

impl RuleSet {
    /// The rules.
    ///
    /// # Errors
    /// If there is no such preset or switch.
    pub fn rules(&self) -> Result<&'static Rules> {
        let name = self.variant.as_deref().unwrap_or(STANDARD.name);
        let rules = preset(name)
            .with_context(|| format!("there is no rule set '{name}'; see `sitke rules`"))?;
        Ok(rules.with_house_rules(self.house_rules.as_deref().unwrap_or_default())?)
    }
}

/// Where a command begins, by which rules.
#[derive(Args, Clone, Debug, Default)]
pub struct Start {
    /// Position as FEN; without it, the start of the game.
    pub fen: Option<String>,
    /// Pairing of standard arrays instead, such as F-E or ISP-01.
    #[arg(long, conflicts_with = "fen")]
    pub array: Option<String>,
    /// The rules.
    #[command(flatten)]
    pub rules: RuleSet,
}

impl Start {
    /// The position.
    ///
    /// # Errors
    /// If it is bad, or there are no such rules or arrays.
    pub fn position(&self) -> Result<Position> {
        let rules = self.rules.rules()?;
        match (&self.fen, &self.array) {
            (Some(fen), _) => {
                Position::from_fen(rules, fen).with_context(|| format!("bad FEN '{fen}'"))
            }
            (None, Some(name)) => array(rules, name),
            (None, None) => Ok(Position::start(rules)),
        }
    }
}

/// The first position of the arrays that `name` pairs.
///
/// # Errors
/// If there are no such arrays in the game of `rules`.
pub fn array(rules: &'static Rules, name: &str) -> Result<Position> {
    Ok(Position::from_fen(rules, &array_fen(rules, name)?)?)
}

/// Say what a rule set says, or list them all.
#[derive(Args, Clone, Debug)]
pub struct ShowRules {
    /// Rule set to explain.
    pub name: Option<String>,
    /// Changes to it, as in 'stalemate=draw repetition=off'.
    #[arg(long, value_name = "CHANGES", requires = "name")]
    pub house_rules: Option<String>,
    /// List the switches that house rules may change, with their values.
    #[arg(long, conflicts_with = "name")]
    pub switches: bool,
    /// List the pairings of the standard arrays as EPD.
    #[arg(long, conflicts_with_all = ["name", "switches"])]
    pub arrays: bool,
}

/// Writes what was asked for.
///
/// # Errors
/// If there is no such rule set, or `out` cannot be written to.
pub fn run(args: &ShowRules, out: &mut impl Write) -> Result<()> {
    if args.switches {
        for switch in SWITCHES {
            for (value, words) in switch.values {
                writeln!(out, "{}={value}: {words}", switch.name)?;
            }
        }
    } else if args.arrays {
        pairings().try_for_each(|line| writeln!(out, "{line}"))?;
    } else if let Some(name) = &args.name {
        let set = RuleSet {
            variant: Some(name.clone()),
            house_rules: args.house_rules.clone(),
        };
        set.rules()?
            .explanation()
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))?;
    } else {
        for rules in PRESETS {
            writeln!(out, "{}: {}", rules.name, rules.summary)?;
        }
    }
    Ok(())
}
