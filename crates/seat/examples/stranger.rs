//! A stranger on the network that misbehaves: `stranger KIND ADDRESS SECONDS`.
//!
//! The kinds are `flood` (requests without end), `noise` (frames that are none), `oversized` (frames larger
//! than any may be), `streams` (hundreds of requests at once), `match` (match frames of no match), and
//! `other` (a peer that speaks other protocols). Prints how much was answered, and how often it was thrown
//! out.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../tests/common/stranger.rs"]
mod stranger;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use libp2p::StreamProtocol;
use net::{Invitation, wire};
use stranger::{LOOK, attack, garbage};

type Frame = Box<dyn FnMut(usize) -> Vec<u8> + Send>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, address, seconds] = args.as_slice() else {
        panic!("usage: stranger KIND ADDRESS SECONDS");
    };
    let (protocol, at_once, frame): (StreamProtocol, usize, Frame) = match kind.as_str() {
        "flood" => (wire::LOBBY, 50, Box::new(|_| LOOK.to_vec())),
        "noise" => (wire::LOBBY, 1, Box::new(|n| garbage(n, 300))),
        "oversized" => (wire::MATCH, 1, Box::new(|n| garbage(n, 4 << 20))),
        "streams" => (wire::LOBBY, 400, Box::new(|_| LOOK.to_vec())),
        "match" => (wire::MATCH, 4, Box::new(|n| garbage(n, 100_000))),
        "other" => {
            (StreamProtocol::new("/elsewhere/chat/1"), 4, Box::new(|_| b"anybody?".to_vec()))
        }
        other => panic!("no such kind: {other}"),
    };
    let target = Invitation::read(address).unwrap().addresses.remove(0);
    let (stop, out) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let attacker = attack(target, protocol, at_once, (stop.clone(), out), frame);
    thread::sleep(Duration::from_secs(seconds.parse().unwrap()));
    stop.store(true, Ordering::Relaxed);
    let (answered, thrown_out) = attacker.join().unwrap();
    println!("{kind}: {answered} answers, thrown out {thrown_out} times");
}
