//! Everything that a lying seat could say that honest seats would accept.
//!
//! At any time it may make any of these statements, different ones to each seat: consents to every set;
//! the beginning of its ballot in each of the first [`Trial::lies`] rounds; for every ballot a promise
//! that names nothing, or any proposal of an earlier ballot; in its own ballots proposals of every value,
//! on any quorum of promises that exist or that it makes up; the acceptance of every proposal. It does
//! not vary its contributions here: two of them in one step convict it before any of this matters.

use ed25519_dalek::Signature;
use engine::Seat;
use proto::{Accept, Ballot, Prepare, Promise, Proposal, Signed, Value, Word, hides};

use super::{
    super::{Closing, Sign},
    CONTRIBUTIONS, Trial, Unsigned,
    machine::WordId,
    network::Network,
};

/// A proposal, and those that it rests on.
type Chain = Vec<Signed<Proposal>>;

impl Trial {
    /// Whether a single seat is enough for two decisions. Then it must be convicted of them.
    pub(super) fn one_is_enough(&self) -> bool {
        2 * self.scope().quorum - self.seats <= 1
    }

    /// Adds everything that the liar could say by now.
    pub(super) fn add_lies(&self, network: &mut Network) {
        let Some(liar) = self.liar else { return };
        for set in self.sets().filter(|set| !set.contains(liar)) {
            network.consents.entry(set).or_default().push(self.consent_of(liar, set));
        }
        let at = self.scope().header(liar);
        let own = self.liars_ballots(liar);
        for &Ballot { round, .. } in &own {
            let prepare = Word::Prepare(Unsigned.sign(Prepare { at, round }));
            network.prepares.push(self.words.number(prepare));
        }
        let agreed = self.agreed(network, 0);
        let mut values: Vec<(Value, usize)> =
            agreed.map(|(set, given)| (Value::Without(set.mask()), given.len())).collect();
        values.push((Value::Contributions(CONTRIBUTIONS), 0));
        let mut chains = self.chains(&network.proposals);
        for ballot in &own {
            self.add_proposals(network, &mut chains, *ballot, &values);
        }
        let ballots = network.promises.keys().copied().chain(own);
        for ballot in ballots.collect::<Vec<_>>() {
            for named in claims(&chains, ballot) {
                let promise = Word::Promise(promise_of(at, ballot, named), named.to_vec());
                let promises = network.promises.entry(ballot).or_default();
                promises.push((liar, self.words.number(promise)));
            }
        }
    }

    fn liars_ballots(&self, liar: Seat) -> Vec<Ballot> {
        let seat = liar.index() as u8;
        (1..=self.lies).map(|round| Ballot { round, seat }).collect()
    }

    fn chains(&self, proposals: &[WordId]) -> Vec<Chain> {
        let chain = |id: &WordId| match &*self.words.get(*id) {
            Word::Proposal(chain) => Some(chain.clone()),
            _ => None,
        };
        proposals.iter().filter_map(chain).collect()
    }

    /// Adds the proposals that a liar could make in a ballot.
    fn add_proposals(
        &self,
        network: &mut Network,
        chains: &mut Vec<Chain>,
        ballot: Ballot,
        values: &[(Value, usize)],
    ) {
        let at = self.scope().header(Seat::new(ballot.seat));
        let promises = network.promises.get(&ballot).map(Vec::as_slice).unwrap_or_default();
        let honest: Vec<Signed<Promise>> = promises
            .iter()
            .filter_map(|(_, id)| match &*self.words.get(*id) {
                Word::Promise(signed, _) => Some(*signed),
                _ => None,
            })
            .collect();
        let own = claims(chains, ballot).map(|named| promise_of(at, ballot, named));
        let own: Vec<Signed<Promise>> = own.collect();
        let mut found: Vec<Chain> = Vec::new();
        for mask in 0..1u32 << honest.len() {
            let chosen = honest.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            let chosen: Vec<_> = chosen.map(|(_, promise)| *promise).collect();
            if chosen.len() + 1 != self.scope().quorum {
                continue;
            }
            for (lie, (value, consents)) in
                own.iter().flat_map(|lie| values.iter().map(move |v| (lie, v)))
            {
                let known = |chain: &Chain| chain[0].statement.value == *value;
                // Honest seats treat these alike: only the promises in them, which may convict the liar,
                // differ.
                if !self.one_is_enough() && found.iter().any(known) {
                    continue;
                }
                let mut promises = [chosen.as_slice(), &[*lie]].concat();
                promises.sort_by_key(|promise| promise.statement.at.seat);
                let consents = vec![Signature::from_bytes(&[0; 64]); *consents];
                let round = ballot.round;
                let proposal = Proposal { at, round, value: *value, promises, consents };
                found.extend(self.founded(chains, proposal));
            }
        }
        for chain in found {
            network.proposals.push(self.words.number(Word::Proposal(chain.clone())));
            chains.push(chain);
        }
    }

    /// A proposal with those that it rests on, if honest seats would accept it.
    fn founded(&self, chains: &[Chain], proposal: Proposal) -> Option<Chain> {
        let last = proposal.promises.iter().filter_map(|promise| promise.statement.accepted).max();
        let mut chain = vec![Unsigned.sign(proposal)];
        if let Some((ballot, value)) = last {
            let named = chains.iter().find(|chain| {
                (chain[0].statement.ballot(), chain[0].statement.value) == (ballot, value)
            });
            chain.extend(named?.clone());
        }
        Closing::new(self.scope(), None).is_admissible(&chain).then_some(chain)
    }

    /// Whether what was said convicts the liar of every two decisions.
    pub(super) fn convicts(&self, network: &Network, liar: Seat) -> bool {
        let at = self.scope().header(liar);
        let said: Vec<_> = network.said.iter().map(|id| self.words.get(*id)).collect();
        let promises = |ballot: Ballot| {
            let chains = said.iter().filter_map(|word| match &**word {
                Word::Proposal(chain) => Some(chain),
                _ => None,
            });
            let ours = chains.flatten().filter(move |p| p.statement.ballot() == ballot);
            ours.flat_map(|p| &p.statement.promises).map(|promise| promise.statement)
        };
        let lied = |one: (Ballot, Value), two: (Ballot, Value)| {
            let accept = Accept { at, ballot: one.0, value: one.1 };
            one.0 == two.0 || promises(two.0).any(|p| p.at == at && hides(&p, &accept))
        };
        let decisions = &network.decisions;
        let pairs =
            decisions.iter().flat_map(|one| decisions.range(one..).map(move |two| (one, two)));
        let mut pairs = pairs.filter(|(one, two)| one.1 != two.1);
        self.one_is_enough() && pairs.all(|(one, two)| lied(*one, *two))
    }
}

/// What could be named as accepted before a ballot.
fn claims(chains: &[Chain], before: Ballot) -> impl Iterator<Item = &[Signed<Proposal>]> {
    let earlier = chains.iter().filter(move |chain| chain[0].statement.ballot() < before);
    earlier.map(Vec::as_slice).chain([&[][..]])
}

fn promise_of(at: proto::Header, ballot: Ballot, named: &[Signed<Proposal>]) -> Signed<Promise> {
    let accepted = named.first().map(|p| (p.statement.ballot(), p.statement.value));
    Unsigned.sign(Promise { at, ballot, accepted })
}
