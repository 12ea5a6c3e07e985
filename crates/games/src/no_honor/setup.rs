//! The chapter on setup: motivation, objectives, draft, gearing up.

use engine::{Audience, Deck, Entry, Handle, Seat, Table, parts, text};

use super::{
    agendas::Agenda,
    cards::{Kind, Seen, deck},
    characters::Character,
    moves::{Ballot, Move, all, settle},
    objectives::{self, Defense, Objective},
    schemes::Scheme,
    state::{State, Thief},
    treasures::Treasure,
};

/// The decks, in the order of their numbers.
pub const CHARACTERS: Deck = Deck(0);
/// Schemes.
pub const SCHEMES: Deck = Deck(1);
/// Defenses.
pub const DEFENSES: Deck = Deck(2);
/// Objectives of all three stages.
pub const OBJECTIVES: Deck = Deck(3);
/// Treasures.
pub const TREASURES: Deck = Deck(4);
/// Agendas.
pub const AGENDAS: Deck = Deck(5);

/// Starting Coins. NHAT-20
const COINS: i64 = 5;
/// Agendas that each player keeps. NHAT-14
const KEPT: usize = 2;
/// The hiring pool. NHAT-25
pub const POOL: usize = 5;
/// Characters in Jail at the start. NHAT-25
const JAILED: usize = 3;
/// Schemes dealt to each player. NHAT-26
const HAND: usize = 5;

/// Sets the table up to the first turn.
pub async fn setup(t: &mut Table<State>) {
    shuffle_decks(t).await;
    t.active = t.random_seat().await; // H-A6, NHAT-21
    t.say("NHAT-21", parts![t.active, " grabs the dice and goes first"]);
    deal_agendas(t).await;
    t.phase = "Setup";
    objectives::lay_out(t, 2).await; // NHAT-17
    draft(t).await;
    gear_up(t).await;
}

/// All decks in one request; stages 1 and 2 are then cut unseen to three Objectives. NHAT-16
async fn shuffle_decks(t: &mut Table<State>) {
    let mut piles = vec![
        t.create(CHARACTERS, deck::<Character>()),
        t.create(SCHEMES, deck::<Scheme>()),
        t.create(DEFENSES, deck::<Defense>()),
        t.create(TREASURES, deck::<Treasure>()),
        t.create(AGENDAS, deck::<Agenda>()),
    ];
    for stage in 1..=3 {
        let staged = Objective::ALL.iter().filter(|o| o.card().stage == stage).map(|o| o.face());
        piles.push(t.create(OBJECTIVES, staged));
    }
    let mut piles = t.shuffle_all(piles).await.into_iter();
    let mut next = || piles.next().unwrap_or_default();
    let (characters, schemes, defenses) = (next(), next(), next());
    let (treasures, agendas) = (next(), next());
    let (mut one, mut two, three) = (next(), next(), next());
    let cut: Vec<_> = one.drain(3..).chain(two.drain(3..)).collect();
    t.retire(&cut);
    t.characters = characters;
    t.schemes = schemes;
    t.defenses = defenses;
    t.treasures = treasures;
    t.agendas = agendas;
    t.objectives = [one, two, three].concat();
}

/// Three Agendas each, of which one is discarded face down; or two at random. The rest leaves the game
/// unseen. NHAT-14, NHAT-15, H-A3
async fn deal_agendas(t: &mut Table<State>) {
    let each = if t.agendas_dealt { KEPT } else { KEPT + 1 };
    let mut agendas = std::mem::take(&mut t.agendas);
    for seat in Seat::all(t.seats()) {
        t.players[seat].agendas = agendas.drain(..each).collect();
    }
    t.retire(&agendas);
    let dealt: Vec<_> =
        t.players.iter().flat_map(|(s, p)| p.agendas.iter().map(move |&c| (s, c))).collect();
    t.deal(dealt).await;
    if t.agendas_dealt {
        return;
    }
    let ballot = |cards: &[Handle]| {
        let drop =
            |&card: &Handle| (Move::DropAgenda(card), Entry::card("Give up", card).weighty());
        Ballot::new("Keep two Hidden Agendas: which do you give up?", "NHAT-14")
            .with_all(cards.iter().map(drop))
    };
    let ballots = t.players.iter().map(|(seat, p)| (seat, ballot(&p.agendas))).collect();
    for (seat, (choice, _)) in all(t, ballots).await {
        if let Move::DropAgenda(card) = choice {
            t.players[seat].agendas.retain(|&kept| kept != card);
            t.retire(&[card]);
        }
    }
}

/// Two Characters per player; one lap for pay, one back for free. NHAT-20, NHAT-22, NHAT-23
async fn draft(t: &mut Table<State>) {
    let seats = t.seats();
    for seat in Seat::all(seats) {
        t.earn(seat, COINS);
    }
    t.pool = turn_up(t, 2 * seats).await;
    let first = t.active;
    let laps = t.lap(first).map(|seat| (seat, true));
    let back = t.lap(first).rev().map(|seat| (seat, false));
    for (seat, paid) in laps.chain(back) {
        let picks = t.pool.iter().map(|who| {
            let cost = if paid { who.kind.card().cost } else { 0 };
            (
                Move::Take(who.card),
                Entry::card(text!["For ", cost, who.kind.brings(), ":"], who.card),
            )
        });
        let rule = if paid { "NHAT-22" } else { "NHAT-23" };
        let ballot = Ballot::new("Draft a Character for your crew", rule).with_all(picks);
        let Move::Take(card) = settle(t, seat, ballot).await else { continue };
        let Some(at) = t.pool.iter().position(|who| who.card == card) else { continue };
        let who = t.pool.remove(at);
        t.say(rule, parts![seat, " drafts ", who.kind.face()]);
        if paid {
            t.pay(seat, who.kind.card().cost); // NHAT-24: what is left is kept
        }
        t.players[seat].crew.push(Thief::new(who.card, who.kind));
    }
}

/// The hiring pool, then the Jail, then Schemes for all, in one request. NHAT-25, NHAT-26
async fn gear_up(t: &mut Table<State>) {
    let mut open: Vec<_> = t.characters[..POOL + JAILED].to_vec();
    let mut show: Vec<_> = open.iter().map(|&card| (card, Audience::All)).collect();
    for seat in Seat::all(t.seats()) {
        let hand: Vec<_> = t.schemes.drain(..HAND).collect();
        show.extend(hand.iter().map(|&card| (card, Audience::Seat(seat))));
        t.players[seat].hand = hand;
    }
    t.show(show).await;
    t.characters.drain(..POOL + JAILED);
    let jailed = open.split_off(POOL);
    t.pool = seen(t, open);
    t.jail = seen(t, jailed);
    for who in t.jail.clone() {
        t.say("NHAT-25", parts![who.kind.face(), " sits in the Jail"]);
    }
}

/// Turns up Characters from the deck; if they run out, fewer. H-A25
async fn turn_up(t: &mut Table<State>, count: usize) -> Vec<Seen<Character>> {
    let cards = t.characters[..count.min(t.characters.len())].to_vec();
    t.reveal(&cards).await;
    t.characters.drain(..cards.len());
    seen(t, cards)
}

fn seen(t: &Table<State>, cards: Vec<Handle>) -> Vec<Seen<Character>> {
    let kind = |card| t.face(card).and_then(Character::of);
    cards.into_iter().filter_map(|card| Some(Seen { card, kind: kind(card)? })).collect()
}

/// Fills the hiring pool. NHAT-32
pub async fn fill_pool(t: &mut Table<State>) {
    let missing = POOL.saturating_sub(t.pool.len());
    let fresh = turn_up(t, missing).await;
    t.pool.extend(fresh);
}
