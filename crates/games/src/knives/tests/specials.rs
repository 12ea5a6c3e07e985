use engine::Answer;

use super::*;
use crate::knives::Phase;

/// A banks with Clubs strong. B leads and holds all special cards but the Cat.
const HANDS: [&str; 6] = [
    "kA k7 k6 cK cQ dK",
    "dX hX sX sM hM dM",
    "cG cX hJ hQ hK sJ",
    "sG sQ sK dJ dQ hG",
    "dG cM k2 k3 k4 k5",
    "kG cJ",
];

fn table() -> Rig {
    bank_of_a(HANDS, "Clubs", ["kG", "cJ"])
}

/// B has all of this suit, and keeps the special card to the last trick.
fn special_in_trick_six(special: Card) -> Rig {
    let suit = ["cG cX cM cJ cQ cK", "dG dX dM dJ dQ dK", "hG hX hM hJ hQ hK", "sG sX sM sJ sQ sK"];
    let hand = suit.into_iter().find(|codes| cards(codes).contains(&special)).unwrap();
    let other = if special == Card::CAT { "Hearts" } else { "Clubs" };
    let mut rig = dealt(["", hand, "", "", "", ""]);
    rig.pick(E, other).unwrap();
    rig.pick(A, &format!("Take the bank ({other})")).unwrap();
    finish_hand(&mut rig, B, Some(special));
    rig
}

fn sixth_trick_is_quiet(special: Card, words: &str) {
    let rig = special_in_trick_six(special);
    let plays = format!("B plays the {}", special.info().name);
    assert!(rig.said(&plays), "{plays}");
    let at = rig
        .events
        .iter()
        .position(|event| {
            event.text.parts().contains(&special.face().into()) && event.rule.is_empty()
        })
        .unwrap();
    let tricks = rig.events[..at].iter().filter(|event| event.rule == "KNV-28").count();
    assert_eq!(tricks, 5, "it was kept for trick six");
    let mut later = rig;
    later.events.drain(..at);
    assert!(!later.said(words));
}

#[test]
fn knv_32_the_cats_player_leads_next_whoever_wins() {
    let mut rig = table();
    play(&mut rig, "B dM C cX D dQ E dG A dK");
    assert_eq!(asked(&rig), [C], "C also wins here, with a strong card");
    let mut hands = HANDS;
    (hands[1], hands[2]) = ("dX cX sX sM hM dM", "cG hX hJ hQ hK sJ");
    let mut rig = bank_of_a(hands, "Hearts", ["kG", "cJ"]);
    play(&mut rig, "B cX C cG D dQ E cM A cK");
    assert_eq!(round(&rig).coins[C], 5, "the Ghost beat the King");
    assert_eq!(asked(&rig), [B]);
    assert!(rig.said("The Cat lets B lead the next trick [KNV-32]"));
}

#[test]
fn knv_33_the_dancers_swap_one_card_each() {
    let mut rig = table();
    play(&mut rig, "B dX");
    dance(&mut rig, B, "sM", D, "sK");
    assert_eq!(holds(&rig, B), cards("dM hX hM sX sK"));
    assert_eq!(holds(&rig, D), cards("dJ dQ hG sG sM sQ"));
}

#[test]
fn knv_33_the_dancer_picks_another_player() {
    let mut rig = table();
    play(&mut rig, "B dX");
    assert_eq!(asked(&rig), [B]);
    let with = |name: &str| rig.entries(B).iter().filter(|e| e.starts_with(name)).count();
    assert_eq!(["Give C", "Give D", "Give E", "Give A", "Give B"].map(with), [5, 5, 5, 5, 0]);
}

#[test]
fn knv_33_a_swap_is_seen_by_its_two_players_alone() {
    let mut rig = table();
    play(&mut rig, "B dX");
    let before = [hand(&rig, B), hand(&rig, D)].concat();
    dance(&mut rig, B, "sM", D, "sK");
    for holder in [B, D] {
        let now = hand(&rig, holder);
        assert!(now.iter().all(|card| !before.contains(card)), "all handles are new");
        for seat in Seat::all(5) {
            assert_eq!(knows(&rig, seat, &now), if seat == holder { now.len() } else { 0 });
        }
    }
    assert!(rig.said("B dances with D"));
}

#[test]
fn k_a10_both_have_chosen_before_either_sees_what_comes_and_nobody_can_decline() {
    let mut rig = table();
    play(&mut rig, "B dX");
    let given = name("sM");
    for picks in [(B, format!("Give D {given}")), (D, format!("Give {}", name("sK")))] {
        assert_eq!(asked(&rig), [picks.0]);
        let menu = &rig.asked()[0].1;
        assert!(menu.entries.iter().all(|entry| !entry.pass && entry.card.is_some()));
        assert!(menu.entries.iter().all(|entry| entry.shows.is_none()));
        assert_eq!(knows(&rig, B, &hand(&rig, D)) + knows(&rig, D, &hand(&rig, B)), 0);
        rig.pick(picks.0, &picks.1).unwrap();
    }
    assert!(holds(&rig, D).contains(&card("sM")));
}

#[test]
fn whoever_has_one_card_left_is_not_asked_which_to_give() {
    let mut rig = dealt(["kA k7 k6 k5 k4 k3", "dX dM dJ dQ dK dG", "", "", "", "hG sG"]);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Take the bank (Clubs)").unwrap();
    rig.pick(A, &both(["hG", "sG"])).unwrap();
    let seat = |rig: &Rig| asked(rig)[0];
    while !(round(&rig).trick_number() == 5 && seat(&rig) == B) {
        // B follows with anything but the Dance.
        rig.clear.step(|ask, _| {
            let dance = |e: &usize| {
                ask.seat == B
                    && ask.menu.entries[*e].card.and_then(|c| ask.face(c))
                        == Some(Card::DANCE.face())
            };
            let allowed = ask.allowed();
            *allowed.iter().find(|e| !dance(e)).unwrap_or(&allowed[0])
        });
    }
    rig.pick(B, name("dX")).unwrap();
    assert_eq!(rig.entries(B).len(), 4, "four partners and one card");
    rig.pick(B, "Give A").unwrap();
    assert!(rig.asked().iter().all(|(_, menu)| menu.rule != "KNV-33"), "A has one card left");
    assert!(rig.said("B and A have swapped a card"));
}

#[test]
fn k_a4_a_special_card_acts_before_the_next_player_plays() {
    let mut rig = table();
    play(&mut rig, "B dX");
    assert_eq!(round(&rig).trick.len(), 1);
    assert_eq!(round(&rig).phase, Phase::Specials);
}

#[test]
fn k_a4_a_dance_partner_follows_suit_with_the_new_hand() {
    let mut rig = table();
    play(&mut rig, "B dX");
    dance(&mut rig, B, "dM", C, "sJ");
    let reason = rig.why_not(C, name("hK")).unwrap();
    assert_eq!(reason.as_deref(), Some("you hold Diamonds and must follow"));
    play(&mut rig, "C dM");
}

#[test]
fn knv_34_the_hounds_target_shows_a_card_of_its_choice() {
    let mut rig = table();
    play(&mut rig, "B hX");
    rig.pick(B, "D").unwrap();
    assert_eq!(asked(&rig), [D]);
    assert_eq!(rig.entries(D).len(), 6);
    rig.pick(D, name("sQ")).unwrap();
    assert!(rig.said("D shows the Queen of Spades and keeps it"));
    assert_eq!(round(&rig).shown[D], [card("sQ")]);
}

#[test]
fn knv_35_whoever_holds_the_named_card_shows_it() {
    let mut rig = table();
    play(&mut rig, "B sX");
    rig.pick(B, name("hK")).unwrap();
    assert!(rig.said("B asks for the King of Hearts [KNV-35]"));
    assert!(rig.said("C shows the King of Hearts and keeps it"));
}

#[test]
fn knv_35_a_ghost_cannot_be_named() {
    let mut rig = table();
    play(&mut rig, "B sX");
    let entries = rig.entries(B);
    assert_eq!(entries.len(), 27, "32 cards without the five Ghosts");
    assert!(entries.iter().all(|entry| !entry.contains("Ghost")));
    assert!(entries.iter().all(|entry| rig.why_not(B, entry).unwrap().is_none()));
}

#[test]
fn the_snitch_is_told_what_has_been_played() {
    let mut rig = table();
    play(&mut rig, "B sX");
    let played: Vec<_> =
        rig.entries(B).into_iter().filter(|entry| entry.ends_with("(played)")).collect();
    assert_eq!(played, [format!("{} (played)", name("sX"))]);
}

#[test]
fn k_a9_a_card_in_nobodys_hand_may_be_named_and_nobody_shows_it() {
    for code in ["cJ", "sX"] {
        let mut rig = table();
        play(&mut rig, "B sX");
        let before = Seat::all(5).map(|seat| hand(&rig, seat)).collect::<Vec<_>>();
        rig.pick(B, name(code)).unwrap();
        assert!(rig.said(&format!("No hand holds the {}", name(code))));
        let proofs = Answer::Shown(vec![None; 5]);
        assert_eq!(rig.clear.answers().last(), Some(&proofs), "each of the five hands answers");
        let after = Seat::all(5).map(|seat| hand(&rig, seat)).collect::<Vec<_>>();
        assert_eq!(before, after);
    }
}

#[test]
fn k_a9_the_namers_own_card_is_shown_too() {
    let mut rig = table();
    play(&mut rig, "B sX");
    rig.pick(B, name("hM")).unwrap();
    assert!(rig.said("B shows the Maid of Hearts and keeps it"));
}

#[test]
fn knv_36_k_a3_the_cat_sleeps_in_trick_six() {
    sixth_trick_is_quiet(Card::CAT, "KNV-32");
}

#[test]
fn knv_36_k_a3_the_dance_sleeps_in_trick_six() {
    sixth_trick_is_quiet(Card::DANCE, "KNV-33");
}

#[test]
fn knv_36_k_a3_the_hound_sleeps_in_trick_six() {
    sixth_trick_is_quiet(Card::HOUND, "KNV-34");
}

#[test]
fn knv_36_k_a3_the_snitch_sleeps_in_trick_six() {
    sixth_trick_is_quiet(Card::SNITCH, "KNV-35");
}

#[test]
fn knv_37_a_shown_card_stays_in_hand_and_cannot_be_followed_by_its_place() {
    for snitch in [false, true] {
        let mut rig = table();
        let before = hand(&rig, D);
        if snitch {
            play(&mut rig, "B sX");
            rig.pick(B, name("sQ")).unwrap();
        } else {
            play(&mut rig, "B hX");
            rig.pick(B, "D").unwrap();
            rig.pick(D, name("sQ")).unwrap();
        }
        let after = hand(&rig, D);
        assert_eq!(holds(&rig, D), cards("dJ dQ hG sG sQ sK"));
        assert!(after.iter().all(|card| !before.contains(card)));
        for other in D.others(5) {
            assert_eq!(knows(&rig, other, &after), 0);
        }
    }
}

#[test]
fn knv_37_a_swapped_card_can_be_played_at_once() {
    let mut rig = table();
    play(&mut rig, "B dX");
    dance(&mut rig, B, "dM", E, "k5");
    play(&mut rig, "C cX D dJ E dM A dK");
    assert_eq!(round(&rig).past[0][3].card, card("dM"));
}

#[test]
fn a_dance_makes_shown_cards_uncertain() {
    let mut rig = table();
    play(&mut rig, "B hX");
    rig.pick(B, "E").unwrap();
    rig.pick(E, name("k5")).unwrap();
    assert_eq!(round(&rig).shown[E], [card("k5")]);
    play(&mut rig, "C hK D hG E dG A dK D dJ E k2 A kA B dX");
    dance(&mut rig, B, "dM", E, "k5");
    assert_eq!(round(&rig).shown[E], []);
}
