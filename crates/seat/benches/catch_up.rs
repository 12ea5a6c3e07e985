//! How long somebody takes who comes to a long match, over TCP or QUIC on loopback: a seat whose journal is as old as the
//! match itself, and one who watches.
//!
//! `cargo bench -p nodealer-seat --bench catch_up`, with a number of steps if not 6,000. Every seat is a node with its journal on
//! disk, all of them on this machine. Where threads tell their processor time (Linux), it stands beside the time that has
//! passed: of who comes, and of all others.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use engine::{BotKind, Options, Seat};
use net::{Config, JournalFile, Net, Reach};
use proto::OnCheat;
use seat::live::{Live, Player, Update};
use sim::charter::{charter, identity};
use table::{Node, Timing, journal};

const SEED: u64 = 1;

fn config() -> sim::Config {
    let game = games::find("knives").unwrap();
    sim::Config {
        game,
        seats: 5,
        options: Options::parse(game.info().options, [("target", "99")]).unwrap(),
        survive: 1,
        on_cheat: OnCheat::End,
        bots: BotKind::NORMAL,
        seed: SEED,
        timing: Timing::default(),
    }
}

fn net(key: ed25519_dalek::SigningKey) -> Net {
    Net::start(Config { key, reach: Reach::Loopback, port: None }).unwrap().0
}

/// Until somebody has come to a step.
fn until(live: &Live, step: u64) -> Duration {
    let began = Instant::now();
    let mut told = 0;
    loop {
        match live.next(Duration::from_secs(60)).expect("it comes no further") {
            Update::Progress(_, now) if now.standing.step >= step => return began.elapsed(),
            Update::Progress(_, now) if now.standing.step >= told + 1000 => {
                told = now.standing.step;
                eprintln!("  step {told} after {:.2?}", began.elapsed());
            }
            Update::Failed(error) => panic!("{error}"),
            Update::Accused(blame, _) => panic!("{blame}"),
            _ => {}
        }
    }
}

/// Processor time so far.
#[derive(Default)]
struct Spent {
    /// Of this process, with threads that have ended.
    all: Duration,
    /// Of each thread.
    threads: BTreeMap<PathBuf, Duration>,
}

impl Spent {
    /// Until now; nothing where there are no such files.
    fn now() -> Self {
        let read = |path: &Path| {
            let stat = std::fs::read_to_string(path.join("stat")).ok()?;
            let number = |at| stat.split(' ').nth(at)?.parse::<u32>().ok();
            // In hundredths of a second: of the program, and of the system for it.
            Some(Duration::from_millis(10) * (number(13)? + number(14)?))
        };
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let threads = tasks.filter_map(|task| Some((task.path(), read(&task.path())?))).collect();
        Self { all: read(Path::new("/proc/self")).unwrap_or_default(), threads }
    }

    /// Since then: of threads begun since, and of those there were.
    fn since(then: &Self) -> (Duration, Duration) {
        let now = Self::now();
        let old = |(thread, before): (_, &Duration)| Some(*now.threads.get(thread)? - *before);
        let others = then.threads.iter().filter_map(old).sum();
        ((now.all - then.all).saturating_sub(others), others)
    }
}

/// Waits until somebody has come to a step, who came after `before`.
fn measure(who: &str, before: &Spent, live: &Live, step: u64) {
    let took = until(live, step);
    let (own, others) = Spent::since(before);
    println!(
        "{step} steps: {who} catches up in {took:.2?}; processor time {own:.2?}, of the others {others:.2?}"
    );
}

fn main() {
    let steps = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(6000);
    let (config, folder) = (config(), common::folder("catch-up"));
    let played = sim::at_once::played(&config, steps).unwrap();
    let step = played[0].0.play().step();
    let mut nets: Vec<Net> = Vec::new();
    let mut start = |key: ed25519_dalek::SigningKey, node: Node, file: Option<JournalFile>| {
        let net = net(key);
        let live = Live::start(node, &net, file, Player::Person, true).unwrap();
        nets.iter().for_each(|other| net.at(other.identity(), other.addresses()).unwrap());
        nets.push(net);
        live
    };
    let open = |seat: Seat, journal: &[u8]| {
        let path = folder.join(format!("{seat}"));
        std::fs::write(&path, journal).unwrap();
        let (file, entries) = JournalFile::resume(&path).unwrap();
        (Node::resume(entries, config.game, identity(SEED, seat), 0).unwrap(), file)
    };
    let mut others = Vec::new();
    for (seat, (_, journal)) in Seat::all(5).zip(&played).skip(1) {
        let (node, file) = open(seat, journal);
        others.push(start(identity(SEED, seat), node, Some(file)));
    }
    // What every journal begins with: the header, and the first entry.
    let (entries, _) = journal::read(&played[0].1).unwrap();
    let first = [journal::HEADER.as_slice(), &journal::frame(&entries[0])].concat();
    let (node, file) = open(Seat::new(0), &first);
    let before = Spent::now();
    let live = start(identity(SEED, Seat::new(0)), node, Some(file));
    measure("a seat that has forgotten all of them", &before, &live, step);

    let node = Node::new(charter(&config), config.game, None, 0).unwrap();
    let before = Spent::now();
    let live = start(common::key(77), node, None);
    measure("one who watches", &before, &live, step);
}
