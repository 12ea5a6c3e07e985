//! The statements that a node makes on closing a step. Nothing here changes its state: it hears its own
//! statements like those of the others.

use std::collections::{BTreeMap, BTreeSet};

use ed25519_dalek::{Signature, SigningKey};
use engine::Seat;
use proto::{Accept, Consent, Prepare, Promise, Proposal, Signed, Statement, Value, Word, limits};

use super::Closing;
use crate::Seats;

/// A proposal, and those that it rests on.
type Chain = Vec<Signed<Proposal>>;

/// Signs a seat's statements.
pub(crate) trait Sign {
    fn sign<T: Statement>(&self, statement: T) -> Signed<T>;
}

impl Sign for SigningKey {
    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed::new(statement, self)
    }
}

impl Closing {
    /// Consents to go on without these seats; `None` if that is impossible, or was said before.
    pub(crate) fn consent(&self, without: Seats, by: &impl Sign) -> Option<Word> {
        let me = self.me?;
        let set = self.scope.leavable(without.mask()).filter(|set| !set.contains(me))?;
        let said = self.consents.get(&me);
        let room =
            said.is_none_or(|sets| sets.len() < limits::CONSENTS && !sets.contains_key(&set));
        let consent = Consent { at: self.scope.header(me), without: set.mask() };
        room.then(|| Word::Consent(by.sign(consent)))
    }

    /// Begins a ballot later than all that are known here, unless this node's own is the latest already.
    /// Only a node that has consented begins one.
    pub(crate) fn begin(&self, by: &impl Sign) -> Option<Word> {
        let me = self.me.filter(|_| !self.may_use_fast_path() && self.decided.is_none())?;
        let (last, vouched) = (self.last_ballot(), self.vouched());
        if self.my_ballot().is_some_and(|mine| Some(mine) >= last && mine.round >= vouched) {
            return None;
        }
        let round = self.last_round().max(vouched).checked_add(1)?;
        Some(Word::Prepare(by.sign(Prepare { at: self.scope.header(me), round })))
    }

    /// The statement that this node has to make next. It must be journaled, and heard here, before it is
    /// sent.
    pub(crate) fn due(&self, by: &impl Sign) -> Option<Word> {
        let me = self.me?;
        self.proposal(me, by).or_else(|| self.promise(me, by)).or_else(|| self.accept(me, by))
    }

    fn promise(&self, me: Seat, by: &impl Sign) -> Option<Word> {
        let left = self.ignored(me);
        let asked = self.prepares.iter().filter(|(seat, _)| !left.contains(**seat));
        let ballot = asked.map(|(_, prepare)| prepare.statement.ballot()).max()?;
        if self.bound() >= Some(ballot) {
            return None;
        }
        let named = match self.accepted() {
            Some(at) => self.proposals.get(&at)?.clone(),
            None => Vec::new(),
        };
        let accepted = named.first().map(|p| (p.statement.ballot(), p.statement.value));
        let promise = Promise { at: self.scope.header(me), ballot, accepted };
        Some(Word::Promise(by.sign(promise), named))
    }

    /// The seats whose ballots a seat does not answer, so that those it would go on without cannot keep
    /// the others from deciding.
    ///
    /// Once these are more than a step can be closed without, all are answered again. Otherwise seats
    /// that have consented to leave each other, one after the other, would never have a quorum again.
    /// That is enough: let `s` seats be silent, and let each of `c` others have consented to go on
    /// without them. Each then ignores at most `n - q - s` of those who are there, and it takes `n - q -
    /// s + 1` to keep one of the `c` from a quorum. So there is always one who gets its promises.
    fn ignored(&self, seat: Seat) -> Seats {
        let sets = self.consents.get(&seat).into_iter().flat_map(BTreeMap::keys);
        let left = sets.fold(Seats::NONE, |all, set| all.union(*set));
        self.scope.leavable(left.mask()).unwrap_or_default()
    }

    fn accept(&self, me: Seat, by: &impl Sign) -> Option<Word> {
        let (ballot, chain) = self.proposals.last_key_value()?;
        if self.bound() > Some(*ballot) || self.accepted() == Some(*ballot) {
            return None;
        }
        let proposal = &chain.first()?.statement;
        let here = match proposal.value {
            Value::Contributions(digest) => self.contributions.contains(&digest),
            Value::Without(_) => true,
        };
        here.then(|| Word::Accept(by.sign(Accept::of(proposal, me.index() as u8))))
    }

    fn proposal(&self, me: Seat, by: &impl Sign) -> Option<Word> {
        let ballot = self.my_ballot()?;
        // A value accepted in a later ballot needs no proposal in an earlier one.
        if self.proposals.last_key_value().is_some_and(|(last, _)| *last >= ballot) {
            return None;
        }
        let (promises, named) = self.agreeing_promises()?;
        let (value, consents) = match named.first().map(|proposal| &proposal.statement) {
            Some(adopted) => (adopted.value, adopted.consents.clone()),
            None => self.free_choice()?,
        };
        let at = self.scope.header(me);
        let proposal = Proposal { at, round: ballot.round, value, promises, consents };
        let mut chain = vec![by.sign(proposal)];
        chain.extend(named);
        self.is_short(&chain).then_some(Word::Proposal(chain))
    }

    /// A quorum of promises for this node's ballot, and the latest proposal that they name, with those
    /// that it rests on.
    ///
    /// A seat may lie about what it has accepted, with two proposals of its own in one ballot: promises
    /// that name both are never used together. Or it may name contributions that nobody has, and that
    /// nobody honest can accept. So a promise counts only once this node holds what it names: a seat that
    /// has accepted contributions holds them, and shows them when asked.
    fn agreeing_promises(&self) -> Option<(Vec<Signed<Promise>>, Chain)> {
        let ballot = self.my_ballot()?;
        let held = |promise: &Promise| match promise.accepted {
            Some((_, Value::Contributions(digest))) => self.contributions.contains(&digest),
            _ => true,
        };
        let ours =
            |(p, _): &&(Signed<Promise>, Chain)| p.statement.ballot == ballot && held(&p.statement);
        let ours = || self.promises.values().filter(ours);
        let claims = ours().filter_map(|(promise, _)| promise.statement.accepted);
        let last = claims.clone().map(|(ballot, _)| ballot).max();
        let values: BTreeSet<Value> =
            claims.filter(|(at, _)| Some(*at) == last).map(|(_, value)| value).collect();
        let choices = values.into_iter().map(Some).chain(last.is_none().then_some(None));
        choices.into_iter().find_map(|value| {
            let agrees = |promise: &Promise| match promise.accepted {
                Some((at, other)) if Some(at) == last => Some(other) == value,
                _ => true,
            };
            let agreeing = ours().filter(|(p, _)| agrees(&p.statement));
            let promises: Vec<_> = agreeing.clone().map(|(promise, _)| *promise).collect();
            let mut named =
                agreeing.filter(|(p, _)| p.statement.accepted.map(|(at, _)| at) == last);
            let named = named.next().map(|(_, named)| named.clone()).unwrap_or_default();
            (promises.len() >= self.scope.quorum).then_some((promises, named))
        })
    }

    /// The value to propose if nothing was accepted: to go on without proven cheats if all others have
    /// consented to; else the contributions if they are here; else the smallest set that all others have
    /// consented to go on without.
    fn free_choice(&self) -> Option<(Value, Vec<Signature>)> {
        let smallest = |set: &Seats| (set.len(), set.mask());
        let mut sets: Vec<Seats> = self.agreed().collect();
        sets.sort_by_key(smallest);
        let cheats = |set: &&Seats| !self.proven.is_empty() && self.proven.within(**set);
        let rid_of_cheats = sets.iter().find(cheats);
        if let (None, Some(digest)) = (rid_of_cheats, self.preferred) {
            return Some((Value::Contributions(digest), Vec::new()));
        }
        let set = *rid_of_cheats.or(sets.first())?;
        let consent = |seat| self.consents.get(&seat)?.get(&set).map(|consent| consent.signature);
        let consents = self.scope.present.without(set).iter().map(consent);
        Some((Value::Without(set.mask()), consents.collect::<Option<_>>()?))
    }
}
