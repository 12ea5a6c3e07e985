//! Every entry that is closed says why in a few words, a card is told about itself, and an option says
//! what it does.

#![allow(clippy::unwrap_used, clippy::disallowed_types, reason = "tests deal in the clear")]

use std::collections::BTreeSet;

use engine::{
    BotKind, BySeat, Duty, Entry, Eyes, Face, Game, Knowledge, Line, Menu, Options, Request, Words,
    check, clear::ClearGame,
};
use games::GAMES;

/// What fits beside an entry on a small screen, or below it in two rows.
const LONGEST: usize = 56;

/// Plays whole games and shows every menu, with words for whoever reads its reasons.
fn menus(
    game: &'static dyn Game,
    mut look: impl FnMut(&ClearGame, &Menu, &dyn Fn(&Line) -> String),
) {
    let seats = game.info().usual_seats;
    let names = BySeat::new(seats, |seat| format!("Name{}", seat.index()));
    let options = Options::parse(game.info().options, []).unwrap();
    for seed in 0..4 {
        let unseen = Knowledge::new();
        check::play(game, seats, &options, seed, BotKind::Random, |clear| {
            let eyes = Eyes::new(clear.driver.faces(), &unseen);
            let words = |line: &Line| Words { game, names: &names, eyes }.line(line);
            match clear.driver.request() {
                Some(Request::Choose(_, menu)) => look(clear, menu, &words),
                Some(Request::Ask(_, menus)) => {
                    menus.iter().for_each(|(_, menu)| look(clear, menu, &words));
                }
                _ => {}
            }
            Ok(())
        })
        .unwrap();
    }
}

/// The faces that the card of an entry could have and that are closed to it, with their reasons.
fn closed(clear: &ClearGame, game: &dyn Game, entry: &Entry) -> Vec<(Face, Line)> {
    let (Some(Duty::Only(faces, reasons)), Some(card)) = (&entry.shows, entry.card) else {
        return Vec::new();
    };
    let deck = clear.driver.faces().deck(card);
    let decks = game.info().decks.iter().filter(|(d, _)| Some(*d) == deck);
    let printed = decks.flat_map(|(_, faces)| faces.iter().copied());
    printed.filter(|face| !faces.contains(*face)).map(|f| (f, reasons.about(f))).collect()
}

#[test]
fn every_reason_is_a_short_clause() {
    for game in GAMES {
        let mut seen = BTreeSet::new();
        menus(*game, |clear, menu, words| {
            for entry in &menu.entries {
                seen.extend(entry.refused.as_ref().map(words));
                seen.extend(closed(clear, *game, entry).iter().map(|(_, reason)| words(reason)));
            }
        });
        assert!(!seen.is_empty(), "{}", game.info().name);
        for reason in seen {
            let length = reason.chars().count();
            assert!((1..=LONGEST).contains(&length), "{length} characters: {reason}");
            assert!(!reason.ends_with('.'), "{reason}");
        }
    }
}

#[test]
fn no_closed_card_is_left_without_a_reason_of_its_own() {
    for game in GAMES {
        menus(*game, |clear, menu, words| {
            for entry in &menu.entries {
                for (face, reason) in closed(clear, *game, entry) {
                    let reason = words(&reason);
                    assert_ne!(reason, "not that card now", "{}", game.face(face).name);
                    assert_ne!(reason, "there is nothing to aim it at", "{}", game.face(face).name);
                }
            }
        });
    }
}

#[test]
fn what_an_option_does_ends_with_a_full_stop_since_more_is_printed_after_it() {
    let options = || GAMES.iter().flat_map(|game| game.info().options);
    let open: Vec<_> = options().map(|o| o.help).filter(|help| !help.ends_with('.')).collect();
    assert!(options().count() > 3 && open.is_empty(), "{open:?}");
}
