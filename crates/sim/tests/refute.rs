//! Attacks on how a table closes steps and ends, each by seats that say what they should not at the right moment.
//! Whatever they say, nobody honest is named or put out, and no table hangs.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::{cell::Cell, io::Cursor};

use curve25519_dalek::{EdwardsPoint, Scalar};
use ed25519_dalek::{Signature, SigningKey};
use engine::Seat;
use proto::{
    Accept, Ballot, Body, Contribution, Evidence, Header, Message, Prepare, Promise, Proposal,
    Signed, Standing, Statement, Status, Value, Word, codec,
};
use sha2::{Digest as _, Sha512};
use sim::{
    Attack, Config, Leaver, Moment, Parting, World, charter::identity, run::DEADLINE,
    world::Scenario,
};
use support::{at_a_choice, config, seat, words};
use table::{
    AutoConsent, Ending, Millis, Node, Seats,
    audit::{Verdict, audit},
};

const STATUS: Millis = 500;

/// A match in which the last seat says only what the test says in its name, at one of its choices.
struct Lie {
    world: World,
    liar: Seat,
    /// The step of that choice.
    step: u64,
    /// What it could say.
    choices: Vec<Contribution>,
}

impl Lie {
    /// The first choice of the last seat among so many things, none of which shows a card.
    fn new(
        seats: usize,
        survive: u8,
        seed: u64,
        votes: Vec<(Seat, AutoConsent)>,
        several: usize,
    ) -> Option<Self> {
        let trouble = Scenario { votes, ..Scenario::default() };
        let (world, choices) = at_a_choice(seats, seed, (survive, trouble), several)?;
        let step = choices.first()?.step;
        Some(Self { world, liar: seat(seats as u8 - 1), step, choices })
    }

    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        let key = identity(self.world.config().seed, Seat::new(statement.seat()));
        Signed::new(statement, &key)
    }

    fn tell(&mut self, to: &[u8], message: &Message) {
        let bytes = codec::encode(message);
        to.iter().for_each(|to| self.world.inject(self.liar, seat(*to), &bytes));
    }

    /// Whoever watches comes as far as the first seat.
    fn catch_up_spectator(&mut self) {
        self.world.run_until(self.world.now + 2 * STATUS);
        self.world.tell_spectator(seat(0));
    }

    fn say(&mut self, to: &[u8], choice: usize) {
        let said = self.sign(self.choices[choice].clone());
        self.tell(to, &Message::Contribution(said));
    }

    /// A second word on what the liar said long ago, and everybody has signed since.
    fn old_lie(&self) -> Message {
        let said = self.world.monitor.said(2, self.liar).cloned().unwrap();
        Message::Contribution(self.sign(Contribution { body: Body::Attest([7; 32]), ..said }))
    }

    fn honest(&self) -> impl Iterator<Item = (Seat, &Node)> {
        self.world.honest().map(|(seat, peer)| (seat, peer.node.as_ref().unwrap()))
    }

    fn all_over(&self) -> bool {
        self.honest().all(|(_, node)| node.is_over())
    }

    fn nobody_honest_is_named_or_gone(&self) {
        assert_eq!(self.world.monitor.named, [""; 0]);
        let liar: Seats = [self.liar].into_iter().collect();
        for (seat, node) in self.honest() {
            assert!(node.play().gone().within(liar), "{seat} went on without an honest seat");
        }
    }
}

/// Seeds in which the last seat of so many can choose among several things.
fn lies(
    seats: usize,
    survive: u8,
    votes: &[(Seat, AutoConsent)],
    several: usize,
) -> impl Iterator<Item = Lie> {
    let votes = votes.to_vec();
    let lies =
        (0..20).filter_map(move |seed| Lie::new(seats, survive, seed, votes.clone(), several));
    let mut found = lies.take(3).peekable();
    assert!(found.peek().is_some(), "there was no such choice");
    found
}

#[test]
fn a_second_lie_of_a_seat_that_is_named_already_hangs_nobody() {
    for mut lie in lies(4, 1, &[], 2) {
        let named = lie.old_lie();
        lie.say(&[0], 0);
        lie.say(&[1, 2], 1);
        lie.tell(&[0, 1, 2], &named);
        lie.world.run_until(lie.world.now + 100 * STATUS);
        assert!(lie.all_over(), "seed {}", lie.world.config().seed);
        lie.nobody_honest_is_named_or_gone();
    }
}

#[test]
fn a_second_lie_of_a_seat_that_is_named_already_puts_nobody_out() {
    for mut lie in lies(5, 2, &[], 2) {
        let named = lie.old_lie();
        lie.say(&[0, 1, 2], 0);
        lie.say(&[3], 1);
        lie.tell(&[0, 1, 2, 3], &named);
        lie.world.run_until(lie.world.now + 200 * STATUS);
        assert!(lie.all_over(), "seed {}", lie.world.config().seed);
        lie.nobody_honest_is_named_or_gone();
    }
}

/// The third seat has lost its patience and consents, so that it needs a decision. Then the liar tells it two
/// things, and the others a third, by which they close the step.
#[test]
fn a_seat_that_was_told_two_things_closes_the_step_by_a_third() {
    let votes = [(0, AutoConsent::Never), (1, AutoConsent::Never), (2, AutoConsent::Late)];
    let votes = votes.map(|(index, auto)| (seat(index), auto));
    for mut lie in lies(4, 1, &votes, 3) {
        let patience = lie.world.config().timing.patience;
        lie.world.run_until(lie.world.now + patience + 4 * STATUS);
        lie.say(&[2], 0);
        lie.say(&[2], 1);
        lie.say(&[0, 1], 2);
        lie.world.run(DEADLINE);
        let seed = lie.world.config().seed;
        let further = lie.honest().all(|(_, node)| node.play().step() > lie.step + 1);
        assert!(further && lie.all_over(), "seed {seed}");
        lie.nobody_honest_is_named_or_gone();
    }
}

/// The same, but each of those who have consented is told another thing, and nobody closes the step at once.
#[test]
fn seats_that_have_consented_and_were_told_different_things_come_to_an_end() {
    let votes = [(0, AutoConsent::Never), (1, AutoConsent::Late), (2, AutoConsent::Late)];
    let votes = votes.map(|(index, auto)| (seat(index), auto));
    for mut lie in lies(4, 1, &votes, 3) {
        let patience = lie.world.config().timing.patience;
        lie.world.run_until(lie.world.now + patience + 4 * STATUS);
        (0..3).for_each(|to| lie.say(&[to], usize::from(to)));
        lie.world.run(DEADLINE);
        assert!(lie.all_over(), "seed {}", lie.world.config().seed);
        lie.nobody_honest_is_named_or_gone();
    }
}

/// One liar is proven to cheat, and another one names a head to a single node that is not its own.
#[test]
fn a_head_that_somebody_makes_up_ends_the_match_for_nobody() {
    for mut lie in lies(5, 2, &[], 2) {
        lie.say(&[0, 1, 2, 3], 0);
        let Contribution { match_id, .. } = lie.choices[0];
        let (step, head) = (lie.step + 1, [7; 32]);
        let status = Status { match_id, step, head, have: 0, proven: 0, ask: 0 };
        let bytes = codec::encode(&Message::Status(status));
        lie.say(&[0], 1);
        for _ in 0..4 {
            lie.world.inject(seat(3), seat(0), &bytes);
            lie.world.run_until(lie.world.now + 10);
        }
        lie.world.run(DEADLINE);
        for (seat, node) in lie.honest() {
            let ending = node.play().ending();
            assert_eq!(ending, Some(&Ending::Finished), "{seat}, seed {}", lie.world.config().seed);
        }
    }
}

/// Where a second liar claims in writing that it was told something else, the match ends, but for all alike.
#[test]
fn a_seat_that_says_two_ways_in_which_it_closed_a_step_is_named_by_all() {
    for mut lie in lies(5, 2, &[], 2) {
        lie.say(&[0, 1, 2, 3], 0);
        let Contribution { match_id, step, seat: by, head, .. } = lie.choices[0];
        let at = Header { match_id, step, seat: by, head };
        for (to, digest) in [(0, [7; 32]), (1, [8; 32])] {
            let standing = lie.sign(Standing { at, value: Value::Contributions(digest) });
            lie.tell(&[to], &Message::Standing(standing));
        }
        lie.say(&[2], 1);
        lie.world.run_until(lie.world.now + 20 * STATUS);
        for (seat, node) in lie.honest() {
            let named: Seats = node.blames().iter().map(|blame| blame.seat).collect();
            assert_eq!(named, [lie.liar].into_iter().collect(), "{seat}");
        }
    }
}

/// It proposes two things in one ballot to one node, the second with as many promises of its own as a message holds.
#[test]
fn a_seat_that_proposes_two_things_is_named_by_all_however_long_the_second_is() {
    for mut lie in lies(4, 1, &[], 1) {
        lie.world.run_until(lie.world.now + 10);
        let Contribution { match_id, step, seat: by, head, .. } = lie.choices[0];
        let (at, round) = (Header { match_id, step, seat: by, head }, 1);
        let ballot = Ballot { round, seat: by };
        let begun = lie.sign(Prepare { at, round });
        lie.tell(&[0, 1, 2], &Message::Word(Word::Prepare(begun)));
        let promise = |by: u8| {
            words(&lie.world, by).into_iter().find_map(|word| match word {
                Word::Promise(signed, _) if signed.statement.ballot == ballot => Some(signed),
                _ => None,
            })
        };
        let promises: Vec<_> = (0..3).filter_map(promise).collect();
        let own = lie.sign(Promise { at, ballot, accepted: None });
        for (digest, promises) in [([7; 32], promises), ([8; 32], vec![own; 320])] {
            let value = Value::Contributions(digest);
            let proposal = Proposal { at, round, value, promises, consents: Vec::new() };
            let message = Message::Word(Word::Proposal(vec![lie.sign(proposal)]));
            assert!(Message::decode(&codec::encode(&message)).is_ok());
            lie.tell(&[0], &message);
        }
        lie.world.run_until(lie.world.now + 4 * STATUS);
        for (seat, node) in lie.honest() {
            let named: Seats = node.blames().iter().map(|blame| blame.seat).collect();
            assert_eq!(named, [lie.liar].into_iter().collect(), "{seat}");
        }
        assert_eq!(lie.world.monitor.wrongs, [""; 0]);
    }
}

/// Nobody decides anything about those who leave.
fn patient() -> Vec<(Seat, AutoConsent)> {
    (0..4).map(|index| (seat(index), AutoConsent::Never)).collect()
}

#[test]
fn whoever_came_back_is_remembered_as_back_after_a_crash() {
    for seed in 0..4 {
        let leavers = vec![
            Leaver::new(seat(1), Moment::Step(6)).says_so().back_after(2 * STATUS),
            Leaver::new(seat(2), Moment::Step(14)).says_so(),
        ];
        let trouble = Scenario { leavers, votes: patient(), ..Scenario::default() };
        let mut world = World::troubled(config("suspicion", 4, seed), trouble).unwrap();
        assert!(world.run_while(DEADLINE, |world| !world.peers[2].away));
        world.run_until(world.now + 100);
        let disk = &mut world.peers[0].disk;
        disk.synced = disk.bytes.len();
        world.kill(seat(0));
        world.revive(seat(0)).unwrap();
        let node = world.node(seat(0)).unwrap();
        assert_eq!(node.play().ending(), None, "seed {seed}");
        assert!(node.away().contains(seat(2)) && !node.away().contains(seat(1)), "seed {seed}");
    }
}

#[test]
fn a_status_that_arrives_after_the_word_of_leaving_brings_nobody_back() {
    let leavers = vec![Leaver::new(seat(1), Moment::Step(8)).says_so()];
    let trouble = Scenario { leavers, votes: patient(), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    assert!(world.run_while(DEADLINE, |world| !world.peers[1].away));
    world.run_until(world.now + 100);
    assert!(world.node(seat(0)).unwrap().away().contains(seat(1)));
    let play = world.node(seat(0)).unwrap().play();
    let (match_id, step, head) = (play.id(), play.step(), play.head());
    let status = Status { match_id, step, head, have: 0, proven: 0, ask: 0 };
    world.inject(seat(1), seat(0), &codec::encode(&Message::Status(status)));
    assert!(world.node(seat(0)).unwrap().away().contains(seat(1)));
}

/// A signature that its author has made with a number of its own choice, and so one of many under one statement.
fn signed_anew(said: &Contribution, key: &SigningKey, number: u64) -> Signed<Contribution> {
    let (digest, nonce) = (said.digest(), Scalar::from(number + 2));
    let point = EdwardsPoint::mul_base(&nonce).compress();
    let hash = Sha512::new().chain_update(point.0).chain_update(key.verifying_key().as_bytes());
    let challenge = Scalar::from_hash(hash.chain_update(digest));
    let response = nonce + challenge * key.to_scalar();
    let signature = Signature::from_components(point.0, response.to_bytes());
    Signed { statement: said.clone(), signature }
}

/// The verdict on the transcript of a node.
fn verdict(world: &World, node: &Node) -> Verdict {
    let game = world.config().game;
    audit(Cursor::new(node.transcript()), |_| Some(game), |_, _| {}).unwrap().verdict
}

#[test]
fn a_second_signature_under_one_statement_accuses_nobody_and_damages_no_file() {
    for mut lie in lies(4, 1, &[], 2) {
        lie.say(&[0, 1, 2], 0);
        lie.world.run_until(lie.world.now + 10);
        let key = identity(lie.world.config().seed, lie.liar);
        let again = signed_anew(&lie.choices[0], &key, 1);
        lie.tell(&[0], &Message::Contribution(again));
        lie.world.run_until(lie.world.now + 10 * STATUS);
        for (seat, node) in lie.honest() {
            assert!(node.blames().is_empty(), "{seat}: {:?}", node.blames());
            assert_eq!(verdict(&lie.world, node), Verdict::Unfinished, "{seat}");
        }
    }
}

#[test]
fn a_thousand_signatures_under_one_statement_are_kept_once() {
    let trouble = Scenario { dishonest: Some(seat(3)), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    let waits = |world: &World| {
        let node = world.node(seat(0)).unwrap();
        node.play().round_name() == "common-head" && node.missing().len() == 3
    };
    assert!(world.run_while(DEADLINE, |world| !waits(world)), "there was no common head");
    let play = world.node(seat(0)).unwrap().play();
    let said = Contribution::common_head(play.id(), play.step(), 3, play.head());
    let key = identity(world.config().seed, seat(3));
    let before = world.peers[0].disk.bytes.len();
    for number in 0..1000 {
        let again = Message::Contribution(signed_anew(&said, &key, number));
        world.inject(seat(3), seat(0), &codec::encode(&again));
    }
    assert!(world.peers[0].disk.bytes.len() - before < 1000);
}

/// A contradiction about a step that will never be: its author is proven to cheat, whatever step it names.
#[test]
fn a_cheat_that_contradicts_itself_about_a_step_far_ahead_is_gone_on_without() {
    for seed in 0..3 {
        let trouble = Scenario { dishonest: Some(seat(3)), ..Scenario::default() };
        let mut world = World::troubled(config("suspicion", 4, seed), trouble).unwrap();
        assert!(world.run_while(DEADLINE, |w| w.node(seat(0)).unwrap().play().step() < 12));
        let (id, key) = (world.node(seat(0)).unwrap().play().id(), identity(seed, seat(3)));
        let far = |head| {
            let said = Contribution::common_head(id, 1_000_000, 3, [head; 32]);
            Box::new(Signed::new(said, &key))
        };
        let evidence = codec::encode(&Message::Evidence(Evidence::Equivocation(far(1), far(2))));
        (0..3).for_each(|to| world.inject(seat(3), seat(to), &evidence));
        assert!(world.run(DEADLINE), "seed {seed}");
        for (_, peer) in world.honest() {
            let gone = peer.node.as_ref().unwrap().play().gone();
            assert_eq!(gone, [seat(3)].into_iter().collect(), "seed {seed}");
        }
    }
}

/// At a table of three that survives one, a cheat who cuts the other two off from each other makes two tables.
#[test]
fn whoever_made_two_tables_out_of_three_seats_is_named_by_both_when_they_meet() {
    for seed in 0..3 {
        let attack = Attack::each(seat(2), 3, Parting::Step(8 + 5 * seed)).without_relay();
        let trouble = Scenario { attack: Some(attack), ..Scenario::default() };
        let mut world = World::troubled(config("suspicion", 3, seed), trouble).unwrap();
        let gone = |world: &World, index: u8| world.node(seat(index)).unwrap().play().gone();
        let two =
            |world: &World| gone(world, 0).contains(seat(1)) && gone(world, 1).contains(seat(0));
        assert!(world.run_while(DEADLINE, |world| !two(world)), "seed {seed}");
        world.links.mend();
        world.run_until(world.now + 40 * STATUS);
        assert_eq!(world.monitor.named, [""; 0], "seed {seed}");
        for (seat, peer) in world.honest() {
            let mut named = peer.accusations.iter().map(|(blame, _)| blame.seat.index());
            assert!(named.any(|index| index == 2), "{seat}, seed {seed}");
        }
    }
}

fn votes<const N: usize>(votes: [AutoConsent; N]) -> Vec<(Seat, AutoConsent)> {
    (0..).map(seat).zip(votes).collect()
}

/// A seat consents to go on without another that thinks for too long, and its machine is set back to before that,
/// by so many steps. Meanwhile the other one chooses.
fn an_old_journal_lacks_a_consent(steps_back: u64) {
    use AutoConsent::{Late, Never};
    for seed in 0..3 {
        let thinks = seat(3);
        let votes = votes([Late, Never, Never, Never]);
        let trouble =
            || Scenario { thinking: vec![thinks], votes: votes.clone(), ..Scenario::default() };
        let world = || World::troubled(config("suspicion", 4, seed), trouble()).unwrap();
        let asked = |world: &World| world.node(thinks).unwrap().menu().is_some();
        let at = |world: &World| world.node(seat(0)).unwrap().play().step();
        let mut before = world();
        assert!(before.run_while(DEADLINE, |world| !asked(world)), "seed {seed}");
        let (mut world, step) = (world(), before.node(thinks).unwrap().play().step());
        assert!(world.run_while(DEADLINE, |world| at(world) < step - steps_back));
        let mut copy = world.peers[0].disk.clone();
        copy.synced = copy.bytes.len();
        assert!(world.run_while(DEADLINE, |world| at(world) < step));
        world.run_until(world.now + world.config().timing.patience + 4 * STATUS);
        let consented = words(&world, 0).iter().any(|word| matches!(word, Word::Consent(_)));
        assert!(consented, "seed {seed}");
        world.kill(seat(0));
        world.peers[0].disk = copy;
        world.monitor.set_back(seat(0));
        assert!((0..9).any(|entry| world.choose_for(thinks, entry)), "seed {seed}");
        world.run_until(world.now + STATUS);
        world.revive(seat(0)).unwrap();
        // It stands in that step, and signs nothing before it has waited twice for as long as for anybody.
        world.run_until(world.now + 3 * world.config().timing.grace);
        assert_eq!(world.monitor.named, [""; 0], "seed {seed}");
        assert!(at(&world) > step, "seed {seed}");
    }
}

#[test]
fn an_old_journal_that_lacks_a_consent_to_its_last_step_makes_its_owner_no_cheat() {
    an_old_journal_lacks_a_consent(0);
}

#[test]
fn an_old_journal_that_lacks_a_consent_to_a_later_step_makes_its_owner_no_cheat() {
    an_old_journal_lacks_a_consent(3);
}

/// Three seats decide on what the liar has told them. The fourth hears of that, then another thing from the liar, and
/// closes the step by what was decided. Then its machine crashes.
#[test]
fn a_seat_that_was_told_something_else_than_was_decided_resumes_with_what_was_decided() {
    use AutoConsent::{Late, Never};
    for mut lie in lies(5, 2, &votes([Late, Late, Late, Never]), 2) {
        let (seed, fourth) = (lie.world.config().seed, seat(3));
        let patience = lie.world.config().timing.patience;
        lie.world.run_until(lie.world.now + patience + 4 * STATUS);
        lie.world.links.cut_off([fourth].into_iter().collect(), Millis::MAX);
        lie.say(&[0, 1, 2], 1);
        let closed =
            |world: &World, by: u8, step| world.node(seat(by)).unwrap().play().step() > step;
        let step = lie.step;
        assert!(lie.world.run_while(DEADLINE, |world| !closed(world, 0, step)), "seed {seed}");
        let decided =
            words(&lie.world, 0).into_iter().find(|word| matches!(word, Word::Decided(_)));
        lie.tell(&[3], &Message::Word(decided.unwrap()));
        lie.say(&[3], 0);
        lie.world.links.mend();
        assert!(lie.world.run_while(DEADLINE, |world| !closed(world, 3, step)), "seed {seed}");
        let disk = &mut lie.world.peers[3].disk;
        disk.synced = disk.bytes.len();
        lie.world.kill(fourth);
        lie.world.revive(fourth).unwrap();
        lie.world.run_until(lie.world.now + 4 * STATUS);
        let steps = |by: u8| lie.world.node(seat(by)).unwrap().steps();
        let (mine, theirs) = (steps(3), steps(0));
        assert!(mine.starts_with(&theirs) || theirs.starts_with(&mine), "seed {seed}");
        lie.world.run(DEADLINE);
        lie.nobody_honest_is_named_or_gone();
    }
}

/// One seat promises for every ballot before anybody else does, and says each time that it has accepted
/// contributions that nobody has.
#[test]
fn a_seat_that_says_it_has_accepted_what_nobody_has_stalls_nobody() {
    use AutoConsent::{Late, Never};
    for seed in 0..3 {
        let (liar, late) = (seat(4), seat(3));
        let trouble = Scenario {
            dishonest: Some(liar),
            thinking: vec![late],
            votes: votes([Late, Late, Late, Never, Never]),
            ..Scenario::default()
        };
        let table = Config { survive: 2, ..config("suspicion", 5, seed) };
        let mut world = World::troubled(table, trouble).unwrap();
        let asked = |world: &World| world.node(late).unwrap().menu().is_some();
        assert!(world.run_while(DEADLINE, |world| !asked(world)), "seed {seed}");
        world.run_until(world.now + world.config().timing.patience + 4 * STATUS);
        let play = world.node(late).unwrap().play();
        let (match_id, step, head) = (play.id(), play.step(), play.head());
        let (at, key) = (Header { match_id, step, seat: 4, head }, identity(seed, liar));
        // From now on its node is not heard, only its lies are.
        (0..4).for_each(|to| world.links.cut_one_way(liar, seat(to), Millis::MAX));
        let tell = |world: &mut World, word: Word| {
            let bytes = codec::encode(&Message::Word(word));
            (0..4).for_each(|to| world.inject(liar, seat(to), &bytes));
        };
        let ballot = Ballot { round: 1, seat: 4 };
        tell(&mut world, Word::Prepare(Signed::new(Prepare { at, round: 1 }, &key)));
        let promised = |world: &World, by: u8| {
            words(world, by).into_iter().find_map(|word| match word {
                Word::Promise(signed, _) if signed.statement.ballot == ballot => Some(signed),
                _ => None,
            })
        };
        let promises: Vec<_> = (0..3).filter_map(|by| promised(&world, by)).collect();
        assert_eq!(promises.len(), 3, "seed {seed}");
        let value = Value::Contributions([7; 32]);
        let proposal = Proposal { at, round: 1, value, promises, consents: Vec::new() };
        let proposal = Signed::new(proposal, &key);
        tell(&mut world, Word::Proposal(vec![proposal.clone()]));
        tell(&mut world, Word::Accept(Signed::new(Accept { at, ballot, value }, &key)));
        assert!((0..9).any(|entry| world.choose_for(late, entry)), "seed {seed}");
        let (until, mut known) = (world.now + 600 * STATUS, Vec::new());
        let closed =
            |world: &World| (0..4).all(|by| world.node(seat(by)).unwrap().play().step() > step);
        let mut written = 0;
        while world.now < until && !closed(&world) && world.step().is_some() {
            let long: usize = world.peers.iter().map(|peer| peer.disk.bytes.len()).sum();
            if core::mem::replace(&mut written, long) == long {
                continue;
            }
            for word in (0..3).flat_map(|by| words(&world, by)).collect::<Vec<_>>() {
                if let Word::Prepare(begun) = word
                    && begun.statement.at.step == step
                    && !known.contains(&begun.statement.ballot())
                {
                    known.push(begun.statement.ballot());
                    let accepted = Some((ballot, value));
                    let promise = Promise { at, ballot: begun.statement.ballot(), accepted };
                    let promise = Signed::new(promise, &key);
                    let word = Word::Promise(promise, vec![proposal.clone()]);
                    let bytes = codec::encode(&Message::Word(word));
                    world.inject(liar, seat(begun.statement.at.seat), &bytes);
                }
            }
        }
        assert!(!known.is_empty(), "nobody began a ballot, seed {seed}");
        assert!(closed(&world), "seed {seed}: {} ballots", known.len());
        assert_eq!(world.monitor.named, [""; 0], "seed {seed}");
    }
}

/// The first seat accepts what the liar has told it in a ballot that nobody else hears of. The others decide on
/// something else, and it hears of that.
#[test]
fn a_seat_that_had_accepted_something_else_than_was_decided_is_not_alone_in_ending_the_match() {
    use AutoConsent::{Late, Never};
    for mut lie in lies(5, 2, &votes([Late, Late, Never, Never]), 2) {
        let seed = lie.world.config().seed;
        let patience = lie.world.config().timing.patience;
        lie.world.run_until(lie.world.now + patience + 4 * STATUS);
        lie.say(&[0], 0);
        let has =
            |world: &World, by: u8, what: fn(&Word) -> bool| words(world, by).iter().any(what);
        let begun = |world: &World| has(world, 0, |word| matches!(word, Word::Prepare(_)));
        assert!(lie.world.run_while(DEADLINE, |world| !begun(world)), "seed {seed}");
        (1..5).for_each(|to| lie.world.links.cut_one_way(seat(0), seat(to), Millis::MAX));
        let accepted = |world: &World| has(world, 0, |word| matches!(word, Word::Accept(_)));
        assert!(lie.world.run_while(DEADLINE, |world| !accepted(world)), "seed {seed}");
        lie.world.links.cut_off([seat(0)].into_iter().collect(), Millis::MAX);
        lie.say(&[1, 2, 3], 1);
        let step = lie.step;
        let closed = |world: &World, by: u8| world.node(seat(by)).unwrap().play().step() > step;
        assert!(lie.world.run_while(DEADLINE, |world| !closed(world, 1)), "seed {seed}");
        let decided =
            words(&lie.world, 1).into_iter().find(|word| matches!(word, Word::Decided(_)));
        lie.tell(&[0], &Message::Word(decided.unwrap()));
        lie.say(&[0], 1);
        assert!(closed(&lie.world, 0), "seed {seed}");
        lie.world.links.mend();
        lie.world.run(DEADLINE);
        assert!(lie.all_over(), "seed {seed}");
        lie.nobody_honest_is_named_or_gone();
    }
}

/// Two seats accept what the liar has told the first, and not them. Then all machines stop, and the first never comes
/// back.
#[test]
fn whoever_has_accepted_what_another_was_told_still_has_it_after_a_crash() {
    use AutoConsent::{Late, Never};
    for mut lie in lies(5, 2, &votes([Late, Late, Late, Never]), 2) {
        let seed = lie.world.config().seed;
        let patience = lie.world.config().timing.patience;
        lie.world.run_until(lie.world.now + patience + 4 * STATUS);
        for alone in [3, 4] {
            lie.world.links.cut_off([seat(alone)].into_iter().collect(), Millis::MAX);
        }
        lie.say(&[0], 0);
        lie.say(&[1, 2], 1);
        let accepts = |world: &World, by: u8| {
            words(world, by)
                .iter()
                .any(|word| matches!(word, Word::Accept(signed) if signed.statement.at.seat == by))
        };
        // Journals are read again only when something was written.
        let written = Cell::new(0);
        let all = |world: &World| {
            let long: usize = world.peers.iter().map(|peer| peer.disk.bytes.len()).sum();
            written.replace(long) != long && (0..3).all(|by| accepts(world, by))
        };
        assert!(lie.world.run_while(DEADLINE, |world| !all(world)), "seed {seed}");
        (0..4).for_each(|down| lie.world.kill(seat(down)));
        lie.world.peers[0].away = true;
        (1..4).for_each(|up| lie.world.revive(seat(up)).unwrap());
        for one in 1..4 {
            (1..4).for_each(|other| lie.world.links.cut(seat(one), seat(other), 0));
        }
        lie.world.run_until(lie.world.now + 400 * STATUS);
        for (seat, node) in lie.honest() {
            assert!(node.play().step() > lie.step || node.is_over(), "{seat}, seed {seed}");
        }
    }
}

/// Two acceptances in one ballot, each told to another seat, of which nothing comes.
#[test]
fn acceptances_that_contradict_each_other_and_decide_nothing_harm_nobody() {
    let trouble = Scenario { dishonest: Some(seat(3)), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 2), trouble).unwrap();
    assert!(world.run_while(DEADLINE, |w| w.node(seat(0)).unwrap().play().step() < 12));
    let play = world.node(seat(0)).unwrap().play();
    let at = Header { match_id: play.id(), step: play.step(), seat: 3, head: play.head() };
    for to in 0..2 {
        let (ballot, value) = (Ballot { round: 1, seat: 3 }, Value::Contributions([to; 32]));
        let accept = Signed::new(Accept { at, ballot, value }, &identity(2, seat(3)));
        let bytes = codec::encode(&Message::Word(Word::Accept(accept)));
        world.inject(seat(3), seat(to), &bytes);
    }
    world.run(DEADLINE);
    assert_eq!(world.monitor.named, [""; 0]);
    for (seat, node) in world.honest().map(|(seat, peer)| (seat, peer.node.as_ref().unwrap())) {
        assert_eq!(node.play().ending(), Some(&Ending::Finished), "{seat}");
    }
}

/// The liar tells somebody who watches something else than the table.
#[test]
fn a_spectator_who_was_told_something_else_names_the_cheat_and_follows_the_table_when_it_begins_anew()
 {
    for mut lie in lies(4, 1, &[], 2) {
        lie.world.watch(seat(0)).unwrap();
        lie.catch_up_spectator();
        let said = Message::Contribution(lie.sign(lie.choices[1].clone()));
        let now = lie.world.now;
        let spectator = lie.world.spectator.as_mut().unwrap();
        spectator.handle(None, &codec::encode(&said), now).unwrap();
        assert_eq!(spectator.play().step(), lie.step + 1);
        lie.say(&[0, 1, 2], 0);
        lie.world.run_until(lie.world.now + 20 * STATUS);
        lie.world.tell_spectator(seat(0));
        let spectator = lie.world.spectator.as_ref().unwrap();
        let named: Vec<Seat> = spectator.blames().iter().map(|blame| blame.seat).collect();
        assert_eq!(named, [lie.liar]);
        lie.world.watch(seat(0)).unwrap();
        lie.catch_up_spectator();
        let (spectator, table) = (lie.world.spectator.as_ref().unwrap(), lie.world.node(seat(0)));
        assert_eq!(spectator.steps(), table.unwrap().steps());
    }
}

/// The others have gone on without the liar, who says two things about the step in which they did. Each alone is right.
#[test]
fn two_contributions_to_a_step_that_was_closed_without_their_author_name_it() {
    for mut lie in lies(5, 2, &votes([AutoConsent::Late; 4]), 2) {
        let seed = lie.world.config().seed;
        let step = lie.step;
        let waits =
            |world: &World| (0..4).any(|by| world.node(seat(by)).unwrap().play().step() <= step);
        assert!(lie.world.run_while(DEADLINE, waits), "seed {seed}");
        for choice in 0..2 {
            let said = lie.sign(lie.choices[choice].clone());
            lie.tell(&[0], &Message::Evidence(Evidence::Invalid(Box::new(said))));
        }
        lie.world.run_until(lie.world.now + 8 * STATUS);
        for (by, node) in lie.honest() {
            let named: Vec<Seat> = node.blames().iter().map(|blame| blame.seat).collect();
            assert_eq!(named, [lie.liar], "{by}, seed {seed}");
        }
    }
}
