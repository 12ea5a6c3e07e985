//! Sealed choices are opened: all at once, or one after the other until one is not a pass.

use std::collections::BTreeMap;

use engine::{Answer, Choice, Menu, Seat};
use proto::{Body, Digest};

use super::{
    Next, NotYet, Proofs, Refused, Round,
    seal::{menu_of, seal},
    shown,
};
use crate::{Effect, Misdeed, Public, Rejected, Seats, me::Me};

/// A seat that goes opens nothing: the autopilot chooses, whatever it had sealed.
pub(crate) struct Open {
    pub order: engine::Opening,
    pub menus: Vec<(Seat, Menu)>,
    /// The step in which the choices were sealed.
    pub sealed_in: u64,
    pub seals: BTreeMap<Seat, Digest>,
    /// The choices opened so far, in the order of the menus.
    pub choices: Vec<Choice>,
}

impl Open {
    fn in_order(&self) -> bool {
        self.order == engine::Opening::UntilOne
    }
}

impl Round for Open {
    type Accepted = Choice;

    fn name(&self) -> &'static str {
        "open"
    }

    fn owed(&self, public: &Public) -> Seats {
        let many = if self.in_order() { 1 } else { usize::MAX };
        let next = self.menus.iter().skip(self.choices.len()).take(many);
        next.map(|(seat, _)| *seat).collect::<Seats>().without(public.gone)
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let entry = me.picked_in(self.sealed_in).ok_or(NotYet::Undecided)?;
        let shown = shown::show(public, me, menu_of(&self.menus, me.seat)?, entry)?;
        Ok(Body::Open { entry, nonce: me.nonce(self.sealed_in), shown })
    }

    fn check(&self, public: &Public, by: Seat, body: &Body, _: Proofs) -> Result<Choice, Refused> {
        let Body::Open { entry, nonce, shown } = body else {
            return Err(Misdeed::WrongBody.into());
        };
        let opened = seal(&public.id, self.sealed_in, by, *entry, nonce);
        if self.seals.get(&by) != Some(&opened) {
            return Err(Misdeed::SealMismatch.into());
        }
        shown::check_choice(public, by, menu_of(&self.menus, by)?, *entry, shown.as_ref())
    }

    fn close(
        mut self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        mut said: BTreeMap<Seat, Choice>,
    ) -> Result<Next, Rejected> {
        while let Some((seat, menu)) = self.menus.get(self.choices.len()) {
            let choice = match said.remove(seat) {
                Some(choice) => choice,
                None if public.gone.contains(*seat) => public.autopilot(*seat, menu),
                None => return Ok(Next::Round(self.into())),
            };
            self.choices.push(choice);
            let passed = menu.entries.get(choice.entry).is_some_and(|entry| entry.pass);
            if self.in_order() && !passed {
                break;
            }
        }
        Ok(Next::Answer(Answer::Choices(self.choices)))
    }
}
