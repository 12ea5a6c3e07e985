use ed25519_dalek::SigningKey;

use super::{guest::Wish, *};
use crate::{
    code::Code,
    pake::{Context, Half, Tag},
};

const TABLE: [u8; 16] = [7; 16];

fn key(who: u8) -> SigningKey {
    SigningKey::from_bytes(&[who; 32])
}

fn id(who: u8) -> Identity {
    Identity::of(&key(who))
}

fn terms(seats: u8) -> Terms {
    Terms {
        game: "suspicion".into(),
        rules: 1,
        description: [0; 32],
        options: Vec::new(),
        seats,
        survive: 1,
        on_cheat: OnCheat::End,
        spectators: true,
        window: 4,
    }
}

fn commitment(who: u8, round: u8) -> Commitment {
    Commitment { nonce: [who ^ round; 32], key: digest("test", &[&[who, round]]) }
}

/// A host (1) and guests (2, 3 …), with perfect delivery between them.
struct Party {
    host: Host,
    guests: Vec<(u8, Guest)>,
    told: Vec<(u8, LobbyEvent)>,
    now: Millis,
    /// Changes what the host says to guests.
    tamper: fn(Say) -> Say,
}

impl Party {
    fn new(seats: u8, code: Code) -> Self {
        let host = Host::open(
            id(1),
            Introduction::person("Ann"),
            ("Ann's".into(), TABLE),
            terms(seats),
            code,
            vec![],
        );
        Self { host, guests: Vec::new(), told: Vec::new(), now: 0, tamper: |say| say }
    }

    fn open(seats: u8) -> Self {
        Self::new(seats, Code::open(&TABLE))
    }

    fn join(&mut self, who: u8, name: &str, code: Option<&Code>) -> Result<(), Refusal> {
        let wish = Wish::Sit(Introduction::person(name));
        let line = self.host.line().clone();
        let guest = Guest::join(id(who), id(1), &line, code, wish, vec![vec![who]], [who; 64])?;
        self.guests.push((who, guest));
        self.settle();
        Ok(())
    }

    fn ready(&mut self, who: u8, round: u8) {
        let commitment = Some(commitment(who, round));
        match self.guests.iter_mut().find(|(g, _)| *g == who) {
            Some((_, guest)) => assert!(guest.ready(commitment)),
            None => drop(self.host.ready(commitment, &key(1), self.now)),
        }
        self.settle();
    }

    /// Delivers everything until nobody says anything more.
    fn settle(&mut self) {
        loop {
            let mut quiet = true;
            for out in self.host.take() {
                quiet = false;
                match out {
                    Out::Tell(event) => self.told.push((1, event)),
                    Out::Say(to, say) => {
                        let say = codec::decode(&codec::encode(&(self.tamper)(say))).unwrap();
                        let guest = self.guests.iter_mut().find(|(who, _)| id(*who) == to);
                        if let Some((who, guest)) = guest {
                            guest.hear(id(1), say, &key(*who));
                        }
                    }
                }
            }
            for (who, guest) in &mut self.guests {
                for out in guest.take() {
                    quiet = false;
                    match out {
                        Out::Tell(event) => self.told.push((*who, event)),
                        Out::Say(to, say) => {
                            assert_eq!(to, id(1));
                            self.host.hear(id(*who), say, &key(1), [99; 64], self.now);
                        }
                    }
                }
            }
            if quiet {
                return;
            }
        }
    }

    fn refusal(&self, who: u8) -> Option<Refusal> {
        self.told.iter().rev().find_map(|(to, event)| match event {
            LobbyEvent::Refused(refusal) if *to == who => Some(*refusal),
            _ => None,
        })
    }

    fn started(&self, who: u8) -> Option<&SignedCharter> {
        self.told.iter().rev().find_map(|(to, event)| match event {
            LobbyEvent::Started(charter) if *to == who => Some(&**charter),
            _ => None,
        })
    }

    fn names(&self) -> Vec<&str> {
        self.host.room().sitters.iter().map(|s| s.name.as_str()).collect()
    }
}

fn full_party() -> Party {
    let mut party = Party::open(3);
    party.join(2, "Bob", None).unwrap();
    party.join(3, "Cat", None).unwrap();
    party
}

#[test]
fn everybody_who_sits_down_is_shown_the_same_room() {
    let party = full_party();
    assert_eq!(party.names(), ["Ann", "Bob", "Cat"]);
    for (_, guest) in &party.guests {
        assert_eq!(guest.room(), Some(party.host.room()));
    }
    assert_eq!(party.host.line().taken, 3);
}

#[test]
fn once_all_seats_are_ready_all_hold_the_same_charter_signed_by_all() {
    let mut party = full_party();
    (1..=3).for_each(|who| party.ready(who, 0));
    let charter = party.started(1).unwrap().clone();
    charter.verify().unwrap();
    assert_eq!(party.started(2), Some(&charter));
    assert_eq!(party.started(3), Some(&charter));
    assert!(party.host.line().playing);
}

#[test]
fn nobody_starts_while_a_seat_is_empty_or_not_ready() {
    let mut party = Party::open(3);
    party.join(2, "Bob", None).unwrap();
    party.ready(1, 0);
    party.ready(2, 0);
    assert!(party.started(1).is_none());
    party.join(3, "Cat", None).unwrap();
    assert!(party.started(1).is_none());
}

#[test]
fn a_full_table_takes_nobody() {
    let mut party = full_party();
    party.join(4, "Dan", None).unwrap();
    assert_eq!(party.refusal(4), Some(Refusal::Full));
    assert_eq!(party.names().len(), 3);
}

#[test]
fn a_name_is_taken_once_whatever_its_case() {
    let mut party = Party::open(3);
    party.join(2, "ann", None).unwrap();
    assert_eq!(party.refusal(2), Some(Refusal::NameTaken));
}

#[test]
fn a_name_that_cannot_be_shown_is_refused() {
    let hidden =
        ["B\u{200b}ob", "\u{202e}boB", "Bob ", " Bob", "Bob  B", "Bo\u{a0}b", "Bob\u{3164}"];
    for name in ["", "  ", "a\u{1b}[2J", &"x".repeat(41)].iter().chain(&hidden) {
        let mut party = Party::open(3);
        party.join(2, name, None).unwrap();
        assert_eq!(party.refusal(2), Some(Refusal::BadName), "{name:?}");
    }
}

#[test]
fn another_version_is_refused_at_both_ends() {
    let mut party = Party::open(3);
    let other = TableInfo { protocol: 99, ..party.host.line().clone() };
    let wish = Wish::Sit(Introduction::person("Bob"));
    let joined = Guest::join(id(2), id(1), &other, None, wish, vec![], [0; 64]);
    assert_eq!(joined.err(), Some(Refusal::Version(99)));
    let sit =
        Say::Sit { protocol: 99, who: Introduction::person("Bob"), proof: None, addresses: vec![] };
    party.host.hear(id(2), sit, &key(1), [0; 64], 0);
    let refused = Out::Say(id(2), Say::Refused(Refusal::Version(proto::VERSION)));
    assert_eq!(party.host.take(), [refused]);
}

#[test]
fn whoever_has_the_older_version_is_told_to_update_and_whose_that_is() {
    let told = |table: u16| Refusal::Version(table).to_string();
    let (older, newer) = (told(proto::VERSION - 1), told(proto::VERSION + 1));
    assert!(older.ends_with("the host's nodealer must be updated"), "{older}");
    assert!(newer.ends_with("the nodealer here must be updated"), "{newer}");
}

#[test]
fn an_invited_table_lets_in_who_knows_its_code() {
    let code = Code::invited(&TABLE, [5; 32]);
    let mut party = Party::new(3, code.clone());
    party.join(2, "Bob", Some(&code)).unwrap();
    assert_eq!(party.names(), ["Ann", "Bob"]);
}

#[test]
fn an_invited_table_keeps_out_who_does_not_know_its_code() {
    let code = Code::invited(&TABLE, [5; 32]);
    let mut party = Party::new(3, code);
    assert_eq!(party.join(2, "Bob", None), Err(Refusal::NeedsCode));
    party.join(3, "Cat", Some(&Code::invited(&TABLE, [6; 32]))).unwrap();
    assert_eq!(party.refusal(3), Some(Refusal::WrongCode));
    let sit = Say::Sit {
        protocol: proto::VERSION,
        who: Introduction::person("Dan"),
        proof: Some(Tag([0; 32], [0; 32])),
        addresses: vec![],
    };
    party.host.hear(id(4), sit, &key(1), [0; 64], 0);
    assert_eq!(party.host.take(), [Out::Say(id(4), Say::Refused(Refusal::NeedsCode))]);
    assert_eq!(party.names(), ["Ann"]);
}

#[test]
fn a_proof_of_the_code_is_good_for_one_use_by_one_person() {
    let code = Code::invited(&TABLE, [5; 32]);
    let mut party = Party::new(4, code.clone());
    let line = party.host.line().clone();
    let wish = Wish::Sit(Introduction::person("Bob"));
    let mut guest = Guest::join(id(2), id(1), &line, Some(&code), wish, vec![], [2; 64]).unwrap();
    let Some(Out::Say(_, knock)) = guest.take().pop() else { panic!() };
    party.host.hear(id(2), knock, &key(1), [9; 64], 0);
    let Some(Out::Say(_, point)) = party.host.take().pop() else { panic!() };
    guest.hear(id(1), point, &key(2));
    let Some(Out::Say(_, sit)) = guest.take().pop() else { panic!() };
    party.host.hear(id(3), sit.clone(), &key(1), [9; 64], 0);
    assert_eq!(party.names(), ["Ann"]);
    party.host.hear(id(2), sit.clone(), &key(1), [9; 64], 0);
    assert_eq!(party.names(), ["Ann", "Bob"]);
    party.host.gone(id(2));
    party.host.hear(id(2), sit, &key(1), [9; 64], 0);
    assert_eq!(party.names(), ["Ann"]);
}

#[test]
fn wrong_codes_are_limited_per_person_and_in_all_and_forgotten_after_a_minute() {
    let code = Code::invited(&TABLE, [5; 32]);
    let wrong = Code::invited(&TABLE, [6; 32]);
    let mut party = Party::new(3, code.clone());
    for _ in 0..limits::TRIES.0 {
        party.guests.clear();
        party.join(2, "Bob", Some(&wrong)).unwrap();
        assert_eq!(party.refusal(2), Some(Refusal::WrongCode));
    }
    party.guests.clear();
    party.join(2, "Bob", Some(&code)).unwrap();
    assert_eq!(party.refusal(2), Some(Refusal::TooManyTries));
    for who in 10..40 {
        party.join(who, "Eve", Some(&wrong)).unwrap();
    }
    party.guests.clear();
    party.join(39, "Eve", Some(&code)).unwrap();
    assert_eq!(party.refusal(39), Some(Refusal::TooManyTries));
    party.now = 60_000;
    party.guests.clear();
    party.join(2, "Bob", Some(&code)).unwrap();
    assert_eq!(party.names(), ["Ann", "Bob"]);
}

#[test]
fn a_host_that_does_not_know_the_code_is_called_an_impostor() {
    let mut party = Party::new(3, Code::invited(&TABLE, [5; 32]));
    // This host lets everybody in: its own "proof" is made up.
    party.tamper = |say| match say {
        Say::Welcome(_) => Say::Welcome(Tag([1; 32], [1; 32])),
        say => say,
    };
    party.join(2, "Bob", Some(&Code::invited(&TABLE, [5; 32]))).unwrap();
    assert!(party.told.contains(&(2, LobbyEvent::Impostor)));
}

#[test]
fn a_host_that_shows_no_proof_of_the_code_is_called_an_impostor() {
    let mut party = Party::new(3, Code::invited(&TABLE, [5; 32]));
    party.tamper = |say| match say {
        Say::Welcome(_) => Say::Propose([0; 32]),
        say => say,
    };
    party.join(2, "Bob", Some(&Code::invited(&TABLE, [5; 32]))).unwrap();
    assert!(party.told.contains(&(2, LobbyEvent::Impostor)));
    assert!(party.guests[0].1.room().is_none());
}

#[test]
fn a_charter_other_than_the_room_shows_is_not_signed() {
    let mut party = full_party();
    party.tamper = |say| match say {
        Say::Propose(_) => Say::Propose([3; 32]),
        say => say,
    };
    (1..=3).for_each(|who| party.ready(who, 0));
    assert!((1..=3).all(|who| party.started(who).is_none()));
}

#[test]
fn a_room_with_other_terms_than_one_was_ready_for_is_not_signed() {
    let mut party = full_party();
    party.ready(2, 0);
    party.tamper = |say| match say {
        Say::Room(mut room) => {
            room.line.terms.survive = 0;
            Say::Room(room)
        }
        say => say,
    };
    party.ready(3, 0);
    party.ready(1, 0);
    assert!(party.told.contains(&(2, LobbyEvent::NotReady)));
    assert!(party.started(2).is_none());
}

#[test]
fn a_room_with_another_commitment_or_name_for_oneself_is_not_signed() {
    let tampers: [fn(&mut Sitter); 2] =
        [|s| s.ready = s.ready.map(|_| commitment(9, 9)), |s| s.name = "Someone".into()];
    for tamper in tampers {
        let mut party = full_party();
        party.ready(1, 0);
        party.ready(3, 0);
        let (_, bob) = &mut party.guests[0];
        bob.ready(Some(commitment(2, 0)));
        bob.take();
        let mut room = party.host.room().clone();
        room.sitters[1].ready = Some(commitment(2, 0));
        tamper(&mut room.sitters[1]);
        let id_of = room.charter().unwrap().id();
        let (_, bob) = &mut party.guests[0];
        bob.hear(id(1), Say::Room(Box::new(room)), &key(2));
        bob.hear(id(1), Say::Propose(id_of), &key(2));
        assert!(!bob.take().iter().any(|out| matches!(out, Out::Say(_, Say::Sign(..)))));
    }
}

#[test]
fn nobody_signs_two_charters_with_one_commitment() {
    let mut party = full_party();
    party.ready(1, 0);
    party.ready(3, 0);
    let (_, bob) = &mut party.guests[0];
    bob.ready(Some(commitment(2, 0)));
    bob.take();
    let mut room = party.host.room().clone();
    room.sitters[1].ready = Some(commitment(2, 0));
    let mut signs = |room: &Room| {
        let (_, bob) = &mut party.guests[0];
        bob.hear(id(1), Say::Room(Box::new(room.clone())), &key(2));
        bob.hear(id(1), Say::Propose(room.charter().unwrap().id()), &key(2));
        bob.take().iter().any(|out| matches!(out, Out::Say(_, Say::Sign(..))))
    };
    assert!(signs(&room));
    room.sitters[2].ready = Some(commitment(8, 8));
    assert!(!signs(&room));
}

#[test]
fn a_start_that_was_not_signed_here_is_ignored() {
    let mut party = full_party();
    let mut other = full_party();
    (1..=3).for_each(|who| other.ready(who, 5));
    let charter = other.started(1).unwrap().clone();
    let (_, bob) = &mut party.guests[0];
    bob.hear(id(1), Say::Start(Box::new(charter)), &key(2));
    assert!(bob.take().is_empty());
}

#[test]
fn what_others_than_the_host_say_is_not_heard() {
    let mut party = full_party();
    let room = party.host.room().clone();
    let (_, bob) = &mut party.guests[0];
    bob.hear(id(3), Say::Refused(Refusal::Closed), &key(2));
    bob.hear(id(3), Say::Room(Box::new(room)), &key(2));
    assert!(bob.take().is_empty());
}

#[test]
fn who_leaves_or_is_lost_frees_the_seat_and_nobody_is_ready_any_more() {
    let mut party = full_party();
    party.ready(1, 0);
    party.ready(2, 0);
    party.guests[1].1.leave();
    party.settle();
    assert_eq!(party.names(), ["Ann", "Bob"]);
    assert!(party.host.room().sitters.iter().all(|s| s.ready.is_none()));
    assert!(party.told.contains(&(1, LobbyEvent::NotReady)));
}

#[test]
fn the_host_can_send_somebody_away_before_the_match_only() {
    let mut party = full_party();
    party.host.dismiss(id(2));
    party.settle();
    assert_eq!(party.refusal(2), Some(Refusal::Dismissed));
    assert_eq!(party.names(), ["Ann", "Cat"]);
    let mut party = full_party();
    (1..=3).for_each(|who| party.ready(who, 0));
    party.host.dismiss(id(2));
    assert!(party.host.take().is_empty());
}

#[test]
fn changed_terms_need_everybody_to_be_ready_anew() {
    let mut party = full_party();
    party.ready(2, 0);
    assert!(party.host.change(Terms { survive: 0, ..terms(3) }));
    party.settle();
    assert!(party.told.contains(&(2, LobbyEvent::NotReady)));
    assert!(!party.host.change(terms(2)));
}

#[test]
fn if_somebody_does_not_sign_in_time_the_table_opens_again() {
    let mut party = full_party();
    party.tamper = |say| match say {
        Say::Propose(_) => Say::Propose([3; 32]),
        say => say,
    };
    (1..=3).for_each(|who| party.ready(who, 0));
    party.tamper = |say| say;
    party.host.tick(10_000);
    party.settle();
    (1..=3).for_each(|who| party.ready(who, 1));
    assert!((1..=3).all(|who| party.started(who).is_some()));
}

#[test]
fn a_wrong_signature_opens_the_table_again() {
    let mut party = full_party();
    party.tamper = |say| match say {
        Say::Propose(_) => Say::Propose([3; 32]),
        say => say,
    };
    (1..=3).for_each(|who| party.ready(who, 0));
    let charter = party.host.room().charter().unwrap();
    for who in [2, 3] {
        let sign = Say::Sign(charter.id(), charter.sign(&key(9)));
        party.host.hear(id(who), sign, &key(1), [0; 64], 0);
    }
    assert!(party.started(1).is_none());
    assert!(party.host.room().sitters.iter().all(|s| s.ready.is_none()));
}

#[test]
fn a_rematch_is_another_match_of_the_same_people() {
    let mut party = full_party();
    (1..=3).for_each(|who| party.ready(who, 0));
    let first = party.started(1).unwrap().charter.id();
    party.host.rematch();
    party.settle();
    assert!(!party.host.line().playing);
    (1..=3).for_each(|who| party.ready(who, 1));
    let second = party.started(3).unwrap().charter.clone();
    assert_ne!(first, second.id());
    assert_eq!(second.seats.len(), 3);
}

#[test]
fn nobody_sits_down_while_a_match_is_played_but_may_watch() {
    let mut party = full_party();
    let line = party.host.line().clone();
    let watch = |party: &mut Party| {
        let joined = Guest::join(id(5), id(1), &line, None, Wish::Watch, vec![], [5; 64]);
        party.guests.retain(|(who, _)| *who != 5);
        party.guests.push((5, joined.unwrap()));
        party.settle();
    };
    watch(&mut party);
    assert_eq!(party.refusal(5), Some(Refusal::NotPlaying));
    (1..=3).for_each(|who| party.ready(who, 0));
    party.join(4, "Dan", None).unwrap();
    assert_eq!(party.refusal(4), Some(Refusal::Playing));
    watch(&mut party);
    assert_eq!(party.started(5), party.started(1));
}

#[test]
fn a_table_without_spectators_says_so() {
    let mut party = full_party();
    party.host.change(Terms { spectators: false, ..terms(3) });
    party.host.take();
    party.host.hear(id(5), Say::Watch { proof: None }, &key(1), [0; 64], 0);
    assert_eq!(party.host.take(), [Out::Say(id(5), Say::Refused(Refusal::NoSpectators))]);
}

#[test]
fn a_closed_table_tells_its_guests() {
    let mut party = full_party();
    party.host.close();
    party.settle();
    assert_eq!(party.refusal(2), Some(Refusal::Closed));
    assert_eq!(party.refusal(3), Some(Refusal::Closed));
}

#[test]
fn the_fullest_room_fits_a_lobby_frame() {
    let sitter = Sitter {
        identity: id(1),
        name: "x".repeat(proto::limits::NAME),
        bot: true,
        ready: Some(commitment(1, 1)),
        addresses: vec![vec![0; limits::ADDRESSES.1]; limits::ADDRESSES.0],
    };
    let word = "w".repeat(proto::limits::WORD);
    let options = vec![(word.clone(), word.clone()); proto::limits::OPTIONS];
    let mut line = Party::open(8).host.line().clone();
    line.name = "n".repeat(limits::TABLE_NAME);
    line.terms = Terms { game: word, options, ..terms(8) };
    let another = |i: u8| Sitter {
        identity: id(i),
        name: format!("{i}{}", &sitter.name[1..]),
        ..sitter.clone()
    };
    let room = Room { line, sitters: (1..=8).map(another).collect() };
    assert!(room.is_sound());
    assert!(codec::encode(&Say::Room(Box::new(room))).len() + 64 < limits::LOBBY_FRAME);
}

/// `PROTOCOL.md`, section 17.2.
#[test]
fn lobby_messages_have_the_numbers_and_fields_of_the_protocol() {
    let start = |say: &Say| codec::encode(say)[..4].to_vec();
    let says = [
        Say::Knock([0; 32]),
        Say::Point([0; 32]),
        Say::Sit { protocol: 1, who: Introduction::person("Ann"), proof: None, addresses: vec![] },
        Say::Watch { proof: None },
        Say::Refused(Refusal::Full),
        Say::Welcome(Tag([0; 32], [0; 32])),
        Say::Room(Box::new(Party::open(3).host.room().clone())),
        Say::Ready(None),
        Say::Leave,
        Say::Propose([0; 32]),
        Say::Sign([0; 32], Signature::from_bytes(&[0; 64])),
    ];
    for (number, say) in (0u32..).zip(&says) {
        assert_eq!(start(say), number.to_le_bytes(), "{say:?}");
    }
    let chat = Say::Chat { whispered: true, text: "hi".into() };
    assert_eq!(codec::encode(&chat), [12, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, b'h', b'i']);
    let who = Introduction { name: "Cat".into(), bot: true };
    let sit = Say::Sit { protocol: 3, who, proof: None, addresses: vec![] };
    let (name, end) = ([3, 0, 0, 0, 0, 0, 0, 0, b'C', b'a', b't'], [0; 9]);
    assert_eq!(codec::encode(&sit), [&[2, 0, 0, 0, 3, 0][..], &name, &[1], &end].concat());
    let refused = codec::encode(&Say::Refused(Refusal::Version(7)));
    assert_eq!(refused, [4, 0, 0, 0, 3, 0, 0, 0, 7, 0]);
    assert_eq!(codec::encode(&Say::Refused(Refusal::Closed))[4..], 11u32.to_le_bytes());
}

#[test]
fn a_stranger_who_tries_codes_does_not_keep_out_who_knows_it() {
    let code = Code::invited(&TABLE, [5; 32]);
    let mut party = Party::new(3, code.clone());
    let context = Context { table: TABLE, host: id(1).0, guest: id(9).0 };
    for who in 10..=255 {
        // They knock, and never say more.
        let knock = Say::Knock(Half::new("GUESS0", &context, [who; 64]).point());
        for _ in 0..limits::TRIES.0 {
            party.host.hear(id(who), knock.clone(), &key(1), [who; 64], 0);
        }
    }
    party.host.take();
    party.join(2, "Bob", Some(&code)).unwrap();
    assert_eq!(party.names(), ["Ann", "Bob"]);
}

#[test]
fn a_host_that_shows_its_room_before_any_proof_is_called_an_impostor() {
    let code = Code::invited(&TABLE, [5; 32]);
    let line = Party::new(3, code.clone()).host.line().clone();
    let mut clone = Party::open(3);
    clone.join(2, "Bob", None).unwrap();
    let room = clone.host.room().clone();
    for before in [None, Some(Say::Point([0; 32])), Some(Say::Welcome(Tag([0; 32], [0; 32])))] {
        let wish = Wish::Sit(Introduction::person("Bob"));
        let joined = Guest::join(id(2), id(1), &line, Some(&code), wish, vec![], [2; 64]);
        let mut bob = joined.unwrap();
        before.into_iter().for_each(|say| bob.hear(id(1), say, &key(2)));
        bob.hear(id(1), Say::Room(Box::new(room.clone())), &key(2));
        assert!(bob.take().contains(&Out::Tell(LobbyEvent::Impostor)));
        assert!(bob.room().is_none());
    }
}

#[test]
fn a_table_that_needs_no_code_is_not_the_one_of_a_code_with_a_secret() {
    let mut party = Party::open(3);
    party.join(2, "Bob", Some(&Code::invited(&TABLE, [5; 32]))).unwrap();
    assert!(party.told.contains(&(2, LobbyEvent::Impostor)));
    assert_eq!(party.names(), ["Ann"]);
}

#[test]
fn a_spectator_with_a_code_follows_only_a_host_that_knows_it() {
    let code = Code::invited(&TABLE, [5; 32]);
    let mut party = Party::new(3, code.clone());
    party.join(2, "Bob", Some(&code)).unwrap();
    party.join(3, "Cat", Some(&code)).unwrap();
    (1..=3).for_each(|who| party.ready(who, 0));
    let line = party.host.line().clone();
    let watch = || Guest::join(id(5), id(1), &line, Some(&code), Wish::Watch, vec![], [5; 64]);
    let mut cheated = watch().unwrap();
    let charter = party.started(1).unwrap().clone();
    cheated.hear(id(1), Say::Start(Box::new(charter)), &key(5));
    assert!(cheated.take().contains(&Out::Tell(LobbyEvent::Impostor)));
    party.guests.push((5, watch().unwrap()));
    party.settle();
    assert_eq!(party.started(5), party.started(1));
}

#[test]
fn a_guest_is_told_that_it_is_not_ready_any_more_when_somebody_else_gets_up() {
    let mut party = full_party();
    party.ready(2, 0);
    party.guests[1].1.leave();
    party.settle();
    party.guests.pop();
    assert!(party.told.contains(&(2, LobbyEvent::NotReady)));
    party.join(4, "Dan", None).unwrap();
    [1, 2, 4].iter().for_each(|who| party.ready(*who, 1));
    assert!([1, 2, 4].iter().all(|who| party.started(*who).is_some()));
}

#[test]
fn who_gets_up_during_a_match_has_no_seat_in_the_next_one() {
    let mut party = full_party();
    (1..=3).for_each(|who| party.ready(who, 0));
    party.guests[0].1.leave();
    party.settle();
    assert_eq!(party.names(), ["Ann", "Bob", "Cat"], "the match is no affair of the lobby");
    party.host.rematch();
    party.settle();
    assert_eq!(party.names(), ["Ann", "Cat"]);
}

#[test]
fn a_room_in_which_two_have_one_name_or_one_key_is_not_sound() {
    let room = full_party().host.room().clone();
    assert!(room.is_sound());
    let (mut same_name, mut same_key) = (room.clone(), room);
    same_name.sitters[2].name = "bOB".into();
    same_key.sitters[2].identity = id(2);
    assert!(!same_name.is_sound() && !same_key.is_sound());
}

#[test]
fn everybody_at_the_table_is_told_who_said_that_a_bot_plays() {
    let mut party = Party::open(3);
    party.join(2, "Bob", None).unwrap();
    let bot = Introduction { name: "Cat".into(), bot: true };
    let line = party.host.line().clone();
    let cat = Guest::join(id(3), id(1), &line, None, Wish::Sit(bot), vec![], [3; 64]).unwrap();
    party.guests.push((3, cat));
    party.settle();
    let room = party.guests[0].1.room().unwrap();
    let bots: Vec<_> = room.sitters.iter().map(|s| (s.name.as_str(), s.bot)).collect();
    assert_eq!(bots, [("Ann", false), ("Bob", false), ("Cat", true)]);
}
