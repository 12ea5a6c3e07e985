//! A person: a name, a key, and a folder where these and all their matches are stored.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use ed25519_dalek::SigningKey;
use net::{
    Acquaintance, Identity, Players,
    lobby::{Introduction, is_name},
    storage::{self, Broken},
};
use proto::Digest;

use crate::{Failure, data};

/// The bots' names, more than any table has seats.
pub const BOTS: [&str; 12] = [
    "Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Kira",
    "Lars",
];

/// Somebody who can sit at a table.
pub struct Person {
    /// The name that the others see.
    pub name: String,
    /// Whether a bot plays their seat over the network, which the others at a table are told.
    autoplays: bool,
    key: SigningKey,
    home: Option<Home>,
}

/// What a person stores between matches.
struct Home {
    folder: PathBuf,
    /// The data folder: the same as `folder`, or for a bot the one it lies in.
    data: PathBuf,
    players: Players,
    broken: Option<Broken>,
    /// A lock held while this process acts as the person: two processes with one key would be one node.
    _alone: File,
}

impl Person {
    /// The owner of a data folder; in a new folder a key is created.
    ///
    /// # Errors
    /// If the folder cannot be used, another process uses it, or the name cannot be shown.
    pub fn of(folder: &Path, name: &str) -> Result<Self, Failure> {
        let name = sound_name(name)?;
        match Self::in_folder(folder, folder, &name)? {
            Some(person) => Ok(person),
            None => Err(Failure::Usage(format!(
                "Another nodealer plays from {} already. End it, or name another folder with --data-dir.",
                folder.display()
            ))),
        }
    }

    /// A bot with a key and a folder of its own inside a person's: one that no other process uses and whose
    /// name is not taken.
    ///
    /// # Errors
    /// If the folder cannot be used, or all bots are busy.
    pub fn bot(folder: &Path, taken: &[String]) -> Result<Self, Failure> {
        for name in BOTS.iter().filter(|bot| !taken.iter().any(|name| name == **bot)) {
            if let Some(bot) = Self::named_bot(folder, name)? {
                return Ok(bot);
            }
        }
        Err(Failure::Usage("All bots of this machine play already. End some of them first.".into()))
    }

    /// The bot of that name; `None` if another process uses it.
    ///
    /// # Errors
    /// If the folder cannot be used, or the name cannot be shown.
    pub fn named_bot(folder: &Path, name: &str) -> Result<Option<Self>, Failure> {
        let name = sound_name(name)?;
        let file: String =
            name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        Self::in_folder(&folder.join("bots").join(file), folder, &name)
    }

    /// Somebody with a new key who stores nothing: a spectator, or a node of a match that lives in one
    /// process.
    ///
    /// # Errors
    /// If the operating system gives no randomness, or the name cannot be shown.
    pub fn stranger(name: &str) -> Result<Self, Failure> {
        let key = SigningKey::from_bytes(&net::random()?);
        Ok(Self { name: sound_name(name)?, autoplays: false, key, home: None })
    }

    fn in_folder(folder: &Path, data: &Path, name: &str) -> Result<Option<Self>, Failure> {
        let cannot = |e| data::cannot_write(folder, &e);
        fs::create_dir_all(folder).map_err(cannot)?;
        let in_use = folder.join("in-use");
        let alone = storage::lock(&in_use).map_err(|e| data::cannot_write(&in_use, &e))?;
        let Some(alone) = alone else { return Ok(None) };
        let key = key_in(folder)?;
        let (players, broken) = players_in(folder);
        let (folder, data) = (folder.to_owned(), data.to_owned());
        let home = Some(Home { folder, data, players, broken, _alone: alone });
        Ok(Some(Self { name: name.into(), autoplays: false, key, home }))
    }

    /// The same person, whose seat a bot plays or not.
    pub(crate) fn autoplaying(self, autoplays: bool) -> Self {
        Self { autoplays, ..self }
    }

    /// What the others at a table are told.
    pub(crate) fn introduction(&self) -> Introduction {
        Introduction { name: self.name.clone(), bot: self.autoplays }
    }

    /// The secret key.
    pub fn key(&self) -> &SigningKey {
        &self.key
    }

    /// The public key.
    pub fn identity(&self) -> Identity {
        Identity::of(&self.key)
    }

    /// The port the person's node last listened on, where others look for it.
    pub fn port(&self) -> Option<u16> {
        let bytes = storage::read(&self.home.as_ref()?.folder.join("port"), 8).ok()?;
        str::from_utf8(&bytes).ok()?.trim().parse().ok().filter(|port| *port > 0)
    }

    /// Stores the port the person's node listens on.
    pub fn listens(&self, port: u16) {
        let Some(home) = self.home.as_ref().filter(|_| self.port() != Some(port)) else { return };
        if let Err(error) = storage::replace(&home.folder.join("port"), port.to_string().as_bytes())
        {
            tracing::debug!(%error, "the port could not be kept");
        }
    }

    /// The path of a match's journal; `None` for somebody who stores nothing.
    ///
    /// # Errors
    /// If its folder cannot be created.
    pub fn journal(&self, id: &Digest) -> Result<Option<PathBuf>, Failure> {
        let Some(home) = &self.home else { return Ok(None) };
        let folder = home.folder.join("journals");
        fs::create_dir_all(&folder).map_err(|e| data::cannot_write(&folder, &e))?;
        Ok(Some(folder.join(format!("{}.journal", proto::words(id)))))
    }

    /// The folders with transcripts of finished matches, served to their other players.
    pub fn finished(&self) -> Vec<PathBuf> {
        self.home.iter().flat_map(|home| data::finished(&home.data)).collect()
    }

    /// Stores a transcript for the other players of the match, unless it is stored already.
    pub fn keep_finished(&self, name: &str, transcript: &[u8]) {
        let Some(home) = &self.home else { return };
        let kept = data::keep_finished(&home.data, name, transcript);
        if let Err(error) = kept {
            tracing::warn!(%error, "others cannot get the transcript from here");
        }
    }

    /// The path for evidence of cheating in a match.
    pub fn evidence(&self, id: &Digest) -> Option<PathBuf> {
        let name = format!("{}.evidence", proto::words(id));
        self.home.as_ref().map(|home| home.folder.join("evidence").join(name))
    }

    /// The data folder; `None` for somebody who stores nothing.
    pub fn data(&self) -> Option<&Path> {
        self.home.as_ref().map(|home| home.data.as_path())
    }

    /// The person's own folder: the data folder, or a bot's folder inside it.
    pub fn home(&self) -> Option<&Path> {
        self.home.as_ref().map(|home| home.folder.as_path())
    }

    /// Whether this is a bot, whose folder lies inside a person's.
    pub fn is_bot(&self) -> bool {
        self.home.as_ref().is_some_and(|home| home.folder != home.data)
    }

    /// A warning about the folder: its list of players was damaged.
    pub fn caution(&self) -> Option<String> {
        self.home.as_ref()?.broken.as_ref().map(ToString::to_string)
    }

    /// Whether somebody's name and key are known.
    pub fn knows(&self, name: &str, who: &Identity) -> Acquaintance {
        self.home.as_ref().map_or(Acquaintance::New, |home| home.players.meet(name, who))
    }

    /// Remembers somebody's key under that name.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn remember(&mut self, name: &str, who: Identity) -> Result<(), Failure> {
        match &mut self.home {
            Some(home) => {
                home.players.remember(name, who).map_err(|e| data::cannot_write(&home.folder, &e))
            }
            None => Ok(()),
        }
    }
}

/// The key in a data folder, created if there is none.
///
/// # Errors
/// If it can be neither read nor created.
pub fn key_in(folder: &Path) -> Result<SigningKey, Failure> {
    let path = folder.join("key");
    net::load_or_create(&path).map_err(|e| match e.kind() {
        io::ErrorKind::InvalidData => Failure::Usage(format!(
            "{} is not a key. Move it away, and a new one will be made; the others will be told that yours has changed.",
            path.display()
        )),
        _ => data::cannot_write(&path, &e),
    })
}

/// The players known in a data folder, and what was wrong with their list.
pub fn players_in(folder: &Path) -> (Players, Option<Broken>) {
    Players::load(&folder.join("players"))
}

/// The name without surrounding spaces, if it is valid.
///
/// # Errors
/// If it is not valid.
pub fn sound_name(name: &str) -> Result<String, Failure> {
    let name = name.trim();
    if is_name(name, proto::limits::NAME) {
        return Ok(name.into());
    }
    Err(Failure::Usage(format!(
        "A name has 1 to {} bytes, single spaces, and no characters that cannot be seen. Choose another.",
        proto::limits::NAME
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(test: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("nodealer-{}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    #[test]
    fn a_person_is_the_same_the_next_time() {
        let folder = folder("same");
        let first = Person::of(&folder, "Ann").unwrap().identity();
        assert_eq!(Person::of(&folder, "Ann").unwrap().identity(), first);
    }

    #[test]
    fn one_process_at_a_time_is_a_person() {
        let folder = folder("alone");
        let _held = Person::of(&folder, "Ann").unwrap();
        let Err(failure) = Person::of(&folder, "Ann") else { panic!("twice the same person") };
        assert!(failure.to_string().contains("--data-dir"));
    }

    #[test]
    fn bots_of_one_folder_are_different_people() {
        let folder = folder("bots");
        let bots: Vec<Person> =
            (0..3).map(|_| Person::bot(&folder, &["Ada".to_owned()]).unwrap()).collect();
        assert_eq!(bots[0].name, "Bruno");
        assert_ne!(bots[0].identity(), bots[1].identity());
        assert_ne!(bots[1].name, bots[2].name);
    }

    #[test]
    fn names_that_cannot_be_shown_are_refused() {
        for name in ["", "  ", "a\u{7}", &"x".repeat(41)] {
            assert_eq!(Person::stranger(name).err().map(|e| e.status()), Some(2), "{name:?}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let blocked = folder("blocked");
        fs::write(&blocked, b"a file").unwrap();
        let Err(failure) = Person::of(&blocked, "Ann") else { panic!("no folder") };
        assert_eq!(failure.status(), 2);
        assert!(failure.to_string().contains("--data-dir"), "{failure}");
    }
}
