//! One seat attacks: it learns nothing that the rules did not show it, makes nobody else a cheat, and
//! gives the table no second history, whatever it tells to whom.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/reported.rs"]
mod reported;
mod support;

use std::collections::BTreeSet;

use engine::{BotKind, Seat};
use proto::{OnCheat, Record, codec, file::Reader};
use sim::{
    Attack, Config, Failure, Parting, World,
    attack::{
        oracle::Leak,
        trial::{Tried, trial},
    },
};
use support::{config, seat, with_options};
use table::{Blame, Millis, Node, Seats};

/// Longer than anybody waits for somebody who is away.
const LONG: Millis = 100_000;
/// Shorter than that, and long enough for everything that needs no waiting.
const SHORT: Millis = 5_000;

/// A game that is soon over, with random players, who do everything that can be done. It survives so few
/// that one cheat cannot be of two quorums.
fn table(game: &str, seats: usize, seed: u64) -> Config {
    let options: &[_] = if game == "knives" { &[("target", "10")] } else { &[] };
    let on_cheat = if seed.is_multiple_of(2) { OnCheat::End } else { OnCheat::GoOn };
    let survive = if seats > 3 { (seed / 2 % 2) as u8 } else { 0 };
    Config { survive, on_cheat, bots: BotKind::Random, ..with_options(game, seats, seed, options) }
}

fn attacked(config: Config, attack: Attack, times: (Millis, Millis)) -> Option<Tried> {
    trial(config, attack, times).unwrap_or_else(|problem| panic!("{problem}"))
}

/// The last seat tells every other another story, in the same match of so many seeds.
fn told(
    (game, seats): (&str, usize),
    times: (Millis, Millis),
    parting: impl Fn(u32) -> Parting,
) -> Vec<Tried> {
    let attacker = seat(seats as u8 - 1);
    let tried = (0..12).filter_map(|seed| {
        let attack = Attack::each(attacker, seats, parting(seed as u32 % 3));
        attacked(table(game, seats, seed), attack, times)
    });
    let tried: Vec<Tried> = tried.take(3).collect();
    assert!(!tried.is_empty(), "the attacker found no opportunity");
    assert!(
        tried.iter().all(|tried| stories_taken(tried, attacker) > 1),
        "one story was told to all"
    );
    tried
}

/// How many different contributions of the attacker its victims have taken in the step of the parting.
fn stories_taken(tried: &Tried, attacker: Seat) -> usize {
    let taken = |node: &Node| {
        let steps = node.steps();
        let mut reader = Reader::new(steps.as_slice()).unwrap();
        while let Some(record) = reader.entry::<Record>().unwrap() {
            if let Record::Contribution(signed) = record
                && Some(signed.statement.step) == tried.world.parted()
                && usize::from(signed.statement.seat) == attacker.index()
            {
                return Some(codec::encode(&signed.statement));
            }
        }
        None
    };
    let victims = tried.world.honest().filter_map(|(_, peer)| peer.node.as_ref());
    victims.filter_map(taken).collect::<BTreeSet<_>>().len()
}

fn named_by(world: &World, attacker: Seat) -> usize {
    let names = |accusations: &[(Blame, Vec<u8>)]| {
        accusations.iter().any(|(fault, _)| fault.seat == attacker)
    };
    world.honest().filter(|(_, peer)| names(&peer.accusations)).count()
}

/// What the last of four seats knows of the others' roles after it has told each of them that it looks at
/// theirs.
fn stolen_roles(seed: u64) -> Option<Vec<Leak>> {
    let attack = Attack::each(seat(3), 4, Parting::Look(0));
    let table = Config { survive: 0, ..config("never-bring-a-knife", 4, seed) };
    let tried = attacked(table, attack, (SHORT, SHORT))?;
    assert_eq!(stories_taken(&tried, seat(3)), 3, "seed {seed}");
    Some(tried.found.leaks)
}

#[cfg(feature = "no-common-heads")]
#[test]
fn without_common_heads_one_seat_reads_every_role_and_the_oracle_sees_it() {
    let leaks: Vec<_> = (0..4).filter_map(stolen_roles).flatten().collect();
    for victim in 0..3 {
        let theirs = |leak: &Leak| matches!(leak, Leak::Face { dealt_to: Some(seat), .. } if seat.index() == victim);
        assert!(leaks.iter().any(theirs), "{leaks:?}");
    }
}

#[cfg(not(feature = "no-common-heads"))]
#[test]
fn a_seat_that_tells_everybody_it_looks_at_theirs_reads_nobodys_role() {
    let tried: Vec<_> = (0..4).filter_map(stolen_roles).collect();
    assert!(!tried.is_empty(), "nobody could look at anything");
    assert_eq!(tried.concat(), []);
}

/// Whether all honest seats have the same history up to the last head that everybody has signed.
fn agree_on_common_heads(world: &World) -> bool {
    let signed = |node: &Node| {
        let steps = node.steps();
        let mut reader = Reader::new(steps.as_slice()).unwrap();
        let (mut all, mut last) = (Vec::new(), 0);
        while let Some(record) = reader.entry::<Record>().unwrap() {
            let common = matches!(record, Record::Heads(_));
            all.push(record);
            last = if common { all.len() } else { last };
        }
        all.truncate(last);
        all
    };
    let all: Vec<Vec<Record>> =
        world.honest().filter_map(|(_, peer)| peer.node.as_ref().map(signed)).collect();
    all.iter().all(|one| all.iter().all(|two| one.starts_with(two) || two.starts_with(one)))
}

/// A seat that sits between two groups that cannot reach each other, and tells each the others are away.
fn two_tables(seats: usize, survive: u8, groups: [&[u8]; 2]) {
    for seed in 0..3 {
        let set = |group: &[u8]| group.iter().map(|index| seat(*index)).collect::<Seats>();
        let attacker = seat(seats as u8 - 1);
        let attack = Attack::each(attacker, seats, Parting::Step(8 + 5 * seed))
            .among(groups.into_iter().map(set).collect())
            .without_relay();
        let table = Config { survive, ..config("suspicion", seats, seed) };
        let tried = attacked(table, attack, (LONG, LONG)).unwrap();
        assert_eq!(tried.found.leaks, [], "seed {seed}");
        let failure = tried.world.outcome().err().map(|problem| (problem.failure, problem.what));
        // Each may hold what it was told; nobody comes past the next common head with it.
        let allowed = |failure: &Failure| matches!(failure, Failure::Stuck | Failure::TwoHistories);
        assert!(failure.as_ref().is_none_or(|(f, _)| allowed(f)), "{failure:?}");
        assert!(agree_on_common_heads(&tried.world), "seed {seed}: {failure:?}");
    }
}

#[test]
fn a_seat_between_one_and_two_others_makes_no_two_tables() {
    two_tables(4, 1, [&[0], &[1, 2]]);
}

#[test]
fn a_seat_between_two_pairs_makes_no_two_tables() {
    two_tables(5, 1, [&[0, 1], &[2, 3]]);
}

#[test]
fn a_seat_between_two_and_three_others_makes_no_two_tables() {
    two_tables(6, 2, [&[0, 1], &[2, 3, 4]]);
}

/// For every game, and every kind of step that one seat can tell differently in it: the attacker learns
/// nothing.
macro_rules! stories {
    ($($name:ident: $game:literal, $seats:literal, $round:literal;)+) => {
        $(#[cfg(not(feature = "no-common-heads"))]
        #[test]
        fn $name() {
            for tried in told(($game, $seats), (SHORT, SHORT), |skip| Parting::Round($round, skip)) {
                let leaks: Vec<_> = tried.found.leaks.iter().map(Leak::to_string).collect();
                let (seed, step) = (tried.world.config().seed, tried.world.parted());
                assert_eq!(leaks, [""; 0], "seed {seed}, parted in step {step:?}");
            }
        })+
    };
}

stories! {
    two_last_shuffles_give_away_nothing_in_suspicion: "suspicion", 3, "shuffle";
    two_choices_give_away_nothing_in_suspicion: "suspicion", 4, "choose";
    two_seals_give_away_nothing_in_suspicion: "suspicion", 4, "seal";
    two_remixes_give_away_nothing_in_suspicion: "suspicion", 3, "remix";
    two_parts_of_a_number_give_away_nothing_in_suspicion: "suspicion", 3, "beacon";
    two_last_shuffles_give_away_nothing_in_never_bring_a_knife: "never-bring-a-knife", 4, "shuffle";
    two_choices_give_away_nothing_in_never_bring_a_knife: "never-bring-a-knife", 4, "choose";
    two_remasks_give_away_nothing_in_never_bring_a_knife: "never-bring-a-knife", 4, "remask";
    two_parts_of_a_number_give_away_nothing_in_never_bring_a_knife: "never-bring-a-knife", 4, "beacon";
    two_last_shuffles_give_away_nothing_in_no_honor: "no-honor", 3, "shuffle";
    two_choices_give_away_nothing_in_no_honor: "no-honor", 4, "choose";
    two_seals_give_away_nothing_in_no_honor: "no-honor", 3, "seal";
    two_remixes_give_away_nothing_in_no_honor: "no-honor", 3, "remix";
    two_remasks_give_away_nothing_in_no_honor: "no-honor", 3, "remask";
    two_parts_of_a_number_give_away_nothing_in_no_honor: "no-honor", 3, "beacon";
    two_last_shuffles_give_away_nothing_in_knives: "knives", 5, "shuffle";
    two_choices_give_away_nothing_in_knives: "knives", 5, "choose";
    two_remixes_give_away_nothing_in_knives: "knives", 5, "remix";
    two_parts_of_a_number_give_away_nothing_in_knives: "knives", 5, "beacon";
}

#[test]
fn victims_that_were_told_different_stories_never_accuse_each_other() {
    for (game, round) in [("suspicion", "choose"), ("never-bring-a-knife", "choose")] {
        let parting = |skip| Parting::Round(round, skip);
        for tried in told((game, 4), (SHORT, LONG), parting) {
            assert_eq!(tried.world.monitor.named, [""; 0]);
        }
    }
}

#[test]
fn an_equivocator_is_named_by_everybody_once_its_victims_meet() {
    for (game, seats, round) in
        [("suspicion", 4, "seal"), ("never-bring-a-knife", 4, "choose"), ("no-honor", 3, "seal")]
    {
        let parting = |skip| Parting::Round(round, skip);
        for tried in told((game, seats), (SHORT, LONG), parting) {
            let attacker = seat(seats as u8 - 1);
            let at = (game, tried.world.config().seed);
            assert_eq!(named_by(&tried.world, attacker), seats - 1, "{at:?}");
        }
    }
}
