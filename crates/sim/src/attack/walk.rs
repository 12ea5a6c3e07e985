//! What happened on one history: the steps, and what each of them reveals to whom.

use engine::{Audience, Seat};
use mental::Card;
use proto::{Digest, Record, file::Reader};
use table::{MatchState, Node, Seats, audit::Auditor};

use crate::world::World;

/// The history of one seat's node, up to its open step.
pub(crate) struct History {
    pub seat: Seat,
    /// The steps from the first one on; the last one is open.
    pub steps: Vec<Step>,
    /// The masked cards that occurred.
    pub cards: Vec<Card>,
    /// Random numbers that are not opened yet, and the step that opens them.
    pub numbers: Vec<(u64, Card)>,
    /// Cards that were dealt to a seat.
    pub dealt: Vec<(Card, Seat)>,
}

/// One step.
pub(crate) struct Step {
    pub number: u64,
    /// The digest of everything before it.
    pub head: Digest,
    pub round: &'static str,
    /// Who is still present.
    pub present: Seats,
    /// The cards it shows to the attacker or to all.
    pub shows: Vec<Card>,
    /// For each seat that is gone, the cards of which its shares are recovered.
    pub recovers: Vec<(Seat, Vec<Card>)>,
}

impl History {
    /// Follows the transcript of a node, noting what `attacker` was shown.
    pub(super) fn of(world: &World, seat: Seat, node: &Node, attacker: Seat) -> Option<Self> {
        let transcript = node.transcript();
        let mut reader = Reader::new(transcript.as_slice()).ok()?;
        let mut auditor = Auditor::new(&world.charter, world.config.game).ok()?;
        reader.entry::<Record>().ok()?;
        let mut history = Self {
            seat,
            steps: Vec::new(),
            cards: Vec::new(),
            numbers: Vec::new(),
            dealt: Vec::new(),
        };
        history.note(auditor.play(), attacker);
        while let Some(record) = reader.entry().ok()? {
            auditor.follow(&record);
            if auditor.play().step() > history.steps.len() as u64 {
                history.note(auditor.play(), attacker);
            }
        }
        Some(history)
    }

    /// Notes the step that is open.
    fn note(&mut self, play: &MatchState, attacker: Seat) {
        let openings = play.openings();
        let to_attacker = |to: &Audience| match to {
            Audience::All => true,
            // Cards dealt to a seat that is gone are opened to all.
            Audience::Seat(seat) => *seat == attacker || play.gone().contains(*seat),
        };
        let shows = openings.iter().filter(|(_, _, to)| to_attacker(to)).map(|(_, card, _)| *card);
        let recovers = |seat: Seat| (seat, play.inputs(seat).concat());
        self.steps.push(Step {
            number: play.step(),
            head: play.head(),
            round: play.round_name(),
            present: play.present(),
            shows: shows.collect(),
            recovers: if openings.is_empty() {
                Vec::new()
            } else {
                play.gone().iter().map(recovers).collect()
            },
        });
        for (handle, card, to) in openings {
            match (handle, to) {
                (None, _) => self.numbers.push((play.step(), card)),
                (Some(_), Audience::Seat(seat)) => self.dealt.push((card, seat)),
                (Some(_), Audience::All) => {}
            }
            self.cards.push(card);
        }
        let masked = play.driver().faces().live().filter_map(|handle| play.masked_card(handle));
        self.cards.extend(masked.filter(|card| !card.a.is_identity()));
    }

    /// A step by its number and head, if this history has it.
    pub(super) fn step(&self, number: u64, head: &Digest) -> Option<&Step> {
        let step = self.steps.get(usize::try_from(number.checked_sub(1)?).ok()?)?;
        (step.head == *head).then_some(step)
    }

    /// Whether, by this history, a step may reveal what it reveals: everybody who was still present has the
    /// same history up to some step, and since then only openings have closed, whose values are fixed.
    pub(super) fn may_give(&self, step: &Step, all: &[Self]) -> bool {
        let Some(last) = self.steps.iter().position(|s| s.number == step.number) else {
            return false;
        };
        let before = self.steps[..=last].iter().rev();
        // The step itself, and those before it as long as only openings lie between.
        let mut reached = true;
        for earlier in before {
            if earlier.number < step.number {
                reached &= is_fixed(earlier.round);
            }
            if !reached {
                return false;
            }
            if is_common(earlier, all) {
                return true;
            }
        }
        false
    }
}

/// Whether every honest seat that was still present has this step on its history.
fn is_common(step: &Step, all: &[History]) -> bool {
    let has = |history: &History| history.step(step.number, &step.head).is_some();
    all.iter().filter(|history| step.present.contains(history.seat)).all(has)
}

/// Whether the content of a step of this kind is fixed before it begins, apart from the proofs.
fn is_fixed(round: &str) -> bool {
    ["deal", "reveal", "roll", "open", "common-head"].contains(&round)
}
