//! Screens of a seat over its socket.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod screens;

use std::{
    fs,
    io::{Read, Write},
    os::unix::{fs::PermissionsExt, net::UnixStream},
    time::Duration,
};

use screens::{folder, log, play, refused, setup, taken, until};
use seat::{
    Config, Intent, Refused, SeatState,
    attach::{self, AttachError},
    person::Person,
};

#[test]
fn a_match_is_played_by_turns_from_two_screens_one_of_which_is_killed_and_comes_back() {
    let folder = folder("attached");
    let seat = seat::open(Person::of(&folder, "Ann").unwrap(), Config::default()).unwrap();
    let _door = attach::serve(seat.clone(), &folder).unwrap();
    let there = attach::connect(&folder).unwrap();
    taken(&there, Intent::PlayHere(setup("suspicion", 11)));
    assert!(play(&there, 30));
    drop(there);
    assert!(play(&seat, 45));
    let there = attach::connect(&folder).unwrap();
    play(&there, u64::MAX);
    let end = until(&there, "the end", |snapshot| match &snapshot.state {
        SeatState::End(end) if end.audit.is_some() => Some(end.clone()),
        _ => None,
    });
    assert_eq!(end.audit.unwrap().verdict, "fair");
    let (one, other) = (log(&seat, end.last.began), log(&there, end.last.began));
    assert_eq!(one, other);
    assert!(one.len() > 10);
    assert_eq!(refused(&there, Intent::Choose { step: 0, entry: 0 }), Refused::NotHere);
    drop(seat);
}

#[test]
fn a_seat_that_is_closed_ends_at_once_and_so_do_its_attached_screens() {
    let folder = folder("closed");
    let seat = seat::open(Person::of(&folder, "Ann").unwrap(), Config::default()).unwrap();
    let door = attach::serve(seat.clone(), &folder).unwrap();
    let there = attach::connect(&folder).unwrap();
    taken(&there, Intent::Set(seat::Settings::default()));
    drop(door);
    seat.close(screens::PATIENCE);
    let until = std::time::Instant::now() + screens::PATIENCE;
    while !there.is_closed() && std::time::Instant::now() < until {
        there.wait(seat::Cursor(u64::MAX), Duration::from_millis(50));
    }
    assert!(there.is_closed());
}

#[test]
fn nobody_else_may_open_the_socket() {
    let folder = folder("mode");
    let seat = seat::open(Person::of(&folder, "Ann").unwrap(), Config::default()).unwrap();
    let door = attach::serve(seat, &folder).unwrap();
    let mode = |path: &str| fs::metadata(folder.join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("attach/seat"), mode("attach")), (0o600, 0o700));
    drop(door);
    assert!(matches!(attach::connect(&folder), Err(AttachError::NoSeat(_))));
}

#[test]
fn a_screen_that_writes_nonsense_or_too_much_is_left_and_the_seat_plays_on() {
    let folder = folder("nonsense");
    let seat = seat::open(Person::of(&folder, "Ann").unwrap(), Config::default()).unwrap();
    let _door = attach::serve(seat.clone(), &folder).unwrap();
    for nonsense in [&b"hello\n"[..], b"{\"ticket\":1}\n", &[b'x'; 200_000]] {
        let mut stream = UnixStream::connect(folder.join("attach/seat")).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // It may be left before all of it is written.
        let _ = stream.write_all(nonsense);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
    }
    let there = attach::connect(&folder).unwrap();
    taken(&there, Intent::Set(seat::Settings::default()));
    taken(&seat, Intent::PlayHere(setup("suspicion", 1)));
}
