//! Contributions that a node has accepted in a ballot are kept until the step is closed, whatever its cheat shows after that.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{
    Ballot, Contribution, Header, Message, Prepare, Promise, Proposal, Signed, Statement, Status,
    Value, Word, codec, contributions_digest,
};
use sim::{World, charter::identity, world::Scenario};
use support::{at_a_choice, seat, words};

/// Three honest seats, of which the first is told something else, and two liars: the table survives as many.
const VICTIM: u8 = 0;
const SECOND: u8 = 3;
const LIAR: u8 = 4;

struct Table {
    world: World,
    at: Header,
    choices: Vec<Contribution>,
}

impl Table {
    fn new(seed: u64) -> Option<Self> {
        let (mut world, choices) = at_a_choice(5, seed, (2, Scenario::default()), 2)?;
        world.run_until(world.now + 200);
        let play = world.node(seat(VICTIM)).unwrap().play();
        let at = Header { match_id: play.id(), step: play.step(), seat: 0, head: play.head() };
        assert_eq!(at.step, choices[0].step);
        world.links.cut_off([seat(SECOND), seat(LIAR)].into_iter().collect(), u64::MAX);
        Some(Self { world, at, choices })
    }

    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        let key = identity(self.world.config().seed, seat(statement.seat()));
        Signed::new(statement, &key)
    }

    fn tell(&mut self, from: u8, to: &[u8], message: &Message) {
        let bytes = codec::encode(message);
        to.iter().for_each(|to| self.world.inject(seat(from), seat(*to), &bytes));
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

    fn say(&mut self, to: &[u8], choice: usize) {
        let said = self.sign(self.choices[choice].clone());
        self.tell(LIAR, to, &Message::Contribution(said));
    }

    fn promises(&mut self, round: u32) -> Vec<Signed<Promise>> {
        let at = Header { seat: SECOND, ..self.at };
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
        promises
    }
}

fn attack(shows_first_again: bool) {
    let mut table = (0..40).find_map(Table::new).unwrap();
    table.wait(40_000);
    assert!((0..3).all(|of| words(&table.world, of).iter().any(|w| matches!(w, Word::Consent(_)))));
    // The second liar consents to nothing. It begins a ballot while the contribution is still missing.
    let (round, at) = (1_000, Header { seat: SECOND, ..table.at });
    let promises = table.promises(round);
    let value = Value::Contributions(contributions_digest(&[table.choices[1].digest()]));
    let proposal = table.sign(Proposal { at, round, value, promises, consents: Vec::new() });
    table.say(&[0, 1, 2], 0);
    table.say(&[VICTIM], 1);
    table.tell(SECOND, &[VICTIM], &Message::Word(Word::Proposal(vec![proposal])));
    let accepted = words(&table.world, VICTIM).iter().any(|word| matches!(word, Word::Accept(signed) if signed.statement.value == value && signed.statement.at.seat == VICTIM));
    assert!(accepted, "the attack has no effect");
    if shows_first_again {
        table.say(&[VICTIM], 0);
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
    attack(false);
}

#[test]
fn whoever_has_accepted_something_shows_it_to_the_others_although_it_was_shown_something_else() {
    attack(true);
}
