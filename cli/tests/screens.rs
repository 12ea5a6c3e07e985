//! Every screen of every game, at every size, as it looks. After a wanted change:
//! `INSTA_UPDATE=always cargo test -p nodealer --test screens`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;

use std::io::Cursor;

use engine::{Game, Options};
use net::{Acquaintance, Identity};
use nodealer::{
    plain::{self, Input},
    tui::{App, Chair, Settings, Sight},
};
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use support::{
    SIZES, Screens, Seeded, picture, press, screens, seeded, settle, shown, text, type_keys,
};

fn look(screens: &Screens<'_>, game: &dyn Game, name: &str) {
    let shots = SIZES.map(|(width, height)| {
        format!("{width}×{height}\n{}\n", text(&picture(&screens.app, (width, height))))
    });
    // What nobody plays on must not fall over either.
    for size in [(1, 1), (2, 9), (17, 5), (60, 3), (71, 11), (300, 90)] {
        picture(&screens.app, size);
    }
    insta::assert_snapshot!(format!("{}-{name}", game.info().id), shots.join("\n"));
}

/// Opens something over the screen, looks at it, and closes it.
fn look_over(screens: &mut Screens<'_>, game: &dyn Game, key: char, name: &str) {
    type_keys(screens, &key.to_string());
    look(screens, game, name);
    press(screens, KeyCode::Esc);
}

/// Takes the first entry that can be taken, again and again, until the end.
fn play_on(screens: &mut Screens<'_>) {
    for _ in 0..5000 {
        press(screens, KeyCode::Enter);
        // A choice that weighs is asked once more.
        if shown(screens).contains(" Once more ") {
            press(screens, KeyCode::Enter);
        }
        settle(screens);
        if shown(screens).contains(": the end ") {
            return;
        }
    }
    panic!("the match did not end:\n{}", shown(screens));
}

fn every_screen(game: &'static dyn Game) {
    let id = game.info().id;
    let mut house = Seeded::new(id);
    let mut screens = screens(&mut house);
    let number = games::GAMES.iter().position(|other| other.info().id == id).unwrap() + 1;
    type_keys(&mut screens, &number.to_string());
    press(&mut screens, KeyCode::Enter);
    look(&screens, game, "1-begins");
    settle(&mut screens);
    look(&screens, game, "2-table");
    look_over(&mut screens, game, '?', "3-help");
    look_over(&mut screens, game, 'r', "4-rules");
    look_over(&mut screens, game, 'c', "5-cards");
    look_over(&mut screens, game, 'v', "6-whole");
    look_over(&mut screens, game, 't', "7-proofs");
    look_over(&mut screens, game, 'q', "8-leave");
    play_on(&mut screens);
    look(&screens, game, "9-end");
    type_keys(&mut screens, "2");
    press(&mut screens, KeyCode::Enter);
    (0..4).for_each(|_| press(&mut screens, KeyCode::PageDown));
    look(&screens, game, "10-replay");
    look_over(&mut screens, game, 't', "11-audit");
}

#[test]
fn every_screen_of_knives() {
    every_screen(&games::knives::GAME);
}

#[test]
fn every_screen_of_never_bring_a_knife() {
    every_screen(&games::never_bring_a_knife::GAME);
}

#[test]
fn every_screen_of_suspicion() {
    every_screen(&games::suspicion::GAME);
}

#[test]
fn every_screen_of_no_honor() {
    every_screen(&games::no_honor::GAME);
}

#[test]
fn no_game_is_left_out() {
    assert_eq!(games::GAMES.len(), 4, "each game has a test above");
}

#[test]
fn the_home_screen() {
    let mut house = Seeded::new("home");
    std::fs::write(house.folder.join("some-match.nodealer"), b"").unwrap();
    let screens = screens(&mut house);
    let shots = SIZES.map(|size| text(&picture(&screens.app, size)));
    insta::assert_snapshot!("home", shots.join("\n\n"));
}

/// Somebody at a table.
fn chair(name: &str, key: u8, ready: bool, known: Acquaintance) -> Chair {
    let who = Identity([key; 32]);
    Chair { who, name: name.into(), me: name == "Ann", here: name != "Cleo", ready, known }
}

/// A table of Knives at which Ann is the host, or a guest.
fn at_table(host: bool) -> Sight {
    let game = &games::knives::GAME;
    let given = std::iter::empty::<(&str, &str)>();
    let options = Options::parse(game.info().options, given).unwrap();
    let changed = Acquaintance::Changed(Identity([9; 32]));
    Sight {
        name: "The Back Room".into(),
        terms: Some(nodealer::lobby::terms(game, 5, &options, 1)),
        chairs: vec![
            chair("Ann", 1, true, Acquaintance::Known),
            chair("Bob", 2, false, changed),
            chair("Cleo", 3, true, Acquaintance::New),
        ],
        host,
        ready: true,
        between: false,
        code: "K7QD".into(),
        invitation: host
            .then(|| ("192.168.1.20:4100".into(), "nodealer:K7QD@192.168.1.20:4100".into())),
    }
}

fn look_at_lobby(app: &App, name: &str) {
    let shots = SIZES.map(|(width, height)| {
        format!("{width}×{height}\n{}\n", text(&picture(app, (width, height))))
    });
    for size in [(1, 1), (2, 9), (17, 5), (60, 3), (71, 11), (300, 90)] {
        picture(app, size);
    }
    insta::assert_snapshot!(format!("lobby-{name}"), shots.join("\n"));
}

fn key(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
}

#[test]
fn the_lobby() {
    for (host, name) in [(true, "host"), (false, "guest")] {
        let mut app = App::new(Settings::default(), true, None, Rect::new(0, 0, 80, 24));
        app.enter(at_table(host), true);
        let said = ["Bob says: hello", "Bob whispers: are you in?", "Cleo is ready."];
        app.room(at_table(host), said.map(String::from).into());
        look_at_lobby(&app, name);
        for (letter, what) in [('i', "invite"), ('v', "whole"), ('?', "help"), ('q', "leave")] {
            key(&mut app, KeyCode::Char(letter));
            look_at_lobby(&app, &format!("{name}-{what}"));
            key(&mut app, KeyCode::Esc);
        }
        key(&mut app, KeyCode::Char('m'));
        "see you at".chars().for_each(|letter| key(&mut app, KeyCode::Char(letter)));
        key(&mut app, KeyCode::Tab);
        look_at_lobby(&app, &format!("{name}-message"));
        key(&mut app, KeyCode::Esc);
        key(&mut app, KeyCode::Tab);
        look_at_lobby(&app, &format!("{name}-chat"));
    }
}

#[test]
fn plain_mode_of_every_game() {
    for game in games::GAMES {
        let mut local = seeded(*game, game.info().usual_seats).unwrap();
        let mut out = Vec::new();
        let mut input = Input::new(Cursor::new("?\nr\n1\n2\n3\ny\nq\nq\n"), false);
        plain::run(&mut local, &mut input, &mut out, false).unwrap();
        insta::assert_snapshot!(
            format!("{}-plain", game.info().id),
            String::from_utf8(out).unwrap()
        );
    }
}
