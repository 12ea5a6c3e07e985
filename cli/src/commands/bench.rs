use std::{
    hint::black_box,
    io::{self, BufWriter, Write},
    time::Instant,
};

use clap::Args;
use curve25519_dalek::{
    Scalar,
    ristretto::{RistrettoBasepointTable, RistrettoPoint},
};
use mental::{
    Card, Context, JointKey, PublicKey, SecretKey, Shares, Shuffle, face_point, key_commitment,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde::Serialize;

use crate::Failure;

const SHUFFLES: [usize; 6] = [3, 10, 32, 52, 62, 96];
const SHARES: [usize; 2] = [1, 32];
const CHAIN: usize = 8;

/// What the cryptography costs on this machine, in milliseconds, on one thread
#[derive(Args)]
pub struct Bench {
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    shuffles: Vec<ShuffleCost>,
    shares: Vec<ShareCost>,
}

/// Medians, in milliseconds.
#[derive(Serialize)]
struct ShuffleCost {
    cards: usize,
    /// Masking alone: 2N multiplications of fixed bases, and 2N points encoded.
    floor: f64,
    shuffle: f64,
    verify: f64,
    verify_chain8_per_shuffle: f64,
    proof_bytes: usize,
}

/// Medians, in milliseconds.
#[derive(Serialize)]
struct ShareCost {
    cards: usize,
    share: f64,
    verify_share: f64,
}

impl Bench {
    pub fn run(&self) -> Result<(), Failure> {
        let table = Table::new()
            .ok_or_else(|| Failure::Usage("The keys for measuring were refused.".into()))?;
        let mut report = Report { shuffles: Vec::new(), shares: Vec::new() };
        for cards in SHUFFLES {
            let _ = writeln!(io::stderr(), "Measuring shuffles of {cards} cards …");
            report.shuffles.extend(table.shuffles(cards));
        }
        report.shares.extend(SHARES.iter().filter_map(|&cards| table.shares(cards)));
        let mut out = BufWriter::new(io::stdout());
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&report).map_err(io::Error::other)?)?;
        } else {
            report.write(&mut out)?;
        }
        Ok(out.flush()?)
    }
}

impl Report {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Milliseconds, and in brackets as multiples of masking alone (the floor)")?;
        writeln!(out, "cards   floor        shuffle         verify   chain of 8, each   proof")?;
        for c in &self.shuffles {
            let times = |t: f64| format!("{t:7.2} ({:4.2})", t / c.floor);
            let [shuffle, verify, chain] =
                [c.shuffle, c.verify, c.verify_chain8_per_shuffle].map(times);
            writeln!(
                out,
                "{:5} {:7.2} {shuffle} {verify}     {chain} {:6} B",
                c.cards, c.floor, c.proof_bytes
            )?;
        }
        writeln!(out, "cards   share   verify")?;
        self.shares.iter().try_for_each(|c| {
            writeln!(out, "{:5} {:7.2}  {:7.2}", c.cards, c.share, c.verify_share)
        })
    }
}

/// A table of four whose keys are worth nothing.
struct Table {
    secret: SecretKey,
    key: PublicKey,
    joint: JointKey,
    /// Fixed-base tables for the joint key, as masking uses them.
    base: RistrettoBasepointTable,
}

impl Table {
    fn new() -> Option<Self> {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let secrets: Vec<_> = (0..4).map(|_| SecretKey::generate(&mut rng)).collect();
        let key = |(seat, secret): (u16, &SecretKey)| {
            let (key, blind) = (secret.public(), [0; 32]);
            let commitment = key_commitment(&key, &blind);
            let context = Context::new([0; 32], 0, seat);
            let proof = secret.prove(&context, &mut rng);
            PublicKey::verify(&context, &commitment, &key, &blind, &proof).ok()
        };
        let keys = (0..).zip(&secrets).map(key).collect::<Option<Vec<_>>>()?;
        let joint = JointKey::new(&keys).ok()?;
        let base = RistrettoBasepointTable::create(joint.point().point());
        Some(Self { secret: secrets.into_iter().next()?, key: keys[0], joint, base })
    }

    fn shuffles(&self, cards: usize) -> Option<ShuffleCost> {
        let mut rng = ChaCha20Rng::from_seed([2; 32]);
        let first = self.deck(cards, &mut rng)?;
        let mut chain: Vec<(Context, Shuffle)> = Vec::new();
        let mut input = first.clone();
        for link in 0..CHAIN {
            let context = context(link as u64);
            let shuffle = Shuffle::new(&context, &self.joint, &input, &mut rng).ok()?;
            input = shuffle.verify(&context, &self.joint, &input).ok()?.into_piles();
            chain.push((context, shuffle));
        }
        let links: Vec<_> = chain.iter().map(|(context, shuffle)| (*context, shuffle)).collect();
        let scalars: Vec<Scalar> = (0..cards).map(|_| Scalar::random(&mut rng)).collect();
        let rounds = (600 / cards).clamp(7, 61);
        Some(ShuffleCost {
            cards,
            floor: median(rounds, || self.floor(&scalars)),
            shuffle: median(rounds, || Shuffle::new(&context(0), &self.joint, &first, &mut rng)),
            verify: median(rounds, || links[0].1.verify(&links[0].0, &self.joint, &first)),
            verify_chain8_per_shuffle: median(rounds / 2, || {
                Shuffle::verify_chain(&self.joint, &first, &links)
            }) / CHAIN as f64,
            proof_bytes: proto::codec::encode(&links[0].1.proof).len(),
        })
    }

    /// A deck that was shuffled once.
    fn deck(&self, cards: usize, rng: &mut ChaCha20Rng) -> Option<Vec<Vec<Card>>> {
        let faces = (0..cards).map(|i| Card::open(face_point("bench", 0, i as u8)));
        let open = [faces.collect()];
        let shuffle = Shuffle::new(&context(0), &self.joint, &open, rng).ok()?;
        Some(shuffle.verify(&context(0), &self.joint, &open).ok()?.into_piles())
    }

    fn floor(&self, scalars: &[Scalar]) -> Vec<curve25519_dalek::ristretto::CompressedRistretto> {
        let points: Vec<RistrettoPoint> =
            scalars.iter().flat_map(|s| [RistrettoPoint::mul_base(s), s * &self.base]).collect();
        RistrettoPoint::double_and_compress_batch(&points)
    }

    fn shares(&self, cards: usize) -> Option<ShareCost> {
        let mut rng = ChaCha20Rng::from_seed([3; 32]);
        let masked = self.deck(cards, &mut rng)?.concat();
        let shares = Shares::new(&context(1), &self.secret, &masked, &mut rng);
        Some(ShareCost {
            cards,
            share: median(31, || Shares::new(&context(1), &self.secret, &masked, &mut rng)),
            verify_share: median(31, || shares.verify(&context(1), &self.key, &masked)),
        })
    }
}

fn context(step: u64) -> Context {
    Context::new([0; 32], step, 0)
}

/// The median of some runs, in milliseconds.
fn median<T>(rounds: usize, mut work: impl FnMut() -> T) -> f64 {
    let mut times: Vec<f64> = (0..rounds.max(1))
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
