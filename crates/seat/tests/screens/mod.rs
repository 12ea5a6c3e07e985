//! Screens of a seat that play by themselves.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use seat::{
    Answer, Config, Cursor, Intent, MatchView, Refused, SeatClient, SeatEvent, SeatEventKind,
    SeatState, Setup, Snapshot, person::Person, shown::MenuShown,
};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// An empty folder of this process and this test.
pub(crate) fn folder(test: &str) -> PathBuf {
    seat::games::offer(games::GAMES);
    let path = std::env::temp_dir().join(format!("nodealer-seat-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The seat of Ann, with a folder of its own.
pub(crate) fn ann(test: &str, config: Config) -> SeatClient {
    seat::open(Person::of(&folder(test), "Ann").unwrap(), config).unwrap()
}

/// The usual game, with everything following from a seed.
pub(crate) fn setup(game: &str, seed: u64) -> Setup {
    Setup { game: game.into(), seed: Some(seed), ..Setup::default() }
}

pub(crate) fn send(client: &SeatClient, intent: Intent) -> Answer {
    client.send(intent).wait(PATIENCE).expect("an answer")
}

pub(crate) fn taken(client: &SeatClient, intent: Intent) {
    let answer = send(client, intent.clone());
    assert!(answer.is_taken(), "{intent:?}: {answer:?}");
}

pub(crate) fn refused(client: &SeatClient, intent: Intent) -> Refused {
    match send(client, intent) {
        Answer::Refused { why, .. } => why,
        Answer::Taken { .. } => panic!("it was taken"),
    }
}

/// Waits until the snapshot is as wanted.
pub(crate) fn until<T>(
    client: &SeatClient,
    what: &str,
    mut fits: impl FnMut(&Snapshot) -> Option<T>,
) -> T {
    let began = Instant::now();
    loop {
        let snapshot = client.snapshot();
        if let Some(found) = fits(&snapshot) {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "{what}: {:?}", snapshot.state);
        client.wait(snapshot.at, Duration::from_secs(1));
    }
}

pub(crate) fn in_match(snapshot: &Snapshot) -> Option<&MatchView> {
    match &snapshot.state {
        SeatState::Match(view) => Some(view),
        _ => None,
    }
}

/// A simple player: passes where it may, and otherwise takes entries in turn.
pub(crate) fn entry(menu: &MenuShown) -> usize {
    let allowed: Vec<_> = menu.entries.iter().filter(|entry| entry.allowed).collect();
    let at = menu.step as usize % allowed.len();
    allowed[at].entry
}

/// Plays until the match is over, or has come to this step.
pub(crate) fn play(client: &SeatClient, to: u64) -> bool {
    let mut chosen = None;
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < PATIENCE, "the match does not end");
        let snapshot = client.snapshot();
        let Some(view) = in_match(&snapshot) else { return false };
        if view.step >= to {
            return true;
        }
        match &view.menu {
            Some(menu) if chosen != Some(menu.step) => {
                chosen = Some(menu.step);
                let choose = Intent::Choose { step: menu.step, entry: entry(menu) };
                let answer = send(client, choose);
                assert!(answer.is_taken(), "{answer:?} to {menu:?}");
            }
            _ => drop(client.wait(snapshot.at, Duration::from_secs(1))),
        }
    }
}

/// What everybody was told, from this cursor on.
pub(crate) fn log(client: &SeatClient, from: Cursor) -> Vec<SeatEvent> {
    let events = client.since(from).expect("all events are kept");
    let told = |event: &SeatEvent| matches!(event.kind, SeatEventKind::Said { .. });
    events.into_iter().filter(told).collect()
}
