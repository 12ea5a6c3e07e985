//! Closing one step when not everybody contributes: consents, and single-decree Paxos over them.
//!
//! A step is closed by all contributions that are owed, or without some seats. A node that holds all
//! contributions and has consented to nothing closes it at once and needs none of this (the *fast path*).
//! Otherwise the seats decide on one value: any seat that has consented may begin a ballot; a quorum of
//! promises lets it propose, a quorum of acceptances decides. PROTOCOL.md, section 14, has the whole with
//! its argument; Lamport's "Paxos made simple" is where it comes from.
//!
//! A seat is bound by its own statements alone: it writes each to disk before it sends it, and *hears* it
//! like those of the others. After a crash it hears them again and is bound as before. Signatures are
//! checked before a statement comes here, and nothing here knows the time.

mod decisions;
mod hearing;
#[cfg(test)]
mod model;
mod speaking;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use engine::Seat;
use proto::{
    Accept, Ballot, Certificate, Consent, Digest, Header, Prepare, Promise, Proposal, Signed,
    Value, Word, limits,
};

#[cfg(test)]
use self::speaking::Sign;
pub(crate) use self::{decisions::Decisions, hearing::Heard};
use crate::Seats;

/// The step that is being closed, and who closes it.
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

/// What one node knows of the closing of one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Closing {
    scope: Scope,
    /// The seat of this node; none for a spectator.
    me: Option<Seat>,
    /// Complete sets of contributions that are here, and the one to propose if nothing restricts the
    /// choice.
    contributions: BTreeSet<Digest>,
    preferred: Option<Digest>,
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
    /// The highest round of each seat in statements that were too far ahead.
    far: BTreeMap<Seat, u32>,
    /// The latest ballot that each seat has begun too far ahead: it may be what this node has followed.
    begun_far: BTreeMap<Seat, Signed<Prepare>>,
    /// Up to which round this node follows any two others.
    climbed: u32,
    /// The seats that are proven to cheat: this node prefers to go on without them.
    proven: Seats,
}

impl Scope {
    /// The header of a seat's statements on this step.
    pub(crate) fn header(&self, seat: Seat) -> Header {
        let Self { match_id, step, head, .. } = *self;
        Header { match_id, step, seat: seat.index() as u8, head }
    }

    /// Whether a statement is about this step, by a seat that is present in it.
    fn covers(&self, at: &Header) -> bool {
        *at == self.header(Seat::new(at.seat)) && self.present.contains(Seat::new(at.seat))
    }

    /// The set of a mask, if the step can be closed without those seats: the others are a quorum.
    pub(crate) fn leavable(&self, mask: u16) -> Option<Seats> {
        let without = Seats::from_mask(mask, 16)?;
        let others = self.present.without(without).len();
        let some = !without.is_empty() && without.within(self.present);
        (some && others >= self.quorum).then_some(without)
    }
}

impl Closing {
    pub(crate) fn new(scope: Scope, me: Option<Seat>) -> Self {
        Self {
            scope,
            me: me.filter(|me| scope.present.contains(*me)),
            contributions: BTreeSet::new(),
            preferred: None,
            consents: BTreeMap::new(),
            prepares: BTreeMap::new(),
            promises: BTreeMap::new(),
            proposals: BTreeMap::new(),
            accepts: BTreeMap::new(),
            decided: None,
            far: BTreeMap::new(),
            begun_far: BTreeMap::new(),
            climbed: 0,
            proven: Seats::NONE,
        }
    }

    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Whether this node may close the step by contributions alone: it has consented to nothing.
    pub(crate) fn may_use_fast_path(&self) -> bool {
        self.me.is_none_or(|me| !self.consents.contains_key(&me))
    }

    /// The decision, once it is known.
    pub(crate) fn decided(&self) -> Option<&Certificate> {
        self.decided.as_ref()
    }

    /// The sets of contributions that proposals and promises name and that are not here.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = Digest> {
        let values =
            self.proposals.values().filter_map(|chain| Some(chain.first()?.statement.value));
        let decided = self.decided.iter().map(|decided| decided.proposal.statement.value);
        let promises = self.promises.values();
        let named = promises.filter_map(|(promise, _)| Some(promise.statement.accepted?.1));
        values.chain(decided).chain(named).filter_map(|value| match value {
            Value::Contributions(digest) if !self.contributions.contains(&digest) => Some(digest),
            _ => None,
        })
    }

    /// Sets which complete sets of contributions are here, and which of them to propose by preference.
    pub(crate) fn hold(&mut self, contributions: BTreeSet<Digest>, preferred: Option<Digest>) {
        (self.contributions, self.preferred) = (contributions, preferred);
    }

    /// Sets the one complete set of contributions that is here.
    pub(crate) fn have(&mut self, contributions: Digest) {
        self.hold([contributions].into(), Some(contributions));
    }

    /// The contributions by which this node would close the step: those that it has accepted, or would
    /// propose.
    pub(crate) fn preferred_contributions(&self) -> Option<Digest> {
        self.accepted_contributions().or(self.preferred)
    }

    /// The contributions that this node accepted last; `None` if it accepted something else, or nothing.
    pub(crate) fn accepted_contributions(&self) -> Option<Digest> {
        let (_, accept) = self.me.and_then(|me| self.accepts.get(&me)?.last_key_value())?;
        match accept.statement.value {
            Value::Contributions(digest) => Some(digest),
            Value::Without(_) => None,
        }
    }

    /// Sets which seats are proven to cheat.
    pub(crate) fn distrust(&mut self, proven: Seats) {
        self.proven = proven;
    }

    /// The sets that seats have consented to go on without.
    pub(crate) fn consented(&self) -> impl Iterator<Item = (Seat, Seats)> {
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
    pub(crate) fn any_consent(&self, seat: Seat) -> Option<Signed<Consent>> {
        self.consents.get(&seat)?.values().next().copied()
    }

    /// The proposal of a ballot, with those that it rests on.
    pub(crate) fn proposal_of(&self, ballot: Ballot) -> Option<&[Signed<Proposal>]> {
        self.proposals.get(&ballot).map(Vec::as_slice)
    }

    /// Whether this is the node of a seat.
    pub(crate) fn is_of_seat(&self, seat: Seat) -> bool {
        self.me == Some(seat)
    }

    /// Whether this node has made a statement here that binds it.
    pub(crate) fn is_bound(&self) -> bool {
        self.me.is_some_and(|me| {
            let begun = self.prepares.contains_key(&me) || self.consents.contains_key(&me);
            begun || self.promises.contains_key(&me) || self.accepts.contains_key(&me)
        })
    }

    /// Whether this very statement was heard before.
    pub(crate) fn knows(&self, word: &Word) -> bool {
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
            Word::Decided(other) => {
                let value = |decided: &Certificate| decided.proposal.statement.value;
                self.decided.as_ref().map(value) == Some(value(other))
            }
        }
    }

    /// Whether there is a value that the step could be closed by.
    pub(crate) fn is_eligible(&self) -> bool {
        !self.contributions.is_empty() || self.agreed().next().is_some()
    }

    /// The last statements of this node of each kind, and those of others that may have been missed: to
    /// be sent again until the step is closed everywhere.
    pub(crate) fn statements_to_resend(&self) -> Vec<Word> {
        if let Some(decided) = &self.decided {
            return vec![Word::Decided(Box::new(decided.clone()))];
        }
        let consents = self.consents.values().flat_map(|sets| sets.values().copied());
        let mut words: Vec<Word> = consents.map(Word::Consent).collect();
        let own = self.me.map(|me| self.words_of(me)).unwrap_or_default();
        words.extend(own.into_iter().filter(|word| !matches!(word, Word::Consent(_))));
        // Whoever has not heard of what vouches for how far this node has come must be able to begin a later ballot.
        words.extend(self.begun_by_others().map(Word::Prepare));
        words
    }

    /// The statements that bind a seat, as far as they are known here; for the seat itself, if it has
    /// lost them.
    pub(crate) fn words_of(&self, seat: Seat) -> Vec<Word> {
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

    /// How many statements are stored here.
    pub(crate) fn words(&self) -> usize {
        let consents = self.consents.values().map(BTreeMap::len);
        let accepts = self.accepts.values().map(BTreeMap::len);
        let proposals = self.proposals.values().map(Vec::len);
        let promises = self.promises.values().map(|(_, named)| 1 + named.len());
        let many: usize = consents.chain(accepts).chain(proposals).chain(promises).sum();
        many + self.prepares.len() + self.begun_far.len() + usize::from(self.decided.is_some())
    }

    /// Whether a chain of proposals that rest on each other is short enough. Each seat has its own part of the limit, so that
    /// those who may lie cannot use up all of it: a chain that nobody could go on with would keep the step open for ever.
    fn is_short(&self, chain: &[Signed<Proposal>]) -> bool {
        let liars = self.scope.present.len().saturating_sub(self.scope.quorum);
        let made =
            |by: u8| chain.iter().filter(|proposal| proposal.statement.at.seat == by).count();
        let within = |by: u8| made(by) <= limits::PROPOSALS / (liars + 1);
        let each = chain.iter().map(|proposal| proposal.statement.at.seat);
        chain.len() <= limits::PROPOSALS && each.into_iter().all(within)
    }

    fn last_round(&self) -> u32 {
        self.last_ballot().map_or(0, |ballot| ballot.round)
    }

    /// The latest ballot known here, leaving out ballots of others that are so far ahead that they may
    /// not be known to everybody.
    ///
    /// What others have begun is passed on, and so vouches for the ballots of this node that are later. Of an answer to a
    /// ballot that was not heard of others may never hear: such answers take it only so far, however many ballots it begins.
    fn last_ballot(&self) -> Option<Ballot> {
        let begun = self.prepares.values().map(|prepare| prepare.statement.ballot());
        let promised = self.promises.values().map(|(promise, _)| promise.statement.ballot);
        let accepted = self.accepts.values().filter_map(|accepts| accepts.last_key_value());
        let accepted = accepted.map(|(ballot, _)| *ballot);
        let near = |ballot: &Ballot, from: u32| {
            ballot.round <= from.saturating_add(limits::ROUNDS_AHEAD / 2)
        };
        let (vouched, shown) =
            (self.vouched(), self.vouched_by_others().max(self.answered_round()));
        let begun = begun.chain(self.proposals.keys().copied()).filter(|at| near(at, vouched));
        let answered = promised.chain(accepted).filter(|at| near(at, shown));
        begun.chain(answered).max().max(self.my_ballot()).max(self.bound())
    }

    /// The round of the last ballot of another seat that this node has promised for; 0 if its last was its own.
    fn answered_round(&self) -> u32 {
        let promise = self.me.and_then(|me| self.promises.get(&me));
        let ballot = promise.map(|(promise, _)| promise.statement.ballot);
        let other =
            |ballot: &Ballot| self.me.is_some_and(|me| me.index() != usize::from(ballot.seat));
        ballot.filter(other).map_or(0, |ballot| ballot.round)
    }

    /// The highest round that all but so many others have not come to.
    fn stated_by_others(&self, but: usize) -> u32 {
        let others = self.scope.present.without(self.me.into_iter().collect());
        let mut rounds: Vec<u32> = others.iter().map(|seat| self.round_of(seat)).collect();
        rounds.sort_unstable_by_key(|round| core::cmp::Reverse(*round));
        rounds.get(but).copied().unwrap_or_default()
    }

    /// The highest round that others have come to, leaving out as many of the highest as there can be
    /// liars: those that the step can be closed without. Where these are several, two others are followed all the same, but
    /// slowly: one of them may be honest, and more who could say so may be away.
    fn vouched_by_others(&self) -> u32 {
        let liars = self.scope.present.len().saturating_sub(self.scope.quorum);
        self.stated_by_others(liars).max(self.climbed.min(self.stated_by_others(1)))
    }

    /// A moment has passed: follows two others who are far ahead a little further, as far as one has begun a ballot, which
    /// this node can pass on.
    pub(crate) fn climb(&mut self) {
        let begun = self.begun_by_others().map(|begun| begun.statement.round).max();
        let (vouched, two) = (self.vouched(), self.stated_by_others(1).min(begun.unwrap_or(0)));
        if two > vouched {
            self.climbed = vouched.saturating_add(limits::ROUNDS_FOLLOWED).min(two);
        }
    }

    /// The same, or the round that this node has come to itself: another may count on that. A seat passes on
    /// the beginnings of ballots that made it promise, or begin a later one, so what binds it has been stated by two.
    fn vouched(&self) -> u32 {
        self.vouched_by_others().max(self.me.map_or(0, |me| self.round_of(me)))
    }

    /// The last ballots that others have begun, near and far: what vouches for how far this node has come.
    fn begun_by_others(&self) -> impl Iterator<Item = Signed<Prepare>> {
        let begun = self.prepares.values().chain(self.begun_far.values()).copied();
        begun.filter(|begun| !self.is_of_seat(Seat::new(begun.statement.at.seat)))
    }

    /// Whether another seat has answered this ballot, or has come so far that it takes this one to vouch for that. Then it
    /// must be heard, however often its seat begins one: a later one is needed.
    pub(crate) fn is_answered(&self, begun: &Prepare) -> bool {
        let other = |seat: &Seat| seat.index() != usize::from(begun.at.seat);
        let promised = self.promises.iter().filter(|(seat, _)| other(seat));
        let mut rounds = promised.map(|(_, (promise, _))| promise.statement.ballot);
        let most = self.vouched().saturating_add(limits::ROUNDS_AHEAD);
        let shown = begun.round.saturating_add(limits::ROUNDS_AHEAD);
        let vouches = |far: u32| far == begun.round || most < far && far <= shown;
        let mut far = self.far.iter().filter(|(seat, _)| other(seat));
        rounds.any(|ballot| ballot == begun.ballot()) || far.any(|(_, far)| vouches(*far))
    }

    /// The beginning of another seat's ballot that made this node say a word: what a promise answers, or what vouches for a
    /// ballot that it begins.
    pub(crate) fn cause_of(&self, word: &Word) -> Option<Word> {
        let mut begun = self.begun_by_others();
        let cause = match word {
            Word::Promise(signed, _) => {
                begun.find(|begun| begun.statement.ballot() == signed.statement.ballot)
            }
            Word::Prepare(_) => begun.max_by_key(|begun| begun.statement.ballot()),
            _ => None,
        };
        cause.map(Word::Prepare)
    }

    /// The highest round in a seat's statements.
    fn round_of(&self, seat: Seat) -> u32 {
        let begun = self.prepares.get(&seat).map(|prepare| prepare.statement.round);
        let promised = self.promises.get(&seat).map(|(promise, _)| promise.statement.ballot.round);
        let accepts = self.accepts.get(&seat).and_then(BTreeMap::last_key_value);
        let accepted = accepts.map(|(ballot, _)| ballot.round);
        let last = begun.max(promised).max(accepted).max(self.far.get(&seat).copied());
        last.unwrap_or_default()
    }

    fn my_ballot(&self) -> Option<Ballot> {
        Some(self.prepares.get(&self.me?)?.statement.ballot())
    }

    /// The last ballot that this node has accepted in.
    fn accepted(&self) -> Option<Ballot> {
        Some(*self.accepts.get(&self.me?)?.last_key_value()?.0)
    }

    /// The ballot before which this node accepts nothing any more.
    fn bound(&self) -> Option<Ballot> {
        let promised = self.me.and_then(|me| self.promises.get(&me));
        promised.map(|(promise, _)| promise.statement.ballot).max(self.accepted())
    }
}
