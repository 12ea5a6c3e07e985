//! The files that a node leaves: transcripts and evidence.

use std::io::Cursor;

use proto::{Evidence, Record, file};

use super::{Millis, Node, Output};
use crate::{
    Ending, MatchKey, Seats,
    audit::{Audited, Verdict, audit, compare},
};

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

    /// Audits the transcript of this match that somebody else has, and returns it if it can end the match
    /// here: if it is finished, and says nothing else of the past than what was closed here. From a step on
    /// it may say something else, if the table went on from there without this seat. Whoever has signed both
    /// is accused.
    pub fn take_transcript(&mut self, transcript: &[u8], now: Millis) -> Option<Audited> {
        self.presence.at(now);
        let game = self.play.game;
        let find = |id: &str| (id == game.info().id).then_some(game);
        let audited = audit(Cursor::new(transcript), find, |_, _| {}).ok()?;
        if audited.play.id != self.play.id || audited.play.ending() != Some(&Ending::Finished) {
            return None;
        }
        let own = self.transcript();
        let compared = compare(Cursor::new(&own[..]), Cursor::new(transcript), find).ok()?;
        // A cheat may have told this seat something else before it was left behind. But whoever has signed a head
        // that everybody has signed writes no other past.
        let without_this_seat = |step: u64| {
            let mut went_on = audited.went_on.iter().filter(|one| one.step >= step);
            let left = |seat| went_on.any(|one| one.without.contains(seat));
            step >= self.suspicions.common && self.seat().is_none_or(left)
        };
        let convicted: Seats = compared.convicted.iter().map(|blame| blame.seat).collect();
        let honest = !audited.play.present().within(convicted);
        let agrees = compared.parted.is_none_or(without_this_seat) && honest;
        for evidence in compared.evidence {
            let _ = self.on_evidence(evidence);
        }
        self.run();
        match &audited.verdict {
            Verdict::Fair => agrees.then_some(audited),
            // The match was finished all the same, and this is how the table ended.
            Verdict::Cheated(blame) if agrees => {
                let news = !self.suspicions.seats().contains(blame.seat);
                let told = news.then(|| Output::Accused(blame.clone(), transcript.to_vec()));
                self.out.extend(told);
                Some(audited)
            }
            _ => None,
        }
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
