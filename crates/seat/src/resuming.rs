//! What can be resumed in a data folder: a person's seat, bots' seats, or only a transcript that others may
//! still want.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use net::{Identity, Invitation, Reach, Resumption, limits, storage};

use crate::{
    Failure, about, data, here,
    lobby::{self, Lobby},
    person::Person,
    words,
};

/// How long the transcript of a finished match is served to players who missed its end.
const STAY: Duration = Duration::from_secs(30);

/// A match that may not be over for everybody.
pub enum Unfinished {
    /// One that the person can resume.
    Mine {
        /// The match.
        name: String,
        /// Whether a bot plays the seat.
        bot: bool,
    },
    /// An unfinished one on this machine alone.
    Here {
        /// The match.
        name: String,
    },
    /// One that only bots of this folder have played.
    Bots {
        /// The match.
        name: String,
        /// Their names.
        bots: Vec<String>,
    },
    /// One that is over here, but perhaps not for all its players.
    Over(Finished),
}

/// A match that is over in this data folder.
pub struct Finished {
    /// The match.
    pub name: String,
    /// The bot that played it; the person if `None`.
    pub bot: Option<String>,
    /// The path its journal had.
    journal: PathBuf,
    /// Where its transcript is.
    pub transcript: PathBuf,
}

/// A match that the person can resume.
pub(crate) struct Resumable {
    pub(crate) name: String,
    /// Its journal; the folder of its journals if it is `here`.
    pub(crate) path: PathBuf,
    /// Whether it is one on this machine alone.
    pub(crate) here: bool,
    played: SystemTime,
}

impl Resumable {
    /// The matches on this machine alone in the folder `data`, and those on the network whose journals are in
    /// the folder `home`; the one that was played last comes first.
    pub(crate) fn all(data: Option<&Path>, home: Option<&Path>) -> Vec<Self> {
        let of = |path: PathBuf, here, played| Self { name: name_of(&path), path, here, played };
        let here = data.map_or_else(Vec::new, here::left);
        let journals = home.map_or_else(Vec::new, lobby::journals);
        let here = here.into_iter().map(|(path, played)| of(path, true, played));
        let network = journals.into_iter().map(|path| {
            let played = data::written(&path);
            of(path, false, played)
        });
        let mut all: Vec<Self> = here.chain(network).collect();
        all.sort_by_key(|one| std::cmp::Reverse(one.played));
        all
    }

    /// Which of them is resumed if none was named, in sentences.
    pub(crate) fn first_told(all: &[Self]) -> Option<String> {
        let (first, others) = all.split_first()?;
        let first = format!("You go on with {}, which was played last.", first.name);
        let names: Vec<String> = others.iter().map(|one| one.name.clone()).collect();
        Some(match names.as_slice() {
            [] => first,
            [only] => format!("{first} There is another one: `nodealer resume {only}`."),
            names => format!(
                "{first} There are others, which `nodealer resume MATCH` takes up: {}.",
                words::list(names)
            ),
        })
    }
}

/// The match whose name begins with `wanted`; the one that was played last if `None`.
///
/// # Errors
/// If there is no such match.
pub fn find(folder: &Path, wanted: Option<&str>) -> Result<Unfinished, Failure> {
    let (mine, bots) = (Resumable::all(Some(folder), Some(folder)), bots_journals(folder));
    let first = mine.iter().map(|one| one.name.clone());
    let names: Vec<String> = first.chain(bots.iter().map(|(_, path)| name_of(path))).collect();
    let found = names.iter().find(|name| name.starts_with(wanted.unwrap_or("")));
    let Some(name) = found.cloned() else {
        return Finished::find(folder, wanted).map(Unfinished::Over).ok_or_else(|| {
            Failure::Usage(match (names.as_slice(), wanted.unwrap_or("")) {
                ([], _) => "There is no match to resume in this data folder.".into(),
                (names, wanted) => {
                    format!("There is no match {wanted}. There are: {}.", names.join(", "))
                }
            })
        });
    };
    Ok(match mine.iter().find(|one| one.name == name) {
        Some(one) if one.here => Unfinished::Here { name },
        Some(one) => Unfinished::Mine { name, bot: Resumption::read(&one.path).bot },
        None => {
            let bots = bots_of(folder, &name).into_iter().map(|(bot, _)| bot).collect();
            Unfinished::Bots { name, bots }
        }
    })
}

/// The journals of one match that bots of a data folder have played, with the bots' names.
pub(crate) fn bots_of(folder: &Path, name: &str) -> Vec<(String, PathBuf)> {
    bots_journals(folder).into_iter().filter(|(_, path)| name_of(path) == name).collect()
}

/// The journals of bots, with the bots' names.
fn bots_journals(folder: &Path) -> Vec<(String, PathBuf)> {
    let journals = |(name, home): (String, PathBuf)| {
        lobby::journals(&home).into_iter().map(move |path| (name.clone(), path))
    };
    bots_homes(folder).into_iter().flat_map(journals).collect()
}

/// The bots of a data folder: their names and their folders.
fn bots_homes(folder: &Path) -> Vec<(String, PathBuf)> {
    let bots = fs::read_dir(folder.join("bots")).into_iter().flatten().flatten();
    bots.map(|bot| (bot.file_name().to_string_lossy().into_owned(), bot.path())).collect()
}

/// The name of a match, from the name of one of its files.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

impl Finished {
    /// The finished match that is wanted; if `None`, the last one whose end not all players are known to
    /// have seen.
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

    /// The transcript.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        Ok(storage::read(&self.transcript, limits::TRANSCRIPT)?)
    }

    /// Serves the transcript to players who missed the end, with the identity that played the match; `tell`
    /// is given the address.
    ///
    /// # Errors
    /// If it is not a transcript, or the network cannot be used.
    pub fn give(
        &self,
        who: Person,
        (reach, port): (Reach, Option<u16>),
        at: &[Invitation],
        tell: impl FnOnce(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let path = &self.transcript;
        let charter = about::charter(path)
            .ok_or_else(|| Failure::Usage(format!("{} is not a transcript.", path.display())))?;
        let Resumption { port: before, known, .. } = Resumption::read(&self.journal);
        let mut lobby = Lobby::enter_again(who, reach, port, before)?;
        tell(&lobby::places(&lobby.net().addresses()))?;
        at.iter().try_for_each(|at| lobby.net().dial(at.addresses.clone()))?;
        let players: Vec<Identity> =
            charter.seats.iter().map(|place| Identity(place.identity)).collect();
        lobby.give(charter.id(), &players, known, STAY)?;
        // Best effort: a file left behind does no harm.
        let _ = fs::remove_file(Resumption::file(&self.journal));
        Ok(())
    }
}
