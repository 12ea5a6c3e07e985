//! What a node needs beside its journal to resume a match.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use libp2p::Multiaddr;

use super::files::{beside, read, replace};
use crate::Identity;

/// The largest file that is read: eight players with sixteen addresses each take a tenth of that.
const LARGEST: u64 = 1 << 18;

/// How a seat was played and the last addresses of its match's players, in a small text file beside the
/// journal. It is optional: lines that cannot be read are skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumption {
    /// The port this node listened on, where the others look for it.
    pub port: Option<u16>,
    /// Whether a bot plays the seat.
    pub bot: bool,
    /// Whether others may watch.
    pub spectators: bool,
    /// The last known addresses of the players.
    pub known: Vec<(Identity, Vec<Multiaddr>)>,
}

impl Resumption {
    /// The file beside a journal.
    pub fn file(journal: &Path) -> PathBuf {
        beside(journal, ".peers")
    }

    /// Reads what was written beside a journal.
    pub fn read(journal: &Path) -> Self {
        let bytes = read(&Self::file(journal), LARGEST).unwrap_or_default();
        let mut found = Self::default();
        let mut known: BTreeMap<Identity, Vec<Multiaddr>> = BTreeMap::new();
        for line in String::from_utf8_lossy(&bytes).lines() {
            match line.split_once(' ') {
                Some(("port", port)) => found.port = port.parse().ok().filter(|port| *port > 0),
                Some(("player", player)) => found.bot = player == "bot",
                Some(("spectators", may)) => found.spectators = may == "yes",
                Some((who, at)) => {
                    if let (Some(who), Ok(at)) = (Identity::from_hex(who), at.parse()) {
                        known.entry(who).or_default().push(at);
                    }
                }
                None => {}
            }
        }
        found.known = known.into_iter().collect();
        found
    }

    /// Writes it beside a journal.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, journal: &Path) -> io::Result<()> {
        let Self { port, bot, spectators, known } = self;
        let mut text = port.map_or(String::new(), |port| format!("port {port}\n"));
        text.push_str(if *bot { "player bot\n" } else { "player person\n" });
        text.push_str(if *spectators { "spectators yes\n" } else { "spectators no\n" });
        for (who, at) in known {
            text.extend(at.iter().map(|address| format!("{} {address}\n", who.to_hex())));
        }
        replace(&Self::file(journal), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::folder;

    #[test]
    fn it_is_read_as_it_was_written() {
        let journal = folder("resumption").join("match.journal");
        assert_eq!(Resumption::read(&journal), Resumption::default());
        let written = Resumption {
            port: Some(4100),
            bot: true,
            spectators: true,
            known: vec![(Identity([7; 32]), vec!["/ip4/10.0.0.1/tcp/1".parse().unwrap()])],
        };
        written.write(&journal).unwrap();
        assert_eq!(Resumption::read(&journal), written);
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        let journal = folder("no-resumption").join("match.journal");
        fs::write(Resumption::file(&journal), "rubbish\n07 x\nport 0\nport 70000\n").unwrap();
        assert_eq!(Resumption::read(&journal), Resumption::default());
    }
}
