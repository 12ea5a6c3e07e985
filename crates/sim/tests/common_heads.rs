//! Nobody gives anything away before every present seat has signed the head that it depends on.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use engine::{BotKind, Request, Seat};
use proto::{Contribution, Digest, OnCheat, Record, file::Reader};
use sim::{
    Config, Kind, Leaver, Moment, World,
    run::{DEADLINE, trouble},
    world::Scenario,
};
use support::{config, leave, play, seat, with_options};
use table::{MatchState, Misdeed, Rejected, audit::Auditor};

/// One step of a match.
struct Step {
    number: u64,
    /// The head before it.
    head: Digest,
    round: &'static str,
    /// Whether it may show a card to all, if it is a choice.
    shows: bool,
    closed_by_votes: bool,
}

/// The steps of a transcript, and the match as it was before each of them.
fn walk(transcript: &[u8], mut visit: impl FnMut(&MatchState, Step)) {
    let mut reader = Reader::new(transcript).unwrap();
    let Some(Record::Charter(charter)) = reader.entry().unwrap() else { panic!("no charter") };
    let game = games::find(&charter.charter.game).unwrap();
    let mut auditor = Auditor::new(&charter, game).unwrap();
    let mut last = 0;
    while let Some(record) = reader.entry::<Record>().unwrap() {
        let play = auditor.play();
        // What follows the last step closes none.
        let closes =
            matches!(record, Record::Contribution(_) | Record::Consent(_) | Record::Heads(_));
        if closes && play.step() > last {
            last = play.step();
            let shows = matches!(play.driver().request(), Some(Request::Choose(_, menu))
                if menu.entries.iter().any(|entry| entry.shows.is_some()));
            let (head, round) = (play.head(), play.round_name());
            let closed_by_votes = matches!(record, Record::Consent(_));
            visit(play, Step { number: last, head, round, shows, closed_by_votes });
        }
        assert!(auditor.follow(&record));
    }
}

/// The kind of what a step gives away, if it does.
fn gives(step: &Step) -> Option<&'static str> {
    match step.round {
        "deal" | "reveal" | "roll" | "open" | "unseal" | "demand" => Some(step.round),
        "choose" if step.shows => Some("shown"),
        _ => None,
    }
}

/// Checks the steps of a match one by one, and returns the kinds of what was given away in it.
fn given_after_common_heads(world: &World) -> BTreeSet<&'static str> {
    let (_, peer) = world.honest().next().unwrap();
    let mut kinds = BTreeSet::new();
    // Whether nothing but openings and opens has closed since the last common head.
    let mut common = false;
    let mut just_signed = false;
    walk(&peer.node.as_ref().unwrap().transcript(), |_, step| {
        let at = format!("step {} ({})", step.number, step.round);
        assert!(gives(&step).is_none() || common, "{at} gives away what nobody has signed for");
        assert!(gives(&step).is_some() || !just_signed, "{at} needs no common head before it");
        assert!(step.round != "common-head" || !common, "{at} is one more than it takes");
        kinds.extend(gives(&step));
        just_signed = step.round == "common-head" && !step.closed_by_votes;
        let keeps = matches!(step.round, "deal" | "reveal" | "roll" | "open" | "unseal");
        common = !step.closed_by_votes && (just_signed || common && keeps);
    });
    kinds
}

#[test]
fn a_common_head_comes_before_whatever_is_given_away() {
    let mut kinds = BTreeSet::new();
    let thieves = Config { bots: BotKind::NORMAL, ..config("no-honor", 3, 1) };
    let knives = with_options("knives", 5, 1, &[("target", "10")]);
    let others = [config("suspicion", 4, 1), config("never-bring-a-knife", 4, 1)];
    for config in others.into_iter().chain([thieves, knives]) {
        kinds.extend(given_after_common_heads(&play(config, Scenario::default())));
    }
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>(),
        ["deal", "demand", "open", "reveal", "roll", "shown"]
    );
}

#[test]
fn a_common_head_of_those_who_stay_comes_before_anything_of_a_leaver_is_opened() {
    let mut kinds = BTreeSet::new();
    // In some of these matches the seat leaves between sealing and opening.
    for seed in 2..6 {
        for (round, nth) in
            [("choose", 3), ("shuffle", 1), ("deal", 2), ("remix", 1), ("seal", 1), ("open", 1)]
        {
            let moment = Moment::Round(round, nth);
            let world = leave(
                config("suspicion", 4, seed),
                vec![Leaver { seat: seat(1), moment, back_after: None, says_so: false }],
            );
            assert!(world.peers[1].away || seed > 2, "there was no {round}");
            world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
            kinds.extend(given_after_common_heads(&world));
        }
    }
    assert!(kinds.contains("unseal"), "{kinds:?}");
}

#[test]
fn a_match_goes_on_when_a_seat_leaves_while_the_head_is_signed() {
    for (game, seats, nth) in [
        ("suspicion", 3, 0),
        ("suspicion", 3, 4),
        ("suspicion", 4, 9),
        ("never-bring-a-knife", 4, 6),
    ] {
        let moment = Moment::Round("common-head", nth);
        let world = leave(
            config(game, seats, 3),
            vec![Leaver { seat: seat(2), moment, back_after: None, says_so: false }],
        );
        assert!(world.peers[2].away, "there was no such moment");
        world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
        given_after_common_heads(&world);
    }
}

#[test]
fn two_seats_may_leave_while_the_head_is_signed() {
    for seed in 0..3 {
        let config = Config { survive: 2, ..config("suspicion", 5, seed) };
        let gone = |who, nth| Leaver {
            seat: seat(who),
            moment: Moment::Round("common-head", nth),
            back_after: None,
            says_so: false,
        };
        let world = leave(config, vec![gone(1, 1), gone(4, 1 + seed as u32)]);
        world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
        given_after_common_heads(&world);
    }
}

/// The heads that everybody has signed, as far as a seat has come.
fn signed_heads(world: &World, who: Seat) -> BTreeMap<u64, Digest> {
    let mut heads = BTreeMap::new();
    walk(&world.node(who).unwrap().steps(), |_, step| {
        if step.round == "common-head" && !step.closed_by_votes {
            heads.insert(step.number, step.head);
        }
    });
    heads
}

#[test]
fn two_honest_nodes_with_different_heads_never_both_pass_a_common_head() {
    let mut split = 0;
    for seed in 0..24 {
        let config = Config { on_cheat: OnCheat::End, ..config("suspicion", 4, seed) };
        let mut world =
            World::troubled(config.clone(), trouble(Kind::Equivocation, &config)).unwrap();
        world.run(DEADLINE);
        let honest: Vec<Seat> = world.honest().map(|(seat, _)| seat).collect();
        let heads: Vec<_> = honest.iter().map(|seat| signed_heads(&world, *seat)).collect();
        for (one, other) in heads.iter().flat_map(|one| heads.iter().map(move |other| (one, other)))
        {
            let differs =
                one.iter().find(|(step, head)| other.get(step).is_some_and(|o| o != *head));
            assert_eq!(differs, None, "seed {seed}");
        }
        // Those who wait at a common head with different heads will wait there for ever.
        let waiting = honest.iter().map(|seat| world.node(*seat).unwrap().play());
        let waiting = waiting.filter(|play| play.round_name() == "common-head");
        let at: BTreeSet<_> = waiting.map(|play| (play.step(), play.head())).collect();
        let steps: BTreeSet<u64> = at.iter().map(|(step, _)| *step).collect();
        split += usize::from(at.len() > steps.len());
    }
    assert!(split > 0, "nobody was told two stories");
}

#[test]
fn a_common_head_over_another_history_is_refused() {
    let world = play(config("suspicion", 3, 1), Scenario::default());
    let mut seen = 0;
    walk(&world.node(seat(0)).unwrap().transcript(), |play, step| {
        if step.round != "common-head" {
            return;
        }
        let said = |head| Contribution::common_head(play.id(), step.number, 1, head);
        assert!(play.check(&said(step.head)).is_ok());
        let refused = play.check(&said([7; 32])).err();
        let foreign = |rejected: &Rejected| matches!(rejected, Rejected::Cheat(blame) if blame.misdeed == Misdeed::ForeignHead);
        assert!(refused.is_some_and(|rejected| foreign(&rejected)));
        seen += 1;
    });
    assert!(seen > 0);
}
