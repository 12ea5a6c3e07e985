//! The table as everybody sees it.

use engine::{
    Badge, Board, Fact, Importance, Laid, Lately, Layout, Line, Pile, Place, Seat, Sheet, Token,
    symbols, text,
};

use super::{
    Contract, Counted, Declaration, Phase, Play, Round, State,
    scoring::{MAJORITY, coins},
    setup::{HAND, SEATS},
    tricks::winner,
};

pub(super) fn board(s: &State) -> Board {
    let round = &s.round;
    Board {
        phase: phase(round.phase),
        headline: if s.number > 0 { headline(round) } else { "Who deals first?".into() },
        turn: round.turn,
        facts: facts(s),
        piles: piles(s),
        seats: s.points.map(|seat, &points| place(round, seat, points)),
        lately: lately(s),
        sheets: s.counted.iter().map(|counted| sheet(s, counted)).collect(),
        ..Board::default()
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
    let mut facts = Vec::new();
    if let Some(declared) = round.declared {
        let strong = declared.strong().map_or("none", |suit| suit.name());
        facts.push(Fact::new("strong suit", strong).decides());
    }
    let goal = round.contract.map(|contract| match contract {
        Contract::Bank { banker, broke: true } => text![banker, " tries to win no coin"],
        Contract::Bank { banker, broke: false } => {
            text![banker, "'s side needs ", MAJORITY, " coins"]
        }
        Contract::Assets => "Assets: most coins win".into(),
        Contract::Liabilities => "Liabilities: fewest coins win".into(),
    });
    facts.extend(goal.map(|goal| Fact::new("goal", goal).decides()));
    facts.push(Fact::new("ahead", crate::most(&s.points, s.house.target)).decides());
    if let Some(banker) = round.banker() {
        facts.push(Fact::new("shadow", shadow(round, banker)));
    }
    if matches!(round.phase, Phase::Tricks | Phase::Specials) {
        facts.push(Fact::new("trick", text![round.trick_number().min(HAND), " of ", HAND]));
    }
    if s.number > 0 {
        facts.push(Fact::new("hand", text![s.number]).background());
    }
    facts.extend(agreed(s));
    facts
}

/// The options that differ from the usual rules.
fn agreed(s: &State) -> Option<Fact> {
    let house = &s.house;
    let words = [
        (house.simplified, "simplified"),
        (!house.broke, "no going for broke"),
        (house.play_on, "hands are played out"),
    ];
    let words: Vec<_> = words.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect();
    (!words.is_empty()).then(|| Fact::new("rules", words.join(", ")))
}

/// KNV-17: names the shadow only once the Ghost is played.
fn shadow(round: &Round, banker: Seat) -> Line {
    match (round.ghost_played_by, round.declared.map(Declaration::ghost)) {
        (Some(seat), _) if seat == banker => text!["nobody: the banker is alone"],
        (Some(seat), _) => text![seat],
        (None, Some(ghost)) => text!["whoever plays the ", ghost.face()],
        (None, None) => Line::default(),
    }
}

fn piles(s: &State) -> Vec<Pile> {
    let round = &s.round;
    let mut piles = Vec::new();
    if matches!(round.phase, Phase::Tricks | Phase::Specials | Phase::Scoring) {
        piles.push(trick(s, "trick", &round.trick, false));
    }
    if !round.bank.is_empty() {
        // Without a banker the bank is discarded where it is (KNV-45).
        let name = if round.contract.is_some() { "discards" } else { "bank" };
        piles.push(Pile::heap(name, &round.bank));
    }
    piles
}

/// A trick, with a place for each seat; if it is over, its cards are elsewhere by now.
fn trick(s: &State, name: &'static str, plays: &[Play], over: bool) -> Pile {
    let wins = winner(plays, s.round.strong(), !s.house.simplified);
    let laid = Seat::all(SEATS).map(|seat| {
        let Some(at) = plays.iter().position(|play| play.seat == seat) else {
            return Laid::empty().of_seat(seat);
        };
        let laid = match over {
            true => Laid::printed(plays[at].card.face()),
            false => Laid::card(plays[at].handle),
        };
        let laid = if at == 0 { laid.badge("led") } else { laid };
        let laid = match (seat == wins, over) {
            (true, true) => laid.badge("won"),
            (true, false) => laid.badge("wins"),
            (false, _) => laid,
        };
        laid.of_seat(seat)
    });
    Pile::new(name, Layout::BySeat, laid).importance(Importance::Decides)
}

/// The trick before this one, or how the last hand ended.
fn lately(s: &State) -> Option<Lately> {
    let round = &s.round;
    let is_counted = s.counted.as_ref().is_some_and(|counted| counted.number == s.number);
    let Some(last) = round.past.last().filter(|_| !is_counted) else {
        return s.counted.as_ref().map(hand_over);
    };
    let by = winner(last, round.strong(), !s.house.simplified);
    let coins: i64 = last.iter().map(|play| play.card.coins()).sum();
    let title = text![by, " won trick ", round.past.len(), " with "].count(coins, "coin");
    Some(Lately { title, pile: trick(s, "last trick", last, true) })
}

/// How a hand ended, with the cards that were put down: their coins may have decided it.
fn hand_over(counted: &Counted) -> Lately {
    let title = text!["Hand ", counted.number, ": "].then(counted.how.clone());
    let down = counted.put_down.iter().flat_map(|(_, cards)| cards);
    let laid = down.map(|card| {
        Laid::printed(card.face()).labelled(Line::default().count(card.coins(), "coin"))
    });
    Lately { title, pile: Pile::new("put down", Layout::Slots, laid) }
}

/// The coins and points of the last hand.
fn sheet(s: &State, counted: &Counted) -> Sheet {
    let row = |(seat, &total): (Seat, &i64)| {
        let down = counted.put_down.as_ref().map(|(banker, cards)| match *banker == seat {
            true => text![coins(cards)],
            false => Line::default(),
        });
        let rest = [text![counted.points[seat]], text![total]];
        [text![seat], text![counted.coins[seat]]].into_iter().chain(down).chain(rest).collect()
    };
    let columns: &[&'static str] = match counted.put_down {
        Some(_) => &["", "coins in tricks", "put down", "points", "in all"],
        None => &["", "coins", "points", "in all"],
    };
    Sheet {
        title: "Last hand".into(),
        columns: columns.iter().copied().map(Line::from).collect(),
        rows: s.points.iter().map(row).collect(),
        // It stays to be read until the next hand is played.
        importance: match s.round.phase {
            Phase::Bank | Phase::Tricks | Phase::Specials => Importance::Background,
            Phase::Deal | Phase::Auction | Phase::Scoring => Importance::Decides,
        },
    }
}

fn place(round: &Round, seat: Seat, points: i64) -> Place {
    let banker = round.banker();
    let mut tokens = vec![Token::new("point", symbols::POINT, points).plural("points")];
    if round.contract.is_some() {
        tokens.push(Token::new("coin", symbols::COIN, round.coins[seat]).plural("coins"));
    }
    let mut badges = Vec::new();
    if banker == Some(seat) {
        badges.push(Badge::new("banker"));
    } else if round.shadow() == Some(seat) {
        badges.push(Badge::new("shadow"));
    }
    if round.leader == Some(seat) {
        badges.push(Badge::new("leads").importance(Importance::Helps));
    }
    if round.dealer == seat && round.phase == Phase::Auction {
        badges.push(Badge::new("dealer").importance(Importance::Helps));
    }
    let mut facts = Vec::new();
    for &card in &round.shown[seat] {
        facts.push(Fact::new("has shown", text![card.face()]).decides());
    }
    if let Some(call) = round.calls[seat] {
        let fact = Fact::new("declared", call.name());
        facts.push(if round.phase == Phase::Auction { fact } else { fact.background() });
    }
    let mut piles = vec![Pile::hand(&round.hands[seat]), Pile::heap("won", &round.won[seat])];
    if banker == Some(seat) {
        piles.push(Pile::spread("put down", &round.put_down));
    }
    Place { facts, tokens, badges, piles }
}
