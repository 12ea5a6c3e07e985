//! Attacks on how tables decide, resume and end, by a seat that says little, at the right moment, to the right node.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::Seat;
use proto::{
    Accept, Ballot, Contribution, Evidence, Header, Message, OnCheat, Prepare, Promise, Signed,
    Statement, Status, Value, Word, codec, limits,
};
use sim::{Config, World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat};
use table::{Ending, Millis, Node, Output, Seats};

const STATUS: Millis = 500;

/// A match in which the last seat says what the test says in its name.
struct Liar {
    world: World,
    seat: Seat,
}

impl Liar {
    fn new(table: Config, trouble: Scenario) -> Self {
        let seat = seat(table.seats as u8 - 1);
        let trouble = Scenario { dishonest: Some(seat), ..trouble };
        Self { world: World::troubled(table, trouble).unwrap(), seat }
    }

    /// Runs until the first seat has come to a step.
    fn come_to(&mut self, step: u64) {
        let before = |world: &World| world.node(seat(0)).unwrap().play().step() < step;
        assert!(self.world.run_while(DEADLINE, before));
    }

    fn at(&self, of: u8) -> Header {
        let play = self.world.node(seat(of)).unwrap().play();
        let (match_id, step, head) = (play.id(), play.step(), play.head());
        Header { match_id, step, seat: self.seat.index() as u8, head }
    }

    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed::new(statement, &identity(self.world.config().seed, self.seat))
    }

    fn tell(&mut self, to: u8, message: &Message) {
        self.world.inject(self.seat, seat(to), &codec::encode(message));
    }

    /// From now on its node is not heard, only its lies are.
    fn be_silent(&mut self) {
        for to in self.seat.others(self.world.config().seats) {
            self.world.links.cut_one_way(self.seat, to, Millis::MAX);
        }
    }

    fn honest(&self) -> impl Iterator<Item = (Seat, &Node)> {
        self.world.honest().filter_map(|(seat, peer)| Some((seat, peer.node.as_ref()?)))
    }

    fn nobody_honest_is_named_or_gone(&self) {
        assert_eq!(self.world.monitor.named, [""; 0]);
        let liar: Seats = [self.seat].into_iter().collect();
        for (seat, node) in self.honest() {
            assert!(node.play().gone().within(liar), "{seat} went on without an honest seat");
        }
    }

    fn all_finish_without_the_liar(&mut self) {
        let seed = self.world.config().seed;
        assert!(self.world.run(DEADLINE), "seed {seed}: the table hangs");
        for (seat, node) in self.honest() {
            assert_eq!(node.play().ending(), Some(&Ending::Finished), "{seat}, seed {seed}");
        }
        self.nobody_honest_is_named_or_gone();
    }
}

/// At step 12 the liar says something to the first seat alone and is not heard of again.
fn tells_one(seed: u64, what: impl Fn(&Liar, Header, Ballot) -> Word) -> Liar {
    let mut liar = Liar::new(config("suspicion", 4, seed), Scenario::default());
    liar.come_to(12);
    liar.be_silent();
    liar.world.run_until(liar.world.now + STATUS);
    let at = liar.at(0);
    for round in 1..4 {
        let word = what(&liar, at, Ballot { round: round * limits::ROUNDS_AHEAD, seat: 3 });
        liar.tell(0, &Message::Word(word));
    }
    liar
}

#[test]
fn promises_in_ballots_far_ahead_told_to_one_seat_stall_nobody() {
    let promise = |liar: &Liar, at, ballot| {
        Word::Promise(liar.sign(Promise { at, ballot, accepted: None }), Vec::new())
    };
    tells_one(0, promise).all_finish_without_the_liar();
}

#[test]
fn acceptances_in_ballots_far_ahead_told_to_one_seat_stall_nobody() {
    let value = Value::Contributions([7; 32]);
    let accept = |liar: &Liar, at, ballot| Word::Accept(liar.sign(Accept { at, ballot, value }));
    tells_one(1, accept).all_finish_without_the_liar();
}

/// While the first seat reaches nobody else, the liar begins ballots with it that are further and further ahead.
#[test]
fn ballots_far_ahead_begun_with_a_seat_that_is_cut_off_stall_nobody() {
    let mut liar = Liar::new(config("suspicion", 4, 2), Scenario::default());
    liar.come_to(12);
    liar.be_silent();
    liar.world.run_until(liar.world.now + STATUS);
    liar.world.links.cut_off([seat(0)].into_iter().collect(), Millis::MAX);
    let at = liar.at(0);
    for round in 1..5 {
        let prepare = liar.sign(Prepare { at, round: round * limits::ROUNDS_AHEAD });
        liar.tell(0, &Message::Word(Word::Prepare(prepare)));
        liar.world.run_until(liar.world.now + 10 * STATUS);
    }
    liar.world.links.mend();
    liar.be_silent();
    liar.all_finish_without_the_liar();
}

/// A seat's machine crashes and starts again. The liar does not answer it, so that it waits before it signs.
#[test]
fn a_resumed_seat_that_one_does_not_answer_is_not_put_out() {
    for seed in 0..2 {
        let mut liar = Liar::new(config("suspicion", 4, seed), Scenario::default());
        liar.come_to(10 + 7 * seed);
        let (by, resumed) = (liar.seat, seat(1));
        liar.world.kill(resumed);
        liar.world.run_until(liar.world.now + 2 * STATUS);
        liar.world.links.cut_one_way(by, resumed, Millis::MAX);
        liar.world.revive(resumed).unwrap();
        let asks = |world: &World| world.node(resumed).unwrap().is_asking();
        assert!(liar.world.run_while(DEADLINE, asks), "seed {seed}");
        liar.world.links.mend();
        liar.world.run_until(liar.world.now + 4 * STATUS);
        assert!(liar.world.node(seat(0)).unwrap().play().gone().is_empty(), "seed {seed}");
    }
}

/// A seat that asks what others hold of it is sent all of that, or not told that it was: whatever it was sent before.
#[test]
fn whoever_is_told_that_this_was_all_was_sent_all() {
    let mut world = World::new(config("suspicion", 3, 1)).unwrap();
    let said = |world: &World| {
        let node = world.node(seat(0)).unwrap();
        node.play().step() > 20
            && node.play().owed().contains(seat(1))
            && !node.missing().contains(seat(1))
    };
    assert!(world.run_while(DEADLINE, |world| !said(world)));
    let mut now = 1_000_000_000 + world.now;
    let node = world.peers[0].node.as_mut().unwrap();
    let (match_id, at) = (node.play().id(), (node.play().step(), node.play().head()));
    let mut hear = |step: u64, head, ask, now| {
        let status = Status { match_id, step, head, have: 0, proven: 0, ask };
        node.take_outputs();
        node.handle(Some(seat(1)), &codec::encode(&Message::Status(status)), now).unwrap();
        let replies = node.take_outputs().into_iter().filter_map(|output| match output {
            Output::Reply(bytes) => Some(Message::decode(&bytes).unwrap()),
            _ => None,
        });
        replies.collect::<Vec<_>>()
    };
    let mut told = 0;
    for many in 0..60 {
        now += 10 * STATUS;
        for _ in 0..many {
            // From elsewhere each time, or it would be on its way.
            hear(1, [0; 32], 0, now);
            hear(at.0 - 1, [0; 32], 0, now);
        }
        let sent = hear(at.0, at.1, 1, now);
        let has = |what: fn(&Message) -> bool| sent.iter().any(what);
        if has(|message| matches!(message, Message::Told(_))) {
            told += 1;
            let own = |message: &Message| matches!(message, Message::Contribution(_));
            assert!(has(own), "after {many}");
        }
    }
    assert!(told > 0);
}

/// What two nodes answer to a third that has resumed, delivered to it but for what the test holds back.
#[test]
fn an_answer_of_which_something_was_lost_is_none() {
    let mut world = World::new(config("suspicion", 3, 1)).unwrap();
    let resumed = seat(1);
    let said = |world: &World| {
        let node = world.node(seat(0)).unwrap();
        node.play().step() > 20
            && node.play().owed().contains(resumed)
            && !node.missing().contains(resumed)
    };
    assert!(world.run_while(DEADLINE, |world| !said(world)));
    world.kill(resumed);
    world.revive(resumed).unwrap();
    let mut now = 1_000_000_000 + world.now;
    let [one, asks, two] = world.peers.get_disjoint_mut([0, 1, 2]).unwrap().map(|peer| {
        let node = peer.node.as_mut().unwrap();
        node.take_outputs();
        node
    });
    assert!(asks.is_asking());
    for lost in [true, false] {
        now += 10 * STATUS;
        asks.tick(now);
        let asked = asks.take_outputs().into_iter().find_map(|output| match output {
            Output::Broadcast(bytes) if Status::of_message(&bytes).is_some() => Some(bytes),
            _ => None,
        });
        for (by, node) in [(0, &mut *one), (2, &mut *two)] {
            node.handle(Some(resumed), asked.as_ref().unwrap(), now).unwrap();
            for output in node.take_outputs() {
                let Output::Reply(bytes) = output else { continue };
                let own = matches!(Message::decode(&bytes), Ok(Message::Contribution(_)));
                if !(lost && own) {
                    let _ = asks.handle(Some(seat(by)), &bytes, now);
                }
            }
        }
        assert_eq!(asks.is_asking(), lost);
    }
}

/// Whoever comes to watch after everybody at the table has heard of a cheat hears of it too.
#[test]
fn whoever_watches_later_hears_of_a_cheat_that_ended_the_match() {
    let table = Config { on_cheat: OnCheat::End, ..config("suspicion", 4, 1) };
    let mut liar = Liar::new(table, Scenario::default());
    liar.come_to(12);
    let Header { match_id, step, .. } = liar.at(0);
    let said = |head| Contribution::common_head(match_id, step - 2, 3, [head; 32]);
    let [one, two] = [1, 2].map(|head| Box::new(liar.sign(said(head))));
    liar.tell(0, &Message::Evidence(Evidence::Equivocation(one, two)));
    liar.world.run_until(liar.world.now + 10 * STATUS);
    liar.world.watch(seat(0)).unwrap();
    let spectator = liar.world.spectator.as_ref().unwrap();
    assert_eq!(spectator.blames().len(), 1);
    assert!(spectator.is_over());
}
