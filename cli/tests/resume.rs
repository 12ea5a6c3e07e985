//! Everything was killed and comes back: separate processes over loopback, whose tables were joined by
//! address, so that no discovery brings them together again.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod processes;

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use processes::{Node, all_equal_and_fair, bot, folder, host};

/// A host and bots in one match, each a process, in the middle of it.
fn in_the_middle(folder: &Path, game: &str, seats: usize, step: u64) -> Vec<Node> {
    let number = seats.to_string();
    let mut nodes = vec![host(folder, &[game, "--autoplay", "--seats", &number, "-v"])];
    let address = nodes[0].address();
    nodes.extend((1..seats).map(|i| bot(folder, &format!("Bot {i}"), &address)));
    nodes[0].reaches(step);
    nodes
}

/// All are killed at once in the middle of a match, and take their seats again.
fn blackout(game: &str, seats: usize, step: u64) {
    let folder = folder(&format!("blackout-{game}"));
    let mut nodes = in_the_middle(&folder, game, seats, step);
    nodes.iter_mut().for_each(Node::kill);
    assert!(nodes.iter().all(|node| !node.transcript.exists()), "too late to kill them");
    let mut back: Vec<Node> = nodes.iter().map(|node| resume(&folder, &node.name, &[])).collect();
    back.iter_mut().for_each(Node::ends_well);
    all_equal_and_fair(&back.iter().collect::<Vec<_>>());
}

fn resume(folder: &Path, name: &str, args: &[&str]) -> Node {
    Node::start(folder, name, &[&["resume", "-v"], args].concat())
}

#[test]
fn all_nodes_of_suspicion_killed_at_once_come_back_and_finish() {
    blackout("suspicion", 3, 20);
}

#[test]
fn all_nodes_of_knives_killed_at_once_come_back_and_finish() {
    blackout("knives", 5, 20);
}

#[test]
fn all_nodes_of_never_bring_a_knife_killed_at_once_come_back_and_finish() {
    blackout("never-bring-a-knife", 4, 20);
}

#[test]
fn all_nodes_of_no_honor_killed_at_once_come_back_and_finish() {
    blackout("no-honor", 3, 20);
}

/// The files under a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let found = Command::new("find").arg(folder).args(["-name", &format!("*{ending}")]).output();
    String::from_utf8(found.unwrap().stdout).unwrap().lines().map(PathBuf::from).collect()
}

/// Takes the port that a node listened on before it was killed.
fn occupy(folder: &Path, node: &Node) -> TcpListener {
    let kept = files(&folder.join(&node.name), ".journal.peers");
    let text = fs::read_to_string(&kept[0]).unwrap();
    let port = text.lines().find_map(|line| line.strip_prefix("port ")).unwrap();
    TcpListener::bind(("127.0.0.1", port.parse().unwrap())).unwrap()
}

#[test]
fn two_nodes_that_lost_their_ports_come_back_through_the_third() {
    let folder = folder("two-ports");
    let mut nodes = in_the_middle(&folder, "suspicion", 3, 20);
    nodes.iter_mut().for_each(Node::kill);
    let _taken = [occupy(&folder, &nodes[1]), occupy(&folder, &nodes[2])];
    let mut back: Vec<Node> = nodes.iter().map(|node| resume(&folder, &node.name, &[])).collect();
    back.iter_mut().for_each(Node::ends_well);
    all_equal_and_fair(&back.iter().collect::<Vec<_>>());
}

#[test]
fn nodes_that_have_all_lost_their_ports_are_brought_together_by_one_address() {
    let folder = folder("all-ports");
    let mut nodes = in_the_middle(&folder, "suspicion", 3, 20);
    nodes.iter_mut().for_each(Node::kill);
    let _taken: Vec<TcpListener> = nodes.iter().map(|node| occupy(&folder, node)).collect();
    let ann = resume(&folder, "Ann", &[]);
    let at = ann.says("resume --at ");
    let at = at.split('`').next().unwrap();
    // Nobody answers at the first of these.
    let bots =
        ["Bot 1", "Bot 2"].map(|bot| resume(&folder, bot, &["--at", "127.0.0.1:1", "--at", at]));
    let mut back: Vec<Node> = [ann].into_iter().chain(bots).collect();
    back.iter_mut().for_each(Node::ends_well);
    all_equal_and_fair(&back.iter().collect::<Vec<_>>());
}

#[test]
fn a_host_that_plays_by_itself_resumes_so_with_the_bots_beside_it() {
    let folder = folder("beside");
    let mut ann = host(&folder, &["suspicion", "--autoplay", "--seats", "4", "--bots", "2", "-v"]);
    let mut bob = bot(&folder, "Bob", &ann.address());
    ann.reaches(20);
    ann.kill();
    bob.kill();
    let mut back = [resume(&folder, "Ann", &[]), resume(&folder, "Bob", &[])];
    back[0].says("A bot takes the seat of Ann again.");
    back.iter_mut().for_each(Node::ends_well);
    all_equal_and_fair(&back.iter().collect::<Vec<_>>());
    assert!(files(&folder, ".journal").is_empty(), "journals of matches that are over");
}

#[test]
fn a_person_resumes_as_a_person() {
    let folder = folder("person");
    let mut ann = host(&folder, &["suspicion", "--seats", "3", "--bots", "2", "--plain"]);
    ann.says("Bruno is ready.");
    ann.types("ready\n");
    ann.says("You are Ann.");
    ann.kill();
    let ann = resume(&folder, "Ann", &["--plain"]);
    ann.says("You are Ann. With you: ");
    ann.says("Type a number to choose");
}

/// A match whose last seat was killed, and that the others have finished without it; nobody runs any more.
fn finished_without_dora(folder: &Path) -> Vec<Node> {
    let grace = ["--grace", "2"];
    let args = [&["suspicion", "--autoplay", "--seats", "4", "-v"], &grace[..]].concat();
    let mut nodes = vec![host(folder, &args)];
    let address = nodes[0].address();
    for name in ["Bob", "Cleo", "Dora"] {
        nodes.push(Node::start(folder, name, &[&["bot", &address], &grace[..]].concat()));
    }
    nodes[0].reaches(20);
    nodes.pop().unwrap().kill();
    nodes.iter_mut().for_each(Node::ends_well);
    nodes[0].says("The table has gone on without Dora: an autopilot plays in their place");
    nodes
}

#[test]
fn whoever_slept_through_the_end_gets_it_from_one_who_is_at_another_table_now() {
    let folder = folder("slept");
    let mut nodes = finished_without_dora(&folder);
    let mut dora = resume(&folder, "Dora", &[]);
    dora.says("A bot takes the seat of Dora again.");
    let ann = Node::start(&folder, "Ann", &["host", "knives", "--plain"]);
    ann.address();
    dora.ends_well();
    assert_eq!(dora.says("Transcript: "), dora.transcript.display().to_string());
    nodes.push(dora);
    all_equal_and_fair(&nodes.iter().collect::<Vec<_>>());
    assert!(files(&folder.join("Dora"), ".journal").is_empty());
}

#[test]
fn whoever_slept_through_the_end_gets_it_from_one_who_names_that_match() {
    let folder = folder("named");
    let mut nodes = finished_without_dora(&folder);
    let copy = files(&folder.join("Ann/finished"), ".nodealer").remove(0);
    let name = copy.file_stem().unwrap().to_str().unwrap().to_owned();
    let ann = resume(&folder, "Ann", &[&name]);
    ann.says("That match is over.");
    let mut dora = resume(&folder, "Dora", &["--plain"]);
    dora.ends_well();
    nodes.push(dora);
    all_equal_and_fair(&nodes.iter().collect::<Vec<_>>());
}

#[test]
fn a_node_that_was_killed_before_all_had_seen_the_end_gives_it_when_it_resumes() {
    let folder = folder("unsettled");
    let mut nodes = in_the_middle(&folder, "suspicion", 3, 20);
    let beside = files(&folder.join("Ann"), ".journal.peers").remove(0);
    let kept = fs::read(&beside).unwrap();
    let asleep = files(&folder.join("Bot 1"), ".journal").remove(0);
    let journal = fs::read(&asleep).unwrap();
    nodes.iter_mut().for_each(Node::ends_well);
    assert!(!beside.exists(), "all have seen the end");
    // As if the one had been killed in the middle, and the other at the end.
    fs::write(&beside, kept).unwrap();
    fs::write(&asleep, journal).unwrap();
    fs::remove_file(&nodes[1].transcript).unwrap();
    let mut back = [resume(&folder, "Ann", &[]), resume(&folder, "Bot 1", &[])];
    back[0].says("That match is over.");
    back.iter_mut().for_each(Node::ends_well);
    assert!(!beside.exists());
    all_equal_and_fair(&nodes.iter().collect::<Vec<_>>());
}

#[test]
fn the_sentence_for_whoever_leaves_a_match_brings_them_back_to_it() {
    let folder = folder("left");
    let args = ["suspicion", "--seats", "3", "--bots", "2", "--plain", "--window", "0"];
    let mut ann = host(&folder, &args);
    ann.says("Bruno is ready.");
    ann.types("ready\n");
    ann.says("You are Ann.");
    // A script's words are read when something is asked.
    ann.types("q\n");
    ann.ends_well();
    let how = ann.says("`nodealer ");
    let how = how.split('`').next().unwrap();
    let mut words = how.split(' ').collect::<Vec<_>>();
    words.retain(|word| !word.is_empty());
    let back = Command::new(env!("CARGO_BIN_EXE_nodealer")).args(words).arg("--plain").output();
    let said = String::from_utf8(back.unwrap().stdout).unwrap();
    assert!(said.contains("You are Ann. With you: "), "{said}");
}

/// A copy of somebody's data folder, under another name.
fn copy(folder: &Path, name: &str, copy: &str) {
    let copied =
        Command::new("cp").arg("-r").arg(folder.join(name)).arg(folder.join(copy)).status();
    assert!(copied.unwrap().success());
}

/// Waits until the node of a bot has begun the match.
fn keeps_a_journal(folder: &Path, name: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    let journals = folder.join(name).join("bots").join(name).join("journals");
    while files(&journals, ".journal").is_empty() {
        assert!(Instant::now() < until, "{name} has no journal");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_copied_data_folder_is_refused_at_a_table_where_its_original_sits() {
    let folder = folder("copied-guest");
    let mut ann = host(&folder, &["suspicion", "--seats", "4", "--plain"]);
    let address = ann.address();
    let mut bob = Node::start(&folder, "Bob", &["join", &address, "--plain"]);
    ann.says("Bob sits at the table: ");
    copy(&folder, "Bob", "Copy");
    let mut second = Node::start(&folder, "Copy", &["join", &address, "--plain"]);
    assert_eq!(second.ends(), 3, "{}", second.printed());
    second.says("this data folder is in use in another place");
    bob.says("Another nodealer wants to play with your key and is refused");
    // The one who was there first sits there still, and is heard.
    bob.types("/say still here\nready\n");
    ann.says("Bob says: still here");
    ann.says("Bob is ready.");
    assert!(!ann.printed().contains("gets up"), "{}", ann.printed());
    ann.types("/say good\n");
    bob.says("Ann says: good");
}

#[test]
fn a_copied_data_folder_is_refused_at_the_table_of_its_original() {
    let folder = folder("copied-host");
    let ann = host(&folder, &["suspicion", "--seats", "4", "--plain"]);
    let address = ann.address();
    copy(&folder, "Ann", "Copy");
    let mut second = Node::start(&folder, "Copy", &["join", &address, "--plain"]);
    assert_eq!(second.ends(), 3, "{}", second.printed());
    second.says("this data folder is in use in another place");
}

#[test]
fn a_copied_data_folder_takes_no_seat_that_its_original_plays() {
    let folder = folder("copied-seat");
    let args = ["suspicion", "--seats", "4", "--bots", "2", "--plain", "--window", "0"];
    let mut ann = host(&folder, &args);
    let mut bob = bot(&folder, "Bob", &ann.address());
    ann.says("Bob is ready.");
    ann.types("ready\n");
    ann.says("You are Ann.");
    keeps_a_journal(&folder, "Bob");
    copy(&folder, "Bob", "Copy");
    // Whom the copy knows depends on the moment it was made.
    let mut second = resume(&folder, "Copy", &["--at", &ann.address()]);
    assert_eq!(second.ends(), 3, "{}", second.printed());
    second.says("this data folder is in use in another place");
    processes::plays(&mut ann, 1);
    assert!(ann.transcript.exists() && bob.says("Fingerprint: ") == ann.says("Fingerprint: "));
    all_equal_and_fair(&[&ann, &bob]);
    bob.kill();
}
