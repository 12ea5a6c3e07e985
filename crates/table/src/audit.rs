//! Audits transcripts and evidence: the same checks that the players made, from the file alone.

use std::{collections::BTreeMap, io::Read};

use ed25519_dalek::{Signature, VerifyingKey};
use engine::{Game, Seat};
use proto::{
    Body, CharterError, Contribution, Digest, Evidence, Record, Signed, SignedCharter, Statement,
    Vote,
    file::{FileError, Kind, Reader},
};

use crate::{Blame, Checked, Effect, Ending, GameError, Misdeed, Play, Proven, Rejected, Seats};

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The match was played to its end, and everything in it was right.
    Fair,
    /// Everything so far was right, but the end is missing or the table was abandoned.
    Unfinished,
    /// A seat cheated.
    Cheated(Blame),
    /// A seat has signed another history than the others. Either it lies, or somebody told it
    /// something else: only both words of that one tell, and they are not here.
    TwoHistories {
        /// The seat that signed the other history.
        seat: Seat,
        /// The step at which that showed.
        step: u64,
    },
    /// The file is not a match as it was played: damaged, or put together by somebody.
    Corrupt {
        /// The step at which that showed.
        step: u64,
        /// What showed it.
        reason: String,
    },
}

/// Follows a transcript record by record, in memory that does not grow with its length.
pub struct Auditor {
    play: Play,
    keys: Vec<VerifyingKey>,
    inbox: BTreeMap<Seat, (Digest, Checked)>,
    votes: BTreeMap<Seat, Signed<Vote>>,
    verdict: Option<Verdict>,
    checks: Checks,
}

/// How many things of each kind were checked, in the order in which a match has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks([u64; CHECKS.len()]);

/// The kinds of things that are checked.
const CHECKS: [&str; 13] = [
    "signatures",
    "match keys",
    "escrow dealings",
    "shuffles",
    "looks",
    "openings",
    "moves",
    "sealed choices",
    "claims about hidden hands",
    "random numbers",
    "signed results",
    "votes to go on without a seat",
    "common heads",
];

impl Checks {
    fn count(&mut self, body: &Body) {
        self.0[0] += 1;
        let kind = match body {
            Body::Key { .. } => 1,
            Body::Dealing(_) | Body::Receipt(_) => 2,
            Body::Shuffle(_) => 3,
            Body::Remask(_) => 4,
            Body::Shares { .. } => 5,
            Body::Choice { .. } => 6,
            Body::Seal(_) | Body::Open { .. } => 7,
            Body::Answer { .. } => 8,
            Body::Beacon(_) => 9,
            Body::Attest(_) => 10,
            // Counted once for all seats.
            Body::CommonHead => return,
        };
        self.0[kind] += 1;
    }

    /// The name of each kind, and how many were checked.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        CHECKS.into_iter().zip(self.0)
    }

    /// How many signed statements were checked.
    pub fn signatures(&self) -> u64 {
        self.0[0]
    }
}

/// Why something cannot be audited at all.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The file cannot be read, or is something else.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file begins with something other than a charter.
    #[error("it does not begin with a charter")]
    NoCharter,
    /// The charter is not in order.
    #[error(transparent)]
    Charter(#[from] CharterError),
    /// The game is not known here.
    #[error("the game `{0}` is not known here")]
    UnknownGame(String),
    /// The match is not of the game as it is known here.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Auditor {
    /// Begins with a charter.
    pub fn new(charter: &SignedCharter, game: &'static dyn Game) -> Result<Self, AuditError> {
        let keys = charter.verify()?;
        let play = Play::new(charter.charter.clone(), game)?.chained();
        Ok(Self {
            play,
            keys,
            inbox: BTreeMap::new(),
            votes: BTreeMap::new(),
            verdict: None,
            checks: Checks([0; CHECKS.len()]),
        })
    }

    /// The match as far as it has been followed.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// What has been checked.
    pub fn checks(&self) -> Checks {
        self.checks
    }

    /// What the match has brought about since this was last called.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        self.play.take_effects()
    }

    /// Follows one more record. False once the verdict stands.
    pub fn follow(&mut self, record: &Record) -> bool {
        if self.verdict.is_none() {
            self.verdict = self.try_follow(record).err();
        }
        self.verdict.is_none()
    }

    /// Follows one more record, or says why it is refused. Then another may be tried in its place, but for
    /// what is checked together with the words of others: a false shuffle is taken until the last of its
    /// chain is there, and after a refused one of those, or a refused last key, nothing can be followed.
    ///
    /// # Errors
    /// What the verdict on a file with this record would be, as far as it is known here.
    pub fn try_follow(&mut self, record: &Record) -> Result<(), Verdict> {
        match record {
            Record::Charter(_) => Err(self.corrupt("there is a second charter")),
            _ if self.play.ending().is_some() => Err(self.corrupt("something follows the end")),
            Record::Contribution(signed) => self.contribution(signed),
            Record::Vote(signed) => self.vote(signed),
            Record::Heads(signatures) => self.heads(signatures),
        }
    }

    /// The verdict on what was followed.
    pub fn verdict(&self) -> Verdict {
        // Shuffles are checked at the end of their chain. One that is false comes before whatever was
        // refused after it.
        if let Err(Rejected::Cheat(blame)) = self.play.check_pending() {
            return Verdict::Cheated(blame);
        }
        match (&self.verdict, self.play.ending()) {
            (Some(verdict), _) => verdict.clone(),
            (None, Some(Ending::Finished)) => Verdict::Fair,
            (None, _) => Verdict::Unfinished,
        }
    }

    fn corrupt(&self, reason: &str) -> Verdict {
        Verdict::Corrupt { step: self.play.step, reason: reason.into() }
    }

    fn contribution(&mut self, signed: &Signed<Contribution>) -> Result<(), Verdict> {
        let statement = &signed.statement;
        let seat = Seat::new(statement.seat);
        // A signed word for another place is not its author's fault, but that of whoever made the file.
        if statement.match_id != self.play.id || statement.step != self.play.step {
            return Err(self.corrupt("a contribution belongs to another match or step"));
        }
        // Who owes nothing has no place: that is for the check of what it says.
        let owed = self.play.owed();
        let next = owed.iter().find(|seat| !self.inbox.contains_key(seat));
        if !self.votes.is_empty() || owed.contains(seat) && next != Some(seat) {
            return Err(self.corrupt("contributions are out of order"));
        }
        if !statement.fits() {
            return Err(self.corrupt("a contribution is too large"));
        }
        if !signed.is_genuine(&self.keys) {
            return Err(self.corrupt("a signature is not genuine"));
        }
        // A transcript has one history: whoever made the file has put two together.
        if statement.head != self.play.head {
            return Err(self.corrupt("a contribution was signed over another history"));
        }
        if statement.body == Body::CommonHead {
            return Err(self.corrupt("a common head is not written as its signatures alone"));
        }
        self.take(signed)
    }

    /// Everybody's signatures under a common head: what they have signed follows from the match.
    fn heads(&mut self, signatures: &[Signature]) -> Result<(), Verdict> {
        if !self.play.is_common_head() || !self.votes.is_empty() {
            return Err(self.corrupt("a common head is not due here"));
        }
        let seats = self.play.present();
        if signatures.len() != seats.len() {
            return Err(self.corrupt("a common head has another number of signatures than seats"));
        }
        let (match_id, step, head) = (self.play.id, self.play.step, self.play.head);
        let signed = |(seat, signature): (Seat, &Signature)| {
            let statement = Contribution::common_head(match_id, step, seat.index() as u8, head);
            Signed { statement, signature: *signature }
        };
        let contributions: Vec<_> = seats.iter().zip(signatures).map(signed).collect();
        if !contributions.iter().all(|signed| signed.is_genuine(&self.keys)) {
            return Err(self.corrupt("a signature is not genuine"));
        }
        self.checks.0[12] += 1;
        contributions.iter().try_for_each(|signed| self.take(signed))
    }

    /// Takes a genuine contribution in its place, and closes the step with the last.
    fn take(&mut self, signed: &Signed<Contribution>) -> Result<(), Verdict> {
        let statement = &signed.statement;
        let seat = Seat::new(statement.seat);
        let owed = self.play.owed();
        let checked = match self.play.check(statement) {
            Ok(checked) => checked,
            Err(Rejected::Cheat(blame)) => return Err(Verdict::Cheated(blame)),
            // That is for the code here to answer for, and for nobody in the file.
            Err(Rejected::Bug(bug)) => {
                self.play.give_up(bug);
                return Err(Verdict::Unfinished);
            }
        };
        self.checks.count(&statement.body);
        self.play
            .note(Proven::of(&statement.body).map(|p| Effect::Proven(seat, statement.step, p)));
        self.inbox.insert(seat, (statement.digest(), checked));
        if owed.iter().all(|seat| self.inbox.contains_key(&seat)) {
            let inbox = core::mem::take(&mut self.inbox);
            self.play.close(inbox).map_err(Verdict::Cheated)?;
        }
        Ok(())
    }

    fn vote(&mut self, signed: &Signed<Vote>) -> Result<(), Verdict> {
        let Vote { match_id, step, seat, head, ballot, without } = signed.statement;
        let voter = Seat::new(seat);
        if match_id != self.play.id || step != self.play.step || head != self.play.head {
            return Err(self.corrupt("a vote belongs to another match or step"));
        }
        if !signed.is_genuine(&self.keys) {
            return Err(self.corrupt("a signature is not genuine"));
        }
        let set = Seats::from_mask(without, self.play.seats()).unwrap_or_default();
        let voters = self.play.present().without(set);
        let same = self
            .votes
            .values()
            .all(|vote| (vote.statement.ballot, vote.statement.without) == (ballot, without));
        let next = voters.iter().find(|voter| !self.votes.contains_key(voter));
        let sensible = ballot > 0 && !set.is_empty() && set.within(self.play.present());
        if !self.inbox.is_empty() || !same || next != Some(voter) || !sensible {
            return Err(self.corrupt("votes are out of order"));
        }
        self.checks.0[0] += 1;
        self.checks.0[11] += 1;
        self.votes.insert(voter, signed.clone());
        if self.votes.len() == voters.len() {
            let votes = core::mem::take(&mut self.votes);
            let digests: Vec<_> = votes.values().map(|vote| vote.statement.digest()).collect();
            self.play.go_on_without(set, &digests).map_err(Verdict::Cheated)?;
        }
        Ok(())
    }
}

/// A finished audit of a file.
pub struct Audited {
    /// What was found.
    pub verdict: Verdict,
    /// The match as far as it could be followed.
    pub play: Play,
    /// What was checked.
    pub checks: Checks,
}

/// Audits a transcript or a piece of evidence. `find` knows the games; `watch` sees what happens.
pub fn audit(
    input: impl Read,
    find: impl Fn(&str) -> Option<&'static dyn Game>,
    mut watch: impl FnMut(&Play, &[Effect]),
) -> Result<Audited, AuditError> {
    let mut reader = Reader::new(input)?;
    let evidence: Option<Evidence> = match reader.kind() {
        Kind::Transcript => None,
        Kind::Evidence => Some(reader.entry()?.ok_or(AuditError::NoCharter)?),
    };
    let Some(Record::Charter(charter)) = reader.entry()? else { return Err(AuditError::NoCharter) };
    charter.verify()?;
    let name = &charter.charter.game;
    let game = find(name).ok_or_else(|| AuditError::UnknownGame(name.clone()))?;
    let mut auditor = Auditor::new(&charter, game)?;
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
                auditor.verdict = Some(auditor.corrupt(&e.to_string()));
                break;
            }
        }
    }
    let verdict = match (auditor.verdict(), evidence) {
        (Verdict::Fair | Verdict::Unfinished, Some(evidence)) => judge(&auditor, &evidence),
        (verdict, _) => verdict,
    };
    let Auditor { play, checks, .. } = auditor;
    Ok(Audited { verdict, play, checks })
}

/// What a piece of evidence proves, given the match up to its step.
fn judge(auditor: &Auditor, evidence: &Evidence) -> Verdict {
    let play = &auditor.play;
    let nothing = |reason: &str| Verdict::Corrupt { step: play.step, reason: reason.into() };
    match evidence {
        Evidence::Invalid(signed) => {
            let statement = &signed.statement;
            if statement.match_id != play.id || statement.step != play.step || !statement.fits() {
                return nothing("the contribution is not of the step that follows");
            }
            if !signed.is_genuine(&auditor.keys) {
                return nothing("the contribution is not signed by the seat it names");
            }
            if statement.head != play.head {
                return Verdict::TwoHistories { seat: Seat::new(statement.seat), step: play.step };
            }
            match play.check_fully(statement) {
                Err(Rejected::Cheat(blame)) => Verdict::Cheated(blame),
                Err(Rejected::Bug(_)) => nothing("the contribution cannot be checked here"),
                Ok(_) => nothing("the contribution is right: it proves nothing"),
            }
        }
        _ => contradiction(evidence, &play.id, &auditor.keys).map_or_else(
            || nothing("the two statements do not contradict each other"),
            Verdict::Cheated,
        ),
    }
}

/// Whom two statements accuse that contradict each other; `None` if they do not, or are not genuine.
pub(crate) fn contradiction(
    evidence: &Evidence,
    match_id: &Digest,
    keys: &[VerifyingKey],
) -> Option<Blame> {
    let (seat, step, misdeed) = match evidence {
        Evidence::Invalid(_) => return None,
        Evidence::Equivocation(one, two) => {
            let (a, b) = (&one.statement, &two.statement);
            let same = (a.match_id, a.step, a.seat) == (b.match_id, b.step, b.seat);
            let ours = a.match_id == *match_id && one.is_genuine(keys) && two.is_genuine(keys);
            (same && ours && a != b && a.fits() && b.fits()).then_some(())?;
            (a.seat, a.step, Misdeed::TwoContributions)
        }
        Evidence::TwoVotes(one, two) => {
            let (a, b) = (&one.statement, &two.statement);
            let same =
                (a.match_id, a.step, a.seat, a.ballot) == (b.match_id, b.step, b.seat, b.ballot);
            let ours = a.match_id == *match_id && one.is_genuine(keys) && two.is_genuine(keys);
            (same && ours && a != b).then_some(())?;
            (a.seat, a.step, Misdeed::TwoVotes)
        }
        Evidence::TwoEnds(one, two) => {
            let (a, b) = (&one.statement, &two.statement);
            let same = (a.match_id, a.step, a.seat) == (b.match_id, b.step, b.seat);
            let ours = a.match_id == *match_id && one.is_genuine(keys) && two.is_genuine(keys);
            (same && ours && a != b).then_some(())?;
            (a.seat, a.step, Misdeed::TwoEnds)
        }
        Evidence::TwoFaced(vote, settled) => {
            let (v, s) = (&vote.statement, &settled.statement);
            let same = (v.match_id, v.step, v.seat) == (s.match_id, s.step, s.seat);
            let ours = v.match_id == *match_id && vote.is_genuine(keys) && settled.is_genuine(keys);
            (same && ours && v.ballot > s.last).then_some(())?;
            (v.seat, v.step, Misdeed::VotedAfterClosing)
        }
    };
    Some(Blame { seat: Seat::new(seat), step, misdeed })
}

/// Follows closed steps again.
pub(crate) fn replay(
    charter: &SignedCharter,
    game: &'static dyn Game,
    mut records: impl Iterator<Item = Record>,
) -> Result<Play, AuditError> {
    let mut auditor = Auditor::new(charter, game)?;
    records.all(|record| auditor.follow(&record));
    let mut play = auditor.play;
    play.take_effects();
    Ok(play)
}
