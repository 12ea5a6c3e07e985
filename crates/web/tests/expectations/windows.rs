//! Reload, more windows, and how a person is called: 1 and 2.

use nodealer_tests::browser::Browser;
use seat::{Intent, Settings, Setup};
use serde_json::json;
use web::{Options, Screen as _, Server};

use crate::common::{clear::ClearSeat, page::Page};

/// 1. Reload, a second window, also after the end.
#[test]
fn a_reload_and_a_second_window_show_seat_log_and_menu_again() {
    let Some(page) = Page::playing("reload and second window", "knives", 3) else { return };
    let seen = |browser: &Browser| {
        browser.wait_for_element(".menu.asked");
        browser.wait_for("the log", "return document.querySelectorAll('.log li').length > 0");
        let script = "return [document.querySelector('.own')?.innerText, document.querySelector('.menu').innerText, document.querySelectorAll('.log li').length]";
        browser.run(script)
    };
    let before = seen(&page.browser);
    page.browser.go(&format!("http://{}/", page.server.local_addr()));
    assert_eq!(seen(&page.browser), before);
    let second = Browser::open("a second window").unwrap();
    second.resize(1280, 800);
    second.go(&page.server.address().unwrap());
    assert_eq!(seen(&second), before);
    page.seat.play_on(5000);
    for browser in [&page.browser, &second] {
        browser.wait_for_element(".end");
        browser.go(&format!("http://{}/", page.server.local_addr()));
        browser.wait_for_element(".end .fingerprint");
        browser.wait_for("the log", "return document.querySelectorAll('.log li').length > 0");
    }
}

/// 1. Windows of one browser share what lets them in.
#[test]
fn a_window_that_is_opened_by_hand_needs_no_address_of_its_own() {
    let Some(page) = Page::playing("a window by hand", "knives", 3) else { return };
    page.browser.open_window(&format!("http://{}/", page.server.local_addr()));
    page.browser.wait_for_element(".menu.asked");
    page.browser.wait_for("the log", "return document.querySelectorAll('.log li').length > 0");
}

/// 1. More windows than are served say so, and go on when there is room.
#[test]
fn a_window_too_many_says_so_and_goes_on_when_another_is_closed() {
    let Some(page) = Page::open("too many windows") else { return };
    let place = format!("http://{}/", page.server.local_addr());
    let mut last = String::new();
    for _ in 0..4 {
        last = page.browser.open_window(&place);
        page.browser.wait_for_element(".home");
    }
    let waiting = page.browser.open_window(&place);
    page.browser.wait_for_element(".warning");
    assert!(page.browser.text(".warning").contains("Too many windows are open. Close one"));
    page.browser.switch_to(&last);
    page.browser.close_window();
    page.browser.switch_to(&waiting);
    page.browser.wait_for_element(".home");
    page.browser.wait_for("calm", "return document.querySelector('.warning') === null");
}

/// 1. A window whose server has ended says what to do, and goes on when that was done.
#[test]
fn an_old_window_goes_on_by_itself_once_the_new_address_was_opened() {
    let Some(browser) = Browser::open("an old window") else { return };
    let port = nodealer_tests::lasting_port();
    let server = Server::start(ClearSeat::new(), Options { port }).unwrap();
    browser.go(&server.address().unwrap());
    browser.wait_for_element(".home");
    let old = browser.windows();
    let says = |words: &str| {
        let warning = "document.querySelector('.warning')?.innerText";
        browser.wait_for(words, &format!("return {warning}?.includes('{words}')"));
    };
    drop(server);
    says("Start it again and open the address");
    let server = Server::start(ClearSeat::new(), Options { port }).unwrap();
    says("started anew");
    browser.open_window(&server.address().unwrap());
    browser.wait_for_element(".home");
    browser.switch_to(&old[0]);
    browser.wait_for("calm", "return document.querySelector('.warning') === null");
    browser.wait_for_element(".home");
}

/// 2. It is your turn.
#[test]
fn title_and_icon_of_the_tab_say_that_it_is_your_turn() {
    let Some(page) = Page::playing("your turn", "knives", 2) else { return };
    assert!(page.browser.run("return document.title").as_str().unwrap().contains("Your turn"));
    assert_eq!(page.attribute("#icon", "href"), "/icon-turn.svg");
    page.show(|view| view.menu = None);
    page.browser.wait_for("the plain title", "return !document.title.includes('Your turn')");
    assert_eq!(page.attribute("#icon", "href"), "/icon.svg");
}

/// 2. A short sound that can be turned off.
#[test]
fn a_sound_calls_whoever_has_not_turned_it_off() {
    let Some(page) = Page::playing("sounds", "knives", 1) else { return };
    let sounds = "return Number(document.documentElement.dataset.sounds ?? 0)";
    assert_eq!(page.browser.run(sounds), 0, "the seat of these tests has turned it off");
    page.seat.send(Intent::Set(Settings { sound: true, ..Settings::default() }));
    page.seat.play_on(1);
    page.browser.wait_for("the sound", sounds);
}

/// 2. Nothing flashes: what calls is said once and stays.
#[test]
fn nothing_flashes_when_it_is_your_turn() {
    let Some(page) = Page::playing("no flashing", "knives", 2) else { return };
    // What was just decided goes away by itself.
    page.show(|view| view.board.lately = None);
    page.browser.wait_for("rest", "return document.getAnimations().length === 0");
    page.browser.run(
        "window.changes = 0;
         new MutationObserver((all) => { window.changes += all.length }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })",
    );
    std::thread::sleep(std::time::Duration::from_millis(2500));
    assert_eq!(
        page.browser.run("return [window.changes, document.getAnimations().length]"),
        json!([0, 0])
    );
}

/// A match that was left at its first question, and the next one: both questions have the same number.
#[test]
fn the_first_question_of_the_next_match_is_announced_too() {
    let Some(page) = Page::playing("the next match", "knives", 0) else { return };
    let told = "return document.getElementById('assertive').textContent.includes('You are asked')";
    page.browser.wait_for("the question", told);
    page.seat.send(Intent::Leave);
    page.browser.wait_for_element(".home");
    assert_eq!(page.browser.run(told), false);
    page.seat.send(Intent::PlayHere(Setup { game: "knives".into(), ..Setup::default() }));
    page.browser.wait_for_element(".menu.asked");
    page.browser.wait_for("the next question", told);
}
