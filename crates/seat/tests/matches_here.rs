//! Matches on this machine, through screens of one seat.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod screens;

use screens::{PATIENCE, ann, in_match, log, play, refused, setup, taken, until};
use seat::{Config, Cursor, Intent, Refused, SeatEventKind, SeatState, WAITING_INTENTS};

/// Plays a whole match of a game through two screens of one seat, one of which goes away in the middle and
/// comes back: both have the same log, and the match is fair.
fn whole_match(game: &str, seats: Option<u8>) {
    let first = ann(game, Config::default());
    let began = first.snapshot().at;
    taken(&first, Intent::PlayHere(seat::Setup { seats, level: "easy".into(), ..setup(game, 7) }));
    let second = first.clone();
    assert!(play(&first, 40), "{game} ends too soon");
    drop(first);
    assert!(play(&second, 60), "{game} ends too soon");
    let reopened = second.clone();
    play(&reopened, u64::MAX);
    let end = until(&second, "the end", |snapshot| match &snapshot.state {
        SeatState::End(end) if end.audit.is_some() => Some(end.clone()),
        _ => None,
    });
    assert_eq!(end.failure, None);
    assert_eq!(end.audit.unwrap().verdict, "fair");
    assert!(end.fingerprint.is_some() && end.result.is_some());
    assert!(std::path::Path::new(&end.transcript.unwrap()).is_file());
    let (one, other) = (log(&second, began), log(&reopened, end.last.began));
    assert_eq!(one, other);
    assert!(one.len() > 20, "{} lines", one.len());
    taken(&reopened, Intent::Leave);
    let finished = until(&second, "home", |snapshot| match &snapshot.state {
        SeatState::Home(home) => Some(home.finished.clone()),
        _ => None,
    });
    assert_eq!(finished[0].game, game);
}

#[test]
fn a_match_of_knives_is_played_through_two_screens_of_one_seat() {
    whole_match("knives", None);
}

#[test]
fn a_match_of_never_bring_a_knife_is_played_through_two_screens_of_one_seat() {
    whole_match("never-bring-a-knife", None);
}

#[test]
fn a_match_of_suspicion_is_played_through_two_screens_of_one_seat() {
    whole_match("suspicion", None);
}

#[test]
fn a_match_of_no_honor_is_played_through_two_screens_of_one_seat() {
    whole_match("no-honor", Some(3));
}

#[test]
fn an_answer_to_a_step_that_is_over_is_refused_and_changes_nothing() {
    let client = ann("steps", Config::default());
    taken(&client, Intent::PlayHere(setup("suspicion", 1)));
    let (step, entry) = until(&client, "a question", |snapshot| {
        let menu = in_match(snapshot)?.menu.as_ref()?;
        Some((menu.step, screens::entry(menu)))
    });
    let before = client.snapshot();
    let why = refused(&client, Intent::Choose { step: step + 1, entry });
    assert_eq!(why, Refused::OtherStep { now: step });
    let why = refused(&client, Intent::Choose { step, entry: 999 });
    assert!(matches!(why, Refused::NotAllowed { .. }), "{why:?}");
    assert_eq!(client.snapshot().state, before.state);
    taken(&client, Intent::Choose { step, entry });
    let why = refused(&client, Intent::Choose { step, entry });
    assert!(matches!(why, Refused::OtherStep { .. } | Refused::NotAsked), "{why:?}");
}

#[test]
fn what_cannot_be_done_here_is_refused() {
    let client = ann("refusals", Config::default());
    assert_eq!(refused(&client, Intent::Leave), Refused::NotHere);
    assert_eq!(refused(&client, Intent::Choose { step: 0, entry: 0 }), Refused::NotHere);
    assert_eq!(refused(&client, Intent::Ready { ready: true }), Refused::NotHere);
    let unknown = Intent::Open { file: "no-such-match".into() };
    assert!(matches!(refused(&client, unknown), Refused::Unknown { .. }));
    let chess = Intent::PlayHere(setup("chess", 1));
    assert!(matches!(refused(&client, chess), Refused::Impossible { .. }));
    taken(&client, Intent::PlayHere(setup("suspicion", 1)));
    let again = Intent::PlayHere(setup("suspicion", 1));
    assert_eq!(refused(&client, again), Refused::NotHere);
    taken(&client, Intent::Leave);
    assert!(matches!(client.snapshot().state, SeatState::Home(_)));
}

#[test]
fn a_match_goes_on_whether_anybody_looks_or_not() {
    let client = ann("unseen", Config::default());
    taken(&client, Intent::PlayHere(setup("suspicion", 3)));
    let asked = until(&client, "a question", |snapshot| {
        in_match(snapshot)?.menu.as_ref().map(|menu| menu.step)
    });
    assert!(asked > 0, "the deal took no step");
    let told = client.since(Cursor::default()).unwrap();
    let is = |kind: fn(&SeatEventKind) -> bool| told.iter().any(|event| kind(&event.kind));
    assert!(is(|kind| matches!(kind, SeatEventKind::Began)));
    assert!(is(|kind| matches!(kind, SeatEventKind::Proven { shuffled: Some(_), .. })));
    assert!(is(|kind| matches!(kind, SeatEventKind::Asked { .. })));
}

#[test]
fn wanting_too_much_at_once_is_refused_and_harms_nothing() {
    let client = ann("flood", Config::default());
    let tickets: Vec<_> =
        (0..20 * WAITING_INTENTS).map(|_| client.send(Intent::AskOtherwise)).collect();
    let answers: Vec<_> =
        tickets.iter().map(|ticket| ticket.wait(PATIENCE).expect("an answer")).collect();
    assert!(answers.iter().all(|answer| !answer.is_taken()));
    taken(&client, Intent::Set(seat::Settings::default()));
}

#[test]
fn a_finished_match_can_be_looked_at_again_step_by_step() {
    let client = ann("replay", Config::default());
    taken(&client, Intent::PlayHere(setup("suspicion", 5)));
    play(&client, u64::MAX);
    let id = until(&client, "the end", |snapshot| match &snapshot.state {
        SeatState::End(end) => Some(end.last.id.clone()),
        _ => None,
    });
    taken(&client, Intent::Open { file: id.clone() });
    let steps = until(&client, "the replay", |snapshot| match &snapshot.state {
        SeatState::Replay(replay) => Some(replay.steps),
        _ => None,
    });
    taken(&client, Intent::Seek { step: steps / 2, seat: None });
    let snapshot = client.snapshot();
    let SeatState::Replay(half) = &snapshot.state else { panic!("no replay") };
    assert!(half.shown.step >= steps / 2 && half.shown.step < steps);
    assert_eq!((half.shown.id.as_str(), &half.shown.me), (id.as_str(), &None));
    assert_eq!(half.audit.as_ref().unwrap().verdict, "fair");
    taken(&client, Intent::Seek { step: steps, seat: None });
    let snapshot = client.snapshot();
    let SeatState::Replay(all) = &snapshot.state else { panic!("no replay") };
    assert!(all.log.len() > half.log.len());
}

#[test]
fn a_guided_match_explains_what_comes_and_names_a_sensible_choice() {
    let client = ann("guided", Config::default());
    taken(&client, Intent::PlayHere(seat::Setup { guided: true, ..setup("suspicion", 3) }));
    let hints = until(&client, "a question", |snapshot| {
        let view = in_match(snapshot)?;
        view.menu.as_ref().map(|_| view.hints.clone())
    });
    assert!(hints[0].starts_with("Welcome to Suspicion"), "{hints:?}");
    assert!(hints.last().unwrap().starts_with("If you are unsure"), "{hints:?}");
    let told = client.since(Cursor::default()).unwrap();
    let notice = |text: &str| SeatEventKind::Notice { text: text.into() };
    assert!(told.iter().any(|event| event.kind == notice(&hints[0])), "every screen is told");
    let before = client.snapshot().at;
    assert!(!play(&client, u64::MAX));
    let later = client.since(before).unwrap();
    assert!(!later.iter().any(|event| event.kind == notice(&hints[0])), "once is enough");
}

#[test]
fn a_private_note_is_there_again_in_the_replay() {
    let client = ann("notes", Config::default());
    taken(&client, Intent::PlayHere(setup("suspicion", 4)));
    until(&client, "a question", |snapshot| in_match(snapshot)?.menu.as_ref().map(drop));
    taken(&client, Intent::Note { seat: 1, text: "says she is bluffing".into() });
    play(&client, u64::MAX);
    let id = until(&client, "the end", |snapshot| match &snapshot.state {
        SeatState::End(end) => Some(end.last.id.clone()),
        _ => None,
    });
    taken(&client, Intent::Open { file: id });
    let notes = until(&client, "the replay", |snapshot| match &snapshot.state {
        SeatState::Replay(replay) => Some(replay.shown.notes.clone()),
        _ => None,
    });
    assert_eq!(notes[1], "says she is bluffing");
}
