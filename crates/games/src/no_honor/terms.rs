//! The terms of a plan: how they are put together, step by step, and what they give to whom.

use engine::{Entry, Line, Seat, Table, text};

use super::{
    exchange::{good_in_words, goods},
    moves::{Ballot, Good, Move, choose},
    schemes::join,
    state::{Promise, State, Terms, When},
};

/// How often terms may be changed, or steps taken back, in a turn: every step costs everybody.
pub const FIDDLES: usize = 60;
/// The reason given beyond that.
pub const TOO_MANY_CHANGES: &str = "you have changed your mind too often this turn";

/// Equal shares, the rest for the active player, and the Treasures for one.
pub fn even(state: &State, seat: Seat, owner: Seat) -> Terms {
    let partners = state.partners();
    let share = state.haul_planned() / (partners.len() as i64 + 1);
    Terms {
        sums: partners.iter().map(|&partner| (partner, share)).collect(),
        rest: seat,
        treasures: vec![owner; state.treasures_planned()],
        sends: pledges(state, seat),
        promises: Vec::new(),
    }
}

/// How many Characters each player sends at least. Before a heist against unknown Defenses is declared,
/// partners pledge what the active player lacks; after that the pledges are fixed. H-A20
fn pledges(state: &State, seat: Seat) -> Vec<(Seat, usize)> {
    if let Some(agreed) = state.plan.as_ref().and_then(|plan| plan.agreed.as_ref()) {
        return agreed.sends.clone();
    }
    if !state.pledging() {
        return Vec::new();
    }
    let mut lacks = state.places_planned().saturating_sub(state.fresh(seat));
    let pledge = |&partner: &Seat| {
        let pledged = lacks.clamp(1, state.fresh(partner).max(1));
        lacks = lacks.saturating_sub(pledged);
        (partner, pledged)
    };
    state.partners().iter().map(pledge).collect()
}

/// The active player puts terms together; `None` if that is dropped. H-A8
pub async fn build(t: &mut Table<State>, seat: Seat) -> Option<Terms> {
    let mut terms = even(t, seat, seat);
    loop {
        let ballot = building(t, seat, &terms);
        let change = choose(t, seat, ballot).await.0;
        t.changes_of_mind += 1;
        match change {
            Move::Accept => return Some(terms),
            Move::SumOf(sharer) => {
                let title = text!["How many Coins of the haul for ", sharer, "?"];
                if let Some(sum) = amount(t, seat, title, 0, t.haul_planned()).await {
                    terms = terms.with_sum(sharer, sum, seat);
                }
            }
            Move::TheRest(sharer) => terms = terms.with_rest(sharer, 0),
            Move::OwnerOf(treasure) => {
                if let Some(owner) = owner(t, seat, &terms).await {
                    terms.treasures[treasure] = owner;
                }
            }
            Move::SendsOf(member) => {
                let least = if t.pledging() && member != seat { 1 } else { 0 };
                if let Some(count) = sends(t, seat, member, least).await {
                    terms = terms.with_sends(member, count);
                }
            }
            Move::Stash => terms.promises.extend(stash(t, seat, &terms).await),
            Move::Cards => terms.promises.extend(cards(t, seat, &terms).await),
            Move::TakeOut(at) => {
                terms.promises.remove(at);
            }
            _ => return None,
        }
    }
}

/// What can be changed about terms.
fn building(t: &State, seat: Seat, terms: &Terms) -> Ballot {
    let members = terms.members();
    let sums = members.iter().filter(|&&member| member != terms.rest);
    let sums = sums.map(|&member| (Move::SumOf(member), text!["Another sum for ", member]));
    let rests = members.iter().filter(|&&member| member != terms.rest);
    let rests = rests.map(|&member| (Move::TheRest(member), text!["The rest for ", member]));
    let which = ["first Treasure", "second Treasure", "next Treasure"];
    let owners = (0..terms.treasures.len())
        .map(|i| (Move::OwnerOf(i), text!["Another owner for the ", which[i.min(2)]]));
    let counts = members.iter();
    let counts =
        counts.map(|&member| (Move::SendsOf(member), text!["How many ", member, " sends"]));
    let outs = terms.promises.iter().enumerate();
    let outs = outs.map(|(i, promise)| {
        (Move::TakeOut(i), join(text!["Take out: "], promise_in_words(promise)))
    });
    let tired = t.changes_of_mind >= FIDDLES;
    let open = |(change, label): (Move, Line)| {
        (change, Entry::new(label).refuse_if(tired, TOO_MANY_CHANGES))
    };
    let poor = members.iter().all(|&member| t.players[member].coins == 0);
    let stash = Entry::new("Coins from a stash")
        .refuse_if(poor, "there is no Coin to pay with")
        .refuse_if(tired, TOO_MANY_CHANGES);
    let cards = Entry::new("Cards of yours for a partner")
        .rule("H-A38")
        .refuse_if(t.actions < 2, "cards take an Exchange: a second action")
        .refuse_if(gifts(t, seat, terms).is_empty(), "you have no card to give")
        .refuse_if(tired, TOO_MANY_CHANGES);
    let propose = Entry::new("Propose this").weighty();
    let propose = match t.undermanned(terms) {
        Some(reason) => propose.refuse_if(true, reason).rule("H-A20"),
        None => propose,
    };
    let title = join(text!["Your terms: "], in_words(terms));
    Ballot::new(title, "H-A8")
        .with(Move::Accept, propose)
        .with_all(sums.chain(rests).chain(owners).chain(counts).map(open))
        .with(Move::Stash, stash.rule("H-A37"))
        .with(Move::Cards, cards)
        .with_all(outs.map(open))
        .with(Move::Back, Entry::pass("Back"))
}

/// A partner puts a counter-offer together; returns the offer itself if they accept it after all, and
/// `None` if they decline.
pub async fn wish(t: &mut Table<State>, partner: Seat, offered: &Terms) -> Option<Terms> {
    let mut wish = offered.clone();
    loop {
        let ballot = wishing(t, partner, offered, &wish);
        match choose(t, partner, ballot).await.0 {
            Move::Accept => return Some(wish),
            Move::Back => return Some(offered.clone()),
            Move::SumOf(_) => {
                let title = text!["How many Coins of the haul do you ask for?"];
                if let Some(sum) = amount(t, partner, title, 0, t.haul_planned()).await {
                    wish = wish.with_sum(partner, sum, t.active);
                }
            }
            Move::TheRest(_) => {
                let title = text!["The rest for you: how many Coins for ", wish.rest, "?"];
                if let Some(sum) = amount(t, partner, title, 0, t.haul_planned()).await {
                    wish = wish.with_rest(partner, sum);
                }
            }
            Move::Amount(treasures) => {
                let count = usize::try_from(treasures).unwrap_or(0);
                wish = wish.with_treasures(partner, count, t.active);
            }
            Move::SendsOf(_) => {
                let least = usize::from(t.pledging());
                if let Some(count) = sends(t, partner, partner, least).await {
                    wish = wish.with_sends(partner, count);
                }
            }
            Move::Stash => {
                let (from, most) = (t.active, t.players[t.active].coins);
                let title = text!["How many Coins from the stash of ", from, "?"];
                if let Some(coins) = amount(t, partner, title, 1, most).await
                    && let Some(when) = when(t, partner).await
                {
                    let good = Good::Coins(coins);
                    wish.promises.retain(|promise| !promise.pays(from, partner));
                    wish.promises.push(Promise { from, to: partner, good, when });
                }
            }
            _ => return None,
        }
        t.changes_of_mind += 1;
    }
}

/// What a partner can ask for.
fn wishing(t: &State, partner: Seat, offered: &Terms, wish: &Terms) -> Ballot {
    let tired = t.changes_of_mind >= FIDDLES;
    let open = |label: Line| Entry::new(label).refuse_if(tired, TOO_MANY_CHANGES);
    let all = wish.treasures.len();
    let mine = wish.treasures.iter().filter(|owner| **owner == partner).count();
    let counts = (0..=all).filter(|&count| count != mine);
    let treasures = counts.map(|count| {
        let label = match (count, all) {
            (0, _) => text!["No Treasure"],
            (1, 1) => text!["The Treasure"],
            (1, _) => text!["One Treasure"],
            _ => text!["Both Treasures"],
        };
        (Move::Amount(count as i64), open(label))
    });
    let stash = open(text!["Coins from the stash of ", t.active])
        .refuse_if(t.players[t.active].coins == 0, "there is no Coin in it");
    let ballot = Ballot::new(join(text!["You ask for: "], in_words(wish)), "H-A8")
        .with(
            Move::Accept,
            Entry::new("Ask for this").refuse_if(wish == offered, "that is what is offered"),
        )
        .with(Move::SumOf(partner), open(text!["A sum of the haul"]));
    let rest = (wish.rest != partner)
        .then(|| (Move::TheRest(partner), open(text!["The rest of the haul"])));
    ballot
        .with_all(rest)
        .with_all(treasures)
        .with(Move::Stash, stash)
        .with(Move::SendsOf(partner), open(text!["Another number of Characters to send"]))
        .with(Move::Back, Entry::new("Take the offer as it is"))
        .with(Move::Decline, Entry::pass("Decline"))
}

/// How many Characters somebody is to send at least, or a step back.
async fn sends(t: &mut Table<State>, seat: Seat, member: Seat, least: usize) -> Option<usize> {
    let counts = (least..=t.fresh(member)).map(|n| {
        let label = if n == 0 { text!["As many as they like"] } else { text!["At least ", n] };
        (Move::Amount(n as i64), Entry::new(label))
    });
    let ballot = Ballot::new(text!["How many Characters does ", member, " send?"], "H-A8")
        .with(Move::Back, Entry::pass("Back"))
        .with_all(counts);
    match choose(t, seat, ballot).await.0 {
        Move::Amount(count) => usize::try_from(count).ok(),
        _ => None,
    }
}

/// A number of Coins, or a step back.
async fn amount(
    t: &mut Table<State>,
    seat: Seat,
    title: Line,
    least: i64,
    most: i64,
) -> Option<i64> {
    let amounts =
        (least..=most).map(|n| (Move::Amount(n), Entry::new(Line::default().count(n, "Coin"))));
    let ballot = Ballot::new(title, "H-A8").with(Move::Back, Entry::pass("Back")).with_all(amounts);
    match choose(t, seat, ballot).await.0 {
        Move::Amount(coins) => Some(coins),
        _ => None,
    }
}

async fn owner(t: &mut Table<State>, seat: Seat, terms: &Terms) -> Option<Seat> {
    let owners = terms.members().into_iter().map(|s| (Move::Seat(s), Entry::new(text![s])));
    let ballot = Ballot::new("Who draws the Treasure?", "NHAT-11")
        .with_all(owners)
        .with(Move::Back, Entry::pass("Back"));
    match choose(t, seat, ballot).await.0 {
        Move::Seat(owner) => Some(owner),
        _ => None,
    }
}

/// Coins from somebody's stash: whose, for whom, how many and when. H-A37
async fn stash(t: &mut Table<State>, seat: Seat, terms: &Terms) -> Option<Promise> {
    let partners = terms.members().into_iter().filter(|&member| member != seat);
    let pairs = partners.flat_map(|partner| [(seat, partner), (partner, seat)]);
    let entries = pairs.map(|(from, to)| {
        let entry = Entry::new(text![from, " pays ", to])
            .refuse_if(t.players[from].coins == 0, "there is no Coin to pay with");
        (Move::Pays(from, to), entry)
    });
    let ballot = Ballot::new("Who pays whom from the stash?", "H-A37")
        .with_all(entries)
        .with(Move::Back, Entry::pass("Back"));
    let Move::Pays(from, to) = choose(t, seat, ballot).await.0 else { return None };
    let title = text!["How many Coins from ", from, " to ", to, "?"];
    let coins = amount(t, seat, title, 1, t.players[from].coins).await?;
    let when = when(t, seat).await?;
    Some(Promise { from, to, good: Good::Coins(coins), when })
}

/// When something that is promised changes hands. H-A37
async fn when(t: &mut Table<State>, seat: Seat) -> Option<When> {
    let ballot = Ballot::new("When does it change hands?", "H-A37")
        .with(Move::When(When::Launch), Entry::new("When the heist begins"))
        .with(Move::When(When::Success), Entry::new("Only if the heist succeeds"))
        .with(Move::Back, Entry::pass("Back"));
    match choose(t, seat, ballot).await.0 {
        Move::When(when) => Some(when),
        _ => None,
    }
}

/// What the active player could still put into the terms, except Coins.
fn gifts(t: &State, seat: Seat, terms: &Terms) -> Vec<Good> {
    let used: Vec<Good> = terms.promises.iter().map(|promise| promise.good).collect();
    let mut goods = goods(&t.players[seat], &used, false);
    goods.retain(|good| !matches!(good, Good::Coins(_)));
    goods
}

/// A card of the active player for a partner. H-A38
async fn cards(t: &mut Table<State>, seat: Seat, terms: &Terms) -> Option<Promise> {
    let goods = gifts(t, seat, terms);
    let partners: Vec<Seat> = terms.members().into_iter().filter(|&m| m != seat).collect();
    let entries = partners.iter().flat_map(|&partner| {
        goods.iter().map(move |&good| {
            let label = join(text![partner, " gets "], good_in_words(good));
            (Move::Give(Some((partner, good))), Entry::new(label))
        })
    });
    let ballot = Ballot::new("Which card for whom?", "H-A38")
        .with_all(entries.collect::<Vec<_>>())
        .with(Move::Back, Entry::pass("Back"));
    let Move::Give(Some((to, good))) = choose(t, seat, ballot).await.0 else { return None };
    let when = when(t, seat).await?;
    Some(Promise { from: seat, to, good, when })
}

/// Terms in words.
pub fn in_words(terms: &Terms) -> Line {
    let sums = terms.sums.iter().fold(Line::default(), |line, &(seat, sum)| {
        line.count(sum, "Coin").with(" to ").with(seat).with(", ")
    });
    let mut line = sums.with("the rest to ").with(terms.rest);
    if !terms.treasures.is_empty() {
        line = super::end::named(line.with("; Treasures to "), &terms.treasures);
    }
    let line = terms.sends.iter().fold(line, |line, &(seat, least)| {
        line.with("; ").with(seat).with(" sends at least ").with(least)
    });
    let promises = terms.promises.iter();
    promises.fold(line, |line, promise| join(line.with("; "), promise_in_words(promise)))
}

fn promise_in_words(promise: &Promise) -> Line {
    join(text![promise.from, " gives "], given(promise))
}

/// What is promised, to whom and when.
pub(super) fn given(promise: &Promise) -> Line {
    let line = join(text![promise.to, " "], good_in_words(promise.good));
    match promise.when {
        When::Launch => line.with(" when it begins"),
        When::Success => line.with(" if it succeeds"),
    }
}

impl Promise {
    /// Whether it is Coins from one to the other.
    fn pays(&self, from: Seat, to: Seat) -> bool {
        matches!(self.good, Good::Coins(_)) && (self.from, self.to) == (from, to)
    }
}

impl Terms {
    /// One player takes everything.
    pub fn alone(seat: Seat, treasures: usize) -> Self {
        let treasures = vec![seat; treasures];
        Self { sums: Vec::new(), rest: seat, treasures, sends: Vec::new(), promises: Vec::new() }
    }

    /// Everybody who is part of it.
    pub fn members(&self) -> Vec<Seat> {
        let mut members: Vec<Seat> = self.sums.iter().map(|(seat, _)| *seat).collect();
        members.push(self.rest);
        members.sort_unstable();
        members
    }

    /// The fixed sum of a seat, if it has one.
    pub fn sum(&self, seat: Seat) -> Option<i64> {
        self.sums.iter().find(|(s, _)| *s == seat).map(|(_, sum)| *sum)
    }

    /// Whether cards change hands, which takes an Exchange. H-A38
    pub fn has_cards(&self) -> bool {
        self.promises.iter().any(|promise| !matches!(promise.good, Good::Coins(_)))
    }

    /// These terms with a fixed sum for a seat. If it had the rest, `heir` gets it.
    #[must_use]
    pub fn with_sum(&self, seat: Seat, sum: i64, heir: Seat) -> Self {
        let mut terms = self.clone();
        if terms.rest == seat {
            terms.rest = heir;
            terms.sums.retain(|(s, _)| *s != heir);
            terms.sums.push((seat, sum));
        }
        terms.sums.iter_mut().filter(|(s, _)| *s == seat).for_each(|(_, old)| *old = sum);
        terms
    }

    /// These terms with the rest for a seat, and a fixed sum for the seat that had it.
    #[must_use]
    pub fn with_rest(&self, seat: Seat, sum: i64) -> Self {
        let mut terms = self.clone();
        if terms.rest != seat {
            terms.sums.retain(|(s, _)| *s != seat);
            terms.sums.push((terms.rest, sum));
            terms.rest = seat;
        }
        terms
    }

    /// These terms with this many Treasures for a seat; surplus ones go to `heir`.
    #[must_use]
    pub fn with_treasures(&self, seat: Seat, count: usize, heir: Seat) -> Self {
        let mut terms = self.clone();
        let has = terms.treasures.iter().filter(|owner| **owner == seat).count();
        let others = terms.treasures.iter_mut().filter(|owner| **owner != seat);
        others.take(count.saturating_sub(has)).for_each(|owner| *owner = seat);
        let own = terms.treasures.iter_mut().rev().filter(|owner| **owner == seat);
        own.take(has.saturating_sub(count)).for_each(|owner| *owner = heir);
        terms
    }

    /// These terms with a least number of Characters that a seat sends; none for 0.
    #[must_use]
    pub fn with_sends(&self, seat: Seat, least: usize) -> Self {
        let mut terms = self.clone();
        terms.sends.retain(|(s, _)| *s != seat);
        terms.sends.extend((least > 0).then_some((seat, least)));
        terms.sends.sort_unstable();
        terms
    }

    /// How many Characters a seat sends at least.
    pub fn least(&self, seat: Seat) -> usize {
        self.sends.iter().find(|(s, _)| *s == seat).map_or(0, |(_, least)| *least)
    }

    /// These terms with what one partner asks for instead of an offer.
    #[must_use]
    pub fn merged(&self, offered: &Self, wish: &Self, partner: Seat, heir: Seat) -> Self {
        let mut terms = self.clone();
        if wish.rest == partner && offered.rest != partner {
            let left = wish.sum(offered.rest).unwrap_or(0);
            terms = terms.with_rest(partner, left);
        } else if let Some(sum) =
            wish.sum(partner).filter(|_| wish.sum(partner) != offered.sum(partner))
        {
            terms = terms.with_sum(partner, sum, heir);
        }
        let count = |terms: &Self| terms.treasures.iter().filter(|o| **o == partner).count();
        if count(wish) != count(offered) {
            terms = terms.with_treasures(partner, count(wish), heir);
        }
        if wish.least(partner) != offered.least(partner) {
            terms = terms.with_sends(partner, wish.least(partner));
        }
        let news = wish.promises.iter().filter(|promise| !offered.promises.contains(promise));
        terms.promises.retain(|old| !offered.promises.contains(old) || wish.promises.contains(old));
        terms.promises.extend(news.copied());
        terms
    }

    /// Whether a seat gets less by these terms than by others: Coins, Treasures or promises.
    pub fn gives_less_than(&self, other: &Self, seat: Seat, haul: i64) -> bool {
        let (mine, theirs) = (self.share_of(seat, haul), other.share_of(seat, haul));
        let dearer = self.least(seat) > other.least(seat);
        mine.0 < theirs.0 || mine.1 < theirs.1 || mine.2 < theirs.2 || dearer
    }

    /// The Coins of a haul, the Treasures and the promised Coins that a seat would get.
    pub fn share_of(&self, seat: Seat, haul: i64) -> (i64, usize, i64) {
        let shares = self.shares(haul);
        let coins = shares.iter().find(|(s, _)| *s == seat).map_or(0, |(_, coins)| *coins);
        let treasures = self.treasures.iter().filter(|owner| **owner == seat).count();
        let promised = self.promises.iter().map(|promise| match promise.good {
            Good::Coins(coins) if promise.to == seat => coins,
            Good::Coins(coins) if promise.from == seat => -coins,
            _ => 0,
        });
        (coins, treasures, promised.sum())
    }

    /// What each seat would get of a haul.
    pub fn shares(&self, haul: i64) -> Vec<(Seat, i64)> {
        let mut left = haul;
        let mut shares = Vec::new();
        for &(seat, sum) in &self.sums {
            let share = sum.min(left);
            left -= share;
            shares.push((seat, share));
        }
        shares.push((self.rest, left));
        shares
    }
}
