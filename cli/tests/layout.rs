//! What must be on the screen, wherever a match stands and whatever the size.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[allow(dead_code)]
mod moments;
#[allow(dead_code)]
mod support;

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
    time::Duration,
};

use engine::{Game, Options, Seat, Token};
use moments::{Moment, app, moments};
use nodealer::tui::{Act, App, Effect, menu_label, menu_order};
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use seat::{
    Cursor, EndView, Intent, LobbyView, MatchView, PersonShown, ResultShown, SeatEvent,
    SeatEventKind, SeatState, Settings, Setup, SitterShown, Snapshot,
    session::Update,
    shown::{EntryShown, LayoutShown},
};
use support::{SIZES, picture, text};
use table::Proven;

/// Moments all over matches at the biggest tables: every twentieth question.
static BIG: LazyLock<Vec<Moment>> = LazyLock::new(|| {
    let games = games::GAMES.iter().map(|game| moments(*game, game.info().seats.1, 3));
    games.flat_map(|all| all.into_iter().step_by(20)).collect()
});

/// A question with many answers, late in a match.
fn question() -> Moment {
    let many = |moment: &Moment| moment.menu.as_ref().is_some_and(|menu| menu.entries.len() > 4);
    let all = moments(&games::no_honor::GAME, 6, 3);
    all.into_iter().rfind(many).unwrap()
}

fn shown(app: &App, size: (u16, u16)) -> String {
    text(&picture(app, size))
}

/// The words of a screen, wherever its rows end.
fn flat(shown: &str) -> String {
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn press(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
}

/// The entries of a moment's menu in the order of their numbers.
fn listed(moment: &Moment) -> Vec<EntryShown> {
    let view = moment.shown();
    let menu = view.menu.as_ref().unwrap();
    menu_order(&view, menu).into_iter().map(|i| menu.entries[i].clone()).collect()
}

/// Whether this line lists the entry with this number.
fn is_listed(line: &str, number: usize) -> bool {
    let line: String = line.chars().take(5).collect();
    let told = line.trim_start_matches([' ', '›', '✗']);
    line.ends_with(' ') && told.trim_end().parse() == Ok(number)
}

/// Whether the entry with this number is on the screen: in the list, or as a card.
fn offers(shown: &str, number: usize) -> bool {
    let on_card = ["┌N─", "┏N━", "┌✗N─", "┏✗N━", "[N ", "›N ", "✗N "];
    shown.lines().any(|line| is_listed(line, number))
        || on_card.iter().any(|edge| shown.contains(&edge.replace('N', &number.to_string())))
}

/// How a token may be told.
fn told_token(token: &Token) -> Vec<String> {
    let glyph = engine::symbols::glyph(token.symbol).unwrap_or_default();
    let dots = token.limit.map(|limit| {
        let has = token.count as usize;
        format!("{}{}", "●".repeat(has), "○".repeat(usize::from(limit).saturating_sub(has)))
    });
    [engine::counted(token), format!("{}{glyph}", token.count)].into_iter().chain(dots).collect()
}

#[test]
fn what_everybody_has_and_what_is_known_of_them_is_on_the_screen() {
    for moment in BIG.iter() {
        let app = moment.app();
        for size in SIZES {
            let shown = shown(&app, size);
            let flat = flat(&shown);
            for (seat, place) in moment.view.board.seats.iter().skip(1) {
                let name = &moment.names[seat];
                assert!(flat.contains(name.as_str()), "{name} at {size:?}\n{shown}");
                for token in &place.tokens {
                    let told = told_token(token).iter().any(|told| flat.contains(told.as_str()));
                    assert!(told, "{token:?} of {name} at {size:?}\n{shown}");
                }
            }
        }
    }
}

#[test]
fn a_known_role_is_on_the_smallest_screen() {
    let game = &games::never_bring_a_knife::GAME;
    for moment in moments(game, 8, 3).into_iter().step_by(20) {
        let shown = shown(&moment.app(), (40, 20));
        for (seat, place) in moment.view.board.seats.iter() {
            let role = place.piles.iter().find(|pile| pile.name == "role").unwrap();
            let known = role.cards().filter_map(|card| moment.view.faces.get(&card));
            for face in known {
                let name = &moment.names[seat];
                let short = game.face(*face).short;
                let lines: Vec<&str> = shown.lines().collect();
                let at = lines.iter().position(|line| line.contains(name.as_str())).unwrap();
                let told = lines[at..(at + 4).min(lines.len())].join(" ");
                assert!(told.contains(short), "{short} of {name}\n{shown}");
            }
        }
    }
}

#[test]
fn who_led_and_who_wins_a_trick_is_on_every_screen() {
    let mut seen = 0;
    for moment in moments(&games::knives::GAME, 5, 3) {
        let trick = moment.view.board.piles.iter().find(|pile| pile.name == "trick");
        if trick.is_none_or(|pile| pile.is_empty()) {
            continue;
        }
        seen += 1;
        for size in SIZES {
            let shown = shown(&moment.app(), size);
            assert!(shown.contains("led") && shown.contains("wins"), "at {size:?}\n{shown}");
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn everybody_sits_around_a_trick_whatever_there_is_to_tell() {
    let mut seen = 0;
    for moment in moments(&games::knives::GAME, 5, 3) {
        if moment.shown().board.phase != "The tricks" {
            continue;
        }
        for size in [(80, 24), (120, 40)] {
            let shown = shown(&moment.app(), size);
            assert!(shown.contains("┌you"), "at {size:?}\n{shown}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn a_trick_that_was_won_stays_until_the_next_card_is_led() {
    let leads = |moment: &&Moment| {
        let empty = moment.view.board.piles.iter().any(|p| p.name == "trick" && p.is_empty());
        empty && moment.view.board.lately.is_some()
    };
    let all = moments(&games::knives::GAME, 5, 3);
    let moment = all.iter().find(leads).unwrap();
    for size in [(120, 40), (80, 24)] {
        let shown = shown(&moment.app(), size);
        assert!(shown.contains("won trick") && shown.contains("└won"), "at {size:?}\n{shown}");
    }
}

/// A table of Knives at which a trick was won a moment ago, and the next card is led already.
fn just_won(linger_ms: u32) -> App {
    let all = moments(&games::knives::GAME, 5, 3);
    let mut views = all.iter().map(Moment::shown);
    let led = |view: &MatchView| {
        let trick = view.board.piles.iter().find(|pile| pile.layout == LayoutShown::BySeat);
        trick.is_some_and(|trick| trick.cards.iter().any(|laid| laid.card.is_some()))
    };
    let won = |view: &MatchView| {
        let lately = view.board.lately.as_ref();
        lately.is_some_and(|lately| lately.pile.layout == LayoutShown::BySeat)
    };
    let view = views.find(|view| led(view) && won(view) && view.menu.is_some()).unwrap();
    let settings = Settings { linger_ms, ..Settings::default() };
    let now = |view| {
        let now = Snapshot::clone(&at(SeatState::Match(Box::new(view))));
        Arc::new(Snapshot { settings: settings.clone(), ..now })
    };
    let mut before = view.clone();
    before.board.lately = None;
    let mut app = App::new(now(before), false, false, Rect::new(0, 0, 80, 24));
    app.take_in(&now(view), &[], Duration::ZERO);
    app.pass(Duration::ZERO);
    app
}

/// Whether the trick that was won is shown, and not the next one.
fn stays(app: &App) -> bool {
    let held = [(120, 40), (80, 24)].map(|size| {
        let shown = shown(app, size);
        shown.contains("any key goes on") && shown.contains("└won")
    });
    assert_eq!(held[0], held[1], "on every screen alike");
    held[0]
}

#[test]
fn a_trick_that_was_won_stays_for_the_set_time_though_the_next_card_is_led() {
    let mut app = just_won(2500);
    assert!(stays(&app));
    assert!(!app.pass(Duration::from_millis(2499)));
    assert!(stays(&app));
    assert!(app.pass(Duration::from_millis(2500)));
    assert!(!stays(&app));
}

#[test]
fn a_trick_that_was_won_stays_until_a_key_for_whoever_wants_that() {
    for key in [KeyCode::Down, KeyCode::Char('2'), KeyCode::Enter] {
        let mut app = just_won(0);
        app.pass(Duration::from_secs(3600));
        assert!(stays(&app));
        let chosen = app.key(KeyEvent::new(key, KeyModifiers::NONE));
        assert!(!stays(&app) && chosen.is_empty(), "{key:?}");
    }
}

#[test]
fn the_count_of_a_hand_stays_to_be_read_until_the_next_hand_is_played() {
    let all = moments(&games::knives::GAME, 5, 3);
    let counted = |moment: &&Moment| {
        let decides = |sheet: &engine::Sheet| sheet.importance == engine::Importance::Decides;
        moment.view.board.sheets.iter().any(decides)
    };
    let counts: Vec<&Moment> = all.iter().filter(counted).collect();
    assert!(counts.len() > 5, "{}", counts.len());
    for moment in counts {
        let title = moment.shown().board.sheets[0].title.plain();
        for size in [(120, 40), (80, 24)] {
            let shown = shown(&moment.app(), size);
            assert!(shown.contains(&title), "{title} at {size:?}\n{shown}");
        }
        let shown = shown(&moment.app(), (120, 40));
        assert!(shown.contains("in all"), "{shown}");
    }
}

/// Moments of a match at the usual table of each game.
fn usual() -> impl Iterator<Item = Moment> {
    let all = games::GAMES.iter().map(|game| moments(*game, game.info().usual_seats, 3));
    all.flat_map(|all| all.into_iter().step_by(9))
}

#[test]
fn what_is_over_is_told_as_such_and_has_no_boxes_beside_what_is_played() {
    let mut seen = 0;
    for moment in moments(&games::never_bring_a_knife::GAME, 6, 3) {
        let Some(lately) = moment.shown().board.lately else { continue };
        let title = lately.title.to(Some(0));
        for size in SIZES {
            let flat = flat(&shown(&moment.app(), size));
            let told = flat.matches(&title).count();
            assert_eq!(told, flat.matches(&format!("before: {title}")).count(), "{flat}");
            seen += told;
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn who_is_ahead_is_told_on_every_screen() {
    for moment in usual() {
        let board = &moment.view.board;
        let ahead = ["ahead", "most wounds", "most evidence"];
        let fact = board.facts.iter().find(|fact| ahead.contains(&fact.name));
        // While the table is set, nobody is.
        let Some(fact) = fact else { continue };
        // On the smallest screen, the points in Knives and the Coins in No Honor say it.
        let small = fact.name.starts_with("most");
        for size in SIZES.into_iter().filter(|size| small || size.0 > 40) {
            let shown = shown(&moment.app(), size);
            assert!(flat(&shown).contains(fact.name), "{} at {size:?}\n{shown}", fact.name);
        }
    }
}

#[test]
fn a_table_of_120_by_40_has_at_most_five_empty_rows_below_each_other() {
    for moment in usual() {
        let shown = shown(&moment.app(), (120, 40));
        let empty = |line: &str| line.chars().take(79).all(char::is_whitespace);
        let lines: Vec<&str> = shown.lines().collect();
        let most = lines.chunk_by(|a, b| empty(a) && empty(b)).map(<[&str]>::len).max();
        assert!(most.unwrap_or(0) <= 5, "{most:?}\n{shown}");
    }
}

/// The part of a line beside which the log stands.
fn left_of_log(line: &str) -> String {
    line.chars().take(79).collect()
}

#[test]
fn at_120_by_40_no_row_but_those_for_a_hint_is_empty_while_something_is_left_out() {
    let mut seen = 0;
    for moment in BIG.iter().cloned().chain(usual()) {
        let shown = shown(&moment.app(), (120, 40));
        let table: Vec<String> = shown.lines().map(left_of_log).collect();
        let left_out = |line: &&String| {
            let marks = line.match_indices('+').map(|(at, _)| &line[at + 1..]);
            let mark = |after: &str| {
                let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
                rest.len() < after.len() && rest.starts_with(" v")
            };
            marks.into_iter().any(mark)
        };
        if table.iter().any(|line| left_out(&line)) {
            seen += 1;
            // Some rows are kept for the longest hint, so that nothing moves with the choice.
            let empty = table.iter().filter(|line| line.trim().is_empty()).count();
            assert!(empty <= 3, "{empty} rows of {}\n{shown}", moment.game.info().id);
            assert!(!shown.contains("The rules now"), "{shown}");
        }
    }
    assert!(seen < 40, "{seen}");
}

#[test]
fn every_sign_on_a_table_is_explained_beside_it_or_in_the_help() {
    let signs = ['▶', '▒', '◉', '○', '✗', '←', '¢', '$', '•', '◆'];
    let mut beside = 0;
    for moment in usual() {
        let mut app = moment.app();
        let table = shown(&app, (120, 40));
        app.resize(120, 200);
        press(&mut app, KeyCode::Char('?'));
        let help = shown(&app, (120, 200));
        let told = help.split("Signs").nth(1).unwrap_or_default();
        for sign in signs.into_iter().filter(|sign| table.contains(*sign)) {
            assert!(told.contains(sign), "{sign} is not in the help\n{help}");
        }
        beside += usize::from(table.contains("Signs: "));
    }
    assert!(beside > 10, "{beside}");
}

#[test]
fn whoever_may_react_reads_what_passing_means() {
    let mut seen = 0;
    for game in [&games::suspicion::GAME as &'static dyn Game, &games::no_honor::GAME] {
        let all = moments(game, game.info().usual_seats, 3);
        for moment in all.iter().filter(|moment| moment.window) {
            let entries = listed(moment);
            let pass = entries.iter().find(|entry| entry.pass).unwrap();
            let (_, means) = pass.words.split_once(": ").unwrap_or_default();
            let shown = flat(&shown(&moment.app(), (80, 24)));
            assert!(!means.is_empty() && shown.contains(means), "{}\n{shown}", pass.words);
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn a_hint_of_three_rows_is_read_to_its_end_at_80_by_24() {
    for moment in usual().filter(|moment| moment.game.info().id != "no-honor") {
        let view = moment.shown();
        let entry = &listed(&moment).into_iter().find(|entry| entry.allowed).unwrap();
        let [card] = entry.cards[..] else { continue };
        let piles = view.board.seats[0].piles.iter().flat_map(|pile| &pile.cards);
        let face = piles.filter(|laid| laid.card == Some(card)).find_map(|laid| laid.face);
        let Some(info) = face.map(|face| moment.game.face(engine::Face(face))) else { continue };
        if info.name.len() + info.help.len() > 3 * 40 {
            continue;
        }
        let shown = shown(&moment.app(), (80, 24));
        let last = info.help.split_whitespace().next_back().unwrap();
        // The log stands beside it.
        let left: String =
            shown.lines().map(|line| line.chars().take(44).collect::<String>() + " ").collect();
        assert!(flat(&left).contains(last), "{}\n{shown}", info.help);
    }
}

#[test]
fn what_lies_before_rivals_is_on_the_smallest_screen() {
    let game = &games::suspicion::GAME;
    for moment in moments(game, 7, 3).into_iter().step_by(10) {
        let shown = shown(&moment.app(), (40, 20));
        for (_, place) in moment.view.board.seats.iter().skip(1) {
            let evidence = place.piles.iter().filter(|pile| pile.name == "evidence");
            for face in evidence
                .flat_map(|pile| pile.cards())
                .filter_map(|card| moment.view.faces.get(&card))
            {
                let short = game.face(*face).short;
                assert!(shown.contains(short), "{short}\n{shown}");
            }
        }
    }
}

#[test]
fn a_player_without_whom_the_table_went_on_is_marked_on_every_screen() {
    let mut view = question().shown();
    view.players[1].gone = true;
    let app = app_at(SeatState::Match(Box::new(view)));
    for size in [(120, 40), (80, 24), (60, 15), (40, 20)] {
        let shown = shown(&app, size);
        assert!(flat(&shown).contains("(autopilot)"), "at {size:?}\n{shown}");
    }
}

#[test]
fn every_defense_is_named_on_a_screen_of_80_by_24_whoever_sits_there() {
    let game = &games::no_honor::GAME;
    let mut seen = 0;
    for moment in moments(game, 6, 3).into_iter().step_by(7) {
        let shown = shown(&moment.app(), (80, 24));
        let flat = flat(&shown);
        let mats = moment.view.board.mats.iter().flat_map(|mat| &mat.place.piles);
        for pile in mats.filter(|pile| pile.name == "Defenses") {
            for card in pile.cards() {
                let Some(face) = moment.view.faces.get(&card) else { continue };
                let name = game.face(*face).name;
                assert!(flat.contains(name), "{name}\n{shown}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn options_in_force_are_on_the_table() {
    let options =
        Options::parse(games::never_bring_a_knife::GAME.info().options, [("mode", "hard")]);
    let clear =
        engine::clear::ClearGame::new(&games::never_bring_a_knife::GAME, 4, &options.unwrap(), 1);
    let board = clear.unwrap().driver.board();
    assert!(board.facts.iter().any(|fact| fact.name == "mode" && fact.value == "hard".into()));
}

#[test]
fn whoever_plays_is_you_in_the_log() {
    let all = moments(&games::knives::GAME, 5, 3);
    let shown = shown(&all[all.len() / 2].app(), (120, 40));
    assert!(shown.contains("· You play the "), "{shown}");
    assert!(!shown.contains("Ann plays"), "{shown}");
}

#[test]
fn in_a_long_menu_the_impossible_is_one_line_which_opens_by_moving_there() {
    let folded = "more that cannot be chosen now";
    let small = (40, 20);
    let all = moments(&games::no_honor::GAME, 6, 3);
    let long = all.into_iter().find(|moment| shown(&moment.app(), small).contains(folded));
    let mut app = long.unwrap().app();
    app.resize(small.0, small.1);
    let before = shown(&app, small);
    assert!(!before.contains('@'), "names, not codes\n{before}");
    // Whether they are the first of the menu or the last.
    press(&mut app, KeyCode::End);
    if shown(&app, small).contains(folded) {
        press(&mut app, KeyCode::Home);
    }
    let after = shown(&app, small);
    assert!(!after.contains(folded) && after.contains("✗›"), "{after}");
}

/// A question with many answers in a list, some of which cannot be given.
fn list() -> Moment {
    let many = |moment: &Moment| {
        let view = moment.shown();
        let in_hand = |entry: &EntryShown| moment_holds(&view, entry);
        let Some(menu) = &view.menu else { return false };
        let list: Vec<_> = menu.entries.iter().filter(|entry| !in_hand(entry)).collect();
        let closed = list.iter().filter(|entry| !entry.allowed).count();
        list.len() > 8 && (3..6).contains(&closed)
    };
    moments(&games::no_honor::GAME, 6, 3).into_iter().rfind(many).unwrap()
}

/// Whether an entry is about a card in the own hand.
fn moment_holds(view: &MatchView, entry: &EntryShown) -> bool {
    let own = view.me.and_then(|me| view.board.seats.get(me)).unwrap();
    let mut hand = own.piles.iter().filter(|pile| pile.layout == LayoutShown::Hand);
    hand.any(|pile| {
        pile.cards.iter().any(|laid| laid.card.is_some_and(|c| entry.cards.contains(&c)))
    })
}

/// The numbers on a screen, each with what stands beside it.
fn numbered(shown: &str) -> BTreeMap<usize, String> {
    let entry = |line: &str| {
        let number: String = line.chars().take(5).collect();
        let number = number.trim_matches([' ', '›', '✗']).parse().ok()?;
        Some((number, line.chars().skip(5).take(12).collect()))
    };
    shown.lines().filter_map(entry).collect()
}

#[test]
fn no_number_shifts_while_somebody_moves_through_a_menu() {
    let mut app = list().app();
    app.resize(80, 24);
    let mut known = BTreeMap::new();
    for key in [KeyCode::Home, KeyCode::Down, KeyCode::Down, KeyCode::End, KeyCode::Up] {
        press(&mut app, key);
        for (number, entry) in numbered(&shown(&app, (80, 24))) {
            let before = known.entry(number).or_insert_with(|| entry.clone());
            assert_eq!(*before, entry, "{number} after {key:?}");
        }
    }
    assert!(known.len() > 4, "{known:?}");
}

#[test]
fn a_number_means_the_same_entry_though_another_can_no_longer_be_chosen() {
    let view = list().shown();
    let menu = view.menu.clone().unwrap();
    let order = menu_order(&view, &menu);
    let mut later = view.clone();
    let entries = later.menu.iter_mut().flat_map(|menu| &mut menu.entries);
    entries.for_each(|entry| entry.allowed = !entry.allowed || entry.entry == order[1]);
    assert_ne!(menu_order(&later, later.menu.as_ref().unwrap()), order, "anew they would stand so");
    let mut app = app_at(SeatState::Match(Box::new(view)));
    app.take_in(&at(SeatState::Match(Box::new(later))), &[], Duration::ZERO);
    press(&mut app, KeyCode::Char('2'));
    let chosen = app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
    let entry = menu.entries[order[1]].entry;
    assert_eq!(chosen, [Effect::Want(Intent::Choose { step: menu.step, entry })]);
}

#[test]
fn nothing_told_about_a_seat_is_cut_within_a_word() {
    for moment in BIG.iter() {
        let app = moment.app();
        for size in SIZES {
            let shown = shown(&app, size);
            let seats = shown.lines().take_while(|line| !line.contains("(you) "));
            for line in seats.filter(|line| !line.starts_with('»')) {
                let table = line.chars().take(79).collect::<String>();
                assert!(!table.trim_end().ends_with('…'), "at {size:?}\n{shown}");
            }
        }
    }
}

#[test]
fn what_can_be_chosen_is_on_the_screen_the_first_of_it_in_any_case() {
    for moment in BIG.iter() {
        let open: Vec<usize> =
            (1..).zip(listed(moment)).filter(|(_, entry)| entry.allowed).map(|(n, _)| n).collect();
        let app = moment.app();
        for size in SIZES.into_iter().chain([(60, 20), (100, 20)]) {
            let shown = shown(&app, size);
            let first = open.iter().take(1);
            for number in first.chain(open.iter().filter(|number| **number <= 4)) {
                assert!(offers(&shown, *number), "{number} of {open:?} at {size:?}\n{shown}");
            }
        }
    }
}

#[test]
fn an_entry_of_49_columns_is_read_to_its_end_at_80_by_24() {
    let mut seen = 0;
    for moment in moments(&games::no_honor::GAME, 6, 3) {
        let open = (1..).zip(listed(&moment)).filter(|(_, entry)| entry.allowed);
        // The narrowest menu has 39 columns for words.
        let long: Vec<(usize, String)> = open
            .map(|(number, entry)| (number, menu_label(&entry)))
            .filter(|(_, name)| (40..50).contains(&name.chars().count()))
            .collect();
        if long.is_empty() {
            continue;
        }
        let shown = shown(&moment.app(), (80, 24));
        for (number, name) in long {
            let line = shown.lines().find(|line| is_listed(line, number));
            assert!(line.is_none_or(|line| line.contains(&name)), "{name}\n{shown}");
            seen += usize::from(line.is_some());
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn what_is_asked_is_on_the_screen_whole() {
    for moment in BIG.iter() {
        let view = moment.shown();
        let menu = view.menu.as_ref().unwrap();
        let asked = menu.title.plain();
        let shown = shown(&moment.app(), (40, 20));
        assert!(flat(&shown).contains(&format!("{asked} [{}]", menu.rule)), "{asked}\n{shown}");
    }
}

#[test]
fn why_an_entry_is_closed_can_be_read_to_the_end() {
    for moment in BIG.iter() {
        let listed = (1..10).zip(listed(moment));
        let mut app = moment.app();
        for (number, reason) in listed.filter_map(|(number, i)| Some((number, i.reason?))) {
            press(&mut app, KeyCode::Home);
            press(&mut app, KeyCode::Char(char::from_digit(number, 10).unwrap()));
            for then in [KeyCode::Null, KeyCode::Enter] {
                press(&mut app, then);
                let shown = shown(&app, (40, 20));
                assert!(flat(&shown).matches(&reason).count() > 0, "{reason}\n{shown}");
            }
        }
    }
}

/// A table of eight with long names at which this was proven, each after 33 ms.
fn proven(proofs: &[(u8, Proven)]) -> App {
    let mut moment = moments(&games::never_bring_a_knife::GAME, 8, 3).remove(0);
    let long = ["Maximilian", "Bartholomew", "Persephone", "Constantine", "Wilhelmina"];
    moment.names = moment.names.map(|seat, name| match long.get(seat.index()) {
        Some(long) => (*long).to_owned(),
        None => format!("{name} the Great"),
    });
    let trust =
        |(i, (seat, proof)): (u64, &(u8, Proven))| Update::Trust(Seat::new(*seat), i, *proof);
    let (now, events) = moment.after((0_u64..).zip(proofs).map(trust).collect());
    let mut app = App::new(now.clone(), true, false, Rect::new(0, 0, 80, 24));
    let proven = |event: &&SeatEvent| matches!(event.kind, SeatEventKind::Proven { .. });
    for (i, event) in (0_u64..).zip(events.iter().filter(proven)) {
        app.take_in(&now, std::slice::from_ref(event), Duration::from_millis(33 * i));
    }
    app
}

#[test]
fn a_shuffle_tells_how_far_it_is_and_how_long_it_took_before_it_names_anybody() {
    let turns: Vec<_> = (0..3).map(|seat| (seat, Proven::Shuffle(32))).collect();
    let app = proven(&turns);
    let line = |size| shown(&app, size).lines().rev().nth(1).unwrap().to_owned();
    let told = "✓ 3 of 8 have shuffled 32 cards, each proof checked, 66 ms: Maximilian ✓ +7";
    assert_eq!(line((80, 24)), told);
    assert_eq!(line((40, 20)), "✓ 3 of 8 have shuffled 32 cards, 66 ms");
    let told = line((200, 60));
    assert!(told.starts_with("✓ 3 of 8 have shuffled 32 cards, each proof checked, 66 ms: Max"));
    assert!(told.contains("Persephone ✓, Constantine …"), "{told}");
}

#[test]
fn one_card_is_no_cards() {
    let app = proven(&[(0, Proven::Shuffle(1))]);
    assert!(shown(&app, (80, 24)).contains("✓ 1 of 8 has shuffled 1 card,"));
    let app = proven(&[(0, Proven::Key), (1, Proven::Shares(1))]);
    let told = "✓ 2 proofs checked, the last took 33 ms: Bartholomew took their layer off 1";
    assert!(shown(&app, (80, 24)).contains(told), "{}", shown(&app, (80, 24)));
}

#[test]
fn a_text_read_to_its_end_is_still_there_in_a_larger_window() {
    let mut app = question().app();
    app.resize(40, 20);
    press(&mut app, KeyCode::Char('r'));
    press(&mut app, KeyCode::End);
    app.resize(120, 40);
    let shown = shown(&app, (120, 40));
    let inside = shown.lines().skip(5).take(25).filter(|line| line.split_whitespace().count() > 4);
    assert!(inside.count() > 10, "{shown}");
}

#[test]
fn an_overlay_says_that_there_is_more() {
    let mut app = question().app();
    for size in SIZES {
        app.resize(size.0, size.1);
        press(&mut app, KeyCode::Char('r'));
        assert!(shown(&app, size).contains("↓ more · 1–"), "{}", shown(&app, size));
        press(&mut app, KeyCode::End);
        assert!(shown(&app, size).contains("↑ more · "), "{}", shown(&app, size));
        press(&mut app, KeyCode::Esc);
    }
}

/// Somebody's seat that is there.
fn at(state: SeatState) -> Arc<Snapshot> {
    let (person, settings) = (PersonShown::default(), Settings::default());
    Arc::new(Snapshot { at: Cursor(0), person, settings, state })
}

fn app_at(state: SeatState) -> App {
    seat::games::offer(games::GAMES);
    App::new(at(state), true, false, Rect::new(0, 0, 80, 24))
}

/// The end of a match at this moment, kept by a long path.
fn ended(moment: &Moment) -> App {
    let path = "/home/somebody/.local/share/nodealer/matches/no-honor-2026-11-16.nodealer";
    let (last, transcript) = (moment.shown(), Some(path.into()));
    let result = Some(ResultShown { winners: vec![1], ..ResultShown::default() });
    let fingerprint = Some("babab-dadad-fafaf-gagag".into());
    let end = EndView { last, transcript, result, fingerprint, ..EndView::default() };
    app_at(SeatState::End(Box::new(end)))
}

#[test]
fn whoever_scrolls_past_the_end_is_back_with_one_key() {
    let mut app = ended(&question());
    (0..8).for_each(|_| press(&mut app, KeyCode::PageDown));
    let end = shown(&app, SIZES[0]);
    press(&mut app, KeyCode::PageUp);
    assert_ne!(shown(&app, SIZES[0]), end);
}

#[test]
fn the_path_of_the_transcript_is_shown_whole() {
    let shown = shown(&ended(&question()), (40, 20));
    let letters: String = shown.split_whitespace().collect();
    let path = "/home/somebody/.local/share/nodealer/matches/no-honor-2026-11-16.nodealer";
    assert!(letters.contains(path), "{shown}");
}

#[test]
fn help_and_the_way_out_are_in_every_footer() {
    let mut app = question().app();
    let mut footers = vec![];
    for size in [(80, 24), (40, 20), (30, 10)] {
        footers.push(shown(&app, size).lines().last().unwrap().to_owned());
    }
    press(&mut app, KeyCode::Char('q'));
    for footer in footers {
        assert!(footer.contains("? help") && footer.contains("q leave"), "{footer}");
    }
}

#[test]
fn whoever_is_asked_while_offline_reads_that_they_are() {
    let view = MatchView { offline: true, ..question().shown() };
    let app = app_at(SeatState::Match(Box::new(view)));
    for size in SIZES {
        let shown = shown(&app, size);
        assert!(flat(&shown).contains("You are offline"), "at {size:?}\n{shown}");
    }
}

#[test]
fn a_tiny_window_asks_for_a_larger_one_and_shows_nothing_else() {
    let app = question().app();
    for size in [(20, 6), (29, 40), (100, 9)] {
        assert_eq!(flat(&shown(&app, size)), "A larger window, please.");
    }
}

#[test]
fn help_keeps_what_keys_do_in_a_column() {
    let mut app = question().app();
    app.resize(40, 20);
    let longest = app.can().iter().map(|can| can.keys().chars().count()).max().unwrap();
    assert!(longest <= 16, "{longest}");
    press(&mut app, KeyCode::Char('?'));
    let shown = shown(&app, (40, 20));
    let keys = shown.lines().take_while(|line| !line.contains(['└', 'C'])).skip(1);
    for line in keys {
        assert_eq!(line.chars().nth(18), Some(' '), "{shown}");
    }
}

#[test]
fn whoever_waits_for_a_seat_is_offered_only_to_leave() {
    for (host, told) in
        [(false, "You have asked to sit down"), (true, "Your table is being opened")]
    {
        let app = app_at(SeatState::Lobby(LobbyView { host, ..LobbyView::default() }));
        assert!(shown(&app, (80, 24)).contains(told));
        let can = app.can();
        assert!(can.iter().all(|can| can.by(Act::Help) || can.by(Act::Quit)), "{can:?}");
        assert_eq!(can.len(), 2);
    }
}

/// The host's table with so many others at it, all of them ready but the last, who has another key.
fn full(others: u8) -> App {
    app_at(SeatState::Lobby(sight(others)))
}

/// The table is seen anew, and this is said there.
fn seen(app: &mut App, sight: LobbyView, said: &[&str]) {
    let notice = |text: &&str| SeatEvent {
        at: Cursor(0),
        kind: SeatEventKind::Notice { text: (*text).into() },
    };
    let events: Vec<SeatEvent> = said.iter().map(notice).collect();
    app.take_in(&at(SeatState::Lobby(sight)), &events, Duration::ZERO);
}

fn sight(others: u8) -> LobbyView {
    seat::games::offer(games::GAMES);
    let game = &games::never_bring_a_knife::GAME;
    let chair = |i| SitterShown {
        words: format!("words {i}"),
        name: format!("Guest {i}"),
        me: i == 0,
        here: true,
        ready: i < others,
        known: "known".into(),
        changed: i == others,
        bot: false,
    };
    let people = (0..=others).map(chair).collect();
    let terms =
        Setup { game: game.info().id.into(), seats: Some(8), ..Setup::default() }.shown().unwrap();
    LobbyView { people, terms, host: true, seated: true, ..LobbyView::default() }
}

#[test]
fn the_lobby_says_how_many_people_and_entries_are_out_of_sight() {
    let app = full(7);
    let narrow = shown(&app, (40, 20));
    let listed = narrow.lines().filter(|line| line.contains("Guest") && line.contains("ready"));
    let hidden = 8 - listed.count();
    assert!(hidden > 0 && narrow.contains(&format!("\n+{hidden}\n")), "{narrow}");
    assert!(narrow.contains("Guest 7: not ready, ! ANOTHER KEY"), "{narrow}");
    for size in [(40, 20), (80, 24)] {
        let shown = shown(&app, size);
        let number = |line: &&str| {
            let number: String = line.chars().skip(1).take(2).collect();
            line.starts_with([' ', '›']) && number.trim().parse::<usize>().is_ok()
        };
        let more = format!("1–{} of 12", shown.lines().filter(number).count());
        assert!(shown.contains(&more), "{more} at {size:?}\n{shown}");
    }
}

#[test]
fn what_was_said_in_the_lobby_is_in_a_small_window_and_so_are_the_keys_for_it() {
    let mut app = full(1);
    seen(&mut app, LobbyView { host: false, ..sight(1) }, &["Guest 1 says: hello"]);
    let small = shown(&app, (40, 20));
    assert!(small.contains("· Guest 1 says: hello"), "{small}");
    seen(&mut app, LobbyView { ready: true, ..sight(7) }, &[]);
    let crowded = shown(&app, (40, 20));
    for shown in [small, crowded] {
        assert!(shown.contains("m say") && shown.contains(" Tab: chat "), "{shown}");
    }
}

#[test]
fn an_invitation_shows_its_picture_only_where_it_can_be_seen_whole() {
    let text = "nodealer:K7QD-3WX9PA@192.168.1.20:4100,192.168.1.21:4100";
    let picture = nodealer::qr::lines(text);
    assert!(picture.len() > 17, "too high for a small window");
    let (invitation, addresses) = (Some(text.into()), vec!["192.168.1.20:4100".into()]);
    let mut app = full(1);
    seen(&mut app, LobbyView { invitation, addresses, ..sight(1) }, &[]);
    app.resize(40, 20);
    press(&mut app, KeyCode::Char('i'));
    press(&mut app, KeyCode::End);
    let small = shown(&app, (40, 20));
    assert!(small.contains("nodealer:K7QD-3WX9PA"), "{small}");
    assert!(!small.contains('█') && !small.contains("picture"), "{small}");
    app.resize(80, 24);
    press(&mut app, KeyCode::End);
    let large = shown(&app, (80, 24));
    assert!(picture.iter().all(|line| large.contains(line)), "{large}");
}

#[test]
fn a_vote_hides_neither_what_a_card_does_nor_why_an_entry_is_closed() {
    let second = |moment: &Moment| listed(moment).get(1)?.reason.clone();
    let mut moment = BIG.iter().find(|moment| second(moment).is_some()).unwrap().clone();
    let reason = second(&moment).unwrap();
    moment.waiting = [Seat::new(1)].into_iter().collect();
    let mut app = app(&moment.after([Update::Ask, Update::Waiting].into()));
    press(&mut app, KeyCode::Char('2'));
    let shown = shown(&app, (120, 40));
    assert!(flat(&shown).contains("kept the table waiting"), "{shown}");
    assert!(shown.contains(&format!("Not now: {reason}")), "{shown}");
}
