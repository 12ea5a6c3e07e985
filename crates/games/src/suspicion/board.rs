//! The table as everybody sees it.

use engine::{Board, Fact, Handle, Line, Pile, Place, text};

use super::{Desk, Open, Stage, State, cards::Card, counter::Stake};

/// The board.
pub fn board(s: &State) -> Board {
    let mut piles =
        vec![Pile::heap("draw pile", &s.pile), open_pile("discards", s.discards.iter().rev())];
    if !s.played.is_empty() {
        piles.push(open_pile("played", &s.played));
    }
    if !s.suspects.is_empty() {
        piles.push(Pile::heap("suspects", &s.suspects));
    }
    Board {
        phase: phase(s.stage),
        headline: headline(s),
        turn: (s.stage != Stage::Setup).then_some(s.turn),
        facts: Vec::new(),
        piles,
        seats: s.desks.map(|_, desk| place(desk)),
    }
}

fn phase(stage: Stage) -> &'static str {
    match stage {
        Stage::Setup => "Setup",
        Stage::Turn | Stage::Colour | Stage::Draw => "Turns",
        Stage::Answer(Stake::Evidence(_)) | Stage::Reply(Stake::Evidence(_)) => "Counters",
        Stage::Aim(_) | Stage::Answer(_) | Stage::Reply(_) => "Special cards",
        Stage::Over => "Winning",
    }
}

fn headline(s: &State) -> Line {
    let turn = s.turn;
    match s.stage {
        Stage::Setup => "The cards are dealt".into(),
        Stage::Turn => text![turn, "'s turn"],
        Stage::Colour => text![turn, " names the colour of a Wild"],
        Stage::Aim(card) => text![turn, " aims ", card.face()],
        Stage::Answer(Stake::Evidence(colour)) => {
            text![turn, " has placed ", colour.name(), " evidence: will it be countered?"]
        }
        Stage::Answer(Stake::Attack(attack)) => {
            text![turn, " plays ", attack.card.face(), " on ", attack.victim]
        }
        Stage::Reply(stake) => text![turn, " may answer ", stake.answered_by().face()],
        Stage::Draw => "Hands are filled up".into(),
        Stage::Over => text![turn, " has made the arrest"],
    }
}

fn place(desk: &Desk) -> Place {
    let needs = desk.open_colours().fold(Line::default(), |line, colour| {
        let line = if line.is_empty() { line } else { line.with(", ") };
        line.with(colour.name())
    });
    let mut facts = Vec::new();
    if !needs.is_empty() {
        facts.push(Fact::new("needs", needs));
    }
    let wilds = desk.evidence().filter(|(_, open)| open.card == Card::Wild);
    facts.extend(wilds.map(|(colour, _)| Fact::new("Wild as", colour.name())));

    let suspect: Vec<Handle> = desk.suspect.iter().map(|(card, _)| *card).collect();
    let mut piles = vec![
        Pile::spread("hand", &desk.hand),
        Pile::spread("suspect", &suspect),
        open_pile("evidence", desk.laid.iter().flatten()),
    ];
    piles.extend(desk.block.as_ref().map(|block| open_pile("block", [block])));
    Place { facts, piles }
}

fn open_pile<'a>(name: &'static str, cards: impl IntoIterator<Item = &'a Open>) -> Pile {
    Pile::spread(name, &cards.into_iter().map(|open| open.handle).collect::<Vec<_>>())
}
