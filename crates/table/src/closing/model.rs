//! The code above, tried exhaustively: every order of everything that can happen while a few seats close
//! one step. Words are lost (never delivered), late, doubled and out of order; machines crash and come
//! back with their own words alone; with a liar, one seat says whatever has a form.
//!
//! `stateright` walks through all states. Whether a step can always be closed is checked in each of them
//! by playing on without faults.

use std::collections::BTreeSet;

use ed25519_dalek::Signature;
use engine::Seat;
use proto::{
    Accept, Ballot, Consent, Digest, Prepare, Promise, Proposal, Signed, Statement, Value, Word,
    hides,
};
use stateright::{Checker, Model, Property};

use super::{Closing, Heard, Scope, Sign};
use crate::Seats;

const CONTRIBUTIONS: Digest = [3; 32];

/// What is tried.
#[derive(Clone)]
struct Trial {
    seats: usize,
    /// How many leavers the table still survives.
    survive: usize,
    /// Who owes a contribution.
    owed: Seats,
    /// How many ballots are begun at most.
    ballots: usize,
    /// How many crashes there are at most.
    crashes: usize,
    /// Whether a consenter may still close by contributions alone, which must be found out.
    broken: bool,
    /// A seat that says whatever it likes.
    liar: Option<Seat>,
    /// Whether seats hear of the decision; without that they go on being free to do everything else.
    learns: bool,
    /// Whether every state is played on to its end.
    lively: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    machines: Vec<Machine>,
    /// Whether all contributions are made.
    contributed: bool,
    ballots: usize,
    crashes: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Machine {
    closing: Closing,
    /// What the seat has ever said beside its consents: all of it is on its disk, and on its way to
    /// everybody.
    said: Vec<Word>,
    closed: Option<Value>,
}

/// What can happen next. Whatever reaches a seat without making it say anything commutes with everything
/// else, so words are delivered in the moment in which they make a difference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Action {
    /// The last contribution that was owed is made.
    Contribute,
    /// All contributions reach a seat.
    Have(Seat),
    Consent(Seat, Seats),
    /// A seat begins a ballot, having heard all consents to a set or none.
    Begin(Seat, Option<Seats>),
    /// The beginning of a ballot reaches a seat, which promises.
    Promise(Seat, Word),
    /// A quorum of promises reaches a seat, which proposes.
    Propose(Seat, Vec<Word>),
    /// A proposal reaches a seat, which accepts.
    Accept(Seat, Word),
    /// A seat hears of the decision.
    Learn(Seat),
    Crash(Seat),
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

    /// The sets that a step can be closed without.
    fn sets(&self) -> impl Iterator<Item = Seats> {
        let scope = self.scope();
        (1..1u16 << self.seats).filter_map(move |mask| scope.leavable(mask))
    }

    /// Forgets what a seat has heard and will never look at again, as if it had been lost. It can be
    /// delivered anew wherever it would make a difference.
    fn forget(&self, seat: Seat, closing: &mut Closing) {
        let ballot = closing.my_ballot();
        let proposed = closing.proposals.last_key_value().map(|(at, _)| *at) >= ballot;
        if proposed {
            closing.consents.retain(|by, _| *by == seat);
            closing.promises.retain(|by, _| *by == seat);
        }
        closing.prepares.retain(|by, _| *by == seat);
        let (accepted, bound) = (closing.accepted(), closing.bound());
        closing.proposals.retain(|at, _| Some(*at) == accepted || Some(*at) > bound);
        closing.accepts.retain(|by, _| *by == seat);
    }

    /// Whether everybody else has consented to go on without a set; a liar consents to all.
    fn is_agreed(&self, state: &State, set: Seats) -> bool {
        let given = |seat: Seat| {
            let own = state.machines[seat.index()].closing.consents.get(&seat);
            Some(seat) == self.liar || own.is_some_and(|sets| sets.contains_key(&set))
        };
        self.scope().present.without(set).iter().all(given)
    }

    /// The consents of all others to go on without a set.
    fn consents(&self, set: Seats) -> Vec<Word> {
        let others = self.scope().present.without(set);
        let consent = |seat| Consent { at: self.scope().header(seat), without: set.mask() };
        others.iter().map(|seat| Word::Consent(Unsigned.sign(consent(seat)))).collect()
    }

    /// Lets a seat say what is due, and close the step if it can.
    fn settle(&self, machine: &mut Machine) {
        while let Some(word) = machine.closing.due(&Unsigned) {
            assert_eq!(machine.closing.hear(word.clone()), Heard::New, "{word:?}");
            machine.said.push(word);
        }
        let have = machine.closing.contributions.contains(&CONTRIBUTIONS);
        let decided = machine.closing.decided().map(|decided| decided.proposal.statement.value);
        let me = machine.closing.me;
        machine.closed = machine.closed.or(match decided {
            Some(Value::Contributions(_)) if have => decided,
            Some(Value::Without(_)) => decided,
            _ if have && (self.broken || machine.closing.is_fast()) && me.is_some() => {
                Some(Value::Contributions(CONTRIBUTIONS))
            }
            _ => None,
        });
    }

    /// A machine that comes back with what its seat has said, and the proposals that it has accepted.
    fn restarted(&self, seat: Seat, machine: &Machine) -> Machine {
        let mut closing = Closing::new(self.scope(), Some(seat));
        let own = machine.closing.consents.get(&seat).cloned();
        closing.consents.extend(own.map(|own| (seat, own)));
        for word in &machine.said {
            if let Word::Accept(accept) = word {
                let chain = machine.closing.proposals.get(&accept.statement.ballot).cloned();
                chain.into_iter().for_each(|chain| drop(closing.hear(Word::Proposal(chain))));
            }
            closing.hear(word.clone());
        }
        // A step that was closed by contributions alone, and after which nothing was said, may be
        // forgotten; a decision is kept.
        let closed = machine.closed.filter(|_| machine.closing.decided().is_some());
        closing.decided = machine.closing.decided.clone().filter(|_| closed.is_some());
        if closed == Some(Value::Contributions(CONTRIBUTIONS)) {
            closing.have(CONTRIBUTIONS);
        }
        Machine { closing, said: machine.said.clone(), closed }
    }

    /// All values of which so many acceptances were said that they are decided. A liar accepts
    /// everything.
    fn decisions(&self, state: &State) -> BTreeSet<(Ballot, Value)> {
        let accepted = |machine: &Machine| -> BTreeSet<(Ballot, Value)> {
            let accepts = machine.said.iter().filter_map(|word| match word {
                Word::Accept(signed) => Some((signed.statement.ballot, signed.statement.value)),
                _ => None,
            });
            accepts.collect()
        };
        let by_seat: Vec<_> = state.machines.iter().map(accepted).collect();
        let all: BTreeSet<_> = by_seat.iter().flatten().copied().collect();
        let many = |one: &(Ballot, Value)| {
            by_seat.iter().filter(|accepted| accepted.contains(one)).count()
                + usize::from(self.liar.is_some())
        };
        all.into_iter().filter(|one| many(one) >= self.scope().quorum).collect()
    }

    /// One decision, and nobody who stays has closed the step otherwise; or else a liar is convicted.
    fn is_safe(&self, state: &State) -> bool {
        let decisions = self.decisions(state);
        let values: BTreeSet<Value> = decisions.iter().map(|(_, value)| *value).collect();
        let closed =
            self.honest().filter_map(|seat| Some((seat, state.machines[seat.index()].closed?)));
        let closed: Vec<(Seat, Value)> = closed.collect();
        let stays = |seat: Seat, value: &Value| match value {
            Value::Contributions(_) => true,
            Value::Without(mask) => mask >> seat.index() & 1 == 0,
        };
        let agrees = closed
            .iter()
            .all(|(seat, how)| values.iter().all(|value| how == value || !stays(*seat, value)));
        let without = closed.iter().map(|(_, how)| *how);
        let without: BTreeSet<Value> =
            without.filter(|how| matches!(how, Value::Without(_))).collect();
        agrees && without.is_subset(&values) && values.len() <= 1
            || self.liar.is_some_and(|liar| self.convicts(state, &decisions, liar))
    }

    /// Whether what was said convicts the liar of two decisions. It can make two only where a single
    /// seat is enough for that.
    fn convicts(&self, state: &State, decisions: &BTreeSet<(Ballot, Value)>, liar: Seat) -> bool {
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

    /// Plays on without faults, with those who owe something or without them, until everybody has closed
    /// the step or knows that they are left behind.
    fn ends(&self, state: &State, silent: bool) -> bool {
        let mut state = state.clone();
        let missing = if state.contributed { Seats::NONE } else { self.owed };
        if silent && (missing.is_empty() || self.scope().leavable(missing.mask()).is_none()) {
            return true;
        }
        let awake: Vec<Seat> =
            self.honest().filter(|seat| !silent || !missing.contains(*seat)).collect();
        state.contributed |= !silent;
        for _ in 0..8 {
            for &seat in &awake {
                let machine = &mut state.machines[seat.index()];
                if state.contributed {
                    machine.closing.have(CONTRIBUTIONS);
                } else if machine.closed.is_none() {
                    let word = machine.closing.consent(missing, &Unsigned);
                    word.into_iter().for_each(|word| self.say(machine, word));
                }
                self.settle(machine);
            }
            self.deliver_all(&mut state, &awake);
            let ended = |seat: &Seat| {
                let machine = &state.machines[seat.index()];
                machine.closed.is_some() || machine.closing.decided().is_some()
            };
            if awake.iter().all(ended) {
                return true;
            }
            for &seat in &awake {
                let machine = &mut state.machines[seat.index()];
                let begun = machine.closed.is_none().then(|| machine.closing.begin(&Unsigned));
                if let Some(word) = begun.flatten() {
                    self.say(machine, word);
                    self.deliver_all(&mut state, &awake);
                    break;
                }
            }
        }
        false
    }

    fn say(&self, machine: &mut Machine, word: Word) {
        machine.closing.hear(word.clone());
        if !matches!(word, Word::Consent(_)) {
            machine.said.push(word);
        }
        self.settle(machine);
    }

    fn deliver_all(&self, state: &mut State, awake: &[Seat]) {
        loop {
            let words: Vec<Word> =
                awake.iter().flat_map(|seat| state.machines[seat.index()].said.clone()).collect();
            let again: Vec<Word> = awake
                .iter()
                .flat_map(|seat| state.machines[seat.index()].closing.again())
                .collect();
            let mut changed = false;
            for &seat in awake {
                let machine = &mut state.machines[seat.index()];
                for word in words.iter().chain(&again) {
                    if machine.closing.hear(word.clone()) == Heard::New {
                        self.settle(machine);
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The words of the honest seats that are of one kind.
    fn said<'a, T>(
        &self,
        state: &'a State,
        kind: impl Fn(&'a Word) -> Option<T> + Copy + 'a,
    ) -> impl Iterator<Item = T> {
        state.machines.iter().flat_map(|machine| &machine.said).filter_map(kind)
    }

    /// The ballots that were begun, and all that a liar could begin.
    fn prepares(&self, state: &State) -> Vec<Word> {
        let prepare = |word| matches!(word, &Word::Prepare(_)).then(|| word.clone());
        let mut all: Vec<Word> = self.said(state, prepare).collect();
        if let Some(liar) = self.liar {
            let at = self.scope().header(liar);
            let rounds = 1..=self.ballots as u32;
            all.extend(rounds.map(|r| Word::Prepare(Unsigned.sign(Prepare { at, round: r }))));
        }
        all
    }

    /// Every quorum of promises for a ballot, a liar's in every form among them.
    fn quorums(&self, state: &State, ballot: Ballot) -> Vec<Vec<Word>> {
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
    fn proposals(&self, state: &State) -> Vec<Vec<Signed<Proposal>>> {
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
}

type Claimed = (Option<(Ballot, Value)>, Vec<Signed<Proposal>>);

impl Model for Trial {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let machine = |seat| Machine {
            closing: Closing::new(self.scope(), Some(seat)),
            said: Vec::new(),
            closed: None,
        };
        vec![State {
            machines: Seat::all(self.seats).map(machine).collect(),
            contributed: false,
            ballots: 0,
            crashes: 0,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        if !state.contributed {
            actions.push(Action::Contribute);
        }
        let (prepares, proposals) = (self.prepares(state), self.proposals(state));
        for seat in self.honest() {
            let Machine { closing, closed, .. } = &state.machines[seat.index()];
            if state.contributed && closing.contributions.is_empty() {
                actions.push(Action::Have(seat));
            }
            if closed.is_none() {
                actions.extend(self.sets().map(|set| Action::Consent(seat, set)));
                let sets = self.sets().filter(|set| self.is_agreed(state, *set));
                let views = sets.map(Some).chain([None]);
                actions.extend(views.map(|view| Action::Begin(seat, view)));
            }
            actions.extend(prepares.iter().cloned().map(|word| Action::Promise(seat, word)));
            let accept = |chain| Action::Accept(seat, Word::Proposal(chain));
            actions.extend(proposals.iter().cloned().map(accept));
            if let Some(ballot) = closing.my_ballot() {
                let quorums = self.quorums(state, ballot).into_iter();
                actions.extend(quorums.map(|promises| Action::Propose(seat, promises)));
            }
            if self.learns {
                actions.push(Action::Learn(seat));
            }
            if state.crashes < self.crashes {
                actions.push(Action::Crash(seat));
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        let mut reacts = |seat: Seat, words: &[Word]| {
            let machine = &mut state.machines[seat.index()];
            let said = machine.said.len();
            words.iter().for_each(|word| drop(machine.closing.hear(word.clone())));
            self.settle(machine);
            machine.said.len() > said
        };
        match action {
            Action::Contribute => state.contributed = true,
            Action::Have(seat) => {
                let machine = &mut state.machines[seat.index()];
                machine.closing.have(CONTRIBUTIONS);
                self.settle(machine);
            }
            Action::Consent(seat, set) => {
                let machine = &mut state.machines[seat.index()];
                let word = machine.closing.consent(set, &Unsigned)?;
                self.say(machine, word);
            }
            Action::Begin(seat, view) => {
                let consents = view.map(|set| self.consents(set)).unwrap_or_default();
                reacts(seat, &consents);
                let machine = &mut state.machines[seat.index()];
                let word = machine.closing.begin(&Unsigned)?;
                state.ballots += 1;
                self.say(machine, word);
            }
            Action::Promise(seat, word) | Action::Accept(seat, word) => {
                reacts(seat, &[word]).then_some(())?;
            }
            Action::Propose(seat, words) => reacts(seat, &words).then_some(())?,
            Action::Learn(seat) => {
                let accepts = |word| matches!(word, &Word::Accept(_)).then(|| word.clone());
                let mut words: Vec<Word> =
                    self.proposals(last).into_iter().map(Word::Proposal).collect();
                words.extend(self.said(last, accepts));
                if let Some(liar) = self.liar {
                    let all =
                        |(ballot, value)| Accept { at: self.scope().header(liar), ballot, value };
                    let decided = self.decisions(last).into_iter().map(all);
                    words.extend(decided.map(|accept| Word::Accept(Unsigned.sign(accept))));
                }
                let machine = &mut state.machines[seat.index()];
                let closing = machine.closing.clone();
                words.into_iter().for_each(|word| drop(machine.closing.hear(word)));
                machine.closing = Closing { decided: machine.closing.decided.clone(), ..closing };
                self.settle(machine);
                (machine.closed.is_some() && last.machines[seat.index()].closed.is_none())
                    .then_some(())?;
            }
            Action::Crash(seat) => {
                state.crashes += 1;
                let machine = &mut state.machines[seat.index()];
                *machine = self.restarted(seat, machine);
            }
        }
        for (seat, machine) in Seat::all(self.seats).zip(&mut state.machines) {
            self.forget(seat, &mut machine.closing);
        }
        (state != *last && state.ballots <= self.ballots).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let mut properties =
            vec![Property::always("one decision", |trial: &Self, state| trial.is_safe(state))];
        if self.lively {
            properties.push(Property::always("it can be closed", |trial: &Self, state| {
                trial.ends(state, false) && trial.ends(state, true)
            }));
        }
        properties
    }
}

/// Walks through all states and says how many there were.
fn walk(name: &str, trial: Trial) -> usize {
    let checker = trial.checker().threads(2).spawn_bfs().join();
    println!("{name}: {} states", checker.unique_state_count());
    checker.assert_properties();
    checker.unique_state_count()
}

fn trial(seats: usize, survive: usize, ballots: usize) -> Trial {
    let owed = [Seat::new(0)].into_iter().collect();
    let (crashes, broken, liar, learns, lively) = (0, false, None, false, false);
    Trial { seats, survive, owed, ballots, crashes, broken, liar, learns, lively }
}

#[test]
fn three_seats_and_one_ballot_close_a_step_in_one_way() {
    walk("3 seats, 1 ballot", Trial { learns: true, ..trial(3, 1, 1) });
}

#[test]
fn three_seats_and_two_ballots_close_a_step_in_one_way() {
    walk("3 seats, 2 ballots", trial(3, 1, 2));
}

#[test]
fn four_seats_and_one_ballot_close_a_step_in_one_way() {
    walk("4 seats, 1 ballot", trial(4, 1, 1));
}

#[test]
fn crashes_change_nothing() {
    walk("3 seats, 1 ballot, 2 crashes", Trial { crashes: 2, ..trial(3, 1, 1) });
}

#[test]
fn a_step_can_always_be_closed() {
    walk("3 seats, 1 ballot, played on", Trial { lively: true, ..trial(3, 1, 1) });
}

#[test]
fn a_liar_is_convicted_where_one_is_enough() {
    walk("3 seats, a liar", Trial { liar: Some(Seat::new(2)), ..trial(3, 1, 1) });
}

#[test]
fn a_liar_makes_no_second_decision_where_one_is_not_enough() {
    walk("4 seats, a liar", Trial { liar: Some(Seat::new(1)), ..trial(4, 1, 1) });
}

#[test]
#[should_panic(expected = "one decision")]
fn a_consenter_that_closes_by_contributions_alone_is_found_out() {
    walk("3 seats, broken", Trial { broken: true, ..trial(3, 1, 1) });
}
