//! Plain sense in plain situations, and the poker face of the normal bot.

use engine::{
    Ask, BotKind, Face, Player, Seat,
    clear::{ClearGame, bots},
};

use super::{
    super::{
        Card, GAME, Move, State,
        bot::{Normal, pick},
    },
    kit::{A, B, C, D, F, Fight, Q, options},
};

/// What the bot would do for whoever is asked now.
fn thinks(fight: &Fight) -> Move {
    let seat = fight.asked().unwrap();
    let clear = &fight.rig.clear;
    let ask = Ask::of(&clear.driver, seat, clear.dealer.knowledge(seat)).unwrap();
    fight.state().moves[pick(&ask, fight.state())]
}

/// A has played a Gun and may put the next one anywhere: where does the bot want it?
fn target_of_first_gun(team: &str) -> Seat {
    let mut fight = Fight::new(team, &[&["GMGG", F, Q, "AMCG"]]);
    fight.take("Gun");
    let Move::Place { on, .. } = thinks(&fight) else { panic!("no place") };
    on
}

#[test]
fn the_bot_shoots_the_neighbour_it_knows_as_an_enemy() {
    assert_eq!(target_of_first_gun("CKCKKC"), B);
}

#[test]
fn the_bot_shoots_strangers_rather_than_a_friend() {
    assert_ne!(target_of_first_gun("CCKKKC"), B);
}

#[test]
fn the_bot_saves_a_falling_friend_and_not_an_enemy() {
    for (team, wanted) in [("CCKKKC", Move::Heal(B)), ("CKCKKC", Move::Look(Some(C)))] {
        let mut fight = Fight::new(team, &[&["MMMM", "GGGG", F, F], &["MGAC", "GGMM", Q, Q]]);
        fight.round();
        fight.decline();
        fight.round();
        assert_eq!((fight.asked(), fight.wounds(B)), (Some(A), 3));
        assert_eq!(thinks(&fight), wanted);
    }
}

#[test]
fn the_bot_hits_an_enemy_and_banks_a_hit_without_one() {
    // B knows C: once a friend, once an enemy.
    let mut fight = Fight::eight("normal", "CKCKCKCKKC", "HMMM");
    fight.round();
    assert_eq!(thinks(&fight), Move::Hit(C));
    let mut fight = Fight::eight("normal", "CKKCCKCKKC", "HMMM");
    fight.round();
    assert_eq!(thinks(&fight), Move::Skip);
}

/// A card that a normal bot has played: who, on whom, and what everybody saw of it.
struct Played {
    by: Seat,
    on: Seat,
    shown: Option<Card>,
    /// Whether it could have been hidden.
    free: bool,
    round: usize,
    /// Whether both are of one team.
    friends: bool,
}

impl Played {
    /// Whether what everybody saw is what one does to such a person.
    fn is_true(&self) -> Option<bool> {
        match self.shown? {
            Card::Gun | Card::Crime => Some(!self.friends),
            Card::Armor | Card::Money => Some(self.friends),
            _ => None,
        }
    }
}

/// All cards that normal bots play in some games.
fn played(seats: usize, games: u64) -> Vec<Played> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut clear = ClearGame::new(&GAME, seats, &options("normal"), seed).unwrap();
        let mut players = bots(&GAME, BotKind::NORMAL, seats, seed);
        while clear.driver.outcome().is_none() {
            let mut placed = None;
            assert!(clear.step(|ask, state| {
                let entry = players[ask.seat].pick(&ask, state);
                let s: &State = state.downcast_ref().unwrap();
                if let Move::Place { card, on, up } = s.moves[entry] {
                    placed = Some((ask.seat, on, ask.face(card).filter(|_| up), s.clone()));
                }
                entry
            }));
            let Some((by, on, face, s)) = placed else { continue };
            let role = |seat: Seat| -> Option<Face> {
                clear.dealer.face(&clear.driver, s.fighters[seat].role?)
            };
            all.push(Played {
                by,
                on,
                shown: face.and_then(Card::of),
                free: !s.fighters[on].stack.is_empty(),
                round: s.round,
                friends: role(by) == role(on),
            });
        }
    }
    all
}

fn percent<'a>(of: impl Iterator<Item = &'a Played>, such: impl Fn(&Played) -> bool) -> usize {
    let all: Vec<_> = of.collect();
    assert!(all.len() > 50, "only {}", all.len());
    100 * all.iter().filter(|played| such(played)).count() / all.len()
}

#[test]
fn first_cards_go_to_the_left_neighbour_no_more_often_than_to_others() {
    let all = played(6, 60);
    let first = all.iter().filter(|p| p.round == 1).take(60 * 6);
    let left = percent(first, |p| p.on == p.by.left(6));
    assert!((10..35).contains(&left), "{left} %");
}

#[test]
fn what_a_bot_shows_its_left_neighbour_first_is_as_often_false_as_true() {
    let all = played(6, 60);
    let shown =
        all.iter().filter(|p| p.round == 1 && p.on == p.by.left(6) && p.is_true().is_some());
    let truth = percent(shown, |p| p.is_true() == Some(true));
    assert!((38..=62).contains(&truth), "{truth} %");
}

#[test]
fn bots_bluff_now_and_then_in_later_rounds() {
    let all = played(6, 60);
    let known = all.iter().filter(|p| p.round > 1 && p.on == p.by.left(6) && p.is_true().is_some());
    let lies = percent(known, |p| p.is_true() == Some(false));
    assert!((3..40).contains(&lies), "{lies} %");
}

#[test]
fn bots_show_some_cards_that_they_could_have_hidden() {
    let all = played(6, 60);
    let shown = percent(all.iter().filter(|p| p.free), |p| p.shown.is_some());
    assert!((5..25).contains(&shown), "{shown} %");
}

/// How much more of an enemy D is to A after a card face up on B, whom A knows as a friend, in the first
/// round.
fn suspicion(mut bot: Normal, letter: char) -> i32 {
    let mut fight = Fight::new("CCKKKC", &[&["AMCG", "MGAC", Q, F]]);
    for (letter, on) in [('M', C), ('G', A), ('G', D), (letter, B)] {
        fight.play(letter, on);
    }
    let clear = &fight.rig.clear;
    let ask = Ask::of(&clear.driver, A, clear.dealer.knowledge(A)).unwrap();
    let before = bot.enmity(&ask, fight.state(), D);
    bot.pick(&ask, fight.state());
    bot.enmity(&ask, fight.state(), D) - before
}

#[test]
fn who_shoots_a_friend_becomes_suspicious_and_who_covers_one_is_trusted() {
    let suspicion = |letter| suspicion(Normal::new(1), letter);
    assert!(suspicion('G') > 0 && suspicion('A') < 0);
}

#[test]
fn a_hard_bot_reads_nothing_into_a_first_round_that_is_played_at_random() {
    let suspicion = |letter| {
        let mut bot = Normal::new(1);
        bot.sharpen();
        suspicion(bot, letter)
    };
    assert_eq!([suspicion('G'), suspicion('A')], [0, 0]);
}
