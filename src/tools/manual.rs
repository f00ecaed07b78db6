//! Manual pages and shell completions, made from the definition of the command line.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

/// Games are in section 6 of the manual.
const SECTION: &str = "6";

/// Write the manual pages and the shell completions to a folder.
#[derive(Args, Clone, Debug)]
pub struct Manual {
    /// Where to write `man6` and `completions`.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

/// Writes all about `command`, the whole command line.
///
/// # Errors
/// If a file cannot be written.
pub fn run(args: &Manual, command: Command) -> Result<()> {
    let write = || -> std::io::Result<()> {
        let (pages, completions) = (args.folder.join("man6"), args.folder.join("completions"));
        fs::create_dir_all(&pages)?;
        fs::create_dir_all(&completions)?;
        let mut command = command.disable_help_subcommand(true);
        let name = command.get_name().to_owned();
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            clap_complete::generate_to(shell, &mut command, &name, &completions)?;
        }
        command.build();
        write_pages(command, &pages)
    };
    write().with_context(|| format!("cannot write to {}", args.folder.display()))
}

/// The page of a command and those of its subcommands.
fn write_pages(command: Command, folder: &Path) -> std::io::Result<()> {
    for subcommand in command.get_subcommands() {
        write_pages(subcommand.clone(), folder)?;
    }
    Man::new(command).section(SECTION).generate_to(folder)?;
    Ok(())
}
