//! Every screen of every game, at every size, as it looks. After a wanted change:
//! `INSTA_UPDATE=always cargo test -p nodealer --test screens`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod moments;
#[allow(dead_code)]
mod support;

use std::{fs, io::Cursor, path::Path, sync::Arc, time::Duration};

use engine::{Game, Seat};
use moments::{Moment, app, moments};
use nodealer::{
    plain::{self, Input, Until},
    tui::{App, menu_order},
};
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use seat::{
    Config, EndView, FailureShown, GameLine, HomeView, Intent, LobbyView, MatchLine, PersonShown,
    ResultShown, SeatEvent, SeatEventKind, SeatState, Settings, Setup, SitterShown, Snapshot,
    TableLine, person::Person, session::Update, words,
};
use support::{SIZES, Screens, folder, picture, screens, seeded, text};
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
fn look_over(screens: &mut Screens, key: char, name: &str) {
    screens.type_keys(&key.to_string());
    look(&screens.runner.app, name);
    screens.press(KeyCode::Esc);
}

/// Takes the first entry that can be taken, again and again, until the end.
fn play_on(screens: &mut Screens) {
    for _ in 0..5000 {
        screens.press(KeyCode::Enter);
        // A choice that weighs is asked once more.
        if screens.shown().contains(" Please confirm ") {
            screens.type_keys("y");
        }
        screens.settle();
        if screens.shown().contains(": the end ") {
            return;
        }
    }
    panic!("the match did not end:\n{}", screens.shown());
}

fn every_screen(game: &'static dyn Game) {
    let id = game.info().id;
    let folder = folder(id);
    let mut screens = screens(&folder);
    screens.want(Intent::PlayHere(seeded(id)));
    look(&screens.runner.app, &format!("{id}-1-begins"));
    while !screens.shown().contains("✓ 2 of ") {
        screens.step();
    }
    look(&screens.runner.app, &format!("{id}-1-shuffling"));
    screens.settle();
    look(&screens.runner.app, &format!("{id}-2-table"));
    let over = ["?3-help", "r4-rules", "c5-cards", "v6-whole", "t7-proofs", "q8-leave"];
    for (key, name) in over.map(|over| over.split_at(1)) {
        look_over(&mut screens, key.parse().unwrap(), &format!("{id}-{name}"));
    }
    play_on(&mut screens);
    look(&screens.runner.app, &format!("{id}-9-end"));
    screens.type_keys("2");
    screens.press(KeyCode::Enter);
    screens.settle();
    (0..4).for_each(|_| screens.press(KeyCode::PageDown));
    look(&screens.runner.app, &format!("{id}-10-replay"));
    look_over(&mut screens, 't', &format!("{id}-11-audit"));
    look_at_damage(&folder, id);
}

/// Looks back at the match of a folder after a byte late in it has become another.
fn look_at_damage(folder: &Path, id: &str) {
    let mut kept = fs::read_dir(folder.join("transcripts")).unwrap();
    let path = kept.next().unwrap().unwrap().path();
    let mut bytes = fs::read(&path).unwrap();
    let late = bytes.len() * 9 / 10;
    bytes[late] ^= 1;
    fs::write(&path, bytes).unwrap();
    let mut screens = screens(folder);
    screens.want(Intent::Open { file: path.display().to_string(), hands: Vec::new() });
    screens.settle();
    screens.type_keys("x");
    look(&screens.runner.app, &format!("{id}-12-damaged"));
}

/// The moment in the middle of all of a kind.
fn middle(all: &[Moment], kind: impl Fn(&Moment) -> bool) -> Option<&Moment> {
    let of_a_kind: Vec<_> = all.iter().filter(|moment| kind(moment)).collect();
    of_a_kind.get(of_a_kind.len() / 2).copied()
}

/// The place on the screen of the first entry of a menu that can be taken and weighs.
fn weighty(moment: &Moment) -> Option<usize> {
    let view = moment.shown();
    let menu = view.menu.as_ref()?;
    let weighs = |&entry: &usize| menu.entries[entry].allowed && menu.entries[entry].heavy;
    menu_order(&view, menu).iter().position(weighs)
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
            look(&app, &format!("{}-confirm", info.id));
        }
    }
}

/// A seat that is there.
fn at(state: SeatState) -> Arc<Snapshot> {
    let person = PersonShown { name: "Ann".into(), ..PersonShown::default() };
    let settings = Settings::default();
    Arc::new(Snapshot { at: seat::Cursor(0), person, settings, state })
}

/// The application of somebody who is there.
fn app_at(state: SeatState, homely: bool) -> App {
    seat::games::offer(games::GAMES);
    App::new(at(state), true, homely, Rect::new(0, 0, 80, 24))
}

fn event(kind: SeatEventKind) -> SeatEvent {
    SeatEvent { at: seat::Cursor(0), kind }
}

fn notice(text: &str) -> SeatEvent {
    event(SeatEventKind::Notice { text: text.into() })
}

#[test]
fn something_takes_a_moment() {
    let busy = Some("Looking for that table …".into());
    look(&app_at(SeatState::Home(HomeView { busy, ..HomeView::default() }), true), "wait");
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

/// At home, with nothing but the games.
fn home() -> HomeView {
    let games = games::GAMES.iter().map(|game| GameLine::of(*game)).collect();
    HomeView { games, ..HomeView::default() }
}

/// A match in a list, of long ago.
fn line(id: &str) -> MatchLine {
    MatchLine {
        id: id.into(),
        game: "knives".into(),
        game_name: "Knives".into(),
        players: ["Ann", "Bob"].map(Into::into).into(),
        when: u64::MAX / 4,
        result: None,
    }
}

#[test]
fn the_home_screen() {
    let finished = vec![line("some-match")];
    look(&app_at(SeatState::Home(HomeView { finished, ..home() }), true), "home");
}

/// Somebody at a table.
fn chair(name: &str, ready: bool, known: &str) -> SitterShown {
    SitterShown {
        name: name.into(),
        words: format!("words-of-{}", name.to_lowercase()),
        me: name == "Ann",
        here: name != "Cleo",
        ready,
        known: known.into(),
        changed: known.starts_with("CAUTION"),
        bot: name == "Cleo",
    }
}

/// A table of Knives at which Ann is the host, or a guest.
fn at_table(host: bool) -> LobbyView {
    seat::games::offer(games::GAMES);
    let game = &games::knives::GAME;
    let changed = "CAUTION: another key than the Bob you know, other-words-of-bob";
    LobbyView {
        table: "The Back Room".into(),
        terms: Setup { game: game.info().id.into(), seats: Some(5), ..Setup::default() }
            .shown()
            .unwrap(),
        people: vec![
            chair("Ann", true, "you"),
            chair("Bob", false, changed),
            chair("Cleo", true, "new here"),
        ],
        host,
        ready: true,
        seated: true,
        code: "K7QD".into(),
        addresses: if host { vec!["192.168.1.20:4100".into()] } else { Vec::new() },
        invitation: host.then(|| "nodealer:K7QD@192.168.1.20:4100".into()),
        leave_question: words::leaving_table(host).into(),
        ..LobbyView::default()
    }
}

fn key(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
}

#[test]
fn the_lobby() {
    for (host, name) in [(true, "host"), (false, "guest")] {
        let now = at(SeatState::Lobby(at_table(host)));
        let mut app = App::new(now.clone(), true, false, Rect::new(0, 0, 80, 24));
        let chat = |text: &str, whispered| {
            event(SeatEventKind::Chat {
                from: "Bob".into(),
                seat: None,
                whispered,
                text: text.into(),
                to: None,
            })
        };
        let said = [chat("hello", false), chat("are you in?", true), notice("Cleo is ready.")];
        app.take_in(&now, &said, Duration::ZERO);
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
    let terms = at_table(true).terms;
    let table = |name: &str, taken, invited, playing| TableLine {
        id: name.into(),
        name: name.into(),
        code: "K7QD".into(),
        by: "Ann".into(),
        terms: terms.clone(),
        taken,
        invited,
        playing,
        ..TableLine::default()
    };
    let tables = vec![
        table("The Back Room", 2, false, false),
        table("By invitation", 1, true, false),
        table("Last orders", 5, false, true),
    ];
    let unfinished = vec![line("some-match")];
    let mut app = app_at(SeatState::Home(HomeView { tables, unfinished, ..home() }), true);
    key(&mut app, KeyCode::Char('7'));
    look(&app, "lobby-home-tables");
    let offline = Some("There is no network here.".into());
    let failed = Some(FailureShown { text: "Nobody answers at 10.0.0.7:1.".into(), status: 3 });
    let now = at(SeatState::Home(HomeView { offline, failed, ..home() }));
    app.take_in(&now, &[], Duration::ZERO);
    look(&app, "lobby-home-failed");
    key(&mut app, KeyCode::Char('6'));
    look(&app, "lobby-home-offline");
    key(&mut app, KeyCode::Enter);
    look(&app, "lobby-home-seek");
}

#[test]
fn a_table_with_others_who_write_and_go_away_and_its_end() {
    let mut moment = moments(&games::never_bring_a_knife::GAME, 6, 3).remove(0);
    let bruno = Seat::new(2);
    let chat = Update::Chat { from: bruno, whispered: false, text: "one moment, the door".into() };
    let away = Update::Presence { seat: bruno, here: false };
    let said = moment.said.clone().into_iter().map(Update::Said);
    let happens = said.chain([Update::Ask, chat, away]).collect();
    look(&app(&moment.after(happens)), "lobby-table-away");
    moment.waiting = [bruno].into_iter().collect::<Seats>();
    let seat = moment.after([Update::Ask, Update::Waiting].into());
    let mut app = app(&seat);
    look(&app, "lobby-table-waiting");
    key(&mut app, KeyCode::Char('o'));
    look(&app, "lobby-table-vote");
    let SeatState::Match(last) = &seat.0.state else { panic!("a match") };
    let summary = seat::shown::Text::from("The Cops win");
    let end = EndView {
        last: (**last).clone(),
        result: Some(ResultShown { winners: vec![0, 2], scores: vec![1, 0, 1], summary }),
        fingerprint: Some("babab-dadad-fafaf-gagag".into()),
        transcript: Some("match.nodealer".into()),
        rematch: true,
        seated: true,
        table: Some(at_table(false)),
        ..EndView::default()
    };
    let now = at(SeatState::End(Box::new(end)));
    app.take_in(&now, &[event(SeatEventKind::Over), notice("Bob is ready.")], Duration::ZERO);
    look(&app, "lobby-end");
}

#[test]
fn plain_mode_of_every_game() {
    for game in games::GAMES {
        let id = game.info().id;
        let config = Config { folder: Some(folder(&format!("{id}-plain"))), ..Config::default() };
        let client = seat::open(Person::stranger("Ann").unwrap(), config).unwrap();
        let began = client.send(Intent::PlayHere(seeded(id))).wait(Duration::from_secs(60));
        assert!(began.unwrap().is_taken());
        let mut out = Vec::new();
        let mut input = Input::new(Cursor::new("?\nr\n1\n2\n3\ny\nq\nq\n"), false);
        let options = plain::Options { until: Until::Over, ..plain::Options::default() };
        plain::run(&client, &mut input, &mut out, options).unwrap();
        insta::assert_snapshot!(format!("{id}-plain"), String::from_utf8(out).unwrap());
    }
}
