//! The table as everybody sees it.

use engine::{
    Badge, Board, Fact, Handle, Importance, Laid, Lately, Layout, Line, Mat, Pile, Place, Seat,
    Sheet, Token, symbols, text,
};

use super::{
    cards::{Kind, Seen, Skill},
    end::{LAST_ROUND, wealth},
    heist::goal,
    objectives::{Defense, JAIL_TABLE, table_in_words},
    schemes::join,
    state::{self, Player, Post, State, Target, Terms, Thief},
    terms,
};

/// The board: every card in play lies in exactly one of its piles.
pub(super) fn board(s: &State) -> Board {
    let mats = s.mats.iter().enumerate().map(|(i, mat)| objective(s, i, mat));
    Board {
        phase: s.phase,
        headline: headline(s),
        turn: (s.turn > 0).then_some(s.active),
        facts: facts(s),
        piles: piles(s),
        mats: mats.chain((s.turn > 0).then(|| jail(s))).collect(),
        seats: s.players.map(|seat, player| place(s, seat, player)),
        lately: lately(s),
        sheets: sheets(s),
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
            _ if s.actions == 0 => text![s.active, " has no action left"],
            _ => text![s.active, " has "].count(s.actions, "action").with(" left"),
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
    let honor = if s.broken { "broken: killing is allowed" } else { "unbroken" };
    let mut facts = Vec::new();
    if s.turn > 0 {
        let (who, most) = crate::leaders(&s.players.map(|seat, _| wealth(s, seat)));
        facts.push(Fact::new("ahead", who.with(", worth ").with(most)).decides());
    }
    facts.push(Fact::new("code of honor", honor).decides());
    if s.turn > 0 {
        facts.push(Fact::new("round", text![s.round(), " of ", LAST_ROUND]));
    }
    facts.push(Fact::new("at large", text![s.at_large(), " Characters"]));
    if s.agendas_dealt {
        facts.push(Fact::new("Agendas", "dealt"));
    }
    if let Some((side, consequence)) = s.die {
        facts.push(Fact::new("die", text![side.name(), ": ", consequence.words()]).decides());
    }
    facts
}

/// An Objective with its Coins, its Defenses and who was sent against them. NHAT-07
fn objective(s: &State, index: usize, mat: &state::Mat) -> Mat {
    let target = Target::Mat(index);
    let tried = s.heist.as_ref().is_some_and(|heist| heist.target == target);
    let posts: &[Post] = s.heist.as_ref().filter(|_| tried).map_or(&[], |heist| &heist.posts);
    let slots = mat.slots.iter().enumerate().map(|(i, slot)| {
        let laid = match slot.card {
            Some(card) => Laid::card(card),
            None => Laid::printed(slot.defense.face()),
        };
        guard(s, laid, slot.defense, posts.get(i))
    });
    let hidden = mat.objective.card().slots.saturating_sub(mat.slots.len());
    let hidden = std::iter::repeat_n(Laid::empty().labelled("not laid out yet"), hidden);
    let mut piles = vec![
        Pile::new("Objective", Layout::Spread, [Laid::card(mat.card)]),
        Pile::new("Defenses", Layout::Slots, slots.chain(hidden)).importance(Importance::Decides),
    ];
    piles.extend(left_behind(s, posts.get(mat.slots.len()..).unwrap_or_default()));
    let failure = Fact::new("failure", mat.objective.failure());
    let treasures = mat.objective.card().treasures as i64;
    let mut tokens = vec![coins(mat.coins)];
    if treasures > 0 {
        tokens.push(Token::new("Treasure", symbols::TREASURE, treasures).plural("Treasures"));
    }
    Mat {
        title: text![mat.objective.face()],
        place: Place {
            facts: vec![if tried { failure.decides() } else { failure.background() }],
            tokens,
            badges: target_badge(s, target),
            piles,
        },
    }
}

/// The Jail with its Defense, which is always the same. NHAT-76
fn jail(s: &State) -> Mat {
    let tried = s.heist.as_ref().filter(|heist| heist.target == Target::Jail);
    let posts: &[Post] = tried.map_or(&[], |heist| &heist.posts);
    let jailor = Defense::Jailor;
    let slot = guard(s, Laid::printed(jailor.face()), jailor, posts.first());
    let prisoners = s.jail.iter().map(|who| Laid::card(who.card));
    let mut piles = vec![
        Pile::new("prisoners", Layout::Spread, prisoners),
        Pile::new("Defenses", Layout::Slots, [slot]),
    ];
    piles.extend(left_behind(s, posts.get(1..).unwrap_or_default()));
    let failure = text!["here and for the Watch: ", table_in_words(&JAIL_TABLE)];
    let facts = vec![Fact::new("failure", failure).background()];
    let badges = target_badge(s, Target::Jail);
    Mat { title: "Jail".into(), place: Place { facts, piles, badges, ..Place::default() } }
}

/// Marks the target of a heist or of a plan.
fn target_badge(s: &State, target: Target) -> Vec<Badge> {
    let planned = s.plan.as_ref().is_some_and(|plan| plan.target == target);
    match &s.heist {
        Some(heist) if heist.target == target => vec![Badge::new("heist")],
        None if planned => vec![Badge::new("planned")],
        _ => Vec::new(),
    }
}

/// A Defense: what it asks for, or how much of it is there, and who was sent.
fn guard(s: &State, laid: Laid, defense: Defense, post: Option<&Post>) -> Laid {
    let Some(post) = post else { return laid.labelled(defense.needs()) };
    let laid = laid.under(post.sent.iter().map(|&(seat, card)| sent(s, seat, card)));
    // A Defense that was bypassed in a failed heist has been replaced already.
    if post.defense != defense || post.challenge.is_none() {
        return laid.labelled(defense.needs());
    }
    let needed = Skill::ALL.into_iter().filter(|skill| post.needs[skill.index()] > 0);
    let laid = needed.fold(laid, |laid, skill| {
        let needs = u8::try_from(post.needs[skill.index()]).unwrap_or(u8::MAX);
        laid.token(Token::new(skill.name(), skill.symbol(), s.strength(post, skill)).limit(needs))
    });
    laid.badge(if s.bypassed(post) { "bypassed" } else { "stands" })
}

/// A Character on a heist.
fn sent(s: &State, seat: Seat, card: Handle) -> Laid {
    s.thief(card).map_or(Laid::card(card), |(_, thief)| member(thief)).of_seat(seat)
}

/// Characters whose Defense was discarded while the heist is not over.
fn left_behind(s: &State, posts: &[Post]) -> Option<Pile> {
    let mut sent = posts.iter().flat_map(|post| &post.sent).peekable();
    sent.peek()?;
    let laid = sent.map(|&(seat, card)| self::sent(s, seat, card));
    Some(Pile::new("on the heist", Layout::Spread, laid))
}

/// So many Coins.
fn coins(count: i64) -> Token {
    Token::new("Coin", symbols::COIN, count).plural("Coins")
}

/// A Character of a crew, with what it carries.
fn member(thief: &Thief) -> Laid {
    let gear = thief.gear.iter().map(|gear| Laid::card(gear.card));
    let laid = Laid::card(thief.card).turned(thief.exhausted).under(gear);
    if thief.exhausted { laid.badge("exhausted") } else { laid }
}

fn piles(s: &State) -> Vec<Pile> {
    fn cards<K>(cards: &[Seen<K>]) -> Vec<Handle> {
        cards.iter().map(|seen| seen.card).collect()
    }
    fn top_first<K>(seen: &[Seen<K>]) -> Vec<Handle> {
        seen.iter().rev().map(|seen| seen.card).collect()
    }
    let pool = s.pool.iter().map(|who| {
        let price = coins(who.kind.card().cost);
        Laid::card(who.card).token(price)
    });
    let mut piles = vec![
        Pile::spread("in play", &top_first(&s.in_play)).importance(Importance::Decides),
        Pile::new("hiring pool", Layout::Spread, pool),
        Pile::spread("Graveyard", &cards(&s.graveyard)),
        Pile::heap("Characters", &s.characters),
        Pile::heap("Schemes", &s.schemes),
        Pile::spread("Scheme discards", &top_first(&s.scheme_discard))
            .importance(Importance::Background),
        Pile::heap("Defenses", &s.defenses),
        Pile::heap("Defense discards", &s.defense_discard),
        Pile::heap("Objectives", &s.objectives),
        Pile::heap("heisted", &s.heisted),
        Pile::heap("Treasures", &s.treasures),
        Pile::heap("Agendas", &s.agendas),
    ];
    if s.turn == 0 {
        // During setup there is no Jail yet.
        piles.push(Pile::spread("Jail", &cards(&s.jail)));
    }
    piles.retain(|pile| !pile.is_empty());
    piles
}

fn place(s: &State, seat: Seat, player: &Player) -> Place {
    let home = player.crew.iter().filter(|thief| !s.committed(thief.card));
    let treasures: Vec<_> = player.treasures.iter().map(|t| t.card).collect();
    let limit = s.crew_limit(seat);
    let mut badges = Vec::new();
    if s.on_heist(seat) {
        badges.push(Badge::new("on the heist"));
    }
    if s.heist.as_ref().is_some_and(|heist| heist.betrayers.contains(&seat)) {
        badges.push(Badge::new("betrays"));
    }
    let crew = Fact::new("crew", text![player.crew.len(), " of ", limit]).background();
    Place {
        facts: vec![crew],
        tokens: vec![coins(player.coins)],
        badges,
        piles: vec![
            Pile::hand(&player.hand),
            Pile::new("crew", Layout::Spread, home.map(member)).importance(Importance::Decides),
            Pile::spread("Treasures", &treasures).importance(Importance::Decides),
            Pile::spread("Agendas", &player.agendas).importance(Importance::Decides),
        ],
    }
}

/// The failure dice of the last heist.
fn lately(s: &State) -> Option<Lately> {
    let (_, side, consequence) = *s.rolled.last()?;
    let title = text!["The die shows ", side.name(), ": ", consequence.words()];
    let laid = s.rolled.iter().map(|(defense, side, consequence)| {
        Laid::printed(defense.face()).labelled(text![side.name(), ": ", consequence.words()])
    });
    Some(Lately { title, pile: Pile::new("failed at", Layout::Slots, laid) })
}

/// The shares of a heist; and everybody's wealth, once that counts.
fn sheets(s: &State) -> Vec<Sheet> {
    let agreed = s.heist.as_ref().map(|h| ("Agreed: who gets what", &h.terms));
    let proposed = s.plan.as_ref().and_then(|plan| plan.proposed.as_ref());
    let proposed = proposed.map(|terms| ("Proposed: who gets what", terms));
    let shares = agreed.or(proposed).filter(|(_, terms)| terms.members().len() > 1);
    let shares = shares.map(|(title, terms)| shares_of(title, terms));
    shares.into_iter().chain(s.over.map(|_| riches(s))).collect()
}

fn shares_of(title: &'static str, terms: &Terms) -> Sheet {
    let row = |seat: Seat| {
        let sum = terms.sum(seat);
        let coins = match (sum, terms.rest == seat) {
            (Some(sum), true) => text![sum, " and the rest"],
            (Some(sum), false) => text![sum],
            (None, true) => text!["the rest"],
            (None, false) => text!["0"],
        };
        let treasures = terms.treasures.iter().filter(|to| **to == seat).count();
        let sends = terms.sends.iter().find(|(who, _)| *who == seat).map_or(0, |(_, n)| *n);
        let gives = terms.promises.iter().filter(|promise| promise.from == seat);
        let gives = gives.fold(Line::default(), |line, promise| {
            let line = if line.is_empty() { line } else { line.with("; ") };
            join(line, terms::given(promise))
        });
        vec![text![seat], coins, text![treasures], text![sends], gives]
    };
    let columns = ["", "Coins", "Treasures", "sends at least", "gives"];
    Sheet {
        title: title.into(),
        columns: columns.map(Line::from).into(),
        rows: terms.members().into_iter().map(row).collect(),
        importance: Importance::Decides,
    }
}

fn riches(s: &State) -> Sheet {
    let row = |(seat, player): (Seat, &Player)| {
        vec![
            text![seat],
            text![player.coins],
            text![player.treasures.len()],
            text![wealth(s, seat)],
        ]
    };
    Sheet {
        title: "Before the Agendas".into(),
        columns: ["", "Coins", "Treasures", "worth"].map(Line::from).into(),
        rows: s.players.iter().map(row).collect(),
        importance: Importance::Decides,
    }
}
