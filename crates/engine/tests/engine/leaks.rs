//! The checks of secrecy find a game that tells too much.

use engine::{BotKind, Entry, Game, Menu, Options, Playable, Rules, Seat, check, clear::ClearGame};

use crate::common::{A, B, DECK, FACES, State};

/// Shuffles and gives each seat two cards, unseen so far.
macro_rules! hands {
    ($t:ident) => {{
        let cards = $t.create(DECK, FACES);
        $t.deck = $t.shuffle(cards).await;
        for seat in Seat::all(3) {
            $t.hands[seat] = $t.deck.drain(..2).collect();
        }
        let hands = $t.hands.iter();
        hands.flat_map(|(seat, hand)| hand.iter().map(move |&c| (seat, c))).collect::<Vec<_>>()
    }};
}

rules!(Honest, |t| {
    let own = hands!(t);
    t.deal(own).await;
    t.roll_all(&[6; 2]).await;
    t.roll_all(&[6; 3]).await;
});

rules!(Generous, |t| {
    let own = hands!(t);
    t.deal(own.iter().flat_map(|&(_, card)| Seat::all(3).map(move |seat| (seat, card)))).await;
    t.roll(6).await;
});

rules!(Loud, |t| {
    let own = hands!(t);
    let cards: Vec<_> = own.iter().map(|(_, card)| *card).collect();
    t.reveal(&cards).await;
    t.roll(6).await;
});

rules!(Peeping, |t| {
    let own = hands!(t);
    t.deal(own).await;
    let card = t.hands[A][0];
    t.peek(vec![(B, card)]).await;
    t.roll(6).await;
});

// Asks A something that nobody could choose.
rules!(Hopeless, |t| {
    t.choose(A, Menu::new("Well?", "").with(Entry::new("No").refuse_if(true, "never"))).await;
});

fn options<R: Rules>() -> Options {
    Options::parse(Playable::<R>::new().info().options, []).unwrap()
}

/// A seat may know its hand; everybody may know what is about to be shuffled.
fn own_hand(game: &ClearGame) -> Result<(), check::Fault> {
    let state: &dyn core::any::Any = game.driver.state();
    let state: &State = state.downcast_ref().unwrap();
    let leaving = check::leaving(&game.driver);
    check::secret(game, |who, card| match who {
        Some(seat) => state.hands[seat].contains(&card),
        None => leaving.contains(&card),
    })
}

fn secret<R: Rules>() -> Result<(), check::Fault> {
    let (game, options) = (Playable::<R>::new(), options::<R>());
    check::play(&game, 3, &options, 1, BotKind::Random, own_hand).map(drop)
}

#[test]
fn an_honest_deal_keeps_its_secrets() {
    assert_eq!(secret::<Honest>(), Ok(()));
}

#[test]
fn a_hand_dealt_to_every_seat_is_no_secret() {
    assert!(secret::<Generous>().unwrap_err().to_string().contains("seat 1 knows"));
}

#[test]
fn a_hand_shown_to_all_is_no_secret() {
    assert!(secret::<Loud>().unwrap_err().to_string().contains("everybody knows"));
}

#[test]
fn a_look_into_anothers_hand_is_no_secret() {
    assert!(secret::<Peeping>().unwrap_err().to_string().contains("seat 2 knows"));
}

#[test]
fn a_menu_without_an_allowed_entry_is_noticed() {
    let (game, options) = (Playable::<Hopeless>::new(), options::<Hopeless>());
    let stuck = check::play(&game, 3, &options, 1, BotKind::Random, |_| Ok(())).err().unwrap();
    assert!(stuck.to_string().contains("seat 1 is asked and may choose nothing"), "{stuck}");
}

#[test]
fn two_deals_are_compared_beyond_what_others_are_shown() {
    let (game, options) = (Playable::<Honest>::new(), options::<Honest>());
    let compared = (0..30).map(|seed| check::no_leak(&game, 3, &options, seed).unwrap());
    // Shuffle, deal and two rolls: from before the deal to the end there are three looks and the end.
    assert_eq!(compared.max(), Some(4));
}

#[test]
fn a_digest_tells_open_faces_apart() {
    let digests: Vec<u64> = (0..2)
        .map(|seed| {
            let mut game = crate::common::begin::<Loud>(seed);
            assert!(game.step(|_, _| 0) && game.step(|_, _| 0));
            check::digest(&game.driver)
        })
        .collect();
    assert_ne!(digests[0], digests[1]);
}
