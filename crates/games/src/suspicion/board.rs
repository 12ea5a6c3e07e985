//! The table as everybody sees it.

use engine::{Badge, Board, Fact, Handle, Importance, Laid, Layout, Line, Pile, Place, text};

use super::{Desk, Open, Stage, State, cards::Colour, counter::Stake};

/// The board.
pub fn board(s: &State) -> Board {
    let mut piles = Vec::new();
    if !s.played.is_empty() {
        piles.push(open_pile("played", &s.played).importance(Importance::Decides));
    }
    piles.push(Pile::heap("draw pile", &s.pile));
    let discards = open_pile("discards", s.discards.iter().rev());
    piles.push(discards.importance(Importance::Background));
    if !s.suspects.is_empty() {
        piles.push(Pile::heap("suspects", &s.suspects));
    }
    Board {
        phase: phase(s.stage),
        headline: headline(s),
        turn: (s.stage != Stage::Setup).then_some(s.turn),
        facts: facts(s),
        piles,
        seats: s.desks.map(|_, desk| place(desk)),
        ..Board::default()
    }
}

fn facts(s: &State) -> Vec<Fact> {
    let covered = s.desks.map(|_, desk| desk.covered() as i64);
    // A suspect has three colours.
    vec![Fact::new("most evidence", crate::most(&covered, 3)).decides()]
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
    let suspect: Vec<Handle> = desk.suspect.iter().map(|(card, _)| *card).collect();
    let slot = |(colour, laid): (Colour, Option<Open>)| {
        laid.map_or(Laid::empty(), |open| Laid::card(open.handle)).labelled(colour.name())
    };
    let evidence = Pile::new("evidence", Layout::Slots, desk.colours().zip(desk.laid).map(slot));
    let mut piles = vec![
        Pile::hand(&desk.hand),
        Pile::spread("suspect", &suspect),
        evidence.importance(Importance::Decides),
    ];
    let block = desk.block.as_ref();
    piles.extend(block.map(|block| open_pile("block", [block]).importance(Importance::Decides)));
    let badges = block.map(|_| Badge::new("blocked")).into_iter().collect();
    Place { piles, badges, ..Place::default() }
}

fn open_pile<'a>(name: &'static str, cards: impl IntoIterator<Item = &'a Open>) -> Pile {
    Pile::spread(name, &cards.into_iter().map(|open| open.handle).collect::<Vec<_>>())
}
