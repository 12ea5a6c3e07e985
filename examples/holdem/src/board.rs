//! The table as everybody sees it.

use engine::{
    Badge, Board, Fact, Importance, Laid, Lately, Layout, Line, Pile, Place, Seat, Token, symbols,
    text,
};

use crate::{Phase, State};

/// The names of the places in the middle.
const SLOTS: [&str; 5] = ["flop", "flop", "flop", "turn", "river"];

pub(crate) fn board(s: &State) -> Board {
    let laid = s.middle.iter().map(|&card| Laid::card(card));
    let laid = laid.chain(core::iter::repeat_with(Laid::empty)).zip(SLOTS);
    let middle = Pile::new("middle", Layout::Slots, laid.map(|(laid, name)| laid.labelled(name)));
    let mut piles = vec![middle.importance(Importance::Decides), Pile::heap("deck", &s.deck)];
    if !s.folded.is_empty() {
        piles.push(Pile::heap("folded", &s.folded));
    }
    Board {
        phase: match s.phase {
            Phase::Blinds => "Blinds",
            Phase::Betting => "Betting",
            Phase::Middle => "Cards in the middle",
            Phase::Showdown => "Showdown",
        },
        headline: headline(s),
        turn: s.round.turn,
        facts: vec![
            Fact::new("pot", text![s.pot()]).decides(),
            Fact::new("hand", text![s.hand, " of ", s.house.hands]),
            Fact::new("blinds", text![s.house.blind, " and ", s.big_blind()]).background(),
        ],
        piles,
        seats: s.gamblers.map(|seat, _| place(s, seat)),
        lately: s.lately.as_ref().map(|(title, faces)| Lately {
            title: title.clone(),
            pile: Pile::new("shown", Layout::Spread, faces.iter().copied().map(Laid::printed)),
        }),
        ..Board::default()
    }
}

fn headline(s: &State) -> Line {
    match (s.phase, s.round.turn) {
        (Phase::Blinds, _) => "The cards are dealt".into(),
        (Phase::Middle, _) => "Cards are laid in the middle".into(),
        (Phase::Showdown, _) => "The pot is taken".into(),
        (Phase::Betting, Some(seat)) if s.to_call(seat) > 0 => {
            text![seat, " has ", s.to_call(seat), " to call"]
        }
        (Phase::Betting, Some(seat)) => text![seat, " may check or bet"],
        (Phase::Betting, None) => "The bets are in".into(),
    }
}

fn place(s: &State, seat: Seat) -> Place {
    let gambler = &s.gamblers[seat];
    let tokens = vec![Token::new("chip", symbols::COIN, gambler.chips).plural("chips")];
    let bet = (gambler.bet > 0).then(|| Fact::new("bet", text![gambler.bet]).decides());
    let states = [
        (s.button == Some(seat), "dealer"),
        (gambler.folded, "folded"),
        (gambler.is_in() && gambler.chips == 0, "all in"),
        (gambler.hand.is_empty() && !gambler.folded && gambler.chips == 0, "out"),
    ];
    let badges = states.into_iter().filter(|(is, _)| *is).map(|(_, name)| Badge::new(name));
    Place {
        facts: bet.into_iter().collect(),
        tokens,
        badges: badges.collect(),
        piles: vec![Pile::hand(&gambler.hand)],
        ..Place::default()
    }
}
