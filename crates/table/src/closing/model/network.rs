//! Everything said so far. Statements stay in the network for ever: a lost one is never heard, and a late
//! or repeated one is heard at any time.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use engine::Seat;
use proto::{Ballot, Consent, Value, Word};

use super::{
    super::Sign,
    State, Trial, Unsigned,
    machine::{Machine, WordId, ballot_of, value_of},
};
use crate::Seats;

/// The words that machines can hear.
#[derive(Debug, Default)]
pub(super) struct Network {
    /// The statements of honest seats, in ascending numbers.
    pub said: Vec<WordId>,
    /// How many ballots they have begun.
    pub ballots: usize,
    /// The last ballot that each of them has begun.
    pub begun: BTreeMap<Seat, Ballot>,
    pub prepares: Vec<WordId>,
    /// By ballot and seat. A liar has several in one ballot.
    pub promises: BTreeMap<Ballot, Vec<(Seat, WordId)>>,
    pub proposals: Vec<WordId>,
    pub accepts: Vec<WordId>,
    /// The consents to go on without each set.
    pub consents: BTreeMap<Seats, Vec<WordId>>,
    /// What was accepted by a quorum.
    pub decisions: BTreeSet<(Ballot, Value)>,
    /// The number of all that can happen to each seat's machine.
    pub choices: Vec<u32>,
}

impl Network {
    /// The values that are decided.
    pub(super) fn values(&self) -> BTreeSet<Value> {
        self.decisions.iter().map(|(_, value)| *value).collect()
    }
}

impl Trial {
    /// The network in a state, computed once for each set of statements.
    pub(super) fn network(&self, state: &State) -> Arc<Network> {
        let mut said = Vec::with_capacity(64);
        for machine in self.machines_of(state) {
            said.extend_from_slice(&machine.journal);
        }
        said.sort_unstable();
        said.dedup();
        self.networks.get(said, |said| Arc::new(self.network_of(said)))
    }

    pub(super) fn machines_of(&self, state: &State) -> impl Iterator<Item = Arc<Machine>> {
        state.machines.iter().take(self.seats).map(|id| self.machines.get(*id))
    }

    fn network_of(&self, said: &[WordId]) -> Network {
        let mut network = Network { said: said.to_vec(), ..Network::default() };
        for &id in said {
            let word = self.words.get(id);
            match &*word {
                Word::Consent(signed) => {
                    let set = self.scope().leavable(signed.statement.without);
                    network.consents.entry(set.unwrap_or_default()).or_default().push(id);
                }
                Word::Prepare(signed) => {
                    let ballot = signed.statement.ballot();
                    let begun = network.begun.entry(Seat::new(ballot.seat)).or_insert(ballot);
                    *begun = ballot.max(*begun);
                    network.prepares.push(id);
                }
                Word::Promise(signed, _) => {
                    let seat = Seat::new(signed.statement.at.seat);
                    let ballot = network.promises.entry(signed.statement.ballot).or_default();
                    ballot.push((seat, id));
                }
                Word::Proposal(_) => network.proposals.push(id),
                Word::Accept(_) => network.accepts.push(id),
                Word::Decided(_) => {}
            }
        }
        network.ballots = network.prepares.len();
        self.add_lies(&mut network);
        network.decisions = self.decisions(&network.accepts);
        for seat in Seat::all(self.seats) {
            let events = self.events(seat, &network).into_iter();
            let events = events.map(|event| self.events.number(event)).collect();
            network.choices.push(self.choices.number(events));
        }
        network
    }

    /// The consents to the sets that all other seats have consented to go on without, or all but `but` of
    /// them.
    pub(super) fn agreed<'a>(
        &self,
        network: &'a Network,
        but: usize,
    ) -> impl Iterator<Item = (Seats, &'a [WordId])> {
        let present = self.scope().present;
        let sets = network.consents.iter().map(|(set, given)| (*set, given.as_slice()));
        sets.filter(move |(set, given)| given.len() + but == present.without(*set).len())
    }

    /// The consent of a seat.
    pub(super) fn consent_of(&self, seat: Seat, set: Seats) -> WordId {
        let consent = Consent { at: self.scope().header(seat), without: set.mask() };
        self.words.number(Word::Consent(Unsigned.sign(consent)))
    }

    /// The values accepted by a quorum. A liar accepts everything.
    fn decisions(&self, accepts: &[WordId]) -> BTreeSet<(Ballot, Value)> {
        let mut counts: BTreeMap<(Ballot, Value), usize> = BTreeMap::new();
        for word in accepts.iter().map(|id| self.words.get(*id)) {
            if let (Some(ballot), Some(value)) = (ballot_of(&word), value_of(&word)) {
                let liar = usize::from(self.liar.is_some());
                *counts.entry((ballot, value)).or_insert(liar) += 1;
            }
        }
        let many = counts.into_iter().filter(|(_, count)| *count >= self.scope().quorum);
        many.map(|(decided, _)| decided).collect()
    }

    /// Every choice of promises by others that makes a quorum, with a seat's own or without it: a seat
    /// that has promised a later ballot to another no longer counts for its own.
    pub(super) fn quorums(&self, network: &Network, ballot: Ballot, me: Seat) -> Vec<Vec<WordId>> {
        let promises = network.promises.get(&ballot).map(Vec::as_slice).unwrap_or_default();
        let mut choices: Vec<Vec<WordId>> = vec![Vec::new()];
        for seat in Seat::all(self.seats).filter(|seat| *seat != me) {
            let of_seat = promises.iter().filter(|(by, _)| *by == seat).map(|(_, id)| *id);
            let with: Vec<Vec<WordId>> = of_seat
                .flat_map(|id| {
                    choices.iter().map(move |chosen| [chosen.as_slice(), &[id]].concat())
                })
                .collect();
            choices.extend(with);
        }
        let quorum = self.scope().quorum;
        choices.retain(|chosen| (quorum - 1..=quorum).contains(&chosen.len()));
        choices
    }
}
