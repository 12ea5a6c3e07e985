//! Every Treasure.

use super::*;
use crate::no_honor::{cards::Skill, end::wealth};
use Character::{Acrobat, Alchemist, Enforcer, Fence, Ghost, Locksmith, Shyster, StreetUrchin};
use Treasure::*;

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";

#[test]
fn old_kings_signet_is_worth_five_coins_at_the_end() {
    let rig = scene(3).owns(A, OldKingsSignet).play();
    assert_eq!(wealth(rig.s(), A), 10);
}

#[test]
fn old_kings_signet_pays_for_nothing_before_the_end_and_nobody_else() {
    let rig = scene(3).owns(A, OldKingsSignet).coins(A, 1).pool(&[Enforcer]).play();
    assert_eq!(rig.refused(A, "Recruit for 2 (2 Muscle): Enforcer"), "the price is 2; you have 1");
    assert_eq!((wealth(rig.s(), A), wealth(rig.s(), B)), (6, 5));
}

#[test]
fn bottomless_purse_brings_a_coin_after_a_success_its_owner_was_on() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).owns(A, BottomlessPurse).play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig.pass();
    assert_eq!(rig.coins(A), 5 + 6 + 1);
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).owns(B, BottomlessPurse).play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig.pass();
    assert_eq!(rig.coins(B), 5);
}

#[test]
fn cloak_gauntlets_mask_and_key_help_the_first_character_committed() {
    let lent = [
        (DuskCloak, Skill::Stealth, 0),
        (OgreGauntlets, Skill::Muscle, 2),
        (SilverMask, Skill::Lies, 0),
        (MasterKey, Skill::Tinker, 0),
    ];
    for (treasure, skill, own) in lent {
        let mut rig = scene(3).crew(A, &[Enforcer, Shyster]).owns(A, treasure).play();
        rig.go(&[(A, "Wealthy"), (A, "Alone"), (A, GUARDS)]);
        rig.pick(A, "Against High Wall with 3 Muscle: Shyster").unwrap();
        let power = |thief: usize| rig.s().power(rig.s().players[A].crew[thief].card, skill);
        assert_eq!(power(0), own + 1, "{}", treasure.name());
        assert_eq!(power(1), if skill == Skill::Lies { 2 } else { 0 });
    }
}

#[test]
fn book_of_secrets_raises_the_hand_limit_to_nine() {
    let mut rig = scene(3).owns(A, BookOfSecrets).play();
    rig.pick(A, "Legwork").unwrap();
    assert_eq!(rig.hand(A).len(), 9);
}

#[test]
fn safehouse_deed_makes_room_for_one_more() {
    let rig = scene(3).owns(A, SafehouseDeed).play();
    assert_eq!(rig.s().crew_limit(A), 5);
}

#[test]
fn safehouse_deed_makes_room_for_no_more_than_one_and_for_its_owner_alone() {
    let four = [Ghost, Shyster, Locksmith, Acrobat];
    let full = "your crew is full: fire somebody first";
    let words = "Recruit for 2 (2 Muscle): Enforcer";
    let refused = |scene: Scene| scene.pool(&[Enforcer]).play().refused(A, words);
    assert_eq!(refused(scene(3).crew(A, &four).owns(A, SafehouseDeed)), "");
    assert_eq!(refused(scene(3).crew(A, &four).crew(A, &[Fence]).owns(A, SafehouseDeed)), full);
    assert_eq!(refused(scene(3).crew(A, &four).owns(B, SafehouseDeed)), full);
}

#[test]
fn a_treasure_works_for_its_owner_alone() {
    let limits = |treasure| {
        let rig = scene(3).owns(B, treasure).tired(A, &[Enforcer]).pool(&[Ghost]).play();
        assert_eq!(rig.refused(A, "Recruit for 4 (2 Stealth): Ghost"), ""); // no Idol, no Charter
        (rig.s().hand_limit(A), rig.s().crew_limit(A))
    };
    for &treasure in Treasure::ALL {
        assert_eq!(limits(treasure), (7, 4), "{}", treasure.name());
        let mut rig = scene(3)
            .crew(A, &[Enforcer, Acrobat])
            .owns(B, treasure)
            .hand(A, &[Scheme::SecondWind])
            .rolls(&[0, 5, 0])
            .play();
        rig.solo("Wealthy", &["Against Ceremonial Guards with 2 Lies: Enforcer", WALL]);
        let card = rig.s().players[A].crew[0].card;
        assert_eq!(Skill::ALL.map(|skill| rig.s().power(card, skill)), [0, 0, 2, 0]);
        rig.act(&[(A, "Play Second Wind")]); // there is only the Acrobat's Stealth
        assert_eq!(rig.entries(A), ["Count 3 daggers", "Count 0 daggers"]); // no Loaded Dice
        rig.pick(A, "Count 3 daggers").unwrap();
        rig.pass();
        assert_eq!(rig.dead(), [Enforcer], "{}", treasure.name()); // no Pardon
    }
}

#[test]
fn healing_idol_may_unexhaust_one_character_at_the_start_of_a_turn() {
    let mut rig = scene(3).owns(A, HealingIdol).tired(A, &[Enforcer, Shyster]).play();
    rig.pick(A, "Unexhaust Shyster").unwrap();
    assert_eq!(rig.tired(A), [Enforcer]);
    let rig = scene(3).owns(A, HealingIdol).crew(A, &[Enforcer]).play();
    assert!(rig.entries(A).iter().any(|e| e.contains("Legwork"))); // nobody to heal
}

#[test]
fn royal_pardon_turns_a_death_by_failure_table_into_an_arrest() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).owns(A, RoyalPardon).rolls(&[0]).play();
    rig.solo("Wealthy", &["Against Ceremonial Guards with 2 Lies: Enforcer", WALL]);
    rig.pass();
    assert_eq!((rig.dead(), rig.jail()), (vec![], vec![Enforcer]));
}

#[test]
fn royal_pardon_helps_where_the_table_kills_by_exhaustion() {
    let yacht = [Defense::BarredDoor, Defense::HighWall, Defense::CeremonialGuards];
    let mut rig = scene(3)
        .crew(A, &[Locksmith, Acrobat, Enforcer])
        .owns(A, RoyalPardon)
        .mat(0, Objective::RiverYacht, &yacht)
        .rolls(&[1])
        .play();
    let door = "Against Barred Door with 1 Tinker: Locksmith";
    rig.solo("River Yacht", &[door, WALL, "Against Ceremonial Guards with 2 Lies: Enforcer"]);
    rig.pass();
    assert_eq!((rig.dead(), rig.jail()), (vec![], vec![Enforcer]));
    // Exhausted twice, once the code is broken.
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Acrobat])
        .owns(A, RoyalPardon)
        .hand(B, &[Scheme::TripUp])
        .broken()
        .rolls(&[2])
        .play();
    rig.solo("Wealthy", &["Against Ceremonial Guards with 2 Lies: Enforcer", WALL]);
    rig.act(&[(B, "Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    rig.pass();
    assert_eq!((rig.dead(), rig.jail()), (vec![], vec![Enforcer]));
}

#[test]
fn royal_pardon_does_not_help_against_other_deaths() {
    let mut rig = scene(3)
        .crew(A, &[Character::Veteran])
        .tired(B, &[Enforcer])
        .owns(B, RoyalPardon)
        .broken()
        .play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rig.dead(), [Enforcer]);
}

#[test]
fn guild_charter_takes_a_coin_off_recruiting_but_not_below_nothing() {
    let mut rig = scene(3)
        .owns(A, GuildCharter)
        .coins(A, 1)
        .pool(&[StreetUrchin, Enforcer, Fence, Ghost, Alchemist])
        .play();
    assert_eq!(rig.refused(A, "Recruit for 3 (2 Stealth): Ghost"), "the price is 3; you have 1");
    rig.go(&[
        (A, "Recruit for 0 (1 Stealth): Street Urchin"),
        (A, "Recruit for 1 (2 Muscle): Enforcer"),
    ]);
    assert_eq!(rig.coins(A), 0);
}

#[test]
fn loaded_dice_roll_the_dice_icon_again_once() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Acrobat])
        .owns(B, LoadedDice)
        .hand(B, &[Scheme::OnAlert])
        .rolls(&[0, 1, 5, 4])
        .play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig.act(&[(B, "Play On Alert")]);
    rig.go(&[(B, "Muscle at the Ceremonial"), (B, "Roll both again")]);
    assert_eq!(rig.entries(B), ["Count 3 daggers", "Count 2 daggers"]);
}

#[test]
fn nhat_12_a_treasure_lies_face_up_before_its_owner_and_works_from_then_on() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith, Acrobat])
        .mat(0, Objective::MasterGoldsmith, &[Defense::BarredDoor, Defense::HighWall])
        .next_treasures(&[BookOfSecrets])
        .play();
    rig.solo("Goldsmith", &["Against Barred Door with 1 Tinker: Locksmith", WALL]);
    rig.pass();
    let s = rig.s();
    assert_eq!(s.players[A].treasures[0].kind, BookOfSecrets);
    assert_eq!(s.hand_limit(A), 9);
    assert_eq!(
        rig.clear.driver.faces().face(s.players[A].treasures[0].card),
        Some(BookOfSecrets.face())
    );
}
