//! Whole games: the bot's sense.

use engine::{
    BotKind, Seat,
    clear::{ClearGame, bots},
};

use super::{
    super::{GAME, Role, State},
    kit::options,
};

fn state(clear: &ClearGame) -> &State {
    let state: &dyn core::any::Any = clear.driver.state();
    state.downcast_ref().unwrap()
}

/// Plays a game in which `bright` says who is a sensible bot, once roles are dealt; the others are
/// random. Gives for each seat whether it is sensible and whether it won.
fn played(seats: usize, seed: u64, bright: impl Fn(Seat, Role) -> bool) -> Vec<(bool, bool)> {
    let mut clear = ClearGame::new(&GAME, seats, &options("normal"), seed).unwrap();
    while state(&clear).phase == "Setup" {
        assert!(clear.step(|_, _| 0));
    }
    let face = |card| clear.dealer.face(&clear.driver, card).unwrap();
    let bright = state(&clear)
        .fighters
        .map(|seat, f| bright(seat, Role::of(face(f.role.unwrap())).unwrap()));
    let mut random = bots(&GAME, BotKind::Random, seats, seed);
    let mut sensible = bots(&GAME, BotKind::NORMAL, seats, seed);
    while clear.step(|ask, state| {
        let players = if bright[ask.seat] { &mut sensible } else { &mut random };
        players[ask.seat].pick(&ask, state)
    }) {}
    let winners = &clear.driver.outcome().unwrap().winners;
    bright.iter().map(|(seat, &bright)| (bright, winners.contains(&seat))).collect()
}

/// Of a hundred games of a sensible seat, and of a random seat, so many are won.
fn percent_won(
    seats: usize,
    games: u64,
    bright: impl Fn(u64, Seat, Role) -> bool,
) -> (usize, usize) {
    let all: Vec<_> =
        (0..games).flat_map(|seed| played(seats, seed, |s, r| bright(seed, s, r))).collect();
    let percent = |kind: bool| {
        let of_kind = all.iter().filter(|(bright, _)| *bright == kind);
        let won = of_kind.clone().filter(|(_, won)| *won).count();
        100 * won / of_kind.count().max(1)
    };
    let (sensible, random) = (percent(true), percent(false));
    println!("{seats} seats, {games} games: sensible {sensible} %, random {random} %");
    (sensible, random)
}

fn one_of_each_table(seed: u64, seat: Seat, seats: usize) -> bool {
    seat.index() == seed as usize % seats
}

#[test]
fn a_team_of_sensible_bots_beats_a_random_team() {
    for seats in 4..=8 {
        let (sensible, random) =
            percent_won(seats, 100, |seed, _, role| role == Role::ALL[seed as usize % 2]);
        assert!(sensible >= 80 && random <= 20, "{seats} seats: {sensible} %, {random} %");
    }
}

#[test]
fn one_sensible_bot_among_random_ones_wins_two_games_of_three() {
    for seats in 4..=8 {
        let (sensible, _) =
            percent_won(seats, 150, |seed, seat, _| one_of_each_table(seed, seat, seats));
        assert!(sensible >= 65, "{seats} seats: {sensible} %");
    }
}

#[test]
#[ignore = "measures the bot: cargo test --release -p games whole_games::sense -- --ignored --nocapture"]
fn sense() {
    for seats in 4..=8 {
        println!("one sensible bot:");
        let one = percent_won(seats, 2000, |seed, seat, _| one_of_each_table(seed, seat, seats));
        println!("a sensible team:");
        let team = percent_won(seats, 2000, |seed, _, role| role == Role::ALL[seed as usize % 2]);
        println!("every other seat:");
        let half = percent_won(seats, 2000, |seed, seat, _| {
            (seat.index() + seed as usize).is_multiple_of(2)
        });
        assert!(one.0 >= 65 && team.0 >= 65 && half.0 > half.1);
    }
}
