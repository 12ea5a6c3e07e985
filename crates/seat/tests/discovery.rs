//! Discovery by mDNS. It needs an interface that carries multicast, which loopback does not: without
//! one these tests say so and end. In a network namespace of its own,
//! `ip link set lo up; ip addr add 10.99.0.1/24 dev lo` is enough.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::time::{Duration, Instant};

use common::{Person, all_equal_and_fair, folder, play, start};
use games::suspicion::GAME;
use net::{Event, Reach, doctor};

fn multicast() -> bool {
    let probe = doctor::probe(Duration::from_millis(10)).unwrap();
    let there = probe.interfaces.iter().any(|interface| interface.mdns);
    if !there {
        eprintln!("SKIPPED: no interface of this machine carries multicast on UDP port 5353");
    }
    there
}

#[test]
fn a_table_is_seen_by_six_others_who_sit_down_and_play() {
    if !multicast() {
        return;
    }
    let people: Vec<Person> = (1..=7).map(|seed| Person::reaching(seed, Reach::Lan)).collect();
    let began = Instant::now();
    people[0].open(&GAME, 7);
    for guest in &people[1..] {
        guest.wait("the table", |event| match event {
            Event::TableSeen(who, _) if who == people[0].id() => Some(()),
            _ => None,
        });
    }
    let seen = began.elapsed();
    people[1..].iter().for_each(|guest| guest.sit(&people[0]));
    people[0].room_of(7);
    eprintln!("seen by all after {seen:?}, all seated after {:?}", began.elapsed());
    let folder = folder("discovery");
    let lives: Vec<_> = people
        .iter()
        .zip(start(&people))
        .map(|(person, started)| play(person, &GAME, started, &folder))
        .collect();
    all_equal_and_fair(&lives);
    eprintln!("played to the end after {:?}", began.elapsed());
}

#[test]
fn a_node_that_starts_late_sees_the_table() {
    if !multicast() {
        return;
    }
    let host = Person::reaching(11, Reach::Lan);
    host.open(&GAME, 3);
    std::thread::sleep(Duration::from_secs(2));
    let began = Instant::now();
    let late = Person::reaching(12, Reach::Lan);
    late.wait("the table", |event| match event {
        Event::TableSeen(who, _) if who == host.id() => Some(()),
        _ => None,
    });
    eprintln!("seen {:?} after the start", began.elapsed());
}
