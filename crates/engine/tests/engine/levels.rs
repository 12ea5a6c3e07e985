//! Bots of the three levels, in a game made for them.

use engine::{
    Answer, Ask, BotKind, BySeat, Choice, Duty, Entry, Face, Game, Level, Menu, Options, Outcome,
    Playable, Request, Seat,
    check::{self, all_cards, own_eyes},
    clear::{ClearGame, bots},
};

use crate::common::{A, B, C, DECK, FACES, State};

/// Everybody has a card, and A says whose is the highest.
struct Guess;

impl engine::Rules for Guess {
    type State = State;
    const INFO: engine::GameInfo = engine::GameInfo {
        id: "guess",
        name: "Guess",
        version: 1,
        seats: (3, 3),
        usual_seats: 3,
        blurb: "",
        rules: "",
        options: &[],
        decks: &[(DECK, &FACES)],
    };

    fn start(seats: usize, _: &Options) -> State {
        State { deck: Vec::new(), hands: BySeat::new(seats, |_| Vec::new()), note: String::new() }
    }

    async fn play(t: &mut engine::Table<State>) -> Outcome {
        let cards = t.create(DECK, FACES);
        t.deck = t.shuffle(cards).await;
        for seat in Seat::all(3) {
            t.hands[seat] = vec![t.deck.remove(0)];
        }
        let dealt: Vec<_> = t.hands.iter().map(|(seat, hand)| (seat, hand[0])).collect();
        t.deal(dealt.clone()).await;
        // B shows a card if it likes to, and keeps it among two.
        let show = Menu::new("Show?", "").with(Entry::pass("No")).with(Entry::show(
            "Show",
            dealt[1].1,
            Duty::Any,
        ));
        t.choose(B, show).await;
        let more = t.deck.remove(0);
        t.hands[B].push(more);
        let hands = vec![(B, t.hands[B].clone())];
        t.hands[B] = t.remix(hands).await.remove(0);
        let menu = Menu::new("Whose is the highest?", "")
            .with_all(Seat::all(3).map(|seat| Entry::new(engine::text![seat])));
        let named = Seat::new(t.choose(A, menu).await.entry as u8);
        let cards: Vec<_> = t.hands.values().flatten().copied().collect();
        t.reveal(&cards).await;
        let best = |seat: Seat| t.hands[seat].iter().filter_map(|&card| t.face(card)).max();
        let right = Seat::all(3).all(|seat| best(seat) <= best(named));
        Outcome {
            winners: if right { vec![A] } else { vec![B, C] },
            scores: t.by_seat(|_| 0),
            summary: "over".into(),
        }
    }

    fn board(s: &State) -> engine::Board {
        engine::Board {
            piles: vec![engine::Pile::heap("deck", &s.deck)],
            seats: s.hands.map(|_, hand| engine::Place {
                piles: vec![engine::Pile::spread("hand", hand)],
                ..Default::default()
            }),
            ..Default::default()
        }
    }

    fn face(_: Face) -> engine::FaceInfo {
        crate::common::PLAIN
    }

    fn bot(_: Seat, _: u64) -> impl engine::Player<State> + Clone {
        crate::common::First
    }

    fn autopilot(_: &Ask<'_>, _: &State) -> usize {
        0
    }
}

const GAME: Playable<Guess> = Playable::new();
const HARD: BotKind = BotKind::Level(Level::Hard);

fn options() -> Options {
    Options::parse(GAME.info().options, []).unwrap()
}

/// The game at A's question; B has shown its card or not.
fn asked(seed: u64, shown: bool) -> ClearGame {
    let mut game = ClearGame::new(&GAME, 3, &options(), seed).unwrap();
    loop {
        match game.driver.request() {
            Some(Request::Choose(A, _)) => return game,
            _ => assert!(game.step(|_, _| usize::from(shown))),
        }
    }
}

fn pick(game: &ClearGame, kind: BotKind, seed: u64) -> usize {
    let ask = Ask::of(&game.driver, A, game.dealer.knowledge(A)).unwrap();
    GAME.bot(kind, A, seed).pick(&ask, game.driver.state())
}

fn own_face(game: &ClearGame) -> Face {
    *game.dealer.knowledge(A).values().next().unwrap()
}

/// Games at A's question in which A's card and the one that B has shown are such.
fn where_cards(mut such: impl FnMut(Face, Face) -> bool) -> Vec<ClearGame> {
    let games = (0..200).map(|seed| asked(seed, true));
    let fits = games.filter(|game| {
        let Some(Answer::Choice(Choice { face: Some(shown), .. })) =
            game.answers().iter().rfind(|a| matches!(a, Answer::Choice(_)))
        else {
            return false;
        };
        such(own_face(game), *shown)
    });
    fits.take(10).collect()
}

#[test]
fn a_hard_bot_names_itself_with_the_best_card() {
    let games: Vec<_> = where_cards(|own, _| own == Face(9));
    assert!(games.len() > 3);
    assert!(games.iter().all(|game| pick(game, HARD, 1) == 0));
}

#[test]
fn a_hard_bot_remembers_a_card_that_was_shown_and_mixed_since() {
    let games: Vec<_> = where_cards(|own, shown| own < Face(8) && shown == Face(9));
    assert!(games.len() > 3);
    assert!(games.iter().all(|game| pick(game, HARD, 1) == B.index()));
}

#[test]
fn the_seed_reproduces_what_a_hard_bot_thinks() {
    for seed in 0..10 {
        let game = asked(seed, false);
        assert_eq!(pick(&game, HARD, seed), pick(&game, HARD, seed));
    }
}

#[test]
fn two_deals_that_look_alike_to_a_seat_get_the_same_hard_pick() {
    let look = |seed| check::no_leak_by(&GAME, 3, &options(), seed, (HARD, own_eyes), 100).unwrap();
    assert!((0..60).map(look).sum::<usize>() > 60);
}

#[test]
fn a_search_that_peeks_is_found() {
    let look = |seed| check::no_leak_by(&GAME, 3, &options(), seed, (HARD, all_cards), 100);
    let found: Vec<String> =
        (0..60).filter_map(|seed| look(seed).err()).map(|fault| fault.to_string()).collect();
    assert!(found.iter().any(|what| what.contains("the bot of seat 1 picks")), "{found:?}");
}

#[test]
fn an_easy_bot_slips_sometimes_but_not_always() {
    // The normal bot of this game picks the first entry.
    let picks: Vec<usize> =
        (0..100).map(|seed| pick(&asked(seed, false), BotKind::Level(Level::Easy), seed)).collect();
    let slips = picks.iter().filter(|&&entry| entry != 0).count();
    // Four in ten are slips, and a slip is never what the bot would have picked anyway.
    assert!((25..55).contains(&slips), "{slips}");
}

#[test]
fn bots_of_every_level_play_to_the_end() {
    for level in Level::ALL {
        let mut game = ClearGame::new(&GAME, 3, &options(), 5).unwrap();
        assert!(game.finish(&mut bots(&GAME, BotKind::Level(level), 3, 5)).is_some());
    }
}
