//! Whole matches in a real browser: each game once by clicks and once by keys alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::page::Page;
use web::Screen as _;

/// Plays to the end; `act` answers one question.
fn play(game: &str, how: &str, act: impl Fn(&Page)) {
    let Some(page) = Page::playing(&format!("{game} by {how}"), game, 0) else { return };
    let mut answered = 0;
    while matches!(page.seat.snapshot().state, seat::SeatState::Match(_)) {
        page.settled();
        let at = page.seat.snapshot().at;
        act(&page);
        answered += 1;
        let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while page.seat.snapshot().at == at {
            assert!(std::time::Instant::now() < until, "question {answered} was not answered");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        // The beginning and the end are what differs; the rest of a long game is played by the bot.
        if answered == 40 {
            page.seat.play_on(5000);
        }
    }
    page.browser.wait_for_element(".end .fingerprint");
    assert_eq!(page.browser.complaints(), [""; 0]);
    println!("{game} by {how}: {answered} answers");
}

const CHOOSABLE: &str = ".entry:not([aria-disabled])";
const ENTER: &str = "\u{E007}";
const RIGHT: &str = "\u{E014}";

fn by_clicks(page: &Page) {
    // What is asked may change between a look at it and the click.
    let click = |css: &str| {
        let found = serde_json::json!(css);
        page.browser.run(&format!("document.querySelector({found})?.click()"));
    };
    // A card of the hand if it can be played, and as many as it takes; or else the first answer.
    let step = page.attribute(".menu", "data-step");
    let same = || page.attribute(".menu", "data-step") == step;
    if page.count(".own .lies-hand .piece.can") > 0 {
        click(".own .lies-hand .piece.can");
        while same() && page.count(CHOOSABLE) == 0 {
            click(".own .lies-hand .piece.can:not(.chosen)");
        }
        if same() && page.count(".piece.chosen") > 0 {
            click(CHOOSABLE);
        }
    } else {
        click(CHOOSABLE);
    }
    if same() && page.count(".entry.again") > 0 {
        click(".entry.again");
    }
}

fn by_keys(page: &Page) {
    let step = page.attribute(".menu", "data-step");
    let same = || page.attribute(".menu", "data-step") == step;
    if page.count(CHOOSABLE) == 0 {
        page.browser.press("h");
        page.browser.press(ENTER);
        while same() && page.count(CHOOSABLE) == 0 {
            page.browser.press(RIGHT);
            page.browser.press(ENTER);
        }
    }
    page.browser.press("a");
    page.browser.press(ENTER);
    if same() && page.count(".again") > 0 {
        page.browser.press(ENTER);
    }
}

#[test]
fn knives_is_played_by_clicks() {
    play("knives", "clicks", by_clicks);
}

#[test]
fn knives_is_played_by_keys_alone() {
    play("knives", "keys", by_keys);
}

#[test]
fn never_bring_a_knife_is_played_by_clicks() {
    play("never-bring-a-knife", "clicks", by_clicks);
}

#[test]
fn never_bring_a_knife_is_played_by_keys_alone() {
    play("never-bring-a-knife", "keys", by_keys);
}

#[test]
fn suspicion_is_played_by_clicks() {
    play("suspicion", "clicks", by_clicks);
}

#[test]
fn suspicion_is_played_by_keys_alone() {
    play("suspicion", "keys", by_keys);
}

#[test]
fn no_honor_is_played_by_clicks() {
    play("no-honor", "clicks", by_clicks);
}

#[test]
fn no_honor_is_played_by_keys_alone() {
    play("no-honor", "keys", by_keys);
}
