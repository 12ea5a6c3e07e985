//! Exhaustion, arrest, death, Martial Law.

use super::*;
use Character::*;

#[test]
fn nhat_102_a_second_exhaustion_arrests_while_honor_holds_and_kills_afterwards() {
    let play = |broken: bool| {
        let mut scene =
            scene(3).crew(A, &[Enforcer, Acrobat]).hand(B, &[Scheme::TripUp]).rolls(&[2]);
        if broken {
            scene = scene.broken();
        }
        let mut rig = scene.play();
        rig.solo(
            "Wealthy",
            &[
                "Against Ceremonial Guards with 2 Lies: Enforcer",
                "Against High Wall with 1 Stealth: Acrobat",
            ],
        );
        rig.act(&[(B, "Trip Up")]);
        rig.pick(B, "Enforcer of A").unwrap();
        rig.pass();
        (rig.jail(), rig.dead())
    };
    assert_eq!(play(false), (vec![Enforcer], vec![]));
    assert_eq!(play(true), (vec![], vec![Enforcer]));
}

#[test]
fn nhat_103_the_arrested_are_in_no_crew_and_no_target() {
    let rig = scene(3)
        .jail(&[Enforcer])
        .crew(A, &[Veteran])
        .hand(A, &[Scheme::SmellingSalts])
        .broken()
        .play();
    assert_eq!(rig.refused(A, "Use Veteran"), "no rival has an exhausted Character");
    assert!(!rig.refused(A, "Smelling Salts").is_empty());
    let mut rig = scene(3).hand(A, &[Scheme::AnonymousTip]).tired(B, &[Enforcer]).play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
    assert_eq!((rig.jail(), rig.crew(B)), (vec![Enforcer], vec![]));
}

#[test]
fn nhat_104_the_killed_go_to_the_graveyard() {
    let mut rig = scene(3).crew(A, &[Veteran]).tired(B, &[Enforcer]).broken().play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!((rig.dead(), rig.jail(), rig.crew(B)), (vec![Enforcer], vec![], vec![]));
}

/// Everybody but seven is dead; A and B have crews.
fn purge() -> Scene {
    let living = [Veteran, Enforcer, Ghost, Shyster, Locksmith, Acrobat];
    let mut dead: Vec<Character> = Vec::new();
    for who in Character::ALL {
        let copies = who.copies() - usize::from(living.contains(who));
        dead.extend(std::iter::repeat_n(*who, copies));
    }
    assert_eq!(dead.len(), 29);
    scene(3)
        .graveyard(&dead)
        .crew(A, &[Veteran, Acrobat, Ghost])
        .tired(B, &[Enforcer])
        .crew(B, &[Shyster, Locksmith])
        .broken()
}

#[test]
fn nhat_113_fewer_than_six_characters_at_large_is_martial_law_and_all_lose() {
    let mut rig = purge().play();
    assert_eq!(rig.s().at_large(), 6);
    rig.pick(A, "Use Veteran").unwrap();
    let end = rig.over().unwrap();
    assert_eq!(end.winners, []);
    assert!(rig.said("Martial Law"));
}

#[test]
fn h_a31_martial_law_strikes_at_once_even_during_a_heist() {
    let mut rig = purge().hand(C, &[Scheme::TripUp, Scheme::TripUp]).play();
    rig.go(&[(A, "Wealthy"), (A, "Alone")]);
    rig.send(&[
        (A, "Against Ceremonial Guards with 2 Muscle: Veteran"),
        (A, "Against High Wall with 1 Stealth: Ghost"),
    ]);
    rig.act(&[(C, "Trip Up")]);
    rig.pick(C, "Veteran of A").unwrap();
    rig.pass(); // the Ghost could answer
    rig.act(&[(C, "Trip Up")]);
    rig.pick(C, "Veteran of A, to kill").unwrap();
    rig.pass();
    assert_eq!(rig.over().unwrap().winners, []);
    assert!(!rig.said("The heist"));
}

#[test]
fn staying_exhausted_instead_is_no_second_exhaustion() {
    let mut rig = scene(3)
        .crew(A, &[Veteran])
        .tired(B, &[Enforcer])
        .hand(B, &[Scheme::PlayDead])
        .broken()
        .play();
    rig.pick(A, "Use Veteran").unwrap();
    rig.act(&[(B, "Play Dead")]);
    assert_eq!((rig.tired(B), rig.dead(), rig.jail()), (vec![Enforcer], vec![], vec![]));
}

#[test]
fn an_event_is_replaced_once() {
    let mut rig = scene(3)
        .crew(A, &[Veteran])
        .tired(B, &[Enforcer])
        .crew(B, &[Bodyguard])
        .hand(B, &[Scheme::PlayDead])
        .broken()
        .play();
    rig.pick(A, "Use Veteran").unwrap();
    rig.act(&[(B, "Use Bodyguard")]);
    assert_eq!((rig.dead(), rig.hand(B)), (vec![Bodyguard], vec![Scheme::PlayDead]));
}
