//! The normal bot: the scores of [`Mind`], a memory of what others did, and bluffs.
//!
//! In the first round every card played face up would tell whether its player is on the side of the
//! neighbour whose role it has seen. So the bot then chooses at random where it plays, and every card
//! that it shows; only what it hides follows its interest. Later it bluffs now and then, and sometimes
//! shows on purpose what it could hide.
#![expect(clippy::disallowed_types, reason = "a bot's luck is its own, and rules never see it")]

use std::collections::BTreeMap;

use engine::{Ask, Deal, Face, Handle, Player, Seat, chance::Chance};

use super::{
    super::{Card, Move, Role, STACK, State, play::refusal},
    Mind,
};

/// Plays by the scores of [`Mind`], remembers, and bluffs.
#[derive(Clone)]
pub(in super::super) struct Normal {
    chance: Chance,
    acts: Acts,
    plan: Option<Plan>,
    /// Whether it plays as well as it can.
    sharp: bool,
}

/// What everybody has shown by playing face up.
#[derive(Clone, Default)]
pub(in super::super) struct Acts(BTreeMap<Handle, Act>);

/// Somebody has played a card face up on somebody else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Act {
    by: Seat,
    on: Seat,
    hostile: bool,
    round: usize,
}

/// The card and target for this turn, whatever is asked first.
#[derive(Clone, Copy)]
struct Plan {
    round: usize,
    held: usize,
    face: Option<Face>,
    on: Seat,
    up: bool,
}

/// One in this many cards that could be hidden is shown on purpose.
const SHOWS: u32 = 8;
/// One in this many cards that have to be shown is a bluff.
const BLUFFS: u32 = 4;

impl Normal {
    pub(crate) fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed), acts: Acts::default(), plan: None, sharp: false }
    }

    /// The scores of this bot.
    fn mind<'a>(&'a self, ask: &'a Ask<'a>, s: &'a State) -> Mind<'a> {
        let mind = Mind { ask, s, me: ask.seat, acts: Some(&self.acts), odds: None };
        let odds = self.sharp.then(|| self.acts.odds(s, |seat| mind.role(Some(seat))));
        Mind { odds: odds.flatten(), ..mind }
    }

    /// How much of an enemy somebody seems to be.
    #[cfg(test)]
    pub(crate) fn enmity(&self, ask: &Ask<'_>, s: &State, of: Seat) -> i32 {
        self.mind(ask, s).enmity(of)
    }

    /// The plan for this turn, made at its first question.
    fn plan(&mut self, ask: &Ask<'_>, s: &State) -> Option<Plan> {
        let now = (s.round, s.fighters[ask.seat].hand.len());
        if self.plan.is_none_or(|plan| (plan.round, plan.held) != now) {
            self.plan = if s.round == 1 { self.veiled(ask, s) } else { self.meant(ask, s) };
        }
        self.plan
    }

    /// A random place; there the best card, hidden, or any card, shown.
    fn veiled(&mut self, ask: &Ask<'_>, s: &State) -> Option<Plan> {
        let me = ask.seat;
        let open = |on: &Seat, up| refusal(s, me, *on, up).is_none();
        let mut places: Vec<Seat> = Seat::all(s.seats()).filter(|on| open(on, true)).collect();
        if self.sharp {
            places = self.sharp_places(ask, s, places);
        }
        let on = self.any(&places)?;
        // What a seat plays on itself tells nothing about others.
        let own = on == me;
        let up = !open(&on, false) || (self.chance.below(SHOWS) == 0 && !own);
        let hand = &s.fighters[me].hand;
        let card = if up && !own {
            let dear = |card: &Handle| ask.face(*card).and_then(Card::of).is_none_or(Card::is_dear);
            let cheap: Vec<Handle> = hand.iter().copied().filter(|card| !dear(card)).collect();
            self.any(if cheap.is_empty() { hand } else { &cheap })?
        } else {
            let mind = self.mind(ask, s);
            hand.iter().copied().max_by_key(|&card| (mind.place(card, on), card))?
        };
        Some(Plan { round: s.round, held: hand.len(), face: ask.face(card), on, up })
    }

    /// Of these places for a card of the first round, those that waste least, whatever the roles: before
    /// itself a card that serves itself, and otherwise where a card can be hidden.
    fn sharp_places(&self, ask: &Ask<'_>, s: &State, places: Vec<Seat>) -> Vec<Seat> {
        let me = ask.seat;
        let serves = |card: &Handle| {
            let card = ask.face(*card).and_then(Card::of);
            matches!(card, Some(Card::Money | Card::Armor | Card::Intel | Card::Hit))
        };
        if places.contains(&me) && s.fighters[me].hand.iter().any(serves) {
            return vec![me];
        }
        let others = || places.iter().copied().filter(|&on| on != me);
        let hidden: Vec<Seat> =
            others().filter(|&on| refusal(s, me, on, false).is_none()).collect();
        if !hidden.is_empty() {
            return hidden;
        }
        let others: Vec<Seat> = others().collect();
        if others.is_empty() { places } else { others }
    }

    /// The best move; sometimes shown on purpose, and a card that must be shown is sometimes a bluff.
    fn meant(&mut self, ask: &Ask<'_>, s: &State) -> Option<Plan> {
        let me = ask.seat;
        let seldom = if self.sharp { 4 } else { 1 };
        let [bluff, shows] = [BLUFFS, SHOWS].map(|one_of| self.chance.below(seldom * one_of) == 0);
        let mind = self.mind(ask, s);
        let hand = &s.fighters[me].hand;
        let open = |on: Seat, up| refusal(s, me, on, up).is_none();
        let places: Vec<Seat> = Seat::all(s.seats()).filter(|&on| open(on, true)).collect();
        let ways = || hand.iter().flat_map(|&card| places.iter().map(move |&on| (card, on)));
        let worth = |(card, on)| mind.place(card, on);
        let mut best = ways().max_by_key(|&way| (worth(way), way.0))?;
        if bluff && !open(best.1, false) {
            // A shown card is as likely a lie as the truth, if it costs little.
            let shown = ways().filter(|way| !open(way.1, false));
            best = shown.max_by_key(|&way| (-worth(way).abs(), way.0))?;
        }
        let (card, on) = best;
        let up = (shows && on != me) || !open(on, false);
        Some(Plan { round: s.round, held: hand.len(), face: ask.face(card), on, up })
    }

    fn any<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.chance.below(of.len() as u32) as usize).copied()
    }
}

impl Player<State> for Normal {
    fn pick(&mut self, ask: &Ask<'_>, s: &State) -> usize {
        self.acts.watch(ask, s);
        let plan = if s.phase == "Play" { self.plan(ask, s) } else { None };
        let mind = self.mind(ask, s);
        let fits = |card: Handle| plan.is_some_and(|plan| ask.face(card) == plan.face);
        ask.best_by(|entry| match (s.moves.get(entry), plan) {
            (None, _) => i32::MIN,
            (Some(Move::Pick(card)), Some(_)) => i32::from(fits(*card)),
            (Some(&Move::Place { card, on, up }), Some(plan)) => {
                let planned = fits(card) && (on, up) == (plan.on, plan.up);
                if planned { i32::MAX } else { mind.score(Move::Place { card, on, up }) }
            }
            (Some(&other), _) => mind.score(other),
        })
    }

    fn sharpen(&mut self) {
        self.sharp = true;
    }

    fn glance(&self, ask: &Ask<'_>, s: &State) -> Vec<i64> {
        let mind = self.mind(ask, s);
        s.moves.iter().map(|&m| mind.score(m).into()).collect()
    }

    fn likelihood(&self, s: &State, deal: &Deal) -> u32 {
        let team =
            |seat: Seat| s.fighters[seat].role.and_then(|card| deal.face(card)).and_then(Role::of);
        self.acts.0.values().fold(100, |likelihood, act| {
            let strange = act.hostile == (team(act.by) == team(act.on));
            if strange { likelihood * (100 - act.tells()) / 100 } else { likelihood }
        })
    }
}

impl Act {
    /// How much it tells, in percent: little as long as nobody knows much.
    fn weight(self) -> i32 {
        if self.round == 1 { 10 } else { 35 }
    }

    /// How much it tells somebody who thinks about everybody's acts together, in percent. First rounds are
    /// played at random; later acts are bluffs only now and then.
    fn tells(self) -> u32 {
        if self.round == 1 { 0 } else { 80 }
    }
}

impl Acts {
    /// Records the cards that are face up now.
    fn watch(&mut self, ask: &Ask<'_>, s: &State) {
        if s.phase != "Play" {
            return;
        }
        let dealt = dealt_to(s);
        for (on, fighter) in s.fighters.iter() {
            for card in &fighter.stack {
                let shown = ask.face(*card).filter(|_| !ask.eyes.private().contains_key(card));
                let hostile = match shown.and_then(Card::of) {
                    Some(Card::Gun | Card::Crime) => true,
                    Some(Card::Armor | Card::Money) => false,
                    _ => continue,
                };
                let Some(&by) = dealt.get(card) else { continue };
                if by != on && by != ask.seat {
                    self.0.entry(*card).or_insert(Act { by, on, hostile, round: s.round });
                }
            }
        }
    }

    /// How suspicious a seat has become, from -60 for a friend to 60 for an enemy. `certain` gives -100
    /// or 100 for seats whose side is known, and nothing for others.
    pub(super) fn suspicion(&self, of: Seat, certain: impl Fn(Seat) -> Option<i32>) -> i32 {
        let told = self.0.values().filter_map(|act| {
            // A seat that shoots my friends is my enemy, and so is one that is shot by them.
            let other = match (act.by == of, act.on == of) {
                (true, _) => act.on,
                (_, true) => act.by,
                _ => return None,
            };
            let enmity = certain(other)?;
            Some(if act.hostile { -enmity } else { enmity } * act.weight() / 100)
        });
        told.sum::<i32>().clamp(-60, 60)
    }
}

impl Acts {
    /// For each seat how likely it is a Cop, given the roles that `role` knows, from -100 to 100: all
    /// ways to deal the roles are weighed by how well everybody's acts fit them.
    fn odds(&self, s: &State, role: impl Fn(Seat) -> Option<Role>) -> Option<Odds> {
        let seats = s.seats();
        let known: Vec<Option<Role>> = Seat::all(seats).map(role).collect();
        let copies = Role::copies(seats);
        let mut all = 0;
        let mut cop = vec![0; seats];
        for team in 0_u32..1 << seats {
            let is_cop = |seat: usize| team >> seat & 1 == 1;
            let fits = |(seat, known): (usize, &Option<Role>)| {
                known.is_none_or(|role| (role == Role::Cop) == is_cop(seat))
            };
            let cops = team.count_ones() as usize;
            if cops > copies || seats - cops > copies || !known.iter().enumerate().all(fits) {
                continue;
            }
            // In how many ways the remaining roles could lie elsewhere.
            let spare = 2 * copies - seats;
            let elsewhere = (0..copies - cops).fold(1, |ways, i| ways * (spare - i) / (i + 1));
            let weight = self.0.values().fold(elsewhere as u64 * CERTAIN, |weight, act| {
                let strange = act.hostile == (is_cop(act.by.index()) == is_cop(act.on.index()));
                if strange { weight * u64::from(100 - act.tells()) / 100 } else { weight }
            });
            all += weight;
            (0..seats).filter(|&seat| is_cop(seat)).for_each(|seat| cop[seat] += weight);
        }
        let share = |cop: u64| (200 * cop / all.max(1)) as i32 - 100;
        (all > 0).then(|| Odds(cop.into_iter().map(share).collect()))
    }
}

/// The weight of one way to deal the roles, before anybody has done anything.
const CERTAIN: u64 = 1 << 32;

/// How likely each seat is a Cop: from -100, certainly not, to 100.
pub(in super::super) struct Odds(Vec<i32>);

impl Odds {
    /// How much of an enemy a seat is to somebody of this role.
    pub(super) fn enmity(&self, of: Seat, mine: Role) -> Option<i32> {
        let cop = *self.0.get(of.index())?;
        Some(if mine == Role::Cop { -cop } else { cop })
    }
}

/// Who was dealt which of the cards of this round: they were dealt in the order of their handles, one to
/// each seat in turn (N-A17).
fn dealt_to(s: &State) -> BTreeMap<Handle, Seat> {
    let fighters = s.fighters.values();
    let mut cards: Vec<Handle> =
        fighters.flat_map(|f| f.hand.iter().chain(&f.stack)).copied().collect();
    cards.sort_unstable();
    if cards.len() != STACK * s.seats() {
        return BTreeMap::new();
    }
    let lap: Vec<Seat> = s.lap().collect();
    cards.into_iter().zip(lap.into_iter().cycle()).collect()
}
