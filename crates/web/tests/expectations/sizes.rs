//! Text, colours and sizes: 10 and 11.

use seat::{
    Intent, SeatState, Settings, Setup,
    shown::{CardShown, LayoutShown, Text},
};
use serde_json::json;
use web::Screen as _;

use crate::{
    common::{clear::replay, page::Page},
    in_sight,
};

/// 10. Text grows, themes change, suits have four colours or two.
#[test]
fn text_grows_to_twice_its_size_without_sideways_scrolling() {
    let Some(page) = Page::playing("large text", "knives", 3) else { return };
    page.resize(1280, 800);
    page.seat.send(Intent::Set(Settings {
        text_percent: 200,
        theme: "dark".into(),
        four_colours: false,
        sound: false,
        ..Settings::default()
    }));
    page.browser.wait_for(
        "large text",
        "return getComputedStyle(document.documentElement).fontSize === '32px'",
    );
    assert_eq!(
        page.browser.run("return getComputedStyle(document.documentElement).colorScheme"),
        "dark"
    );
    assert_eq!(page.attribute("html", "data-suits"), "two");
}

/// By how many pixels the page is wider than the screen. A telephone's `innerWidth` grows with a page that is too wide.
/// What still moves is waited for.
fn too_wide(page: &Page, width: u32) -> i64 {
    page.browser.wait_for("rest", "return !document.querySelector('.moving, .flying')");
    let all = page.browser.run("return document.documentElement.scrollWidth");
    (all.as_i64().unwrap() - i64::from(width)).max(0)
}

/// What is cut off or covered on the page.
const CRAMPED: &str = "
    const found = [];
    for (const e of document.querySelectorAll('body *')) {
      if (!(e instanceof HTMLElement) || e.closest('.unseen, #polite, #assertive, #explain')) continue;
      const { overflowX, overflowY } = getComputedStyle(e);
      const cut = (how, all, seen) => (how === 'hidden' || how === 'clip') && all > seen + 1;
      if (cut(overflowX, e.scrollWidth, e.clientWidth) || cut(overflowY, e.scrollHeight, e.clientHeight)) {
        found.push(`${e.localName}.${e.className} is cut off: ${e.textContent.slice(0, 40)}`);
      }
    }
    const seats = [...document.querySelectorAll('.seat')].map((e) => [e.ariaLabel, e.getBoundingClientRect()]);
    for (const [a, one] of seats) for (const [b, other] of seats) {
      const apart = one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
      if (a < b && !apart) found.push(`${a} covers ${b}`);
    }
    return found;";

/// 10. Twice the size is not only wide enough: nothing is cut off and nothing lies over another, on any screen.
#[test]
fn nothing_is_cut_off_or_covered_where_text_has_twice_its_size() {
    let Some(page) = Page::open("twice the size") else { return };
    page.seat.send(Intent::Set(Settings {
        text_percent: 200,
        sound: false,
        ..Settings::default()
    }));
    page.browser.wait_for(
        "large text",
        "return getComputedStyle(document.documentElement).fontSize === '32px'",
    );
    let look = |screen: &str| {
        for (width, height) in [(360, 640), (1280, 800), (1920, 1080)] {
            page.resize(width, height);
            let wide = too_wide(&page, width);
            let cramped = page.browser.run(CRAMPED);
            assert_eq!(cramped, json!([]), "{screen} at {width}");
            assert_eq!(wide, 0, "{screen} at {width}");
        }
    };
    look("home");
    for game in ["knives", "never-bring-a-knife", "suspicion", "no-honor"] {
        page.seat.send(Intent::PlayHere(Setup { game: game.into(), ..Setup::default() }));
        page.seat.play_on(6);
        page.settled();
        look(game);
        page.seat.play_on(5000);
        page.browser.wait_for_element(".end");
        look(&format!("the end of {game}"));
        page.seat.show(SeatState::Replay(Box::new(replay(game, 8))));
        page.browser.wait_for_element(".replay");
        look(&format!("a replay of {game}"));
        page.seat.send(Intent::Leave);
        page.browser.wait_for_element(".home");
    }
}

/// 10. No state by colour alone.
#[test]
fn whose_turn_it_is_and_what_cannot_be_played_is_also_written() {
    let Some(page) = Page::playing("not by colour alone", "knives", 2) else { return };
    page.show(|view| view.board.turn = Some(1));
    page.browser.wait_for_element(".seat.turn .turn-badge");
    assert_eq!(page.browser.text(".seat.turn .turn-badge"), "at turn");
}

/// 11. From a telephone to a large screen.
#[test]
fn no_size_needs_sideways_scrolling_and_targets_are_large_enough() {
    let Some(page) = Page::open("sizes") else { return };
    for game in ["knives", "never-bring-a-knife", "suspicion", "no-honor"] {
        page.seat.send(Intent::PlayHere(Setup { game: game.into(), ..Setup::default() }));
        page.seat.play_on(6);
        page.settled();
        for (width, height) in [(360, 640), (768, 1024), (1280, 800), (1920, 1080), (2560, 1440)] {
            page.resize(width, height);
            assert_eq!(too_wide(&page, width), 0, "{game} at {width}");
        }
        page.resize(360, 640);
        let small = page.browser.run(
            "return [...document.querySelectorAll('.menu button, .own button, .targets button, header button')]\
             .map((b) => [b.textContent || b.ariaLabel, b.getBoundingClientRect()])\
             .filter(([, r]) => r.width > 0 && (r.width < 43.5 || r.height < 43.5)).map(([n, r]) => `${n} ${r.width}x${r.height}`)",
        );
        assert_eq!(small, json!([]), "{game}");
    }
}

/// 11. On a telephone the hand lies within the thumb's reach, whatever is asked.
#[test]
fn the_hand_lies_within_the_thumbs_reach() {
    let Some(page) = Page::open("the thumb's reach") else { return };
    page.resize(360, 640);
    for game in ["knives", "never-bring-a-knife", "suspicion", "no-honor"] {
        page.seat.send(Intent::PlayHere(Setup { game: game.into(), ..Setup::default() }));
        for _ in 0..3 {
            page.seat.play_on(2);
            page.settled();
            let script = "scrollTo(0, 0);
                 const cards = [...document.querySelectorAll('.own .lies-hand .piece')].map((e) => e.getBoundingClientRect());
                 return cards.filter((box) => box.top < 320 || box.bottom > 640).length";
            page.browser.wait_for("rest", "return !document.querySelector('.moving, .flying')");
            assert_eq!(page.browser.run(script), 0, "{game}");
        }
    }
}

/// Plays a game of so many in a window of 1280 × 800, and says of what these selectors find how much is out of sight.
fn out_of_sight(test: &str, setup: Setup, choices: usize, css: &str) {
    let Some(page) = Page::open(test) else { return };
    page.resize(1280, 800);
    page.seat.send(Intent::PlayHere(setup));
    page.seat.play_on(choices);
    page.settled();
    page.browser.wait_for("rest", "return !document.querySelector('.moving, .flying')");
    let hidden = format!(
        "const room = document.querySelector('.table').getBoundingClientRect();
         const found = [...document.querySelectorAll('{css}')].map((e) => e.getBoundingClientRect());
         return [found.length > 1, found.filter((box) => box.bottom > room.bottom || box.right > room.right).length]"
    );
    assert_eq!(page.browser.run(&hidden), json!([true, 0]), "{test}");
}

/// What decides is in sight without scrolling: what guards the Objectives, and what each of many players has.
#[test]
fn what_guards_an_objective_is_in_sight() {
    let slots = ".mat .lies-slots > .cards > .laid > .piece";
    let setup = Setup { game: "no-honor".into(), ..Setup::default() };
    for choices in [12, 26] {
        out_of_sight(&format!("guards after {choices}"), setup.clone(), choices, slots);
    }
}

#[test]
fn the_places_of_seven_players_are_in_sight() {
    let setup = Setup { game: "suspicion".into(), seats: Some(7), ..Setup::default() };
    out_of_sight("seven players", setup, 6, ".seat .piece");
}

/// A pile with many cards lies in one row, as a hand does.
#[test]
fn a_large_pile_in_the_middle_lies_in_one_row() {
    let Some(page) = Page::playing("a large pile", "never-bring-a-knife", 7) else { return };
    let tops = "return new Set([...document.querySelectorAll('.middle .many .laid')].map((e) => Math.round(e.getBoundingClientRect().top))).size";
    for (width, height) in [(360, 640), (1280, 800), (1920, 1080)] {
        page.resize(width, height);
        page.browser.wait_for("rest", "return !document.querySelector('.moving, .flying')");
        assert_eq!(page.browser.run(tops), 1, "{width} × {height}");
        assert_eq!(too_wide(&page, width), 0, "{width} × {height}");
    }
}

/// 10. Four suits have four colours, or two.
#[test]
fn suits_have_four_colours_or_two() {
    let Some(page) = Page::playing("suits", "knives", 1) else { return };
    let colours = |four_colours| {
        let settings = Settings { four_colours, sound: false, ..Settings::default() };
        page.seat.send(Intent::Set(settings));
        let suits = if four_colours { "four" } else { "two" };
        let set = format!("return document.documentElement.dataset.suits === '{suits}'");
        page.browser.wait_for("the setting", &set);
        let script = "return fetch('/api/catalogue/knives', { headers: { 'Nodealer-Key': localStorage.getItem('key') } }).then((reply) => reply.json()).then(({ faces }) => {
            const colours = new Map();
            for (const { tint, art } of Object.values(faces)) {
              const probe = document.createElement('span');
              probe.className = `front tint-${tint} of-${art.symbol}`;
              document.body.append(probe);
              colours.set(art.symbol, getComputedStyle(probe).color);
              probe.remove();
            }
            return new Set(['heart', 'diamond', 'club', 'spade'].map((suit) => colours.get(suit))).size;
        })";
        page.browser.run(script)
    };
    assert_eq!((colours(true), colours(false)), (json!(4), json!(2)));
}

/// Three guards of an Objective stand in one row with it, and what all can see of it is in sight.
#[test]
fn three_cards_in_slots_lie_in_one_row() {
    let Some(page) = Page::playing("three in a row", "no-honor", 12) else { return };
    page.show(|view| {
        let piles = &mut view.board.mats[0].place.piles;
        let slots = piles.iter_mut().find(|pile| pile.layout == LayoutShown::Slots).unwrap();
        let guard = CardShown {
            face: Some(0),
            label: Text::from("1 Tinker or 1 Stealth + 1 Muscle"),
            ..CardShown::default()
        };
        slots.cards = vec![guard; 3];
        slots.count = 3;
    });
    page.browser.wait_for("rest", "return !document.querySelector('.moving, .flying')");
    let tops = "return [...new Set([...document.querySelectorAll('.mat:nth-of-type(1) .piece')].map((e) => Math.round(e.getBoundingClientRect().top)))].length";
    assert_eq!(page.browser.run(tops), 1);
}

/// Where a window is wide enough, what lies beside the mats is beside them.
#[test]
fn a_large_screen_shows_beside_the_mats_what_lies_beside_them() {
    let Some(page) = Page::playing("beside the mats", "no-honor", 12) else { return };
    page.resize(1920, 1080);
    let beside = "const [mat, pool] = ['.mat', '.beside'].map((css) => document.querySelector(css).getBoundingClientRect());
         return Math.abs(mat.top - pool.top) < 2 && pool.left > mat.right";
    page.browser.wait_for("the place beside the mats", beside);
}

/// What hangs on a card lies under it, and its name can be read.
#[test]
fn what_hangs_on_a_card_does_not_cover_its_name() {
    let Some(page) = Page::playing("under a card", "no-honor", 12) else { return };
    page.show(|view| {
        let piles = &mut view.board.seats[0].piles;
        let hand = piles.iter_mut().find(|pile| pile.layout == LayoutShown::Hand).unwrap();
        for card in &mut hand.cards {
            card.under = vec![CardShown { face: Some(1), ..CardShown::default() }];
        }
    });
    page.browser.wait_for("rest", "return !document.querySelector('.moving, .flying')");
    let covered = "return [...document.querySelectorAll('.own .lies-hand > .cards > .laid > .piece')].filter((piece) => {
           const box = piece.getBoundingClientRect();
           return !piece.contains(document.elementFromPoint(box.left + 8, box.bottom - 3));
         }).length";
    assert_eq!(page.browser.run(covered), 0);
    assert!(page.count(".own .under .piece") > 2);
}

/// A question that says a lot leaves room for what can be answered.
#[test]
fn a_long_question_has_its_first_answers_in_sight() {
    let Some(page) = Page::playing("a long question", "no-honor", 12) else { return };
    page.show(|view| {
        let title = "Cleo gives Bo 5 Coins, Dan gives Bo a Scheme, ".repeat(5);
        view.menu.as_mut().unwrap().title = Text::from(title.as_str());
    });
    page.browser.wait_for("rest", "return !document.querySelector('.moving, .flying')");
    assert!(in_sight(&page, ".entries li:not(.on-seat) .entry"));
}

/// The longest name stays within its player's place.
#[test]
fn a_long_name_stays_within_its_place() {
    let Some(page) = Page::open("long names") else { return };
    for game in ["knives", "no-honor"] {
        page.seat.send(Intent::PlayHere(Setup { game: game.into(), ..Setup::default() }));
        page.settled();
        page.show(|view| {
            view.players.iter_mut().for_each(|player| player.name = "W".repeat(40));
        });
        for (width, height) in [(360, 640), (1280, 800), (1920, 1080)] {
            page.resize(width, height);
            assert_eq!(too_wide(&page, width), 0, "{game} at {width}");
            let over = "return [...document.querySelectorAll('.seat, .own')].filter((place) =>
                place.querySelector('.who').getBoundingClientRect().right > place.getBoundingClientRect().right).length";
            assert_eq!(page.browser.run(over), 0, "{game} at {width}");
        }
        page.seat.send(Intent::Leave);
    }
}
