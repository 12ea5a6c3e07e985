//! What follows the last step.

use proto::{
    Ballot, Body, Certificate, Consent, Contribution, Evidence, Header, Leave, Promise, Proposal,
    Record, Signed, Unfinished, Value,
};
use table::Misdeed;

use super::{
    Case, Expected, History,
    history::{forged, sign},
};
use crate::verdicts::{again, beside};

pub(super) fn cases() -> Vec<Case> {
    [decisions(), last_words(), trailing_evidence()].into_iter().flatten().collect()
}

const NO_DECISION: &str = "a decision is not one";
const NO_STEP: &str = "a decision is about no step of this match";
const FORGED: &str = "a signature is not genuine";
const FOLLOWS: &str = "something follows the end";

/// Decisions behind the last step: of a table of three, to go on without the second seat.
fn decisions() -> Vec<Case> {
    let before = || History::of("remixed").until(4);
    let h = before().with(before().consents(&[0, 2], 0b10));
    let record = |certificate: Certificate| vec![Record::Decided(Box::new(certificate))];
    let good = || before().decided_without(0b10, &[0, 2]);
    let accepts = |accepts: Vec<_>| record(Certificate { accepts, ..good() });
    let [zero, two] = [good().accepts[0], good().accepts[1]];
    // Whatever is changed in the proposal, it is signed and accepted as it is.
    let bent = |change: &dyn Fn(&mut Proposal)| {
        let mut proposal = before().proposal(0, 0b10);
        change(&mut proposal);
        record(before().certificate(proposal, &[0, 2]))
    };
    let promise = |seat| {
        let ballot = Ballot { round: 1, seat: 0 };
        sign(Promise { at: before().at(seat), ballot, accepted: None })
    };
    let other = before().decided_without(0b100, &[0, 1]);
    let unsigned = Certificate { proposal: forged(&good().proposal), ..good() };
    let receipts = History::of("remixed").until(3).decided_without(0b10, &[0, 2]);
    let gone = || History::of("four").until(5);
    let without_one = gone().with(gone().consents(&[0, 2], 0b10));
    let by =
        |proposer, seats: &[u8]| record(gone().certificate(gone().proposal(proposer, 0b10), seats));
    let four = History::of("four").until(4);
    let by_fewer = record(four.certificate(four.proposal(0, 0b1000), &[0, 1]));
    let then = [record(good()), h.next()].concat();
    let damaged = |name, then| h.damaged(name, then, NO_DECISION);
    let moved = |at: &dyn Fn(&mut Header)| {
        let mut header = before().at(0);
        at(&mut header);
        let proposal = Proposal { at: header, ..before().proposal(0, 0b10) };
        let consent =
            |seat| sign(Consent { at: Header { seat, ..header }, without: 0b10 }).signature;
        let proposal = Proposal { consents: [0, 2].map(consent).to_vec(), ..proposal };
        record(before().certificate(proposal, &[0, 2]))
    };
    vec![
        gone().damaged("a decision by a quorum of now, not of its step", by_fewer, NO_DECISION),
        h.good("a decision", record(good())),
        h.good("a decision twice", [record(good()), record(good())].concat()),
        h.good("a decision by everybody", record(before().decided_without(0b10, &[0, 1, 2]))),
        h.good("a decision with promises", bent(&|p| p.promises = vec![promise(0), promise(2)])),
        h.good(
            "a decision proposed by who is left",
            record(before().certificate(before().proposal(1, 0b10), &[0, 2])),
        ),
        h.damaged("a step after a decision", then, FOLLOWS),
        before().damaged("a decision before its step", record(good()), NO_STEP),
        h.damaged("a decision on a step that contributions closed", record(receipts), NO_STEP),
        damaged("a decision to go on without somebody else", record(other)),
        damaged(
            "a decision to close by contributions what consents closed",
            bent(&|p| (p.value, p.consents) = (Value::Contributions([1; 32]), Vec::new())),
        ),
        damaged(
            "a decision to close by contributions, with consents",
            bent(&|p| p.value = Value::Contributions([1; 32])),
        ),
        damaged("too few acceptances", accepts(vec![zero])),
        damaged("acceptances out of order", accepts(vec![two, zero])),
        damaged("an acceptance twice", accepts(vec![zero, zero])),
        damaged("a forged acceptance", accepts(vec![zero, (2, zero.1)])),
        damaged("an acceptance of a seat that is not there", accepts(vec![zero, two, (9, two.1)])),
        damaged("a forged proposal", record(unsigned)),
        damaged("a forged promise", bent(&|p| p.promises = vec![forged(&promise(0))])),
        damaged("a forged consent in a decision", bent(&|p| p.consents[1] = p.consents[0])),
        damaged("a decision that lacks a consent", bent(&|p| p.consents.truncate(1))),
        damaged("a decision with one consent more", bent(&|p| p.consents.push(p.consents[0]))),
        damaged(
            "a decision of another match, behind the last step",
            moved(&|at| at.match_id[0] ^= 1),
        ),
        damaged(
            "a decision over another history, behind the last step",
            moved(&|at| at.head[0] ^= 1),
        ),
        without_one.good("a decision of those who are there", by(0, &[0, 2])),
        without_one.damaged("a decision proposed by who is gone", by(3, &[0, 2]), NO_DECISION),
        without_one.damaged("an acceptance of who is gone", by(0, &[0, 2, 3]), NO_DECISION),
    ]
}

/// Words of those who leave, and of those who end the match.
fn last_words() -> Vec<Case> {
    let h = History::of("remixed").until(4);
    let leave = |seat| Record::Leave(sign(Leave { at: h.at(seat), count: 1, back: false }));
    let ends = |seat, left| Record::Unfinished(sign(Unfinished { at: h.at(seat), left }));
    let foreign = Header { match_id: [1; 32], ..h.at(0) };
    let elsewhere = Header { step: 1, head: [1; 32], ..h.at(0) };
    let all = [
        &[leave(1), leave(1), ends(0, 0b10), leave(2), ends(2, 0)][..],
        &[Record::Leave(sign(Leave { at: elsewhere, count: 1, back: false }))],
        &[Record::Unfinished(sign(Unfinished { at: elsewhere, left: u16::MAX }))],
    ];
    let charter = h.records[0].clone();
    let part = h.next().swap_remove(0);
    let unfinished = "a step is not complete";
    vec![
        h.good("whatever words of leavers", all.concat()),
        h.damaged(
            "a step after a word that somebody leaves",
            [vec![leave(1)], h.next()].concat(),
            FOLLOWS,
        ),
        h.damaged(
            "consents after a word that somebody leaves",
            [vec![leave(1)], h.consents(&[0, 2], 0b10)].concat(),
            FOLLOWS,
        ),
        h.damaged("a charter at the end", vec![leave(1), charter], "there is a second charter"),
        h.damaged(
            "a word of another match that somebody leaves",
            vec![Record::Leave(sign(Leave { at: foreign, count: 1, back: false }))],
            FORGED,
        ),
        h.damaged(
            "a forged word that somebody leaves",
            vec![Record::Leave(forged(&sign(Leave { at: h.at(1), count: 1, back: false })))],
            FORGED,
        ),
        h.damaged("a word of a seat that is not there that it leaves", vec![leave(3)], FORGED),
        h.damaged(
            "a word of another match that it ends",
            vec![Record::Unfinished(sign(Unfinished { at: foreign, left: 0 }))],
            FORGED,
        ),
        h.damaged(
            "a forged word that it ends",
            vec![Record::Unfinished(forged(&sign(Unfinished { at: h.at(1), left: 0 })))],
            FORGED,
        ),
        h.damaged(
            "a word that somebody leaves in the middle of a step",
            vec![part.clone(), leave(1)],
            unfinished,
        ),
        h.damaged(
            "a word that it ends in the middle of a step",
            vec![part, ends(0, 0)],
            unfinished,
        ),
    ]
}

/// Evidence behind the last step.
fn trailing_evidence() -> Vec<Case> {
    let whole = History::whole("match");
    let h = History::of("match").until(3);
    let wrong =
        |history: &History, seat| again(&history.says(seat), |c| c.body = Body::Attest([0; 32]));
    let second = History::of("match").until(2);
    let right = second.says(0);
    let [zero, one] = [0, 1].map(|seat| wrong(&second, seat));
    let invalid = |said: &Signed<Contribution>| Evidence::Invalid(Box::new(said.clone()));
    let two = |one: &Signed<Contribution>, two: &Signed<Contribution>| {
        Evidence::Equivocation(Box::new(one.clone()), Box::new(two.clone()))
    };
    let elsewhere = again(&right, |c| c.head[0] ^= 1);
    let to_come = again(&right, |c| c.step = 999);
    let record = |evidence: Evidence| Record::Evidence(evidence);
    let after = |records: Vec<Record>| whole.file(records);
    let case = |name, records: Vec<Record>, expected| Case {
        name,
        of: "match",
        file: after(records),
        expected,
    };
    let nothing = || record(two(&right, &right));
    let contradict = "the statements do not contradict each other";
    let is_right = "the contribution is right: it proves nothing";
    let equivocated = || Expected::Cheated(0, 2, Misdeed::TwoContributions);
    let leave = Record::Leave(sign(Leave { at: h.at(1), count: 1, back: false }));
    let part = h.next();
    let in_step = second.next().swap_remove(0);
    vec![
        case("finished, and a word that somebody leaves", vec![leave], Expected::Fair),
        case("finished, and evidence", vec![record(two(&right, &zero))], equivocated()),
        case(
            "finished, and evidence about a step before",
            vec![record(invalid(&one))],
            Expected::Cheated(1, 2, Misdeed::WrongBody),
        ),
        case(
            "finished, and evidence of two cheats",
            vec![record(two(&right, &zero)), record(invalid(&one))],
            equivocated(),
        ),
        case(
            "finished, and evidence that proves nothing",
            vec![nothing()],
            Expected::Damaged(contradict),
        ),
        case(
            "finished, and a contribution that is right",
            vec![record(invalid(&right))],
            Expected::Damaged(is_right),
        ),
        case(
            "finished, and evidence that proves nothing behind evidence that does",
            vec![record(two(&right, &zero)), nothing()],
            equivocated(),
        ),
        case(
            "finished, and evidence behind evidence that proves nothing",
            vec![nothing(), record(two(&right, &zero))],
            Expected::Damaged(contradict),
        ),
        case(
            "finished, and another history",
            vec![record(invalid(&elsewhere))],
            Expected::TwoHistories,
        ),
        case(
            "finished, and evidence about no step of it",
            vec![record(invalid(&to_come))],
            Expected::Damaged("it is not of a step of this match"),
        ),
        h.damaged(
            "a step after evidence",
            [vec![record(two(&right, &zero))], part].concat(),
            FOLLOWS,
        ),
        second.damaged(
            "evidence in the middle of a step",
            vec![in_step, record(two(&right, &zero))],
            "a step is not complete",
        ),
        Case {
            name: "evidence in its place and behind the last step",
            of: "match",
            file: beside(&invalid(&one), &[&h.records[..], &[nothing()]].concat()),
            expected: Expected::Cheated(1, 2, Misdeed::WrongBody),
        },
    ]
}
