mod table;

use std::{
    fmt::Display,
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

use crate::{Failure, progress};

const SHUFFLES: [usize; 6] = [3, 10, 32, 52, 62, 96];
const SHARES: [usize; 2] = [1, 32];
const CHAIN: usize = 8;

/// What the cryptography costs on this machine, in milliseconds, on one thread
#[derive(Args)]
pub(super) struct Bench {
    /// The critical path of whole tables instead: until the first question, over a deal, over a move
    #[arg(long)]
    table: bool,
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
    /// Masking alone: 2N fixed-base multiplications and 2N encodings of points.
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
    pub(super) fn run(&self) -> Result<(), Failure> {
        if self.table {
            let tables = table::Tables::measure()?;
            self.print(&tables, |out| tables.write(out))
        } else {
            let report = Report::measure(|cards| (600 / cards).clamp(7, 61))?;
            self.print(&report, |out| report.write(out))
        }
    }

    fn print(
        &self,
        report: &impl Serialize,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut out = BufWriter::new(io::stdout());
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(report).map_err(io::Error::other)?)?;
        } else {
            write(&mut out)?;
        }
        Ok(out.flush()?)
    }
}

impl Report {
    /// Measures everything; `rounds` gives the number of rounds for a number of cards.
    fn measure(rounds: fn(usize) -> usize) -> Result<Self, Failure> {
        let table = SampleKeys::new()?;
        let bar = progress::bar(SHUFFLES.len() as u64, "sizes of decks");
        let shuffles = SHUFFLES.map(|cards| {
            let cost = table.shuffles(cards, rounds(cards));
            bar.inc(1);
            cost
        });
        bar.finish_and_clear();
        let shares = SHARES.map(|cards| table.shares(cards, rounds(cards)));
        Ok(Self {
            shuffles: shuffles.into_iter().collect::<Result<_, _>>()?,
            shares: shares.into_iter().collect::<Result<_, _>>()?,
        })
    }

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

/// A table of four with throwaway keys.
struct SampleKeys {
    secret: SecretKey,
    key: PublicKey,
    joint: JointKey,
    /// Fixed-base tables for the joint key, as masking uses them.
    base: RistrettoBasepointTable,
}

impl SampleKeys {
    fn new() -> Result<Self, Failure> {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let secrets = [(); 4].map(|()| SecretKey::generate(&mut rng));
        let key = |(seat, secret): (u16, &SecretKey)| {
            let (key, blind) = (secret.public(), [0; 32]);
            let commitment = key_commitment(&key, &blind);
            let context = Context::new([0; 32], 0, seat);
            let proof = secret.prove(&context, &mut rng);
            PublicKey::verify(&context, &commitment, &key, &blind, &proof).map_err(broken)
        };
        let keys = (0..).zip(&secrets).map(key).collect::<Result<Vec<_>, _>>()?;
        let joint = JointKey::new(&keys).map_err(broken)?;
        let base = RistrettoBasepointTable::create(joint.point().point());
        let [secret, ..] = secrets;
        Ok(Self { secret, key: keys[0], joint, base })
    }

    fn shuffles(&self, cards: usize, rounds: usize) -> Result<ShuffleCost, Failure> {
        let mut rng = ChaCha20Rng::from_seed([2; 32]);
        let first = self.deck(cards, &mut rng)?;
        let mut chain: Vec<(Context, Shuffle)> = Vec::new();
        let mut input = first.clone();
        for link in 0..CHAIN {
            let context = context(link as u64);
            let shuffle = Shuffle::new(&context, &self.joint, &input, &mut rng).map_err(broken)?;
            input = shuffle.verify(&context, &self.joint, &input).map_err(broken)?.into_piles();
            chain.push((context, shuffle));
        }
        let links: Vec<_> = chain.iter().map(|(context, shuffle)| (*context, shuffle)).collect();
        let scalars: Vec<Scalar> = (0..cards).map(|_| Scalar::random(&mut rng)).collect();
        let (one, shown) = links[0];
        let [floor, shuffle, verify, chain] = medians(
            rounds,
            [
                &mut || time(|| Ok::<_, Failure>(self.floor(&scalars))),
                &mut || time(|| Shuffle::new(&context(0), &self.joint, &first, &mut rng)),
                &mut || time(|| shown.verify(&one, &self.joint, &first)),
                &mut || time(|| Shuffle::verify_chain(&self.joint, &first, &links)),
            ],
        )?;
        Ok(ShuffleCost {
            cards,
            floor,
            shuffle,
            verify,
            verify_chain8_per_shuffle: chain / CHAIN as f64,
            proof_bytes: proto::codec::encode(&shown.proof).len(),
        })
    }

    /// A deck that was shuffled once.
    fn deck(&self, cards: usize, rng: &mut ChaCha20Rng) -> Result<Vec<Vec<Card>>, Failure> {
        let faces = (0..cards).map(|i| Card::open(face_point("bench", 0, i as u8)));
        let open = [faces.collect()];
        let shuffle = Shuffle::new(&context(0), &self.joint, &open, rng).map_err(broken)?;
        Ok(shuffle.verify(&context(0), &self.joint, &open).map_err(broken)?.into_piles())
    }

    fn floor(&self, scalars: &[Scalar]) -> Vec<curve25519_dalek::ristretto::CompressedRistretto> {
        let points: Vec<RistrettoPoint> =
            scalars.iter().flat_map(|s| [RistrettoPoint::mul_base(s), s * &self.base]).collect();
        RistrettoPoint::double_and_compress_batch(&points)
    }

    fn shares(&self, cards: usize, rounds: usize) -> Result<ShareCost, Failure> {
        let mut rng = ChaCha20Rng::from_seed([3; 32]);
        let masked = self.deck(cards, &mut rng)?.concat();
        let shares = Shares::new(&context(1), &self.secret, &masked, &mut rng);
        let mut share = || {
            let made = Shares::new(&context(1), &self.secret, &masked, &mut rng);
            Ok::<_, Failure>(made)
        };
        let verify = || shares.verify(&context(1), &self.key, &masked);
        let [share, verify_share] =
            medians(rounds, [&mut || time(&mut share), &mut || time(verify)])?;
        Ok(ShareCost { cards, share, verify_share })
    }
}

fn context(step: u64) -> Context {
    Context::new([0; 32], step, 0)
}

/// The failure that a proof made on this machine does not verify.
fn broken(what: impl Display) -> Failure {
    Failure::Violation(format!(
        "The cryptography fails on this machine: {what}. Please report it, with the kind of processor."
    ))
}

/// How long some work takes, in milliseconds; fails if the work does.
fn time<T, E: Display>(work: impl FnOnce() -> Result<T, E>) -> Result<f64, Failure> {
    let start = Instant::now();
    black_box(work()).map_err(broken)?;
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}

/// The median of each task. Tasks take turns, so that a slow moment affects all of them.
fn medians<const K: usize>(
    rounds: usize,
    mut tasks: [&mut dyn FnMut() -> Result<f64, Failure>; K],
) -> Result<[f64; K], Failure> {
    let mut times = [const { Vec::new() }; K];
    for _ in 0..rounds {
        for (task, times) in tasks.iter_mut().zip(&mut times) {
            times.push(task()?);
        }
    }
    Ok(times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_document_has_every_size_and_every_cost() {
        let report = serde_json::to_value(Report::measure(|_| 1).unwrap()).unwrap();
        let costs = |list: &str, costs: &[&str]| -> Vec<u64> {
            let rows = report[list].as_array().unwrap();
            for row in rows {
                assert!(costs.iter().all(|cost| row[cost].as_f64().unwrap() > 0.0), "{row}");
                assert_eq!(row.as_object().unwrap().len(), costs.len() + 1);
            }
            rows.iter().map(|row| row["cards"].as_u64().unwrap()).collect()
        };
        let shuffle = ["floor", "shuffle", "verify", "verify_chain8_per_shuffle", "proof_bytes"];
        assert_eq!(costs("shuffles", &shuffle), [3, 10, 32, 52, 62, 96]);
        assert_eq!(costs("shares", &["share", "verify_share"]), [1, 32]);
        assert_eq!(report.as_object().map(serde_json::Map::len), Some(2));
        let bytes: Vec<&Value> =
            report["shuffles"].as_array().unwrap().iter().map(|r| &r["proof_bytes"]).collect();
        assert!(bytes.iter().all(|bytes| bytes.is_u64()), "{bytes:?}");
    }

    #[test]
    fn work_that_fails_is_no_measurement() {
        let failed = time(|| Err::<(), _>("the proof does not hold"));
        assert!(matches!(failed, Err(Failure::Violation(why)) if why.contains("does not hold")));
    }

    #[test]
    fn tasks_take_turns_and_each_has_its_own_median() {
        let order = std::cell::RefCell::new(Vec::new());
        let task = |name, mut times: Vec<f64>| {
            let order = &order;
            move || {
                order.borrow_mut().push(name);
                Ok(times.remove(0))
            }
        };
        let (mut a, mut b) = (task('a', vec![3.0, 9.0, 1.0]), task('b', vec![7.0, 5.0, 6.0]));
        assert_eq!(medians(3, [&mut a, &mut b]).unwrap(), [3.0, 6.0]);
        assert_eq!(*order.borrow(), ['a', 'b', 'a', 'b', 'a', 'b']);
    }
}
