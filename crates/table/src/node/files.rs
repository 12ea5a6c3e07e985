//! The files that a node leaves: transcripts and evidence.

use proto::{Evidence, Record, file};

use super::Node;
use crate::MatchKey;

impl Node {
    /// The seed of this seat's match key, to look back at the match; `None` for a spectator.
    pub fn match_key(&self) -> Option<MatchKey> {
        self.me.as_ref().map(|me| me.secrets.match_key())
    }

    /// The transcript as far as it is closed: the same bytes on every node, but for what follows the
    /// last step.
    pub fn transcript(&self) -> Vec<u8> {
        let mut bytes = self.steps();
        let mut write = |record: Record| bytes.extend(file::frame(&record));
        let decisions = self.log.decisions().cloned();
        decisions.for_each(|decided| write(Record::Decided(Box::new(decided))));
        self.suspicions.evidence().cloned().for_each(|evidence| write(Record::Evidence(evidence)));
        if self.play.result_digest().is_none() {
            let left = self.presence.left();
            let left = self.presence.leaves.iter().filter(|(seat, _)| left.contains(**seat));
            left.for_each(|(_, signed)| write(Record::Leave(*signed)));
            self.presence.ended.values().for_each(|signed| write(Record::Unfinished(*signed)));
        }
        bytes
    }

    /// The transcript without what follows the last step: the same bytes on every node that has come as
    /// far.
    pub fn steps(&self) -> Vec<u8> {
        let mut bytes = file::Kind::Transcript.header().to_vec();
        bytes.extend(file::frame(&Record::Charter(self.charter.clone())));
        self.log.frames_before(u64::MAX).for_each(|frames| bytes.extend(frames));
        bytes
    }

    /// The file of a piece of evidence.
    pub(super) fn evidence_file(&self, evidence: &Evidence, step: u64) -> Vec<u8> {
        let mut bytes = file::Kind::Evidence.header().to_vec();
        bytes.extend(file::frame(evidence));
        bytes.extend(file::frame(&Record::Charter(self.charter.clone())));
        self.log.frames_before(step).for_each(|frames| bytes.extend(frames));
        bytes
    }
}
