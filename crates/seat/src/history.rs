//! The matches played from a data folder, and how they ended.

use std::{
    collections::BTreeMap,
    fs,
    io::BufReader,
    path::{Path, PathBuf},
    time::SystemTime,
};

use engine::{BySeat, Words};
use net::storage;
use serde::{Deserialize, Serialize};
use table::audit::audit;

use crate::{AuditShown, Failure, data, games, session::eyes};

/// A cache of the results of earlier reads, since reading a transcript audits it.
const CACHE: &str = "history.json";
/// The largest cache that is read.
const MOST: u64 = 1 << 22;

/// A match that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Its name, in words.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// When it was written, in seconds since 1970.
    pub when: u64,
    /// Who played, by their seats.
    pub players: Vec<String>,
    /// The seat of the folder's owner, found by name.
    pub me: Option<usize>,
    /// The seats that won.
    pub winners: Vec<usize>,
    /// Points by seat; empty if there was no result.
    pub scores: Vec<i64>,
    /// The verdict of the audit: "fair", "violation", "two-histories", "unfinished" or "damaged".
    pub verdict: String,
    /// The result in a sentence.
    pub result: Option<String>,
}

/// Figures about one game, or about another player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Figures {
    /// Matches that had a result.
    pub played: usize,
    /// Those that the person won.
    pub won: usize,
    /// Those that the other player won; 0 for a game.
    pub lost_to: usize,
}

/// All matches of a data folder, newest first; `name` is the name of its owner.
///
/// # Errors
/// If the folder cannot be read.
pub fn read(folder: &Path, name: &str) -> Result<Vec<Played>, Failure> {
    let cached: Vec<(u64, Played)> = storage::read(&folder.join(CACHE), MOST)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let before: BTreeMap<(String, u64), Played> =
        cached.into_iter().map(|(size, played)| ((played.id.clone(), size), played)).collect();
    let mut all = Vec::new();
    for path in data::newest(&folder.join("transcripts"), "nodealer") {
        let size = fs::metadata(&path).map_or(0, |meta| meta.len());
        let known = crate::resuming::name_of(&path);
        let played = match before.get(&(known, size)) {
            Some(played) => Some(played.clone()),
            None => Played::read(&path),
        };
        all.extend(played.map(|played| (size, played)));
    }
    if let Ok(text) = serde_json::to_vec(&all) {
        // Best effort: the cache can be computed again.
        let _ = storage::replace(&folder.join(CACHE), &text);
    }
    let with_me = |(_, played): (u64, Played)| {
        let me = played.players.iter().position(|player| player == name);
        Played { me, ..played }
    };
    Ok(all.into_iter().map(with_me).collect())
}

/// Figures about every game, by its id.
pub fn by_game(all: &[Played]) -> BTreeMap<String, Figures> {
    let mut figures: BTreeMap<String, Figures> = BTreeMap::new();
    for (played, me) in finished(all) {
        let figures = figures.entry(played.game.clone()).or_default();
        figures.played += 1;
        figures.won += usize::from(played.winners.contains(&me));
    }
    figures
}

/// Figures about every other player, by name.
pub fn by_player(all: &[Played]) -> BTreeMap<String, Figures> {
    let mut figures: BTreeMap<String, Figures> = BTreeMap::new();
    for (played, me) in finished(all) {
        for (seat, name) in played.players.iter().enumerate().filter(|(seat, _)| *seat != me) {
            let figures = figures.entry(name.clone()).or_default();
            figures.played += 1;
            figures.won += usize::from(played.winners.contains(&me));
            figures.lost_to += usize::from(played.winners.contains(&seat));
        }
    }
    figures
}

/// The matches with a result in which the owner had a seat.
fn finished(all: &[Played]) -> impl Iterator<Item = (&Played, usize)> {
    all.iter().filter(|played| played.result.is_some()).filter_map(|p| Some((p, p.me?)))
}

impl Played {
    /// Reads and audits a transcript; `None` if the file is not one.
    fn read(path: &PathBuf) -> Option<Self> {
        let file = storage::open(path).ok()?;
        let audited = audit(BufReader::new(file), games::find, |_, _| {}).ok()?;
        let play = &audited.play;
        let names: BySeat<String> =
            play.charter().seats.iter().map(|place| place.name.clone()).collect();
        let view = play.driver().view(None, &engine::Knowledge::new());
        let words = Words { game: play.game(), names: &names, eyes: eyes(&view) };
        let outcome = play.outcome();
        let written = fs::metadata(path).and_then(|meta| meta.modified()).ok()?;
        Some(Self {
            id: crate::resuming::name_of(path),
            game: play.game().info().id.into(),
            when: written.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |at| at.as_secs()),
            winners: outcome
                .map_or_else(Vec::new, |o| o.winners.iter().map(|s| s.index()).collect()),
            scores: outcome.map_or_else(Vec::new, |o| o.scores.values().copied().collect()),
            result: outcome.map(|outcome| words.line(&outcome.summary)),
            verdict: AuditShown::of(&audited).verdict,
            me: None,
            players: names.values().cloned().collect(),
        })
    }
}

/// All matches as CSV with a header line.
pub fn csv(all: &[Played]) -> String {
    let mut text = "match,game,when,players,winners,scores,verdict,result\n".to_owned();
    for played in all {
        let winners: Vec<&str> = played
            .winners
            .iter()
            .filter_map(|seat| played.players.get(*seat))
            .map(String::as_str)
            .collect();
        let scores: Vec<String> = played.scores.iter().map(ToString::to_string).collect();
        let fields = [
            played.id.clone(),
            played.game.clone(),
            played.when.to_string(),
            played.players.join("; "),
            winners.join("; "),
            scores.join("; "),
            played.verdict.clone(),
            played.result.clone().unwrap_or_default(),
        ];
        let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// A CSV field. A name must not be taken for a formula by a spreadsheet.
fn quoted(field: &str) -> String {
    let field = match field.starts_with(['=', '+', '-', '@']) {
        true => format!("'{field}"),
        false => field.to_owned(),
    };
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(winners: &[usize]) -> Played {
        Played {
            id: "a-b-c".into(),
            game: "knives".into(),
            when: 7,
            players: vec!["Ann".into(), "Bob, \"the\" Cop".into(), "=1+1".into()],
            me: Some(0),
            winners: winners.into(),
            scores: vec![3, -1, 2],
            verdict: "fair".into(),
            result: Some("Ann wins".into()),
        }
    }

    #[test]
    fn figures_count_matches_wins_and_who_won_against_whom() {
        let unfinished = Played { result: None, ..played(&[]) };
        let all = [played(&[0]), played(&[1, 2]), unfinished];
        assert_eq!(by_game(&all)["knives"], Figures { played: 2, won: 1, lost_to: 0 });
        assert_eq!(by_player(&all)["=1+1"], Figures { played: 2, won: 1, lost_to: 1 });
        assert!(!by_player(&all).contains_key("Ann"));
    }

    #[test]
    fn fields_with_commas_and_formulas_are_quoted() {
        let text = csv(&[played(&[0])]);
        let line = text.lines().nth(1).unwrap();
        assert!(line.contains("\"Ann; Bob, \"\"the\"\" Cop; =1+1\""), "{line}");
        assert_eq!(quoted("=1+1"), "'=1+1");
    }
}
