//! The chapter on the Moment of Truth: who betrays whom, and what it costs.

use engine::{Duty, Entry, Handle, Seat, Table, parts};

use super::{
    cards::{Kind, Seen},
    characters,
    end::Flow,
    harm,
    moves::{Aim, Ballot, Move, all},
    schemes::{self, Scheme, Type},
    state::{State, Target},
    treasures,
    windows::{self, Trigger},
};

/// A card played in the Moment of Truth.
#[derive(Clone, Copy)]
struct Played {
    seat: Seat,
    card: Handle,
    scheme: Scheme,
}

/// Everybody on the heist plays a Scheme; betrayals count, the haul is shared. C10
pub async fn moment_of_truth(t: &mut Table<State>, haul: i64) -> Flow<()> {
    t.phase = "Moment of Truth";
    let played = reveal(t).await;
    let betrayals = values(t, &played);
    if let Some(heist) = &mut t.heist {
        heist.betrayers = betrayals.iter().map(|&(seat, _)| seat).collect();
    }
    for &(seat, value) in &betrayals {
        t.players[seat].betrayals += 1;
        t.say("NHAT-66", parts![seat, " betrays for ", value]);
    }
    // Values are fixed; from here on the code is broken. NHAT-72, H-A13
    if !betrayals.is_empty() && !t.broken {
        t.broken = true;
        t.say("NHAT-72", "The code of honor is broken");
    }
    share(t, haul, &betrayals).await;
    put_away(t, &played).await;
    for play in &played {
        other_effects(t, *play, &betrayals).await?;
    }
    revenge(t).await
}

/// All cards are chosen before any is shown; an empty hand plays none. NHAT-60, NHAT-61, H-A10
async fn reveal(t: &mut Table<State>) -> Vec<Played> {
    let seats = t.heist.as_ref().map(|h| h.seats.clone()).unwrap_or_default();
    let ballot = |hand: &[Handle]| {
        let show =
            |&card: &Handle| (Move::Play(card), Entry::show("Play", card, Duty::Any).weighty());
        Ballot::new("The Moment of Truth: play a Scheme", "NHAT-60").with_all(hand.iter().map(show))
    };
    let armed = seats.iter().filter(|&&seat| !t.players[seat].hand.is_empty());
    let ballots = armed.map(|&seat| (seat, ballot(&t.players[seat].hand))).collect();
    let mut played = Vec::new();
    for (seat, (choice, face)) in all(t, ballots).await {
        if let (Move::Play(card), Some(scheme)) = (choice, face.and_then(Scheme::of)) {
            t.say("NHAT-60", parts![seat, " shows ", scheme.face()]);
            t.players[seat].hand.retain(|&held| held != card);
            t.in_play.push(Seen { card, kind: scheme });
            played.push(Played { seat, card, scheme });
        }
    }
    played
}

/// The betrayals with their values: Traitor adds, Marked Coin takes away. C10
fn values(state: &State, played: &[Played]) -> Vec<(Seat, i64)> {
    let value = |play: &Played| {
        let printed = play.scheme.betrayal()?;
        let marked =
            played.iter().filter(|p| p.scheme == Scheme::MarkedCoin && p.seat != play.seat).count();
        let value = printed + characters::betrayal_bonus(state, play.seat) - 3 * marked as i64;
        Some((play.seat, value.max(0)))
    };
    played.iter().filter_map(value).collect()
}

/// Shares the haul: as agreed, or as the betrayers take it. NHAT-64, NHAT-65, NHAT-71
async fn share(t: &mut Table<State>, haul: i64, betrayals: &[(Seat, i64)]) {
    let Some((target, seats, terms)) =
        t.heist.as_ref().map(|h| (h.target, h.seats.clone(), h.terms.clone()))
    else {
        return;
    };
    let (shares, owners) = match betrayals {
        [] => (terms.shares(haul), terms.treasures.clone()),
        [(alone, _)] => (split(haul, &seats, betrayals), vec![*alone; terms.treasures.len()]),
        _ => (split(haul, &seats, betrayals), Vec::new()), // H-A12
    };
    for (seat, coins) in shares {
        if coins > 0 {
            t.say("NHAT-64", parts![seat, " takes ", coins, " of the haul"]);
        }
        t.players[seat].coins += coins;
        if let Target::Mat(mat) = target {
            t.mats[mat].coins -= coins;
        }
    }
    treasures::draw(t, &owners).await;
}

/// A haul being handed out.
struct Pot {
    left: i64,
    shares: Vec<(Seat, i64)>,
}

impl Pot {
    /// Gives up to this many Coins, as long as there are any.
    fn give(&mut self, seat: Seat, coins: i64) {
        let coins = coins.min(self.left);
        self.left -= coins;
        let share = self.shares.iter_mut().find(|(owner, _)| *owner == seat);
        share.into_iter().for_each(|(_, share)| *share += coins);
    }
}

/// How betrayers split a haul; what nobody gets goes to the bank. NHAT-65, NHAT-66, NHAT-67, NHAT-68
///
/// ```
/// use engine::Seat;
/// use games::no_honor::moment_of_truth::split;
/// let [a, b, c] = [0, 1, 2].map(Seat::new);
/// assert_eq!(split(10, &[a, b], &[(a, 8), (b, 6)]), [(a, 6), (b, 4)]); // NHAT-69
/// // A 6, B 8, C loyal: one Coin of the 14 is lost. NHAT-70
/// assert_eq!(split(14, &[a, b, c], &[(a, 6), (b, 8)]), [(a, 5), (b, 7), (c, 1)]);
/// ```
pub fn split(haul: i64, seats: &[Seat], betrayals: &[(Seat, i64)]) -> Vec<(Seat, i64)> {
    let mut pot = Pot { left: haul, shares: seats.iter().map(|&seat| (seat, 0)).collect() };
    let betrays = |seat: &Seat| betrayals.iter().any(|(betrayer, _)| betrayer == seat);
    // One Coin for every loyal player, clockwise while there are any. H-A11
    for &seat in seats.iter().filter(|seat| !betrays(seat)) {
        pot.give(seat, 1);
    }
    let total: i64 = betrayals.iter().map(|(_, value)| value).sum();
    if pot.left >= total {
        betrayals.iter().for_each(|&(seat, value)| pot.give(seat, value));
        let even = pot.left / seats.len().max(1) as i64;
        seats.iter().for_each(|&seat| pot.give(seat, even));
        return pot.shares;
    }
    // Too few: first what each value exceeds the lowest by, then evenly.
    let lowest = betrayals.iter().map(|(_, value)| *value).min().unwrap_or(0);
    let excess: Vec<_> = betrayals.iter().map(|&(seat, value)| (seat, value - lowest)).collect();
    if pot.left >= excess.iter().map(|(_, coins)| coins).sum() {
        excess.iter().for_each(|&(seat, coins)| pot.give(seat, coins));
        let even = pot.left / betrayals.len().max(1) as i64;
        betrayals.iter().for_each(|&(seat, _)| pot.give(seat, even));
        return pot.shares;
    }
    // Too few even for that: one Coin at a time, clockwise. H-A11
    let most = excess.iter().map(|(_, coins)| *coins).max().unwrap_or(0);
    for round in 0..most {
        excess.iter().filter(|(_, coins)| *coins > round).for_each(|&(seat, _)| pot.give(seat, 1));
    }
    pot.shares
}

/// Side Job, Insurance Policy, Hidden Blade. C10
async fn other_effects(t: &mut Table<State>, play: Played, betrayals: &[(Seat, i64)]) -> Flow<()> {
    let seat = play.seat;
    let betrayed = betrayals.iter().any(|(rival, _)| *rival != seat);
    let paid = match play.scheme {
        Scheme::SideJob if !betrayed => 2,
        Scheme::InsurancePolicy if betrayed => 4,
        _ => 0,
    };
    if paid > 0 {
        t.say("NHAT-62", parts![play.scheme.face(), " brings ", seat, " ", paid, " Coins"]);
        t.earn(seat, paid);
    }
    if play.scheme != Scheme::HiddenBlade {
        return Ok(());
    }
    let aims = schemes::aims(t, seat, play.scheme);
    if aims.is_empty() {
        return Ok(());
    }
    match schemes::take_aim(t, seat, play.scheme.face(), aims).await {
        Aim::Broken(card) => harm::kill(t, seat, card).await,
        Aim::Thief(card) => harm::exhaust(t, seat, card).await,
        _ => Ok(()),
    }
}

/// Moment of Truth cards are discarded; others go back to hands, which are then mixed, since
/// everybody has seen them. NHAT-62
async fn put_away(t: &mut Table<State>, played: &[Played]) {
    let mut returned = Vec::new();
    for play in played {
        t.in_play.retain(|shown| shown.card != play.card);
        if play.scheme.card().kind == Type::MomentOfTruth {
            t.scheme_discard.push(Seen { card: play.card, kind: play.scheme });
        } else {
            t.players[play.seat].hand.push(play.card);
            returned.push(play.seat);
        }
    }
    schemes::remix(t, &returned).await;
}

/// The betrayed may take it personally, as often as they can. NHAT-95
async fn revenge(t: &mut Table<State>) -> Flow<()> {
    let active = t.active;
    while t.heist.as_ref().is_some_and(|h| !h.betrayers.is_empty()) {
        if windows::open(t, active, Trigger::Shared).await?.is_none() {
            break;
        }
    }
    Ok(())
}
