//! Evidence of words on how to close a step that contradict each other.

use proto::{
    Accept, Ballot, Contradiction, Evidence, Header, Promise, Proposal, Signed, Standing,
    Statement, Value,
};
use table::Misdeed;

use super::{
    Case, Expected, History,
    history::{forged, sign},
};
use crate::verdicts::again;

pub(super) fn cases() -> Vec<Case> {
    [two_words(), proposals()].into_iter().flatten().collect()
}

/// The words of the second seat of three to contradict, beside a charter alone. They are about a step that
/// the transcript has not come to.
struct Mouth {
    history: History,
    at: Header,
}

/// The first and the second ballot of two seats, in their order.
const BALLOTS: [Ballot; 4] = [
    Ballot { round: 1, seat: 0 },
    Ballot { round: 1, seat: 1 },
    Ballot { round: 2, seat: 0 },
    Ballot { round: 2, seat: 1 },
];
const C: Value = Value::Contributions([7; 32]);
const W: Value = Value::Without(0b100);

impl Mouth {
    fn new() -> Self {
        let history = History::of("remixed");
        let at = Header { step: 9, head: [5; 32], ..history.at(1) };
        Self { history, at }
    }

    fn promise(&self, ballot: usize, accepted: Option<(usize, Value)>) -> Signed<Promise> {
        let accepted = accepted.map(|(at, value)| (BALLOTS[at], value));
        sign(Promise { at: self.at, ballot: BALLOTS[ballot], accepted })
    }

    /// A promise of the first seat to this one.
    fn promised(&self, accepted: Option<(usize, Value)>) -> Signed<Promise> {
        again(&self.promise(3, accepted), |promise| promise.at.seat = 0)
    }

    fn accept(&self, ballot: usize, value: Value) -> Signed<Accept> {
        sign(Accept { at: self.at, ballot: BALLOTS[ballot], value })
    }

    /// A proposal in the second ballot of this seat.
    fn proposal(&self, value: Value, promises: &[Signed<Promise>]) -> Signed<Proposal> {
        let promises = promises.to_vec();
        sign(Proposal { at: self.at, round: 2, value, promises, consents: Vec::new() })
    }

    fn proves(&self, name: &'static str, found: Contradiction, misdeed: Misdeed) -> Case {
        let expected = Expected::Cheated(1, 9, misdeed);
        self.history.beside(name, &Evidence::Closing(found), expected)
    }

    fn proves_nothing(&self, name: &'static str, found: Contradiction) -> Case {
        let expected = Expected::Damaged("the statements do not contradict each other");
        self.history.beside(name, &Evidence::Closing(found), expected)
    }
}

fn by_other<T: Statement + Clone>(
    signed: &Signed<T>,
    at: impl Fn(&mut T) -> &mut Header,
) -> Signed<T> {
    again(signed, |statement| at(statement).seat = 0)
}

/// Promises and acceptances.
fn two_words() -> Vec<Case> {
    use Contradiction::{HiddenAccept, TwoAccepts, TwoPromises, TwoStandings};
    let m = Mouth::new();
    let promise = m.promise(2, None);
    let bound = m.promise(2, Some((0, C)));
    let elsewhere = again(&promise, |p| p.at.head = [6; 32]);
    let later = again(&bound, |p| p.at.step += 1);
    let foreign = |signed: &Signed<Promise>| again(signed, |p| p.at.match_id = [1; 32]);
    let accept = m.accept(2, C);
    let other = m.accept(2, W);
    let two_promises = || Misdeed::TwoPromises;
    let hides = |name, promise, accept| {
        m.proves(name, HiddenAccept(promise, accept), Misdeed::HiddenAccept)
    };
    let honest = |name, promise, accept| m.proves_nothing(name, HiddenAccept(promise, accept));
    let stands = |value| sign(Standing { at: promise.statement.at, value });
    vec![
        m.proves(
            "two words on how a step was closed",
            TwoStandings(stands(C), stands(W)),
            Misdeed::TwoStandings,
        ),
        m.proves(
            "a step closed over two histories",
            TwoStandings(stands(C), again(&stands(C), |s| s.at.head = [6; 32])),
            Misdeed::TwoStandings,
        ),
        m.proves_nothing("one word on how a step was closed", TwoStandings(stands(C), stands(C))),
        m.proves_nothing(
            "words of two seats on how a step was closed",
            TwoStandings(stands(C), by_other(&stands(W), |s| &mut s.at)),
        ),
        m.proves_nothing(
            "words on how two steps were closed",
            TwoStandings(stands(C), again(&stands(W), |s| s.at.step += 1)),
        ),
        m.proves_nothing(
            "a forged word on how a step was closed",
            TwoStandings(stands(C), forged(&stands(W))),
        ),
        m.proves("two promises for a ballot", TwoPromises(promise, bound), two_promises()),
        m.proves("a promise over two histories", TwoPromises(promise, elsewhere), two_promises()),
        m.proves_nothing("a promise twice", TwoPromises(promise, promise)),
        m.proves_nothing(
            "promises for two ballots",
            TwoPromises(promise, m.promise(3, Some((0, C)))),
        ),
        m.proves_nothing(
            "promises of two seats",
            TwoPromises(promise, by_other(&bound, |p| &mut p.at)),
        ),
        m.proves_nothing("promises in two steps", TwoPromises(promise, later)),
        m.proves_nothing("promises in two matches", TwoPromises(promise, foreign(&bound))),
        m.proves_nothing(
            "promises of another match",
            TwoPromises(foreign(&promise), foreign(&bound)),
        ),
        m.proves_nothing("a forged first promise", TwoPromises(forged(&promise), bound)),
        m.proves_nothing("a forged second promise", TwoPromises(promise, forged(&bound))),
        m.proves("two values accepted in a ballot", TwoAccepts(accept, other), Misdeed::TwoAccepts),
        m.proves(
            "a value accepted over two histories",
            TwoAccepts(accept, again(&accept, |a| a.at.head = [6; 32])),
            Misdeed::TwoAccepts,
        ),
        m.proves_nothing("a value accepted twice", TwoAccepts(accept, accept)),
        m.proves_nothing("values accepted in two ballots", TwoAccepts(accept, m.accept(3, W))),
        m.proves_nothing(
            "values accepted by two seats",
            TwoAccepts(accept, by_other(&other, |a| &mut a.at)),
        ),
        m.proves_nothing(
            "values accepted in two steps",
            TwoAccepts(accept, again(&other, |a| a.at.step += 1)),
        ),
        m.proves_nothing("a forged first acceptance", TwoAccepts(forged(&accept), other)),
        m.proves_nothing("a forged second acceptance", TwoAccepts(accept, forged(&other))),
        hides("a promise that hides an acceptance", m.promise(3, None), accept),
        hides("a promise that names an earlier acceptance", m.promise(3, Some((1, C))), accept),
        hides("a promise that names another value", m.promise(3, Some((2, W))), accept),
        honest("a promise that names the acceptance", m.promise(3, Some((2, C))), accept),
        honest(
            "a promise that names a later acceptance",
            m.promise(3, Some((2, C))),
            m.accept(1, W),
        ),
        honest("an acceptance in the ballot of the promise", m.promise(2, None), accept),
        honest("an acceptance in a later ballot than the promise", m.promise(1, None), accept),
        honest(
            "a promise and an acceptance of two seats",
            m.promise(3, None),
            by_other(&accept, |a| &mut a.at),
        ),
        honest(
            "a promise and an acceptance in two steps",
            m.promise(3, None),
            again(&accept, |a| a.at.step += 1),
        ),
        honest("a forged promise that hides", forged(&m.promise(3, None)), accept),
        honest("a forged acceptance that is hidden", m.promise(3, None), forged(&accept)),
    ]
}

/// Proposals.
fn proposals() -> Vec<Case> {
    use Contradiction::{ForbiddenProposal, TwoProposals};
    let m = Mouth::new();
    let free = [m.promised(None)];
    let (one, two) = (m.proposal(C, &free), m.proposal(W, &free));
    let both = |name, one: &Signed<Proposal>, two: &Signed<Proposal>| {
        m.proves(
            name,
            TwoProposals(Box::new(one.clone()), Box::new(two.clone())),
            Misdeed::TwoProposals,
        )
    };
    let neither = |name, one: &Signed<Proposal>, two: &Signed<Proposal>| {
        m.proves_nothing(name, TwoProposals(Box::new(one.clone()), Box::new(two.clone())))
    };
    let forbidden = |name, value, promises: &[_]| {
        let proposal = Box::new(m.proposal(value, promises));
        m.proves(name, ForbiddenProposal(proposal), Misdeed::ForbiddenProposal)
    };
    let allowed = |name, value, promises: &[_]| {
        m.proves_nothing(name, ForbiddenProposal(Box::new(m.proposal(value, promises))))
    };
    let (named, later) = (m.promised(Some((0, C))), m.promise(3, Some((2, W))));
    let tie = m.promise(3, Some((0, W)));
    let elsewhere = again(&named, |promise| promise.ballot = BALLOTS[2]);
    let foreign = again(&named, |promise| promise.at.match_id = [1; 32]);
    let bad = forged(&free[0]);
    let unsigned = Box::new(forged(&m.proposal(W, &[named])));
    vec![
        both("two values proposed in a ballot", &one, &two),
        both("a value proposed over two histories", &one, &again(&one, |p| p.at.head = [6; 32])),
        both(
            "two values proposed on forged promises",
            &m.proposal(C, &[bad]),
            &m.proposal(W, &[bad]),
        ),
        neither("a value proposed twice", &one, &one),
        neither("a value proposed on other promises", &one, &m.proposal(C, &[])),
        neither("values proposed in two ballots", &one, &again(&two, |p| p.round = 3)),
        neither("values proposed by two seats", &one, &by_other(&two, |p| &mut p.at)),
        neither("values proposed in two steps", &one, &again(&two, |p| p.at.step += 1)),
        neither("a forged first proposal", &forged(&one), &two),
        neither("a forged second proposal", &one, &forged(&two)),
        forbidden("a proposal that its promises forbid", W, &[named]),
        forbidden("a proposal of what was accepted before the last", C, &[named, later]),
        forbidden("the same, with the promises exchanged", C, &[later, named]),
        forbidden("a proposal that promises of another match forbid", W, &[foreign]),
        allowed("a proposal of what was accepted", C, &[named]),
        allowed("a proposal of what was accepted last", W, &[named, later]),
        allowed("a proposal of one of two values accepted in one ballot", W, &[named, tie]),
        allowed("a proposal to which nobody has accepted anything before", W, &free),
        allowed("a proposal with a promise for another ballot", W, &[named, elsewhere]),
        allowed("a proposal with a forged promise", W, &[forged(&named)]),
        m.proves_nothing("a forged proposal that is forbidden", ForbiddenProposal(unsigned)),
    ]
}
