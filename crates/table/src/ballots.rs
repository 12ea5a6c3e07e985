//! The votes on one step, and which way of closing the step they allow.
//!
//! Ballot 0 is the step's contributions, which need no vote. A vote in a ballot takes back all that
//! its signer said in the ballots before: from then on it closes the step by that ballot only. So of
//! two ways to close a step, everybody outside the set of the later one has turned away from the
//! earlier one, and nobody who stays closes it both ways. Who has closed it says so ([`Settled`]), and will
//! never vote on it again: that frees those who had voted in vain.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Evidence, Settled, Signed, Vote, limits};

use crate::Seats;

/// The votes on one step.
#[derive(Clone, Default)]
pub(crate) struct Ballots {
    votes: BTreeMap<(u32, Seat), Signed<Vote>>,
    settled: BTreeMap<Seat, Signed<Settled>>,
}

/// What hearing a statement brought.
pub(crate) enum Heard {
    /// It was not known before.
    New,
    /// It changes nothing.
    Old,
    /// Its signer had said the contrary.
    Contradiction(Evidence),
}

impl Ballots {
    pub fn is_empty(&self) -> bool {
        self.votes.is_empty() && self.settled.is_empty()
    }

    /// The votes that somebody else may need: everybody's last one, and those of ballots by which
    /// somebody has closed the step.
    pub fn news(&self) -> impl Iterator<Item = &Signed<Vote>> {
        let last = |seat: Seat| self.last(seat).map(|(ballot, _)| ballot);
        let matters = move |((ballot, voter), _): &(&(u32, Seat), &Signed<Vote>)| {
            last(*voter) == Some(*ballot) || self.closed_somebody(*ballot)
        };
        self.votes.iter().filter(matters).map(|(_, vote)| vote)
    }

    fn closed_somebody(&self, ballot: u32) -> bool {
        self.settled.values().any(|settled| settled.statement.ballot == ballot)
    }

    pub fn settled(&self) -> impl Iterator<Item = &Signed<Settled>> {
        self.settled.values()
    }

    /// The seats whose votes are here.
    pub fn voters(&self) -> Seats {
        self.votes.keys().map(|(_, voter)| *voter).collect()
    }

    /// The last vote of a seat: its ballot and its set.
    pub fn last(&self, seat: Seat) -> Option<(u32, Seats)> {
        let mut votes = self.votes.iter().rev();
        votes.find(|((_, voter), _)| *voter == seat).map(|((b, _), vote)| (*b, set(vote)))
    }

    /// The last ballot in which somebody outside a set has voted; 0 if nobody has.
    pub fn highest(&self, outside: Seats) -> u32 {
        let mut ballots = self.votes.keys().rev();
        ballots.find(|(_, voter)| !outside.contains(*voter)).map_or(0, |(ballot, _)| *ballot)
    }

    /// Whether a vote can change anything: it is not there yet, and not absurdly far ahead.
    pub fn wants(&self, vote: &Signed<Vote>) -> bool {
        let ballot = vote.statement.ballot;
        let known = self.votes.get(&(ballot, voter(vote)));
        let bound = self.highest(Seats::NONE).saturating_add(limits::BALLOTS_AHEAD);
        known.is_none_or(|known| known.statement != vote.statement) && (1..=bound).contains(&ballot)
    }

    /// Whether a word that a step is closed can be true: by a ballot that is not after the last vote of
    /// its signer, which is not absurdly far ahead; and by contributions with everybody.
    pub fn believes(&self, settled: &Signed<Settled>) -> bool {
        let Settled { ballot, without, last, .. } = settled.statement;
        let bound = self.highest(Seats::NONE).saturating_add(limits::BALLOTS_AHEAD);
        ballot <= last && last <= bound && (ballot > 0 || without == 0)
    }

    /// Takes a genuine vote on this step. Of its own votes a node forgets none.
    pub fn vote(&mut self, vote: Signed<Vote>, own: bool) -> Heard {
        let (voter, ballot) = (voter(&vote), vote.statement.ballot);
        if let Some(known) = self.votes.get(&(ballot, voter)) {
            return if known.statement == vote.statement {
                Heard::Old
            } else {
                Heard::Contradiction(Evidence::TwoVotes(known.clone(), vote))
            };
        }
        if let Some(settled) = self.settled.get(&voter)
            && settled.statement.last < ballot
        {
            return Heard::Contradiction(Evidence::TwoFaced(vote, settled.clone()));
        }
        self.votes.insert((ballot, voter), vote);
        let spare =
            |ballot: u32, seat: Seat| seat == voter && !own && !self.closed_somebody(ballot);
        let theirs = self.votes.keys().filter(|(ballot, seat)| spare(*ballot, *seat));
        if theirs.clone().count() > limits::BALLOTS
            && let Some(first) = theirs.min().copied()
        {
            self.votes.remove(&first);
        }
        Heard::New
    }

    /// Takes a genuine word of a seat that it has closed this step.
    pub fn settle(&mut self, settled: Signed<Settled>) -> Heard {
        let seat = Seat::new(settled.statement.seat);
        if let Some(known) = self.settled.get(&seat) {
            return if known.statement == settled.statement {
                Heard::Old
            } else {
                Heard::Contradiction(Evidence::TwoEnds(known.clone(), settled))
            };
        }
        let later = |((ballot, voter), _): &(&(u32, Seat), &Signed<Vote>)| {
            *voter == seat && *ballot > settled.statement.last
        };
        if let Some((_, vote)) = self.votes.iter().find(later) {
            return Heard::Contradiction(Evidence::TwoFaced(vote.clone(), settled));
        }
        self.settled.insert(seat, settled);
        Heard::New
    }

    /// The ballots in which everybody outside a set has voted for that set, the last ones first.
    pub fn complete(&self, present: Seats) -> Vec<(u32, Seats)> {
        let mut sets: Vec<(u32, Seats)> =
            self.votes.iter().map(|((ballot, _), vote)| (*ballot, set(vote))).collect();
        sets.sort_unstable();
        sets.dedup();
        let agreed = |&(ballot, without): &(u32, Seats)| {
            let agrees =
                |voter| self.votes.get(&(ballot, voter)).is_some_and(|v| set(v) == without);
            present.without(without).iter().all(agrees)
        };
        sets.into_iter().rev().filter(agreed).collect()
    }

    /// The votes of a ballot, in the order of seats.
    pub fn of(&self, ballot: u32, without: Seats) -> Vec<Signed<Vote>> {
        let of = self.votes.range((ballot, Seat::new(0))..);
        let of = of.take_while(|((b, _), _)| *b == ballot).map(|(_, vote)| vote);
        of.filter(|vote| set(vote) == without).cloned().collect()
    }

    /// The ballot and the set by which a seat that stays closes the step now.
    ///
    /// That is a ballot that is complete, with no later vote of its own in the way; or else one that
    /// somebody has closed the step by, if everybody outside the set of its own last vote has voted
    /// for that set too, or has closed the step so: see [`yielded`](Self::yielded).
    pub fn decision(&self, me: Seat, present: Seats) -> Option<(u32, Seats)> {
        let complete = self.complete(present);
        let stays = |(_, without): &&(u32, Seats)| !without.contains(me);
        let by_contributions = [(0, Seats::NONE)];
        let mut ways = complete.iter().filter(stays).chain(&by_contributions);
        if let Some(way) = ways.find(|(ballot, _)| self.frees(me, *ballot)) {
            return Some(*way);
        }
        let (last, without) = self.last(me)?;
        self.yielded(last, without, present).filter(|(_, set)| !set.contains(me))
    }

    /// The way to which the voters of a ballot that can never be complete must come: everybody
    /// outside its set has voted for that set, or has closed the step in one and the same way before
    /// and will never vote in it. They must be the greater part; those in the set have no say.
    fn yielded(&self, ballot: u32, without: Seats, present: Seats) -> Option<(u32, Seats)> {
        let mut way = None;
        for seat in present.without(without).iter() {
            let votes = self.votes.get(&(ballot, seat)).is_some_and(|vote| set(vote) == without);
            if votes {
                continue;
            }
            let settled = &self.settled.get(&seat)?.statement;
            let closed = (settled.ballot, settled.without);
            if settled.last >= ballot || way.is_some_and(|way| way != closed) {
                return None;
            }
            way = Some(closed);
        }
        let way =
            way.map(|(ballot, mask)| (ballot, Seats::from_mask(mask, 16).unwrap_or_default()))?;
        let known = way.0 == 0 || self.complete(present).contains(&way);
        (known && (way.1 == without || present.is_majority_without(without))).then_some(way)
    }

    /// The way in which the step was closed, for somebody who has no say in it: a spectator, or a
    /// seat that the others go on without; and the ballot that says so. Once there are votes, it
    /// takes the word of one who has closed the step.
    pub fn followed(&self, me: Option<Seat>, present: Seats) -> Option<(u32, (u32, Seats))> {
        let settled = |(ballot, without): &(u32, Seats)| {
            self.settled.iter().any(|(seat, settled)| {
                let Settled { ballot: b, without: w, .. } = settled.statement;
                present.without(*without).contains(*seat) && (b, w) == (*ballot, without.mask())
            })
        };
        let concerned = |(_, without): &(u32, Seats)| me.is_none_or(|me| without.contains(me));
        let mut ways = self.complete(present);
        if me.is_none() {
            if self.votes.is_empty() {
                return Some((0, (0, Seats::NONE)));
            }
            ways.push((0, Seats::NONE));
        }
        let found = ways.into_iter().filter(concerned).find(settled).map(|way| (way.0, way));
        let behind = self.left_behind(me, present);
        behind.filter(|(last, _)| found.is_none_or(|(ballot, _)| ballot < *last)).or(found)
    }

    /// The last ballot without this seat whose voters had to come to a way, and that way.
    fn left_behind(&self, me: Option<Seat>, present: Seats) -> Option<(u32, (u32, Seats))> {
        self.votes.iter().rev().find_map(|((ballot, _), vote)| {
            let concerned = me.is_none_or(|me| set(vote).contains(me));
            let way = concerned.then(|| self.yielded(*ballot, set(vote), present))??;
            Some((*ballot, way))
        })
    }

    /// The complete ballots by which somebody says that it has closed the step, and for which all
    /// others that stay could still vote: none of them is away.
    pub fn settled_ways(&self, present: Seats, away: Seats) -> Vec<(u32, Seats)> {
        let mut ways = self.complete(present);
        ways.push((0, Seats::NONE));
        ways.retain(|(ballot, without)| {
            let settled: Seats = self
                .settled
                .iter()
                .filter(|(_, s)| {
                    (s.statement.ballot, s.statement.without) == (*ballot, without.mask())
                })
                .map(|(seat, _)| *seat)
                .collect();
            let undecided = present.without(*without).without(settled);
            !settled.is_empty() && undecided.without(away) == undecided
        });
        ways
    }

    /// Whether a seat has not voted after a ballot, or somebody who is in none of the sets that it
    /// voted for after it has closed the step by that ballot, and will never join those votes.
    fn frees(&self, me: Seat, ballot: u32) -> bool {
        let mine = self.votes.iter().filter(|((b, voter), _)| *voter == me && *b > ballot);
        let later: Vec<(u32, Seats)> = mine.map(|((b, _), vote)| (*b, set(vote))).collect();
        let never_joins = |seat: Seat, last: u32| {
            later.iter().all(|(ballot, set)| *ballot > last && !set.contains(seat))
        };
        later.is_empty()
            || self.settled.iter().any(|(seat, settled)| {
                let Settled { ballot: closed_by, last, .. } = settled.statement;
                closed_by == ballot && never_joins(*seat, last)
            })
    }

    /// The ballot in which somebody who has closed the step counts as voting for a set.
    pub fn reaching(&self, me: Seat, without: Seats) -> Option<u32> {
        let (last, _) = self.last(me)?;
        let settled = self.settled.values().map(|settled| &settled.statement);
        let same = settled.filter(|s| !without.contains(Seat::new(s.seat)) && s.last >= last);
        let votes = |seat| self.votes.get(&(last, seat)).is_some_and(|vote| set(vote) == without);
        same.filter(|s| !votes(Seat::new(s.seat))).map(|s| s.last.saturating_add(1)).max()
    }
}

fn voter(vote: &Signed<Vote>) -> Seat {
    Seat::new(vote.statement.seat)
}

/// The set of a vote whose mask has been checked.
fn set(vote: &Signed<Vote>) -> Seats {
    Seats::from_mask(vote.statement.without, 16).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;
    use engine::chance::Chance;

    use super::*;

    enum Word {
        Vote(Signed<Vote>),
        Settled(Signed<Settled>),
    }

    /// Seats that vote however they like, as long as each keeps to the rules for its own votes.
    struct Model {
        chance: Chance,
        present: Seats,
        nodes: Vec<Ballots>,
        contributions: Vec<bool>,
        closed: Vec<Option<(u32, Seats)>>,
        /// Whom a seat that closed the step granted no say in it.
        unheard: Vec<Seats>,
        words: Vec<Word>,
    }

    impl Model {
        fn new(seed: u64) -> Self {
            let mut chance = Chance::new(seed);
            let seats = 3 + chance.below(3) as usize;
            Self {
                chance,
                present: Seats::all(seats),
                nodes: vec![Ballots::default(); seats],
                contributions: vec![false; seats],
                closed: vec![None; seats],
                unheard: vec![Seats::NONE; seats],
                words: Vec::new(),
            }
        }

        fn key(seat: Seat) -> SigningKey {
            SigningKey::from_bytes(&[seat.index() as u8 + 1; 32])
        }

        fn somebody(&mut self) -> Seat {
            Seat::new(self.chance.below(self.nodes.len() as u32) as u8)
        }

        fn act(&mut self) {
            let me = self.somebody();
            match self.chance.below(12) {
                0 => self.contributions[me.index()] = true,
                1 | 2 => self.vote(me),
                3 => self.close(me),
                _ => self.hear(me),
            }
        }

        fn vote(&mut self, me: Seat) {
            if self.closed[me.index()].is_some() {
                return;
            }
            let mask = self.chance.below(1 << self.nodes.len()) as u16 & !(1 << me.index());
            let without = if self.chance.below(3) == 0 { 0 } else { mask };
            let node = &mut self.nodes[me.index()];
            let mine = node.last(me).map_or(0, |(ballot, _)| ballot);
            let highest = node.highest(Seats::NONE);
            let ballot = if highest > mine { highest } else { mine + 1 };
            let seat = me.index() as u8;
            let vote = Vote { match_id: [0; 32], step: 1, seat, head: [0; 32], ballot, without };
            let vote = Signed::new(vote, &Self::key(me));
            assert!(matches!(node.vote(vote.clone(), true), Heard::New));
            self.words.push(Word::Vote(vote));
        }

        fn hear(&mut self, me: Seat) {
            if self.words.is_empty() || self.closed[me.index()].is_some() {
                return;
            }
            let word = &self.words[self.chance.below(self.words.len() as u32) as usize];
            let heard = match word {
                Word::Vote(vote) => self.nodes[me.index()].vote(vote.clone(), false),
                Word::Settled(settled) => self.nodes[me.index()].settle(settled.clone()),
            };
            assert!(!matches!(heard, Heard::Contradiction(_)), "nobody contradicts itself");
        }

        fn close(&mut self, me: Seat) {
            let node = &self.nodes[me.index()];
            let Some((ballot, without)) = node.decision(me, self.present) else { return };
            if self.closed[me.index()].is_some()
                || without.is_empty() && !self.contributions[me.index()]
            {
                return;
            }
            self.closed[me.index()] = Some((ballot, without));
            if !node.frees(me, ballot) {
                self.unheard[me.index()] = node.last(me).map(|(_, set)| set).unwrap_or_default();
            }
            let settled = Settled {
                match_id: [0; 32],
                step: 1,
                seat: me.index() as u8,
                head: [0; 32],
                ballot,
                without: without.mask(),
                last: node.last(me).map_or(0, |(ballot, _)| ballot).max(ballot),
            };
            self.words.push(Word::Settled(Signed::new(settled, &Self::key(me))));
        }

        /// The ways in which a step was closed. By contributions it is one, whatever the ballot.
        fn ways(&self) -> Vec<(Seat, (u32, Seats))> {
            let seats = Seat::all(self.nodes.len()).zip(&self.closed);
            let way = |(ballot, set): (u32, Seats)| (if set.is_empty() { 0 } else { ballot }, set);
            seats.filter_map(|(seat, closed)| Some((seat, way((*closed)?)))).collect()
        }
    }

    #[test]
    fn no_two_seats_that_stay_close_a_step_in_two_ways() {
        let mut closings = [0; 3];
        for seed in 0..1_000 {
            let mut model = Model::new(seed);
            (0..150).for_each(|_| model.act());
            let ways = model.ways();
            for (one, (ballot, set)) in &ways {
                closings[usize::from(!set.is_empty()) + usize::from(*ballot > 1)] += 1;
                for (other, way) in &ways {
                    let unheard =
                        |by: &Seat, seat: &Seat| model.unheard[by.index()].contains(*seat);
                    let apart = set.contains(*other)
                        || way.1.contains(*one)
                        || unheard(one, other)
                        || unheard(other, one);
                    assert!(apart || (*ballot, *set) == *way, "seed {seed}: {one} and {other}");
                }
            }
        }
        assert!(closings.iter().all(|count| *count > 15), "{closings:?}");
    }
}
