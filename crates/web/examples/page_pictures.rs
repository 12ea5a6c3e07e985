//! Takes pictures of every screen of every game in a real browser, at three sizes, light and dark:
//! `cargo run -p web --example page_pictures -- FOLDER [GAME]`. With `--readme` those four of the README, into
//! `docs/`. With `--serve` it prints an address instead and serves a seat whose matches are dealt in the clear, to
//! look around in.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::{path::Path, time::Duration};

use common::clear::{ClearSeat, home, lobby, replay};
use nodealer_tests::browser::Browser;
use seat::{
    AuditShown, CheckShown, EndView, HomeView, Intent, LobbyView, MatchLine, SeatState, Setup,
    SitterShown, TableLine, TermsShown,
};
use serde_json::json;
use web::{Options, Screen as _, Server};

const SIZES: [(u32, u32); 3] = [(360, 640), (1280, 800), (1920, 1080)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().expect("a folder for the pictures");
    if folder == "--serve" {
        let server = Server::start(ClearSeat::new(), Options::default()).unwrap();
        println!("{}", server.address().unwrap());
        std::thread::sleep(Duration::from_secs(3600));
        return;
    }
    if folder == "--readme" {
        return readme();
    }
    std::fs::create_dir_all(folder).unwrap();
    let wanted = arguments.get(1).map_or("", String::as_str);
    let browser = Browser::open("pictures").expect("a browser");
    let seat = ClearSeat::new();
    let server = Server::start(seat.clone(), Options::default()).unwrap();
    browser.go(&server.address().unwrap());
    let shoot = |name: &str| take(&browser, Path::new(folder), name);
    if wanted.is_empty() {
        browser.wait_for_element(".home");
        at_home(&browser, &seat, &shoot);
        lobbies(&browser, &seat, &shoot);
    }
    for game in home().games.iter().filter(|game| game.id.starts_with(wanted)) {
        let setup = Setup { game: game.id.clone(), ..Setup::default() };
        seat.send(Intent::PlayHere(setup));
        seat.play_on(6);
        browser.wait_for_element(".table");
        shoot(&format!("{}-early", game.id));
        seat.play_on(14);
        shoot(&format!("{}-later", game.id));
        in_dialog(&browser, "r", || shoot(&format!("{}-rules", game.id)));
        seat.play_on(2000);
        browser.wait_for_element(".end");
        if let SeatState::End(end) = seat.snapshot().state.clone() {
            let transcript = Some("quiet-river.nodealer".into());
            seat.show(SeatState::End(Box::new(EndView { transcript, audit: audit(), ..*end })));
        }
        shoot(&format!("{}-end", game.id));
        browser.run("document.querySelector('#audit-title').scrollIntoView(); return true");
        shoot(&format!("{}-audit", game.id));
        let replay = replay(&game.id, 8);
        seat.show(SeatState::Replay(Box::new(seat::ReplayView { audit: audit(), ..replay })));
        browser.wait_for_element(".replay");
        shoot(&format!("{}-replay", game.id));
        seat.send(Intent::Leave);
        browser.wait_for_element(".home");
    }
}

/// Home as it is at first and with tables and matches, and the dialogs that are open everywhere.
fn at_home(browser: &Browser, seat: &ClearSeat, shoot: &dyn Fn(&str)) {
    seat.is_new_here();
    browser.wait_for_element(".ask-name");
    shoot("home-first");
    seat.send(Intent::Rename { name: "Ada".into() });
    seat.show(SeatState::Home(HomeView {
        tables: vec![
            table("Cyd's table", "knives", "Knives"),
            table("Friday", "suspicion", "Suspicion"),
        ],
        unfinished: vec![played("brave-otter", None)],
        finished: vec![played("quiet-river", Some("Bo won with 15 points"))],
        ..home()
    }));
    browser.wait_for_element(".tables");
    shoot("home");
    browser.run("document.querySelector('#tables-title').scrollIntoView(); return true");
    shoot("tables");
    in_dialog(browser, "s", || shoot("settings"));
    in_dialog(browser, "?", || shoot("keys"));
}

/// A table before a match, as its host sees it and as a guest does.
fn lobbies(browser: &Browser, seat: &ClearSeat, shoot: &dyn Fn(&str)) {
    let terms = agreed("knives", "Knives");
    let mine = LobbyView { terms, seated: true, ..lobby() };
    let cyd = SitterShown { name: "Cyd".into(), known: "known".into(), ..mine.people[1].clone() };
    let people =
        vec![mine.people[0].clone(), mine.people[1].clone(), SitterShown { bot: false, ..cyd }];
    seat.show(SeatState::Lobby(LobbyView { people: people.clone(), ..mine.clone() }));
    browser.wait_for_element(".lobby");
    shoot("lobby-host");
    let table = "Cyd's table".into();
    seat.show(SeatState::Lobby(LobbyView { host: false, table, people, ..mine }));
    shoot("lobby-guest");
    seat.send(Intent::Leave);
    browser.wait_for_element(".home");
}

/// Opens a dialog by its key, and closes it again.
fn in_dialog(browser: &Browser, key: &str, shoot: impl Fn()) {
    browser.press(key);
    browser.wait_for_element("dialog[open]");
    shoot();
    browser.press("\u{E00C}");
}

fn agreed(game: &str, game_name: &str) -> TermsShown {
    TermsShown {
        game: game.into(),
        game_name: game_name.into(),
        survive: 1,
        survive_words: "Survives 1 leaver; 4 of the others together could see a player's cards."
            .into(),
        on_cheat: "A proven cheat ends the match.".into(),
        spectators: true,
        ..lobby().terms
    }
}

fn table(name: &str, game: &str, game_name: &str) -> TableLine {
    let (name, id, code) = (name.into(), game.into(), "K7QX".into());
    TableLine { id, name, code, taken: 3, terms: agreed(game, game_name), ..TableLine::default() }
}

fn played(id: &str, result: Option<&str>) -> MatchLine {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    MatchLine {
        id: id.into(),
        game: "knives".into(),
        game_name: "Knives".into(),
        players: ["Ada", "Bo", "Cyd", "Dan", "Eve"].map(Into::into).to_vec(),
        when: now.as_secs() - 3600,
        result: result.map(Into::into),
    }
}

/// An audit as that of a match of some length.
fn audit() -> Option<AuditShown> {
    let check = |(name, count): (&str, u64)| CheckShown { name: name.into(), count, ok: true };
    let checks = [
        ("signatures", 3151),
        ("match keys", 5),
        ("escrow dealings", 10),
        ("shuffles", 130),
        ("openings", 334),
        ("moves", 472),
        ("claims about hidden hands", 65),
        ("random numbers", 5),
        ("signed results", 5),
        ("common heads", 425),
    ];
    let (verdict, text) = ("fair".into(), "The match was fair.".into());
    Some(AuditShown { verdict, text, checks: checks.map(check).to_vec() })
}

/// One picture of each game for the README: after so many choices, light or dark.
fn readme() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let browser = Browser::open("pictures").expect("a browser");
    let size = json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", size);
    for (game, choices, dark) in [
        ("knives", 10, false),
        ("never-bring-a-knife", 7, true),
        ("suspicion", 5, false),
        ("no-honor", 26, true),
    ] {
        let seat = ClearSeat::new();
        let server = Server::start(seat.clone(), Options::default()).unwrap();
        browser.prefer_dark(dark);
        browser.go(&server.address().unwrap());
        browser.wait_for_element(".home");
        seat.send(Intent::PlayHere(Setup { game: game.into(), ..Setup::default() }));
        seat.play_on(choices);
        browser.wait_for_element(".bench .own");
        std::thread::sleep(Duration::from_secs(3));
        let file = Path::new(docs).join(format!("web-{game}.png"));
        std::fs::write(&file, browser.screenshot()).unwrap();
        println!("{}", file.display());
    }
}

/// One picture for each size, light and dark.
fn take(browser: &Browser, folder: &Path, name: &str) {
    for (width, height) in SIZES {
        browser.resize(width, height);
        for (shade, dark) in [("light", false), ("dark", true)] {
            browser.prefer_dark(dark);
            std::thread::sleep(Duration::from_millis(350));
            let wide = browser.run("return document.documentElement.scrollWidth - innerWidth");
            if wide.as_i64().unwrap_or(0) > 0 {
                println!("{name} at {width}: {wide} pixels too wide");
            }
            let file = folder.join(format!("{name}-{width}-{shade}.png"));
            std::fs::write(&file, browser.screenshot()).unwrap();
        }
    }
    for complaint in browser.complaints() {
        println!("{name}: {complaint}");
    }
}
