//! Decisions that contributions show.

use proto::{Ballot, Contribution, Decided, Header, Record, Statement, contributions_digest};
use table::Misdeed;

use super::{
    Case, History,
    history::{decided, sign},
};

pub(super) fn cases() -> Vec<Case> {
    [shown(), shown_late()].into_iter().flatten().collect()
}

/// Decisions that contributions show: of a table of three, on the step before a common head.
fn shown() -> Vec<Case> {
    let before = || History::of("remixed").until(4);
    let good = before().decided(&[0, 2]);
    let h = before().until(5);
    let one = |decided: &[Decided]| vec![Record::Contribution(h.signs_with(0, decided))];
    let (at, digest) = (before().at(0), before().contributions());
    let over = |at: Header| vec![decided(at, digest, &[0, 2])];
    let swapped = Decided { accepts: good.accepts.iter().rev().copied().collect(), ..good.clone() };
    let twice = Decided { accepts: vec![good.accepts[0]; 2], ..good.clone() };
    let forged = Decided { accepts: vec![good.accepts[0], (2, good.accepts[0].1)], ..good.clone() };
    let ballot = Ballot { round: 2, seat: 0 };
    let other_ballot = Decided { ballot, ..good.clone() };
    let other_head = Decided { head: [1; 32], ..good.clone() };
    let of_nobody =
        Decided { accepts: vec![good.accepts[0], (9, good.accepts[1].1)], ..good.clone() };
    let by = |seats: &[u8]| vec![before().decided(seats)];
    let of_setup = History::of("remixed").until(3).decided(&[0, 1, 2]);
    let of_this = h.decided(&[0, 2]);
    let mut all = h.common_head(&[]);
    all[2] = Record::Contribution(h.signs_with(2, core::slice::from_ref(&good)));
    let everybody = |seat| Record::Contribution(h.signs_with(seat, core::slice::from_ref(&good)));
    let both = [good.clone(), good.clone()];
    let false_one = Misdeed::FalseDecision;
    let cheated = |name, decided: Vec<Decided>| h.cheated(name, one(&decided), false_one.clone());
    vec![
        h.good("a decision shown at a common head", h.common_head(core::slice::from_ref(&good))),
        h.good("a decision shown by the last", all),
        h.good("a decision shown by everybody", [0, 1, 2].map(everybody).to_vec()),
        h.good("a decision by more than a quorum", h.common_head(&by(&[0, 1, 2]))),
        h.damaged(
            "a common head of three as contributions that show nothing",
            h.common_head(&[]),
            "a common head is not written as its signatures alone",
        ),
        h.damaged(
            "a common head after a contribution to it",
            [&one(core::slice::from_ref(&good))[..], &h.next()].concat(),
            "a common head is not due here",
        ),
        cheated("a decision by fewer than a quorum", by(&[0])),
        cheated("a decision by nobody", by(&[])),
        cheated("a decision with acceptances out of order", vec![swapped]),
        cheated("a decision with one acceptance twice", vec![twice]),
        cheated("a decision with a forged acceptance", vec![forged]),
        cheated("a decision accepted by a seat that is not there", vec![of_nobody]),
        cheated("a decision in another ballot than was accepted", vec![other_ballot]),
        cheated("a decision over another history", over(Header { head: [1; 32], ..at })),
        cheated("a decision that names another head", vec![other_head]),
        cheated("a decision of another match", over(Header { match_id: [1; 32], ..at })),
        cheated("a decision on other contributions", vec![decided(at, [1; 32], &[0, 2])]),
        cheated("a decision on a step of setup", vec![of_setup]),
        cheated("a decision on the step itself", vec![of_this]),
        cheated("a decision on a step to come", over(Header { step: 99, ..at })),
        cheated("a decision shown twice", both.to_vec()),
    ]
}

/// Decisions on other steps than the one before.
fn shown_late() -> Vec<Case> {
    let on = |of, step| History::of(of).until(step).decided(&[0, 1]);
    let [four, six, seven] = [4, 6, 7].map(|step| on("remixed", step));
    let fourth = History::of("remixed").until(4);
    let of_setup = History::of("remixed").until(3).decided(&[0, 2]);
    let sixth = History::of("remixed").until(6);
    let eighth = History::of("remixed").until(8);
    let says = |decided: &[Decided]| vec![Record::Contribution(eighth.shows(1, decided))];
    let left = History::of("remixed").until(4);
    let without = {
        let consents = [0, 2].map(|seat| left.consent(seat, 0b10).statement.digest());
        decided(left.at(0), contributions_digest(&consents), &[0, 2])
    };
    let left = {
        let consents = left.consents(&[0, 2], 0b10);
        left.with(consents)
    };
    let of_left = Contribution { decided: vec![without], ..left.signs(0).statement };
    let gone = History::of("four").until(6);
    let by_leaver = History::of("four").until(5).decided(&[0, 3]);
    let turns: Vec<_> = (4..13).map(|step| on("turns", step)).collect();
    let thirteenth = History::of("turns").until(13);
    let turn = |decided: &[Decided]| vec![Record::Contribution(thirteenth.shows(0, decided))];
    let fewer = History::of("parted").until(13);
    let chosen = |by: &[u8]| vec![History::of("parted").until(11).decided(by)];
    let two = [six.clone(), seven.clone()];
    let swapped = [seven.clone(), six.clone()];
    vec![
        eighth.good("a decision shown in a shuffle", says(&[seven])),
        eighth.good("a decision on the last step of all", says(&[six])),
        eighth.good("two decisions shown", says(&two)),
        eighth.cheated("two decisions out of order", says(&swapped), Misdeed::FalseDecision),
        fourth.cheated(
            "a decision on the last step of setup, just after it",
            vec![Record::Contribution(fourth.shows(0, &[of_setup]))],
            Misdeed::FalseDecision,
        ),
        sixth.cheated(
            "a decision on a step before the last of all",
            vec![Record::Contribution(sixth.shows(0, &[four]))],
            Misdeed::FalseDecision,
        ),
        left.cheated(
            "a decision on a step that consents closed",
            vec![Record::Contribution(sign(of_left))],
            Misdeed::FalseDecision,
        ),
        gone.cheated(
            "a decision accepted by a seat that was gone",
            vec![Record::Contribution(gone.signs_with(0, &[by_leaver]))],
            Misdeed::FalseDecision,
        ),
        fewer.good("a decision by a quorum of its step", fewer.common_head(&chosen(&[0, 1, 3]))),
        fewer.cheated(
            "a decision by a quorum of now, not of its step, shown",
            vec![Record::Contribution(fewer.signs_with(0, &chosen(&[0, 4])))],
            Misdeed::FalseDecision,
        ),
        thirteenth.good("as many decisions as may be shown", turn(&turns[1..])),
        thirteenth.cheated(
            "a decision more than may be shown",
            turn(&turns),
            Misdeed::FalseDecision,
        ),
    ]
}
