use engine::{
    BotKind, BySeat, Game, Seat,
    clear::{ClearGame, bots},
};

use super::*;
use crate::suspicion::{Stage, counter::Stake};

/// How many of `games` one sensible seat wins among random ones, changing seats.
fn wins(seats: usize, games: u64) -> u64 {
    let won = |seed: u64| {
        let hero = Seat::new((seed % seats as u64) as u8);
        let kind = |seat| if seat == hero { BotKind::NORMAL } else { BotKind::Random };
        let seed_of = |seat: Seat| seed * 8 + seat.index() as u64;
        let mut bots = BySeat::new(seats, |seat| GAME.bot(kind(seat), seat, seed_of(seat)));
        let mut clear = ClearGame::new(&GAME, seats, &options(), seed).unwrap();
        clear.finish(&mut bots).unwrap().winners == [hero]
    };
    (0..games).filter(|&seed| won(seed)).count() as u64
}

#[test]
fn the_sensible_bot_beats_a_random_one_in_two_of_three_games() {
    let wins = wins(2, 1000);
    assert!(wins >= 650, "{wins} of 1000");
}

#[test]
fn at_larger_tables_the_sensible_bot_wins_twice_its_share() {
    for seats in 3..=7 {
        let wins = wins(seats, 210);
        assert!(wins * seats as u64 >= 2 * 210, "{wins} of 210 with {seats} seats");
    }
}

/// What A and B, who play by themselves from here on, have played after one step.
fn played(rig: &mut Rig, kind: BotKind, seed: u64) -> String {
    let mut bots = BySeat::new(2, |seat| GAME.bot(kind, seat, seed));
    rig.clear.step(|ask, s| bots[ask.seat].pick(&ask, s));
    state(rig).played.iter().map(letter).collect()
}

#[test]
fn the_bot_stops_an_arrest_though_it_needs_the_counter() {
    for seed in 0..50 {
        let mut rig = deal(&["rbg rbg", "rgo Goo"], "");
        red_and_blue(&mut rig, "Discard Orange");
        run(&mut rig, &[(A, "Play Green evidence")]);
        assert_eq!(played(&mut rig, BotKind::NORMAL, seed), "G");
    }
}

#[test]
fn the_bot_finishes_when_it_can() {
    for seed in 0..50 {
        let mut rig = deal(&["rbg rbg", "rgo ooo"], "fx");
        red_and_blue(&mut rig, "Discard Orange");
        played(&mut rig, BotKind::NORMAL, seed);
        assert_eq!(laid(&rig, A), "rbg");
    }
}

#[test]
fn the_bot_overlooks_evidence_that_it_could_counter_now_and_then_and_the_autopilot_never_does() {
    let counters = |kind| {
        let answers = (0..100).filter(|&seed| {
            let mut rig = deal(&["rbg rbg", "rgo Boo"], "ppp");
            run(&mut rig, &[(A, "Play Red evidence"), (B, "-"), (B, "Discard Orange")]);
            run(&mut rig, &[(A, "Play Blue evidence")]);
            played(&mut rig, kind, seed) == "B"
        });
        answers.count()
    };
    let normal = counters(BotKind::NORMAL);
    assert!((20..80).contains(&normal), "{normal} of 100");
    assert_eq!(counters(BotKind::Autopilot), 100);
}

#[test]
fn the_bot_overlooks_whom_it_could_hinder_now_and_then_and_the_autopilot_never_does() {
    let hinders = |kind| {
        let attacks = (0..100).filter(|&seed| {
            let mut rig = deal(&["rbg rbg", "rgo too"], "ppp");
            run(&mut rig, &[(A, "Play Red evidence"), (B, "-"), (B, "Discard Orange")]);
            run(&mut rig, &[(A, "Play Blue evidence"), (B, "-")]);
            played(&mut rig, kind, seed).contains('t')
        });
        attacks.count()
    };
    let normal = hinders(BotKind::NORMAL);
    assert!((20..80).contains(&normal), "{normal} of 100");
    assert_eq!(hinders(BotKind::Autopilot), 100);
}

#[test]
fn a_card_that_was_never_opened_does_not_shift_the_others() {
    let rig = deal(&["rbg rpo", "rbo bpp"], "");
    let hand = desk(&rig, A).hand.clone();
    for hidden in [1, 2] {
        let mut known = rig.clear.dealer.knowledge(A).clone();
        known.remove(&hand[hidden]);
        let ask = engine::Ask::of(&rig.clear.driver, A, &known).unwrap();
        let entry = &ask.menu.entries[crate::suspicion::bot::pick(&ask, state(&rig))];
        assert_eq!((entry.card, entry.rule), (Some(hand[0]), "SUS-06"), "it lays its evidence");
    }
    let mut known = rig.clear.dealer.knowledge(A).clone();
    known.remove(&hand[0]);
    let ask = engine::Ask::of(&rig.clear.driver, A, &known).unwrap();
    let entry = &ask.menu.entries[crate::suspicion::bot::pick(&ask, state(&rig))];
    assert!(entry.card.is_some_and(|card| hand[1..].contains(&card)), "it knows no other");
}

#[test]
fn the_bot_does_not_burn_a_single_card() {
    let mut burnt_single = 0;
    let mut burnt = 0;
    for seed in 0..200 {
        let mut clear = ClearGame::new(&GAME, 4, &options(), seed).unwrap();
        let mut players = bots(&GAME, BotKind::NORMAL, 4, seed);
        while clear.step(|ask, s| players[ask.seat].pick(&ask, s)) {
            let s: &dyn core::any::Any = clear.driver.state();
            let s: &State = s.downcast_ref().unwrap();
            if let Stage::Answer(Stake::Attack(attack)) = s.stage
                && attack.card == Card::Burn
            {
                burnt += 1;
                burnt_single += usize::from(s.desks[attack.victim].covered() < 2);
            }
        }
    }
    // With three Burns in hand there is nothing else to do.
    assert!(burnt > 20 && 20 * burnt_single < burnt, "{burnt_single} of {burnt}");
}
