//! Plans for heists: who comes along, and who gets what.
//!
//! Talk is free and happens between people; what the table records is binding. H-A8 A player makes
//! at most [`TALKS`](super::turn::TALKS) recorded proposals in a turn, for heists, trades and Coins
//! together, so that no table haggles for ever.

use engine::{Entry, Line, Seat, Table, text};

use super::{
    end::named,
    heist::goal,
    moves::{Ballot, Chosen, Move, all, choose},
    objectives::Defense,
    schemes::join,
    state::{POST_LIMIT, State, Target, Terms},
};

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
                t.say("NHAT-45", text![seat, " drops the plan"]);
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
    let mine = t.fresh(seat);
    let few = text![places, " Defenses need a Character each; you have ", mine, " ready"];
    let alone = Entry::new("Alone").refuse_if(mine < places, few);
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
    let on = t.planned.map(|target| goal(t, target)).unwrap_or_default();
    let said = join(text![seat, " proposes a heist on "], on).with(": ");
    t.say("H-A8", join(said, in_words(&terms)));
    t.proposed = Some(terms.clone());
    let ballots = partners.iter().map(|&p| (p, reply(t, &terms, p, haul, true))).collect();
    let replies = all(t, ballots).await;
    let wanted = hear(t, seat, &terms, &replies)?;
    if wanted == terms {
        return Some(terms);
    }
    t.say("H-A8", join(text!["Asked for: "], in_words(&wanted)));
    t.proposed = Some(wanted.clone());
    let ballot = Ballot::new(join(text!["Grant this? "], in_words(&wanted)), "H-A8")
        .with(Move::Accept, Entry::new("Grant it").weighty())
        .with(Move::Decline, Entry::pass("No"));
    if choose(t, seat, ballot).await.0 != Move::Accept {
        t.say("H-A8", text![seat, " does not grant it"]);
        return None;
    }
    t.say("H-A8", text![seat, " grants it"]);
    // Whoever gets less by it than by the answer they gave is asked once more.
    let share = |terms: &Terms, p: Seat| {
        let coins = terms.shares(haul).iter().find(|(s, _)| *s == p).map_or(0, |(_, coins)| *coins);
        (coins, terms.treasures.iter().filter(|owner| **owner == p).count())
    };
    let loses = |(p, (reply, _)): &(Seat, Chosen)| {
        let (hoped, gets) = (share(&countered(seat, &terms, *p, reply), *p), share(&wanted, *p));
        gets.0 < hoped.0 || gets.1 < hoped.1
    };
    let losers = replies.iter().filter(|answer| loses(answer)).map(|(p, _)| *p);
    let ballots = losers.map(|p| (p, reply(t, &wanted, p, haul, false))).collect();
    let replies = all(t, ballots).await;
    hear(t, seat, &wanted, &replies)
}

/// How a partner can answer a proposal.
fn reply(state: &State, terms: &Terms, partner: Seat, haul: i64, counter: bool) -> Ballot {
    let on = state.planned.map(|target| goal(state, target)).unwrap_or_default();
    let title = join(text!["Proposed for a heist on "], on).with(": ");
    let ballot = Ballot::new(join(title, in_words(terms)), "H-A8")
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
fn hear(
    t: &mut Table<State>,
    seat: Seat,
    terms: &Terms,
    replies: &[(Seat, Chosen)],
) -> Option<Terms> {
    let mut wanted = terms.clone();
    for (partner, (reply, _)) in replies {
        let said = match reply {
            Move::Accept => text![*partner, " accepts"],
            Move::Demand(sum) => text![*partner, " asks for ", *sum, " Coins"],
            Move::DemandTreasures => text![*partner, " asks for the Treasures"],
            _ => {
                t.say("H-A8", text![*partner, " declines"]);
                return None;
            }
        };
        t.say("H-A8", said);
        wanted = countered(seat, &wanted, *partner, reply);
    }
    Some(wanted)
}

/// The terms as one partner's reply would have them.
fn countered(seat: Seat, terms: &Terms, partner: Seat, reply: &Move) -> Terms {
    let mut wanted = terms.clone();
    match reply {
        Move::Demand(sum) if wanted.rest == partner => {
            wanted.rest = seat;
            wanted.sums.retain(|(s, _)| *s != seat);
            wanted.sums.push((partner, *sum));
        }
        Move::Demand(sum) => {
            let sums = wanted.sums.iter_mut().filter(|(s, _)| *s == partner);
            sums.for_each(|(_, old)| *old = *sum);
        }
        Move::DemandTreasures => wanted.treasures.fill(partner),
        _ => {}
    }
    wanted
}

/// Terms in words.
pub fn in_words(terms: &Terms) -> Line {
    let sums = terms.sums.iter().fold(Line::default(), |line, &(seat, sum)| {
        line.with(sum).with(" Coins to ").with(seat).with(", ")
    });
    let line = sums.with("the rest to ").with(terms.rest);
    if terms.treasures.is_empty() {
        return line;
    }
    named(line.with("; Treasures to "), &terms.treasures)
}
