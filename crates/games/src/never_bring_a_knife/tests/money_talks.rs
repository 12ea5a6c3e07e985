//! Money Talks.

use engine::{Game, Options, Request, Seat};

use super::{
    super::{Card, GAME, Move, Role},
    kit::{A, B, C, D, F, Fight, Q, watch},
};

const TEAM: &str = "CKCKKC";
const EIGHT: &str = "CKCKCKCKKC";

/// A has four Money, B two wounds, and it is A's turn to spend.
fn rich() -> Fight {
    let mut fight = Fight::new(TEAM, &[&["MMMM", "GGGG", F, F], &["MMMM", "GMMA", Q, Q]]);
    fight.round();
    assert_eq!((fight.asked(), fight.state().phase), (Some(A), "Money Talks"));
    fight
}

/// Eight players, B at Money Talks with a Hit in the bank.
fn banked_hit(stack: &str) -> Fight {
    let mut fight = Fight::eight("normal", EIGHT, stack);
    fight.round();
    fight.decline_until(B, "Money Talks");
    assert!(fight.fighter(B).hit.is_some());
    fight
}

#[test]
fn nbak_39_one_lap_from_the_dealers_left() {
    for seed in 0..10 {
        let mut asked: Vec<Seat> = Vec::new();
        watch(6, "normal", seed, |state, request, _| match (state.phase, request) {
            ("Money Talks", Request::Choose(seat, _)) if asked.last() != Some(seat) => {
                asked.push(*seat);
                let lap: Vec<_> = state.lap().filter(|seat| asked.contains(seat)).collect();
                assert_eq!(lap, asked);
            }
            ("Deal", _) => asked.clear(),
            _ => {}
        });
    }
}

#[test]
fn nbak_39_spending_goes_on_while_the_money_lasts() {
    let mut fight = rich();
    fight.pick(A, "Keep the rest");
    fight.round();
    assert_eq!((fight.asked(), fight.money(A)), (Some(A), 8));
    fight.pick(A, "Heal B");
    fight.pick(A, "Look at C's role");
    assert_eq!((fight.wounds(B), fight.money(A)), (1, 2));
    assert_ne!(fight.asked(), Some(A), "two Money buy nothing at a small table");
}

#[test]
fn nbak_40_three_money_heal_one_wound_of_anybody() {
    let mut fight = rich();
    fight.pick(A, "Heal B");
    assert_eq!((fight.wounds(B), fight.money(A)), (1, 1));
}

#[test]
fn nbak_40_the_payer_can_be_healed() {
    let mut fight = Fight::new(TEAM, &[&["GGMM", F, F, Q], &["GMMC", Q, Q, Q]]);
    fight.round();
    fight.round();
    assert_eq!((fight.wounds(A), fight.money(A)), (1, 3));
    fight.pick(A, "Heal yourself");
    assert_eq!((fight.wounds(A), fight.money(A)), (0, 0));
}

#[test]
fn nbak_40_somebody_unhurt_cannot_be_healed() {
    assert_eq!(rich().why_not(A, "Heal C"), Some("C has no wound".into()));
}

#[test]
fn nbak_41_three_money_buy_a_private_look() {
    let mut fight = rich();
    fight.pick(A, "Look at D's role");
    assert_eq!(fight.money(A), 1);
    assert_eq!(fight.knows(A, Some(D)), Some(Role::Criminal));
    assert_eq!(fight.knows(B, Some(D)), None);
    assert!(fight.rig.said("A looks at D's role"));
}

#[test]
fn nbak_41_the_boss_can_be_looked_at() {
    let mut fight = rich();
    fight.pick(A, "Look at the boss");
    assert_eq!(fight.knows(A, None), Some(Role::Criminal));
    assert!(Seat::all(4).skip(1).all(|seat| fight.knows(seat, None).is_none()));
}

#[test]
fn nbak_42_a_look_costs_two_with_seven_or_eight() {
    let first: &[&str] = &["MMGA", F, F, F, Q, Q, Q];
    for seats in [7, 8] {
        let stacks = [first, &["GAGC"]].concat();
        let team = if seats == 7 { "CKCKCKCK" } else { EIGHT };
        let mut fight = Fight::new(team, &[&stacks[..seats]]);
        fight.round();
        assert_eq!((fight.asked(), fight.money(A)), (Some(A), 2));
        assert_eq!(fight.why_not(A, "Heal C"), Some("C has no wound".into()));
        fight.pick(A, "Look at D's role (2)");
        assert_eq!((fight.money(A), fight.knows(A, Some(D))), (0, Some(Role::Criminal)));
    }
}

#[test]
fn nbak_42_healing_and_hits_still_cost_three_with_seven_or_eight() {
    let mut fight = Fight::new(EIGHT, &[&["MMGA", "GGCA", "GGCC", F, F, F, Q, "GAMC"]]);
    fight.round();
    assert_eq!((fight.asked(), fight.wounds(C)), (Some(A), 1));
    assert_eq!(fight.why_not(A, "Heal C"), Some("it costs 3 Money and you have 2".into()));
    let fight = banked_hit("HMMA");
    assert_eq!(fight.money(B), 2);
    assert_eq!(fight.why_not(B, "Hit C"), Some("it costs 3 Money and you have 2".into()));
}

#[test]
fn nbak_43_a_banked_hit_can_be_fired_in_the_round_it_came() {
    let mut fight = banked_hit("HMMM");
    let hit = fight.fighter(B).hit.unwrap();
    fight.pick(B, "Hit C");
    assert_eq!((fight.wounds(C), fight.money(B), fight.fighter(B).hit), (1, 0, None));
    assert!(fight.state().discards.contains(&hit));
    assert!(fight.rig.said("B pays three Money for a Hit on C [NBAK-43]"));
}

/// B has banked a Hit and the Money for it in the second round. The third is played up to B's turn in
/// Money Talks, showing every step to `inspect`.
fn with_a_hit_saved(mut inspect: impl FnMut(&Fight)) -> Fight {
    let mut fight = banked_hit("HMMM");
    fight.pick(B, "Keep the rest");
    fight.decline();
    assert_eq!((fight.state().round, fight.state().phase), (3, "Play"));
    while !(fight.state().phase == "Money Talks" && fight.asked() == Some(B)) {
        inspect(&fight);
        // B is spared Crime; all else is declined or played anywhere.
        let state = fight.state().clone();
        let crime = |ask: &engine::Ask<'_>, card| ask.face(card) == Some(Card::Crime.face());
        assert!(fight.rig.clear.step(|ask, _| ask.best_by(|entry| match state.moves[entry] {
            Move::Place { card, on, .. } => i32::from(!(on == B && crime(&ask, card))),
            Move::Pick(card) => i32::from(crime(&ask, card)),
            _ => 0,
        })));
    }
    assert_eq!(fight.state().round, 3);
    fight
}

#[test]
fn nbak_43_a_banked_hit_can_be_fired_in_a_later_round() {
    let mut hit = None;
    let mut fight = with_a_hit_saved(|fight| hit = fight.fighter(B).hit);
    assert!(hit.is_some() && fight.fighter(B).hit == hit);
    let wounds = fight.wounds(C);
    fight.pick(B, "Hit C");
    assert_eq!(fight.wounds(C), wounds + 1);
}

#[test]
fn nbak_44_a_banked_hit_is_not_offered_in_a_later_reveal() {
    let mut opened = 0;
    with_a_hit_saved(|fight| {
        let state = fight.state();
        if state.phase != "Reveal" {
            return;
        }
        // B's stack is opened while Hit and Money lie ready, and nobody is asked about them.
        let ready = fight.fighter(B).hit.is_some() && fight.money(B) >= 3;
        let opening = matches!(fight.rig.clear.driver.request(), Some(Request::Show(_)));
        opened += usize::from(ready && opening && state.turn == Some(B));
        assert!(!state.moves.iter().any(|m| matches!(m, Move::Hit(_))));
    });
    assert_eq!(opened, 1);
}

#[test]
fn nbak_45_spent_money_is_discarded() {
    let mut fight = rich();
    let spent = fight.fighter(A).money[1..].to_vec();
    fight.pick(A, "Heal B");
    let all: Vec<_> = [&fight.state().discards[..], &fight.fighter(A).money].concat();
    assert!(spent.iter().all(|card| all.contains(card)));
    let discards = fight.rig.faces(&fight.state().discards);
    assert_eq!(discards.iter().filter(|&&face| face == Card::Money.face()).count(), 3);
}

#[test]
fn nbak_53_banks_are_public() {
    let fight = rich();
    let board = fight.rig.clear.driver.board();
    let bank = board.seats[A].piles.iter().find(|pile| pile.name == "bank").unwrap();
    assert_eq!(bank.cards().collect::<Vec<_>>(), fight.fighter(A).money);
    assert!(bank.cards().all(|card| fight.public(card) == Some(Card::Money.face())));
}

#[test]
fn n_a11_a_hit_may_go_to_oneself() {
    let mut fight = banked_hit("HMMM");
    fight.pick(B, "Hit yourself");
    assert_eq!(fight.wounds(B), 1);
}

#[test]
fn n_a11_somebody_with_three_wounds_may_be_healed() {
    let mut fight = Fight::new(TEAM, &[&["MMMM", "GGGG", F, F], &["MGAC", "GGGG", Q, Q]]);
    fight.round();
    fight.pick(A, "Keep the rest");
    fight.round();
    fight.decline_until(A, "Money Talks");
    assert_eq!(fight.wounds(B), 4);
    assert_eq!(fight.why_not(A, "Heal B"), None);
}

#[test]
fn n_a12_a_hit_kept_back_by_crime_has_no_lock_but_its_price() {
    let mut fight = Fight::eight_saved(EIGHT, "HMMC");
    fight.round();
    fight.decline_until(B, "Money Talks");
    assert_eq!(fight.money(B), 2);
    assert_eq!(fight.why_not(B, "Hit A"), Some("it costs 3 Money and you have 2".into()));
}

#[test]
fn n_a15_ones_own_role_may_be_looked_at() {
    let mut fight = rich();
    let before = fight.rig.clear.dealer.knowledge(A).clone();
    fight.pick(A, "Look at your own role");
    assert_eq!(fight.money(A), 1);
    let roles =
        |known: &engine::Knowledge| known.values().filter(|f| Role::of(**f).is_some()).count();
    assert_eq!(roles(fight.rig.clear.dealer.knowledge(A)), roles(&before));
}

#[test]
fn n_a16_money_cannot_be_given_away() {
    let options = Options::parse(GAME.info().options, []).unwrap();
    for seed in 0..10 {
        let mut banks: Option<Vec<usize>> = None;
        let kind = engine::BotKind::Random;
        engine::check::play(&GAME, 5, &options, seed, kind, |clear| {
            let state: &dyn core::any::Any = clear.driver.state();
            let state: &super::super::State = state.downcast_ref().unwrap();
            let now: Vec<_> = state.fighters.values().map(|f| f.money.len()).collect();
            if let (Some(before), "Money Talks") = (&banks, state.phase) {
                assert!(now.iter().zip(before).all(|(now, before)| now <= before));
            }
            banks = (state.phase == "Money Talks").then_some(now);
            Ok(())
        })
        .unwrap();
    }
}
