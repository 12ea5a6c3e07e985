//! A sensible player: it values coins by who wins them, and guesses what the others hold from the
//! cards it has seen.

use engine::{Ask, BySeat, Player, Seat};

use super::{
    Card, Contract, Declaration, Phase, Play, Rank, State, Suit,
    auction::{Bid, bids},
    setup::SEATS,
    tricks::winner,
};

/// Plays sensibly, the same way every time.
pub(super) struct Sensible;

impl Player<State> for Sensible {
    fn pick(&mut self, ask: &Ask<'_>, s: &State) -> usize {
        pick(ask, s)
    }
}

/// Plays a leaver's seat: it never takes the bank unless it must, and otherwise plays sensibly.
pub(super) fn autopilot(ask: &Ask<'_>, s: &State) -> usize {
    if s.round.phase != Phase::Auction || s.round.declared.is_none() {
        return pick(ask, s);
    }
    let bids = bids(s, ask.seat);
    ask.best_by(|i| match bids[i] {
        Bid::Pass(_) => 2,
        Bid::Assets => 1,
        Bid::Take { .. } | Bid::Liabilities => 0,
    })
}

fn pick(ask: &Ask<'_>, s: &State) -> usize {
    let mind = Mind::new(ask, s);
    match s.round.phase {
        Phase::Auction => mind.bid(),
        Phase::Bank => mind.put_down(),
        Phase::Tricks => mind.play(),
        Phase::Specials => mind.special(),
        Phase::Deal | Phase::Scoring => ask.settle(None),
    }
}

/// Strength, in coins it may bring, from which a hand takes the bank.
const TAKE: f64 = 5.0;
/// Strength below which it rather goes for broke.
const BROKE: f64 = 3.5;

/// What one seat makes of the table.
struct Mind<'a> {
    ask: &'a Ask<'a>,
    s: &'a State,
    hand: Vec<Card>,
    unseen: Vec<Card>,
}

impl<'a> Mind<'a> {
    fn new(ask: &'a Ask<'a>, s: &'a State) -> Self {
        let cards =
            |handles| -> Vec<Card> { ask.faces(handles).into_iter().map(Card::of).collect() };
        let hand = cards(&s.round.hands[ask.seat]);
        let put_down = cards(&s.round.put_down);
        let tricks = s.round.past.iter().flatten().chain(&s.round.trick);
        let played: Vec<Card> = tricks.map(|play| play.card).collect();
        let seen = |card: &Card| [&hand, &put_down, &played].iter().any(|set| set.contains(card));
        let unseen =
            Suit::ALL.into_iter().flat_map(Suit::cards).filter(|card| !seen(card)).collect();
        Self { ask, s, hand, unseen }
    }

    fn me(&self) -> Seat {
        self.ask.seat
    }

    fn strong(&self) -> Option<Suit> {
        self.s.round.strong()
    }

    /// Takes a strong hand, goes for broke with a hopeless one, and passes with the rest.
    fn bid(&self) -> usize {
        let Some(declared) = self.s.round.declared else {
            return self.ask.best_by(|i| self.favour(Declaration::ALL[i]));
        };
        let strength = self.strength(declared.strong());
        let bids = bids(self.s, self.me());
        self.ask.best_by(|i| match bids[i] {
            Bid::Take { broke: false } if strength >= TAKE => 100.0,
            Bid::Take { broke: true } if strength <= BROKE => 100.0,
            Bid::Take { .. } => 0.0,
            Bid::Pass(None) => 10.0,
            Bid::Pass(Some(declaration)) => 10.0 + self.favour(declaration),
            Bid::Assets => 4.0,
            Bid::Liabilities => 7.0 - strength,
        })
    }

    /// How welcome it would be that somebody else takes the bank on this declaration.
    fn favour(&self, declaration: Declaration) -> f64 {
        self.strength(declaration.strong())
    }

    fn strength(&self, strong: Option<Suit>) -> f64 {
        self.hand.iter().map(|&card| power(card, strong)).sum()
    }

    fn broke(&self) -> bool {
        matches!(self.s.round.contract, Some(Contract::Bank { broke: true, .. }))
    }

    /// Puts coins down that might be lost, or discards what might win them.
    fn put_down(&self) -> usize {
        self.ask.best_by(|i| {
            let card = self.hand[i];
            let power = power(card, self.strong());
            let length = self.hand.iter().filter(|other| other.suit == card.suit).count();
            let trump = card.suit == Suit::Knives || Some(card.suit) == self.strong();
            match (self.broke(), trump) {
                (true, _) => power,
                (false, true) => -power,
                (false, false) => card.coins() as f64 + 1.0 / length as f64,
            }
        })
    }

    /// Whether this seat knows itself to be on the banker's side.
    fn banks(&self) -> bool {
        let round = &self.s.round;
        let ghost = round.declared.map(Declaration::ghost);
        round.banker() == Some(self.me())
            || round.ghost_played_by == Some(self.me())
            || self.hand.iter().any(|&card| Some(card) == ghost)
    }

    /// What a coin is worth to this seat in each seat's tricks, from -1 to 1.
    fn worth(&self) -> BySeat<f64> {
        let me = self.me();
        let (round, banks) = (&self.s.round, self.banks());
        BySeat::new(SEATS, |seat| match round.contract {
            None | Some(Contract::Assets) => {
                if seat == me {
                    1.0
                } else {
                    -0.3
                }
            }
            Some(Contract::Liabilities) => {
                if seat == me {
                    -1.0
                } else {
                    0.3
                }
            }
            Some(Contract::Bank { banker, broke: true }) => match (seat == banker, banks) {
                (true, true) => -1.0,
                (true, false) => 1.0,
                // Coins elsewhere are coins that the banker does not have.
                (false, true) => 0.1,
                (false, false) => -0.1,
            },
            Some(Contract::Bank { banker, .. }) => {
                if seat == me {
                    return 1.0;
                }
                match (banks, seat == banker, round.ghost_played_by) {
                    (true, true, _) => 1.0,
                    (false, true, _) => -1.0,
                    (true, false, Some(ghost)) => {
                        if seat == ghost {
                            1.0
                        } else {
                            -1.0
                        }
                    }
                    (false, false, Some(ghost)) => {
                        if seat == ghost {
                            -1.0
                        } else {
                            1.0
                        }
                    }
                    // One of four may be the shadow; the shadow knows that nobody else is.
                    (true, false, None) => {
                        if me == banker {
                            -0.5
                        } else {
                            -1.0
                        }
                    }
                    // One of three others may be.
                    (false, false, None) => 0.3,
                }
            }
        })
    }

    /// Plays the card that brings most, less what it could still be good for.
    fn play(&self) -> usize {
        let worth = self.worth();
        let later = self.later();
        self.ask.best_by(|i| {
            let card = self.hand[i];
            let mut trick = self.s.round.trick.clone();
            let handle = self.s.round.hands[self.me()][i];
            trick.push(Play { seat: self.me(), card, handle });
            let saved = power(card, self.strong()) * worth[self.me()] * 0.35;
            self.outlook(&trick, &later, &worth) - saved
        })
    }

    /// Who still has to play to this trick after this seat.
    fn later(&self) -> Vec<Seat> {
        let played = self.s.round.trick.len() + 1;
        self.me().others(SEATS).take(SEATS - played).collect()
    }

    /// What the coins of this trick are worth, weighed by who will probably win it.
    fn outlook(&self, trick: &[Play], later: &[Seat], worth: &BySeat<f64>) -> f64 {
        let ahead = winner(trick, self.strong(), !self.s.house.simplified);
        let (Some(lead), Some(best)) = (trick.first(), trick.iter().find(|p| p.seat == ahead))
        else {
            return 0.0;
        };
        let mut open = 1.0;
        let mut value = 0.0;
        for &seat in later {
            let beaten = open * self.beats(seat, best.card, lead.card.suit);
            value += beaten * worth[seat];
            open -= beaten;
        }
        value += open * worth[ahead];
        let coins: i64 = trick.iter().map(|play| play.card.coins()).sum();
        value * (coins as f64 + 0.5 * later.len() as f64 + 0.1)
    }

    /// How likely a seat that plays later beats this card.
    fn beats(&self, seat: Seat, best: Card, led: Suit) -> f64 {
        let round = &self.s.round;
        let share = round.hands[seat].len() as f64 / self.unseen.len().max(1) as f64;
        let void = self.void(seat, led);
        let mut fails = 1.0;
        for &card in self.unseen.iter().filter(|card| self.tops(**card, best)) {
            let weight = match (card.suit == led, void) {
                (true, true) => 0.0,
                (true, false) | (false, true) => 0.9,
                // Trump can be played only by who has nothing of the led suit.
                (false, false) => 0.3,
            };
            let certain = round.shown[seat].contains(&card);
            fails *= 1.0 - if certain { weight } else { share * weight };
        }
        1.0 - fails
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

    /// Whether a seat once could not follow this suit. A Dance may have changed that since.
    fn void(&self, seat: Seat, suit: Suit) -> bool {
        self.s.round.past.iter().any(|trick| {
            trick.first().is_some_and(|lead| lead.card.suit == suit)
                && trick.iter().any(|play| play.seat == seat && play.card.suit != suit)
        })
    }

    /// The questions that Dance, Hound and Snitch ask; the card on top of the trick tells which.
    fn special(&self) -> usize {
        let Some(play) = self.s.round.trick.last() else { return self.ask.settle(None) };
        let asks_for_card = self.ask.menu.entries.iter().any(|entry| entry.card.is_some());
        match (play.card, asks_for_card) {
            (Card::DANCE, true) => self.give(),
            (_, true) => self.show(),
            (Card::SNITCH, _) => self.name(),
            _ => self.rival(),
        }
    }

    /// Gives the least useful card away, but never the Ghost that makes a partner.
    fn give(&self) -> usize {
        let ghost = self.s.round.declared.map(Declaration::ghost);
        let sign = self.worth()[self.me()];
        self.ask.best_by(|i| {
            let card = self.hand[i];
            let kept = if Some(card) == ghost { 10.0 } else { 0.0 };
            -sign * (power(card, self.strong()) + card.coins() as f64) - kept
        })
    }

    /// Shows what tells least: a card seen before, or else the weakest that is not the Ghost.
    fn show(&self) -> usize {
        let ghost = self.s.round.declared.map(Declaration::ghost);
        self.ask.best_by(|i| {
            let card = self.hand[i];
            let seen = if self.s.round.shown[self.me()].contains(&card) { 20.0 } else { 0.0 };
            let secret = if Some(card) == ghost { 10.0 } else { 0.0 };
            seen - secret - power(card, self.strong())
        })
    }

    /// The seat whose coins hurt most.
    fn rival(&self) -> usize {
        let worth = self.worth();
        let others: Vec<Seat> = self.me().others(SEATS).collect();
        self.ask.best_by(|i| -worth[others[i]])
    }

    /// Names the strongest card that is still out.
    fn name(&self) -> usize {
        let shown = |card: &Card| self.s.round.shown.values().any(|cards| cards.contains(card));
        let value = |card: Card| {
            let out = self.unseen.contains(&card) && !shown(&card) && card.rank != Rank::Ghost;
            if out { power(card, self.strong()) } else { 0.0 }
        };
        match self.s.round.naming {
            None => self.ask.best_by(|i| Suit::ALL[i].cards().map(value).fold(0.0, f64::max)),
            Some(suit) => {
                let cards: Vec<Card> = suit.cards().collect();
                self.ask.best_by(|i| value(cards[i]))
            }
        }
    }
}

/// Roughly the coins a card may bring in by winning a trick.
fn power(card: Card, strong: Option<Suit>) -> f64 {
    let trump = Some(card.suit) == strong;
    match card.rank {
        Rank::Ace => 3.0,
        Rank::Ghost if card.suit == Suit::Knives => 0.9,
        Rank::Ghost => {
            if trump {
                0.6
            } else {
                0.1
            }
        }
        Rank::Special => {
            if trump {
                0.7
            } else {
                0.1
            }
        }
        Rank::Maid => {
            if trump {
                0.9
            } else {
                0.2
            }
        }
        Rank::Jack => {
            if trump {
                1.2
            } else {
                0.4
            }
        }
        Rank::Queen => {
            if trump {
                1.6
            } else {
                0.7
            }
        }
        Rank::King => {
            if trump {
                2.2
            } else {
                1.3
            }
        }
        knife => 0.9 + 0.25 * f64::from(knife as u8),
    }
}
