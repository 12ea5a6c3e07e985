//! Home, tables and what is refused.

use seat::{FailureShown, HomeView, Intent, Refused, SeatState, Setup, TableLine, TermsShown};
use serde_json::json;
use web::Screen as _;

use crate::{
    common::{
        clear::{home, lobby},
        page::Page,
    },
    in_sight,
};

/// What a lobby is for: who is there, which seats are free, and what the options mean.
#[test]
fn a_lobby_shows_free_seats_bots_and_what_the_options_mean() {
    let Some(page) = Page::open("a lobby") else { return };
    page.seat.show(SeatState::Lobby(lobby()));
    page.browser.wait_for_element(".lobby");
    assert_eq!(page.count(".lobby .line"), 2);
    assert_eq!(page.attribute(".free", "aria-label"), "3 free seats");
    page.browser.wait_for(
        "the meaning of an option",
        "return document.querySelector('.terms').innerText.includes('Points that end the match')",
    );
    page.browser.run("[...document.querySelectorAll('.lobby button')].find((button) => button.textContent === 'hard').click()");
    page.wait_wanted("a bot", |i| matches!(i, Intent::AddBot { .. }));
}

/// A lobby says who is a bot.
#[test]
fn bots_are_marked_in_the_lobby() {
    let Some(page) = Page::open("bots in the lobby") else { return };
    page.seat.show(SeatState::Lobby(lobby()));
    page.browser.wait_for_element(".lobby .bot");
    assert_eq!(page.count(".lobby .bot"), 1);
    assert!(page.written(".line:has(.bot)").starts_with("Bo"));
    assert!(page.browser.text(".lobby .bot").contains("bot"));
}

/// Whoever is here for the first time is asked for a name, once.
#[test]
fn a_newcomer_is_asked_for_a_name_once() {
    let Some(page) = Page::open("a newcomer") else { return };
    assert_eq!(page.count(".ask-name"), 0);
    page.seat.is_new_here();
    page.browser.wait_for_element("#first-name");
    assert_eq!(page.browser.run("return document.querySelector('#first-name').value"), "Ada");
    page.browser.run("document.querySelector('#first-name').value = ''");
    page.browser.type_into("#first-name", "Zoe\u{E007}");
    page.wait_wanted("the name", |i| *i == Intent::Rename { name: "Zoe".into() });
    page.browser.wait_for("no question", "return document.querySelector('.ask-name') === null");
    assert_eq!(page.browser.text("h1"), "Hello, Zoe");
}

/// A game whose pictures cannot be had is asked for once, and not again and again.
#[test]
fn a_game_without_a_catalogue_is_not_asked_for_again_and_again() {
    let Some(page) = Page::open("no catalogue") else { return };
    let mut games = home().games;
    games[0].id = "nobody-knows".into();
    page.seat.show(SeatState::Home(HomeView { games, ..home() }));
    let asked = "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('nobody-knows')).length";
    page.browser.wait_for("a question", &format!("return {asked}"));
    std::thread::sleep(std::time::Duration::from_millis(1000));
    assert!(page.browser.run(&format!("return {asked}")).as_u64().unwrap() < 20);
}

/// A refusal is told, and nothing else changes.
#[test]
fn a_refusal_is_told_in_words() {
    let Some(page) = Page::open("a refusal") else { return };
    page.browser.wait_for_element("#find-line");
    page.browser.type_into("#find-line", "somewhere\u{E007}");
    page.browser.wait_for_element(".notice");
    let told = page.browser.text(".notice").to_lowercase();
    assert!(told.contains(&Refused::NotHere.to_string()), "{told}");
}

/// What is refused far down on a page, or in a dialog, is told there.
#[test]
fn a_refusal_is_told_where_the_reader_is() {
    let Some(page) = Page::open("a refusal in sight") else { return };
    for (width, height) in [(1280, 800), (360, 640)] {
        page.resize(width, height);
        page.browser.wait_for_element("#find-line");
        page.browser
            .run("document.querySelector('#find-line').scrollIntoView({ block: 'center' })");
        page.browser.type_into("#find-line", "somewhere\u{E007}");
        page.browser.wait_for_element(".notice");
        assert!(in_sight(&page, "#find-line"), "nothing moves for it");
        assert!(in_sight(&page, ".notice"), "{width} × {height}");
        page.browser.click(".notice button");
    }
    page.seat.show(SeatState::Home(HomeView { tables: vec![invited()], ..home() }));
    page.browser.wait_for_element(".tables .main");
    page.browser.click(".tables .main");
    page.browser.type_into("#code", "K7QD-3WX9PA\u{E007}");
    page.browser.wait_for_element("dialog .notice");
    assert!(in_sight(&page, "dialog .notice"));
    assert_eq!(page.browser.run("return document.querySelector('#code').value"), "K7QD-3WX9PA");
}

/// A table that asks for a code.
pub(crate) fn invited() -> TableLine {
    let terms = TermsShown { spectators: true, seats: 5, ..TermsShown::default() };
    TableLine {
        id: "t".into(),
        name: "Bo's table".into(),
        invited: true,
        terms,
        ..TableLine::default()
    }
}

/// Whoever watches an invited table is asked for its code as well.
#[test]
fn an_invited_table_asks_for_its_code_to_sit_down_and_to_watch() {
    let Some(page) = Page::open("an invited table") else { return };
    page.seat.show(SeatState::Home(HomeView { tables: vec![invited()], ..home() }));
    for (button, watches) in [(".tables .main", false), (".tables .main + button", true)] {
        page.browser.wait_for_element(button);
        page.browser.click(button);
        page.browser.wait_for_element("#code");
        page.browser.type_into("#code", "K7QD-3WX9PA\u{E007}");
        page.wait_wanted("the code", |intent| match intent {
            Intent::Sit { code, .. } => !watches && code.as_deref() == Some("K7QD-3WX9PA"),
            Intent::Watch { code, .. } => watches && code.as_deref() == Some("K7QD-3WX9PA"),
            _ => false,
        });
        page.browser.wait_for_element("dialog .notice");
        page.browser.click("dialog header button");
    }
}

/// What failed while the page waited for it: a wrong code, a table that is full, a file that cannot be read.
#[test]
fn what_failed_is_told_in_sight_and_put_away_by_a_click() {
    let Some(page) = Page::open("a failure") else { return };
    page.browser.run("document.querySelector('#find-line').scrollIntoView({ block: 'end' })");
    let failed = Some(FailureShown { text: "The code is not right.".into(), ..Default::default() });
    page.seat.show(SeatState::Home(HomeView { failed, ..home() }));
    page.browser.wait_for_element(".notice");
    assert!(page.browser.text(".notice").contains("The code is not right."));
    assert!(in_sight(&page, ".notice"));
    page.browser.click(".notice button");
    page.browser.wait_for("no notice", "return document.querySelector('.notice') === null");
}

/// What takes long can be stopped, and a table that was found and needs a code asks for it.
#[test]
fn looking_can_be_stopped_and_what_was_found_asks_for_its_code() {
    let Some(page) = Page::open("looking") else { return };
    page.seat.show(SeatState::Home(HomeView { asks_code: Some(invited()), ..home() }));
    page.browser.wait_for_element("#code");
    page.browser.type_into("#code", "K7QD-3WX9PA\u{E007}");
    page.wait_wanted("the code", |i| matches!(i, Intent::Sit { code: Some(_), .. }));
    let busy = Some("Looking for Bo …".into());
    page.seat.show(SeatState::Home(HomeView { busy, ..home() }));
    page.browser.wait_for_element(".busy button");
    page.browser.click(".busy button");
    page.wait_wanted("the stop", |i| *i == Intent::Leave);
}

/// The content security policy holds, and nothing on any screen trips over it.
#[test]
fn no_screen_makes_the_browser_complain() {
    let Some(page) = Page::open("complaints") else { return };
    for game in ["knives", "never-bring-a-knife", "suspicion", "no-honor"] {
        page.seat.send(Intent::PlayHere(Setup { game: game.into(), ..Setup::default() }));
        page.settled();
        page.seat.play_on(5000);
        page.browser.wait_for_element(".end");
        page.seat.send(Intent::Leave);
        page.browser.wait_for_element(".home");
    }
    assert_eq!(page.browser.complaints(), [""; 0]);
}

/// What comes is seen from its beginning, wherever one was on the screen before it.
#[test]
fn another_screen_is_shown_from_its_top() {
    let Some(page) = Page::open("the top") else { return };
    page.resize(360, 640);
    page.browser.run("scrollTo(0, document.documentElement.scrollHeight)");
    assert!(page.browser.run("return scrollY").as_f64().unwrap() > 200.0);
    page.seat.show(SeatState::Lobby(lobby()));
    page.browser.wait_for_element(".lobby");
    page.drawn();
    assert_eq!(page.browser.run("return scrollY"), json!(0));
}

/// Where several people sit it is said what the words beside their names are for.
#[test]
fn a_lobby_says_what_the_words_of_a_key_are_for() {
    let Some(page) = Page::open("words of keys") else { return };
    let mut alone = lobby();
    alone.people.truncate(1);
    let says = || page.written(".lobby").contains("Compare them aloud");
    for (room, told) in [(alone, false), (lobby(), true)] {
        page.seat.show(SeatState::Lobby(room));
        page.browser.wait_for_element(".lobby");
        page.drawn();
        assert_eq!(says(), told);
    }
}

/// Whoever looks for a table sees that it is looked for, and then what was found, without going elsewhere on the page.
#[test]
fn a_search_and_what_it_finds_are_in_sight_of_whoever_asked() {
    let Some(page) = Page::open("a search") else { return };
    for (width, height) in [(1280, 800), (360, 640)] {
        page.resize(width, height);
        page.seat.show(SeatState::Home(home()));
        page.drawn();
        page.browser.run("document.querySelector('#find-line').scrollIntoView({ block: 'end' })");
        page.browser.type_into("#find-line", "Bo\u{E007}");
        page.browser.wait_for_element(".notice");
        page.browser.click(".notice button");
        let busy = Some("Looking for Bo …".into());
        page.seat.show(SeatState::Home(HomeView { busy, ..home() }));
        page.browser.wait_for_element(".busy button");
        assert!(in_sight(&page, ".busy button"), "{width} × {height}");
        page.seat.show(SeatState::Home(HomeView { tables: vec![invited()], ..home() }));
        page.browser.wait_for_element(".tables .main");
        assert!(in_sight(&page, ".tables .main"), "{width} × {height}");
    }
}
