//! Looking back at matches: as they were, damaged, and cut short.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
    time::Duration,
};

use engine::{BySeat, Options};
use nodealer::{
    local::{Agreement, LocalMatch},
    session::{Session, Update},
    tui::Replay,
};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use support::{Seeded, press, screens, settle, shown, type_keys};

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
    let replay = Replay::load(&kept(&folder("whole"), &PLAYED.1)).unwrap();
    assert!(replay.audit().fair);
    assert_eq!(replay.told().count(), PLAYED.0);
    let steps: Vec<u64> = replay.told().map(|(step, _)| step).collect();
    assert!(steps.is_sorted());
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
    let mut house = Seeded::new("cancelled");
    kept(&house.folder, &PLAYED.1);
    let mut screens = screens(&mut house);
    let told = "Suspicion: No-Bluff, just now: Ann, Ada and Bo";
    let home = shown(&screens);
    let line = home.lines().find(|line| line.contains(told)).unwrap();
    let item: u8 = line.split_whitespace().next().unwrap().parse().unwrap();
    type_keys(&mut screens, &item.to_string());
    press(&mut screens, KeyCode::Enter);
    press(&mut screens, KeyCode::Esc);
    type_keys(&mut screens, "1");
    press(&mut screens, KeyCode::Enter);
    settle(&mut screens);
    assert!(screens.is_idle(), "the transcript was read");
    assert!(shown(&screens).contains("Knives · "), "{}", shown(&screens));
}

#[test]
fn a_name_that_cannot_be_shown_is_refused_where_it_is_written() {
    let mut house = Seeded::new("names");
    let mut screens = screens(&mut house);
    type_keys(&mut screens, "7");
    press(&mut screens, KeyCode::Enter);
    type_keys(&mut screens, &"x".repeat(120));
    press(&mut screens, KeyCode::Enter);
    assert!(shown(&screens).contains("! A name has 1 to"), "{}", shown(&screens));
    assert_eq!(screens.app.settings().name, None);
    (0..110).for_each(|_| press(&mut screens, KeyCode::Backspace));
    press(&mut screens, KeyCode::Enter);
    assert_eq!(screens.app.settings().name.as_deref(), Some("xxxxxxxxxx"));
}

/// Opens the only transcript of a folder from the home screen.
fn opened<'a>(house: &'a mut Seeded, bytes: &[u8]) -> support::Screens<'a> {
    kept(&house.folder.clone(), bytes);
    let mut screens = screens(house);
    type_keys(&mut screens, "7");
    press(&mut screens, KeyCode::Enter);
    settle(&mut screens);
    screens
}

fn position(screens: &support::Screens<'_>) -> usize {
    let shown = shown(screens);
    let (_, rest) = shown.split_once("Step ").unwrap();
    let (_, rest) = rest.split_once('(').unwrap();
    rest.split_once(" of ").unwrap().0.parse().unwrap()
}

#[test]
fn it_steps_forward_and_back() {
    let mut house = Seeded::new("steps");
    let mut screens = opened(&mut house, &PLAYED.1);
    let first = position(&screens);
    type_keys(&mut screens, "lll");
    assert_eq!(position(&screens), first + 3);
    type_keys(&mut screens, "h");
    assert_eq!(position(&screens), first + 2);
    press(&mut screens, KeyCode::Home);
    assert_eq!(position(&screens), 1);
}

#[test]
fn any_seat_can_be_the_nearest() {
    let mut house = Seeded::new("nearest");
    let mut screens = opened(&mut house, &PLAYED.1);
    assert!(shown(&screens).contains("─ Ann ─"), "{}", shown(&screens));
    type_keys(&mut screens, "s");
    assert!(shown(&screens).contains("─ Ada ─"), "{}", shown(&screens));
}

#[test]
fn it_jumps_to_what_went_wrong() {
    let mut house = Seeded::new("wrong");
    let mut screens = opened(&mut house, &damaged());
    assert!(shown(&screens).contains('✗'));
    press(&mut screens, KeyCode::End);
    let last = position(&screens);
    press(&mut screens, KeyCode::Home);
    type_keys(&mut screens, "x");
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
    let mut house = Seeded::new("evidence");
    for file in all {
        let mut screens = opened(&mut house, &file);
        assert!(shown(&screens).contains('✗'), "{}", shown(&screens));
        press(&mut screens, KeyCode::Home);
        type_keys(&mut screens, "x");
        assert!(shown(&screens).contains("Step "), "{}", shown(&screens));
    }
}

#[test]
fn what_was_proven_is_told_step_by_step() {
    let mut house = Seeded::new("proven");
    let mut screens = opened(&mut house, &PLAYED.1);
    press(&mut screens, KeyCode::PageDown);
    type_keys(&mut screens, "t");
    press(&mut screens, KeyCode::End);
    let told = shown(&screens);
    assert!(told.contains("Step 1: Ann knows the secret of their key for this match"), "{told}");
}

#[test]
fn a_click_on_a_line_of_the_log_jumps_there() {
    let mut house = Seeded::new("click");
    let mut screens = opened(&mut house, &PLAYED.1);
    press(&mut screens, KeyCode::End);
    let last = position(&screens);
    let shown = shown(&screens);
    let lines: Vec<&str> = shown.lines().collect();
    let row = lines.iter().rposition(|line| line.contains("· ")).unwrap();
    let line = lines[row];
    let column = line[..line.rfind("· ").unwrap()].chars().count() as u16;
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    screens.event(&Event::Mouse(MouseEvent { kind, column, row: row as u16, modifiers }));
    assert!(position(&screens) < last);
}

#[test]
fn nobody_s_hidden_hand_is_shown() {
    let mut house = Seeded::new("hidden");
    let mut screens = opened(&mut house, &PLAYED.1);
    type_keys(&mut screens, "llllllllllll");
    assert!(shown(&screens).contains("│▒▒▒▒▒▒││▒▒▒▒▒▒│"), "{}", shown(&screens));
}

#[test]
fn leaving_leads_home() {
    let mut house = Seeded::new("leads-home");
    let mut screens = opened(&mut house, &PLAYED.1);
    press(&mut screens, KeyCode::Esc);
    assert!(shown(&screens).contains("Look back at a match"));
}
