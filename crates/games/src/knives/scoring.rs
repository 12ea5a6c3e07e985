//! Counting coins, giving points, ending the match.

use engine::{BySeat, Line, Outcome, Seat, Table, parts, text};

use super::{
    Card, Contract, Counted, Declaration, Phase, State,
    cards::CARDS,
    setup::{HAND, SEATS},
};

/// The result of a hand, as far as points depend on it.
#[derive(Clone, Debug)]
pub struct Tally {
    /// What was played for.
    pub contract: Contract,
    /// The shadow banker; without one a banker was alone.
    pub shadow: Option<Seat>,
    /// The coins that each seat won in tricks.
    pub coins: BySeat<i64>,
    /// The coins on the two cards put down.
    pub put_down: i64,
    /// Whether the simplified scores are in force.
    pub simplified: bool,
}

/// The coins on all cards together.
pub const COINS: i64 = 25;

/// The coins that the banker's side needs: more than half of them.
pub const MAJORITY: i64 = 13;

/// Reveals what has to be counted, and gives the points of the hand.
pub(super) async fn count(t: &mut Table<State>) {
    t.round.phase = Phase::Scoring;
    let Some(contract) = t.round.contract else { return };
    let mut put_down = None;
    if let Contract::Bank { banker, broke: false } = contract {
        // KNV-13
        let cards = t.round.put_down.clone();
        let faces = t.reveal(&cards).await;
        let cards: Vec<Card> = faces.iter().map(|&face| Card::of(face)).collect();
        let coins = coins(&cards);
        put_down = Some((banker, cards));
        let line = text![banker, " put down "];
        let line = faces.iter().enumerate().fold(line, |line, (i, &face)| {
            line.with(if i == 0 { "the " } else { " and the " }).with(face)
        });
        t.say("KNV-13", line.with(", which hold ").count(coins, "coin"));
    }
    find_the_ghost(t).await;
    let down = put_down.as_ref().map_or(0, |(_, cards)| coins(cards));
    let tally = Tally { put_down: down, ..Tally::new(t, contract) };
    let how = tell(t, &tally);
    let points = tally.points();
    let coins = tally.coins.clone();
    let number = t.number;
    t.counted = Some(Counted { number, how, coins, put_down, points: points.clone() });
    for (seat, &points) in points.iter() {
        t.points[seat] += points;
        if points > 0 {
            t.say("", parts![seat, " scores ", points]);
        }
    }
    clear_table(t);
}

/// The coins on these cards.
pub(super) fn coins(cards: &[Card]) -> i64 {
    cards.iter().map(|card| card.coins()).sum()
}

/// K-A20: whether the public cards decide the points of the hand. They do, whatever is still played, once
/// a banker who goes for broke has won a coin (KNV-42); and otherwise if the coins that are still hidden,
/// in hands or put down, cannot change them any more.
pub(super) fn decided(s: &State) -> bool {
    let Some(contract) = s.round.contract else { return false };
    let hidden = COINS - s.round.coins.values().sum::<i64>();
    match contract {
        Contract::Bank { banker, broke: true } => s.round.coins[banker] > 0,
        // Until the Ghost is played it may change hands, and the sides with it.
        Contract::Bank { .. } if s.round.ghost_played_by.is_none() => false,
        Contract::Bank { banker, .. } => {
            let tally = Tally::new(s, contract);
            let prize = tally.prize(banker);
            prize == Tally { put_down: hidden, ..tally }.prize(banker)
        }
        Contract::Assets | Contract::Liabilities => {
            let mut coins: Vec<i64> = s.round.coins.values().copied().collect();
            coins.sort_unstable();
            let [lowest, low, .., high, highest] = coins[..] else { return false };
            hidden < if contract == Contract::Assets { highest - high } else { low - lowest }
        }
    }
}

/// K-A20: after a hand that ended early the holder of the Ghost shows it, since it decides who the
/// defenders are. Every other hand proves that it does not hold it.
async fn find_the_ghost(t: &mut Table<State>) {
    if t.round.past.len() == HAND {
        return;
    }
    t.say("K-A20", parts!["The hand ends here: its points are decided"]);
    let ghost = t.round.telling_ghost();
    let (Some(banker), None) = (t.round.banker(), t.round.ghost_played_by) else { return };
    let hands: Vec<_> = banker.lap(SEATS).map(|s| (s, t.round.hands[s].clone())).collect();
    let found = t.demand(ghost, hands).await;
    let holder = banker.lap(SEATS).zip(found).find(|(_, card)| card.is_some());
    t.round.ghost_played_by = holder.map(|(seat, _)| seat);
    if let Some((seat, _)) = holder {
        let face = ghost.iter().next();
        let line = face.map_or(text![seat, " shows it"], |f| text![seat, " shows the ", f]);
        let who = if seat == banker { " and was alone" } else { " and was the shadow banker" };
        t.say("K-A20", line.with(who));
    }
}

impl Tally {
    /// The result so far, without the cards put down.
    fn new(s: &State, contract: Contract) -> Self {
        Self {
            contract,
            shadow: s.round.shadow(),
            coins: s.round.coins.clone(),
            put_down: 0,
            simplified: s.house.simplified,
        }
    }

    /// The points of the hand.
    pub fn points(&self) -> BySeat<i64> {
        match self.contract {
            Contract::Bank { banker, .. } => self.bank_points(banker),
            // KNV-44, K-A1: Assets go to the most coins, Liabilities to the fewest.
            Contract::Assets => self.everyone_with(self.coins.values().max()),
            Contract::Liabilities => self.everyone_with(self.coins.values().min()),
        }
    }

    /// The coins that decide: those of the banker's side, or of a banker going for broke alone.
    pub fn bank_coins(&self, banker: Seat) -> i64 {
        match self.contract {
            // KNV-14, KNV-43: neither the discarded cards nor the shadow's tricks count.
            Contract::Bank { broke: true, .. } => self.coins[banker],
            // KNV-13, KNV-18
            _ => self.put_down + self.side(banker).map(|seat| self.coins[seat]).sum::<i64>(),
        }
    }

    /// The banker, and the shadow if there is one.
    fn side(&self, banker: Seat) -> impl Iterator<Item = Seat> {
        [banker].into_iter().chain(self.shadow)
    }

    /// What each of the banker's side gets; `None` if the defenders win.
    fn prize(&self, banker: Seat) -> Option<i64> {
        let broke = matches!(self.contract, Contract::Bank { broke: true, .. });
        match (broke, self.bank_coins(banker)) {
            // KNV-41
            (true, 0) => Some(2),
            // KNV-42
            (true, _) => None,
            // KNV-40
            (false, ..MAJORITY) => None,
            // KNV-52
            (false, _) if self.simplified => Some(2),
            // KNV-38
            (false, ..=16) => Some(1),
            (false, ..=20) => Some(2),
            (false, _) => Some(3),
        }
    }

    fn bank_points(&self, banker: Seat) -> BySeat<i64> {
        // KNV-39, KNV-41, KNV-52: alone it counts double.
        let times = if self.shadow.is_none() { 2 } else { 1 };
        let prize = self.prize(banker).map(|points| points * times);
        BySeat::new(SEATS, |seat| {
            let banks = self.side(banker).any(|s| s == seat);
            match prize {
                Some(points) if banks => points,
                // KNV-20, K-A16: three defenders, or four against a lone banker.
                None if !banks => 1,
                _ => 0,
            }
        })
    }

    fn everyone_with(&self, coins: Option<&i64>) -> BySeat<i64> {
        self.coins.map(|_, have| if Some(have) == coins { 2 } else { 0 })
    }
}

/// Says how the hand was decided, and returns that text.
fn tell(t: &mut Table<State>, tally: &Tally) -> Line {
    let Contract::Bank { banker, broke } = tally.contract else {
        let assets = tally.contract == Contract::Assets;
        let line = if assets { text!["Most coins win: "] } else { text!["Fewest coins win: "] };
        let line = tally.coins.iter().fold(line, |line, (seat, &coins)| {
            let line = if seat.index() == 0 { line } else { line.with(", ") };
            line.with(seat).with(" ").with(coins)
        });
        t.say("KNV-44", line.clone());
        return line;
    };
    if t.round.ghost_played_by.is_none() {
        // K-A6: every other card was played, so the banker put the Ghost down.
        let ghost = t.round.declared.map(Declaration::ghost);
        if let Some(ghost) = ghost {
            t.say("K-A6", parts![banker, " put the ", ghost.face(), " down and was alone"]);
        }
    }
    let coins = tally.bank_coins(banker);
    let line = match tally.shadow {
        Some(shadow) if !broke => text![banker, " and ", shadow, " hold "].count(coins, "coin"),
        _ => text![banker, " holds "].count(coins, "coin"),
    };
    t.say(if broke { "KNV-43" } else { "KNV-18" }, line.clone());
    line
}

/// Ends the hand: its cards leave the game; hidden ones stay hidden.
fn clear_table(t: &mut Table<State>) {
    let round = &mut t.round;
    let mut cards = Vec::with_capacity(CARDS);
    cards.append(&mut round.put_down);
    cards.append(&mut round.bank);
    round.won.iter_mut().for_each(|(_, won)| cards.append(won));
    round.hands.iter_mut().for_each(|(_, hand)| cards.append(hand));
    t.retire(&cards);
}

/// KNV-46, K-A14: once somebody has reached the target the highest total wins, and equals share it.
pub(super) fn match_over(t: &mut Table<State>) -> Option<Outcome> {
    let best = t.points.values().copied().max().filter(|&best| best >= t.house.target)?;
    let winners = t.points.seats_where(|&points| points == best);
    let summary = if let [winner] = winners[..] {
        text![winner, " wins with ", best, " points"]
    } else {
        text!["a shared win with ", best, " points"]
    };
    t.say("KNV-46", summary.clone());
    Some(Outcome { winners, scores: t.points.clone(), summary })
}
