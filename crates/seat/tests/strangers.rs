//! Strangers on the same network: they are answered within limits, and disturb nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
#[path = "common/stranger.rs"]
mod stranger;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use common::{Person, all_equal_and_fair, folder, play, start, table};
use futures::StreamExt;
use games::suspicion::GAME;
use libp2p::{StreamProtocol, identity::Keypair};
use net::{
    Multiaddr, limits,
    lobby::{Introduction, Refusal, Wish},
    wire,
};
use stranger::{LOOK, attack, garbage, stranger};

fn tcp_of(person: &Person) -> Multiaddr {
    let addresses = person.net.addresses();
    addresses.into_iter().find(|a| a.to_string().contains("tcp")).unwrap()
}

#[test]
fn floods_noise_oversized_frames_and_hundreds_of_streams_do_not_disturb_a_match() {
    let folder = folder("strangers");
    let people = table(&GAME, 3);
    let started = start(&people);
    let target = tcp_of(&people[0]);
    let (stop, out) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let flags = || (stop.clone(), out.clone());
    let status = proto::Status {
        match_id: started[0].charter.charter.id(),
        step: 1,
        head: [0; 32],
        have: 0,
        proven: 0,
        ask: 0,
    };
    let replay = proto::codec::encode(&proto::Message::Status(status));
    let attacks = [
        attack(target.clone(), wire::LOBBY, 50, flags(), |_| LOOK.to_vec()),
        attack(target.clone(), wire::LOBBY, 1, flags(), |n| garbage(n, 300)),
        attack(target.clone(), wire::MATCH, 4, flags(), |n| garbage(n, 100_000)),
        attack(target.clone(), wire::MATCH, 1, flags(), |n| garbage(n, 4 << 20)),
        attack(target.clone(), wire::LOBBY, 400, flags(), |n| garbage(n, 9)),
        attack(target, wire::MATCH, 20, flags(), move |_| replay.clone()),
    ];
    let began = Instant::now();
    let lives: Vec<_> = people
        .iter()
        .zip(started)
        .map(|(person, started)| play(person, &GAME, started, &folder))
        .collect();
    all_equal_and_fair(&lives);
    let took = began.elapsed();
    stop.store(true, Ordering::Relaxed);
    let results: Vec<_> = attacks.into_iter().map(|attack| attack.join().unwrap()).collect();
    eprintln!("match under attack: {took:?}; answered and thrown out: {results:?}");
    assert!(results[1].1 > 0, "noise ends its connection");
    assert!(results[3].1 > 0, "an oversized frame ends its connection");
}

#[test]
fn captured_contributions_replayed_by_strangers_and_players_change_nothing() {
    let folder = folder("replay");
    let people = table(&GAME, 3);
    let mut started = start(&people);
    let last = started.pop().unwrap();
    // The third catches what the first two say before it plays itself.
    let (sender, captured) = std::sync::mpsc::channel();
    let members = people.iter().map(Person::id).collect();
    let sink = Box::new(move |incoming| match incoming {
        net::Incoming::Received { bytes, .. } => sender.send(bytes).is_ok(),
        _ => true,
    });
    people[2].net.enter(last.charter.charter.id(), members, true, sink).unwrap();
    let mut lives: Vec<_> =
        people.iter().zip(started).map(|(p, started)| play(p, &GAME, started, &folder)).collect();
    let contribution = loop {
        let bytes = captured.recv_timeout(common::PATIENCE).unwrap();
        if matches!(proto::codec::decode(&bytes), Ok(proto::Message::Contribution(_))) {
            break bytes;
        }
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flags = (stop.clone(), Arc::default());
    let frame = contribution.clone();
    let replay = attack(tcp_of(&people[0]), wire::MATCH, 2, flags, move |_| frame.clone());
    lives.push(play(&people[2], &GAME, last, &folder));
    (0..50).for_each(|_| people[2].net.broadcast(contribution.clone()));
    all_equal_and_fair(&lives);
    stop.store(true, Ordering::Relaxed);
    replay.join().unwrap();
}

#[test]
fn a_stranger_with_the_name_of_a_player_and_another_key_gets_no_seat() {
    let people = table(&GAME, 3);
    let mut eve = Person::new(9);
    eve.name = people[1].name.clone();
    eve.find(&people[0]);
    eve.net.join(people[0].id(), None, Wish::Sit(Introduction::person(&eve.name))).unwrap();
    assert_eq!(eve.refusal(), Refusal::NameTaken);
    let started = start(&people);
    eve.net.join(people[0].id(), None, Wish::Sit(Introduction::person(&eve.name))).unwrap();
    assert_eq!(eve.refusal(), Refusal::Playing);
    let seats = &started[0].charter.charter.seats;
    assert_eq!((seats[1].name.as_str(), seats[1].identity), ("P2", people[1].id().0));
}

#[test]
fn a_stranger_who_asks_too_often_is_thrown_out_while_others_are_served() {
    let (host, guest) = (Person::new(1), Person::new(2));
    host.open(&GAME, 3);
    guest.find(&host);
    let (stop, out) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let flags = (stop.clone(), out.clone());
    let flood = attack(tcp_of(&host), wire::LOBBY, 20, flags, |_| LOOK.to_vec());
    let until = Instant::now() + common::PATIENCE;
    while out.load(Ordering::Relaxed) == 0 {
        assert!(Instant::now() < until, "the flood goes on");
        thread::sleep(Duration::from_millis(20));
    }
    guest.sit(&host);
    stop.store(true, Ordering::Relaxed);
    let (answered, _) = flood.join().unwrap();
    assert!(answered > 0, "not even the first was answered");
}

#[test]
fn a_peer_with_other_protocols_is_left_alone_and_still_served_by_nobody() {
    let host = Person::new(1);
    host.open(&GAME, 3);
    let guest = Person::new(2);
    guest.find(&host);
    let target = tcp_of(&host);
    let stop = Arc::new(AtomicBool::new(false));
    let other = StreamProtocol::new("/other/1");
    let flags = (stop.clone(), Arc::default());
    let foreign = attack(target, other, 3, flags, |_| vec![1, 2, 3]);
    thread::sleep(Duration::from_secs(2));
    guest.sit(&host);
    stop.store(true, Ordering::Relaxed);
    let (answered, thrown_out) = foreign.join().unwrap();
    assert_eq!(answered, 0);
    assert!(thrown_out > 0, "it was not recognised as foreign");
}

#[test]
fn no_more_strangers_stay_connected_than_allowed() {
    let host = Person::new(1);
    host.open(&GAME, 3);
    let guest = Person::new(2);
    guest.find(&host);
    guest.sit(&host);
    let target = tcp_of(&host);
    let open = Arc::new(AtomicUsize::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let (counter, ended) = (open.clone(), stop.clone());
    let crowd = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut swarms: Vec<_> = (0..3 * limits::STRANGERS)
                .map(|_| {
                    let mut swarm = stranger(Keypair::generate_ed25519(), wire::LOBBY);
                    swarm.dial(target.clone()).unwrap();
                    swarm
                })
                .collect();
            while !ended.load(Ordering::Relaxed) {
                for swarm in &mut swarms {
                    let _ = tokio::time::timeout(Duration::from_millis(2), swarm.next()).await;
                }
                let up = swarms.iter().filter(|s| s.network_info().num_peers() > 0).count();
                counter.store(up, Ordering::Relaxed);
            }
        });
    });
    thread::sleep(Duration::from_secs(5));
    let connected = open.load(Ordering::Relaxed);
    stop.store(true, Ordering::Relaxed);
    crowd.join().unwrap();
    assert!(connected <= limits::STRANGERS + 1, "{connected} strangers are connected");
    // The one who sits there was not pushed out.
    assert!(guest.net.presence(&host.id()).unwrap().up);
    assert!(host.net.presence(&guest.id()).unwrap().up);
}
