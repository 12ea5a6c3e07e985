//! Seats of bots that programs play.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../examples/careful_bot.rs"]
#[allow(dead_code, reason = "its main is for those who run it")]
mod careful_bot;
mod screens;

use std::{collections::BTreeSet, fs, time::Duration};

use engine::{BySeat, Options, Seat};
use seat::{
    bots::{BotConfig, Program},
    local::{Agreement, LocalMatch},
    session::{Session, Update},
};

/// Plays a match among bots that this program plays; what is said of the program.
fn play(game: &str, program: Program) -> Vec<String> {
    let game = games::find(game).unwrap();
    let seats = game.info().usual_seats;
    let options = Options::parse(game.info().options, []).unwrap();
    let names = BySeat::new(seats, |seat: Seat| seat.to_string());
    let agreed = Agreement { game, names, options: &options, survive: 1, seed: Some(4) };
    let bots = BotConfig { program: Some(program), ..BotConfig::default() };
    let mut local = LocalMatch::with_bots(&agreed, None, &bots).unwrap();
    let mut notices = Vec::new();
    loop {
        match local.next(Duration::ZERO) {
            Update::Over(_) => return notices,
            Update::Notice(what) => notices.push(what),
            Update::Failed(failure) => panic!("{failure}"),
            _ => {}
        }
    }
}

fn example() -> String {
    concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/random_bot.py").into()
}

#[test]
fn the_example_in_python_plays_whole_matches() {
    for game in ["knives", "never-bring-a-knife", "suspicion"] {
        let program = Program { limit: Duration::from_secs(60), ..Program::new(&example()) };
        assert_eq!(play(game, program), Vec::<String>::new(), "{game}");
    }
}

#[test]
fn a_program_that_dies_is_named_and_the_match_is_played_on() {
    let notices = play("suspicion", Program::new("exit 3"));
    assert!(notices[0].contains("`exit 3` has ended"), "{notices:?}");
    assert!(notices[0].contains("built-in bot"), "{notices:?}");
}

#[test]
fn a_program_that_answers_nonsense_is_named_and_the_match_is_played_on() {
    for (command, word) in [
        ("yes hello", "hello"),
        ("while read -r line; do echo '{\"entry\":99999}'; done", "99999"),
        ("head -c 100000 /dev/zero; cat > /dev/null", "cannot be read"),
    ] {
        let notices = play("suspicion", Program::new(command));
        assert!(notices[0].contains(word), "{notices:?}");
    }
}

#[test]
fn a_program_that_is_too_slow_is_named_and_the_match_is_played_on() {
    let program = Program { limit: Duration::from_millis(50), ..Program::new("cat > /dev/null") };
    let notices = play("suspicion", program);
    assert!(notices[0].contains("took longer"), "{notices:?}");
}

#[test]
fn a_bot_that_takes_long_does_not_hold_its_match_up() {
    let game = games::find("suspicion").unwrap();
    let options = Options::parse(game.info().options, []).unwrap();
    let names = BySeat::new(2, |seat: Seat| seat.to_string());
    let agreed = Agreement { game, names, options: &options, survive: 0, seed: Some(4) };
    let program = Program { limit: Duration::from_secs(600), ..Program::new("cat > /dev/null") };
    let bots = BotConfig { program: Some(program), ..BotConfig::default() };
    let mut local = LocalMatch::with_bots(&agreed, None, &bots).unwrap();
    // Everything happens that does not need the answer; then nothing does, and nobody is stuck.
    while !matches!(local.next(Duration::from_millis(1)), Update::Idle) {}
    assert!(matches!(local.next(Duration::from_millis(1)), Update::Idle));
}

#[test]
fn a_seed_gives_the_same_match_with_hard_bots_that_think_on_threads() {
    let game = games::find("suspicion").unwrap();
    let options = Options::parse(game.info().options, []).unwrap();
    let play = || {
        let names = BySeat::new(3, |seat: Seat| seat.to_string());
        let agreed = Agreement { game, names, options: &options, survive: 1, seed: Some(9) };
        let bots = BotConfig::from(engine::Level::Hard);
        let mut local = LocalMatch::with_bots(&agreed, None, &bots).unwrap();
        while !matches!(local.next(Duration::from_millis(20)), Update::Over(_)) {}
        local.transcript()
    };
    assert!(play() == play());
}

/// The questions that a match of Suspicion puts to programs, one a line.
fn questions(folder: &str) -> String {
    let kept = screens::folder(folder).join("lines");
    let bot = format!("tee -a {} | {}", kept.display(), example());
    let program = Program { limit: Duration::from_secs(60), ..Program::new(&bot) };
    assert_eq!(play("suspicion", program), Vec::<String>::new());
    fs::read_to_string(kept).unwrap()
}

#[test]
fn the_example_in_rust_answers_every_question_of_a_match_with_an_allowed_entry() {
    let lines = questions("answered");
    let mut answers = Vec::new();
    careful_bot::answer(lines.as_bytes(), &mut answers).unwrap();
    let answers = String::from_utf8(answers).unwrap();
    assert_eq!(answers.lines().count(), lines.lines().count());
    for (line, answer) in lines.lines().zip(answers.lines()) {
        let [asked, answer]: [serde_json::Value; 2] =
            [line, answer].map(|line| serde_json::from_str(line).unwrap());
        let chosen = answer["entry"].as_u64().unwrap() as usize;
        assert_eq!(asked["menu"]["entries"][chosen]["allowed"], true, "{answer} to {line}");
    }
}

#[test]
fn a_question_has_every_field_that_is_promised_and_no_face_that_the_seat_has_not_seen() {
    for line in questions("questions").lines() {
        let asked: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&asked["v"], &asked["game"]), (&1.into(), &"suspicion".into()));
        assert_eq!(asked["snapshot"]["me"], asked["seat"]);
        let menu = &asked["menu"];
        assert!(menu["step"].is_u64() && menu["title"].is_string());
        let entries = menu["entries"].as_array().unwrap();
        assert!(entries.iter().any(|entry| entry["allowed"] == true));
        for entry in entries {
            assert!(entry["entry"].is_u64() && entry["label"].is_string());
            assert_eq!(entry["allowed"] == true, entry["reason"].is_null());
        }
        let me = asked["seat"].as_u64().unwrap() as usize;
        let seats = asked["snapshot"]["board"]["seats"].as_array().unwrap();
        for (_, place) in seats.iter().enumerate().filter(|(seat, _)| *seat != me) {
            let hands = place["piles"].as_array().unwrap().iter();
            let hands = hands.filter(|pile| pile["layout"] == "hand");
            let cards = hands.flat_map(|hand| hand["cards"].as_array().unwrap().iter());
            for card in cards.filter(|card| !card["face"].is_null()) {
                assert_eq!(card["private"], false, "a hidden card of another hand: {card}");
            }
        }
    }
}

/// The names of all fields in a value, and in what is inside it.
fn fields(value: &serde_json::Value, into: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(object) => {
            into.extend(object.keys().cloned());
            object.values().for_each(|inside| fields(inside, into));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|inside| fields(inside, into)),
        _ => {}
    }
}

#[test]
fn the_docs_name_every_field_of_a_question() {
    let docs = include_str!("../../../docs/bots.md").split('`').skip(1).step_by(2);
    let named: BTreeSet<&str> =
        docs.flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    let mut asked = BTreeSet::new();
    for line in questions("fields").lines() {
        fields(&serde_json::from_str(line).unwrap(), &mut asked);
    }
    let lost: Vec<_> = asked.iter().filter(|field| !named.contains(field.as_str())).collect();
    assert!(asked.len() > 50 && lost.is_empty(), "{} fields, not named: {lost:?}", asked.len());
}
