//! The bank: the banker picks it up and puts two cards down, or it is discarded unseen.

use engine::{Entry, FaceSet, Handle, Menu, Seat, Table, parts, sets};

use super::{Contract, Phase, State, remix};

/// How many cards the bank holds (KNV-02).
pub const BANK: usize = 2;

/// Handles the bank once the contract is fixed.
pub(super) async fn open_bank(t: &mut Table<State>) {
    t.round.phase = Phase::Bank;
    match t.round.contract {
        Some(Contract::Bank { banker, broke }) => exchange(t, banker, broke).await,
        // KNV-45, K-A12: nobody looks; the cards stay where they are, and are in no hand.
        _ => t.say("KNV-45", parts!["The bank is discarded unseen"]),
    }
}

/// KNV-12: both bank cards into the hand, any two face down out of it.
///
/// The hand of eight is mixed first, so that nobody can tell whether what is put down came from the
/// bank.
async fn exchange(t: &mut Table<State>, banker: Seat, broke: bool) {
    t.round.turn = Some(banker);
    let bank = core::mem::take(&mut t.round.bank);
    t.round.hands[banker].extend(bank);
    remix(t, &[banker]).await;
    let hand = t.round.hands[banker].clone();
    let choice = t.choose(banker, put_down_menu(broke, &hand, t.round.telling_ghost())).await;
    let down = sets(&hand, BANK..=BANK).nth(choice.entry).unwrap_or_default();
    t.round.hands[banker].retain(|card| !down.contains(card));
    t.round.put_down = down;
    if broke {
        t.say("KNV-14", parts![banker, " discards two cards"]);
    } else {
        t.say("KNV-12", parts![banker, " puts two cards down"]);
    }
}

/// Any card may go, the Ghost that would name a shadow included (K-A6): that leaves the banker alone.
fn put_down_menu(broke: bool, hand: &[Handle], ghost: FaceSet) -> Menu {
    let (title, rule) = if broke {
        ("Discard two cards; they count for nobody", "KNV-14")
    } else {
        ("Put two cards down; their coins are yours", "KNV-13")
    };
    let entry = |pair| Entry::cards("", pair).weighty_with(ghost);
    Menu::new(title, rule).with_all(sets(hand, BANK..=BANK).map(entry))
}
