use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    thread,
};

use clap::Args;
use net::{Identity, Invitation, Resumption, code::WhereError, limits, storage};
use seat::{
    Intent, about, autoplay, data,
    lan::LanMatch,
    lobby,
    person::Person,
    resuming::{bots_homes, bots_journals, bots_of, name_of, take_up},
};

use super::{
    Common,
    reach::{self, Reaching},
    seated::{Seated, Shown},
    web::InBrowser,
};
use crate::{Failure, plain::Until, tui::For};

/// Take your seat again after a crash or a closed lid
#[derive(Args)]
pub struct Resume {
    /// The match, by the beginning of its name; the last one otherwise
    r#match: Option<String>,
    /// Where one of the others is now; may be repeated. They are looked for where they were anyway
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    at: Vec<Invitation>,
    #[command(flatten)]
    reaching: Reaching,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append-only lines and numbered menus on standard input; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    browser: InBrowser,
}

impl Resume {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.browser.page(self.reaching.page_port()) {
            let resume = self.intent(self.r#match.clone().unwrap_or_default());
            let config = seat::Config { out: self.out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(resume));
        }
        let folder = reach::folder(common)?;
        let mine = lobby::journals(&folder);
        let bots = bots_journals(&folder);
        let all = mine.iter().chain(bots.iter().map(|(_, path)| path));
        let name = match self.name(all) {
            Ok(name) => name,
            Err(failure) => match Finished::find(&folder, self.r#match.as_deref()) {
                Some(finished) => return self.give(&finished, common),
                None => return Err(failure),
            },
        };
        let Some(path) = mine.iter().find(|path| name_of(path) == name) else {
            return self.bots(
                bots_of(&name, &folder, self.reaching.reach(), self.reaching.hands(true))?,
                common,
            );
        };
        if Resumption::read(path).bot {
            let lobby = self.reaching.enter_again(reach::person(common)?, path)?;
            let hands = self.reaching.hands(true);
            let begun = take_up(lobby, path, &folder, self.reaching.reach(), hands)?;
            return self.bots(vec![begun], common);
        }
        let paced = Shown::on_screens(self.plain);
        let config = seat::Config { out: self.out.clone(), paced, ..self.reaching.config(false) };
        let seated = Seated::open(reach::person(common)?, config)?;
        seated.want(self.intent(name))?;
        let shown = Shown { plain: self.plain, until: Until::Home(None), what: For::This };
        seated.show(common, shown)
    }

    /// Taking the seat again.
    fn intent(&self, game: String) -> Intent {
        Intent::Resume { game, at: self.at.iter().map(ToString::to_string).collect() }
    }

    /// The match that is meant.
    fn name<'a>(&self, journals: impl Iterator<Item = &'a PathBuf>) -> Result<String, Failure> {
        let names: Vec<String> = journals.map(|path| name_of(path)).collect();
        let wanted = self.r#match.as_deref().unwrap_or("");
        let found = names.iter().find(|name| name.starts_with(wanted));
        found.cloned().ok_or_else(|| {
            Failure::Usage(match (names.as_slice(), wanted) {
                ([], _) => "There is no match to resume in this data folder.".into(),
                (names, wanted) => {
                    format!("There is no match {wanted}. There are: {}.", names.join(", "))
                }
            })
        })
    }

    /// Bots take their seats again in one match; the first of them keeps it.
    fn bots(&self, bots: Vec<LanMatch>, common: &Common) -> Result<(), Failure> {
        for bot in &bots {
            let (name, at) = (bot.name(), bot.found_at());
            writeln!(io::stdout(), "A bot takes the seat of {name} again. {at}")?;
            self.look_for_others(bot)?;
        }
        let mut bots = bots.into_iter();
        let Some(first) = bots.next() else {
            let what = "The bots of that match play already, here or in another process.";
            return Err(Failure::Usage(what.into()));
        };
        for bot in bots {
            thread::spawn(move || autoplay::stay(bot));
        }
        let mut keep =
            |record: &_| reach::keep(record, self.out.as_deref(), common, &mut io::stdout());
        autoplay::play(first, common.verbose, &mut keep)?.linger(autoplay::STAY);
        Ok(())
    }

    /// The match is over here, and maybe not for those who slept: they get its transcript.
    fn give(&self, finished: &Finished, common: &Common) -> Result<(), Failure> {
        let Finished { name, bot, journal, transcript } = finished;
        let person = match bot {
            None => reach::person(common)?,
            Some(bot) => Person::named_bot(&reach::folder(common)?, bot)?.ok_or_else(|| {
                Failure::Usage(format!("The bot {bot} plays already, and answers for that match."))
            })?,
        };
        let bytes = storage::read(transcript, limits::TRANSCRIPT)?;
        let charter = about::charter(transcript)
            .ok_or_else(|| Failure::Usage(format!("{} is no transcript.", transcript.display())))?;
        let path = match &self.out {
            Some(out) => super::play::keep(name, &bytes, Some(out), common)?,
            None => transcript.clone(),
        };
        let mut lobby = self.reaching.enter_again(person, journal)?;
        let at = lobby::places(&lobby.net().addresses());
        let mut out = io::stdout();
        writeln!(
            out,
            "That match is over. Whoever was away at its end gets it from here, at {at}."
        )?;
        writeln!(out, "Transcript: {}", path.display())?;
        for at in &self.at {
            lobby.net().dial(at.addresses.clone())?;
        }
        let players: Vec<Identity> =
            charter.seats.iter().map(|place| Identity(place.identity)).collect();
        let known = Resumption::read(journal).known;
        lobby.give(charter.id(), &players, known, autoplay::STAY)?;
        // What stays is only in the way.
        let _ = fs::remove_file(Resumption::file(journal));
        Ok(())
    }

    /// Looks for the others where the person says.
    fn look_for_others(&self, begun: &LanMatch) -> Result<(), Failure> {
        self.at.iter().try_for_each(|at| begun.look_at(&at.addresses))
    }
}

/// A match that is over in this data folder, and maybe not for everybody who played it.
struct Finished {
    name: String,
    /// Which bot has played it; the person otherwise.
    bot: Option<String>,
    /// Where its journal was.
    journal: PathBuf,
    transcript: PathBuf,
}

impl Finished {
    /// The one that is meant; if none is named, the last one whose end not everybody is known to have seen.
    fn find(folder: &Path, wanted: Option<&str>) -> Option<Self> {
        let of = |bot: Option<String>, home: &Path| {
            let beside = data::newest(&home.join("journals"), "peers");
            beside.into_iter().map(move |path| (bot.clone(), path.with_extension("")))
        };
        let mine = of(None, folder).collect::<Vec<_>>();
        let bots = bots_homes(folder).into_iter().flat_map(|(bot, home)| of(Some(bot), &home));
        let unsettled = mine.into_iter().chain(bots).find_map(|(bot, journal)| {
            let name =
                Some(name_of(&journal)).filter(|name| name.starts_with(wanted.unwrap_or("")))?;
            let transcript = data::transcript(folder, &name).filter(|_| !journal.exists())?;
            Some(Self { name, bot, journal, transcript })
        });
        unsettled.or_else(|| {
            let transcript = data::transcript(folder, wanted?)?;
            let name = name_of(&transcript);
            let journal = folder.join("journals").join(format!("{name}.journal"));
            Some(Self { name, bot: None, journal, transcript })
        })
    }
}

/// An address as somebody types it.
fn address(text: &str) -> Result<Invitation, String> {
    let read = Invitation::read(text).map_err(|e| e.to_string())?;
    if read.addresses.is_empty() { Err(WhereError::Address.to_string()) } else { Ok(read) }
}
