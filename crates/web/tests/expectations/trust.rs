//! Who is away, what is proven, what nobody may see: 12 to 15.

use seat::{EndView, Intent, SeatEventKind, SeatState};
use serde_json::json;
use web::Screen as _;

use crate::{common::page::Page, in_sight};

/// 12. Who is away, what can be done, the clock of a window.
#[test]
fn who_is_away_and_what_can_be_done_is_said() {
    let Some(page) = Page::playing("who is away", "knives", 1) else { return };
    page.show(|view| {
        view.players[2].away_s = Some(75);
        view.may_go_on_without = vec![2];
        view.goes_on = true;
        view.consent_question = "Go on without Cleo?".into();
        view.window_left_ms = Some(9000);
        view.menu.as_mut().unwrap().window = true;
    });
    page.browser.wait_for_element(".away");
    assert!(page.browser.text(".away").contains("away for"));
    assert!(page.browser.text(".clock").contains("s left"));
    page.browser.click("section.warning button");
    page.wait_wanted(
        "a consent",
        |i| matches!(i, Intent::Consent { without, .. } if *without == [2]),
    );
}

/// 12. Whoever is not asked in a window sees what is waited for, and for how long.
#[test]
fn a_window_says_what_is_waited_for_with_its_clock() {
    let Some(page) = Page::playing("a window", "suspicion", 0) else { return };
    page.show(|view| {
        (view.menu, view.window, view.window_left_ms) = (None, true, Some(9000));
        view.waiting = "Everybody may react now.".into();
    });
    page.browser.wait_for_element(".menu .window .clock");
    assert!(page.browser.text(".menu").contains("Everybody may react now."));
    assert!(page.browser.text(".menu .window").contains("You have nothing to do."));
    let runs =
        "return parseInt(document.querySelector('.clock').textContent.replace(/\\D/g, '')) < 8";
    page.browser.wait_for("the clock", runs);
    page.show(|view| {
        (view.menu, view.window, view.window_left_ms) = (None, true, Some(0));
    });
    let over = "return document.querySelector('.window').innerText.includes('The time is over')";
    page.browser.wait_for("the end of the time", over);
}

/// 13. Rematch keeps everybody.
#[test]
fn a_rematch_is_one_click_at_the_end() {
    let Some(page) = Page::playing("rematch", "suspicion", 1) else { return };
    page.seat.play_on(3000);
    page.browser.wait_for_element(".end");
    let state = page.seat.snapshot().state.clone();
    let SeatState::End(mut end) = state else { panic!("not over") };
    end.rematch = true;
    page.seat.show(SeatState::End(end));
    page.browser.wait_for(
        "the button",
        "return document.querySelector('.end').innerText.includes('Rematch')",
    );
    page.browser.click(".end .row .main");
    page.wait_wanted("a rematch", |i| *i == Intent::Ready { ready: true });
}

/// 14. No tells.
#[test]
fn another_hand_shows_a_number_and_no_positions() {
    let Some(page) = Page::playing("no tells", "knives", 2) else { return };
    assert!(page.count(".seat") >= 4);
    assert_eq!(page.count(".seat .lies-hand .piece"), 0);
    assert!(page.count(".seat .heap") >= 4);
}

/// 15. The trust is visible.
#[test]
fn each_proof_is_listed_as_it_is_checked_and_explains_itself() {
    let Some(page) = Page::playing("proofs", "knives", 1) else { return };
    page.seat.happen(SeatEventKind::Proven {
        seat: 1,
        step: 4,
        text: "Bo shuffled 32 cards".into(),
        shuffled: Some(32),
        chosen: false,
        opened: None,
    });
    page.browser.wait_for_element(".trust");
    assert!(page.browser.text(".trust").contains("Bo shuffled 32 cards"));
    page.browser.click(".trust");
    page.browser.wait_for_element(".proofs summary");
    assert!(page.browser.text(".ledger").contains("Bo: 1 shuffle"), "who has shuffled");
    page.browser.click(".proofs summary");
    page.browser.wait_for(
        "what was proven",
        "return document.querySelector('.proofs details p').innerText.includes('step 4')",
    );
    page.seat.play_on(5000);
    page.browser.wait_for_element(".fingerprint");
    assert_eq!(page.browser.text(".fingerprint"), "cedar maple violin tiger");
    assert!(page.browser.text(".checks").contains("✓ signatures: 12"));
}

/// 15. The page that verifies the match can be saved, and does so by itself.
#[test]
fn the_page_that_is_saved_at_the_end_verifies_the_match() {
    let Some(page) = Page::playing("the verifier", "knives", 1) else { return };
    let transcript = nodealer_tests::root().join("proto/vectors/match.transcript");
    let last = page.view();
    page.seat.show(SeatState::End(Box::new(EndView {
        last,
        transcript: Some(transcript.display().to_string()),
        ..EndView::default()
    })));
    // What is given to be saved is kept to be looked at.
    page.browser.run(
        "const make = URL.createObjectURL;\
         URL.createObjectURL = (blob) => { window.saved = blob.text(); return make.call(URL, blob); }",
    );
    let find = "[...document.querySelectorAll('.end button')].find((button) => /verifies/.test(button.textContent))";
    page.browser.wait_for("the button", &format!("return {find} !== undefined"));
    page.browser.run(&format!("{find}.click()"));
    page.browser.wait_for("the page", "return window.saved !== undefined");
    let saved = page.browser.run("return window.saved");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("match.html");
    std::fs::write(&file, saved.as_str().unwrap()).unwrap();
    page.browser.go_to_file(&file);
    page.browser.wait_for("a verdict", "return document.querySelector('#word').textContent !== ''");
    assert_eq!(page.browser.text("#word"), "Verdict: fair");
}

/// The end says in one look who won.
#[test]
fn the_end_says_first_whether_you_won_or_who_did() {
    let Some(page) = Page::playing("who won", "suspicion", 1) else { return };
    page.seat.play_on(3000);
    page.browser.wait_for_element(".end");
    let SeatState::End(mut end) = page.seat.snapshot().state.clone() else { panic!("not over") };
    for (winners, said) in [(vec![0], "★ You won"), (vec![1], "★ Bo won, you did not")] {
        end.result.as_mut().unwrap().winners = winners;
        page.seat.show(SeatState::End(end.clone()));
        let shown = format!("return document.querySelector('.end h1').textContent === '{said}'");
        page.browser.wait_for(said, &shown);
        assert!(in_sight(&page, ".end h1"));
    }
}

/// Where nobody plays any more no place waits for a card.
#[test]
fn no_empty_places_are_left_on_the_table_at_the_end() {
    let Some(page) = Page::playing("places at the end", "knives", 5) else { return };
    assert_eq!(page.count(".middle > .lies-by-seat"), 1);
    page.seat.play_on(5000);
    page.browser.wait_for_element(".end .table");
    let free = "return [...document.querySelectorAll('.end .lies-by-seat')].filter((pile) => !pile.querySelector('button')).length";
    assert_eq!(page.browser.run(free), json!(0));
}
