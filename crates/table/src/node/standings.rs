//! How nodes have closed the steps in which a proven cheat took part, and whether that split the match.
//!
//! A seat that is proven to cheat may have told each node something else. So every node signs a
//! *standing*: how it has closed the steps in which that may have happened, or what it is bound to in the
//! current step. Everybody relays these. If two seats other than that cheat are bound to different ways,
//! no common history is left, and the match is over for everybody who sees both standings. A differing
//! head alone proves nothing, since anybody can make one up, and no match ends for one node only.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{
    Contradiction, Digest, Evidence, Header, Message, Signed, Standing, Value, Word, limits,
};

use super::{Dropped, Node};
use crate::{Blame, Misdeed, Seats, journal::Entry};

/// The standings of seats: at most two different ones for each step and seat.
#[derive(Default)]
pub(super) struct Standings(BTreeMap<(u64, Seat), Vec<Signed<Standing>>>);

impl Standings {
    /// The standings on a step.
    pub(super) fn of(&self, step: u64) -> impl Iterator<Item = &Signed<Standing>> {
        self.since(step).take_while(move |signed| signed.statement.at.step == step)
    }

    pub(super) fn len(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// The standings on a step and those after it.
    pub(super) fn since(&self, step: u64) -> impl Iterator<Item = &Signed<Standing>> {
        self.0.range((step, Seat::new(0))..).flat_map(|(_, said)| said)
    }

    /// The standings of a seat on a step.
    pub(super) fn by(&self, seat: Seat, step: u64) -> &[Signed<Standing>] {
        self.0.get(&(step, seat)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Stores a genuine standing. False if it is known, or one too many.
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

    /// Forgets the standings before a step whose head everybody has signed: they are settled.
    pub(super) fn forget_before(&mut self, step: u64) {
        self.0 = self.0.split_off(&(step, Seat::new(0)));
    }
}

/// Whether two standings contradict each other. A seat that was left behind may have closed the step with
/// everybody: that is no contradiction.
fn part(one: &Standing, other: &Standing) -> bool {
    let leaves = |value: Value, seat: u8| match value {
        Value::Without(mask) => mask.checked_shr(seat.into()).is_some_and(|mask| mask & 1 == 1),
        Value::Contributions(_) => false,
    };
    let left = leaves(one.value, other.at.seat) || leaves(other.value, one.at.seat);
    let apart = one.at.seat != other.at.seat && one.at.head == other.at.head;
    apart && one.value != other.value && !left
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

    /// Signs a standing for each step in which a seat is proven to have contradicted itself.
    pub(super) fn sign_standings_after_contradictions(&mut self) {
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

    /// Signs a standing for a step, if a proven cheat was present in it and not everybody has signed the
    /// head after it.
    pub(super) fn stand(&mut self, step: u64) {
        if let Some(standing) = self.due_standing(step) {
            self.say_standing(standing);
        }
    }

    /// Signs a standing for a step that is closed here and another seat is still in, as its genuine word shows: it may
    /// have been told something else.
    pub(super) fn stand_before(&mut self, word: &Word, at: &Header, present: Seats) {
        let other = self.seat() != Some(Seat::new(at.seat));
        // Only then are its signatures worth checking, also if it is known.
        let due = other && self.due_standing(at.step).is_some();
        if due && word.is_genuine(&self.keys, present.mask()) {
            self.stand(at.step);
        }
    }

    /// The standing on a closed step that this node is still to sign.
    fn due_standing(&self, step: u64) -> Option<Standing> {
        let (seat, closed) = (self.seat()?, self.log.get(step)?);
        let cheats = closed.present.intersection(self.suspicions.seats());
        let said = !self.standings.by(seat, step).is_empty();
        let due = !said && !cheats.is_empty() && step >= self.suspicions.common;
        let at = closed.scope(self.play.id, step).header(seat);
        due.then(|| Standing { at, value: closed.value() })
    }

    /// Signs a standing for the current step, if this node has accepted one set of contributions and
    /// another seat is bound to another. A seat that has closed the step accepts nothing else, so the two
    /// may never agree; only a decision could still make them.
    pub(super) fn stand_by_acceptance(&mut self) {
        let closing = &self.closings.current;
        let accepted = closing.accepted_contributions().filter(|_| closing.decided().is_none());
        let (Some(digest), Some(seat)) = (accepted, self.seat()) else { return };
        let at = self.play.scope().header(seat);
        let mine = Standing { at, value: Value::Contributions(digest) };
        let by_others = |other: &Signed<Standing>| {
            let contributions = matches!(other.statement.value, Value::Contributions(_));
            contributions && self.is_split_by(&mine, &other.statement)
        };
        if self.standings.of(at.step).any(by_others) {
            self.say_standing(mine);
        }
    }

    /// Signs and sends a standing, one for each step.
    fn say_standing(&mut self, standing: Standing) {
        let Some(me) = self.me.as_ref().filter(|_| self.may_sign()) else { return };
        let seat = me.seat;
        if !self.standings.by(seat, standing.at.step).is_empty() {
            return;
        }
        let signed = Signed::new(standing, me.secrets.identity());
        if !self.standings.hear(seat, signed) {
            return;
        }
        self.keep(&Entry::Standing(signed), true);
        self.broadcast(&Message::Standing(signed));
        self.look_for_split();
    }

    /// Ends the match as split if two seats are bound to different ways to close a step in which a third
    /// was present that is proven to cheat.
    pub(super) fn look_for_split(&mut self) {
        let Some((one, other)) = self.stand_apart().filter(|_| !self.suspicions.split) else {
            return;
        };
        if !self.may_be_settled() {
            self.suspicions.split = true;
            // A node that is started again knows that the match is over, whoever it reaches.
            [one, other].iter().for_each(|signed| self.keep(&Entry::Standing(*signed), true));
        }
    }

    /// Two standings that split the match.
    fn stand_apart(&self) -> Option<(Signed<Standing>, Signed<Standing>)> {
        let said = || self.standings.since(self.suspicions.common);
        let mut pairs = said().flat_map(|one| said().map(move |other| (*one, *other)));
        pairs.find(|(one, other)| self.is_split_by(&one.statement, &other.statement))
    }

    /// Whether this node has signed a head that all present seats sign, and has not waited long enough
    /// for theirs. A node that has all of them has closed the step, ignores standings on earlier ones,
    /// and shows the signatures within two statuses.
    fn may_be_settled(&mut self) -> bool {
        let own = self.seat().is_some_and(|seat| self.collecting.inbox.contains_key(&seat));
        if !own || self.play.owed() != self.play.present() {
            return false;
        }
        let (now, status) = (self.presence.now, self.presence.timing.status);
        let since = *self.suspicions.feared.get_or_insert(now);
        now.saturating_sub(since) < 4 * status
    }

    /// Whether two standings differ on a step in which a third seat was present that is proven to cheat.
    fn is_split_by(&self, one: &Standing, other: &Standing) -> bool {
        let step = one.at.step;
        let present = self.log.get(step).map_or(self.play.present(), |closed| closed.present);
        let two: Seats = [one, other].map(|said| Seat::new(said.at.seat)).into_iter().collect();
        let cheats = self.suspicions.seats().intersection(present).without(two);
        step == other.at.step && two.within(present) && !cheats.is_empty() && part(one, other)
    }

    /// The contributions by which this node should close the current step if it is free to choose: those
    /// by which a seat not known to cheat has closed it.
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

    /// The standing of this seat on the current step, signed before it lost its journal.
    pub(super) fn stood(&self) -> Option<Value> {
        let said = self.standings.by(self.seat()?, self.play.step).first()?;
        (said.statement.at.head == self.play.head).then_some(said.statement.value)
    }

    /// Sends again the standings on steps after the last head that everybody has signed.
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
