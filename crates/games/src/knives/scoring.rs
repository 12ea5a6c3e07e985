//! Counting coins, giving points, ending the match.

use engine::{BySeat, Outcome, Seat, Table, text};

use super::{Card, Contract, Declaration, Phase, State, setup::SEATS};

/// What a hand came to, as far as points depend on it.
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

/// Opens what has to be counted, and gives the points of the hand.
pub(super) async fn count(t: &mut Table<State>) {
    t.round.phase = Phase::Scoring;
    let Some(contract) = t.round.contract else { return };
    let mut put_down = 0;
    if let Contract::Bank { banker, broke: false } = contract {
        // KNV-13
        let cards = t.round.put_down.clone();
        let faces = t.reveal(&cards).await;
        put_down = faces.iter().map(|&face| Card::of(face).coins()).sum();
        t.say("KNV-13", text!["The cards ", banker, " put down hold ", put_down, " coins"]);
    }
    let tally = Tally {
        contract,
        shadow: t.round.shadow(),
        coins: t.round.coins.clone(),
        put_down,
        simplified: t.house.simplified,
    };
    tell(t, &tally);
    for (seat, &points) in tally.points().iter() {
        t.points[seat] += points;
        if points > 0 {
            t.say("", text![seat, " scores ", points]);
        }
    }
    clear_table(t);
}

impl Tally {
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

/// Says how the hand was decided.
fn tell(t: &mut Table<State>, tally: &Tally) {
    let Contract::Bank { banker, broke } = tally.contract else {
        let assets = tally.contract == Contract::Assets;
        return t.say("KNV-44", if assets { "Most coins win" } else { "Fewest coins win" });
    };
    if t.round.ghost_played_by.is_none() {
        // K-A6: every other card was played, so the banker put the Ghost down.
        let ghost = t.round.declared.map(Declaration::ghost);
        if let Some(ghost) = ghost {
            t.say("K-A6", text![banker, " put the ", ghost.face(), " down and was alone"]);
        }
    }
    let coins = tally.bank_coins(banker);
    let line = match tally.shadow {
        Some(shadow) if !broke => text![banker, " and ", shadow, " hold ", coins, " coins"],
        _ => text![banker, " holds ", coins, " coins"],
    };
    t.say(if broke { "KNV-43" } else { "KNV-18" }, line);
}

/// The hand is over: its cards leave the game, those never shown unseen.
fn clear_table(t: &mut Table<State>) {
    let round = &mut t.round;
    let mut cards = core::mem::take(&mut round.put_down);
    cards.append(&mut round.bank);
    round.won.iter_mut().for_each(|(_, won)| cards.append(won));
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
