//! How a hard bot words terms: partners get what they would just accept, and it asks for what the other
//! side would just grant.

use engine::Seat;

use super::super::{
    moves::Move,
    state::{State, Terms},
};

/// A better choice than the normal bot's pick, if there is one.
pub(super) fn better(
    s: &State,
    me: Seat,
    moves: &[Move],
    picked: usize,
    settled: &[Seat],
) -> Option<usize> {
    if s.phase != "Planning a heist" || s.active != me || fair(s) < 2 {
        return None;
    }
    let at = |wanted: &Move| moves.iter().position(|other| other == wanted);
    if matches!(moves.get(picked), Some(Move::Even(_))) {
        let gains = s.partners().iter().any(|&partner| enough(s, me, partner) < fair(s));
        return at(&Move::Other).filter(|_| gains);
    }
    let sum_of = |partner: &Seat| at(&Move::SumOf(*partner));
    if s.partners().iter().any(|partner| sum_of(partner).is_some()) {
        let open = s.partners().iter().filter(|partner| !settled.contains(partner));
        return open.filter_map(sum_of).next().or_else(|| at(&Move::Accept));
    }
    let amounts = moves.iter().all(|m| matches!(m, Move::Amount(_) | Move::Back));
    let partner = settled.last().filter(|_| amounts)?;
    at(&Move::Amount(enough(s, me, *partner)))
}

/// An equal share of what is planned for.
fn fair(s: &State) -> i64 {
    s.haul_planned() / (s.partners().len() as i64 + 1)
}

/// The least for which a normal bot would come along as a partner: half of a fair share, and more if it
/// distrusts the one who asks.
fn enough(s: &State, me: Seat, partner: Seat) -> i64 {
    let host = &s.players[me];
    let ahead = (host.coins - s.players[partner].coins).max(0);
    let distrust = 3 * ahead + 12 * host.betrayals as i64;
    half(fair(s)).max(distrust / 10 + 1).min(fair(s))
}

/// The sum to ask for: so much that the active player keeps half of a fair share.
pub(super) fn demand(s: &State, me: Seat, terms: &Terms, haul: i64, fair: i64) -> i64 {
    let share = |seat| super::share(terms, seat, haul);
    share(me) + (share(s.active) - half(fair)).max(0)
}

/// Half of it, rounded up.
pub(super) fn half(fair: i64) -> i64 {
    (fair + 1) / 2
}
