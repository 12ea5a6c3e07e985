//! The normal bot and the autopilot in plain situations.

use std::collections::BTreeMap;

use engine::{Ask, BotKind, Game, Knowledge, Options, Player, check, clear::ClearGame};

use super::*;
use crate::knives::{
    Declaration,
    bot::{Normal, autopilot},
};

const HANDS: [&str; 6] = [
    "cK cQ cJ kA k7 k6",
    "dG dX dM dJ dQ dK",
    "hG hX hM hJ hQ hK",
    "sG sX sM sJ sQ sK",
    "cG cX cM k2 k3 k4",
    "kG k5",
];

/// The card that the autopilot chooses for whoever is asked, if it knows this much.
fn chosen(rig: &Rig, known: &Knowledge) -> Option<Card> {
    let seat = asked(rig)[0];
    let ask = Ask::of(&rig.clear.driver, seat, known).unwrap();
    let entry = autopilot(&ask, state(rig));
    ask.menu.entries[entry].handles().next().and_then(|card| ask.face(card)).map(Card::of)
}

/// For each card of the hand, what the autopilot chooses if that one was never opened to it.
fn chosen_without_each(rig: &Rig) -> Vec<Option<Card>> {
    let seat = asked(rig)[0];
    let without = |card: &Handle| {
        let mut known = rig.clear.dealer.knowledge(seat).clone();
        known.remove(card);
        chosen(rig, &known)
    };
    hand(rig, seat).iter().map(without).collect()
}

#[test]
fn an_autopilot_that_misses_a_card_plays_the_best_of_the_others() {
    let mut rig = dealt(HANDS);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Take the bank (Clubs)").unwrap();
    let whole = rig.clear.dealer.knowledge(A).clone();
    let best = chosen(&rig, &whole);
    let chosen = chosen_without_each(&rig);
    assert_eq!(chosen.len(), 8);
    assert!(chosen.iter().all(Option::is_some), "never the card it does not know: {chosen:?}");
    assert!(chosen.iter().filter(|c| **c == best).count() >= 6, "{chosen:?}");
}

#[test]
fn an_autopilot_that_misses_a_card_still_plays_to_every_trick() {
    let mut rig = bank_of_a(HANDS, "Clubs", ["kG", "k5"]);
    let mut plays = 0;
    while state(&rig).number == 1 {
        for chosen in chosen_without_each(&rig) {
            // Without proof of what it holds it may have nothing to play; then anything is settled on.
            plays += usize::from(chosen.is_some());
        }
        let known = rig.clear.dealer.knowledge(asked(&rig)[0]).clone();
        assert!(chosen(&rig, &known).is_some() || round(&rig).trick.last().is_some());
        rig.drift({
            let mut moved = false;
            move |_| core::mem::replace(&mut moved, true)
        });
    }
    assert!(plays > 50, "{plays}");
}

/// B's bot dances with somebody, who gives any card back: the card it gave, and to whom.
fn danced(bot: &mut Normal) -> (Rig, Card, Seat) {
    let mut rig = bank_of_a(HANDS, "Clubs", ["kG", "k5"]);
    play(&mut rig, "B dX");
    let known = rig.clear.dealer.knowledge(B).clone();
    let ask = Ask::of(&rig.clear.driver, B, &known).unwrap();
    let entry = bot.pick(&ask, state(&rig));
    bot.note(&ask, state(&rig), entry);
    let given = Card::of(ask.face(ask.menu.entries[entry].card.unwrap()).unwrap());
    assert!(rig.clear.step(|_, _| entry));
    let partner = asked(&rig)[0];
    assert!(rig.clear.step(|_, _| 0));
    (rig, given, partner)
}

#[test]
fn the_bot_remembers_whom_it_gave_a_card() {
    let mut bot = Normal::default();
    let (rig, given, partner) = danced(&mut bot);
    assert_eq!(bot.holder(state(&rig), given), Some(partner));
    assert_eq!(bot.holder(state(&rig), card("kA")), None);
}

#[test]
fn the_bot_no_longer_trusts_a_card_that_may_have_danced_on() {
    let mut bot = Normal::default();
    let (rig, given, partner) = danced(&mut bot);
    let other = if partner == D { E } else { D };
    let mut later = state(&rig).clone();
    later.round.dances.push(crate::knives::Dance { trick: 2, pair: [other, partner] });
    assert_eq!(bot.holder(&later, given), None);
    let mut next = state(&rig).clone();
    next.number += 1;
    assert_eq!(bot.holder(&next, given), None, "nor in the next hand");
}

#[test]
fn a_dance_ends_what_a_void_told() {
    let mut rig = bank_of_a(HANDS, "Clubs", ["kG", "k5"]);
    play(&mut rig, "B dM C hM D sM E cM A cJ");
    let mut s = state(&rig).clone();
    assert!(crate::knives::bot::void(&s, C, Suit::Diamonds));
    s.round.dances.push(crate::knives::Dance { trick: 2, pair: [D, C] });
    assert!(!crate::knives::bot::void(&s, C, Suit::Diamonds));
    assert!(crate::knives::bot::void(&s, E, Suit::Diamonds), "E has not danced");
}

#[test]
fn the_bot_does_not_take_a_hand_that_is_neither_strong_nor_hopeless() {
    let rig = dealt_with(&[("broke", "off")], ["cM dM hM sM hJ k2", "", "", "", "", ""]);
    let mut rig = rig;
    rig.pick(E, "Clubs").unwrap();
    let mut bot = GAME.bot(BotKind::NORMAL, A, 0);
    rig.clear.step(|ask, state| bot.pick(&ask, state));
    assert_eq!(round(&rig).contract, None);
}

/// What became of the auctions in some matches of normal bots: how often each kind of contract came up,
/// and how many hands there were and how many of them the first one asked took.
fn auctions(matches: u64) -> (BTreeMap<&'static str, usize>, usize, usize) {
    let (mut contracts, mut hands, mut first) = (BTreeMap::new(), 0, 0);
    for seed in 0..matches {
        let options = Options::parse(GAME.info().options, []).unwrap();
        let mut last = 0;
        let seen = |game: &ClearGame| {
            let state: &dyn core::any::Any = game.driver.state();
            let s: &State = state.downcast_ref().unwrap();
            let Some(contract) = s.round.contract.filter(|_| s.number > last) else {
                return Ok(());
            };
            last = s.number;
            hands += 1;
            let knives_only = s.round.declared == Some(Declaration::KnivesOnly);
            let name = match contract {
                Contract::Assets => "Assets",
                Contract::Liabilities => "Liabilities",
                Contract::Bank { broke: true, .. } => "broke",
                Contract::Bank { .. } if knives_only => "Knives only",
                Contract::Bank { .. } => "a strong suit",
            };
            *contracts.entry(name).or_default() += 1;
            first += usize::from(s.round.banker() == Some(s.round.dealer.left(SEATS)));
            Ok(())
        };
        check::play(&GAME, SEATS, &options, seed, BotKind::NORMAL, seen).unwrap();
    }
    (contracts, hands, first)
}

#[test]
fn every_contract_comes_up() {
    let (contracts, hands, _) = auctions(20);
    println!("{contracts:?} of {hands}");
    assert_eq!(contracts.len(), 5, "{contracts:?}");
    assert!(contracts.values().all(|&count| 50 * count >= hands), "{contracts:?} of {hands}");
}

#[test]
fn the_first_one_asked_leaves_most_hands_to_others() {
    let (_, hands, first) = auctions(20);
    assert!(2 * first < hands, "{first} of {hands}");
}
