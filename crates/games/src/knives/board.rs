//! The table as everybody sees it.

use engine::{Board, Fact, Line, Pile, Place, Seat, text};

use super::{Contract, Declaration, Phase, Round, State, setup::HAND};

pub(super) fn board(s: &State) -> Board {
    let round = &s.round;
    Board {
        phase: phase(round.phase),
        headline: if s.number > 0 { headline(round) } else { "Who deals first?".into() },
        turn: round.turn,
        facts: facts(s),
        piles: piles(round),
        seats: s.points.map(|seat, &points| place(round, seat, points)),
    }
}

/// The heading of the chapter in `rules.md`.
fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "The deal",
        Phase::Auction => "The auction",
        Phase::Bank => "The bank",
        Phase::Tricks => "The tricks",
        Phase::Specials => "Special cards",
        Phase::Scoring => "Scoring",
    }
}

fn headline(round: &Round) -> Line {
    match (round.phase, round.turn) {
        (Phase::Deal, _) => text![round.dealer, " deals"],
        (Phase::Auction, Some(seat)) if round.declared.is_none() => {
            text![seat, " names a strong suit"]
        }
        (Phase::Auction, Some(seat)) if seat == round.dealer => {
            text!["Everybody has passed: what does ", seat, " play?"]
        }
        (Phase::Auction, Some(seat)) => text!["Will ", seat, " take the bank?"],
        (Phase::Bank, Some(seat)) => text![seat, " puts two cards down"],
        (Phase::Tricks, None) if round.leader.is_some() => text!["Everybody plays the last card"],
        (Phase::Tricks, Some(seat)) => match round.trick.first() {
            None => text![seat, " leads trick ", round.trick_number(), " of ", HAND],
            Some(lead) => text![seat, " plays to the ", lead.card.suit.name(), " lead"],
        },
        (Phase::Specials, _) => match round.trick.last() {
            Some(play) => text![play.seat, " uses the ", play.card.face()],
            None => Line::default(),
        },
        (Phase::Scoring, _) => text!["The coins are counted"],
        _ => Line::default(),
    }
}

fn facts(s: &State) -> Vec<Fact> {
    let round = &s.round;
    let mut facts = vec![Fact::new("target", text![s.house.target])];
    if s.number > 0 {
        facts.push(Fact::new("hand", text![s.number]));
        facts.push(Fact::new("dealer", text![round.dealer]));
    }
    if let Some(declared) = round.declared {
        facts.push(Fact::new("strong suit", declared.strong().map_or("none", |s| s.name())));
    }
    match round.contract {
        Some(Contract::Bank { banker, broke }) => {
            let goal = if broke { "broke: no coin for the banker" } else { "13 coins" };
            facts.push(Fact::new("banker", text![banker]));
            facts.push(Fact::new("goal", goal));
            facts.push(Fact::new("shadow", shadow(round, banker)));
        }
        Some(Contract::Assets) => facts.push(Fact::new("goal", "Assets: most coins")),
        Some(Contract::Liabilities) => facts.push(Fact::new("goal", "Liabilities: fewest coins")),
        None => {}
    }
    if matches!(round.phase, Phase::Tricks | Phase::Specials) {
        facts.push(Fact::new("trick", text![round.trick_number().min(HAND), " of ", HAND]));
    }
    facts
}

/// KNV-17: only who has played the Ghost is named.
fn shadow(round: &Round, banker: Seat) -> Line {
    match (round.ghost_played_by, round.declared.map(Declaration::ghost)) {
        (Some(seat), _) if seat == banker => text!["nobody: the banker is alone"],
        (Some(seat), _) => text![seat],
        (None, Some(ghost)) => text!["whoever plays the ", ghost.face()],
        (None, None) => Line::default(),
    }
}

fn piles(round: &Round) -> Vec<Pile> {
    if round.bank.is_empty() {
        return Vec::new();
    }
    // Without a banker the bank is discarded where it lies (KNV-45).
    let name = if round.contract.is_some() { "discards" } else { "bank" };
    vec![Pile::heap(name, &round.bank)]
}

fn place(round: &Round, seat: Seat, points: i64) -> Place {
    let mut facts = vec![Fact::new("points", text![points])];
    let banker = round.banker();
    if round.contract.is_some() {
        facts.push(Fact::new("coins", text![round.coins[seat]]));
        if banker == Some(seat) {
            facts.push(Fact::new("role", "banker"));
        } else if round.shadow() == Some(seat) {
            facts.push(Fact::new("role", "shadow banker"));
        }
    }
    if round.leader == Some(seat) {
        facts.push(Fact::new("leads", text!["trick ", round.trick_number()]));
    }
    if let Some(call) = round.calls[seat] {
        facts.push(Fact::new("declared", call.name()));
    }
    for &card in &round.shown[seat] {
        facts.push(Fact::new("has shown", text![card.face()]));
    }
    let last = round.past.last().and_then(|trick| trick.iter().find(|play| play.seat == seat));
    if let Some(play) = last {
        facts.push(Fact::new("last trick", text![play.card.face()]));
    }
    let played: Vec<_> =
        round.trick.iter().filter(|play| play.seat == seat).map(|play| play.handle).collect();
    let mut piles = vec![
        Pile::spread("hand", &round.hands[seat]),
        Pile::spread("plays", &played),
        Pile::heap("won", &round.won[seat]),
    ];
    if banker == Some(seat) {
        piles.push(Pile::spread("put down", &round.put_down));
    }
    Place { facts, piles }
}
