//! A bot that plays for itself: it lays what is safest, hinders the rival who is closest to an arrest,
//! and keeps cards that may still be useful.
//!
//! It counts the cards that lie open and knows its own hand. For those who have left it has no luck of
//! its own: the same cards give the same choice. As a normal bot it now and then looks at nothing but its
//! own case, as people do.
#![expect(clippy::disallowed_types, reason = "a bot's luck is its own, and rules never see it")]

use engine::{Ask, BySeat, Face, Handle, Player, Seat, chance::Chance};

use super::{
    Desk, Stage, State,
    cards::{Card, Colour},
    counter::Stake,
    specials::{self, Attack},
    turn::{self, Action},
};

/// The normal bot.
#[derive(Clone)]
pub(super) struct Detective {
    chance: Chance,
    sharp: bool,
}

/// So many times of a hundred a normal bot minds its own case alone. Somebody who never does cannot be
/// beaten by much, however hard one thinks.
const LAPSES: u32 = 60;

impl Detective {
    pub(super) fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed), sharp: false }
    }
}

impl Player<State> for Detective {
    fn pick(&mut self, ask: &Ask<'_>, state: &State) -> usize {
        let lapse = self.chance.below(100) < LAPSES && !self.sharp;
        // Whoever has begun an attack thinks about its aim.
        let watches = !lapse || matches!(state.stage, Stage::Aim(_));
        choose(ask, state, &Mind { saves: true, watches, ..Mind::new(ask, state) })
    }

    fn sharpen(&mut self) {
        self.sharp = true;
    }
}

/// The autopilot.
pub(super) fn pick(ask: &Ask<'_>, s: &State) -> usize {
    choose(ask, s, &Mind::new(ask, s))
}

fn choose(ask: &Ask<'_>, s: &State, mind: &Mind<'_>) -> usize {
    match s.stage {
        Stage::Setup | Stage::Draw | Stage::Over => ask.settle(None),
        Stage::Turn => {
            let actions = turn::actions(s, ask.seat);
            ask.best_by(|entry| actions.get(entry).map_or(i32::MIN, |&a| mind.action(a)))
        }
        Stage::Colour => {
            let colours: Vec<Colour> = mind.desk.open_colours().collect();
            ask.best_by(|entry| colours.get(entry).map_or(i32::MIN, |&c| mind.wild_as(c)))
        }
        Stage::Aim(card) => {
            let targets = specials::targets(s, card);
            ask.best_by(|entry| targets.get(entry).map_or(i32::MIN, |&a| mind.attack(a)))
        }
        Stage::Answer(stake) => ask.best_by(|entry| entry > 0 && mind.worth_answering(stake)),
        Stage::Reply(_) => ask.best_by(|entry| entry > 0),
    }
}

/// After a lap: how likely each seat is to win, by the features that mattered most in games of one hard
/// bot's policy among normal bots.
pub(super) fn estimate(
    from: &State,
    now: &State,
    seat: Seat,
    face: &dyn Fn(Handle) -> Option<Face>,
) -> Option<i64> {
    if now.stage != Stage::Turn || now.turns < from.turns + now.desks.len() {
        return None;
    }
    let cards =
        |_, desk: &Desk| desk.hand.iter().filter_map(|&card| Card::of(face(card)?)).collect();
    let hands: BySeat<Vec<Card>> = now.desks.map(cards);
    let prospects = now.desks.map(|seat, _| prospects(now, seat, &hands));
    Some(engine::win_chance(&prospects, seat))
}

/// The value of a case and a hand, in thousandths of the logarithm of the chance to win: for two players,
/// for three, and for more. The more there are, the less one rival's loss is this seat's gain.
fn prospects(s: &State, seat: Seat, hands: &BySeat<Vec<Card>>) -> i64 {
    let (desk, hand) = (&s.desks[seat], &hands[seat]);
    let rivals = seat.others(s.desks.len());
    let count = |card: Card| hand.iter().filter(|held| **held == card).count();
    let number = |test: &dyn Fn(Card) -> bool| hand.iter().filter(|&&card| test(card)).count();
    let needs = |whose: Seat, colour| s.desks[whose].open_colours().any(|open| open == colour);
    let fits = |colour: &Colour| count(Card::Plain(*colour)) + count(Card::Counter(*colour)) > 0;
    let (covered, wilds) = (desk.covered(), count(Card::Wild));
    let fitting = desk.open_colours().filter(fits).count();
    let enough = covered + fitting + wilds >= 3;
    // Somebody could counter evidence of this colour.
    let met = |colour| {
        let armed =
            |r: Seat| s.desks[r].block.is_none() && hands[r].contains(&Card::Counter(colour));
        rivals.clone().any(armed)
    };
    let ready = || desk.open_colours().filter(|colour| wilds > 0 || fits(colour));
    let stops = |card: Card, least| match card {
        Card::Counter(colour) => {
            rivals.clone().any(|r| s.desks[r].covered() >= least && needs(r, colour))
        }
        _ => false,
    };
    let useless = |card: Card| matches!(card, Card::Plain(colour) if !needs(seat, colour));
    let about_to_win = covered == 2 && enough;
    let blocked = desk.block.is_some();
    let features = [
        (usize::from(covered == 1), [705, 575, 540]),
        (usize::from(covered == 2), [1670, 1330, 1200]),
        (usize::from(covered == 0 && enough), [110, 350, 160]),
        (usize::from(covered == 1 && enough), [620, 780, 725]),
        (usize::from(about_to_win), [1930, 1440, 1680]),
        (usize::from(about_to_win && s.turn == seat), [855, 1260, 950]),
        (usize::from(about_to_win && s.turn.left(s.desks.len()) == seat), [-560, 400, 475]),
        (usize::from(about_to_win && ready().all(met)), [-1800, -2200, -2000]),
        (usize::from(covered == 1 && enough && ready().any(met)), [-540, -630, -750]),
        (fitting.min(1), [485, 370, 300]),
        (fitting.saturating_sub(1).min(1), [290, 420, 355]),
        (wilds.min(2), [595, 465, 350]),
        (number(&|card| stops(card, 0)), [530, 115, 60]),
        (number(&|card| stops(card, 2)), [575, 200, 90]),
        (count(Card::Tamper), [295, 190, 0]),
        (count(Card::Burn), [735, 300, 40]),
        (count(Card::Block), [180, 0, -150]),
        (usize::from(blocked), [-340, -610, 0]),
        (usize::from(blocked && covered == 2), [0, -70, -900]),
        (number(&useless), [-125, -190, -205]),
    ];
    let size = s.desks.len().clamp(2, 4) - 2;
    features.iter().map(|(count, each)| *count as i64 * each[size]).sum()
}

/// The table as one seat judges it.
struct Mind<'a> {
    s: &'a State,
    seat: Seat,
    desk: &'a Desk,
    /// By place in the hand; a leaver's hand may have cards that were never opened.
    hand: Vec<Option<Card>>,
    /// Whether a Burn is saved for more than one card.
    saves: bool,
    /// Whether it looks at what rivals do, to hinder them. That somebody is about to make the arrest, or
    /// attacks this very seat, is never overlooked.
    watches: bool,
}

/// Worse than anything else that could be done.
const NEVER: i32 = -1000;

impl<'a> Mind<'a> {
    fn new(ask: &Ask<'_>, s: &'a State) -> Self {
        let desk = &s.desks[ask.seat];
        let hand = desk.hand.iter().map(|&card| ask.face(card).and_then(Card::of)).collect();
        Self { s, seat: ask.seat, desk, hand, saves: false, watches: true }
    }

    /// The score of spending the turn on this.
    fn action(&self, action: Action) -> i32 {
        match action {
            Action::Play(at) => self.card(at).map_or(i32::MIN, |card| self.play(card)),
            Action::Discard(at) => self.card(at).map_or(i32::MIN, |card| 20 - self.keep(card)),
            Action::Recolour(from, to) => self.recolour(from, to),
        }
    }

    fn play(&self, card: Card) -> i32 {
        match card {
            Card::Plain(colour) => self.lay(colour, card),
            Card::Counter(colour) => self.lay(colour, card) - 5,
            Card::Wild => {
                let best = self.desk.open_colours().map(|colour| self.lay(colour, card)).max();
                best.unwrap_or(i32::MIN) - 15
            }
            Card::Tamper | Card::Block | Card::Burn => {
                let targets = specials::targets(self.s, card);
                targets.into_iter().map(|attack| self.attack(attack)).max().unwrap_or(i32::MIN)
            }
        }
    }

    /// The more colours are covered, the more one is worth, less what a counter would take away. Even if
    /// it is countered, a rival has spent a counter, which is better than a discard.
    fn lay(&self, colour: Colour, with: Card) -> i32 {
        let worth = [100, 200, 1000][self.desk.covered().min(2)];
        40 + worth * (100 - self.risk(colour, with)) / 100
    }

    /// The chance in percent that evidence of a colour is countered for good.
    fn risk(&self, colour: Colour, with: Card) -> i32 {
        let counter = Card::Counter(colour);
        let own = self.count(counter);
        let unseen = counter.copies().saturating_sub(self.s.in_sight(counter) + own);
        let free = |seat: &Seat| self.s.desks[*seat].block.is_none();
        let rivals = self.seat.others(self.s.desks.len());
        let (hidden, armed) = rivals.fold((self.s.pile.len(), 0), |(hidden, armed), rival| {
            let hand = self.s.desks[rival].hand.len();
            (hidden + hand, armed + if free(&rival) { hand } else { 0 })
        });
        let safe = (0..unseen).fold(100, |safe, _| safe * (hidden - armed) / hidden.max(1));
        let risk = 100 - safe as i32;
        let backed = own > usize::from(with == counter);
        if backed { risk / 4 } else { risk }
    }

    /// A Wild is best where it is safe and where no other card in hand could go.
    fn wild_as(&self, colour: Colour) -> i32 {
        let other = self.count(Card::Plain(colour)) + self.count(Card::Counter(colour));
        self.lay(colour, Card::Wild) - if other > 0 { 30 } else { 0 }
    }

    /// Moving a Wild away pays if evidence in hand could take its place at once.
    fn recolour(&self, from: Colour, to: Colour) -> i32 {
        let fits = |colour| self.count(Card::Plain(colour)) + self.count(Card::Counter(colour)) > 0;
        let stuck = !fits(to) && self.count(Card::Wild) == 0;
        if stuck && fits(from) && self.desk.covered() == 2 {
            self.lay(to, Card::Wild) / 8
        } else {
            -100
        }
    }

    /// How good an attack is: best against those with most evidence, and those who play soonest. It costs
    /// this seat a turn and helps all other rivals too, so it is worth less the more there are.
    fn attack(&self, attack: Attack) -> i32 {
        if !self.watches {
            return NEVER;
        }
        let covered = self.s.desks[attack.victim].covered().min(2);
        let seats = self.s.desks.len();
        let distance = self.seat.others(seats).position(|seat| seat == attack.victim);
        let soon = (seats - distance.unwrap_or(0)) as i32;
        let harm = match (attack.card, attack.colour) {
            // Against a single card it takes no more than a Tamper would, so it is kept for two.
            (Card::Burn, _) if self.saves && covered < 2 => return NEVER,
            (Card::Burn, _) => [0, 90, 260][covered],
            // Evidence that this seat could counter when it is laid again.
            (_, Some(colour)) => {
                [0, 80, 220][covered] + if self.count(Card::Counter(colour)) > 0 { 5 } else { 0 }
            }
            _ => [60, 85, 180][covered],
        };
        soon + 2 * harm / seats as i32
    }

    /// An arrest is always worth stopping. Before that the counter may be needed as evidence, and at a
    /// large table a first card is no threat to anybody yet.
    fn worth_answering(&self, stake: Stake) -> bool {
        let Stake::Evidence(colour) = stake else { return true };
        let only_one = self.count(Card::Counter(colour)) + self.count(Card::Plain(colour)) < 2;
        let needed = self.desk.open_colours().any(|open| open == colour) && only_one;
        match self.s.desks[self.s.turn].covered() {
            1 | 2 if !self.watches => false,
            1 => !needed && self.s.desks.len() < 4,
            2 => !needed,
            _ => true,
        }
    }

    /// The value of keeping a card in hand.
    fn keep(&self, card: Card) -> i32 {
        let needed = |colour| self.desk.open_colours().any(|open| open == colour);
        let spare = if self.count(card) > 1 { 30 } else { 0 };
        let worth = match card {
            Card::Plain(colour) if needed(colour) => 50,
            Card::Plain(_) => 0,
            Card::Counter(colour) if needed(colour) => 65,
            Card::Counter(colour) => 10 + 5 * self.rivals_who_need(colour),
            Card::Wild => 100,
            Card::Burn => 45,
            Card::Tamper => 40,
            Card::Block => 35,
        };
        worth - spare
    }

    fn rivals_who_need(&self, colour: Colour) -> i32 {
        let rivals = self.seat.others(self.s.desks.len());
        rivals.filter(|&r| self.s.desks[r].open_colours().any(|c| c == colour)).count() as i32
    }

    fn card(&self, at: usize) -> Option<Card> {
        self.hand.get(at).copied().flatten()
    }

    fn count(&self, card: Card) -> usize {
        self.hand.iter().filter(|&&held| held == Some(card)).count()
    }
}
