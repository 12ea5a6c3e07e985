//! The table as everybody sees it.

use engine::{Board, Fact, Handle, Line, Pile, Place, Seat, text};

use super::{
    cards::{Kind, Skill},
    end::LAST_ROUND,
    heist::goal,
    objectives::{Defense, JAIL_TABLE, table_in_words},
    schemes::join,
    state::{Player, Post, State, Target},
    terms,
};

/// The board: every card in play lies in exactly one of its piles.
pub fn board(s: &State) -> Board {
    Board {
        phase: s.phase,
        headline: headline(s),
        turn: (s.turn > 0).then_some(s.active),
        facts: facts(s),
        piles: piles(s),
        seats: s.players.map(|seat, player| place(s, seat, player)),
    }
}

fn headline(s: &State) -> Line {
    let Some(heist) = &s.heist else {
        return match s.turn {
            0 => text!["The table is being set"],
            _ if s.plan.is_some() => {
                let goal = s.plan.as_ref().map(|plan| goal(s, plan.target)).unwrap_or_default();
                let line = join(text![s.active, " plans a heist on "], goal);
                match s.partners() {
                    [] => line,
                    partners => super::end::named(line.with(" with "), partners),
                }
            }
            _ => text![s.active, " has ", s.actions, " actions left"],
        };
    };
    let line = match heist.target {
        Target::Mat(mat) => text![s.active, " heists the ", s.mats[mat].objective.face()],
        Target::Jail => text![s.active, " tries a jailbreak"],
    };
    let partners: Vec<Seat> = heist.seats.iter().copied().filter(|&x| x != s.active).collect();
    if partners.is_empty() { line } else { super::end::named(line.with(" with "), &partners) }
}

fn facts(s: &State) -> Vec<Fact> {
    let mut facts = Vec::new();
    if s.turn > 0 {
        facts.push(Fact::new("round", text![s.round(), " of ", LAST_ROUND]));
    }
    facts.extend([
        Fact::new("code of honor", if s.broken { "broken" } else { "unbroken" }),
        Fact::new("at large", text![s.at_large(), " Characters"]),
    ]);
    facts.extend(
        s.mats
            .iter()
            .map(|mat| Fact::new("haul", text![mat.objective.face(), " ", mat.coins, " Coins"])),
    );
    let agreed = s.heist.as_ref().map(|h| ("agreed", &h.terms));
    let proposed = s.plan.as_ref().and_then(|plan| Some(("proposed", plan.proposed.as_ref()?)));
    if let Some((name, terms)) = agreed.or(proposed) {
        facts.push(Fact::new(name, terms::in_words(terms)));
    }
    let posts = s.heist.iter().flat_map(|h| &h.posts);
    facts.extend(posts.map(|post| Fact::new(post.defense.name(), progress(s, post))));
    if s.turn > 0 {
        facts.extend(printed(s));
    }
    facts
}

/// What is printed on the mats: the Defenses that are no cards, as long as no heist tells more about
/// them, and the failure tables. NHAT-07, NHAT-76
fn printed(s: &State) -> Vec<Fact> {
    let tried = s.heist.iter().flat_map(|h| &h.posts).map(|post| post.defense);
    let fixed = s.mats.iter().filter_map(|mat| mat.objective.fixed()).chain([Defense::Jailor]);
    let fixed = fixed.filter(|defense| !tried.clone().any(|other| other == *defense));
    let mut facts: Vec<_> =
        fixed.map(|defense| Fact::new(defense.name(), text![defense.needs()])).collect();
    let mats = s.mats.iter().map(|mat| text![mat.objective.face(), ": ", mat.objective.failure()]);
    let jail = text!["Jail and Watch: ", table_in_words(&JAIL_TABLE)];
    facts.extend(mats.chain([jail]).map(|table| Fact::new("failure", table)));
    facts
}

/// How far a Defense is from being bypassed, and by whom; its challenges as long as none is chosen.
fn progress(s: &State, post: &Post) -> Line {
    if post.challenge.is_none() {
        return text![post.defense.needs()];
    }
    let needed = Skill::ALL.into_iter().filter(|skill| post.needs[skill.index()] > 0);
    let line = needed.fold(Line::default(), |line, skill| {
        let (has, needs) = (s.strength(post, skill), post.needs[skill.index()]);
        line.with(has).with(" of ").with(needs).with(" ").with(skill.name()).with("; ")
    });
    let line = line.with(if s.bypassed(post) { "bypassed" } else { "stands" });
    // Cards lie together there, so who they are and whose stands beside them.
    let sent = post.sent.iter().filter_map(|&(seat, card)| Some((seat, s.thief(card)?.1)));
    sent.fold(line, |line, (seat, thief)| {
        let line = line.with("; ").with(thief.who.face()).with(" of ").with(seat);
        if thief.exhausted { line.with(" (exhausted)") } else { line }
    })
}

fn piles(s: &State) -> Vec<Pile> {
    let mut piles = Vec::new();
    for mat in &s.mats {
        let defenses = mat.slots.iter().filter_map(|slot| slot.card);
        let cards: Vec<Handle> = [mat.card].into_iter().chain(defenses).collect();
        let fixed = mat.objective.fixed().map(Kind::face);
        piles.push(Pile::spread(mat.objective.name(), &cards).with_printed(fixed));
    }
    for post in s.heist.iter().flat_map(|h| &h.posts) {
        let sent: Vec<Handle> = post.sent.iter().map(|&(_, card)| card).collect();
        piles.push(Pile::spread(post.defense.name(), &sent));
    }
    let seen = |cards: &[super::cards::Seen<super::characters::Character>]| {
        cards.iter().map(|who| who.card).collect::<Vec<_>>()
    };
    let schemes = |cards: &[super::cards::Seen<super::schemes::Scheme>]| {
        cards.iter().rev().map(|scheme| scheme.card).collect::<Vec<_>>()
    };
    piles.extend([
        Pile::spread("in play", &schemes(&s.in_play)),
        Pile::spread("hiring pool", &seen(&s.pool)),
        Pile::spread("Jail", &seen(&s.jail)).with_printed([Defense::Jailor.face()]),
        Pile::spread("Graveyard", &seen(&s.graveyard)),
        Pile::heap("Characters", &s.characters),
        Pile::heap("Schemes", &s.schemes),
        Pile::spread("Scheme discards", &schemes(&s.scheme_discard)),
        Pile::heap("Defenses", &s.defenses),
        Pile::heap("Defense discards", &s.defense_discard),
        Pile::heap("Objectives", &s.objectives),
        Pile::heap("heisted", &s.heisted),
        Pile::heap("Treasures", &s.treasures),
        Pile::heap("Agendas", &s.agendas),
    ]);
    piles.retain(|pile| !pile.is_empty());
    piles
}

fn place(s: &State, seat: Seat, player: &Player) -> Place {
    let home = player.crew.iter().filter(|thief| !s.committed(thief.card));
    let (tired, ready): (Vec<_>, Vec<_>) = home.partition(|thief| thief.exhausted);
    let cards = |thieves: Vec<&super::state::Thief>| {
        thieves.into_iter().map(|thief| thief.card).collect::<Vec<_>>()
    };
    let gear: Vec<_> = player.crew.iter().flat_map(|t| t.gear.iter().map(|g| g.card)).collect();
    let treasures: Vec<_> = player.treasures.iter().map(|t| t.card).collect();
    let mut facts = vec![
        Fact::new("Coins", text![player.coins]),
        Fact::new("crew limit", text![s.crew_limit(seat)]),
    ];
    for thief in player.crew.iter().filter(|thief| !thief.gear.is_empty()) {
        let value = thief
            .gear
            .iter()
            .fold(text![thief.who.face(), ":"], |line, gear| line.with(" ").with(gear.kind.face()));
        facts.push(Fact::new("equipped", value));
    }
    Place {
        facts,
        piles: vec![
            Pile::spread("hand", &player.hand),
            Pile::spread("crew", &cards(ready)),
            Pile::spread("exhausted", &cards(tired)),
            Pile::spread("attached", &gear),
            Pile::spread("Treasures", &treasures),
            Pile::spread("Agendas", &player.agendas),
        ],
    }
}
