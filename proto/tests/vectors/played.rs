//! Whole matches between nodes, their transcripts, and what a verifier finds in them.

use std::collections::VecDeque;

use ed25519_dalek::SigningKey;
use engine::{
    Answer, Ask, Audience, Bot, BotKind, Choice, Driver, Duty, Entry, Eyes, Game, Handle, Menu,
    Opening, Options, Request, Seat,
};
use proto::{
    Body, Charter, OnCheat, Place, Record, SignedCharter, digest,
    file::{Kind, Reader, frame},
};
use serde_json::{Value, json};
use table::{
    Autovote, Effect, Node, Output, Play, Secrets, Timing,
    audit::{Auditor, Verdict, audit},
};

use crate::{path, pin, pin_json, updating, verify::hex};

/// How a match of the vectors came about.
struct Setting {
    name: &'static str,
    game: &'static str,
    seats: usize,
    survive: u8,
    /// The seat that leaves once this step is reached.
    leaver: Option<(Seat, u64)>,
    /// The last step that is kept, if not all are.
    until: Option<u64>,
    /// Chosen for a short match.
    seed: u64,
}

const WHOLE: Setting = Setting {
    name: "match",
    game: "suspicion",
    seats: 2,
    survive: 0,
    leaver: None,
    until: None,
    seed: 1,
};

const SETTINGS: [Setting; 8] = [
    WHOLE,
    // Choices sealed and opened until one does not pass.
    Setting { name: "sealed", seats: 3, seed: 3, ..WHOLE },
    // Escrow, votes, recovered shares, autopilot, looks.
    Setting {
        name: "leaver",
        game: "never-bring-a-knife",
        seats: 4,
        survive: 1,
        leaver: Some((Seat::new(1), 20)),
        seed: 2,
        ..WHOLE
    },
    // A leaver in the middle of showing cards, some of them its own.
    Setting {
        name: "shown",
        game: "never-bring-a-knife",
        seats: 4,
        survive: 1,
        leaver: Some((Seat::new(1), 128)),
        seed: 2,
        ..WHOLE
    },
    // A leaver in the middle of a chain of shuffles, with cards that it has laid before others.
    Setting {
        name: "given",
        game: "never-bring-a-knife",
        seats: 4,
        survive: 1,
        leaver: Some((Seat::new(2), 117)),
        seed: 2,
        ..WHOLE
    },
    // A leaver after a remix, before the new hands are dealt: while everybody signs the head.
    Setting {
        name: "remixed",
        seats: 3,
        survive: 1,
        leaver: Some((Seat::new(1), 34)),
        seed: 3,
        ..WHOLE
    },
    // A leaver after cards that it was shown have left the game.
    Setting {
        name: "crew",
        game: "no-honor",
        seats: 3,
        survive: 1,
        leaver: Some((Seat::new(1), 26)),
        until: Some(38),
        ..WHOLE
    },
    // Follow suit, choices sealed and opened at once, a demand; the beginning of a long match.
    Setting { name: "tricks", game: "knives", seats: 5, until: Some(95), ..WHOLE },
];

pub fn identity(seat: Seat) -> SigningKey {
    SigningKey::from_bytes(&digest("vector identity", &[&[seat.index() as u8]]))
}

impl Setting {
    fn game(&self) -> &'static dyn Game {
        games::find(self.game).unwrap()
    }

    fn options(&self) -> Options {
        Options::parse(self.game().info().options, []).unwrap()
    }

    fn secrets(&self, seat: Seat) -> Secrets {
        let place = [seat.index() as u8];
        Secrets::new(identity(seat), digest("vector seed", &[&self.seed.to_le_bytes(), &place]))
    }

    fn charter(&self) -> SignedCharter {
        let place = |seat: Seat| {
            let (nonce, key) = self.secrets(seat).commitment();
            let identity = identity(seat).verifying_key().to_bytes();
            Place { identity, name: format!("P{}", seat.index() + 1), nonce, key }
        };
        let charter = Charter {
            protocol: proto::VERSION,
            game: self.game.into(),
            rules: self.game().info().version,
            options: self.options().iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            survive: self.survive,
            on_cheat: OnCheat::End,
            seats: Seat::all(self.seats).map(place).collect(),
        };
        let signatures = Seat::all(self.seats).map(|seat| charter.sign(&identity(seat))).collect();
        SignedCharter { charter, signatures }
    }

    /// Plays a match over wires that lose nothing, and returns its transcript.
    fn play(&self) -> Vec<u8> {
        let (charter, game) = (self.charter(), self.game());
        let node = |seat| {
            let me = Some((seat, self.secrets(seat)));
            Node::new(charter.clone(), game, me, 0).unwrap().with_autovote(Autovote::Late)
        };
        let mut nodes: Vec<Node> = Seat::all(self.seats).map(node).collect();
        let mut bots: Vec<Box<dyn Bot>> = Seat::all(self.seats)
            .map(|seat| game.bot(BotKind::Sensible, seat, self.seed))
            .collect();
        let mut wire: VecDeque<(Seat, Seat, Vec<u8>)> = VecDeque::new();
        let mut now = 0;
        loop {
            let left = |seat: Seat, nodes: &[Node]| {
                let step = nodes.iter().map(|node| node.play().step()).max();
                self.leaver.is_some_and(|(leaver, at)| leaver == seat && step >= Some(at))
            };
            let here: Vec<Seat> =
                Seat::all(self.seats).filter(|seat| !left(*seat, &nodes)).collect();
            if here.iter().all(|seat| nodes[seat.index()].is_over()) {
                let transcript = nodes[here[0].index()].transcript();
                assert!(here.iter().all(|s| nodes[s.index()].transcript() == transcript));
                return self.cut(&transcript);
            }
            for &seat in &here {
                let node = &mut nodes[seat.index()];
                choose(node, seat, &mut *bots[seat.index()], now);
                for output in node.take_outputs() {
                    if let Output::Broadcast(bytes) = output {
                        wire.extend(seat.others(self.seats).map(|to| (seat, to, bytes.clone())));
                    }
                }
            }
            match wire.pop_front() {
                Some((from, to, bytes)) if here.contains(&to) => {
                    nodes[to.index()].handle(Some(from), &bytes, now).unwrap();
                }
                Some(_) => {}
                // Nobody has anything to say: somebody is missed.
                None => {
                    now += Timing::default().status;
                    here.iter().for_each(|seat| nodes[seat.index()].tick(now));
                }
            }
        }
    }

    /// The steps that are kept.
    fn cut(&self, transcript: &[u8]) -> Vec<u8> {
        let mut reader = Reader::new(transcript).unwrap();
        let mut kept = Kind::Transcript.header().to_vec();
        let mut step = 0;
        while let Some(record) = reader.entry::<Record>().unwrap() {
            step = match &record {
                Record::Charter(_) => 0,
                Record::Contribution(signed) => signed.statement.step,
                Record::Vote(signed) => signed.statement.step,
                Record::Heads(_) => step + 1,
            };
            if self.until.is_none_or(|until| step <= until) {
                kept.extend(frame(&record));
            }
        }
        kept
    }

    fn verdict(&self) -> (&'static str, Verdict) {
        match self.until {
            None => ("fair", Verdict::Fair),
            Some(_) => ("unfinished", Verdict::Unfinished),
        }
    }
}

fn choose(node: &mut Node, seat: Seat, bot: &mut dyn Bot, now: u64) {
    while let Some(menu) = node.menu() {
        let knowledge = node.knowledge();
        let driver = node.play().driver();
        let ask = Ask { seat, menu, eyes: Eyes::new(driver.faces(), &knowledge) };
        let entry = bot.pick(&ask, driver.state());
        node.choose(entry, now).unwrap();
    }
}

/// The records of a match.
pub fn records(name: &str) -> Vec<Record> {
    let transcript = std::fs::read(path(&format!("{name}.transcript"))).unwrap();
    let mut reader = Reader::new(&transcript[..]).unwrap();
    core::iter::from_fn(|| reader.entry().unwrap()).collect()
}

/// What a verifier finds in a transcript, step by step.
fn follow(transcript: &[u8], setting: &Setting) -> Value {
    let game = setting.game();
    let mut reader = Reader::new(transcript).unwrap();
    assert_eq!(reader.kind(), Kind::Transcript);
    let Some(Record::Charter(charter)) = reader.entry().unwrap() else { panic!("no charter") };
    let mut auditor = Auditor::new(&charter, game).unwrap();
    // The rules beside the match, for what they ask between two steps.
    let mut rules = game.start(setting.seats, &setting.options()).unwrap();
    let (mut steps, mut requests) = (Vec::new(), Vec::new());
    let (mut said, mut next_card) = (Vec::new(), 0);
    requests.push(asked(&rules, &mut next_card));
    while let Some(record) = reader.entry::<Record>().unwrap() {
        let (step, head) = (auditor.play().step(), auditor.play().head());
        let lying = lying(auditor.play());
        match &record {
            Record::Contribution(s) => {
                said.push(json!([s.statement.seat, name(&s.statement.body)]));
            }
            Record::Vote(s) => said.push(json!([s.statement.seat, "Vote", s.statement.without])),
            Record::Heads(_) => {
                let present = auditor.play().present();
                said.extend(present.iter().map(|s| json!([s.index(), name(&Body::CommonHead)])));
            }
            Record::Charter(_) => panic!("a second charter"),
        }
        assert!(auditor.follow(&record));
        if auditor.play().step() > step {
            let said = core::mem::take(&mut said);
            steps.push(json!({ "step": step, "head": hex(head), "said": said }));
            if matches!(record, Record::Vote(_)) {
                steps.last_mut().unwrap()["lying"] = lying;
            }
        }
        for effect in auditor.take_effects() {
            if let Effect::Answered(given) = effect {
                requests.last_mut().unwrap()["answer"] = answer(&given);
                requests.last_mut().unwrap()["answered_after_step"] = step.into();
                let goes = goes(rules.request());
                rules.answer(given).unwrap();
                let mut left = rules.take_retired();
                left.retain(|card| !goes.contains(card));
                requests.push(asked(&rules, &mut next_card));
                if !left.is_empty() {
                    requests.last_mut().unwrap()["left_cards"] = handles(&left);
                }
            }
        }
    }
    let play = auditor.play();
    let deck = |(deck, faces): &(engine::Deck, &[engine::Face])| {
        let mut faces: Vec<u8> = faces.iter().map(|f| f.0).collect();
        faces.sort_unstable();
        faces.dedup();
        json!([deck.0, faces])
    };
    let mut found = json!({
        "match_id": hex(play.id()), "game": setting.game,
        "decks": game.info().decks.iter().map(deck).collect::<Value>(),
        "steps": steps, "requests": requests, "final_head": hex(play.head()),
        "verdict": setting.verdict().0,
    });
    if let Some(outcome) = play.outcome() {
        found["winners"] = outcome.winners.iter().map(|seat| seat.index()).collect();
        found["scores"] = outcome.scores.values().copied().collect();
        found["result"] = hex(play.result_digest().unwrap()).into();
        found["fingerprint"] = play.fingerprint().unwrap().into();
    }
    assert_eq!(auditor.verdict(), setting.verdict().1);
    found
}

/// The hidden cards that lie before seats, as the rules have laid the table.
fn lying(play: &Play) -> Value {
    let board = play.board();
    let places = Seat::all(play.seats()).zip(board.seats.values());
    let cards = places.flat_map(|(seat, place)| {
        let cards = place.piles.iter().flat_map(|pile| &pile.cards);
        cards.map(move |card| (card, seat))
    });
    let hidden = cards.filter(|(card, _)| play.driver().faces().face(**card).is_none());
    hidden.map(|(card, seat)| json!([card.0, seat.index()])).collect()
}

/// What the rules ask for now, and the cards that have come into play since they last did.
fn asked(rules: &Driver, next_card: &mut u32) -> Value {
    let faces = rules.faces();
    let new: Vec<_> = faces.live().filter(|card| card.0 >= *next_card).collect();
    *next_card = new.last().map_or(*next_card, |card| card.0 + 1);
    let card = |card: &Handle| {
        json!([card.0, faces.deck(*card).unwrap().0, faces.face(*card).map(|f| f.0)])
    };
    let new: Vec<_> = new.iter().map(card).collect();
    json!({ "new_cards": new, "request": rules.request().map(request) })
}

/// The cards that go when the request is answered, in the place of which others come.
fn goes(request: Option<&Request>) -> Vec<Handle> {
    let changes: Vec<&engine::Change> = match request {
        Some(Request::Shuffle(changes)) => changes.iter().collect(),
        Some(Request::Remix(hands)) => hands.iter().map(|(_, change)| change).collect(),
        _ => Vec::new(),
    };
    changes.into_iter().flat_map(|change| &change.from).copied().collect()
}

fn handles(cards: &[Handle]) -> Value {
    cards.iter().map(|card| card.0).collect()
}

fn request(request: &Request) -> Value {
    match request {
        Request::Shuffle(changes) => {
            let pile =
                |c: &engine::Change| json!({ "from": handles(&c.from), "into": handles(&c.into) });
            json!({ "shuffle": changes.iter().map(pile).collect::<Value>() })
        }
        Request::Show(cards) => {
            let show = |(card, to): &(Handle, Audience)| match to {
                Audience::All => json!([card.0, "all"]),
                Audience::Seat(seat) => json!([card.0, seat.index()]),
            };
            json!({ "show": cards.iter().map(show).collect::<Value>() })
        }
        Request::Remix(hands) => {
            let hand = |(seat, c): &(Seat, engine::Change)| json!({ "seat": seat.index(), "from": handles(&c.from), "into": handles(&c.into) });
            json!({ "remix": hands.iter().map(hand).collect::<Value>() })
        }
        Request::Peek(looks) => {
            let look = |(seat, card): &(Seat, Handle)| json!([seat.index(), card.0]);
            json!({ "peek": looks.iter().map(look).collect::<Value>() })
        }
        Request::Choose(seat, m) => json!({ "choose": { "seat": seat.index(), "menu": menu(m) } }),
        Request::Ask(opening, menus) => {
            let one = |(seat, m): &(Seat, Menu)| json!({ "seat": seat.index(), "menu": menu(m) });
            let until_one = *opening == Opening::UntilOne;
            let menus: Value = menus.iter().map(one).collect();
            json!({ "ask": { "until_one": until_one, "menus": menus } })
        }
        Request::Demand(faces, hands) => {
            let hand = |(seat, cards): &(Seat, Vec<Handle>)| json!({ "seat": seat.index(), "cards": handles(cards) });
            let hands: Value = hands.iter().map(hand).collect();
            json!({ "demand": { "faces": set(*faces), "hands": hands } })
        }
        Request::Roll(sides) => json!({ "roll": sides }),
    }
}

fn set(faces: engine::FaceSet) -> Value {
    faces.iter().map(|face| face.0).collect()
}

fn menu(menu: &Menu) -> Value {
    let entry = |entry: &Entry| {
        let mut shown = json!({});
        if let Some(card) = entry.card {
            shown["card"] = card.0.into();
        }
        match &entry.shows {
            None => {}
            Some(Duty::Any) => shown["shows"] = "any".into(),
            Some(Duty::Only(faces, _)) => shown["shows"] = json!({ "only": set(*faces) }),
            Some(Duty::Follow(faces, hand, _)) => {
                shown["shows"] = json!({ "follow": set(*faces), "hand": handles(hand) });
            }
        }
        if entry.refused.is_some() {
            shown["refused"] = true.into();
        }
        if entry.pass {
            shown["pass"] = true.into();
        }
        shown
    };
    menu.entries.iter().map(entry).collect()
}

fn answer(answer: &Answer) -> Value {
    let choice = |c: &Choice| json!([c.entry, c.face.map(|f| f.0)]);
    match answer {
        Answer::Done => json!("done"),
        Answer::Faces(faces) => faces.iter().map(|f| f.0).collect(),
        Answer::Choice(c) => choice(c),
        Answer::Choices(choices) => choices.iter().map(choice).collect(),
        Answer::Shown(shown) => {
            shown.iter().map(|s| s.map(|(card, face)| vec![card.0, face.0.into()])).collect()
        }
        Answer::Rolled(numbers) => numbers.iter().copied().collect(),
    }
}

fn name(body: &Body) -> &'static str {
    match body {
        Body::Key { .. } => "Key",
        Body::Dealing(_) => "Dealing",
        Body::Receipt(_) => "Receipt",
        Body::Shuffle(_) => "Shuffle",
        Body::Shares { .. } => "Shares",
        Body::Remask(_) => "Remask",
        Body::Choice { .. } => "Choice",
        Body::Seal(_) => "Seal",
        Body::Open { .. } => "Open",
        Body::Answer { .. } => "Answer",
        Body::Beacon(_) => "Beacon",
        Body::Attest(_) => "Attest",
        Body::CommonHead => "CommonHead",
    }
}

/// The stored matches, so that better bots do not change them; with `UPDATE_VECTORS`, new ones.
#[test]
fn the_written_matches_are_found_as_written() {
    for setting in &SETTINGS {
        let file = format!("{}.transcript", setting.name);
        if updating() {
            pin(&file, &setting.play());
        }
        let transcript = std::fs::read(path(&file)).unwrap();
        pin_json(&format!("{}.json", setting.name), &follow(&transcript, setting));
        let audited = audit(&transcript[..], games::find, |_, _| {}).unwrap();
        assert_eq!(audited.verdict, setting.verdict().1);
    }
}

#[test]
fn short_matches_played_now_are_fair() {
    for setting in SETTINGS.iter().filter(|setting| setting.until.is_none()) {
        let audited = audit(&setting.play()[..], games::find, |_, _| {}).unwrap();
        assert_eq!(audited.verdict, Verdict::Fair);
        assert_eq!(audited.play.gone().len(), usize::from(setting.leaver.is_some()));
    }
}
