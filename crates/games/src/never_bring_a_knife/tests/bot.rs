//! The sensible bot: what it does in plain situations.

use engine::{Ask, Seat};

use super::{
    super::{Move, bot::pick},
    kit::{A, B, C, F, Fight, Q},
};

/// What the bot would do for whoever is asked now.
fn thinks(fight: &Fight) -> Move {
    let seat = fight.asked().unwrap();
    let clear = &fight.rig.clear;
    let ask = Ask::of(&clear.driver, seat, clear.dealer.knowledge(seat)).unwrap();
    fight.state().moves[pick(&ask, fight.state())]
}

/// A has played a Gun and may put the next one anywhere: where does the bot want it?
fn target_of_first_gun(team: &str) -> Seat {
    let mut fight = Fight::new(team, &[&["GMGG", F, Q, "AMCG"]]);
    fight.take("Gun");
    let Move::Place { on, .. } = thinks(&fight) else { panic!("no place") };
    on
}

#[test]
fn the_bot_shoots_the_neighbour_it_knows_as_an_enemy() {
    assert_eq!(target_of_first_gun("CKCKKC"), B);
}

#[test]
fn the_bot_shoots_strangers_rather_than_a_friend() {
    assert_ne!(target_of_first_gun("CCKKKC"), B);
}

#[test]
fn the_bot_saves_a_falling_friend_and_not_an_enemy() {
    for (team, wanted) in [("CCKKKC", Move::Heal(B)), ("CKCKKC", Move::Look(Some(C)))] {
        let mut fight = Fight::new(team, &[&["MMMM", "GGGG", F, F], &["MGAC", "GGMM", Q, Q]]);
        fight.round();
        fight.decline();
        fight.round();
        assert_eq!((fight.asked(), fight.wounds(B)), (Some(A), 3));
        assert_eq!(thinks(&fight), wanted);
    }
}

#[test]
fn the_bot_hits_an_enemy_and_banks_a_hit_without_one() {
    // B knows C: once a friend, once an enemy.
    let mut fight = Fight::eight("normal", "CKCKCKCKKC", "HMMM");
    fight.round();
    assert_eq!(thinks(&fight), Move::Hit(C));
    let mut fight = Fight::eight("normal", "CKKCCKCKKC", "HMMM");
    fight.round();
    assert_eq!(thinks(&fight), Move::Skip);
}
