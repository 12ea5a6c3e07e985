//! How long a move takes to reach everybody's screen, over TCP or QUIC on loopback.
//!
//! Every seat is a node with its journal on disk; a move counts from the moment its player confirms it
//! until the last of the other nodes shows the step it closed.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use engine::{Eyes, Faces, Seat};
use games::suspicion::GAME;
use net::JournalFile;
use seat::live::{Live, LiveState, Player, Update};
use table::Node;

/// Shows everything that waits; false once the match is over.
fn show(live: &Live, now: &mut Option<Box<LiveState>>) -> bool {
    while let Some(update) = live.next(Duration::from_micros(100)) {
        match update {
            Update::Progress(_, latest) => *now = Some(latest),
            Update::Over(_) => return false,
            _ => {}
        }
    }
    true
}

fn main() {
    let seats = 4;
    let people = common::table(&GAME, seats);
    let folder = common::folder("bench");
    let start = |(place, (person, started)): (usize, (&common::Person, net::Started))| {
        let me = Some((Seat::new(place as u8), started.secrets.unwrap()));
        let node = Node::new(started.charter, &GAME, me, 0).unwrap();
        let journal = JournalFile::create(&folder.join(&person.name)).unwrap();
        Live::start(node, &person.net, Some(journal), Player::Person, false).unwrap()
    };
    let all = people.iter().zip(common::start(&people)).enumerate();
    let lives: Vec<Live> = all.map(start).collect();
    let mut nows: Vec<Option<Box<LiveState>>> = vec![None; lives.len()];
    let mut moves = Vec::new();
    'match_: loop {
        for (live, now) in lives.iter().zip(&mut nows) {
            if !show(live, now) {
                break 'match_;
            }
        }
        let asked =
            |now: &Option<Box<LiveState>>| now.as_ref().is_some_and(|now| now.menu.is_some());
        let waiting: Vec<usize> = (0..lives.len()).filter(|&i| asked(&nows[i])).collect();
        let Some(&who) = waiting.first() else { continue };
        let now = nows[who].take().unwrap();
        let (menu, unseen) = (now.menu.unwrap(), Faces::default());
        let entry = menu.allowed(Eyes::new(&unseen, &now.view.faces))[0];
        let began = Instant::now();
        if lives[who].choose(entry).is_err() || waiting.len() > 1 || now.standing.missing.len() > 1
        {
            continue;
        }
        let reached = |now: &Option<Box<LiveState>>, step| {
            now.as_ref().is_some_and(|n| n.standing.step > step)
        };
        for other in (0..lives.len()).filter(|&i| i != who) {
            while !reached(&nows[other], now.standing.step) {
                if !show(&lives[other], &mut nows[other]) {
                    break 'match_;
                }
            }
        }
        moves.push(began.elapsed());
    }
    moves.sort();
    let at = |part: usize| moves[(moves.len() - 1) * part / 100];
    println!(
        "{} moves at a table of {seats}: p50 {:?}, p90 {:?}, max {:?}",
        moves.len(),
        at(50),
        at(90),
        at(100)
    );
}
