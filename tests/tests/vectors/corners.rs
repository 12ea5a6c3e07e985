//! A game with what no game has that people play: somebody may choose to show a card that was never dealt,
//! and a hand that is asked for a face lies open. And files in which a seat makes wrong use of that.

use engine::{
    Art, Ask, Audience, Board, Deck, Duty, Entry, Face, FaceInfo, FaceSet, GameInfo, Menu,
    OptionSpec, Options, Outcome, Place, Playable, Player, Rules, Seat, Table, Tint, Values,
};
use mental::{Card, Context, Shares};
use proto::{Body, Contribution, Record, Shown};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::{
    played::{records, secrets},
    verdicts::{again, transcript},
};

pub(crate) const OF: &str = "corners";

/// A word that the game would take, and a charter must not have.
pub(crate) const LONG_WORD: &str = "a word of forty-one bytes is one too long";

pub(crate) static GAME: Playable<Corners> = Playable::new();

pub(crate) struct Corners;

const DECK: Deck = Deck(0);
const WANTED: Face = Face(0);
const OTHER: Face = Face(1);
const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

impl Rules for Corners {
    type State = usize;
    const INFO: GameInfo = GameInfo {
        id: OF,
        name: "Corners",
        version: 1,
        // More than a charter can have.
        seats: (2, 9),
        usual_seats: 2,
        blurb: "What no other game asks for.",
        rules: "## Play\nDo as you are asked.",
        options: &[OptionSpec {
            key: "word",
            help: "A word.",
            values: Values::Words(&["short", LONG_WORD]),
            default: "short",
        }],
        decks: &[(DECK, &[WANTED, OTHER])],
    };

    fn start(seats: usize, _: &Options) -> usize {
        seats
    }

    async fn play(t: &mut Table<usize>) -> Outcome {
        let open = t.create(DECK, [OTHER, WANTED]);
        let deck = t.create(DECK, [WANTED, OTHER]);
        let pile = t.shuffle(deck).await;
        t.show(vec![(pile[0], Audience::Seat(FIRST))]).await;
        let menu = Menu::new("Your turn", "").with(Entry::new("Stay")).with(Entry::show(
            "Show",
            pile[1],
            Duty::Any,
        ));
        t.choose(FIRST, menu).await;
        t.demand(FaceSet::only(WANTED), vec![(SECOND, open)]).await;
        Outcome { scores: t.by_seat(|_| 0), ..Outcome::default() }
    }

    fn board(seats: &usize) -> Board {
        let seats = engine::BySeat::new(*seats, |_| Place::default());
        Board { phase: "Play", seats, ..Board::default() }
    }

    fn face(face: Face) -> FaceInfo {
        let name = if face == WANTED { "Wanted" } else { "Other" };
        FaceInfo { name, short: name, tint: Tint::Plain, help: "", art: Art::NONE }
    }

    fn bot(_: Seat, _: u64) -> impl Player<usize> + Clone {
        Stays
    }

    fn autopilot(_: &Ask<'_>, _: &usize) -> usize {
        0
    }
}

#[derive(Clone)]
struct Stays;

impl Player<usize> for Stays {
    fn pick(&mut self, _: &Ask<'_>, _: &usize) -> usize {
        0
    }
}

/// Each has one contribution in the place of another, signed again by its seat.
pub(crate) fn files() -> Vec<(String, &'static str, Vec<u8>)> {
    let (choice, share) = never_dealt();
    let show = Shown { share: Some(share), none: None };
    let place = |place: u16| Body::Answer { shown: Some((place, None)), none: None };
    vec![
        changed("a card that was never dealt is shown", |body| {
            matches!(body, Body::Choice { .. })
                .then(|| Body::Choice { entry: choice, shown: Some(show.clone()) })
        }),
        changed("another face than was demanded is shown", |body| {
            matches!(body, Body::Answer { .. }).then(|| place(0))
        }),
        changed("a card that lies open is denied", |body| {
            matches!(body, Body::Answer { .. }).then_some(Body::Answer { shown: None, none: None })
        }),
    ]
}

/// The entry that shows the card that nobody holds, and the first seat's share of that card.
fn never_dealt() -> (u16, Shares) {
    let all = records(OF);
    let said = || all.iter().filter_map(contribution);
    let mut shuffled = said().filter_map(|c| match &c.body {
        Body::Shuffle(shuffle) => Some(shuffle),
        _ => None,
    });
    let card = Card::unverified(shuffled.next_back().unwrap().piles[0][1]);
    let choice = said().find(|c| matches!(c.body, Body::Choice { .. })).unwrap();
    let context = Context::new(choice.match_id, choice.step, choice.seat.into());
    let mut rng = ChaCha20Rng::from_seed([7; 32]);
    (1, Shares::new(&context, &secrets(OF, FIRST).key(), &[card], &mut rng))
}

fn contribution(record: &Record) -> Option<&Contribution> {
    match record {
        Record::Contribution(signed) => Some(&signed.statement),
        _ => None,
    }
}

fn changed(name: &str, change: impl Fn(&Body) -> Option<Body>) -> (String, &'static str, Vec<u8>) {
    let all = records(OF);
    let new = |record: &Record| match record {
        Record::Contribution(signed) => {
            let body = change(&signed.statement.body)?;
            Some(Record::Contribution(again(signed, |c| c.body = body)))
        }
        _ => None,
    };
    let (at, record) = all.iter().enumerate().find_map(|(at, r)| Some((at, new(r)?))).unwrap();
    (name.to_owned(), OF, transcript(&[&all[..at], &[record]].concat()))
}
