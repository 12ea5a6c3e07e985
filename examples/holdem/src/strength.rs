//! HE-14: the ranking of hands.

use core::fmt;

use engine::french::{Card, Rank};

/// How good a hand is: its kind first, then the ranks that decide among equals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Strength {
    /// The kind of hand.
    pub kind: Kind,
    /// Ranks, those that count most first; 0 where there is none.
    ranks: [u8; 5],
}

/// A kind of hand, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    #[default]
    HighCard,
    Pair,
    TwoPairs,
    Three,
    Straight,
    Flush,
    FullHouse,
    Four,
    StraightFlush,
}

impl Strength {
    /// The strength of the best five of these cards; of fewer, of all together.
    pub fn of(cards: &[Card]) -> Self {
        if cards.len() <= 5 {
            return Self::of_five(cards);
        }
        let without = (0..cards.len()).map(|i| {
            let rest: Vec<Card> = [&cards[..i], &cards[i + 1..]].concat();
            Self::of(&rest)
        });
        without.max().unwrap_or_default()
    }

    fn of_five(cards: &[Card]) -> Self {
        // Ranks with how often they occur, the most frequent first, then the highest.
        let mut groups: Vec<(usize, u8)> = Rank::ALL
            .iter()
            .map(|&rank| (cards.iter().filter(|card| card.rank == rank).count(), rank as u8))
            .filter(|(count, _)| *count > 0)
            .collect();
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let flush = cards.len() == 5 && cards.iter().all(|card| card.suit == cards[0].suit);
        let straight = straight(&groups);
        let counts: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
        let kind = match (&counts[..], flush, straight) {
            (_, true, Some(_)) => Kind::StraightFlush,
            ([4, ..], ..) => Kind::Four,
            ([3, 2, ..], ..) => Kind::FullHouse,
            (_, true, None) => Kind::Flush,
            (_, false, Some(_)) => Kind::Straight,
            ([3, ..], ..) => Kind::Three,
            ([2, 2, ..], ..) => Kind::TwoPairs,
            ([2, ..], ..) => Kind::Pair,
            _ => Kind::HighCard,
        };
        let mut ranks = [0; 5];
        match straight {
            Some(high) => ranks[0] = high,
            None => ranks.iter_mut().zip(&groups).for_each(|(to, (_, rank))| *to = *rank),
        }
        Self { kind, ranks }
    }

    fn rank(self, at: usize) -> &'static str {
        Rank::ALL
            .iter()
            .find(|rank| **rank as u8 == self.ranks[at])
            .map_or("", |rank| rank.plural())
    }
}

/// The highest rank of a straight; the Ace may be lowest.
fn straight(groups: &[(usize, u8)]) -> Option<u8> {
    let ranks: Vec<u8> = groups.iter().map(|(_, rank)| *rank).collect();
    match ranks[..] {
        [high, _, _, _, low] if high - low == 4 => Some(high),
        [14, 5, 4, 3, 2] => Some(5),
        _ => None,
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, two) = (self.rank(0), self.rank(1));
        match self.kind {
            Kind::HighCard => write!(f, "nothing above {one}"),
            Kind::Pair => write!(f, "a pair of {one}"),
            Kind::TwoPairs => write!(f, "two pairs, {one} and {two}"),
            Kind::Three => write!(f, "three {one}"),
            Kind::Straight => write!(f, "a straight up to {one}"),
            Kind::Flush => write!(f, "a flush up to {one}"),
            Kind::FullHouse => write!(f, "a full house, {one} and {two}"),
            Kind::Four => write!(f, "four {one}"),
            Kind::StraightFlush => write!(f, "a straight flush up to {one}"),
        }
    }
}
