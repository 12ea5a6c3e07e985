//! What was just decided stays to be read: 3.

use seat::{
    Intent, Reading, Settings,
    shown::{CardShown, LatelyShown, LayoutShown, PileShown, Text},
};
use serde_json::json;
use web::Screen as _;

use crate::{ESCAPE, common::page::Page};

fn lately(title: &str) -> LatelyShown {
    let card = CardShown { face: Some(0), ..CardShown::default() };
    LatelyShown {
        title: Text::from(title),
        pile: PileShown {
            name: "trick".into(),
            layout: LayoutShown::Spread,
            count: 1,
            cards: vec![card],
            importance: 2,
        },
    }
}

/// 3. What was just decided stays to be read.
#[test]
fn a_finished_trick_stays_for_the_set_time_and_can_be_called_back() {
    let Some(page) = Page::playing("a finished trick", "knives", 1) else { return };
    let settings = Settings { linger_ms: 1500, sound: false, ..Settings::default() };
    page.seat.send(Intent::Set(settings));
    page.show(|view| view.board.lately = None);
    page.browser.wait_for("no trick", "return document.querySelector('.lately') === null");
    // On a busy machine a look at the page may come only after that time.
    page.browser.run(
        "const look = () => { window.held ||= document.querySelector('.lately.open .piece') !== null };
         new MutationObserver(look).observe(document.body, { subtree: true, childList: true })",
    );
    page.show(|view| view.board.lately = Some(lately("Bo won a trick")));
    page.browser.wait_for("the trick", "return window.held");
    page.browser
        .wait_for("its end", "return document.querySelector('.lately:not(.open)') !== null");
    page.browser.click(".lately button");
    page.browser.wait_for_element(".lately.open .piece");
}

/// 3. Without a set time it stays until a key.
#[test]
fn a_finished_trick_stays_until_a_key_for_whoever_wants_that() {
    let Some(page) = Page::playing("until a key", "knives", 1) else { return };
    page.seat.send(Intent::Set(Settings { linger_ms: 0, sound: false, ..Settings::default() }));
    page.show(|view| view.board.lately = None);
    page.browser.wait_for("no trick", "return document.querySelector('.lately') === null");
    page.show(|view| view.board.lately = Some(lately("Bo won a trick")));
    page.browser.wait_for_element(".lately.open .piece");
    std::thread::sleep(std::time::Duration::from_millis(3000));
    assert_eq!(page.count(".lately.open"), 1);
    page.browser.press(ESCAPE);
    page.browser.wait_for("its end", "return document.querySelector('.lately.open') === null");
}

/// 3. A finished trick lies where it was played until somebody leads, and nothing of it is cut off.
#[test]
fn a_finished_trick_stays_in_its_place_until_the_next_lead() {
    let Some(page) = Page::playing("a trick in its place", "knives", 1) else { return };
    let is_trick = |pile: &PileShown| pile.layout == LayoutShown::BySeat;
    let tricks = |page: &Page| page.view().board.lately.is_some_and(|last| is_trick(&last.pile));
    for _ in 0..60 {
        if tricks(&page) {
            break;
        }
        page.seat.play_on(1);
    }
    assert!(tricks(&page), "no trick was won");
    page.show(|view| {
        for pile in view.board.piles.iter_mut().filter(|pile| is_trick(pile)) {
            for laid in &mut pile.cards {
                *laid = CardShown { seat: laid.seat, ..CardShown::default() };
            }
        }
    });
    page.browser.wait_for_element(".lately.open .piece");
    assert_eq!(page.count(".middle .lies-by-seat"), 1, "it lies in the places of the next one");
    for (width, height) in [(1280, 800), (1920, 1080)] {
        page.resize(width, height);
        let cut = "const room = document.querySelector('.table').getBoundingClientRect();
             return [...document.querySelectorAll('.lately .laid > *')].map((e) => [e.textContent, e.getBoundingClientRect()])
               .filter(([, box]) => box.top < room.top || box.bottom > room.bottom || box.right > room.right).map(([text]) => text)";
        page.browser.wait_for("rest", "return !document.querySelector('.moving, .flying')");
        assert_eq!(page.browser.run(cut), json!([]), "{width} × {height}");
    }
    // Somebody leads: what is played now lies in these places.
    page.show(|view| {
        let trick = view.board.piles.iter_mut().find(|pile| is_trick(pile)).unwrap();
        trick.cards[1] = CardShown { face: Some(0), seat: Some(1), ..CardShown::default() };
    });
    page.browser.wait_for_element(".middle > .lies-by-seat .piece");
    page.browser.wait_for("its end", "return document.querySelector('.lately.open') === null");
}

/// 3. Who has seen enough goes on, and how long everything is shown stands in the settings.
#[test]
fn the_pace_of_showing_is_a_setting_and_whoever_has_seen_enough_goes_on() {
    let Some(page) = Page::playing("the pace", "knives", 1) else { return };
    // It stays until this page goes on.
    page.seat.send(Intent::Set(Settings { linger_ms: 0, sound: false, ..Settings::default() }));
    page.show(|view| view.board.lately = None);
    page.browser.wait_for("no trick", "return document.querySelector('.lately') === null");
    page.show(|view| view.board.lately = Some(lately("Bo won a trick")));
    page.browser.wait_for_element(".lately .go");
    page.browser.click(".lately .go");
    page.wait_wanted("to go on", |i| *i == Intent::Hurry);
    assert_eq!(page.count(".lately.open"), 0);
    page.browser.press("s");
    page.browser.wait_for_element("#set-pace");
    page.browser.run("const pace = document.querySelector('#set-pace'); pace.value = 'slow'; pace.dispatchEvent(new Event('change'))");
    page.wait_wanted("the pace", |i| matches!(i, Intent::Set(set) if set.pace == Reading::Slow));
    page.browser.wait_for("it", "return document.querySelector('#set-pace').value === 'slow'");
}

/// 3. The end of a hand shows the cards that were put down, with the coins they count for.
#[test]
fn coins_of_cards_that_were_put_down_are_seen_when_a_hand_is_over() {
    let Some(page) = Page::playing("put down", "knives", 1) else { return };
    // It stays until it was looked at.
    page.seat.send(Intent::Set(Settings { linger_ms: 0, sound: false, ..Settings::default() }));
    let counts = |page: &Page| {
        let lately = page.view().board.lately;
        lately.is_some_and(|last| last.pile.name == "put down" && !last.pile.cards.is_empty())
    };
    for _ in 0..200 {
        if counts(&page) {
            break;
        }
        page.seat.play_on(1);
    }
    assert!(counts(&page), "no hand of a banker was counted");
    page.settled();
    page.browser.wait_for_element(".lately.open .lies-slots .piece");
    assert_eq!(page.count(".lately .piece"), 2);
    assert!(page.browser.text(".lately .label").contains("coin"));
    assert!(page.written(".sheet-table").contains("put down"));
}
