//! Audits a whole file.

use std::io::{Read, Seek, SeekFrom};

use engine::Game;
use proto::{
    Evidence, Record,
    file::{FileError, Kind, Reader},
    limits,
};

use super::{AuditError, Auditor, Checks, Damage, Verdict, WentOn};
use crate::{Effect, MatchState};

/// A finished audit of a file.
pub struct Audited {
    /// What was found.
    pub verdict: Verdict,
    /// The match as far as it could be followed.
    pub play: MatchState,
    /// What was checked.
    pub checks: Checks,
    /// Where the match went on without somebody.
    pub went_on: Vec<WentOn>,
}

/// Audits a transcript or a piece of evidence. `find` looks games up by id; `watch` is called with the
/// effects of each record.
pub fn audit(
    mut input: impl Read + Seek,
    find: impl Fn(&str) -> Option<&'static dyn Game>,
    mut watch: impl FnMut(&MatchState, &[Effect]),
) -> Result<Audited, AuditError> {
    let evidence = trailing_evidence(&mut input)?;
    input.seek(SeekFrom::Start(0)).map_err(FileError::Io)?;
    let mut reader = Reader::new(input)?;
    let first: Option<Evidence> = match reader.kind() {
        Kind::Transcript => None,
        Kind::Evidence => Some(reader.entry()?.ok_or(AuditError::NoCharter)?),
    };
    let mut auditor = begin(&mut reader, find)?;
    first.into_iter().chain(evidence).for_each(|evidence| auditor.add_evidence(evidence));
    loop {
        match reader.entry() {
            Ok(Some(record)) => {
                let goes_on = auditor.follow(&record);
                let effects = auditor.take_effects();
                watch(&auditor.play, &effects);
                if !goes_on {
                    break;
                }
            }
            Ok(None) => break,
            Err(FileError::Io(e)) => return Err(FileError::Io(e).into()),
            Err(e) => {
                auditor.verdict = Some(auditor.damaged(Damage::of_file(&e)));
                break;
            }
        }
    }
    let (verdict, went_on) = (auditor.verdict(), auditor.went_on().collect());
    let Auditor { play, checks, .. } = auditor;
    Ok(Audited { verdict, play, checks, went_on })
}

/// Reads the charter of a file and makes its auditor.
pub(super) fn begin<R: Read>(
    reader: &mut Reader<R>,
    find: impl Fn(&str) -> Option<&'static dyn Game>,
) -> Result<Auditor, AuditError> {
    let Some(Record::Charter(charter)) = reader.entry()? else { return Err(AuditError::NoCharter) };
    charter.verify()?;
    let name = &charter.charter.game;
    let game = find(name).ok_or_else(|| AuditError::UnknownGame(name.clone()))?;
    Auditor::new(&charter, game)
}

/// The evidence after the last step of a file. It is read first, since it may be about an earlier step.
/// Whatever cannot be read here is reported when the file is followed.
pub(super) fn trailing_evidence(input: impl Read) -> Result<Vec<Evidence>, AuditError> {
    let mut reader = Reader::new(input)?;
    let mut evidence = Vec::new();
    while let Ok(Some(bytes)) = reader.bytes() {
        let is_evidence = bytes.starts_with(&EVIDENCE) && evidence.len() < 2 * limits::SEATS;
        if is_evidence && let Ok(Record::Evidence(one)) = proto::codec::decode(&bytes) {
            evidence.push(one);
        }
    }
    Ok(evidence)
}

/// The first bytes of an evidence record.
const EVIDENCE: [u8; 4] = 5u32.to_le_bytes();
