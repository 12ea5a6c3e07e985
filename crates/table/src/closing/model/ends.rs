//! Liveness: whether a step can still be closed from any state, if no more faults occur.

use engine::Seat;
use proto::{Value, Word};

use super::{
    super::{Closing, Heard},
    CONTRIBUTIONS, State, Trial, Unsigned,
    machine::{Deed, Kept, Machine, MachineId},
};
use crate::Seats;

/// How often each seat gets a turn to begin a ballot.
const TURNS: usize = 2;

/// The role of a seat while a state is continued without faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Awake,
    /// It is silent, but what it has said is heard.
    Heard,
    /// It is silent, and what it has said is lost.
    Gone,
}

impl Trial {
    /// Whether everybody can close the step, or learn that they are left behind, if all are there, and if
    /// any seats that can be left are silent from now on. The last statements of silent seats reach
    /// everybody or nobody.
    pub(super) fn can_end(&self, state: &State) -> bool {
        let silent = self.sets().flat_map(|set| [(set, true), (set, false)]);
        let mut cases = silent.chain([(Seats::NONE, true)]);
        cases.all(|(silent, last_words)| {
            let state = self.prepared(*state, silent, last_words);
            self.ended.get((state, silent), |(state, silent)| self.ends(state, *silent))
        })
    }

    /// The starting state: contributions reach everybody if somebody has them, or if nobody is silent;
    /// whoever cannot close the step consents to go on without those who are silent.
    fn prepared(&self, mut state: State, silent: Seats, last_words: bool) -> State {
        let awake = || self.honest().filter(|seat| !silent.contains(*seat));
        let have = |seat: Seat| self.machines.get(state.machines[seat.index()]).have.is_some();
        let there = silent.is_empty() || awake().any(have);
        let have = self.events.number(Deed::Have.into());
        let consent = self.events.number(Deed::Consent(silent).into());
        for seat in awake() {
            let id = &mut state.machines[seat.index()];
            if there {
                *id = self.after(*id, have).unwrap_or(*id);
            }
            if !silent.is_empty() {
                *id = self.after(*id, consent).unwrap_or(*id);
            }
        }
        let role = |seat: Seat| match (silent.contains(seat), last_words) {
            (false, _) => Role::Awake,
            (true, true) => Role::Heard,
            (true, false) => Role::Gone,
        };
        for seat in self.honest() {
            let id = &mut state.machines[seat.index()];
            *id = self.roles.get((*id, role(seat)), |(id, role)| self.reduced(*id, *role));
        }
        state
    }

    /// A machine without the parts that make no difference to its role.
    fn reduced(&self, id: MachineId, role: Role) -> MachineId {
        let machine = self.machines.get(id);
        let seat = machine.seat;
        self.machines.number(match role {
            Role::Awake => {
                let have = machine.have.map(|_| Kept::Synced);
                Machine { have, ..Machine::clone(&machine) }
            }
            Role::Heard => self.restarted(seat, machine.journal.clone(), None),
            Role::Gone => self.restarted(seat, Vec::new(), None),
        })
    }

    /// Continues without faults: everybody hears everything, as often as it takes, and begins a ballot in
    /// turn.
    fn ends(&self, state: &State, silent: Seats) -> bool {
        let mut play = PlayedOn { machines: Vec::new(), words: Vec::new() };
        for seat in self.honest() {
            let machine = self.machines.get(state.machines[seat.index()]);
            let words = machine.journal.iter().map(|id| Word::clone(&self.words.get(*id)));
            play.words.extend(words);
            if !silent.contains(seat) {
                play.machines.push((machine.closing.clone(), machine.closed));
            }
        }
        for turn in 0..TURNS * play.machines.len() {
            play.deliver_all();
            if play.machines.iter().all(has_ended) {
                return true;
            }
            play.begin(turn);
        }
        false
    }
}

fn has_ended((closing, closed): &(Closing, bool)) -> bool {
    let decided = closing.decided().map(|decided| decided.proposal.statement.value);
    *closed
        || decided.is_some_and(|value| match value {
            Value::Contributions(_) => closing.contributions.contains(&CONTRIBUTIONS),
            Value::Without(_) => true,
        })
}

/// A step that is continued without faults.
struct PlayedOn {
    /// Each with whether it has closed the step by contributions alone.
    machines: Vec<(Closing, bool)>,
    words: Vec<Word>,
}

impl PlayedOn {
    /// Everybody hears everything until nobody has anything to say.
    fn deliver_all(&mut self) {
        let Self { machines, words } = self;
        let mut heard = None;
        while heard != Some(words.len()) {
            heard = Some(words.len());
            for (closing, _) in &mut *machines {
                let mut next = 0;
                while let Some(word) = words.get(next) {
                    next += 1;
                    if closing.knows(word) || closing.hear(word.clone()) != Heard::New {
                        continue;
                    }
                    words.extend(speak(closing));
                }
            }
        }
    }

    /// The seat whose turn it is begins a ballot, if it may.
    fn begin(&mut self, turn: usize) {
        let whose = turn % self.machines.len();
        let (closing, closed) = &mut self.machines[whose];
        let open = !*closed && closing.is_eligible();
        if let Some(word) = closing.begin(&Unsigned).filter(|_| open) {
            assert_eq!(closing.hear(word.clone()), Heard::New, "{word:?}");
            self.words.push(word);
            self.words.extend(speak(closing));
        }
    }
}

/// Makes all statements that are due.
fn speak(closing: &mut Closing) -> Vec<Word> {
    let mut said = Vec::new();
    while let Some(word) = closing.due(&Unsigned) {
        assert_eq!(closing.hear(word.clone()), Heard::New, "{word:?}");
        said.push(word);
    }
    said
}
