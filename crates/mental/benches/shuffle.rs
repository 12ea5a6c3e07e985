//! Shuffles with criterion, beside the floor: `cargo bench -p nodealer-mental --bench shuffle`.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::{Bench, ctx, links};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use mental::{PreparedShuffle, Shuffle};

fn shuffles(c: &mut Criterion) {
    for n in [3, 10, 32, 52, 62, 96, 256] {
        let mut bench = Bench::new(n);
        let chain = bench.chain(8);
        let Bench { joint, piles, mut rng, .. } = Bench::new(n);
        let mut group = c.benchmark_group("shuffle");
        group.sample_size(10).throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("floor", n), |b| b.iter(|| bench.floor()));
        group.bench_function(BenchmarkId::new("shuffle", n), |b| b.iter(|| bench.shuffle()));
        group.bench_function(BenchmarkId::new("prepared", n), |b| {
            b.iter_batched(
                || PreparedShuffle::prepare(&joint, &[n], &mut rng).unwrap(),
                |prepared| prepared.shuffle(&ctx(0), &piles).unwrap(),
                BatchSize::SmallInput,
            );
        });
        group.bench_function(BenchmarkId::new("verify", n), |b| {
            b.iter(|| chain[0].1.verify(&ctx(0), &joint, &piles).unwrap());
        });
        // Eight shuffles an iteration, so that the rate is shuffles a second.
        group.throughput(Throughput::Elements(8));
        group.bench_function(BenchmarkId::new("chain8", n), |b| {
            b.iter(|| Shuffle::verify_chain(&joint, &piles, &links(&chain)).unwrap());
        });
        group.finish();
    }
}

criterion_group!(benches, shuffles);
criterion_main!(benches);
