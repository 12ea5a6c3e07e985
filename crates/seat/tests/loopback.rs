//! Several nodes in one process, over real TCP and QUIC on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use common::{
    PATIENCE, Person, all_equal_and_fair, folder, key, play, play_by, start, table, timing,
};
use engine::{BotKind, Game, Seat};
use games::suspicion::GAME;
use net::{
    Config, Event, Identity, JournalFile, Net, NetError, Reach, Resumption, Started,
    lobby::{Introduction, LobbyEvent, Refusal, Terms, Wish},
};
use seat::live::{Live, Player, Update};
use table::{Node, journal::Entry};

#[test]
fn a_match_over_the_network_ends_with_equal_and_fair_transcripts() {
    let folder = folder("match");
    let people = table(&GAME, 4);
    let began = Instant::now();
    let lives: Vec<Live> = people
        .iter()
        .zip(start(&people))
        .map(|(person, started)| play(person, &GAME, started, &folder))
        .collect();
    all_equal_and_fair(&lives);
    eprintln!("a match of four took {:?}", began.elapsed());
}

#[test]
fn being_ready_over_and_over_changes_nothing_that_was_committed_to() {
    let people = table(&GAME, 3);
    // The last word of the host closes the list while it still speaks.
    for person in people.iter().rev() {
        (0..4).for_each(|_| person.net.ready(true).unwrap());
    }
    for person in &people {
        let Started { charter, secrets, .. } = *person.started();
        let places = &charter.charter.seats;
        let place = places.iter().find(|place| place.identity == person.id().0).unwrap();
        assert_eq!(secrets.unwrap().commitment(), (place.nonce, place.key));
    }
}

#[test]
fn a_table_is_seen_changes_and_goes_away() {
    let (host, other) = (Person::new(1), Person::new(2));
    host.open(&GAME, 3);
    other.find(&host);
    assert_eq!(other.net.tables()[0].1.terms, common::terms(&GAME, 3));
    let began = Instant::now();
    host.net.change(Terms { survive: 0, ..common::terms(&GAME, 3) }).unwrap();
    other.wait("the change", |event| match event {
        Event::TableSeen(_, line) if line.terms.survive == 0 => Some(()),
        _ => None,
    });
    host.net.leave().unwrap();
    other.wait("the end of the table", |event| match event {
        Event::TableGone(who) if who == host.id() => Some(()),
        _ => None,
    });
    assert!(other.net.tables().is_empty());
    eprintln!("changed and gone after {:?}", began.elapsed());
}

#[test]
fn a_host_that_vanishes_takes_its_table_along() {
    let (host, other) = (Person::new(1), Person::new(2));
    host.open(&GAME, 3);
    other.find(&host);
    let id = host.id();
    drop(host);
    other.wait("the end of the table", |event| match event {
        Event::TableGone(who) if who == id => Some(()),
        _ => None,
    });
}

#[test]
fn an_invited_table_opens_to_its_code_and_to_nothing_else() {
    let (host, guest) = (Person::new(1), Person::new(2));
    let code =
        host.net.open("Ours", Introduction::person("Ann"), common::terms(&GAME, 3), true).unwrap();
    guest.find(&host);
    let wish = || Wish::Sit(Introduction::person("Bob"));
    guest.net.join(host.id(), None, wish()).unwrap();
    assert_eq!(guest.refusal(), Refusal::NeedsCode);
    let wrong = net::Code::invited(&[0; 16], [0; 32]);
    guest.net.join(host.id(), Some(wrong), wish()).unwrap();
    assert_eq!(guest.refusal(), Refusal::WrongCode);
    let invitation: net::Invitation = host.net.invitation(&code).to_string().parse().unwrap();
    guest.net.join(host.id(), invitation.code, wish()).unwrap();
    assert_eq!(guest.room_of(2).sitters[1].name, "Bob");
}

#[test]
fn who_chats_is_heard_by_all_and_who_whispers_by_one() {
    let people = table(&GAME, 3);
    people[1].room_of(3);
    // Guests know each other through the room; they need not have met yet.
    people[1].net.chat(None, "hello").unwrap();
    people[1].net.chat(Some(people[2].id()), "psst\u{7}").unwrap();
    let chat = |person: &Person, wanted: &str| {
        person.wait(wanted, |event| match event {
            Event::Chat { from, whispered, text } if text == wanted => Some((from, whispered)),
            Event::Chat { whispered: true, .. } if wanted == "hello" => panic!("overheard"),
            _ => None,
        })
    };
    assert_eq!(chat(&people[0], "hello"), (people[1].id(), false));
    assert_eq!(chat(&people[2], "hello"), (people[1].id(), false));
    assert_eq!(chat(&people[2], "psst"), (people[1].id(), true));
}

#[test]
fn nobody_at_a_typed_address_is_said() {
    let person = Person::new(1);
    let address: net::Multiaddr = "/ip4/127.0.0.1/tcp/1".parse().unwrap();
    person.net.dial(vec![address.clone()]).unwrap();
    let tried = person.wait("nobody", |event| match event {
        Event::NobodyAt(tried) => Some(tried),
        _ => None,
    });
    assert_eq!(tried, [address]);
}

#[test]
fn a_taken_port_is_said() {
    let taken = Person::new(1).net;
    let config = Config { key: key(2), reach: Reach::Loopback, port: Some(taken.port()) };
    assert!(matches!(Net::start(config), Err(NetError::PortTaken(port)) if port == taken.port()));
}

#[test]
fn two_who_dial_each_other_at_once_meet() {
    for round in 0..10 {
        let (a, b) = (Person::new(2 * round + 1), Person::new(2 * round + 2));
        a.open(&GAME, 2);
        b.open(&GAME, 2);
        let (at_a, at_b) = (a.net.addresses(), b.net.addresses());
        a.net.at(b.id(), at_b.clone()).unwrap();
        b.net.at(a.id(), at_a.clone()).unwrap();
        a.net.dial(at_b).unwrap();
        b.net.dial(at_a).unwrap();
        for (one, other) in [(&a, &b), (&b, &a)] {
            one.wait("the other", |event| match event {
                Event::TableSeen(who, _) if who == other.id() => Some(()),
                _ => None,
            });
        }
    }
}

#[test]
fn a_rematch_is_played_by_the_same_people() {
    let folder = folder("rematch");
    let people = table(&GAME, 3);
    let mut ids = Vec::new();
    for round in 0..2 {
        let at = folder.join(round.to_string());
        fs::create_dir_all(&at).unwrap();
        let started = start(&people);
        ids.push(started[0].charter.charter.id());
        let lives: Vec<Live> = people
            .iter()
            .zip(started)
            .map(|(person, started)| play(person, &GAME, started, &at))
            .collect();
        all_equal_and_fair(&lives);
        people[0].net.rematch().unwrap();
        for guest in &people[1..] {
            guest.wait("the next round", |event| match event {
                Event::Lobby(LobbyEvent::Room(room)) if !room.line.playing => Some(()),
                _ => None,
            });
        }
    }
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn a_node_that_was_stopped_leaves_its_port_to_the_next_one() {
    let first = Person::new(1);
    let (port, other) = (first.net.port(), Person::new(2));
    other.net.dial(first.net.addresses()).unwrap();
    other.wait("the other", |event| matches!(event, Event::Reached(..)).then_some(()));
    first.net.stop();
    let config = Config { key: key(1), reach: Reach::Loopback, port: Some(port) };
    assert_eq!(Net::start(config).unwrap().0.port(), port);
}

/// The journal of a match that ended a moment ago without a word.
fn resumed(path: &Path) -> (JournalFile, Vec<Entry>) {
    let resume = |_| {
        thread::sleep(Duration::from_millis(20));
        JournalFile::resume(path).ok()
    };
    (0..100).find_map(resume).unwrap()
}

#[test]
fn a_match_that_has_begun_is_in_the_journal_already() {
    let folder = folder("begun");
    let people = table(&GAME, 3);
    let begin = |(person, started)| {
        let live = play(person, &GAME, started, &folder);
        let journal = fs::read(folder.join(&person.name)).unwrap();
        let (entries, _) = table::journal::read(&journal).unwrap();
        assert!(matches!(entries.first(), Some(Entry::Start { .. })), "{}", person.name);
        live
    };
    let _lives: Vec<Live> = people.iter().zip(start(&people)).map(begin).collect();
}

#[test]
fn a_player_who_crashes_resumes_from_the_journal() {
    let folder = folder("crash");
    let mut people = table(&GAME, 3);
    let mut lives: Vec<Live> = people
        .iter()
        .zip(start(&people))
        .map(|(person, started)| play(person, &GAME, started, &folder))
        .collect();
    // The third player's process ends in the middle of the game, without a word.
    let crashed = lives.pop().unwrap();
    loop {
        if let Some(Update::Progress(_, now)) = crashed.next(Duration::from_secs(60))
            && now.standing.step > 12
        {
            break;
        }
    }
    let lost = people.pop().unwrap();
    let name = lost.name.clone();
    drop((crashed, lost));
    people[0].wait("the loss", |event| match event {
        Event::Down(_) => Some(()),
        _ => None,
    });
    // It returns under another port, and knows from its disk where the others are.
    let back = Person::new(3);
    let path = folder.join(&name);
    let (journal, entries) = resumed(&path);
    let node = Node::resume(entries, &GAME, back.key.clone(), 0).unwrap().with_timing(timing());
    let bot = Player::Bot(GAME.bot(BotKind::NORMAL, Seat::new(2), 2).into());
    lives.push(Live::start(node, &back.net, Some(journal), bot, true).unwrap());
    all_equal_and_fair(&lives);
}

#[test]
fn players_who_return_at_other_ports_learn_of_each_other_from_the_one_they_find() {
    let folder = folder("whereabouts");
    let mut people = table(&GAME, 3);
    let mut lives: Vec<Live> = people
        .iter()
        .zip(start(&people))
        .map(|(person, started)| play_by(person, &GAME, started, &folder, |_| Player::Person))
        .collect();
    let host = people[0].net.addresses();
    drop((lives.split_off(1), people.split_off(1)));
    // Each knows where the host is, and nothing of the other.
    let mut back = Vec::new();
    for seed in [2, 3] {
        let path = folder.join(format!("P{seed}"));
        let known = vec![(people[0].id(), host.clone())];
        Resumption { known, ..Resumption::default() }.write(&path).unwrap();
        let person = Person::new(seed);
        let (journal, entries) = resumed(&path);
        let node = Node::resume(entries, &GAME, person.key.clone(), 0).unwrap();
        let live = Live::start(node, &person.net, Some(journal), Player::Person, true).unwrap();
        back.push((person, live));
    }
    let until = Instant::now() + PATIENCE;
    let (one, other) = (&back[0].0.net, back[1].0.id());
    while !one.presence(&other).is_some_and(|presence| presence.up) {
        assert!(Instant::now() < until, "they never met");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn whoever_slept_through_the_end_gets_it_from_players_who_are_in_another_match() {
    let folder = folder("slept");
    let mut people = table(&GAME, 3);
    let started = start(&people);
    let name = proto::words(&started[0].charter.charter.id());
    let mut lives: Vec<Live> = people
        .iter()
        .zip(started)
        .map(|(person, started)| play(person, &GAME, started, &folder))
        .collect();
    // The third player's journal as it is before the end.
    while !matches!(lives[2].next(PATIENCE), Some(Update::Progress(_, now)) if now.standing.step > 12)
    {
    }
    let path = folder.join("P3");
    let asleep = fs::read(&path).unwrap();
    let over = common::over(&lives[0]);
    fs::write(folder.join(format!("{name}.nodealer")), &over.transcript).unwrap();
    lives.clear();
    people.pop();
    for person in &people {
        person.net.answer_from(vec![folder.clone()]).unwrap();
        person.net.enter([9; 32], vec![Identity::of(&key(7))], false, Box::new(|_| true)).unwrap();
    }
    fs::write(&path, asleep).unwrap();
    let known = people.iter().map(|person| (person.id(), person.net.addresses())).collect();
    Resumption { known, ..Resumption::default() }.write(&path).unwrap();
    let back = Person::new(3);
    let (journal, entries) = resumed(&path);
    let node = Node::resume(entries, &GAME, back.key.clone(), 0).unwrap();
    let live = Live::start(node, &back.net, Some(journal), Player::Person, true).unwrap();
    let given = common::over(&live);
    assert!(given.transcript == over.transcript && given.given_by.is_some());
    assert_eq!(given.fingerprint, over.fingerprint);
}

#[test]
fn a_player_who_can_be_reached_and_speaks_of_other_things_is_not_at_the_table() {
    let folder = folder("elsewhere");
    let mut people = table(&GAME, 2);
    let started = start(&people);
    let mut lives: Vec<Live> = people
        .iter()
        .zip(started)
        .map(|(person, started)| play_by(person, &GAME, started, &folder, |_| Player::Person))
        .collect();
    let presence = |live: &Live, wanted: bool| loop {
        match live.next(PATIENCE) {
            Some(Update::Presence { here, .. }) if here == wanted => return,
            Some(_) => {}
            None => panic!("nothing is said of whether they are here ({wanted})"),
        }
    };
    presence(&lives[0], true);
    drop((lives.pop(), people.pop()));
    presence(&lives[0], false);
    // The same player looks around and finds the host, but does not take the seat again.
    let elsewhere = Person::new(2);
    people[0].events.try_iter().count();
    elsewhere.net.dial(people[0].net.addresses()).unwrap();
    people[0].wait("the same player", |event| match event {
        Event::Up(who) if who == elsewhere.id() => Some(()),
        _ => None,
    });
    // Though the host tells it of the match, it neither hangs up nor seems to be there.
    let until = Instant::now() + Duration::from_secs(8);
    while Instant::now() < until {
        let update = lives[0].next(Duration::from_millis(100));
        assert!(!matches!(update, Some(Update::Presence { .. })));
    }
}

#[test]
fn a_spectator_follows_to_the_same_transcript() {
    let folder = folder("watch");
    let people = table(&GAME, 3);
    let started = start(&people);
    let watcher = Person::new(9);
    watcher.find(&people[0]);
    watcher.net.join(people[0].id(), None, Wish::Watch).unwrap();
    let watched = watcher.started();
    assert!(watched.secrets.is_none());
    let mut lives: Vec<Live> = people
        .iter()
        .zip(started)
        .map(|(person, started)| play(person, &GAME, started, &folder))
        .collect();
    let node = Node::new(watched.charter, &GAME, None, 0).unwrap();
    lives.push(Live::start(node, &watcher.net, None, Player::Person, true).unwrap());
    all_equal_and_fair(&lives);
}

#[test]
fn connections_that_are_cut_again_and_again_only_delay_the_match() {
    let folder = folder("cut");
    let people = table(&GAME, 3);
    let lives: Vec<Live> = people
        .iter()
        .zip(start(&people))
        .map(|(person, started)| play(person, &GAME, started, &folder))
        .collect();
    let nets: Vec<_> = people.iter().map(|person| person.net.clone()).collect();
    let cutter = thread::spawn(move || {
        for round in 0..6 {
            thread::sleep(Duration::from_millis(150));
            nets[round % 3].hang_up(nets[(round + 1) % 3].identity());
        }
    });
    all_equal_and_fair(&lives);
    cutter.join().unwrap();
}

#[test]
fn two_guests_who_joined_by_the_hosts_address_reach_each_other() {
    let people = table(&GAME, 3);
    let until = Instant::now() + PATIENCE;
    while !people[1].net.presence(&people[2].id()).is_some_and(|presence| presence.up) {
        assert!(Instant::now() < until, "they never met");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_guest_who_vanishes_from_the_lobby_loses_the_seat() {
    let mut people = table(&GAME, 3);
    drop(people.pop());
    assert_eq!(people[0].room_of(2).sitters.len(), 2);
}
