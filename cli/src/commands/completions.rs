use std::io::{self, Write};

use clap::{Args, builder::PossibleValuesParser};
use clap_complete::{Shell, generate};

use crate::{Failure, games};

/// Completions for a shell, to be put where it looks for them
#[derive(Args)]
#[command(after_help = WHERE)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

const WHERE: &str = "\
bash: ~/.local/share/bash-completion/completions/nodealer
zsh:  a folder of $fpath, as _nodealer
fish: ~/.config/fish/completions/nodealer.fish";

impl Completions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut with_games(super::command()), "nodealer", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}

/// The command line, with the games' ids as possible values of arguments that name a game.
fn with_games(command: clap::Command) -> clap::Command {
    let ids = || games::all().iter().map(|game| game.info().id);
    command.mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_id() == "game" {
            true => arg.value_parser(PossibleValuesParser::new(ids())),
            false => arg,
        })
    })
}
