use std::{
    io::{self, Write},
    path::Path,
    thread,
};

use clap::Args;
use net::{Invitation, code::WhereError};
use seat::{
    Config, Intent,
    bots::BotConfig,
    person::Person,
    resuming::{self, Finished, Unfinished},
};

use super::{
    Common,
    reach::{self, NetworkArgs, ScreenArgs},
    seated::{Seated, Shown, Unattended},
};
use crate::{Failure, plain::Until, tui::For};

/// Take your seat again after a crash or a closed lid
#[derive(Args)]
pub(super) struct Resume {
    /// The match, by the beginning of its name; the one played last otherwise
    r#match: Option<String>,
    /// Where one of the others is now; may be repeated. They are looked for where they were anyway
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    at: Vec<Invitation>,
    #[command(flatten)]
    reaching: NetworkArgs,
    #[command(flatten)]
    screen: ScreenArgs,
}

impl Resume {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.screen.browser.page(self.reaching.page_port()) {
            let resume = self.intent(self.wanted());
            let config = Config { out: self.screen.out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(resume));
        }
        let folder = reach::folder(common)?;
        match resuming::find(&folder, self.r#match.as_deref())? {
            Unfinished::Over(finished) => self.give(&finished, common),
            Unfinished::Here { .. } => {
                let paced = Shown::on_screens(self.screen.plain);
                let out = self.screen.out.clone();
                let config = Config { out, paced, folder: Some(folder), ..Config::default() };
                let seated = Seated::open(super::play::person(common)?, config)?;
                seated.want(self.intent(self.wanted()))?;
                seated.show(
                    common,
                    Shown { plain: self.screen.plain, until: Until::Over, what: For::This },
                )
            }
            Unfinished::Bots { name, bots } => self.bots(&folder, &name, bots, common),
            Unfinished::Mine { bot: true, .. } => {
                self.attend(reach::person(common)?, self.wanted(), true, common)
            }
            Unfinished::Mine { bot: false, .. } => {
                let paced = Shown::on_screens(self.screen.plain);
                let config =
                    Config { out: self.screen.out.clone(), paced, ..self.reaching.config(false) };
                let seated = Seated::open(reach::person(common)?, config)?;
                seated.want(self.intent(self.wanted()))?;
                let shown =
                    Shown { plain: self.screen.plain, until: Until::Home(None), what: For::This };
                seated.show(common, shown)
            }
        }
    }

    /// The beginning of the name of the match that is wanted; empty for the one that was played last.
    fn wanted(&self) -> &str {
        self.r#match.as_deref().unwrap_or_default()
    }

    /// The intent to resume a match. The seat says which one it is if none was named.
    fn intent(&self, game: &str) -> Intent {
        Intent::Resume { game: game.into(), at: self.at.iter().map(ToString::to_string).collect() }
    }

    /// Lets a bot resume its match, and store the transcript if `keeps`.
    fn attend(&self, who: Person, name: &str, keeps: bool, common: &Common) -> Result<(), Failure> {
        let out = self.screen.out.clone().filter(|_| keeps);
        let bot = Some(BotConfig::default());
        let config = Config { out, keeps, bot, audits: false, ..self.reaching.config(false) };
        writeln!(io::stdout(), "A bot takes the seat of {} again.", who.name)?;
        let how = Unattended { once: true, greet: &|_| Vec::new() };
        Seated::open(who, config)?.attend(self.intent(name), common, how)
    }

    /// Lets several bots resume one match; the first of them stores the transcript.
    fn bots(
        &self,
        folder: &Path,
        name: &str,
        bots: Vec<String>,
        common: &Common,
    ) -> Result<(), Failure> {
        let mut free = Vec::new();
        for bot in bots {
            free.extend(Person::named_bot(folder, &bot)?);
        }
        let mut free = free.into_iter();
        let Some(first) = free.next() else {
            let what = "The bots of that match play already, here or in another process.";
            return Err(Failure::Usage(what.into()));
        };
        thread::scope(|beside| {
            for bot in free {
                beside.spawn(|| {
                    if let Err(failure) = self.attend(bot, name, false, common) {
                        // Standard error may be closed; the other bots matter more.
                        let _ = writeln!(io::stderr(), "{failure}");
                    }
                });
            }
            self.attend(first, name, true, common)
        })
    }

    /// The match is over here, but perhaps not for players who were offline: serves them its transcript.
    fn give(&self, finished: &Finished, common: &Common) -> Result<(), Failure> {
        let person = match &finished.bot {
            None => reach::person(common)?,
            Some(bot) => Person::named_bot(&reach::folder(common)?, bot)?.ok_or_else(|| {
                Failure::Usage(format!("The bot {bot} plays already, and answers for that match."))
            })?,
        };
        let path = match &self.screen.out {
            Some(out) => {
                seat::data::write(out, &finished.read()?)?;
                out
            }
            None => &finished.transcript,
        };
        finished.give(person, self.reaching.place(), &self.at, |at| {
            let mut out = io::stdout();
            writeln!(
                out,
                "That match is over. Whoever was away at its end gets it from here, at {at}."
            )?;
            Ok(writeln!(out, "Transcript: {}", path.display())?)
        })
    }
}

/// Reads an address as a person types it.
pub(super) fn address(text: &str) -> Result<Invitation, String> {
    let read = Invitation::read(text).map_err(|e| e.to_string())?;
    if read.addresses.is_empty() { Err(WhereError::Address.to_string()) } else { Ok(read) }
}
