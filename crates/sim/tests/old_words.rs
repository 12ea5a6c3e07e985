//! Attacks by seats that are gone, that were named, or that say again what others have said long ago.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::Seat;
use proto::{
    Accept, Ballot, Contribution, Digest, Evidence, Header, Message, OnCheat, Prepare, Proposal,
    Signed, Standing, Statement, Told, Value, Word, codec, contributions_digest, digest,
};
use sim::{Config, World, charter::identity, run::DEADLINE, world::Scenario};
use support::{at_a_choice, config, seat, words};
use table::{Ending, Millis, Node};

const STATUS: Millis = 500;

fn at(world: &World, by: u8) -> u64 {
    world.node(seat(by)).unwrap().play().step()
}

fn head(world: &World, by: u8) -> Digest {
    world.node(seat(by)).unwrap().play().head()
}

fn id(world: &World) -> Digest {
    world.node(seat(0)).unwrap().play().id()
}

fn signed<T: Statement>(world: &World, statement: T) -> Signed<T> {
    let key = identity(world.config().seed, Seat::new(statement.seat()));
    Signed::new(statement, &key)
}

fn tell(world: &mut World, by: u8, to: impl IntoIterator<Item = u8>, message: &Message) {
    let bytes = codec::encode(message);
    to.into_iter().for_each(|to| world.inject(seat(by), seat(to), &bytes));
}

/// Two things that a seat has said to one step.
fn two_things(world: &World, by: u8, step: u64) -> Message {
    let said = |head| {
        let said = Contribution::common_head(id(world), step, by, [head; 32]);
        Box::new(signed(world, said))
    };
    Message::Evidence(Evidence::Equivocation(said(1), said(2)))
}

/// From now on a seat's node is not heard, only what the test says in its name.
fn silence(world: &mut World, by: u8) {
    for to in seat(by).others(world.config().seats) {
        world.links.cut_one_way(seat(by), to, Millis::MAX);
    }
}

fn honest<'a>(world: &'a World, dishonest: &[u8]) -> Vec<(Seat, &'a Node)> {
    let nodes = Seat::all(world.config().seats).zip(&world.peers);
    let nodes = nodes.filter(|(by, _)| !dishonest.contains(&(by.index() as u8)));
    nodes.filter_map(|(by, peer)| Some((by, peer.node.as_ref()?))).collect()
}

/// What the status of a seat that was resumed for the first time asks with.
fn ask(now: Millis) -> u64 {
    let asked = digest("ask", &[&1u64.to_le_bytes(), &now.to_le_bytes()]);
    u64::from_le_bytes(*asked.first_chunk().unwrap()).max(1)
}

/// The table went on without a cheat. Later a machine starts again, and the cheat tells it that it is far ahead.
#[test]
fn whoever_is_gone_keeps_no_resumed_seat_from_speaking() {
    let trouble = Scenario { dishonest: Some(seat(3)), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    assert!(world.run_while(DEADLINE, |world| at(world, 0) < 12));
    let cheats = two_things(&world, 3, 1_000_000);
    tell(&mut world, 3, 0..3, &cheats);
    let gone = |world: &World, by: u8| world.node(seat(by)).unwrap().play().gone();
    let waits = |world: &World| (0..3).any(|by| !gone(world, by).contains(seat(3)));
    assert!(world.run_while(DEADLINE, waits));
    let step = at(&world, 0) + 4;
    assert!(world.run_while(DEADLINE, |world| at(world, 0) < step));
    silence(&mut world, 3);
    world.kill(seat(1));
    world.run_until(world.now + 2 * STATUS);
    world.revive(seat(1)).unwrap();
    let ask = ask(1_000_000_000 + world.now);
    let told = Told { match_id: id(&world), ask, step: 1 << 63, said: Vec::new() };
    tell(&mut world, 3, [1], &Message::Told(told));
    assert!(world.run(DEADLINE), "the table hangs");
    for (by, node) in honest(&world, &[3]) {
        assert_eq!(node.play().ending(), Some(&Ending::Finished), "{by}");
    }
}

/// A seat decides six times on a step, and then shows another one what that has accepted first, again and again.
#[test]
fn words_of_ones_own_that_come_back_fill_no_journal() {
    let trouble = Scenario { dishonest: Some(seat(3)), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    let common = |world: &World| {
        let play = world.node(seat(0)).unwrap().play();
        play.step() > 11 && play.round_name() == "common-head"
    };
    assert!(world.run_while(DEADLINE, |world| !common(world)));
    let (step, head) = (at(&world, 0), head(&world, 0));
    assert!(world.run_while(DEADLINE, |world| (0..3).any(|by| at(world, by) <= step)));
    let said = (0..4).map(|by| world.monitor.said(step, seat(by)).unwrap().digest());
    let value = Value::Contributions(contributions_digest(&said.collect::<Vec<_>>()));
    let here = Header { match_id: id(&world), step, seat: 3, head };
    let mut chain: Vec<Signed<Proposal>> = Vec::new();
    for round in 1..7 {
        let prepare = signed(&world, Prepare { at: here, round });
        tell(&mut world, 3, 0..3, &Message::Word(Word::Prepare(prepare)));
        let promised = |by: u8| {
            words(&world, by).into_iter().find_map(|word| match word {
                Word::Promise(signed, _) if signed.statement.ballot.round == round => Some(signed),
                _ => None,
            })
        };
        let promises: Vec<_> = (0..3).filter_map(promised).collect();
        assert_eq!(promises.len(), 3, "round {round}");
        let proposal = Proposal { at: here, round, value, promises, consents: Vec::new() };
        chain.insert(0, signed(&world, proposal));
        tell(&mut world, 3, 0..3, &Message::Word(Word::Proposal(chain.clone())));
        world.run_until(world.now + 80 * STATUS);
    }
    let ballot = Ballot { round: 1, seat: 3 };
    let first = Accept { at: Header { seat: 0, ..here }, ballot, value };
    let accepted = |word: &Word| matches!(word, Word::Accept(said) if said.statement == first);
    let own = words(&world, 0).into_iter().find(accepted).unwrap();
    let before = world.peers[0].disk.bytes.len();
    for _ in 0..1000 {
        tell(&mut world, 3, [0], &Message::Word(own.clone()));
    }
    let grown = world.peers[0].disk.bytes.len() - before;
    assert!(grown < 10_000, "the journal has grown by {grown} bytes");
}

/// One cheat is named and gone. A second one tells a seat, which has signed what everybody else has closed meanwhile, that
/// it was told something else.
#[test]
fn a_match_that_a_second_cheat_says_is_split_does_not_end_for_one_alone() {
    let trouble = Scenario { dishonest: Some(seat(5)), ..Scenario::default() };
    let table = Config { survive: 2, ..config("suspicion", 6, 1) };
    let mut world = World::troubled(table, trouble).unwrap();
    let shuffles = |world: &World| world.node(seat(0)).unwrap().play().round_name() == "shuffle";
    assert!(world.run_while(DEADLINE, |world| !shuffles(world)));
    let (step, head) = (at(&world, 0), head(&world, 0));
    assert!(world.run_while(DEADLINE, |world| (0..5).any(|by| at(world, by) <= step)));
    let cheats = two_things(&world, 4, step);
    // The second cheat does not say what is true.
    let elsewhere = two_things(&world, 4, 1_000_000);
    tell(&mut world, 4, [5], &elsewhere);
    tell(&mut world, 4, 0..4, &cheats);
    silence(&mut world, 4);
    world.links.cut_one_way(seat(5), seat(0), Millis::MAX);
    let behind = |world: &World| {
        let node = world.node(seat(0)).unwrap();
        let lacks = node.missing() == [seat(5)].into_iter().collect();
        let gone = node.play().gone().contains(seat(4));
        let by_all = node.play().owed() == node.play().present();
        lacks && gone && by_all && at(world, 1) > at(world, 0)
    };
    assert!(world.run_while(DEADLINE, |world| !behind(world)));
    let here = Header { match_id: id(&world), step, seat: 5, head };
    let said = signed(&world, Standing { at: here, value: Value::Contributions([7; 32]) });
    tell(&mut world, 5, [0], &Message::Standing(said));
    world.links.cut_one_way(seat(5), seat(0), 0);
    world.run(DEADLINE);
    let nodes = honest(&world, &[4, 5]);
    for (by, node) in &nodes {
        assert!(!node.play().gone().contains(seat(0)), "{by} went on without an honest seat");
        assert!(node.is_over(), "{by} is not over");
        assert_eq!(node.play().ending(), nodes[0].1.play().ending(), "{by}");
    }
}

/// A machine is set back to before a choice of the liar, whom everybody reaches. The liar tells it that it has chosen
/// something else then.
fn an_old_copy_and_a_liar(seats: usize, survive: u8, seed: u64) -> bool {
    let liar = seats as u8 - 1;
    let table = (survive, Scenario::default());
    let Some((mut world, choices)) = at_a_choice(seats, seed, table, 2) else { return false };
    world.run_until(world.now + 10);
    let step = choices[0].step;
    let mut copy = world.peers[0].disk.clone();
    copy.synced = copy.bytes.len();
    let one = signed(&world, choices[0].clone());
    tell(&mut world, liar, 0..liar, &Message::Contribution(one));
    // Everybody signs the head after that, and some more steps.
    world.run_until(world.now + 2 * STATUS);
    let node = world.node(seat(1)).unwrap();
    let signed_by_all = (step + 1..node.play().step())
        .any(|step| (0..liar).all(|by| world.monitor.said(step, seat(by)).is_some()));
    if !signed_by_all {
        return false;
    }
    let next = world.monitor.said(step + 1, seat(0)).or(world.monitor.said(step + 1, seat(1)));
    let Some(head) = next.map(|said| said.head) else { return false };
    let here = Header { match_id: id(&world), step: step + 1, seat: liar, head };
    let prepare = signed(&world, Prepare { at: here, round: 1 });
    tell(&mut world, liar, 0..liar, &Message::Word(Word::Prepare(prepare)));
    let promised = |word: Word| match word {
        Word::Promise(said, _) if said.statement.at.step == step + 1 => Some(said),
        _ => None,
    };
    let before = words(&world, 0).into_iter().find_map(promised).unwrap();
    world.run_until(world.now + STATUS);
    world.kill(seat(0));
    world.peers[0].disk = copy;
    world.monitor.set_back(seat(0));
    world.run_until(world.now + STATUS);
    world.revive(seat(0)).unwrap();
    let two = signed(&world, choices[1].clone());
    tell(&mut world, liar, [0], &Message::Contribution(two));
    world.run_until(world.now + world.config().timing.grace / 2);
    let other = head_at(&world, step + 1);
    world.run_until(world.now + 3 * world.config().timing.grace);
    if let Some(other) = other {
        let here = Header { head: other, ..here };
        let prepare = signed(&world, Prepare { at: here, round: 1 });
        tell(&mut world, liar, [0], &Message::Word(Word::Prepare(prepare)));
        let again = words(&world, 0).into_iter().filter_map(promised).find(|said| *said != before);
        if let Some(again) = again {
            let both = proto::Contradiction::TwoPromises(before, again);
            tell(&mut world, liar, 1..liar, &Message::Evidence(Evidence::Closing(both)));
        }
    }
    assert_eq!(world.monitor.named, [""; 0], "seed {seed}");
    world.run_until(world.now + 2 * world.config().timing.patience);
    let steps = |by: u8| world.node(seat(by)).unwrap().steps();
    let (mine, theirs) = (steps(0), steps(1));
    assert!(mine.starts_with(&theirs) || theirs.starts_with(&mine), "seed {seed}: two histories");
    true
}

/// The head of the first seat before a step that it is in.
fn head_at(world: &World, step: u64) -> Option<Digest> {
    (at(world, 0) == step).then(|| head(world, 0))
}

#[test]
fn an_old_copy_and_a_liar_make_nobody_a_cheat() {
    let tried = (0..2).filter(|seed| an_old_copy_and_a_liar(4, 1, *seed)).count();
    assert!(tried > 0);
}

/// One cheat is proven by two large contributions; another never acknowledges that.
#[test]
fn evidence_that_one_never_acknowledges_is_not_sent_for_ever() {
    let trouble =
        Scenario { dishonest: Some(seat(5)), thinking: vec![seat(0)], ..Scenario::default() };
    let table = Config { survive: 2, on_cheat: OnCheat::GoOn, ..config("suspicion", 6, 1) };
    let mut world = World::troubled(table, trouble).unwrap();
    let asked = |world: &World| world.node(seat(0)).unwrap().menu().is_some();
    assert!(world.run_while(DEADLINE, |world| !asked(world)));
    // The largest contribution of the fifth seat so far, and another with its body.
    let said = (1..at(&world, 0)).filter_map(|step| world.monitor.said(step, seat(4)).cloned());
    let big = said.max_by_key(|said| codec::encode(said).len()).unwrap();
    let other = Contribution { head: [7; 32], ..big.clone() };
    let both = [big, other].map(|said| Box::new(signed(&world, said)));
    let [one, two] = both;
    let evidence = Message::Evidence(Evidence::Equivocation(one, two));
    let size = codec::encode(&evidence).len();
    // The second cheat is heard of, but says nothing of what it knows.
    for to in 0..5 {
        world.links.cut_one_way(seat(5), seat(to), Millis::MAX);
    }
    tell(&mut world, 4, 0..4, &evidence);
    world.run_until(world.now + 4 * STATUS);
    let play = world.node(seat(0)).unwrap().play();
    let status = proto::Status {
        match_id: play.id(),
        step: play.step(),
        head: play.head(),
        have: 63,
        proven: 0,
        ask: 0,
    };
    let before = world.bytes;
    for _ in 0..20 {
        tell(&mut world, 5, 0..4, &Message::Status(status));
        world.run_until(world.now + STATUS);
    }
    let sent = world.bytes - before;
    assert!(sent < 200 * size as u64, "evidence of {size} bytes, {sent} bytes in 10 s");
}
