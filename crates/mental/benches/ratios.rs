//! Prints what shuffles cost as multiples of the floor, medians of one run in CPU time:
//! `cargo bench -p nodealer-mental --bench ratios`.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "common/clock.rs"]
mod clock;
mod common;
#[path = "common/size.rs"]
mod size;

use std::hint::black_box;

use clock::now;
use common::{Bench, ctx, links};
use mental::{PreparedShuffle, Shuffle};
use size::size;

const SIZES: [usize; 7] = [3, 10, 32, 52, 62, 96, 256];

/// Median microseconds of each of `tasks`, taken in turns so that a slow moment slows all alike.
fn medians(rounds: usize, tasks: &mut [Box<dyn FnMut() -> f64 + '_>]) -> Vec<f64> {
    let mut times = vec![Vec::new(); tasks.len()];
    for _ in 0..rounds {
        for (task, times) in tasks.iter_mut().zip(&mut times) {
            times.push(task());
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    times.iter().map(|times| times[rounds / 2]).collect()
}

fn time<T>(work: impl FnOnce() -> T) -> f64 {
    let start = now();
    black_box(work());
    now() - start
}

fn main() {
    println!("| cards | floor | shuffle | prepared | verify | {} | proof |", {
        let names: Vec<_> = (2..=8).map(|k| format!("chain of {k}")).collect();
        names.join(" | ")
    });
    println!("|{}", "---|".repeat(13));
    for n in SIZES {
        row(n);
    }
}

fn row(n: usize) {
    let bench = Bench::new(n);
    let chain = Bench::new(n).chain(8);
    let all = links(&chain);
    let [mut a, mut b] = [Bench::new(n), Bench::new(n)];
    let mut tasks: Vec<Box<dyn FnMut() -> f64>> = vec![
        Box::new(|| time(|| bench.floor())),
        Box::new(|| time(|| a.shuffle())),
        Box::new(|| {
            let prepared = PreparedShuffle::prepare(&b.joint, &[n], &mut b.rng).unwrap();
            time(|| prepared.shuffle(&ctx(0), &b.piles).unwrap())
        }),
        Box::new(|| time(|| chain[0].1.verify(&ctx(0), &bench.joint, &bench.piles).unwrap())),
    ];
    for k in 2..=8 {
        let (links, bench) = (&all[..k], &bench);
        tasks.push(Box::new(move || {
            time(|| Shuffle::verify_chain(&bench.joint, &bench.piles, links).unwrap()) / k as f64
        }));
    }
    let medians = medians((2000 / n).clamp(9, 101), &mut tasks);
    let ratios: Vec<_> = medians[1..].iter().map(|t| format!("{:.2}", t / medians[0])).collect();
    let proof = size(&chain[0].1.proof);
    println!("| {n} | {:.0} µs | {} | {proof} B |", medians[0], ratios.join(" | "));
}
