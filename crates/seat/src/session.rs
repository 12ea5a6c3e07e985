//! All that a screen may see of a game and do in it.

use std::{sync::LazyLock, time::Duration};

use engine::{BySeat, Event, Eyes, Faces, Game, Menu, Outcome, Request, Seat, View, Words};

use proto::Charter;
use table::{Blame, Effect, Ending, Node, Play, Proven, Seats};

use crate::{Failure, Refused, hand::Hand, lobby::Lobby};

/// One person's place at a game, or a spectator's.
///
/// Things happen while nobody asks: what the person is asked may change or be withdrawn at any
/// [`next`](Session::next), never between two of them.
pub trait Session {
    /// The game.
    fn game(&self) -> &'static dyn Game;

    /// The players' names.
    fn names(&self) -> &BySeat<String>;

    /// Where the person sits; `None` for a spectator.
    fn seat(&self) -> Option<Seat>;

    /// The table as the person sees it now.
    fn view(&self) -> View;

    /// What the person is asked now.
    fn menu(&self) -> Option<&Menu>;

    /// Whether the menu is a window: whoever might react is asked, and how soon they answer would tell
    /// whether they can.
    fn is_window(&self) -> bool;

    /// What a bot would choose in the person's place; `None` if nobody knows.
    fn advice(&mut self) -> Option<usize> {
        None
    }

    /// Chooses an entry of the menu. A refusal says why in a sentence and changes nothing.
    fn choose(&mut self, entry: usize) -> Result<(), Refused>;

    /// What has happened; waits for it no longer than `timeout`.
    fn next(&mut self, timeout: Duration) -> Update;

    /// The person wants to be asked about windows like the last one more often, or less: says how it is
    /// now. `None` if there was none, or nobody to ask.
    fn ask_otherwise(&mut self) -> Option<String> {
        None
    }

    /// Whether the person has said that they want what is offered by the way ([`Entry::aside`](engine::Entry::aside)), such as to
    /// pay somebody. `None` if nothing has been so far.
    fn wants_aside(&self) -> Option<bool> {
        None
    }

    /// The person wants it at the next chance, or no longer: says how it is now. `None` if nothing has been
    /// offered by the way so far.
    fn want_aside(&mut self) -> Option<String> {
        None
    }

    /// How long the window that is open now stays open; `None` if there is none, or no clock.
    fn window_left(&self) -> Option<Duration> {
        None
    }

    /// Whether there are others to write to.
    fn talks(&self) -> bool {
        false
    }

    /// Writes something to everybody at the table, or to one seat alone. A refusal says why.
    fn say(&mut self, _to: Option<Seat>, _text: &str) -> Result<(), Refused> {
        Err(Refused::impossible("nobody who could read it sits here"))
    }

    /// Whom the person may vote to go on without, since they have been away for too long.
    fn may_go_on_without(&self) -> Seats {
        Seats::NONE
    }

    /// Whether the match goes on without them once everybody has voted so; otherwise it ends.
    fn goes_on(&self) -> bool {
        true
    }

    /// Where the match stands, apart from its table.
    fn standing(&self) -> Standing {
        Standing::default()
    }

    /// What was agreed before the match.
    fn charter(&self) -> Option<&Charter> {
        None
    }

    /// Votes to go on without exactly these. False if they are not whom the person may go on without now.
    fn go_on(&mut self, _without: Seats) -> bool {
        false
    }
}

/// Where a match stands, apart from its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The first step that is not closed.
    pub step: u64,
    /// Who owes something to it.
    pub missing: Seats,
    /// Those of them who are asked something that a person has to answer.
    pub choosing: Seats,
    /// Without whom the table went on.
    pub gone: Seats,
    /// Whether this person is one of them.
    pub excluded: bool,
    /// Whether this node reaches nobody.
    pub alone: bool,
}

impl Standing {
    /// The match as this node sees it; whether others can be reached is the network's affair.
    pub fn of(node: &Node) -> Self {
        let (play, missing) = (node.play(), node.missing());
        Self {
            step: play.step(),
            missing,
            choosing: missing.iter().filter(|seat| play.menu(*seat).is_some()).collect(),
            gone: play.gone(),
            excluded: node.is_excluded(),
            alone: false,
        }
    }
}

/// A session that leaves something behind.
pub trait Match: Session {
    /// What is left of the match, once it has ended by the rules or by votes.
    fn record(&self) -> Option<Record>;

    /// The record is kept: nothing else of the match is needed any more.
    fn kept(&mut self) {}

    /// How to take the seat again if it is left now, in a sentence.
    fn way_back(&self) -> Option<String> {
        None
    }

    /// The table it was played at, for a rematch.
    fn lobby(self: Box<Self>) -> Option<Lobby> {
        None
    }
}

/// What is left of a match.
pub struct Record {
    /// The match in words that make a file's name.
    pub name: String,
    /// The words that every player's screen shows, of a match that came to its end.
    pub fingerprint: Option<String>,
    /// The transcript.
    pub transcript: Vec<u8>,
    /// The person's own hand, to look back through their eyes.
    pub hand: Option<Hand>,
}

/// Something that happened.
#[derive(Debug)]
pub enum Update {
    /// The rules told everybody something; cards the person knows are given by their faces.
    Said(Event),
    /// The person is asked something new: see [`Session::menu`].
    Ask,
    /// A proof was checked: whose it is, of which step, and what it proves.
    Trust(Seat, u64, Proven),
    /// A player went away or came back.
    Presence {
        /// Whose node it is.
        seat: Seat,
        /// Whether it can be reached.
        here: bool,
    },
    /// Somebody wrote something.
    Chat {
        /// Who wrote.
        from: Seat,
        /// Whether to this person alone.
        whispered: bool,
        /// What they wrote.
        text: String,
    },
    /// Whom the person may vote to go on without has changed: see [`Session::may_go_on_without`].
    Waiting,
    /// Something to know that is no part of the game, in a sentence.
    Notice(String),
    /// The game has ended.
    Over(Outcome),
    /// The game cannot go on.
    Failed(Failure),
    /// Nothing happened.
    Idle,
}

/// Whether what is asked in a match is a window.
pub fn is_window(play: &Play) -> bool {
    play.driver().request().is_some_and(Request::is_window)
}

/// The eyes of somebody who sees this view: every card in play lies on its board.
pub fn eyes(view: &View) -> Eyes<'_> {
    static UNSEEN: LazyLock<Faces> = LazyLock::new(Faces::default);
    Eyes::new(&UNSEEN, &view.faces)
}

/// Words for somebody who sees this view.
pub fn words<'a>(session: &'a dyn Session, view: &'a View) -> Words<'a> {
    Words { game: session.game(), names: session.names(), eyes: eyes(view) }
}

/// An event with its cards told by the faces they had before it or have after it.
pub fn with_faces(event: &Event, before: &View, after: &View) -> Event {
    event.with_faces(before, after)
}

/// What a person is told of an effect, given what they saw before it and see after it.
pub fn told(effect: Effect, before: &View, after: &View) -> Vec<Update> {
    match effect {
        Effect::Said(event) => vec![Update::Said(with_faces(&event, before, after))],
        Effect::Proven(seat, step, proven) => vec![Update::Trust(seat, step, proven)],
        Effect::Gone(seats) => {
            seats.iter().map(|seat| Update::Presence { seat, here: false }).collect()
        }
        Effect::Answered(_) | Effect::Deliver(..) | Effect::Learn(..) | Effect::Retired(_) => {
            Vec::new()
        }
    }
}

/// How a match ended, as a person is told; `None` while it has not.
pub fn ended(
    names: &BySeat<String>,
    fault: Option<&Blame>,
    ending: Option<&Ending>,
    outcome: Option<&Outcome>,
) -> Option<Update> {
    if let Some(Blame { seat, step, misdeed }) = fault {
        let who = names.get(*seat).map_or_else(|| seat.to_string(), Clone::clone);
        let what = format!("{who} cheated in step {step}: {misdeed}.");
        return Some(Update::Failed(Failure::Violation(what)));
    }
    Some(match (ending?, outcome) {
        (Ending::Finished, Some(outcome)) => Update::Over(outcome.clone()),
        (Ending::Stuck(why), _) => {
            Update::Failed(Failure::Violation(format!("The rules cannot go on: {why}.")))
        }
        _ => Update::Failed(Failure::Network(
            "Too many players have left; the match is over.".into(),
        )),
    })
}

/// The end of a game, in lines.
pub fn outcome(session: &dyn Session, outcome: &Outcome) -> Vec<String> {
    let view = session.view();
    let words = words(session, &view);
    let winners: Vec<String> = outcome.winners.iter().map(|&seat| words.seat(seat)).collect();
    let won = match winners.len() {
        0 => "Nobody wins.".into(),
        1 => format!("{} wins.", winners[0]),
        _ => format!("{} win.", crate::words::list(&winners)),
    };
    let scores = outcome.scores.iter().map(|(s, score)| format!("{} {score}", words.seat(s)));
    vec![
        format!("The game is over: {}", words.line(&outcome.summary)),
        won,
        format!("Scores: {}", scores.collect::<Vec<_>>().join(", ")),
    ]
}

/// What a proof has shown, and in which step, in words.
pub fn proof(names: &BySeat<String>, seat: Seat, step: u64, what: Proven) -> String {
    format!("Step {step}: {}; the proof holds", proven(names, seat, what))
}

/// What a proof has shown, in words.
pub fn proven(names: &BySeat<String>, seat: Seat, proven: Proven) -> String {
    let name = names.get(seat).map_or_else(|| seat.to_string(), Clone::clone);
    format!("{name} {}", proven.words())
}

/// Why the person may not choose an entry of the menu now; `None` if they may.
pub fn why_not(session: &dyn Session, view: &View, entry: usize) -> Option<Refused> {
    let Some(entry) = session.menu().and_then(|menu| menu.entries.get(entry)) else {
        return Some(Refused::not_allowed("there is no such entry"));
    };
    entry
        .allowed(eyes(view))
        .err()
        .map(|reason| Refused::not_allowed(words(session, view).line(&reason)))
}
