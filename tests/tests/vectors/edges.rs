//! Games whose charters are as large as a charter may be, or have one thing more.

use engine::{
    Art, Ask, Board, BySeat, Deck, Face, FaceInfo, Game, GameInfo, OptionSpec, Options, Outcome,
    Place, Playable, Player, Rules, Seat, Table, Tint, Values,
};

use crate::corners::Stays;

/// The game with this id.
pub(crate) fn find(id: &str) -> Option<&'static dyn Game> {
    static FULL: Playable<Edge<0>> = Playable::new();
    static OPTIONS: Playable<Edge<1>> = Playable::new();
    static KEY: Playable<Edge<2>> = Playable::new();
    static ID: Playable<Edge<3>> = Playable::new();
    let all: [&dyn Game; 4] = [&FULL, &OPTIONS, &KEY, &ID];
    all.into_iter().find(|game| game.info().id == id)
}

pub(crate) const FULL: &str = "a game whose name has just forty letters";
pub(crate) const SEVENTEEN_OPTIONS: &str = "seventeen";
pub(crate) const LONG_KEY: &str = "key";
pub(crate) const LONG_ID: &str = "a game whose name has forty-one letters..";

const fn option(key: &'static str) -> OptionSpec {
    OptionSpec { key, help: "A word.", values: Values::Words(&["-"]), default: "-" }
}

/// In the order of their bytes, which for the last two is not that of their UTF-16.
const KEYS: [OptionSpec; 17] = [
    option("a"),
    option("b"),
    option("c"),
    option("d"),
    option("e"),
    option("f"),
    option("g"),
    option("h"),
    option("i"),
    option("j"),
    option("k"),
    option("l"),
    option("m"),
    option("n"),
    option("o, and so on to exactly forty bytes ...."),
    option("\u{ff5e}"),
    option("\u{1f0a1}"),
];

struct Edge<const WHAT: u8>;

impl<const WHAT: u8> Rules for Edge<WHAT> {
    type State = usize;
    const INFO: GameInfo = GameInfo {
        id: match WHAT {
            0 => FULL,
            1 => SEVENTEEN_OPTIONS,
            2 => LONG_KEY,
            _ => LONG_ID,
        },
        name: "Edges",
        version: 1,
        seats: (2, 8),
        usual_seats: 2,
        blurb: "Nothing happens.",
        rules: "## Play\nNothing.",
        options: match WHAT {
            0 => KEYS.split_at(1).1,
            1 => &KEYS,
            2 => &[option("o, and so on to one more than forty bytes")],
            _ => &[],
        },
        decks: &[(Deck(0), &[Face(127)])],
    };

    fn start(seats: usize, _: &Options) -> usize {
        seats
    }

    async fn play(t: &mut Table<usize>) -> Outcome {
        Outcome { scores: t.by_seat(|_| 0), ..Outcome::default() }
    }

    fn board(seats: &usize) -> Board {
        let seats = BySeat::new(*seats, |_| Place::default());
        Board { phase: "Play", seats, ..Board::default() }
    }

    fn face(_: Face) -> FaceInfo {
        FaceInfo { name: "Last", short: "Last", tint: Tint::Plain, help: "", art: Art::NONE }
    }

    fn bot(_: Seat, _: u64) -> impl Player<usize> + Clone {
        Stays
    }

    fn autopilot(_: &Ask<'_>, _: &usize) -> usize {
        0
    }
}
