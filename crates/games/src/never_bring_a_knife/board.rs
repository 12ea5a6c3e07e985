//! What lies on the table, for people to see.

use engine::{Board, Fact, Line, Part, Pile, Place, Seat, text};

use super::{Fighter, State};

pub(super) fn board(s: &State) -> Board {
    let mut piles = vec![
        Pile::spread("boss", s.boss.as_slice()),
        Pile::heap("deck", &s.deck),
        Pile::spread("discards", &s.discards),
    ];
    if !s.roles.is_empty() {
        piles.push(Pile::heap("roles", &s.roles));
    }
    // Before the first round there is no dealer yet.
    let facts = match s.round {
        0 => Vec::new(),
        round => vec![Fact::new("round", text![round]), Fact::new("dealer", text![s.dealer])],
    };
    Board {
        phase: s.phase,
        headline: headline(s),
        turn: s.turn,
        facts,
        piles,
        seats: s.fighters.map(|seat, fighter| place(s, seat, fighter)),
    }
}

fn headline(s: &State) -> Line {
    match (s.phase, s.turn) {
        ("Play", Some(seat)) => text![seat, " plays a card"],
        ("Reveal", Some(seat)) => text![seat, "'s stack is opened"],
        ("Reveal", None) => text!["The stacks are mixed"],
        ("Money Talks", Some(seat)) => text![seat, " may spend Money"],
        ("Deal", _) => text![s.dealer, " deals four cards to everybody"],
        ("End", _) => text!["The fight is over"],
        _ => text!["Roles are dealt"],
    }
}

/// Whose role a seat has seen, but for its own: a role that a Mole has moved is named where it lies
/// now.
fn seen_by(s: &State, seat: Seat) -> Line {
    let whose = seat.others(s.seats()).map(Some).chain([None]);
    let seen = whose.filter(|&whose| s.has_seen(seat, s.role(whose)));
    seen.enumerate().fold(Line::default(), |line, (i, whose)| {
        let line = if i == 0 { line } else { line.with(", ") };
        match whose {
            Some(seat) => line.with(seat),
            None => line.with("the boss"),
        }
    })
}

fn place(s: &State, seat: Seat, f: &Fighter) -> Place {
    let mut facts =
        vec![Fact::new("wounds", text![f.wounds]), Fact::new("money", text![f.money.len()])];
    if !f.shown.is_empty() {
        // Mixing turns the stack face down, but what was played face up is no secret.
        let mut shown = Line::default();
        for (i, &face) in f.shown.iter().enumerate() {
            shown.0.extend((i > 0).then_some(Part::from(", ")));
            shown.0.push(face.into());
        }
        facts.push(Fact::new("face up", shown));
    }
    let seen = seen_by(s, seat);
    if !seen.is_empty() {
        facts.push(Fact::new("has looked at", seen));
    }
    let bank: Vec<_> = f.money.iter().copied().chain(f.hit).collect();
    Place {
        facts,
        piles: vec![
            Pile::spread("hand", &f.hand),
            Pile::spread("stack", &f.stack),
            Pile::spread("bank", &bank),
            Pile::spread("role", f.role.as_slice()),
        ],
    }
}
