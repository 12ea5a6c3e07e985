//! What people expect of a card table in a browser, each tried in a real one. The numbers are those of the
//! list in `crates/web/README.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{
    clear::{ClearSeat, home, lobby, replay},
    page::Page,
};
use nodealer_tests::browser::Browser;
use seat::{
    EndView, FailureShown, HomeView, Intent, Reading, Refused, SeatEventKind, SeatState, Settings,
    Setup, TableLine, TermsShown,
    shown::{CardShown, LatelyShown, LayoutShown, PileShown, Text},
};
use serde_json::json;
use web::{Options, Screen as _, Server};

const ESCAPE: &str = "\u{E00C}";
const ENTER: &str = "\u{E007}";
const DOWN: &str = "\u{E015}";
const RIGHT: &str = "\u{E014}";

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

/// Plays on until a card of the own hand can be played by a click.
fn until_a_card_can_be_played(page: &Page) {
    for _ in 0..60 {
        page.settled();
        if page.count(".own .lies-hand .piece.can") > 0 {
            return;
        }
        page.seat.play_on(1);
    }
    panic!("no card can be played");
}

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

/// 4. Nothing moves for whoever asked for that; what moves cannot be clicked.
#[test]
fn nothing_moves_for_whoever_asked_for_no_motion() {
    let Some(page) = Page::playing("no motion", "knives", 2) else { return };
    page.browser.devtools(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    // What was dealt before may still move.
    page.browser.wait_for("rest", "return document.getAnimations().length === 0");
    for _ in 0..8 {
        page.seat.play_on(1);
        assert_eq!(page.browser.run("return document.getAnimations().length"), 0);
        assert_eq!(page.count(".moving"), 0);
    }
}

/// 4. What moves cannot be clicked.
#[test]
fn what_moves_cannot_be_clicked() {
    let Some(page) = Page::playing("what moves", "knives", 2) else { return };
    page.browser.wait_for("rest", "return document.getAnimations().length === 0");
    let hit = |moves: bool| {
        page.browser.run(&format!(
            "const piece = document.querySelector('.own .lies-hand .piece');
             piece.classList.toggle('moving', {moves});
             const box = piece.getBoundingClientRect();
             const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
             piece.classList.remove('moving');
             return piece.contains(found)"
        ))
    };
    assert_eq!((hit(false), hit(true)), (json!(true), json!(false)));
}

/// Counts from now on what begins to move: cards that are marked as moving, and stacks that fly.
fn watch_motion(page: &Page) {
    page.browser.run(
        "window.moved = { cards: 0, stacks: 0, layers: 0 };
         new MutationObserver((all) => {
           for (const one of all) {
             if (one.type === 'attributes' && one.target.classList.contains('moving')) moved.cards += 1;
             for (const added of one.addedNodes) {
               if (!added.classList?.contains('flying')) continue;
               moved[added.classList.contains('layer') ? 'layers' : 'stacks'] += 1;
             }
           }
         }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] })",
    );
}

/// Cards are played, somebody shuffles, somebody takes a layer off.
fn let_things_happen(page: &Page) {
    let proven = |shuffled, opened| SeatEventKind::Proven {
        seat: 1,
        step: 3,
        text: "Bo shuffled 52 cards".into(),
        shuffled,
        opened,
        chosen: false,
    };
    page.seat.happen(proven(Some(52), None));
    page.seat.happen(proven(None, Some(6)));
    for _ in 0..8 {
        page.seat.play_on(1);
        page.settled();
    }
}

/// 4. Motion comes from what really happens: cards that lie elsewhere now, each shuffle, each layer.
#[test]
fn cards_shuffles_and_layers_are_seen_to_move() {
    let Some(page) = Page::playing("motion", "knives", 2) else { return };
    watch_motion(&page);
    let_things_happen(&page);
    page.browser.wait_for(
        "a card, a stack and a layer that move",
        "return moved.cards > 0 && moved.stacks === 1 && moved.layers === 1",
    );
    page.browser.wait_for("rest", "return document.querySelector('.flying, .moving') === null");
}

/// 4. None of it for whoever asked the system for no motion.
#[test]
fn no_card_no_shuffle_and_no_layer_moves_for_whoever_asked_for_no_motion() {
    let Some(page) = Page::playing("rest", "knives", 2) else { return };
    page.browser.devtools(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    watch_motion(&page);
    let_things_happen(&page);
    assert_eq!(page.browser.run("return moved"), json!({ "cards": 0, "stacks": 0, "layers": 0 }));
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

/// 7. Log and chat are apart.
#[test]
fn log_and_chat_are_apart_and_a_line_leads_to_its_rule() {
    let Some(page) = Page::playing("log and chat", "knives", 8) else { return };
    page.seat.happen(SeatEventKind::Chat {
        from: "Bo".into(),
        seat: Some(1),
        whispered: false,
        text: "good luck".into(),
        to: None,
    });
    page.browser.wait_for(
        "news of the chat",
        "return document.querySelector('.tabs').innerText.includes('1 new')",
    );
    assert!(!page.browser.text(".log").contains("good luck"));
    page.browser.wait_for_element(".log button.rule");
    let rule = page.browser.text(".log button.rule");
    page.browser.click(".log button.rule");
    page.browser.wait_for_element("dialog[open] .rules");
    assert!(page.written("dialog .rules").len() > 1000, "{rule}");
    page.browser.press(ESCAPE);
    page.browser.wait_for("no dialog", "return document.querySelector('dialog[open]') === null");
    page.browser.press("t");
    page.browser.wait_for_element("#chat-line");
    assert!(page.browser.text(".chat").contains("good luck"));
    page.browser.type_into("#chat-line", "thanks\u{E007}");
    page.wait_wanted("a line", |i| *i == Intent::Say { to: None, text: "thanks".into() });
}

/// 7. Where there is nobody to talk with there is no chat, by no key either.
#[test]
fn a_match_without_talk_has_no_chat() {
    let Some(page) = Page::playing("no chat", "knives", 8) else { return };
    page.browser.press("t");
    page.browser.wait_for_element("#chat-line");
    page.browser.press(ESCAPE);
    page.show(|view| view.talks = false);
    assert_eq!(page.count("#chat-line"), 0);
    page.browser.press("t");
    assert_eq!((page.count("#chat-line"), page.count(".tab"), page.count(".log")), (0, 2, 1));
}

/// 7. The end of the log stays in sight when the window changes, until one scrolls away from it.
#[test]
fn the_end_of_the_log_stays_in_sight_until_one_scrolls_away() {
    let Some(page) = Page::playing("the end of the log", "knives", 40) else { return };
    let log = "const log = document.querySelector('.log');";
    let at_end = format!("{log} return log.scrollTop + log.clientHeight > log.scrollHeight - 30");
    for (width, height) in [(1280, 800), (1000, 500), (1600, 900)] {
        page.resize(width, height);
        page.browser.wait_for("the end of the log", &at_end);
        page.seat.play_on(1);
        page.settled();
        page.browser.wait_for("the end of the log", &at_end);
    }
    // The window changes before the page hears that one has scrolled.
    page.browser
        .run(&format!("{log} log.scrollTop = 0; window.dispatchEvent(new Event('resize'))"));
    page.resize(1000, 500);
    page.seat.play_on(1);
    page.settled();
    let lines = "return document.querySelectorAll('.log li').length";
    assert!(page.browser.run(lines).as_u64().unwrap() > 40);
    assert_eq!(page.browser.run(&format!("{log} return log.scrollTop")), json!(0));
}

/// 7. Of a long match the first lines are not listed any more, and the end stays in sight all the same.
#[test]
fn the_end_of_a_log_that_loses_its_first_lines_stays_in_sight() {
    let Some(page) = Page::playing("the end of a long log", "knives", 1) else { return };
    for line in 0..400 {
        let text = Text::from(format!("line {line}.").as_str());
        page.seat.happen(SeatEventKind::Said { text, rule: String::new(), step: 1 });
        // One after another, and each of them drawn.
        if line % 10 == 0 {
            let last = format!(
                "const log = document.querySelector('.log');
                 return log.lastElementChild.innerText.includes('line {line}.') &&
                   log.scrollTop + log.clientHeight > log.scrollHeight - 30"
            );
            page.browser.wait_for("the last line, in sight", &last);
        }
    }
    assert!(!page.browser.text(".log").contains("line 0."));
}

/// 7. Text of others is text.
#[test]
fn what_others_write_never_becomes_part_of_the_page() {
    let Some(page) = Page::playing("injected text", "knives", 1) else { return };
    let evil =
        "<img src=x onerror=\"document.title='spilt'\"><script>document.title='spilt'</script>";
    page.show(|view| {
        view.players[1].name = evil.into();
        view.board.headline = Text::from(evil);
        view.board.facts[0].value = Text::from(evil);
        view.notes[1] = evil.into();
    });
    page.seat.happen(SeatEventKind::Chat {
        from: evil.into(),
        seat: Some(1),
        whispered: false,
        text: evil.into(),
        to: None,
    });
    page.browser.press("t");
    page.browser.wait_for(
        "the line",
        "return document.querySelector('.chat')?.textContent.includes('<img')",
    );
    assert!(page.browser.text(".headline").contains("<img"));
    assert_eq!(page.count("img, .table script, .chat script"), 0);
    assert!(!page.browser.run("return document.title").as_str().unwrap().contains("spilt"));
    assert_eq!(page.browser.complaints(), [""; 0]);
}

/// 7. So it is on every screen: names of tables and people, failures, files, and the picture that is saved.
#[test]
fn what_others_write_is_text_on_every_screen() {
    let Some(page) = Page::playing("injected text elsewhere", "knives", 1) else { return };
    let evil = "</text><img src=x onerror=\"document.title='spilt'\"><script>document.title='spilt'</script>\u{202e}";
    let clean = |screen: &str| {
        page.drawn();
        page.browser.wait_for(
            screen,
            "return document.querySelector('#main').textContent.includes('<img')",
        );
        assert_eq!(page.count("img, #main script, #side script"), 0, "{screen}");
        let turned = "return document.documentElement.outerHTML.includes('\\u202e')";
        assert_eq!(page.browser.run(turned), false, "{screen}");
    };
    let mut last = page.view();
    last.players[1].name = evil.into();
    let mut shown = replay("knives", 8);
    shown.shown.players[1].name = evil.into();
    shown.proven = vec![evil.into()];
    page.seat.show(SeatState::Replay(Box::new(shown)));
    clean("replay");
    let table = TableLine { name: evil.into(), closed: Some(evil.into()), ..invited() };
    let failed = Some(FailureShown { text: evil.into(), ..Default::default() });
    page.seat.show(SeatState::Home(HomeView {
        tables: vec![table],
        failed,
        busy: Some(evil.into()),
        ..home()
    }));
    clean("home");
    let mut room = lobby();
    room.people[1].name = evil.into();
    (room.table, room.waiting, room.code) = (evil.into(), evil.into(), evil.into());
    page.seat.show(SeatState::Lobby(room));
    clean("lobby");
    let end =
        EndView { last, summary: evil.into(), failure: Some(evil.into()), ..EndView::default() };
    page.seat.show(SeatState::End(Box::new(end)));
    clean("end");
    page.browser.run(
        "HTMLAnchorElement.prototype.click = function () { window.saved = this.href.slice(0, 22) };
         [...document.querySelectorAll('.end button')].find((b) => /picture/.test(b.textContent)).click()",
    );
    page.browser.wait_for("the picture", "return window.saved === 'data:image/png;base64,'");
    assert!(!page.browser.run("return document.title").as_str().unwrap().contains("spilt"));
    assert_eq!(page.browser.complaints(), [""; 0]);
}

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

/// 7. Whoever is muted is not read, until they are shown again.
#[test]
fn the_chat_of_a_muted_player_is_not_shown() {
    let Some(page) = Page::playing("muting", "knives", 1) else { return };
    page.seat.happen(SeatEventKind::Chat {
        from: "Bo".into(),
        seat: Some(1),
        whispered: false,
        text: "you will never win".into(),
        to: None,
    });
    page.browser.run("[...document.querySelectorAll('.tabs button')].find((button) => /Chat/.test(button.textContent)).click()");
    let read = "return document.querySelector('#side').textContent.includes('never win')";
    page.browser.wait_for("the chat", read);
    page.browser.click("[data-seat='1'] .name button");
    page.browser.wait_for_element("dialog[open]");
    let press = "[...document.querySelectorAll('dialog button')].find((button) => /chat/.test(button.textContent)).click()";
    page.browser.run(press);
    page.browser.wait_for("silence", &read.replace("return ", "return !"));
    page.wait_wanted("muting", |i| matches!(i, Intent::Set(set) if set.muted == ["Bo"]));
    page.browser.run(press);
    page.browser.wait_for("the chat again", read);
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

/// Whether an element is in sight, and nothing lies over it.
fn in_sight(page: &Page, css: &str) -> bool {
    page.browser.run(&format!(
        "const element = document.querySelector('{css}'), box = element.getBoundingClientRect();
         const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
         return box.top >= 0 && box.bottom <= innerHeight && element.contains(seen)"
    )) == true
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
fn invited() -> TableLine {
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

/// 7. What begins with a slash is a command on every screen, and is not said aloud by mistake.
#[test]
fn a_whisper_goes_to_one_player_and_a_mistyped_one_to_nobody() {
    let Some(page) = Page::playing("whispers", "knives", 0) else { return };
    page.browser.run("document.querySelectorAll('.tab')[1].click()");
    page.browser.wait_for_element("#chat-line");
    page.browser.type_into("#chat-line", "/wisper Bo secret\u{E007}");
    page.browser.wait_for_element(".notice");
    assert!(page.seat.sent().iter().all(|intent| !matches!(intent, Intent::Say { .. })));
    page.browser.run("document.querySelector('#chat-line').value = ''");
    page.browser.type_into("#chat-line", "/whisper Bo secret\u{E007}");
    page.wait_wanted("the whisper", |intent| match intent {
        Intent::Say { to, text } => to.as_deref() == Some("Bo") && text == "secret",
        _ => false,
    });
}

/// 7. What the node tells while people sit down is read in the lobby.
#[test]
fn a_lobby_tells_what_happens_there() {
    let Some(page) = Page::open("notices in a lobby") else { return };
    page.seat.show(SeatState::Lobby(lobby()));
    page.seat.happen(SeatEventKind::Notice { text: "Cleo could not sit down.".into() });
    let told = "return document.querySelector('#side')?.innerText.includes('Cleo could not')";
    page.browser.wait_for("the notice", told);
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

/// A shuffle that flies over the table lies under what is asked.
#[test]
fn what_flies_does_not_cover_what_is_asked() {
    let Some(page) = Page::playing("flying", "knives", 0) else { return };
    for (width, height) in [(1280, 800), (360, 640)] {
        page.resize(width, height);
        // It takes no clicks, so it is made to take them here: what is found is what is painted on top.
        page.browser.run(
            "const box = document.querySelector('#prompt').getBoundingClientRect();
             const stack = document.createElement('div');
             stack.className = 'flying';
             stack.style.cssText = `pointer-events: auto; height: 60px; translate: ${box.left}px ${box.top}px`;
             document.body.append(stack)",
        );
        let over = "const box = document.querySelector('#prompt').getBoundingClientRect();
                    return document.elementFromPoint(box.left + 8, box.top + 8).id";
        assert_eq!(page.browser.run(over), "prompt", "{width} × {height}");
    }
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
