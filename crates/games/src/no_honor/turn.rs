//! The chapter on turns and actions.

use engine::{Entry, Handle, Seat, Table, parts, text};

use super::{
    cards::Kind,
    characters::{self, Ability},
    end::{self, Flow, LAST_ROUND, Over},
    exchange, harm, heist,
    moves::{Ballot, Move, choose},
    negotiation::{SILENT, left, proposals},
    schemes::{self, Scheme, Type},
    setup,
    state::{State, Thief},
    terms::{FIDDLES, TOO_MANY_CHANGES},
    treasures,
};

/// Actions in a turn. NHAT-30
pub const ACTIONS: usize = 3;

/// Turn after turn, until the game is over. NHAT-28, NHAT-42
pub async fn rounds(t: &mut Table<State>) -> Over {
    // H-A36
    while t.turn < LAST_ROUND * t.seats() {
        t.turn += 1;
        if let Err(over) = turn(t).await {
            return over;
        }
        t.active = t.active.left(t.seats());
        t.milestone();
    }
    Over::Curfew
}

/// One player's turn.
pub async fn turn(t: &mut Table<State>) -> Flow<()> {
    let seat = t.active;
    t.phase = "Turn";
    t.actions = ACTIONS;
    t.talks = proposals(t.seats());
    t.changes_of_mind = 0;
    t.heisted_this_turn = false;
    t.turned_down.clear();
    t.dropped.clear();
    // Ability limits reset at every player's turn. H-A34, NHAT-106
    for (_, player) in t.players.iter_mut() {
        player.crew.iter_mut().for_each(|thief| thief.used = false);
        player.asks = 0;
    }
    end::announce(t);
    t.say("NHAT-42", parts!["It is the turn of ", seat]);
    // The limit is enforced here and nowhere else. NHAT-29, H-A4
    schemes::discard_down_to(t, seat, t.hand_limit(seat)).await;
    treasures::at_turn_start(t, seat).await;
    while t.actions > 0 {
        t.phase = "Turn";
        let (ballot, before) = (ballot(t, seat), t.actions);
        let (choice, face) = choose(t, seat, ballot).await;
        match choice {
            Move::Pass => t.actions = 0, // H-A5
            choice => act(t, seat, choice, face.and_then(Scheme::of)).await?,
        }
        if t.actions < before {
            exchange::coins(t).await;
        }
    }
    Ok(())
}

/// All that the active player can do. NHAT-30, NHAT-40
fn ballot(t: &Table<State>, seat: Seat) -> Ballot {
    let player = &t.players[seat];
    let title = text!["Your turn: ", t.actions, " of 3 actions left"];
    let rest = characters::rest_draw(t, seat);
    let mut ballot = Ballot::new(title, "NHAT-30").with_all(heist::entries(t, seat));
    ballot = ballot
        .with_all(recruits(t, seat))
        .with(
            Move::Legwork,
            Entry::new("Legwork: discard, then draw to your limit").rule("NHAT-34"),
        )
        .with(
            Move::Logistics,
            Entry::new("Logistics: play Logistics Schemes")
                .rule("NHAT-35")
                .refuse_if(player.hand.is_empty(), "you hold no Scheme"),
        );
    for count in (2..=rest).rev() {
        let label = text!["Rest: unexhaust your crew, draw ", count];
        ballot = ballot.with(Move::Rest(count), Entry::new(label).rule("NHAT-36"));
    }
    ballot
        .with(Move::Rest(0), Entry::new("Rest without drawing").rule("NHAT-36"))
        .with(
            Move::Headhunt,
            Entry::new("Headhunting: renew the hiring pool")
                .rule("NHAT-37")
                .refuse_if(t.characters.is_empty(), "the Character deck is empty"),
        )
        .with(
            Move::Exchange,
            Entry::new(text!["Exchange: trade (", left(t), ")"])
                .rule("NHAT-38")
                .refuse_if(t.talks == 0, SILENT)
                .refuse_if(t.changes_of_mind >= FIDDLES, TOO_MANY_CHANGES),
        )
        .with_all(abilities(t, seat))
        .with_all(schemes::entries(t, seat, &[Type::Active]))
        .with(
            Move::Give(None),
            Entry::new("Give Coins away")
                .rule("NHAT-41")
                .refuse_if(player.coins == 0, "you have no Coins")
                .refuse_if(t.changes_of_mind >= FIDDLES, TOO_MANY_CHANGES),
        )
        .with(
            Move::Ask,
            Entry::new("Ask somebody for Coins")
                .rule("NHAT-41")
                .refuse_if(t.rivals(seat).all(|r| t.players[r].coins == 0), "no rival has a Coin")
                .refuse_if(t.talks == 0, SILENT)
                .refuse_if(t.changes_of_mind >= FIDDLES, TOO_MANY_CHANGES),
        )
        .with(
            Move::Fire,
            Entry::new("Fire a Character")
                .rule("NHAT-40")
                .refuse_if(player.crew.is_empty(), "you have nobody to fire")
                .refuse_if(t.changes_of_mind >= FIDDLES, TOO_MANY_CHANGES),
        )
        .with(Move::Pass, Entry::pass("End your turn").weighty())
}

/// One entry for each Character of the pool. NHAT-32, NHAT-33
fn recruits(t: &State, seat: Seat) -> Vec<(Move, Entry)> {
    let entry = |who: &super::cards::Seen<characters::Character>| {
        let price = treasures::price(t, seat, who.kind.card().cost);
        let coins = t.players[seat].coins;
        let entry = Entry::card(text!["Recruit for ", price, who.kind.brings(), ":"], who.card)
            .rule("NHAT-32")
            .refuse_if(price > coins, text!["the price is ", price, "; you have ", coins])
            .refuse_if(!t.has_room(seat, who.kind), "your crew is full: fire somebody first");
        (Move::Take(who.card), entry)
    };
    t.pool.iter().map(entry).collect()
}

/// One entry for each active ability in the crew. NHAT-105
pub fn abilities(t: &State, seat: Seat) -> Vec<(Move, Entry)> {
    let active = |thief: &&Thief| thief.who.card().ability == Ability::Active;
    let entry = |thief: &Thief| {
        let entry = Entry::card("Use", thief.card).rule("NHAT-105");
        let entry = match characters::usable(t, seat, thief) {
            Ok(_) => entry,
            Err(reason) => entry.refuse_if(true, reason),
        };
        (Move::Use(thief.card), entry)
    };
    t.players[seat].crew.iter().filter(active).map(entry).collect()
}

async fn act(t: &mut Table<State>, seat: Seat, choice: Move, shown: Option<Scheme>) -> Flow<()> {
    match choice {
        Move::Heist(target) => heist::heist(t, target).await?,
        Move::Take(card) => recruit(t, seat, card).await,
        Move::Legwork => legwork(t, seat).await,
        Move::Logistics => logistics(t, seat).await?,
        Move::Rest(count) => rest(t, seat, count).await,
        Move::Headhunt => headhunt(t).await,
        Move::Exchange => exchange::exchange(t, seat).await,
        Move::Play(card) => {
            if let Some(scheme) = shown {
                schemes::play(t, seat, card, scheme).await?;
            }
        }
        Move::Use(card) => {
            use_ability(t, seat, card).await?;
        }
        Move::Give(_) => {
            let went_back = !exchange::give(t, seat).await;
            t.changes_of_mind += usize::from(went_back);
        }
        Move::Ask => match exchange::ask(t, seat).await {
            true => t.talks = t.talks.saturating_sub(1),
            false => t.changes_of_mind += 1,
        },
        Move::Fire => {
            let ballot = Ballot::new("Whom do you fire?", "NHAT-40")
                .with_all(harm::fire_entries(t, seat))
                .with(Move::Back, Entry::pass("Back").takes_back());
            match choose(t, seat, ballot).await.0 {
                Move::Pick(card) => harm::fire(t, card).await?,
                _ => t.changes_of_mind += 1,
            }
        }
        _ => {}
    }
    Ok(())
}

/// Uses an active ability, on one's turn or in one's slot. NHAT-105 Returns whether it was used.
pub async fn use_ability(t: &mut Table<State>, seat: Seat, card: Handle) -> Flow<bool> {
    let Some((_, thief)) = t.thief(card) else { return Ok(false) };
    match characters::usable(t, seat, thief) {
        Ok(aims) => characters::use_ability(t, seat, card, aims).await,
        Err(_) => Ok(false),
    }
}

/// Recruit: pay, take, refill. NHAT-32
async fn recruit(t: &mut Table<State>, seat: Seat, card: Handle) {
    let Some(at) = t.pool.iter().position(|who| who.card == card) else { return };
    let who = t.pool.remove(at);
    let price = treasures::price(t, seat, who.kind.card().cost);
    t.say("NHAT-32", parts![seat, " recruits ", who.kind.face(), " for ", price]);
    t.pay(seat, price);
    t.players[seat].crew.push(Thief::new(who.card, who.kind));
    t.actions -= 1;
    setup::fill_pool(t).await;
}

/// Legwork: discard any number, then draw to the limit. NHAT-34
async fn legwork(t: &mut Table<State>, seat: Seat) {
    t.actions -= 1;
    t.say("NHAT-34", parts![seat, " does some Legwork"]);
    schemes::discard_any(t, seat, "NHAT-34").await;
    let missing = t.hand_limit(seat).saturating_sub(t.players[seat].hand.len());
    schemes::draw(t, seat, missing).await;
}

/// Logistics: any number of Logistics Schemes. NHAT-35, NHAT-92
async fn logistics(t: &mut Table<State>, seat: Seat) -> Flow<()> {
    t.actions -= 1;
    t.say("NHAT-35", parts![seat, " sees to Logistics"]);
    while !t.players[seat].hand.is_empty() {
        let ballot = Ballot::new("Play a Logistics Scheme", "NHAT-35")
            .with_all(schemes::entries(t, seat, &[Type::Logistics]))
            .with(Move::Pass, Entry::pass("That is all"));
        let (choice, face) = choose(t, seat, ballot).await;
        let (Move::Play(card), Some(scheme)) = (choice, face.and_then(Scheme::of)) else { break };
        schemes::play(t, seat, card, scheme).await?;
    }
    Ok(())
}

/// Rest: the crew unexhausts; Schemes may be drawn. NHAT-36, H-A4
async fn rest(t: &mut Table<State>, seat: Seat, count: usize) {
    t.actions -= 1;
    t.say("NHAT-36", parts![seat, " rests"]);
    t.players[seat].crew.iter_mut().for_each(|thief| thief.exhausted = false);
    schemes::draw(t, seat, count).await;
}

/// Headhunting: the pool goes to the bottom, its left card deepest; five new ones. NHAT-37, H-A35
async fn headhunt(t: &mut Table<State>) {
    t.actions -= 1;
    t.say("NHAT-37", parts![t.active, " goes headhunting"]);
    let pool = std::mem::take(&mut t.pool);
    t.characters.extend(pool.into_iter().rev().map(|who| who.card));
    setup::fill_pool(t).await;
}
