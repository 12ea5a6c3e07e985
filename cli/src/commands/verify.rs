use std::{
    io::{self, BufReader, BufWriter, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use clap::Args;
use seat::{Reel, data::reason, hand::Hand, words::list};
use table::audit::{Compared, Report, compare, record};

use super::{Common, web::InBrowserHere};
use crate::{Failure, games, plain::printable, progress};

/// Audit a transcript, or a piece of evidence: it needs the file and nothing else. Two transcripts of one
/// match are compared
#[derive(Args)]
pub(super) struct Verify {
    /// A transcript that `play`, `demo`, `host` or `join` left, or a piece of evidence
    #[arg(required_unless_present = "page")]
    file: Option<PathBuf>,
    /// Another transcript of the same match: says where the two part, and whom that convicts
    other: Option<PathBuf>,
    /// Write what the rules asked for at each step, for verifiers in other languages
    #[arg(long, value_name = "OUT.json")]
    record: Option<PathBuf>,
    /// Write a page that audits this file and shows it in any browser, offline; without a file an empty one
    #[arg(long, value_name = "OUT.html")]
    page: Option<PathBuf>,
    /// How many processors to use; all of them otherwise. The verdict is the same
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// A side file of `reveal`: says whether it is the hand that was played with; may be repeated
    #[arg(long, value_name = "FILE")]
    open: Vec<PathBuf>,
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    browser: InBrowserHere,
}

impl Verify {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let Some(file) = &self.file else {
            return self.page.as_deref().map_or(Ok(()), |to| write_page(None, to));
        };
        if let Some(page) = self.browser.page() {
            return page.audit(common, file, &self.open);
        }
        let jobs = self.jobs.unwrap_or_else(processors);
        let mut report = report_on(jobs, file)?;
        if let Some(other) = &self.other {
            match report_on(jobs, other)? {
                // A damaged file proves nothing.
                damaged if damaged.verdict == "damaged" => report = damaged,
                _ if report.verdict == "damaged" => {}
                _ => report.compared(&compared(file, other)?),
            }
        }
        let open = self.open_hands(file)?;
        if let Some(path) = &self.record {
            write_record(file, path)?;
        }
        if let Some(path) = &self.page {
            write_page(Some(file), path)?;
        }
        let mut out = BufWriter::new(io::stdout());
        if self.json {
            write_json(&report, &mut out)?
        } else {
            write_list(&report, &mut out)?;
            if !open.is_empty() {
                let open = printable(&list(&open));
                writeln!(out, "Open hands: {open}; these are what they played with.")?;
            }
        }
        out.flush()?;
        status(&report)
    }
}

impl Verify {
    /// The names of those whose published match keys are given, if these are the keys that were used.
    fn open_hands(&self, file: &Path) -> Result<Vec<String>, Failure> {
        let hands: Result<Vec<Hand>, _> = self.open.iter().map(|path| Hand::read(path)).collect();
        let hands = hands?;
        if hands.is_empty() {
            return Ok(Vec::new());
        }
        let reel = Reel::load(file, None, &hands)?;
        Ok(hands.iter().filter_map(|hand| reel.name(hand.seat)).map(str::to_owned).collect())
    }
}

/// Audits a file.
///
/// # Errors
/// If the file cannot be read or is of another kind.
pub(super) fn report(path: &Path) -> Result<Report, Failure> {
    report_on(processors(), path)
}

/// The number of processors; one if it cannot be found out.
fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn report_on(jobs: NonZeroUsize, path: &Path) -> Result<Report, Failure> {
    let cannot = |e: &dyn std::fmt::Display| {
        Failure::Usage(format!("Cannot audit {}: {e}.", path.display()))
    };
    let file = net::storage::open(path).map_err(|e| cannot(&reason(&e)))?;
    let bar = progress::reading(file.metadata().map_or(0, |meta| meta.len()));
    let report = Report::on(jobs, bar.wrap_read(BufReader::new(file)), games::find);
    bar.finish_and_clear();
    report.map_err(|e| cannot(&e))
}

/// Compares two transcripts of one match.
///
/// # Errors
/// If one of them cannot be read, or they are of different matches.
fn compared(file: &Path, other: &Path) -> Result<Compared, Failure> {
    let cannot = |e: &dyn std::fmt::Display| {
        let (file, other) = (file.display(), other.display());
        Failure::Usage(format!("Cannot compare {file} and {other}: {e}."))
    };
    let open = |path: &Path| net::storage::open(path).map_err(|e| cannot(&reason(&e)));
    let (one, two) = (BufReader::new(open(file)?), BufReader::new(open(other)?));
    compare(one, two, games::find).map_err(|e| cannot(&e))
}

/// Writes one JSON document.
///
/// # Errors
/// If the output is closed.
pub(super) fn write_json(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(report).map_err(io::Error::other)?;
    Ok(writeln!(out, "{text}")?)
}

/// Writes a numbered checklist and a verdict.
///
/// # Errors
/// If the output is closed.
pub(super) fn write_list(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    report.lines().iter().try_for_each(|line| Ok(writeln!(out, "{}", printable(line))?))
}

/// The exit status for the verdict.
///
/// # Errors
/// If the match was not fair, or not finished.
pub(super) fn status(report: &Report) -> Result<(), Failure> {
    let sentence = report.sentence().to_owned();
    match report.verdict {
        "fair" => Ok(()),
        "unfinished" => Err(Failure::Network(sentence)),
        "damaged" => Err(Failure::Usage(sentence)),
        _ => Err(Failure::Violation(sentence)),
    }
}

/// Writes the page that audits a file, or any file that is dropped on it.
fn write_page(file: Option<&Path>, to: &Path) -> Result<(), Failure> {
    let transcript = file.map(|path| {
        net::storage::read(path, page::LARGEST)
            .map_err(|e| Failure::Usage(format!("Cannot read {}: {}.", path.display(), reason(&e))))
    });
    let page = page::page(transcript.transpose()?.as_deref());
    seat::data::write(to, page.as_bytes())
}

/// Writes the requests of the rules in a match.
fn write_record(file: &Path, to: &Path) -> Result<(), Failure> {
    let cannot = |e: &dyn std::fmt::Display| {
        Failure::Usage(format!("Cannot record {}: {e}.", file.display()))
    };
    let input = net::storage::open(file).map_err(|e| cannot(&reason(&e)))?;
    let record = record(BufReader::new(input), games::find).map_err(|e| cannot(&e))?;
    seat::data::write(to, record.to_string().as_bytes())
}

/// The failure that somebody has cheated.
pub(super) fn violation() -> Failure {
    Failure::Violation("This was not a fair match.".into())
}

/// The failure that the file is damaged and proves nothing.
pub(super) fn damaged() -> Failure {
    let what = "The file is damaged or was changed: it proves nothing against anybody. Ask another player for theirs.";
    Failure::Usage(what.into())
}
