//! The six tricks: following suit, who wins, who leads.

use engine::{Duty, Entry, Handle, Menu, Seat, Table, parts};

use super::{
    Card, Contract, Phase, Play, Rank, State, Suit, scoring,
    setup::{HAND, SEATS},
    shown, specials,
};

/// KNV-24: six tricks, as many as there are cards in a hand.
pub(super) async fn six_tricks(t: &mut Table<State>) {
    t.round.phase = Phase::Tricks;
    let mut leader = first_leader(t);
    while t.round.past.len() < HAND {
        t.round.leader = Some(leader);
        if t.round.trick_number() == HAND {
            play_last_cards(t, leader).await;
        } else {
            for seat in leader.lap(SEATS) {
                let play = play_card(t, seat).await;
                // K-A4: a special card acts at once, before the next player plays.
                specials::act(t, play).await;
            }
        }
        leader = gather(t);
        // K-A20: the rest of the play could change nothing.
        if !t.house.play_on && scoring::decided(t) {
            break;
        }
    }
    (t.round.turn, t.round.leader) = (None, None);
}

/// The last trick: everybody has one card, so nobody is asked. Special cards do nothing in it (KNV-36).
async fn play_last_cards(t: &mut Table<State>, leader: Seat) {
    t.round.turn = None;
    let last: Vec<Handle> =
        leader.lap(SEATS).flat_map(|seat| &t.round.hands[seat]).copied().collect();
    t.reveal(&last).await;
    for seat in leader.lap(SEATS) {
        if let Some(handle) = t.round.hands[seat].pop()
            && let Some(face) = t.face(handle)
        {
            lay(t, Play { seat, card: Card::of(face), handle });
        }
    }
}

/// KNV-24: the banker's left leads first, or without a banker the dealer's left.
fn first_leader(s: &State) -> Seat {
    let before = match s.round.contract {
        Some(Contract::Bank { banker, .. }) => banker,
        _ => s.round.dealer,
    };
    before.left(SEATS)
}

async fn play_card(t: &mut Table<State>, seat: Seat) -> Play {
    t.round.turn = Some(seat);
    let hand = &t.round.hands[seat];
    // KNV-17: playing that Ghost reveals the shadow banker.
    let telling = t.round.telling_ghost();
    let show = |&card: &Handle, duty| Entry::show("", card, duty).weighty_with(telling);
    let menu = match t.round.trick.first() {
        // KNV-25
        None => Menu::new("Lead any card", "KNV-25")
            .with_all(hand.iter().map(|card| show(card, Duty::Any))),
        Some(lead) => {
            // KNV-26, K-A19: whoever does not follow proves that the hand holds nothing of the suit,
            // so a revoke cannot happen. KNV-27: Knives and the strong suit are suits like others.
            let suit = lead.card.suit;
            let (title, reason) = follow(suit);
            let duty = Duty::follow(suit.faces(), hand, reason);
            Menu::new(title, "KNV-26").with_all(hand.iter().map(|card| show(card, duty.clone())))
        }
    };
    let choice = t.choose(seat, menu).await;
    let handle = t.round.hands[seat].remove(choice.entry);
    let play = Play { seat, card: shown(choice), handle };
    lay(t, play);
    play
}

/// The question to those who must follow a suit, and why another card may not be played. It is the most
/// frequent question, so its texts are constants.
const fn follow(suit: Suit) -> (&'static str, &'static str) {
    match suit {
        Suit::Knives => ("Play to the Knives lead", "you hold Knives and must follow"),
        Suit::Clubs => ("Play to the Clubs lead", "you hold Clubs and must follow"),
        Suit::Diamonds => ("Play to the Diamonds lead", "you hold Diamonds and must follow"),
        Suit::Hearts => ("Play to the Hearts lead", "you hold Hearts and must follow"),
        Suit::Spades => ("Play to the Spades lead", "you hold Spades and must follow"),
    }
}

/// Puts a card into the trick.
fn lay(t: &mut Table<State>, play: Play) {
    t.round.shown[play.seat].retain(|&card| card != play.card);
    t.round.trick.push(play);
    t.say("", parts![play.seat, " plays the ", play.card.face()]);
    meet_the_shadow(t, play);
}

/// KNV-17: the shadow banker becomes known when the Ghost is played.
///
/// K-A5: the role goes with the card. Whoever *plays* the Ghost is the shadow for the whole hand,
/// wherever it was dealt, and a banker who plays it is alone (KNV-19).
fn meet_the_shadow(t: &mut Table<State>, play: Play) {
    let Some(banker) = t.round.banker() else { return };
    if !t.round.telling_ghost().contains(play.card.face()) {
        return;
    }
    t.round.ghost_played_by = Some(play.seat);
    if play.seat == banker {
        t.say("KNV-19", parts![banker, " plays alone"]);
    } else {
        t.say("KNV-17", parts![play.seat, " is the shadow banker"]);
    }
}

/// Gives the trick to its winner and returns who leads the next.
fn gather(t: &mut Table<State>) -> Seat {
    let trick = core::mem::replace(&mut t.round.trick, Vec::with_capacity(SEATS));
    let winner = winner(&trick, t.round.strong(), !t.house.simplified);
    let coins: i64 = trick.iter().map(|play| play.card.coins()).sum();
    t.round.won[winner].extend(trick.iter().map(|play| play.handle));
    t.round.coins[winner] += coins;
    let s = if coins == 1 { "" } else { "s" };
    t.say("KNV-28", parts![winner, " wins the trick with ", coins, " ", "coin", s]);
    // KNV-30, K-A17: the winner leads, unless the Cat was played.
    let leader = specials::cat_leads(t, &trick).unwrap_or(winner);
    t.round.past.push(trick);
    leader
}

/// Who wins these cards, of which the first was led.
///
/// KNV-21, KNV-22, KNV-28: Knives beat the strong suit, which beats the led suit; KNV-29: nothing
/// else can win. `powers` says whether the Ghost rises over the King (KNV-31, not in KNV-49).
pub(super) fn winner(trick: &[Play], strong: Option<Suit>, powers: bool) -> Seat {
    let led = trick.first().map(|play| play.card.suit);
    let best = trick.iter().max_by_key(|play| {
        let Card { suit, rank } = play.card;
        let class = match suit {
            Suit::Knives => 3,
            suit if Some(suit) == strong => 2,
            suit if Some(suit) == led => 1,
            _ => 0,
        };
        (class, powers && rises(play.card, trick), rank)
    });
    best.map_or(Seat::new(0), |play| play.seat)
}

/// KNV-31, K-A7: with its King in the trick a Ghost tops its suit. Knives have no King.
fn rises(card: Card, trick: &[Play]) -> bool {
    let king = Card::new(card.suit, Rank::King);
    card.rank == Rank::Ghost && trick.iter().any(|play| play.card == king)
}
