//! A bot that recruits what it lacks, heists what it can win, shares fairly and betrays when it pays.
//!
//! It scores every answer by public knowledge and its own cards. It has no memory and no randomness, so
//! the same code is the autopilot.

mod bargain;
mod crew;
pub(super) mod hand;
mod heists;

use engine::{Ask, Face, Handle, Player, Seat};

use super::{
    agendas::{self, Agenda},
    cards::Kind,
    moves::{Aim, Good, Move},
    schemes::Scheme,
    state::{State, Target, Terms, Thief},
    windows,
};

/// The normal bot: it remembers who has betrayed.
#[derive(Clone, Default)]
pub(super) struct Sly {
    /// Whether it bargains.
    sharp: bool,
    /// The seats whose share in the terms that it is wording is settled.
    settled: Vec<Seat>,
}

impl Player<State> for Sly {
    fn pick(&mut self, ask: &Ask<'_>, s: &State) -> usize {
        let picked = choose(ask, s, self.sharp, |mind, answer| mind.grudge(answer));
        if !self.sharp {
            return picked;
        }
        let Some((_, moves)) = s.asked.iter().find(|(seat, _)| *seat == ask.seat) else {
            return picked;
        };
        let better = bargain::better(s, ask.seat, moves, picked, &self.settled);
        ask.settle(better.or(Some(picked)))
    }

    fn note(&mut self, ask: &Ask<'_>, s: &State, entry: usize) {
        let asked = s.asked.iter().find(|(seat, _)| self.sharp && *seat == ask.seat);
        match asked.and_then(|(_, moves)| moves.get(entry)) {
            Some(Move::SumOf(partner)) => self.settled.push(*partner),
            Some(Move::Amount(_)) | None => {}
            Some(_) => self.settled.clear(),
        }
    }

    fn sharpen(&mut self) {
        self.sharp = true;
    }

    fn glance(&self, ask: &Ask<'_>, s: &State) -> Vec<i64> {
        let Some((_, moves)) = s.asked.iter().find(|(seat, _)| *seat == ask.seat) else {
            return Vec::new();
        };
        let mind = Mind { ask, s, me: ask.seat };
        let outlook = heists::Outlook::new(s, ask.seat, self.sharp);
        moves.iter().map(|answer| mind.score(answer, &outlook) + mind.grudge(answer)).collect()
    }
}

/// The autopilot: the answer with the best score.
pub(super) fn pick(ask: &Ask<'_>, s: &State) -> usize {
    choose(ask, s, false, |_, _| 0)
}

/// The answer with the best score, to which `more` is added.
fn choose(ask: &Ask<'_>, s: &State, sharp: bool, more: impl Fn(&Mind<'_>, &Move) -> i64) -> usize {
    let Some((_, moves)) = s.asked.iter().find(|(seat, _)| *seat == ask.seat) else {
        return ask.settle(None);
    };
    let mind = Mind { ask, s, me: ask.seat };
    let outlook = heists::Outlook::new(s, ask.seat, sharp);
    let score = |answer| mind.score(answer, &outlook) + more(&mind, answer);
    ask.best_by(|entry| moves.get(entry).map_or(i64::MIN, score))
}

/// After a round: how likely each seat is to win, by the features that mattered most in games among
/// normal bots. These are crews above all, which will bring Coins; Coins and Agendas count more towards
/// the end.
pub(super) fn estimate(
    from: &State,
    now: &State,
    seat: Seat,
    face: &dyn Fn(Handle) -> Option<Face>,
) -> Option<i64> {
    if now.turn < from.turn.max(1) + now.seats() {
        return None;
    }
    let stages: i64 = now.mats.iter().map(|mat| i64::from(mat.objective.card().stage)).sum();
    let late = (stages - 2).max(0); // up to 4
    let prospects = now.players.map(|seat, player| {
        let icons: i64 = player.crew.iter().flat_map(Thief::skills).map(i64::from).sum();
        let tired = player.crew.iter().filter(|thief| thief.exhausted).count() as i64;
        let agendas = player.agendas.iter().filter_map(|&card| Agenda::of(face(card)?));
        let met = agendas.filter(|agenda| agendas::fulfilled(now, seat, *agenda));
        let promised: i64 = met.map(|agenda| agenda.coins(now.seats())).sum();
        (50 + 10 * late) * super::end::wealth(now, seat)
            + (25 + 8 * late) * promised
            + 150 * icons
            + 200 * player.crew.len() as i64
            - 120 * tired
            + 15 * player.hand.len().min(7) as i64
            - 170 * player.betrayals as i64
    });
    Some(engine::win_chance(&prospects, seat))
}

/// One question, as the bot sees it. Scores are in tenths of a Coin.
struct Mind<'a> {
    ask: &'a Ask<'a>,
    s: &'a State,
    me: Seat,
}

impl Mind<'_> {
    fn score(&self, answer: &Move, outlook: &heists::Outlook) -> i64 {
        match self.s.phase {
            "Setup" => self.setup(answer),
            "Turn" => self.turn(answer, outlook),
            "Planning a heist" => self.plan(answer, outlook),
            "Sending in the team" => outlook.send(self.s, self.me, answer),
            "Exchange" => self.trade(answer),
            _ => self.common(answer),
        }
    }

    /// What past betrayals change: a player who has betrayed is less welcome as a partner, and less
    /// followed; and beside such a partner it is better to betray than to be betrayed.
    fn grudge(&self, answer: &Move) -> i64 {
        let betrayals = |seat: Seat| self.s.players[seat].betrayals as i64;
        match answer {
            Move::Partner(partner) if self.s.phase == "Planning a heist" => {
                -15 * betrayals(*partner)
            }
            Move::Accept if self.s.phase == "Planning a heist" && self.s.active != self.me => {
                -8 * self
                    .s
                    .partners()
                    .iter()
                    .filter(|p| **p != self.me)
                    .map(|p| betrayals(*p))
                    .sum::<i64>()
            }
            Move::Play(card) if self.ask.menu.rule == "NHAT-60" => {
                let beside = self.s.heist.iter().flat_map(|heist| &heist.seats);
                let wary = beside.filter(|seat| **seat != self.me).any(|seat| betrayals(*seat) > 0);
                let gain =
                    self.scheme(*card).and_then(|scheme| hand::gain(self.s, self.ask, scheme));
                if wary && gain.is_some_and(|gain| (0..2).contains(&gain)) { 11 } else { 0 }
            }
            _ => 0,
        }
    }

    /// The face of one of my own cards, as a Scheme.
    fn scheme(&self, card: Handle) -> Option<Scheme> {
        Scheme::of(self.ask.face(card)?)
    }

    fn mine(&self, card: Handle) -> bool {
        self.s.thief(card).is_some_and(|(owner, _)| owner == self.me)
    }

    /// How dangerous a player is.
    fn threat(&self, seat: Seat) -> i64 {
        self.s.players[seat].coins + 3 * self.s.players[seat].treasures.len() as i64
    }

    fn setup(&self, answer: &Move) -> i64 {
        match answer {
            Move::DropAgenda(card) => -self.ask.face(*card).and_then(Agenda::of).map_or(0, promise),
            Move::Take(card) => {
                let Some(who) = self.s.pool.iter().find(|who| who.card == *card) else { return 0 };
                let paid = self.s.players[self.me].crew.is_empty();
                let cost = if paid { 7 * who.kind.card().cost } else { 0 };
                crew::worth(self.s, self.me, who.kind) - cost
            }
            _ => 0,
        }
    }

    /// What to do with an action, or for free.
    fn turn(&self, answer: &Move, outlook: &heists::Outlook) -> i64 {
        let me = &self.s.players[self.me];
        let tired = me.crew.iter().filter(|thief| thief.exhausted).count() as i64;
        let holds = |wanted: &dyn Fn(Scheme) -> bool| {
            me.hand.iter().filter_map(|&card| self.scheme(card)).filter(|s| wanted(*s)).count()
        };
        match answer {
            Move::Heist(target) => outlook.value(*target).map_or(-10, |value| 100 + value),
            Move::Take(card) => {
                let pool = self.s.pool.iter().chain(&self.s.jail);
                let Some(who) = pool.into_iter().find(|who| who.card == *card) else { return 0 };
                let gain = crew::worth(self.s, self.me, who.kind);
                let cost = super::treasures::price(self.s, self.me, who.kind.card().cost);
                gain - 7 * cost + if me.crew.len() < 3 { 30 } else { 0 }
            }
            Move::Rest(draw) => 28 * tired + if me.hand.len() < 7 { 6 * *draw as i64 } else { 0 },
            Move::Legwork => 7 * (7 - me.hand.len().min(7)) as i64,
            Move::Logistics => {
                let useful = |scheme| hand::logistics(self.s, self.me, scheme) > 0;
                let count = holds(&useful) as i64;
                if count > 0 { 14 + 14 * count } else { -10 }
            }
            Move::Headhunt => {
                let room = me.crew.len() < self.s.crew_limit(self.me);
                if room && me.coins >= 3 { 9 } else { -10 }
            }
            Move::Pass => 5,
            _ => self.common(answer),
        }
    }

    /// Whom to take along, what to offer, what to accept.
    fn plan(&self, answer: &Move, outlook: &heists::Outlook) -> i64 {
        match answer {
            Move::Accept if self.s.active != self.me => outlook.offer(self.s, self.me, None),
            Move::Accept if self.s.plan.as_ref().is_some_and(|plan| plan.proposed.is_some()) => {
                outlook.offer(self.s, self.me, None)
            }
            Move::Accept => outlook.alone(self.me),
            Move::Demand(coins) => outlook.offer(self.s, self.me, Some(*coins)),
            Move::Partner(partner) => outlook.with_more(self.s.partners(), *partner),
            Move::Even(owner) => outlook.with(self.s.partners()) + i64::from(*owner == self.me),
            Move::Pass | Move::Decline => 0,
            Move::Back => -1,
            _ => -5,
        }
    }

    /// Trades: accepts only clear gains.
    fn trade(&self, answer: &Move) -> i64 {
        match answer {
            Move::Accept => self.s.deal.as_ref().map_or(-1, |deal| {
                let sides = deal.items.iter().map(|item| {
                    match (item.to == self.me, item.from == self.me) {
                        (true, _) => self.good(item.good),
                        (false, true) => -self.good(item.good),
                        (false, false) => 0,
                    }
                });
                sides.sum::<i64>() - 9
            }),
            Move::Pass | Move::Decline | Move::Back => 0,
            Move::Offer(Good::Coins(_)) => -2,
            Move::Discard(card) => -self.scheme(*card).map_or(0, hand::keep),
            _ => -2,
        }
    }

    /// The value of a good in a trade. Nobody gives a good Scheme away unseen.
    fn good(&self, good: Good) -> i64 {
        match good {
            Good::Coins(coins) => 10 * coins,
            Good::Treasure(_) => 40,
            Good::Scheme(Some(card)) if self.scheme(card).is_none() => 8,
            Good::Scheme(_) => 15,
            Good::Thief(card) => self.s.thief(card).map_or(0, |(owner, thief)| {
                let tired = if thief.exhausted { 10 } else { 0 };
                let worth = if owner == self.me {
                    20 + crew::worth_of(thief)
                } else {
                    crew::worth(self.s, self.me, thief.who)
                };
                worth - tired
            }),
        }
    }

    /// Questions that are asked in several phases.
    fn common(&self, answer: &Move) -> i64 {
        match answer {
            Move::Discard(card) => -self.scheme(*card).map_or(0, hand::keep),
            Move::DiscardAll(set) => {
                let spare = |card: &Handle| 8 - self.scheme(*card).map_or(0, hand::keep);
                set.iter().map(spare).sum()
            }
            Move::Pick(card) => self.choose_card(*card),
            Move::Take(card) => {
                let jailed = self.s.jail.iter().find(|who| who.card == *card);
                jailed.map_or(0, |who| crew::worth(self.s, self.me, who.kind))
            }
            Move::Aim(aim) => self.aim(*aim),
            Move::Daggers(n) => *n,
            Move::RollAgain => 1,
            Move::Play(card) => self.play(*card),
            Move::Use(card) => self.use_ability(*card),
            Move::Give(_) | Move::Ask | Move::Fire => -50,
            Move::Pass | Move::Decline | Move::Back => 0,
            _ => -1,
        }
    }

    /// A card to be hit, fired, looked at or unexhausted.
    fn choose_card(&self, card: Handle) -> i64 {
        if let Some(scheme) = self.ask.face(card).and_then(Scheme::of) {
            return hand::keep(scheme); // a rival's Scheme to be discarded
        }
        let Some((_, thief)) = self.s.thief(card) else { return 0 };
        let worth = crew::worth_of(thief);
        let heals = self.ask.menu.rule == "NHAT-12";
        let shrugs = super::characters::shrugs_off(thief.who);
        if heals { worth } else { i64::from(shrugs) * 20 - worth }
    }

    /// Whether to play a card now; the phase and the menu's rule decide what counts.
    fn play(&self, card: Handle) -> i64 {
        let Some(scheme) = self.scheme(card) else { return -1 };
        match self.ask.menu.rule {
            "NHAT-60" => hand::truth(self.s, self.ask, scheme),
            rule if windows::asks(rule) => self.react(scheme),
            "NHAT-35" => hand::logistics(self.s, self.me, scheme),
            "NHAT-53" => heists::complicate(self.s, self.me, scheme),
            _ => hand::active(self.s, self.me, scheme),
        }
    }

    /// Whether to react to what is happening with a Scheme.
    fn react(&self, scheme: Scheme) -> i64 {
        match scheme {
            Scheme::NotSoFast => self.cancel(),
            Scheme::PlayDead | Scheme::CoverStory => 10,
            Scheme::TakingItPersonally => 5,
            _ => -1,
        }
    }

    /// Whether what is being played hurts me enough to be stopped.
    fn cancel(&self) -> i64 {
        let (Some(scheme), Some(aim)) = (self.s.in_play.last(), self.s.aims.last()) else {
            return -1;
        };
        let at_me = match *aim {
            Aim::Seat(seat) => seat == self.me,
            Aim::Thief(card) | Aim::Broken(card) => self.mine(card),
            Aim::Post(_) | Aim::Need(..) => self.s.on_heist(self.me),
            _ => false,
        };
        let harm = matches!(
            scheme.kind,
            Scheme::Pickpocket
                | Scheme::LooseLips
                | Scheme::AnonymousTip
                | Scheme::TripUp
                | Scheme::RaiseTheAlarm
                | Scheme::OnAlert
                | Scheme::ChangedLocks
                | Scheme::Reinforcements
                | Scheme::TakingItPersonally
        );
        if at_me && harm { 10 } else { -1 }
    }

    /// Whether to use a Character's ability.
    fn use_ability(&self, card: Handle) -> i64 {
        let Some((_, thief)) = self.s.thief(card) else { return -1 };
        if windows::asks(self.ask.menu.rule) {
            return crew::reaction(self.s, self.me, thief, self.cancel());
        }
        crew::active(self.s, self.me, thief)
    }

    /// What to aim at: rivals who lead, friends who need it.
    fn aim(&self, aim: Aim) -> i64 {
        match aim {
            Aim::Nothing => 0,
            Aim::Seat(seat) => self.threat(seat),
            Aim::Thief(card) if self.s.thief(card).is_none() => {
                let all = self.s.jail.iter().chain(&self.s.graveyard);
                let who = all.into_iter().find(|who| who.card == card);
                who.map_or(0, |who| crew::worth(self.s, self.me, who.kind))
            }
            Aim::Thief(card) | Aim::Broken(card) => self.aim_at_thief(card, aim),
            Aim::Gain(card, skill) => heists::gain(self.s, self.me, card, skill),
            Aim::Post(post) => heists::pressure(self.s, self.me, post, None),
            Aim::Need(post, skill) => heists::pressure(self.s, self.me, post, Some(skill)),
            Aim::Slot(mat, slot) => {
                let defense = self.s.mats[mat].slots[slot].defense;
                let easiest = defense.card().challenges.iter().map(|c| c.iter().sum::<u8>()).min();
                easiest.map_or(0, i64::from)
            }
        }
    }

    fn aim_at_thief(&self, card: Handle, aim: Aim) -> i64 {
        let Some((owner, thief)) = self.s.thief(card) else { return 0 };
        let worth = crew::worth_of(thief);
        let scheme = self.s.in_play.last().map(|scheme| scheme.kind);
        let gear = scheme.and_then(Scheme::lends);
        if let Some(skill) = gear {
            return crew::fit(thief, skill);
        }
        let friendly = self.ask.menu.title.parts().iter().any(|part| match part {
            engine::Part::Face(face) => {
                *face == Scheme::SmellingSalts.face()
                    || *face == super::characters::Character::Alchemist.face()
            }
            _ => false,
        });
        let kill = i64::from(matches!(aim, Aim::Broken(_)));
        match (owner == self.me, friendly) {
            (true, true) => worth,
            (false, true) | (true, false) => -worth,
            (false, false) => worth + self.threat(owner) + kill,
        }
    }
}

/// The value of an Agenda before anything is known.
fn promise(agenda: Agenda) -> i64 {
    let chance = match agenda {
        Agenda::HonestThief | Agenda::Planner => 6,
        Agenda::Ace | Agenda::Captain | Agenda::PersonalReasons => 5,
        Agenda::Collector | Agenda::Brute | Agenda::Charmer | Agenda::LoneWolf => 4,
        Agenda::Turnkey | Agenda::Shadow | Agenda::Artificer | Agenda::Polymath => 3,
        Agenda::Undertaker | Agenda::Peacemaker | Agenda::Partner => 3,
        Agenda::Viper | Agenda::Underdog => 2,
    };
    agenda.coins(4) * chance
}

/// The Coins that terms would give a seat.
fn share(terms: &Terms, seat: Seat, haul: i64) -> i64 {
    let (coins, _, promised) = terms.share_of(seat, haul);
    coins + promised
}

/// The Coins and Treasures, counted as Coins, that a target holds.
fn prize(s: &State, target: Target) -> i64 {
    match target {
        Target::Mat(mat) => s.mats[mat].coins + 3 * s.mats[mat].objective.card().treasures as i64,
        Target::Jail => 3,
    }
}
