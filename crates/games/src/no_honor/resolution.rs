//! The chapter on resolution: success, failure, consequences, cleanup.

use engine::{Entry, Handle, Seat, Table, parts, text};

use super::{
    cards::Kind,
    characters,
    dice::{self, Side},
    end::{Flow, Over},
    exchange, harm, moment_of_truth,
    moves::{Ballot, Move, settle},
    objectives::{self, Consequence, Defense, JAIL_TABLE, Table5},
    schemes::join,
    state::{Post, State, Target, When},
    treasures,
    windows::{self, Response, Trigger},
};

/// What a bypassed Defense pays after a failure. NHAT-73
const CONSOLATION: i64 = 2;

/// The heist succeeds if every Defense is bypassed. NHAT-50
pub async fn resolve(t: &mut Table<State>) -> Flow<()> {
    t.phase = "Resolution";
    t.rolled.clear();
    let Some(heist) = &t.heist else { return Ok(()) };
    let target = heist.target;
    let bypassed: Vec<bool> = heist.posts.iter().map(|post| t.bypassed(post)).collect();
    let success = bypassed.iter().all(|&passed| passed);
    t.say("NHAT-50", if success { "The heist succeeds" } else { "The heist fails" });
    if success {
        succeed(t, target).await?;
    } else {
        fail(t, target, &bypassed).await?;
    }
    match target {
        Target::Mat(mat) => clean_up(t, mat, success).await,
        Target::Jail => Ok(()), // H-A15
    }
}

async fn succeed(t: &mut Table<State>, target: Target) -> Flow<()> {
    let seats = t.heist.as_ref().map(|h| h.seats.clone()).unwrap_or_default();
    let haul = match target {
        Target::Mat(mat) => t.mats[mat].coins,
        Target::Jail => 0, // H-A14
    };
    if seats.len() > 1 {
        moment_of_truth::moment_of_truth(t, haul).await?;
        seats.iter().for_each(|&seat| t.players[seat].shared_wins += 1);
    } else if let (Target::Mat(mat), [alone]) = (target, seats.as_slice()) {
        // A lone player cannot be betrayed. NHAT-59
        t.say("NHAT-59", parts![*alone, " takes the whole haul of ", haul]);
        t.mats[mat].coins = 0;
        t.players[*alone].coins += haul;
        t.players[*alone].solo_wins += 1;
        let treasures = t.mats[mat].objective.card().treasures;
        treasures::draw(t, &vec![*alone; treasures]).await;
    }
    match target {
        Target::Mat(mat) => {
            treasures::after_success(t, &seats);
            wear_out(t, mat).await?;
        }
        Target::Jail => free_one(t).await,
    }
    exchange::keep_promises(t, When::Success).await;
    Ok(())
}

/// Ancient Temple: everybody who was there is exhausted. NHAT-87
async fn wear_out(t: &mut Table<State>, mat: usize) -> Flow<()> {
    if !t.mats[mat].objective.wears_out() {
        return Ok(());
    }
    let posts = t.heist.iter().flat_map(|h| &h.posts);
    let sent: Vec<_> = posts.flat_map(|post| post.sent.clone()).collect();
    let active = t.active;
    for (_, card) in sent {
        harm::exhaust(t, active, card).await?;
    }
    Ok(())
}

/// Jailbreak: the active player takes one Character out, at no cost. NHAT-84
async fn free_one(t: &mut Table<State>) {
    let seat = t.active;
    let fits = t.jail.iter().filter(|who| t.has_room(seat, who.kind));
    let options: Vec<_> =
        fits.map(|who| (Move::Take(who.card), Entry::card("Free", who.card))).collect();
    if options.is_empty() {
        return;
    }
    let ballot = Ballot::new("Whom do you break out?", "NHAT-84").with_all(options);
    if let Move::Take(card) = settle(t, seat, ballot).await {
        harm::bring_back(t, seat, card);
    }
}

/// Failure: pay for what was bypassed, new Defenses there, penalties for the rest.
async fn fail(t: &mut Table<State>, target: Target, bypassed: &[bool]) -> Flow<()> {
    let posts = t.heist.as_ref().map(|h| h.posts.clone()).unwrap_or_default();
    for (post, _) in posts.iter().zip(bypassed).filter(|(_, passed)| **passed) {
        console(t, post);
    }
    if let Target::Mat(mat) = target {
        if t.mats[mat].objective.hides_defenses() {
            // Wizard's Tower: all Defenses go. NHAT-88
            let all: Vec<_> = (0..t.mats[mat].slots.len()).collect();
            objectives::discard(t, mat, &all);
        } else {
            let passed: Vec<_> = (0..bypassed.len()).filter(|&i| bypassed[i]).collect();
            objectives::replace(t, mat, &passed).await; // NHAT-74
        }
    }
    for post in (0..bypassed.len()).filter(|&i| !bypassed[i]) {
        penalty(t, target, post).await?;
    }
    Ok(())
}

/// 2 Coins for a bypassed Defense, 1 each if two players stand there. NHAT-73, H-A16, C12
fn console(t: &mut Table<State>, post: &Post) {
    let present = present(t, post);
    let share = if present.len() == 1 { CONSOLATION } else { 1 };
    for seat in present.into_iter().take(CONSOLATION as usize) {
        let coins = share + characters::failure_bonus(t, seat);
        t.say("NHAT-73", parts![seat, " gets ", coins, " for ", post.defense.face()]);
        t.earn(seat, coins);
    }
}

/// The players with a Character at a post, clockwise from the active one.
fn present(state: &State, post: &Post) -> Vec<Seat> {
    let here = |seat: &Seat| post.sent.iter().any(|(owner, _)| owner == seat);
    state.lap(state.active).filter(here).collect()
}

/// A die on the failure table for a Defense that still stands. NHAT-75, NHAT-76
async fn penalty(t: &mut Table<State>, target: Target, post: usize) -> Flow<()> {
    let Some(state) = t.heist.as_ref().and_then(|h| h.posts.get(post)).cloned() else {
        return Ok(());
    };
    if state.sent.is_empty() {
        return Ok(()); // H-A19
    }
    let table = table(t, target, state.defense);
    let active = t.active;
    let mut side = dice::one(t).await;
    let shown = |side: Side| text![side.name(), ": ", table[side.row()].words()];
    t.say("NHAT-75", join(text![state.defense.face(), ": the die shows "], shown(side)));
    let trigger = Trigger::FailureDie(post);
    t.die = Some((side, table[side.row()]));
    if windows::open(t, active, trigger).await? == Some(Response::Again) {
        side = dice::one(t).await;
        t.say("NHAT-75", join(text!["Rolled again: "], shown(side)));
    }
    t.die = None;
    t.rolled.push((state.defense, side, table[side.row()]));
    apply(t, post, table[side.row()]).await
}

/// The failure table that a Defense of a target uses: its own, or for the Watch and the Jail, the
/// Jail's. NHAT-75, NHAT-76
fn table(state: &State, target: Target, defense: Defense) -> Table5 {
    match target {
        Target::Mat(mat) if !defense.card().watch => state.mats[mat].objective.card().failure,
        _ => JAIL_TABLE,
    }
}

/// What a row of a failure table does. Failure tables kill whether or not honor holds. H-A32
async fn apply(t: &mut Table<State>, post: usize, consequence: Consequence) -> Flow<()> {
    let posts = t.heist.as_ref().map(|h| &h.posts);
    let Some(here) = posts.and_then(|p| p.get(post)).cloned() else { return Ok(()) };
    match consequence {
        Consequence::Nothing => {}
        Consequence::Pay(coins) => {
            for seat in present(t, &here) {
                let paid = t.pay(seat, coins);
                t.say("NHAT-75", parts![seat, " pays ", paid]);
            }
        }
        Consequence::ExhaustOne | Consequence::ArrestOne | Consequence::KillOne => {
            let lasting = consequence != Consequence::ExhaustOne;
            if let Some(card) = victim(t, &here, lasting).await {
                hit(t, card, consequence).await?;
            }
        }
        // All who are on that Defense. NHAT-77
        Consequence::ExhaustAll | Consequence::ArrestAll | Consequence::KillAll => {
            for (_, card) in here.sent {
                hit(t, card, consequence).await?;
            }
        }
    }
    Ok(())
}

async fn hit(t: &mut Table<State>, card: Handle, consequence: Consequence) -> Flow<()> {
    let Some((owner, thief)) = t.thief(card) else { return Ok(()) };
    let (active, who) = (t.active, thief.who);
    let exhausts = matches!(consequence, Consequence::ExhaustOne | Consequence::ExhaustAll);
    let kills = matches!(consequence, Consequence::KillOne | Consequence::KillAll)
        || exhausts && harm::fatal(t, card);
    if exhausts && characters::shrugs_off(who) {
        t.say("NHAT-107", parts![who.face(), " shrugs it off"]);
        Ok(())
    } else if kills && !treasures::pardons(t, owner) {
        harm::kill(t, active, card).await
    } else if exhausts && !kills {
        harm::exhaust(t, active, card).await
    } else {
        harm::arrest(t, active, card).await
    }
}

/// Who is hit: the player there chooses; several players roll off first. NHAT-78, NHAT-79
///
/// A choice weighs if it is `lasting`, that is if the Character leaves the crew.
async fn victim(t: &mut Table<State>, post: &Post, lasting: bool) -> Option<Handle> {
    let mut losers = present(t, post);
    while losers.len() > 1 {
        let sides = dice::each(t, losers.len()).await;
        for (seat, side) in losers.iter().zip(&sides) {
            t.say("NHAT-79", parts![*seat, " rolls ", side.name()]);
        }
        // The lowest roll suffers; a tie for it is rolled again. H-A18, C12
        let lowest = sides.iter().map(|side| side.duel()).min();
        let mut sides = sides.iter();
        losers.retain(|_| sides.next().map(|side| side.duel()) == lowest);
    }
    let loser = *losers.first()?;
    let mine = post.sent.iter().filter(|(owner, _)| *owner == loser);
    let entry =
        |card| if lasting { Entry::card("", card).weighty() } else { Entry::card("", card) };
    let options = mine.map(|&(_, card)| (Move::Pick(card), entry(card)));
    let ballot = Ballot::new("Which of your Characters is hit?", "NHAT-78").with_all(options);
    match settle(t, loser, ballot).await {
        Move::Pick(card) => Some(card),
        _ => None,
    }
}

/// The other Objective gains a Coin; a heisted one makes place for the next. NHAT-80, NHAT-82
async fn clean_up(t: &mut Table<State>, mat: usize, success: bool) -> Flow<()> {
    for other in (0..t.mats.len()).filter(|&other| other != mat) {
        t.bank -= 1;
        t.mats[other].coins += 1;
    }
    if !success {
        return Ok(()); // NHAT-81
    }
    let all: Vec<_> = (0..t.mats[mat].slots.len()).collect();
    objectives::discard(t, mat, &all);
    let done = t.mats.remove(mat);
    t.heisted.push(done.card);
    t.bank += done.coins; // what could not be shared evenly
    if done.objective.card().stage == 3 {
        return Err(Over::LastHeist); // NHAT-83, H-A30
    }
    // The heist is over before the next Objective comes; indexes into the mats change.
    t.heist = None;
    objectives::lay_out(t, 1).await;
    Ok(())
}
