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
    rig.send(&[(A, GUARDS), (B, WALL)]);
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
    rig.go(&[(A, "Wealthy"), (A, "Alone"), (A, GUARDS), (A, "Nothing more from me")]);
    assert!(rig.said("The team is not complete: nothing comes of the plan [NHAT-46]"));
    assert_eq!((rig.s().phase, rig.s().actions), ("Turn", 3));
    assert!(rig.s().heist.is_none() && !rig.s().heisted_this_turn);
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
    agreed(&mut rig);
    rig.send(&[(B, GUARDS), (B, WALL)]);
    assert!(rig.said("The team is not complete") && rig.s().heist.is_none());
}

/// A and B agree on a heist on the Merchant.
fn agreed(rig: &mut Rig) {
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose: 3"), (B, "Accept")]);
}

#[test]
fn nhat_45_the_active_player_and_the_partners_send_in_turns() {
    let mut rig = scene(3).crew(A, &[Enforcer, Shyster]).crew(B, &[Acrobat, Ghost]).play();
    agreed(&mut rig);
    assert_eq!(rig.who(), [A]);
    rig.pick(A, GUARDS).unwrap();
    assert_eq!(rig.who(), [B]);
    rig.pick(B, WALL).unwrap();
    assert_eq!(rig.who(), [A]);
    rig.pick(A, "Agree to this plan").unwrap();
    assert_eq!((rig.who(), rig.s().phase), (vec![B], "Sending in the team"));
    rig.pick(B, "Agree to this plan").unwrap();
    assert_eq!(rig.s().phase, "Complications");
}

#[test]
fn nhat_31_a_heist_costs_its_action_once_the_team_is_complete() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    agreed(&mut rig);
    assert_eq!(rig.s().actions, 3);
    rig.send(&[(A, GUARDS), (B, WALL)]);
    assert_eq!((rig.s().actions, rig.s().heisted_this_turn), (2, true));
}

#[test]
fn whoever_sent_their_last_is_not_asked_to_agree_to_that() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    agreed(&mut rig);
    rig.go(&[(A, GUARDS), (B, WALL)]);
    assert_eq!(rig.who(), [A], "B has nobody else to send");
    rig.pick(A, "Agree to this plan").unwrap();
    assert_eq!(rig.s().phase, "Complications");
}

#[test]
fn somebody_who_was_sent_can_be_taken_back_until_all_agree() {
    let mut rig = scene(3).crew(A, &[Enforcer, Ghost]).crew(B, &[Acrobat]).play();
    agreed(&mut rig);
    rig.go(&[(A, "Against Ceremonial Guards with 2 Lies: Enforcer"), (B, WALL)]);
    rig.pick(A, "Take back from Ceremonial Guards: Enforcer").unwrap();
    let post = &rig.s().heist.as_ref().unwrap().posts[0];
    assert_eq!((post.sent.len(), post.challenge, post.needs), (0, None, [0; 4]));
    assert_eq!(rig.who(), [B], "B is asked again: the plan has changed");
    rig.send(&[(A, GUARDS)]);
    assert_eq!(rig.s().phase, "Complications");
    assert!(rig.said("A takes Enforcer back [NHAT-45]"));
}

#[test]
fn nobody_takes_back_for_ever() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "Alone")]);
    let back = "Take back from Ceremonial Guards: Enforcer";
    for _ in 0..3 {
        rig.go(&[(A, GUARDS), (A, back)]);
    }
    rig.pick(A, GUARDS).unwrap();
    assert_eq!(rig.refused(A, back), "you have taken back 3 times");
}

#[test]
fn nobody_is_made_to_man_what_is_left_over() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    agreed(&mut rig);
    rig.pick(A, GUARDS).unwrap(); // A's last, so that A need not say that there is no more
    rig.pick(B, "Nothing more from me").unwrap();
    assert!(rig.said("The team is not complete") && rig.s().heist.is_none());
    assert_eq!((rig.s().actions, rig.coins(B)), (3, 5));
}

#[test]
fn a_partner_may_stay_out_after_all_and_the_others_go_on() {
    let mut rig = scene(3).crew(A, &[Enforcer, Ghost]).crew(B, &[Acrobat]).play();
    agreed(&mut rig);
    rig.go(&[(A, GUARDS), (B, "Stay out after all")]);
    let heist = rig.s().heist.as_ref().unwrap();
    assert_eq!((heist.seats.clone(), heist.terms.sums.len()), (vec![A], 0));
    rig.send(&[(A, "Against High Wall with 1 Stealth: Ghost")]);
    rig.pass();
    assert_eq!((rig.coins(A), rig.coins(B)), (11, 5), "A has the whole haul");
}

#[test]
fn the_active_player_may_call_it_off() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    agreed(&mut rig);
    rig.pick(A, "Call it off").unwrap();
    assert_eq!((rig.s().phase, rig.s().actions, rig.s().heist.is_none()), ("Turn", 3, true));
    assert!(rig.said("A calls it off: nothing comes of the plan [NHAT-46]"));
    assert!(!rig.said("The team is not complete"), "that was not the reason");
}

#[test]
fn what_is_missing_at_each_defense_is_shown() {
    let mut rig = scene(3).crew(A, &[Enforcer, Ghost]).crew(B, &[Acrobat]).play();
    agreed(&mut rig);
    let title = |rig: &Rig| {
        rig.asked()[0].1.title.render(&|part| match part {
            engine::Part::Face(face) => crate::no_honor::cards::info(*face).name.into(),
            other => other.plain(),
        })
    };
    let all =
        "Send a Character (✓ would bypass); missing: Ceremonial Guards anybody, High Wall anybody";
    assert_eq!(title(&rig), all);
    rig.pick(A, "Against Ceremonial Guards with 2 Lies: Enforcer").unwrap();
    let some =
        "Send a Character (✓ would bypass); missing: Ceremonial Guards 2 Lies, High Wall anybody";
    assert_eq!(title(&rig), some);
}

#[test]
fn terms_can_say_how_many_each_sends() {
    let mut rig = scene(3).crew(A, &[Enforcer, Shyster]).crew(B, &[Acrobat, Ghost]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Other terms"), (A, "How many B sends")]);
    rig.go(&[(A, "At least 2"), (A, "Propose this")]);
    assert!(rig.said("the rest to A; B sends at least 2"));
    rig.pick(B, "Accept").unwrap();
    let mut short = rig.s().clone();
    rig.send(&[(A, GUARDS), (B, WALL)]);
    assert!(rig.said("The team is not complete"), "B has sent one of two");
    short.heist = None;
    assert_eq!(rig.s().actions, short.actions);
}

#[test]
fn a_partner_may_ask_to_send_fewer() {
    let mut rig = scene(3).crew(A, &[Enforcer, Shyster]).crew(B, &[Acrobat, Ghost]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Other terms"), (A, "How many B sends")]);
    rig.go(&[(A, "At least 2"), (A, "Propose this"), (B, "Ask for other terms")]);
    rig.go(&[(B, "Another number of Characters"), (B, "At least 1"), (B, "Ask for this")]);
    rig.pick(A, "Grant it").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().terms.sends, [(B, 1)]);
}

#[test]
fn a_partner_who_sends_nobody_is_not_on_the_heist() {
    let mut rig = scene(3).crew(A, &[Enforcer, Ghost]).crew(B, &[StickUpCrew]).play();
    agreed(&mut rig);
    rig.send(&[(A, GUARDS), (A, "Against High Wall with 1 Stealth: Ghost")]);
    let heist = rig.s().heist.as_ref().unwrap();
    assert_eq!((heist.seats.clone(), heist.terms.sums.len()), (vec![A], 0));
}

#[test]
fn a_place_is_kept_for_a_partner_but_not_from_the_acrobat_who_takes_none() {
    let scene = scene(3).crew(A, &[Shyster, Enforcer, Acrobat]).crew(B, &[Ghost]);
    let mut rig = scene.jail(&[Locksmith]).play();
    rig.go(&[(A, "Jailbreak"), (A, "With B"), (A, "Propose:"), (B, "Accept")]);
    rig.go(&[(A, "Against Jailor with 2 Lies: Shyster"), (B, "Agree to this plan")]);
    let why = rig.refused(A, "Against Jailor with 2 Lies: Enforcer");
    assert_eq!(why, "a place is kept for your partner");
    rig.pick(A, "Against Jailor with 2 Lies: Acrobat").unwrap();
    rig.send(&[(B, "Against Jailor with 2 Lies: Ghost")]);
    assert_eq!(rig.s().heist.as_ref().unwrap().posts[0].sent.len(), 3);
}

/// B and C could pledge; A has one ready Character, and the Tower has three Defenses.
fn tower(mine: &[Character]) -> Rig {
    let easy = [Defense::BarredDoor, Defense::HighWall, Defense::CeremonialGuards];
    let scene = scene(3).crew(A, mine).crew(B, &[Acrobat, Locksmith]).crew(C, &[Ghost]);
    let mut rig = scene.mat(0, Objective::WizardsTower, &[]).next_defenses(&easy).play();
    rig.pick(A, "Wizard's Tower").unwrap();
    rig
}

const DOOR: &str = "Against Barred Door with 1 Tinker: Locksmith";

#[test]
fn nhat_88_h_a20_partners_pledge_before_the_tower_is_declared() {
    let mut rig = tower(&[Enforcer]);
    let few = "3 Defenses need a Character each; you have 1 ready";
    assert_eq!(rig.refused(A, "Declare it, alone"), few);
    rig.pick(A, "With B").unwrap();
    let offer = "Propose: 9 Coins to B, the rest to A; Treasures to A and A; B sends at least 2";
    rig.pick(A, offer).unwrap();
    assert!(rig.s().mats[0].slots.is_empty(), "not before all have agreed");
    rig.pick(B, "Accept").unwrap();
    assert_eq!((rig.s().mats[0].slots.len(), rig.s().actions), (3, 2));
    rig.pick(A, "As agreed, with B").unwrap();
    rig.send(&[(A, GUARDS), (B, DOOR), (B, WALL)]);
    assert_eq!(rig.s().phase, "Complications");
}

#[test]
fn h_a20_pledges_must_suffice_with_ones_own() {
    let mut rig = tower(&[Enforcer]);
    rig.pick(A, "With C").unwrap();
    let few = "3 Defenses need a Character each; together you have 2";
    assert_eq!(rig.refused(A, "Propose:"), few);
    rig.pick(A, "Ask another partner: B").unwrap();
    assert_eq!(rig.refused(A, "Propose:"), "");
}

#[test]
fn h_a20_a_pledge_binds() {
    let mut rig = tower(&[Enforcer]);
    rig.go(&[(A, "With B"), (A, "Propose:"), (B, "Accept"), (A, "As agreed")]);
    assert_eq!(rig.refused(A, "Call it off"), "this heist is declared and must be tried");
    rig.pick(A, GUARDS).unwrap();
    assert_eq!(rig.refused(B, "Stay out after all"), "you have pledged 2 of your Characters");
    assert_eq!(rig.refused(B, "Nothing more from me"), "you have pledged 2 Characters");
    let again = "Against Ceremonial Guards with 2 Muscle: Acrobat";
    assert_eq!(rig.refused(B, again), "unmanned Defenses come first");
}

#[test]
fn nhat_88_a_pledge_that_is_declined_leaves_the_tower_undeclared() {
    let mut rig = tower(&[Enforcer]);
    rig.go(&[(A, "With B"), (A, "Propose:"), (B, "Decline"), (A, "Drop the plan")]);
    assert!(rig.s().mats[0].slots.is_empty() && !rig.s().heisted_this_turn);
    assert_eq!(rig.s().actions, 3);
}

#[test]
fn nhat_88_once_its_defenses_are_known_others_may_be_asked_as_well() {
    let mut rig = tower(&[Enforcer]);
    rig.go(&[(A, "With B"), (A, "Propose:"), (B, "Accept")]);
    assert_eq!(rig.refused(A, "Drop the plan"), "this heist is declared and must be tried");
    rig.go(&[(A, "Ask another partner: C"), (A, "Propose:")]);
    rig.act(&[(B, "Accept"), (C, "Decline")]);
    assert_eq!(rig.who(), [A], "what B pledged still stands");
    rig.pick(A, "As agreed, with B").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().seats, [A, B]);
}

#[test]
fn nhat_88_whoever_declared_it_alone_mans_every_defense() {
    let mut rig = tower(&[Enforcer, Shyster, StreetUrchin, JackOfAllTrades]);
    rig.go(&[(A, "Declare it, alone"), (A, "Alone")]);
    rig.pick(A, GUARDS).unwrap();
    let must = "it is declared: every Defense needs a Character";
    assert_eq!(rig.refused(A, "Nothing more from me"), must);
    rig.pick(A, "Against High Wall with 1 Stealth: Street Urchin").unwrap();
    let again = "Against Ceremonial Guards with 2 Muscle: Shyster";
    assert_eq!(rig.refused(A, again), "", "one can be spared");
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

/// How many of a skill there are, how many are needed, and which skill it is.
type Strength = (i64, Option<u8>, &'static str);

/// What stands against a Defense: what is there of what is needed, and who was sent.
fn slot(rig: &Rig, defense: Defense) -> (Vec<Strength>, Vec<engine::Laid>) {
    let board = rig.clear.driver.board();
    let slots = board.mats.iter().flat_map(|mat| &mat.place.piles).flat_map(|pile| &pile.laid);
    let face = |laid: &&engine::Laid| match laid.what {
        engine::What::Card(card) => rig.clear.driver.faces().face(card) == Some(defense.face()),
        _ => false,
    };
    let laid = slots.clone().find(face).unwrap();
    let tokens = laid.tokens.iter().map(|token| (token.count, token.limit, token.name));
    (tokens.collect(), laid.under.clone())
}

#[test]
fn committed_characters_show_their_owner_and_their_exhaustion() {
    let mut rig =
        scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).hand(C, &[Scheme::TripUp]).play();
    let guards = "Against Ceremonial Guards with 2 Muscle: Enforcer";
    rig.shared("Wealthy", &[guards], &["Against High Wall with 1 Stealth: Acrobat"]);
    let (tokens, sent) = slot(&rig, Defense::HighWall);
    assert_eq!(tokens, [(2, Some(1), "Stealth")]);
    assert_eq!((sent[0].seat, sent[0].turned), (Some(B), false));
    rig.act(&[(C, "Trip Up")]);
    rig.pick(C, "Enforcer of A").unwrap();
    let (tokens, sent) = slot(&rig, Defense::CeremonialGuards);
    assert_eq!(tokens, [(2, Some(2), "Muscle")]);
    assert_eq!((sent[0].seat, sent[0].turned), (Some(A), true));
}

#[test]
fn the_agreed_terms_stay_on_the_board() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    let guards = "Against Ceremonial Guards with 2 Muscle: Enforcer";
    rig.shared("Wealthy", &[guards], &["Against High Wall with 1 Stealth: Acrobat"]);
    let sheets = rig.clear.driver.board().sheets;
    let rows: Vec<Vec<String>> = sheets[0]
        .rows
        .iter()
        .map(|row| row.iter().map(|line| line.render(&engine::Part::plain)).collect())
        .collect();
    assert_eq!(rows[0][1], "the rest");
    assert_eq!(rows[1][1], "3");
}
