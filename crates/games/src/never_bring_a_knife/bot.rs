//! The basic bot: shoot enemies, protect friends, and spend Money to keep the team up.
//!
//! It knows what its seat has seen: its own role, roles it looked at, public cards, and its own face-down
//! ones until they are mixed. On its own it draws no conclusions from what others do, keeps nothing
//! between questions and uses no randomness: that is the autopilot. The [`normal`] bot adds all that.

mod normal;

use engine::{Ask, Face, Handle, Seat};

use super::{Card, FALL, Fighter, Move, Role, State, play::refusal, reveal::PRICE};

pub(super) use normal::Normal;

/// The entry with the best score.
pub(super) fn pick(ask: &Ask<'_>, s: &State) -> usize {
    let mind = Mind { ask, s, me: ask.seat, acts: None, odds: None };
    ask.best_by(|entry| s.moves.get(entry).map_or(i32::MIN, |&m| mind.score(m)))
}

/// After a round in which nobody fell: whose team is nearer to falling, and which can pay.
pub(super) fn estimate(
    from: &State,
    now: &State,
    seat: Seat,
    face: &dyn Fn(Handle) -> Option<Face>,
) -> Option<i64> {
    if now.round <= from.round {
        return None;
    }
    let team = |seat: Seat| now.fighters[seat].role.and_then(face);
    let standing = |(other, fighter): (Seat, &Fighter)| {
        let health = [0, -30, -110][fighter.wounds.min(2)];
        let means =
            12 * fighter.money.len().min(6) as i64 + if fighter.hit.is_some() { 40 } else { 0 };
        if team(other) == team(seat) { health + means } else { -health - means }
    };
    let balance: i64 = now.fighters.iter().map(standing).sum();
    Some((500 + balance).clamp(50, 950))
}

struct Mind<'a> {
    ask: &'a Ask<'a>,
    s: &'a State,
    me: Seat,
    /// What others have done, if it matters.
    acts: Option<&'a normal::Acts>,
    /// How likely each seat is on which side, computed from all of that.
    odds: Option<normal::Odds>,
}

impl Mind<'_> {
    fn score(&self, m: Move) -> i32 {
        match m {
            Move::Skip => 0,
            Move::Back => i32::MIN,
            Move::Pick(card) => self.best_place(card),
            // Of two ways to play the same card, the hidden one is better.
            Move::Place { card, on, up } => 2 * self.place(card, on) - i32::from(up),
            Move::Look(whose) => self.look(whose),
            Move::Heal(on) => self.heal(on),
            Move::Hit(on) => self.hit(on),
        }
    }

    fn role(&self, whose: Option<Seat>) -> Option<Role> {
        self.ask.face(self.s.role(whose)?).and_then(Role::of)
    }

    /// From -100 for a certain friend to 100 for a certain enemy; for unknown roles, by what roles are
    /// left.
    fn enmity(&self, of: Seat) -> i32 {
        if let Some(certain) = self.certain(of) {
            return certain;
        }
        let told = self.role(Some(self.me)).zip(self.odds.as_ref());
        if let Some(enmity) = told.and_then(|(mine, odds)| odds.enmity(of, mine)) {
            return enmity;
        }
        let suspicion = self.acts.map_or(0, |acts| acts.suspicion(of, |seat| self.certain(seat)));
        (self.expected(of) + suspicion).clamp(-95, 95)
    }

    /// The same for seats whose role is known.
    fn certain(&self, of: Seat) -> Option<i32> {
        let mine = self.role(Some(self.me))?;
        self.role(Some(of)).map(|role| if role == mine { -100 } else { 100 })
    }

    /// The same for seats whose role is unknown, by the roles that are left.
    fn expected(&self, of: Seat) -> i32 {
        let Some(mine) = self.role(Some(self.me)) else {
            return if of == self.me { -100 } else { 20 };
        };
        let whose = Seat::all(self.s.seats()).map(Some).chain([None]);
        let known: Vec<_> = whose.filter_map(|w| self.role(w)).collect();
        let friends = known.iter().filter(|&&role| role == mine).count();
        let each = Role::copies(self.s.seats());
        let left = (2 * each - known.len()).max(1);
        100 - (200 * each.saturating_sub(friends) / left) as i32
    }

    fn best_place(&self, card: Handle) -> i32 {
        let open = |on: &Seat| refusal(self.s, self.me, *on, true).is_none();
        let places = Seat::all(self.s.seats()).filter(open).map(|on| self.place(card, on));
        places.max().unwrap_or(i32::MIN)
    }

    /// How good it is to play a card on somebody.
    fn place(&self, card: Handle, on: Seat) -> i32 {
        let fighter = &self.s.fighters[on];
        let enmity = self.enmity(on);
        let seen = |card: Card| {
            self.ask.faces(&fighter.stack).iter().filter(|&&face| face == card.face()).count()
        };
        let bare_guns = seen(Card::Gun) as i32 - seen(Card::Armor) as i32;
        // Wounds matter more the nearer somebody is to falling.
        let stake = 2 + 2 * fighter.wounds.min(2) as i32;
        let own = i32::from(on == self.me);
        match self.ask.face(card).and_then(Card::of) {
            Some(Card::Gun) => enmity * stake * if bare_guns >= 0 { 2 } else { 1 },
            Some(Card::Armor) => -enmity * stake * if bare_guns > 0 { 2 } else { 1 },
            Some(Card::Money) => -enmity * (2 + own),
            Some(Card::Crime) => {
                let rich = !fighter.money.is_empty() || seen(Card::Money) > 0;
                // On a friend without Money it takes the place that a Gun could have.
                if rich { 2 * enmity } else { -enmity }
            }
            Some(Card::Intel) => -enmity * (1 + 2 * own),
            Some(Card::Hit) => -enmity * (3 + own),
            Some(Card::Mole) => enmity / 2,
            None => 0,
        }
    }

    fn look(&self, whose: Option<Seat>) -> i32 {
        if self.role(whose).is_some() {
            return -1;
        }
        match whose {
            Some(seat) => 20 + self.s.fighters[seat].wounds as i32,
            // The boss only breaks ties.
            None => 5,
        }
    }

    /// Wounds matter only close to falling: keep friends below three, if there is enough Money.
    fn heal(&self, on: Seat) -> i32 {
        let (wounds, money) = (self.s.fighters[on].wounds, self.s.fighters[self.me].money.len());
        let friend = -self.enmity(on);
        if friend < 50 || wounds + 1 < FALL {
            return -1;
        }
        if wounds >= FALL {
            let enough = money / PRICE > wounds - FALL;
            return if enough { 1000 + friend } else { 200 };
        }
        100 + friend + i32::from(on == self.me)
    }

    fn hit(&self, on: Seat) -> i32 {
        let wounds = self.s.fighters[on].wounds;
        match self.enmity(on) {
            enmity if enmity < 50 => -1,
            enmity if wounds + 1 >= FALL => 500 + enmity,
            enmity => enmity + wounds as i32,
        }
    }
}
