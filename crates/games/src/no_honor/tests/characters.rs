//! Every Character's ability: what it does, at what, when, and when not.

use super::*;
use Character::*;

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";

#[test]
fn enforcer_shyster_locksmith_and_jack_have_no_ability_to_use() {
    let rig = scene(3).crew(A, &[Enforcer, Shyster, Locksmith, JackOfAllTrades]).play();
    assert!(!rig.entries(A).iter().any(|e| e.starts_with("Use")));
}

#[test]
fn second_story_man_is_not_exhausted_by_a_failure_table() {
    let mut rig = scene(3).crew(A, &[SecondStoryMan, Enforcer]).rolls(&[2]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Stealth: Second",
            "Against High Wall with 3 Muscle: Enforcer",
        ],
    );
    rig.pass();
    assert_eq!(rig.tired(A), [Enforcer]); // both Defenses failed; the second die hit the Enforcer
    assert!(rig.said("Second-Story Man shrugs it off"));
}

#[test]
fn second_story_man_is_arrested_and_killed_by_a_failure_table() {
    let mut rig = scene(3).crew(A, &[SecondStoryMan, Enforcer]).rolls(&[0]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Lies: Second",
            "Against High Wall with 1 Stealth: Enforcer",
        ],
    );
    rig.pass();
    assert_eq!(rig.dead()[0], SecondStoryMan);
}

#[test]
fn second_story_man_is_exhausted_by_anything_but_a_table() {
    let mut rig = scene(3).crew(A, &[DashingStranger]).crew(B, &[SecondStoryMan]).play();
    rig.pick(A, "Use Dashing Stranger").unwrap();
    assert_eq!(rig.tired(B), [SecondStoryMan]);
}

#[test]
fn cutpurse_takes_one_coin_from_a_richer_rival() {
    let mut rig = scene(3).crew(A, &[Cutpurse]).coins(B, 6).play();
    rig.pick(A, "Use Cutpurse").unwrap();
    assert_eq!((rig.coins(A), rig.coins(B)), (6, 5));
}

#[test]
fn cutpurse_finds_nobody_among_the_poor() {
    let rig = scene(3).crew(A, &[Cutpurse]).play();
    assert_eq!(rig.refused(A, "Use Cutpurse"), "no rival is richer than you");
}

#[test]
fn veteran_kills_an_exhausted_character_of_a_rival() {
    let mut rig = scene(3)
        .crew(A, &[Veteran])
        .tired(A, &[Enforcer])
        .tired(B, &[Shyster])
        .crew(B, &[Locksmith])
        .broken()
        .play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rig.dead(), [Shyster]);
}

#[test]
fn veteran_is_idle_while_honor_holds() {
    let rig = scene(3).crew(A, &[Veteran]).tired(B, &[Shyster]).play();
    assert_eq!(rig.refused(A, "Use Veteran"), "it works only once the code of honor is broken");
}

#[test]
fn veteran_needs_an_exhausted_victim() {
    let rig = scene(3).crew(A, &[Veteran]).crew(B, &[Shyster]).broken().play();
    assert_eq!(rig.refused(A, "Use Veteran"), "no rival has an exhausted Character");
}

#[test]
fn ghost_cancels_a_rivals_scheme_and_is_exhausted() {
    let mut rig = scene(3).hand(A, &[Scheme::Pickpocket]).crew(B, &[Ghost]).play();
    rig.go(&[(A, "Play Pickpocket"), (A, "B")]);
    rig.act(&[(B, "Use Ghost")]);
    assert_eq!((rig.coins(A), rig.tired(B)), (5, vec![Ghost]));
    assert_eq!(rig.discards(), [Scheme::Pickpocket]);
}

#[test]
fn ghost_does_not_answer_what_is_aimed_at_it() {
    let mut rig =
        scene(3).hand(A, &[Scheme::SmellingSalts]).tired(A, &[Enforcer]).crew(B, &[Ghost]).play();
    rig.pick(A, "Play Smelling Salts").unwrap();
    assert_eq!(rig.who(), [B]); // aimed at the Enforcer
    rig.pass();
    let mut rig = scene(3).hand(B, &[Scheme::TripUp]).crew(A, &[Ghost, Enforcer]).play();
    rig.solo("Wealthy", &["Against High Wall with 1 Stealth: Ghost", GUARDS]);
    rig.act(&[(B, "Play Trip Up")]);
    rig.pick(B, "Ghost of A").unwrap();
    assert_eq!(rig.tired(A), [Ghost]); // no window for it
}

#[test]
fn ghost_does_not_answer_its_own_players_scheme() {
    let mut rig = scene(3).hand(A, &[Scheme::Pickpocket]).crew(A, &[Ghost]).play();
    rig.go(&[(A, "Play Pickpocket"), (A, "B")]);
    assert_eq!(rig.coins(A), 7);
}

#[test]
fn grave_robber_earns_a_coin_for_every_kill_once_the_code_is_broken() {
    let mut rig =
        scene(3).crew(A, &[Veteran]).tired(B, &[Shyster]).crew(C, &[GraveRobber]).broken().play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rig.coins(C), 6);
}

#[test]
fn crooked_watchman_has_two_lies_against_the_watch_only() {
    let mut rig = scene(3)
        .crew(A, &[CrookedWatchman, Enforcer])
        .mat(0, Objective::WealthyMerchant, &[Defense::WatchSergeant, Defense::CeremonialGuards])
        .play();
    rig.solo("Wealthy", &["Against Watch Sergeant with 2 Lies: Crooked", GUARDS]);
    rig.pass();
    assert!(rig.said("The heist succeeds"));
    let mut rig = scene(3).crew(A, &[CrookedWatchman, Enforcer]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Lies: Crooked",
            "Against High Wall with 3 Muscle: Enforcer",
        ],
    );
    assert!(!rig.s().bypassed(&rig.s().heist.as_ref().unwrap().posts[0]));
}

#[test]
fn courtier_has_one_more_lies_from_stage_two_on() {
    let guild = [Defense::NosyServants, Defense::GateCheckpoint];
    for (objective, power) in [(Objective::DuelistsGuild, 2), (Objective::TaxWagon, 1)] {
        let mut rig =
            scene(3).crew(A, &[Courtier, Enforcer, Ghost]).mat(0, objective, &guild).play();
        rig.go(&[
            (A, objective.name()),
            (A, "Alone"),
            (A, "Against Gate Checkpoint with 1 Lies: Courtier"),
        ]);
        let s = rig.s();
        let card = s.players[A].crew[0].card;
        assert_eq!(s.power(card, crate::no_honor::cards::Skill::Lies), power);
    }
}

#[test]
fn alchemist_unexhausts_another_character_of_any_crew() {
    let mut rig = scene(3).crew(A, &[Alchemist]).tired(B, &[Enforcer]).play();
    rig.pick(A, "Use Alchemist").unwrap();
    assert_eq!((rig.tired(A), rig.tired(B)), (vec![Alchemist], vec![]));
}

#[test]
fn alchemist_needs_somebody_exhausted() {
    let rig = scene(3).crew(A, &[Alchemist, Enforcer]).play();
    assert_eq!(rig.refused(A, "Use Alchemist"), "nobody else is exhausted");
}

#[test]
fn magus_lowers_a_requirement_by_one_in_complications() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).crew(B, &[Magus]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Stealth: Acrobat",
            "Against High Wall with 3 Muscle: Enforcer",
        ],
    );
    rig.act(&[(B, "Use Magus")]);
    assert!(!rig.entries(B).iter().any(|e| e.contains("Lies")));
    rig.pick(B, "Muscle at the High Wall").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().posts[1].needs[2], 2);
}

#[test]
fn magus_and_playactor_are_idle_outside_complications() {
    let rig = scene(3).crew(A, &[Magus, Playactor]).play();
    assert_eq!(rig.refused(A, "Use Magus"), "it waits for the Complications of a heist");
    assert_eq!(rig.refused(A, "Use Playactor"), "it waits for the Complications of a heist");
}

#[test]
fn playactor_gives_one_lies_to_an_own_character_on_the_heist() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat, Playactor]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Lies: Enforcer",
            "Against High Wall with 1 Stealth: Acrobat",
        ],
    );
    rig.act(&[(A, "Use Playactor")]);
    assert!(rig.said("A uses Playactor on Enforcer of A for Lies [NHAT-105]"));
    let s = rig.s();
    assert_eq!(s.power(s.players[A].crew[0].card, crate::no_honor::cards::Skill::Lies), 1);
}

#[test]
fn c1_playactor_is_refused_where_nothing_that_is_tried_asks_for_lies() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat, Playactor]).play();
    rig.solo("Wealthy", &[GUARDS, "Against High Wall with 1 Stealth: Acrobat"]);
    assert_eq!(rig.refused(A, "Use Playactor"), "no effect: nobody of yours here tries Lies");
}

#[test]
fn playactor_of_an_outsider_has_nobody_to_help() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).crew(B, &[Playactor]).play();
    rig.solo("Wealthy", &[GUARDS, "Against High Wall with 1 Stealth: Acrobat"]);
    assert_eq!(rig.refused(B, "Use Playactor"), "you have nobody on this heist");
}

#[test]
fn crooked_magistrate_keeps_an_arrested_character_for_two_coins() {
    let mut rig = scene(3)
        .hand(A, &[Scheme::AnonymousTip])
        .tired(B, &[Enforcer])
        .crew(C, &[CrookedMagistrate])
        .play();
    rig.go(&[(A, "Logistics"), (A, "Play Anonymous")]);
    rig.act(&[(C, "Use Crooked Magistrate")]);
    assert_eq!((rig.jail(), rig.tired(B), rig.coins(C)), (vec![], vec![Enforcer], 3));
    assert_eq!(rig.tired(C), [CrookedMagistrate]);
}

#[test]
fn crooked_magistrate_cannot_act_without_two_coins() {
    let mut rig = scene(3)
        .hand(A, &[Scheme::AnonymousTip])
        .tired(B, &[Enforcer])
        .crew(C, &[CrookedMagistrate])
        .coins(C, 1)
        .play();
    rig.go(&[(A, "Logistics"), (A, "Play Anonymous")]);
    assert_eq!(rig.jail(), [Enforcer]);
}

#[test]
fn dashing_stranger_exhausts_an_unexhausted_character_of_a_rival() {
    let mut rig = scene(3)
        .crew(A, &[DashingStranger, Locksmith])
        .crew(B, &[Enforcer])
        .tired(B, &[Shyster])
        .play();
    rig.pick(A, "Use Dashing Stranger").unwrap();
    assert_eq!(rig.tired(B), [Enforcer, Shyster]);
}

#[test]
fn dashing_stranger_leaves_the_exhausted_alone() {
    let rig = scene(3).crew(A, &[DashingStranger]).tired(B, &[Enforcer]).play();
    assert_eq!(rig.refused(A, "Use Dashing"), "no rival has a Character to exhaust");
}

#[test]
fn mastermind_makes_room_for_one_more() {
    let rig = scene(3)
        .crew(A, &[Mastermind, Enforcer, Enforcer, Shyster])
        .pool(&[Locksmith, Cutpurse, Veteran, Fence, Forger])
        .play();
    assert_eq!(rig.refused(A, "Locksmith"), "");
    let rig = scene(3)
        .crew(A, &[Enforcer, Enforcer, Shyster, Ghost])
        .pool(&[Locksmith, Mastermind, Veteran, Fence, Forger])
        .play();
    assert_eq!(rig.refused(A, "Locksmith"), "your crew is full: fire somebody first");
    assert_eq!(rig.refused(A, "Mastermind"), "");
}

#[test]
fn mastermind_leaving_makes_a_crew_over_its_limit_fire() {
    let six = [Mastermind, Enforcer, Locksmith, Shyster, Ghost, Acrobat];
    let mut rig = scene(3).crew(A, &six).play();
    rig.go(&[(A, "Fire a Character"), (A, "Fire Mastermind"), (A, "Fire Ghost")]);
    assert_eq!(rig.crew(A), [Enforcer, Locksmith, Shyster, Acrobat]);
    assert!(rig.entries(A).iter().any(|e| e.contains("Legwork")));
}

#[test]
fn lookout_has_a_failure_die_rolled_again() {
    let mut rig = scene(3).crew(A, &[Lookout, Enforcer]).rolls(&[0, 5]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against High Wall with 1 Stealth: Lookout",
            "Against Ceremonial Guards with 2 Lies: Enforcer",
        ],
    );
    rig.pass();
    rig.act(&[(A, "Use Lookout")]);
    assert_eq!((rig.dead(), rig.tired(A)), (vec![], vec![Lookout]));
}

#[test]
fn lookout_watches_only_defenses_where_its_player_has_somebody() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).crew(B, &[Lookout]).rolls(&[5]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Lies: Enforcer",
            "Against High Wall with 1 Stealth: Acrobat",
        ],
    );
    rig.pass();
    assert_eq!(rig.who(), [A]); // back to the turn: nobody was asked
}

#[test]
fn engineer_replaces_a_defense_and_coins_stay() {
    let mut rig = scene(3)
        .crew(A, &[Engineer])
        .mat(0, Objective::WealthyMerchant, &[Defense::Strongroom, Defense::HighWall])
        .next_defenses(&[Defense::ArcaneWard])
        .play();
    rig.go(&[(A, "Use Engineer"), (A, "Strongroom")]);
    let mat = &rig.s().mats[0];
    assert_eq!(mat.coins, 6 + 2 + 3);
    assert!(mat.slots.iter().any(|slot| slot.defense == Defense::ArcaneWard));
}

#[test]
fn engineer_leaves_printed_defenses_and_works_outside_heists_only() {
    let mut rig = scene(3)
        .crew(A, &[Engineer, Enforcer, Acrobat])
        .mat(1, Objective::DuelistsGuild, &[Defense::BarredDoor, Defense::WatchPatrol])
        .play();
    rig.pick(A, "Use Engineer").unwrap();
    assert!(!rig.entries(A).iter().any(|e| e.contains("Duel at")));
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat, Engineer]).play();
    rig.solo("Wealthy", &[GUARDS, "Against High Wall with 1 Stealth: Acrobat"]);
    assert_eq!(rig.refused(A, "Use Engineer"), "not during a heist");
}

#[test]
fn stick_up_crew_works_alone() {
    let mut rig = scene(3).crew(A, &[StickUpCrew, Enforcer, Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "Alone"), (A, "Against High Wall with 3 Muscle: Stick")]);
    rig.pick(A, GUARDS).unwrap();
    let why = rig.refused(A, "Against High Wall with 3 Muscle: Acrobat");
    assert_eq!(why, "the Stick-Up Crew works alone");
    let mut rig = scene(3).crew(A, &[StickUpCrew, Enforcer, Acrobat, Ghost]).play();
    rig.go(&[
        (A, "Wealthy"),
        (A, "Alone"),
        (A, GUARDS),
        (A, "Against High Wall with 1 Stealth: Acrobat"),
    ]);
    let why = rig.refused(A, "Against Ceremonial Guards with 2 Muscle: Stick");
    assert_eq!(why, "the Stick-Up Crew works alone");
}

#[test]
fn fence_turns_a_scheme_into_two_coins() {
    let mut rig = scene(3).crew(A, &[Fence]).hand(A, &[Scheme::SideJob, Scheme::OnAlert]).play();
    rig.go(&[(A, "Use Fence"), (A, "Discard On Alert")]);
    assert_eq!(
        (rig.coins(A), rig.discards(), rig.hand(A)),
        (7, vec![Scheme::OnAlert], vec![Scheme::SideJob])
    );
}

#[test]
fn fence_needs_a_scheme() {
    let rig = scene(3).crew(A, &[Fence]).play();
    assert_eq!(rig.refused(A, "Use Fence"), "you hold no Scheme to discard");
}

#[test]
fn fence_is_not_paid_when_reactions_to_its_price_took_the_last_scheme() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith, Acrobat, Fence])
        .hand(A, &[Scheme::PlayDead])
        .mat(
            0,
            Objective::RiverYacht,
            &[Defense::BarredDoor, Defense::HighWall, Defense::CeremonialGuards],
        )
        .play();
    rig.solo(
        "River Yacht",
        &[
            "Against Barred Door with 1 Tinker: Locksmith",
            "Against High Wall with 1 Stealth: Acrobat",
            "Against Ceremonial Guards with 2 Lies: Fence",
        ],
    );
    rig.act(&[(A, "Use Fence")]);
    rig.act(&[(A, "Play Dead")]); // the Fence would drown
    assert_eq!((rig.hand(A), rig.coins(A), rig.tired(A)), (vec![], 5, vec![Fence]));
    assert_eq!(rig.who(), [B, C, A]); // Complications go on
}

#[test]
fn forger_takes_the_top_discard() {
    let mut rig = scene(3).crew(A, &[Forger]).discarded(&[Scheme::SideJob, Scheme::OnAlert]).play();
    rig.pick(A, "Use Forger").unwrap();
    assert_eq!((rig.hand(A), rig.discards()), (vec![Scheme::OnAlert], vec![Scheme::SideJob]));
}

#[test]
fn forger_needs_a_discard() {
    let rig = scene(3).crew(A, &[Forger]).play();
    assert_eq!(rig.refused(A, "Use Forger"), "no Scheme lies among the discards");
}

#[test]
fn acrobat_does_not_count_toward_two_on_a_defense() {
    let mut rig = scene(3).crew(A, &[Enforcer, Enforcer, Acrobat, Ghost]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against High Wall with 1 Stealth: Ghost",
            GUARDS,
            GUARDS,
            "Against Ceremonial Guards with 2 Muscle: Acrobat",
        ],
    );
    assert_eq!(rig.s().heist.as_ref().unwrap().posts[0].sent.len(), 3);
}

#[test]
fn acrobat_is_refused_where_one_stands_alone() {
    let mut rig = scene(3).crew(A, &[StickUpCrew, Ghost, Acrobat]).play();
    rig.go(&[
        (A, "Wealthy"),
        (A, "Alone"),
        (A, "Against Ceremonial Guards with 2 Muscle: Stick"),
        (A, "Against High Wall with 1 Stealth: Ghost"),
    ]);
    let why = rig.refused(A, "Against Ceremonial Guards with 2 Muscle: Acrobat");
    assert_eq!(why, "the Stick-Up Crew works alone");
    assert_eq!(rig.refused(A, "Against High Wall with 1 Stealth: Acrobat"), "");
}

#[test]
fn poisoner_kills_what_becomes_exhausted_for_two_coins() {
    let mut rig = scene(3)
        .crew(A, &[DashingStranger])
        .crew(B, &[Enforcer])
        .crew(C, &[Poisoner])
        .broken()
        .play();
    rig.pick(A, "Use Dashing").unwrap();
    rig.pick(A, "Enforcer").unwrap();
    rig.pass(); // the Dashing Stranger is exhausted first
    rig.act(&[(C, "Use Poisoner")]);
    assert_eq!((rig.dead(), rig.coins(C)), (vec![Enforcer], 3));
}

#[test]
fn poisoner_is_idle_while_honor_holds_or_without_two_coins() {
    for (broken, coins) in [(false, 5), (true, 1)] {
        let mut scene = scene(3)
            .crew(A, &[DashingStranger])
            .crew(B, &[Enforcer])
            .crew(C, &[Poisoner])
            .coins(C, coins);
        if broken {
            scene = scene.broken();
        }
        let mut rig = scene.play();
        rig.go(&[(A, "Use Dashing"), (A, "Enforcer")]);
        assert_eq!((rig.tired(B), rig.dead()), (vec![Enforcer], vec![]));
    }
}

#[test]
fn poisoner_kills_also_those_who_tire_of_their_own_ability() {
    let mut rig = scene(3).crew(A, &[StreetUrchin]).crew(B, &[Poisoner]).broken().play();
    rig.pick(A, "Use Street Urchin").unwrap();
    rig.act(&[(B, "Use Poisoner")]);
    assert_eq!((rig.dead(), rig.tired(B)), (vec![StreetUrchin], vec![Poisoner]));
    assert_eq!(rig.hand(A).len(), 1); // the ability was paid for
}

#[test]
fn poisoner_spares_its_own_crew() {
    let mut rig = scene(3).crew(A, &[StreetUrchin, Poisoner]).broken().play();
    rig.pick(A, "Use Street Urchin").unwrap();
    assert_eq!((rig.who(), rig.tired(A)), (vec![A], vec![StreetUrchin]));
    assert!(!rig.entries(A).iter().any(|e| e == "Use Poisoner"));
}

#[test]
fn street_urchin_draws_a_scheme() {
    let mut rig = scene(3).crew(A, &[StreetUrchin]).next_schemes(&[Scheme::SideJob]).play();
    rig.pick(A, "Use Street Urchin").unwrap();
    assert_eq!(rig.hand(A), [Scheme::SideJob]);
}

#[test]
fn bodyguard_takes_an_arrest_upon_himself() {
    let mut rig = scene(3)
        .hand(A, &[Scheme::AnonymousTip])
        .tired(B, &[Enforcer])
        .crew(B, &[Bodyguard])
        .play();
    rig.go(&[(A, "Logistics"), (A, "Play Anonymous")]);
    rig.act(&[(B, "Use Bodyguard")]);
    assert_eq!((rig.jail(), rig.crew(B)), (vec![Bodyguard], vec![Enforcer]));
}

#[test]
fn bodyguard_takes_a_death_upon_himself() {
    let mut rig =
        scene(3).crew(A, &[Veteran]).tired(B, &[Enforcer]).crew(B, &[Bodyguard]).broken().play();
    rig.pick(A, "Use Veteran").unwrap();
    rig.act(&[(B, "Use Bodyguard")]);
    assert_eq!((rig.dead(), rig.crew(B)), (vec![Bodyguard], vec![Enforcer]));
}

#[test]
fn bodyguard_protects_neither_himself_nor_other_crews() {
    let mut rig = scene(3).crew(A, &[Veteran]).tired(B, &[Bodyguard]).broken().play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rig.dead(), [Bodyguard]);
    let mut rig =
        scene(3).crew(A, &[Veteran]).tired(B, &[Enforcer]).crew(C, &[Bodyguard]).broken().play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rig.dead(), [Enforcer]);
}

#[test]
fn smuggler_gets_one_more_for_every_bypassed_defense() {
    let mut rig = scene(3).crew(A, &[Smuggler, Enforcer]).rolls(&[5]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against High Wall with 1 Stealth: Smuggler",
            "Against Ceremonial Guards with 2 Lies: Enforcer",
        ],
    );
    rig.pass();
    assert_eq!(rig.coins(A), 5 + 3);
}

#[test]
fn smuggler_gets_nothing_more_after_a_success_nor_for_what_others_bypassed() {
    let wall = "Against High Wall with 1 Stealth: Smuggler";
    let mut rig = scene(3).crew(A, &[Smuggler, Enforcer]).play();
    rig.solo("Wealthy", &[wall, GUARDS]);
    rig.pass();
    assert_eq!(rig.coins(A), 5 + 6);
    let mut rig = scene(3).crew(A, &[Ghost, Enforcer]).crew(B, &[Smuggler]).rolls(&[5]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against High Wall with 1 Stealth: Ghost",
            "Against Ceremonial Guards with 2 Lies: Enforcer",
        ],
    );
    rig.pass();
    assert_eq!((rig.coins(A), rig.coins(B)), (5 + 2, 5));
}

#[test]
fn quartermaster_lets_a_rest_draw_three() {
    let mut rig = scene(3).crew(A, &[Quartermaster]).play();
    rig.pick(A, "draw 3").unwrap();
    assert_eq!(rig.hand(A).len(), 3);
    let rig = scene(3).crew(A, &[Enforcer]).play();
    assert!(!rig.entries(A).iter().any(|e| e.contains("draw 3")));
}

#[test]
fn spymaster_needs_a_rival_with_schemes() {
    let rig = scene(3).crew(A, &[Spymaster]).play();
    assert_eq!(rig.refused(A, "Use Spymaster"), "no rival holds a Scheme");
}

#[test]
fn traitor_adds_two_to_betrayals_once_the_code_is_broken() {
    for (broken, share) in [(true, 5), (false, 5)] {
        let mut scene = scene(3)
            .crew(A, &[Enforcer])
            .crew(B, &[Traitor])
            .hand(B, &[Scheme::Betrayal])
            .mat(0, Objective::TaxWagon, &[Defense::CeremonialGuards, Defense::HighWall]);
        if broken {
            scene = scene.broken();
        }
        let mut rig = scene.play();
        rig.shared("Tax Wagon", &[GUARDS], &["Against High Wall with 1 Stealth: Traitor"]);
        rig.pass();
        rig.pick(B, "Play Betrayal!").unwrap();
        let value = if broken { 8 } else { 6 };
        assert!(rig.said(&format!("B betrays for {value}")), "{share}");
    }
}
