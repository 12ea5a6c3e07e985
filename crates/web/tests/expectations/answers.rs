//! How a person answers: 4, 5 and 6.

use seat::{Intent, Setup};
use serde_json::json;
use web::Screen as _;

use crate::{ESCAPE, common::page::Page, until_a_card_can_be_played};

/// 4. Click first; drag is an alias.
#[test]
fn a_card_is_played_by_a_click_and_by_dragging_it_onto_the_table() {
    let Some(page) = Page::playing("click and drag", "knives", 2) else { return };
    until_a_card_can_be_played(&page);
    let chosen = |intent: &Intent| matches!(intent, Intent::Choose { .. });
    page.browser.click(".own .lies-hand .piece.can");
    if page.browser.run("return document.querySelector('.again') !== null") == true {
        page.browser.click(".own .lies-hand .piece.can");
    }
    page.wait_wanted("a choice", chosen);
    let before = page.wanted().len();
    until_a_card_can_be_played(&page);
    page.browser.run(
        "const from = document.querySelector('.own .lies-hand .piece.can');\
         const data = new DataTransfer();\
         from.dispatchEvent(new DragEvent('dragstart', { dataTransfer: data, bubbles: true }));\
         document.querySelector('.middle').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));",
    );
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while page.wanted().len() == before && page.count(".again") == 0 {
        assert!(std::time::Instant::now() < until, "dragging did nothing");
    }
}

/// 5. What weighs asks once, in place.
#[test]
fn a_choice_that_weighs_asks_once_in_place() {
    let Some(page) = Page::playing("a choice that weighs", "knives", 1) else { return };
    page.show(|view| {
        let entry = view.menu.as_mut().unwrap().entries.iter_mut().find(|e| e.allowed).unwrap();
        entry.heavy = true;
    });
    let step = page.view().menu.unwrap().step;
    let entry = page.view().menu.unwrap().entries.iter().find(|e| e.heavy).unwrap().entry;
    let button = format!(".entry[data-entry='{entry}']");
    page.browser.wait_for_element(&button);
    page.browser.click(&button);
    page.browser.wait_for_element(".entry.again");
    assert!(page.browser.text(".entry.again").contains("Sure?"));
    assert_eq!(page.wanted(), []);
    page.browser.press(ESCAPE);
    page.browser.wait_for("calm", "return document.querySelector('.again') === null");
    assert_eq!(page.wanted(), []);
    page.browser.click(&button);
    page.browser.click(&button);
    page.wait_wanted("the choice", |i| *i == Intent::Choose { step, entry });
}

/// 5. A double click and a key that is held answer one question, and nothing of it is complained about.
#[test]
fn a_double_click_and_a_held_key_answer_one_question() {
    let Some(page) = Page::playing("a double click", "knives", 1) else { return };
    let answers = || {
        let sent = page.wanted().into_iter();
        sent.filter(|intent| matches!(intent, Intent::Choose { .. })).count()
    };
    let entry = ".target:not([aria-disabled]), .entry:not([aria-disabled])";
    let click = |count: u32| {
        let at = page.browser.middle_at_rest(entry);
        for kind in ["mousePressed", "mouseReleased"] {
            let mouse = json!({ "type": kind, "x": at["x"], "y": at["y"], "button": "left", "clickCount": count });
            page.browser.devtools("Input.dispatchMouseEvent", mouse);
        }
    };
    // The second click comes while the first question is still shown.
    page.browser.run(&format!("const e = document.querySelector('{entry}'); e.click(); e.click()"));
    page.wait_wanted("the choice", |i| matches!(i, Intent::Choose { .. }));
    page.settled();
    // It comes when the next question is there already.
    click(2);
    let held = json!({ "type": "keyDown", "key": "1", "text": "1", "autoRepeat": true });
    page.browser.devtools("Input.dispatchKeyEvent", held);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(answers(), 1, "{:?}", page.wanted());
    assert_eq!(page.count(".notice, .again"), 0);
    // Whoever has read the question answers it; what lies there may move away under the first click.
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while answers() < 2 {
        click(1);
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(std::time::Instant::now() < until, "the next question was not answered");
    }
}

/// Shows a menu in which the first card of the hand can only be thrown away.
fn only_to_be_thrown_away(page: &Page) -> u32 {
    let card = |page: &Page| page.view().board.seats[0].piles[0].cards[0].card.unwrap();
    let about = |page: &Page| {
        let (menu, card) = (page.view().menu.unwrap(), card(page));
        menu.entries.iter().filter(|entry| entry.cards.contains(&card)).count()
    };
    for _ in 0..20 {
        if about(page) == 2 {
            break;
        }
        page.seat.play_on(1);
    }
    page.settled();
    let card = card(page);
    page.show(|view| {
        let menu = view.menu.as_mut().unwrap();
        let about = menu.entries.iter_mut().filter(|entry| entry.cards.contains(&card));
        let mut about: Vec<_> = about.collect();
        assert_eq!(about.len(), 2, "play and discard");
        for (at, entry) in about.iter_mut().enumerate() {
            (entry.allowed, entry.heavy) = (at == 1, false);
            entry.reason = (at == 0).then(|| "your suspect does not show that colour".into());
        }
    });
    card
}

/// 5. A click on a card that cannot be played does not throw it away: it asks, and says why it cannot.
#[test]
fn a_card_that_can_only_be_thrown_away_asks_before_it_is() {
    let Some(page) = Page::playing("thrown away", "suspicion", 0) else { return };
    let card = only_to_be_thrown_away(&page);
    let piece = format!(".own .piece[data-card='{card}']");
    for (width, height) in [(1280, 800), (360, 640)] {
        page.resize(width, height);
        page.browser.wait_for_element(&piece);
        page.browser.click(&piece);
        page.browser.wait_for_element(".piece.chosen");
        assert_eq!(page.wanted(), []);
        let said = page.browser.text(".menu");
        assert!(said.contains("Discard") && said.contains("does not show that colour"), "{said}");
        page.browser.press(ESCAPE);
        page.browser.wait_for("calm", "return document.querySelector('.chosen') === null");
    }
    page.browser.click(&piece);
    page.browser.click(".entry:not([aria-disabled])");
    page.wait_wanted("the choice", |i| matches!(i, Intent::Choose { .. }));
}

/// 8. Esc takes a picked card back, also where the game itself was told which card it is.
#[test]
fn escape_takes_a_picked_card_back() {
    let Some(page) = Page::playing("taken back", "suspicion", 0) else { return };
    let card = only_to_be_thrown_away(&page);
    page.browser.wait_for_element(&format!(".own .piece[data-card='{card}']"));
    page.browser.click(&format!(".own .piece[data-card='{card}']"));
    page.browser.wait_for_element(".piece.chosen");
    assert!(page.browser.text(".menu .other").contains("Choose a different card"));
    page.browser.press(ESCAPE);
    page.browser.wait_for("calm", "return document.querySelector('.chosen') === null");
    assert_eq!(page.wanted(), []);
    page.seat.send(Intent::Leave);
    let setup = Setup { game: "never-bring-a-knife".into(), seats: Some(8), ..Setup::default() };
    page.seat.send(Intent::PlayHere(setup));
    page.browser.wait_for_element(".menu.asked");
    until_a_card_can_be_played(&page);
    page.browser.click(".own .lies-hand .piece.can");
    let back = |page: &Page| page.view().menu.is_some_and(|m| m.entries.iter().any(|e| e.back));
    page.browser.wait_for(
        "the way back",
        "return document.querySelector('.menu').innerText.includes('Choose a different card')",
    );
    assert!(back(&page));
    page.browser.press(ESCAPE);
    page.browser.wait_for(
        "the first question",
        "return !document.querySelector('.menu').innerText.includes('Choose a different card')",
    );
    assert!(!back(&page), "the card can be chosen anew");
}

/// Targets are chosen on the players themselves: their places say so.
#[test]
fn whom_a_card_goes_to_is_chosen_on_the_seats_themselves() {
    let Some(page) = Page::playing("targets", "never-bring-a-knife", 0) else { return };
    until_a_card_can_be_played(&page);
    assert_eq!(page.count(".aim"), 0, "which card goes there is not said yet");
    page.browser.click(".own .lies-hand .piece.can");
    page.browser.wait_for_element(".seat.aim .target");
    assert!(page.count(".seat.aim") > 1);
    let before = page.wanted().len();
    let name = page.view().players[1].name.clone();
    assert!(page.written("[data-seat='1'] .target").contains(&name));
    page.browser.click("[data-seat='1'] .target:not([aria-disabled])");
    if page.count(".target.again") > 0 {
        page.browser.click("[data-seat='1'] .target.again");
    }
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while page.wanted().len() == before {
        assert!(std::time::Instant::now() < until, "nobody was aimed at");
    }
    let laid =
        "return document.querySelectorAll(\"[data-seat='1'] .lies-spread .piece\").length > 0";
    page.browser.wait_for("the card before them", laid);
}

/// 6. What is not allowed is shown, and says why.
#[test]
fn what_is_not_allowed_is_shown_and_says_why_on_the_card_too() {
    let Some(page) = Page::playing("why not", "knives", 2) else { return };
    until_a_card_can_be_played(&page);
    page.show(|view| {
        let hand = &view.board.seats[0].piles[0];
        let card = hand.cards[0].card.unwrap();
        for entry in &mut view.menu.as_mut().unwrap().entries {
            if entry.cards.contains(&card) {
                entry.allowed = false;
                entry.reason = Some("You must follow suit.".into());
            }
        }
    });
    let why = "return [...document.querySelectorAll('.entries .reason')].some((line) => line.innerText.includes('You must follow suit.'))";
    page.browser.wait_for("the reason in the list", why);
    page.browser.wait_for_element(".own .piece.cannot");
    page.browser.run("document.querySelector('.own .piece.cannot').focus()");
    page.browser.wait_for_element("#explain.open");
    assert!(page.browser.text("#explain").contains("You must follow suit."));
    page.browser.click(".own .piece.cannot");
    page.browser.wait_for_element(".notice");
    assert!(page.browser.text(".notice").contains("You must follow suit."));
    assert_eq!(page.wanted(), []);
}
