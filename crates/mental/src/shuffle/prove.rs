//! Making a shuffle: section "The prover" of [the page](super).

use curve25519_dalek::{
    Scalar, constants::RISTRETTO_BASEPOINT_POINT, ristretto::RistrettoPoint, traits::MultiscalarMul,
};
use merlin::Transcript;
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::{
    Shuffle, ShuffleError, ShuffleProof, Shuffled, Third,
    challenge::{Rounds, contents, opened},
    commit::{Permuted, commit_half},
    permutation::Permutation,
    shape::Shape,
};
use crate::{
    card::{Card, MaskedCard, wire},
    keys::JointKey,
    point::{Point, half},
    transcript::Context,
};

type Scalars = Zeroizing<Vec<Scalar>>;
type Points = Zeroizing<Vec<RistrettoPoint>>;

/// Everything of a shuffle that does not depend on the cards, made before its turn comes.
///
/// It is for callers who have time before their turn and none in it: at 52 cards it leaves half of the
/// work for the turn and saves some 2 ms (`prepared` under [Speed](crate#speed)). People at a table do
/// not notice that, and [`Shuffle::new`] has an advantage: its permutation and nonces depend on the
/// cards, so that a generator which repeats itself, as after a crash, never gives two decks the same.
///
/// It holds a permutation and nonces, and using them for two shuffles would give them away: it cannot be
/// cloned, and shuffling consumes it.
///
/// ```compile_fail,E0382
/// # use mental::{Card, Context, PreparedShuffle};
/// fn twice(prepared: PreparedShuffle, ctx: &Context, input: &[Vec<Card>]) {
///     let _ = prepared.shuffle(ctx, input);
///     let _ = prepared.shuffle(ctx, input);
/// }
/// ```
#[derive(ZeroizeOnDrop)]
pub struct PreparedShuffle {
    #[zeroize(skip)]
    joint: JointKey,
    #[zeroize(skip)]
    shape: Shape,
    pi: Permutation,
    permuted: Permuted,
    /// `ρ_i`, `ρ_i·G` and `ρ_i·H`.
    rho: Scalars,
    rho_g: Points,
    rho_h: Points,
    s: Scalars,
    delta: Scalars,
    beta: Scalars,
    blind: Zeroizing<Blinds>,
    #[zeroize(skip)]
    c: Point,
    #[zeroize(skip)]
    c_s: Point,
    #[zeroize(skip)]
    c_beta: Point,
}

/// The blinding scalar of each commitment, and `R` of `E`.
#[derive(Zeroize)]
struct Blinds {
    r: Scalar,
    r_b: Scalar,
    r_s: Scalar,
    r_alpha: Scalar,
    r_beta: Scalar,
    e_s: Scalar,
}

impl PreparedShuffle {
    /// Draws permutations and nonces for piles of these sizes and commits to them. They come from
    /// `rng` alone, as the cards are not known yet: it must never have been in the same state before.
    pub fn prepare(
        joint: &JointKey,
        pile_sizes: &[usize],
        rng: &mut impl CryptoRng,
    ) -> Result<Self, ShuffleError> {
        let shape = Shape::new(pile_sizes.iter().copied())?;
        let pi = Permutation::random(&shape, rng);
        Ok(Self::with(joint, shape, pi, rng))
    }

    /// Draws nonces for this permutation and commits to it and to them.
    #[expect(clippy::indexing_slicing, reason = "the indices are those of the page, below N")]
    pub(super) fn with(
        joint: &JointKey,
        shape: Shape,
        pi: Permutation,
        rng: &mut impl CryptoRng,
    ) -> Self {
        let n = shape.cards();
        let permuted = Permuted::new(&pi, n);
        let (rho, mut s, mut delta) = (random(n, rng), random(n, rng), random(n, rng));
        for pile in shape.piles().iter().filter(|pile| !pile.is_empty()) {
            if pile.len() == 1 {
                s[pile.start] = Scalar::ZERO;
            }
            delta[pile.start] = s[pile.start];
            delta[pile.end - 1] = Scalar::ZERO;
        }
        // Allocated in full at first: a vector that grows leaves copies of secrets in memory.
        let mut beta: Scalars = Zeroizing::new(Vec::with_capacity(n));
        beta.extend(shape.steps().map(|i| -(delta[i] * s[i + 1])));
        let blind = Blinds::random(rng);
        let [c_s, c_beta] = encode_doubles([
            commit_half(0..n, &s, &blind.r_s),
            commit_half(shape.steps(), &beta, &blind.r_beta),
        ]);
        Self {
            joint: joint.clone(),
            rho_g: Zeroizing::new(rho.iter().map(RistrettoPoint::mul_base).collect()),
            rho_h: Zeroizing::new(rho.iter().map(|rho| joint.mul(rho)).collect()),
            c: permuted.commit_positions(&blind.r),
            shape,
            pi,
            permuted,
            rho,
            s,
            delta,
            beta,
            blind,
            c_s,
            c_beta,
        }
    }

    /// Shuffles `input`, whose piles must have the sizes that were prepared for.
    pub fn shuffle(self, ctx: &Context, input: &[Vec<Card>]) -> Result<Shuffle, ShuffleError> {
        let input = wire(input);
        let opened = opened(ctx, &self.joint, &input);
        self.shuffle_opened(opened, &input)
    }

    /// [`PreparedShuffle::shuffle`] together with its output, as [`Shuffle::make`] returns it.
    pub fn make(
        self,
        ctx: &Context,
        input: &[Vec<Card>],
    ) -> Result<(Shuffle, Shuffled), ShuffleError> {
        let joint = cfg!(debug_assertions).then(|| self.joint.clone());
        let shuffle = self.shuffle(ctx, input)?;
        let shuffled = Shuffled::of(&shuffle);
        if let Some(joint) = joint {
            debug_assert_eq!(shuffle.verify(ctx, &joint, input).as_ref(), Ok(&shuffled));
        }
        Ok((shuffle, shuffled))
    }

    /// Shuffles `input`, which the transcript has already.
    pub(super) fn shuffle_opened(
        self,
        opened: Transcript,
        input: &[Vec<MaskedCard>],
    ) -> Result<Shuffle, ShuffleError> {
        if !self.shape.fits(input) {
            return Err(ShuffleError::Sizes);
        }
        let cards = self.mask(input);
        let e_s = self.combine(input, &cards);
        let mut cards = cards.into_iter();
        let piles: Vec<Vec<_>> =
            input.iter().map(|pile| cards.by_ref().take(pile.len()).collect()).collect();
        let proof = self.prove(Rounds::new(opened, &piles), e_s);
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
        let (a, b) = (a.iter().zip(self.rho_g.iter()), b.iter().zip(self.rho_h.iter()));
        let masked = |(card, mask): (&RistrettoPoint, &RistrettoPoint)| Point::new(card + mask);
        a.zip(b).map(|(a, b)| MaskedCard { a: masked(a), b: masked(b) }).collect()
    }

    /// `E = Σ s_i·C'_i − Enc(0; R)`. Of open cards the first half is `(Σ s_i·ρ_i − R)·G`.
    fn combine(&self, input: &[Vec<MaskedCard>], cards: &[MaskedCard]) -> MaskedCard {
        let scalars = core::iter::once(-self.blind.e_s).chain(self.s.iter().copied());
        let scalars: Scalars = Zeroizing::new(scalars.map(|s| half() * s).collect());
        let sum = |base: &RistrettoPoint, element: fn(&MaskedCard) -> &Point| {
            let points = cards.iter().map(|card| element(card).point());
            let points: Vec<_> = core::iter::once(base).chain(points).collect();
            RistrettoPoint::multiscalar_mul(&*scalars, points)
        };
        let a = if input.iter().flatten().all(|card| card.a.is_identity()) {
            let products = self.s.iter().zip(self.rho.iter()).map(|(s, rho)| s * rho);
            let sum = Zeroizing::new(products.sum::<Scalar>() - self.blind.e_s);
            RistrettoPoint::mul_base(&Zeroizing::new(half() * *sum))
        } else {
            sum(&RISTRETTO_BASEPOINT_POINT, |card| &card.a)
        };
        let b = sum(self.joint.point().point(), |card| &card.b);
        let [a, b] = encode_doubles([a, b]);
        MaskedCard { a, b }
    }

    fn prove(&self, mut rounds: Rounds, e_s: MaskedCard) -> ShuffleProof {
        let Self { shape, rho, s, beta, blind, c, c_s, c_beta, .. } = self;

        let t = rounds.t(c, shape.cards());
        let c_b = self.permuted.commit(&t, &blind.r_b);

        let (lambda, x) = rounds.lambda_x(&c_b);
        let mut u: Scalars = Zeroizing::new(contents(&t, &lambda).collect());
        self.pi.apply(&mut u);
        let alpha = self.alpha(&u, &x);
        let [c_alpha] = encode_doubles([commit_half(shape.steps(), &alpha, &blind.r_alpha)]);
        let third = Third { c_s: *c_s, c_alpha, c_beta: *c_beta, e_s };

        let e = rounds.e(&third);
        ShuffleProof {
            c: *c,
            c_b,
            third,
            g: u.iter().zip(s.iter()).map(|(u, s)| e * u + s).collect(),
            h: alpha.iter().zip(beta.iter()).map(|(alpha, beta)| e * alpha + beta).collect(),
            z_rho: e * u.iter().zip(rho.iter()).map(|(u, rho)| u * rho).sum::<Scalar>() + blind.e_s,
            z: e * (lambda * blind.r + blind.r_b) + blind.r_s,
            y: e * blind.r_alpha + blind.r_beta,
        }
    }

    /// `α_i = δ_{i+1} − (u_{i+1} − x)·δ_i − p_i·s_{i+1}` for the steps `i`.
    #[expect(clippy::indexing_slicing, reason = "the indices are those of the page, below N")]
    fn alpha(&self, u: &[Scalar], x: &Scalar) -> Scalars {
        let Self { shape, s, delta, .. } = self;
        let mut alpha = Zeroizing::new(Vec::with_capacity(u.len()));
        for pile in shape.piles() {
            let mut p = Scalar::ONE;
            for i in pile.clone().take(pile.len().saturating_sub(1)) {
                p *= u[i] - x;
                alpha.push(delta[i + 1] - (u[i + 1] - x) * delta[i] - p * s[i + 1]);
            }
        }
        alpha
    }
}

impl Blinds {
    fn random(rng: &mut impl CryptoRng) -> Zeroizing<Self> {
        Zeroizing::new(Self {
            r: Scalar::random(rng),
            r_b: Scalar::random(rng),
            r_s: Scalar::random(rng),
            r_alpha: Scalar::random(rng),
            r_beta: Scalar::random(rng),
            e_s: Scalar::random(rng),
        })
    }
}

fn random(n: usize, rng: &mut impl CryptoRng) -> Scalars {
    Zeroizing::new((0..n).map(|_| Scalar::random(rng)).collect())
}

#[expect(clippy::indexing_slicing, reason = "a batch has as many points as were given")]
fn encode_doubles<const K: usize>(halves: [RistrettoPoint; K]) -> [Point; K] {
    let points = Point::batch_doubles(&halves);
    core::array::from_fn(|k| points[k])
}
