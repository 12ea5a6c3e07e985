//! The chapter on sending in the team: a joint plan, which everybody on the heist may change until all
//! agree to it.
//!
//! The active player and the partners take turns, clockwise: each sends a Character, takes one back, or
//! has nothing to add. The plan is final once all in a row have nothing to add; the player who sent the
//! last Character and could send no other is not asked again. If it is incomplete then, nobody has to
//! complete it: nothing was tried, and nothing is spent. NHAT-46 Only a declared heist must be manned, by
//! the player who declared it and by the pledged Characters. NHAT-88

use engine::{Entry, Handle, Line, Seat, Table, parts, text};

use super::{
    cards::{Kind, Skill, Skills, skills_in_words},
    characters::{self, Character},
    moves::{Ballot, Move, choose},
    objectives::Defense,
    state::{Heist, POST_LIMIT, Post, State, Thief},
};

/// How often a player may take somebody back in one heist: every step costs everybody.
const TAKE_BACKS: usize = 3;

/// Gathers the team; returns whether it is complete and agreed on. NHAT-45, NHAT-46
pub async fn gather(t: &mut Table<State>) -> bool {
    let mut seat = t.active;
    let mut quiet = 0;
    while quiet < t.heist.as_ref().map_or(0, |heist| heist.seats.len()) {
        let ballot = turn(t, seat);
        let next = next(t, seat);
        match choose(t, seat, ballot).await.0 {
            Move::Send { card, post, challenge } => {
                send(t, seat, card, post, challenge);
                quiet = usize::from(!could_send(t, seat));
            }
            Move::TakeBack(card) => {
                take_back(t, seat, card);
                quiet = 0;
            }
            Move::StayOut => {
                stay_out(t, seat);
                quiet = 0;
            }
            Move::CallOff => {
                t.say("NHAT-46", parts![seat, " calls it off: nothing comes of the plan"]);
                return false;
            }
            _ => quiet += 1,
        }
        seat = next;
    }
    let complete = complete(t);
    if complete {
        let sent: Vec<Seat> = t.heist.iter().flat_map(|h| &h.order).map(|(s, _)| *s).collect();
        keep_only(t, &sent);
    } else if !t.heist.as_ref().is_some_and(|heist| heist.declared) {
        t.say("NHAT-46", "The team is not complete: nothing comes of the plan");
    }
    complete
}

/// Who of the team is next, clockwise.
fn next(state: &State, seat: Seat) -> Seat {
    state.rivals(seat).find(|&other| state.on_heist(other)).unwrap_or(seat)
}

/// Whether every Defense is manned, by the active player too, and everybody has sent as many as agreed.
fn complete(state: &State) -> bool {
    let Some(heist) = &state.heist else { return false };
    heist.posts.iter().all(|post| !post.sent.is_empty())
        && heist.sent_by(state.active) > 0 // H-A7
        && heist.terms.sends.iter().all(|&(seat, least)| heist.sent_by(seat) >= least)
}

/// All that a player of the team can do about the plan.
fn turn(t: &State, seat: Seat) -> Ballot {
    let Some(heist) = &t.heist else { return Ballot::new("", "") };
    let sends = sends(t, seat, heist);
    let can_send = sends.iter().any(|(_, entry)| entry.refused.is_none());
    let done = if complete(t) { "Agree to this plan" } else { "Nothing more from me" };
    let done = Entry::pass(done).rule("NHAT-46");
    let done = match duty(t, seat, heist).filter(|_| can_send) {
        Some(reason) => done.refuse_if(true, reason),
        None => done,
    };
    let out = match (seat == t.active, heist.pledged(seat)) {
        (true, _) => {
            let off = Entry::new("Call it off").weighty();
            let must = "this heist is declared and must be tried";
            (Move::CallOff, off.refuse_if(heist.declared, must).rule("NHAT-88"))
        }
        (false, pledged) => {
            let out = Entry::new("Stay out after all").weighty();
            let must = text!["you have pledged ", pledged, " of your Characters"];
            (Move::StayOut, out.refuse_if(heist.declared && pledged > 0, must).rule("H-A20"))
        }
    };
    Ballot::new(title(t, heist), "NHAT-45")
        .with_all(sends)
        .with_all(take_backs(t, seat, heist))
        .with(Move::Pass, done)
        .with(out.0, out.1)
}

/// What is asked, and what is missing at each Defense.
fn title(t: &State, heist: &Heist) -> Line {
    let line = text!["Send a Character (✓ would bypass)"];
    let missing: Vec<Line> = heist.posts.iter().filter_map(|post| missing(t, post)).collect();
    if missing.is_empty() {
        return line.with(": every Defense would be bypassed");
    }
    missing.into_iter().enumerate().fold(line.with("; missing: "), |line, (i, what)| {
        super::schemes::join(if i == 0 { line } else { line.with(", ") }, what)
    })
}

/// What a Defense still lacks to be bypassed.
fn missing(t: &State, post: &Post) -> Option<Line> {
    let line = text![post.defense.face(), " "];
    if post.sent.is_empty() {
        return Some(line.with("anybody"));
    }
    let lacks = Skill::ALL.map(|skill| post.needs[skill.index()] - t.strength(post, skill));
    let lacks = lacks.map(|lack| u8::try_from(lack.max(0)).unwrap_or(u8::MAX));
    (lacks != [0; 4]).then(|| line.with(skills_in_words(&lacks)))
}

/// What a player still owes to a heist that was declared. NHAT-88, H-A20
fn duty(t: &State, seat: Seat, heist: &Heist) -> Option<Line> {
    let open = heist.posts.iter().any(|post| post.sent.is_empty());
    let pledged = heist.pledged(seat);
    if !heist.declared {
        None
    } else if seat == t.active {
        open.then(|| text!["it is declared: every Defense needs a Character"])
    } else {
        (heist.sent_by(seat) < pledged).then(|| text!["you have pledged ", pledged, " Characters"])
    }
}

/// Who can be sent where.
fn sends(t: &State, seat: Seat, heist: &Heist) -> Vec<(Move, Entry)> {
    let mut options = Vec::new();
    for thief in t.players[seat].crew.iter().filter(|thief| !t.committed(thief.card)) {
        if thief.exhausted {
            let entry = Entry::card("Send", thief.card).rule("NHAT-51");
            let entry = entry.refuse_if(true, "it is exhausted and stays at home");
            options.push((Move::Pass, entry));
            continue;
        }
        for (p, post) in heist.posts.iter().enumerate() {
            options.extend(ways(t, thief, (p, post), spare(t, seat, heist, thief)));
        }
    }
    options
}

/// Whether a player could send one more, by what everybody knows.
fn could_send(t: &State, seat: Seat) -> bool {
    let heist = t.heist.as_ref();
    heist.is_some_and(|h| sends(t, seat, h).iter().any(|(_, entry)| entry.refused.is_none()))
}

/// Whether a Character can be spared for a Defense that is manned already.
fn spare(t: &State, seat: Seat, heist: &Heist, thief: &Thief) -> Result<(), &'static str> {
    let open = heist.posts.iter().filter(|post| post.sent.is_empty()).count();
    let free: usize = heist.posts.iter().map(|post| room(t, post)).sum();
    let waiting = heist.seats.iter().filter(|&&other| other != seat && heist.sent_by(other) == 0);
    let owed: usize = heist.seats.iter().map(|&member| owes(t, heist, member)).sum();
    if heist.declared && owes(t, heist, seat) > 0 && owed <= open {
        Err("unmanned Defenses come first")
    } else if free <= waiting.count() && characters::counts(thief.who) {
        Err("a place is kept for your partner")
    } else {
        Ok(())
    }
}

/// How many more Characters a player must send to a heist that was declared, if they are needed.
fn owes(t: &State, heist: &Heist, seat: Seat) -> usize {
    let fresh = t.fresh(seat);
    match seat == t.active {
        true => fresh,
        false => heist.pledged(seat).saturating_sub(heist.sent_by(seat)).min(fresh),
    }
}

/// The ways to send one Character to one post: the first one picks the challenge. NHAT-48, H-A9
fn ways(
    t: &State,
    thief: &Thief,
    (p, post): (usize, &Post),
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
        Defense::TheDuel => "the Duel is for one Character", // NHAT-90
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
    let limit = if post.defense == Defense::TheDuel { 1 } else { POST_LIMIT };
    limit.saturating_sub(sent.iter().filter(|&&who| characters::counts(who)).count())
}

/// Whom a player can take back from where.
fn take_backs(t: &State, seat: Seat, heist: &Heist) -> Vec<(Move, Entry)> {
    let often = heist.taken_back.iter().filter(|other| **other == seat).count() >= TAKE_BACKS;
    let mine = heist.order.iter().filter(|(owner, _)| *owner == seat);
    let entry = |&(_, card): &(Seat, Handle)| {
        let post = t.post_of(card)?;
        let entry = Entry::card(text!["Take back from ", post.defense.face(), ":"], card)
            .refuse_if(often, text!["you have taken back ", TAKE_BACKS, " times"]);
        Some((Move::TakeBack(card), entry))
    };
    mine.filter_map(entry).collect()
}

fn send(t: &mut Table<State>, seat: Seat, card: Handle, post: usize, challenge: usize) {
    let Some(heist) = &mut t.heist else { return };
    heist.order.push((seat, card));
    let post = &mut heist.posts[post];
    post.challenge = Some(challenge);
    post.needs = post.defense.card().challenges[challenge].map(i64::from);
    post.sent.push((seat, card));
    let defense = post.defense.face();
    t.say("NHAT-48", parts![seat, " sends ", card, " against ", defense]);
}

fn take_back(t: &mut Table<State>, seat: Seat, card: Handle) {
    let Some(heist) = &mut t.heist else { return };
    heist.taken_back.push(seat);
    recall(heist, |(_, sent)| *sent == card);
    t.say("NHAT-45", parts![seat, " takes ", card, " back"]);
}

/// Takes Characters out of the plan. Where nobody is left, the challenge is open again.
fn recall(heist: &mut Heist, gone: impl Fn(&(Seat, Handle)) -> bool) {
    heist.order.retain(|sent| !gone(sent));
    for post in &mut heist.posts {
        post.sent.retain(|sent| !gone(sent));
        if post.sent.is_empty() {
            (post.challenge, post.needs) = (None, [0; 4]);
        }
    }
}

/// A partner is not on the heist after all.
fn stay_out(t: &mut Table<State>, seat: Seat) {
    t.say("NHAT-45", parts![seat, " stays out after all"]);
    if let Some(heist) = &mut t.heist {
        recall(heist, |(owner, _)| *owner == seat);
        let stay: Vec<Seat> = heist.seats.iter().copied().filter(|&other| other != seat).collect();
        keep_only(t, &stay);
    }
}

/// Only these are on the heist: a player who sent nobody is not, and has no share.
fn keep_only(t: &mut Table<State>, seats: &[Seat]) {
    let active = t.active;
    let Some(heist) = &mut t.heist else { return };
    heist.seats.retain(|seat| seats.contains(seat));
    let terms = &mut heist.terms;
    terms.sums.retain(|(seat, _)| seats.contains(seat));
    terms.sends.retain(|(seat, _)| seats.contains(seat));
    for owner in terms.treasures.iter_mut().chain([&mut terms.rest]) {
        if !seats.contains(owner) {
            *owner = active;
        }
    }
    let rest = terms.rest;
    terms.sums.retain(|(seat, _)| *seat != rest);
    // Nothing is promised to the others or by them any more.
    terms.promises.retain(|promise| seats.contains(&promise.from) && seats.contains(&promise.to));
}

impl Heist {
    /// How many Characters a player has sent.
    pub fn sent_by(&self, seat: Seat) -> usize {
        self.order.iter().filter(|(owner, _)| *owner == seat).count()
    }

    /// How many Characters a player has agreed to send at least.
    pub fn pledged(&self, seat: Seat) -> usize {
        self.terms.sends.iter().find(|(s, _)| *s == seat).map_or(0, |(_, least)| *least)
    }

    /// Whether a Character is the first that its player has sent.
    pub fn is_first(&self, seat: Seat, card: Handle) -> bool {
        self.order.iter().find(|(owner, _)| *owner == seat).is_some_and(|(_, c)| *c == card)
    }
}
