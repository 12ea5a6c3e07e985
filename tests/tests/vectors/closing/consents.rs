//! Steps that were closed without somebody.

use proto::{Body, Consent, Contribution, Leave, Record};
use table::Misdeed;

use super::{
    Case, History,
    history::{forged, sign},
};
use crate::verdicts::again;

pub(super) fn cases() -> Vec<Case> {
    [consents(), quorums()].into_iter().flatten().collect()
}

const FOREIGN: &str = "a consent belongs to another match or step";
const FORGED: &str = "a signature is not genuine";
const CANNOT: &str = "the match cannot go on without these seats";
const ORDER: &str = "consents are out of order";

/// Consents of a table of three to go on without the second seat.
fn consents() -> Vec<Case> {
    let h = History::of("remixed").until(4);
    let [zero, two] = [0, 2].map(|seat| h.consent(seat, 0b10));
    let bent = |change: fn(&mut Consent)| vec![Record::Consent(again(&zero, change))];
    let [zero, two] = [Record::Consent(zero), Record::Consent(two)];
    let first = h.next().swap_remove(0);
    let gone = History::of("remixed").until(4).with(h.consents(&[0, 2], 0b10));
    let of_leaver = sign(Contribution { body: Body::CommonHead, ..gone.signs(1).statement });
    let at_head = History::of("remixed").until(5);
    let at_head_one = at_head.consents(&[0], 0b10);
    let heads = at_head.next();
    let leave = Record::Leave(sign(Leave { at: h.at(1), count: 1, back: false }));
    vec![
        h.good("consents", vec![zero.clone(), two.clone()]),
        h.good("the first consent", vec![zero.clone()]),
        h.damaged("a consent of another match", bent(|c| c.at.match_id[0] ^= 1), FOREIGN),
        h.damaged("a consent to another step", bent(|c| c.at.step += 1), FOREIGN),
        h.damaged("a consent over another history", bent(|c| c.at.head[0] ^= 1), FOREIGN),
        h.damaged("a forged consent", vec![Record::Consent(forged(&h.consent(0, 0b10)))], FORGED),
        h.damaged(
            "a forged consent to another step",
            vec![Record::Consent(forged(&again(&h.consent(0, 0b10), |c| c.at.step += 1)))],
            FOREIGN,
        ),
        h.damaged(
            "a forged consent after a contribution",
            vec![first.clone(), Record::Consent(forged(&h.consent(0, 0b10)))],
            FORGED,
        ),
        h.damaged(
            "a forged consent to go on without nobody",
            vec![Record::Consent(forged(&h.consent(0, 0)))],
            FORGED,
        ),
        h.damaged("a consent of a seat that is not there", bent(|c| c.at.seat = 3), FORGED),
        h.damaged("a consent to go on without nobody", bent(|c| c.without = 0), CANNOT),
        h.damaged(
            "a consent to go on without a seat that is not there",
            bent(|c| c.without = 0b1000),
            CANNOT,
        ),
        h.damaged(
            "a consent to go on without the highest seat that can be written",
            bent(|c| c.without = 0x8002),
            CANNOT,
        ),
        h.damaged("a consent to go on without everybody else", bent(|c| c.without = 0b110), CANNOT),
        h.damaged("a consent to go on without oneself", bent(|c| c.without = 0b1), ORDER),
        h.damaged("the second consent alone", vec![two.clone()], ORDER),
        h.damaged("the same consent twice", vec![zero.clone(), zero.clone()], ORDER),
        h.damaged("a consent of who is left", h.consents(&[0, 1], 0b10), ORDER),
        h.damaged("a consent after a contribution", vec![first.clone(), zero.clone()], ORDER),
        h.damaged(
            "a contribution after a consent",
            vec![zero.clone(), first],
            "contributions are out of order",
        ),
        h.damaged("a last word between consents", vec![zero, leave], "a step is not complete"),
        gone.damaged(
            "a consent to go on without a seat that is gone",
            gone.consents(&[0], 0b10),
            CANNOT,
        ),
        gone.cheated(
            "a contribution of a seat that is gone",
            vec![Record::Contribution(of_leaver)],
            Misdeed::OutOfTurn,
        ),
        at_head.good("consents at a common head", at_head.consents(&[0, 2], 0b10)),
        at_head.damaged(
            "a common head after a consent",
            [at_head_one, heads].concat(),
            "a common head is not due here",
        ),
    ]
}

/// How many must stay.
fn quorums() -> Vec<Case> {
    let [keys, receipts] = [1, 3].map(|step| History::of("remixed").until(step));
    let four = History::of("four").until(4);
    let four_less = History::of("four").until(5);
    let five = History::of("five").until(4);
    let five_less = History::of("five").until(5);
    let two_sets = [five.consents(&[0], 0b1_0000), five.consents(&[1], 0b0_1000)].concat();
    vec![
        keys.damaged("a consent to the first step", keys.consents(&[0], 0b10), CANNOT),
        receipts.damaged(
            "a consent to the last step of setup",
            receipts.consents(&[0], 0b10),
            CANNOT,
        ),
        four.good("one of four leaves", four.consents(&[0, 1, 2], 0b1000)),
        four.damaged("half of four leave", four.consents(&[0], 0b1100), CANNOT),
        four_less.good("a second of four leaves", four_less.consents(&[0, 2], 0b10)),
        five.good("one of five leaves", five.consents(&[0, 1, 2, 3], 0b1_0000)),
        five.damaged("two of five leave", five.consents(&[0], 0b1_1000), CANNOT),
        five_less.damaged("a second of five leaves", five_less.consents(&[0], 0b1000), CANNOT),
        five.damaged("consents to two sets", two_sets, ORDER),
    ]
}
