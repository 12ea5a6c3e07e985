//! Looking back at matches: as they were, damaged, and cut short.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[allow(dead_code)]
mod support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
    time::Duration,
};

use engine::{BySeat, Options};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use seat::{
    Intent, Reel,
    local::{Agreement, LocalMatch},
    session::{Session, Update},
};
use support::{Screens, screens, seeded};

/// A match among bots: what was said, and its transcript.
static PLAYED: LazyLock<(usize, Vec<u8>)> = LazyLock::new(|| {
    let game = &games::suspicion::GAME;
    let given = std::iter::empty::<(&str, &str)>();
    let options = Options::parse(engine::Game::info(game).options, given).unwrap();
    let names: BySeat<String> = ["Ann", "Ada", "Bo"].map(String::from).into_iter().collect();
    let agreed = Agreement { game, names, options: &options, survive: 1, seed: Some(5) };
    let mut local = LocalMatch::new(&agreed, None).unwrap();
    let mut said = 0;
    loop {
        match local.next(Duration::ZERO) {
            Update::Said(_) => said += 1,
            Update::Over(_) => return (said, local.transcript()),
            Update::Failed(failure) => panic!("{failure}"),
            _ => {}
        }
    }
});

fn kept(folder: &Path, bytes: &[u8]) -> PathBuf {
    let folder = folder.join("transcripts");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("match.nodealer");
    fs::write(&path, bytes).unwrap();
    path
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn replay(path: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nodealer"));
    command.arg("replay").arg(path).output().unwrap()
}

/// A transcript in which a byte near the middle is another.
fn damaged() -> Vec<u8> {
    let mut bytes = PLAYED.1.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    bytes
}

#[test]
fn everything_that_was_said_is_told_again() {
    let mut reel = Reel::load(&kept(&folder("whole"), &PLAYED.1), None, &[]).unwrap();
    assert_eq!(reel.audit.verdict, "fair");
    reel.seek(u64::MAX);
    let log = reel.view().log;
    assert_eq!(log.len(), PLAYED.0);
    let steps: Vec<u64> = log.iter().map(|(step, ..)| *step).collect();
    assert!(steps.is_sorted());
}

#[test]
fn it_opens_at_the_first_turn_with_cards_on_the_table() {
    let folder = folder("first-turn");
    let reel = Reel::load(&kept(&folder, &PLAYED.1), None, &[]).unwrap();
    let view = reel.view();
    assert!(view.shown.board.turn.is_some());
    assert!(view.shown.board.seats.iter().any(|place| place.piles.iter().any(|p| p.count > 0)));
    assert!(view.stops.iter().any(|stop| *stop < view.shown.step), "the setup comes before it");
}

#[test]
fn it_opens_at_what_was_wrong() {
    let folder = folder("first-wrong");
    let reel = Reel::load(&kept(&folder, &damaged()), None, &[]).unwrap();
    let view = reel.view();
    let wrong = view.fault.unwrap();
    assert!(view.shown.step >= wrong.min(view.steps));
}

#[test]
fn without_a_terminal_it_is_a_list_with_steps_and_rules() {
    let output = replay(&kept(&folder("list"), &PLAYED.1));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(printed.contains("[SUS-02]"), "{printed}");
    assert!(printed.contains("The match was fair.\nFingerprint: "), "{printed}");
    assert_eq!(printed.lines().count(), PLAYED.0 + 2);
}

#[test]
fn a_damaged_transcript_is_told_up_to_the_damage_and_exits_with_2() {
    let output = replay(&kept(&folder("damaged"), &damaged()));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("[SUS-02]"));
}

#[test]
fn what_is_no_transcript_is_refused() {
    let output = replay(&kept(&folder("foreign"), b"a letter to the editor"));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: Cannot replay "));
}

#[test]
fn a_replay_that_nobody_waits_for_any_more_disturbs_no_match() {
    let folder = support::folder("cancelled");
    kept(&folder, &PLAYED.1);
    let mut screens = screens(&folder);
    let told = "Suspicion: No-Bluff, just now: Ann, Ada and Bo";
    let home = screens.shown();
    let line = home.lines().find(|line| line.contains(told)).unwrap();
    let item: u8 = line.split_whitespace().next().unwrap().parse().unwrap();
    screens.type_keys(&item.to_string());
    screens.press(KeyCode::Enter);
    screens.press(KeyCode::Esc);
    screens.want(Intent::PlayHere(seeded("knives")));
    screens.settle();
    assert!(screens.shown().contains("Knives · "), "{}", screens.shown());
}

#[test]
fn a_name_that_cannot_be_shown_is_refused_where_it_is_written() {
    let mut screens = screens(&support::folder("names"));
    screens.type_keys("7");
    screens.press(KeyCode::Enter);
    screens.type_keys(&"x".repeat(120));
    screens.press(KeyCode::Enter);
    assert!(screens.shown().contains("! A name has 1 to"), "{}", screens.shown());
    assert_eq!(screens.now().person.name, "Ann");
    (0..113).for_each(|_| screens.press(KeyCode::Backspace));
    screens.press(KeyCode::Enter);
    assert_eq!(screens.now().person.name, "Annxxxxxxx");
}

/// Opens the only transcript of a folder from the home screen.
fn opened(name: &str, bytes: &[u8]) -> Screens {
    let folder = support::folder(name);
    let file = kept(&folder, bytes).display().to_string();
    let mut screens = screens(&folder);
    screens.want(Intent::Open { file, hands: Vec::new() });
    screens.settle();
    screens
}

fn position(screens: &Screens) -> usize {
    let shown = screens.shown();
    let (_, rest) = shown.split_once("Step ").unwrap();
    let (_, rest) = rest.split_once('(').unwrap();
    rest.split_once(" of ").unwrap().0.parse().unwrap()
}

#[test]
fn it_steps_forward_and_back() {
    let mut screens = opened("steps", &PLAYED.1);
    let first = position(&screens);
    screens.type_keys("lll");
    assert_eq!(position(&screens), first + 3);
    screens.type_keys("h");
    assert_eq!(position(&screens), first + 2);
    screens.press(KeyCode::Home);
    assert_eq!(position(&screens), 1);
}

#[test]
fn any_seat_can_be_the_nearest() {
    let mut screens = opened("nearest", &PLAYED.1);
    assert!(screens.shown().contains("─ Ann ─"), "{}", screens.shown());
    screens.type_keys("s");
    assert!(screens.shown().contains("─ Ada ─"), "{}", screens.shown());
}

#[test]
fn it_jumps_to_what_went_wrong() {
    let mut screens = opened("wrong", &damaged());
    assert!(screens.shown().contains('✗'));
    screens.press(KeyCode::End);
    let last = position(&screens);
    screens.press(KeyCode::Home);
    screens.type_keys("x");
    assert_eq!(position(&screens), last);
}

/// The pieces of evidence among the vectors of the protocol that convict somebody and are not too long to
/// be given whole.
fn evidence() -> Vec<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proto/vectors/verdicts.json");
    let vectors: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let hex = |text: &str| -> Vec<u8> {
        let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        (0..text.len()).step_by(2).map(byte).collect()
    };
    let convict = vectors.as_array().unwrap().iter().filter(|v| v["verdict"] == "violation");
    let files = convict.filter_map(|v| v["file"].as_str()).map(hex);
    files.filter(|file| file[10] == b'E').collect()
}

#[test]
fn evidence_is_shown_at_the_step_it_is_about() {
    let all = evidence();
    assert!(!all.is_empty());
    for file in all {
        let mut screens = opened("evidence", &file);
        assert!(screens.shown().contains('✗'), "{}", screens.shown());
        screens.press(KeyCode::Home);
        screens.type_keys("x");
        assert!(screens.shown().contains("Step "), "{}", screens.shown());
    }
}

#[test]
fn what_was_proven_is_told_step_by_step() {
    let mut screens = opened("proven", &PLAYED.1);
    screens.press(KeyCode::PageDown);
    screens.type_keys("t");
    screens.press(KeyCode::End);
    let told = screens.shown();
    assert!(told.contains("Step 1: Ann knows the secret of their key for this match"), "{told}");
}

#[test]
fn a_click_on_a_line_of_the_log_jumps_there() {
    let mut screens = opened("click", &PLAYED.1);
    screens.press(KeyCode::End);
    let last = position(&screens);
    let shown = screens.shown();
    let lines: Vec<&str> = shown.lines().collect();
    let row = lines.iter().rposition(|line| line.contains("· ")).unwrap();
    let line = lines[row];
    let column = line[..line.rfind("· ").unwrap()].chars().count() as u16;
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    let mouse = MouseEvent { kind, column, row: row as u16, modifiers };
    screens.runner.event(&Event::Mouse(mouse));
    screens.settle();
    assert!(position(&screens) < last);
}

#[test]
fn nobody_s_hidden_hand_is_shown() {
    let mut screens = opened("hidden", &PLAYED.1);
    screens.type_keys("llllllllllll");
    assert!(screens.shown().contains("│▒▒▒▒▒▒▒▒││▒▒▒▒▒▒▒▒│"), "{}", screens.shown());
}

#[test]
fn leaving_leads_home() {
    let mut screens = opened("leads-home", &PLAYED.1);
    screens.press(KeyCode::Esc);
    assert!(screens.shown().contains("Look back at a match"));
}
