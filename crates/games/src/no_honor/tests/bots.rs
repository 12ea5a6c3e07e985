//! The bot, and the player that replaces leavers.

use engine::{
    Ask, BotKind, Game, Outcome, Player as _, Seat, check,
    clear::{ClearGame, bots},
};

use super::{A, B, Character, Look as _, Rig, State, options, scene};
use crate::no_honor::GAME;
use crate::no_honor::{bot::Sly, cards::Kind as _, schemes::Scheme};

fn round(clear: &ClearGame) -> usize {
    let state: &dyn core::any::Any = clear.driver.state();
    let s: &State = state.downcast_ref().unwrap();
    s.turn / s.seats()
}

fn with_one_sensible(seats: usize, seed: u64) -> (Seat, Outcome) {
    let hero = Seat::new((seed % seats as u64) as u8);
    let mut players = bots(&GAME, BotKind::Random, seats, seed);
    players[hero] = GAME.bot(BotKind::NORMAL, hero, seed);
    let mut clear = ClearGame::new(&GAME, seats, &options("draft"), seed).unwrap();
    (hero, clear.finish(&mut players).unwrap().clone())
}

#[test]
fn the_bot_beats_random_players_nearly_always() {
    let won = (0..16).filter(|&seed| {
        let (hero, end) = with_one_sensible(4, seed);
        end.winners.contains(&hero)
    });
    assert!(won.count() >= 12);
}

#[test]
fn sensible_games_end_with_the_last_heist_well_before_the_last_round() {
    for seats in 3..=6 {
        for seed in 0..4 {
            let kind = BotKind::NORMAL;
            let end = check::play(&GAME, seats, &options("draft"), seed, kind, |g| {
                check::conserved(&g.driver)
            });
            assert!(round(&end.unwrap()) < 20, "{seats} seats, seed {seed}");
        }
    }
}

/// Whether the bot in seat B agrees to what A proposes.
fn agrees(rig: &Rig) -> bool {
    let ask = Ask::of(&rig.clear.driver, B, rig.clear.dealer.knowledge(B)).unwrap();
    let entry = crate::no_honor::bot::pick(&ask, rig.s());
    rig.entries(B)[entry] == "Agree"
}

#[test]
fn the_bot_trades_when_it_plainly_gains() {
    let deal = |goods: &[&str]| {
        let mut rig = scene(3).crew(A, &[Character::Enforcer]).coins(A, 9).play();
        rig.go(&[(A, "Exchange"), (A, "With B")]);
        goods.iter().for_each(|good| rig.pick(A, good).unwrap());
        rig.pick(A, "Propose it").unwrap();
        agrees(&rig)
    };
    assert!(deal(&["Give 1 Coin"]) && deal(&["Give Enforcer"]));
    assert!(deal(&["Give 5 Coins", "Ask for 1 Coin"]));
    assert!(!deal(&["Ask for 1 Coin"]) && !deal(&["Give 1 Coin", "Ask for 1 Coin"]));
}

#[test]
fn games_played_by_autopilots_alone_end() {
    for seats in 3..=6 {
        let kind = BotKind::Autopilot;
        check::play(&GAME, seats, &options("dealt"), 5, kind, |_| Ok(())).unwrap();
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for seats in [3, 5] {
        check::deterministic(&GAME, seats, &options("draft"), 11).unwrap();
    }
}

/// Whether the bot in seat B comes along with A, who has betrayed so often.
fn comes_along(betrayals: usize) -> bool {
    let crew = [Character::Acrobat];
    let mut rig = scene(3).crew(A, &[Character::Enforcer]).crew(B, &crew).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose: 3")]);
    let mut s = rig.s().clone();
    s.players[A].betrayals = betrayals;
    let ask = Ask::of(&rig.clear.driver, B, rig.clear.dealer.knowledge(B)).unwrap();
    let entry = GAME.bot(BotKind::NORMAL, B, 0).pick(&ask, &s);
    rig.entries(B)[entry] == "Accept"
}

#[test]
fn the_bot_remembers_who_has_betrayed() {
    assert!(comes_along(0));
    assert!(!comes_along(3));
}

#[test]
fn bots_betray_where_it_pays_and_are_loyal_where_it_does_not() {
    let (mut betrayed, mut loyal) = (0, 0);
    for seed in 0..12 {
        let mut clear = ClearGame::new(&GAME, 4, &options("draft"), seed).unwrap();
        let mut players = bots(&GAME, BotKind::NORMAL, 4, seed);
        while clear.step(|ask, state| {
            let entry = players[ask.seat].pick(&ask, state);
            let s: &State = state.downcast_ref().unwrap();
            if ask.menu.rule == "NHAT-60" {
                let held = ask.allowed().into_iter();
                let face = |entry: usize| ask.face(ask.menu.entries[entry].card?);
                let gain = |entry: usize| {
                    let scheme = Scheme::of(face(entry)?)?;
                    crate::no_honor::bot::hand::gain(s, &ask, scheme)
                };
                // Whoever holds nothing else must betray.
                let free = held.clone().any(|entry| gain(entry).is_none());
                let best = held.filter_map(gain).max();
                match (gain(entry), best) {
                    (Some(gain), _) => {
                        assert!(gain >= 0 || !free, "a betrayal that costs {gain}");
                        betrayed += 1;
                    }
                    (None, best) => {
                        assert!(
                            best.is_none_or(|best| best < 2),
                            "loyal, though {best:?} would pay"
                        );
                        loyal += 1;
                    }
                }
            }
            entry
        }) {}
    }
    assert!(betrayed > 3 && loyal > 3, "{betrayed} betrayals, {loyal} times loyal");
}

#[test]
fn a_sharp_bot_offers_partners_less_than_an_equal_share_and_never_less_than_half_of_it() {
    let mut offered = 0;
    for seed in 0..12 {
        let mut sharp = Sly::default();
        sharp.sharpen();
        let mut players = bots(&GAME, BotKind::NORMAL, 4, seed);
        let mut clear = ClearGame::new(&GAME, 4, &options("draft"), seed).unwrap();
        loop {
            let went_on = clear.step(|ask, state| {
                let s: &State = state.downcast_ref().unwrap();
                if ask.seat == A {
                    let entry = ask.settle(Some(sharp.pick(&ask, s)));
                    sharp.note(&ask, s, entry);
                    return entry;
                }
                let terms = s.plan.as_ref().and_then(|plan| plan.proposed.as_ref());
                if let Some(sum) = terms.and_then(|terms| terms.sum(ask.seat)) {
                    let fair = s.haul_planned() / (s.partners().len() as i64 + 1);
                    if s.active == A && s.partners().contains(&ask.seat) {
                        assert!(2 * sum >= fair, "seed {seed}: {sum} of {fair}");
                        offered += u32::from(sum < fair);
                    }
                }
                players[ask.seat].pick(&ask, state)
            });
            if !went_on {
                break;
            }
        }
        assert!(clear.driver.outcome().is_some(), "seed {seed}");
    }
    assert!(offered > 0);
}
