//! The command as people and scripts meet it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

fn nodealer(args: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nodealer"))
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let typed = typed.to_owned();
    // A command that ends before it has read everything closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(typed.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Every number again and again, each with a yes in case somebody asks: it finds an open entry in
/// every menu.
fn numbers() -> String {
    (0..20_000).map(|i| format!("{}\ny\n", i % 17 + 1)).collect()
}

fn refused(args: &[&str], because: &str) {
    let output = nodealer(args, "");
    let said = err(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "results only on standard output");
    assert!(said.starts_with("error: ") && said.contains(because), "{args:?}: {said}");
    assert!(!said.contains("panicked") && !said.contains("Err("), "{said}");
}

#[test]
fn numbers_play_a_whole_game_of_every_kind() {
    for game in games::GAMES {
        let id = game.info().id;
        let output = nodealer(&["play", id, "--plain", "--seed", "3", "--name", "Ann"], &numbers());
        let printed = out(&output);
        assert_eq!(output.status.code(), Some(0), "{id}: {}", err(&output));
        assert!(printed.contains("The game is over: "), "{id} did not end");
        assert!(printed.lines().last().unwrap().starts_with("Scores: Ann "), "{id}");
    }
}

#[test]
fn every_number_of_seats_can_be_played() {
    for game in games::GAMES {
        let info = game.info();
        for seats in info.seats.0..=info.seats.1 {
            let seats = seats.to_string();
            let output = nodealer(&["play", info.id, "--seats", &seats, "--seed", "5"], &numbers());
            assert!(out(&output).contains("The game is over: "), "{} for {seats}", info.id);
        }
    }
}

#[test]
fn a_seed_gives_the_same_game_byte_for_byte() {
    for game in games::GAMES {
        let play = |seed| out(&nodealer(&["play", game.info().id, "--seed", seed], &numbers()));
        assert_eq!(play("8"), play("8"), "{}", game.info().id);
        assert_ne!(play("8"), play("9"), "{}", game.info().id);
    }
}

#[test]
fn without_a_seed_two_games_differ() {
    let play = || out(&nodealer(&["play"], &numbers()));
    assert_ne!(play(), play());
}

#[test]
fn a_seeded_game_says_that_it_keeps_no_secrets() {
    assert!(err(&nodealer(&["play", "--seed", "1"], "")).contains("knows every card"));
    assert!(!err(&nodealer(&["play"], "")).contains("knows every card"));
}

#[test]
fn knives_is_played_unless_another_game_is_named() {
    assert!(out(&nodealer(&["play"], "q\n")).starts_with("Knives. You are "));
}

#[test]
fn a_unique_prefix_names_a_game() {
    let printed = out(&nodealer(&["play", "susp", "--name", "Ann"], "q\n"));
    assert!(printed.starts_with("Suspicion. You are Ann. "));
}

#[test]
fn an_option_changes_the_game() {
    let printed = out(&nodealer(&["play", "knives", "--option", "target=20"], "q\n"));
    assert!(printed.contains("target 20"), "{printed}");
}

#[test]
fn leaving_is_fine() {
    assert_eq!(nodealer(&["play"], "q\n").status.code(), Some(0));
}

#[test]
fn the_end_of_the_input_is_fine_and_said() {
    let output = nodealer(&["play"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).ends_with("The input has ended, so you leave the table.\n"));
}

#[test]
fn help_in_a_game_tells_what_the_cards_do() {
    let printed = out(&nodealer(&["play", "never", "--seed", "4"], "?\nq\n"));
    assert!(printed.contains("  q  leave the table\n"));
    assert!(printed.contains("  Gun ("), "{printed}");
}

#[test]
fn r_tells_the_chapter_of_the_phase() {
    for game in games::GAMES {
        let printed = out(&nodealer(&["play", game.info().id, "--seed", "4"], "r\nq\n"));
        let after = printed.split_once("> r\n").unwrap().1;
        assert!(after.starts_with("## "), "{}: {after}", game.info().id);
    }
}

#[test]
fn an_unknown_game_is_refused_with_the_list() {
    for command in ["play", "rules"] {
        let all: Vec<_> = games::GAMES.iter().map(|game| game.info().id).collect();
        refused(&[command, "chess"], &all.join(", "));
    }
}

#[test]
fn impossible_seats_are_refused_with_the_possible_ones() {
    refused(&["play", "knives", "--seats", "4"], "Knives is for 5 players, not 4.");
    refused(&["play", "never", "--seats", "9"], "is for 4 to 8 players, not 9.");
    refused(&["play", "knives", "--seats", "0"], "not 0.");
    refused(&["play", "knives", "--seats", "-1"], "it takes a whole number");
}

#[test]
fn bad_options_are_refused_with_the_good_ones() {
    refused(&["play", "knives", "--option", "speed=1"], "target");
    refused(&["play", "knives", "--option", "target=1000"], "a number from");
    refused(&["play", "knives", "--option", "target"], "KEY=VALUE");
}

#[test]
fn unknown_commands_and_flags_are_refused() {
    refused(&["juggle"], "juggle");
    refused(&["play", "--fast"], "--fast");
    refused(&["play", "--seed", "x"], "it takes a whole number");
    refused(&["rules"], "GAME");
}

#[test]
fn alone_it_prints_a_short_help() {
    let output = nodealer(&[], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("Usage: nodealer"));
}

#[test]
fn games_lists_every_game() {
    let printed = out(&nodealer(&["games"], ""));
    assert_eq!(printed.lines().count(), games::GAMES.len());
    assert!(games::GAMES.iter().all(|game| printed.contains(game.info().id)));
}

#[test]
fn rules_tell_every_chapter_and_option() {
    for game in games::GAMES {
        let info = game.info();
        let printed = out(&nodealer(&["rules", info.id], ""));
        assert!(printed.starts_with(info.rules.trim_end()));
        let options = info.options.iter();
        assert!(options.map(|o| format!("--option {}=", o.key)).all(|o| printed.contains(&o)));
    }
}

#[test]
fn no_color_is_honoured() {
    let help = |no_color: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nodealer"));
        command.arg("--help").env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
        out(&command.envs(no_color.iter().copied()).output().unwrap())
    };
    assert!(help(&[]).contains('\u{1b}'));
    assert!(!help(&[("NO_COLOR", "1")]).contains('\u{1b}'));
}

#[test]
fn a_reader_who_stops_reading_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nodealer"))
        .args(["play", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || drop(stdin.write_all(numbers().as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!err(&output).contains("panicked") && !err(&output).contains("error"));
}
