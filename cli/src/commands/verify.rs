use std::{
    io::{self, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use proto::file::FileError;
use serde::Serialize;
use table::{
    Ending, Play,
    audit::{AuditError, Audited, Verdict, audit},
};

use crate::Failure;

/// Audit a transcript, or a piece of evidence: it needs the file and nothing else
#[derive(Args)]
pub struct Verify {
    /// A transcript that `play`, `demo`, `host` or `join` left, or a piece of evidence
    file: PathBuf,
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub fn run(&self) -> Result<(), Failure> {
        let report = Report::of_file(&self.file)?;
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
    /// Who was voted away.
    left: Vec<String>,
    culprit: Option<Culprit>,
    result: Option<String>,
    fingerprint: Option<String>,
    /// Why the match is not finished, or why the file is no match at all.
    #[serde(skip)]
    reason: Option<String>,
    /// Whether it is the file that is not as it was written, and nobody's play.
    #[serde(skip)]
    damaged: bool,
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
    reason: String,
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
            verdict: "violation",
            game: String::new(),
            match_id: String::new(),
            seats: Vec::new(),
            steps: 0,
            checks: vec![Check { name: "charter", count: 1, ok: false }],
            left: Vec::new(),
            culprit: None,
            result: None,
            fingerprint: None,
            reason: Some(reason.to_owned()),
            damaged: true,
        }
    }

    fn new(audited: &Audited) -> Self {
        let Audited { verdict, play, checks } = audited;
        let names: Vec<String> =
            play.charter().seats.iter().map(|place| place.name.clone()).collect();
        let (word, culprit, reason) = match verdict {
            Verdict::Fair => ("fair", None, None),
            Verdict::Unfinished => ("unfinished", None, Some(unfinished(play))),
            Verdict::Corrupt { step, reason } => {
                ("violation", None, Some(format!("step {step}: {reason}")))
            }
            Verdict::TwoHistories { seat, step } => {
                let name = names.get(seat.index()).map_or("somebody", String::as_str);
                let reason = format!(
                    "step {step}: {name} signed another history than the one here; either {name} \
                     lied or was told something else, and only both words of one seat would tell"
                );
                ("violation", None, Some(reason))
            }
            Verdict::Cheated(fault) => {
                let name = names.get(fault.seat.index()).cloned().unwrap_or_default();
                let seat = fault.seat.index() + 1;
                (
                    "violation",
                    Some(Culprit {
                        seat,
                        name,
                        step: fault.step,
                        reason: fault.misdeed.to_string(),
                    }),
                    None,
                )
            }
        };
        let mut list = vec![Check { name: "charter", count: 1, ok: true }];
        list.extend(checks.iter().filter(|(_, count)| *count > 0).map(|(name, count)| Check {
            name,
            count,
            ok: true,
        }));
        if word == "violation" {
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
            left: play.gone().iter().filter_map(|seat| names.get(seat.index()).cloned()).collect(),
            seats: names,
            steps: play.step() - 1,
            checks: list,
            culprit,
            reason,
            damaged: matches!(verdict, Verdict::Corrupt { .. }),
        }
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
        if !self.left.is_empty() {
            writeln!(out, "The table went on without: {}", self.left.join(", "))?;
        }
        if let Some(Culprit { seat, name, step, reason }) = &self.culprit {
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
            _ => Err(violation(self.damaged)),
        }
    }
}

/// That somebody has cheated, or that nobody can tell since the file is not as it was written.
pub fn violation(damaged: bool) -> Failure {
    let what = match damaged {
        true => {
            "The file is damaged or was changed: it proves nothing against anybody. Ask another player for theirs."
        }
        false => "This was not a fair match.",
    };
    Failure::Violation(what.into())
}

fn unfinished(play: &Play) -> String {
    match play.ending() {
        Some(Ending::Abandoned(_)) => "more players left than the table survives".into(),
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
