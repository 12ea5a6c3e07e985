//! Whole matches with real cryptography: simulated with faults and cheats, audited, and played through seat and command.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{
    fs,
    io::Write,
    process::{Command, Output, Stdio},
    time::Duration,
};

use engine::{BotKind, Game, Options};
use holdem::GAME;
use proto::OnCheat;
use sim::{Config, Faults, Kind};
use table::Timing;

fn config(seats: usize, seed: u64) -> Config {
    let short = [("hands", "2"), ("stack", "40")];
    Config {
        game: &GAME,
        seats,
        options: Options::parse(GAME.info().options, short).unwrap(),
        survive: 1,
        on_cheat: OnCheat::End,
        bots: BotKind::NORMAL,
        seed,
        timing: Timing::default(),
    }
}

#[test]
fn simulated_matches_with_faults_come_to_a_fair_end() {
    let faults = Faults::parse("loss,dup,reorder,delay,crash").unwrap();
    let report = sim::run(&config(4, 1), 3, faults, &[], |_, _| {});
    assert_eq!(report.finished, 3, "{:?}", report.problems);
}

#[test]
fn cheats_are_found_and_named() {
    let kinds = [Kind::WrongPermutation, Kind::WrongShare, Kind::IllegalMove, Kind::OutOfTurn];
    let report = sim::run(&config(3, 1), 1, Faults::NONE, &kinds, |_, _| {});
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    for cheat in &report.cheats {
        assert_eq!(
            (cheat.detected, cheat.named_right),
            (cheat.tried, cheat.tried),
            "{}",
            cheat.kind
        );
    }
    assert!(report.cheats.iter().any(|cheat| cheat.tried > 0));
}

fn holdem(args: &[&str], typed: &str) -> Output {
    let folder = std::env::temp_dir().join(format!("holdem-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_holdem"))
        .args(args)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let typed = typed.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(typed.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn the_command_knows_this_game_and_no_other() {
    let told = out(&holdem(&["games"], ""));
    assert_eq!(told.lines().count(), 1);
    assert!(told.contains("Texas Hold'em"), "{told}");
    assert!(out(&holdem(&["--version"], "")).contains("rules of holdem: 1"));
    assert_eq!(holdem(&["play", "knives"], "").status.code(), Some(2));
}

#[test]
fn a_match_is_played_in_lines_and_its_transcript_audited() {
    let file = std::env::temp_dir().join(format!("holdem-{}.nodealer", std::process::id()));
    let path = file.to_str().unwrap();
    // Staying in is always the second entry; where it is not, another number comes along.
    let typed: String = (0..4000).map(|i| format!("{}\ny\n", [2, 2, 2, 1, 3][i % 5])).collect();
    let options = ["--option", "hands=2", "--seats", "3", "--seed", "4", "--name", "Ann"];
    let played = holdem(&[&["play", "--plain", "--out", path], &options[..]].concat(), &typed);
    let told = out(&played);
    assert!(told.contains("The game is over: "), "{told}");
    let audited = out(&holdem(&["verify", path, "--json"], ""));
    assert!(audited.contains("\"verdict\": \"fair\""), "{audited}");
    fs::remove_file(file).unwrap();
}

#[test]
fn a_seat_of_a_page_offers_this_game_and_shows_its_table() {
    seat::games::offer(holdem::GAMES);
    let person = seat::person::Person::stranger("Ann").unwrap();
    let client = seat::open(person, seat::Config::default()).unwrap();
    let setup = seat::Setup {
        game: "holdem".into(),
        seats: Some(2),
        seed: Some(1),
        ..seat::Setup::default()
    };
    let answer = client.send(seat::Intent::PlayHere(setup)).wait(Duration::from_secs(60));
    assert!(answer.is_some_and(|answer| answer.is_taken()));
    let shown = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        match &client.snapshot().state {
            seat::SeatState::Match(view) if view.menu.is_some() => Some(view.board.clone()),
            _ => None,
        }
    });
    let written = serde_json::to_string(&shown.unwrap()).unwrap();
    for word in ["flop", "river", "chip", "pot"] {
        assert!(written.contains(word), "{word}: {written}");
    }
    assert_eq!(client.catalogue("holdem").unwrap().faces.len(), 52);
}
