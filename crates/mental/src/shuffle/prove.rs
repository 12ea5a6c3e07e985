//! Making a shuffle: [the page](super), section "The prover".

use curve25519_dalek::{
    Scalar, constants::RISTRETTO_BASEPOINT_POINT, ristretto::RistrettoPoint, traits::MultiscalarMul,
};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    First, Shuffle, ShuffleError, ShuffleProof,
    challenge::Rounds,
    commit::{commit_half, commit_permutation},
    permutation::Permutation,
    shape::Shape,
};
use crate::{
    card::MaskedCard,
    keys::JointKey,
    point::{Point, half},
    transcript::Context,
};

type Scalars = Zeroizing<Vec<Scalar>>;
type Points = Zeroizing<Vec<RistrettoPoint>>;

/// Everything of a shuffle that does not depend on the cards, made before its turn comes.
///
/// It holds a permutation and nonces, and using them for two shuffles would give them away: it
/// cannot be cloned, and shuffling consumes it.
pub struct PreparedShuffle {
    joint: JointKey,
    shape: Shape,
    pi: Permutation,
    /// `ρ_i`, `ρ_i·G` and `ρ_i·H`.
    rho: Scalars,
    rho_g: Points,
    rho_h: Points,
    d: Scalars,
    s: Scalars,
    delta: Scalars,
    beta: Scalars,
    blind: Zeroizing<Blinds>,
    /// `c`, `c_d`, `c_s` and `c_β`.
    commitments: [Point; 4],
}

/// The blinding scalar of each commitment, and `R` of `E`.
#[derive(Clone, Copy)]
struct Blinds {
    c: Scalar,
    d: Scalar,
    s: Scalar,
    beta: Scalar,
    alpha: Scalar,
    e_d: Scalar,
}

impl zeroize::Zeroize for Blinds {
    fn zeroize(&mut self) {
        let Self { c, d, s, beta, alpha, e_d } = self;
        [c, d, s, beta, alpha, e_d].into_iter().for_each(Scalar::zeroize);
    }
}

impl PreparedShuffle {
    /// Draws permutations and nonces for piles of these sizes and commits to them.
    pub fn prepare(
        joint: &JointKey,
        pile_sizes: &[usize],
        rng: &mut impl CryptoRng,
    ) -> Result<Self, ShuffleError> {
        let shape = Shape::new(pile_sizes.iter().copied())?;
        let n = shape.cards();
        let pi = Permutation::random(&shape, rng);
        let (rho, d) = (random(n, rng), random(n, rng));
        let (mut s, mut delta) = (random(n, rng), random(n, rng));
        for pile in shape.piles().iter().filter(|pile| !pile.is_empty()) {
            if pile.len() == 1 {
                s[pile.start] = Scalar::ZERO;
            }
            delta[pile.start] = s[pile.start];
            delta[pile.end - 1] = Scalar::ZERO;
        }
        let beta: Scalars = Zeroizing::new(shape.steps().map(|i| -(delta[i] * s[i + 1])).collect());
        let blind = Zeroizing::new(Blinds {
            c: Scalar::random(rng),
            d: Scalar::random(rng),
            s: Scalar::random(rng),
            beta: Scalar::random(rng),
            alpha: Scalar::random(rng),
            e_d: Scalar::random(rng),
        });
        let c = commit_permutation(&pi, n, &blind.c);
        let [c_d, c_s, c_beta] = encode_doubles([
            commit_half(0..n, &d, &blind.d),
            commit_half(0..n, &s, &blind.s),
            commit_half(shape.steps(), &beta, &blind.beta),
        ]);
        let rho_g = Zeroizing::new(rho.iter().map(RistrettoPoint::mul_base).collect());
        let rho_h = Zeroizing::new(rho.iter().map(|rho| joint.mul(rho)).collect());
        let (joint, commitments) = (joint.clone(), [c, c_d, c_s, c_beta]);
        Ok(Self { joint, shape, pi, rho, rho_g, rho_h, d, s, delta, beta, blind, commitments })
    }

    /// Shuffles `input`, whose piles must have the sizes that were prepared for.
    pub fn shuffle(
        self,
        ctx: &Context,
        input: &[Vec<MaskedCard>],
    ) -> Result<Shuffle, ShuffleError> {
        if !self.shape.fits(input) {
            return Err(ShuffleError::Sizes);
        }
        let cards = self.mask(input);
        let first = self.first(&cards);
        let mut cards = cards.into_iter();
        let piles: Vec<Vec<_>> =
            input.iter().map(|pile| cards.by_ref().take(pile.len()).collect()).collect();
        let proof = self.prove(Rounds::open(ctx, &self.joint, input, &piles), first);
        Ok(Shuffle { piles, proof })
    }

    /// `C'_i = C_{π(i)} + Enc(0; ρ_i)`.
    fn mask(&self, input: &[Vec<MaskedCard>]) -> Vec<MaskedCard> {
        let permuted = |element: fn(&MaskedCard) -> &Point| {
            let cards = input.iter().flatten();
            let mut points: Points =
                Zeroizing::new(cards.map(|card| *element(card).point()).collect());
            self.pi.apply(&mut points);
            points
        };
        let (a, b) = (permuted(|card| &card.a), permuted(|card| &card.b));
        let masked = |points: &Points, masks: &Points, i: usize| Point::new(points[i] + masks[i]);
        (0..a.len())
            .map(|i| MaskedCard { a: masked(&a, &self.rho_g, i), b: masked(&b, &self.rho_h, i) })
            .collect()
    }

    /// The first round: the commitments, and `E = Enc(0; R) + Σ d_i·C'_i`.
    fn first(&self, cards: &[MaskedCard]) -> First {
        let scalars: Scalars = Zeroizing::new(
            core::iter::once(&self.blind.e_d).chain(self.d.iter()).map(|d| half() * d).collect(),
        );
        let sum = |base: &RistrettoPoint, element: fn(&MaskedCard) -> &Point| {
            let points =
                core::iter::once(base).chain(cards.iter().map(|card| element(card).point()));
            RistrettoPoint::multiscalar_mul(&*scalars, points.collect::<Vec<_>>())
        };
        let [a, b] = encode_doubles([
            sum(&RISTRETTO_BASEPOINT_POINT, |card| &card.a),
            sum(self.joint.point().point(), |card| &card.b),
        ]);
        let [c, c_d, c_s, c_beta] = self.commitments;
        First { c, c_d, c_s, c_beta, e_d: MaskedCard { a, b } }
    }

    /// The later rounds.
    fn prove(&self, mut rounds: Rounds, first: First) -> ShuffleProof {
        let Self { shape, pi, rho, d, s, delta, beta, blind, .. } = self;
        let n = shape.cards();

        let mut b: Scalars = Zeroizing::new(rounds.t(&first, n));
        pi.apply(&mut b);
        let f: Vec<_> = b.iter().zip(d.iter()).map(|(b, d)| b - d).collect();
        let z_rho = b.iter().zip(rho.iter()).map(|(b, rho)| b * rho).sum::<Scalar>() + blind.e_d;

        let (lambda, x) = rounds.lambda_x(&f, &z_rho);
        let mut a: Scalars = Zeroizing::new((1..=n as u64).map(Scalar::from).collect());
        pi.apply(&mut a);
        let u: Scalars =
            Zeroizing::new(a.iter().zip(b.iter()).map(|(a, b)| lambda * a + b).collect());
        let mut alpha: Scalars = Zeroizing::new(Vec::with_capacity(n));
        for pile in shape.piles() {
            let mut p = Scalar::ONE;
            for i in pile.clone().take(pile.len().saturating_sub(1)) {
                p *= u[i] - x;
                alpha.push(delta[i + 1] - (u[i + 1] - x) * delta[i] - p * s[i + 1]);
            }
        }
        let [c_alpha] = encode_doubles([commit_half(shape.steps(), &alpha, &blind.alpha)]);

        let e = rounds.e(&c_alpha);
        ShuffleProof {
            first,
            f,
            z_rho,
            c_alpha,
            g: u.iter().zip(s.iter()).map(|(u, s)| e * u + s).collect(),
            z: e * (lambda * blind.c + blind.d) + blind.s,
            h: alpha.iter().zip(beta.iter()).map(|(alpha, beta)| e * alpha + beta).collect(),
            y: e * blind.alpha + blind.beta,
        }
    }
}

fn random(n: usize, rng: &mut impl CryptoRng) -> Scalars {
    Zeroizing::new((0..n).map(|_| Scalar::random(rng)).collect())
}

fn encode_doubles<const K: usize>(halves: [RistrettoPoint; K]) -> [Point; K] {
    let points = Point::batch_doubles(&halves);
    core::array::from_fn(|k| points[k])
}
