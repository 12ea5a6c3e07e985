//! What each part is linked with.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{collections::BTreeSet, process::Command};

/// All that a crate is linked with, by name; only what it names itself if `depth` is 1.
fn linked(package: &str, depth: Option<&str>) -> BTreeSet<String> {
    let mut tree = Command::new(env!("CARGO"));
    tree.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    tree.args(["tree", "--offline", "--locked", "-e", "normal", "--prefix", "none"]);
    tree.args(["-p", package, "--format", "{p}"]);
    tree.args(depth.into_iter().flat_map(|depth| ["--depth", depth]));
    let output = tree.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split(' ').next()).map(Into::into).collect()
}

#[test]
fn a_seat_is_linked_with_no_screen() {
    let seat = linked("nodealer-seat", None);
    assert!(seat.contains("nodealer-net") && !seat.contains("ratatui") && !seat.contains("clap"));
}

#[test]
fn nothing_but_a_binary_is_linked_with_the_games() {
    for package in ["nodealer-table", "sim", "nodealer-seat", "web"] {
        assert!(!linked(package, None).contains("games"), "{package}");
    }
}

#[test]
fn the_network_is_linked_with_no_games_and_names_no_menus() {
    let net = linked("nodealer-net", None);
    assert!(net.contains("libp2p") && !net.contains("games") && !net.contains("nodealer-seat"));
    assert!(!linked("nodealer-net", Some("1")).contains("nodealer-engine"));
}

#[test]
fn the_auditor_and_the_games_are_linked_with_no_network() {
    for package in ["auditor", "nodealer-table", "games"] {
        let all = linked(package, None);
        assert!(!all.contains("tokio") && !all.contains("libp2p"), "{package}: {all:?}");
    }
}
