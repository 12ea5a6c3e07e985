//! Evidence of a consent that was broken.

use proto::{Consent, Contribution, Evidence, Record, Signed, limits};
use table::Misdeed;

use super::{Case, Expected, History, history::forged};
use crate::verdicts::{again, of_size};

pub(super) fn cases() -> Vec<Case> {
    [broken_consents(), broken_near_misses()].into_iter().flatten().collect()
}

const NOT_BROKEN: &str = "the consent was not broken";
const SPOKE: &str = "that seat has spoken before";
const NOWHERE: &str = "it is not of a step of this match";

/// A table of three: the first seat consents to go on without the second in step 4, which is closed by
/// contributions, and says nothing of a decision in step 5.
fn broken_consents() -> Vec<Case> {
    let before = || History::of("remixed").until(4);
    let consent = before().consent(0, 0b10);
    let h = || History::of("remixed").until(5);
    let said = h().signs(0);
    let evidence = |consent: Signed<Consent>, said: &Signed<Contribution>| {
        Evidence::BrokenConsent(consent, Box::new(said.clone()))
    };
    let broken = || Expected::Cheated(0, 5, Misdeed::BrokenConsent);
    let void = h().with(h().consents(&[0, 2], 0b10));
    let behind = History::of("remixed").until(7);
    let trailing = |history: &History, evidence| history.file([Record::Evidence(evidence)]);
    let decided = before().decided(&[0, 2]);
    let shown = h().with(h().common_head(&[decided]));
    let other_set = before().consent(0, 0b100);
    let case = |name, file, expected| Case { name, of: "remixed", file, expected };
    vec![
        h().beside("a broken consent", &evidence(consent, &said), broken()),
        behind.beside("a broken consent beside later steps", &evidence(consent, &said), broken()),
        void.beside(
            "a broken consent whose contribution was void",
            &evidence(consent, &said),
            broken(),
        ),
        h().beside("a broken consent, whatever it was to", &evidence(other_set, &said), broken()),
        case(
            "a broken consent behind the last step",
            trailing(&h(), evidence(consent, &said)),
            broken(),
        ),
        case(
            "a broken consent behind later steps",
            trailing(&behind, evidence(consent, &said)),
            broken(),
        ),
        shown.beside(
            "a broken consent beside what its seat has said also",
            &evidence(consent, &said),
            broken(),
        ),
    ]
}

/// What is no broken consent.
fn broken_near_misses() -> Vec<Case> {
    let before = || History::of("remixed").until(4);
    let consent = before().consent(0, 0b10);
    let h = || History::of("remixed").until(5);
    let said = h().signs(0);
    let decided = before().decided(&[0, 2]);
    let evidence = |consent: Signed<Consent>, said: &Signed<Contribution>| {
        Evidence::BrokenConsent(consent, Box::new(said.clone()))
    };
    let nothing = |history: History, name, consent, said: &Signed<Contribution>, why| {
        history.beside(name, &evidence(consent, said), Expected::Damaged(why))
    };
    let sixth = History::of("remixed").until(6);
    let shows = h().signs_with(0, &[decided]);
    let gone = before().with(before().consents(&[0, 2], 0b10));
    let large = of_size(&said, limits::CONTRIBUTION + 1);
    vec![
        nothing(h(), "a consent, and the decision shown", consent, &shows, NOT_BROKEN),
        nothing(h(), "a consent of another seat", before().consent(2, 0b10), &said, NOT_BROKEN),
        nothing(
            h(),
            "a consent of another match, broken",
            again(&consent, |c| c.at.match_id[0] ^= 1),
            &said,
            NOT_BROKEN,
        ),
        nothing(h(), "a forged consent, broken", forged(&consent), &said, NOT_BROKEN),
        nothing(
            h(),
            "a consent broken by a forged contribution",
            consent,
            &forged(&said),
            NOT_BROKEN,
        ),
        nothing(
            h(),
            "a consent broken by a contribution of another match",
            consent,
            &again(&said, |c| c.match_id[0] ^= 1),
            NOT_BROKEN,
        ),
        nothing(
            h(),
            "a consent broken by what is too large to be a contribution",
            consent,
            &large,
            NOT_BROKEN,
        ),
        nothing(
            History::of("remixed").until(6),
            "a consent, and a contribution that is not the next",
            consent,
            &sixth.says(0),
            SPOKE,
        ),
        nothing(
            h(),
            "a consent over another history, broken",
            again(&consent, |c| c.at.head[0] ^= 1),
            &said,
            NOWHERE,
        ),
        nothing(
            h(),
            "a consent to another step, broken",
            again(&consent, |c| c.at.step = 2),
            &said,
            NOWHERE,
        ),
        nothing(
            h(),
            "a consent broken by a contribution over another history",
            consent,
            &again(&said, |c| c.head[0] ^= 1),
            NOWHERE,
        ),
        nothing(
            before(),
            "a consent to a step that is not closed",
            consent,
            &before().says(0),
            NOWHERE,
        ),
        nothing(
            h(),
            "a consent and a contribution to one step",
            consent,
            &before().says(0),
            NOWHERE,
        ),
        nothing(gone, "a consent that closed its step", consent, &said, NOWHERE),
    ]
}
