//! Takes pictures of every screen of every game in a real browser, at three sizes, light and dark:
//! `cargo run -p web --example page_pictures -- FOLDER [GAME]`. With `--readme` those four of the README, into
//! `docs/`. With `--serve` it prints an address instead and serves a seat whose matches are dealt in the clear, to
//! look around in.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::{path::Path, time::Duration};

use common::clear::{ClearSeat, home, replay};
use nodealer_tests::browser::Browser;
use seat::{Intent, SeatState, Setup};
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
        shoot("home");
    }
    for game in home().games.iter().filter(|game| game.id.starts_with(wanted)) {
        let setup = Setup { game: game.id.clone(), ..Setup::default() };
        seat.send(Intent::PlayHere(setup));
        seat.play_on(6);
        browser.wait_for_element(".table");
        shoot(&format!("{}-early", game.id));
        seat.play_on(14);
        shoot(&format!("{}-later", game.id));
        seat.play_on(2000);
        browser.wait_for_element(".end");
        shoot(&format!("{}-end", game.id));
        seat.show(SeatState::Replay(Box::new(replay(&game.id, 8))));
        browser.wait_for_element(".replay");
        shoot(&format!("{}-replay", game.id));
        seat.send(Intent::Leave);
        browser.wait_for_element(".home");
    }
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
        ("suspicion", 12, false),
        ("no-honor", 26, true),
    ] {
        let seat = ClearSeat::new();
        let server = Server::start(seat.clone(), Options::default()).unwrap();
        browser.prefer_dark(dark);
        browser.go(&server.address().unwrap());
        browser.wait_for_element(".home");
        seat.send(Intent::PlayHere(Setup { game: game.into(), ..Setup::default() }));
        seat.play_on(choices);
        browser.wait_for_element(".table .seat");
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
