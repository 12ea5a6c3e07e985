//! The table as everybody sees it.

use engine::{
    Badge, Board, Face, Fact, Importance, Laid, Lately, Layout, Line, Part, Pile, Place, Seat,
    Sheet, Token, symbols, text,
};

use super::{FALL, Fighter, State};

pub(super) fn board(s: &State) -> Board {
    let mut piles = vec![
        Pile::spread("boss", s.boss.as_slice()).importance(Importance::Decides),
        Pile::heap("deck", &s.deck),
        Pile::spread("discards", &s.discards).importance(Importance::Background),
    ];
    if !s.roles.is_empty() {
        piles.push(Pile::heap("roles", &s.roles));
    }
    Board {
        phase: s.phase,
        headline: headline(s),
        turn: s.turn,
        facts: facts(s),
        piles,
        seats: s.fighters.map(|seat, fighter| place(s, seat, fighter)),
        lately: lately(s),
        sheets: sheet(s).into_iter().collect(),
        ..Board::default()
    }
}

fn facts(s: &State) -> Vec<Fact> {
    let mode = match (s.easy, s.hard) {
        (false, false) => None,
        (true, false) => Some("easy"),
        (false, true) => Some("hard"),
        (true, true) => Some("easy-hard"),
    };
    // Before the first round there is no dealer yet.
    let round = (s.round > 0).then(|| Fact::new("round", text![s.round]));
    let wounds = s.fighters.map(|_, fighter| fighter.wounds as i64);
    let standing = [
        // Whose team is behind is not known to all, but who may fall next is.
        Fact::new("most wounds", crate::most(&wounds, FALL as i64)).decides(),
        Fact::new("goal", "fewer fallen than the other team; teams are secret"),
    ];
    let (rich, most) = crate::leaders(&s.fighters.map(|_, fighter| fighter.money.len() as i64));
    let money = (most > 0).then(|| Fact::new("most Money", rich.with(", ").with(most)));
    let mode = mode.map(|mode| Fact::new("mode", mode));
    round.into_iter().chain(standing).chain(money).chain(mode).collect()
}

/// The stack that was opened last.
fn lately(s: &State) -> Option<Lately> {
    let last = s.opened.last()?;
    let title = text![last.seat, "'s stack: "].count(last.wounds, "wound");
    let pile = Pile::new("stack", Layout::Spread, last.faces.iter().copied().map(Laid::printed));
    Some(Lately { title, pile })
}

/// What the last Reveal did to everybody.
fn sheet(s: &State) -> Option<Sheet> {
    let row = |opened: &super::Opened| {
        let fighter = &s.fighters[opened.seat];
        vec![
            text![opened.seat],
            listed(&opened.faces),
            text!["+", opened.wounds],
            text![fighter.wounds],
            text![fighter.money.len()],
        ]
    };
    (!s.opened.is_empty()).then(|| Sheet {
        title: "Stacks opened last".into(),
        columns: ["", "stack", "wounds", "in all", "Money"].map(Line::from).into(),
        rows: s.opened.iter().map(row).collect(),
        importance: match s.phase {
            "Money Talks" | "Deal" => Importance::Helps,
            _ => Importance::Background,
        },
    })
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

/// The roles that a seat has seen, except its own: a role that a Mole has moved is named by its present
/// place.
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

/// Faces with commas between them.
fn listed(faces: &[Face]) -> Line {
    faces.iter().enumerate().fold(Line::default(), |mut line, (i, &face)| {
        line.extend((i > 0).then_some(Part::from(", ")));
        line.with(face)
    })
}

fn place(s: &State, seat: Seat, f: &Fighter) -> Place {
    let mut facts = Vec::new();
    if !f.shown.is_empty() && s.phase == "Reveal" {
        // Mixing turns the stack face down, but what was played face up is no secret.
        facts.push(Fact::new("face up", listed(&f.shown)).decides());
    }
    let seen = seen_by(s, seat);
    if !seen.is_empty() {
        facts.push(Fact::new("has looked at", seen));
    }
    let mut badges = Vec::new();
    if f.wounds >= FALL {
        badges.push(Badge::new("down"));
    }
    if s.round > 0 && s.dealer == seat {
        badges.push(Badge::new("dealer").importance(Importance::Background));
    }
    let wounds =
        Token::new("wound", symbols::WOUND, f.wounds as i64).plural("wounds").limit(FALL as u8);
    let money = Token::new("Money", symbols::MONEY, f.money.len() as i64);
    let mut piles = vec![
        Pile::hand(&f.hand),
        Pile::spread("stack", &f.stack).importance(Importance::Decides),
        Pile::spread("role", f.role.as_slice()).importance(Importance::Decides),
        // The tokens show how much it is.
        Pile::heap("bank", &f.money),
    ];
    piles.extend(f.hit.map(|hit| Pile::spread("banked", &[hit]).importance(Importance::Decides)));
    Place { facts, tokens: vec![wounds, money], badges, piles }
}
