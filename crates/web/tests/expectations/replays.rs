//! Replays: 18.

use seat::{Intent, SeatState};
use web::Screen as _;

use crate::{
    RIGHT,
    common::{clear::replay, page::Page},
};

/// 18. The slider goes from one step with news to the next, also by keys, and follows what is shown.
#[test]
fn the_slider_of_a_replay_never_sticks() {
    let Some(page) = Page::open("a slider") else { return };
    let mut replay = replay("knives", 8);
    (replay.stops, replay.shown.step, replay.steps) = (vec![0, 4, 9, 20], 4, 20);
    page.seat.show(SeatState::Replay(Box::new(replay.clone())));
    page.browser.wait_for_element("#slider");
    page.browser.run("document.querySelector('#slider').focus()");
    for (to, place) in [(9, "2"), (20, "3")] {
        page.browser.press(RIGHT);
        page.wait_wanted("a step", |i| matches!(i, Intent::Seek { step, .. } if *step == to));
        replay.shown.step = to;
        page.seat.show(SeatState::Replay(Box::new(replay.clone())));
        let there =
            format!("return document.querySelector('.control').innerText.includes('Step {to} of')");
        page.browser.wait_for("the step", &there);
        assert_eq!(page.browser.run("return document.querySelector('#slider').value"), place);
    }
    // It follows the buttons although it has the focus.
    replay.shown.step = 4;
    page.seat.show(SeatState::Replay(Box::new(replay)));
    page.browser.wait_for("its place", "return document.querySelector('#slider').value === '1'");
}

/// 18. Replay.
#[test]
fn a_replay_has_a_slider_step_links_eyes_proofs_and_the_audit() {
    let Some(page) = Page::open("replay") else { return };
    page.seat.show(SeatState::Replay(Box::new(replay("knives", 8))));
    page.browser.wait_for_element("#slider");
    assert!(page.browser.text(".replay").contains("shuffled 52 cards"));
    assert!(page.browser.text(".replay").contains("The audit"));
    page.browser.click("[aria-label='Next step']");
    page.wait_wanted("a step", |i| matches!(i, Intent::Seek { seat: None, .. }));
    page.browser.wait_for_element("a.rule");
    page.browser.click("a.rule");
    page.browser.wait_for("the step in the address", "return /^#step-[0-9]+$/.test(location.hash)");
    page.browser.run("const s = document.querySelector('#eyes'); s.value = '0'; s.dispatchEvent(new Event('change'))");
    page.wait_wanted("other eyes", |i| matches!(i, Intent::Seek { seat: Some(0), .. }));
}

/// Steps in which nothing is to be seen are passed over, in both directions.
#[test]
fn a_replay_goes_from_one_step_with_news_to_the_next() {
    let Some(page) = Page::open("stops") else { return };
    let mut replay = replay("knives", 8);
    (replay.stops, replay.shown.step, replay.steps) = (vec![0, 4, 9, 20], 9, 20);
    page.seat.show(SeatState::Replay(Box::new(replay)));
    page.browser.wait_for_element("#slider");
    for (button, to) in [("Step before", 4), ("Next step", 20)] {
        page.browser.click(&format!("[aria-label='{button}']"));
        page.wait_wanted(button, |i| matches!(i, Intent::Seek { step, .. } if *step == to));
    }
}

/// 18. A step link leads to the step that is shown, and to none of the next match.
#[test]
fn the_address_names_the_step_that_is_shown_until_the_replay_is_closed() {
    let Some(page) = Page::open("addresses of steps") else { return };
    let mut replay = replay("knives", 8);
    (replay.stops, replay.shown.step, replay.steps) = (vec![0, 4, 9, 20], 9, 20);
    page.seat.show(SeatState::Replay(Box::new(replay)));
    page.browser.wait_for_element("#slider");
    page.browser.run("location.hash = '#step-9'");
    page.browser.click("[aria-label='Next step']");
    page.wait_wanted("a step", |i| matches!(i, Intent::Seek { step: 20, .. }));
    assert_eq!(page.browser.run("return location.hash"), "#step-20");
    page.seat.send(Intent::Leave);
    page.browser.wait_for_element(".home");
    page.browser.wait_for("a plain address", "return location.hash === ''");
}

/// 18. A match that was not fair says so before everything else.
#[test]
fn a_replay_says_first_what_was_wrong_and_goes_there() {
    let Some(page) = Page::open("a fault") else { return };
    let mut replay = replay("knives", 8);
    (replay.fault, replay.shown.step) = (Some(57), 3);
    let text = "Bo cheated in step 57.".into();
    replay.audit = Some(seat::AuditShown { verdict: "violation".into(), text, checks: vec![] });
    page.seat.show(SeatState::Replay(Box::new(replay)));
    page.browser.wait_for_element(".replay .warning button");
    assert!(page.browser.text(".replay .warning").contains("Bo cheated in step 57."));
    page.browser.click(".replay .warning button");
    page.wait_wanted("the step", |i| matches!(i, Intent::Seek { step: 57, .. }));
}
