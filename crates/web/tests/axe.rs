//! axe-core on every screen of every game, light and dark, at three sizes. `.ci/page` fetches axe-core and names
//! it in `AXE`; without that, these tests say that they are skipped.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::io::Write as _;

use common::{
    clear::{lobby, replay},
    page::Page,
};
use seat::{Intent, SeatState, Setup};
use web::Screen as _;

const SIZES: [(u32, u32); 3] = [(360, 640), (1280, 800), (1920, 1080)];

fn axe() -> Option<String> {
    let Some(path) = std::env::var_os("AXE") else {
        let _ = std::io::stderr().write_all(b"SKIPPED: axe-core: AXE does not name it\n");
        return None;
    };
    Some(std::fs::read_to_string(path).expect("AXE names axe.min.js"))
}

/// Looks at what is shown now, at every size, light and dark.
fn check(page: &Page, axe: &str, screen: &str) {
    for (width, height) in SIZES {
        page.resize(width, height);
        for dark in [false, true] {
            page.browser.prefer_dark(dark);
            page.browser.run(&format!("if (!window.axe) {{ {axe} }}; return true"));
            page.browser.run(
                "window.found = null; axe.run().then((r) => { window.found = r.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200)).join(' | ')}`); }, (e) => { window.found = [String(e)]; })",
            );
            let found = page.browser.wait_for("axe", "return window.found && [window.found]");
            assert_eq!(found[0], serde_json::json!([]), "{screen} at {width}, dark: {dark}");
        }
    }
}

#[test]
fn home_lobby_and_dialogs_have_no_violation() {
    let Some(axe) = axe() else { return };
    let Some(page) = Page::open("axe at home") else { return };
    check(&page, &axe, "home");
    page.browser.press("s");
    page.browser.wait_for_element("dialog[open]");
    check(&page, &axe, "settings");
    page.browser.press("\u{E00C}");
    page.browser.press("?");
    page.browser.wait_for_element("dialog[open]");
    check(&page, &axe, "keys");
    page.seat.show(SeatState::Lobby(lobby()));
    page.browser.wait_for_element(".lobby");
    check(&page, &axe, "lobby");
}

fn game(id: &str) {
    let Some(axe) = axe() else { return };
    let Some(page) = Page::open(&format!("axe in {id}")) else { return };
    page.seat.send(Intent::PlayHere(Setup { game: id.into(), ..Setup::default() }));
    page.settled();
    check(&page, &axe, &format!("{id}, the first question"));
    page.seat.play_on(12);
    page.settled();
    check(&page, &axe, &format!("{id}, later"));
    page.browser.press("r");
    page.browser.wait_for_element("dialog[open] .rules");
    check(&page, &axe, &format!("{id}, rules"));
    page.browser.press("\u{E00C}");
    page.seat.play_on(5000);
    page.browser.wait_for_element(".end");
    check(&page, &axe, &format!("{id}, the end"));
    page.seat.show(SeatState::Replay(Box::new(replay(id, 10))));
    page.browser.wait_for_element(".replay");
    check(&page, &axe, &format!("{id}, replay"));
}

#[test]
fn knives_has_no_violation() {
    game("knives");
}

#[test]
fn never_bring_a_knife_has_no_violation() {
    game("never-bring-a-knife");
}

#[test]
fn suspicion_has_no_violation() {
    game("suspicion");
}

#[test]
fn no_honor_has_no_violation() {
    game("no-honor");
}
