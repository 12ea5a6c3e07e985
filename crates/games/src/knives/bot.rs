//! The normal bot: it values coins by who wins them, and guesses what the others hold from the
//! cards it has seen.
//!
//! All figures are whole numbers, since the autopilot must choose the same on every node: coins in
//! thousandths, worths in tenths, chances in millionths.

use engine::{Ask, BySeat, Entry, Face, Player, Seat};

use super::{
    Card, Contract, Declaration, Phase, Play, Rank, State, Suit,
    auction::{Bid, bids},
    setup::SEATS,
    specials::nameable,
    tricks::winner,
};

/// Plays sensibly, the same way every time, and remembers what it gave away.
#[derive(Clone, Default)]
pub(super) struct Normal {
    given: Vec<Given>,
}

/// A card given away in a Dance.
#[derive(Clone, Copy, Debug)]
struct Given {
    /// The number of the hand.
    hand: u32,
    /// Which of its Dances it was.
    dance: usize,
    to: Seat,
    card: Card,
}

impl Player<State> for Normal {
    fn pick(&mut self, ask: &Ask<'_>, s: &State) -> usize {
        Mind::new(ask, s, self).pick()
    }

    fn glance(&self, ask: &Ask<'_>, s: &State) -> Vec<i64> {
        let mind = Mind::new(ask, s, self);
        let entries = 0..ask.menu.entries.len();
        match s.round.phase {
            Phase::Bank => entries.map(|entry| mind.put_down_score(entry)).collect(),
            Phase::Specials => entries.map(|entry| mind.special_score(entry)).collect(),
            _ => Vec::new(),
        }
    }

    fn note(&mut self, ask: &Ask<'_>, s: &State, entry: usize) {
        let dances = s.round.phase == Phase::Specials;
        let given = dances.then(|| Mind::new(ask, s, self).gives(entry)).flatten();
        // The same question may be asked twice.
        self.given.retain(|g| g.hand == s.number && given.is_none_or(|new| new.dance != g.dance));
        self.given.extend(given);
    }
}

impl Normal {
    /// Who must still hold a card: somebody who has shown it, or who got it from this player and has not
    /// danced since.
    pub(super) fn holder(&self, s: &State, card: Card) -> Option<Seat> {
        let kept = |given: &&Given| {
            let later = s.round.dances.iter().skip(given.dance + 1);
            given.hand == s.number
                && given.card == card
                && !later.flat_map(|dance| dance.pair).any(|seat| seat == given.to)
        };
        let shown = s.round.shown.iter().find(|(_, cards)| cards.contains(&card));
        shown.map(|(seat, _)| seat).or_else(|| self.given.iter().find(kept).map(|g| g.to))
    }
}

/// The autopilot: it never takes the bank unless it must, and otherwise plays like the normal bot.
pub(super) fn autopilot(ask: &Ask<'_>, s: &State) -> usize {
    if s.round.phase != Phase::Auction || s.round.declared.is_none() {
        return Mind::new(ask, s, &Normal::default()).pick();
    }
    let bids = bids(s, ask.seat);
    ask.best_by(|i| match bids[i] {
        Bid::Pass(_) => 2,
        Bid::Assets => 1,
        Bid::Take { .. } | Bid::Liabilities => 0,
    })
}

/// Once the next hand is dealt, everything that this one could bring is in the points.
pub(super) fn estimate(from: &State, now: &State, seat: Seat) -> Option<i64> {
    let over = now.number > from.number;
    over.then(|| {
        let most = now.points.values().copied().max().unwrap_or(0);
        // Each point behind the leader lowers the chance by a fifth.
        let chance = |points: i64| (points..most).fold(CERTAIN, |chance, _| chance * 4 / 5);
        let all: i64 = now.points.values().map(|&points| chance(points)).sum();
        1000 * chance(now.points[seat]) / all.max(1)
    })
}

/// A coin, in thousandths.
const COIN: i64 = 1000;
/// A certain chance, in millionths.
const CERTAIN: i64 = 1_000_000;
/// The strength from which a hand takes the bank, in coins that it may bring.
const TAKE: i64 = 6600;
/// How much less strength is enough for each player who has passed.
const EACH_PASS: i64 = COIN / 10;
/// The strength below which a dealer prefers Liabilities.
const POOR: i64 = 5500;
/// The strength below which it prefers to go for broke.
const BROKE: i64 = 3200;
/// Less than any score.
const NEVER: i64 = i64::MIN;

/// The table as one seat judges it.
struct Mind<'a> {
    ask: &'a Ask<'a>,
    s: &'a State,
    memory: &'a Normal,
    /// The cards of the hand that it knows.
    hand: Vec<Card>,
    unseen: Vec<Card>,
}

impl<'a> Mind<'a> {
    fn new(ask: &'a Ask<'a>, s: &'a State, memory: &'a Normal) -> Self {
        let cards =
            |handles| -> Vec<Card> { ask.faces(handles).into_iter().map(Card::of).collect() };
        let hand = cards(&s.round.hands[ask.seat]);
        let put_down = cards(&s.round.put_down);
        let tricks = s.round.past.iter().flatten().chain(&s.round.trick);
        let played: Vec<Card> = tricks.map(|play| play.card).collect();
        let seen = |card: &Card| [&hand, &put_down, &played].iter().any(|set| set.contains(card));
        let unseen =
            Suit::ALL.into_iter().flat_map(Suit::cards).filter(|card| !seen(card)).collect();
        Self { ask, s, memory, hand, unseen }
    }

    fn pick(&self) -> usize {
        match self.s.round.phase {
            Phase::Auction => self.bid(),
            Phase::Bank => self.put_down(),
            Phase::Tricks => self.play(),
            Phase::Specials => self.special(),
            Phase::Deal | Phase::Scoring => self.ask.settle(None),
        }
    }

    /// The best entry by its card; a card that this seat does not know comes last.
    fn best_card(&self, score: impl Fn(Card) -> i64) -> usize {
        self.ask.best_by(|entry| self.card(entry).map_or(NEVER, &score))
    }

    /// The card that an entry is about. A leaver's hand may have cards that were never opened.
    fn card(&self, entry: usize) -> Option<Card> {
        let face: Face = self.ask.face(self.ask.menu.entries.get(entry)?.card?)?;
        Some(Card::of(face))
    }

    fn me(&self) -> Seat {
        self.ask.seat
    }

    fn strong(&self) -> Option<Suit> {
        self.s.round.strong()
    }

    /// Takes with a strong hand, goes for broke with a hopeless one, and passes with the rest. A seat
    /// that is asked late knows that others have passed. The dealer, who comes last, cannot pass.
    fn bid(&self) -> usize {
        let Some(declared) = self.s.round.declared else {
            return self.ask.best_by(|i| self.favour(Declaration::ALL[i]));
        };
        let strength = self.strength(declared.strong());
        let bids = bids(self.s, self.me());
        let passed = self.s.round.calls.values().flatten().count() as i64 - 1;
        let knives_only = if declared == Declaration::KnivesOnly { EACH_PASS } else { 0 };
        let take = TAKE - passed.max(0) * EACH_PASS - knives_only;
        self.ask.best_by(|i| match bids[i] {
            Bid::Take { broke: false } if strength >= take => 50 * COIN,
            Bid::Take { broke: true } if strength <= BROKE => 100 * COIN,
            Bid::Take { .. } => 0,
            Bid::Pass(None) => 10 * COIN,
            Bid::Pass(Some(declaration)) => 10 * COIN + self.favour(declaration),
            // Knives win tricks without a partner.
            Bid::Assets if self.knives() > 2 && strength > take / 2 => 200 * COIN,
            Bid::Assets => COIN,
            Bid::Liabilities if strength < POOR => 50 * COIN + take - strength,
            Bid::Liabilities => 2 * COIN,
        })
    }

    /// How good it would be for this seat if somebody else took the bank on this declaration. The holder
    /// of its Ghost would be the shadow; without a strong suit many Knives count for more.
    fn favour(&self, declaration: Declaration) -> i64 {
        let ghost = if self.hand.contains(&declaration.ghost()) { COIN } else { 0 };
        let knives = match declaration {
            Declaration::KnivesOnly => COIN / 2 * self.knives(),
            Declaration::Strong(_) => 0,
        };
        self.strength(declaration.strong()) + ghost + knives
    }

    fn knives(&self) -> i64 {
        self.hand.iter().filter(|card| card.suit == Suit::Knives).count() as i64
    }

    fn strength(&self, strong: Option<Suit>) -> i64 {
        self.hand.iter().map(|&card| power(card, strong)).sum()
    }

    fn broke(&self) -> bool {
        matches!(self.s.round.contract, Some(Contract::Bank { broke: true, .. }))
    }

    /// Puts coins down that it might lose, or discards cards that might win some.
    fn put_down(&self) -> usize {
        self.ask.best_by(|entry| self.put_down_score(entry))
    }

    fn put_down_score(&self, entry: usize) -> i64 {
        let score = |card: Card| {
            let power = power(card, self.strong());
            let length = self.hand.iter().filter(|other| other.suit == card.suit).count() as i64;
            let trump = card.suit == Suit::Knives || Some(card.suit) == self.strong();
            match (self.broke(), trump) {
                (true, _) => power,
                (false, true) => -power,
                // Rather the last card of a suit than one of many.
                (false, false) => card.coins() * COIN + COIN / length.max(1),
            }
        };
        let pair = self.ask.menu.entries.get(entry).into_iter().flat_map(Entry::handles);
        let known = pair.map(|card| self.ask.face(card).map(Card::of));
        known.map(|card| card.map(score)).sum::<Option<i64>>().unwrap_or(NEVER)
    }

    /// Whether this seat knows itself to be on the banker's side.
    fn banks(&self) -> bool {
        let round = &self.s.round;
        let ghost = round.declared.map(Declaration::ghost);
        round.banker() == Some(self.me())
            || round.ghost_played_by == Some(self.me())
            || self.hand.iter().any(|&card| Some(card) == ghost)
    }

    /// The worth to this seat of a coin in each seat's tricks, from -10 to 10.
    fn worth(&self) -> BySeat<i64> {
        let (me, banks) = (self.me(), self.banks());
        BySeat::new(SEATS, |seat| match self.s.round.contract {
            None | Some(Contract::Assets) if seat == me => 10,
            None | Some(Contract::Assets) => -3,
            Some(Contract::Liabilities) if seat == me => -10,
            Some(Contract::Liabilities) => 3,
            Some(Contract::Bank { banker, broke: true }) => match (seat == banker, banks) {
                (true, true) => -10,
                (true, false) => 10,
                // Coins elsewhere are coins that the banker does not have.
                (false, true) => 1,
                (false, false) => -1,
            },
            Some(Contract::Bank { .. }) if seat == me => 10,
            Some(Contract::Bank { banker, .. }) => self.worth_of_other(seat, banker, banks),
        })
    }

    /// The same for another seat when somebody has taken the bank to win coins.
    fn worth_of_other(&self, seat: Seat, banker: Seat, banks: bool) -> i64 {
        let friend = |same: bool| if same { 10 } else { -10 };
        match (seat == banker, self.s.round.ghost_played_by) {
            (true, _) => friend(banks),
            (false, Some(ghost)) => friend(banks == (seat == ghost)),
            // One of four may be the shadow; the shadow knows that nobody else is.
            (false, None) if banks => {
                if self.me() == banker {
                    -5
                } else {
                    -10
                }
            }
            // One of three others may be.
            (false, None) => 3,
        }
    }

    /// Plays the card that brings most, less its later use.
    fn play(&self) -> usize {
        let worth = self.worth();
        let later = self.later();
        let trick = &self.s.round.trick;
        self.ask.best_by(|entry| {
            let handle = self.ask.menu.entries.get(entry).and_then(|e| e.card);
            let (Some(card), Some(handle)) = (self.card(entry), handle) else { return NEVER };
            let play = Play { seat: self.me(), card, handle };
            let saved = power(card, self.strong()) * worth[self.me()] * SAVED;
            self.outlook(&[&trick[..], &[play]].concat(), &later, &worth) - saved
        })
    }

    /// Who still has to play to this trick after this seat.
    fn later(&self) -> Vec<Seat> {
        let played = self.s.round.trick.len() + 1;
        self.me().others(SEATS).take(SEATS - played).collect()
    }

    /// The value of the coins in this trick, weighed by who will probably win it: in millionths of a
    /// tenth of a tenth of a coin.
    fn outlook(&self, trick: &[Play], later: &[Seat], worth: &BySeat<i64>) -> i64 {
        let ahead = winner(trick, self.strong(), !self.s.house.simplified);
        let (Some(lead), Some(best)) = (trick.first(), trick.iter().find(|p| p.seat == ahead))
        else {
            return 0;
        };
        let mut open = CERTAIN;
        let mut value = 0;
        for &seat in later {
            let beaten = open * self.beats(seat, best.card, lead.card.suit) / CERTAIN;
            value += beaten * worth[seat];
            open -= beaten;
        }
        value += open * worth[ahead];
        let coins: i64 = trick.iter().map(|play| play.card.coins()).sum();
        // Each card still to come counts as half a coin, and winning the trick has a value of its own.
        value * (10 * coins + 5 * later.len() as i64 + 1)
    }

    /// How likely a seat that plays later beats this card.
    fn beats(&self, seat: Seat, best: Card, led: Suit) -> i64 {
        let unseen = self.unseen.len().max(1) as i64;
        let share = CERTAIN * self.s.round.hands[seat].len() as i64 / unseen;
        let void = void(self.s, seat, led);
        let mut fails = CERTAIN;
        for &card in self.unseen.iter().filter(|card| self.tops(**card, best)) {
            // In tenths.
            let weight = match (card.suit == led, void) {
                (true, true) => 0,
                (true, false) | (false, true) => 9,
                // Trump can be played only by those who have nothing of the led suit.
                (false, false) => 3,
            };
            let held = match self.memory.holder(self.s, card) {
                Some(holder) if holder == seat => CERTAIN,
                Some(_) => 0,
                None => share,
            };
            fails = fails * (10 * CERTAIN - held * weight) / (10 * CERTAIN);
        }
        CERTAIN - fails
    }

    fn tops(&self, card: Card, best: Card) -> bool {
        let class = |card: Card| match card.suit {
            Suit::Knives => 2,
            suit if Some(suit) == self.strong() => 1,
            _ => 0,
        };
        if card.suit != best.suit {
            return class(card) > class(best);
        }
        let ghost = card.rank == Rank::Ghost && best.rank == Rank::King;
        card.rank > best.rank || (ghost && !self.s.house.simplified)
    }

    /// The questions that Dance, Hound and Snitch ask; the card on top of the trick tells which.
    fn special(&self) -> usize {
        let Some(play) = self.s.round.trick.last() else { return self.ask.settle(None) };
        let asks_for_card = self.ask.menu.entries.iter().any(|entry| entry.card.is_some());
        match (play.card, asks_for_card) {
            (Card::DANCE, true) if play.seat == self.me() => self.invite(),
            (Card::DANCE, true) => self.give(),
            (_, true) => self.show(),
            (Card::SNITCH, _) => self.name(),
            _ => self.rival(),
        }
    }

    /// Gives the least useful card away.
    fn give(&self) -> usize {
        self.best_card(|card| self.useless(card))
    }

    /// Dances with the rival whose coins hurt most.
    fn invite(&self) -> usize {
        let worth = self.worth();
        self.ask.best_by(|entry| match (self.invited(entry), self.card(entry)) {
            (Some(seat), Some(card)) => (-worth[seat], self.useless(card)),
            _ => (NEVER, NEVER),
        })
    }

    /// The partner of a dance entry: the dancer's menu lists the whole hand once for each other seat.
    fn invited(&self, entry: usize) -> Option<Seat> {
        let hand = self.s.round.hands[self.me()].len();
        self.me().others(SEATS).nth(entry.checked_div(hand)?)
    }

    /// How little a card is worth keeping; the Ghost that makes a partner is never given away.
    fn useless(&self, card: Card) -> i64 {
        let ghost = self.s.round.declared.map(Declaration::ghost);
        let kept = if Some(card) == ghost { 100 * COIN } else { 0 };
        let sign = self.worth()[self.me()];
        -sign * (power(card, self.strong()) + card.coins() * COIN) - kept
    }

    /// The card that choosing this entry gives away in a Dance.
    fn gives(&self, entry: usize) -> Option<Given> {
        let played = self.s.round.trick.last()?;
        if self.s.round.phase != Phase::Specials || played.card != Card::DANCE {
            return None;
        }
        let dances = self.s.round.dances.len();
        let (dance, to) = match played.seat == self.me() {
            true => (dances, self.invited(entry)?),
            false => (dances.checked_sub(1)?, played.seat),
        };
        Some(Given { hand: self.s.number, dance, to, card: self.card(entry)? })
    }

    /// Shows the card that tells least: one seen before, or else the weakest that is not the Ghost.
    fn show(&self) -> usize {
        let ghost = self.s.round.declared.map(Declaration::ghost);
        self.best_card(|card| {
            let seen = self.s.round.shown[self.me()].contains(&card);
            let seen = if seen { 20 * COIN } else { 0 };
            let secret = if Some(card) == ghost { 10 * COIN } else { 0 };
            seen - secret - power(card, self.strong())
        })
    }

    /// The seat whose coins hurt most.
    fn rival(&self) -> usize {
        let worth = self.worth();
        let others: Vec<Seat> = self.me().others(SEATS).collect();
        self.ask.best_by(|i| -worth[others[i]])
    }

    /// Names the strongest card that may still be in a hand.
    fn name(&self) -> usize {
        self.ask.best_by(|entry| self.name_score(entry))
    }

    fn name_score(&self, entry: usize) -> i64 {
        let Some(card) = nameable().nth(entry) else { return NEVER };
        let placed = self.memory.holder(self.s, card).is_some();
        let out = self.unseen.contains(&card) && !placed && card.rank != Rank::Ghost;
        if out { power(card, self.strong()) } else { 0 }
    }

    /// How good an entry of a long menu of Dance or Snitch looks.
    fn special_score(&self, entry: usize) -> i64 {
        let worth = self.worth();
        match (self.card(entry), self.invited(entry)) {
            (Some(card), Some(seat)) => self.useless(card) - COIN * worth[seat],
            _ => self.name_score(entry),
        }
    }
}

/// The later worth of a card, as a share of its power: about a third, in hundredths of the unit of
/// [`Mind::outlook`].
const SAVED: i64 = 35 * 100;

/// Whether a seat could not follow this suit in a trick since it last danced.
pub(super) fn void(s: &State, seat: Seat, suit: Suit) -> bool {
    let dances = s.round.dances.iter().filter(|dance| dance.pair.contains(&seat));
    // The trick of the Dance itself may have come before it.
    let since = dances.map(|dance| dance.trick).max().unwrap_or(0);
    s.round.past.iter().skip(since).any(|trick| {
        trick.first().is_some_and(|lead| lead.card.suit == suit)
            && trick.iter().any(|play| play.seat == seat && play.card.suit != suit)
    })
}

/// Roughly the coins that a card may win in a trick, in thousandths.
fn power(card: Card, strong: Option<Suit>) -> i64 {
    let trump = Some(card.suit) == strong;
    let (as_trump, otherwise) = match card.rank {
        Rank::Ace => (3000, 3000),
        Rank::Ghost if card.suit == Suit::Knives => (900, 900),
        Rank::Ghost => (600, 100),
        Rank::Special => (700, 100),
        Rank::Maid => (900, 200),
        Rank::Jack => (1200, 400),
        Rank::Queen => (1600, 700),
        Rank::King => (2200, 1300),
        knife => (0, 900 + 250 * i64::from(knife as u8)),
    };
    if trump { as_trump } else { otherwise }
}
