//! Everything was killed and comes back: separate processes over loopback, whose tables were joined by
//! address, so that no discovery brings them together again.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod processes;

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
};

use processes::{Node, all_equal_and_fair, bot, folder, host};

/// A host and bots in one match, each a process, in the middle of it.
fn in_the_middle(folder: &Path, game: &str, seats: usize, step: u64) -> Vec<Node> {
    let number = seats.to_string();
    let mut nodes = vec![host(folder, &[game, "--autoplay", "--seats", &number, "-v"])];
    let address = nodes[0].address();
    nodes.extend((1..seats).map(|i| bot(folder, &format!("Bot {i}"), &address)));
    nodes[0].says(&format!("Step {step}: "));
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
    ann.says("Step 20: ");
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
