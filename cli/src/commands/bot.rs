use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;
use seat::{autoplay, lan::Hands, lobby::Lobby, person::Person};

use super::{
    Common, Strength,
    reach::{self, Reaching, Seeking},
};
use crate::Failure;

/// A seat played by a bot, no screen
#[derive(Args)]
pub struct Bot {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: Reaching,
    #[command(flatten)]
    strength: Strength,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Bot {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
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
            match self.play(self.reaching.enter(bot)?, common) {
                // Bots of other machines have the same names.
                Err(Failure::Network(why)) if why.contains("--name") && common.name.is_none() => {}
                done => return done,
            }
        }
    }

    fn play(&self, mut lobby: Lobby, common: &Common) -> Result<(), Failure> {
        let wanted = self.seeking.wanted();
        let table = lobby.find(&wanted, self.seeking.patience())?;
        lobby.sit(&table, wanted.code())?;
        let mut out = io::stdout();
        writeln!(out, "{} sits down at {}.", lobby.person().name, table.line.name)?;
        // Of several matches the first goes there.
        let mut path = self.out.clone();
        let hands = Hands { bots: self.strength.config(), ..self.reaching.hands(true) };
        autoplay::run(lobby, hands, common.verbose, |record| {
            reach::keep(record, path.take().as_deref(), common, &mut out)
        })
    }
}
