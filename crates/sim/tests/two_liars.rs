//! Two liars at a table of five keep nobody in a step: what a node has accepted it keeps and can show, and what honest
//! nodes show is looked at, however often a cheat has made them show something else before.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{
    Accept, Ballot, Contribution, Digest, Header, Message, Prepare, Promise, Proposal, Signed,
    Standing, Statement, Status, Value, Word, codec, contributions_digest,
};
use sim::{World, charter::identity, world::Scenario};
use support::{at_a_choice, seat, words};

/// The seat that is to be kept in the step, two other honest ones, and two liars.
const VICTIM: u8 = 0;
const HONEST: [u8; 2] = [1, 2];
const SECOND: u8 = 3;
const LIAR: u8 = 4;

struct Table {
    world: World,
    at: Header,
    choices: Vec<Contribution>,
}

impl Table {
    /// A table that survives so many.
    fn new(survive: u8) -> Self {
        let at = |seed| at_a_choice(5, seed, (survive, Scenario::default()), 2);
        let found = (0..40).find_map(at);
        let (mut world, choices) = found.unwrap();
        world.run_until(world.now + 200);
        let play = world.node(seat(VICTIM)).unwrap().play();
        let at = Header { match_id: play.id(), step: play.step(), seat: 0, head: play.head() };
        assert_eq!(at.step, choices[0].step);
        world.links.cut_off([seat(SECOND), seat(LIAR)].into_iter().collect(), u64::MAX);
        Self { world, at, choices }
    }

    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        let key = identity(self.world.config().seed, seat(statement.seat()));
        Signed::new(statement, &key)
    }

    fn tell(&mut self, from: u8, to: &[u8], message: &Message) {
        let bytes = codec::encode(message);
        to.iter().for_each(|to| self.world.inject(seat(from), seat(*to), &bytes));
    }

    fn header(&self, by: u8) -> Header {
        Header { seat: by, ..self.at }
    }

    /// Lets time pass; the second liar is heard of meanwhile.
    fn wait(&mut self, millis: u64) {
        let end = self.world.now + millis;
        while self.world.now < end {
            let Header { match_id, step, head, .. } = self.at;
            let status = Status { match_id, step, head, have: 0xff, proven: 0xff, ask: 0 };
            self.tell(SECOND, &[0, 1, 2], &Message::Status(status));
            self.world.run_until(end.min(self.world.now + 1_000));
        }
    }

    fn say(&mut self, from: u8, to: &[u8], choice: usize) {
        let said = self.sign(self.choices[choice].clone());
        self.tell(from, to, &Message::Contribution(said));
    }

    fn set(&self, choice: usize) -> Digest {
        contributions_digest(&[self.choices[choice].digest()])
    }

    /// The second liar begins a ballot; what it proposes then.
    fn proposal(&mut self, round: u32, value: Value) -> Signed<Proposal> {
        let at = self.header(SECOND);
        let begun = self.sign(Prepare { at, round });
        self.tell(SECOND, &[0, 1, 2], &Message::Word(Word::Prepare(begun)));
        let ballot = Ballot { round, seat: SECOND };
        let mut promises: Vec<Signed<Promise>> = (0..3)
            .filter_map(|by| {
                words(&self.world, by).into_iter().find_map(|word| match word {
                    Word::Promise(signed, _)
                        if signed.statement.ballot == ballot && signed.statement.at.seat == by =>
                    {
                        Some(signed)
                    }
                    _ => None,
                })
            })
            .collect();
        assert_eq!(promises.len(), 3, "somebody does not promise");
        promises.push(self.sign(Promise { at, ballot, accepted: None }));
        self.sign(Proposal { at, round, value, promises, consents: Vec::new() })
    }

    fn step_of(&self, of: u8) -> u64 {
        self.world.node(seat(of)).unwrap().play().step()
    }

    /// Lets time pass until all honest seats have consented to go on without the liar, who does not choose.
    fn wait_for_consents(&mut self, millis: u64) {
        self.wait(millis);
        let consented = |of| words(&self.world, of).iter().any(|w| matches!(w, Word::Consent(_)));
        assert!((0..3).all(consented));
    }
}

/// The liar tells honest nodes one thing and the other again and again, so that they show the victim now this and now that.
fn honest_nodes_show(flips: usize) {
    let mut table = Table::new(1);
    table.wait_for_consents(330_000);
    table.say(LIAR, &[0, 1, 2], 0);
    assert!((0..3).all(|of| table.step_of(of) == table.at.step));
    let standing = Standing { at: table.header(SECOND), value: Value::Contributions(table.set(1)) };
    let standing = table.sign(standing);
    table.tell(SECOND, &HONEST, &Message::Standing(standing));
    table.wait(70_000);
    // The victim wants what nobody has, and so asks for everything.
    let bogus = table.proposal(1_000, Value::Contributions([9; 32]));
    table.tell(SECOND, &[VICTIM], &Message::Word(Word::Proposal(vec![bogus])));
    for to in HONEST {
        for _ in 0..flips {
            table.say(LIAR, &[to], 1);
            table.wait(1_000);
            table.say(LIAR, &[to], 0);
            table.wait(1_000);
        }
    }
    assert!((0..3).all(|of| table.step_of(of) == table.at.step));
    table.wait(70_000);
    // The liars decide with the two honest ones on the other thing, which they do not show the victim.
    table.say(SECOND, &HONEST, 1);
    let value = Value::Contributions(table.set(1));
    let proposal = table.proposal(2_000, value);
    let word = Message::Word(Word::Proposal(vec![proposal.clone()]));
    table.tell(SECOND, &[0, 1, 2], &word);
    for by in [SECOND, LIAR] {
        let accept = table.sign(Accept::of(&proposal.statement, by));
        table.tell(SECOND, &[0, 1, 2], &Message::Word(Word::Accept(accept)));
    }
    table.wait(20_000);
    assert!(HONEST.iter().all(|of| table.step_of(*of) > table.at.step), "the attack has no effect");
    assert!(
        table.step_of(VICTIM) > table.at.step,
        "the victim does not look at what honest nodes show"
    );
}

#[test]
fn without_flips_the_victim_closes_the_step() {
    honest_nodes_show(0);
}

#[test]
fn with_flips_the_victim_closes_the_step() {
    honest_nodes_show(16);
}

/// The victim alone accepts what the liar has told it alone, and may be told the other thing again.
fn the_victim_accepts(shows_first_again: bool) {
    let mut table = Table::new(2);
    table.wait_for_consents(40_000);
    // The second liar consents to nothing. It begins a ballot while the contribution is still missing.
    let value = Value::Contributions(table.set(1));
    let proposal = table.proposal(1_000, value);
    table.say(LIAR, &[0, 1, 2], 0);
    table.say(LIAR, &[VICTIM], 1);
    table.tell(SECOND, &[VICTIM], &Message::Word(Word::Proposal(vec![proposal])));
    let accepts = |word: &Word| match word {
        Word::Accept(Signed { statement: accept, .. }) => {
            (accept.value, accept.at.seat) == (value, VICTIM)
        }
        _ => false,
    };
    assert!(words(&table.world, VICTIM).iter().any(accepts), "the attack has no effect");
    if shows_first_again {
        table.say(LIAR, &[VICTIM], 0);
    }
    // From now on the liars say nothing, and nothing is lost between the others, who are a quorum.
    table.world.run_until(table.world.now + 600_000);
    let steps: Vec<_> = (0..3)
        .map(|of| table.world.node(seat(of)).unwrap())
        .map(|n| (n.play().step(), n.is_over()))
        .collect();
    assert!(
        steps.iter().all(|(step, over)| *step > table.at.step || *over),
        "the table hangs: {steps:?}"
    );
}

#[test]
fn whoever_has_accepted_something_shows_it_to_the_others() {
    the_victim_accepts(false);
}

#[test]
fn whoever_has_accepted_something_shows_it_to_the_others_although_it_was_shown_something_else() {
    the_victim_accepts(true);
}
