//! Whole games in the clear: every card in one place, no chip lost, nothing leaks, and the same game again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{fs, path::Path};

use engine::{
    BotKind, Game, Options, Request, Seat,
    check::{self, Fault},
    clear::ClearGame,
    golden,
};
use holdem::{GAME, State};

/// Options as they may be agreed, in turn.
fn options(seed: u64) -> Options {
    let limit = ["none", "fixed"][seed as usize % 2];
    let given = [("limit", limit), ("stack", "40"), ("blind", "2"), ("hands", "6")];
    Options::parse(GAME.info().options, given).unwrap()
}

fn state(game: &ClearGame) -> &State {
    let state: &dyn std::any::Any = game.driver.state();
    state.downcast_ref().unwrap()
}

/// 52 cards, as many chips as there were, and only one's own cards known before a showdown.
fn sound(game: &ClearGame) -> Result<(), Fault> {
    check::conserved(&game.driver)?;
    let s = state(game);
    let chips: u32 = s.gamblers.values().map(|g| g.chips + g.paid).sum();
    if chips != 40 * s.gamblers.len() as u32 {
        return Err(format!("{chips} chips").into());
    }
    let leaving = check::leaving(&game.driver);
    check::secret(game, |who, card| match who {
        Some(seat) => {
            let own = s.gamblers[seat].hand.contains(&card) || s.folded.contains(&card);
            own || leaving.contains(&card)
        }
        // What lies in the middle, what was shown at the end, and a new deck before its first shuffle.
        None => {
            let shown =
                |seat: Seat| s.gamblers[seat].is_in() && s.gamblers[seat].hand.contains(&card);
            s.middle.contains(&card)
                || leaving.contains(&card)
                || (s.phase == holdem::Phase::Showdown && s.in_hand().into_iter().any(shown))
        }
    })
}

#[test]
fn games_of_all_bots_end_and_stay_sound_for_every_number_of_seats() {
    for kind in [BotKind::Random, BotKind::NORMAL, BotKind::Autopilot] {
        for seats in 2..=8 {
            for seed in 0..2 {
                check::play(&GAME, seats, &options(seed), seed, kind, sound).unwrap();
            }
        }
    }
}

#[test]
fn a_game_is_the_same_again() {
    for seed in 0..4 {
        check::deterministic(&GAME, 3 + seed as usize, &options(seed), seed).unwrap();
    }
}

#[test]
fn nobody_sees_reads_or_is_asked_anything_that_hidden_cards_decide() {
    let compared = (0..20).map(|seed| check::no_leak(&GAME, 4, &options(seed), seed).unwrap());
    assert!(compared.sum::<usize>() > 100);
}

#[test]
fn a_bot_looks_at_its_own_cards_alone_whatever_it_could_see() {
    let everything = (BotKind::NORMAL, check::all_cards as check::VisibleCards);
    for seed in 0..10 {
        check::no_leak_by(&GAME, 3, &options(seed), seed, everything, 100).unwrap();
    }
}

#[test]
fn nobody_is_asked_when_only_one_is_left() {
    for seed in 0..20 {
        check::play(&GAME, 4, &options(seed), seed, BotKind::Random, |game| {
            let asked = matches!(game.driver.request(), Some(Request::Choose(..)));
            match asked && state(game).in_hand().len() < 2 {
                true => Err("a question to the last one".into()),
                false => Ok(()),
            }
        })
        .unwrap();
    }
}

#[test]
fn a_game_goes_as_it_went() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt");
    let told = golden::tell(&GAME, 3, &[("hands", "3")], 40).unwrap();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &told).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let changed = golden::difference(&golden, &told);
    assert_eq!(changed, None, "UPDATE_GOLDEN=1 accepts this");
}
