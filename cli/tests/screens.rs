//! Every screen of every game, at every size, as it looks. After a wanted change:
//! `INSTA_UPDATE=always cargo test -p nodealer --test screens`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod moments;
mod support;

use std::{fs, io::Cursor, time::Duration};

use engine::{BySeat, Game, Menu, Options, Outcome, Seat, View};
use moments::{Moment, moments};
use net::{Acquaintance, Identity, lobby::Line};
use nodealer::{
    lobby::Table,
    local::LocalMatch,
    plain::{self, Input},
    session::{Session, Update},
    tui::{Again, App, Chair, Home, How, Kept, Replay, Settings, Sight},
};
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use support::{
    SIZES, Screens, Seeded, picture, press, screens, seeded, settle, shown, text, type_keys,
};
use table::Seats;

/// Looks at a screen at every size.
fn look(app: &App, name: &str) {
    let shots = SIZES.map(|(width, height)| {
        format!("{width}×{height}\n{}\n", text(&picture(app, (width, height))))
    });
    // What nobody plays on must not fall over either.
    for size in [(1, 1), (2, 9), (17, 5), (60, 3), (71, 11), (300, 90)] {
        picture(app, size);
    }
    insta::assert_snapshot!(name, shots.join("\n"));
}

/// Opens something over the screen, looks at it, and closes it.
fn look_over(screens: &mut Screens<'_>, key: char, name: &str) {
    type_keys(screens, &key.to_string());
    look(&screens.app, name);
    press(screens, KeyCode::Esc);
}

/// Takes the first entry that can be taken, again and again, until the end.
fn play_on(screens: &mut Screens<'_>) {
    for _ in 0..5000 {
        press(screens, KeyCode::Enter);
        // A choice that weighs is asked once more.
        if shown(screens).contains(" Once more ") {
            type_keys(screens, "y");
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
    look(&screens.app, &format!("{id}-1-begins"));
    while !shown(&screens).contains("✓ 2 of ") {
        screens.look();
    }
    look(&screens.app, &format!("{id}-1-shuffling"));
    settle(&mut screens);
    look(&screens.app, &format!("{id}-2-table"));
    let over = ["?3-help", "r4-rules", "c5-cards", "v6-whole", "t7-proofs", "q8-leave"];
    for (key, name) in over.map(|over| over.split_at(1)) {
        look_over(&mut screens, key.parse().unwrap(), &format!("{id}-{name}"));
    }
    play_on(&mut screens);
    look(&screens.app, &format!("{id}-9-end"));
    type_keys(&mut screens, "2");
    press(&mut screens, KeyCode::Enter);
    (0..4).for_each(|_| press(&mut screens, KeyCode::PageDown));
    look(&screens.app, &format!("{id}-10-replay"));
    look_over(&mut screens, 't', &format!("{id}-11-audit"));
    drop(screens);
    look_at_damage(&house, id);
}

/// Looks back at the match of a folder after a byte late in it has become another.
fn look_at_damage(house: &Seeded, id: &str) {
    let path = house.folder.join("match.nodealer");
    let mut bytes = fs::read(&path).unwrap();
    let late = bytes.len() * 9 / 10;
    bytes[late] ^= 1;
    fs::write(&path, bytes).unwrap();
    let mut app = App::new(Settings::default(), true, None, Rect::new(0, 0, 80, 24));
    app.open(Replay::load(&path).unwrap());
    key(&mut app, KeyCode::Char('x'));
    look(&app, &format!("{id}-12-damaged"));
}

/// The moment in the middle of all of a kind.
fn middle(all: &[Moment], kind: impl Fn(&Moment) -> bool) -> Option<&Moment> {
    let of_a_kind: Vec<_> = all.iter().filter(|moment| kind(moment)).collect();
    of_a_kind.get(of_a_kind.len() / 2).copied()
}

/// The place on the screen of the first entry of a menu that can be taken and weighs.
fn weighty(moment: &Moment) -> Option<usize> {
    let menu = moment.menu.as_ref()?;
    let weighs = |&entry: &usize| {
        nodealer::session::why_not(moment, &moment.view, entry).is_none()
            && menu.weighs(entry, nodealer::session::eyes(&moment.view))
    };
    moment.view.order(menu).iter().position(weighs)
}

/// Of all that the first seat is asked in the match from seed 3, the middle of each kind.
#[test]
fn the_middle_of_a_match() {
    for game in games::GAMES {
        let info = game.info();
        for seats in [info.usual_seats, info.seats.1] {
            let all = moments(*game, seats, 3);
            let look = |moment: Option<&Moment>, what: &str| {
                if let Some(moment) = moment {
                    look(&moment.app(), &format!("{}-{what}-{seats}", info.id));
                }
            };
            look(middle(&all, |moment| !moment.window), "turn");
            look(middle(&all, |moment| moment.window), "window");
            look(all.get(all.len() / 2).cloned().map(Moment::watched).as_ref(), "watched");
        }
        let all = moments(*game, info.usual_seats, 3);
        if let Some(moment) = middle(&all, |moment| weighty(moment).is_some()) {
            let mut app = moment.app();
            let number = weighty(moment).map_or(0, |i| i + 1).to_string();
            number.chars().for_each(|digit| key(&mut app, KeyCode::Char(digit)));
            key(&mut app, KeyCode::Enter);
            look(&app, &format!("{}-once-more", info.id));
        }
    }
}

#[test]
fn something_takes_a_moment() {
    let mut app = App::new(Settings::default(), true, Some(Home::new(&[])), Rect::default());
    app.wait("Looking for that table…");
    look(&app, "wait");
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
    fs::write(house.folder.join("some-match.nodealer"), b"").unwrap();
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
        look(&app, &format!("lobby-{name}"));
        for (letter, what) in [('i', "invite"), ('v', "whole"), ('?', "help"), ('q', "leave")] {
            key(&mut app, KeyCode::Char(letter));
            look(&app, &format!("lobby-{name}-{what}"));
            key(&mut app, KeyCode::Esc);
        }
        key(&mut app, KeyCode::Char('m'));
        "see you at".chars().for_each(|letter| key(&mut app, KeyCode::Char(letter)));
        key(&mut app, KeyCode::Tab);
        look(&app, &format!("lobby-{name}-message"));
        key(&mut app, KeyCode::Esc);
        key(&mut app, KeyCode::Tab);
        look(&app, &format!("lobby-{name}-chat"));
    }
}

#[test]
fn the_home_screen_with_tables_on_the_network() {
    let mut home = Home::new(&[]);
    let sight = at_table(true);
    let line = |name: &str, taken, invited, playing| Line {
        protocol: proto::VERSION,
        table: [taken; 16],
        name: name.into(),
        host: "Ann".into(),
        terms: sight.terms.clone().unwrap(),
        taken,
        invited,
        playing,
    };
    let lines = [
        line("The Back Room", 2, false, false),
        line("By invitation", 1, true, false),
        line("Last orders", 5, false, true),
    ];
    let table = |line: Line| Table { host: Identity([line.taken; 32]), line };
    home.tables(lines.map(table).into());
    home.offer(&[], &["some-match.journal".into()]);
    home.called("Ann");
    let mut app = App::new(Settings::default(), true, Some(home), Rect::new(0, 0, 80, 24));
    "7".chars().for_each(|letter| key(&mut app, KeyCode::Char(letter)));
    look(&app, "lobby-home-tables");
    app.home_mut().unwrap().offline("Another nodealer plays from this folder already.".into());
    key(&mut app, KeyCode::Char('6'));
    look(&app, "lobby-home-offline");
    key(&mut app, KeyCode::Enter);
    look(&app, "lobby-home-seek");
}

/// A match with others far away: somebody is away, another has written something.
struct Others(LocalMatch);

impl Session for Others {
    fn game(&self) -> &'static dyn Game {
        self.0.game()
    }
    fn names(&self) -> &BySeat<String> {
        self.0.names()
    }
    fn seat(&self) -> Option<Seat> {
        self.0.seat()
    }
    fn view(&self) -> View {
        self.0.view()
    }
    fn menu(&self) -> Option<&Menu> {
        self.0.menu()
    }
    fn is_window(&self) -> bool {
        true
    }
    fn choose(&mut self, entry: usize) -> Result<(), String> {
        self.0.choose(entry)
    }
    fn next(&mut self, timeout: Duration) -> Update {
        self.0.next(timeout)
    }
    fn talks(&self) -> bool {
        true
    }
    fn window_left(&self) -> Option<Duration> {
        Some(Duration::from_millis(2500))
    }
    fn may_go_on_without(&self) -> Seats {
        [Seat::new(2)].into_iter().collect()
    }
}

#[test]
fn a_table_with_others_who_write_and_go_away_and_its_end() {
    let mut others = Others(seeded(&games::never_bring_a_knife::GAME, 6).unwrap());
    let mut app = App::new(Settings::default(), true, None, Rect::new(0, 0, 80, 24));
    app.sit_down(&others, None);
    loop {
        let update = others.next(Duration::ZERO);
        app.update(&update, &others, Duration::ZERO);
        if matches!(update, Update::Ask) {
            break;
        }
    }
    let bruno = Seat::new(2);
    let text = "one moment, the door".into();
    app.update(&Update::Chat { from: bruno, whispered: false, text }, &others, Duration::ZERO);
    app.update(&Update::Presence { seat: bruno, here: false }, &others, Duration::ZERO);
    app.update(&Update::Idle, &others, Duration::from_secs(42));
    look(&app, "lobby-table-away");
    app.update(&Update::Waiting, &others, Duration::from_secs(65));
    look(&app, "lobby-table-waiting");
    key(&mut app, KeyCode::Char('o'));
    look(&app, "lobby-table-vote");
    let fingerprint = Some("babab-dadad-fafaf-gagag".into());
    let kept = Kept { fingerprint, path: "match.nodealer".into() };
    let winners = vec![Seat::new(0), bruno];
    let outcome = Outcome { winners, summary: "The Cops win".into(), ..Outcome::default() };
    app.end(How::Over(outcome), Ok(kept), Again::Table);
    app.room(at_table(false), vec!["Bob is ready.".into()]);
    look(&app, "lobby-end");
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
