//! Games in which seats leave at moments at which the games that people play rarely see anybody leave. Cards that
//! come from one shuffle have one face, so that it does not matter which of them goes where.

use engine::{
    Art, Ask, Audience, Board, BySeat, Deck, Duty, Entry, Face, FaceInfo, FaceSet, Game, GameInfo,
    Handle, Menu, Options, Outcome, Pile, Place, Playable, Player, Rules, Seat, Table, Tint,
};

/// The game with this id.
pub(crate) fn find(id: &str) -> Option<&'static dyn Game> {
    static HANDS: Playable<Parting<0>> = Playable::new();
    static ROUNDS: Playable<Parting<1>> = Playable::new();
    static SEALS: Playable<Parting<2>> = Playable::new();
    static TURNS: Playable<Parting<3>> = Playable::new();
    static LATER: Playable<Parting<4>> = Playable::new();
    static CHAINS: Playable<Parting<5>> = Playable::new();
    let all: [&dyn Game; 6] = [&HANDS, &ROUNDS, &SEALS, &TURNS, &LATER, &CHAINS];
    all.into_iter().find(|game| game.info().id == id)
}

struct Parting<const WHAT: u8>;

const IDS: [&str; 6] = [
    "parted-hands",
    "parted-rounds",
    "parted-seals",
    "parted-turns",
    "parted-later",
    "parted-chains",
];

const DECK: Deck = Deck(0);
const COMMON: Face = Face(0);
const RARE: Face = Face(1);

/// The number of seats, and the cards that lie before them.
#[derive(Clone)]
pub(crate) struct State {
    seats: usize,
    lying: Vec<(Seat, Handle)>,
}

impl<const WHAT: u8> Rules for Parting<WHAT> {
    type State = State;
    const INFO: GameInfo = GameInfo {
        id: IDS[WHAT as usize],
        name: "Partings",
        version: 1,
        seats: (2, 8),
        usual_seats: 5,
        blurb: "People leave.",
        rules: "## Play\nDo as you are asked.",
        options: &[],
        decks: &[(DECK, &[COMMON, RARE])],
    };

    fn start(seats: usize, _: &Options) -> State {
        State { seats, lying: Vec::new() }
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        match WHAT {
            0 => hands(t).await,
            1 => rounds(t).await,
            2 => seals(t).await,
            3 => turns(t).await,
            4 => later(t).await,
            _ => chains(t).await,
        }
        Outcome { scores: t.by_seat(|_| 0), ..Outcome::default() }
    }

    fn board(state: &State) -> Board {
        let before = |seat: Seat| -> Vec<Handle> {
            state.lying.iter().filter(|(to, _)| *to == seat).map(|(_, card)| *card).collect()
        };
        let place = |seat| Place { piles: vec![Pile::hand(&before(seat))], ..Place::default() };
        Board { phase: "Play", seats: BySeat::new(state.seats, place), ..Board::default() }
    }

    fn face(face: Face) -> FaceInfo {
        let name = if face == COMMON { "Common" } else { "Rare" };
        FaceInfo { name, short: name, tint: Tint::Plain, help: "", art: Art::NONE }
    }

    fn bot(_: Seat, _: u64) -> impl Player<State> + Clone {
        Goes
    }

    fn autopilot(_: &Ask<'_>, _: &State) -> usize {
        0
    }
}

#[derive(Clone)]
struct Goes;

impl Player<State> for Goes {
    fn pick(&mut self, ask: &Ask<'_>, _: &State) -> usize {
        ask.allowed().pop().unwrap_or(0)
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn menu(entry: Entry) -> Menu {
    Menu::new("Your turn", "").with(Entry::new("Stay")).with(entry)
}

/// A menu of which the next seat has its turn, whatever is chosen.
fn passing(entry: Entry) -> Menu {
    let [stay, entry] = [Entry::new("Stay"), entry].map(|entry| Entry { pass: true, ..entry });
    Menu::new("Your turn", "").with(stay).with(entry)
}

/// Two of five leave together while a head is signed, and a third while the head before the opening of their
/// hands is. Then a gone seat's hand is remixed, and asked for a face.
async fn hands(t: &mut Table<State>) {
    let deck = t.create(DECK, [COMMON; 7]);
    let pile = t.shuffle(deck).await;
    // The card with the lower number is with the higher seat.
    let dealt = [(3, 0), (1, 1), (2, 2), (2, 3), (0, 4), (0, 5)];
    t.deal(dealt.map(|(to, card)| (seat(to), pile[card]))).await;
    // What the third leaver has laid before the first stays hidden, though nobody is there any more.
    t.lying.push((seat(1), pile[3]));
    t.choose(seat(0), menu(Entry::new("Go"))).await;
    t.reveal(&pile[6..]).await;
    t.lying.clear();
    let of_gone = (seat(1), vec![pile[1], pile[3]]);
    let mixed = t.remix(vec![of_gone, (seat(0), vec![pile[4], pile[5]])]).await;
    let hands = mixed.into_iter().zip([1, 0]).map(|(hand, owner)| (seat(owner), hand));
    t.demand(FaceSet::only(COMMON), hands.collect()).await;
}

/// Four of six leave: with a look on its way, while a card in its hand is shown, while one goes into another hand,
/// and at the end.
async fn rounds(t: &mut Table<State>) {
    let deck = t.create(DECK, [COMMON; 9]);
    let pile = t.shuffle(deck).await;
    let dealt = [(1, 0), (2, 1), (3, 2), (3, 3), (4, 4), (0, 5)];
    t.deal(dealt.map(|(to, card)| (seat(to), pile[card]))).await;
    t.peek(vec![(seat(1), pile[6]), (seat(0), pile[7]), (seat(5), pile[8])]).await;
    t.show(vec![(pile[1], Audience::All), (pile[8], Audience::All)]).await;
    t.remix(vec![(seat(0), vec![pile[5], pile[2]]), (seat(3), vec![pile[3]])]).await;
}

/// Six of eight leave when they have sealed: an entry that is refused, a face that is not allowed, a card that was
/// never dealt; a card beside which another lies hidden that might follow; and cards that lie before another, of
/// which one has all shares.
async fn seals(t: &mut Table<State>) {
    let [common, rare] = [COMMON, RARE].map(|face| t.create(DECK, [face; 4]));
    let mixed = t.shuffle_all(vec![common, rare]).await;
    let (common, rare) = (&mixed[0], &mixed[1]);
    t.deal([(seat(7), common[2])]).await;
    t.deal([
        (seat(2), rare[0]),
        (seat(4), rare[1]),
        (seat(4), rare[2]),
        (seat(5), common[0]),
        (seat(6), common[2]),
    ])
    .await;
    t.lying.extend([(seat(0), rare[2]), (seat(7), common[0]), (seat(0), common[2])]);
    let faces = FaceSet::only(COMMON);
    let follow = Duty::follow(faces, &[rare[1], rare[2]], "follow");
    let entries = [
        (1, Entry::new("Go").refuse_if(true, "never")),
        (2, Entry::show("Show", rare[0], Duty::Only(faces, "not that".into()))),
        (3, Entry::show("Show", common[1], Duty::Any)),
        (4, Entry::show("Show", rare[1], follow)),
        (5, Entry::show("Show", common[0], Duty::Any)),
        (6, Entry::show("Show", common[2], Duty::Any)),
        (7, Entry::new("Go")),
    ];
    t.ask_all(entries.map(|(asked, entry)| (seat(asked), menu(entry))).to_vec()).await;
}

/// One of five passes with a card that it shows, and leaves in the next seat's turn, together with that seat: its
/// share does not count yet. Then a card is shown by its holder alone, though others are gone; a choice can show
/// nothing but a card that lies open; and an empty hand is asked for a face.
async fn turns(t: &mut Table<State>) {
    let deck = t.create(DECK, [COMMON; 3]);
    let pile = t.shuffle(deck).await;
    t.deal([(seat(1), pile[0]), (seat(2), pile[1])]).await;
    let show = |card: usize| Entry::show("Show", pile[card], Duty::Any);
    let menus = [(1, passing(show(0))), (2, passing(show(1))), (0, menu(Entry::new("Go")))];
    t.ask_until(menus.map(|(asked, menu)| (seat(asked), menu)).to_vec()).await;
    t.deal([(seat(0), pile[2])]).await;
    t.reveal(&pile[2..]).await;
    t.choose(seat(0), menu(Entry::new("Go"))).await;
    t.choose(seat(3), menu(show(2))).await;
    t.demand(FaceSet::only(COMMON), vec![(seat(3), Vec::new())]).await;
}

/// Three of six leave when they have sealed what shows cards that lie before another: a face that is not allowed, an
/// entry that is refused, and a card that is shown. The third leaves while the first one's card is opened. What was
/// opened so is known in the turns of those who stay, whatever was chosen.
async fn later(t: &mut Table<State>) {
    let deck = t.create(DECK, [COMMON; 4]);
    let pile = t.shuffle(deck).await;
    t.deal([(1, 0), (2, 1), (4, 2), (5, 3)].map(|(to, card)| (seat(to), pile[card]))).await;
    t.peek(vec![(seat(3), pile[1]), (seat(4), pile[0])]).await;
    t.lying.extend([0, 1, 3].map(|card| (seat(0), pile[card])));
    let show = |card: usize, duty| Entry::show("Show", pile[card], duty);
    let rare = FaceSet::only(RARE);
    let follow = Duty::follow(rare, &[pile[0], pile[2]], "follow");
    let menus = [
        (2, passing(show(1, Duty::Only(rare, "not that".into())))),
        (5, passing(show(3, Duty::Any).refuse_if(true, "never"))),
        (1, passing(show(0, Duty::Any))),
        (3, passing(show(1, Duty::Any))),
        (4, passing(show(2, follow))),
        (0, menu(Entry::new("Go"))),
    ];
    t.ask_until(menus.map(|(asked, menu)| (seat(asked), menu)).to_vec()).await;
}

/// Four of six leave: before anybody has shuffled, and in the middle of the chain, each with a card that goes; when
/// the parts of a random number are there; and with a card in the remixed hand of one who is gone.
async fn chains(t: &mut Table<State>) {
    let deck = t.create(DECK, [COMMON; 6]);
    let pile = t.shuffle(deck).await;
    t.deal([(0, 0), (2, 1), (3, 2), (4, 3), (1, 4)].map(|(to, card)| (seat(to), pile[card]))).await;
    t.shuffle(vec![pile[0], pile[1], pile[5]]).await;
    t.roll_all(&[6, 100]).await;
    t.remix(vec![(seat(0), vec![pile[3]]), (seat(1), vec![pile[4]])]).await;
}
