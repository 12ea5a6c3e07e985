//! Whether a step can still be closed: played on from any state, without faults.

use engine::Seat;
use proto::Word;

use super::{super::Heard, CONTRIBUTIONS, State, Trial, Unsigned};
use crate::Seats;

impl Trial {
    /// Plays on without faults, with those who owe something or without them, until everybody has closed
    /// the step or knows that they are left behind.
    pub(super) fn ends(&self, state: &State, silent: bool) -> bool {
        let mut state = state.clone();
        let missing = if state.contributed { Seats::NONE } else { self.owed };
        if silent && (missing.is_empty() || self.scope().leavable(missing.mask()).is_none()) {
            return true;
        }
        let awake: Vec<Seat> =
            self.honest().filter(|seat| !silent || !missing.contains(*seat)).collect();
        state.contributed |= !silent;
        for _ in 0..8 {
            for &seat in &awake {
                let machine = &mut state.machines[seat.index()];
                if state.contributed {
                    machine.closing.have(CONTRIBUTIONS);
                } else if machine.closed.is_none() {
                    let word = machine.closing.consent(missing, &Unsigned);
                    word.into_iter().for_each(|word| self.say(machine, word));
                }
                self.settle(machine);
            }
            self.deliver_all(&mut state, &awake);
            let ended = |seat: &Seat| {
                let machine = &state.machines[seat.index()];
                machine.closed.is_some() || machine.closing.decided().is_some()
            };
            if awake.iter().all(ended) {
                return true;
            }
            for &seat in &awake {
                let machine = &mut state.machines[seat.index()];
                let begun = machine.closed.is_none().then(|| machine.closing.begin(&Unsigned));
                if let Some(word) = begun.flatten() {
                    self.say(machine, word);
                    self.deliver_all(&mut state, &awake);
                    break;
                }
            }
        }
        false
    }

    fn deliver_all(&self, state: &mut State, awake: &[Seat]) {
        loop {
            let words: Vec<Word> =
                awake.iter().flat_map(|seat| state.machines[seat.index()].said.clone()).collect();
            let again: Vec<Word> = awake
                .iter()
                .flat_map(|seat| state.machines[seat.index()].closing.again())
                .collect();
            let mut changed = false;
            for &seat in awake {
                let machine = &mut state.machines[seat.index()];
                for word in words.iter().chain(&again) {
                    if machine.closing.hear(word.clone()) == Heard::New {
                        self.settle(machine);
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
}
