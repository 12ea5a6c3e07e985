//! One seat cheats. Every honest node notices in the step in which it happens, names that seat and no
//! other, and leaves evidence that convinces somebody who was not there.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::BotKind;
use proto::OnCheat;
use sim::{
    Config, Faults, Kind, World,
    run::{DEADLINE, judge, trouble},
    world::Scenario,
};
use support::{config, with_options};

/// Plays seeds until the cheat has found an opportunity in so many matches.
fn caught(kind: Kind, times: u32, table: impl Fn(u64) -> Config) {
    caught_when(|_| {}, kind, times, table);
}

/// The same, with more trouble.
fn caught_when(
    more: impl Fn(&mut Scenario),
    kind: Kind,
    times: u32,
    table: impl Fn(u64) -> Config,
) {
    let mut tried = 0;
    for seed in 0..40 {
        let config = table(seed);
        let mut trouble = trouble(kind, &config);
        more(&mut trouble);
        let mut world = World::troubled(config.clone(), trouble).unwrap();
        world.run(DEADLINE);
        let found = judge(&world, kind, &config).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(found.problem, None);
        let caught = found.detected && found.named_right && found.misdeed_right;
        assert!(!found.tried || caught, "{kind:?}, seed {seed}");
        tried += u32::from(found.tried);
        if tried == times {
            return;
        }
    }
    panic!("{kind:?} found no opportunity");
}

/// A table that goes on without a cheat.
fn goes_on(seed: u64) -> Config {
    config("suspicion", 3 + (seed % 2) as usize, seed)
}

/// A table that ends when somebody cheats.
fn ends(seed: u64) -> Config {
    Config { on_cheat: OnCheat::End, ..config("suspicion", 2 + (seed % 3) as usize, seed) }
}

/// A game in which hands owe something.
fn knives(seed: u64) -> Config {
    let knives = with_options("knives", 5, seed, &[("target", "10")]);
    Config { on_cheat: OnCheat::End, ..knives }
}

/// A game in which cards are looked at.
fn looks(seed: u64) -> Config {
    config("never-bring-a-knife", 4, seed)
}

/// A game with every kind of request but a demand: piles, deals, looks, mixed hands, sealed choices,
/// windows, dice.
fn thieves(seed: u64) -> Config {
    Config { bots: BotKind::NORMAL, ..config("no-honor", 3 + (seed % 2) as usize, seed) }
}

macro_rules! cheats {
    ($($name:ident: $kind:ident, $times:literal, $table:expr;)+) => {
        $(#[test]
        fn $name() {
            caught(Kind::$kind, $times, $table);
        })+
    };
}

cheats! {
    a_wrong_permutation_is_noticed: WrongPermutation, 3, goes_on;
    a_wrong_permutation_ends_a_strict_match: WrongPermutation, 3, ends;
    a_replaced_card_is_noticed: ReplacedCard, 3, goes_on;
    a_card_replaced_while_looking_is_noticed: ReplacedCard, 3, looks;
    a_duplicated_card_is_noticed: DuplicatedCard, 3, goes_on;
    a_shuffle_from_another_step_is_noticed: ShuffleFromAnotherStep, 3, goes_on;
    a_wrong_share_is_noticed: WrongShare, 4, goes_on;
    a_share_of_another_card_is_noticed: ShareForAnotherCard, 4, goes_on;
    a_false_claim_not_to_hold_a_suit_is_noticed: ForgedCannotFollow, 1, knives;
    a_demanded_card_kept_back_is_noticed: ForgedNotHeld, 1, knives;
    an_illegal_move_is_noticed: IllegalMove, 4, goes_on;
    an_illegal_move_ends_a_strict_match: IllegalMove, 2, ends;
    a_word_out_of_turn_is_noticed: OutOfTurn, 4, goes_on;
    somebody_elses_card_is_noticed: CardOfSomebodyElse, 3, goes_on;
    a_card_played_before_is_noticed: CardAlreadyPlayed, 2, goes_on;
    a_replayed_message_is_noticed: ReplayedMessage, 4, goes_on;
    a_consent_protects_nobody_who_then_falls_silent: ConsentThenSilence, 4, goes_on;
    another_history_is_noticed: WrongHead, 3, goes_on;
    a_forged_signature_names_nobody: ForgedSignature, 2, goes_on;
    equivocation_is_noticed: Equivocation, 4, goes_on;
    equivocation_ends_a_strict_match: Equivocation, 2, ends;
    a_bad_dealing_is_noticed_by_its_receivers: BadDealing, 2, goes_on;
    a_rogue_key_is_noticed: RogueKey, 3, ends;
    a_copied_part_of_a_random_number_is_noticed: BiasedBeacon, 2, goes_on;
    silence_names_nobody: Silence, 4, goes_on;
    garbage_names_nobody: GarbageBytes, 2, goes_on;
    an_oversized_message_names_nobody: OversizedBytes, 2, goes_on;
    a_changed_sealed_choice_is_noticed: SealedChanged, 3, goes_on;
    a_copied_seal_is_noticed: CopiedSeal, 2, goes_on;
    a_seal_of_no_entry_that_is_never_opened_names_nobody: SealedGarbage, 2, goes_on;
    a_forbidden_choice_that_is_never_opened_names_nobody: SealedIllegal, 2, goes_on;
}

/// A table that has more to decide, and goes on without a cheat and a leaver.
fn decides(seed: u64) -> Config {
    Config { survive: 2, ..config("suspicion", 5, seed) }
}

macro_rules! contradictions {
    ($($name:ident: $kind:ident, $table:expr;)+) => {
        $(#[test]
        fn $name() {
            let faults = Faults::parse("loss,reorder,delay").unwrap();
            caught_when(|trouble| trouble.faults = faults, Kind::$kind, 3, $table);
        })+
    };
}

contradictions! {
    a_consent_and_then_the_fast_path_is_noticed_though_messages_get_lost: BrokenConsent, decides;
    two_promises_for_one_ballot_are_noticed_though_messages_get_lost: TwoPromises, decides;
    two_accepts_in_one_ballot_are_noticed_though_messages_get_lost: TwoAccepts, decides;
    two_proposals_in_one_ballot_are_noticed_though_messages_get_lost: TwoProposals, decides;
    a_proposal_that_its_promises_forbid_is_noticed_though_messages_get_lost: ForbiddenProposal, decides;
    a_hidden_accept_is_noticed_though_messages_get_lost: HiddenAccept, decides;
    a_forged_certificate_names_nobody_and_changes_nothing: ForgedCertificate, decides;
    a_false_decision_is_noticed_though_messages_get_lost: FalseDecision, decides;
    a_two_faced_head_is_noticed_though_messages_get_lost: TwoFacedHead, goes_on;
    two_choices_are_noticed_though_messages_get_lost: TwoChoices, goes_on;
    two_remasks_are_noticed_though_messages_get_lost: TwoRemasks, looks;
    two_seals_are_noticed_though_messages_get_lost: TwoSeals, goes_on;
    two_parts_of_a_number_are_noticed_though_messages_get_lost: TwoBeaconParts, goes_on;
    two_remixes_are_noticed_though_messages_get_lost: TwoRemixes, goes_on;
    a_wrong_head_names_nobody_though_messages_get_lost: WrongHead, goes_on;
    silence_names_nobody_though_messages_get_lost: Silence, goes_on;
}

/// The kinds of cheating that this game leaves room for: nobody is ever asked to follow or to prove
/// anything in it.
fn among_thieves() -> impl Iterator<Item = Kind> {
    let owes = |kind: &Kind| matches!(kind, Kind::ForgedCannotFollow | Kind::ForgedNotHeld);
    Kind::ALL.iter().copied().filter(move |kind| !owes(kind))
}

#[test]
fn every_cheat_among_thieves_is_noticed() {
    for kind in among_thieves() {
        let two_lost = |seed| Config { seats: 5, survive: 2, ..thieves(seed) };
        if kind.needs_leaver() {
            caught(kind, 1, two_lost);
        } else {
            caught(kind, 1, thieves);
        }
    }
}

#[test]
fn a_cheat_late_among_thieves_is_noticed() {
    for kind in among_thieves().filter(|kind| !kind.needs_leaver()) {
        // Opportunities to let pass: there is one large shuffle, and some hands are mixed later.
        let skip = match kind {
            Kind::RogueKey | Kind::BadDealing => continue,
            Kind::WrongPermutation | Kind::DuplicatedCard | Kind::ShuffleFromAnotherStep => 1,
            Kind::ReplacedCard => 1,
            Kind::TwoRemixes | Kind::TwoBeaconParts => 1,
            // Thieves hardly ever look at a card a second time.
            Kind::TwoRemasks => 0,
            Kind::BiasedBeacon => 3,
            Kind::CardAlreadyPlayed | Kind::CardOfSomebodyElse => 6,
            _ => 40,
        };
        let late = |trouble: &mut Scenario| {
            trouble.cheat.iter_mut().for_each(|cheat| cheat.skip = skip);
        };
        caught_when(late, kind, 1, |seed| Config { on_cheat: OnCheat::End, ..thieves(seed) });
    }
}

#[test]
fn a_cheat_is_noticed_though_messages_get_lost_and_machines_crash() {
    let faults = Faults::parse("loss,reorder,crash").unwrap();
    for kind in [Kind::WrongShare, Kind::IllegalMove, Kind::OutOfTurn] {
        caught_when(|trouble| trouble.faults = faults, kind, 2, goes_on);
    }
    // A second story that gets lost was told to nobody.
    let faults = Faults::parse("reorder,crash").unwrap();
    caught_when(|trouble| trouble.faults = faults, Kind::Equivocation, 2, goes_on);
}

#[test]
fn a_false_part_of_a_leavers_share_is_noticed() {
    let table = |seed| Config { survive: 2, ..config("suspicion", 5, seed) };
    caught(Kind::BadRecoveredShare, 2, table);
}
