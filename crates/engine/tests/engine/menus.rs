//! What a seat may honestly choose.

use engine::{Ask, Duty, Entry, FaceSet, Menu, Part, Request, check, text};

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
    let follow = |c| Entry::show("follow", c, Duty::Follow(low, mine.clone(), "follow low".into()));
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
