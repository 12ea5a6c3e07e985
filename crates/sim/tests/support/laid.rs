//! A game in which everybody lays a card before the next seat, where it stays hidden if its owner
//! leaves, and then may show it.

use engine::{
    Art, Ask, Board, BySeat, Deck, Duty, Entry, Face, FaceInfo, Game, GameInfo, Handle, Menu,
    Options, Outcome, Pile, Place, Playable, Player, Rules, Seat, Table, Tint,
};

/// The game.
pub(crate) const LAID: &dyn Game = &Playable::<Laid>::new();

struct Laid;

const FACES: [Face; 6] = [Face(1), Face(2), Face(3), Face(4), Face(5), Face(6)];

#[derive(Clone)]
struct State {
    deck: Vec<Handle>,
    /// Each seat's card, which lies before the next one.
    laid: BySeat<Option<Handle>>,
}

impl Rules for Laid {
    type State = State;
    const INFO: GameInfo = GameInfo {
        id: "laid",
        name: "Laid",
        version: 1,
        seats: (3, 4),
        usual_seats: 3,
        blurb: "",
        rules: "",
        options: &[],
        decks: &[(Deck(0), &FACES)],
    };

    fn start(seats: usize, _: &Options) -> State {
        State { deck: Vec::new(), laid: BySeat::new(seats, |_| None) }
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        let deck = t.create(Deck(0), FACES);
        t.deck = t.shuffle(deck).await;
        let dealt: Vec<_> = Seat::all(t.seats()).map(|seat| (seat, t.deck[seat.index()])).collect();
        t.deal(dealt.clone()).await;
        t.deck.drain(..dealt.len());
        dealt.iter().for_each(|&(seat, card)| t.laid[seat] = Some(card));
        let nobodys = t.deck[0];
        let menu = |card| {
            Menu::new("Show your card?", "")
                .with(Entry::pass("Fold"))
                .with(Entry::show("Show", card, Duty::Any))
                .with(Entry::show("Show nobody's", nobodys, Duty::Any))
        };
        t.ask_all(dealt.into_iter().map(|(seat, card)| (seat, menu(card))).collect()).await;
        Outcome { scores: BySeat::new(t.seats(), |_| 0), ..Outcome::default() }
    }

    fn board(s: &State) -> Board {
        let before = |seat: Seat, _: &Option<Handle>| {
            let giver = Seat::new(((seat.index() + s.laid.len() - 1) % s.laid.len()) as u8);
            let laid: Vec<_> = s.laid[giver].into_iter().collect();
            Place { piles: vec![Pile::heap("laid", &laid)], ..Place::default() }
        };
        let piles = vec![Pile::heap("deck", &s.deck)];
        Board { piles, seats: s.laid.map(before), ..Board::default() }
    }

    fn face(_: Face) -> FaceInfo {
        FaceInfo { name: "card", short: "card", tint: Tint::Plain, help: "", art: Art::NONE }
    }

    fn bot(_: Seat, _: u64) -> impl Player<State> + Clone {
        Shows
    }

    fn autopilot(_: &Ask<'_>, _: &State) -> usize {
        0
    }
}

/// Shows its card.
#[derive(Clone)]
struct Shows;

impl Player<State> for Shows {
    fn pick(&mut self, _: &Ask<'_>, _: &State) -> usize {
        1
    }
}
