//! Closing one step together when not everybody speaks: consents, and single-decree Paxos over them.
//!
//! A step is closed by all contributions that are owed, or without some seats. A node that holds all
//! contributions and has consented to nothing closes it at once and needs none of this (the *fast path*).
//! Otherwise the seats decide on one value: any seat that has consented may begin a ballot; a quorum of
//! promises lets it propose, a quorum of acceptances decides. PROTOCOL.md, section 14, has the whole with
//! its argument; Lamport's "Paxos made simple" is where it comes from.
//!
//! What a seat is bound by follows from its own words alone: it keeps each on disk before it sends it, and
//! *hears* it like everybody else's. After a crash it hears its own words again and is bound as before.
//! Signatures are checked before a word comes here, and nothing here knows the time.

#[cfg(test)]
mod model;

use std::collections::{BTreeMap, BTreeSet};

use ed25519_dalek::SigningKey;
use engine::Seat;
use proto::{
    Accept, Ballot, Certificate, Consent, Contradiction, Digest, Header, Prepare, Promise,
    Proposal, Signed, Statement, Value, Word, hides, limits,
};

use crate::Seats;

/// The step that is to be closed, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scope {
    pub match_id: Digest,
    pub step: u64,
    pub head: Digest,
    /// The seats that are present in it.
    pub present: Seats,
    /// How many of them decide.
    pub quorum: usize,
}

/// What signs a seat's words.
pub(crate) trait Sign {
    fn sign<T: Statement>(&self, statement: T) -> Signed<T>;
}

impl Sign for SigningKey {
    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed::new(statement, self)
    }
}

/// What a word has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It is new, and is kept here.
    New,
    /// It is known, too old to matter, or not admissible.
    Nothing,
    /// It contradicts another word of its seat.
    Contradiction(Box<Contradiction>),
}

/// A proposal, and those that it rests on.
type Chain = Vec<Signed<Proposal>>;

/// What one node knows of the closing of one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Closing {
    scope: Scope,
    /// The seat of this node; none for a spectator.
    me: Option<Seat>,
    /// Complete sets of contributions that are here.
    contributions: BTreeSet<Digest>,
    consents: BTreeMap<Seat, BTreeMap<Seats, Signed<Consent>>>,
    /// The last ballot that each seat has begun.
    prepares: BTreeMap<Seat, Signed<Prepare>>,
    /// The last promise of each seat, with the proposal that it names.
    promises: BTreeMap<Seat, (Signed<Promise>, Vec<Signed<Proposal>>)>,
    /// The latest proposals, each with those that it rests on.
    proposals: BTreeMap<Ballot, Vec<Signed<Proposal>>>,
    /// The latest acceptances of each seat.
    accepts: BTreeMap<Seat, BTreeMap<Ballot, Signed<Accept>>>,
    decided: Option<Certificate>,
}

impl Scope {
    /// Where a seat's statements on this step stand.
    pub fn header(&self, seat: Seat) -> Header {
        let Self { match_id, step, head, .. } = *self;
        Header { match_id, step, seat: seat.index() as u8, head }
    }

    /// Whether a statement is about this step, by a seat that is present in it.
    fn covers(&self, at: &Header) -> bool {
        *at == self.header(Seat::new(at.seat)) && self.present.contains(Seat::new(at.seat))
    }

    /// The set of a mask, if the step can be closed without it: the others are a quorum.
    pub fn leavable(&self, mask: u16) -> Option<Seats> {
        let without = Seats::from_mask(mask, 16)?;
        let others = self.present.without(without).len();
        let some = !without.is_empty() && without.within(self.present);
        (some && others >= self.quorum).then_some(without)
    }
}

impl Closing {
    pub fn new(scope: Scope, me: Option<Seat>) -> Self {
        Self {
            scope,
            me: me.filter(|me| scope.present.contains(*me)),
            contributions: BTreeSet::new(),
            consents: BTreeMap::new(),
            prepares: BTreeMap::new(),
            promises: BTreeMap::new(),
            proposals: BTreeMap::new(),
            accepts: BTreeMap::new(),
            decided: None,
        }
    }

    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Whether this node may close the step by contributions alone: it has consented to nothing.
    pub fn is_fast(&self) -> bool {
        self.me.is_none_or(|me| !self.consents.contains_key(&me))
    }

    /// The decision, once it is known.
    pub fn decided(&self) -> Option<&Certificate> {
        self.decided.as_ref()
    }

    /// The sets of contributions that proposals name and that are not here.
    pub fn wanted(&self) -> impl Iterator<Item = Digest> {
        let values =
            self.proposals.values().filter_map(|chain| Some(chain.first()?.statement.value));
        let decided = self.decided.iter().map(|decided| decided.proposal.statement.value);
        values.chain(decided).filter_map(|value| match value {
            Value::Contributions(digest) if !self.contributions.contains(&digest) => Some(digest),
            _ => None,
        })
    }

    /// A complete set of contributions is here.
    pub fn have(&mut self, contributions: Digest) {
        if self.contributions.len() < limits::ACCEPTS {
            self.contributions.insert(contributions);
        }
    }

    /// The sets that seats have consented to go on without.
    pub fn consented(&self) -> impl Iterator<Item = (Seat, Seats)> {
        self.consents.iter().flat_map(|(seat, sets)| sets.keys().map(|set| (*seat, *set)))
    }

    /// The sets that everybody else has consented to go on without.
    fn agreed(&self) -> impl Iterator<Item = Seats> {
        let sets: BTreeSet<Seats> = self.consented().map(|(_, set)| set).collect();
        let all = |set: &Seats| {
            let given = |seat| self.consents.get(&seat).is_some_and(|sets| sets.contains_key(set));
            self.scope.present.without(*set).iter().all(given)
        };
        sets.into_iter().filter(move |set| all(set))
    }

    /// A consent of a seat, if it has given one.
    pub fn any_consent(&self, seat: Seat) -> Option<Signed<Consent>> {
        self.consents.get(&seat)?.values().next().copied()
    }

    /// The proposal of a ballot, with those that it rests on.
    pub fn proposal_of(&self, ballot: Ballot) -> Option<&[Signed<Proposal>]> {
        self.proposals.get(&ballot).map(Vec::as_slice)
    }

    /// Whether this node is of a seat.
    pub fn is_of_seat(&self, seat: Seat) -> bool {
        self.me == Some(seat)
    }

    /// Whether this very word was heard before.
    pub fn knows(&self, word: &Word) -> bool {
        match word {
            Word::Consent(signed) => {
                let seat = Seat::new(signed.statement.at.seat);
                let given = self.consents.get(&seat).into_iter().flat_map(BTreeMap::values);
                given.into_iter().any(|known| known == signed)
            }
            Word::Prepare(signed) => {
                self.prepares.get(&Seat::new(signed.statement.at.seat)) == Some(signed)
            }
            Word::Promise(signed, _) => {
                let known = self.promises.get(&Seat::new(signed.statement.at.seat));
                known.is_some_and(|(known, _)| known == signed)
            }
            Word::Proposal(chain) => {
                let first = chain.first();
                let known = first.and_then(|first| self.proposals.get(&first.statement.ballot()));
                known.is_some_and(|known| known.first() == first)
            }
            Word::Accept(signed) => {
                let known = self.accepts.get(&Seat::new(signed.statement.at.seat));
                known.and_then(|known| known.get(&signed.statement.ballot)) == Some(signed)
            }
            Word::Decided(_) => self.decided.is_some(),
        }
    }

    /// Whether there is something that the step could be closed by.
    pub fn is_eligible(&self) -> bool {
        !self.contributions.is_empty() || self.agreed().next().is_some()
    }

    /// Consents to go on without these seats; `None` if that cannot be, or was said before.
    pub fn consent(&self, without: Seats, by: &impl Sign) -> Option<Word> {
        let me = self.me?;
        let set = self.scope.leavable(without.mask()).filter(|set| !set.contains(me))?;
        let said = self.consents.get(&me);
        let room =
            said.is_none_or(|sets| sets.len() < limits::CONSENTS && !sets.contains_key(&set));
        let consent = Consent { at: self.scope.header(me), without: set.mask() };
        room.then(|| Word::Consent(by.sign(consent)))
    }

    /// Begins a ballot later than all that are known here. Only for who has consented.
    pub fn begin(&self, by: &impl Sign) -> Option<Word> {
        let me = self.me.filter(|_| !self.is_fast() && self.decided.is_none())?;
        let round = self.last_round().checked_add(1)?;
        Some(Word::Prepare(by.sign(Prepare { at: self.scope.header(me), round })))
    }

    /// What this node has to say next to what it has heard. It is to be kept, and heard here, before
    /// it is sent.
    pub fn due(&self, by: &impl Sign) -> Option<Word> {
        let me = self.me?;
        self.proposal(me, by).or_else(|| self.promise(me, by)).or_else(|| self.accept(me, by))
    }

    /// What this node has said last in each part, and what others may have missed of the rest: to be
    /// said again until the step is closed everywhere.
    pub fn again(&self) -> Vec<Word> {
        if let Some(decided) = &self.decided {
            return vec![Word::Decided(Box::new(decided.clone()))];
        }
        let consents = self.consents.values().flat_map(|sets| sets.values().copied());
        let mut words: Vec<Word> = consents.map(Word::Consent).collect();
        let own = self.me.map(|me| self.words_of(me)).unwrap_or_default();
        words.extend(own.into_iter().filter(|word| !matches!(word, Word::Consent(_))));
        words
    }

    /// The words by which a seat is bound, as far as they are known here; for the seat itself, if it has
    /// lost them.
    pub fn words_of(&self, seat: Seat) -> Vec<Word> {
        let consents = self.consents.get(&seat).into_iter().flat_map(|sets| sets.values());
        let mut words: Vec<Word> = consents.copied().map(Word::Consent).collect();
        words.extend(self.prepares.get(&seat).copied().map(Word::Prepare));
        let promise = self.promises.get(&seat).cloned();
        words.extend(promise.map(|(promise, named)| Word::Promise(promise, named)));
        let own = self.proposals.iter().filter(|(at, _)| usize::from(at.seat) == seat.index());
        words.extend(own.map(|(_, chain)| Word::Proposal(chain.clone())));
        for (at, accept) in self.accepts.get(&seat).into_iter().flatten() {
            words.extend(self.proposals.get(at).cloned().map(Word::Proposal));
            words.push(Word::Accept(*accept));
        }
        words
    }

    /// Hears a word whose signatures are genuine.
    pub fn hear(&mut self, word: Word) -> Heard {
        if !word.at().is_some_and(|at| self.scope.covers(at)) {
            return Heard::Nothing;
        }
        match word {
            Word::Consent(signed) => self.hear_consent(signed),
            Word::Prepare(signed) => self.hear_prepare(signed),
            Word::Promise(signed, named) => self.hear_promise(signed, named),
            Word::Proposal(chain) => self.hear_proposal(chain),
            Word::Accept(signed) => self.hear_accept(signed),
            Word::Decided(certificate) => self.hear_decided(*certificate),
        }
    }

    fn is_mine(&self, at: &Header) -> bool {
        self.me == Some(Seat::new(at.seat))
    }

    fn hear_consent(&mut self, signed: Signed<Consent>) -> Heard {
        let seat = Seat::new(signed.statement.at.seat);
        let set = self.scope.leavable(signed.statement.without);
        let Some(set) = set.filter(|set| !set.contains(seat)) else { return Heard::Nothing };
        let given = self.consents.entry(seat).or_default();
        if given.len() >= limits::CONSENTS || given.contains_key(&set) {
            return Heard::Nothing;
        }
        given.insert(set, signed);
        Heard::New
    }

    fn hear_prepare(&mut self, signed: Signed<Prepare>) -> Heard {
        let seat = Seat::new(signed.statement.at.seat);
        let round = signed.statement.round;
        let last = self.prepares.get(&seat).map_or(0, |prepare| prepare.statement.round);
        let mine = self.is_mine(&signed.statement.at);
        let near = round <= self.last_round().saturating_add(limits::ROUNDS_AHEAD);
        if round <= last || !near && !mine {
            return Heard::Nothing;
        }
        self.prepares.insert(seat, signed);
        Heard::New
    }

    fn hear_promise(&mut self, signed: Signed<Promise>, named: Vec<Signed<Proposal>>) -> Heard {
        let promise = &signed.statement;
        let seat = Seat::new(promise.at.seat);
        let hidden = self.accepts.get(&seat).into_iter().flat_map(BTreeMap::values);
        if let Some(accept) = hidden.copied().find(|accept| hides(promise, &accept.statement)) {
            return contradiction(Contradiction::HiddenAccept(signed, accept));
        }
        if !self.is_shown(promise.accepted, &named) {
            return Heard::Nothing;
        }
        match self.promises.get(&seat) {
            Some((last, _)) if last.statement.ballot > promise.ballot => Heard::Nothing,
            Some((last, _)) if last.statement.ballot == promise.ballot => {
                let both = Contradiction::TwoPromises(*last, signed);
                if both.holds() { contradiction(both) } else { Heard::Nothing }
            }
            _ => {
                self.promises.insert(seat, (signed, named));
                Heard::New
            }
        }
    }

    /// Whether what a promise names as accepted is the proposal that comes with it.
    fn is_shown(&self, accepted: Option<(Ballot, Value)>, named: &[Signed<Proposal>]) -> bool {
        match (accepted, named.first()) {
            (None, None) => true,
            (Some(accepted), Some(first)) => {
                (first.statement.ballot(), first.statement.value) == accepted
                    && self.is_admissible(named)
            }
            _ => false,
        }
    }

    fn hear_proposal(&mut self, chain: Vec<Signed<Proposal>>) -> Heard {
        let Some(first) = chain.first() else { return Heard::Nothing };
        let forbidden = Contradiction::ForbiddenProposal(Box::new(first.clone()));
        if forbidden.holds() {
            return contradiction(forbidden);
        }
        let ballot = first.statement.ballot();
        if let Some(other) = self.proposals.get(&ballot).and_then(|chain| chain.first()) {
            let (one, two) = (Box::new(other.clone()), Box::new(first.clone()));
            let both = Contradiction::TwoProposals(one, two);
            return if both.holds() { contradiction(both) } else { Heard::Nothing };
        }
        if let Some(both) = self.hidden_in(&first.statement) {
            return contradiction(both);
        }
        if !self.is_admissible(&chain) {
            return Heard::Nothing;
        }
        self.proposals.insert(ballot, chain);
        self.forget_proposals();
        self.decide();
        Heard::New
    }

    /// An acceptance that a promise of a proposal hides.
    fn hidden_in(&self, proposal: &Proposal) -> Option<Contradiction> {
        proposal.promises.iter().find_map(|promise| {
            let accepts = self.accepts.get(&Seat::new(promise.statement.at.seat))?;
            let hidden = accepts.values().find(|a| hides(&promise.statement, &a.statement))?;
            Some(Contradiction::HiddenAccept(*promise, *hidden))
        })
    }

    /// Keeps the latest proposals, and the one that this node has accepted last: its promises name it.
    fn forget_proposals(&mut self) {
        let accepted = self.accepted();
        while self.proposals.len() > limits::ACCEPTS {
            let old = self.proposals.keys().find(|ballot| Some(**ballot) != accepted).copied();
            let Some(old) = old else { return };
            self.proposals.remove(&old);
        }
    }

    fn hear_accept(&mut self, signed: Signed<Accept>) -> Heard {
        let Accept { at, ballot, .. } = signed.statement;
        let seat = Seat::new(at.seat);
        if let Some(other) = self.accepts.get(&seat).and_then(|accepts| accepts.get(&ballot)) {
            let both = Contradiction::TwoAccepts(*other, signed);
            return if both.holds() { contradiction(both) } else { Heard::Nothing };
        }
        let promises = self.proposals.values().flatten();
        let promises = promises.flat_map(|proposal| &proposal.statement.promises);
        let mut promises = promises.chain(self.promises.values().map(|(promise, _)| promise));
        let hiding = promises.find(|promise| {
            promise.statement.at.seat == at.seat && hides(&promise.statement, &signed.statement)
        });
        if let Some(promise) = hiding {
            return contradiction(Contradiction::HiddenAccept(*promise, signed));
        }
        let accepts = self.accepts.entry(seat).or_default();
        accepts.insert(ballot, signed);
        while accepts.len() > limits::ACCEPTS {
            accepts.pop_first();
        }
        self.decide();
        Heard::New
    }

    fn hear_decided(&mut self, certificate: Certificate) -> Heard {
        if self.decided.is_some() || !self.is_decision(&certificate) {
            return Heard::Nothing;
        }
        self.decided = Some(certificate);
        Heard::New
    }

    /// Whether a certificate whose signatures are genuine decides this step.
    pub fn is_decision(&self, certificate: &Certificate) -> bool {
        let proposal = &certificate.proposal.statement;
        let seats = certificate.accepts.iter().map(|(seat, _)| Seat::new(*seat));
        let present = seats.clone().all(|seat| self.scope.present.contains(seat));
        self.scope.covers(&proposal.at)
            && self.is_possible(proposal)
            && present
            && seats.is_sorted_by(|a, b| a < b)
            && certificate.accepts.len() >= self.scope.quorum
    }

    /// Finds the decision among the acceptances.
    fn decide(&mut self) {
        if self.decided.is_some() {
            return;
        }
        let decided = self.proposals.values().find_map(|chain| {
            let proposal = chain.first()?;
            let ballot = proposal.statement.ballot();
            let accepted =
                |accept: &Signed<Accept>| accept.statement.value == proposal.statement.value;
            let accepts = self.accepts.iter().filter_map(|(seat, accepts)| {
                let accept = accepts.get(&ballot).filter(|accept| accepted(accept))?;
                Some((seat.index() as u8, accept.signature))
            });
            let accepts: Vec<_> = accepts.collect();
            (accepts.len() >= self.scope.quorum)
                .then(|| Certificate { proposal: proposal.clone(), accepts })
        });
        self.decided = decided;
    }

    /// Whether the step can be closed by a proposal's value, by itself.
    fn is_possible(&self, proposal: &Proposal) -> bool {
        match proposal.value {
            Value::Contributions(_) => proposal.consents.is_empty(),
            Value::Without(mask) => self.scope.leavable(mask).is_some_and(|without| {
                proposal.consents.len() == self.scope.present.without(without).len()
            }),
        }
    }

    /// Whether a proposal is what its promises ask for, and so are those that it rests on, down to one
    /// that was free to choose.
    fn is_admissible(&self, chain: &[Signed<Proposal>]) -> bool {
        let possible = chain.first().is_some_and(|first| self.is_possible(&first.statement));
        let next = |i: usize| chain.get(i + 1).map(|signed| &signed.statement);
        let rests = |(i, signed): (usize, &Signed<Proposal>)| {
            self.is_founded(&signed.statement)
                && match last_accepted(&signed.statement.promises) {
                    Claim::Nothing => next(i).is_none(),
                    Claim::One(ballot, value) => {
                        signed.statement.value == value
                            && next(i).is_some_and(|n| (n.ballot(), n.value) == (ballot, value))
                    }
                    Claim::Several => false,
                }
        };
        possible && chain.len() <= limits::PROPOSALS && chain.iter().enumerate().all(rests)
    }

    /// Whether a proposal carries the promises of a quorum for its ballot.
    fn is_founded(&self, proposal: &Proposal) -> bool {
        let ballot = proposal.ballot();
        let promises = || proposal.promises.iter().map(|signed| &signed.statement);
        let good = |promise: &Promise| {
            self.scope.covers(&promise.at)
                && promise.ballot == ballot
                && promise.accepted.is_none_or(|(earlier, _)| earlier < ballot)
        };
        self.scope.covers(&proposal.at)
            && promises().all(good)
            && promises().is_sorted_by(|a, b| a.at.seat < b.at.seat)
            && proposal.promises.len() >= self.scope.quorum
    }

    fn last_round(&self) -> u32 {
        let begun = self.prepares.values().map(|prepare| prepare.statement.round);
        let proposed = self.proposals.keys().map(|ballot| ballot.round);
        begun.chain(proposed).chain(self.bound().map(|ballot| ballot.round)).max().unwrap_or(0)
    }

    fn my_ballot(&self) -> Option<Ballot> {
        Some(self.prepares.get(&self.me?)?.statement.ballot())
    }

    /// The last ballot that this node has accepted in.
    fn accepted(&self) -> Option<Ballot> {
        Some(*self.accepts.get(&self.me?)?.last_key_value()?.0)
    }

    /// The ballot before which this node accepts nothing more.
    fn bound(&self) -> Option<Ballot> {
        let promised = self.me.and_then(|me| self.promises.get(&me));
        promised.map(|(promise, _)| promise.statement.ballot).max(self.accepted())
    }

    fn promise(&self, me: Seat, by: &impl Sign) -> Option<Word> {
        let left = self.consents.get(&me).into_iter().flat_map(BTreeMap::keys);
        let left = left.fold(Seats::NONE, |all, set| all.union(*set));
        // Whoever this node would go on without cannot keep the others from deciding.
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
        // What was accepted in a later ballot needs no proposal in an earlier one.
        if self.proposals.last_key_value().is_some_and(|(last, _)| *last >= ballot) {
            return None;
        }
        let (promises, named) = self.agreeing_promises()?;
        let (value, consents) = match named.first().map(|proposal| &proposal.statement) {
            Some(adopted) => (adopted.value, adopted.consents.clone()),
            None => self.free_choice()?,
        };
        if named.len() >= limits::PROPOSALS {
            return None;
        }
        let at = self.scope.header(me);
        let proposal = Proposal { at, round: ballot.round, value, promises, consents };
        let mut chain = vec![by.sign(proposal)];
        chain.extend(named);
        Some(Word::Proposal(chain))
    }

    /// A quorum of promises for this node's ballot, and the last proposal that they name, with those
    /// that it rests on.
    ///
    /// A seat may lie about what it has accepted, with two proposals of its own in one ballot: promises
    /// that name both never stand together.
    fn agreeing_promises(&self) -> Option<(Vec<Signed<Promise>>, Chain)> {
        let ballot = self.my_ballot()?;
        let ours = || self.promises.values().filter(|(p, _)| p.statement.ballot == ballot);
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

    /// What to propose if nothing was accepted: the contributions if they are here, else the smallest
    /// set that all others would go on without.
    fn free_choice(&self) -> Option<(Value, Vec<ed25519_dalek::Signature>)> {
        if let Some(digest) = self.contributions.first() {
            return Some((Value::Contributions(*digest), Vec::new()));
        }
        let set = self.agreed().min_by_key(|set| (set.len(), set.mask()))?;
        let consent = |seat| self.consents.get(&seat)?.get(&set).map(|consent| consent.signature);
        let consents = self.scope.present.without(set).iter().map(consent);
        Some((Value::Without(set.mask()), consents.collect::<Option<_>>()?))
    }
}

fn contradiction(found: Contradiction) -> Heard {
    Heard::Contradiction(Box::new(found))
}

/// What promises name as accepted last.
enum Claim {
    Nothing,
    One(Ballot, Value),
    /// Two values in one ballot.
    Several,
}

fn last_accepted(promises: &[Signed<Promise>]) -> Claim {
    let claims = || promises.iter().filter_map(|promise| promise.statement.accepted);
    let Some((ballot, value)) = claims().max_by_key(|(ballot, _)| *ballot) else {
        return Claim::Nothing;
    };
    match claims().any(|(at, other)| at == ballot && other != value) {
        true => Claim::Several,
        false => Claim::One(ballot, value),
    }
}
