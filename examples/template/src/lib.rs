//! The smallest game: everybody gets a card and either shows it or folds; the highest card shown wins.
//!
//! Copy the folder, rename it, and change the rules. They see no hidden face: they learn a card when
//! somebody shows it.
#![forbid(unsafe_code)]

use engine::{
    Ask, Board, BySeat, Deck, Duty, Entry, Face, FaceInfo, Game, GameInfo, Handle, Menu, Options,
    Outcome, Pile, Place, Playable, Player, Rules, Seat, Table,
    french::{self, Card},
    text,
};

/// The game.
pub static GAME: Playable<Template> = Playable::new();

/// The list of games that is handed to `nodealer::main`.
pub static GAMES: &[&dyn Game] = &[&GAME];

/// The only deck.
const DECK: Deck = Deck(0);

/// The rules.
pub struct Template;

/// The public state. A seat that is asked sees its own cards besides.
#[derive(Clone, Debug)]
pub struct State {
    /// The undealt cards.
    pub deck: Vec<Handle>,
    /// The hand of each seat.
    pub hands: BySeat<Vec<Handle>>,
}

impl Rules for Template {
    type State = State;

    const INFO: GameInfo = GameInfo {
        id: "template",
        name: "Template",
        version: 1, // Another number whenever the same choices could lead to another game.
        seats: (2, 8),
        usual_seats: 3,
        blurb: "Show your card or fold: the highest one shown wins.",
        rules: "## Play\n- T-1: Everybody gets a card, and shows it or folds.\n- T-2: The highest card shown wins.",
        options: &[],
        decks: &[(DECK, &french::FACES)],
    };

    fn start(seats: usize, _: &Options) -> State {
        State { deck: Vec::new(), hands: BySeat::new(seats, |_| Vec::new()) }
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        let cards = t.create(DECK, french::FACES);
        t.deck = t.shuffle(cards).await;
        let seats = t.seats();
        let dealt: Vec<(Seat, Handle)> = Seat::all(seats).zip(t.deck.drain(..seats)).collect();
        dealt.iter().for_each(|&(seat, card)| t.hands[seat] = vec![card]);
        t.deal(dealt.clone()).await;
        // All choose at once, sealed: nobody sees what the others do before they have chosen.
        let menu = |card| {
            Menu::new("Your card?", "T-1").with(Entry::pass("Fold")).with(Entry::show(
                "Show",
                card,
                Duty::Any,
            ))
        };
        let menus = dealt.iter().map(|&(seat, card)| (seat, menu(card))).collect();
        let choices = t.ask_all(menus).await;
        let rank = |face: Face| Card::of(face).rank as i64;
        let scores: BySeat<i64> =
            choices.iter().map(|choice| choice.face.map_or(0, rank)).collect();
        let best = scores.values().copied().max().unwrap_or(0);
        let winners = scores.seats_where(|&score| score == best && best > 0);
        let shown = choices.iter().filter_map(|choice| choice.face).max();
        let summary =
            shown.map_or(text!["nobody shows a card"], |face| text![face, " is the highest card"]);
        t.say("T-2", summary.clone());
        Outcome { winners, scores, summary }
    }

    fn board(s: &State) -> Board {
        Board {
            phase: "Play",
            headline: "Show your card, or fold".into(),
            piles: vec![Pile::heap("deck", &s.deck)],
            seats: s
                .hands
                .map(|_, hand| Place { piles: vec![Pile::hand(hand)], ..Place::default() }),
            ..Board::default()
        }
    }

    fn face(face: Face) -> FaceInfo {
        FaceInfo { help: "Higher is better.", ..french::info(face) }
    }

    fn bot(_: Seat, _: u64) -> impl Player<State> + Clone {
        Cautious
    }

    /// A leaver folds.
    fn autopilot(_: &Ask<'_>, _: &State) -> usize {
        0
    }
}

/// Shows every card above a Seven.
#[derive(Clone)]
struct Cautious;

impl Player<State> for Cautious {
    fn pick(&mut self, ask: &Ask<'_>, s: &State) -> usize {
        let own = ask.faces(&s.hands[ask.seat]);
        usize::from(own.iter().any(|&face| Card::of(face).rank > french::Rank::Seven))
    }
}
