//! The result of an audit, in words that the command, its JSON and the page share.

use core::num::NonZeroUsize;
use std::io::{Read, Seek};

use engine::Game;
use proto::{file::FileError, hex};
use serde::Serialize;

use super::{AuditError, Audited, Compared, Verdict, audit, audit_on};
use crate::{Blame, Effect, Ending, MatchState, Seats};

/// The result of an audit, for people and scripts.
#[derive(Serialize)]
pub struct Report {
    /// The verdict in a word: `fair`, `violation`, `two-histories`, `unfinished` or `damaged`.
    pub verdict: &'static str,
    game: String,
    #[serde(rename = "match")]
    match_id: String,
    seats: Vec<String>,
    steps: u64,
    checks: Vec<Check>,
    /// Where the match went on without somebody, without whom, and who consented.
    went_on: Vec<WentOn>,
    /// The verifier's duty that was violated, by its number in PROTOCOL.md.
    duty: Option<String>,
    culprit: Option<Culprit>,
    result: Option<String>,
    fingerprint: Option<String>,
    /// Why the match is not finished, or why the file is no match at all.
    #[serde(skip)]
    reason: Option<String>,
    /// The step at which something was wrong.
    #[serde(skip)]
    pub fault: Option<u64>,
}

#[derive(Serialize)]
struct WentOn {
    step: u64,
    without: Vec<String>,
    by: Vec<String>,
    /// Whether the file shows that the table decided this.
    decided: bool,
}

#[derive(Serialize)]
struct Check {
    name: &'static str,
    count: u64,
    ok: bool,
}

#[derive(Serialize)]
struct Culprit {
    seat: usize,
    name: String,
    step: u64,
    misdeed: &'static str,
    reason: String,
}

impl Culprit {
    fn new(blame: &Blame, names: &[String]) -> Self {
        Self {
            seat: blame.seat.index() + 1,
            name: names.get(blame.seat.index()).cloned().unwrap_or_default(),
            step: blame.step,
            misdeed: blame.misdeed.name(),
            reason: blame.misdeed.to_string(),
        }
    }
}

impl Report {
    /// Audits a transcript or a piece of evidence. `find` looks games up by id; `watch` is called with
    /// the effects of each record.
    ///
    /// # Errors
    /// If it cannot be read, or is something else.
    pub fn of(
        input: impl Read + Seek,
        find: impl Fn(&str) -> Option<&'static dyn Game>,
        watch: impl FnMut(&MatchState, &[Effect]),
    ) -> Result<Self, AuditError> {
        Self::told(audit(input, find, watch))
    }

    /// As [`of`](Self::of), with this many threads and without watching.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn on(
        jobs: NonZeroUsize,
        input: impl Read + Seek,
        find: impl Fn(&str) -> Option<&'static dyn Game>,
    ) -> Result<Self, AuditError> {
        Self::told(audit_on(jobs, input, find))
    }

    fn told(audited: Result<Audited, AuditError>) -> Result<Self, AuditError> {
        match audited {
            Ok(audited) => Ok(Self::new(&audited)),
            // The header is ours and the content is not: somebody has changed the file.
            Err(e @ (AuditError::Charter(_) | AuditError::NoCharter)) => {
                Ok(Self::corrupt(&e.to_string()))
            }
            Err(AuditError::File(e @ (FileError::Torn | FileError::Damaged(_)))) => {
                Ok(Self::corrupt(&e.to_string()))
            }
            Err(e) => Err(e),
        }
    }

    fn corrupt(reason: &str) -> Self {
        Self {
            verdict: "damaged",
            game: String::new(),
            match_id: String::new(),
            seats: Vec::new(),
            steps: 0,
            checks: vec![Check { name: "charter", count: 1, ok: false }],
            went_on: Vec::new(),
            duty: Some("V-2".into()),
            culprit: None,
            result: None,
            fingerprint: None,
            reason: Some(reason.to_owned()),
            fault: None,
        }
    }

    fn new(audited: &Audited) -> Self {
        let Audited { verdict, play, checks, went_on } = audited;
        let names: Vec<String> =
            play.charter().seats.iter().map(|place| place.name.clone()).collect();
        let (word, culprit, reason) = match verdict {
            Verdict::Fair => ("fair", None, None),
            Verdict::Unfinished => ("unfinished", None, Some(unfinished(play))),
            Verdict::Damaged { step, damage } => {
                ("damaged", None, Some(format!("step {step}: {damage}")))
            }
            Verdict::TwoHistories { seat, step } => {
                let name = names.get(seat.index()).map_or("somebody", String::as_str);
                let reason = format!(
                    "step {step}: {name} signed another history than the one here; either {name} \
                     lied or was told something else, and only both words of one seat would tell"
                );
                ("two-histories", None, Some(reason))
            }
            Verdict::Cheated(blame) => ("violation", Some(Culprit::new(blame, &names)), None),
        };
        let mut list = vec![Check { name: "charter", count: 1, ok: true }];
        list.extend(checks.iter().filter(|(_, count)| *count > 0).map(|(name, count)| Check {
            name,
            count,
            ok: true,
        }));
        if !matches!(word, "fair" | "unfinished") {
            list.push(Check { name: "everything after that", count: 1, ok: false });
        }
        let finished = matches!(verdict, Verdict::Fair);
        Self {
            verdict: word,
            game: play.charter().game.clone(),
            match_id: hex(&play.id()),
            result: play
                .outcome()
                .filter(|_| finished)
                .map(|outcome| result(play, outcome, &names)),
            fingerprint: play.fingerprint().filter(|_| finished),
            went_on: went_on
                .iter()
                .map(|one| WentOn {
                    step: one.step,
                    without: named(one.without, &names),
                    by: named(one.by, &names),
                    decided: one.decided,
                })
                .collect(),
            duty: verdict.duty().map(|duty| duty.to_string()),
            seats: names,
            steps: play.step() - 1,
            checks: list,
            culprit,
            reason,
            fault: verdict.step(),
        }
    }

    /// Adds the result of comparing it with another transcript of the same match.
    pub fn compared(&mut self, compared: &Compared) {
        let Compared { parted, convicted, .. } = compared;
        if let Some(step) = parted {
            let names = convicted.iter().filter_map(|blame| self.seats.get(blame.seat.index()));
            let who = match names.map(String::as_str).collect::<Vec<_>>().as_slice() {
                [] => "nobody is convicted by them".to_owned(),
                [only] => format!("that convicts {only}"),
                [first @ .., last] => format!("that convicts {} and {last}", first.join(", ")),
            };
            self.verdict = "two-histories";
            self.culprit = convicted.first().map(|blame| Culprit::new(blame, &self.seats));
            self.reason = Some(format!("the two files part at step {step}; {who}"));
        }
    }

    /// A numbered checklist and the verdict, line by line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.game.is_empty() {
            let id = self.match_id.get(..16).unwrap_or_default();
            lines.push(format!("{}, match {id}, {} steps", self.game, self.steps));
            lines.push(format!("Seats: {}", self.seats.join(", ")));
        }
        lines.extend(self.checks.iter().enumerate().map(|(number, check)| {
            let mark = if check.ok { '✓' } else { '✗' };
            format!("{:3}. {mark} {} ({})", number + 1, check.name, check.count)
        }));
        lines.extend(self.findings());
        lines.push(format!("Verdict: {}", self.verdict));
        lines
    }

    /// What there is to say beyond the checklist and the verdict.
    pub fn findings(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.went_on.iter().map(|WentOn { step, without, by, decided }| {
            let (without, by) = (without.join(", "), by.join(", "));
            match decided {
                true => format!(
                    "From step {step} on the table went on without {without}, on the word of {by} alone."
                ),
                false => format!(
                    "From step {step} on {by} would have gone on without {without}; this file does not show \
                     that the table decided so."
                ),
            }
        }));
        if let Some(Culprit { seat, name, step, reason, .. }) = &self.culprit {
            lines.push(format!("{name} (seat {seat}) cheated in step {step}: {reason}."));
        }
        lines.extend(self.reason.iter().map(|reason| format!("Reason: {reason}.")));
        lines.extend(self.result.iter().map(|result| format!("Result: {result}")));
        lines.extend(self.fingerprint.iter().map(|words| format!("Fingerprint: {words}")));
        lines.extend(
            self.duty
                .iter()
                .map(|duty| format!("Duty {duty} of a verifier was not met (PROTOCOL.md, 13.3).")),
        );
        lines
    }

    /// What the verdict means.
    pub fn sentence(&self) -> &'static str {
        match self.verdict {
            "fair" => "The match was fair.",
            "unfinished" => "The match is not finished; what there is of it was fair.",
            "damaged" => {
                "The file is damaged or was changed: it proves nothing against anybody. Ask another player for theirs."
            }
            "two-histories" => {
                "There are two histories of this match; only both words of one seat name anybody."
            }
            _ => "This was not a fair match.",
        }
    }
}

fn named(seats: Seats, names: &[String]) -> Vec<String> {
    seats.iter().filter_map(|seat| names.get(seat.index()).cloned()).collect()
}

fn unfinished(play: &MatchState) -> String {
    match play.ending() {
        Some(Ending::Unfinished(_)) => "so many players left that nobody could go on".into(),
        Some(Ending::Stuck(why)) => format!("the rules could not go on: {why}"),
        _ => format!("it stops before step {}", play.step()),
    }
}

fn result(play: &MatchState, outcome: &engine::Outcome, names: &[String]) -> String {
    let name = |seat: engine::Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let winners: Vec<String> = outcome.winners.iter().map(|seat| name(*seat)).collect();
    let nobody = engine::Knowledge::new();
    let words = engine::Words {
        game: play.game(),
        names: &names.iter().cloned().collect(),
        eyes: engine::Eyes::new(play.driver().faces(), &nobody),
    };
    let won = if winners.is_empty() { "nobody".into() } else { winners.join(", ") };
    format!("won by {won}; {}", words.line(&outcome.summary))
}
