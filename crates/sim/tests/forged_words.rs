//! A word that nobody has signed is dropped, and makes nobody sign anything.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use ed25519_dalek::SigningKey;
use proto::{Consent, Contribution, Evidence, Header, Message, Signed, Word, codec};
use sim::{World, charter::identity, world::Scenario};
use support::{at_a_choice, seat};
use table::journal::{self, Entry};

const HEARS: u8 = 0;
const OTHER: u8 = 1;
const LIAR: u8 = 3;

/// The steps of which a seat has signed how it has closed them.
fn stood(world: &World) -> Vec<u64> {
    let (entries, _) = journal::read(&world.peers[usize::from(HEARS)].disk.bytes).unwrap();
    let own = entries.iter().filter_map(|entry| match entry {
        Entry::Standing(signed) => Some(signed.statement.at),
        _ => None,
    });
    own.filter(|at| at.seat == HEARS).map(|at| at.step).collect()
}

/// A seat is proven to cheat, and consents of another to all closed steps come, signed by this key.
fn after_consents(key: impl Fn(&World) -> SigningKey) -> World {
    let (mut world, choices) = at_a_choice(4, 1, (1, Scenario::default()), 1).unwrap();
    world.run_until(world.now + 200);
    let Contribution { match_id, step, .. } = choices[0];
    // The others do not hear of it, and it does not go on with them.
    let hears = [seat(HEARS)].into_iter().collect();
    world.links.cut_off(hears, u64::MAX);
    let liar = identity(1, seat(LIAR));
    let said = |head| Contribution::common_head(match_id, 2, LIAR, [head; 32]);
    let said = |head| Box::new(Signed::new(said(head), &liar));
    let evidence = Message::Evidence(Evidence::Equivocation(said(1), said(2)));
    world.inject(seat(OTHER), seat(HEARS), &codec::encode(&evidence));
    assert_eq!(world.node(seat(HEARS)).unwrap().blames().len(), 1);
    assert_eq!(stood(&world), [0; 0]);
    let heads = heads(&world);
    let key = key(&world);
    for (step, head) in (1..step).zip(heads) {
        let at = Header { match_id, step, seat: OTHER, head };
        let consent = Signed::new(Consent { at, without: 1 << LIAR }, &key);
        let word = codec::encode(&Message::Word(Word::Consent(consent)));
        world.inject(seat(OTHER), seat(HEARS), &word);
    }
    world
}

/// The heads before the closed steps.
fn heads(world: &World) -> Vec<[u8; 32]> {
    let (entries, _) = journal::read(&world.peers[usize::from(HEARS)].disk.bytes).unwrap();
    let said = entries.iter().filter_map(|entry| match entry {
        Entry::Contribution(said) => Some(said.decode().unwrap().statement),
        _ => None,
    });
    let heads: std::collections::BTreeMap<_, _> = said.map(|said| (said.step, said.head)).collect();
    heads.into_values().collect()
}

#[test]
fn a_word_that_its_seat_has_not_signed_makes_nobody_say_how_a_step_was_closed() {
    let world = after_consents(|_| SigningKey::from_bytes(&[7; 32]));
    assert_eq!(stood(&world), [0; 0]);
}

#[test]
fn a_word_on_a_closed_step_makes_those_who_know_of_a_cheat_say_how_it_was_closed() {
    let world = after_consents(|world| identity(world.config().seed, seat(OTHER)));
    assert!(!stood(&world).is_empty());
}
