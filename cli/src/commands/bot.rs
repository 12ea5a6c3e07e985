use std::path::PathBuf;

use clap::Args;
use seat::{Config, Intent, person::Person};

use super::{
    Common, Strength,
    reach::{self, NetworkArgs, Seeking},
    seated::{Seated, Unattended},
};
use crate::Failure;

/// A seat played by a bot, no screen
#[derive(Args)]
pub(super) struct Bot {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: NetworkArgs,
    #[command(flatten)]
    strength: Strength,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Bot {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let folder = reach::folder(common)?;
        let mut taken = Vec::new();
        loop {
            let bot = match &common.name {
                None => Person::bot(&folder, &taken)?,
                Some(name) => Person::named_bot(&folder, name)?.ok_or_else(|| {
                    Failure::Usage(format!("The bot {name} plays already. Choose another --name."))
                })?,
            };
            taken.push(bot.name.clone());
            match self.play(bot, common) {
                // Bots on other machines have the same names: try the next one.
                Err(Failure::Network(why)) if why.contains("--name") && common.name.is_none() => {}
                done => return done,
            }
        }
    }

    fn play(&self, bot: Person, common: &Common) -> Result<(), Failure> {
        let name = bot.name.clone();
        let config = Config {
            bot: Some(self.strength.config()),
            out: self.out.clone(),
            audits: false,
            ..self.reaching.config(false)
        };
        let join: Intent = self.seeking.join(false);
        let greet = |table: &seat::LobbyView| vec![format!("{name} sits down at {}.", table.table)];
        Seated::open(bot, config)?.attend(join, common, Unattended { once: false, greet: &greet })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use engine::Level;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        bot: Bot,
    }

    #[test]
    fn a_bot_plays_as_well_as_the_line_says() {
        let level = |line: &[&str]| Line::parse_from(line).bot.strength.config().level;
        assert_eq!(level(&["bot"]), Level::Normal);
        assert_eq!(level(&["bot", "--level", "hard"]), Level::Hard);
        assert_eq!(level(&["bot", "table", "--level", "easy"]), Level::Easy);
    }
}
