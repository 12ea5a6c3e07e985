//! Everything that players agree on: plans for heists, trades, gifts of Coins.
//!
//! Talk is free and happens between people; what the table records is binding. H-A8 A player makes
//! at most [`TALKS`](super::turn::TALKS) recorded proposals in a turn, for heists and trades
//! together, so that no table haggles for ever. Coins can be given on one's own turn and in one's
//! slot of the Complications, and be part of any trade. NHAT-41

use engine::{Entry, Handle, Line, Seat, Table, text};

use super::{
    end::named,
    moves::{Ballot, Good, Move, all, choose},
    objectives::Defense,
    schemes::{join, remix},
    state::{POST_LIMIT, Player, State, Target, Terms, Thief, limit_of},
};

// Plans for heists.

/// The active player gathers partners; `None` if the plan is dropped. NHAT-45
pub async fn plan(t: &mut Table<State>, target: Target, compulsory: bool) -> Option<Terms> {
    let seat = t.active;
    let treasures = match target {
        Target::Mat(mat) => t.mats[mat].objective.card().treasures,
        Target::Jail => 0,
    };
    loop {
        let ballot = partners(t, seat, target, compulsory);
        match choose(t, seat, ballot).await.0 {
            Move::Accept => return Some(Terms::alone(seat, treasures)),
            Move::Seats(partners) => {
                t.talks = t.talks.saturating_sub(1);
                let terms = propose(t, seat, &partners, haul(t, target), treasures).await;
                if let Some(agreed) = bargain(t, seat, &partners, haul(t, target), terms).await {
                    return Some(agreed);
                }
                t.proposed = None;
                t.turned_down.push(partners);
            }
            // A dropped plan is a proposal too; without any left, this turn sees no heist.
            _ => {
                t.heisted_this_turn |= t.talks == 0;
                t.talks = t.talks.saturating_sub(1);
                return None;
            }
        }
    }
}

fn haul(state: &State, target: Target) -> i64 {
    match target {
        Target::Mat(mat) => state.mats[mat].coins,
        Target::Jail => 0,
    }
}

/// Alone, or with any group that can man every Defense. NHAT-46
fn partners(t: &Table<State>, seat: Seat, target: Target, compulsory: bool) -> Ballot {
    let places = t.places(target);
    let limit = |defense| if defense == Defense::TheDuel { 1 } else { POST_LIMIT };
    let capacity: usize = t.slots(target).iter().map(|slot| limit(slot.defense)).sum();
    let able: Vec<Seat> = t.rivals(seat).filter(|&rival| t.fresh(rival) > 0).collect();
    let mut groups = Vec::new();
    for mask in 1_u32..1 << able.len() {
        let group: Vec<Seat> =
            (0..able.len()).filter(|i| mask >> i & 1 == 1).map(|i| able[i]).collect();
        let hands: usize = t.fresh(seat) + group.iter().map(|&s| t.fresh(s)).sum::<usize>();
        if group.len() < capacity && hands >= places {
            let entry = Entry::new(named(text!["With "], &group))
                .refuse_if(t.talks == 0, "you have made all your proposals this turn");
            groups.push((Move::Seats(group), entry));
        }
    }
    groups.sort_by_key(|(group, _)| match group {
        Move::Seats(seats) => seats.len(),
        _ => 0,
    });
    let alone =
        Entry::new("Alone").refuse_if(t.fresh(seat) < places, "you cannot man every Defense alone");
    let drop = Entry::pass("Drop the plan")
        .refuse_if(compulsory, "this heist is declared and must be tried")
        .rule("NHAT-88");
    let title = text!["Who comes along? ", t.talks, " proposals left this turn"];
    Ballot::new(title, "NHAT-45").with(Move::Accept, alone).with_all(groups).with(Move::Pass, drop)
}

/// The active player words the terms: even shares, or sums in order and the rest. H-A8
async fn propose(
    t: &mut Table<State>,
    seat: Seat,
    partners: &[Seat],
    haul: i64,
    treasures: usize,
) -> Terms {
    let crew: Vec<Seat> = [&[seat], partners].concat();
    let even = haul / crew.len() as i64;
    let equal = |owner: Seat| Terms {
        sums: partners.iter().map(|&partner| (partner, even)).collect(),
        rest: seat,
        treasures: vec![owner; treasures],
    };
    if haul == 0 && treasures == 0 {
        return equal(seat);
    }
    let owners = if treasures == 0 { &crew[..1] } else { &crew[..] };
    let evens = owners.iter().map(|&owner| {
        let label = text![even, " Coins for each partner, the rest for ", seat];
        let label = if treasures == 0 { label } else { label.with(", Treasures for ").with(owner) };
        (Move::Even(owner), Entry::new(label))
    });
    let rests = crew
        .iter()
        .map(|&rest| (Move::TheRest(rest), Entry::new(text!["Other sums; the rest for ", rest])));
    let ballot = Ballot::new("What do you propose?", "H-A8").with_all(evens).with_all(rests);
    let rest = match choose(t, seat, ballot).await.0 {
        Move::TheRest(rest) => rest,
        Move::Even(owner) => return equal(owner),
        _ => return equal(seat),
    };
    let mut sums = Vec::new();
    for &sharer in crew.iter().filter(|&&sharer| sharer != rest) {
        let amounts =
            (0..=haul).map(|n| (Move::Amount(n), Entry::new(text![n, " Coins for ", sharer])));
        let ballot = Ballot::new(text!["How many Coins for ", sharer, "?"], "H-A8");
        if let Move::Amount(sum) = choose(t, seat, ballot.with_all(amounts)).await.0 {
            sums.push((sharer, sum));
        }
    }
    let mut owners = Vec::new();
    for _ in 0..treasures {
        let owner = |&s: &Seat| (Move::Seat(s), Entry::new(text![s]));
        let ballot = Ballot::new("Who draws the Treasure?", "NHAT-11");
        if let Move::Seat(owner) = choose(t, seat, ballot.with_all(crew.iter().map(owner))).await.0
        {
            owners.push(owner);
        }
    }
    Terms { sums, rest, treasures: owners }
}

/// Partners accept, decline, or ask for more; the active player may grant what was asked.
async fn bargain(
    t: &mut Table<State>,
    seat: Seat,
    partners: &[Seat],
    haul: i64,
    terms: Terms,
) -> Option<Terms> {
    t.say("H-A8", join(text![seat, " proposes: "], in_words(&terms)));
    t.proposed = Some(terms.clone());
    let ballots = partners.iter().map(|&p| (p, reply(&terms, p, haul, true))).collect();
    let replies = all(t, ballots).await;
    let wanted = counter(t, seat, &terms, &replies)?;
    if wanted == terms {
        return Some(terms);
    }
    t.say("H-A8", join(text!["Asked for: "], in_words(&wanted)));
    t.proposed = Some(wanted.clone());
    let ballot = Ballot::new(join(text!["Grant this? "], in_words(&wanted)), "H-A8")
        .with(Move::Accept, Entry::new("Grant it"))
        .with(Move::Decline, Entry::pass("No"));
    if choose(t, seat, ballot).await.0 != Move::Accept {
        return None;
    }
    // Whoever loses by it is asked once more.
    let loses = |p: Seat| {
        let asked = replies.iter().any(|(s, (reply, _))| *s == p && *reply != Move::Accept);
        let fewer = wanted.treasures.iter().filter(|o| **o == p).count()
            < terms.treasures.iter().filter(|o| **o == p).count();
        !asked && (wanted.rest == p || fewer)
    };
    let losers: Vec<Seat> = partners.iter().copied().filter(|&p| loses(p)).collect();
    let ballots = losers.iter().map(|&p| (p, reply(&wanted, p, haul, false))).collect();
    let agreed = all(t, ballots).await.iter().all(|(_, (reply, _))| *reply == Move::Accept);
    agreed.then_some(wanted)
}

/// How a partner can answer a proposal.
fn reply(terms: &Terms, partner: Seat, haul: i64, counter: bool) -> Ballot {
    let ballot = Ballot::new(join(text!["Proposed: "], in_words(terms)), "H-A8")
        .with(Move::Accept, Entry::new("Accept"))
        .with(Move::Decline, Entry::pass("Decline"));
    if !counter {
        return ballot;
    }
    let least = terms.sum(partner).map_or(0, |sum| sum + 1);
    let demands = (least..=haul)
        .map(|n| (Move::Demand(n), Entry::new(text!["Ask for ", n, " Coins instead"])));
    let ballot = ballot.with_all(demands);
    if terms.treasures.iter().all(|&owner| owner == partner) {
        return ballot;
    }
    ballot.with(Move::DemandTreasures, Entry::new("Ask for the Treasures as well"))
}

/// The terms as the replies would have them; `None` if somebody declines.
fn counter(
    t: &mut Table<State>,
    seat: Seat,
    terms: &Terms,
    replies: &[(Seat, super::moves::Chosen)],
) -> Option<Terms> {
    let mut wanted = terms.clone();
    for (partner, (reply, _)) in replies {
        match reply {
            Move::Accept => t.say("H-A8", text![*partner, " accepts"]),
            Move::Demand(sum) => {
                t.say("H-A8", text![*partner, " asks for ", *sum, " Coins"]);
                if wanted.rest == *partner {
                    wanted.rest = seat;
                    wanted.sums.retain(|(s, _)| *s != seat);
                    wanted.sums.push((*partner, *sum));
                } else {
                    let sums = wanted.sums.iter_mut().filter(|(s, _)| s == partner);
                    sums.for_each(|(_, old)| *old = *sum);
                }
            }
            Move::DemandTreasures => {
                t.say("H-A8", text![*partner, " asks for the Treasures"]);
                wanted.treasures.iter_mut().for_each(|owner| *owner = *partner);
            }
            _ => {
                t.say("H-A8", text![*partner, " declines"]);
                return None;
            }
        }
    }
    Some(wanted)
}

fn in_words(terms: &Terms) -> Line {
    let sums = terms.sums.iter().fold(Line::default(), |line, &(seat, sum)| {
        line.with(sum).with(" Coins to ").with(seat).with(", ")
    });
    let line = sums.with("the rest to ").with(terms.rest);
    if terms.treasures.is_empty() {
        return line;
    }
    named(line.with("; Treasures to "), &terms.treasures)
}

// Gifts.

/// A player gives Coins to another. NHAT-41
pub async fn give(t: &mut Table<State>, seat: Seat) {
    let whom = |rival| (Move::Seat(rival), Entry::new(text!["To ", rival]));
    let ballot = Ballot::new("Who gets Coins from you?", "NHAT-41")
        .with_all(t.rivals(seat).map(whom))
        .with(Move::Pass, Entry::pass("Nobody"));
    let Move::Seat(rival) = choose(t, seat, ballot).await.0 else { return };
    let amounts = (1..=t.players[seat].coins)
        .map(|n| (Move::Amount(n), Entry::new(text![n, " Coins"]).weighty()));
    let ballot = Ballot::new(text!["How many Coins for ", rival, "?"], "NHAT-41")
        .with(Move::Pass, Entry::pass("None"))
        .with_all(amounts);
    if let Move::Amount(coins) = choose(t, seat, ballot).await.0 {
        let given = t.hand_over(seat, rival, coins);
        t.say("NHAT-41", text![seat, " gives ", rival, " ", given, " Coins"]);
    }
}

// Trades.

/// A trade in the making: what each side gives.
#[derive(Clone, Default)]
struct Deal {
    mine: Vec<Good>,
    theirs: Vec<Good>,
}

/// Exchange: a trade with each of any number of players, one after the other. NHAT-38, H-A2, H-A28
pub async fn exchange(t: &mut Table<State>, seat: Seat) {
    t.phase = "Exchange";
    let mut traded: Vec<Seat> = Vec::new();
    while t.talks > 0 {
        let free = t.rivals(seat).filter(|rival| !traded.contains(rival));
        let whom = free.map(|rival| (Move::Seat(rival), Entry::new(text!["With ", rival])));
        let title = text!["Trade with whom? ", t.talks, " proposals left this turn"];
        let ballot = Ballot::new(title, "NHAT-38")
            .with_all(whom)
            .with(Move::Pass, Entry::pass("Nobody (else)"));
        let Move::Seat(rival) = choose(t, seat, ballot).await.0 else { break };
        t.talks -= 1;
        if trade(t, seat, rival).await {
            traded.push(rival);
        }
    }
    if !traded.is_empty() {
        t.actions -= 1;
    }
}

/// One trade: built up, proposed, and carried out if the other agrees.
async fn trade(t: &mut Table<State>, seat: Seat, rival: Seat) -> bool {
    let mut deal = Deal::default();
    loop {
        let ballot = building(t, seat, rival, &deal);
        match choose(t, seat, ballot).await.0 {
            Move::Offer(good) => add(&mut deal.mine, good),
            Move::Want(good) => add(&mut deal.theirs, good),
            Move::Accept => break,
            _ => return false,
        }
    }
    t.say("NHAT-38", join(text![seat, " to ", rival, ": "], deal_in_words(&deal)));
    let title = join(text![seat, " proposes a trade: "], deal_in_words(&deal));
    let ballot = Ballot::new(title, "NHAT-38")
        .with(Move::Accept, Entry::new("Agree").weighty())
        .with(Move::Decline, Entry::pass("Refuse"));
    if choose(t, rival, ballot).await.0 != Move::Accept {
        t.say("NHAT-38", text![rival, " refuses"]);
        return false;
    }
    t.say("NHAT-38", text![rival, " agrees"]);
    name_schemes(t, rival, &mut deal.theirs).await;
    swap(t, seat, rival, &deal).await;
    true
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
    let propose = Entry::new("Propose it")
        .refuse_if(empty, "there is nothing in it yet")
        .refuse_if(!fits(t, seat, rival, deal), "somebody's crew would be too large")
        .rule("NHAT-39");
    let title = join(text!["A trade with ", rival, ": "], deal_in_words(deal));
    Ballot::new(title, "NHAT-38")
        .with(Move::Accept, propose)
        .with_all(offers)
        .with_all(wants)
        .with(Move::Pass, Entry::pass("Drop it"))
}

/// What a player could still add. Schemes stay face down: one's own are picked, others' counted.
fn goods(player: &Player, used: &[Good], own: bool) -> Vec<Good> {
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

fn deal_in_words(deal: &Deal) -> Line {
    let list = |line: Line, goods: &[Good]| {
        let line = if goods.is_empty() { line.with(" nothing") } else { line };
        goods.iter().enumerate().fold(line, |line, (i, good)| {
            let line = line.with(if i == 0 { " " } else { ", " });
            match good {
                Good::Thief(card) | Good::Treasure(card) => line.with(*card),
                Good::Scheme(_) => line.with("a Scheme"),
                Good::Coins(coins) => line.with(*coins).with(" Coins"),
            }
        })
    };
    list(list(text!["giving"], &deal.mine).with(" for"), &deal.theirs)
}

/// Whether both crews would be within their limits afterwards. NHAT-39
fn fits(state: &State, seat: Seat, rival: Seat, deal: &Deal) -> bool {
    let after = |gives: &Player, gets: &Player, out: &[Good], into: &[Good]| {
        let stays = |card| !out.contains(&Good::Thief(card));
        let comes = |card| into.contains(&Good::Thief(card));
        let kept = gives.crew.iter().filter(|thief| stays(thief.card));
        let crew = kept.chain(gets.crew.iter().filter(|thief| comes(thief.card)));
        let crew: Vec<_> = crew.map(|thief| thief.who).collect();
        let kept = gives.treasures.iter().filter(|t| !out.contains(&Good::Treasure(t.card)));
        let got = gets.treasures.iter().filter(|t| into.contains(&Good::Treasure(t.card)));
        crew.len() <= limit_of(crew.iter().copied(), kept.chain(got).map(|t| t.kind))
    };
    let (me, other) = (&state.players[seat], &state.players[rival]);
    after(me, other, &deal.mine, &deal.theirs) && after(other, me, &deal.theirs, &deal.mine)
}

/// The other player says which Schemes go, face down. H-A28
async fn name_schemes(t: &mut Table<State>, seat: Seat, goods: &mut [Good]) {
    let mut named: Vec<Handle> = Vec::new();
    for good in goods.iter_mut().filter(|good| **good == Good::Scheme(None)) {
        let free = t.players[seat].hand.iter().filter(|card| !named.contains(card));
        let picks = free.map(|&card| (Move::Discard(card), Entry::card("Hand over", card)));
        let ballot = Ballot::new("Which Scheme do you hand over?", "H-A28").with_all(picks);
        if let Move::Discard(card) = choose(t, seat, ballot).await.0 {
            named.push(card);
            *good = Good::Scheme(Some(card));
        }
    }
}

/// Carries a deal out. Characters keep their state and attachments; hands that got cards are mixed,
/// so that their givers cannot follow them. H-A33, C3
async fn swap(t: &mut Table<State>, seat: Seat, rival: Seat, deal: &Deal) {
    let mut got = Vec::new();
    for (from, to, goods) in [(seat, rival, &deal.mine), (rival, seat, &deal.theirs)] {
        for &good in goods {
            match good {
                Good::Coins(coins) => {
                    t.hand_over(from, to, coins);
                }
                Good::Scheme(Some(card)) => {
                    t.players[from].hand.retain(|&held| held != card);
                    t.players[to].hand.push(card);
                    got.push(to);
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
    }
    got.sort_unstable();
    got.dedup();
    remix(t, &got).await;
}
