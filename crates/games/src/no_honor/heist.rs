//! The chapter on heists: target, plan, and sending in the team.

use engine::{Entry, Handle, Line, Seat, Table, text};

use super::{
    cards::{Kind, Skills, skills_in_words},
    characters::{self, Character},
    complications,
    end::Flow,
    exchange,
    moves::{Ballot, Move, choose},
    negotiation, objectives, resolution,
    schemes::join,
    state::{Heist, POST_LIMIT, Plan, Post, State, Target, Terms, Thief, When},
    terms::{FIDDLED, FIDDLES},
};

/// One entry for each thing that could be heisted. NHAT-43
pub fn entries(state: &State, seat: Seat) -> Vec<(Move, Entry)> {
    let mats = state.mats.iter().enumerate().map(|(m, mat)| {
        let label = text!["Heist for ", mat.coins, " Coins:"];
        (Target::Mat(m), Entry::card(label, mat.card))
    });
    let jailor = objectives::Defense::Jailor;
    let jail = text!["Jailbreak past the ", jailor.face(), " (", jailor.needs(), ")"];
    let all = mats.chain([(Target::Jail, Entry::new(jail))]);
    all.map(|(target, entry)| {
        let entry = match refusal(state, seat, target) {
            Some(reason) => entry.refuse_if(true, reason),
            // Once declared, it cannot be dropped. NHAT-88
            None if hidden(state, target) => entry.weighty(),
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
    } else if hidden(state, target) && mine < places {
        // H-A20
        text!["it takes ", places, " ready Characters of your own; you have ", mine]
    } else if all < places {
        // NHAT-46
        text!["it takes ", places, " ready Characters; all crews have ", all]
    } else if mine < places && state.talks == 0 {
        "you need partners, and your proposals are used up".into()
    } else if state.fiddles >= FIDDLES {
        FIDDLED.into()
    } else {
        return None;
    })
}

/// Wizard's Tower: whether the Defenses come only with the declaration. NHAT-88
fn hidden(state: &State, target: Target) -> bool {
    match target {
        Target::Mat(mat) => state.mats[mat].objective.hides_defenses(),
        Target::Jail => false,
    }
}

/// A whole heist, in its phases. NHAT-44
pub async fn heist(t: &mut Table<State>, target: Target) -> Flow<()> {
    let declared = hidden(t, target);
    if let (true, Target::Mat(mat)) = (declared, target) {
        begin(t, target);
        objectives::fill(t, &[mat]).await;
    }
    t.phase = "Planning a heist";
    t.plan = Some(Plan { target, partners: Vec::new(), proposed: None, declared });
    let terms = negotiation::plan(t).await;
    t.plan = None;
    let Some(terms) = terms else {
        t.dropped.push(target);
        return Ok(());
    };
    if !declared {
        begin(t, target);
    }
    if terms.has_cards() {
        // H-A38: cards change hands in an Exchange.
        t.actions = t.actions.saturating_sub(1);
    }
    t.phase = "Sending in the team";
    t.heist = Some(planned(t, target, terms));
    exchange::keep_promises(t, When::Launch).await;
    send_in(t).await;
    t.phase = "Complications";
    complications::complications(t).await?;
    resolution::resolve(t).await?;
    // Whoever is left goes home. NHAT-63
    t.heist = None;
    t.players.iter_mut().for_each(|(_, player)| player.gifts = 0);
    Ok(())
}

/// The heist is on: it takes an action, and there is no other this turn. NHAT-31
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

fn planned(state: &State, target: Target, terms: Terms) -> Heist {
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
        first: Vec::new(),
        gains: Vec::new(),
        complications: false,
        betrayers: Vec::new(),
    }
}

/// The active player sends Characters, then each partner clockwise. NHAT-45, NHAT-46
async fn send_in(t: &mut Table<State>) {
    let seats = t.heist.as_ref().map(|h| h.seats.clone()).unwrap_or_default();
    for (i, &seat) in seats.iter().enumerate() {
        while let Some(ballot) = sending(t, seat, &seats[i + 1..]) {
            let Move::Send { card, post, challenge } = choose(t, seat, ballot).await.0 else {
                break;
            };
            send(t, seat, card, post, challenge);
        }
    }
    drop_idle(t);
}

/// What a player can send where; `None` if nothing. The Defenses that nobody mans yet are kept for
/// those who can.
fn sending(t: &Table<State>, seat: Seat, later: &[Seat]) -> Option<Ballot> {
    let heist = t.heist.as_ref()?;
    let open = heist.posts.iter().filter(|post| post.sent.is_empty()).count();
    let theirs: usize = later.iter().map(|&s| t.fresh(s)).sum();
    let free: usize = heist.posts.iter().map(|post| room(t, post)).sum();
    let mut options = Vec::new();
    for thief in &t.players[seat].crew {
        if t.committed(thief.card) {
            continue;
        }
        if thief.exhausted {
            let entry = Entry::card("Send", thief.card).rule("NHAT-51");
            let entry = entry.refuse_if(true, "it is exhausted and stays at home");
            options.push((Move::Pass, entry));
            continue;
        }
        for (p, post) in heist.posts.iter().enumerate() {
            let spare = if t.fresh(seat) + theirs <= open {
                Err("unmanned Defenses come first")
            } else if free <= later.len() && characters::counts(thief.who) {
                Err("a place is kept for your partner")
            } else {
                Ok(())
            };
            options.extend(sends(t, thief, p, post, spare));
        }
    }
    let can_send = options.iter().any(|(_, entry)| entry.refused.is_none());
    if !can_send {
        return None;
    }
    let sent = heist.first.iter().any(|(first, _)| *first == seat);
    let done = Entry::pass("Nobody else")
        .refuse_if(!sent, "you are on this heist: send at least one Character")
        .refuse_if(open > theirs, "every Defense needs at least one Character")
        .rule("NHAT-46");
    let unmanned = if open == 1 { " Defense still unmanned" } else { " Defenses still unmanned" };
    let title = text!["Send a Character (✓ would bypass): ", open, unmanned];
    Some(Ballot::new(title, "NHAT-45").with_all(options).with(Move::Pass, done))
}

/// The ways to send one Character to one post: the first one picks the challenge. NHAT-48, H-A9
fn sends(
    t: &State,
    thief: &Thief,
    p: usize,
    post: &Post,
    spare: Result<(), &'static str>,
) -> Vec<(Move, Entry)> {
    let all = post.defense.card().challenges;
    let entry = |challenge: usize, skills: &Skills| {
        let mark = if t.would_bypass(post, skills, thief.card) { "✓ " } else { "" };
        let words = skills_in_words(skills);
        let label = text![mark, "Against ", post.defense.face(), " with ", words, ":"];
        let entry = Entry::card(label, thief.card)
            .refuse_if(!post.sent.is_empty() && spare.is_err(), spare.err().unwrap_or_default())
            .refuse_if(!t.fits(post, thief.who), misfit(post))
            .rule("NHAT-48");
        (Move::Send { card: thief.card, post: p, challenge }, entry)
    };
    match post.challenge {
        Some(locked) => all.get(locked).map(|c| entry(locked, c)).into_iter().collect(),
        None => all.iter().enumerate().map(|(i, c)| entry(i, c)).collect(),
    }
}

fn misfit(post: &Post) -> &'static str {
    match post.defense {
        objectives::Defense::TheDuel => "the Duel is for one Character", // NHAT-90
        _ if post.sent.len() < POST_LIMIT => "the Stick-Up Crew works alone",
        _ => "two Characters are there already", // NHAT-47
    }
}

/// How many more Characters a post holds, the Acrobat aside.
fn room(state: &State, post: &Post) -> usize {
    let who = |card: Handle| state.thief(card).map(|(_, thief)| thief.who);
    let sent: Vec<Character> = post.sent.iter().filter_map(|&(_, card)| who(card)).collect();
    if sent.iter().any(|&who| characters::works_alone(who)) {
        return 0;
    }
    let limit = if post.defense == objectives::Defense::TheDuel { 1 } else { POST_LIMIT };
    limit.saturating_sub(sent.iter().filter(|&&who| characters::counts(who)).count())
}

fn send(t: &mut Table<State>, seat: Seat, card: Handle, post: usize, challenge: usize) {
    let Some(heist) = &mut t.heist else { return };
    if !heist.first.iter().any(|(first, _)| *first == seat) {
        heist.first.push((seat, card));
    }
    let post = &mut heist.posts[post];
    post.challenge = Some(challenge);
    post.needs = post.defense.card().challenges[challenge].map(i64::from);
    post.sent.push((seat, card));
    let defense = post.defense.face();
    t.say("NHAT-48", text![seat, " sends ", card, " against ", defense]);
}

/// A partner for whom no place was left is not on the heist after all, and has no share.
fn drop_idle(t: &mut Table<State>) {
    let active = t.active;
    let Some(heist) = &mut t.heist else { return };
    let sent: Vec<Seat> = heist.first.iter().map(|(seat, _)| *seat).collect();
    heist.seats.retain(|seat| sent.contains(seat));
    let terms = &mut heist.terms;
    terms.sums.retain(|(seat, _)| sent.contains(seat));
    for owner in terms.treasures.iter_mut().chain([&mut terms.rest]) {
        if !sent.contains(owner) {
            *owner = active;
        }
    }
    let rest = terms.rest;
    terms.sums.retain(|(seat, _)| *seat != rest);
    // Nor is anything promised to them or by them.
    terms.promises.retain(|promise| sent.contains(&promise.from) && sent.contains(&promise.to));
}
