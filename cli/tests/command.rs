//! The command as people and scripts meet it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// A folder of this test run's own.
fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("nodealer-command-{}", std::process::id()))
}

fn nodealer(args: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nodealer"))
        .args(args)
        .env("XDG_DATA_HOME", folder())
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

/// Enough for some moves.
fn some_numbers() -> String {
    numbers().lines().take(60).map(|line| format!("{line}\n")).collect()
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
        let seats = game.info().seats.0.to_string();
        let mut args =
            vec!["play", id, "--plain", "--seed", "3", "--name", "Ann", "--seats", &seats];
        if id == "knives" {
            args.extend(["--option", "target=10"]);
        }
        let output = nodealer(&args, &numbers());
        let printed = out(&output);
        assert_eq!(output.status.code(), Some(0), "{id}: {}", err(&output));
        assert!(printed.contains("The game is over: "), "{id} did not end");
        assert!(printed.contains("\nScores: Ann "), "{id}");
        assert!(printed.lines().last().unwrap().starts_with("Transcript: "), "{id}");
    }
}

#[test]
fn every_number_of_seats_can_sit_down() {
    for game in games::GAMES {
        let info = game.info();
        for seats in info.seats.0..=info.seats.1 {
            let output = nodealer(&["play", info.id, "--seats", &seats.to_string()], "q\n");
            assert_eq!(output.status.code(), Some(0), "{} for {seats}: {}", info.id, err(&output));
        }
    }
}

#[test]
fn a_seed_gives_the_same_game_byte_for_byte() {
    for game in games::GAMES {
        let play =
            |seed| out(&nodealer(&["play", game.info().id, "--seed", seed], &some_numbers()));
        assert_eq!(play("8"), play("8"), "{}", game.info().id);
        assert_ne!(play("8"), play("9"), "{}", game.info().id);
    }
}

#[test]
fn without_a_seed_two_games_differ() {
    let play = || out(&nodealer(&["play"], &some_numbers()));
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
    assert!(printed.starts_with("Suspicion: No-Bluff. You are Ann. "));
}

#[test]
fn an_option_changes_the_game() {
    let printed = out(&nodealer(&["play", "knives", "--option", "target=20"], "q\n"));
    assert!(printed.contains("target 20"), "{printed}");
}

#[test]
fn a_level_that_bots_do_not_have_is_refused_with_those_they_have() {
    for command in ["play", "bot", "demo"] {
        refused(&[command, "--level", "expert"], "bots are easy, normal or hard");
    }
}

#[test]
fn bots_of_another_level_play_another_game() {
    let play = |level: &str| {
        let args = ["play", "suspicion", "--seats", "3", "--seed", "3", "--level", level];
        out(&nodealer(&args, &numbers()))
    };
    let [easy, normal, hard] = ["easy", "normal", "hard"].map(play);
    assert!(easy != normal && normal != hard && hard != easy);
    assert!(play("hard") == hard, "and the same level plays the same game");
}

#[test]
#[cfg(unix)]
fn a_program_plays_the_seats_of_bots_and_is_named_if_it_ends() {
    for command in ["demo", "play"] {
        let args = [command, "suspicion", "--seats", "2", "--seed", "3", "--exec", "exit 3"];
        let output = nodealer(&args, &some_numbers());
        let said = out(&output) + &err(&output);
        let named = "The program `exit 3` has ended; the built-in bot plays on in its seat.";
        assert!(said.contains(named), "{command}: {said}");
    }
}

#[test]
fn leaving_is_fine() {
    assert_eq!(nodealer(&["play"], "q\n").status.code(), Some(0));
}

#[test]
fn the_end_of_the_input_is_fine_and_said() {
    let output = nodealer(&["play"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("The input has ended, so you leave the table.\n"));
}

#[test]
fn help_in_a_game_tells_what_the_cards_do() {
    let help = |seed: u32| out(&nodealer(&["play", "--seed", &seed.to_string()], "?\nq\n"));
    assert!(help(1).contains("  q  leave the table\n"));
    // Not every hand has a card that needs help.
    assert!((1..10).any(|seed| help(seed).contains(" of Knives (")));
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
fn help_lists_no_option_before_a_command_that_is_refused_there() {
    let help = out(&nodealer(&["--help"], ""));
    assert!(!help.contains("--window") && !help.contains("--port"), "{help}");
    assert!(help.contains("options of `nodealer join`"), "{help}");
    assert!(out(&nodealer(&["join", "--help"], "")).contains("--window"));
    refused(&["--window", "2", "host", "knives"], "after the command");
}

#[test]
fn games_lists_every_game() {
    let printed = out(&nodealer(&["games"], ""));
    assert_eq!(printed.lines().count(), games::GAMES.len());
    assert!(games::GAMES.iter().all(|game| printed.contains(game.info().id)));
}

#[test]
fn games_are_described_to_programs() {
    let printed = out(&nodealer(&["games", "--json"], ""));
    let all: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let ids: Vec<_> = all.as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, games::GAMES.iter().map(|game| game.info().id).collect::<Vec<_>>());
}

#[test]
fn a_game_is_described_with_its_options_and_the_faces_of_its_decks() {
    for game in games::GAMES {
        let info = game.info();
        let printed = out(&nodealer(&["rules", info.id, "--json"], ""));
        let described: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(described["version"], info.version);
        assert_eq!(described["options"].as_array().unwrap().len(), info.options.len());
        for (deck, (_, faces)) in described["decks"].as_array().unwrap().iter().zip(info.decks) {
            let numbers: Vec<_> =
                deck["faces"].as_array().unwrap().iter().map(|f| &f["face"]).collect();
            assert_eq!(numbers, faces.iter().map(|face| face.0).collect::<Vec<_>>());
        }
    }
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

/// A short match among bots: its transcript, and what was said.
fn demo(name: &str) -> (PathBuf, Output) {
    let file = folder().join(name);
    let path = file.to_str().unwrap();
    let output = nodealer(&["demo", "suspicion", "--seats", "2", "--seed", "7", "--out", path], "");
    (file, output)
}

#[test]
fn a_demo_ends_with_an_audit_that_says_fair() {
    let (_, output) = demo("demo-fair");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("Verdict: fair"));
}

#[test]
fn verify_says_fair_of_a_fair_match() {
    let (file, _) = demo("fair");
    let output = nodealer(&["verify", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).ends_with("Verdict: fair\n"));
}

#[test]
fn verify_tells_scripts_what_it_found() {
    let (file, _) = demo("json");
    let printed = out(&nodealer(&["verify", "--json", file.to_str().unwrap()], ""));
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(json["verdict"], "fair");
    assert_eq!(json["game"], "suspicion");
    assert_eq!(json["seats"].as_array().unwrap().len(), 2);
    assert!(json["culprit"].is_null() && json["fingerprint"].is_string());
    assert!(json["checks"].as_array().unwrap().iter().all(|check| check["ok"] == true));
}

#[test]
fn verify_says_damaged_of_a_changed_transcript() {
    let (file, _) = demo("changed");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let output = nodealer(&["verify", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).ends_with("Verdict: damaged\n"));
}

#[test]
fn verify_blames_nobody_for_a_damaged_file() {
    let (file, _) = demo("damaged");
    let whole = fs::read(&file).unwrap();
    let mut changed = whole.clone();
    changed[whole.len() * 2 / 3] ^= 1;
    for bytes in [&whole[..whole.len() / 2], &changed] {
        fs::write(&file, bytes).unwrap();
        let output = nodealer(&["verify", file.to_str().unwrap()], "");
        assert_eq!(output.status.code(), Some(2));
        assert!(out(&output).ends_with("Verdict: damaged\n"));
        let told = err(&output);
        assert!(told.contains("The file is damaged or was changed"), "{told}{}", out(&output));
        assert!(!told.contains("fair match"), "{told}");
    }
}

#[test]
fn verify_says_unfinished_of_a_match_without_its_end() {
    let (file, _) = demo("unfinished");
    let bytes = fs::read(&file).unwrap();
    // The file is its header and framed records: leave the last record out.
    let (mut at, mut last) = (11, 11);
    while at < bytes.len() {
        last = at;
        at += 4 + u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    }
    fs::write(&file, &bytes[..last]).unwrap();
    let output = nodealer(&["verify", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(3), "{}", out(&output));
    assert!(out(&output).ends_with("Verdict: unfinished\n"));
}

#[test]
fn an_error_commands_no_terminal() {
    let output = nodealer(&["verify", "\u{1b}]0;mine\u{7}"], "");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told.matches(|c: char| c.is_control() && c != '\n').count(), 0, "{told:?}");
    assert!(told.contains("mine"), "{told:?}");
}

#[test]
fn a_file_that_is_not_there_is_said_without_a_number_of_the_system() {
    let missing = "/nowhere/at/all";
    let here = folder().join("beside");
    let here = here.to_str().unwrap();
    for command in [
        &["verify", missing][..],
        &["verify", missing, "--record", here],
        &["verify", missing, "--page", here],
        &["replay", missing],
        &["replay", missing, "--open", missing],
    ] {
        let said = err(&nodealer(command, ""));
        assert!(said.contains("No such file") && !said.contains("os error"), "{said}");
    }
}

#[test]
fn verify_refuses_what_is_no_transcript() {
    let file = folder().join("foreign");
    fs::create_dir_all(folder()).unwrap();
    fs::write(&file, "a shopping list, long enough to be one").unwrap();
    refused(&["verify", file.to_str().unwrap()], "not a nodealer transcript");
    refused(&["verify", "no-such-file"], "Cannot audit no-such-file");
}

#[test]
fn a_strict_table_and_impossible_leavers() {
    assert_eq!(nodealer(&["play", "knives", "--survive", "0"], "q\n").status.code(), Some(0));
    refused(&["play", "knives", "--survive", "4"], "survives at most 3 leavers");
}

/// Runs the command from a data folder of its own.
fn in_folder(name: &str, args: &[&str], typed: &str) -> Output {
    let data = folder().join(name);
    nodealer(&[args, &["--data-dir", data.to_str().unwrap()]].concat(), typed)
}

#[test]
fn id_tells_programs_who_one_is() {
    let output = in_folder("who", &["id", "--json", "--name", "Ann"], "");
    let id: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&id["name"], &id["known"]), (&"Ann".into(), &serde_json::json!([])));
    assert_eq!(id["key"].as_str().unwrap().len(), 64);
}

#[test]
fn history_tells_what_was_played_with_whom_and_how_it_ended() {
    assert_eq!(
        out(&in_folder("past", &["history"], "")),
        "No match was played to its end here yet.\n"
    );
    let play = ["play", "suspicion", "--seats", "3", "--seed", "3", "--name", "Ann"];
    assert_eq!(in_folder("past", &play, &numbers()).status.code(), Some(0));
    let output = in_folder("past", &["history", "--json", "--name", "Ann"], "");
    let history: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let played = &history["matches"][0];
    assert_eq!((&played["game"], &played["verdict"]), (&"suspicion".into(), &"fair".into()));
    assert_eq!((&played["players"][0], &played["me"]), (&"Ann".into(), &0.into()));
    assert_eq!(history["games"]["suspicion"]["played"], 1);
    assert_eq!(history["players"]["Ada"]["played"], 1);
    let csv = out(&in_folder("past", &["history", "--csv"], ""));
    assert!(csv.starts_with("match,game,when,") && csv.lines().count() == 2, "{csv}");
    let printed = out(&in_folder("past", &["history", "--name", "Ann"], ""));
    assert!(printed.contains("By game:\n  suspicion: 1 match, won "), "{printed}");
}

#[test]
fn a_hand_is_revealed_into_a_side_file_that_replays_and_audits_take() {
    let play = ["play", "suspicion", "--seats", "3", "--seed", "4", "--name", "Ann"];
    let played = out(&in_folder("shows", &play, &numbers()));
    let transcript = played.lines().find_map(|line| line.strip_prefix("Transcript: ")).unwrap();
    let name = std::path::Path::new(transcript).file_stem().unwrap().to_str().unwrap();
    let own = out(&in_folder("shows", &["replay", transcript, "--plain"], ""));
    assert!(own.contains("Open hands: Ann.") && own.contains("You "), "{own}");
    let side = folder().join("ann.hand");
    let side = side.to_str().unwrap();
    let output = in_folder("shows", &["reveal", &name[..5], "--out", side], "");
    assert!(err(&output).contains("cannot be taken back"), "{}", err(&output));
    assert!(out(&output).contains(&format!("Hand: {side}")), "{}", out(&output));
    let public = out(&in_folder("looks", &["replay", transcript, "--plain"], ""));
    assert!(!public.contains("Open hands"), "{public}");
    let open = out(&in_folder("looks", &["replay", transcript, "--plain", "--open", side], ""));
    assert!(open.contains("Open hands: Ann."), "{open}");
    let audited = out(&in_folder("looks", &["verify", transcript, "--open", side], ""));
    assert!(audited.contains("Open hands: Ann; these are what they played with."), "{audited}");
    let other = demo("shows-another").0;
    refused(&["verify", other.to_str().unwrap(), "--open", side], "of another match");
    let nothing = in_folder("looks", &["reveal", "nowhere"], "");
    assert_eq!(nothing.status.code(), Some(2));
    assert!(err(&nothing).contains("nodealer history"), "{}", err(&nothing));
}

#[test]
fn a_game_with_bots_is_left_and_resumed_by_its_name() {
    let play = ["play", "suspicion", "--seats", "3", "--name", "Ann"];
    let left = out(&in_folder("leaves", &play, "1\nq\n"));
    let way = left.split('`').find(|part| part.starts_with("nodealer resume ")).unwrap();
    let name = way.split(' ').nth(2).unwrap();
    let output = in_folder("leaves", &["resume", name, "--name", "Ann"], &numbers());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("The game is over"), "{}", out(&output));
    assert!(out(&output).contains(name), "{}", out(&output));
    let none = in_folder("leaves", &["resume"], "");
    assert_eq!((none.status.code(), out(&none).as_str()), (Some(2), ""), "{}", err(&none));
}

#[test]
fn a_folder_that_cannot_be_written_is_said_before_the_match() {
    fs::create_dir_all(folder()).unwrap();
    fs::write(folder().join("blocked"), b"a file").unwrap();
    let output = in_folder("blocked", &["play"], "1\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "{}", out(&output));
    assert!(err(&output).contains("Cannot write"), "{}", err(&output));
    assert!(!err(&output).contains("os error"), "{}", err(&output));
}

#[test]
fn a_line_with_a_slash_that_is_no_command_is_refused() {
    let printed = out(&nodealer(&["play", "--seed", "1"], "/whispr Ada psst\nq\n"));
    assert!(printed.contains("There is no command /whispr."), "{printed}");
}

#[test]
fn all_cards_and_all_rules_can_be_looked_up_in_a_game() {
    let printed = out(&nodealer(&["play", "knives", "--seed", "1"], "cards\nrules\nq\n"));
    for suit in ["Clubs", "Diamonds", "Hearts", "Spades"] {
        assert!(printed.contains(&format!("  Ghost of {suit} (")), "{suit}");
    }
    assert!(printed.contains("> rules\n# "), "{printed}");
}

#[test]
fn attaching_where_no_seat_runs_is_said() {
    let output = in_folder("nobody", &["attach"], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("No seat runs"), "{}", err(&output));
}

#[test]
fn a_second_terminal_is_attached_to_a_game_that_runs_here() {
    let data = folder().join("attached");
    let mut first = Command::new(env!("CARGO_BIN_EXE_nodealer"))
        .args(["play", "suspicion", "--plain", "--name", "Ann", "--data-dir"])
        .arg(&data)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    // The deal decides whether Ann's turn comes first, or a card of another that she may counter.
    let asks = |printed: &str| {
        printed.contains("It is your turn.")
            || printed.contains("Everybody may react now; so may you.")
    };
    let second = loop {
        let second = in_folder("attached", &["attach"], "w\n");
        if asks(&out(&second)) || std::time::Instant::now() > until {
            break second;
        }
    };
    let printed = out(&second);
    assert_eq!(second.status.code(), Some(0), "{}", err(&second));
    assert!(printed.contains("You are Ann. With you: "), "{printed}");
    assert!(asks(&printed), "{printed}");
    assert!(first.try_wait().unwrap().is_none(), "the first screen goes on");
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn the_manual_page_names_every_command_and_every_exit_status() {
    let page = out(&nodealer(&["man"], ""));
    assert!(page.contains(".TH nodealer 1"), "{page}");
    for command in ["play", "host", "verify", "completions"] {
        assert!(page.contains(&format!("nodealer\\-{command}(1)")), "{command}");
    }
    for status in [0, 1, 2, 3, 130] {
        assert!(page.contains(&format!("\\fB{status}\\fR")), "{status}");
    }
}

#[test]
fn a_command_has_a_manual_page_of_its_own() {
    let page = out(&nodealer(&["man", "play"], ""));
    assert!(page.contains(".TH nodealer-play 1") && page.contains("survive"), "{page}");
    refused(&["man", "sing"], "There is no command sing");
}

#[test]
fn completions_know_commands_options_and_where_the_shell_can_games() {
    // Fish completes no values of arguments without a name.
    let shells = [
        ("bash", "_nodealer()", "never-bring-a-knife"),
        ("zsh", "#compdef nodealer", "never-bring-a-knife"),
        ("fish", "#", "level"),
    ];
    for (shell, beginning, more) in shells {
        let script = out(&nodealer(&["completions", shell], ""));
        assert!(script.starts_with(beginning), "{script}");
        for word in ["verify", "survive", more] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn completions_for_bash_are_taken_by_bash_and_complete_a_game() {
    let script = out(&nodealer(&["completions", "bash"], ""));
    let typed = "COMP_WORDS=(nodealer play sus); COMP_CWORD=2\n\
                 _nodealer nodealer sus play\necho \"${COMPREPLY[@]}\"\n";
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", &format!("{script}\n{typed}")]);
    let Ok(output) = bash.output() else { return };
    assert_eq!(out(&output).trim(), "suspicion", "{}", err(&output));
}

#[test]
fn versions_of_program_protocol_and_rules_are_told_and_stand_in_the_changelog() {
    let told = out(&nodealer(&["--version"], ""));
    assert!(told.starts_with(&format!("nodealer {}\n", env!("CARGO_PKG_VERSION"))), "{told}");
    assert!(told.contains(&format!("\nprotocol: {}\n", proto::VERSION)), "{told}");
    let changes = include_str!("../../CHANGELOG.md");
    let newest = changes.split("\n## ").nth(1).unwrap();
    assert!(newest.starts_with(env!("CARGO_PKG_VERSION")), "{newest}");
    assert!(newest.contains(&format!("protocol {};", proto::VERSION)), "{newest}");
    for info in games::GAMES.iter().map(|game| game.info()) {
        let (id, version) = (info.id, info.version);
        assert!(told.contains(&format!("\nrules of {id}: {version}\n")), "{told}");
        assert!(newest.contains(&format!("{id} {version}")), "{newest}");
    }
}
