//! Matches on this machine, through screens of one seat.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod screens;

use screens::{PATIENCE, ann, in_match, log, play, refused, setup, taken, until};
use seat::{
    Config, Cursor, Intent, MatchView, Refused, ReplayView, SeatClient, SeatEventKind, SeatState,
    Setup, WAITING_INTENTS,
};

/// Plays a whole match of a game through two screens of one seat, one of which goes away in the middle and
/// comes back: both have the same log, and the match is fair.
fn whole_match(game: &str, seats: Option<u8>) {
    let first = ann(game, Config::default());
    let began = first.snapshot().at;
    taken(&first, Intent::PlayHere(Setup { seats, level: "easy".into(), ..setup(game, 7) }));
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
    let unknown = Intent::Open { file: "no-such-match".into(), hands: Vec::new() };
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
    taken(&client, Intent::Open { file: id.clone(), hands: Vec::new() });
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
    taken(&client, Intent::PlayHere(Setup { guided: true, ..setup("suspicion", 3) }));
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
    taken(&client, Intent::Open { file: id, hands: Vec::new() });
    let notes = until(&client, "the replay", |snapshot| match &snapshot.state {
        SeatState::Replay(replay) => Some(replay.shown.notes.clone()),
        _ => None,
    });
    assert_eq!(notes[1], "says she is bluffing");
}

#[test]
fn a_private_note_is_there_again_after_a_restart() {
    let folder = screens::folder("restart");
    let ann = || seat::open(seat::person::Person::of(&folder, "Ann").unwrap(), Config::default());
    let client = ann().unwrap();
    taken(&client, Intent::PlayHere(Setup { game: "suspicion".into(), ..Setup::default() }));
    until(&client, "a question", |snapshot| in_match(snapshot)?.menu.as_ref().map(drop));
    taken(&client, Intent::Note { seat: 1, text: "says she is bluffing".into() });
    taken(&client, Intent::Leave);
    client.close(PATIENCE);
    let client = ann().unwrap();
    let left = until(&client, "home", |snapshot| match &snapshot.state {
        SeatState::Home(home) => home.unfinished.first().map(|line| line.id.clone()),
        _ => None,
    });
    taken(&client, Intent::Resume { game: left, at: Vec::new() });
    let notes = until(&client, "the match", |snapshot| Some(in_match(snapshot)?.notes.clone()));
    assert_eq!(notes[1], "says she is bluffing");
}

/// A finished match of Suspicion: its words, what Ann held when she was first asked, and her seat.
fn finished(client: &SeatClient, seed: u64) -> (String, Vec<Option<u8>>, u64) {
    taken(client, Intent::PlayHere(setup("suspicion", seed)));
    let (hand, step) = until(client, "a question", |snapshot| {
        let view = in_match(snapshot)?;
        view.menu.as_ref().map(|menu| (hand(view), menu.step))
    });
    play(client, u64::MAX);
    let id = until(client, "the end", |snapshot| match &snapshot.state {
        SeatState::End(end) => Some(end.last.id.clone()),
        _ => None,
    });
    (id, hand, step)
}

/// The faces of the first seat's own cards, as far as they are seen.
fn hand(view: &MatchView) -> Vec<Option<u8>> {
    let piles = view.board.seats[0].piles.iter().filter(|pile| pile.name == "hand");
    let mut faces: Vec<_> = piles.flat_map(|pile| &pile.cards).map(|card| card.face).collect();
    faces.sort_unstable();
    faces
}

fn replayed(client: &SeatClient) -> ReplayView {
    until(client, "the replay", |snapshot| match &snapshot.state {
        SeatState::Replay(replay) => Some((**replay).clone()),
        _ => None,
    })
}

#[test]
fn a_replay_shows_the_hand_of_whoever_played_and_nobody_else_s() {
    let client = ann("own-hand", Config::default());
    let (id, held, step) = finished(&client, 5);
    assert!(held.iter().any(Option::is_some), "{held:?}");
    taken(&client, Intent::Open { file: id, hands: Vec::new() });
    let replay = replayed(&client);
    assert_eq!((replay.seat, &replay.open_seats[..]), (Some(0), &[0][..]));
    taken(&client, Intent::Seek { step, seat: Some(0) });
    assert_eq!(hand(&replayed(&client).shown), held);
    taken(&client, Intent::Seek { step, seat: None });
    assert!(hand(&replayed(&client).shown).iter().all(Option::is_none));
    let closed = refused(&client, Intent::Seek { step, seat: Some(1) });
    assert!(matches!(closed, Refused::NotAllowed { .. }), "{closed:?}");
}

#[test]
fn a_hand_that_was_published_can_be_looked_at_by_others_and_only_with_its_match() {
    let client = ann("published", Config::default());
    let (id, held, step) = finished(&client, 6);
    let data = std::env::temp_dir().join(format!("nodealer-seat-{}-published", std::process::id()));
    let own = seat::hand::kept(&data, &id);
    let side = data.join("ann.hand");
    own[0].publish(&side).unwrap();
    let transcript = data.join("transcripts").join(format!("{id}.nodealer"));
    let bob = ann("reader", Config::default());
    let open = |file: &std::path::Path| Intent::Open {
        file: file.display().to_string(),
        hands: vec![side.display().to_string()],
    };
    taken(&bob, open(&transcript));
    assert_eq!(replayed(&bob).seat, None, "it is not Bob's own");
    taken(&bob, Intent::Seek { step, seat: Some(0) });
    assert_eq!(hand(&replayed(&bob).shown), held);
    taken(&bob, Intent::Leave);
    let (other, ..) = finished(&client, 7);
    let other = data.join("transcripts").join(format!("{other}.nodealer"));
    let failed = || {
        until(&bob, "a failure", |snapshot| match &snapshot.state {
            SeatState::Home(home) => home.failed.clone(),
            _ => None,
        })
    };
    taken(&bob, open(&other));
    assert!(failed().text.contains("of another match"), "{:?}", failed());
    // Of a seat that there is not, and of one that has played with another.
    for (seat, why) in [("200", "of a seat that this match does not have"), ("1", "is not the one")]
    {
        let bent = std::fs::read_to_string(&side)
            .unwrap()
            .replace("\"seat\":0", &format!("\"seat\":{seat}"));
        let file = data.join("bent.hand");
        std::fs::write(&file, bent).unwrap();
        let hands = vec![file.display().to_string()];
        taken(&bob, Intent::Open { file: transcript.display().to_string(), hands });
        until(&bob, "that failure", |snapshot| match &snapshot.state {
            SeatState::Home(home) => home.failed.clone().filter(|failed| failed.text.contains(why)),
            _ => None,
        });
    }
}

#[cfg(unix)]
#[test]
fn a_hand_is_kept_where_nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let client = ann("private", Config::default());
    finished(&client, 8);
    let data = std::env::temp_dir().join(format!("nodealer-seat-{}-private", std::process::id()));
    let kept = std::fs::read_dir(data.join("hands")).unwrap().next().unwrap().unwrap();
    assert_eq!(kept.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_match_with_bots_can_be_left_and_taken_up_again() {
    let client = ann("left", Config::default());
    let game = Setup { game: "suspicion".into(), ..Setup::default() };
    taken(&client, Intent::PlayHere(game));
    assert!(play(&client, 40), "it ends too soon");
    let asked = until(&client, "a question", |snapshot| {
        let view = in_match(snapshot)?;
        view.menu.as_ref().map(|menu| (view.id.clone(), menu.step, hand(view)))
    });
    let before = client.snapshot().at;
    taken(&client, Intent::Leave);
    let told = client.since(before).unwrap();
    let way = |kind: &SeatEventKind| matches!(kind, SeatEventKind::Notice { text } if text.contains("nodealer resume"));
    assert!(told.iter().any(|event| way(&event.kind)), "{told:?}");
    let left = until(&client, "home", |snapshot| match &snapshot.state {
        SeatState::Home(home) => home.unfinished.first().map(|line| line.id.clone()),
        _ => None,
    });
    assert_eq!(left, asked.0);
    taken(&client, Intent::Resume { game: left, at: Vec::new() });
    let again = until(&client, "the question again", |snapshot| {
        let view = in_match(snapshot)?;
        view.menu.as_ref().map(|menu| (view.id.clone(), menu.step, hand(view)))
    });
    assert_eq!(again, asked);
    play(&client, u64::MAX);
    let end = until(&client, "the end", |snapshot| match &snapshot.state {
        SeatState::End(end) if end.audit.is_some() => Some(end.clone()),
        _ => None,
    });
    assert_eq!(end.audit.unwrap().verdict, "fair");
    taken(&client, Intent::Leave);
    let SeatState::Home(home) = &client.snapshot().state else { panic!("not at home") };
    assert!(home.unfinished.is_empty(), "nothing of it is left: {:?}", home.unfinished);
}
