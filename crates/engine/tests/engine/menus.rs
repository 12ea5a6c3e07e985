//! What a seat may honestly choose.

use engine::{
    Ask, Board, BySeat, Duty, Entry, Face, FaceSet, Handle, Knowledge, Menu, Part, Pile, Place,
    Reasons, Request, View, check, sets, text,
};

use crate::common::{A, B, DECK, FACES, State, begin, until};

rules!(Menus, |t| {
    let cards = t.create(DECK, FACES);
    let cards = t.shuffle(cards).await;
    t.hands[A] = cards[..3].to_vec();
    t.hands[B] = cards[3..6].to_vec();
    t.deck = cards[6..].to_vec();
    let dealt: Vec<_> = t.hands.iter().flat_map(|(s, h)| h.iter().map(move |&c| (s, c))).collect();
    t.deal(dealt).await;
    let (mine, theirs) = (t.hands[A].clone(), t.hands[B][0]);
    let low: FaceSet = FACES[..4].iter().copied().collect();
    let follow = |c| Entry::show("follow", c, Duty::follow(low, &mine, "follow low"));
    let menu = Menu::new("Which?", "R-1")
        .with(Entry::new("never").refuse_if(true, text!["not in March"]))
        .with(Entry::show("theirs", theirs, Duty::Any))
        .with(Entry::show("any", mine[0], Duty::Any))
        .with(Entry::show("low", mine[0], Duty::Only(low, "only low".into())))
        .with_all(mine.iter().map(|&c| follow(c)));
    t.choose(A, menu).await;
});

/// Seat A's question in the first deal in which its hand satisfies `wanted`, by its faces.
fn with_hand<T>(wanted: impl Fn(&[bool]) -> bool, look: impl Fn(Ask<'_>) -> T) -> T {
    (0..)
        .find_map(|seed| {
            let mut game = begin::<Menus>(seed);
            until(&mut game, |r| matches!(r, Request::Choose(..)));
            let ask = Ask::of(&game.driver, A, game.dealer.knowledge(A)).unwrap();
            let state: &State =
                (game.driver.state() as &dyn core::any::Any).downcast_ref().unwrap();
            let low: Vec<bool> =
                ask.faces(&state.hands[A]).iter().map(|f| FACES[..4].contains(f)).collect();
            wanted(&low).then(|| look(ask))
        })
        .unwrap()
}

fn why_not(ask: &Ask<'_>, entry: usize) -> Option<String> {
    ask.menu.entries[entry].allowed(ask.eyes).err().map(|reason| reason.render(&Part::plain))
}

#[test]
fn a_refused_entry_says_why() {
    assert_eq!(with_hand(|_| true, |ask| why_not(&ask, 0)).as_deref(), Some("not in March"));
}

#[test]
fn a_card_never_seen_cannot_be_shown() {
    let why = with_hand(|_| true, |ask| why_not(&ask, 1));
    assert_eq!(why.as_deref(), Some("that card is not yours to show"));
}

#[test]
fn any_own_card_can_be_shown_without_a_duty() {
    assert_eq!(with_hand(|low| !low[0], |ask| why_not(&ask, 2)), None);
}

#[test]
fn a_card_with_another_face_is_refused_where_only_some_will_do() {
    let why = with_hand(|low| !low[0] && low[1], |ask| why_not(&ask, 3));
    assert_eq!(why.as_deref(), Some("only low"));
    assert_eq!(with_hand(|low| low[0], |ask| why_not(&ask, 3)), None);
}

#[test]
fn a_hand_that_can_follow_must() {
    let why = with_hand(|low| low == [false, true, false], |ask| why_not(&ask, 4));
    assert_eq!(why.as_deref(), Some("follow low"));
}

#[test]
fn a_hand_that_cannot_follow_may_play_anything() {
    let allowed = with_hand(|low| low == [false; 3], |ask| ask.allowed());
    assert_eq!(allowed, [2, 4, 5, 6]);
}

#[test]
fn a_pick_that_is_not_allowed_settles_on_the_first_that_is() {
    assert_eq!(with_hand(|low| low[0], |ask| ask.settle(Some(0))), 2);
}

#[test]
fn the_best_entry_is_an_allowed_one_and_the_first_of_equals() {
    assert_eq!(with_hand(|low| low == [true; 3], |ask| ask.best_by(|e| usize::from(e == 0))), 2);
}

#[test]
fn nobody_else_is_asked() {
    let mut game = begin::<Menus>(1);
    until(&mut game, |r| matches!(r, Request::Choose(..)));
    assert!(Ask::of(&game.driver, B, game.dealer.knowledge(B)).is_none());
    check::conserved(&game.driver).unwrap();
}

const HAND: [(Handle, Face); 4] =
    [(Handle(3), Face(7)), (Handle(4), Face(2)), (Handle(5), Face(9)), (Handle(6), Face(2))];

/// A seat that holds four cards and has not looked at a fifth, which lies last but one.
fn with_five_cards() -> View {
    let place = |piles: &[&[Handle]]| Place {
        piles: piles.iter().map(|cards| Pile::spread("hand", cards)).collect(),
        ..Place::default()
    };
    let hand = [3, 4, 5, 8, 6].map(Handle);
    let seats = BySeat::new(2, |seat| {
        if seat == A { place(&[&hand, &[Handle(2), Handle(1)]]) } else { place(&[&[Handle(7)]]) }
    });
    let board = Board { seats, ..Board::default() };
    let others = [(Handle(1), Face(1)), (Handle(2), Face(3))];
    let faces = HAND.into_iter().chain(others).collect();
    View { seat: Some(A), board, faces, private: [Handle(7)].into() }
}

fn with_eyes<T>(look: impl FnOnce(engine::Eyes<'_>) -> T) -> T {
    let known: Knowledge = HAND.into_iter().collect();
    look(engine::Eyes::new(&engine::Faces::default(), &known))
}

#[test]
fn a_reason_is_about_the_face_of_the_card() {
    let only = |face| FaceSet::only(Face(face));
    let reasons: Reasons =
        [(only(7), text!["too high"]), (FaceSet::ALL, text!["too dull"])].into_iter().collect();
    let why = |card| {
        let entry = Entry::show("", Handle(card), Duty::Only(only(2), reasons.clone()));
        with_eyes(|eyes| entry.allowed(eyes).err().map(|reason| reason.render(&Part::plain)))
    };
    assert_eq!([why(3), why(4), why(5)], [Some("too high".into()), None, Some("too dull".into())]);
}

#[test]
fn a_weighty_entry_is_asked_once_more() {
    let menu = Menu::new("", "").with(Entry::new("a").weighty()).with(Entry::new("b"));
    assert_eq!([0, 1, 2].map(|i| with_eyes(|eyes| menu.weighs(i, eyes))), [true, false, false]);
}

#[test]
fn an_entry_may_weigh_with_some_faces_only() {
    let twos = FaceSet::only(Face(2));
    let card = |card| Entry::card("", Handle(card)).weighty_with(twos);
    let menu = Menu::new("", "").with_all([3, 4, 8].map(card));
    assert_eq!([0, 1, 2].map(|i| with_eyes(|eyes| menu.weighs(i, eyes))), [false, true, false]);
}

#[test]
fn the_only_choice_does_not_weigh() {
    let closed = Entry::new("b").refuse_if(true, "not now");
    let menu = Menu::new("", "").with(Entry::new("a").weighty()).with(closed);
    assert!(!with_eyes(|eyes| menu.weighs(0, eyes)));
}

#[test]
fn an_arranged_hand_is_sorted_by_faces_and_nothing_else_is() {
    let view = with_five_cards();
    let seats = &view.clone().arranged().board.seats;
    assert_eq!(seats[A].piles[0].cards().collect::<Vec<_>>(), [4, 6, 3, 5, 8].map(Handle));
    assert_eq!(seats[A].piles[1], view.board.seats[A].piles[1]);
    assert_eq!(seats[B], view.board.seats[B]);
}

#[test]
fn a_spectators_view_is_arranged_as_it_is() {
    let view = View { seat: None, ..with_five_cards() };
    assert_eq!(view.clone().arranged(), view);
}

#[test]
fn entries_that_do_the_same_with_cards_of_the_hand_are_listed_by_faces() {
    let hand = [3, 4, 5, 6].map(Handle);
    let menu = Menu::new("", "")
        .with(Entry::pass("Pass"))
        .with_all(hand.map(|card| Entry::show("Play", card, Duty::Any)))
        .with_all(hand.map(|card| Entry::show("Discard", card, Duty::Any)))
        .with_all([2, 1].map(|card| Entry::card("Discard", Handle(card))))
        .with(Entry::new("Leave"));
    let order = with_five_cards().order(&menu);
    assert_eq!(order, [0, 2, 4, 1, 3, 6, 8, 5, 7, 9, 10, 11]);
}

#[test]
fn sets_come_by_size_and_in_the_order_of_the_cards() {
    let [a, b, c] = [3, 4, 5].map(Handle);
    assert_eq!(sets(&[a, b, c], 0..=1).collect::<Vec<_>>(), [vec![], vec![a], vec![b], vec![c]]);
    let large = [vec![a, b], vec![a, c], vec![b, c], vec![a, b, c]];
    assert_eq!(sets(&[a, b, c], 2..=9).collect::<Vec<_>>(), large);
    for (n, set) in large.into_iter().enumerate() {
        assert_eq!(sets(&[a, b, c], 2..=9).nth(n), Some(set));
    }
    assert_eq!(sets(&[a, b, c], 2..=9).nth(4), None);
    assert_eq!(sets(&[a, b, c], 4..=9).next(), None);
}

#[test]
fn sets_know_how_many_of_them_are_left() {
    let cards = [3, 4, 5].map(Handle);
    for sizes in [0..=1, 2..=9, 1..=3, 4..=9] {
        let mut left = sets(&cards, sizes.clone());
        assert_eq!(left.len(), sets(&cards, sizes.clone()).count());
        while left.next().is_some() {}
        assert_eq!(left.len(), 0);
    }
}

fn pairs() -> Menu {
    let hand = [3, 4, 5, 6].map(Handle);
    Menu::new("", "").with_all(sets(&hand, 2..=2).map(|set| Entry::cards("Give", set)))
}

#[test]
fn the_entry_for_marked_cards_is_found_in_whatever_order_they_were_marked() {
    let menu = pairs();
    assert_eq!(menu.parts(), [3, 4, 5, 6].map(Handle));
    let found = menu.entry_of(&[Handle(6), Handle(4)]).unwrap();
    assert_eq!(menu.entries[found].cards, [Handle(4), Handle(6)]);
    assert_eq!(menu.entry_of(&[Handle(6)]), None);
    assert_eq!(menu.entry_of(&[]), None);
}

#[test]
fn sets_of_hand_cards_are_listed_by_faces() {
    let view = with_five_cards();
    let (menu, faces) = (pairs(), |card: &Handle| view.faces.get(card).unwrap().0);
    let listed: Vec<Vec<u8>> = view
        .order(&menu)
        .into_iter()
        .map(|entry| {
            let mut set: Vec<u8> = menu.entries[entry].cards.iter().map(faces).collect();
            set.sort_unstable();
            set
        })
        .collect();
    assert_eq!(listed, [[2, 2], [2, 7], [2, 7], [2, 9], [2, 9], [7, 9]]);
}

#[test]
fn a_set_weighs_if_one_of_its_cards_does() {
    let twos = FaceSet::only(Face(2));
    let set = |cards: [u32; 2]| Entry::cards("", cards.map(Handle).into()).weighty_with(twos);
    let menu = Menu::new("", "").with_all([set([3, 5]), set([3, 4])]);
    assert_eq!([0, 1].map(|i| with_eyes(|eyes| menu.weighs(i, eyes))), [false, true]);
}

#[test]
fn an_eye_is_on_what_was_looked_at_elsewhere_and_lies_face_down() {
    let mut view = with_five_cards();
    view.faces.insert(Handle(7), Face(4));
    assert!(view.peeked(Handle(7)), "before somebody else");
    view.private.insert(Handle(3));
    assert!(!view.peeked(Handle(3)), "one's own hand needs no eye");
    view.private.clear();
    assert!(!view.peeked(Handle(7)), "everybody has seen it");
}

#[test]
fn nobody_is_asked_for_the_sake_of_what_is_offered_by_the_way() {
    let by_the_way = Menu::new("", "").with(Entry::pass("No")).with(Entry::new("Pay").aside());
    assert!(by_the_way.is_aside() && !with_eyes(|eyes| by_the_way.asks(eyes)));
    let more = by_the_way.clone().with(Entry::card("Use", Handle(3)));
    assert!(!more.is_aside() && with_eyes(|eyes| more.asks(eyes)));
    let closed = by_the_way.with(Entry::new("Use").refuse_if(true, "not now"));
    assert!(!closed.is_aside() && !with_eyes(|eyes| closed.asks(eyes)));
    assert!(!Menu::new("", "").with(Entry::pass("No")).is_aside());
}

#[test]
fn a_random_bot_seldom_picks_what_is_offered_by_the_way() {
    let menu = Menu::new("", "").with(Entry::pass("No")).with(Entry::new("Pay").aside());
    let mut bot = engine::bot::RandomBot::new(1);
    let (game, nothing) = (begin::<Menus>(1), Knowledge::new());
    let ask = Ask::new(&game.driver, A, &menu, &nothing);
    let paid = (0..800).filter(|_| engine::Bot::pick(&mut bot, &ask, &()) == 1);
    let paid = paid.count();
    assert!((20..100).contains(&paid), "{paid} of 800");
}
