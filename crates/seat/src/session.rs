//! The interface to a match that a screen's seat needs: what its person can see and do.

use std::{sync::LazyLock, time::Duration};

use engine::{BySeat, Event, Eyes, Faces, Game, Menu, Outcome, Request, Seat, View, Words};

use proto::Charter;
use table::{Blame, Effect, Ending, MatchState, Node, Proven, Seats};

use crate::{Failure, Refused, hand::Hand, lobby::Lobby};

/// One person's place in a match, or a spectator's.
///
/// What the person is asked may change or be withdrawn at any [`next`](Session::next), and never between
/// two of them.
pub trait Session {
    /// The game.
    fn game(&self) -> &'static dyn Game;

    /// The players' names.
    fn names(&self) -> &BySeat<String>;

    /// The person's seat; `None` for a spectator.
    fn seat(&self) -> Option<Seat>;

    /// The table as the person sees it now.
    fn view(&self) -> View;

    /// What the person is asked now.
    fn menu(&self) -> Option<&Menu>;

    /// Whether the menu is a window: everybody who might react is asked, and the time of an answer would
    /// tell whether they can.
    fn is_window(&self) -> bool;

    /// What a bot would choose in the person's place, if there is one to ask.
    fn advice(&mut self) -> Option<usize> {
        None
    }

    /// Chooses an entry of the menu. A refusal changes nothing.
    fn choose(&mut self, entry: usize) -> Result<(), Refused>;

    /// The next update; waits for it no longer than `timeout`.
    fn next(&mut self, timeout: Duration) -> Update;

    /// Whether something has happened that [`next`](Self::next) has not told yet.
    fn has_news(&self) -> bool {
        false
    }

    /// Changes how often the person is asked about windows like the last one, and returns the new setting
    /// in words. `None` if there was no window, or there is no person.
    fn ask_otherwise(&mut self) -> Option<String> {
        None
    }

    /// Whether the person has said that they want the next aside ([`Entry::aside`](engine::Entry::aside)),
    /// such as paying somebody. `None` if none has been offered yet.
    fn wants_aside(&self) -> Option<bool> {
        None
    }

    /// Changes whether the person wants the next aside, and returns that in words. `None` if none has been
    /// offered yet.
    fn want_aside(&mut self) -> Option<String> {
        None
    }

    /// How long the open window stays open; `None` if there is none, or no time limit.
    fn window_left(&self) -> Option<Duration> {
        None
    }

    /// Whether nothing can happen before the person does something: nobody else is there, and no time runs.
    fn rests(&self) -> bool {
        false
    }

    /// Whether there are others to chat with.
    fn talks(&self) -> bool {
        false
    }

    /// Sends a chat message to everybody at the table, or to one seat alone.
    fn say(&mut self, _to: Option<Seat>, _text: &str) -> Result<(), Refused> {
        Err(Refused::impossible("nobody else is here to read it"))
    }

    /// The seats the person may consent to go on without, since they have been away for too long.
    fn may_go_on_without(&self) -> Seats {
        Seats::NONE
    }

    /// Whether the match goes on without them once everybody has consented; otherwise it ends.
    fn goes_on(&self) -> bool {
        true
    }

    /// The state of the match apart from its board.
    fn standing(&self) -> Standing {
        Standing::default()
    }

    /// The charter of the match.
    fn charter(&self) -> Option<&Charter> {
        None
    }

    /// Consents to go on without exactly these seats. False if these are not the ones the person may go on
    /// without now.
    fn go_on(&mut self, _without: Seats) -> bool {
        false
    }
}

/// The state of a match apart from its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The first step that is not closed.
    pub step: u64,
    /// Who owes a contribution to it.
    pub missing: Seats,
    /// Those of them whose contribution is a choice that a person has to make.
    pub choosing: Seats,
    /// The seats the table went on without.
    pub gone: Seats,
    /// Whether the person's seat is one of them.
    pub excluded: bool,
    /// Whether this node can reach nobody.
    pub alone: bool,
    /// The seats this node has no connection to: what they do it cannot tell.
    pub unseen: Seats,
}

impl Standing {
    /// The state of a node's match. Whether others can be reached has to be filled in from the network.
    pub fn of(node: &Node) -> Self {
        let (play, missing) = (node.play(), node.missing());
        Self {
            step: play.step(),
            missing,
            choosing: missing.iter().filter(|seat| play.menu(*seat).is_some()).collect(),
            gone: play.gone(),
            excluded: node.is_excluded(),
            alone: false,
            unseen: Seats::NONE,
        }
    }
}

/// A session with a record to be stored.
pub trait Match: Session {
    /// What is to be stored of the match, once it has ended by the rules or by consent.
    fn record(&self) -> Option<Record>;

    /// The record is stored: other files of the match are no longer needed.
    fn kept(&mut self) {}

    /// How to resume the match if it is left now, in a sentence.
    fn way_back(&self) -> Option<String> {
        None
    }

    /// The table it was played at, for a rematch.
    fn lobby(self: Box<Self>) -> Option<Lobby> {
        None
    }
}

/// What is stored of a match.
pub struct Record {
    /// The match's name in words, used as a file name.
    pub name: String,
    /// The fingerprint that every player's screen shows, if the match was finished.
    pub fingerprint: Option<String>,
    /// The transcript.
    pub transcript: Vec<u8>,
    /// The person's own match key, to replay the match from their view.
    pub hand: Option<Hand>,
}

/// Something that happened.
#[derive(Debug)]
pub enum Update {
    /// A public event of the rules; cards whose faces the person knows are named.
    Said(Event),
    /// The person is asked something new: see [`Session::menu`].
    Ask,
    /// A proof was verified: whose, of which step, and what it proves.
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
    /// The seats the person may consent to go on without have changed: see [`Session::may_go_on_without`].
    Waiting,
    /// Information that is not part of the game, in a sentence.
    Notice(String),
    /// The game has ended.
    Over(Outcome),
    /// The game cannot go on.
    Failed(Failure),
    /// Nothing happened.
    Idle,
}

/// Whether the present request of a match is a window.
pub fn is_window(play: &MatchState) -> bool {
    play.driver().request().is_some_and(Request::is_window)
}

/// What somebody with this view can see: every card in play is on its board.
pub fn eyes(view: &View) -> Eyes<'_> {
    static UNSEEN: LazyLock<Faces> = LazyLock::new(Faces::default);
    Eyes::new(&UNSEEN, &view.faces)
}

/// Words for somebody with this view.
pub fn words<'a>(session: &'a dyn Session, view: &'a View) -> Words<'a> {
    Words { game: session.game(), names: session.names(), eyes: eyes(view) }
}

/// An event with its cards named by the faces they had before it or have after it.
pub fn with_faces(event: &Event, before: &View, after: &View) -> Event {
    event.with_faces(before, after)
}

/// The updates that a person gets for an effect, given their views before and after it.
pub fn visible_updates(effect: Effect, before: &View, after: &View) -> Vec<Update> {
    match effect {
        Effect::Said(event) => vec![Update::Said(with_faces(&event, before, after))],
        Effect::Proven(seat, step, proven) => vec![Update::Trust(seat, step, proven)],
        Effect::Answered(_)
        | Effect::Deliver(..)
        | Effect::Gone(_)
        | Effect::Learn(..)
        | Effect::Retired(_) => Vec::new(),
    }
}

/// The update that a match has ended; `None` while it has not.
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

/// The outcome of a game, in lines.
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

/// What was proven, and in which step, in words.
pub fn proof(names: &BySeat<String>, seat: Seat, step: u64, what: Proven) -> String {
    format!("Step {step}: {}; the proof holds", proven(names, seat, what))
}

/// What was proven, in words.
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
