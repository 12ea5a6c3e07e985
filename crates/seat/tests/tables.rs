//! Tables on the network, through screens of the seats at them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod screens;

use net::Reach;
use screens::{ann, folder, log, play, refused, taken, until};
use seat::{
    Config, Intent, LobbyView, MatchView, Refused, SeatClient, SeatEventKind, SeatState, Setup,
    Snapshot, TermsEdit, person::Person,
};

fn loopback() -> Config {
    let window = std::time::Duration::ZERO;
    Config { reach: Some(Reach::Loopback), window, ..Config::default() }
}

fn in_lobby(snapshot: &Snapshot) -> Option<&LobbyView> {
    match &snapshot.state {
        SeatState::Lobby(lobby) => Some(lobby),
        _ => None,
    }
}

fn suspicion(bots: u8) -> Intent {
    Intent::Host(Setup { game: "suspicion".into(), seats: Some(3), bots, ..Setup::default() })
}

/// Where a host's table is.
fn address(host: &SeatClient) -> String {
    until(host, "an address", |snapshot| in_lobby(snapshot)?.addresses.first().cloned())
}

#[test]
fn a_person_hosts_plays_with_bots_and_comes_back_to_the_table_for_a_rematch() {
    let host = ann("host", loopback());
    taken(&host, suspicion(1));
    until(&host, "a bot", |snapshot| (in_lobby(snapshot)?.people.len() == 2).then_some(()));
    let bot = |level: &str| Intent::AddBot { level: Some(level.into()) };
    assert!(matches!(refused(&host, bot("divine")), Refused::Impossible { .. }));
    taken(&host, bot("hard"));
    let room = until(&host, "two bots", |snapshot| {
        let lobby = in_lobby(snapshot)?;
        (lobby.people.len() == 3).then(|| lobby.clone())
    });
    assert!(room.host && room.people[0].me && room.terms.game == "suspicion");
    let full = refused(&host, bot("easy"));
    assert_eq!(full, Refused::Impossible { reason: "No seat is free.".into() });
    taken(&host, Intent::Ready { ready: true });
    until(&host, "the match", |snapshot| screens::in_match(snapshot).map(drop));
    let screen = host.clone();
    play(&host, u64::MAX);
    let end = until(&host, "the end", |snapshot| match &snapshot.state {
        SeatState::End(end) if end.audit.is_some() => Some(end.clone()),
        _ => None,
    });
    assert_eq!((end.failure, end.rematch), (None, true));
    assert_eq!(end.audit.unwrap().verdict, "fair");
    assert_eq!(log(&host, end.last.began), log(&screen, end.last.began));
    taken(&screen, Intent::Ready { ready: true });
    until(&host, "the rematch", |snapshot| screens::in_match(snapshot).map(drop));
    taken(&host, Intent::Leave);
    assert!(matches!(host.snapshot().state, SeatState::Home(_)));
}

/// The name of the match that the person is in, once they are asked something there.
fn match_of(client: &SeatClient) -> String {
    until(client, "a question", |snapshot| {
        let view = screens::in_match(snapshot)?;
        view.menu.as_ref().map(|_| view.id.clone())
    })
}

#[test]
fn the_match_that_was_played_last_is_resumed_and_the_others_are_named() {
    let ann = ann("last", loopback());
    let last = || Intent::Resume { game: String::new(), at: Vec::new() };
    assert!(matches!(refused(&ann, last()), Refused::Unknown { .. }));
    taken(&ann, Intent::PlayHere(Setup { game: "suspicion".into(), ..Setup::default() }));
    let here = match_of(&ann);
    taken(&ann, Intent::Leave);
    taken(&ann, suspicion(2));
    let room = until(&ann, "two bots", |snapshot| {
        let lobby = in_lobby(snapshot)?;
        (lobby.people.len() == 3).then(|| lobby.clone())
    });
    let way_back = |kind: &SeatEventKind| matches!(kind, SeatEventKind::Notice { text } if text.contains("You have left"));
    let at_table = ann.since(room.since).unwrap();
    assert!(!at_table.iter().any(|event| way_back(&event.kind)), "{at_table:?}");
    taken(&ann, Intent::Ready { ready: true });
    let there = match_of(&ann);
    taken(&ann, Intent::Leave);
    // The thread of the match that was left may hold its journal for a moment.
    until(&ann, "the last match", |_| screens::send(&ann, last()).is_taken().then_some(()));
    let again = until(&ann, "a match", |now| screens::in_match(now).map(|view| view.id.clone()));
    assert_eq!(again, there);
    told(&ann, &format!("You go on with {there}, which was played last."));
    told(&ann, &format!("There is another one: `nodealer resume {here}`."));
    taken(&ann, Intent::Leave);
}

#[test]
fn a_guest_finds_a_table_by_its_address_sits_down_and_is_heard() {
    let host = ann("hosting", loopback());
    taken(&host, suspicion(0));
    let bob = Person::of(&folder("guest"), "Bob").unwrap();
    let guest = seat::open(bob, loopback()).unwrap();
    taken(&guest, Intent::Find { wanted: address(&host) });
    let table = until(&guest, "the table", |snapshot| match &snapshot.state {
        SeatState::Home(home) => home.tables.first().map(|table| table.id.clone()),
        _ => None,
    });
    let unknown = Intent::Sit { table: "00".into(), code: None };
    assert!(matches!(refused(&guest, unknown), Refused::Unknown { .. }));
    taken(&guest, Intent::Sit { table, code: None });
    until(&host, "Bob", |snapshot| {
        in_lobby(snapshot)?.people.iter().any(|person| person.name == "Bob").then_some(())
    });
    until(&guest, "the room", |snapshot| (in_lobby(snapshot)?.people.len() == 2).then_some(()));
    taken(&guest, Intent::Say { to: Some("An".into()), text: "hello".into() });
    until(&host, "a whisper", |_| {
        let told = host.since(seat::Cursor::default()).unwrap();
        told.into_iter().find_map(|event| match event.kind {
            SeatEventKind::Chat { from, whispered: true, text, .. } => {
                (from == "Bob" && text == "hello").then_some(())
            }
            _ => None,
        })
    });
    let nobody = Intent::Say { to: Some("Zoe".into()), text: "hello".into() };
    assert!(matches!(refused(&guest, nobody), Refused::Unknown { .. }));
    assert_eq!(refused(&guest, Intent::AddBot { level: None }), Refused::NotHere);
    let four = TermsEdit { seats: Some(4), ..TermsEdit::default() };
    assert_eq!(refused(&guest, Intent::Change(four.clone())), Refused::NotHere);
    taken(&host, Intent::Change(four));
    until(&guest, "the terms", |snapshot| (in_lobby(snapshot)?.terms.seats == 4).then_some(()));
    taken(&host, Intent::Dismiss { name: "Bob".into() });
    until(&guest, "home", |snapshot| matches!(snapshot.state, SeatState::Home(_)).then_some(()));
}

/// Waits until something was told.
fn told(client: &SeatClient, what: &str) {
    until(client, what, |_| {
        let events = client.since(seat::Cursor::default()).unwrap();
        events.into_iter().find_map(|event| match event.kind {
            SeatEventKind::Notice { text } => text.contains(what).then_some(()),
            _ => None,
        })
    });
}

/// The seat of somebody who sits down at a host's table.
fn guest(host: &SeatClient, (what, name): (&str, &str), config: Config) -> SeatClient {
    let person = Person::of(&folder(&format!("{what} {name}")), name).unwrap();
    let guest = seat::open(person, config).unwrap();
    let wanted = address(host);
    taken(&guest, Intent::Join { wanted, watch: false, patience_s: None });
    until(&guest, "a seat", |snapshot| in_lobby(snapshot)?.seated.then_some(()));
    guest
}

/// Answers what somebody is asked, if they are.
fn answer(client: &SeatClient) {
    let snapshot = client.snapshot();
    let Some(view) = screens::in_match(&snapshot) else { return };
    if let Some(menu) = &view.menu {
        screens::send(client, Intent::Choose { step: view.step, entry: screens::entry(menu) });
    }
}

/// Votes to go on without somebody, once that can be done.
fn vote(client: &SeatClient, without: usize) {
    let snapshot = client.snapshot();
    let Some(view) = screens::in_match(&snapshot) else { return };
    let (step, without) = (view.step, vec![without]);
    if view.may_go_on_without == without {
        screens::send(client, Intent::Consent { step, without });
    }
}

/// Ann, Bob and Cyd at a table of hers, who do not wait long for each other.
fn three(what: &str, setup: Intent) -> [SeatClient; 3] {
    let patient = Config { patience: std::time::Duration::from_secs(1), ..loopback() };
    let ann = ann(what, patient.clone());
    taken(&ann, setup);
    let [bob, cyd] = ["Bob", "Cyd"].map(|name| guest(&ann, (what, name), patient.clone()));
    [ann, bob, cyd]
}

/// All are ready, and the match begins.
fn begin(all: [&SeatClient; 3], what: &str) {
    all.iter().for_each(|client| taken(client, Intent::Ready { ready: true }));
    for client in all {
        until(client, what, |snapshot| screens::in_match(snapshot)?.me);
    }
}

#[test]
fn a_match_that_those_who_wait_have_ended_leaves_its_transcript_to_all_of_them() {
    let Intent::Host(setup) = suspicion(0) else { unreachable!() };
    let [ann, bob, cyd] = three("ending", Intent::Host(Setup { survive: 0, ..setup }));
    begin([&ann, &bob, &cyd], "the match");
    let me = screens::in_match(&bob.snapshot()).and_then(|view| view.me).unwrap();
    for client in [&ann, &cyd] {
        let end = until(client, "the end", |snapshot| {
            [&ann, &cyd].into_iter().for_each(answer);
            vote(&ann, me);
            match &snapshot.state {
                SeatState::End(end) if end.audit.is_some() => Some(end.clone()),
                _ => None,
            }
        });
        assert_eq!(end.audit.unwrap().verdict, "unfinished");
        assert!(std::path::Path::new(&end.transcript.unwrap()).is_file());
    }
}

#[test]
fn whoever_was_left_by_a_vote_watches_writes_under_their_name_and_plays_the_rematch() {
    let [ann, bob, cyd] = three("voting", suspicion(0));
    let (all, others) = ([&ann, &bob, &cyd], [&ann, &cyd]);
    begin(all, "the match");
    let me = screens::in_match(&bob.snapshot()).and_then(|view| view.me).unwrap();
    until(&bob, "the vote", |snapshot| {
        others.into_iter().for_each(answer);
        others.into_iter().for_each(|client| vote(client, me));
        screens::in_match(snapshot)?.left_behind.then_some(())
    });
    let view = until(&bob, "a place to watch from", |snapshot| {
        screens::in_match(snapshot).filter(|view| view.me.is_none()).cloned()
    });
    assert!(view.talks && view.menu.is_none() && view.may_go_on_without.is_empty());
    told(&ann, "The table has gone on without Bob: an autopilot plays");
    let events = ann.since(seat::Cursor::default()).unwrap();
    let vote = events.iter().position(|event| match &event.kind {
        SeatEventKind::Notice { text } => text.starts_with("The table has gone on without Bob"),
        _ => false,
    });
    let next = events.get(vote.unwrap() + 1).map(|event| &event.kind);
    assert!(!matches!(next, Some(SeatEventKind::Presence { .. })), "Bob is there: {next:?}");
    taken(&bob, Intent::Say { to: None, text: "I was on the phone".into() });
    until(&ann, "what Bob writes", |_| {
        let told = ann.since(seat::Cursor::default()).unwrap();
        told.into_iter().find_map(|event| match event.kind {
            SeatEventKind::Chat { from, text, .. } => {
                (from == "Bob" && text == "I was on the phone").then_some(())
            }
            _ => None,
        })
    });
    let end = until(&bob, "the end", |snapshot| {
        others.into_iter().for_each(answer);
        match &snapshot.state {
            SeatState::End(end) => Some(end.clone()),
            _ => None,
        }
    });
    assert!(end.rematch && end.failure.is_none(), "{end:?}");
    for client in others {
        until(client, "the end", |now| matches!(now.state, SeatState::End(_)).then_some(()));
    }
    begin(all, "the rematch");
}

#[test]
fn guests_who_came_by_the_hosts_address_are_shown_to_each_other_as_being_there() {
    let [ann, bob, cyd] = three("meeting", suspicion(0));
    for client in [&ann, &bob, &cyd] {
        until(client, "everybody", |now| {
            in_lobby(now)?.people.iter().all(|s| s.here).then_some(())
        });
    }
}

#[test]
fn whoever_reaches_nobody_is_told_to_be_offline_and_not_that_all_others_are_away() {
    let [ann, bob, cyd] = three("offline", suspicion(0));
    begin([&ann, &bob, &cyd], "the match");
    drop((ann, cyd));
    told(&bob, "You are offline");
    let events = bob.since(seat::Cursor::default()).unwrap();
    let away = |event: &&seat::SeatEvent| {
        matches!(event.kind, SeatEventKind::Presence { here: false, .. })
    };
    // The one who is missed first may be called away, as long as the other is still there.
    assert!(events.iter().filter(away).count() < 2, "{events:?}");
}

#[test]
fn whoever_reaches_nobody_is_not_offered_to_go_on_without_the_others() {
    // Everybody else could be left before the loss of all connections is reported.
    let soon = std::time::Duration::from_secs(1);
    let soon = Config { patience: soon, grace: soon, ..loopback() };
    let ann = ann("cut off", soon.clone());
    taken(&ann, suspicion(0));
    let [bob, cyd] = ["Bob", "Cyd"].map(|name| guest(&ann, ("cut off", name), soon.clone()));
    begin([&ann, &bob, &cyd], "the match");
    drop((ann, cyd));
    let view = until(&bob, "to be offline", |now| {
        screens::in_match(now).filter(|view| view.offline).cloned()
    });
    let offered = (view.may_go_on_without, view.consent_question, view.late);
    assert_eq!(offered, (Vec::new(), String::new(), String::new()));
}

#[test]
fn somebody_who_watches_reads_who_is_away_and_never_that_they_choose() {
    let ann = ann("watching", loopback());
    taken(&ann, suspicion(0));
    let mut others = ["Bob", "Cyd"].map(|name| Some(guest(&ann, ("watching", name), loopback())));
    let person = Person::of(&folder("watching Walt"), "Walt").unwrap();
    let walt = seat::open(person, loopback()).unwrap();
    taken(&walt, Intent::Join { wanted: address(&ann), watch: true, patience_s: None });
    let ready = Intent::Ready { ready: true };
    others.iter().flatten().chain([&ann]).for_each(|client| taken(client, ready.clone()));
    // Somebody other than the host, through whom the spectator came, is asked, and not in a window: that
    // passes by itself.
    let asked = until(&walt, "a guest's turn", |_| {
        answer(&ann);
        let is_asked = |view: &MatchView| view.menu.is_some() && !view.window;
        others.iter().position(|guest| {
            let now = guest.as_ref().map(SeatClient::snapshot);
            now.is_some_and(|now| screens::in_match(&now).is_some_and(is_asked))
        })
    });
    let name = ["Bob", "Cyd"][asked];
    let waiting = |now: &Snapshot| screens::in_match(now).map(|view| view.waiting.clone());
    let chooses = format!("{name} is choosing.");
    until(&walt, &chooses, |now| (waiting(now)? == chooses).then_some(()));
    others[asked].take();
    let away = format!("Waiting for {name}, away");
    until(&walt, &away, |now| waiting(now)?.starts_with(&away).then_some(()));
    told(&walt, &format!("You are watching. The table waits for {name}."));
    until(&ann, &away, |now| waiting(now)?.starts_with(&away).then_some(()));
}

#[test]
fn a_table_is_found_by_its_hosts_name_and_namesakes_sit_down_under_a_suffix() {
    let host = ann("namesake-host", loopback());
    taken(&host, suspicion(0));
    let other = Person::of(&folder("namesake"), "Ann").unwrap();
    let guest = seat::open(other, loopback()).unwrap();
    taken(&guest, Intent::Find { wanted: address(&host) });
    let table = until(&guest, "the table", |snapshot| match &snapshot.state {
        SeatState::Home(home) => home.tables.first().map(|table| table.id.clone()),
        _ => None,
    });
    taken(&guest, Intent::Find { wanted: "ann".into() });
    told(&guest, "Ann's table is in sight.");
    taken(&guest, Intent::Find { wanted: "Zoe".into() });
    told(&guest, "In sight: Ann's table.");
    taken(&guest, Intent::Sit { table, code: None });
    told(&guest, "you sit down as Ann 2.");
    until(&host, "Ann 2", |snapshot| {
        in_lobby(snapshot)?.people.iter().any(|person| person.name == "Ann 2").then_some(())
    });
}

#[test]
fn what_a_namesake_writes_stands_under_their_name_at_the_table() {
    let host = ann("namesake-writing", loopback());
    taken(&host, suspicion(0));
    let other = guest(&host, ("namesake-writing", "Ann"), loopback());
    taken(&other, Intent::Say { to: None, text: "hello".into() });
    let events = other.since(seat::Cursor::default()).unwrap();
    let said = events.into_iter().find_map(|event| match event.kind {
        SeatEventKind::Chat { from, .. } => Some(from),
        _ => None,
    });
    assert_eq!(said.as_deref(), Some("Ann 2"));
}

#[test]
fn an_address_without_its_port_is_asked_about_at_once() {
    let person = Person::of(&folder("no port"), "Bob").unwrap();
    let seeker = seat::open(person, loopback()).unwrap();
    let wanted = "127.0.0.1".to_owned();
    let why = refused(&seeker, Intent::Join { wanted, watch: false, patience_s: None });
    assert!(why.to_string().contains("Write both"), "{why}");
}

#[test]
fn a_search_without_end_ends_no_seat() {
    let person = Person::of(&folder("endless search"), "Bob").unwrap();
    let seeker = seat::open(person, loopback()).unwrap();
    let wanted = "127.0.0.1:1".to_owned();
    taken(&seeker, Intent::Join { wanted, watch: false, patience_s: Some(u64::MAX) });
    taken(&seeker, Intent::Rename { name: "Rob".into() });
}

#[test]
fn a_table_for_invited_people_is_entered_by_its_code_alone() {
    let host = ann("inviting", loopback());
    let setup = Setup { game: "suspicion".into(), invited: true, ..Setup::default() };
    taken(&host, Intent::Host(setup));
    let code = until(&host, "a code", |snapshot| {
        Some(in_lobby(snapshot)?.code.clone()).filter(|code| !code.is_empty())
    });
    let bob = Person::of(&folder("invited"), "Bob").unwrap();
    let guest = seat::open(bob, loopback()).unwrap();
    taken(&guest, Intent::Find { wanted: address(&host) });
    let table = until(&guest, "the table", |snapshot| match &snapshot.state {
        SeatState::Home(home) => home.tables.first().map(|table| table.id.clone()),
        _ => None,
    });
    let without = refused(&guest, Intent::Sit { table: table.clone(), code: None });
    assert!(without.to_string().contains("invited"), "{without}");
    taken(&guest, Intent::Sit { table, code: Some(code) });
    until(&host, "Bob", |snapshot| (in_lobby(snapshot)?.people.len() == 2).then_some(()));
}
