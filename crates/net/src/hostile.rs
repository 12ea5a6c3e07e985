//! Property tests that feed malformed bytes to everything in this crate that reads what strangers send.
//!
//! The coverage-guided targets in `fuzz/` leave this crate out: the network library takes minutes to build
//! and would be built there a second time. So inputs are mutated at random here, thousands of times in
//! every run of the tests. A failure prints the smallest failing input, and its seed is kept in
//! `proptest-regressions/`.

#[path = "../../../fuzz/src/bend.rs"]
mod bend;

use std::fmt::Debug;

use ed25519_dalek::{Signature, SigningKey};
use futures::{executor::block_on, io::Cursor};
use libp2p::Multiaddr;
use proptest::{collection::vec, prelude::*};
use proto::{OnCheat, SignedCharter, codec};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Code, Identity, Invitation,
    actor::{Answer, Ask, Want},
    code::{both, dialable, socket, split},
    limits,
    lobby::{
        Commitment, Guest, Host, Introduction, LobbyEvent, Out, Refusal, Room, Say, Sitter,
        TableInfo, Terms, Whereabouts, Wish, folded, is_name,
    },
    pake::{Context, Half, Tag},
    processes::{Alive, Rival},
    storage::Piece,
    wire,
};

const TABLE: [u8; 16] = [7; 16];

fn key(who: u8) -> SigningKey {
    SigningKey::from_bytes(&[who; 32])
}

fn id(who: u8) -> Identity {
    Identity::of(&key(who))
}

fn addresses() -> Vec<Vec<u8>> {
    let sockets = ["192.168.1.20:4100", "[2001:db8::1]:4100"];
    sockets.iter().flat_map(|s| both(s.parse().unwrap())).map(|a| a.to_vec()).collect()
}

fn terms() -> Terms {
    Terms {
        game: "suspicion".into(),
        rules: 1,
        description: [0; 32],
        options: vec![("mode".into(), "hard".into())],
        seats: 3,
        survive: 1,
        on_cheat: OnCheat::End,
        spectators: true,
        window: 4,
    }
}

fn code(invited: bool) -> Code {
    if invited { Code::invited(&TABLE, [4; 32]) } else { Code::open(&TABLE) }
}

fn host(invited: bool) -> Host {
    let table = ("Ann's".into(), TABLE);
    Host::open(id(1), Introduction::person("Ann"), table, terms(), code(invited), addresses())
}

fn guest(line: &TableInfo, invited: bool) -> Guest {
    let wish = Wish::Sit(Introduction::person("Bob"));
    Guest::join(id(2), id(1), line, Some(&code(invited)), wish, addresses(), [2; 64]).unwrap()
}

fn room() -> Room {
    let sitter = |who: u8, name: &str| Sitter {
        identity: id(who),
        name: name.into(),
        bot: who == 3,
        ready: Some(Commitment { nonce: [who; 32], key: [who; 32] }),
        addresses: addresses(),
    };
    let sitters = vec![sitter(1, "Ann"), sitter(2, "Bob"), sitter(3, "Cy")];
    Room { line: host(false).line().clone(), sitters }
}

/// One message of every kind that is sent in a lobby.
fn says() -> Vec<Say> {
    let point = Half::new("K7Q2WD", &CONTEXT, [5; 64]).point();
    let charter = room().charter().unwrap();
    let signature = Signature::from_bytes(&[1; 64]);
    let start = SignedCharter { charter, signatures: vec![signature; 3] };
    let (protocol, who, proof) = (proto::VERSION, Introduction::person("Bob"), None);
    vec![
        Say::Knock(point),
        Say::Point(point),
        Say::Sit { protocol, who, proof, addresses: addresses() },
        Say::Watch { proof: Some(Tag([3; 32], [3; 32])) },
        Say::Refused(Refusal::Version(2)),
        Say::Welcome(Tag([3; 32], [3; 32])),
        Say::Room(Box::new(room())),
        Say::Ready(Some((terms().digest(), Commitment { nonce: [2; 32], key: [2; 32] }))),
        Say::Leave,
        Say::Propose([3; 32]),
        Say::Sign([3; 32], signature),
        Say::Start(Box::new(start)),
        Say::Chat { whispered: false, text: "hello".into() },
        Say::Whereabouts {
            id: [3; 32],
            all: vec![Whereabouts { who: id(2), at: addresses() }],
            asks: true,
        },
    ]
}

fn asks() -> Vec<Ask> {
    let line = Some(Box::new(room().line));
    let notes = says().into_iter().map(|say| Ask::Note { run: 1, number: 2, say });
    let alive = Some(Alive::sign(&key(2), 1, 2));
    let looks = [None, alive].map(|alive| Ask::Look { run: 1, alive });
    looks.into_iter().chain([Ask::Line(None), Ask::Line(line)]).chain(notes).collect()
}

fn answers() -> Vec<Answer> {
    let line = Some(Box::new(room().line));
    let rival = Some(Rival { run: 2, heard: true, proof: Some(Alive::sign(&key(2), 1, 2)) });
    let lines = [(None, None), (line, rival)].map(|(line, rival)| Answer::Line { line, rival });
    lines.into_iter().chain([Answer::Heard, Answer::Later]).collect()
}

/// One of `good` with up to eight random changes, and now and then with none.
fn bent<T: Debug>(good: Vec<T>, bytes: fn(&T) -> Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let good: Vec<Vec<u8>> = good.iter().map(bytes).collect();
    (prop::sample::select(good), vec(any::<u8>(), 0..=24))
        .prop_map(|(good, changes)| bend::bend(&good, &changes))
}

/// Names as people have them, and names that nobody honest has.
fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[AB][no]b?", "[a-c ]{0,4}", "[a-z]{20,80}", any::<String>()]
}

fn sitter() -> impl Strategy<Value = Sitter> {
    let identity = prop_oneof![(1..4u8).prop_map(id), any::<[u8; 32]>().prop_map(Identity)];
    (identity, introduction(), any::<bool>(), addressed()).prop_map(|(identity, who, ready, at)| {
        let ready = ready.then_some(Commitment { nonce: [1; 32], key: [1; 32] });
        Sitter { identity, name: who.name, bot: who.bot, ready, addresses: at }
    })
}

fn introduction() -> impl Strategy<Value = Introduction> {
    (name(), any::<bool>()).prop_map(|(name, bot)| Introduction { name, bot })
}

fn addressed() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop_oneof![Just(addresses()), vec(vec(any::<u8>(), 0..80), 0..12)]
}

/// Messages that decode but whose content is made up.
fn made_up() -> impl Strategy<Value = Say> {
    let sit = (introduction(), addressed()).prop_map(|(who, addresses)| Say::Sit {
        protocol: proto::VERSION,
        who,
        proof: None,
        addresses,
    });
    let line = (name(), name(), prop_oneof![0..4u8, any::<u8>()], any::<u8>());
    let line = line.prop_map(|(name, host, seats, taken)| TableInfo {
        name,
        host,
        taken,
        terms: Terms { seats, ..terms() },
        ..room().line
    });
    let room = (prop_oneof![Just(room().line), line], vec(sitter(), 0..5))
        .prop_map(|(line, sitters)| Say::Room(Box::new(Room { line, sitters })));
    prop_oneof![sit, room]
}

/// Decodes bytes that must be the canonical encoding of their value.
fn canonical<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let value: T = codec::decode(bytes).ok()?;
    assert!(codec::encode(&value) == bytes, "a second form of one value");
    Some(value)
}

/// What has to hold for a room, whatever was received.
fn assert_sound(room: &Room) {
    let names: Vec<_> = room.sitters.iter().map(|s| folded(&s.name)).collect();
    assert!(room.line.is_sound() && room.sitters.len() <= usize::from(room.line.terms.seats));
    assert!((1..names.len()).all(|i| !names[..i].contains(&names[i])), "{names:?}");
    for Sitter { name, addresses, .. } in &room.sitters {
        assert!(is_name(name, proto::limits::NAME));
        assert!(addresses.len() <= limits::ADDRESSES.0);
        assert!(addresses.iter().all(|address| address.len() <= limits::ADDRESSES.1));
    }
}

/// Lets a host and a guest at its table receive a message from every possible sender.
fn hear(say: &Say, invited: bool) {
    let mut host = host(invited);
    let mut guest = guest(host.line(), invited);
    let greeting = Say::Sit {
        protocol: proto::VERSION,
        who: Introduction::person("Bob"),
        proof: None,
        addresses: addresses(),
    };
    host.hear(id(2), greeting, &key(1), [1; 64], 0);
    guest.hear(id(1), Say::Room(Box::new(host.room().clone())), &key(2));
    for from in [2, 3, 1] {
        host.hear(id(from), say.clone(), &key(1), [from; 64], 1);
        guest.hear(id(from), say.clone(), &key(2));
    }
    host.tick(100_000);
    assert_sound(host.room());
    for out in host.take().into_iter().chain(guest.take()) {
        if let Out::Tell(LobbyEvent::Room(room)) | Out::Say(_, Say::Room(room)) = out {
            assert_sound(&room);
        }
    }
}

const CONTEXT: Context = Context { table: TABLE, host: [2; 32], guest: [3; 32] };

/// Messages as they stand in a stream.
fn framed(messages: &[Vec<u8>]) -> Vec<u8> {
    let frame = |message: &Vec<u8>| [&(message.len() as u32).to_le_bytes()[..], message].concat();
    messages.iter().flat_map(frame).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn a_bent_request_is_refused_or_heard_without_harm(
        bytes in bent(asks(), codec::encode),
        invited: bool,
    ) {
        match canonical(&bytes) {
            Some(Ask::Note { say, .. }) => hear(&say, invited),
            Some(Ask::Line(Some(line))) if line.is_sound() => {
                let (wish, code) = (Wish::Watch, code(invited));
                let _ = Guest::join(id(2), id(1), &line, Some(&code), wish, vec![], [2; 64]);
            }
            _ => {}
        }
    }

    #[test]
    fn what_is_made_up_is_heard_without_harm(say in made_up(), invited: bool) {
        hear(&say, invited);
    }

    #[test]
    fn a_bent_answer_has_one_form(bytes in bent(answers(), codec::encode)) {
        canonical::<Answer>(&bytes);
    }

    #[test]
    fn a_bent_want_or_piece_has_one_form(
        want in bent(vec![Want { id: [3; 32], from: 7 }], codec::encode),
        piece in bent(vec![Some(Piece { total: 9, bytes: vec![1; 9] })], codec::encode),
    ) {
        canonical::<Want>(&want);
        canonical::<Option<Piece>>(&piece);
    }

    #[test]
    fn any_bytes_as_request_or_answer_have_one_form(bytes in vec(any::<u8>(), 0..256)) {
        canonical::<Ask>(&bytes);
        canonical::<Answer>(&bytes);
        canonical::<Want>(&bytes);
        canonical::<Option<Piece>>(&bytes);
    }

    #[test]
    fn a_frame_is_as_long_as_it_says_and_as_long_as_it_may_be(
        length in prop_oneof![0..300u32, any::<u32>()],
        bytes in vec(any::<u8>(), 0..300),
        largest in 0..300usize,
    ) {
        let mut stream = Cursor::new([&length.to_le_bytes()[..], &bytes].concat());
        let read = block_on(wire::read(&mut stream, largest));
        let length = length as usize;
        if length <= largest && length <= bytes.len() {
            prop_assert_eq!(read.unwrap(), &bytes[..length]);
        } else {
            prop_assert!(read.is_err());
        }
    }

    #[test]
    fn a_bent_bundle_is_refused_or_is_the_very_bytes_that_came(
        bytes in bent(vec![vec![vec![1; 9], Vec::new(), vec![2; 300]]], |messages| framed(messages)),
    ) {
        if let Ok(messages) = block_on(wire::read_bundle(&mut Cursor::new(bytes.clone()))) {
            prop_assert_eq!(framed(&messages), bytes);
        }
    }

    #[test]
    fn a_bent_invitation_is_refused_or_written_as_it_was_read(
        bytes in bent(
            vec![
                "nodealer:K7QD-3WX9PA@192.168.1.20:4100,[2001:db8::1]:4100",
                "K7QD-3WX9PA",
                "192.168.1.20:4100",
                "/ip6/2001:db8::1/udp/4100/quic-v1",
            ],
            |text| text.as_bytes().to_vec(),
        ),
    ) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = text.parse::<Code>();
        if let Ok(invitation) = text.parse::<Invitation>() {
            let line = invitation.to_string();
            let again: Invitation = line.parse().unwrap();
            prop_assert_eq!(again.code.as_ref(), invitation.code.as_ref());
            prop_assert_eq!(again.to_string(), line);
        }
    }

    #[test]
    fn a_bent_address_of_a_sitter_is_refused_or_leads_to_one_place(
        bytes in bent(addresses(), Clone::clone),
    ) {
        if let Ok(address) = Multiaddr::try_from(bytes) {
            let place = socket(&address);
            prop_assert!(place.is_some() || !dialable(&address));
            prop_assert_eq!(socket(&split(address).0), place);
        }
    }
}

proptest! {
    // Each case takes three scalar multiplications.
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_bent_point_of_a_knock_is_refused_or_proves_nothing(
        point in bent(vec![Half::new("K7Q2WD", &CONTEXT, [5; 64]).point()], |point| point.to_vec()),
    ) {
        let honest = Half::new("K7Q2WD", &CONTEXT, [5; 64]);
        let host = || Half::new("K7Q2WD", &CONTEXT, [6; 64]);
        let (sent, answered) = (honest.point(), host().point());
        let Ok(point) = <[u8; 32]>::try_from(point) else { return Ok(()) };
        if let Some(shared) = host().finish_as_host(point) {
            let honest = honest.finish_as_guest(answered).unwrap();
            prop_assert_eq!(shared.guest_tag() == honest.guest_tag(), point == sent);
        }
    }
}
