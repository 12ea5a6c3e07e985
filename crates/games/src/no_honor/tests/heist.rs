//! Targets, and sending in the team.

use super::*;
use Character::{
    Acrobat, Enforcer, Ghost, JackOfAllTrades, Locksmith, Shyster, StickUpCrew, StreetUrchin,
};

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";

#[test]
fn nhat_43_the_target_is_an_objective_on_the_table_or_the_jail() {
    let rig = scene(3).crew(A, &[Enforcer, Acrobat]).jail(&[Ghost]).play();
    assert_eq!(rig.refused(A, "Wealthy Merchant"), "");
    assert_eq!(rig.refused(A, "Dockside Warehouse"), "");
    assert_eq!(rig.refused(A, "Jailbreak"), "");
}

#[test]
fn nhat_44_a_heist_goes_through_its_phases_in_order() {
    let mut rig =
        scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).hand(A, &[Scheme::SideJob]).play();
    let mut phases = vec![rig.s().phase];
    rig.pick(A, "Wealthy").unwrap();
    phases.push(rig.s().phase);
    rig.go(&[(A, "With B"), (A, "Propose: 3"), (B, "Accept")]);
    phases.push(rig.s().phase);
    rig.send(A, &[GUARDS]);
    rig.send(B, &[WALL]);
    phases.push(rig.s().phase);
    rig.pass();
    phases.push(rig.s().phase);
    rig.pick(A, "Play Side Job").unwrap();
    phases.push(rig.s().phase);
    let expected = [
        "Turn",
        "Planning a heist",
        "Sending in the team",
        "Complications",
        "Moment of Truth",
        "Turn",
    ];
    assert_eq!(phases, expected);
}

#[test]
fn nhat_46_every_defense_needs_a_character_or_the_heist_cannot_be_tried() {
    let rig = scene(3).crew(A, &[Enforcer]).play();
    assert_eq!(rig.refused(A, "Wealthy"), "it takes 2 ready Characters; all crews have 1");
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "Alone"), (A, GUARDS)]);
    assert_eq!(rig.refused(A, "Nobody else"), "every Defense needs at least one Character");
    let again = "Against Ceremonial Guards with 2 Muscle: Acrobat";
    assert_eq!(rig.refused(A, again), "unmanned Defenses come first");
}

#[test]
fn nhat_47_two_characters_at_most_stand_at_a_defense() {
    let mut rig = scene(3).crew(A, &[Enforcer, Enforcer, Ghost, Shyster]).play();
    rig.go(&[
        (A, "Wealthy"),
        (A, "Alone"),
        (A, "Against High Wall with 1 Stealth: Ghost"),
        (A, GUARDS),
        (A, GUARDS),
    ]);
    let third = "Against Ceremonial Guards with 2 Muscle: Shyster";
    assert_eq!(rig.refused(A, third), "two Characters are there already");
}

#[test]
fn nhat_48_one_challenge_is_targeted_on_each_defense() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    let posts = &rig.s().heist.as_ref().unwrap().posts;
    assert_eq!((posts[0].needs, posts[1].needs), ([0, 0, 2, 0], [0, 1, 0, 0]));
}

#[test]
fn h_a9_the_challenge_is_chosen_at_commitment_then_locked() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat, Shyster]).play();
    rig.go(&[(A, "Wealthy"), (A, "Alone")]);
    let ways = |rig: &Rig| {
        let entries = rig.entries(A);
        entries.iter().filter(|e| e.contains("Ceremonial") && e.contains("Shyster")).count()
    };
    assert_eq!(ways(&rig), 3);
    rig.go(&[(A, GUARDS), (A, WALL)]);
    assert_eq!(ways(&rig), 1);
}

#[test]
fn nhat_09_a_challenge_with_several_skills_needs_all_of_them() {
    let mats = [Defense::ThiefTaker, Defense::HighWall];
    for (second, success) in [(Shyster, false), (JackOfAllTrades, true)] {
        let mut rig =
            scene(3).crew(A, &[second, Acrobat]).mat(0, Objective::WealthyMerchant, &mats).play();
        let taker =
            format!("Against Thief-Taker with 1 Lies + 1 Stealth + 1 Muscle: {}", second.name());
        rig.solo("Wealthy", &[&taker, WALL]);
        let post = &rig.s().heist.as_ref().unwrap().posts[0];
        assert_eq!(rig.s().bypassed(post), success);
    }
}

#[test]
fn nhat_49_a_defense_is_bypassed_when_summed_skills_reach_the_challenge() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Enforcer, Acrobat])
        .mat(0, Objective::WealthyMerchant, &[Defense::AlertGuards, Defense::HighWall])
        .play();
    let alert = "Against Alert Guards with 4 Muscle: Enforcer";
    rig.go(&[(A, "Wealthy"), (A, "Alone"), (A, WALL), (A, alert)]);
    let bypassed = |rig: &Rig| rig.s().bypassed(&rig.s().heist.as_ref().unwrap().posts[0]);
    assert!(!bypassed(&rig));
    rig.pick(A, alert).unwrap();
    assert!(bypassed(&rig));
}

#[test]
fn nhat_51_exhausted_characters_cannot_be_committed() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).tired(A, &[Ghost]).play();
    rig.go(&[(A, "Wealthy"), (A, "Alone")]);
    assert_eq!(rig.refused(A, "Send Ghost"), "it is exhausted and stays at home");
}

#[test]
fn h_a7_the_active_player_commits_at_least_one() {
    let rig = scene(3).crew(B, &[Enforcer, Acrobat]).play();
    assert_eq!(rig.refused(A, "Wealthy"), "you have nobody to send: recruit first");
    let rig = scene(3).tired(A, &[Ghost]).crew(B, &[Enforcer, Acrobat]).play();
    assert_eq!(rig.refused(A, "Wealthy"), "your whole crew is exhausted: rest first");
    let mut rig = scene(3).crew(A, &[Ghost]).crew(B, &[Enforcer, Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose: 3"), (B, "Accept")]);
    assert_eq!(rig.refused(A, "Nobody else"), "you are on this heist: send at least one Character");
}

#[test]
fn a_partner_sends_at_least_one_too() {
    let mut rig = scene(3).crew(A, &[Ghost, Enforcer]).crew(B, &[Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose: 3"), (B, "Accept")]);
    rig.send(A, &[GUARDS, "Against High Wall with 1 Stealth: Ghost"]);
    assert_eq!(rig.refused(B, "Nobody else"), "you are on this heist: send at least one Character");
}

#[test]
fn a_partner_without_a_place_left_is_not_on_the_heist() {
    let mut rig = scene(3).crew(A, &[Enforcer, Enforcer, Ghost]).crew(B, &[StickUpCrew]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose: 3"), (B, "Accept")]);
    rig.send(A, &[GUARDS, "Against High Wall with 1 Stealth: Ghost"]);
    let heist = rig.s().heist.as_ref().unwrap();
    assert_eq!((heist.seats.clone(), heist.terms.sums.len()), (vec![A], 0));
}

#[test]
fn a_place_is_kept_for_a_partner_but_not_from_the_acrobat_who_takes_none() {
    let mut rig =
        scene(3).crew(A, &[Shyster, Enforcer, Acrobat]).crew(B, &[Ghost]).jail(&[Locksmith]).play();
    rig.go(&[(A, "Jailbreak"), (A, "With B"), (A, "Propose:"), (B, "Accept")]);
    rig.pick(A, "Against Jailor with 2 Lies: Shyster").unwrap();
    let why = rig.refused(A, "Against Jailor with 2 Lies: Enforcer");
    assert_eq!(why, "a place is kept for your partner");
    rig.pick(A, "Against Jailor with 2 Lies: Acrobat").unwrap();
    rig.send(B, &["Against Jailor with 2 Lies: Ghost"]);
    assert_eq!(rig.s().heist.as_ref().unwrap().posts[0].sent.len(), 3);
}

#[test]
fn nhat_84_a_jailbreak_frees_one_character_at_no_cost() {
    let mut rig = scene(3).crew(A, &[Locksmith]).jail(&[Ghost, Shyster]).play();
    rig.solo("Jailbreak", &["Against Jailor with 2 Tinker: Locksmith"]);
    rig.pass();
    rig.pick(A, "Free Shyster").unwrap();
    assert_eq!((rig.crew(A), rig.jail(), rig.coins(A)), (vec![Locksmith, Shyster], vec![Ghost], 5));
}

#[test]
fn nhat_85_no_jailbreak_with_a_full_crew() {
    let rig = scene(3).crew(A, &[Enforcer, Acrobat, Ghost, Shyster]).jail(&[Locksmith]).play();
    assert_eq!(rig.refused(A, "Jailbreak"), "your crew is full: nobody could join it");
}

#[test]
fn no_jailbreak_out_of_an_empty_jail() {
    let rig = scene(3).crew(A, &[StreetUrchin]).play();
    assert_eq!(rig.refused(A, "Jailbreak"), "the Jail is empty");
}

#[test]
fn whoever_would_bypass_a_defense_is_marked() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "Alone")]);
    let marked: Vec<_> = rig.entries(A).into_iter().filter(|e| e.starts_with('✓')).collect();
    let expected = [
        "✓ Against Ceremonial Guards with 2 Muscle: Enforcer",
        "✓ Against Ceremonial Guards with 2 Stealth: Acrobat",
        "✓ Against High Wall with 1 Stealth: Acrobat",
    ];
    assert_eq!(marked, expected);
}

/// A fact of the board, in words.
fn fact(rig: &Rig, name: &str) -> String {
    let board = rig.clear.driver.board();
    let fact =
        board.facts.iter().find(|fact| fact.name == name).unwrap_or_else(|| panic!("{name}"));
    fact.value.render(&|part| match part {
        engine::Part::Face(face) => crate::no_honor::cards::info(*face).name.into(),
        engine::Part::Seat(seat) => char::from(b'A' + seat.index() as u8).to_string(),
        other => other.plain(),
    })
}

#[test]
fn committed_characters_show_their_owner_and_their_exhaustion() {
    let mut rig =
        scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).hand(C, &[Scheme::TripUp]).play();
    let guards = "Against Ceremonial Guards with 2 Muscle: Enforcer";
    rig.shared("Wealthy", &[guards], &["Against High Wall with 1 Stealth: Acrobat"]);
    assert_eq!(fact(&rig, "High Wall"), "2 of 1 Stealth; bypassed; Acrobat of B");
    rig.act(&[(C, "Trip Up")]);
    rig.pick(C, "Enforcer of A").unwrap();
    assert_eq!(
        fact(&rig, "Ceremonial Guards"),
        "2 of 2 Muscle; bypassed; Enforcer of A (exhausted)"
    );
}

#[test]
fn the_agreed_terms_stay_on_the_board() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    let guards = "Against Ceremonial Guards with 2 Muscle: Enforcer";
    rig.shared("Wealthy", &[guards], &["Against High Wall with 1 Stealth: Acrobat"]);
    assert_eq!(fact(&rig, "agreed"), "3 Coins to B, the rest to A");
}
