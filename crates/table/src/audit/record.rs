//! What the rules asked for in a match, as JSON, for verifiers that do not know the game.
//!
//! PROTOCOL.md, section 15.1, describes its form, and `proto/record.schema.json` is its schema.

use std::io::{Read, Seek};

use engine::{
    Answer, Audience, Change, Choice, Driver, Duty, Entry, FaceSet, Game, Handle, Menu, Opening,
    Options, Request, Seat,
};
use proto::{
    Body, Digest, Record, Signed,
    file::{Kind, Reader},
    hex,
};
use serde_json::{Value, json};

use super::{AuditError, Auditor, file::begin};
use crate::{Description, Effect, MatchState};

/// The version of what [`record`] writes.
pub const RECORD_VERSION: u32 = 2;

/// Follows a transcript, or that in a piece of evidence, as far as it is valid, and writes down what the
/// rules asked for and were answered.
///
/// # Errors
/// If there is no match in the file.
pub fn record<R: Read + Seek>(
    input: R,
    find: impl Fn(&str) -> Option<&'static dyn Game>,
) -> Result<Value, AuditError> {
    let mut reader = Reader::new(input)?;
    if reader.kind() == Kind::Evidence {
        reader.bytes()?;
    }
    let mut auditor = begin(&mut reader, find)?;
    let mut recorder = Recorder::new(auditor.play())?;
    while let Ok(Some(record)) = reader.entry::<Record>() {
        if !recorder.follow(&record, &mut auditor) {
            break;
        }
    }
    Ok(recorder.finish(auditor.play()))
}

/// Writes a match down while it is followed.
struct Recorder {
    /// The rules, run beside the match to see what they ask for between two steps.
    rules: Driver,
    steps: Vec<Value>,
    requests: Vec<Value>,
    /// The contributions to the current step.
    said: Vec<Value>,
    /// The head after the last closed step, kept because a match that ended in a false shuffle has gone
    /// on from it.
    head: Digest,
    next_card: u32,
}

impl Recorder {
    fn new(play: &MatchState) -> Result<Self, AuditError> {
        let charter = play.charter();
        let chosen = charter.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options = Options::parse(play.game().info().options, chosen);
        let rules = options.and_then(|options| play.game().start(play.seats(), &options));
        let rules = rules.map_err(crate::GameError::Options)?;
        let mut recorder = Self {
            rules,
            steps: Vec::new(),
            requests: Vec::new(),
            said: Vec::new(),
            head: play.head(),
            next_card: 0,
        };
        recorder.ask();
        Ok(recorder)
    }

    /// Follows one more record; false if it is refused.
    fn follow(&mut self, record: &Record, auditor: &mut Auditor) -> bool {
        let (step, head) = (auditor.play().step(), auditor.play().head());
        let lying = lying(auditor.play());
        self.note(record, auditor.play());
        if !auditor.follow(record) {
            return false;
        }
        if auditor.play().step() > step {
            let said = core::mem::take(&mut self.said);
            let mut closed = json!({ "step": step, "head": hex(&head), "said": said });
            if matches!(record, Record::Consent(_)) {
                closed["lying"] = lying;
            }
            self.steps.push(closed);
            self.head = auditor.play().head();
        }
        auditor.take_effects().into_iter().all(|effect| match effect {
            Effect::Answered(given) => self.answer(given, step),
            _ => true,
        })
    }

    fn note(&mut self, record: &Record, play: &MatchState) {
        match record {
            Record::Contribution(Signed { statement, .. }) => {
                let mut said = vec![json!(statement.seat), json!(name(&statement.body))];
                let shown: Vec<u64> = statement.decided.iter().map(|one| one.step).collect();
                said.extend((!shown.is_empty()).then(|| shown.into()));
                self.said.push(said.into());
            }
            Record::Consent(Signed { statement, .. }) => {
                self.said.push(json!([statement.at.seat, "Consent", statement.without]));
            }
            Record::Heads(_) => {
                let signs = |seat: Seat| json!([seat.index(), name(&Body::CommonHead)]);
                self.said.extend(play.present().iter().map(signs));
            }
            _ => {}
        }
    }

    /// Records the answer, and runs the rules to the next request.
    fn answer(&mut self, given: Answer, step: u64) -> bool {
        if let Some(last) = self.requests.last_mut() {
            last["answer"] = answer(&given);
            last["answered_after_step"] = step.into();
        }
        let goes = goes(self.rules.request());
        if self.rules.answer(given).is_err() {
            return false;
        }
        let mut left = self.rules.take_retired();
        left.retain(|card| !goes.contains(card));
        self.ask();
        if let Some(last) = self.requests.last_mut().filter(|_| !left.is_empty()) {
            last["left_cards"] = handles(&left);
        }
        true
    }

    /// Records what the rules ask for now, and the cards that have come into play since the last request.
    fn ask(&mut self) {
        let faces = self.rules.faces();
        let new: Vec<_> = faces.live().filter(|card| card.0 >= self.next_card).collect();
        self.next_card = new.last().map_or(self.next_card, |card| card.0 + 1);
        let card = |card: &Handle| {
            let deck = faces.deck(*card).map(|deck| deck.0);
            json!([card.0, deck, faces.face(*card).map(|face| face.0)])
        };
        let new: Vec<_> = new.iter().map(card).collect();
        let request = self.rules.request().map(request);
        self.requests.push(json!({ "new_cards": new, "request": request }));
    }

    fn finish(mut self, play: &MatchState) -> Value {
        // What the autopilot would choose is in the answer of every other request.
        if let Some(last) = self.requests.last_mut() {
            let chosen = autopilot(play);
            if !chosen.is_empty() {
                last["autopilot"] = chosen.into();
            }
        }
        let mut found = json!({
            "record": RECORD_VERSION, "match_id": hex(&play.id()),
            "description": Description::of(play.game()),
            "steps": self.steps, "requests": self.requests, "final_head": hex(&self.head),
        });
        if let (Some(outcome), Some(result)) = (play.outcome(), play.result_digest()) {
            found["winners"] = outcome.winners.iter().map(|seat| seat.index()).collect();
            found["scores"] = outcome.scores.values().copied().collect();
            found["result"] = hex(&result).into();
            found["fingerprint"] = play.fingerprint().into();
        }
        found
    }
}

/// What the autopilot chooses now for each seat that is asked and gone.
fn autopilot(play: &MatchState) -> Vec<Value> {
    let menus: Vec<(Seat, &Menu)> = match play.driver().request() {
        Some(Request::Choose(seat, menu)) => vec![(*seat, menu)],
        Some(Request::Ask(_, menus)) => menus.iter().map(|(seat, menu)| (*seat, menu)).collect(),
        _ => Vec::new(),
    };
    let gone = menus.into_iter().filter(|(seat, _)| play.gone().contains(*seat));
    gone.map(|(seat, menu)| json!([seat.index(), choice(&play.autopilot(seat, menu))])).collect()
}

/// The hidden cards that lie before seats on the board.
fn lying(play: &MatchState) -> Value {
    let board = play.board();
    let places = Seat::all(play.seats()).zip(board.seats.values());
    let cards = places.flat_map(|(seat, place)| {
        let cards = place.piles.iter().flat_map(|pile| pile.cards());
        cards.map(move |card| (card, seat))
    });
    let hidden = cards.filter(|(card, _)| play.driver().faces().face(*card).is_none());
    hidden.map(|(card, seat)| json!([card.0, seat.index()])).collect()
}

/// The cards that are replaced by others when the request is answered.
fn goes(request: Option<&Request>) -> Vec<Handle> {
    let changes: Vec<&Change> = match request {
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
            let pile = |c: &Change| json!({ "from": handles(&c.from), "into": handles(&c.into) });
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
            let hand = |(seat, c): &(Seat, Change)| {
                let (from, into) = (handles(&c.from), handles(&c.into));
                json!({ "seat": seat.index(), "from": from, "into": into })
            };
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

fn set(faces: FaceSet) -> Value {
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
            Some(Duty::Follow(follow)) => {
                shown["shows"] =
                    json!({ "follow": set(follow.faces), "hand": handles(&follow.hand) });
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

fn choice(choice: &Choice) -> Value {
    json!([choice.entry, choice.face.map(|face| face.0)])
}

fn answer(answer: &Answer) -> Value {
    match answer {
        Answer::Done => json!("done"),
        Answer::Faces(faces) => faces.iter().map(|face| face.0).collect(),
        Answer::Choice(chosen) => choice(chosen),
        Answer::Choices(choices) => choices.iter().map(choice).collect(),
        Answer::Shown(shown) => {
            shown.iter().map(|s| s.map(|(card, face)| vec![card.0, face.0.into()])).collect()
        }
        Answer::Rolled(numbers) => numbers.iter().copied().collect(),
    }
}

/// The name of a contribution in PROTOCOL.md.
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
