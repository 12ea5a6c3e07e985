//! Tests that the forgetting of the machines hides nothing: machines that forget nothing hear statements
//! one by one, at random, and all that they do must be among what the machines of a [`State`] can do.

use std::collections::BTreeSet;

use engine::Seat;
use proto::{Ballot, Value, Word};
use stateright::Model;

use super::{
    super::Closing,
    CONTRIBUTIONS, MOST_SEATS, State, Trial, Unsigned,
    machine::{Kept, Machine, MachineId, WordId, ballot_of, value_of},
};
use crate::Seats;

/// A machine with everything that it has heard since its last crash.
struct Remembering {
    machine: Machine,
    closing: Closing,
}

/// A statement without the promises that a proposal rests on.
type Outline = (u8, u8, Option<Ballot>, Option<Value>, Option<(Ballot, Value)>, Seats);

type Outlined = (BTreeSet<Outline>, Option<Kept>, bool);

/// How many actions a forgetting machine may need for what a remembering one does at once: contributions
/// or a consent come first, and then what is heard again.
const ACTIONS: usize = 2;

/// A deterministic pseudo-random number generator.
pub(super) struct Dice(pub u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

impl Trial {
    /// Plays at random with machines that remember, and returns how often one of them has changed what
    /// others may see.
    pub(super) fn wander(&self, dice: &mut Dice, events: usize) -> usize {
        let new = |seat| self.remembering(self.restarted(seat, Vec::new(), None));
        let mut machines: Vec<Remembering> = Seat::all(self.seats).map(new).collect();
        let mut changes = 0;
        for _ in 0..events {
            let before = self.forgetful(&machines);
            let network = self.network(&before);
            let begins = network.ballots < self.ballots;
            let seat = dice.below(self.seats);
            self.happen(&mut machines[seat], &network.said, begins, dice);
            let after = self.forgetful(&machines);
            if before != after {
                changes += 1;
                let goal = self.outlined(after.machines[seat]);
                let found = self.reaches(&before, seat, &goal, ACTIONS);
                assert!(found, "{goal:?} after {:?}", self.outlined(before.machines[seat]));
            }
        }
        changes
    }

    /// Whether a seat's machine can get to this goal by a few actions of its own.
    fn reaches(&self, state: &State, seat: usize, goal: &Outlined, actions: usize) -> bool {
        if actions == 0 {
            return self.outlined(state.machines[seat]) == *goal;
        }
        let mut all = Vec::new();
        self.actions(state, &mut all);
        let mut own = all.into_iter().filter(|action| action.seat.index() == seat);
        self.reaches(state, seat, goal, 0)
            || own.any(|action| {
                let mut next = *state;
                next.machines[seat] = action.next;
                self.reaches(&next, seat, goal, actions - 1)
            })
    }

    fn remembering(&self, machine: Machine) -> Remembering {
        Remembering { closing: machine.closing.clone(), machine }
    }

    /// The state of these machines if they forgot what they have heard.
    fn forgetful(&self, machines: &[Remembering]) -> State {
        let mut state = State { machines: [0; MOST_SEATS] };
        for (id, one) in state.machines.iter_mut().zip(machines) {
            let Machine { seat, journal, have, closed, .. } = one.machine.clone();
            let machine = self.restarted(seat, journal, have);
            *id = self.machines.number(Machine { closed, ..machine });
        }
        state
    }

    /// Lets something happen to a machine.
    fn happen(&self, one: &mut Remembering, said: &[WordId], begins: bool, dice: &mut Dice) {
        let sets: Vec<Seats> = self.sets().collect();
        let (mut own, closed) = (Vec::new(), one.machine.closed);
        match dice.below(40) {
            0 => {
                if one.machine.have == Some(Kept::Written) {
                    let journal = one.machine.journal.clone();
                    *one = self.remembering(self.restarted(one.machine.seat, journal, None));
                }
                // At least everything that it has heard is lost.
                one.closing = self.restarted_closing(&one.machine);
            }
            1 => {
                one.machine.have = one.machine.have.or(Some(Kept::Written));
                one.closing.have(CONTRIBUTIONS);
            }
            2..6 if !closed => {
                own.extend(one.closing.consent(sets[dice.below(sets.len())], &Unsigned));
            }
            6..9 if !closed && begins => own.extend(one.closing.begin(&Unsigned)),
            _ if !said.is_empty() => {
                let word = self.words.get(said[dice.below(said.len())]);
                one.closing.hear(Word::clone(&word));
            }
            _ => {}
        }
        own.iter().for_each(|word| drop(one.closing.hear(word.clone())));
        let said = self.speak(&mut one.closing, own);
        if !said.is_empty() {
            one.machine.have = one.machine.have.map(|_| Kept::Synced);
        }
        one.machine.journal.extend(said);
        one.machine.closed |= one.machine.have.is_some() && one.closing.may_use_fast_path();
    }

    fn restarted_closing(&self, machine: &Machine) -> Closing {
        self.restarted(machine.seat, machine.journal.clone(), machine.have).closing
    }

    pub(super) fn outlined(&self, id: MachineId) -> Outlined {
        let machine = self.machines.get(id);
        let words = machine.journal.iter().map(|id| outline(&self.words.get(*id)));
        (words.collect(), machine.have, machine.closed)
    }
}

fn outline(word: &Word) -> Outline {
    let (kind, accepted, set) = match word {
        Word::Consent(signed) => (0, None, signed.statement.without),
        Word::Prepare(_) => (1, None, 0),
        Word::Promise(signed, _) => (2, signed.statement.accepted, 0),
        Word::Proposal(_) => (3, None, 0),
        Word::Accept(_) => (4, None, 0),
        Word::Decided(_) => (5, None, 0),
    };
    let seat = word.at().map_or(0, |at| at.seat);
    let set = Seats::from_mask(set, 16).unwrap_or_default();
    (kind, seat, ballot_of(word), value_of(word), accepted, set)
}
