//! Whole games: invariants at every step, determinism, secrecy, the bot's sense, speed.

use engine::{
    Bot, BotKind, BySeat, Game, Options, Seat, check,
    clear::{ClearGame, bots},
};

use super::super::{Card, FALL, GAME, Role, STACK, State};

const MODES: [&str; 4] = ["normal", "easy", "hard", "easy-hard"];

fn options(mode: &str) -> Options {
    Options::parse(GAME.info().options, [("mode", mode)]).unwrap()
}

fn state(clear: &ClearGame) -> &State {
    let state: &dyn core::any::Any = clear.driver.state();
    state.downcast_ref().unwrap()
}

/// What must be true at every step.
fn sound(clear: &ClearGame) -> Result<(), String> {
    check::conserved(&clear.driver)?;
    let s = state(clear);
    if s.phase == "Setup" {
        return Ok(());
    }
    let seats = s.seats();
    let cards: usize = Card::ALL.iter().map(|card| card.copies(seats, s.easy)).sum();
    let held = |f: &super::super::Fighter| {
        f.hand.len() + f.stack.len() + f.money.len() + usize::from(f.hit.is_some())
    };
    let on_table: usize = s.fighters.values().map(held).sum();
    let all = on_table + s.deck.len() + s.discards.len();
    let moving = matches!(clear.driver.request(), Some(engine::Request::Shuffle(_)));
    if all != cards && !(moving && s.phase == "Deal") {
        return Err(format!("{all} cards instead of {cards}"));
    }
    if s.fighters.values().any(|f| f.hand.len() > STACK || f.stack.len() > STACK) {
        return Err("more than four cards".into());
    }
    Ok(())
}

#[test]
fn random_games_of_every_size_and_mode_end_and_stay_sound() {
    for seats in 4..=8 {
        for mode in MODES {
            for seed in 0..5 {
                let end = check::play(&GAME, seats, &options(mode), seed, BotKind::Random, sound)
                    .unwrap();
                let outcome = end.driver.outcome().unwrap();
                assert!(!outcome.winners.is_empty() && outcome.winners.len() < seats);
                assert!(state(&end).fighters.values().any(|f| f.wounds >= FALL));
            }
        }
    }
}

#[test]
fn sensible_and_autopilot_games_end_and_stay_sound() {
    for seats in 4..=8 {
        for kind in [BotKind::Sensible, BotKind::Autopilot] {
            for seed in 0..5 {
                check::play(&GAME, seats, &options("hard"), seed, kind, sound).unwrap();
            }
        }
    }
}

#[test]
fn the_same_answers_give_the_same_game() {
    for seats in 4..=8 {
        check::deterministic(&GAME, seats, &options(MODES[seats % 4]), 11).unwrap();
    }
}

#[test]
fn no_seat_sees_what_it_was_not_shown() {
    for seed in 0..60 {
        let (seats, mode) = (4 + seed as usize % 5, MODES[seed as usize % 4]);
        check::no_leak(&GAME, seats, &options(mode), seed).unwrap();
    }
}

/// Plays a game in which seats get their bots once roles are dealt.
fn winners(
    seats: usize,
    seed: u64,
    kind: impl Fn(Seat, Role) -> BotKind,
) -> (Vec<Seat>, BySeat<Role>) {
    let mut clear = ClearGame::new(&GAME, seats, &options("normal"), seed).unwrap();
    while state(&clear).phase == "Setup" {
        assert!(clear.step(|_, _| 0));
    }
    let roles: BySeat<Role> = (state(&clear).fighters.values())
        .map(|f| Role::of(clear.dealer.face(&clear.driver, f.role.unwrap()).unwrap()).unwrap())
        .collect();
    let mut random = bots(&GAME, BotKind::Random, seats, seed);
    let mut sensible = bots(&GAME, BotKind::Sensible, seats, seed);
    let mut players: BySeat<&mut Box<dyn Bot>> = (random.iter_mut().zip(sensible.iter_mut()))
        .map(|((seat, dull), (_, bright))| match kind(seat, roles[seat]) {
            BotKind::Sensible => bright,
            _ => dull,
        })
        .collect();
    while clear.step(|ask, state| players[ask.seat].pick(&ask, state)) {}
    (clear.driver.outcome().unwrap().winners.clone(), roles)
}

#[test]
fn a_team_of_sensible_bots_beats_a_random_team() {
    for seats in 4..=8 {
        let games = 400;
        let won = (0..games).filter(|&seed| {
            let bright = Role::ALL[seed as usize % 2];
            let kind = |_, role| {
                if role == bright { BotKind::Sensible } else { BotKind::Random }
            };
            let (winners, roles) = winners(seats, seed, kind);
            roles[winners[0]] == bright
        });
        let won = won.count();
        println!("{seats} seats: the sensible team won {won} of {games}");
        assert!(won * 100 >= games as usize * 65, "{seats} seats: {won} of {games}");
    }
}

#[test]
fn one_sensible_bot_among_random_ones_wins_more_often_than_they_do() {
    for seats in 4..=8 {
        let games = 400;
        let won = (0..games).filter(|&seed| {
            let bright = Seat::new((seed % seats as u64) as u8);
            let kind = |seat, _| {
                if seat == bright { BotKind::Sensible } else { BotKind::Random }
            };
            winners(seats, seed, kind).0.contains(&bright)
        });
        let won = won.count();
        println!("{seats} seats: the sensible bot won {won} of {games}");
        assert!(won * 100 >= games as usize * 55, "{seats} seats: {won} of {games}");
    }
}

#[test]
#[ignore = "measures speed: cargo test --release -p games whole_games::speed -- --ignored --nocapture"]
#[expect(clippy::disallowed_types, reason = "a stopwatch beside the rules, not in them")]
fn speed() {
    let start = std::time::Instant::now();
    let games = 3000;
    let mut steps = 0;
    for seed in 0..games {
        let mut players = bots(&GAME, BotKind::Random, 8, seed);
        let mut clear = ClearGame::new(&GAME, 8, &options("normal"), seed).unwrap();
        clear.finish(&mut players).unwrap();
        steps += clear.answers.len();
    }
    let rate = games as f64 / start.elapsed().as_secs_f64();
    println!("{rate:.0} eight-seat games a second, {} steps each", steps / games as usize);
    assert!(rate >= 300.0);
}
