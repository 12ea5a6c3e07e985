//! Nodes in one process, over loopback.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{
    path::PathBuf,
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use ed25519_dalek::SigningKey;
use engine::{BotKind, Game, Options, Seat};
use net::{
    Config, Event, Identity, JournalFile, Net, Reach, Started,
    lobby::{Introduction, LobbyEvent, Refusal, Room, Terms, Wish},
};
use proto::OnCheat;
use seat::live::{Live, Over, Player, Update};
use table::{
    AutoConsent, Node, Timing,
    audit::{Verdict, audit},
};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A node and what it hears.
pub(crate) struct Person {
    pub name: String,
    pub key: SigningKey,
    pub net: Net,
    pub events: Receiver<Event>,
}

pub(crate) fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

pub(crate) fn terms(game: &'static dyn Game, seats: u8) -> Terms {
    let info = game.info();
    let options = Options::parse(info.options, []).unwrap();
    Terms {
        game: info.id.into(),
        rules: info.version,
        description: table::Description::of(game).digest(),
        options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        seats,
        survive: u8::from(seats > 2),
        on_cheat: OnCheat::End,
        spectators: true,
        window: 4,
    }
}

/// An empty folder of this process and this test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("nodealer-net-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

impl Person {
    pub(crate) fn new(seed: u8) -> Self {
        Self::reaching(seed, Reach::Loopback)
    }

    pub(crate) fn reaching(seed: u8, reach: Reach) -> Self {
        let key = key(seed);
        let config = Config { key: key.clone(), reach, port: None };
        let (net, events) = Net::start(config).unwrap();
        Self { name: format!("P{seed}"), key, net, events }
    }

    pub(crate) fn id(&self) -> Identity {
        self.net.identity()
    }

    /// The first event that fits.
    pub(crate) fn wait<T>(&self, what: &str, mut fits: impl FnMut(Event) -> Option<T>) -> T {
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let event = self.events.recv_timeout(left);
            let event = event.unwrap_or_else(|e| panic!("{}: {what}: {e}", self.name));
            if let Some(found) = fits(event) {
                return found;
            }
        }
    }

    pub(crate) fn open(&self, game: &'static dyn Game, seats: u8) {
        self.net
            .open("Test table", Introduction::person(&self.name), terms(game, seats), false)
            .unwrap();
    }

    /// Finds a host by its address.
    pub(crate) fn find(&self, host: &Self) {
        self.net.dial(host.net.addresses()).unwrap();
        self.wait("the table", |event| match event {
            Event::TableSeen(who, _) if who == host.id() => Some(()),
            _ => None,
        });
    }

    pub(crate) fn sit(&self, host: &Self) {
        self.net.join(host.id(), None, Wish::Sit(Introduction::person(&self.name))).unwrap();
        self.wait("a seat", |event| match event {
            Event::Lobby(LobbyEvent::Room(_)) => Some(()),
            Event::Lobby(LobbyEvent::Refused(refusal)) => panic!("{refusal}"),
            _ => None,
        });
    }

    pub(crate) fn refusal(&self) -> Refusal {
        self.wait("a refusal", |event| match event {
            Event::Lobby(LobbyEvent::Refused(refusal)) => Some(refusal),
            _ => None,
        })
    }

    pub(crate) fn room_of(&self, people: usize) -> Box<Room> {
        self.wait("a full room", |event| match event {
            Event::Lobby(LobbyEvent::Room(room)) if room.sitters.len() == people => Some(room),
            _ => None,
        })
    }

    pub(crate) fn started(&self) -> Box<Started> {
        self.wait("the start", |event| match event {
            Event::Started(started) => Some(started),
            _ => None,
        })
    }
}

/// A host (seed 1) and guests, all seated.
pub(crate) fn table(game: &'static dyn Game, seats: u8) -> Vec<Person> {
    let people: Vec<Person> = (1..=seats).map(Person::new).collect();
    people[0].open(game, seats);
    for guest in &people[1..] {
        guest.find(&people[0]);
        guest.sit(&people[0]);
    }
    people[0].room_of(people.len());
    people
}

/// Everybody is ready and has signed.
pub(crate) fn start(people: &[Person]) -> Vec<Started> {
    people.iter().for_each(|person| person.net.ready(true).unwrap());
    people.iter().map(|person| *person.started()).collect()
}

/// Plays a seat with a bot; the journal is `folder/name`.
pub(crate) fn play(
    person: &Person,
    game: &'static dyn Game,
    started: Started,
    at: &std::path::Path,
) -> Live {
    play_by(person, game, started, at, |seat| {
        Player::Bot(game.bot(BotKind::NORMAL, seat, seat.index() as u64).into())
    })
}

/// The same with any player.
pub(crate) fn play_by(
    person: &Person,
    game: &'static dyn Game,
    started: Started,
    at: &std::path::Path,
    player: impl FnOnce(Seat) -> Player,
) -> Live {
    let Started { charter, secrets, spectators } = started;
    let place = charter.charter.seats.iter().position(|p| p.identity == person.id().0).unwrap();
    let seat = Seat::new(place as u8);
    let me = Some((seat, secrets.unwrap()));
    let node = Node::new(charter, game, me, 0)
        .unwrap()
        .with_timing(timing())
        .with_auto_consent(AutoConsent::Late);
    let journal = JournalFile::create(&at.join(&person.name)).unwrap();
    Live::start(node, &person.net, Some(journal), player(seat), spectators).unwrap()
}

pub(crate) fn timing() -> Timing {
    Timing::default()
}

/// The end of a match.
pub(crate) fn over(live: &Live) -> Box<Over> {
    let until = Instant::now() + PATIENCE;
    loop {
        assert!(Instant::now() < until, "the match does not end");
        match live.next(Duration::from_millis(200)) {
            Some(Update::Over(over)) => return over,
            Some(Update::Failed(error)) => panic!("{error}"),
            Some(Update::Accused(fault, _)) => panic!("{fault}"),
            _ => {}
        }
    }
}

/// Every match has ended with the same transcript, and it is fair.
pub(crate) fn all_equal_and_fair(lives: &[Live]) {
    let overs: Vec<_> = lives.iter().map(over).collect();
    for other in &overs[1..] {
        assert!(other.transcript == overs[0].transcript, "transcripts differ");
    }
    let audited =
        audit(std::io::Cursor::new(&overs[0].transcript), games::find, |_, _| {}).unwrap();
    assert_eq!(audited.verdict, Verdict::Fair);
}
