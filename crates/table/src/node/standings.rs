//! How nodes have closed the steps in which a proven cheat took part, and whether that split the match.
//!
//! A seat that is proven to cheat may have told each node something else. So every node signs how it has closed
//! the steps in which that may have happened, and everybody passes these words on. If two seats that are not
//! that cheat are bound to two ways, no common history is left, and the match is over for everybody who hears it.
//! Nobody is told from a head alone, which anybody can make up, and nobody ends a match for one node only.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Contradiction, Digest, Evidence, Message, Signed, Standing, Value, limits};

use super::{Dropped, Node};
use crate::{Blame, Misdeed, Seats, journal::Entry};

/// What seats have said about how they closed steps: on each step at most two different things each.
#[derive(Default)]
pub(super) struct Standings(BTreeMap<(u64, Seat), Vec<Signed<Standing>>>);

impl Standings {
    /// What was said about a step.
    pub fn of(&self, step: u64) -> impl Iterator<Item = &Signed<Standing>> {
        self.since(step).take_while(move |signed| signed.statement.at.step == step)
    }

    pub fn len(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// What was said about a step and those after it.
    fn since(&self, step: u64) -> impl Iterator<Item = &Signed<Standing>> {
        self.0.range((step, Seat::new(0))..).flat_map(|(_, said)| said)
    }

    /// What a seat has said about a step.
    pub fn by(&self, seat: Seat, step: u64) -> &[Signed<Standing>] {
        self.0.get(&(step, seat)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Takes in a genuine word. False if it is known, or one too many.
    fn hear(&mut self, seat: Seat, signed: Signed<Standing>) -> bool {
        let step = signed.statement.at.step;
        let said = self.by(seat, step);
        let known = said.iter().any(|other| other.statement == signed.statement);
        let many = self.0.keys().filter(|(_, by)| *by == seat).count();
        let news = !known && said.len() < 2 && (many < limits::STANDINGS || !said.is_empty());
        if news {
            self.0.entry((step, seat)).or_default().push(signed);
        }
        news
    }

    /// Everybody has signed the head before this step: what was said about earlier ones is settled.
    pub fn forget_before(&mut self, step: u64) {
        self.0 = self.0.split_off(&(step, Seat::new(0)));
    }
}

/// What binds a seat to a way to close a step.
#[derive(Clone, Copy)]
struct Bond {
    seat: Seat,
    /// The head before the step.
    head: Digest,
    value: Value,
    /// Whether the seat has closed the step so. Otherwise it has accepted it in a ballot.
    closed: bool,
}

impl Bond {
    /// Whether two seats are bound to two ways that cannot both be those of the table. Whoever was left behind
    /// may have closed the step with everybody: that is no split.
    fn parts_from(&self, other: &Self) -> bool {
        let leaves = |value: Value, seat: Seat| match value {
            Value::Without(mask) => mask >> seat.index() & 1 == 1,
            Value::Contributions(_) => false,
        };
        let contributions = |bond: &Self| matches!(bond.value, Value::Contributions(_));
        let bound = self.closed && other.closed || contributions(self) && contributions(other);
        let left = leaves(self.value, other.seat) || leaves(other.value, self.seat);
        let apart = self.seat != other.seat && self.head == other.head && self.value != other.value;
        apart && bound && !left
    }
}

impl Node {
    pub(super) fn on_standing(&mut self, signed: Signed<Standing>) -> Result<(), Dropped> {
        let at = signed.statement.at;
        let seat = self.known_seat(&at.match_id, at.seat)?;
        let far = at.step > self.play.step.saturating_add(limits::AHEAD);
        let known = self.standings.by(seat, at.step).contains(&signed);
        if known || far || at.step < self.suspicions.common {
            return Ok(());
        }
        self.genuine(&signed)?;
        let other = self.standings.by(seat, at.step).first().copied();
        let own = self.seat() == Some(seat);
        if own && other.is_some() || !self.standings.hear(seat, signed) {
            return Ok(());
        }
        if own && !self.replaying {
            self.notice_old_copy(seat);
            self.keep(&Entry::Standing(signed), true);
        }
        if let Some(other) = other {
            let both = Contradiction::TwoStandings(other, signed);
            self.accuse_of_contradiction(Evidence::Closing(both));
        }
        self.look_for_split();
        Ok(())
    }

    /// Says how this node has closed the steps in which seats are proven to have contradicted themselves.
    pub(super) fn stand_where_somebody_lied(&mut self) {
        let contradicts = |blame: &&Blame| {
            use Misdeed::{ForbiddenProposal, HiddenAccept, TwoAccepts, TwoPromises};
            use Misdeed::{TwoContributions, TwoProposals};
            matches!(
                blame.misdeed,
                TwoContributions
                    | TwoPromises
                    | TwoAccepts
                    | TwoProposals
                    | ForbiddenProposal
                    | HiddenAccept
            )
        };
        let lies = self.suspicions.blames().filter(contradicts);
        let steps: Vec<u64> = lies.map(|blame| blame.step).collect();
        steps.into_iter().for_each(|step| self.stand(step));
    }

    /// Says how this node has closed a step, if a proven cheat was present in it and not everybody has signed
    /// what followed.
    pub(super) fn stand(&mut self, step: u64) {
        let Some(me) = self.me.as_ref().filter(|_| self.may_sign()) else { return };
        let Some(closed) = self.log.get(step) else { return };
        let cheats = closed.present.intersection(self.suspicions.seats());
        let said = !self.standings.by(me.seat, step).is_empty();
        if cheats.is_empty() || said || step < self.suspicions.common {
            return;
        }
        let at = closed.scope(self.play.id, step).header(me.seat);
        let signed = Signed::new(Standing { at, value: closed.value() }, me.secrets.identity());
        self.standings.hear(me.seat, signed);
        self.keep(&Entry::Standing(signed), true);
        self.broadcast(&Message::Standing(signed));
        self.look_for_split();
    }

    /// The match is split if two seats are bound to two ways to close a step in which another was present that
    /// is proven to cheat.
    pub(super) fn look_for_split(&mut self) {
        let proven = self.suspicions.seats();
        if self.suspicions.split || proven.is_empty() {
            return;
        }
        let first = self.suspicions.common;
        let mut steps: Vec<u64> =
            self.standings.since(first).map(|signed| signed.statement.at.step).collect();
        steps.extend(self.closings.since(first).map(|closing| closing.scope().step));
        steps.dedup();
        self.suspicions.split = steps.into_iter().any(|step| self.is_split_in(step, proven));
    }

    fn is_split_in(&self, step: u64, proven: Seats) -> bool {
        let present = self.log.get(step).map_or(self.play.present(), |closed| closed.present);
        let bonds: Vec<Bond> = self.bonds(step).filter(|one| present.contains(one.seat)).collect();
        bonds.iter().enumerate().any(|(i, one)| {
            bonds.iter().skip(i).any(|other| {
                let two = [one.seat, other.seat].into_iter().collect();
                let cheats = proven.intersection(present).without(two);
                !cheats.is_empty() && one.parts_from(other)
            })
        })
    }

    /// What binds seats to a way to close a step.
    fn bonds(&self, step: u64) -> impl Iterator<Item = Bond> {
        let closed = self.standings.of(step).map(|signed| {
            let Standing { at, value } = signed.statement;
            Bond { seat: Seat::new(at.seat), head: at.head, value, closed: true }
        });
        let closings = self.closings.since(step).take_while(move |c| c.scope().step == step);
        let accepted = closings.flat_map(|closing| {
            let head = closing.scope().head;
            let bond = move |(seat, value)| Bond { seat, head, value, closed: false };
            closing.accepted_values().map(bond)
        });
        closed.chain(accepted)
    }

    /// The contributions that a node should rather close the current step by, if it is free to choose: those that
    /// somebody has closed it by who is not known to cheat.
    pub(super) fn closed_elsewhere(&self) -> Option<Digest> {
        let proven = self.suspicions.seats();
        self.standings.of(self.play.step).find_map(|signed| {
            let Standing { at, value } = signed.statement;
            let trusted = at.head == self.play.head && !proven.contains(Seat::new(at.seat));
            match value {
                Value::Contributions(digest) if trusted => Some(digest),
                _ => None,
            }
        })
    }

    /// How this seat has said that it closed the current step, before it lost its journal.
    pub(super) fn stood(&self) -> Option<Value> {
        let said = self.standings.by(self.seat()?, self.play.step).first()?;
        (said.statement.at.head == self.play.head).then_some(said.statement.value)
    }

    /// Says again how seats have closed steps that not everybody has signed the head after.
    pub(super) fn say_standings_again(&mut self) {
        let said: Vec<_> = self.standings.since(self.suspicions.common).copied().collect();
        said.into_iter().for_each(|signed| self.broadcast(&Message::Standing(signed)));
    }

    /// Shows somebody why the match is split, if it is.
    pub(super) fn show_split(&mut self, to: Option<Seat>) {
        if self.suspicions.split {
            let said: Vec<_> = self.standings.since(self.suspicions.common).copied().collect();
            said.into_iter().for_each(|signed| self.reply_to(to, &Message::Standing(signed)));
        }
    }
}
