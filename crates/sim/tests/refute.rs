//! Attacks on how a table closes steps and ends, each by seats that say what they should not at the right moment.
//! Whatever they say, nobody honest is named or put out, and no table hangs.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::{Eyes, Seat};
use proto::{
    Body, Contribution, Header, Message, Signed, Standing, Statement, Status, Value, codec,
};
use sim::{Config, Leaver, Moment, World, charter::identity, run::DEADLINE, world::Trouble};
use support::{config, seat};
use table::{AutoConsent, Ending, Millis, Node, Seats};

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
    fn new(seats: usize, survive: u8, seed: u64, votes: Vec<(Seat, AutoConsent)>) -> Self {
        let liar = seat(seats as u8 - 1);
        let trouble =
            Trouble { dishonest: Some(liar), thinking: vec![liar], votes, ..Trouble::default() };
        let table = Config { survive, ..config("suspicion", seats, seed) };
        let mut world = World::troubled(table, trouble).unwrap();
        let asked = |world: &World| world.node(liar).unwrap().menu().is_some();
        assert!(world.run_while(DEADLINE, |world| !asked(world)), "nobody asked the last seat");
        let node = world.node(liar).unwrap();
        let knowledge = node.knowledge();
        let eyes = Eyes::new(node.play().driver().faces(), &knowledge);
        let (match_id, step, head) = (node.play().id(), node.play().step(), node.play().head());
        let choice = |entry: &usize| Contribution {
            match_id,
            step,
            seat: liar.index() as u8,
            head,
            decided: Vec::new(),
            body: Body::Choice { entry: *entry as u16, shown: None },
        };
        let choices = node.menu().unwrap().allowed(eyes).iter().map(choice).collect();
        Self { world, liar, step, choices }
    }

    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        let key = identity(self.world.config().seed, Seat::new(statement.seat()));
        Signed::new(statement, &key)
    }

    fn tell(&mut self, to: &[u8], message: &Message) {
        let bytes = codec::encode(message);
        to.iter().for_each(|to| self.world.inject(self.liar, seat(*to), &bytes));
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
    let lies = (0..20).map(move |seed| Lie::new(seats, survive, seed, votes.clone()));
    let mut found = lies.filter(move |lie| lie.choices.len() >= several).take(3).peekable();
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
        let trouble = Trouble { leavers, votes: patient(), ..Trouble::default() };
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
    let trouble = Trouble { leavers, votes: patient(), ..Trouble::default() };
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
