//! The chapter on exchanges: trades, and Coins paid or asked for.
//!
//! Coins may pass between any two players at any time. NHAT-41 Here the state says who may speak, so that
//! means: on one's own turn at any moment; after every action, heists included, and at the end of every
//! turn all others may pay or ask as well; in Complications everybody can give some. They may also be
//! part of a trade or of the terms of a heist.
//!
//! A player who owes no answer cannot speak, so everybody who could pay or ask is asked each time whether
//! they want to. That is an aside ([`Entry::aside`]): all answer in one sealed step, and only players who
//! have said beforehand that they want to are disturbed.

use engine::{Entry, Handle, Line, Seat, Table, parts, text};

use super::{
    moves::{Ballot, Good, Move, all, choose},
    negotiation::left,
    schemes::{join, remix},
    state::{Deal, Item, Player, Promise, State, Thief, When, limit_of},
    terms::{FIDDLES, TOO_MANY_CHANGES},
};

/// How often a player may go back from the amount to the player.
const BACKS: usize = 5;
/// How often a player may ask for Coins in a turn, beside the proposals of their own turn.
const ASKS: usize = 2;

/// A possible payment of Coins: who pays, and who is paid.
type Payment = (Seat, Seat);

/// Everybody may pay somebody or ask somebody for Coins, if they want to. NHAT-41
///
/// The active player can do so at any moment of the turn, and is asked here only once it is over. Players
/// who could neither pay nor ask are not asked.
pub async fn coins(t: &mut Table<State>) {
    t.phase = "Turn";
    let asked = t.lap(t.active).filter(|&seat| seat != t.active || t.actions == 0);
    let able = asked.filter(|&seat| !by_the_way(t, seat).is_empty());
    let ballots = able.map(|seat| (seat, wants_to())).collect();
    for (seat, (choice, _)) in all(t, ballots).await {
        if choice == Move::Coins {
            pay_or_ask(t, seat).await;
        }
    }
}

/// Whether a player wants to pay or to ask: the same words for all, and sealed, so that nobody learns who
/// wants to before they act.
fn wants_to() -> Ballot {
    Ballot::new("Coins may pass now", "NHAT-41")
        .with(Move::Pass, Entry::pass("Go on"))
        .with(Move::Coins, Entry::new("Pay somebody, or ask for Coins").aside())
}

/// The payments that a player could make or ask for as an aside.
fn by_the_way(t: &State, seat: Seat) -> Vec<Payment> {
    let mut payments = payments_by(t, seat);
    if t.players[seat].asks < ASKS {
        payments.extend(payments_to(t, seat));
    }
    payments
}

/// To whom a player could pay Coins.
fn payments_by(t: &State, seat: Seat) -> Vec<Payment> {
    let rivals = t.rivals(seat).filter(|_| t.players[seat].coins > 0);
    rivals.map(|rival| (seat, rival)).collect()
}

/// Of whom a player could ask Coins.
fn payments_to(t: &State, seat: Seat) -> Vec<Payment> {
    let rich = t.rivals(seat).filter(|&rival| t.players[rival].coins > 0);
    rich.map(|rival| (rival, seat)).collect()
}

async fn pay_or_ask(t: &mut Table<State>, seat: Seat) {
    let payments = by_the_way(t, seat);
    if payments.is_empty() {
        return; // Somebody before them has taken their last Coin.
    }
    t.phase = "Exchange";
    match pick(t, seat, "Whom do you pay, or ask for Coins?", &payments).await {
        Some((payment, coins)) if payment.0 == seat => pay(t, payment, coins),
        Some((payment, coins)) => {
            t.players[seat].asks += 1;
            request(t, payment, coins).await;
        }
        None => {}
    }
}

/// A player pays another; says whether they did. NHAT-41
pub async fn give(t: &mut Table<State>, seat: Seat) -> bool {
    let payments = payments_by(t, seat);
    let picked = pick(t, seat, "Who gets Coins from you?", &payments).await;
    if let Some((payment, coins)) = picked {
        pay(t, payment, coins);
    }
    picked.is_some()
}

/// A player asks another for Coins; says whether they did. NHAT-41
pub async fn ask(t: &mut Table<State>, seat: Seat) -> bool {
    let payments = payments_to(t, seat);
    let picked = pick(t, seat, "Whom do you ask for Coins?", &payments).await;
    if let Some((payment, coins)) = picked {
        request(t, payment, coins).await;
    }
    picked.is_some()
}

fn pay(t: &mut Table<State>, (from, to): Payment, coins: i64) {
    let given = t.hand_over(from, to, coins);
    t.say("NHAT-41", text![from, " gives ", to, " "].count(given, "Coin"));
}

/// A player who is asked for Coins gives them or not.
async fn request(t: &mut Table<State>, (from, to): Payment, coins: i64) {
    t.say("NHAT-41", text![to, " asks ", from, " for "].count(coins, "Coin"));
    let ballot = Ballot::new(text![to, " asks you for "].count(coins, "Coin"), "NHAT-41")
        .with(Move::Accept, Entry::new(text!["Give ", to, " "].count(coins, "Coin")).weighty())
        .with(Move::Decline, Entry::pass("Refuse"));
    if choose(t, from, ballot).await.0 == Move::Accept {
        pay(t, (from, to), coins);
    } else {
        t.say("NHAT-41", parts![from, " refuses"]);
    }
}

/// One of these payments and its Coins, with a way back from each question.
async fn pick(
    t: &mut Table<State>,
    seat: Seat,
    title: &'static str,
    payments: &[Payment],
) -> Option<(Payment, i64)> {
    let entry = |&(from, to): &Payment| match from == seat {
        true => (Move::Pays(from, to), Entry::new(text!["Pay ", to])),
        false => (Move::Pays(from, to), Entry::new(text!["Ask ", from])),
    };
    for _ in 0..BACKS {
        let ballot = Ballot::new(title, "NHAT-41")
            .with_all(payments.iter().map(entry))
            .with(Move::Back, Entry::pass("Back").takes_back());
        let Move::Pays(from, to) = choose(t, seat, ballot).await.0 else { break };
        let rival = if from == seat { to } else { from };
        let amount = |n| (Move::Amount(n), Entry::new(Line::default().count(n, "Coin")).weighty());
        let ballot = Ballot::new(text!["How many Coins between you and ", rival, "?"], "NHAT-41")
            .with(Move::Back, Entry::pass("Back").takes_back())
            .with_all((1..=t.players[from].coins).map(amount));
        if let Move::Amount(coins) = choose(t, seat, ballot).await.0 {
            return Some(((from, to), coins));
        }
    }
    None
}

/// Exchange: deals among any number of players, one after the other. NHAT-38, H-A2, H-A28
pub async fn exchange(t: &mut Table<State>, seat: Seat) {
    t.phase = "Exchange";
    let mut traded = false;
    while t.talks > 0 && t.changes_of_mind < FIDDLES {
        let Some(deal) = build(t, seat).await else {
            t.changes_of_mind += 1;
            break;
        };
        t.talks -= 1;
        traded |= settle(t, seat, deal).await;
    }
    if traded {
        t.actions -= 1;
    }
}

/// Proposes a deal, and carries it out if all agree. One of the others may propose another one instead,
/// which the rest then accept or refuse.
async fn settle(t: &mut Table<State>, seat: Seat, deal: Deal) -> bool {
    match propose(t, seat, &deal, true).await {
        Reply::Agreed => {
            carry_out(t, seat, deal).await;
            true
        }
        Reply::Refused => {
            forget(t, seat, &deal).await;
            false
        }
        Reply::Countered(other) => {
            forget(t, seat, &deal).await;
            let Some(deal) = assemble(t, other, seat).await else { return false };
            let agreed = matches!(propose(t, other, &deal, false).await, Reply::Agreed);
            if agreed {
                carry_out(t, other, deal).await;
            } else {
                forget(t, other, &deal).await;
            }
            agreed
        }
    }
}

/// The result of proposing a deal.
enum Reply {
    Agreed,
    Refused,
    /// This player would rather propose something else.
    Countered(Seat),
}

/// Everybody else who has a part in a deal is asked, all at once.
async fn propose(t: &mut Table<State>, by: Seat, deal: &Deal, counter: bool) -> Reply {
    t.say("NHAT-38", join(text![by, " proposes a trade: "], deal_in_words(deal)));
    t.deal = Some(deal.clone());
    let parties = t.rivals(by).filter(|&rival| deal.involves(rival));
    let ballots = parties.map(|rival| {
        let title = join(text![by, " proposes a trade: "], deal_in_words(deal));
        let other = Entry::new("Propose something else instead");
        let ballot = Ballot::new(title, "NHAT-38")
            .with(Move::Accept, Entry::new("Agree").weighty())
            .with(Move::Decline, Entry::pass("Refuse"))
            .with_all(counter.then_some((Move::Exchange, other)));
        (rival, ballot)
    });
    let ballots = ballots.collect();
    let replies = all(t, ballots).await;
    t.deal = None;
    for (rival, (reply, _)) in &replies {
        let said = match reply {
            Move::Accept => " agrees",
            Move::Exchange => " would rather trade otherwise",
            _ => " refuses",
        };
        t.say("NHAT-38", parts![*rival, said]);
    }
    let said = |wanted: Move| replies.iter().find(|(_, (reply, _))| *reply == wanted);
    match (said(Move::Decline), said(Move::Exchange)) {
        (Some(_), _) => Reply::Refused,
        (None, Some((rival, _))) => Reply::Countered(*rival),
        (None, None) => Reply::Agreed,
    }
}

/// A player puts a deal together; `None` if they do not want any.
async fn build(t: &mut Table<State>, seat: Seat) -> Option<Deal> {
    loop {
        let with = partner(t, seat).await?;
        if let Some(deal) = assemble(t, seat, with).await {
            return Some(deal);
        }
    }
}

/// Puts one deal together; `None` if it is dropped.
async fn assemble(t: &mut Table<State>, seat: Seat, mut with: Seat) -> Option<Deal> {
    let mut deal = Deal::default();
    loop {
        let ballot = building(t, seat, with, &deal);
        let change = choose(t, seat, ballot).await.0;
        t.changes_of_mind += 1;
        match change {
            Move::Offer(good) => deal.add(seat, with, good),
            Move::Want(good) => deal.add(with, seat, good),
            Move::Seat(rival) => with = rival,
            Move::Pays(from, to) => {
                if let Some(good) = between(t, seat, from, to, &deal).await {
                    deal.add(from, to, good);
                }
            }
            Move::TakeOut(at) => {
                let item = deal.items.remove(at);
                deal.withdrawn |= matches!(item.good, Good::Scheme(Some(_)));
            }
            Move::Accept => return Some(deal),
            _ => {
                forget(t, seat, &deal).await;
                return None;
            }
        }
    }
}

/// With whom a deal begins.
async fn partner(t: &mut Table<State>, seat: Seat) -> Option<Seat> {
    let tired = t.changes_of_mind >= FIDDLES;
    let whom = t.rivals(seat).map(|rival| {
        (Move::Seat(rival), Entry::new(text!["With ", rival]).refuse_if(tired, TOO_MANY_CHANGES))
    });
    let ballot = Ballot::new(text!["Trade with whom? ", left(t)], "NHAT-38")
        .with_all(whom.collect::<Vec<_>>())
        .with(Move::Back, Entry::pass("Nobody (else)"));
    match choose(t, seat, ballot).await.0 {
        Move::Seat(rival) => Some(rival),
        _ => None,
    }
}

/// Something that one of the others gives another of them.
async fn between(
    t: &mut Table<State>,
    seat: Seat,
    from: Seat,
    to: Seat,
    deal: &Deal,
) -> Option<Good> {
    let goods = goods(&t.players[from], &deal.given_by(from), false);
    let goods = goods.into_iter().map(|good| (Move::Want(good), good_entry("Give", good)));
    let ballot = Ballot::new(text!["What does ", from, " give ", to, "?"], "NHAT-38")
        .with_all(goods)
        .with(Move::Back, Entry::pass("Back").takes_back());
    match choose(t, seat, ballot).await.0 {
        Move::Want(good) => Some(good),
        _ => None,
    }
}

/// A deal has failed. Everybody has seen the places of the Schemes in it, though not their faces, so
/// their owner mixes the hand. H-A28
async fn forget(t: &mut Table<State>, seat: Seat, deal: &Deal) {
    let picked = |item: &Item| item.from == seat && matches!(item.good, Good::Scheme(Some(_)));
    if deal.withdrawn || deal.items.iter().any(picked) {
        remix(t, &[seat]).await;
    }
}

/// The menu that changes a deal, proposes it, or drops it.
fn building(t: &State, seat: Seat, with: Seat, deal: &Deal) -> Ballot {
    let mine = goods(&t.players[seat], &deal.given_by(seat), true).into_iter();
    let theirs = goods(&t.players[with], &deal.given_by(with), false).into_iter();
    let offers = mine.map(|good| (Move::Offer(good), good_entry("Give", good)));
    let wants = theirs.map(|good| (Move::Want(good), good_entry("Ask for", good)));
    let others: Vec<Seat> = t.rivals(seat).filter(|&rival| rival != with).collect();
    let also = others.iter().map(|&rival| (Move::Seat(rival), text!["Go on with ", rival]));
    let pairs = others.iter().flat_map(|&rival| [(with, rival), (rival, with)]);
    let pairs =
        pairs.map(|(from, to)| (Move::Pays(from, to), text!["Something from ", from, " for ", to]));
    let outs = deal.items.iter().enumerate();
    let outs = outs.map(|(i, item)| (Move::TakeOut(i), join(text!["Take out: "], item.words())));
    let tired = t.changes_of_mind >= FIDDLES;
    let close = |(change, entry): (Move, Entry)| (change, entry.refuse_if(tired, TOO_MANY_CHANGES));
    let lines = also.chain(pairs).chain(outs).map(|(change, line)| (change, Entry::new(line)));
    let title = match deal.items.is_empty() {
        true => text!["A trade with ", with],
        false => join(text!["A trade with ", with, ": "], deal_in_words(deal)),
    };
    Ballot::new(title, "NHAT-38")
        .with(Move::Accept, proposable(t, seat, deal))
        .with_all(offers.chain(wants).map(close))
        .with_all(lines.map(close))
        .with(Move::Back, Entry::pass("Drop it"))
}

/// Whether a deal can be proposed: the active player is part of it, and afterwards no crew is too large.
/// NHAT-38, NHAT-39
fn proposable(t: &State, seat: Seat, deal: &Deal) -> Entry {
    let propose = Entry::new("Propose it").rule("NHAT-39").weighty();
    let crowded = t.lap(seat).find(|&member| crowded(t, member, deal));
    match crowded {
        _ if deal.items.is_empty() => propose.refuse_if(true, "there is nothing in it yet"),
        _ if !deal.involves(t.active) => {
            propose.refuse_if(true, text![t.active, ", whose Exchange it is, has no part in it"])
        }
        Some(crew) if crew == seat => propose.refuse_if(true, "your crew would be too large"),
        Some(crew) => propose.refuse_if(true, text![crew, "'s crew would be too large"]),
        None => propose,
    }
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
    let coins = used.iter().map(|good| match good {
        Good::Coins(coins) => *coins,
        _ => 0,
    });
    let left = player.coins - coins.sum::<i64>();
    goods.extend([1, 5].into_iter().filter(|&n| n <= left).map(Good::Coins));
    goods
}

fn good_entry(verb: &'static str, good: Good) -> Entry {
    match good {
        Good::Thief(card) | Good::Treasure(card) => Entry::card(verb, card),
        Good::Scheme(Some(card)) => Entry::card(text![verb, " a Scheme:"], card),
        Good::Scheme(None) => Entry::new(text![verb, " a Scheme of their choice"]),
        Good::Coins(coins) => Entry::new(text![verb, " "].count(coins, "Coin").with(" more")),
    }
}

/// Something that changes hands, in words.
pub fn good_in_words(good: Good) -> Line {
    match good {
        Good::Thief(card) | Good::Treasure(card) => text![card],
        Good::Scheme(_) => text!["a Scheme"],
        Good::Coins(coins) => Line::default().count(coins, "Coin"),
    }
}

fn deal_in_words(deal: &Deal) -> Line {
    deal.items.iter().enumerate().fold(Line::default(), |line, (i, item)| {
        join(if i == 0 { line } else { line.with(", ") }, item.words())
    })
}

impl Item {
    fn words(&self) -> Line {
        join(text![self.from, " gives ", self.to, " "], good_in_words(self.good))
    }
}

impl Deal {
    /// Whether a player gives or gets something.
    pub fn involves(&self, seat: Seat) -> bool {
        self.items.iter().any(|item| item.from == seat || item.to == seat)
    }

    /// All that a player gives.
    fn given_by(&self, seat: Seat) -> Vec<Good> {
        self.items.iter().filter(|item| item.from == seat).map(|item| item.good).collect()
    }

    /// Adds something; Coins between the same two add up.
    fn add(&mut self, from: Seat, to: Seat, good: Good) {
        let more = match good {
            Good::Coins(more) => more,
            _ => return self.items.push(Item { from, to, good }),
        };
        let coins = self.items.iter_mut().find_map(|item| match &mut item.good {
            Good::Coins(coins) if (item.from, item.to) == (from, to) => Some(coins),
            _ => None,
        });
        match coins {
            Some(coins) => *coins += more,
            None => self.items.push(Item { from, to, good }),
        }
    }
}

/// Whether a crew would be over its limit afterwards. NHAT-39
fn crowded(state: &State, seat: Seat, deal: &Deal) -> bool {
    let goes = |good: Good| deal.items.iter().any(|item| item.from == seat && item.good == good);
    let comes = |good: Good| deal.items.iter().any(|item| item.to == seat && item.good == good);
    let stays = |owner: Seat, good: Good| if owner == seat { !goes(good) } else { comes(good) };
    let crew = state.thieves().filter(|(owner, thief)| stays(*owner, Good::Thief(thief.card)));
    let crew: Vec<_> = crew.map(|(_, thief)| thief.who).collect();
    let owned = state.players.iter().flat_map(|(s, p)| p.treasures.iter().map(move |t| (s, t)));
    let owned = owned.filter(|(owner, t)| stays(*owner, Good::Treasure(t.card)));
    let limit = limit_of(crew.iter().copied(), owned.map(|(_, t)| t.kind));
    // A crew that gets nothing may stay as large as it is.
    crew.len() > limit && deal.involves(seat)
}

/// Players say which of their Schemes go, face down. H-A28
async fn name_schemes(t: &mut Table<State>, seat: Seat, goods: &mut [&mut Good]) {
    let mut named: Vec<Handle> = Vec::new();
    for good in goods.iter_mut().filter(|good| ***good == Good::Scheme(None)) {
        let free = t.players[seat].hand.iter().filter(|card| !named.contains(card));
        let pick = |&card: &Handle| (Move::Discard(card), Entry::card("Hand over", card).weighty());
        let picks = free.map(pick);
        let ballot = Ballot::new("Which Scheme do you hand over?", "H-A28").with_all(picks);
        if let Move::Discard(card) = choose(t, seat, ballot).await.0 {
            named.push(card);
            **good = Good::Scheme(Some(card));
        }
    }
}

/// Carries a deal out, all at once. Hands that got cards are mixed, so that the givers cannot follow
/// their cards. H-A33, C3
async fn carry_out(t: &mut Table<State>, by: Seat, mut deal: Deal) {
    for seat in t.lap(t.active) {
        let mine = deal.items.iter_mut().filter(|item| item.from == seat);
        let mut goods: Vec<&mut Good> = mine.map(|item| &mut item.good).collect();
        name_schemes(t, seat, &mut goods).await;
    }
    let mut got: Vec<Seat> = deal.withdrawn.then_some(by).into_iter().collect();
    for &Item { from, to, good } in &deal.items {
        transfer(t, from, to, good);
        got.extend(matches!(good, Good::Scheme(_)).then_some(to));
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

/// Hands over what was promised for this moment of a heist, as far as it is still there. A betrayer gets
/// nothing. H-A37, H-A38
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
                parts![promise.to, " has betrayed and gets nothing of what was promised"],
            );
        } else if can_keep(t, &promise) {
            keep(t, promise).await;
        } else {
            let line = text![promise.from, " cannot give ", promise.to, " "];
            t.say("H-A37", join(line, good_in_words(promise.good)));
        }
    }
}

/// Whether the promised thing is still there, and there is room for it.
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
    let mut given = good;
    name_schemes(t, from, &mut [&mut given]).await;
    t.say("H-A37", join(text![from, " gives ", to, " "], good_in_words(good)));
    let scheme = matches!(good, Good::Scheme(_));
    transfer(t, from, to, given);
    if scheme {
        remix(t, &[to]).await;
    }
}
