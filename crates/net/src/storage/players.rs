//! The names and keys of players met before.

use core::fmt;
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use super::files::{read, reason, replace, set_aside};
use crate::{
    Identity,
    lobby::{folded, is_name},
};

/// The largest list that is read: room for more than ten thousand players.
const LARGEST: u64 = 1 << 20;

/// Whether somebody's name and key are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acquaintance {
    /// Nobody of that name was met before.
    New,
    /// The same key as before.
    Known,
    /// Another key than before: somebody else, or the same person with a new key. Ask them.
    Changed(Identity),
}

/// The players met before, by name; stored in a small text file.
#[derive(Debug)]
pub struct Players {
    path: PathBuf,
    by_name: BTreeMap<String, Identity>,
}

/// The file could not be read, or only in part. It was renamed, and the players that could be read are
/// kept.
#[derive(Debug)]
pub struct Broken {
    path: PathBuf,
    why: String,
    aside: io::Result<PathBuf>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, why, aside } = self;
        let path = path.display();
        match aside {
            Ok(aside) => write!(
                f,
                "The list of known players, {path}, is damaged ({why}). It was set aside as {}; whoever is missing is new to you.",
                aside.display()
            ),
            Err(error) => write!(
                f,
                "The list of known players, {path}, is damaged ({why}) and cannot be set aside ({}): whoever is missing is new to you, and nobody will be remembered.",
                reason(error)
            ),
        }
    }
}

impl Players {
    /// Reads the file, which need not exist yet. A damaged one is reported and does not stop anything.
    pub fn load(path: &Path) -> (Self, Option<Broken>) {
        let (by_name, why) = match read(path, LARGEST) {
            Ok(bytes) => parse(&bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (BTreeMap::new(), None),
            Err(error) => (BTreeMap::new(), Some(reason(&error))),
        };
        let players = Self { path: path.into(), by_name };
        let broken = why.map(|why| {
            let aside = set_aside(path);
            // If it cannot be written now, the next `remember` tries again.
            let _ = players.write();
            Broken { path: path.into(), why, aside }
        });
        (players, broken)
    }

    /// All players, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Identity)> {
        self.by_name.iter().map(|(name, who)| (name.as_str(), *who))
    }

    /// Whether somebody's name and key are known.
    pub fn meet(&self, name: &str, who: &Identity) -> Acquaintance {
        let alike = self.by_name.iter().filter(|(known, _)| folded(known) == folded(name));
        match alike.map(|(_, known)| *known).next() {
            None => Acquaintance::New,
            Some(known) if known == *who => Acquaintance::Known,
            Some(known) => Acquaintance::Changed(known),
        }
    }

    /// Remembers somebody's name and key, in place of whoever had that name before.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn remember(&mut self, name: &str, who: Identity) -> io::Result<()> {
        if !is_name(name, proto::limits::NAME) || self.meet(name, &who) == Acquaintance::Known {
            return Ok(());
        }
        self.by_name.retain(|known, _| folded(known) != folded(name));
        self.by_name.insert(name.to_owned(), who);
        self.write()
    }

    fn write(&self) -> io::Result<()> {
        let lines = self.by_name.iter().map(|(name, who)| format!("{} {name}\n", who.to_hex()));
        replace(&self.path, lines.collect::<String>().as_bytes())
    }
}

/// The players in a file, and the first fault found in it.
fn parse(bytes: &[u8]) -> (BTreeMap<String, Identity>, Option<String>) {
    let (mut by_name, mut wrong) = (BTreeMap::new(), None);
    for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        match player(line) {
            Some((name, who)) => drop(by_name.insert(name, who)),
            None => wrong = wrong.or_else(|| Some(format!("line {number} is no player"))),
        }
    }
    (by_name, wrong)
}

fn player(line: &[u8]) -> Option<(String, Identity)> {
    let line = str::from_utf8(line).ok()?.trim_end_matches(['\r', '\n']);
    let (who, name) = line.split_once(' ')?;
    let sound = is_name(name, proto::limits::NAME);
    Some((name.to_owned(), Identity::from_hex(who)?)).filter(|_| sound)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::{self, folder};

    const ANN: Identity = Identity([1; 32]);

    /// Reads a file that must be well-formed.
    fn sound(path: &Path) -> Players {
        let (players, broken) = Players::load(path);
        assert!(broken.is_none(), "{broken:?}");
        players
    }

    #[test]
    fn a_known_name_with_another_key_is_called_out() {
        let path = folder("players").join("players");
        let mut players = sound(&path);
        assert_eq!(players.meet("Ann Bee", &ANN), Acquaintance::New);
        players.remember("Ann Bee", ANN).unwrap();
        let players = sound(&path);
        assert_eq!(players.meet("Ann Bee", &ANN), Acquaintance::Known);
        let changed = Acquaintance::Changed(ANN);
        assert_eq!(players.meet("Ann Bee", &Identity([2; 32])), changed);
        assert_eq!(players.meet("ann bee", &Identity([2; 32])), changed, "whatever its case");
    }

    #[test]
    fn a_broken_list_is_set_aside_and_whoever_can_be_read_stays_known() {
        let path = folder("broken-players").join("players");
        let written = format!("{} Ann\n\u{0}\u{0}\n", ANN.to_hex());
        fs::write(&path, &written).unwrap();
        let (players, broken) = Players::load(&path);
        assert_eq!(players.meet("Ann", &ANN), Acquaintance::Known);
        let told = broken.unwrap().to_string();
        assert!(
            told.contains("line 2 is no player") && told.contains("players.broken-1"),
            "{told}"
        );
        assert_eq!(fs::read_to_string(path.with_extension("broken-1")).unwrap(), written);
        assert_eq!(sound(&path).meet("Ann", &ANN), Acquaintance::Known);
    }

    #[test]
    fn a_list_that_is_no_file_is_set_aside_and_a_new_one_begun() {
        let home = folder("no-list");
        let (at, large) = (home.join("folder"), home.join("large"));
        fs::create_dir(&at).unwrap();
        fs::File::create(&large).unwrap().set_len(1 << 33).unwrap();
        #[cfg(unix)]
        let pipe = [testing::pipe(&home.join("pipe"))];
        #[cfg(not(unix))]
        let pipe: [PathBuf; 0] = [];
        for path in pipe.into_iter().chain([at, large]) {
            let (mut players, broken) = Players::load(&path);
            assert!(broken.is_some());
            players.remember("Ann", ANN).unwrap();
            assert_eq!(sound(&path).meet("Ann", &ANN), Acquaintance::Known);
        }
    }
}
