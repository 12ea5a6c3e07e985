//! What every game should pass.
#![allow(clippy::unwrap_used)]

use std::{fs, path::Path};

use engine::{BotKind, Game, Options, check, golden};
use proto::OnCheat;
use sim::{Config, Faults, Kind};
use table::Timing;
use template::GAME;

fn options() -> Options {
    Options::parse(GAME.info().options, []).unwrap()
}

#[test]
fn games_end_with_every_card_in_one_place() {
    for seats in GAME.info().seats.0..=GAME.info().seats.1 {
        for kind in [BotKind::Random, BotKind::NORMAL, BotKind::Autopilot] {
            check::play(&GAME, seats, &options(), 1, kind, |game| check::conserved(&game.driver))
                .unwrap();
        }
    }
}

#[test]
fn a_game_is_the_same_again() {
    check::deterministic(&GAME, 3, &options(), 1).unwrap();
}

#[test]
fn hidden_cards_decide_nothing_that_others_see() {
    let compared = (0..20).map(|seed| check::no_leak(&GAME, 3, &options(), seed).unwrap());
    assert!(compared.sum::<usize>() > 0);
}

#[test]
fn a_game_goes_as_it_went() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt");
    let told = golden::tell(&GAME, 3, &[], 20).unwrap();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &told).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(golden::difference(&golden, &told), None, "UPDATE_GOLDEN=1 accepts this");
}

#[test]
fn matches_with_faults_and_a_cheat_come_to_the_end_they_should() {
    let config = Config {
        game: &GAME,
        seats: 3,
        options: options(),
        survive: 1,
        on_cheat: OnCheat::End,
        bots: BotKind::NORMAL,
        seed: 1,
        timing: Timing::default(),
    };
    let faults = Faults::parse("loss,dup,reorder,delay").unwrap();
    let report = sim::run(&config, 2, faults, &[], |_, _| {});
    assert_eq!(report.finished, 2, "{:?}", report.problems);
    let report = sim::run(&config, 1, Faults::NONE, &[Kind::WrongPermutation], |_, _| {});
    assert_eq!((report.cheats[0].detected, report.cheats[0].named_right), (1, 1));
}
