//! What a seat could say that says whatever it likes, as far as honest seats would listen to it.

use std::collections::BTreeSet;

use ed25519_dalek::Signature;
use engine::Seat;
use proto::{Accept, Ballot, Promise, Proposal, Signed, Value, Word, hides};

use super::{
    super::{Closing, Sign},
    CONTRIBUTIONS, State, Trial, Unsigned,
};

type Claimed = (Option<(Ballot, Value)>, Vec<Signed<Proposal>>);

impl Trial {
    /// Every quorum of promises for a ballot, a liar's in every form among them.
    pub(super) fn quorums(&self, state: &State, ballot: Ballot) -> Vec<Vec<Word>> {
        let promised = |word| match word {
            &Word::Promise(signed, _) if signed.statement.ballot == ballot => Some(word.clone()),
            _ => None,
        };
        let honest: Vec<Word> = self.said(state, promised).collect();
        let lies = self.liar.map_or(Vec::new(), |liar| {
            let at = self.scope().header(liar);
            let claims = self.claims(&self.proposals(state), ballot);
            let lie = |(accepted, named)| {
                Word::Promise(Unsigned.sign(Promise { at, ballot, accepted }), named)
            };
            claims.into_iter().map(lie).collect()
        });
        let mut quorums = Vec::new();
        for mask in 0..1u32 << honest.len() {
            let chosen = honest.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            let chosen: Vec<Word> = chosen.map(|(_, word)| word.clone()).collect();
            if chosen.len() == self.scope().quorum {
                quorums.push(chosen);
            } else if chosen.len() + 1 == self.scope().quorum {
                quorums.extend(
                    lies.iter().map(|lie| [chosen.as_slice(), core::slice::from_ref(lie)].concat()),
                );
            }
        }
        quorums
    }

    /// What a liar could name as accepted before a ballot.
    fn claims(&self, proposals: &[Vec<Signed<Proposal>>], before: Ballot) -> Vec<Claimed> {
        let earlier = proposals.iter().filter(|chain| chain[0].statement.ballot() < before);
        let claim = |chain: &Vec<Signed<Proposal>>| {
            (Some((chain[0].statement.ballot(), chain[0].statement.value)), chain.clone())
        };
        earlier.map(claim).chain([(None, Vec::new())]).collect()
    }

    /// The proposals that were made, and all that a liar could make by now, in ascending rounds.
    pub(super) fn proposals(&self, state: &State) -> Vec<Vec<Signed<Proposal>>> {
        let proposed = |word: &Word| match word {
            Word::Proposal(chain) => Some(chain.clone()),
            _ => None,
        };
        let mut all: Vec<Vec<Signed<Proposal>>> = self.said(state, proposed).collect();
        let Some(liar) = self.liar else { return all };
        for round in 1..=self.ballots as u32 {
            let ballot = Ballot { round, seat: liar.index() as u8 };
            let promised = |word| match word {
                &Word::Promise(signed, _) if signed.statement.ballot == ballot => Some(signed),
                _ => None,
            };
            let honest: Vec<Signed<Promise>> = self.said(state, promised).collect();
            for (accepted, _) in self.claims(&all, ballot) {
                let at = self.scope().header(liar);
                let own = Unsigned.sign(Promise { at, ballot, accepted });
                for mask in 0..1u32 << honest.len() {
                    let chosen = honest.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                    let mut promises: Vec<_> = chosen.map(|(_, promise)| *promise).collect();
                    promises.push(own);
                    promises.sort_by_key(|promise| promise.statement.at.seat);
                    if promises.len() != self.scope().quorum {
                        continue;
                    }
                    let values = self.sets().map(|set| Value::Without(set.mask()));
                    for value in values.chain([Value::Contributions(CONTRIBUTIONS)]) {
                        all.extend(self.proposable(state, &all, at.seat, round, value, &promises));
                    }
                }
            }
        }
        all
    }

    /// A proposal that honest seats would take, if there is one with this value and these promises.
    fn proposable(
        &self,
        state: &State,
        all: &[Vec<Signed<Proposal>>],
        liar: u8,
        round: u32,
        value: Value,
        promises: &[Signed<Promise>],
    ) -> Option<Vec<Signed<Proposal>>> {
        let consents = match value {
            Value::Contributions(_) => 0,
            Value::Without(mask) => {
                let set = self.scope().leavable(mask)?;
                let others = self.scope().present.without(set);
                self.is_agreed(state, set).then_some(others.len())?
            }
        };
        let consents = vec![Signature::from_bytes(&[0; 64]); consents];
        let at = self.scope().header(Seat::new(liar));
        let proposal = Proposal { at, round, value, promises: promises.to_vec(), consents };
        let last = promises.iter().filter_map(|promise| promise.statement.accepted).max();
        let mut chain = vec![Unsigned.sign(proposal)];
        if let Some((ballot, value)) = last {
            let named = all.iter().find(|chain| {
                (chain[0].statement.ballot(), chain[0].statement.value) == (ballot, value)
            });
            chain.extend(named?.clone());
        }
        let judge = Closing::new(self.scope(), None);
        judge.is_admissible(&chain).then_some(chain)
    }

    /// Whether what was said convicts the liar of two decisions. It can make two only where a single
    /// seat is enough for that.
    pub(super) fn convicts(
        &self,
        state: &State,
        decisions: &BTreeSet<(Ballot, Value)>,
        liar: Seat,
    ) -> bool {
        let scope = self.scope();
        let promises = |ballot: Ballot| {
            let chains = state.machines.iter().flat_map(|m| m.closing.proposals.values());
            let ours = chains.flatten().filter(move |p| p.statement.ballot() == ballot);
            ours.flat_map(|p| p.statement.promises.clone()).map(|promise| promise.statement)
        };
        let accept =
            |(ballot, value): (Ballot, Value)| Accept { at: scope.header(liar), ballot, value };
        let lied = |one: &(Ballot, Value), two: &(Ballot, Value)| {
            one.0 == two.0
                || promises(two.0).any(|promise| {
                    promise.at == scope.header(liar) && hides(&promise, &accept(*one))
                })
        };
        let pairs =
            decisions.iter().flat_map(|one| decisions.range(one..).map(move |two| (one, two)));
        let mut pairs = pairs.filter(|(one, two)| one.1 != two.1);
        2 * scope.quorum - self.seats <= 1 && pairs.all(|(one, two)| lied(one, two))
    }
}
