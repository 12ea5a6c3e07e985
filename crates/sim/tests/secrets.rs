//! Seats leave, and nobody learns a face that the rules did not show.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::Seat;
use sim::{Config, Leaver, Moment, attack::oracle::Leak};
use support::{config, leave, seat, with_options};

/// Seats leave at these moments; a seat that left and one that stayed pool all that the others have ever
/// sent.
fn nobody_learns_more(config: Config, leavers: Vec<Leaver>) {
    let seats = config.seats;
    let gone: Vec<Seat> = leavers.iter().map(|leaver| leaver.seat).collect();
    let world = leave(config, leavers);
    world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
    assert!(gone.iter().any(|seat| world.peers[seat.index()].away), "nobody left");
    let stays = Seat::all(seats).find(|seat| !gone.contains(seat));
    for curious in stays.into_iter().chain(gone.first().copied()) {
        let found = world.found_by(curious).unwrap();
        let leaks: Vec<_> = found.leaks.iter().map(Leak::to_string).collect();
        assert_eq!(leaks, [""; 0], "{curious} knows more than it should");
        assert!(found.known > 0, "{curious} knows nothing at all");
    }
}

fn gone(who: u8, round: &'static str, nth: u32) -> Leaver {
    Leaver::new(seat(who), Moment::Round(round, nth))
}

#[test]
fn a_leaver_in_suspicion_gives_nobody_a_face() {
    for (round, nth) in [("choose", 2), ("common-head", 3)] {
        nobody_learns_more(config("suspicion", 4, 5), vec![gone(1, round, nth)]);
    }
}

#[test]
fn two_leavers_in_suspicion_give_nobody_a_face() {
    let table = Config { survive: 2, ..config("suspicion", 5, 6) };
    nobody_learns_more(table, vec![gone(0, "choose", 1), gone(3, "choose", 6).says_so()]);
}

#[test]
fn a_leaver_in_never_bring_a_knife_gives_nobody_a_role() {
    for (round, nth) in [("remask", 0), ("choose", 4)] {
        nobody_learns_more(config("never-bring-a-knife", 4, 1), vec![gone(2, round, nth)]);
    }
}

#[test]
fn a_leaver_among_thieves_gives_nobody_a_hand() {
    nobody_learns_more(config("no-honor", 3, 2), vec![gone(1, "choose", 20)]);
}

#[test]
fn a_leaver_in_knives_gives_nobody_a_hand() {
    let table = with_options("knives", 5, 1, &[("target", "10")]);
    nobody_learns_more(table, vec![gone(4, "choose", 12)]);
}
