//! What whole matches cost: from charter to first menu, a hand of Knives, a match of each game, and
//! the audit of each against playing it. `cargo bench -p nodealer --bench matches`
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::{
    fs,
    time::{Duration, Instant},
};

use engine::{BySeat, Game, Options, Seat};
use seat::{
    local::{Agreement, LocalMatch},
    session::{Session, Update},
};
use table::audit::{Verdict, audit};

fn sit_down(
    game: &'static dyn Game,
    seats: usize,
    options: &[(&str, &str)],
    person: Option<Seat>,
) -> LocalMatch {
    let names = BySeat::new(seats, |seat| seat.to_string());
    let options = Options::parse(game.info().options, options.iter().copied()).unwrap();
    let survive = u8::from(seats > 2);
    LocalMatch::new(&Agreement { game, names, options: &options, survive, seed: Some(1) }, person)
        .unwrap()
}

/// Plays to the end; how many times something was said under `rule`.
fn play(local: &mut LocalMatch, rule: &str) -> usize {
    let mut count = 0;
    loop {
        match local.next(Duration::ZERO) {
            Update::Said(event) => count += usize::from(event.rule == rule),
            Update::Over(_) => return count,
            Update::Failed(failure) => panic!("{failure}"),
            _ => {}
        }
    }
}

/// Kilobytes of memory in use now.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or_default()
}

/// From the charter to the first menu of whoever is asked first.
fn first_menu() {
    let game = games::find("never-bring-a-knife").unwrap();
    let asked = |seat: Seat| {
        let start = Instant::now();
        let mut local = sit_down(game, 8, &[], Some(seat));
        loop {
            match local.next(Duration::ZERO) {
                Update::Ask => return start.elapsed(),
                Update::Failed(failure) => panic!("{failure}"),
                _ => {}
            }
        }
    };
    let first = Seat::all(8).min_by_key(|seat| asked(*seat)).unwrap();
    let mut times: Vec<Duration> = (0..5).map(|_| asked(first)).collect();
    times.sort();
    println!(
        "eight-seat Never Bring a Knife, all nodes on one thread, charter to first menu: {:.0?}",
        times[2]
    );
}

/// The longest that a whole match of bots may take, of all nodes together.
const LONGEST: Duration = Duration::from_secs(60);

fn matches() {
    println!(
        "| game | seats | steps | messages' bytes in the transcript | all nodes, one thread | audit | ratio |"
    );
    println!("|---|---|---|---|---|---|---|");
    for game in games::GAMES {
        let info = game.info();
        let options: &[(&str, &str)] = if info.id == "knives" { &[("target", "10")] } else { &[] };
        let mut local = sit_down(*game, info.usual_seats, options, None);
        let start = Instant::now();
        let hands = play(&mut local, "KNV-02");
        let played = start.elapsed();
        assert!(played <= LONGEST, "{} took {played:?}", info.id);
        let transcript = local.transcript();
        let start = Instant::now();
        let audited = audit(std::io::Cursor::new(&transcript), games::find, |_, _| {}).unwrap();
        let checked = start.elapsed();
        assert_eq!(audited.verdict, Verdict::Fair);
        let ratio = played.as_secs_f64() / checked.as_secs_f64();
        let (steps, bytes) = (local.play().step() - 1, transcript.len());
        println!(
            "| {} | {} | {steps} | {bytes} | {played:.2?} | {checked:.2?} | {ratio:.1} |",
            info.id, info.usual_seats
        );
        if hands > 0 {
            println!("  a hand of Knives: {:.2?} ({hands} hands)", played / hands as u32);
        }
    }
}

fn long_audit() {
    let game = games::find("knives").unwrap();
    let mut local = sit_down(game, 5, &[("target", "99")], None);
    play(&mut local, "");
    let steps = local.play().step() - 1;
    let file = std::env::temp_dir().join(format!("nodealer-bench-{}", std::process::id()));
    fs::write(&file, local.transcript()).unwrap();
    drop(local);
    let mut seen = Vec::new();
    let input = std::io::BufReader::new(fs::File::open(&file).unwrap());
    audit(input, games::find, |play, _| {
        if play.step() % (steps / 5).max(1) == 0
            && seen.last().is_none_or(|(step, _)| *step != play.step())
        {
            seen.push((play.step(), resident()));
        }
    })
    .unwrap();
    let _ = fs::remove_file(&file);
    println!("memory while a transcript of {steps} steps is audited (step, KB): {seen:?}");
}

fn main() {
    first_menu();
    matches();
    long_audit();
}
