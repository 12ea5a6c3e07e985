//! A whole match between two nodes, its transcript, and what a verifier finds in it.

use std::collections::VecDeque;

use ed25519_dalek::SigningKey;
use engine::{
    Answer, Ask, Audience, Bot, BotKind, Choice, Duty, Entry, Eyes, Game, Handle, Menu, Opening,
    Options, Request, Seat,
};
use proto::{
    Body, Charter, OnCheat, Place, Record, SignedCharter, digest,
    file::{Kind, Reader},
};
use serde_json::{Value, json};
use table::{
    Effect, Node, Output, Play, Secrets,
    audit::{Auditor, Verdict, audit},
};

use crate::{path, pin, pin_json, updating, verify::hex};

const SEATS: usize = 2;
/// Chosen for a short match.
const SEED: u64 = 1;

fn identity(seat: Seat) -> SigningKey {
    SigningKey::from_bytes(&digest("vector identity", &[&[seat.index() as u8]]))
}

fn secrets(seat: Seat) -> Secrets {
    let place = [seat.index() as u8];
    Secrets::new(identity(seat), digest("vector seed", &[&SEED.to_le_bytes(), &place]))
}

fn charter(game: &dyn Game) -> SignedCharter {
    let place = |seat: Seat| {
        let (nonce, key) = secrets(seat).commitment();
        let identity = identity(seat).verifying_key().to_bytes();
        Place { identity, name: format!("P{}", seat.index() + 1), nonce, key }
    };
    let options = Options::parse(game.info().options, []).unwrap();
    let charter = Charter {
        protocol: proto::VERSION,
        game: game.info().id.into(),
        rules: game.info().version,
        options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        survive: 0,
        on_cheat: OnCheat::End,
        seats: Seat::all(SEATS).map(place).collect(),
    };
    let signatures = Seat::all(SEATS).map(|seat| charter.sign(&identity(seat))).collect();
    SignedCharter { charter, signatures }
}

/// Plays a match over wires that lose nothing, and returns its transcript.
fn play(game: &'static dyn Game) -> Vec<u8> {
    let charter = charter(game);
    let node = |seat| Node::new(charter.clone(), game, Some((seat, secrets(seat))), 0).unwrap();
    let mut nodes: Vec<Node> = Seat::all(SEATS).map(node).collect();
    let mut bots: Vec<Box<dyn Bot>> =
        Seat::all(SEATS).map(|seat| game.bot(BotKind::Sensible, seat, SEED)).collect();
    let mut wire: VecDeque<(Seat, Vec<u8>)> = VecDeque::new();
    while !nodes.iter().all(Node::is_over) {
        for seat in Seat::all(SEATS) {
            let node = &mut nodes[seat.index()];
            choose(node, seat, &mut *bots[seat.index()]);
            for output in node.take_outputs() {
                if let Output::Broadcast(bytes) = output {
                    wire.extend(seat.others(SEATS).map(|to| (to, bytes.clone())));
                }
            }
        }
        let (to, bytes) = wire.pop_front().expect("somebody has something to say");
        nodes[to.index()].handle(None, &bytes, 0).unwrap();
    }
    let transcript = nodes[0].transcript();
    assert!(nodes.iter().all(|node| node.transcript() == transcript));
    transcript
}

fn choose(node: &mut Node, seat: Seat, bot: &mut dyn Bot) {
    while let Some(menu) = node.menu() {
        let knowledge = node.knowledge();
        let driver = node.play().driver();
        let ask = Ask { seat, menu, eyes: Eyes::new(driver.faces(), &knowledge) };
        let entry = bot.pick(&ask, driver.state());
        node.choose(entry, 0).unwrap();
    }
}

/// What a verifier finds in a transcript, step by step.
fn follow(transcript: &[u8], game: &'static dyn Game) -> Value {
    let mut reader = Reader::new(transcript).unwrap();
    assert_eq!(reader.kind(), Kind::Transcript);
    let Some(Record::Charter(charter)) = reader.entry().unwrap() else { panic!("no charter") };
    let mut auditor = Auditor::new(&charter, game).unwrap();
    let (mut steps, mut requests) = (Vec::new(), Vec::new());
    let (mut said, mut next_card) = (Vec::new(), 0);
    requests.push(asked(auditor.play(), &mut next_card));
    while let Some(record) = reader.entry::<Record>().unwrap() {
        let Record::Contribution(signed) = &record else { panic!("nobody left") };
        let (step, head) = (auditor.play().step(), auditor.play().head());
        said.push(json!([signed.statement.seat, name(&signed.statement.body)]));
        assert!(auditor.follow(&record));
        if auditor.play().step() > step {
            let said = core::mem::take(&mut said);
            steps.push(json!({ "step": step, "head": hex(head), "said": said }));
        }
        for effect in auditor.take_effects() {
            if let Effect::Answered(given) = effect {
                requests.last_mut().unwrap()["answer"] = answer(&given);
                requests.last_mut().unwrap()["answered_after_step"] = step.into();
                requests.push(asked(auditor.play(), &mut next_card));
            }
        }
    }
    let play = auditor.play();
    let outcome = play.outcome().unwrap();
    let winners: Vec<_> = outcome.winners.iter().map(|seat| seat.index()).collect();
    let scores: Vec<_> = outcome.scores.values().collect();
    let found = json!({
        "file": "match.transcript", "match_id": hex(play.id()), "game": game.info().id,
        "decks": game.info().decks.iter()
            .map(|(deck, faces)| {
                let mut faces: Vec<u8> = faces.iter().map(|f| f.0).collect();
                faces.sort_unstable();
                faces.dedup();
                json!([deck.0, faces])
            }).collect::<Value>(),
        "steps": steps, "requests": requests, "last_head": hex(play.head()),
        "winners": winners, "scores": scores, "result": hex(play.result_digest().unwrap()),
        "fingerprint": play.fingerprint().unwrap(), "verdict": "fair",
    });
    assert_eq!(auditor.verdict(), Verdict::Fair);
    found
}

/// What the rules ask for now, and the cards that have come into play since they last did.
fn asked(play: &Play, next_card: &mut u32) -> Value {
    let faces = play.driver().faces();
    let new: Vec<_> = faces.live().filter(|card| card.0 >= *next_card).collect();
    *next_card = new.last().map_or(*next_card, |card| card.0 + 1);
    let card = |card: &Handle| {
        json!([card.0, faces.deck(*card).unwrap().0, faces.face(*card).map(|f| f.0)])
    };
    let new: Vec<_> = new.iter().map(card).collect();
    json!({ "new_cards": new, "request": play.driver().request().map(request) })
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
    }
}

/// The stored match, so that better bots do not change it; with `UPDATE_VECTORS`, a new one.
#[test]
fn the_written_match_is_fair_and_found_as_written() {
    let game = games::find("suspicion").unwrap();
    if updating() {
        pin("match.transcript", &play(game));
    }
    let transcript = std::fs::read(path("match.transcript")).unwrap();
    pin_json("match.json", &follow(&transcript, game));
    let audited = audit(&transcript[..], games::find, |_, _| {}).unwrap();
    assert_eq!(audited.verdict, Verdict::Fair);
}

#[test]
fn a_match_played_now_is_fair() {
    let transcript = play(games::find("suspicion").unwrap());
    let audited = audit(&transcript[..], games::find, |_, _| {}).unwrap();
    assert_eq!(audited.verdict, Verdict::Fair);
}
