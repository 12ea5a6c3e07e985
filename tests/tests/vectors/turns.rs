//! A game of nothing but turns. So many steps in a row to which one seat alone owes something has no game
//! that people play.

use engine::{
    Art, Ask, Board, BySeat, Entry, Face, FaceInfo, Game, GameInfo, Menu, Options, Outcome, Place,
    Playable, Player, Rules, Seat, Table, Tint,
};

use crate::{corners, edges, partings};

/// The game with this id: one of the vectors' own, or one that people play.
pub(crate) fn find(id: &str) -> Option<&'static dyn Game> {
    static TURNS: Playable<Turns> = Playable::new();
    let own: [&dyn Game; 2] = [&TURNS, &corners::GAME];
    let own = own.into_iter().find(|game| game.info().id == id);
    own.or_else(|| edges::find(id)).or_else(|| partings::find(id)).or_else(|| games::find(id))
}

struct Turns;

/// How many turns there are.
const TURNS: u8 = 10;

impl Rules for Turns {
    /// How often each seat has chosen the second entry.
    type State = BySeat<i64>;
    const INFO: GameInfo = GameInfo {
        id: "turns",
        name: "Turns",
        version: 1,
        seats: (2, 8),
        usual_seats: 3,
        blurb: "Everybody takes a turn.",
        rules: "## Play\nTake your turn.",
        options: &[],
        decks: &[],
    };

    fn start(seats: usize, _: &Options) -> BySeat<i64> {
        BySeat::new(seats, |_| 0)
    }

    async fn play(t: &mut Table<BySeat<i64>>) -> Outcome {
        for turn in 0..TURNS {
            let seat = Seat::new(turn % t.seats() as u8);
            let menu = Menu::new("Your turn", "").with(Entry::new("Stay")).with(Entry::new("Go"));
            t[seat] += t.choose(seat, menu).await.entry as i64;
        }
        Outcome { scores: (**t).clone(), ..Outcome::default() }
    }

    fn board(state: &BySeat<i64>) -> Board {
        Board { phase: "Play", seats: state.map(|_, _| Place::default()), ..Board::default() }
    }

    fn face(_: Face) -> FaceInfo {
        FaceInfo { name: "", short: "", tint: Tint::Plain, help: "", art: Art::NONE }
    }

    fn bot(_: Seat, _: u64) -> impl Player<BySeat<i64>> + Clone {
        Goes
    }

    fn autopilot(_: &Ask<'_>, _: &BySeat<i64>) -> usize {
        0
    }
}

#[derive(Clone)]
struct Goes;

impl Player<BySeat<i64>> for Goes {
    fn pick(&mut self, _: &Ask<'_>, _: &BySeat<i64>) -> usize {
        1
    }
}
