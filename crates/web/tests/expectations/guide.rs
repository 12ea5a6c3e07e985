//! Rules, explanations, notes and lessons: 16 and 17.

use seat::{SeatEventKind, SeatState};
use serde_json::json;

use crate::{
    ESCAPE,
    common::{clear::replay, page::Page},
    in_sight, until_a_card_can_be_played,
};

/// 16. Rules at hand, cards that explain themselves.
#[test]
fn rules_open_at_the_passage_of_the_phase_and_cards_explain_themselves() {
    let Some(page) = Page::playing("rules at hand", "knives", 2) else { return };
    let phase = page.view().board.phase;
    page.browser.click(".phase button");
    page.browser.wait_for_element("dialog[open] .found");
    assert_eq!(page.browser.text("dialog .found"), phase);
    page.browser.press(ESCAPE);
    page.browser.wait_for("no dialog", "return document.querySelector('dialog[open]') === null");
    let at = page.browser.middle_at_rest(".own .lies-hand .piece:last-child");
    let mouse = |x: &serde_json::Value| {
        let moved = json!({ "type": "mouseMoved", "x": x, "y": at["y"] });
        page.browser.devtools("Input.dispatchMouseEvent", moved);
    };
    mouse(&at["x"]);
    page.browser.wait_for_element("#explain.open");
    mouse(&json!(1));
    page.browser.wait_for("no explanation", "return !document.querySelector('#explain.open')");
    page.browser.press("h");
    page.browser.wait_for_element("#explain.open");
    let name = page
        .browser
        .run("return document.activeElement.querySelector('.unseen').textContent.split(',')[0]");
    assert!(page.browser.text("#explain").starts_with(name.as_str().unwrap()));
}

/// 16. A finger that stays on a card asks what it is, and plays nothing.
#[test]
fn a_long_press_explains_a_card_and_plays_nothing() {
    let Some(page) = Page::playing("a long press", "knives", 1) else { return };
    until_a_card_can_be_played(&page);
    let before = page.wanted().len();
    let at = page.browser.middle_at_rest(".own .lies-hand .piece.can");
    let touch = |kind: &str, points: serde_json::Value| {
        let parameters = json!({ "type": kind, "touchPoints": points });
        page.browser.devtools("Input.dispatchTouchEvent", parameters);
    };
    touch("touchStart", json!([at]));
    page.browser.wait_for_element("#explain.open");
    std::thread::sleep(std::time::Duration::from_millis(600));
    touch("touchEnd", json!([]));
    std::thread::sleep(std::time::Duration::from_millis(300));
    let name = page.browser.run(
        "return document.querySelector('.own .lies-hand .piece.can .unseen').textContent.split(',')[0]",
    );
    assert!(page.written("#explain").starts_with(name.as_str().unwrap()));
    assert_eq!(page.wanted().len(), before, "{:?}", page.wanted());
}

/// 17. Notes.
#[test]
fn a_note_about_a_player_is_kept_and_seen() {
    let Some(page) = Page::playing("notes", "never-bring-a-knife", 1) else { return };
    page.browser.click(".seat .name button");
    page.browser.wait_for_element("#note");
    page.browser.type_into("#note", "says she is a Cop\u{E007}");
    page.browser.wait_for_element(".note");
    assert!(page.browser.text(".note").contains("says she is a Cop"));
}

/// 17. Notes are there in the replay too.
#[test]
fn a_replay_shows_the_notes_about_players() {
    let Some(page) = Page::open("notes in a replay") else { return };
    let mut replay = replay("never-bring-a-knife", 8);
    replay.shown.notes[1] = "says she is a Cop".into();
    page.seat.show(SeatState::Replay(Box::new(replay)));
    page.browser.wait_for_element(".replay .note");
    assert!(page.browser.text(".replay .note").contains("says she is a Cop"));
}

/// What a guided match explains is read beside the table, one lesson after another.
#[test]
fn lessons_are_read_one_after_another_and_none_is_passed_over() {
    let Some(page) = Page::playing("lessons", "knives", 0) else { return };
    let lessons = ["Welcome.", "You have six cards.", "Name a suit."];
    let advice = "If you are unsure: Hearts.";
    for text in lessons {
        page.seat.happen(SeatEventKind::Notice { text: text.into() });
    }
    page.show(|view| {
        let hints = lessons.iter().chain([&advice]);
        view.hints = hints.map(|hint| (*hint).to_owned()).collect();
    });
    for (width, height) in [(360, 640), (1280, 800)] {
        page.resize(width, height);
        page.browser.wait_for_element(".guide .main");
        assert!(in_sight(&page, ".guide p"), "{width} × {height}");
        assert!(in_sight(&page, ".guide .main"), "{width} × {height}");
    }
    let reads = |text: &str| {
        let script =
            format!("return document.querySelector('.guide')?.innerText.includes('{text}')");
        page.browser.wait_for(text, &script);
    };
    reads("Welcome.");
    reads("Hearts");
    page.browser.click(".guide .main");
    reads("You have six cards.");
    // The person has answered without reading on: what they have not read yet is still there.
    page.show(|view| view.hints = Vec::new());
    reads("Name a suit.");
    assert!(!page.browser.text(".guide").contains("Hearts"), "that question is over");
    page.show(|view| view.players[1].name = "Zoe".into());
    page.browser.wait_for("a change", "return document.body.innerText.includes('Zoe')");
    assert!(page.browser.text(".guide").contains("Name a suit."), "it stays until it was read");
    page.browser.click(".guide .main");
    page.browser.wait_for("no guide", "return document.querySelector('.guide') === null");
}
