//! The chapter on Treasures: standing effects for whoever controls them. NHAT-12

use engine::{Entry, Seat, Table, Tint, parts};

use super::{
    cards::{Kind, Seen, Skill, kinds},
    harm,
    moves::{Ballot, Move, choose},
    state::State,
};

kinds! {
    /// The twelve Treasures.
    Treasure from 98:
    OldKingsSignet "Old King's Signet", BottomlessPurse "Bottomless Purse",
    DuskCloak "Dusk Cloak", OgreGauntlets "Ogre Gauntlets", SilverMask "Silver Mask",
    MasterKey "Master Key", BookOfSecrets "Book of Secrets", SafehouseDeed "Safehouse Deed",
    HealingIdol "Healing Idol", RoyalPardon "Royal Pardon", GuildCharter "Guild Charter",
    LoadedDice "Loaded Dice",
}

/// What is printed on a Treasure.
pub struct Card {
    pub(super) copies: usize,
    pub(super) short: &'static str,
    pub(super) help: &'static str,
}

impl Card {
    pub(super) const fn tint(&self) -> Tint {
        Tint::Yellow
    }
}

const fn row(short: &'static str, help: &'static str) -> Card {
    Card { copies: 1, short, help }
}

impl Treasure {
    /// What is printed on it.
    pub const fn card(self) -> &'static Card {
        &CARDS[self as usize]
    }
}

static CARDS: [Card; 12] = [
    row("◆Signt", "Worth 5 Coins when the game ends."),
    row(
        "◆Purse",
        "1 Coin from the bank after every successful heist on an Objective that you were on.",
    ),
    row("◆Cloak", "The first Character you send on a heist has 1 more Stealth there."),
    row("◆Gaunt", "The first Character you send on a heist has 1 more Muscle there."),
    row("◆Mask", "The first Character you send on a heist has 1 more Lies there."),
    row("◆Key", "The first Character you send on a heist has 1 more Tinker there."),
    row("◆Book", "Your hand limit is 9."),
    row("◆Deed", "Your crew may hold one more Character."),
    row("◆Idol", "At the start of your turn you may unexhaust one of your Characters."),
    row(
        "◆Pardn",
        "When a failure table would kill one of your Characters, outright or by exhausting it, it is arrested instead.",
    ),
    row("◆Chart", "Recruiting costs you 1 Coin less."),
    row("◆Dice", "When you roll the dice icon you may roll both dice again, once."),
];

/// Old King's Signet: Coins it is worth at the end.
pub fn worth(treasure: Treasure) -> i64 {
    if treasure == Treasure::OldKingsSignet { 5 } else { 0 }
}

/// Dusk Cloak, Ogre Gauntlets, Silver Mask, Master Key: what the first Character committed gains.
pub fn lends(treasure: Treasure) -> Option<Skill> {
    match treasure {
        Treasure::DuskCloak => Some(Skill::Stealth),
        Treasure::OgreGauntlets => Some(Skill::Muscle),
        Treasure::SilverMask => Some(Skill::Lies),
        Treasure::MasterKey => Some(Skill::Tinker),
        _ => None,
    }
}

/// Book of Secrets: how much the hand limit rises.
pub fn hand_room(treasure: Treasure) -> usize {
    if treasure == Treasure::BookOfSecrets { 2 } else { 0 }
}

/// Safehouse Deed: how much the crew limit rises.
pub fn crew_room(treasure: Treasure) -> usize {
    usize::from(treasure == Treasure::SafehouseDeed)
}

/// Guild Charter: what recruiting costs this player.
pub fn price(state: &State, seat: Seat, cost: i64) -> i64 {
    if state.owns(seat, Treasure::GuildCharter) { (cost - 1).max(0) } else { cost }
}

/// Royal Pardon: whether deaths by failure table become arrests.
pub fn pardons(state: &State, seat: Seat) -> bool {
    state.owns(seat, Treasure::RoyalPardon)
}

/// Loaded Dice: whether the dice icon may be rolled again.
pub fn rolls_again(state: &State, seat: Seat) -> bool {
    state.owns(seat, Treasure::LoadedDice)
}

/// Bottomless Purse: a Coin for each owner who took part in a success.
pub fn after_success(t: &mut Table<State>, seats: &[Seat]) {
    for &seat in seats {
        if t.owns(seat, Treasure::BottomlessPurse) {
            t.say(
                "NHAT-12",
                parts![seat, " finds a Coin in the ", Treasure::BottomlessPurse.face()],
            );
            t.earn(seat, 1);
        }
    }
}

/// Healing Idol: at the start of a turn.
pub async fn at_turn_start(t: &mut Table<State>, seat: Seat) {
    let tired: Vec<_> =
        t.players[seat].crew.iter().filter(|thief| thief.exhausted).map(|t| t.card).collect();
    if tired.is_empty() || !t.owns(seat, Treasure::HealingIdol) {
        return;
    }
    let ballot = Ballot::new("Whom does the Healing Idol unexhaust?", "NHAT-12")
        .with_all(tired.into_iter().map(|card| (Move::Pick(card), Entry::card("Unexhaust", card))))
        .with(Move::Pass, Entry::pass("Nobody"));
    if let (Move::Pick(card), _) = choose(t, seat, ballot).await {
        t.say(
            "NHAT-12",
            parts![seat, " has the ", Treasure::HealingIdol.face(), " unexhaust ", card],
        );
        harm::rouse(t, card);
    }
}

/// Draws the top Treasure for a player; an empty deck gives nothing. NHAT-11, C11
pub async fn draw(t: &mut Table<State>, seats: &[Seat]) {
    let count = seats.len().min(t.treasures.len());
    let cards = t.treasures[..count].to_vec();
    let faces = t.reveal(&cards).await;
    t.treasures.drain(..count);
    for ((&seat, card), face) in seats.iter().zip(cards).zip(faces) {
        if let Some(kind) = Treasure::of(face) {
            t.say("NHAT-12", parts![seat, " draws ", face]);
            t.players[seat].treasures.push(Seen { card, kind });
        }
    }
}
