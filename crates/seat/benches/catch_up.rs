//! How long somebody takes who comes to a long match, over TCP or QUIC on loopback: a seat whose journal is as old as the
//! match itself, and one who watches.
//!
//! `cargo bench -p nodealer-seat --bench catch_up`, with a number of steps if not 6,000. Every seat is a node with its journal on
//! disk, all of them on this machine.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

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

fn main() {
    let steps = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(6000);
    let (config, folder) = (config(), common::folder("catch-up"));
    let played = sim::at_once::played(&config, steps).unwrap();
    let step = played[0].0.play().step();
    let nets: Vec<Net> = Seat::all(5).map(|seat| net(identity(SEED, seat))).collect();
    let know = |one: &Net, other: &Net| one.at(other.identity(), other.addresses()).unwrap();
    let start = |seat: Seat, journal: &[u8]| {
        let path = folder.join(format!("{seat}"));
        std::fs::write(&path, journal).unwrap();
        let (file, entries) = JournalFile::resume(&path).unwrap();
        let node = Node::resume(entries, config.game, identity(SEED, seat), 0).unwrap();
        let net = &nets[seat.index()];
        let live = Live::start(node, net, Some(file), Player::Person, true).unwrap();
        nets.iter().for_each(|other| know(net, other));
        live
    };
    let others = Seat::all(5).zip(&played).skip(1);
    let _others: Vec<Live> = others.map(|(seat, (_, journal))| start(seat, journal)).collect();
    // What every journal begins with: the header, and the first entry.
    let (entries, _) = journal::read(&played[0].1).unwrap();
    let first = [journal::HEADER.as_slice(), &journal::frame(&entries[0])].concat();
    let took = until(&start(Seat::new(0), &first), step);
    println!("{step} steps: a seat that has forgotten all of them catches up in {took:.2?}");

    let watching = net(common::key(77));
    let node = Node::new(charter(&config), config.game, None, 0).unwrap();
    let live = Live::start(node, &watching, None, Player::Person, true).unwrap();
    nets.iter().for_each(|other| know(&watching, other));
    let took = until(&live, step);
    println!("{step} steps: one who watches catches up in {took:.2?}");
}
