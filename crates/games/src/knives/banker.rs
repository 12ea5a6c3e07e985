//! The bank: the banker picks it up and puts two cards down, or it is discarded unseen.

use engine::{Entry, FaceSet, Handle, Menu, Seat, Table, text};

use super::{Contract, Phase, State, remix};

/// How many cards the bank holds (KNV-02).
pub const BANK: usize = 2;

/// What happens to the bank once the contract stands.
pub(super) async fn open_bank(t: &mut Table<State>) {
    t.round.phase = Phase::Bank;
    match t.round.contract {
        Some(Contract::Bank { banker, broke }) => exchange(t, banker, broke).await,
        // KNV-45, K-A12: nobody looks; the cards stay where they are, out of the hand.
        _ => t.say("KNV-45", text!["The bank is discarded unseen"]),
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
    for left in (1..=BANK).rev() {
        let hand = t.round.hands[banker].clone();
        let menu = put_down_menu(left, broke, &hand, t.round.telling_ghost());
        let choice = t.choose(banker, menu).await;
        let card = t.round.hands[banker].remove(choice.entry);
        t.round.put_down.push(card);
    }
    if broke {
        t.say("KNV-14", text![banker, " discards two cards"]);
    } else {
        t.say("KNV-12", text![banker, " puts two cards down"]);
    }
}

/// Any card may go, the Ghost that would name a shadow included (K-A6): that leaves the banker alone.
fn put_down_menu(left: usize, broke: bool, hand: &[Handle], ghost: FaceSet) -> Menu {
    let title = match (broke, left) {
        // KNV-14: these count for nobody.
        (true, 1) => "Discard a second card",
        (true, _) => "Discard a first card of two",
        // KNV-13: these count for the banker.
        (false, 1) => "Put down a second card; its coins are yours",
        (false, _) => "Put down a first card of two; its coins are yours",
    };
    let rule = if broke { "KNV-14" } else { "KNV-13" };
    let entry = |&card: &Handle| Entry::card("", card).weighty_with(ghost);
    Menu::new(title, rule).with_all(hand.iter().map(entry))
}
