//! Falling, winning, and the modes.

use engine::{
    Ask, Board, BotKind, Face, FaceInfo, Game, GameInfo, Options, Outcome, Playable, Player,
    Request, Rules, Seat, Table, check,
};

use super::{
    super::{Card, GAME, NeverBringAKnife, Role, State, reveal::wound},
    kit::{A, B, C, D, F, Fight, Q, options, watch},
};

const TEAM: &str = "CKCKKC";

/// Plays two rounds in which nobody spends anything.
fn two_rounds(team: &str, first: &[&str], second: &[&str]) -> Fight {
    let mut fight = Fight::new(team, &[first, second]);
    fight.round();
    fight.decline();
    fight.round();
    fight.decline();
    fight
}

#[test]
fn nbak_46_nobody_falls_before_money_has_talked() {
    let mut fight = Fight::new(TEAM, &[&["MMMM", "GGGG", F, F], &["MGAC", "GGMM", Q, Q]]);
    fight.round();
    fight.decline();
    fight.round();
    assert_eq!((fight.wounds(B), fight.asked()), (3, Some(A)));
    assert_eq!(fight.state().phase, "Money Talks");
    fight.decline();
    assert!(fight.rig.said("B has fallen"));
    assert_eq!(fight.winners(), [A, C]);
}

#[test]
fn nbak_47_who_is_healed_below_three_has_not_fallen() {
    let mut fight = Fight::new(TEAM, &[&["MMMM", "GGGG", F, F], &["MGAC", "GGMM", Q, Q]]);
    fight.round();
    fight.decline();
    fight.round();
    fight.pick(A, "Heal B");
    fight.decline();
    assert_eq!((fight.wounds(B), fight.state().round), (2, 3));
    assert!(fight.winners().is_empty());
}

#[test]
fn nbak_48_the_team_of_the_fallen_loses() {
    let fight = two_rounds(TEAM, &["GGGG", F, F, Q], &["GGMM", Q, Q, Q]);
    assert_eq!(fight.winners(), [B, D]);
    assert!(fight.rig.said("The Criminals win: 1 Cop and 0 Criminals fell [NBAK-48]"));
    let outcome = fight.rig.clear.driver.outcome().unwrap();
    assert_eq!(outcome.scores.values().copied().collect::<Vec<_>>(), [0, 1, 0, 1]);
}

#[test]
fn nbak_49_more_fallen_lose_and_the_fallen_of_the_other_team_win() {
    // Cops A, B, C lose two, the Criminal D is alone and falls too.
    let fight = two_rounds("CCCKKK", &["GGGG", "GGGG", F, "GGGG"], &["GGMM", "GGMM", F, "GGMM"]);
    assert!(fight.rig.said("D has fallen"));
    assert!(fight.rig.said("The Criminals win: 2 Cops and 1 Criminal fell"));
    assert_eq!(fight.winners(), [D]);
}

#[test]
fn nbak_50_the_boss_breaks_a_tie() {
    for (team, winners) in [("CKCKKC", [B, D]), ("CKCKCK", [A, C])] {
        let fight = two_rounds(team, &["GGGG", "GGGG", F, F], &["GGMM", "GGMM", Q, Q]);
        assert_eq!(fight.winners(), winners);
    }
}

#[test]
fn nbak_51_if_nobody_fell_the_next_dealer_is_on_the_left() {
    let mut fight = Fight::new(TEAM, &[&[F, F, Q, Q]]);
    assert_eq!((fight.state().dealer, fight.state().round), (D, 1));
    fight.round();
    assert_eq!((fight.state().dealer, fight.state().round), (A, 2));
    assert_eq!(fight.asked(), Some(B));
}

#[test]
fn nbak_52_only_banks_and_wounds_last() {
    let mut fight = Fight::new(TEAM, &[&["GGMM", F, Q, Q]]);
    fight.round();
    assert_eq!((fight.wounds(A), fight.money(A)), (1, 2));
    for fighter in fight.state().fighters.values() {
        assert!(fighter.stack.is_empty() && fighter.shown.is_empty());
    }
}

#[test]
fn nbak_54_talk_is_free_and_no_menu_is_about_it() {
    for seed in 0..5 {
        watch(5, "normal", seed, |_, request, _| {
            // Everything asked is about cards, roles or Money: nobody is asked what they say.
            if let Request::Choose(_, menu) = request {
                let about = ["NBAK-15", "NBAK-33", "NBAK-34", "NBAK-39"];
                assert!(about.contains(&menu.rule), "{}", menu.rule);
            }
        });
    }
}

#[test]
fn nbak_55_no_role_is_shown_to_all_before_the_end() {
    for seed in 0..10 {
        watch(6, "normal", seed, |state, request, clear| {
            let roles = state.fighters.values().filter_map(|f| f.role).chain(state.boss);
            let public = roles.filter(|&role| clear.driver.faces().face(role).is_some()).count();
            assert_eq!(public, 0);
            if let (Request::Show(cards), "End") = (request, state.phase) {
                assert_eq!(cards.len(), 7);
            }
        });
    }
}

#[test]
fn nbak_56_easy_mode_has_both_intel_cards_at_any_table() {
    for seats in 4..=8 {
        for mode in ["easy", "easy-hard"] {
            let mut decks = 0;
            watch(seats, mode, 1, |_, request, clear| {
                if let (Request::Shuffle(piles), 0) = (request, clear.answers().len()) {
                    decks += 1;
                    let face = |card: &engine::Handle| clear.driver.faces().face(*card);
                    let intel = |card: &&engine::Handle| face(card) == Some(Card::Intel.face());
                    assert_eq!(piles[1].from.iter().filter(intel).count(), 2);
                    assert_eq!(piles[1].from.len(), 60);
                }
            });
            assert_eq!(decks, 1);
        }
    }
}

/// The answers of a random game, without those to looks.
fn public_course(seats: usize, mode: &str, seed: u64) -> Vec<engine::Answer> {
    let mut peeks = Vec::new();
    let end = check::play(&GAME, seats, &options(mode), seed, BotKind::Random, |clear| {
        if matches!(clear.driver.request(), Some(Request::Peek(_))) {
            peeks.push(clear.answers().len());
        }
        Ok(())
    })
    .unwrap();
    let answers = end.answers().iter().enumerate();
    answers.filter(|(step, _)| !peeks.contains(step)).map(|(_, answer)| answer.clone()).collect()
}

#[test]
fn nbak_58_hard_mode_changes_nothing_but_looks() {
    for seed in 0..5 {
        assert_eq!(public_course(6, "normal", seed), public_course(6, "hard", seed));
    }
}

#[test]
fn nbak_58_easy_mode_changes_nothing_where_both_intel_are_in_anyway() {
    for seed in 0..5 {
        assert_eq!(public_course(8, "normal", seed), public_course(8, "easy", seed));
    }
}

#[test]
fn n_a14_easy_and_hard_can_be_combined() {
    let fight = Fight::with_mode("easy-hard", TEAM, &[&["IIGA", F, Q, Q]]);
    assert!(fight.state().easy && fight.state().hard);
    assert_eq!(fight.knows(A, Some(B)), None);
}

#[test]
fn n_a1_four_wounds_are_fatal_too_and_one_healing_does_not_save() {
    let mut fight = Fight::new(TEAM, &[&["MMMM", "GGGG", F, F], &["MGAC", "GGGG", Q, Q]]);
    fight.round();
    fight.decline();
    fight.round();
    assert_eq!(fight.wounds(B), 4);
    fight.pick(A, "Heal B");
    fight.decline();
    assert_eq!((fight.wounds(B), fight.winners()), (3, vec![A, C]));
}

/// The same game, but everybody is wounded three times and that is all.
struct Massacre;

impl Rules for Massacre {
    type State = State;
    const INFO: GameInfo = NeverBringAKnife::INFO;

    fn start(seats: usize, options: &Options) -> State {
        NeverBringAKnife::start(seats, options)
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        for seat in Seat::all(t.seats()) {
            wound(t, seat, 2).await;
            wound(t, seat, 1).await;
        }
        Outcome::default()
    }

    fn board(state: &State) -> Board {
        NeverBringAKnife::board(state)
    }

    fn face(face: Face) -> FaceInfo {
        NeverBringAKnife::face(face)
    }

    fn bot(seat: Seat, seed: u64) -> impl Player<State> + Clone {
        NeverBringAKnife::bot(seat, seed)
    }

    fn autopilot(ask: &Ask<'_>, state: &State) -> usize {
        NeverBringAKnife::autopilot(ask, state)
    }
}

#[test]
fn n_a2_there_are_more_than_sixteen_wounds() {
    let driver = Playable::<Massacre>::new().start(8, &options("normal")).unwrap();
    let state: &dyn core::any::Any = driver.state();
    let state: &State = state.downcast_ref().unwrap();
    assert_eq!(state.fighters.values().map(|f| f.wounds).sum::<usize>(), 24);
}

#[test]
fn n_a9_roles_count_as_they_lie_at_the_end() {
    // B changes from Cop to Criminal in round two.
    let mut fight = Fight::eight("normal", "CCCKCKCKKK", "OGAA");
    fight.round();
    fight.rig.drift(|_| false);
    let roles: Vec<_> = fight.state().fighters.values().map(|f| f.role.unwrap()).collect();
    let faces = fight.rig.faces(&roles);
    assert_eq!(Role::of(faces[1]), Some(Role::Criminal));
    let winners = fight.winners();
    let winner = faces[winners[0].index()];
    let side: Vec<_> = Seat::all(8).filter(|seat| faces[seat.index()] == winner).collect();
    assert_eq!(winners, side);
}

#[test]
fn n_a19_all_roles_and_the_boss_are_shown_at_the_end() {
    let fight = two_rounds(TEAM, &["GGGG", F, F, Q], &["GGMM", Q, Q, Q]);
    let state = fight.state();
    let roles = state.fighters.values().filter_map(|f| f.role).chain(state.boss);
    assert_eq!(roles.filter(|&role| fight.public(role).is_some()).count(), 5);
    assert_eq!(state.phase, "End");
    assert!(fight.rig.said("A was an Undercover Cop"));
    assert!(fight.rig.said("The boss was a Hardened Criminal [N-A19]"));
}

#[test]
fn both_teams_always_have_somebody() {
    for seats in 4..=8 {
        for seed in 0..20 {
            watch(seats, "normal", seed, |state, _, clear| {
                let role = |f: &super::super::Fighter| clear.dealer.face(&clear.driver, f.role?);
                let roles: Vec<_> = state.fighters.values().filter_map(role).collect();
                if roles.len() == seats {
                    assert!(Role::ALL.iter().all(|role| roles.contains(&role.face())));
                    let cops = roles.iter().filter(|&&f| f == Role::Cop.face()).count();
                    let each = Role::copies(seats);
                    assert!((seats - each..=each).contains(&cops), "{cops} of {seats}");
                }
            });
        }
    }
}

#[test]
fn at_most_eighteen_cards_are_banked_and_a_deal_never_runs_short() {
    for seed in 0..20 {
        watch(8, "normal", seed, |state, _, _| {
            let banked: usize =
                state.fighters.values().map(|f| f.money.len() + usize::from(f.hit.is_some())).sum();
            assert!(banked <= 18);
            if state.phase == "Play" {
                let held: usize =
                    state.fighters.values().map(|f| f.hand.len() + f.stack.len()).sum();
                assert_eq!(held, 32);
            }
        });
    }
}
