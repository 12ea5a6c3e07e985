//! Many matches and their report.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use sim::{Faults, Kind, run};
use support::config;

#[test]
fn a_report_counts_matches_steps_and_faults() {
    let mut told = Vec::new();
    let faults = Faults::parse("loss,dup").unwrap();
    let report =
        run(&config("suspicion", 2, 7), 3, faults, &[], |done, all| told.push((done, all)));
    assert_eq!(report.problems, Vec::<String>::new());
    assert_eq!((report.matches, report.finished, report.seed), (3, 3, 7));
    assert!(report.steps > 0 && report.faults.loss > 0 && report.faults.crash == 0);
    assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
}

#[test]
fn a_report_says_of_every_kind_how_often_it_was_tried_detected_and_named_and_for_what() {
    let kinds = [Kind::WrongPermutation, Kind::Silence];
    let report = run(&config("suspicion", 3, 7), 2, Faults::NONE, &kinds, |_, _| {});
    assert_eq!(report.problems, Vec::<String>::new());
    for (kind, cheat) in kinds.iter().zip(&report.cheats) {
        assert_eq!(cheat.kind, kind.name());
        assert!(cheat.tried > 0, "{}", cheat.kind);
        let right = [cheat.detected, cheat.named_right, cheat.misdeed_right];
        assert_eq!(right, [cheat.tried; 3], "{}", cheat.kind);
    }
}

#[test]
fn every_kind_of_cheating_is_found_by_its_name() {
    for kind in Kind::ALL {
        assert_eq!(Kind::find(kind.name()), Some(*kind));
    }
}

#[test]
fn an_unknown_fault_is_refused_by_name() {
    assert!(Faults::parse("loss,gravity").unwrap_err().to_string().contains("gravity"));
    assert_eq!(Faults::parse(&Faults::NAMES.join(",")), Ok(Faults::ALL));
    assert_eq!(Faults::parse("all"), Ok(Faults::ALL));
}
