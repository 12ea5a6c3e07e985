//! Plans for heists: who comes along, and what is agreed on.
//!
//! Players talk as they like; what the table records is binding. H-A8 Putting terms together before they
//! are sent costs nothing; of proposals that are sent, for heists, trades and Coins together, a player
//! has a number in each turn that grows with the table, so that nobody can haggle for ever.

use engine::{Entry, Line, Seat, Table, parts, text};

use super::{
    end::named,
    heist::{goal, hidden},
    moves::{Ballot, Chosen, Move, all, choose},
    schemes::join,
    state::{State, Target, Terms},
    terms::{self, FIDDLES, TOO_MANY_CHANGES, in_words},
};

/// The reason why nothing can be proposed any more.
pub const SILENT: &str = "you have sent all your proposals this turn";

/// How many proposals a player may send in a turn at a table of this size.
pub const fn proposals(seats: usize) -> usize {
    2 * (seats - 1)
}

/// The active player gathers partners; `None` if the plan is dropped. NHAT-45
pub async fn plan(t: &mut Table<State>) -> Option<Terms> {
    let seat = t.active;
    let agreed = t.plan.as_ref().and_then(|plan| plan.agreed.clone());
    let agreed = agreed.unwrap_or_else(|| Terms::alone(seat, t.treasures_planned()));
    loop {
        set_partners(t, agreed.members().into_iter().filter(|&member| member != seat).collect());
        let ballot = company(t, seat);
        match choose(t, seat, ballot).await.0 {
            Move::Accept => return Some(agreed),
            Move::Partner(partner) => {
                add_partner(t, partner);
                if let Some(agreed) = offer(t, seat).await {
                    return Some(agreed);
                }
            }
            _ => {
                t.say("NHAT-45", parts![seat, " drops the plan"]);
                t.changes_of_mind += 1;
                return None;
            }
        }
    }
}

/// Alone, or with somebody. NHAT-46
fn company(t: &State, seat: Seat) -> Ballot {
    let (places, mine) = (t.places_planned(), t.fresh(seat));
    let few = text![places, " Defenses need a Character each; you have ", mine, " ready"];
    let alone = match t.partners() {
        [] if t.pledging() => Entry::new("Declare it, alone").weighty(),
        [] => Entry::new("Alone"),
        partners => Entry::new(named(text!["As agreed, with "], partners)),
    };
    let alone = alone.refuse_if(t.partners().is_empty() && mine < places, few);
    let declared = t.plan.as_ref().is_some_and(|plan| plan.declared);
    let drop = Entry::pass("Drop the plan")
        .refuse_if(declared, "this heist is declared and must be tried")
        .rule("NHAT-88");
    let title = match t.pledging() {
        true => {
            text!["Who pledges to come along? Its Defenses come when you declare it. ", left(t)]
        }
        false => text!["Who comes along? ", left(t)],
    };
    let more = if t.partners().is_empty() { "With " } else { "Ask another partner: " };
    Ballot::new(title, "NHAT-45")
        .with(Move::Accept, alone)
        .with_all(candidates(t, seat, more))
        .with(Move::Pass, drop)
}

/// How many proposals are left, in words.
pub fn left(state: &State) -> String {
    format!("{} of {} proposals left this turn", state.talks, proposals(state.seats()))
}

/// Everybody who could still come along.
fn candidates(t: &State, seat: Seat, label: &'static str) -> Vec<(Move, Entry)> {
    let capacity = t.plan.as_ref().map_or(0, |plan| t.capacity(plan.target));
    let partners = t.partners();
    let able = t.rivals(seat).filter(|rival| t.fresh(*rival) > 0 && !partners.contains(rival));
    let entry = |rival: Seat| {
        let entry = Entry::new(text![label, rival])
            .refuse_if(partners.len() + 1 >= capacity, "there is no place for one more")
            .refuse_if(t.changes_of_mind >= FIDDLES, TOO_MANY_CHANGES)
            .refuse_if(t.talks == 0, SILENT);
        (Move::Partner(rival), entry)
    };
    able.map(entry).collect()
}

fn set_partners(t: &mut Table<State>, partners: Vec<Seat>) {
    if let Some(plan) = &mut t.plan {
        plan.partners = partners;
        plan.proposed = None;
    }
}

/// One more partner; they stay in order, clockwise from the active player.
fn add_partner(t: &mut Table<State>, partner: Seat) {
    let seat = t.active;
    let all = t.rivals(seat).filter(|s| *s == partner || t.partners().contains(s)).collect();
    set_partners(t, all);
}

/// The active player makes an offer and sends it; `None` if there is none, or it is not agreed to.
async fn offer(t: &mut Table<State>, seat: Seat) -> Option<Terms> {
    let offered = loop {
        let ballot = offers(t, seat);
        match choose(t, seat, ballot).await.0 {
            Move::Partner(partner) => add_partner(t, partner),
            Move::Even(owner) => break terms::even(t, seat, owner),
            Move::Other => {
                if let Some(offered) = terms::build(t, seat).await {
                    break offered;
                }
            }
            _ => {
                t.changes_of_mind += 1;
                return None;
            }
        }
    };
    t.talks = t.talks.saturating_sub(1);
    let partners = t.partners().to_vec();
    let agreed = bargain(t, seat, &partners, offered).await;
    if agreed.is_none() {
        t.turned_down.push(partners);
    }
    agreed
}

/// Equal shares at once, one more partner, or other terms. H-A8
fn offers(t: &State, seat: Seat) -> Ballot {
    let crew: Vec<Seat> = [&[seat], t.partners()].concat();
    let treasures = t.treasures_planned();
    let owners = if treasures == 0 { &crew[..1] } else { &crew[..] };
    let close = |entry: Entry, terms: &Terms| match t.undermanned(terms) {
        Some(reason) => entry.refuse_if(true, reason),
        None => entry,
    };
    let evens = owners.iter().map(|&owner| {
        let terms = terms::even(t, seat, owner);
        let label = match (t.haul_planned(), treasures) {
            (0, 0) => text!["Propose: come along for nothing"],
            _ => join(text!["Propose: "], in_words(&terms)),
        };
        // Once all have pledged, the heist is declared and cannot be dropped. NHAT-88
        let entry = Entry::new(label);
        let entry = if t.pledging() { entry.weighty() } else { entry };
        (Move::Even(owner), close(entry, &terms))
    });
    let other = close(Entry::new("Other terms"), &terms::even(t, seat, seat));
    let title = named(text!["With "], t.partners()).with(": what do you propose? ").with(left(t));
    Ballot::new(title, "H-A8")
        .with_all(evens)
        .with_all(candidates(t, seat, "Ask another partner: "))
        .with(Move::Other, other)
        .with(Move::Back, Entry::pass("Back").takes_back())
}

/// Partners accept, decline, or ask for more; the active player may grant what was asked, and if not
/// the first offer stands.
async fn bargain(
    t: &mut Table<State>,
    seat: Seat,
    partners: &[Seat],
    offered: Terms,
) -> Option<Terms> {
    let on = t.plan.as_ref().map(|plan| goal(t, plan.target)).unwrap_or_default();
    let said = join(text![seat, " proposes a heist on "], on).with(": ");
    t.say("H-A8", join(said, in_words(&offered)));
    let replies = ask(t, &offered, partners, true).await;
    let wishes = hear(t, &offered, replies).await?;
    if wishes.iter().all(|(_, wish)| *wish == offered) {
        return Some(offered);
    }
    let wanted =
        wishes.iter().fold(offered.clone(), |all, (p, wish)| all.merged(&offered, wish, *p, seat));
    t.say("H-A8", join(text!["Asked for: "], in_words(&wanted)));
    if grant(t, seat, &wanted).await {
        t.say("H-A8", parts![seat, " grants it"]);
        // Partners who get less by it than by what they had accepted are asked again.
        let haul = t.haul_planned();
        let losers = wishes.iter().filter(|(p, wish)| wanted.gives_less_than(wish, *p, haul));
        let losers: Vec<Seat> = losers.map(|(p, _)| *p).collect();
        return agree(t, &wanted, &losers).await;
    }
    t.say("H-A8", parts![seat, " does not grant it: the first offer stands"]);
    let asked = wishes.iter().filter(|(_, wish)| *wish != offered);
    let asked: Vec<Seat> = asked.map(|(p, _)| *p).collect();
    agree(t, &offered, &asked).await
}

/// Whether the active player grants what was asked for.
async fn grant(t: &mut Table<State>, seat: Seat, wanted: &Terms) -> bool {
    show_offer(t, wanted);
    let ballot = Ballot::new(join(text!["Grant this? "], in_words(wanted)), "H-A8")
        .with(Move::Accept, Entry::new("Grant it").weighty())
        .with(Move::Decline, Entry::pass("No: the first offer stands"));
    choose(t, seat, ballot).await.0 == Move::Accept
}

/// Some partners accept or decline terms; one refusal is enough.
async fn agree(t: &mut Table<State>, terms: &Terms, partners: &[Seat]) -> Option<Terms> {
    let replies = ask(t, terms, partners, false).await;
    hear(t, terms, replies).await.map(|_| terms.clone())
}

fn show_offer(t: &mut Table<State>, terms: &Terms) {
    if let Some(plan) = &mut t.plan {
        plan.proposed = Some(terms.clone());
    }
}

/// Asks partners about terms, all at once; they may ask for something else if `counter`.
async fn ask(
    t: &mut Table<State>,
    terms: &Terms,
    partners: &[Seat],
    counter: bool,
) -> Vec<(Seat, Chosen)> {
    show_offer(t, terms);
    let ballots = partners.iter().map(|&p| (p, reply(t, terms, p, counter))).collect();
    all(t, ballots).await
}

/// How a partner can answer a proposal.
fn reply(state: &State, terms: &Terms, partner: Seat, counter: bool) -> Ballot {
    let on = state.plan.as_ref().map(|plan| goal(state, plan.target)).unwrap_or_default();
    let title = join(text!["Proposed for a heist on "], on).with(": ");
    let ballot = Ballot::new(join(title, in_words(terms)), "H-A8")
        .with(Move::Accept, Entry::new("Accept"))
        .with(Move::Decline, Entry::pass("Decline"));
    if !counter {
        return ballot;
    }
    let least = terms.sum(partner).map_or(0, |sum| sum + 1);
    let demands = (least..=state.haul_planned()).map(|n| {
        (Move::Demand(n), Entry::new(text!["Ask for "].count(n, "Coin").with(" instead")))
    });
    let ballot = ballot.with_all(demands);
    let ballot = match terms.treasures.iter().all(|&owner| owner == partner) {
        true => ballot,
        false => ballot.with(Move::DemandTreasures, Entry::new("Ask for the Treasures as well")),
    };
    ballot.with(Move::Other, Entry::new("Ask for other terms"))
}

/// The terms as each partner wants them; `None` if somebody declines. A partner who asks for other terms
/// words them now.
async fn hear(
    t: &mut Table<State>,
    terms: &Terms,
    replies: Vec<(Seat, Chosen)>,
) -> Option<Vec<(Seat, Terms)>> {
    let declines = |(_, (reply, _)): &&(Seat, Chosen)| *reply == Move::Decline;
    if let Some((partner, _)) = replies.iter().find(declines) {
        t.say("H-A8", parts![*partner, " declines"]);
        return None;
    }
    let mut wishes = Vec::new();
    for (partner, (reply, _)) in replies {
        let (said, wish): (Line, Terms) = match reply {
            Move::Demand(sum) => (
                text![partner, " asks for "].count(sum, "Coin"),
                terms.with_sum(partner, sum, t.active),
            ),
            Move::DemandTreasures => {
                let all = terms.with_treasures(partner, terms.treasures.len(), t.active);
                (text![partner, " asks for the Treasures"], all)
            }
            Move::Other => match terms::wish(t, partner, terms).await {
                Some(wish) if wish == *terms => (text![partner, " accepts"], wish),
                Some(wish) => (join(text![partner, " asks for: "], in_words(&wish)), wish),
                None => {
                    t.say("H-A8", parts![partner, " declines"]);
                    return None;
                }
            },
            _ => (text![partner, " accepts"], terms.clone()),
        };
        t.say("H-A8", said);
        wishes.push((partner, wish));
    }
    Some(wishes)
}

impl State {
    /// The Coins of the planned heist's target.
    pub fn haul_planned(&self) -> i64 {
        match self.plan.as_ref().map(|plan| plan.target) {
            Some(Target::Mat(mat)) => self.mats[mat].coins,
            _ => 0,
        }
    }

    /// How many Treasures the planned heist goes for.
    pub fn treasures_planned(&self) -> usize {
        match self.plan.as_ref().map(|plan| plan.target) {
            Some(Target::Mat(mat)) => self.mats[mat].objective.card().treasures,
            _ => 0,
        }
    }

    /// How many Characters the planned heist asks for at least.
    pub fn places_planned(&self) -> usize {
        self.plan.as_ref().map_or(0, |plan| self.places(plan.target))
    }

    /// Whether partners are asked to pledge Characters against Defenses that nobody knows. H-A20
    pub fn pledging(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| !plan.declared && hidden(self, plan.target))
    }

    /// Why a team could not man every Defense by these terms. Against Defenses that nobody knows only
    /// what is pledged counts, beside the active player's own. NHAT-46, H-A20
    pub fn undermanned(&self, terms: &Terms) -> Option<Line> {
        let places = self.places_planned();
        let hands = |&member: &Seat| match self.pledging() && member != self.active {
            true => terms.least(member).min(self.fresh(member)),
            false => self.fresh(member),
        };
        let hands: usize = terms.members().iter().map(hands).sum();
        let few = text![places, " Defenses need a Character each; together you have ", hands];
        (hands < places).then_some(few)
    }

    /// Who is to come along on the planned heist.
    pub fn partners(&self) -> &[Seat] {
        self.plan.as_ref().map_or(&[], |plan| &plan.partners)
    }
}
