//! Prints what shares, remasking, proofs of absence, seals, beacon and escrow cost, as multiples of
//! as many constant-time multiplications of a point as there are cards; medians of one run, in CPU
//! time:
//! `cargo bench -p nodealer-mental --bench shares`.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "common/clock.rs"]
mod clock;
#[path = "common/size.rs"]
mod size;
#[path = "../tests/common/mod.rs"]
mod table;

use std::hint::black_box;

use clock::now;
use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use mental::{
    BeaconPart, Dealing, NoneOf, Received, RecoveredShares, Remask, Seal, Shares, StrippedCard,
};
use size::size;
use table::{Table, ctx, face};

const ROUNDS: usize = 51;
const SEATS: usize = 4;

type Task<'a> = (&'a str, Box<dyn FnMut() + 'a>);

fn task<'a, T>(name: &'a str, mut work: impl FnMut() -> T + 'a) -> Task<'a> {
    (name, Box::new(move || drop(black_box(work()))))
}

/// Times all tasks in turns, so that a slow moment slows all alike; the first is the unit.
fn report(title: &str, tasks: &mut [Task<'_>]) {
    let mut times = vec![Vec::new(); tasks.len()];
    for _ in 0..ROUNDS {
        for ((_, work), times) in tasks.iter_mut().zip(&mut times) {
            let start = now();
            work();
            times.push(now() - start);
        }
    }
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    let unit = times[0][ROUNDS / 2];
    println!("{title}");
    for ((name, _), times) in tasks.iter().zip(&times) {
        let median = times[ROUNDS / 2];
        println!("  {name:32} {median:9.1} µs  × {:.2}", median / unit);
    }
}

fn main() {
    for cards in [1, 8, 32, 52] {
        shares(cards);
    }
    for (cards, faces) in [(1, 1), (8, 1), (5, 13), (13, 13), (16, 39)] {
        none_of(cards, faces);
    }
    seal();
    beacon_and_escrow();
}

/// `n` variable-base multiplications in constant time.
fn multiplications(n: usize, table: &mut Table) -> impl FnMut() -> Vec<RistrettoPoint> + use<> {
    let x = Scalar::random(&mut table.rng);
    let points: Vec<_> = (0..n).map(|_| RistrettoPoint::random(&mut table.rng)).collect();
    move || points.iter().map(|p| x * p).collect()
}

fn shares(n: usize) {
    let mut table = Table::new(SEATS, n as u64);
    let cards = table.masked(&(0..n as u8).collect::<Vec<_>>());
    let unit = multiplications(n, &mut table);
    let Table { secrets, keys, joint, rng } = &mut table;
    let (ctx, secret, key) = (&ctx(1, 0), &secrets[0], &keys[0]);
    let shares = Shares::new(ctx, secret, &cards, rng);
    let remask = Remask::new(ctx, joint, &cards, rng);
    let mut again = rng.clone();
    report(
        &format!("{n} cards: shares {} B, remask {} B", size(&shares), size(&remask)),
        &mut [
            task("multiplications", unit),
            task("shares: prove", || Shares::new(ctx, secret, &cards, rng)),
            task("shares: verify", || shares.verify(ctx, key, &cards).unwrap()),
            task("remask: prove", || Remask::new(ctx, joint, &cards, &mut again)),
            task("remask: verify", || remask.verify(ctx, joint, &cards).unwrap()),
        ],
    );
}

fn none_of(cards: usize, faces: usize) {
    let mut table = Table::new(SEATS, 1);
    let hand = table.masked(&(0..cards as u8).collect::<Vec<_>>());
    let shares = table.shares(&hand, &[0]);
    let strip = |(card, shares): (_, &Vec<_>)| StrippedCard::new(card, &table.joint, shares, 0);
    let hand: Vec<_> = hand.iter().zip(&shares).map(|pair| strip(pair).unwrap()).collect();
    let absent: Vec<_> = (0..faces).map(|f| face(100 + f as u8)).collect();
    let unit = multiplications(cards * faces, &mut table);
    let Table { secrets, keys, rng, .. } = &mut table;
    let (ctx, secret, key) = (&ctx(1, 0), &secrets[0], &keys[0]);
    let proof = NoneOf::new(ctx, secret, &hand, &absent, rng).unwrap();
    report(
        &format!("none of {faces} faces in {cards} cards: {} B", size(&proof)),
        &mut [
            task("multiplications", unit),
            task("prove", || NoneOf::new(ctx, secret, &hand, &absent, rng).unwrap()),
            task("verify", || proof.verify(ctx, key, &hand, &absent).unwrap()),
        ],
    );
}

fn seal() {
    const ENTRIES: u16 = 16;
    let mut table = Table::new(SEATS, 1);
    let unit = multiplications(1, &mut table);
    let ctx = &ctx(1, 0);
    let (seal, opening) = Seal::new(ctx, &table.joint, ENTRIES - 1, &mut table.rng);
    let verified = seal.verify(ctx, &table.joint).unwrap();
    let shares = table.shares(&[*verified.card()], &[]).remove(0);
    let opened = opening.publish();
    let Table { joint, rng, .. } = &mut table;
    report(
        &format!(
            "the last of {ENTRIES} entries: seal {} B, opened {} B",
            size(&seal),
            size(&opened)
        ),
        &mut [
            task("multiplication", unit),
            task("seal: prove", || Seal::new(ctx, joint, ENTRIES - 1, rng)),
            task("seal: verify", || seal.verify(ctx, joint).unwrap()),
            task("opened by its author: verify", || opened.verify(&verified).unwrap()),
            task("open with all shares", || verified.open(&shares, ENTRIES.into()).unwrap()),
        ],
    );
}

fn beacon_and_escrow() {
    let mut table = Table::new(SEATS, 1);
    let cards = table.masked(&(0..32).collect::<Vec<_>>());
    let unit = multiplications(1, &mut table);
    let Table { secrets, joint, rng, .. } = &mut table;
    let ctx_of = |seat: usize| ctx(1, seat as u16);
    let (ctx, t) = (&ctx(1, 0), SEATS - 1);
    let part = BeaconPart::new(ctx, joint, rng);
    let dealing = Dealing::new(ctx, &secrets[0], joint, t, rng).unwrap();
    let escrow = dealing.verify_shape(ctx, joint, t).unwrap();
    let mut part_of = |seat: usize| {
        let ctx = &ctx_of(seat);
        let received = escrow.receive(ctx, &secrets[seat], rng).unwrap();
        let Received::Share(share) = received else { unreachable!("the dealing is good") };
        let message = RecoveredShares::new(ctx, &share, &cards, rng);
        message.verify(ctx, &escrow, &cards).unwrap()
    };
    let parts: Vec<_> = (1..SEATS).map(&mut part_of).collect();
    let [mut a, mut b, mut c] = [(); 3].map(|()| rng.clone());
    report(
        &format!("{SEATS} seats: beacon part {} B, dealing {} B", size(&part), size(&dealing)),
        &mut [
            task("multiplication", unit),
            task("beacon: prove", || BeaconPart::new(ctx, joint, &mut a)),
            task("beacon: verify", || part.verify(ctx, joint).unwrap()),
            task("escrow: deal", || Dealing::new(ctx, &secrets[0], joint, t, &mut b).unwrap()),
            task("escrow: receive", || escrow.receive(&ctx_of(1), &secrets[1], &mut c).unwrap()),
            task("escrow: combine 32 cards", || mental::combine(&escrow, &cards, &parts).unwrap()),
        ],
    );
}
