//! Reactions: the moments at which somebody may interrupt, and how they nest.
//!
//! A window is opened for every seat that could react *as far as the public knows*: a public Character
//! has a fitting ability, or a hand may hold a fitting Scheme of which not all copies are public. A
//! window that nothing in the game could use is not opened. Choices are sealed and opened clockwise from
//! the player who acted, so that each seat knows exactly what it would know if it were asked after the
//! seats before it had passed. C5

use engine::{Duty, Entry, FaceSet, Handle, Reasons, Seat, Table, text};

use super::{
    cards::Kind,
    characters,
    end::Walk,
    moves::{Aim, Ballot, Move, until},
    schemes::{self, Scheme, Type},
    state::State,
};

/// What can be reacted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trigger {
    /// A Scheme was played, at something.
    Played {
        /// By whom.
        by: Seat,
        /// At what.
        aim: Aim,
    },
    /// A Character has become exhausted.
    Exhausted(Handle),
    /// A Character is about to be arrested.
    Arrested(Handle),
    /// A Character is about to be killed.
    Killed(Handle),
    /// A failure die was rolled for this post.
    FailureDie(usize),
    /// A betrayed haul was shared out.
    Shared,
}

/// The rules behind windows, by trigger: a person can be asked about each of them or not.
const PLAYED: &str = "NHAT-95";
const EXHAUSTED: &str = "NHAT-102";
const ARRESTED: &str = "NHAT-103";
const KILLED: &str = "NHAT-104";
const FAILURE_DIE: &str = "NHAT-75";
const SHARED: &str = "NHAT-65";

impl Trigger {
    /// The rule that brings it about.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Played { .. } => PLAYED,
            Self::Exhausted(_) => EXHAUSTED,
            Self::Arrested(_) => ARRESTED,
            Self::Killed(_) => KILLED,
            Self::FailureDie(_) => FAILURE_DIE,
            Self::Shared => SHARED,
        }
    }
}

/// Whether a menu with this rule asks for a reaction.
pub fn asks(rule: &str) -> bool {
    matches!(rule, PLAYED | EXHAUSTED | ARRESTED | KILLED | FAILURE_DIE | SHARED)
}

/// What a reaction does to its trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Response {
    /// The Scheme is cancelled.
    Cancel,
    /// The Character stays in its crew, exhausted. C6
    Stay,
    /// It happens to this Character instead.
    Instead(Handle),
    /// The die is rolled again.
    Again,
    /// The Character is killed.
    Kill,
    /// Nothing more: the reaction has done its own work.
    Done,
}

/// Opens a window and resolves the first reaction that stands; `None` after a full round of passes.
/// A reaction is open to reactions itself, and if it is cancelled the window goes on. H-A26, H-A27
pub fn open(t: &mut Table<State>, actor: Seat, trigger: Trigger) -> Walk<'_, Option<Response>> {
    Box::pin(async move {
        loop {
            let ballots = ballots(t, actor, &trigger);
            let Some((seat, (choice, face))) = until(t, ballots).await else { return Ok(None) };
            match choice {
                Move::Play(card) => {
                    let Some(scheme) = face.and_then(Scheme::of) else { continue };
                    let response = schemes::response(t, seat, scheme, &trigger);
                    if schemes::play(t, seat, card, scheme).await? {
                        return Ok(response);
                    }
                }
                Move::Use(card) => {
                    let thief = t.thief(card).map(|(_, thief)| thief);
                    let response = thief.and_then(|th| characters::response(t, seat, th, &trigger));
                    characters::pay_for_reaction(t, seat, card).await?;
                    return Ok(response);
                }
                _ => return Ok(None),
            }
        }
    })
}

/// The ballots of all seats that could react, clockwise from the actor. C5
fn ballots(state: &Table<State>, actor: Seat, trigger: &Trigger) -> Vec<(Seat, Ballot)> {
    let possible: Vec<_> = Scheme::ALL
        .iter()
        .copied()
        .filter(|scheme| scheme.card().kind == Type::Reaction && state.may_be_held(*scheme))
        .collect();
    let reasons = reasons();
    let mut ballots = Vec::new();
    for seat in state.lap(actor) {
        let player = &state.players[seat];
        let answers =
            |scheme: &&Scheme| schemes::response(state, seat, **scheme, trigger).is_some();
        let faces: FaceSet = possible.iter().filter(answers).map(|s| s.face()).collect();
        let able = player
            .crew
            .iter()
            .filter(|thief| characters::response(state, seat, thief, trigger).is_some());
        let able: Vec<_> = able.map(|thief| (Move::Use(thief.card), thief.card)).collect();
        let hand = if faces.is_empty() { &[][..] } else { &player.hand[..] };
        if hand.is_empty() && able.is_empty() {
            continue;
        }
        let shows = hand.iter().map(|&card| {
            (Move::Play(card), Entry::show("Play", card, Duty::Only(faces, reasons.clone())))
        });
        let uses = able.into_iter().map(|(answer, card)| (answer, Entry::card("Use", card)));
        let ballot = Ballot::new(title(state, trigger), trigger.rule())
            .with(Move::Pass, Entry::pass(passing(trigger)))
            .with_all(uses)
            .with_all(shows);
        ballots.push((seat, ballot));
    }
    ballots
}

/// Why each Scheme that does not answer a trigger does not.
fn reasons() -> Reasons {
    let reactions = Scheme::ALL.iter().filter(|scheme| scheme.card().kind == Type::Reaction);
    let others = (FaceSet::ALL, text!["it is no Reaction"]);
    reactions
        .map(|&scheme| (FaceSet::only(scheme.face()), schemes::untimely(scheme).into()))
        .chain([others])
        .collect()
}

/// What happens if everybody passes.
const fn passing(trigger: &Trigger) -> &'static str {
    match trigger {
        Trigger::Played { .. } => "Pass: the Scheme works unless another reacts",
        Trigger::Exhausted(_) => "Pass: nothing more happens unless another reacts",
        Trigger::Arrested(_) => "Pass: it is arrested unless another reacts",
        Trigger::Killed(_) => "Pass: it dies unless another reacts",
        Trigger::FailureDie(_) => "Pass: the die stands unless another reacts",
        Trigger::Shared => "Pass: you take no revenge",
    }
}

fn title(state: &State, trigger: &Trigger) -> engine::Line {
    let whose = |card: Handle, what: &'static str| match state.thief(card) {
        Some((seat, thief)) => text![thief.who.face(), " of ", seat, what],
        None => text!["A Character", what],
    };
    match *trigger {
        Trigger::Played { by, .. } => match state.in_play.last() {
            Some(scheme) => text![by, " plays ", scheme.kind.face(), ": react?"],
            None => text![by, " plays a Scheme: react?"],
        },
        Trigger::Exhausted(card) => whose(card, " is exhausted: react?"),
        Trigger::Arrested(card) => whose(card, " is to be arrested: react?"),
        Trigger::Killed(card) => whose(card, " is to be killed: react?"),
        Trigger::FailureDie(post) => {
            let post = state.heist.as_ref().and_then(|h| h.posts.get(post));
            match (post, state.die) {
                (Some(post), Some((side, row))) => {
                    text![post.defense.face(), ": ", side.name(), ", ", row.words(), ": react?"]
                }
                _ => text!["The failure die is cast: react?"],
            }
        }
        Trigger::Shared => text!["You have been betrayed: react?"],
    }
}
