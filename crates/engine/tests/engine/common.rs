//! Small games, each made for the one fact a test is about.

use engine::{
    Art, Ask, BySeat, Deck, Face, FaceInfo, Game, Handle, Options, Playable, Player, Rules, Seat,
    Tint, check::digest, clear::ClearGame,
};

/// Faces 1 to 9; the state is the same for every small game.
pub(crate) const FACES: [Face; 9] =
    [Face(1), Face(2), Face(3), Face(4), Face(5), Face(6), Face(7), Face(8), Face(9)];
pub(crate) const DECK: Deck = Deck(0);
pub(crate) const A: Seat = Seat::new(0);
pub(crate) const B: Seat = Seat::new(1);
pub(crate) const C: Seat = Seat::new(2);

#[derive(Clone)]
pub(crate) struct State {
    pub deck: Vec<Handle>,
    pub hands: BySeat<Vec<Handle>>,
    pub note: String,
}

/// Defines rules from the body of their `play`.
macro_rules! rules {
    ($name:ident, |$table:ident| $body:block) => {
        struct $name;

        impl engine::Rules for $name {
            type State = crate::common::State;
            const INFO: engine::GameInfo = engine::GameInfo {
                id: "small",
                name: "Small",
                version: 1,
                seats: (2, 3),
                usual_seats: 3,
                blurb: "",
                rules: "",
                options: &[],
                decks: &[(crate::common::DECK, &crate::common::FACES)],
            };

            fn start(seats: usize, _: &engine::Options) -> Self::State {
                crate::common::State {
                    deck: Vec::new(),
                    hands: engine::BySeat::new(seats, |_| Vec::new()),
                    note: String::new(),
                }
            }

            async fn play($table: &mut engine::Table<Self::State>) -> engine::Outcome {
                $body
                engine::Outcome { summary: $table.note.clone().into(), ..Default::default() }
            }

            fn board(s: &Self::State) -> engine::Board {
                engine::Board {
                    piles: vec![engine::Pile::heap("deck", &s.deck)],
                    seats: s.hands.map(|_, hand| engine::Place {
                        piles: vec![engine::Pile::spread("hand", hand)],
                        ..Default::default()
                    }),
                    ..Default::default()
                }
            }

            fn face(_: engine::Face) -> engine::FaceInfo {
                crate::common::PLAIN
            }

            fn bot(_: engine::Seat, _: u64) -> impl engine::Player<Self::State> + Clone {
                crate::common::First
            }

            fn autopilot(_: &engine::Ask<'_>, _: &Self::State) -> usize {
                0
            }
        }
    };
}

pub(crate) const PLAIN: FaceInfo =
    FaceInfo { name: "card", short: "card", tint: Tint::Plain, help: "", art: Art::NONE };

/// Picks the first allowed entry.
#[derive(Clone)]
pub(crate) struct First;

impl Player<State> for First {
    fn pick(&mut self, ask: &Ask<'_>, _: &State) -> usize {
        ask.settle(None)
    }
}

/// A game of these rules with three seats.
pub(crate) fn begin<R: Rules>(seed: u64) -> ClearGame {
    let game = Playable::<R>::new();
    let options = Options::parse(game.info().options, []).unwrap();
    ClearGame::new(&game, 3, &options, seed).unwrap()
}

/// Plays on, each seat choosing its first allowed entry, until `there`.
pub(crate) fn until(game: &mut ClearGame, mut there: impl FnMut(&engine::Request) -> bool) {
    while !there(game.driver.request().expect("the game went by")) {
        assert!(game.step(|ask, _| ask.settle(None)));
    }
}

/// The words the rules ended with.
pub(crate) fn note(game: &ClearGame) -> String {
    game.driver.outcome().expect("not over").summary.render(&engine::Part::plain)
}

/// The refusal of an answer, once it is sure that it changed nothing.
pub(crate) fn refusal(game: &mut ClearGame, answer: engine::Answer) -> engine::Refusal {
    let faces = |game: &ClearGame| format!("{:?}", game.driver.faces());
    let before = (digest(&game.driver), faces(game));
    game.driver.take_events();
    let refusal = game.driver.answer(answer.clone()).expect_err(&format!("took {answer:?}"));
    assert_eq!(before, (digest(&game.driver), faces(game)), "{answer:?} left a mark");
    assert_eq!(game.driver.take_events(), []);
    refusal
}
