//! The codec: one form for each value, and nothing else is one.
#![allow(clippy::unwrap_used, missing_docs)]

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use ed25519_dalek::Signature;
use mental::{Dealing, OpenedSeal, Seal, Shares, Shuffle};
use proptest::prelude::*;
use proto::{
    Accept, Ballot, Body, Certificate, Charter, Consent, Contradiction, Contribution, Decided,
    Evidence, Header, Leave, Message, OnCheat, Prepare, Probe, Promise, Proposal, Record,
    SeatEntry, Signed, Status, Told, Unfinished, Value, Word,
    codec::{DecodeError, decode, encode},
    limits,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

fn places() -> impl Strategy<Value = SeatEntry> {
    (any::<[u8; 32]>(), ".{0,12}", any::<[u8; 32]>(), any::<[u8; 32]>())
        .prop_map(|(identity, name, nonce, key)| SeatEntry { identity, name, nonce, key })
}

fn charters() -> impl Strategy<Value = Charter> {
    let options = prop::collection::vec(("[a-z]{0,5}", ".{0,5}"), 0..4);
    let on_cheat = prop_oneof![Just(OnCheat::End), Just(OnCheat::GoOn)];
    let seats = prop::collection::vec(places(), 0..4);
    let rules = (any::<u16>(), any::<[u8; 32]>());
    (any::<u16>(), ".{0,9}", rules, options, any::<u8>(), on_cheat, seats).prop_map(
        |(protocol, game, (rules, description), options, survive, on_cheat, seats)| Charter {
            protocol,
            game,
            rules,
            description,
            options,
            survive,
            on_cheat,
            seats,
        },
    )
}

fn points() -> impl Strategy<Value = [u8; 32]> {
    any::<[[u8; 32]; 2]>().prop_map(|[a, b]| {
        let bytes = core::array::from_fn(|i| if i < 32 { a[i] } else { b[i - 32] });
        RistrettoPoint::from_uniform_bytes(&bytes).compress().to_bytes()
    })
}

fn scalars() -> impl Strategy<Value = [u8; 32]> {
    any::<[u8; 32]>().prop_map(|bytes| Scalar::from_bytes_mod_order(bytes).to_bytes())
}

fn seals() -> impl Strategy<Value = Seal> {
    (points(), points(), scalars(), scalars())
        .prop_map(|(a, b, c, z)| decode(&[a, b, c, z].concat()).unwrap())
}

fn opened_seals() -> impl Strategy<Value = OpenedSeal> {
    (any::<u16>(), scalars())
        .prop_map(|(entry, r)| decode(&[&entry.to_le_bytes()[..], &r].concat()).unwrap())
}

fn choices() -> impl Strategy<Value = Contribution> {
    let body = prop_oneof![
        any::<u16>().prop_map(|entry| Body::Choice { entry, shown: None }),
        seals().prop_map(Body::Seal),
        opened_seals().prop_map(|opened| Body::Open { opened, shown: None }),
        any::<u16>().prop_map(|place| Body::Answer { shown: Some((place, None)), none: None }),
    ];
    (headers(), prop::collection::vec(decisions(), 0..3), body).prop_map(|(at, decided, body)| {
        let Header { match_id, step, seat, head } = at;
        Contribution { match_id, step, seat, head, decided, body }
    })
}

fn headers() -> impl Strategy<Value = Header> {
    (any::<[u8; 32]>(), any::<u64>(), any::<u8>(), any::<[u8; 32]>())
        .prop_map(|(match_id, step, seat, head)| Header { match_id, step, seat, head })
}

fn ballots() -> impl Strategy<Value = Ballot> {
    any::<(u32, u8)>().prop_map(|(round, seat)| Ballot { round, seat })
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<[u8; 32]>().prop_map(Value::Contributions),
        any::<u16>().prop_map(Value::Without)
    ]
}

fn signatures() -> impl Strategy<Value = Signature> {
    any::<[u8; 32]>().prop_map(|half| {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&half);
        Signature::from_bytes(&bytes)
    })
}

fn signed<T: core::fmt::Debug>(
    statement: impl Strategy<Value = T>,
) -> impl Strategy<Value = Signed<T>> {
    (statement, signatures()).prop_map(|(statement, signature)| Signed { statement, signature })
}

fn accepts() -> impl Strategy<Value = Vec<(u8, Signature)>> {
    prop::collection::vec((any::<u8>(), signatures()), 0..3)
}

fn decisions() -> impl Strategy<Value = Decided> {
    (any::<(u64, [u8; 32], [u8; 32])>(), ballots(), accepts()).prop_map(
        |((step, head, contributions), ballot, accepts)| Decided {
            step,
            head,
            ballot,
            contributions,
            accepts,
        },
    )
}

fn promises() -> impl Strategy<Value = Promise> {
    (headers(), ballots(), prop::option::of((ballots(), values())))
        .prop_map(|(at, ballot, accepted)| Promise { at, ballot, accepted })
}

fn proposals() -> impl Strategy<Value = Proposal> {
    let promises = prop::collection::vec(signed(promises()), 0..3);
    let consents = prop::collection::vec(signatures(), 0..3);
    (headers(), any::<u32>(), values(), promises, consents).prop_map(
        |(at, round, value, promises, consents)| Proposal { at, round, value, promises, consents },
    )
}

fn words() -> impl Strategy<Value = Word> {
    let consent = (headers(), any::<u16>()).prop_map(|(at, without)| Consent { at, without });
    let prepare = (headers(), any::<u32>()).prop_map(|(at, round)| Prepare { at, round });
    let accept = (headers(), ballots(), values()).prop_map(|(at, ballot, value)| Accept {
        at,
        ballot,
        value,
    });
    let chain = || prop::collection::vec(signed(proposals()), 0..3);
    prop_oneof![
        signed(consent).prop_map(Word::Consent),
        signed(prepare).prop_map(Word::Prepare),
        (signed(promises()), chain()).prop_map(|(promise, named)| Word::Promise(promise, named)),
        chain().prop_map(Word::Proposal),
        signed(accept).prop_map(Word::Accept),
        (signed(proposals()), accepts()).prop_map(|(proposal, accepts)| {
            Word::Decided(Box::new(Certificate { proposal, accepts }))
        }),
    ]
}

proptest! {
    #[test]
    fn a_charter_survives_its_bytes(charter in charters()) {
        prop_assert_eq!(decode::<Charter>(&encode(&charter)), Ok(charter));
    }

    #[test]
    fn a_contribution_survives_its_bytes(said in choices()) {
        prop_assert_eq!(decode::<Contribution>(&encode(&said)), Ok(said));
    }

    #[test]
    fn a_word_on_closing_a_step_survives_its_bytes(word in words()) {
        let message = Message::Word(word);
        prop_assert_eq!(Message::decode(&encode(&message)), Ok(message));
    }

    #[test]
    fn statuses_probes_and_answers_survive_their_bytes(
        (match_id, head) in any::<([u8; 32], [u8; 32])>(),
        (step, have, proven, ask) in any::<(u64, u16, u16, u64)>(),
    ) {
        let status = Status { match_id, step, head, have, proven, ask };
        let bytes = encode(&Message::Status(status));
        prop_assert_eq!(Status::of_message(&bytes), Some(status));
        let probe = Probe { match_id, agree: ask, differ: step, step, head };
        let told = Told { match_id, ask, step, said: vec![head; usize::from(have % 5)] };
        for message in [Message::Status(status), Message::Probe(probe), Message::Told(told)] {
            prop_assert_eq!(Message::decode(&encode(&message)), Ok(message));
        }
    }

    #[test]
    fn words_of_those_who_leave_survive_their_bytes(
        leave in signed((headers(), any::<u32>(), any::<bool>()).prop_map(|(at, count, back)| {
            Leave { at, count, back }
        })),
        end in signed((headers(), any::<u16>()).prop_map(|(at, left)| Unfinished { at, left })),
    ) {
        for message in [Message::Leave(leave), Message::Unfinished(end)] {
            prop_assert_eq!(Message::decode(&encode(&message)), Ok(message));
        }
    }

    #[test]
    fn nothing_may_follow_or_be_missing(said in choices(), more in 1usize..9) {
        let mut bytes = encode(&said);
        for length in 0..bytes.len() {
            prop_assert_eq!(decode::<Contribution>(&bytes[..length]), Err(DecodeError::Malformed));
        }
        bytes.extend(vec![0; more]);
        prop_assert_eq!(decode::<Contribution>(&bytes), Err(DecodeError::Malformed));
    }

    #[test]
    fn whatever_decodes_has_no_other_form(
        said in choices(),
        at in any::<prop::sample::Index>(),
        flip in 1u8..,
    ) {
        let mut bytes = encode(&said);
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        if let Ok(other) = decode::<Contribution>(&bytes) {
            prop_assert_ne!(&other, &said);
            prop_assert_eq!(encode(&other), bytes);
        }
    }

    #[test]
    fn noise_is_decoded_canonically_or_not_at_all(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        variant in 0u8..9,
    ) {
        let bytes = [&[variant, 0, 0, 0], &bytes[..]].concat();
        if let Ok(message) = decode::<Message>(&bytes) {
            prop_assert_eq!(encode(&message), &bytes[..]);
        }
        if let Ok(record) = decode::<Record>(&bytes) {
            prop_assert_eq!(encode(&record), &bytes[..]);
        }
    }
}

#[test]
fn options_have_the_tags_0_and_1_only() {
    assert_eq!(encode(&Some(7u8)), [1, 7]);
    assert_eq!(encode(&None::<u8>), [0]);
    for tag in 2..=255 {
        assert_eq!(decode::<Option<u8>>(&[tag, 7]), Err(DecodeError::Malformed), "{tag}");
        assert_eq!(decode::<Option<u8>>(&[tag]), Err(DecodeError::Malformed), "{tag}");
        assert_eq!(decode::<bool>(&[tag]), Err(DecodeError::Malformed), "{tag}");
    }
}

#[test]
fn unknown_variants_are_refused() {
    for variant in [2u32, 3, 255, 256, 1 << 16, u32::MAX] {
        assert_eq!(decode::<OnCheat>(&variant.to_le_bytes()), Err(DecodeError::Malformed));
    }
    for variant in [13u32, u32::MAX] {
        let bytes = [&variant.to_le_bytes()[..], &[0; 64]].concat();
        assert_eq!(decode::<Body>(&bytes), Err(DecodeError::Malformed));
    }
}

#[test]
fn text_is_utf_8() {
    let bytes = |text: &[u8]| [&(text.len() as u64).to_le_bytes()[..], text].concat();
    assert_eq!(decode::<String>(&bytes("Çiğdem".as_bytes())), Ok("Çiğdem".into()));
    for bad in [&b"\xff"[..], b"\xc3", b"\xed\xa0\x80", b"\xc0\x80"] {
        assert_eq!(decode::<String>(&bytes(bad)), Err(DecodeError::Malformed));
    }
}

/// A decoder that believed these would be killed for want of memory.
#[test]
fn lengths_are_not_believed() {
    for length in [1u64 << 20, 1 << 32, 1 << 40, 1 << 60, u64::MAX] {
        let bytes = [&length.to_le_bytes()[..], &[0; 64]].concat();
        assert_eq!(decode::<Vec<u8>>(&bytes), Err(DecodeError::Malformed));
        assert_eq!(decode::<String>(&bytes), Err(DecodeError::Malformed));
        assert_eq!(decode::<Vec<[u8; 32]>>(&bytes), Err(DecodeError::Malformed));
        assert_eq!(decode::<Shares>(&bytes), Err(DecodeError::Malformed));
        assert_eq!(decode::<Dealing>(&bytes), Err(DecodeError::Malformed));
        assert_eq!(decode::<Shuffle>(&bytes), Err(DecodeError::Malformed));
        // Many piles, none of which has a card: lengths within lengths.
        let nested = [&64u64.to_le_bytes()[..], &length.to_le_bytes().repeat(64)].concat();
        assert_eq!(decode::<Shuffle>(&nested), Err(DecodeError::Malformed));
    }
}

#[test]
fn a_value_as_large_as_the_limit_is_one_and_a_larger_one_is_none() {
    let most = vec![7u8; limits::MESSAGE - 8];
    let bytes = encode(&most);
    assert_eq!(bytes.len(), limits::MESSAGE);
    assert_eq!(decode::<Vec<u8>>(&bytes), Ok(most));
    let more = vec![7u8; limits::MESSAGE - 7];
    assert_eq!(decode::<Vec<u8>>(&encode(&more)), Err(DecodeError::TooLarge));
}

#[test]
fn two_of_the_largest_shuffles_fit_into_a_message() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let secret = mental::SecretKey::generate(&mut rng);
    let ctx = mental::Context::new([0; 32], 0, 0);
    let proof = secret.prove(&ctx, &mut rng);
    let (key, blind) = (secret.public(), [9; 32]);
    let commitment = mental::key_commitment(&key, &blind);
    let key = mental::PublicKey::verify(&ctx, &commitment, &key, &blind, &proof).unwrap();
    let joint = mental::JointKey::new(&[key]).unwrap();
    let card = mental::Card::open(mental::face_point("test", 0, 0));
    let deck = vec![card; mental::shuffle::MAX_CARDS];
    let shuffle = Shuffle::new(&ctx, &joint, &[deck], &mut rng).unwrap();
    let bytes = encode(&shuffle).len();
    assert_eq!(bytes, 33_088);
    assert!(2 * bytes + 1024 < limits::MESSAGE);
}

/// Bytes that begin like a message of some kind, and go on with nothing that could be decoded.
#[test]
fn a_message_that_is_too_long_for_its_kind_is_refused_before_it_is_decoded() {
    let signed = limits::CONTRIBUTION + 72;
    for (begin, most) in [
        (&[0, 0, 0, 0][..], 4 + signed),
        (&[1, 0, 0, 0], limits::CLOSING),
        (&[2, 0, 0, 0], limits::STATEMENT),
        (&[3, 0, 0, 0, 0, 0, 0, 0], 8 + 2 * signed),
        (&[3, 0, 0, 0, 1, 0, 0, 0], 8 + signed),
        (&[3, 0, 0, 0, 2, 0, 0, 0], 2 * limits::CLOSING),
        (&[3, 0, 0, 0, 3, 0, 0, 0], 8 + limits::STATEMENT + signed),
        (&[3, 0, 0, 0, 4, 0, 0, 0], limits::STATEMENT),
        (&[4, 0, 0, 0], limits::STATEMENT),
        (&[5, 0, 0, 0], limits::STATEMENT + 32 * limits::TOLD),
        (&[6, 0, 0, 0], limits::STATEMENT),
        (&[7, 0, 0, 0], limits::STATEMENT),
        (&[8, 0, 0, 0], limits::STATEMENT),
        (&[0, 0, 0, 1], limits::STATEMENT),
    ] {
        let noise = |length: usize| [begin, &vec![0xff; length - begin.len()]].concat();
        assert_eq!(Message::decode(&noise(most)), Err(DecodeError::Malformed), "{begin:?}");
        assert_eq!(Message::decode(&noise(most + 1)), Err(DecodeError::TooLarge), "{begin:?}");
    }
}

/// As many proposals as may rest on each other, each with the promises and consents of eight seats.
#[test]
fn the_longest_words_on_closing_a_step_can_be_sent() {
    let at = Header { match_id: [1; 32], step: 9, seat: 7, head: [2; 32] };
    let signature = Signature::from_bytes(&[0; 64]);
    let ballot = Ballot { round: 1, seat: 7 };
    let accepted = Some((ballot, Value::Contributions([3; 32])));
    let promise = Signed { statement: Promise { at, ballot, accepted }, signature };
    let proposal = |value| {
        let (promises, consents) = (vec![promise; limits::SEATS], vec![signature; limits::SEATS]);
        Signed { statement: Proposal { at, round: 1, value, promises, consents }, signature }
    };
    let proposal = proposal(Value::Contributions([3; 32]));
    let chain = vec![proposal.clone(); limits::PROPOSALS];
    let accepts = (0..limits::SEATS as u8).map(|seat| (seat, signature)).collect();
    let decided = Certificate { proposal: proposal.clone(), accepts };
    let two = Contradiction::TwoProposals(Box::new(proposal.clone()), Box::new(proposal));
    let messages = [
        Message::Word(Word::Promise(promise, chain.clone())),
        Message::Word(Word::Proposal(chain)),
        Message::Word(Word::Decided(Box::new(decided))),
        Message::Evidence(Evidence::Closing(two)),
    ];
    let longest = messages.iter().map(|message| encode(message).len()).max();
    assert_eq!(longest, Some(37_216));
    for message in messages {
        assert_eq!(Message::decode(&encode(&message)), Ok(message));
    }
}

#[test]
#[should_panic(expected = "a type that has no bytes")]
fn a_value_that_cannot_be_encoded_is_not_encoded_as_nothing() {
    struct Mute;
    impl serde::Serialize for Mute {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("mute"))
        }
    }
    encode(&Mute);
}

#[test]
fn no_value_that_is_sent_is_encoded_as_nothing() {
    assert_eq!(decode::<Message>(&[]), Err(DecodeError::Malformed));
    assert_eq!(decode::<Record>(&[]), Err(DecodeError::Malformed));
    assert_eq!(decode::<Contribution>(&[]), Err(DecodeError::Malformed));
}
