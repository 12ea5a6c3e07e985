//! Tables on the network, through screens of the seats at them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod screens;

use net::Reach;
use screens::{ann, folder, log, play, refused, taken, until};
use seat::{
    Config, Intent, LobbyView, Refused, SeatClient, SeatEventKind, SeatState, Setup, Snapshot,
    TermsEdit, person::Person,
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
    taken(&host, Intent::AddBot);
    let room = until(&host, "two bots", |snapshot| {
        let lobby = in_lobby(snapshot)?;
        (lobby.people.len() == 3).then(|| lobby.clone())
    });
    assert!(room.host && room.people[0].me && room.terms.game == "suspicion");
    let full = refused(&host, Intent::AddBot);
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
    assert_eq!(refused(&guest, Intent::AddBot), Refused::NotHere);
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
