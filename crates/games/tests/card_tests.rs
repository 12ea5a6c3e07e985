//! Every card of No Honor Among Thieves has a test of its effect, one of its targets or its timing, and one of
//! its refusal, or of what it does not do where nothing could refuse it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![allow(clippy::disallowed_methods, reason = "it reads the sources")]

use std::{collections::BTreeMap, fmt::Debug, fs, path::Path};

use games::no_honor::{
    agendas::Agenda,
    cards::Kind,
    characters::Character,
    objectives::{Defense, Objective},
    schemes::Scheme,
    treasures::Treasure,
};

/// Cards, and the tests of their effect, of their targets or timing, and of their refusal.
type Row = (&'static [&'static str], &'static str, &'static str, &'static str);

#[rustfmt::skip]
const CHARACTERS: &[Row] = &[
    (&["Enforcer", "Shyster", "Locksmith", "JackOfAllTrades"], "nhat_04_every_character_costs_and_can_do_what_is_printed_on_it", "enforcer_shyster_locksmith_and_jack_have_no_ability_to_use", "no_passive_plain_or_reacting_character_is_used_on_a_turn"),
    (&["SecondStoryMan"], "second_story_man_is_not_exhausted_by_a_failure_table", "second_story_man_is_exhausted_by_anything_but_a_table", "second_story_man_is_arrested_and_killed_by_a_failure_table"),
    (&["Cutpurse"], "cutpurse_takes_one_coin_from_a_richer_rival", "cutpurse_finds_nobody_among_the_poor", "every_active_ability_is_refused_to_the_exhausted"),
    (&["Veteran"], "veteran_kills_an_exhausted_character_of_a_rival", "veteran_needs_an_exhausted_victim", "veteran_is_idle_while_honor_holds"),
    (&["Ghost"], "ghost_cancels_a_rivals_scheme_and_is_exhausted", "ghost_does_not_answer_what_is_aimed_at_it", "ghost_does_not_answer_its_own_players_scheme"),
    (&["GraveRobber"], "grave_robber_earns_a_coin_for_every_kill_once_the_code_is_broken", "the_books_example_the_grave_robber_earns_only_after_the_first_betrayal", "the_books_example_the_grave_robber_earns_only_after_the_first_betrayal"),
    (&["CrookedWatchman"], "crooked_watchman_has_two_lies_against_the_watch_only", "crooked_watchman_has_two_lies_against_the_watch_only", "nhat_04_every_character_costs_and_can_do_what_is_printed_on_it"),
    (&["Courtier"], "courtier_has_one_more_lies_from_stage_two_on", "courtier_has_one_more_lies_from_stage_two_on", "nhat_04_every_character_costs_and_can_do_what_is_printed_on_it"),
    (&["Alchemist"], "alchemist_unexhausts_another_character_of_any_crew", "alchemist_needs_somebody_exhausted", "every_active_ability_is_refused_to_the_exhausted"),
    (&["Magus"], "magus_lowers_a_requirement_by_one_in_complications", "magus_and_playactor_are_idle_outside_complications", "every_active_ability_is_refused_to_the_exhausted"),
    (&["CrookedMagistrate"], "crooked_magistrate_keeps_an_arrested_character_for_two_coins", "only_the_owner_is_asked_about_an_arrest_and_whoever_has_the_magistrate", "crooked_magistrate_cannot_act_without_two_coins"),
    (&["DashingStranger"], "dashing_stranger_exhausts_an_unexhausted_character_of_a_rival", "dashing_stranger_leaves_the_exhausted_alone", "every_active_ability_is_refused_to_the_exhausted"),
    (&["Traitor"], "traitor_adds_two_to_betrayals_once_the_code_is_broken", "traitor_adds_two_to_betrayals_once_the_code_is_broken", "no_passive_plain_or_reacting_character_is_used_on_a_turn"),
    (&["Mastermind"], "mastermind_makes_room_for_one_more", "mastermind_leaving_makes_a_crew_over_its_limit_fire", "mastermind_makes_room_for_one_more"),
    (&["Lookout"], "lookout_has_a_failure_die_rolled_again", "lookout_watches_only_defenses_where_its_player_has_somebody", "no_passive_plain_or_reacting_character_is_used_on_a_turn"),
    (&["Engineer"], "engineer_replaces_a_defense_and_coins_stay", "engineer_leaves_printed_defenses_and_works_outside_heists_only", "engineer_leaves_printed_defenses_and_works_outside_heists_only"),
    (&["StickUpCrew"], "stick_up_crew_works_alone", "stick_up_crew_works_alone", "acrobat_is_refused_where_one_stands_alone"),
    (&["Fence"], "fence_turns_a_scheme_into_two_coins", "fence_is_not_paid_when_reactions_to_its_price_took_the_last_scheme", "fence_needs_a_scheme"),
    (&["Forger"], "forger_takes_the_top_discard", "forger_needs_a_discard", "every_active_ability_is_refused_to_the_exhausted"),
    (&["Acrobat"], "acrobat_does_not_count_toward_two_on_a_defense", "acrobat_is_refused_where_one_stands_alone", "nhat_90_the_duel_is_for_one_character_only"),
    (&["Poisoner"], "poisoner_kills_what_becomes_exhausted_for_two_coins", "poisoner_spares_its_own_crew", "poisoner_is_idle_while_honor_holds_or_without_two_coins"),
    (&["StreetUrchin"], "street_urchin_draws_a_scheme", "nhat_86_using_an_ability_on_the_river_yacht_kills_its_user", "every_active_ability_is_refused_to_the_exhausted"),
    (&["Bodyguard"], "bodyguard_takes_an_arrest_upon_himself", "bodyguard_takes_a_death_upon_himself", "bodyguard_protects_neither_himself_nor_other_crews"),
    (&["Smuggler"], "smuggler_gets_one_more_for_every_bypassed_defense", "smuggler_gets_nothing_more_after_a_success_nor_for_what_others_bypassed", "smuggler_gets_nothing_more_after_a_success_nor_for_what_others_bypassed"),
    (&["Playactor"], "playactor_gives_one_lies_to_an_own_character_on_the_heist", "playactor_of_an_outsider_has_nobody_to_help", "magus_and_playactor_are_idle_outside_complications"),
    (&["Quartermaster"], "quartermaster_lets_a_rest_draw_three", "quartermaster_lets_a_rest_draw_three", "no_passive_plain_or_reacting_character_is_used_on_a_turn"),
    (&["Spymaster"], "the_spymaster_sees_a_hand_that_is_then_mixed", "spymaster_needs_a_rival_with_schemes", "every_active_ability_is_refused_to_the_exhausted"),
];

#[rustfmt::skip]
const SCHEMES: &[Row] = &[
    (&["Betrayal", "TraitorCard"], "betrayal_counts_six_and_traitor_eight", "nhat_06_every_scheme_is_refused_outside_its_time", "moment_of_truth_cards_cannot_be_played_on_a_turn"),
    (&["SideJob"], "the_books_example_side_job_pays_two_and_faked_death_goes_back", "side_job_pays_nothing_if_a_rival_betrays", "moment_of_truth_cards_cannot_be_played_on_a_turn"),
    (&["InsurancePolicy"], "insurance_policy_pays_four_if_a_rival_betrays", "insurance_policy_pays_four_if_a_rival_betrays", "moment_of_truth_cards_cannot_be_played_on_a_turn"),
    (&["HiddenBlade"], "hidden_blade_kills_or_exhausts_a_character_of_a_betrayer", "hidden_blade_without_a_betrayer_is_just_discarded", "moment_of_truth_cards_cannot_be_played_on_a_turn"),
    (&["MarkedCoin"], "marked_coin_takes_three_off_a_rivals_betrayal_which_still_counts", "marked_coin_takes_three_off_a_rivals_betrayal_which_still_counts", "moment_of_truth_cards_cannot_be_played_on_a_turn"),
    (&["HousebreakerKit", "WeaponsCache", "CourtFinery", "SoftBoots"], "attachments_add_one_of_their_skill", "attachments_go_to_own_characters_with_room_only", "nhat_06_every_scheme_is_refused_outside_its_time"),
    (&["FakedDeath"], "faked_death_brings_back_the_dead_for_two_coins", "faked_death_needs_a_corpse_two_coins_and_room", "nhat_06_every_scheme_is_refused_outside_its_time"),
    (&["BribedWarden"], "bribed_warden_takes_a_prisoner_for_two_coins", "bribed_warden_needs_a_prisoner_two_coins_and_room", "nhat_06_every_scheme_is_refused_outside_its_time"),
    (&["WordOnTheStreet"], "word_on_the_street_draws_three", "nhat_91_used_schemes_are_discarded_face_up_unless_they_stay_in_play", "nhat_06_every_scheme_is_refused_outside_its_time"),
    (&["AnonymousTip"], "anonymous_tip_arrests_an_exhausted_character_of_a_rival", "anonymous_tip_may_kill_once_the_code_is_broken", "anonymous_tip_needs_an_exhausted_rival"),
    (&["CalledInFavors"], "called_in_favors_takes_a_coin_from_every_richer_rival", "called_in_favors_takes_a_coin_from_every_richer_rival", "called_in_favors_needs_a_richer_rival"),
    (&["OnAlert"], "on_alert_raises_muscle_or_stealth_by_the_dice_icon", "on_alert_is_not_aimed_at_what_no_challenge_that_is_tried_asks_for", "complications_cannot_be_played_on_a_turn"),
    (&["ChangedLocks"], "changed_locks_raises_lies_or_tinker_by_the_dice_icon", "changed_locks_needs_a_challenge_that_asks_for_lies_or_tinker", "complications_cannot_be_played_on_a_turn"),
    (&["Reinforcements"], "reinforcements_raises_every_listed_skill_by_one", "reinforcements_raises_every_listed_skill_by_one", "complications_cannot_be_played_on_a_turn"),
    (&["SecondWind"], "second_wind_adds_the_dice_icon_to_a_skill_the_character_has", "second_wind_adds_the_dice_icon_to_a_skill_the_character_has", "complications_cannot_be_played_on_a_turn"),
    (&["ThinkFast"], "think_fast_adds_one_of_any_skill_that_is_asked_for", "nhat_93_complications_are_played_in_complications_at_no_action", "complications_cannot_be_played_on_a_turn"),
    (&["Distraction"], "distraction_lowers_a_targeted_requirement_by_the_dice_icon", "distraction_lowers_a_targeted_requirement_by_the_dice_icon", "complications_cannot_be_played_on_a_turn"),
    (&["TripUp"], "trip_up_exhausts_a_committed_character", "trip_up_may_kill_the_exhausted_once_the_code_is_broken", "complications_cannot_be_played_on_a_turn"),
    (&["RaiseTheAlarm"], "raise_the_alarm_arrests_an_exhausted_committed_character", "raise_the_alarm_arrests_an_exhausted_committed_character", "nhat_06_every_scheme_is_refused_outside_its_time"),
    (&["ImprovisedPlan"], "improvised_plan_draws_what_it_discards_and_one_more", "nhat_94_active_schemes_are_played_on_ones_turn_or_in_ones_slot_at_no_action", "nhat_06_every_scheme_is_refused_outside_its_time"),
    (&["Pickpocket"], "pickpocket_takes_up_to_two_coins", "pickpocket_in_complications_reaches_players_on_the_heist_only", "pickpocket_needs_a_rival_with_coins"),
    (&["SmellingSalts"], "smelling_salts_unexhausts_anybody", "nhat_103_the_arrested_are_in_no_crew_and_no_target", "smelling_salts_needs_somebody_exhausted"),
    (&["LooseLips"], "loose_lips_has_a_rival_discard_what_was_picked", "after_loose_lips_the_rest_of_the_hand_is_mixed", "loose_lips_needs_a_rival_with_schemes"),
    (&["TakingItPersonally"], "taking_it_personally_kills_a_character_of_the_betrayer", "two_betrayers_may_take_it_personally_of_each_other", "taking_it_personally_is_not_for_the_betrayer_nor_for_outsiders"),
    (&["PlayDead"], "play_dead_keeps_a_killed_character_exhausted", "play_dead_answers_neither_arrests_nor_deaths_in_other_crews", "reactions_cannot_be_played_without_their_trigger"),
    (&["CoverStory"], "cover_story_keeps_an_arrested_character_exhausted", "cover_story_answers_no_death", "reactions_cannot_be_played_without_their_trigger"),
    (&["NotSoFast"], "not_so_fast_cancels_a_rivals_scheme", "not_so_fast_does_not_answer_abilities", "reactions_cannot_be_played_without_their_trigger"),
];

#[rustfmt::skip]
const TREASURES: &[Row] = &[
    (&["OldKingsSignet"], "old_kings_signet_is_worth_five_coins_at_the_end", "old_kings_signet_pays_for_nothing_before_the_end_and_nobody_else", "old_kings_signet_pays_for_nothing_before_the_end_and_nobody_else"),
    (&["BottomlessPurse"], "bottomless_purse_brings_a_coin_after_a_success_its_owner_was_on", "bottomless_purse_brings_a_coin_after_a_success_its_owner_was_on", "a_treasure_works_for_its_owner_alone"),
    (&["DuskCloak", "OgreGauntlets", "SilverMask", "MasterKey"], "cloak_gauntlets_mask_and_key_help_the_first_character_committed", "cloak_gauntlets_mask_and_key_help_the_first_character_committed", "a_treasure_works_for_its_owner_alone"),
    (&["BookOfSecrets"], "book_of_secrets_raises_the_hand_limit_to_nine", "nhat_12_a_treasure_lies_face_up_before_its_owner_and_works_from_then_on", "a_treasure_works_for_its_owner_alone"),
    (&["SafehouseDeed"], "safehouse_deed_makes_room_for_one_more", "safehouse_deed_makes_room_for_no_more_than_one_and_for_its_owner_alone", "safehouse_deed_makes_room_for_no_more_than_one_and_for_its_owner_alone"),
    (&["HealingIdol"], "healing_idol_may_unexhaust_one_character_at_the_start_of_a_turn", "healing_idol_may_unexhaust_one_character_at_the_start_of_a_turn", "a_treasure_works_for_its_owner_alone"),
    (&["RoyalPardon"], "royal_pardon_turns_a_death_by_failure_table_into_an_arrest", "royal_pardon_helps_where_the_table_kills_by_exhaustion", "royal_pardon_does_not_help_against_other_deaths"),
    (&["GuildCharter"], "guild_charter_takes_a_coin_off_recruiting_but_not_below_nothing", "guild_charter_takes_a_coin_off_recruiting_but_not_below_nothing", "guild_charter_takes_a_coin_off_recruiting_but_not_below_nothing"),
    (&["LoadedDice"], "loaded_dice_roll_the_dice_icon_again_once", "loaded_dice_roll_the_dice_icon_again_once", "a_treasure_works_for_its_owner_alone"),
];

#[rustfmt::skip]
const AGENDAS: &[Row] = &[
    (&["Ace"], "the_ace_asks_for_the_character_with_the_most_skills", "h_a23_a_tie_is_enough_for_the_ace", "the_ace_asks_for_the_character_with_the_most_skills"),
    (&["Brute"], "the_brute_asks_for_six_muscle", "the_brute_asks_for_six_muscle", "the_brute_asks_for_six_muscle"),
    (&["Charmer"], "the_charmer_asks_for_five_lies", "nhat_111_attached_skills_count_and_conditional_ones_do_not", "the_charmer_asks_for_five_lies"),
    (&["Shadow"], "the_shadow_asks_for_five_stealth", "the_shadow_asks_for_five_stealth", "the_shadow_asks_for_five_stealth"),
    (&["Artificer"], "the_artificer_asks_for_four_tinker", "treasures_do_not_count_as_skills", "the_artificer_asks_for_four_tinker"),
    (&["Polymath"], "the_polymath_asks_for_two_of_each", "the_polymath_asks_for_two_of_each", "the_polymath_asks_for_two_of_each"),
    (&["Captain"], "the_captain_asks_for_four_unexhausted_characters", "the_captain_asks_for_four_unexhausted_characters", "the_captain_asks_for_four_unexhausted_characters"),
    (&["Planner"], "the_planner_asks_for_seven_schemes", "the_planner_asks_for_seven_schemes", "the_planner_asks_for_seven_schemes"),
    (&["Collector"], "the_collector_asks_for_two_treasures", "the_collector_asks_for_two_treasures", "the_collector_asks_for_two_treasures"),
    (&["HonestThief"], "the_honest_thief_never_betrayed", "nhat_110_agendas_are_revealed_and_a_missed_one_costs_nothing", "the_honest_thief_never_betrayed"),
    (&["Viper"], "the_viper_betrayed_twice", "nhat_110_agendas_are_revealed_and_a_missed_one_costs_nothing", "the_viper_betrayed_twice"),
    (&["Peacemaker"], "the_peacemaker_asks_for_an_unbroken_code", "nhat_01_most_coins_after_agendas_win", "the_peacemaker_asks_for_an_unbroken_code"),
    (&["Undertaker"], "the_undertaker_asks_for_six_graves", "the_undertaker_asks_for_six_graves", "the_undertaker_asks_for_six_graves"),
    (&["Turnkey"], "the_turnkey_asks_for_six_prisoners", "the_turnkey_asks_for_six_prisoners", "the_turnkey_asks_for_six_prisoners"),
    (&["LoneWolf"], "the_lone_wolf_won_twice_alone", "the_lone_wolf_counts_objectives_heisted_alone_and_no_jailbreak", "the_lone_wolf_won_twice_alone"),
    (&["Partner"], "the_partner_was_on_three_shared_successes", "the_partner_counts_successes_with_partners_only", "the_partner_was_on_three_shared_successes"),
    (&["PersonalReasons"], "personal_reasons_asks_to_be_richer_than_the_left_neighbour", "nhat_13_some_agendas_pay_more_with_five_or_six_players", "personal_reasons_asks_to_be_richer_than_the_left_neighbour"),
    (&["Underdog"], "the_underdog_asks_that_nobody_is_poorer", "nhat_13_some_agendas_pay_more_with_five_or_six_players", "the_underdog_asks_that_nobody_is_poorer"),
];

/// All Defenses and all Objectives are in tables that play goes through.
const DEFENSES: [&str; 3] = [
    "nhat_49_every_challenge_of_every_defense_is_bypassed_at_its_numbers_and_stands_at_one_less",
    "nhat_49_every_challenge_of_every_defense_is_bypassed_at_its_numbers_and_stands_at_one_less",
    "nhat_49_every_challenge_of_every_defense_is_bypassed_at_its_numbers_and_stands_at_one_less",
];
const OBJECTIVES: [&str; 3] = [
    "every_objective_pays_its_coins_and_treasures_to_whoever_bypasses_all_its_defenses",
    "nhat_75_every_cell_of_every_failure_table_does_what_it_says",
    "no_objective_is_tried_with_fewer_characters_than_it_has_defenses",
];

/// Tables that a test can go through instead of naming a card.
const TABLES: [&str; 5] = ["CHARACTERS", "SCHEMES", "DEFENSES", "OBJECTIVES", "::ALL"];

/// The tests by name, each with its text and the whole file's.
fn tests() -> BTreeMap<String, (String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/no_honor/tests");
    let mut tests = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let file = fs::read_to_string(entry.unwrap().path()).unwrap();
        for part in file.split("#[test]\nfn ").skip(1) {
            let (name, rest) = part.split_once('(').unwrap();
            let (body, _) = rest.split_once("\n}\n").unwrap();
            tests.insert(name.to_owned(), (body.to_owned(), file.clone()));
        }
    }
    tests
}

/// Whether a test is there and is about a card: it names it, or goes through a table that does.
fn covers(tests: &BTreeMap<String, (String, String)>, test: &str, id: &str, name: &str) -> bool {
    tests.get(test).is_some_and(|(body, file)| {
        let named = |text: &str| text.contains(id) || text.contains(name);
        let by_table = |table: &&str| body.contains(*table) && (*table == "::ALL" || named(file));
        named(body) || TABLES.iter().any(by_table)
    })
}

fn uncovered<K: Kind + Debug>(of: impl Fn(&str) -> Option<[&'static str; 3]>) -> Vec<String> {
    let tests = tests();
    let mut missing = Vec::new();
    for &kind in K::ALL {
        let (id, name) = (format!("{kind:?}"), kind.info().name);
        let Some(named) = of(&id) else {
            missing.push(format!("{id}: no tests"));
            continue;
        };
        let lacking = named.into_iter().filter(|test| !covers(&tests, test, &id, name));
        missing.extend(lacking.map(|test| format!("{id}: {test}")));
    }
    missing
}

fn look(rows: &'static [Row]) -> impl Fn(&str) -> Option<[&'static str; 3]> {
    move |id| {
        let row = rows.iter().find(|row| row.0.contains(&id))?;
        Some([row.1, row.2, row.3])
    }
}

#[test]
fn every_card_has_tests_of_its_effect_its_bounds_and_its_refusal() {
    let mut missing = uncovered::<Character>(look(CHARACTERS));
    missing.extend(uncovered::<Scheme>(look(SCHEMES)));
    missing.extend(uncovered::<Treasure>(look(TREASURES)));
    missing.extend(uncovered::<Agenda>(look(AGENDAS)));
    missing.extend(uncovered::<Defense>(|_| Some(DEFENSES)));
    missing.extend(uncovered::<Objective>(|_| Some(OBJECTIVES)));
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_test_that_is_not_there_or_about_another_card_does_not_count() {
    let tests = tests();
    assert!(covers(&tests, "fence_needs_a_scheme", "Fence", "Fence"));
    assert!(!covers(&tests, "fence_needs_a_scheme", "Forger", "Forger"));
    assert!(!covers(&tests, "fence_needs_nothing", "Fence", "Fence"));
}
