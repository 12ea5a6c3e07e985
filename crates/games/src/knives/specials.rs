//! The special cards: Cat, Dance, Hound and Snitch.

use engine::{Duty, Entry, FaceSet, Handle, Line, Menu, Seat, Table, parts, text};

use super::{
    Card, Dance, Phase, Play, Rank, State, Suit,
    cards::CARDS,
    remix,
    setup::{HAND, SEATS},
    shown,
};

/// KNV-36, K-A3: special cards do nothing in trick six; nor ever in simplified play (KNV-50).
fn asleep(s: &State) -> bool {
    s.round.trick_number() == HAND || s.house.simplified
}

/// What a card does as soon as it is played.
pub(super) async fn act(t: &mut Table<State>, play: Play) {
    if asleep(t) || ![Card::DANCE, Card::HOUND, Card::SNITCH].contains(&play.card) {
        return;
    }
    t.round.phase = Phase::Specials;
    match play.card {
        Card::DANCE => dance(t, play.seat).await,
        Card::HOUND => hound(t, play.seat).await,
        _ => snitch(t, play.seat).await,
    }
    t.round.phase = Phase::Tricks;
}

/// KNV-32: whoever played the Cat to this trick leads the next.
pub(super) fn cat_leads(t: &mut Table<State>, trick: &[Play]) -> Option<Seat> {
    let cat = trick.iter().find(|play| play.card == Card::CAT && !asleep(t))?;
    t.say("KNV-32", parts!["The Cat lets ", cat.seat, " lead the next trick"]);
    Some(cat.seat)
}

/// KNV-33: a swap of one card each, unseen by the rest. K-A10: nobody can decline, and both have chosen
/// before either sees the card they get: the dancer first names only a place in their hand, which tells
/// nothing about the card.
async fn dance(t: &mut Table<State>, dancer: Seat) {
    let (partner, card) = invite(t, dancer).await;
    let pair = [dancer, partner];
    t.say("KNV-33", parts![dancer, " dances with ", partner]);
    t.round.turn = Some(partner);
    let trick = t.round.trick_number();
    t.round.dances.push(Dance { trick, pair });
    let theirs = t.round.hands[partner].clone();
    let answer = match theirs[..] {
        [only] => only, // there is nothing to choose
        _ => {
            let give = theirs.iter().map(|&card| Entry::card("Give", card).weighty());
            let menu = Menu::new(text!["Give ", dancer, " a card"], "KNV-33").with_all(give);
            theirs[t.choose(partner, menu).await.entry]
        }
    };
    // KNV-37: the cards belong to their new hands at once.
    for (from, to, card) in [(dancer, partner, card), (partner, dancer, answer)] {
        t.round.hands[from].retain(|&held| held != card);
        t.round.hands[to].push(card);
    }
    t.round.turn = None;
    remix(t, &pair).await;
    // A card shown before may be one of the two that were swapped.
    pair.iter().for_each(|&seat| t.round.shown[seat].clear());
    t.say("KNV-37", parts![dancer, " and ", partner, " have swapped a card"]);
}

/// The partner of the dancer, and the card that the dancer gives.
async fn invite(t: &mut Table<State>, dancer: Seat) -> (Seat, Handle) {
    let hand = t.round.hands[dancer].clone();
    let with = |seat: Seat| {
        let label = text!["Give ", seat];
        hand.iter().map(move |&card| Entry::card(label.clone(), card).weighty())
    };
    let menu = Menu::new("Dance with whom, and give which card?", "KNV-33")
        .with_all(dancer.others(SEATS).flat_map(with));
    let entry = t.choose(dancer, menu).await.entry;
    (dancer.lap(SEATS).nth(1 + entry / hand.len()).unwrap_or(dancer), hand[entry % hand.len()])
}

/// KNV-34: another player shows everybody one card of their own choice.
async fn hound(t: &mut Table<State>, hunter: Seat) {
    let target = other(t, hunter, "Set the Hound on whom?", "KNV-34").await;
    t.say("KNV-34", parts![hunter, " sets the Hound on ", target]);
    t.round.turn = Some(target);
    let hand = t.round.hands[target].clone();
    if let [only] = hand[..] {
        // There is nothing to choose.
        if let Some(&face) = t.reveal(&[only]).await.first() {
            keep_shown(t, target, Card::of(face)).await;
        }
        return;
    }
    let show = |&card: &Handle| Entry::show("Show", card, Duty::Any).weighty();
    let menu = Menu::new("Show everybody a card; it stays in your hand", "KNV-34")
        .with_all(hand.iter().map(show));
    let card = shown(t.choose(target, menu).await);
    keep_shown(t, target, card).await;
}

/// KNV-35: a card that is not a Ghost is named, and whoever holds it shows it.
///
/// K-A9: any such card may be named, one already played and one's own too; every hand either shows it
/// or proves that it does not hold it.
async fn snitch(t: &mut Table<State>, namer: Seat) {
    let card = name_card(t, namer).await;
    t.say("KNV-35", parts![namer, " asks for the ", card.face()]);
    let hands: Vec<_> = namer.lap(SEATS).map(|s| (s, t.round.hands[s].clone())).collect();
    let found = t.demand(FaceSet::only(card.face()), hands).await;
    match namer.lap(SEATS).zip(found).find(|(_, card)| card.is_some()) {
        Some((holder, _)) => keep_shown(t, holder, card).await,
        None => t.say("KNV-35", parts!["No hand holds the ", card.face()]),
    }
}

/// All cards that can be named, in the order of the menu.
pub(super) fn nameable() -> impl Iterator<Item = Card> {
    Suit::ALL.into_iter().flat_map(Suit::cards).filter(|card| card.rank != Rank::Ghost)
}

async fn name_card(t: &mut Table<State>, namer: Seat) -> Card {
    t.round.turn = Some(namer);
    let mut cards = Vec::with_capacity(CARDS);
    cards.extend(nameable());
    let entry = |card: &Card| match t.round.was_played(*card) {
        true => Entry::new(text![card.face(), " (played)"]),
        false => Entry::new(text![card.face()]),
    };
    let menu =
        Menu::new("Name a card that is no Ghost", "KNV-35").with_all(cards.iter().map(entry));
    cards[t.choose(namer, menu).await.entry]
}

/// KNV-37: a shown card stays in hand. The hand is mixed, since a later swap of that very card could
/// otherwise be recognised by its place.
async fn keep_shown(t: &mut Table<State>, holder: Seat, card: Card) {
    t.say("KNV-37", parts![holder, " shows the ", card.face(), " and keeps it"]);
    if !t.round.shown[holder].contains(&card) {
        t.round.shown[holder].push(card);
    }
    remix(t, &[holder]).await;
}

async fn other(
    t: &mut Table<State>,
    seat: Seat,
    title: impl Into<Line>,
    rule: &'static str,
) -> Seat {
    let others: Vec<Seat> = seat.others(SEATS).collect();
    let menu = Menu::new(title, rule).with_all(others.iter().map(|&s| Entry::new(text![s])));
    others[t.choose(seat, menu).await.entry]
}
