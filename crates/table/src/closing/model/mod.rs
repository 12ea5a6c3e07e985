//! The code above, tried exhaustively: every order of everything that can happen while a few seats close
//! one step. `stateright` walks through all states.
//!
//! **What can happen.** Words are lost, late, doubled and out of order: whatever was said can be heard at any
//! time or never. Contributions arrive at any time. Any seat consents to any set, and any that may begins a ballot.
//! Every machine crashes and restarts at any time, as proposer, consenter or acceptor: its words are synced
//! before they are sent; contributions that came after the last of them are lost, and with them
//! that it has closed the step. With a liar, one seat says whatever it likes (see [`liar`] for its bounds).
//!
//! **What must hold.** In each state: at most one value is decided; whoever hears everything takes it for decided;
//! nobody whom it keeps has closed the step by contributions alone. And from each state the step can be
//! closed by playing on without faults, with everybody there or with any seats silent that can be left
//! (see [`ends`]).
//!
//! **Why so few states.** A machine forgets what it has heard as soon as it has said something, as if it had
//! restarted, and may hear it all again. So it is its journal and whether it has the contributions, and
//! a state is one number for each machine. What a machine hears changes nothing for others until it says
//! something, so words are heard in the moment in which they make it speak. For each thing that a machine
//! says it is enough to hear what it depends on:
//!
//! - a consent: nothing;
//! - the beginning of a ballot: one word of the latest ballot that it knows;
//! - a promise: the beginning of that ballot;
//! - an acceptance: that proposal;
//! - a proposal: a quorum of promises, and the consents to one set. More promises, or consents to more sets, never
//!   allow a value that these do not allow.
//!
//! Having heard more can only keep a machine from speaking, which it may do anyway. That nothing is left out
//! is tested as well: machines that forget nothing play at random, and each of their moves must be
//! among those that are tried (see [`memory`]). States that differ by the names of seats alone are one
//! where names make no difference (see [`renaming`]).
//!
//! **What was seen**, by `cargo test -p nodealer-table --lib -- --include-ignored --nocapture --test-threads 1 closing::model`:
//!
//! | seats | ballots of honest seats | liar, and its ballots | played on | states |
//! |---|---|---|---|---|
//! | 3 | 1 | | yes | 10,106 |
//! | 3 | 2 | | yes | 2,604,061 |
//! | 4 | 1 | | yes | 1,581,865 |
//! | 3 | 1 | the first seat, 1 | | 78,037 |
//! | 3 | 1 | the middle seat, 1 | | 247,681 |
//! | 3 | 1 | the last seat, 1 | | 169,737 |
//! | 4 | 0 | the first seat, 1 | | 451,060 |
//! | 4 | 0 | the last seat, 1 | | 457,140 |
//! | 4 | 1 | the first seat, 0 | | 113,396 |
//! | 4 | 1 | the last seat, 0 | | 135,455 |
//! | 4, two of which can be left | 1 | the first seat, 1 | | 557,246 |
//! | 4, two of which can be left | 1 | the last seat, 1 | | 1,404,758 |
//!
//! Each ended within five minutes on two busy cores; which of several quorums a proposal rests on may change
//! a number a little from run to run.
//!
//! The statements in a state are made by the closing code itself: nothing of the protocol is written a
//! second time here.

mod ends;
mod liar;
mod machine;
mod memory;
mod network;
mod pool;
mod renaming;
mod tests;

use std::{collections::BTreeSet, sync::Arc};

use ed25519_dalek::Signature;
use engine::Seat;
use proto::{Ballot, Digest, Signed, Statement, Value, Word};
use stateright::{Model, Property};

use self::{
    ends::Role,
    machine::{Deed, Event, EventId, Machine, MachineId, WordId, ballot_of, value_of},
    network::Network,
    pool::{Memo, Pool},
};
use super::{Scope, Sign};
use crate::Seats;

const CONTRIBUTIONS: Digest = [3; 32];
const MOST_SEATS: usize = 5;

/// What can happen to a machine, and what becomes of it.
type Outcomes = Arc<[(EventId, MachineId)]>;

/// What is tried.
struct Trial {
    seats: usize,
    /// How many leavers the table still survives.
    survive: usize,
    /// The seats that anybody would go on without.
    left: Seats,
    /// How many ballots honest seats begin at most.
    ballots: usize,
    /// Whether a consenter may still close by contributions alone, which must be found out.
    broken: bool,
    /// A seat that says whatever it likes.
    liar: Option<Seat>,
    /// In how many rounds it has ballots of its own.
    lies: u32,
    /// Whether every state is played on to its end.
    lively: bool,
    words: Pool<Word>,
    machines: Pool<Machine>,
    events: Pool<Event>,
    /// Everything that can happen to some machines.
    choices: Pool<Vec<EventId>>,
    next: Memo<(MachineId, EventId), Option<MachineId>>,
    outcomes: Memo<(MachineId, u32), Outcomes>,
    networks: Memo<Vec<WordId>, Arc<Network>>,
    told: Memo<(MachineId, Vec<WordId>), Option<Value>>,
    ended: Memo<(State, Seats), bool>,
    roles: Memo<(MachineId, Role), MachineId>,
    /// The permutations of seats under which nothing changes, and what becomes of machines under each.
    renamings: Vec<Vec<Seat>>,
    renamed: Memo<MachineId, Arc<[MachineId]>>,
}

/// The machines of all seats. Everything said so far follows from their journals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State {
    machines: [MachineId; MOST_SEATS],
}

/// What happens to a seat's machine, and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
struct Action {
    seat: Seat,
    event: EventId,
    next: MachineId,
}

/// Signs nothing: signatures are checked before words come to a closing.
struct Unsigned;

impl Sign for Unsigned {
    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed { statement, signature: Signature::from_bytes(&[0; 64]) }
    }
}

impl Trial {
    fn scope(&self) -> Scope {
        let present = Seats::all(self.seats);
        let quorum = (self.seats - self.survive).max(self.seats / 2 + 1);
        Scope { match_id: [1; 32], step: 1, head: [2; 32], present, quorum }
    }

    fn honest(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.seats).filter(|seat| Some(*seat) != self.liar)
    }

    /// The sets that a step can be closed without, and that somebody would consent to.
    fn sets(&self) -> impl Iterator<Item = Seats> {
        let (scope, left) = (self.scope(), self.left);
        let sets = (1..1u16 << self.seats).filter_map(move |mask| scope.leavable(mask));
        sets.filter(move |set| set.within(left))
    }

    /// Everything that can happen to a seat's machine, given what was said so far.
    fn events(&self, seat: Seat, network: &Network) -> Vec<Event> {
        let mut events: Vec<Event> = vec![Deed::Crash.into(), Deed::Have.into()];
        events.extend(self.sets().map(|set| Deed::Consent(set).into()));
        if network.ballots < self.ballots {
            // A promise says that there is a ballot, and asks for nothing.
            let earlier = network.promises.values().flatten().map(|(_, promise)| vec![*promise]);
            let begin = |heard| Event { heard, deed: Deed::Begin };
            events.extend(earlier.chain([Vec::new()]).map(begin));
        }
        let answer = |heard| Event { heard, deed: Deed::Answer };
        let asked = network.prepares.iter().chain(&network.proposals);
        events.extend(asked.map(|word| answer(vec![*word])));
        let Some(ballot) = network.begun.get(&seat).copied() else { return events };
        for promises in self.quorums(network, ballot, seat) {
            let agreed = self.agreed(network, 0).map(|(_, consents)| consents);
            let choices = agreed.chain([&[][..]]);
            events.extend(choices.map(|consents| answer([&promises, consents].concat())));
            // The last consent may let a seat propose, and also answer a later ballot that it has ignored.
            let later = network
                .prepares
                .iter()
                .filter(|id| ballot_of(&self.words.get(**id)) > Some(ballot));
            for prepare in later {
                events.extend(self.agreed(network, 1).map(|(set, consents)| {
                    let heard = [&promises, consents, &[*prepare]].concat();
                    Event { heard, deed: Deed::Consent(set) }
                }));
            }
        }
        events
    }

    /// What can become of a machine by any of these events.
    fn outcomes(&self, id: MachineId, choices: u32) -> Outcomes {
        self.outcomes.get((id, choices), |(id, choices)| {
            let proposed = self.proposed(*id);
            let mut proposals = BTreeSet::new();
            let mut outcomes = Vec::new();
            for &event in self.choices.get(*choices).iter() {
                let Some(next) = self.after(*id, event) else { continue };
                // Honest seats take two proposals of one ballot and value alike, whoever has promised: one
                // of them is enough, unless the promises are what convicts a liar.
                let proposes = self.proposed(next) != proposed;
                let alike = proposes && !proposals.insert(self.outlined(next));
                if !alike || self.liar.is_some() && self.one_is_enough() {
                    outcomes.push((event, next));
                }
            }
            outcomes.into()
        })
    }

    /// The ballot and value of what a machine has proposed last.
    fn proposed(&self, id: MachineId) -> Option<(Ballot, Value)> {
        let machine = self.machines.get(id);
        let ballot = machine.closing.my_ballot()?;
        let chain = machine.closing.proposals.get(&ballot)?;
        Some((ballot, chain.first()?.statement.value))
    }

    /// Safety: at most one value is decided; everybody who hears of it closes the step by it; and nobody
    /// whom it keeps has closed the step otherwise. Where a single liar can cause two decisions, it is
    /// convicted.
    fn is_safe(&self, state: &State) -> bool {
        let network = self.network(state);
        if network.decisions.is_empty() {
            return true;
        }
        let values = network.values();
        let keeps = |seat: Seat, value: &Value| match value {
            Value::Contributions(_) => false,
            Value::Without(mask) => mask >> seat.index() & 1 == 0,
        };
        let agrees = self.honest().all(|seat| {
            let machine = self.machines.get(state.machines[seat.index()]);
            !machine.closed || !values.iter().any(|value| keeps(seat, value))
        });
        let told = |seat: Seat| {
            let told = self.told(state.machines[seat.index()], &network);
            self.liar.is_some() || told.is_some_and(|value| values.contains(&value))
        };
        let one = values.len() == 1 && self.honest().all(told);
        agrees && (one || self.liar.is_some_and(|liar| self.convicts(&network, liar)))
    }

    /// What a machine takes for decided if it hears everything.
    fn told(&self, id: MachineId, network: &Network) -> Option<Value> {
        let words = [network.proposals.as_slice(), &network.accepts].concat();
        self.told.get((id, words), |(id, words)| {
            let mut closing = self.machines.get(*id).closing.clone();
            for word in words {
                closing.hear(Word::clone(&self.words.get(*word)));
            }
            closing.decided().map(|decided| decided.proposal.statement.value)
        })
    }

    /// What an action is about, for people.
    fn tell(&self, action: &Action) -> String {
        let Action { seat, event, next } = action;
        let event = self.events.get(*event);
        let heard: Vec<String> = event.heard.iter().map(|id| brief(&self.words.get(*id))).collect();
        let machine = self.machines.get(*next);
        let journal: Vec<String> =
            machine.journal.iter().map(|id| brief(&self.words.get(*id))).collect();
        let (have, closed) = (machine.have, machine.closed);
        format!(
            "seat {}: hears {heard:?}, {:?} -> {journal:?} {have:?} {closed}",
            seat.index(),
            event.deed
        )
    }
}

/// A word, for people.
fn brief(word: &Word) -> String {
    let by = word.at().map_or(0, |at| at.seat);
    let ballot = ballot_of(word).map_or(String::new(), |b| format!(" {}.{}", b.round, b.seat));
    let value = match value_of(word) {
        Some(Value::Contributions(_)) => " C".to_owned(),
        Some(Value::Without(mask)) => format!(" without {mask:04b}"),
        None => String::new(),
    };
    match word {
        Word::Consent(signed) => format!("{by} consents {:04b}", signed.statement.without),
        Word::Prepare(_) => format!("{by} begins{ballot}"),
        Word::Promise(_, named) => format!("{by} promises{ballot} ({} named)", named.len()),
        Word::Proposal(_) => format!("{by} proposes{ballot}{value}"),
        Word::Accept(_) => format!("{by} accepts{ballot}{value}"),
        Word::Decided(_) => "decided".to_owned(),
    }
}

impl Model for Trial {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let mut machines = [0; MOST_SEATS];
        for seat in Seat::all(self.seats) {
            machines[seat.index()] = self.machines.number(self.restarted(seat, Vec::new(), None));
        }
        vec![State { machines }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        let network = self.network(state);
        for seat in self.honest() {
            let id = state.machines[seat.index()];
            let outcomes = self.outcomes(id, network.choices[seat.index()]);
            let action = |&(event, next): &(EventId, MachineId)| Action { seat, event, next };
            actions.extend(outcomes.iter().map(action));
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = *last;
        state.machines[action.seat.index()] = action.next;
        Some(self.representative(state))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let mut properties =
            vec![Property::always("one decision", |trial: &Self, state| trial.is_safe(state))];
        if self.liar.is_some() && self.one_is_enough() {
            properties.push(Property::sometimes("a liar makes two", |trial: &Self, state| {
                trial.network(state).values().len() > 1
            }));
        }
        if self.lively {
            properties.push(Property::always("it can be closed", |trial: &Self, state| {
                trial.can_end(state)
            }));
        }
        properties
    }
}
