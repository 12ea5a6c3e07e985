//! A game with what no game has that people play: somebody may choose to show a card that was never dealt,
//! a menu refuses the only card that it could show, hands that are asked for a face lie open or are of
//! several decks. And files in which a seat makes wrong use of that.

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
/// Decks with a face that the first one lacks.
const WIDE: Deck = Deck(1);
const WIDER: Deck = Deck(2);
const WANTED: Face = Face(0);
const OTHER: Face = Face(1);
const ALSO_WANTED: Face = Face(2);
const RARE: Face = Face(3);
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
        decks: &[
            (DECK, &[WANTED, OTHER, ALSO_WANTED]),
            (WIDE, &[WANTED, OTHER, ALSO_WANTED, RARE]),
            (WIDER, &[WANTED, OTHER, ALSO_WANTED, RARE]),
        ],
    };

    fn start(seats: usize, _: &Options) -> usize {
        seats
    }

    async fn play(t: &mut Table<usize>) -> Outcome {
        let open = t.create(DECK, [OTHER, WANTED]);
        let deck = t.create(DECK, [WANTED, OTHER]);
        let pile = t.shuffle(deck).await;
        t.show(vec![(pile[0], Audience::Seat(FIRST))]).await;
        let menu = |show: Entry| Menu::new("Your turn", "").with(Entry::new("Stay")).with(show);
        t.choose(FIRST, menu(Entry::show("Show", pile[1], Duty::Any))).await;
        t.demand(FaceSet::only(WANTED), vec![(SECOND, open)]).await;
        // A head is signed before it as if the card could be shown.
        let never = Entry::show("Show", pile[0], Duty::Any).refuse_if(true, "never");
        t.choose(FIRST, menu(never)).await;
        let known = t.create(WIDER, [OTHER]);
        let hidden = [t.create(WIDE, [OTHER]), t.create(DECK, [OTHER])];
        let hidden = t.shuffle_all(hidden.to_vec()).await.concat();
        // The second card is seen by both, one after the other: it has all shares, and is hidden still.
        t.deal([(FIRST, hidden[1])]).await;
        t.deal([(SECOND, hidden[0]), (SECOND, hidden[1])]).await;
        let only = Duty::Only(FaceSet::only(WANTED), "not that".into());
        t.choose(SECOND, menu(Entry::show("Show", hidden[0], only))).await;
        let wanted: FaceSet = [WANTED, ALSO_WANTED, RARE].into_iter().collect();
        let hand = [&known[..], &hidden].concat();
        t.demand(wanted, vec![(SECOND, hand)]).await;
        t.reveal(&pile[1..]).await;
        t.demand(wanted, vec![(SECOND, known)]).await;
        // Whoever is asked first shows the card and passes: it is hidden until both are heard.
        let show = || Entry::show("Show", hidden[1], Duty::Any);
        let pass = Menu::new("Your turn", "").with(Entry { pass: true, ..show() });
        let show = Menu::new("Your turn", "").with(show());
        t.ask_until(vec![(FIRST, pass), (SECOND, show)]).await;
        Outcome { scores: t.by_seat(|_| 0), ..Outcome::default() }
    }

    fn board(seats: &usize) -> Board {
        let seats = engine::BySeat::new(*seats, |_| Place::default());
        Board { phase: "Play", seats, ..Board::default() }
    }

    fn face(face: Face) -> FaceInfo {
        let name = match face {
            WANTED => "Wanted",
            OTHER => "Other",
            ALSO_WANTED => "Also wanted",
            _ => "Rare",
        };
        FaceInfo { name, short: name, tint: Tint::Plain, help: "", art: Art::NONE }
    }

    fn bot(_: Seat, _: u64) -> impl Player<usize> + Clone {
        Stays
    }

    fn autopilot(_: &Ask<'_>, _: &usize) -> usize {
        0
    }
}

/// A bot that takes the first entry.
#[derive(Clone)]
pub(crate) struct Stays;

impl Player<usize> for Stays {
    fn pick(&mut self, _: &Ask<'_>, _: &usize) -> usize {
        0
    }
}

/// Each has one contribution in the place of another, signed again by its seat.
pub(crate) fn files() -> Vec<(String, &'static str, Vec<u8>)> {
    let [open, _, only] = [0, 1, 2].map(|turn| of_kind(is_choice, turn));
    let [seen, mixed, known] = [0, 1, 2].map(|demand| of_kind(is_answer, demand));
    let shows = |share: Shares, none| {
        let shown = Some(Shown { share: Some(share), none });
        Body::Choice { entry: 1, shown }
    };
    let denial = match contribution(&records(OF)[mixed]).map(|said| &said.body) {
        Some(Body::Answer { none: Some(none), .. }) => none.clone(),
        _ => panic!("nothing is denied"),
    };
    let unasked = || Some(denial.clone());
    let [never_dealt, not_wanted] =
        [(open, 1, 1), (only, 3, 0)].map(|(at, shuffle, card)| share(at, shuffled(shuffle)[card]));
    let of_another = share(only, shuffled(3)[1]);
    let place = |place: u16| Body::Answer { shown: Some((place, None)), none: None };
    let denies = |none| Body::Answer { shown: None, none };
    vec![
        changed("a card that was never dealt is shown", open, shows(never_dealt.clone(), None)),
        changed("another face than was demanded is shown", seen, place(0)),
        changed("a card that lies open is denied", seen, denies(None)),
        changed("another face than may be shown", only, shows(not_wanted.clone(), None)),
        changed(
            "another face than may be shown, and a proof unasked",
            only,
            shows(not_wanted, unasked()),
        ),
        changed("a share of another card, and a proof unasked", only, shows(of_another, unasked())),
        changed(
            "a card that was never dealt, and a proof unasked",
            open,
            shows(never_dealt, unasked()),
        ),
        changed("a proof that an open hand has no such card", known, denies(unasked())),
    ]
}

/// A card that lies open, with a share of it.
pub(crate) fn opened_twice() -> (String, &'static str, Vec<u8>) {
    let seen = of_kind(is_answer, 0);
    let share = Some(share(seen, shuffled(1)[0]));
    let body = Body::Answer { shown: Some((1, share)), none: None };
    changed("a card that lies open is shown with a share", seen, body)
}

fn is_choice(body: &Body) -> bool {
    matches!(body, Body::Choice { .. })
}

fn is_answer(body: &Body) -> bool {
    matches!(body, Body::Answer { .. })
}

fn is_shuffle(body: &Body) -> bool {
    matches!(body, Body::Shuffle(_))
}

/// Where the contribution of that kind with this number stands.
fn of_kind(kind: fn(&Body) -> bool, number: usize) -> usize {
    let all = records(OF);
    let is = |at: &usize| contribution(&all[*at]).is_some_and(|said| kind(&said.body));
    (0..all.len()).filter(is).nth(number).unwrap()
}

/// The cards that the shuffle with this number has made, pile by pile.
fn shuffled(number: usize) -> Vec<Card> {
    match &contribution(&records(OF)[of_kind(is_shuffle, number)]).unwrap().body {
        Body::Shuffle(shuffle) => {
            shuffle.piles.concat().into_iter().map(Card::unverified).collect()
        }
        _ => panic!("no shuffle"),
    }
}

/// The share of a card that whoever says something there could give.
fn share(at: usize, card: Card) -> Shares {
    let all = records(OF);
    let said = contribution(&all[at]).unwrap();
    let context = Context::new(said.match_id, said.step, said.seat.into());
    let mut rng = ChaCha20Rng::from_seed([7; 32]);
    Shares::new(&context, &secrets(OF, Seat::new(said.seat)).key(), &[card], &mut rng)
}

fn contribution(record: &Record) -> Option<&Contribution> {
    match record {
        Record::Contribution(signed) => Some(&signed.statement),
        _ => None,
    }
}

fn changed(name: &str, at: usize, body: Body) -> (String, &'static str, Vec<u8>) {
    let mut all = records(OF);
    all.truncate(at + 1);
    if let Some(Record::Contribution(signed)) = all.last_mut() {
        *signed = again(signed, |said| said.body = body);
    }
    (name.to_owned(), OF, transcript(&all))
}
