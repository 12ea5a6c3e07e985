//! Seats that leave, return, and watch.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::{BotKind, Seat, check::digest};
use proto::{Body, Digest, Record, file::Reader};
use sim::{Config, Faults, Leaver, Moment, World, run::DEADLINE, world::Scenario};
use support::{config, leave, play, seat, with_options};
use table::{AutoConsent, Ending, Seats};

fn gone(who: u8, moment: Moment) -> Leaver {
    Leaver::new(seat(who), moment)
}

fn fair_without(config: Config, leavers: Vec<Leaver>) -> World {
    let who: Vec<Seat> = leavers.iter().map(|leaver| leaver.seat).collect();
    let world = leave(config, leavers);
    world.verdict().unwrap_or_else(|problem| panic!("{who:?} left: {problem}"));
    world
}

/// A match in which each seat in turn leaves at some moments of a kind.
fn leaves_in(game: &str, seats: usize, round: &'static str) {
    let mut left = 0;
    for seed in 0..3 {
        let who = (seed % seats as u64) as u8;
        let moment = Moment::Round(round, (seed * 3 % 7) as u32);
        let world = fair_without(config(game, seats, seed), vec![gone(who, moment)]);
        left += usize::from(world.peers[usize::from(who)].away);
    }
    assert!(left > 0, "there was no such moment");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_during_a_shuffle() {
    leaves_in("suspicion", 3, "shuffle");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_during_a_deal() {
    leaves_in("suspicion", 4, "deal");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_during_its_turn() {
    leaves_in("suspicion", 3, "choose");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_while_choices_are_sealed() {
    leaves_in("suspicion", 4, "seal");
    leaves_in("suspicion", 4, "open");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_while_cards_are_revealed() {
    leaves_in("never-bring-a-knife", 4, "reveal");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_while_a_card_is_looked_at() {
    leaves_in("never-bring-a-knife", 4, "remask");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_while_a_hand_is_demanded() {
    let config = with_options("knives", 5, 1, &[("target", "10")]);
    let world = fair_without(config, vec![gone(2, Moment::Round("demand", 0))]);
    assert!(world.peers[2].away, "nothing was demanded");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_during_a_random_number() {
    leaves_in("suspicion", 3, "beacon");
    leaves_in("suspicion", 3, "roll");
}

#[test]
fn a_crew_goes_on_when_a_seat_leaves_at_any_kind_of_moment() {
    // How many moments of a kind pass before the seat leaves.
    let moments = [
        ("shuffle", 0),
        ("deal", 3),
        ("reveal", 2),
        ("remix", 0),
        ("choose", 25),
        ("seal", 6),
        ("open", 6),
        ("beacon", 1),
        ("roll", 1),
        ("attest", 0),
    ];
    for (i, (round, nth)) in (0..).zip(moments) {
        let thieves = config("no-honor", 3 + i as usize % 2, i);
        let thieves = Config { bots: BotKind::NORMAL, ..thieves };
        let world = fair_without(thieves, vec![gone((i % 3) as u8, Moment::Round(round, nth))]);
        assert!(world.peers[(i % 3) as usize].away, "there was no {round}");
    }
}

#[test]
fn a_crew_goes_on_when_a_seat_leaves_while_a_hand_is_looked_at() {
    // Sensible crews seldom look at hands.
    let left = (0..20).filter(|seed| {
        let who = (seed % 3) as u8;
        let moment = Moment::Round("remask", 0);
        fair_without(config("no-honor", 3, *seed), vec![gone(who, moment)]).peers[usize::from(who)]
            .away
    });
    assert_eq!(left.take(2).count(), 2, "nobody looked at a hand");
}

#[test]
fn a_match_ends_fairly_when_a_seat_leaves_before_signing_the_end() {
    leaves_in("suspicion", 3, "attest");
}

/// The steps that votes closed, and head and result of the last word that signed the end.
fn votes_and_end(transcript: &[u8]) -> (Vec<u64>, (Digest, Digest)) {
    let mut reader = Reader::new(transcript).unwrap();
    let (mut votes, mut end) = (Vec::new(), None);
    while let Some(record) = reader.entry::<Record>().unwrap() {
        match record {
            Record::Consent(consent) => votes.push(consent.statement.at.step),
            Record::Contribution(said) => {
                if let Body::Attest(result) = said.statement.body {
                    end = Some((said.statement.head, result));
                }
            }
            _ => {}
        }
    }
    (votes, end.unwrap())
}

#[test]
fn the_fingerprint_is_of_the_head_that_is_signed_though_votes_came_before() {
    for seed in 0..20 {
        let leaver = gone(0, Moment::Round("attest", 0));
        let world = fair_without(config("suspicion", 3, seed), vec![leaver]);
        let node = world.node(seat(1)).unwrap();
        let (votes, (head, result)) = votes_and_end(&node.transcript());
        // Its last word may have got out.
        if !votes.is_empty() {
            let expected = proto::words(&proto::digest("fingerprint", &[&head, &result]));
            assert_eq!(node.play().fingerprint(), Some(expected));
            return;
        }
    }
    panic!("nobody left before signing the end");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_at_any_step() {
    for seed in 0..10 {
        let seats = 3 + (seed % 2) as usize;
        let who = (seed % seats as u64) as u8;
        fair_without(config("suspicion", seats, seed), vec![gone(who, Moment::Step(4 + 6 * seed))]);
    }
}

#[test]
fn two_seats_may_leave_one_after_the_other() {
    for seed in 0..4 {
        let config = Config { survive: 2, ..config("suspicion", 5, seed) };
        let leavers = vec![gone(0, Moment::Step(8 + seed)), gone(3, Moment::Step(20 + 5 * seed))];
        fair_without(config, leavers);
    }
}

#[test]
fn two_seats_may_leave_at_once() {
    for seed in 0..4 {
        let config = Config { survive: 2, ..config("suspicion", 5, seed) };
        let moment = Moment::Step(6 + 5 * seed);
        fair_without(config, vec![gone(1, moment), gone(4, moment)]);
    }
}

#[test]
fn votes_are_remembered_through_crashes_and_lost_messages() {
    let faults = Faults::parse("crash,loss,reorder").unwrap();
    for seed in 0..10 {
        let leavers = vec![gone((seed % 4) as u8, Moment::Step(5 + 4 * seed))];
        let world =
            play(config("suspicion", 4, seed), Scenario { faults, leavers, ..Scenario::default() });
        world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
    }
}

#[test]
fn a_crash_after_any_action_while_votes_are_cast_changes_no_word() {
    // The seat is back just when the others vote.
    let back = Leaver::new(seat(2), Moment::Step(7)).back_after(30_400);
    for actions in (20..140).step_by(3) {
        let crash = Some((seat(0), actions));
        let trouble = Scenario { leavers: vec![back.clone()], crash, ..Scenario::default() };
        let world = play(config("suspicion", 3, 3), trouble);
        world.verdict().unwrap_or_else(|problem| panic!("after {actions} actions: {problem}"));
    }
}

#[test]
fn a_seat_that_never_votes_and_then_leaves_stalls_nobody() {
    let faults = Faults::parse("partition,outage").unwrap();
    for seed in 0..12 {
        let leavers = vec![gone(2, Moment::Step(5 + 2 * seed))];
        let trouble = Scenario {
            faults,
            leavers,
            votes: vec![(seat(2), AutoConsent::Never)],
            ..Scenario::default()
        };
        let world = play(config("suspicion", 3, seed), trouble);
        world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
    }
}

/// A match of three in which seat 0 is there and never chooses, and the others vote like this.
fn somebody_thinks(votes: [AutoConsent; 2]) -> World {
    let votes = vec![(seat(1), votes[0]), (seat(2), votes[1])];
    let trouble = Scenario { thinking: vec![seat(0)], votes, ..Scenario::default() };
    play(config("suspicion", 3, 1), trouble)
}

#[test]
fn nodes_without_a_person_wait_for_somebody_who_thinks() {
    let world = somebody_thinks([AutoConsent::Away; 2]);
    let play = world.peers[1].node.as_ref().unwrap().play();
    assert!(play.ending().is_none() && play.present().contains(seat(0)));
}

#[test]
fn nodes_without_a_person_go_along_with_a_person_who_is_tired_of_waiting() {
    let world = somebody_thinks([AutoConsent::Late, AutoConsent::Away]);
    let play = world.peers[2].node.as_ref().unwrap().play();
    assert!(matches!(play.ending(), Some(Ending::Finished)), "{:?}", play.ending());
    assert!(!play.present().contains(seat(0)));
}

#[test]
fn a_vote_is_about_exactly_those_who_may_be_voted_away() {
    let mut world = somebody_thinks([AutoConsent::Never; 2]);
    let now = world.now;
    let node = world.peers[1].node.as_mut().unwrap();
    let late: Seats = [seat(0)].into_iter().collect();
    assert_eq!(node.may_go_on_without(), late);
    assert!(!node.consent(late.union([seat(2)].into_iter().collect()), now));
    assert!(!node.consent(Seats::NONE, now));
    assert!(node.consent(late, now));
}

#[test]
fn a_table_that_is_not_set_up_yet_ends_when_somebody_says_that_they_leave() {
    for (i, round) in ["keys", "dealings", "receipts"].into_iter().enumerate() {
        let world = leave(
            config("suspicion", 3, i as u64),
            vec![gone(2, Moment::Round(round, 0)).says_so()],
        );
        for (_, peer) in world.honest() {
            let ending = peer.node.as_ref().unwrap().play().ending();
            assert!(matches!(ending, Some(Ending::Unfinished(_)) | Some(Ending::Finished)));
        }
    }
}

#[test]
fn more_leavers_than_the_table_survives_end_the_match_by_saying_so() {
    let moment = Moment::Step(12);
    let world = leave(
        config("suspicion", 4, 1),
        vec![gone(1, moment).says_so(), gone(2, moment).says_so()],
    );
    for (_, peer) in world.honest() {
        let ending = peer.node.as_ref().unwrap().play().ending();
        assert!(matches!(ending, Some(Ending::Unfinished(_))), "{ending:?}");
    }
}

#[test]
fn a_seat_that_returns_before_the_vote_plays_on() {
    for seed in 0..4 {
        let who = seat((seed % 3) as u8);
        let back = Leaver::new(who, Moment::Step(5 + 4 * seed)).back_after(20_000);
        let world = fair_without(config("suspicion", 3, seed), vec![back]);
        for peer in &world.peers {
            assert!(!peer.node.as_ref().unwrap().is_excluded(), "seed {seed}");
        }
    }
}

#[test]
fn a_seat_that_returns_after_the_vote_watches_to_the_same_end() {
    for seed in 0..10 {
        let who = seat((seed % 3) as u8);
        let back = Leaver::new(who, Moment::Step(5 + 4 * seed)).back_after(31_500);
        let world = fair_without(config("suspicion", 3, seed), vec![back]);
        let gone = world.peers[0].node.as_ref().unwrap().play().gone();
        let node = world.node(who).unwrap();
        assert_eq!(node.is_excluded(), gone.contains(who), "seed {seed}");
    }
}

#[test]
fn a_spectator_that_comes_late_sees_the_same_match_and_nothing_more() {
    for seed in 0..3 {
        let mut world = World::new(config("suspicion", 3, seed)).unwrap();
        while world.node(seat(0)).unwrap().play().step() < 30 {
            world.step();
        }
        world.watch(seat(1)).unwrap();
        world.run(DEADLINE);
        world.tell_spectator(seat(1));
        let spectator = world.spectator.as_ref().unwrap();
        let node = world.node(seat(0)).unwrap();
        assert_eq!(digest(spectator.play().driver()), digest(node.play().driver()));
        assert_eq!(spectator.transcript(), node.transcript());
        assert!(spectator.knowledge().is_empty() && spectator.seat().is_none());
    }
}
