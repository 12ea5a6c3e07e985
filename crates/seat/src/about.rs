//! What a match file contains, for somebody who chooses from a list of them.

use std::{
    io::{BufReader, Read},
    path::Path,
    time::{Duration, SystemTime},
};

use proto::{Charter, Record, file::Reader};
use table::journal::{self, Entry};

use crate::{MatchLine, data, games, words};

/// How much of a journal is read: its first entry, the charter, is shorter.
const BEGINNING: u64 = 1 << 16;

/// A line of a list in words: the game, how long ago the file was written, and the players.
pub fn told(line: &MatchLine) -> String {
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(line.when);
    let age = ago(SystemTime::now().duration_since(at).unwrap_or_default());
    format!("{}, {age}: {}", line.game_name, words::list(&line.players))
}

/// A transcript or a journal as a line of a list; `None` if its game is not known here.
pub fn line(path: &Path) -> Option<MatchLine> {
    let charter = charter(path).filter(|charter| charter.check().is_ok())?;
    let game = games::find(&charter.game)?;
    Some(MatchLine {
        id: path.file_stem()?.to_string_lossy().into_owned(),
        game: charter.game.clone(),
        game_name: game.info().name.into(),
        players: charter.seats.iter().map(|place| place.name.clone()).collect(),
        when: data::seconds(data::written(path)),
        result: None,
    })
}

/// The charter in a transcript or a journal.
pub fn charter(path: &Path) -> Option<Charter> {
    let file = net::storage::open(path).ok()?;
    if path.extension().is_some_and(|end| end == "journal") {
        let mut bytes = Vec::new();
        file.take(BEGINNING).read_to_end(&mut bytes).ok()?;
        return match journal::read(&bytes).ok()?.0.first()? {
            Entry::Start { charter, .. } => Some(charter.charter.clone()),
            _ => None,
        };
    }
    match Reader::new(BufReader::new(file)).ok()?.entry::<Record>().ok()?? {
        Record::Charter(signed) => Some(signed.charter),
        _ => None,
    }
}

/// How long ago, in words.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, what) = match minutes {
        0 => return "just now".into(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {what}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn ages_are_told_in_the_largest_unit_that_fits() {
        let told = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!(told(59), "just now");
        assert_eq!(told(60), "1 minute ago");
        assert_eq!(told(3 * 3600 + 5), "3 hours ago");
        assert_eq!(told(86_400), "1 day ago");
        assert_eq!(told(40 * 86_400), "40 days ago");
    }

    /// The description of the protocol's test vector with other words in its charter.
    fn described(name: &str, (from, to): (&str, &str)) -> Option<String> {
        let file: &[u8] = include_bytes!("../../../proto/vectors/match.transcript");
        let at = file.windows(from.len()).position(|found| found == from.as_bytes()).unwrap();
        let mut changed = file.to_vec();
        changed.splice(at..at + from.len(), to.bytes());
        let path = std::env::temp_dir().join(format!("{name}.nodealer"));
        fs::write(&path, changed).unwrap();
        let told = line(&path).map(|line| told(&line));
        fs::remove_file(path).unwrap();
        told
    }

    #[test]
    fn a_match_goes_by_its_game_and_who_played() {
        let told = described("about-a-match", ("suspicion", "suspicion")).unwrap();
        assert!(told.starts_with("Suspicion: No-Bluff, just now: "), "{told}");
    }

    #[test]
    fn words_in_a_file_that_could_command_a_terminal_are_not_repeated() {
        assert_eq!(described("about-a-game", ("suspicion", "\u{1b}[31mgame")), None);
        assert_eq!(described("about-a-name", ("\0P1", "\0\u{1b}[")), None);
    }

    #[test]
    fn a_file_that_is_something_else_is_not_listed() {
        let path = std::env::temp_dir().join("nodealer-about-nothing.nodealer");
        fs::write(&path, b"a letter").unwrap();
        assert_eq!(line(&path), None);
        fs::remove_file(path).unwrap();
    }
}
