//! The two dice: X, blank, one dagger twice, two daggers, three daggers.

use engine::{Entry, Seat, Table, text};

use super::{
    moves::{Ballot, Move, choose},
    state::State,
    treasures,
};

/// A side of a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The X.
    Cross,
    /// Nothing.
    Blank,
    /// One to three daggers.
    Daggers(u8),
}

/// The six sides.
pub const SIDES: [Side; 6] = [
    Side::Cross,
    Side::Blank,
    Side::Daggers(1),
    Side::Daggers(1),
    Side::Daggers(2),
    Side::Daggers(3),
];

impl Side {
    fn of(number: u32) -> Self {
        SIDES.get(number as usize).copied().unwrap_or(Self::Blank)
    }

    /// Its daggers; other sides count nothing. NHAT-98
    pub fn daggers(self) -> i64 {
        match self {
            Self::Daggers(n) => n.into(),
            Self::Cross | Self::Blank => 0,
        }
    }

    /// What it counts in a roll-off, where the X is worth −1. NHAT-79
    pub fn duel(self) -> i64 {
        if self == Self::Cross { -1 } else { self.daggers() }
    }

    /// Its row in a failure table.
    pub fn row(self) -> usize {
        match self {
            Self::Cross => 0,
            Self::Blank => 1,
            Self::Daggers(n) => 1 + usize::from(n),
        }
    }

    /// The side in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cross => "X",
            Self::Blank => "blank",
            Self::Daggers(1) => "one dagger",
            Self::Daggers(2) => "two daggers",
            Self::Daggers(_) => "three daggers",
        }
    }
}

/// Rolls one die. NHAT-99
pub async fn one(t: &mut Table<State>) -> Side {
    Side::of(t.roll(6).await)
}

/// Rolls one die for each of several players, all together.
pub async fn each(t: &mut Table<State>, count: usize) -> Vec<Side> {
    t.roll_all(&vec![6; count]).await.into_iter().map(Side::of).collect()
}

/// The dice icon: both dice, and the player uses either. NHAT-98
pub async fn icon(t: &mut Table<State>, seat: Seat) -> i64 {
    let mut again = treasures::rolls_again(t, seat);
    loop {
        let sides = each(t, 2).await;
        let mut values: Vec<_> = sides.iter().map(|side| side.daggers()).collect();
        let shown = text![seat, " rolls ", sides[0].name(), " and ", sides[1].name()];
        t.say("NHAT-98", shown.clone());
        values.sort_unstable_by(|a, b| b.cmp(a));
        values.dedup();
        if values.len() == 1 && !again {
            return values[0];
        }
        let mut ballot = Ballot::new(shown.with(": which counts?"), "NHAT-98");
        for value in values {
            ballot = ballot
                .with(Move::Daggers(value), Entry::new(text!["Count "].count(value, "dagger")));
        }
        if again {
            ballot = ballot.with(Move::RollAgain, Entry::new("Roll both again"));
        }
        match choose(t, seat, ballot).await.0 {
            Move::Daggers(value) => return value,
            _ => again = false,
        }
    }
}
