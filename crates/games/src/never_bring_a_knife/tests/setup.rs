//! Setup and the Deal, with the table of figures.

use engine::{Audience, Game, Request, Seat, clear::ClearGame};

use super::{
    super::{Card, GAME, Role, State, cards},
    kit::{A, B, C, D, F, Fight, Q, options, watch},
};

/// Players, each kind of role, roles left over, Intel normal and easy, first deck, deal of the first
/// reshuffle.
const FIGURES: [(usize, usize, usize, usize, usize, usize, usize); 5] = [
    (4, 3, 1, 0, 2, 58, 4),
    (5, 3, 0, 0, 2, 58, 3),
    (6, 4, 1, 1, 2, 59, 3),
    (7, 4, 0, 2, 2, 60, 3),
    (8, 5, 1, 2, 2, 60, 2),
];

/// The faces of the two piles of the first shuffle.
fn first_piles(seats: usize, mode: &str) -> (Vec<engine::Face>, Vec<engine::Face>) {
    let clear = ClearGame::new(&GAME, seats, &options(mode), 1).unwrap();
    let Some(Request::Shuffle(piles)) = clear.driver.request() else { panic!("no shuffle") };
    let faces = |pile: &engine::Change| {
        pile.from.iter().map(|&card| clear.driver.faces().face(card).unwrap()).collect()
    };
    (faces(&piles[0]), faces(&piles[1]))
}

fn count<T: PartialEq>(all: &[T], one: T) -> usize {
    all.iter().filter(|&each| *each == one).count()
}

#[test]
fn nbak_01_four_to_eight_players() {
    for seats in 1..12 {
        let started = GAME.start(seats, &options("normal")).is_ok();
        assert_eq!(started, (4..=8).contains(&seats), "{seats}");
    }
}

#[test]
fn nbak_02_equal_numbers_of_both_roles_by_players() {
    for (seats, each, ..) in FIGURES {
        let (roles, _) = first_piles(seats, "normal");
        assert_eq!(count(&roles, Role::Cop.face()), each);
        assert_eq!(count(&roles, Role::Criminal.face()), each);
        assert_eq!(roles.len(), 2 * each);
    }
}

#[test]
fn nbak_03_everybody_gets_one_hidden_role_and_one_is_the_boss() {
    let fight = Fight::new("CKCKKC", &[&[F, F, F, F]]);
    let roles: Vec<_> = (fight.state().fighters.values())
        .map(|f| f.role.unwrap())
        .chain(fight.state().boss)
        .collect();
    assert_eq!(roles.len(), 5);
    assert!(roles.iter().all(|&role| fight.public(role).is_none()));
    let faces: Vec<_> = "CKCKK".chars().map(role).map(Role::face).collect();
    assert_eq!(fight.rig.faces(&roles), faces);
}

fn role(letter: char) -> Role {
    if letter == 'C' { Role::Cop } else { Role::Criminal }
}

#[test]
fn nbak_04_the_role_left_over_leaves_the_game_unseen() {
    for (seats, each, left, ..) in FIGURES {
        watch(seats, "normal", 3, |state, _, clear| {
            if state.phase != "Setup" {
                let faces = clear.driver.faces();
                let roles = faces.live().filter(|&c| faces.deck(c) == Some(cards::ROLES)).count();
                assert_eq!(roles, 2 * each - left);
                assert_eq!(roles, seats + 1);
            }
        });
    }
}

#[test]
fn nbak_05_everybody_knows_their_own_role() {
    let fight = Fight::new("CKCKKC", &[&[F, F, F, F]]);
    for (seat, letter) in Seat::all(4).zip("CKCK".chars()) {
        assert_eq!(fight.knows(seat, Some(seat)), Some(role(letter)));
        assert_eq!(fight.knows(seat, None), None, "the boss");
    }
}

#[test]
fn nbak_06_everybody_knows_the_role_on_their_left_and_no_other() {
    for mode in ["normal", "easy"] {
        let fight = Fight::with_mode(mode, "CKKKCC", &[&[F, F, F, F]]);
        assert_eq!(fight.knows(A, Some(B)), Some(Role::Criminal));
        assert_eq!(fight.knows(D, Some(A)), Some(Role::Cop));
        assert_eq!(fight.knows(A, Some(C)), None);
        assert_eq!(fight.knows(A, Some(D)), None);
    }
}

#[test]
fn nbak_07_intel_cards_by_players() {
    for (seats, _, _, normal, ..) in FIGURES {
        let (_, deck) = first_piles(seats, "normal");
        assert_eq!(count(&deck, Card::Intel.face()), normal);
    }
}

#[test]
fn nbak_08_a_wound_is_no_card() {
    let mut fight = Fight::new("CKCKKC", &[&["GGGG", F, F, F]]);
    let cards = |fight: &Fight| fight.rig.clear.driver.board().cards().count();
    let before = cards(&fight);
    fight.round();
    assert_eq!(fight.wounds(A), 2);
    assert_eq!(cards(&fight), before);
}

#[test]
fn nbak_09_hit_and_mole_start_among_the_discards() {
    let fight = Fight::new("CKCKKC", &[&[F, F, F, F]]);
    let discards = fight.rig.faces(&fight.state().discards);
    assert_eq!(discards, [Card::Hit.face(), Card::Mole.face()]);
}

#[test]
fn nbak_09_hit_and_mole_are_not_dealt_before_the_first_reshuffle() {
    for seed in 0..10 {
        let mut reshuffled = false;
        watch(6, "normal", seed, |state, request, clear| {
            let hit_or_mole = |f: &engine::Face| [Card::Hit.face(), Card::Mole.face()].contains(f);
            reshuffled |= state.phase == "Deal" && matches!(request, Request::Shuffle(_));
            if !reshuffled {
                let hands = state.fighters.values().flat_map(|f| f.hand.iter().chain(&f.stack));
                let mut faces = hands.filter_map(|&c| clear.dealer.face(&clear.driver, c));
                assert!(!faces.any(|f| hit_or_mole(&f)));
            }
        });
    }
}

#[test]
fn nbak_10_everything_else_is_the_shuffled_deck() {
    for (seats, _, _, intel, _, size, _) in FIGURES {
        let (_, deck) = first_piles(seats, "normal");
        assert_eq!(deck.len(), size);
        let counts = [23, 12, 17, 6, intel, 0, 0];
        for (card, wanted) in Card::ALL.into_iter().zip(counts) {
            assert_eq!(count(&deck, card.face()), wanted, "{card:?} with {seats}");
        }
    }
}

#[test]
fn nbak_11_any_seat_can_deal_first() {
    let mut dealers = [0; 4];
    for seed in 0..60 {
        let mut clear = ClearGame::new(&GAME, 4, &options("normal"), seed).unwrap();
        let mut rolled = false;
        while !matches!(clear.driver.request(), Some(Request::Choose(..))) {
            rolled |= clear.driver.request() == Some(&Request::Roll(vec![4]));
            assert!(clear.step(|_, _| 0));
        }
        assert!(rolled);
        let state: &dyn core::any::Any = clear.driver.state();
        dealers[state.downcast_ref::<State>().unwrap().dealer.index()] += 1;
    }
    assert!(dealers.iter().all(|&n| n > 5), "{dealers:?}");
}

#[test]
fn nbak_13_everybody_gets_four_cards_that_only_they_see() {
    let fight = Fight::new("CKCKKC", &[&[F, Q, F, Q]]);
    for (owner, fighter) in fight.state().fighters.iter() {
        assert_eq!(fighter.hand.len(), 4);
        for seat in Seat::all(4) {
            let known = fight.rig.clear.dealer.knowledge(seat);
            assert!(fighter.hand.iter().all(|c| known.contains_key(c) == (seat == owner)));
        }
    }
}

#[test]
fn nbak_13_a_deal_from_a_full_deck_is_one_request() {
    let mut deals = 0;
    watch(8, "normal", 5, |state, request, _| {
        if let (Request::Show(cards), "Deal") = (request, state.phase) {
            deals += 1;
            assert_eq!(cards.len(), 32);
            assert!(cards.iter().all(|(_, to)| *to != Audience::All));
        }
    });
    assert!(deals > 0);
}

/// The round in whose deal the discards are first shuffled, if a game gets so far.
fn first_reshuffle(seats: usize, mode: &str, seed: u64) -> Option<usize> {
    let mut round = None;
    watch(seats, mode, seed, |state, request, _| {
        if state.phase == "Deal" && matches!(request, Request::Shuffle(_)) {
            round = round.or(Some(state.round));
        }
    });
    round
}

#[test]
fn nbak_14_the_first_reshuffle_comes_in_the_deal_in_which_the_deck_empties() {
    for (seats, .., deal) in FIGURES {
        let rounds: Vec<_> =
            (0..20).filter_map(|seed| first_reshuffle(seats, "normal", seed)).collect();
        assert!(!rounds.is_empty() && rounds.iter().all(|&round| round == deal), "{seats}");
    }
}

#[test]
fn nbak_14_a_deck_that_just_suffices_is_not_reshuffled() {
    // Five players in easy mode: three deals are exactly the 60 cards.
    let rounds: Vec<_> = (0..40).filter_map(|seed| first_reshuffle(5, "easy", seed)).collect();
    assert!(!rounds.is_empty() && rounds.iter().all(|&round| round == 4));
}

#[test]
fn nbak_14_the_whole_discard_pile_becomes_the_deck() {
    let mut reshuffles = 0;
    for seed in 0..5 {
        watch(8, "normal", seed, |state, request, _| {
            if let (Request::Shuffle(piles), "Deal") = (request, state.phase) {
                reshuffles += 1;
                let held: usize = (state.fighters.values())
                    .map(|f| f.hand.len() + f.money.len() + usize::from(f.hit.is_some()))
                    .sum();
                assert_eq!(piles.len(), 1);
                assert_eq!(piles[0].from.len(), 62 - held, "all but hands and banks");
                assert!(state.deck.is_empty() && state.discards.is_empty());
            }
        });
    }
    assert!(reshuffles > 0);
}

#[test]
fn n_a6_hands_already_dealt_stay_where_they_are() {
    let mut reshuffles = 0;
    for seed in 0..10 {
        let mut before: Option<State> = None;
        watch(8, "normal", seed, |state, request, _| {
            if let Some(before) = before.take() {
                reshuffles += 1;
                for (seat, fighter) in before.fighters.iter() {
                    assert!(!fighter.hand.is_empty());
                    assert!(state.fighters[seat].hand.starts_with(&fighter.hand));
                }
            }
            if state.phase == "Deal" && matches!(request, Request::Shuffle(_)) && state.round == 2 {
                before = Some(state.clone());
            }
        });
    }
    assert!(reshuffles > 0);
}

#[test]
fn n_a17_cards_are_dealt_one_at_a_time_from_the_dealers_left() {
    let mut deals = 0;
    watch(5, "normal", 9, |state, request, _| {
        if let (Request::Show(cards), "Deal", 1) = (request, state.phase, state.round) {
            deals += 1;
            let to: Vec<_> = cards.iter().map(|(_, to)| *to).collect();
            let order: Vec<_> = (0..4).flat_map(|_| state.lap()).map(Audience::Seat).collect();
            assert_eq!(to, order);
            // The top of the deck goes first: its handles count up.
            assert!(cards.is_sorted_by_key(|(card, _)| *card));
        }
    });
    assert_eq!(deals, 1);
}

#[test]
fn n_a18_a_reshuffle_changes_neither_dealer_nor_order() {
    for seed in 0..10 {
        let mut dealers = Vec::new();
        let mut reshuffles = 0;
        watch(8, "normal", seed, |state, request, _| {
            if state.phase != "Deal" {
                return;
            }
            reshuffles += usize::from(matches!(request, Request::Shuffle(_)));
            if let Request::Show(cards) = request {
                dealers.push(state.dealer);
                let to: Vec<_> = cards.iter().map(|(_, to)| *to).collect();
                let order: Vec<_> = (0..4).flat_map(|_| state.lap()).map(Audience::Seat).collect();
                assert_eq!(to, order);
            }
        });
        assert!(reshuffles > 0 || dealers.len() == 1);
        assert!(dealers.windows(2).all(|two| two[1] == two[0].left(8)), "{dealers:?}");
    }
}
