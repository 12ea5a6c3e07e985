//! One liar at a table of three shows another node a proposal that rests on many others, all of its own. However many these
//! are, the others come to a decision. The liar needs no power over the network, and nobody has to be away.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::collections::BTreeMap;

use proto::{
    Ballot, Header, Message, Prepare, Promise, Proposal, Signed, Statement, Status, Value, Word,
    codec, contributions_digest, limits,
};
use sim::{World, charter::identity, world::Scenario};
use support::{at_a_choice, seat, words};

const HONEST: [u8; 2] = [0, 1];
const LIAR: u8 = 2;

struct Table {
    world: World,
    at: Header,
    round: u32,
}

impl Table {
    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed::new(statement, &identity(self.world.config().seed, seat(LIAR)))
    }

    fn tell(&mut self, to: u8, message: &Message) {
        self.world.inject(seat(LIAR), seat(to), &codec::encode(message));
    }

    /// The liar is there, and begins ballots: another one with each of the others.
    fn begins(&mut self) {
        let Header { match_id, step, head, .. } = self.at;
        let status = Status { match_id, step, head, have: 0xff, proven: 0xff, ask: 0 };
        for to in HONEST {
            self.tell(to, &Message::Status(status));
            self.round += 1;
            let begun = self.sign(Prepare { at: self.at, round: self.round });
            self.tell(to, &Message::Word(Word::Prepare(begun)));
        }
    }

    fn has_consented(&self, of: u8) -> bool {
        let step = self.at.step;
        words(&self.world, of).iter().any(|word| {
            matches!(word, Word::Consent(signed) if (signed.statement.at.step, signed.statement.at.seat) == (step, of))
        })
    }

    /// The promises that a seat has given to the liar's ballots.
    fn promises(&self, of: u8) -> BTreeMap<Ballot, Signed<Promise>> {
        let ours = |word| match word {
            Word::Promise(signed, _)
                if signed.statement.at.step == self.at.step
                    && signed.statement.ballot.seat == LIAR =>
            {
                Some((signed.statement.ballot, signed))
            }
            _ => None,
        };
        words(&self.world, of).into_iter().filter_map(ours).collect()
    }

    /// The last so many ballots that were answered, up to the last that the victim has answered, as proposals each
    /// of which rests on the one before. In each it is the liar itself who says that it had accepted the one before.
    fn chain(&self, value: Value, links: usize) -> Vec<Signed<Proposal>> {
        let victims = self.promises(HONEST[0]);
        let last = *victims.last_key_value().unwrap().0;
        let mut promises = self.promises(HONEST[1]);
        promises.extend(victims);
        let answered: Vec<_> = promises.into_iter().filter(|(at, _)| *at <= last).collect();
        assert!(answered.len() >= links, "only {} ballots were answered", answered.len());
        let mut chain = Vec::<Signed<Proposal>>::new();
        for (ballot, promise) in answered.into_iter().rev().take(links).rev() {
            let accepted = chain.last().map(|p| (p.statement.ballot(), value));
            let own = self.sign(Promise { at: self.at, ballot, accepted });
            let promises = vec![promise, own];
            let (at, round) = (self.at, ballot.round);
            chain.push(self.sign(Proposal { at, round, value, promises, consents: Vec::new() }));
        }
        chain.reverse();
        chain
    }
}

fn attack(links: usize, is_accepted: bool) {
    let at = |seed| at_a_choice(3, seed, (1, Scenario::default()), 1);
    let (mut world, choices) = (0..40).find_map(at).unwrap();
    world.run_until(world.now + 200);
    let play = world.node(seat(0)).unwrap().play();
    let at = Header { match_id: play.id(), step: play.step(), seat: LIAR, head: play.head() };
    // From here on the test speaks for the liar.
    world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
    let mut table = Table { world, at, round: 1_000 };
    let end = table.world.now + 400_000;
    let mut written = 0;
    while !table.has_consented(HONEST[0]) {
        assert!(table.world.now < end, "nobody consents");
        table.begins();
        let next = table.world.now + 100;
        while table.world.now < next {
            table.world.step().unwrap();
            let length = table.world.peers[0].disk.bytes.len();
            if length != written && table.has_consented(HONEST[0]) {
                break;
            }
            written = length;
        }
    }
    let said = table.sign(choices[0].clone());
    let value = Value::Contributions(contributions_digest(&[choices[0].digest()]));
    let chain = table.chain(value, links);
    table.tell(HONEST[0], &Message::Contribution(said));
    table.tell(HONEST[0], &Message::Word(Word::Proposal(chain)));
    let accepts =
        |word: &Word| matches!(word, Word::Accept(signed) if signed.statement.value == value);
    let accepted = words(&table.world, HONEST[0]).iter().any(accepts);
    assert_eq!(accepted, is_accepted);
    // From now on the liar says nothing, and nothing is lost between the others, who are a quorum.
    table.world.run_until(table.world.now + 1_200_000);
    let ends = HONEST
        .map(|of| table.world.node(seat(of)).unwrap())
        .map(|node| (node.play().step(), node.is_over(), node.play().gone()));
    assert!(ends.iter().all(|(_, over, _)| *over), "the table hangs: {ends:?}");
}

#[test]
fn a_proposal_that_rests_on_few_others_hangs_nobody() {
    attack(2, true);
}

#[test]
fn a_proposal_that_rests_on_as_many_as_one_seat_may_make_hangs_nobody() {
    attack(limits::PROPOSALS / 2, true);
}

#[test]
fn a_proposal_that_rests_on_as_many_as_there_may_be_hangs_nobody() {
    attack(limits::PROPOSALS, false);
}
