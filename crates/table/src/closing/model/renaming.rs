//! Seats that can be exchanged for each other: of states that differ by the names of seats alone, one is enough.
//!
//! Nothing depends on a seat's name but the order of ballots of one round. So this is done only where honest
//! seats begin a single ballot, and where a liar, who begins as many as it likes, is the first or the last
//! of all seats, so that the order is the same whoever begins.

use std::sync::Arc;

use engine::Seat;
use proto::{Ballot, Header, Promise, Proposal, Signed, Value, Word};

use super::{
    MOST_SEATS, State, Trial,
    machine::{Machine, MachineId},
};
use crate::Seats;

impl Trial {
    /// The least of the states that differ from this one by the names of seats alone.
    pub(super) fn representative(&self, state: State) -> State {
        if self.renamings.len() < 2 {
            return state;
        }
        let machines: [Arc<[MachineId]>; MOST_SEATS] =
            state.machines.map(|id| self.renamed.get(id, |id| self.renamed(*id)));
        let renamed = self.renamings.iter().enumerate().map(|(i, names)| {
            let mut renamed = State { machines: [0; MOST_SEATS] };
            for (seat, name) in names.iter().enumerate() {
                renamed.machines[name.index()] = machines[seat][i];
            }
            renamed
        });
        renamed.min().unwrap_or(state)
    }

    /// All permutations of seats that leave a liar where it is, and let the same seats be left; none where names
    /// make a difference.
    pub(super) fn all_renamings(&self) -> Vec<Vec<Seat>> {
        let outermost = |liar: Seat| liar.index() == 0 || liar.index() + 1 == self.seats;
        if self.ballots > 1 || !self.liar.is_none_or(outermost) {
            return Vec::new();
        }
        let mut all: Vec<Vec<Seat>> = vec![Vec::new()];
        for seat in Seat::all(self.seats) {
            let fits = |name: &Seat| {
                let like = |one: Seat| (Some(one) == self.liar, self.left.contains(one));
                like(*name) == like(seat)
            };
            let free = |names: &Vec<Seat>| {
                let free = Seat::all(self.seats).filter(|name| !names.contains(name));
                free.filter(fits).map(|name| [names.as_slice(), &[name]].concat()).collect()
            };
            all = all.iter().flat_map(|names| -> Vec<Vec<Seat>> { free(names) }).collect();
        }
        all
    }

    fn renamed(&self, id: MachineId) -> Arc<[MachineId]> {
        let machine = self.machines.get(id);
        let renamed = |names: &Vec<Seat>| {
            let words = machine.journal.iter().map(|id| self.words.get(*id));
            let words = words.map(|word| self.words.number(word_as(&word, names)));
            let seat = names[machine.seat.index()];
            let renamed = self.restarted(seat, words.collect(), machine.have);
            self.machines.number(Machine { closed: machine.closed, ..renamed })
        };
        self.renamings.iter().map(renamed).collect()
    }
}

fn word_as(word: &Word, names: &[Seat]) -> Word {
    let mut word = word.clone();
    match &mut word {
        Word::Consent(signed) => {
            rename_header(&mut signed.statement.at, names);
            rename_mask(&mut signed.statement.without, names);
        }
        Word::Prepare(signed) => rename_header(&mut signed.statement.at, names),
        Word::Promise(signed, named) => {
            rename_promise(&mut signed.statement, names);
            rename_chain(named, names);
        }
        Word::Proposal(chain) => rename_chain(chain, names),
        Word::Accept(signed) => {
            rename_header(&mut signed.statement.at, names);
            rename_ballot(&mut signed.statement.ballot, names);
            rename_value(&mut signed.statement.value, names);
        }
        Word::Decided(_) => {}
    }
    word
}

fn rename_chain(chain: &mut [Signed<Proposal>], names: &[Seat]) {
    for Signed { statement, .. } in chain {
        rename_header(&mut statement.at, names);
        rename_value(&mut statement.value, names);
        for promise in &mut statement.promises {
            rename_promise(&mut promise.statement, names);
        }
        statement.promises.sort_by_key(|promise| promise.statement.at.seat);
    }
}

fn rename_promise(promise: &mut Promise, names: &[Seat]) {
    rename_header(&mut promise.at, names);
    rename_ballot(&mut promise.ballot, names);
    if let Some((ballot, value)) = &mut promise.accepted {
        rename_ballot(ballot, names);
        rename_value(value, names);
    }
}

fn rename_value(value: &mut Value, names: &[Seat]) {
    if let Value::Without(mask) = value {
        rename_mask(mask, names);
    }
}

fn rename_mask(mask: &mut u16, names: &[Seat]) {
    let seats = Seats::from_mask(*mask, 16).unwrap_or_default();
    *mask = seats.iter().map(|seat| names[seat.index()]).collect::<Seats>().mask();
}

fn rename_header(at: &mut Header, names: &[Seat]) {
    at.seat = names[usize::from(at.seat)].index() as u8;
}

fn rename_ballot(ballot: &mut Ballot, names: &[Seat]) {
    ballot.seat = names[usize::from(ballot.seat)].index() as u8;
}
