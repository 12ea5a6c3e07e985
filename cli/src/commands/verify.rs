use std::{
    io::{self, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use proto::{file::FileError, hex};
use serde::Serialize;
use table::{
    Blame, Ending, Play, Seats,
    audit::{AuditError, Audited, Compared, Verdict, audit, compare, record},
};

use crate::Failure;

/// Audit a transcript, or a piece of evidence: it needs the file and nothing else. Two transcripts of one
/// match are compared
#[derive(Args)]
pub struct Verify {
    /// A transcript that `play`, `demo`, `host` or `join` left, or a piece of evidence
    file: PathBuf,
    /// Another transcript of the same match: says where the two part, and whom that convicts
    other: Option<PathBuf>,
    /// Write what the rules asked for at each step, for verifiers in other languages
    #[arg(long, value_name = "OUT.json")]
    record: Option<PathBuf>,
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub fn run(&self) -> Result<(), Failure> {
        let mut report = Report::of_file(&self.file)?;
        if let Some(other) = &self.other {
            match Report::of_file(other)? {
                // It proves nothing, whatever it says.
                damaged if damaged.verdict == "damaged" => report = damaged,
                _ if report.verdict == "damaged" => {}
                _ => report.compare(&self.file, other)?,
            }
        }
        if let Some(path) = &self.record {
            write_record(&self.file, path)?;
        }
        let mut out = BufWriter::new(io::stdout());
        if self.json {
            report.write_json(&mut out)?
        } else {
            report.write_list(&mut out)?
        }
        out.flush()?;
        report.into_result()
    }
}

/// What an audit found, as it is told to people and scripts.
#[derive(Serialize)]
pub struct Report {
    verdict: &'static str,
    game: String,
    #[serde(rename = "match")]
    match_id: String,
    seats: Vec<String>,
    steps: u64,
    checks: Vec<Check>,
    /// From which step on, and on whose word alone, the match went on without whom.
    went_on: Vec<WentOn>,
    /// The duty of a verifier that was not met, by its number in PROTOCOL.md.
    duty: Option<String>,
    culprit: Option<Culprit>,
    result: Option<String>,
    fingerprint: Option<String>,
    /// Why the match is not finished, or why the file is no match at all.
    #[serde(skip)]
    reason: Option<String>,
}

#[derive(Serialize)]
struct WentOn {
    step: u64,
    without: Vec<String>,
    by: Vec<String>,
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
    /// Audits a file.
    ///
    /// # Errors
    /// If the file cannot be read or is something else.
    pub fn of_file(path: &Path) -> Result<Self, Failure> {
        let cannot = |e: &dyn std::fmt::Display| {
            Failure::Usage(format!("Cannot audit {}: {e}.", path.display()))
        };
        let file = net::storage::open(path).map_err(|e| cannot(&e))?;
        match audit(BufReader::new(file), games::find, |_, _| {}) {
            Ok(audited) => Ok(Self::new(&audited)),
            // The file says it is ours and is not: somebody has been at it.
            Err(e @ (AuditError::Charter(_) | AuditError::NoCharter)) => {
                Ok(Self::corrupt(&e.to_string()))
            }
            Err(AuditError::File(e @ (FileError::Torn | FileError::Damaged(_)))) => {
                Ok(Self::corrupt(&e.to_string()))
            }
            Err(e) => Err(cannot(&e)),
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
                })
                .collect(),
            duty: verdict.duty().map(|duty| duty.to_string()),
            seats: names,
            steps: play.step() - 1,
            checks: list,
            culprit,
            reason,
        }
    }

    /// Compares the file with another transcript of the same match.
    ///
    /// # Errors
    /// If one of them cannot be read, or they are of different matches.
    fn compare(&mut self, file: &Path, other: &Path) -> Result<(), Failure> {
        let cannot = |e: &dyn std::fmt::Display| {
            let (file, other) = (file.display(), other.display());
            Failure::Usage(format!("Cannot compare {file} and {other}: {e}."))
        };
        let open = |path: &Path| net::storage::open(path).map_err(|e| cannot(&e));
        let (one, two) = (BufReader::new(open(file)?), BufReader::new(open(other)?));
        let Compared { parted, convicted } =
            compare(one, two, games::find).map_err(|e| cannot(&e))?;
        if let Some(step) = parted {
            let names = convicted.iter().filter_map(|blame| self.seats.get(blame.seat.index()));
            let who = match names.cloned().collect::<Vec<_>>().as_slice() {
                [] => "nobody is convicted by them".to_owned(),
                names => format!("that convicts {}", crate::session::list(names)),
            };
            self.verdict = "two-histories";
            self.culprit = convicted.first().map(|blame| Culprit::new(blame, &self.seats));
            self.reason = Some(format!("the two files part at step {step}; {who}"));
        }
        Ok(())
    }

    /// Writes one JSON document.
    ///
    /// # Errors
    /// If nobody reads it.
    pub fn write_json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        Ok(writeln!(out, "{text}")?)
    }

    /// Writes a numbered checklist and a verdict.
    ///
    /// # Errors
    /// If nobody reads it.
    pub fn write_list(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if !self.game.is_empty() {
            writeln!(out, "{}, match {}, {} steps", self.game, &self.match_id[..16], self.steps)?;
            writeln!(out, "Seats: {}", self.seats.join(", "))?;
        }
        for (number, check) in self.checks.iter().enumerate() {
            let mark = if check.ok { '✓' } else { '✗' };
            writeln!(out, "{:3}. {mark} {} ({})", number + 1, check.name, check.count)?;
        }
        for WentOn { step, without, by } in &self.went_on {
            let (without, by) = (without.join(", "), by.join(", "));
            writeln!(
                out,
                "From step {step} on the table went on without {without}, on the word of {by} alone."
            )?;
        }
        if let Some(Culprit { seat, name, step, reason, .. }) = &self.culprit {
            writeln!(out, "{name} (seat {seat}) cheated in step {step}: {reason}.")?;
        }
        if let Some(reason) = &self.reason {
            writeln!(out, "Reason: {reason}.")?;
        }
        if let Some(result) = &self.result {
            writeln!(out, "Result: {result}")?;
        }
        if let Some(fingerprint) = &self.fingerprint {
            writeln!(out, "Fingerprint: {fingerprint}")?;
        }
        if let Some(duty) = &self.duty {
            writeln!(out, "Duty {duty} of a verifier was not met (PROTOCOL.md, 13.3).")?;
        }
        Ok(writeln!(out, "Verdict: {}", self.verdict)?)
    }

    /// The exit status that goes with the verdict.
    ///
    /// # Errors
    /// If the match was not fair to its end.
    pub fn into_result(self) -> Result<(), Failure> {
        match self.verdict {
            "fair" => Ok(()),
            "unfinished" => Err(Failure::Network(
                "The match is not finished; what there is of it was fair.".into(),
            )),
            "damaged" => Err(damaged()),
            "two-histories" => Err(Failure::Violation(
                "There are two histories of this match; only both words of one seat name anybody."
                    .into(),
            )),
            _ => Err(violation()),
        }
    }
}

/// Writes what the rules asked for in a match.
fn write_record(file: &Path, to: &Path) -> Result<(), Failure> {
    let cannot = |e: &dyn std::fmt::Display| {
        Failure::Usage(format!("Cannot record {}: {e}.", file.display()))
    };
    let input = net::storage::open(file).map_err(|e| cannot(&e))?;
    let record = record(BufReader::new(input), games::find).map_err(|e| cannot(&e))?;
    crate::data::write(to, record.to_string().as_bytes())
}

/// That somebody has cheated.
pub fn violation() -> Failure {
    Failure::Violation("This was not a fair match.".into())
}

/// That the file is not as it was written, so that nobody can tell.
pub fn damaged() -> Failure {
    let what = "The file is damaged or was changed: it proves nothing against anybody. Ask another player for theirs.";
    Failure::Usage(what.into())
}

fn named(seats: Seats, names: &[String]) -> Vec<String> {
    seats.iter().filter_map(|seat| names.get(seat.index()).cloned()).collect()
}

fn unfinished(play: &Play) -> String {
    match play.ending() {
        Some(Ending::Unfinished(_)) => "so many players left that nobody could go on".into(),
        Some(Ending::Stuck(why)) => format!("the rules could not go on: {why}"),
        _ => format!("it stops before step {}", play.step()),
    }
}

fn result(play: &Play, outcome: &engine::Outcome, names: &[String]) -> String {
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
