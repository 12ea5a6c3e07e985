//! Nodes as separate processes over loopback: people who type, bots, spectators, crashes, refusals.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod processes;

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use processes::{
    Node, PATIENCE, all_equal_and_fair, bot, command, folder, host, plays, refused, run,
};

/// A match of separate processes, bots all.
fn bots_play(game: &str, seats: usize, options: &[&str]) {
    let folder = folder(game);
    let number = seats.to_string();
    let args = [&[game, "--autoplay", "--seats", &number], options].concat();
    let mut nodes = vec![host(&folder, &args)];
    let address = nodes[0].address();
    nodes.extend((1..seats).map(|i| bot(&folder, &format!("Bot {i}"), &address)));
    nodes.iter_mut().for_each(Node::ends_well);
    let fingerprint = nodes[0].says("Fingerprint: ");
    assert!(nodes.iter().all(|node| node.says("Fingerprint: ") == fingerprint));
    all_equal_and_fair(&nodes.iter().collect::<Vec<_>>());
}

#[test]
fn separate_processes_play_suspicion_to_one_fair_transcript() {
    bots_play("suspicion", 3, &[]);
}

#[test]
fn separate_processes_play_knives_to_one_fair_transcript() {
    bots_play("knives", 5, &["--option", "target=10"]);
}

#[test]
fn separate_processes_play_never_bring_a_knife_to_one_fair_transcript() {
    bots_play("never-bring-a-knife", 4, &[]);
}

#[test]
fn separate_processes_play_no_honor_to_one_fair_transcript() {
    bots_play("no-honor", 3, &[]);
}

#[test]
fn people_meet_in_the_lobby_talk_play_and_play_again() {
    let folder = folder("people");
    let mut ann =
        host(&folder, &["suspicion", "--seats", "3", "--bots", "1", "--plain", "--window", "0"]);
    let mut bob =
        Node::start(&folder, "Bob", &["join", &ann.address(), "--plain", "--window", "0"]);
    ann.says("Bob sits at the table: ");
    assert!(ann.says("Ada sits at the table, a bot: ").ends_with("new here."));
    bob.types("/say hello there\n/whisper Ann psst\nwho\nready\n");
    ann.says("Bob says: hello there");
    ann.says("Bob whispers: psst");
    bob.says("Ann: not ready; ");
    ann.says("Bob is ready.");
    ann.types("ready\n");
    for games in 1..=2 {
        thread::scope(|scope| {
            scope.spawn(|| plays(&mut ann, games));
            scope.spawn(|| plays(&mut bob, games));
        });
        bob.types("ready\n");
        ann.says("Bob says: I would like to play again.");
        ann.types("ready\n");
    }
    all_equal_and_fair(&[&ann, &bob]);
    let transcripts =
        |name: &str| fs::read_dir(folder.join(name).join("transcripts")).unwrap().count();
    assert_eq!(
        (transcripts("Ann"), transcripts("Bob")),
        (1, 1),
        "the second go to the data folder"
    );
}

#[test]
fn a_killed_node_resumes_and_a_spectator_follows() {
    let folder = folder("killed");
    let mut ann = host(&folder, &["never-bring-a-knife", "--autoplay", "--seats", "4"]);
    let address = ann.address();
    let mut watcher = Node::start(&folder, "Walt", &["watch", &address, "--plain"]);
    let mut bob = bot(&folder, "Bob", &address);
    let mut cleo = bot(&folder, "Cleo", &address);
    let mut victim = bot(&folder, "Vic", &address);
    // In the middle of the match.
    watcher.says("You watch: ");
    watcher.says("Round 1: ");
    victim.kill();
    assert!(!victim.transcript.exists(), "too late to kill it");
    thread::sleep(Duration::from_millis(300));
    let mut back = Node::start(&folder, "Vic", &["resume"]);
    for node in [&mut ann, &mut bob, &mut cleo, &mut back, &mut watcher] {
        node.ends_well();
    }
    all_equal_and_fair(&[&ann, &bob, &cleo, &back, &watcher]);
}

#[test]
fn a_match_on_this_machine_may_use_real_connections() {
    let folder = folder("transport");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nodealer"));
        command.args(args).args(["suspicion", "--seats", "3", "--data-dir"]).arg(&folder);
        command.stdin(Stdio::null()).output().unwrap()
    };
    let demo = run(&["demo", "--transport", "loopback", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&demo.stdout).unwrap();
    assert_eq!(report["verdict"], "fair", "{report}");
    let play = run(&["play", "--transport", "loopback", "--plain"]);
    let said = String::from_utf8_lossy(&play.stdout).into_owned();
    assert!(play.status.success() && said.contains("The input has ended"), "{said}");
    refused(&run(&["play", "--transport", "loopback", "--seed", "1"]), 2, "--transport memory");
}

#[test]
fn what_can_go_wrong_on_the_way_to_a_table_is_said_with_its_status() {
    let folder = folder("refusals");
    let ann = host(&folder, &["suspicion", "--seats", "3", "--bots", "2", "--plain"]);
    let address = ann.address();
    let port = address.rsplit(':').next().unwrap().to_owned();
    ann.says("Bruno sits at the table");
    let other = |args: &[&str]| run(&folder, "Bob", args);
    refused(&other(&["join", &address, "--plain"]), 3, "The table is full");
    refused(&other(&["bot", &address]), 3, "The table is full");
    refused(&other(&["host", "knives", "--port", &port]), 3, "is taken by another program");
    refused(&other(&["join", "127.0.0.1:1", "--for", "1", "--plain"]), 3, "Nobody answers at");
    refused(&other(&["join", "ZZZZ", "--for", "0", "--plain"]), 3, "No table called ZZZZ");
    refused(&other(&["join", "--for", "0", "--plain"]), 3, "No table was seen");
    for option in ["--for", "--grace", "--window"] {
        let args = ["join", "ZZZZ", "--plain", option, "18446744073709551615"];
        refused(&other(&args), 2, "whole seconds");
    }
    refused(&other(&["host", "knives", "--bots", "5"]), 2, "Bots can play at most 4");
    refused(&other(&["resume"]), 2, "There is no match to resume");
    refused(&run(&folder, "Ann", &["join", &address, "--plain"]), 2, "Another nodealer plays from");
    refused(&run(&folder, "\u{7}", &["join", &address, "--plain"]), 2, "A name has");
    fs::write(folder.join("Dora"), b"no folder").unwrap();
    refused(&run(&folder, "Dora", &["join", &address, "--plain"]), 2, "Cannot write");
}

#[test]
fn why_a_table_is_not_reached_is_said_once() {
    let folder = folder("once");
    let output = run(&folder, "Bob", &["watch", "127.0.0.1:1", "--for", "1", "--plain"]);
    refused(&output, 3, "Nobody answers at");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

#[test]
fn a_guest_reads_who_at_the_table_is_a_bot() {
    let folder = folder("marked");
    let ann = host(&folder, &["suspicion", "--autoplay", "--seats", "4", "--bots", "1"]);
    let address = ann.address();
    let _robot = bot(&folder, "Robot", &address);
    let mut cat = Node::start(&folder, "Cat", &["join", &address, "--plain"]);
    cat.says("You sit at ");
    let until = Instant::now() + PATIENCE;
    while !["Ann", "Ada", "Robot"].iter().all(|n| cat.printed().contains(&format!("{n} (bot): "))) {
        assert!(Instant::now() < until, "a bot is not marked:\n{}", cat.printed());
        cat.types("who\n");
        thread::sleep(Duration::from_millis(100));
    }
    assert!(!cat.printed().contains("Cat (bot)"));
}

#[test]
fn a_bot_is_ready_again_after_somebody_gets_up() {
    let folder = folder("again");
    let ann = host(&folder, &["suspicion", "--seats", "4", "--plain"]);
    let address = ann.address();
    let _bob = bot(&folder, "Bob", &address);
    ann.says("Bob is ready.");
    let mut cat = Node::start(&folder, "Cat", &["join", &address, "--plain"]);
    cat.says("Bob");
    cat.types("q\n");
    ann.says("Cat gets up.");
    let until = Instant::now() + PATIENCE;
    while ann.printed().matches("Bob is ready.").count() < 2 {
        assert!(Instant::now() < until, "the bot waits for ever:\n{}", ann.printed());
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_host_sets_the_table_up_by_words() {
    let folder = folder("words");
    let mut ann = host(&folder, &["suspicion", "--seats", "4", "--plain"]);
    ann.address();
    ann.types("?\nbot\n");
    ann.says("  survive K ");
    ann.says("Ada sits at the table");
    ann.types("survive 0\nseats 3\nseats 1\n");
    ann.says("Strict: ");
    ann.says("Suspicion: No-Bluff for 3");
    ann.says("Write it as seats and a number; here it can be 2 to ");
    ann.types("r\n");
    ann.says("## ");
    assert!(!ann.printed().contains("Ann is ready"), "r is no word for ready");
    ann.types("q\n");
    ann.ends_well();
}

#[test]
fn somebody_whose_name_is_taken_sits_down_under_another() {
    let folder = folder("name");
    let ann = host(&folder, &["suspicion", "--seats", "4", "--bots", "1", "--plain"]);
    let address = ann.address();
    ann.says("Ada sits at the table");
    let output = command(&folder, "ann", &["join", &address, "--plain"]).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("you sit down as ann 2."), "{printed}");
}

#[test]
fn an_invited_table_takes_its_code_and_no_other() {
    let folder = folder("invited");
    let ann = host(&folder, &["suspicion", "--seats", "3", "--invite", "--plain"]);
    let (address, code) = (ann.address(), ann.says("Code: "));
    let with = |name, code: &str| {
        run(&folder, name, &["bot", &format!("nodealer:{code}@{address}"), "--for", "5"])
    };
    let wrong = format!("{}-000000", &code[..4]);
    refused(&with("Eve", &wrong), 3, "That is not this table's code");
    refused(&with("Eve", &code[..4]), 2, "The table is for invited people");
    let _bob = bot(&folder, "Bob", &format!("nodealer:{code}@{address}"));
    ann.says("Bob sits at the table");
}

#[test]
fn an_invited_table_without_a_code_is_an_error_where_nobody_can_type_one() {
    let folder = folder("uninvited");
    let ann = host(&folder, &["suspicion", "--seats", "3", "--invite", "--plain"]);
    let address = ann.address();
    let output = command(&folder, "Bob", &["join", &address, "--plain"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    refused(&output, 2, "no code was given");
}

#[test]
fn an_address_without_its_port_is_asked_about() {
    let folder = folder("sought");
    let ann = host(&folder, &["suspicion", "--seats", "3", "--plain"]);
    ann.address();
    let output = run(&folder, "Bob", &["join", "10.0.0.7", "--plain", "--for", "0"]);
    refused(&output, 3, "without its port");
}

#[test]
fn a_nodealer_elsewhere_is_asked_to_knock() {
    let folder = folder("knocks");
    let ann = host(&folder, &["suspicion", "--seats", "3", "--plain"]);
    let address = ann.address();
    let address = address.split(", ").next().unwrap();
    let doctor = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nodealer"));
        command.args([&["doctor", "--for", "0", "--json"], args].concat()).output().unwrap()
    };
    let heard = doctor(&[address]);
    let report: serde_json::Value = serde_json::from_slice(&heard.stdout).unwrap();
    let findings = report["findings"].to_string();
    assert!(findings.contains("reaches this machine, by TCP and by UDP"), "{findings}");
    let nobody = doctor(&["127.0.0.1:9"]);
    assert_eq!(nobody.status.code(), Some(3));
    let report: serde_json::Value = serde_json::from_slice(&nobody.stdout).unwrap();
    assert!(report["findings"].to_string().contains("No nodealer answers there"), "{report}");
}

#[test]
fn tables_are_listed_in_words_and_as_json() {
    let folder = folder("tables");
    let ann = host(&folder, &["knives", "--table", "The Back Room", "--plain"]);
    let (address, code) = (ann.address(), ann.says("Code: "));
    let list = |more: &[&str]| {
        let output =
            run(&folder, "Bob", &[&["tables", "--for", "1", "--at", &address], more].concat());
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(list(&[]).starts_with(&format!("The Back Room ({code}): Knives")));
    let tables: serde_json::Value = serde_json::from_str(&list(&["--json"])).unwrap();
    let table = &tables["tables"][0];
    assert_eq!(table["name"], "The Back Room");
    assert_eq!(table["code"], code.as_str());
    assert_eq!((&table["seats"], &table["taken"]), (&5.into(), &1.into()));
}
