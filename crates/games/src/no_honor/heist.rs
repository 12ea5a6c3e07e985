//! The chapter on heists: targets, and the phases of one.

use engine::{Entry, Line, Seat, Table, text};

use super::{
    cards::Kind,
    complications,
    end::Flow,
    exchange,
    moves::Move,
    negotiation, objectives, resolution,
    schemes::join,
    state::{Heist, Plan, Post, State, Target, Terms, When},
    team,
    terms::{FIDDLES, TOO_MANY_CHANGES},
};

/// One entry for each thing that could be heisted. NHAT-43
pub fn entries(state: &State, seat: Seat) -> Vec<(Move, Entry)> {
    let mats = state.mats.iter().enumerate().map(|(m, mat)| {
        let label = text!["Heist for "].count(mat.coins, "Coin").with(":");
        (Target::Mat(m), Entry::card(label, mat.card))
    });
    let jailor = objectives::Defense::Jailor;
    let jail = text!["Jailbreak past the ", jailor.face(), " (", jailor.needs(), ")"];
    let all = mats.chain([(Target::Jail, Entry::new(jail))]);
    all.map(|(target, entry)| {
        let entry = match refusal(state, seat, target) {
            Some(reason) => entry.refuse_if(true, reason),
            None => entry,
        };
        (Move::Heist(target), entry.rule("NHAT-43"))
    })
    .collect()
}

/// Why a player could not even plan this heist.
fn refusal(state: &State, seat: Seat, target: Target) -> Option<Line> {
    let places = state.places(target);
    let mine = state.fresh(seat);
    let all: usize = state.lap(seat).map(|s| state.fresh(s)).sum();
    let crew = &state.players[seat].crew;
    let jail = target == Target::Jail;
    Some(if state.heisted_this_turn {
        "you have had your heist this turn".into() // NHAT-31
    } else if crew.is_empty() {
        "you have nobody to send: recruit first".into() // H-A7
    } else if mine == 0 {
        "your whole crew is exhausted: rest first".into() // H-A7, NHAT-51
    } else if jail && crew.len() >= state.crew_limit(seat) {
        "your crew is full: nobody could join it".into() // NHAT-85
    } else if jail && state.jail.is_empty() {
        "the Jail is empty".into()
    } else if all < places {
        // NHAT-46
        text!["it takes ", places, " ready Characters; all crews have ", all]
    } else if mine < places && state.talks == 0 && hidden(state, target) {
        "you need pledges, and your proposals are used up".into() // H-A20
    } else if mine < places && state.talks == 0 {
        "you need partners, and your proposals are used up".into()
    } else if state.changes_of_mind >= FIDDLES {
        TOO_MANY_CHANGES.into()
    } else {
        return None;
    })
}

/// Wizard's Tower: whether the Defenses come only with the declaration. NHAT-88
pub fn hidden(state: &State, target: Target) -> bool {
    match target {
        Target::Mat(mat) => state.mats[mat].objective.hides_defenses(),
        Target::Jail => false,
    }
}

/// A whole heist, in its phases. NHAT-44
pub async fn heist(t: &mut Table<State>, target: Target) -> Flow<()> {
    t.phase = "Planning a heist";
    let plan = Plan { target, partners: Vec::new(), agreed: None, proposed: None, declared: false };
    t.plan = Some(plan);
    let terms = match target {
        Target::Mat(mat) if hidden(t, target) => declare(t, target, mat).await,
        _ => negotiation::plan(t).await,
    };
    let declared = t.plan.take().is_some_and(|plan| plan.declared);
    let Some(terms) = terms else {
        t.dropped.push(target);
        return Ok(());
    };
    t.phase = "Sending in the team";
    let cards = terms.has_cards();
    let partners = terms.members().into_iter().filter(|&member| member != t.active).collect();
    t.heist = Some(planned(t, target, terms, declared));
    if !team::gather(t).await && !declared {
        // Nothing was tried, so nothing is spent. NHAT-46
        t.heist = None;
        t.turned_down.push(partners);
        t.changes_of_mind += 1;
        return Ok(());
    }
    if !declared {
        begin(t, target);
    }
    if cards {
        // H-A38: cards change hands in an Exchange.
        t.actions = t.actions.saturating_sub(1);
    }
    t.phase = "Complications";
    exchange::keep_promises(t, When::Launch).await;
    complications::complications(t).await?;
    resolution::resolve(t).await?;
    // The remaining Characters go home. NHAT-63
    t.heist = None;
    t.players.iter_mut().for_each(|(_, player)| player.gifts = 0);
    Ok(())
}

/// Wizard's Tower: the heist is declared, with pledges of partners if one's own crew is too small; then
/// its Defenses are laid out, and terms may be negotiated, but the heist cannot be dropped. NHAT-88,
/// H-A20
async fn declare(t: &mut Table<State>, target: Target, mat: usize) -> Option<Terms> {
    let pledged = negotiation::plan(t).await?;
    begin(t, target);
    objectives::fill(t, &[mat]).await;
    if let Some(plan) = &mut t.plan {
        plan.declared = true;
        plan.agreed = Some(pledged);
    }
    negotiation::plan(t).await
}

/// Begins the heist: it takes an action, and there is no other heist this turn. NHAT-31
fn begin(t: &mut Table<State>, target: Target) {
    t.actions -= 1;
    t.heisted_this_turn = true;
    let line = text![t.active, " launches a heist on "];
    t.say("NHAT-44", join(line, goal(t, target)));
}

/// What a heist goes for, in words.
pub fn goal(state: &State, target: Target) -> Line {
    match target {
        Target::Mat(mat) => text!["the ", state.mats[mat].objective.face()],
        Target::Jail => text!["the Jail"],
    }
}

fn planned(state: &State, target: Target, terms: Terms, declared: bool) -> Heist {
    let on = |seat: &Seat| *seat == terms.rest || terms.sum(*seat).is_some();
    let post = |slot: &super::state::Slot| Post {
        defense: slot.defense,
        challenge: None,
        needs: [0; 4],
        sent: Vec::new(),
    };
    Heist {
        target,
        seats: state.lap(state.active).filter(on).collect(),
        posts: state.slots(target).iter().map(post).collect(),
        terms,
        declared,
        order: Vec::new(),
        taken_back: Vec::new(),
        gains: Vec::new(),
        complications: false,
        betrayers: Vec::new(),
    }
}
