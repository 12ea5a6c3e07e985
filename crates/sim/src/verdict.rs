//! How a match ended: whether everything held that must hold, or what went wrong.

use std::io::Cursor;

use engine::Seat;
use proto::{Record, file::Reader};
use table::{
    Ending, MatchState, Node, Seats,
    audit::{Verdict, audit},
};

use crate::world::World;

/// An acceptable end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everybody who stayed reached the same end, and its transcript is fair.
    Finished,
    /// So many have announced that they leave that no quorum is possible, and all who stay have ended the
    /// match.
    Unfinished,
    /// So many are away that no quorum is possible, and every node that is present says so, and for whom it
    /// waits.
    Waits,
}

/// What must never happen, whatever the faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An honest seat is accused of cheating.
    HonestNamed,
    /// An honest seat has contradicted itself, or cannot resume its match.
    Broken,
    /// Two seats that stay have different histories.
    TwoHistories,
    /// A quorum can communicate and does not reach an end.
    Stuck,
    /// An auditor does not find the common end fair.
    Unfair,
}

/// A failure, with a description and the seed that shows it again.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{what}")]
pub struct Problem {
    /// Which kind.
    pub failure: Failure,
    /// What it was.
    pub what: String,
}

/// A seat and its node.
type There<'a> = (Seat, &'a Node);

impl World {
    /// Whether everything held that must hold.
    ///
    /// # Errors
    /// What went wrong, with the seed.
    pub fn verdict(&self) -> Result<(), Problem> {
        self.outcome().map(drop)
    }

    /// How the match ended.
    ///
    /// # Errors
    /// What went wrong, with the seed. Seats that the table decided to go on without are not asked how the
    /// match ended.
    pub fn outcome(&self) -> Result<End, Problem> {
        self.judge_outcome().map_err(|problem| {
            let (id, seats, seed) =
                (self.config.game.info().id, self.config.seats, self.config.seed);
            let what = format!("{id} with {seats} seats, seed {seed}: {}", problem.what);
            Problem { what, ..problem }
        })
    }

    fn judge_outcome(&self) -> Result<End, Problem> {
        if let Some(named) = self.monitor.named.first() {
            return fails(Failure::HonestNamed, named.clone());
        }
        if let Some(wrong) = self.monitor.wrongs.first() {
            return fails(Failure::Broken, wrong.clone());
        }
        let staying = self.staying()?;
        one_history(&staying)?;
        let unfinished = |node: &Node| node.play().ending() != Some(&Ending::Finished);
        let waiting: Vec<_> = staying.iter().filter(|(_, node)| unfinished(node)).collect();
        for there in &waiting {
            self.has_no_quorum(**there, &staying)?;
        }
        let Some((_, node)) = staying.iter().max_by_key(|(_, node)| node.play().step()) else {
            return fails(Failure::Stuck, "nobody is there".into());
        };
        self.is_fair(node)?;
        let ended = |(_, node): &&There<'_>| node.play().ending().is_some();
        Ok(match waiting.is_empty() {
            true => End::Finished,
            false if waiting.iter().all(ended) => End::Unfinished,
            false => End::Waits,
        })
    }

    /// The honest seats that are present and were not left behind.
    fn staying(&self) -> Result<Vec<There<'_>>, Problem> {
        let nodes = self.honest().filter_map(|(seat, peer)| Some((seat, peer.node.as_ref()?)));
        let there: Vec<There<'_>> = nodes.collect();
        let without = |node: &Node, seat: Seat| node.play().gone().contains(seat);
        // A node that knows that it was left behind only watches.
        let knows = |(seat, node): &There<'_>| node.is_excluded() || without(node, *seat);
        let mut staying = Vec::new();
        for (seat, node) in there.iter().filter(|there| !knows(there)) {
            let mut by = there.iter().filter(|(_, other)| without(other, *seat)).peekable();
            if by.peek().is_none() {
                staying.push((*seat, *node));
            }
            // A node that had all contributions may be left behind; nobody may have decided otherwise.
            let against = |other: &&There<'_>| without(node, other.0) || decided(node, other.1);
            if let Some((other, _)) = by.find(|other| !knows(other) && against(other)) {
                let what = format!("{seat} and {other} have gone on in two ways");
                return fails(Failure::TwoHistories, what);
            }
        }
        Ok(staying)
    }

    /// Whether an auditor accepts the end that a node has reached: fair, or with the cheat named.
    fn is_fair(&self, node: &Node) -> Result<(), Problem> {
        let finished = node.play().ending() == Some(&Ending::Finished);
        match audit(Cursor::new(node.transcript()), self.config.finder(), |_, _| {}) {
            Ok(audited) => match audited.verdict {
                Verdict::Fair if finished => Ok(()),
                Verdict::Unfinished if !finished => Ok(()),
                Verdict::Cheated(blame) if self.is_dishonest(blame.seat) => Ok(()),
                verdict => fails(Failure::Unfair, format!("the audit says {verdict:?}")),
            },
            Err(e) => fails(Failure::Unfair, format!("the transcript cannot be audited: {e}")),
        }
    }

    /// Whether a node that has not reached an end rightly waits for a quorum that is impossible, and says
    /// so.
    fn has_no_quorum(&self, (seat, node): There<'_>, staying: &[There<'_>]) -> Result<(), Problem> {
        let play = node.play();
        if let Some(Ending::Stuck(why)) = play.ending() {
            return fails(Failure::Stuck, format!("{seat}: the rules could not go on: {why}"));
        }
        // A machine with an old disk does not know that its seat has left. The others do.
        if let Some(Ending::Unfinished(left)) = play.ending() {
            // A seat that has ended the match has left it too.
            let ended = |node: &Node| matches!(node.play().ending(), Some(Ending::Unfinished(_)));
            let has_left = |seat: Seat| {
                let peer = &self.peers[seat.index()];
                peer.said_so || peer.node.as_ref().is_some_and(ended)
            };
            let somebody = self.peers.iter().any(|peer| peer.said_so);
            let stay = play.present().without(*left).len();
            let too_few = quorum(play).is_none_or(|quorum| stay < quorum);
            if somebody && too_few && left.iter().all(has_left) {
                return Ok(());
            }
        }
        let there: Seats = staying.iter().map(|(seat, _)| *seat).collect();
        let reached = self.weather.reach(&self.links, seat, there, self.now);
        let enough = |seats: Seats| quorum(play).is_some_and(|quorum| seats.len() >= quorum);
        let state = || {
            let (step, round, missing) = (play.step(), play.round_name(), node.missing());
            let (gone, away, faults) = (play.gone(), node.away(), node.blames());
            format!(
                "{seat} is at step {step} ({round}), missing {missing:?}, gone {gone:?}, away \
                 {away:?}, {:?}, {faults:?}",
                play.ending()
            )
        };
        if enough(reached) {
            return fails(Failure::Stuck, format!("{}, though a quorum is there", state()));
        }
        // A node that has given up says so; one that waits says for whom.
        if play.ending().is_none() && enough(play.present().without(node.away())) {
            return fails(Failure::Stuck, format!("{}, and does not say why", state()));
        }
        Ok(())
    }
}

/// How many of the present seats it takes to go on: more than half, and no fewer than remain after all
/// leavers still allowed. `None` if more have gone than the table survives.
pub fn quorum(play: &MatchState) -> Option<usize> {
    let present = play.present().len();
    let leavers = usize::from(play.charter().survive).checked_sub(play.gone().len())?;
    // Nobody can be gone before every key can be recovered: after keys, dealings and receipts.
    let setup = if play.charter().survive > 0 { 3 } else { 1 };
    let last = play.step() - u64::from(play.ending().is_some());
    if last <= setup {
        return play.gone().is_empty().then_some(present);
    }
    Some(present.saturating_sub(leavers).max(present / 2 + 1))
}

/// Whether, where two nodes' histories diverge, the first one went on without somebody.
fn decided(node: &Node, other: &Node) -> bool {
    let (one, other) = (node.transcript(), other.transcript());
    let (Ok(mut one), Ok(mut other)) = (Reader::new(one.as_slice()), Reader::new(other.as_slice()))
    else {
        return false;
    };
    loop {
        match (one.entry::<Record>(), other.entry::<Record>()) {
            (Ok(Some(record)), Ok(Some(same))) if record == same => {}
            (Ok(Some(record)), Ok(Some(_))) => return matches!(record, Record::Consent(_)),
            _ => return false,
        }
    }
}

/// Checks that of any two seats that stay, one history is a prefix of the other.
fn one_history(staying: &[There<'_>]) -> Result<(), Problem> {
    let transcripts: Vec<_> =
        staying.iter().map(|(seat, node)| (*seat, node.steps(), node.play())).collect();
    for (one, transcript, play) in &transcripts {
        for (other, longer, further) in &transcripts {
            if transcript.len() <= longer.len() && !longer.starts_with(transcript) {
                let steps = (play.step(), further.step());
                let what =
                    format!("the transcripts of {one} and {other} differ at steps {steps:?}");
                return fails(Failure::TwoHistories, what);
            }
        }
    }
    Ok(())
}

fn fails<T>(failure: Failure, what: String) -> Result<T, Problem> {
    Err(Problem { failure, what })
}
