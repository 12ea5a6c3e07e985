//! Going on without seats that are late: votes, and who has closed a step by what.

use engine::Seat;
use proto::{Digest, Message, Record, Settled, Signed, Statement, Vote, limits};

use super::{Autovote, Closed, Dropped, Millis, Node};
use crate::{
    Public, Seats,
    ballots::{Ballots, Heard},
    journal::Entry,
};

impl Node {
    /// The seats that this node may now vote to go on without: those that are late with what they
    /// owe, and then also those that are away or proven to cheat, since their votes will not come.
    pub fn may_go_on_without(&self) -> Seats {
        let waited = self.now.saturating_sub(self.step_began);
        let (thinking, away, proven) = (self.thinking(), self.away(), self.proven());
        let late = |seat: &Seat| {
            let patience = match thinking.contains(*seat) {
                true => self.timing.patience,
                false => self.timing.grace,
            };
            proven.contains(*seat) || waited >= patience
        };
        let missing = self.missing();
        let late: Seats = missing.iter().filter(late).collect();
        let recalled = missing.is_empty() && self.my_vote().is_some();
        let all =
            if late.is_empty() && !recalled { Seats::NONE } else { late.union(away).union(proven) };
        all.without(self.seat().into_iter().collect())
    }

    /// The seats that are there and have not chosen yet.
    fn thinking(&self) -> Seats {
        match self.play.waits_for_people() {
            true => self.missing().without(self.away()),
            false => Seats::NONE,
        }
    }

    /// Agrees to go on without these seats, and votes. False if they are not exactly those that may be
    /// voted away now, or if this node has voted so already.
    pub fn vote(&mut self, without: Seats, now: Millis) -> bool {
        self.at(now);
        if without != self.may_go_on_without() {
            return false;
        }
        self.consent = self.consent.union(without);
        let voted = self.revise(true);
        self.run();
        voted
    }

    /// Agrees without asking a person, if this node is one that does.
    ///
    /// A node that hears nobody is more likely cut off itself: giving the match up takes a person, or
    /// two seats at least that are more than those left behind.
    pub(super) fn agree_by_itself(&mut self) {
        let may = self.may_go_on_without();
        let without = match self.autovote {
            Autovote::Never => return,
            Autovote::Late => may,
            Autovote::Away => may.without(self.thinking().without(self.voted_away())),
        };
        let agreeing = self.play.present().without(without).len();
        let enough = self.play.goes_on_without(without)
            || agreeing >= 2 && self.play.present().is_majority_without(without);
        if enough {
            self.consent = self.consent.union(without);
        }
    }

    /// The seats that somebody else would go on without, and those proven to have cheated.
    fn voted_away(&self) -> Seats {
        let others = self.play.present().without(self.seat().into_iter().collect());
        let votes = others.iter().filter_map(|seat| self.ballots.last(seat));
        votes.fold(self.proven(), |all, (_, without)| all.union(without))
    }

    /// Votes, if this node's last vote is not what it wants now or others are in a later ballot. After
    /// its first vote it does so only as time passes, or two nodes could chase each other.
    pub(super) fn revise(&mut self, time_passed: bool) -> bool {
        let Some(me) = self.seat() else { return false };
        if self.is_over() || self.replaying {
            return false;
        }
        let want = self.wanted(me);
        let highest = self.ballots.highest(want);
        let ballot = match self.ballots.last(me) {
            None if want.is_empty() => return false,
            None => highest.max(1),
            Some(_) if !time_passed => return false,
            Some((mine, _)) if highest > mine => highest,
            Some((mine, voted)) if voted != want => mine.saturating_add(1),
            Some(_) => match self.ballots.reaching(me, want) {
                Some(ballot) => ballot,
                None => return false,
            },
        };
        self.ballots.last(me).is_none_or(|(mine, _)| ballot > mine) && self.cast(ballot, want)
    }

    /// The seats that this node would go on without now. It takes back nothing before somebody whom
    /// it has voted away is back: after a crash it knows less, not more.
    fn wanted(&self, me: Seat) -> Seats {
        let (present, missing, away) = (self.play.present(), self.missing(), self.away());
        let reachable = |(_, without): &(u32, Seats)| {
            !without.contains(me) && (!without.is_empty() || missing.is_empty())
        };
        // Others have closed the step: what they have done is what can be had.
        if let Some((_, without)) =
            self.ballots.settled_ways(present, away).into_iter().find(reachable)
        {
            return without;
        }
        let ready = self.consent.union(self.proven());
        let may = self.may_go_on_without();
        let want = may.without(may.without(ready));
        let back = |seat: Seat| {
            let heard = |at: &Millis| self.now.saturating_sub(*at) < self.timing.grace;
            self.inbox.contains_key(&seat) || self.heard.get(&seat).is_some_and(heard)
        };
        match self.ballots.last(me) {
            Some((_, voted)) if want.is_empty() && !voted.iter().any(back) => voted,
            _ => want,
        }
    }

    fn cast(&mut self, ballot: u32, without: Seats) -> bool {
        let Some(me) = &self.me else { return false };
        let Public { id, step, head, .. } = &*self.play;
        let vote = Vote {
            match_id: *id,
            step: *step,
            seat: me.seat.index() as u8,
            head: *head,
            ballot,
            without: without.mask(),
        };
        let signed = Signed::new(vote, me.secrets.identity());
        self.keep(&Entry::Vote(signed.clone()), true);
        self.ballots.vote(signed.clone(), true);
        self.broadcast(&Message::Vote(signed));
        true
    }

    pub(super) fn on_vote(&mut self, signed: Signed<Vote>) -> Result<(), Dropped> {
        let Vote { match_id, step, seat, head, ballot, without } = signed.statement;
        let voter = self.known_seat(&match_id, seat)?;
        let set = Seats::from_mask(without, self.play.seats()).ok_or(Dropped::Foreign)?;
        let present = self.present_at(step);
        let sensible = present.contains(voter) && !set.contains(voter) && set.within(present);
        let own = self.seat() == Some(voter);
        let known = self.known_ballots(step);
        if !sensible || !self.shares_head(step, &head) || !known.is_none_or(|b| b.wants(&signed)) {
            return Ok(());
        }
        self.genuine(&signed)?;
        if step == self.play.step {
            self.keep(&Entry::Vote(signed.clone()), own);
        }
        let Some(ballots) = self.ballots_on(step) else { return Ok(()) };
        match ballots.vote(signed, own) {
            Heard::Contradiction(evidence) => return self.accuse_of_contradiction(evidence),
            Heard::Old => {}
            Heard::New if step < self.play.step => {
                self.on_late_vote(step, ballot, set);
            }
            Heard::New => {
                self.heard.insert(voter, self.now);
                self.agree_by_itself();
            }
        }
        Ok(())
    }

    pub(super) fn on_settled(&mut self, signed: Signed<Settled>) -> Result<(), Dropped> {
        let Settled { match_id, step, seat, head, without, .. } = signed.statement;
        let by = self.known_seat(&match_id, seat)?;
        let set = Seats::from_mask(without, self.play.seats()).ok_or(Dropped::Foreign)?;
        let present = self.present_at(step);
        let own = self.seat() == Some(by);
        let known = self.known_ballots(step);
        let absurd = !known.unwrap_or(&Ballots::default()).believes(&signed);
        let known = known.is_some_and(|b| b.settled().any(|s| *s == signed));
        if known
            || absurd
            || !self.shares_head(step, &head)
            || !present.contains(by)
            || set.contains(by)
        {
            return Ok(());
        }
        self.genuine(&signed)?;
        if step == self.play.step && !own {
            self.keep(&Entry::Settled(signed.clone()), false);
        }
        let Some(ballots) = self.ballots_on(step) else { return Ok(()) };
        match ballots.settle(signed) {
            Heard::Contradiction(evidence) => return self.accuse_of_contradiction(evidence),
            Heard::New if step < self.play.step => self.follow(step),
            Heard::New | Heard::Old => {}
        }
        Ok(())
    }

    /// Somebody votes on a step that is closed here: it is told so. If the others have gone on
    /// without this seat, it follows them.
    fn on_late_vote(&mut self, step: u64, ballot: u32, set: Seats) {
        let later = self.closed(step).is_some_and(|closed| closed.ballot < ballot);
        if later && self.seat().is_some_and(|me| !set.contains(me)) {
            self.say_settled(step);
        }
        self.follow(step);
    }

    /// Whether a step is this one or a closed one, and has this head here.
    pub(super) fn shares_head(&self, step: u64, head: &Digest) -> bool {
        let here = if step == self.play.step {
            Some(self.play.head)
        } else {
            self.closed(step).map(|closed| closed.head)
        };
        here == Some(*head)
    }

    fn known_ballots(&self, step: u64) -> Option<&Ballots> {
        if step == self.play.step { Some(&self.ballots) } else { self.late.get(&step) }
    }

    /// The votes on this step or on a closed one; of those, only so many of the last are kept.
    fn ballots_on(&mut self, step: u64) -> Option<&mut Ballots> {
        if step == self.play.step {
            return Some(&mut self.ballots);
        }
        if !self.late.contains_key(&step) && self.late.len() >= limits::LATE_STEPS {
            let (&oldest, _) = self.late.first_key_value()?;
            if oldest > step {
                return None;
            }
            self.late.remove(&oldest);
        }
        Some(self.late.entry(step).or_default())
    }

    /// Who was still there when a step began.
    fn present_at(&self, step: u64) -> Seats {
        let before = usize::try_from(step.saturating_sub(1)).unwrap_or(usize::MAX);
        let seats = self.play.seats();
        let gone = self.history.iter().take(before).map(|closed| closed.without(seats));
        gone.fold(Seats::all(self.play.seats()), Seats::without)
    }

    /// The seats that are still there though they are proven to cheat.
    fn proven(&self) -> Seats {
        self.play.present().iter().filter(|seat| self.is_proven(*seat)).collect()
    }

    fn my_vote(&self) -> Option<(u32, Seats)> {
        self.seat().and_then(|me| self.ballots.last(me))
    }

    /// How this node may close the step now.
    fn way_to_close(&self) -> Option<(u32, Seats)> {
        let present = self.play.present();
        // What it has said before a crash holds.
        if let Some(settled) = self.settled.get(&self.play.step) {
            let Settled { ballot, without, .. } = settled.statement;
            let way = (ballot, Seats::from_mask(without, self.play.seats())?);
            return (ballot == 0 || self.ballots.complete(present).contains(&way)).then_some(way);
        }
        let decided = self.seat().and_then(|me| self.ballots.decision(me, present));
        // A seat that others go on without has no say, and yet it may have all contributions.
        self.ballots.followed(self.seat(), present).map(|(_, way)| way).or(decided)
    }

    /// The ballot at which this node may close the step by contributions, if it may.
    pub(super) fn closing_by_contributions(&self) -> Option<u32> {
        self.way_to_close().filter(|(_, without)| without.is_empty()).map(|(ballot, _)| ballot)
    }

    /// Closes the step if the votes say so.
    pub(super) fn close_by_votes(&mut self) -> bool {
        let Some((ballot, set)) = self.way_to_close().filter(|(_, set)| !set.is_empty()) else {
            return false;
        };
        let votes = self.ballots.of(ballot, set);
        let head = self.play.head;
        self.inbox.clear();
        let digests: Vec<_> = votes.iter().map(|vote| vote.statement.digest()).collect();
        let result = self.play.go_on_without(set, &digests);
        if self.seat().is_some_and(|seat| set.contains(seat)) {
            self.excluded = true;
            self.me = None;
        }
        let records = votes.into_iter().map(Record::Vote).collect();
        self.next_step(Closed { records, head, ballot }, result);
        true
    }

    /// After a step with votes: keeps them, and says by which of them it was closed.
    pub(super) fn settle_votes(&mut self) {
        self.consent = Seats::NONE;
        let ballots = core::mem::take(&mut self.ballots);
        if ballots.is_empty() {
            return;
        }
        let step = self.history.len() as u64;
        if let Some(late) = self.ballots_on(step) {
            *late = ballots;
        }
        self.say_settled(step);
    }

    /// Votes that were cast before a crash count from the beginning of their step.
    pub(super) fn recall_votes(&mut self) {
        for vote in self.voted.remove(&self.play.step).unwrap_or_default() {
            self.ballots.vote(vote, true);
        }
    }

    /// Says that this node has closed a step, so that nobody waits for its vote.
    pub(super) fn say_settled(&mut self, step: u64) {
        let (Some(me), Some(closed)) = (&self.me, self.closed(step)) else { return };
        let signed = match self.settled.get(&step) {
            Some(signed) => signed.clone(),
            None => {
                let without = closed.without(self.play.seats()).mask();
                let late = self.late.get(&step).and_then(|ballots| ballots.last(me.seat));
                let settled = Settled {
                    match_id: self.play.id,
                    step,
                    seat: me.seat.index() as u8,
                    head: closed.head,
                    ballot: closed.ballot,
                    without,
                    last: late.map_or(0, |(ballot, _)| ballot).max(closed.ballot),
                };
                Signed::new(settled, me.secrets.identity())
            }
        };
        if self.settled.insert(step, signed.clone()).is_none() {
            self.keep(&Entry::Settled(signed.clone()), true);
        }
        self.broadcast(&Message::Settled(signed));
    }

    /// Shows somebody who has another history how the table went on without seats.
    pub(super) fn tell_who_left(&mut self) {
        let mut messages = Vec::new();
        for (step, closed) in (1..).zip(&self.history) {
            if let Some(Record::Vote(_)) = closed.records.first() {
                messages.extend(closed.records.iter().filter_map(super::said_in));
                messages.extend(self.settled.get(&step).cloned().map(Message::Settled));
                let others = self.late.get(&step).into_iter().flat_map(|late| late.settled());
                messages.extend(others.cloned().map(Message::Settled));
            }
        }
        messages.iter().for_each(|message| self.reply(message));
    }

    /// Goes back to a closed step that the table has closed in a later ballot: as one who watches, or
    /// whom the others went on without. Whoever has a say never does.
    fn follow(&mut self, step: u64) {
        let (present, me) = (self.present_at(step), self.seat());
        let (Some(late), Some(closed)) = (self.late.get(&step), self.closed(step)) else { return };
        let way = (closed.ballot, closed.without(self.play.seats()));
        let overruled = |(ballot, other): (u32, (u32, Seats))| ballot > way.0 && other != way;
        let later = late.followed(me, present).is_some_and(overruled);
        let Some(before) = usize::try_from(step.saturating_sub(1)).ok().filter(|_| later) else {
            return;
        };
        let past = self.history[..before].iter().flat_map(Closed::written);
        let Ok(mut play) = crate::audit::replay(&self.charter, self.play.game, past) else {
            return;
        };
        play.chained = false;
        self.excluded |= self.me.take().is_some();
        self.play = play;
        self.history.truncate(before);
        self.inbox.clear();
        self.forked.clear();
        self.settled.split_off(&step);
        self.ballots = self.late.remove(&step).unwrap_or_default();
        self.late.retain(|other, _| *other < step);
        self.run();
    }
}
