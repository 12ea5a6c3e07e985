//! The chapter on exchanges: trades, and Coins given or asked for.
//!
//! Coins may pass at any time. NHAT-41 At a table where the state says who speaks, that is: on one's own
//! turn one gives them away or asks somebody for them, and in Complications everybody can give some; they
//! may also be part of any trade.

use engine::{Entry, Handle, Line, Seat, Table, text};

use super::{
    moves::{Ballot, Good, Move, choose},
    negotiation::left,
    schemes::{join, remix},
    state::{Deal, Player, Promise, State, Thief, When, limit_of},
    terms::FIDDLES,
};

/// A player gives Coins to another. NHAT-41
pub async fn give(t: &mut Table<State>, seat: Seat) {
    let rivals: Vec<Seat> = t.rivals(seat).collect();
    let mine = t.players[seat].coins;
    let Some((rival, coins)) =
        pick(t, seat, ("Who gets Coins from you?", "To "), &rivals, |_| mine).await
    else {
        return;
    };
    let given = t.hand_over(seat, rival, coins);
    t.say("NHAT-41", text![seat, " gives ", rival, " ", given, " Coins"]);
}

/// A player asks another for Coins, for whatever was said about it. NHAT-41
pub async fn ask(t: &mut Table<State>, seat: Seat) {
    let rich: Vec<Seat> = t.rivals(seat).filter(|&rival| t.players[rival].coins > 0).collect();
    let theirs: Vec<i64> = rich.iter().map(|&rival| t.players[rival].coins).collect();
    let most = |rival: Seat| rich.iter().position(|&r| r == rival).map_or(0, |i| theirs[i]);
    let Some((rival, coins)) =
        pick(t, seat, ("Whom do you ask for Coins?", "From "), &rich, most).await
    else {
        return;
    };
    t.talks = t.talks.saturating_sub(1);
    t.say("NHAT-41", text![seat, " asks ", rival, " for ", coins, " Coins"]);
    let ballot = Ballot::new(text![seat, " asks you for ", coins, " Coins"], "NHAT-41")
        .with(Move::Accept, Entry::new(text!["Give ", seat, " ", coins, " Coins"]).weighty())
        .with(Move::Decline, Entry::pass("Refuse"));
    if choose(t, rival, ballot).await.0 == Move::Accept {
        let given = t.hand_over(rival, seat, coins);
        t.say("NHAT-41", text![rival, " gives ", seat, " ", given, " Coins"]);
    } else {
        t.say("NHAT-41", text![rival, " refuses"]);
    }
}

/// Another player and a number of Coins, with a way back from each question.
async fn pick(
    t: &mut Table<State>,
    seat: Seat,
    (title, verb): (&'static str, &'static str),
    rivals: &[Seat],
    most: impl Fn(Seat) -> i64,
) -> Option<(Seat, i64)> {
    while t.fiddles < FIDDLES {
        let whom = rivals.iter().map(|&rival| (Move::Seat(rival), Entry::new(text![verb, rival])));
        let ballot =
            Ballot::new(title, "NHAT-41").with_all(whom).with(Move::Back, Entry::pass("Back"));
        let Move::Seat(rival) = choose(t, seat, ballot).await.0 else {
            t.fiddles += 1;
            return None;
        };
        let amount = |n| (Move::Amount(n), Entry::new(text![n, " Coins"]).weighty());
        let ballot = Ballot::new(text!["How many Coins between you and ", rival, "?"], "NHAT-41")
            .with(Move::Back, Entry::pass("Back"))
            .with_all((1..=most(rival)).map(amount));
        if let Move::Amount(coins) = choose(t, seat, ballot).await.0 {
            return Some((rival, coins));
        }
        t.fiddles += 1;
    }
    None
}

/// Exchange: a trade with each of any number of players, one after the other. NHAT-38, H-A2, H-A28
pub async fn exchange(t: &mut Table<State>, seat: Seat) {
    t.phase = "Exchange";
    let mut traded: Vec<Seat> = Vec::new();
    while t.talks > 0 {
        let free = t.rivals(seat).filter(|rival| !traded.contains(rival));
        let whom = free.map(|rival| (Move::Seat(rival), Entry::new(text!["With ", rival])));
        let title = text!["Trade with whom? ", left(t)];
        let ballot = Ballot::new(title, "NHAT-38")
            .with_all(whom)
            .with(Move::Pass, Entry::pass("Nobody (else)"));
        let Move::Seat(rival) = choose(t, seat, ballot).await.0 else {
            t.fiddles += 1;
            break;
        };
        if trade(t, seat, rival).await {
            traded.push(rival);
        }
    }
    if !traded.is_empty() {
        t.actions -= 1;
    }
}

/// One trade: built up, proposed, and carried out if the other agrees. The other may propose
/// something else instead, which the first then takes or leaves.
async fn trade(t: &mut Table<State>, seat: Seat, rival: Seat) -> bool {
    let (mut from, mut to) = (seat, rival);
    loop {
        let Some(mut deal) = build(t, from, to).await else {
            t.fiddles += 1;
            return false;
        };
        if from == seat {
            t.talks = t.talks.saturating_sub(1);
        }
        let counter = Entry::new("Propose something else instead");
        let title = join(text![from, " proposes a trade: "], deal_in_words(&deal));
        let ballot = Ballot::new(title, "NHAT-38")
            .with(Move::Accept, Entry::new("Agree").weighty())
            .with(Move::Decline, Entry::pass("Refuse"))
            .with_all((from == seat).then_some((Move::Exchange, counter)));
        t.deal = Some(deal.clone());
        let answer = choose(t, to, ballot).await.0;
        t.deal = None;
        match answer {
            Move::Accept => {
                t.say("NHAT-38", text![to, " agrees"]);
                name_schemes(t, to, &mut deal.theirs).await;
                swap(t, from, to, &deal).await;
                return true;
            }
            Move::Exchange => {
                forget(t, from, &deal).await;
                (from, to) = (to, from);
            }
            _ => {
                t.say("NHAT-38", text![to, " refuses"]);
                forget(t, from, &deal).await;
                return false;
            }
        }
    }
}

/// A player puts a deal together and proposes it, or drops it.
async fn build(t: &mut Table<State>, seat: Seat, rival: Seat) -> Option<Deal> {
    let mut deal = Deal::default();
    loop {
        let ballot = building(t, seat, rival, &deal);
        match choose(t, seat, ballot).await.0 {
            Move::Offer(good) => add(&mut deal.mine, good),
            Move::Want(good) => add(&mut deal.theirs, good),
            Move::Accept => break,
            _ => {
                forget(t, seat, &deal).await;
                return None;
            }
        }
    }
    t.say("NHAT-38", join(text![seat, " to ", rival, ": "], deal_in_words(&deal)));
    Some(deal)
}

/// A deal falls through. All have seen which cards its Schemes were, though not what they are, so their
/// owner mixes the hand. H-A28
async fn forget(t: &mut Table<State>, seat: Seat, deal: &Deal) {
    if deal.mine.iter().any(|good| matches!(good, Good::Scheme(Some(_)))) {
        remix(t, &[seat]).await;
    }
}

fn add(goods: &mut Vec<Good>, good: Good) {
    let coins = goods.iter_mut().find_map(|g| match g {
        Good::Coins(coins) => Some(coins),
        _ => None,
    });
    match (good, coins) {
        (Good::Coins(more), Some(coins)) => *coins += more,
        _ => goods.push(good),
    }
}

/// The menu that adds one good to a deal, proposes it, or drops it.
fn building(t: &Table<State>, seat: Seat, rival: Seat, deal: &Deal) -> Ballot {
    let mine = goods(&t.players[seat], &deal.mine, true).into_iter();
    let theirs = goods(&t.players[rival], &deal.theirs, false).into_iter();
    let offers = mine.map(|good| (Move::Offer(good), good_entry("Give", good)));
    let wants = theirs.map(|good| (Move::Want(good), good_entry("Ask for", good)));
    let empty = deal.mine.is_empty() && deal.theirs.is_empty();
    let propose = Entry::new("Propose it").rule("NHAT-39").weighty();
    let propose = match crowded(t, seat, rival, deal) {
        _ if empty => propose.refuse_if(true, "there is nothing in it yet"),
        Some(crew) if crew == seat => propose.refuse_if(true, "your crew would be too large"),
        Some(crew) => propose.refuse_if(true, text![crew, "'s crew would be too large"]),
        None => propose,
    };
    let title = join(text!["A trade with ", rival, ": "], deal_in_words(deal));
    Ballot::new(title, "NHAT-38")
        .with(Move::Accept, propose)
        .with_all(offers)
        .with_all(wants)
        .with(Move::Pass, Entry::pass("Drop it"))
}

/// What a player could still add. Schemes stay face down: one's own are picked, others' counted.
pub fn goods(player: &Player, used: &[Good], own: bool) -> Vec<Good> {
    let thieves = player.crew.iter().map(|thief| Good::Thief(thief.card));
    let treasures = player.treasures.iter().map(|t| Good::Treasure(t.card));
    let mut goods: Vec<_> = thieves.chain(treasures).collect();
    if own {
        goods.extend(player.hand.iter().map(|&card| Good::Scheme(Some(card))));
    }
    goods.retain(|good| !used.contains(good));
    let asked = used.iter().filter(|good| matches!(good, Good::Scheme(_))).count();
    if !own && asked < player.hand.len() {
        goods.push(Good::Scheme(None));
    }
    let coins = used.iter().find_map(|good| match good {
        Good::Coins(coins) => Some(*coins),
        _ => None,
    });
    let left = player.coins - coins.unwrap_or(0);
    goods.extend([1, 5].into_iter().filter(|&n| n <= left).map(Good::Coins));
    goods
}

fn good_entry(verb: &'static str, good: Good) -> Entry {
    match good {
        Good::Thief(card) | Good::Treasure(card) => Entry::card(verb, card),
        Good::Scheme(Some(card)) => Entry::card(text![verb, " a Scheme:"], card),
        Good::Scheme(None) => Entry::new(text![verb, " a Scheme of their choice"]),
        Good::Coins(coins) => Entry::new(text![verb, " ", coins, " Coins more"]),
    }
}

/// Something that changes hands, in words.
pub fn good_in_words(good: Good) -> Line {
    match good {
        Good::Thief(card) | Good::Treasure(card) => text![card],
        Good::Scheme(_) => text!["a Scheme"],
        Good::Coins(coins) => text![coins, " Coins"],
    }
}

fn deal_in_words(deal: &Deal) -> Line {
    let list = |line: Line, goods: &[Good]| {
        let line = if goods.is_empty() { line.with(" nothing") } else { line };
        goods.iter().enumerate().fold(line, |line, (i, good)| {
            join(line.with(if i == 0 { " " } else { ", " }), good_in_words(*good))
        })
    };
    list(list(text!["giving"], &deal.mine).with(" for"), &deal.theirs)
}

/// Whose crew would be over its limit afterwards. NHAT-39
fn crowded(state: &State, seat: Seat, rival: Seat, deal: &Deal) -> Option<Seat> {
    let over = |gives: &Player, gets: &Player, out: &[Good], into: &[Good]| {
        let stays = |card| !out.contains(&Good::Thief(card));
        let comes = |card| into.contains(&Good::Thief(card));
        let kept = gives.crew.iter().filter(|thief| stays(thief.card));
        let crew = kept.chain(gets.crew.iter().filter(|thief| comes(thief.card)));
        let crew: Vec<_> = crew.map(|thief| thief.who).collect();
        let kept = gives.treasures.iter().filter(|t| !out.contains(&Good::Treasure(t.card)));
        let got = gets.treasures.iter().filter(|t| into.contains(&Good::Treasure(t.card)));
        crew.len() > limit_of(crew.iter().copied(), kept.chain(got).map(|t| t.kind))
    };
    let (me, other) = (&state.players[seat], &state.players[rival]);
    if over(me, other, &deal.mine, &deal.theirs) {
        return Some(seat);
    }
    over(other, me, &deal.theirs, &deal.mine).then_some(rival)
}

/// The other player says which Schemes go, face down. H-A28
async fn name_schemes(t: &mut Table<State>, seat: Seat, goods: &mut [Good]) {
    let mut named: Vec<Handle> = Vec::new();
    for good in goods.iter_mut().filter(|good| **good == Good::Scheme(None)) {
        let free = t.players[seat].hand.iter().filter(|card| !named.contains(card));
        let pick = |&card: &Handle| (Move::Discard(card), Entry::card("Hand over", card).weighty());
        let picks = free.map(pick);
        let ballot = Ballot::new("Which Scheme do you hand over?", "H-A28").with_all(picks);
        if let Move::Discard(card) = choose(t, seat, ballot).await.0 {
            named.push(card);
            *good = Good::Scheme(Some(card));
        }
    }
}

/// Carries a deal out. Hands that got cards are mixed, so that their givers cannot follow them. H-A33, C3
async fn swap(t: &mut Table<State>, seat: Seat, rival: Seat, deal: &Deal) {
    let mut got = Vec::new();
    for (from, to, goods) in [(seat, rival, &deal.mine), (rival, seat, &deal.theirs)] {
        for &good in goods {
            transfer(t, from, to, good);
            got.extend(matches!(good, Good::Scheme(_)).then_some(to));
        }
    }
    got.sort_unstable();
    got.dedup();
    remix(t, &got).await;
}

/// Something changes hands. Characters keep their state and attachments. H-A33, C3
fn transfer(t: &mut Table<State>, from: Seat, to: Seat, good: Good) {
    match good {
        Good::Coins(coins) => {
            t.hand_over(from, to, coins);
        }
        Good::Scheme(Some(card)) => {
            t.players[from].hand.retain(|&held| held != card);
            t.players[to].hand.push(card);
        }
        Good::Scheme(None) => {}
        Good::Treasure(card) => {
            let all = std::mem::take(&mut t.players[from].treasures);
            let (gone, kept) = all.into_iter().partition(|t| t.card == card);
            t.players[from].treasures = kept;
            t.players[to].treasures.extend::<Vec<_>>(gone);
        }
        Good::Thief(card) => {
            let all = std::mem::take(&mut t.players[from].crew);
            let (gone, kept): (Vec<Thief>, _) =
                all.into_iter().partition(|thief| thief.card == card);
            t.players[from].crew = kept;
            t.players[to].crew.extend(gone);
        }
    }
}

/// What was promised for this moment of a heist changes hands, as far as it is still there. A betrayer
/// gets nothing. H-A37, H-A38
pub async fn keep_promises(t: &mut Table<State>, when: When) {
    let Some((promises, betrayers)) =
        t.heist.as_ref().map(|h| (h.terms.promises.clone(), h.betrayers.clone()))
    else {
        return;
    };
    for promise in promises.into_iter().filter(|promise| promise.when == when) {
        if betrayers.contains(&promise.to) {
            t.say(
                "H-A37",
                text![promise.to, " has betrayed and gets nothing of what was promised"],
            );
        } else if can_keep(t, &promise) {
            keep(t, promise).await;
        } else {
            let line = text![promise.from, " cannot give ", promise.to, " "];
            t.say("H-A37", join(line, good_in_words(promise.good)));
        }
    }
}

/// Whether what was promised is still there, and has room where it goes.
fn can_keep(state: &State, promise: &Promise) -> bool {
    let giver = &state.players[promise.from];
    match promise.good {
        Good::Coins(_) => giver.coins > 0,
        Good::Scheme(_) => !giver.hand.is_empty(),
        Good::Treasure(card) => giver.treasures.iter().any(|t| t.card == card),
        Good::Thief(card) => {
            let thief = giver.crew.iter().find(|thief| thief.card == card);
            thief.is_some_and(|thief| state.has_room(promise.to, thief.who))
        }
    }
}

async fn keep(t: &mut Table<State>, promise: Promise) {
    let Promise { from, to, good, .. } = promise;
    let mut goods = [good];
    name_schemes(t, from, &mut goods).await;
    t.say("H-A37", join(text![from, " gives ", to, " "], good_in_words(good)));
    let scheme = matches!(good, Good::Scheme(_));
    transfer(t, from, to, goods[0]);
    if scheme {
        remix(t, &[to]).await;
    }
}
