//! The public state of a match, step by step.
//!
//! A [`MatchState`] knows which seats owe a contribution to the current step ([`MatchState::owed`]), checks one
//! ([`MatchState::check`]) and, given all of them, closes the step ([`MatchState::close`]) and works out the next.
//! It holds no secret and does no IO.

use core::{cell::RefCell, ops::Deref};
use std::collections::BTreeMap;

use engine::{Answer, Game, Menu, Seat};
use mental::Shuffled;
use proto::{Charter, Contribution, Digest, digest};

use crate::{
    Blame, Bug, Effect, GameError, Misdeed, Public, Rejected,
    checking::{Checking, Proofs, Unchecked},
    closing::Scope,
    rounds::{AnyRound, CommonHead, Keys, Next, Opening, Said},
    seats::Seats,
};

/// A match as everybody can follow it: its public state, and the current round.
pub struct MatchState {
    public: Public,
    pub(crate) round: AnyRound,
    effects: Vec<Effect>,
    ending: Option<Ending>,
    /// The head that everybody has signed at the end.
    attested: Option<Digest>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules; the result is signed by everybody who was still there.
    Finished,
    /// So many seats have left that no quorum can come back.
    Unfinished(Seats),
    /// It could not go on because of a bug. No seat is to blame.
    Stuck(Bug),
}

/// A contribution that has been checked. Only [`MatchState::check`] makes one.
pub struct Checked(Said);

impl Deref for MatchState {
    type Target = Public;

    fn deref(&self) -> &Public {
        &self.public
    }
}

impl MatchState {
    /// The beginning of a match under a charter that has been verified.
    ///
    /// # Errors
    /// If the charter is not for this game.
    pub fn new(charter: Charter, game: &'static dyn Game) -> Result<Self, GameError> {
        Ok(Self {
            public: Public::new(charter, game)?,
            round: Keys.into(),
            effects: Vec::new(),
            ending: None,
            attested: None,
        })
    }

    /// Defers the proofs of shuffles to the end of their chain and checks them together, which is faster.
    #[must_use]
    pub fn chained(mut self) -> Self {
        self.public.checking = Checking::Chained;
        self
    }

    /// Defers proofs to the caller, who gets them from [`take_deferred_checks`](Self::take_deferred_checks).
    pub(crate) fn check_apart(&mut self) {
        self.public.checking = Checking::Deferred(RefCell::default());
    }

    /// The proofs deferred since this was last called.
    pub(crate) fn take_deferred_checks(&mut self) -> Vec<Unchecked> {
        match &mut self.public.checking {
            Checking::Deferred(left) => core::mem::take(left.get_mut()),
            Checking::Now | Checking::Chained | Checking::Before => Vec::new(),
        }
    }

    /// Whether proofs were checked before, so that they are not checked now.
    pub(crate) fn trust(&mut self, checked_before: bool) {
        self.public.checking = if checked_before { Checking::Before } else { Checking::Now };
    }

    /// How the match ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The whole match and its result in four words, the same on every screen, to be compared aloud.
    pub fn fingerprint(&self) -> Option<String> {
        Some(proto::words(&digest("fingerprint", &[&self.attested?, &self.result_digest()?])))
    }

    /// The effects of closing steps since this was last called.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        core::mem::take(&mut self.effects)
    }

    /// Adds an effect that an auditor has found.
    pub(crate) fn note(&mut self, effect: Option<Effect>) {
        self.effects.extend(effect);
    }

    /// Whether keys are still being exchanged.
    pub(crate) fn is_setup(&self) -> bool {
        self.round.is_setup()
    }

    /// Whether everybody signs the head in the current step.
    pub(crate) fn is_common_head(&self) -> bool {
        matches!(self.round, AnyRound::CommonHead(_))
    }

    /// Whether the current step waits for people rather than for their nodes.
    pub(crate) fn waits_for_people(&self) -> bool {
        self.round.waits_for_people()
    }

    /// The seats that owe a contribution to the current step.
    pub fn owed(&self) -> Seats {
        self.round.owed(&self.public)
    }

    /// The menu that a seat has to answer now, if a person has to.
    pub fn menu(&self, seat: Seat) -> Option<&Menu> {
        self.round.menu(seat).filter(|_| self.owed().contains(seat))
    }

    /// Checks a contribution to the current step whose signature is genuine.
    ///
    /// # Errors
    /// Says who has cheated, and how. That is the seat that said it, or, when it rightly complains
    /// about a dealing, the dealer. Or it cannot be checked, for a fault of this node or of the rules.
    pub fn check(&self, contribution: &Contribution) -> Result<Checked, Rejected> {
        self.check_with(contribution, self.checking.proofs())
    }

    /// Checks a contribution and defers nothing to the end of a chain.
    pub(crate) fn check_fully(&self, contribution: &Contribution) -> Result<Checked, Rejected> {
        self.check_with(contribution, Proofs::Now)
    }

    /// Checks this node's own contribution. The output of its own shuffle is not verified again.
    pub(crate) fn check_own(
        &self,
        contribution: &Contribution,
        made: &Shuffled,
    ) -> Result<Checked, Rejected> {
        self.check_with(contribution, Proofs::Own(made))
    }

    fn check_with(
        &self,
        contribution: &Contribution,
        proofs: Proofs<'_>,
    ) -> Result<Checked, Rejected> {
        let Contribution { match_id, step, seat, head, decided, body } = contribution;
        let seat = Seat::new(*seat);
        let cheat = |misdeed| Err(Blame { seat, step: self.step, misdeed }.into());
        if *match_id != self.id || *step != self.step {
            return cheat(Misdeed::ForeignStep);
        }
        if *head != self.head {
            return cheat(Misdeed::ForeignHead);
        }
        if !self.owed().contains(seat) {
            return cheat(Misdeed::OutOfTurn);
        }
        if !self.public.recent.are_decided(self.id, decided, &self.public.identities) {
            return cheat(Misdeed::FalseDecision);
        }
        let said = self.round.check(&self.public, seat, body, proofs);
        said.map(Checked).map_err(|refused| refused.said_by(seat, self.step))
    }

    /// Checks the deferred proofs of a chain of shuffles that is not complete.
    pub(crate) fn check_pending(&self) -> Result<(), Rejected> {
        match &self.round {
            AnyRound::Shuffle(shuffle) => shuffle.left(&self.public).map(drop),
            _ => Ok(()),
        }
    }

    /// Closes the current step with the contributions of all who owe one.
    ///
    /// # Errors
    /// A chain of shuffles that was to be checked at its end may turn out false, and keys may not fit
    /// together.
    pub fn close(&mut self, said: BTreeMap<Seat, (Digest, Checked)>) -> Result<(), Blame> {
        if matches!(self.round, AnyRound::Attest(_)) {
            self.attested = Some(self.head);
        }
        let complete = said.keys().copied().collect::<Seats>() == self.owed();
        let digests: Vec<Digest> = said.values().map(|(digest, _)| *digest).collect();
        let said = said.into_iter().map(|(seat, (_, Checked(said)))| (seat, said)).collect();
        self.public.common = self.round.head_stays_common(self.common);
        let scope = self.scope();
        self.public.recent.closed(&scope, self.owed() == scope.present, &digests);
        let next = match complete {
            true => self.close_round(said),
            false => Err(Bug::NotOfThisStep.into()),
        };
        self.public.close_step("contributions", &digests);
        self.go_to(next)?;
        self.settle()
    }

    /// Closes the current step without some seats, by the consents of all others.
    ///
    /// # Errors
    /// As with [`close`](Self::close).
    pub fn go_on_without(&mut self, seats: Seats, consents: &[Digest]) -> Result<(), Blame> {
        let pending = self.check_pending();
        if let Err(Rejected::Cheat(blame)) = pending {
            return Err(blame);
        }
        self.public.close_step("consents", consents);
        self.public.gone = self.gone.union(seats);
        self.effects.push(Effect::Gone(seats));
        // The head has changed: those who stay sign the new one before anything else.
        self.public.common = false;
        let mut interrupted = match core::mem::replace(&mut self.round, AnyRound::Over) {
            AnyRound::CommonHead(CommonHead { before }) => *before,
            round => round,
        };
        interrupted.interrupted(seats);
        let opening = Opening::leavers(&self.public, seats, interrupted);
        let next = pending.and_then(|()| Ok(Next::Round(opening?.into())));
        self.go_to(next)?;
        self.settle()
    }

    /// Whether the match can go on without these seats: the others are a quorum.
    pub fn goes_on_without(&self, seats: Seats) -> bool {
        self.scope().leavable(seats.mask()).is_some()
    }

    /// How the current step can be closed, and by whom. Nobody can be gone before everybody's key can be
    /// recovered: in setup no quorum is enough.
    pub(crate) fn scope(&self) -> Scope {
        let present = self.present();
        let quorum = if self.is_setup() { present.len() + 1 } else { self.quorum() };
        Scope { match_id: self.id, step: self.step, head: self.head, present, quorum }
    }

    /// Ends the match: so many have left that no quorum remains.
    pub(crate) fn end_unfinished(&mut self, left: Seats) {
        self.end(Ending::Unfinished(left));
    }

    /// Ends the match because of a bug in this code or in the rules.
    pub(crate) fn give_up(&mut self, bug: Bug) {
        self.end(Ending::Stuck(bug));
    }

    /// Closes rounds that wait for nobody, and puts a common head before a round that gives something
    /// away.
    fn settle(&mut self) -> Result<(), Blame> {
        while self.owed().is_empty() && !matches!(self.round, AnyRound::Over) {
            let next = self.close_round(BTreeMap::new());
            self.go_to(next)?;
        }
        if !cfg!(feature = "no-common-heads") && self.round.reveals_something() && !self.common {
            let before = Box::new(core::mem::replace(&mut self.round, AnyRound::Over));
            self.round = CommonHead { before }.into();
        }
        Ok(())
    }

    fn close_round(&mut self, said: BTreeMap<Seat, Said>) -> Result<Next, Rejected> {
        let round = core::mem::replace(&mut self.round, AnyRound::Over);
        round.close(&mut self.public, &mut self.effects, said)
    }

    fn go_to(&mut self, next: Result<Next, Rejected>) -> Result<(), Blame> {
        match next {
            Ok(Next::Round(round)) => self.round = round,
            Ok(Next::Answer(answer)) => self.answer(answer),
            Ok(Next::Rules) => self.ask_rules(),
            Ok(Next::End(ending)) => self.end(ending),
            Err(Rejected::Cheat(blame)) => return Err(blame),
            Err(Rejected::Bug(bug)) => self.give_up(bug),
        }
        Ok(())
    }

    /// Answers the rules and goes on with what they wait for next.
    fn answer(&mut self, answer: Answer) {
        if let Err(refusal) = self.public.driver.answer(answer.clone()) {
            return self.give_up(Bug::Answer(refusal));
        }
        self.effects.push(Effect::Answered(answer));
        let retired = self.public.driver.take_retired();
        self.public.cards.forget(&self.public.driver, &retired);
        self.effects.push(Effect::Retired(retired));
        self.ask_rules();
    }

    /// Begins the first round of what the rules wait for.
    fn ask_rules(&mut self) {
        self.effects.extend(self.public.driver.take_events().into_iter().map(Effect::Said));
        match AnyRound::requested(&self.public) {
            Ok(round) => self.round = round,
            Err(bug) => self.give_up(bug),
        }
    }

    fn end(&mut self, ending: Ending) {
        self.round = AnyRound::Over;
        self.ending = Some(ending);
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;
    use engine::Options;
    use proto::SeatEntry;

    use super::*;

    fn play() -> MatchState {
        let game = games::find("suspicion").unwrap();
        let options = Options::parse(game.info().options, []).unwrap();
        let place = |n: u8| {
            let identity = SigningKey::from_bytes(&[n; 32]).verifying_key().to_bytes();
            SeatEntry { identity, name: "P".into(), nonce: [n; 32], key: [n; 32] }
        };
        let charter = crate::charter(game, &options, (0..3).map(place).collect());
        MatchState::new(charter, game).unwrap()
    }

    #[test]
    fn a_step_closed_with_too_few_contributions_ends_the_match_and_accuses_nobody() {
        let mut play = play();
        assert_eq!(play.close(BTreeMap::new()), Ok(()));
        assert_eq!(play.ending(), Some(&Ending::Stuck(Bug::NotOfThisStep)));
        assert_eq!(play.owed(), Seats::NONE);
    }

    #[test]
    fn a_charter_of_other_rules_is_refused() {
        let mut charter = play().charter().clone();
        charter.rules += 1;
        let refused = MatchState::new(charter, games::find("suspicion").unwrap()).err();
        assert!(matches!(refused, Some(GameError::Rules { .. })), "{refused:?}");
    }

    #[test]
    fn a_charter_of_the_same_rules_with_other_cards_is_refused() {
        let mut charter = play().charter().clone();
        charter.description[0] ^= 1;
        let refused = MatchState::new(charter, games::find("suspicion").unwrap()).err();
        assert_eq!(refused, Some(GameError::Description("suspicion", 1)));
    }
}
