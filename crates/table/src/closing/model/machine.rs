//! One seat's machine: the closing that runs, and the journal that outlives a crash.

use core::hash::{Hash, Hasher};

use engine::Seat;
use proto::{Ballot, Value, Word};

use super::{
    super::{Closing, Heard},
    CONTRIBUTIONS, Trial, Unsigned,
};
use crate::Seats;

/// The number of a word.
pub(super) type WordId = u32;
/// The number of a machine.
pub(super) type MachineId = u32;
/// The number of an event.
pub(super) type EventId = u32;

/// A machine that has just restarted from its journal, perhaps with the contributions. Everything else
/// that it has heard is forgotten: it can hear it again at the moment when it matters.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub seat: Seat,
    /// What is on its disk, in ascending numbers: what it has said, and the proposals that it has accepted.
    pub journal: Vec<WordId>,
    /// Whether all contributions are here, and whether they outlive a crash.
    pub have: Option<Kept>,
    /// Whether it has closed the step by contributions alone.
    pub closed: bool,
    /// Follows from all of the above.
    pub closing: Closing,
}

/// How contributions are kept: written at once, and synced with the next word that the machine says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kept {
    Written,
    Synced,
}

/// What can happen to a machine: it hears statements one after the other, and then does something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Event {
    pub heard: Vec<WordId>,
    pub deed: Deed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Deed {
    /// Makes the statements that are due.
    Answer,
    /// Receives all contributions.
    Have,
    Consent(Seats),
    /// Begins a ballot.
    Begin,
    /// Loses what was not synced, and restarts.
    Crash,
}

impl From<Deed> for Event {
    fn from(deed: Deed) -> Self {
        Self { heard: Vec::new(), deed }
    }
}

impl Machine {
    fn key(&self) -> (Seat, &[WordId], Option<Kept>, bool) {
        (self.seat, &self.journal, self.have, self.closed)
    }
}

impl PartialEq for Machine {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Machine {}

impl Hash for Machine {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Trial {
    /// A machine with this journal.
    pub(super) fn restarted(
        &self,
        seat: Seat,
        mut journal: Vec<WordId>,
        have: Option<Kept>,
    ) -> Machine {
        journal.sort_unstable();
        journal.dedup();
        let mut closing = Closing::new(self.scope(), Some(seat));
        let mut words: Vec<_> = journal.iter().map(|id| self.words.get(*id)).collect();
        words.sort_by_key(|word| order(word));
        for word in words {
            assert_eq!(closing.hear(Word::clone(&word)), Heard::New, "{word:?}");
        }
        if have.is_some() {
            closing.have(CONTRIBUTIONS);
        }
        Machine { seat, journal, have, closed: false, closing }
    }

    /// The machine after an event; `None` if the event is impossible or changes nothing.
    pub(super) fn after(&self, id: MachineId, event: EventId) -> Option<MachineId> {
        let answer = |(id, event): &(MachineId, EventId)| {
            let (machine, event) = (self.machines.get(*id), self.events.get(*event));
            let next = self.machines.number(self.play(&machine, &event)?);
            (next != *id).then_some(next)
        };
        self.next.get((id, event), answer)
    }

    fn play(&self, machine: &Machine, event: &Event) -> Option<Machine> {
        if event.deed == Deed::Crash {
            let lost = machine.have == Some(Kept::Written);
            return lost.then(|| self.restarted(machine.seat, machine.journal.clone(), None));
        }
        let mut closing = machine.closing.clone();
        let answers = self.hear(&mut closing, &event.heard);
        // Hearing something without answering is like not hearing it, unless the machine then acts. If it
        // would answer instead, that is another event.
        if answers != (event.deed == Deed::Answer) {
            return None;
        }
        let open = !machine.closed;
        let word = match event.deed {
            Deed::Consent(set) => Some(closing.consent(set, &Unsigned).filter(|_| open)?),
            Deed::Begin => Some(closing.begin(&Unsigned).filter(|_| open)?),
            Deed::Answer | Deed::Have | Deed::Crash => None,
        };
        word.iter().for_each(|word| drop(closing.hear(word.clone())));
        let mut have = machine.have;
        if event.deed == Deed::Have {
            closing.have(CONTRIBUTIONS);
            have = have.or(Some(Kept::Written));
        }
        let said = self.speak(&mut closing, word.into_iter().collect());
        let have = have.map(|kept| if said.is_empty() { kept } else { Kept::Synced });
        let journal = [machine.journal.as_slice(), &said].concat();
        let next = self.restarted(machine.seat, journal, have);
        let fast = have.is_some() && (self.broken || next.closing.may_use_fast_path());
        Some(Machine { closed: machine.closed || fast, ..next })
    }

    /// Hears statements until one makes it answer; whether one does.
    fn hear(&self, closing: &mut Closing, words: &[WordId]) -> bool {
        words.iter().any(|word| {
            let word = Word::clone(&self.words.get(*word));
            // Whatever a node does not look at would have changed nothing.
            let useless = closing.is_useless(&word, Seats::NONE);
            let heard = closing.hear(word);
            assert!(!useless || heard == Heard::Nothing, "{heard:?}");
            closing.due(&Unsigned).is_some()
        })
    }

    /// Makes all statements that are due, and returns the journal entries.
    pub(super) fn speak(&self, closing: &mut Closing, mut said: Vec<Word>) -> Vec<WordId> {
        while let Some(word) = closing.due(&Unsigned) {
            if let Word::Accept(accept) = &word {
                let chain = closing.proposal_of(accept.statement.ballot).map(<[_]>::to_vec);
                said.extend(chain.map(Word::Proposal));
            }
            assert_eq!(closing.hear(word.clone()), Heard::New, "{word:?}");
            said.push(word);
        }
        said.into_iter().map(|word| self.words.number(word)).collect()
    }
}

/// The ballot of a word; none for a consent.
pub(super) fn ballot_of(word: &Word) -> Option<Ballot> {
    match word {
        Word::Consent(_) => None,
        Word::Prepare(signed) => Some(signed.statement.ballot()),
        Word::Promise(signed, _) => Some(signed.statement.ballot),
        Word::Proposal(chain) => chain.first().map(|first| first.statement.ballot()),
        Word::Accept(signed) => Some(signed.statement.ballot),
        Word::Decided(decided) => Some(decided.proposal.statement.ballot()),
    }
}

/// The value of a proposal with those that it rests on, or of an acceptance.
pub(super) fn value_of(word: &Word) -> Option<Value> {
    match word {
        Word::Proposal(chain) => chain.first().map(|first| first.statement.value),
        Word::Accept(signed) => Some(signed.statement.value),
        _ => None,
    }
}

/// The order in which a machine's words came to its journal: ballot by ballot, since it accepts nothing in
/// an earlier one than it has promised.
fn order(word: &Word) -> (Option<Ballot>, u8) {
    let kind = match word {
        Word::Consent(_) => 0,
        Word::Prepare(_) => 1,
        Word::Promise(..) => 2,
        Word::Proposal(_) => 3,
        Word::Accept(_) => 4,
        Word::Decided(_) => 5,
    };
    (ballot_of(word), kind)
}
