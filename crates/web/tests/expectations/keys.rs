//! The keyboard, the focus and screen readers: 8 and 9.

use seat::{Intent, SeatEventKind};

use crate::{DOWN, ENTER, ESCAPE, common::page::Page};

/// 8. An update never takes the focus.
#[test]
fn what_has_the_focus_is_never_drawn_anew() {
    let Some(page) = Page::playing("the focus", "knives", 2) else { return };
    page.browser
        .run("window.held = document.querySelectorAll('.own .lies-hand button')[2]; held.focus()");
    for name in ["Zoe", "Yan", "Xia"] {
        page.show(|view| {
            view.players[1].name = name.into();
            view.board.seats[0].piles[0].cards.rotate_left(1);
        });
        page.browser.wait_for(
            "the change",
            &format!("return document.querySelector('.table').innerText.includes('{name}')"),
        );
        assert_eq!(page.browser.run("return document.activeElement === held"), true, "{name}");
    }
    page.browser.press("t");
    page.browser.wait_for_element("#chat-line");
    page.browser.type_into("#chat-line", "half a li");
    page.seat.happen(SeatEventKind::Notice { text: "something".into() });
    page.show(|view| view.players[1].name = "Vic".into());
    page.browser.wait_for(
        "the change",
        "return document.querySelector('.table').innerText.includes('Vic')",
    );
    assert_eq!(page.browser.run("return document.activeElement.value"), "half a li");
}

/// 8. Keys do everything.
#[test]
fn the_keyboard_reaches_help_rules_settings_hand_and_answers() {
    let Some(page) = Page::playing("keys", "knives", 2) else { return };
    for (key, seen) in [("?", "Keys"), ("r", "Rules"), ("s", "Settings")] {
        page.browser.press(key);
        page.browser.wait_for_element("dialog[open] h1");
        assert_eq!(page.browser.text("dialog h1"), seen);
        page.browser.press(ESCAPE);
        page.browser
            .wait_for("no dialog", "return document.querySelector('dialog[open]') === null");
    }
    page.browser.press("h");
    assert_eq!(
        page.browser.run("return document.activeElement.closest('.lies-hand') !== null"),
        true
    );
    page.browser.press("a");
    assert_eq!(page.browser.run("return document.activeElement.matches('.entry, .target')"), true);
    let ring = "const style = getComputedStyle(document.activeElement); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2";
    assert_eq!(page.browser.run(ring), true, "the focus is seen");
    page.browser.press(DOWN);
    page.browser.press("a");
    page.browser.press(ENTER);
    if page.count(".again") > 0 {
        page.browser.press(ENTER);
    }
    page.wait_wanted("a choice", |i| matches!(i, Intent::Choose { .. }));
}

/// 8. A digit gives the answer beside which it stands.
#[test]
fn a_digit_gives_the_answer_beside_which_it_stands() {
    let Some(page) = Page::playing("digits", "never-bring-a-knife", 0) else { return };
    let second = "return [...document.querySelectorAll('.entry')].find((e) => e.querySelector('kbd')?.textContent === '2').dataset.entry";
    let second: usize = page.browser.run(second).as_str().unwrap().parse().unwrap();
    page.browser.press("2");
    if page.count(".again") > 0 {
        page.browser.press("2");
    }
    page.wait_wanted(
        "the second",
        |i| matches!(i, Intent::Choose { entry, .. } if *entry == second),
    );
}

/// 9. The same page serves a screen reader.
#[test]
fn there_are_landmarks_real_buttons_and_two_live_regions() {
    let Some(page) = Page::playing("a screen reader", "knives", 3) else { return };
    for css in ["header", "main", "aside[aria-label]", "nav[aria-label]", "h1", ".own[aria-label]"]
    {
        assert_eq!(page.count(css).min(1), 1, "{css}");
    }
    assert!(page.written("#assertive[aria-live=assertive]").starts_with("You are asked"));
    page.seat.play_on(1);
    page.browser
        .wait_for("what happens", "return document.querySelector('#polite').textContent !== ''");
    let bad = "return [...document.querySelectorAll('[onclick], div[tabindex=\"0\"]:not([role])')].length";
    assert_eq!(page.browser.run(bad), 0);
    let names = "return [...document.querySelectorAll('button.piece')].every((b) => b.querySelector('.unseen').textContent.length > 2)";
    assert_eq!(page.browser.run(names), true);
}
