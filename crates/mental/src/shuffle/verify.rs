//! Checking shuffles: section "The verifier" of [the page](super).

use curve25519_dalek::{
    Scalar,
    constants::RISTRETTO_BASEPOINT_POINT,
    ristretto::RistrettoPoint,
    traits::{IsIdentity, VartimeMultiscalarMul},
};

use super::{
    MAX_CARDS, Shuffle, ShuffleError, ShuffleProof, Third,
    challenge::{Challenges, Rounds, contents},
    shape::Shape,
};
use crate::{
    card::{Card, MaskedCard, wire},
    generators::generators,
    keys::JointKey,
    point::Point,
    transcript::{Context, TranscriptProtocol, batch, label::shuffle},
};

/// The output of a shuffle whose proof holds. Only verification makes it, or the one who shuffles, or a
/// [claim](crate#claims).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffled(Vec<Vec<Card>>);

impl Shuffled {
    /// The output of a shuffle that is known to be valid.
    pub(super) fn of(shuffle: &Shuffle) -> Self {
        let cards = |pile: &Vec<MaskedCard>| pile.iter().copied().map(Card::trusted).collect();
        Self(shuffle.piles.iter().map(cards).collect())
    }

    /// The piles.
    pub fn piles(&self) -> &[Vec<Card>] {
        &self.0
    }

    /// The piles, to keep.
    pub fn into_piles(self) -> Vec<Vec<Card>> {
        self.0
    }
}

/// Which shuffle of a chain is refused, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shuffle {link} of the chain is refused: {error}")]
pub struct ChainError {
    /// The first bad shuffle, counted from zero.
    pub link: usize,
    /// What is wrong with it.
    pub error: ShuffleError,
}

impl Shuffle {
    /// Accepts the piles if the proof shows them to be `input`, each pile masked again and
    /// permuted within itself.
    pub fn verify(
        &self,
        ctx: &Context,
        joint: &JointKey,
        input: &[Vec<Card>],
    ) -> Result<Shuffled, ShuffleError> {
        self.check(ctx, joint, &wire(input))?;
        Ok(Shuffled::of(self))
    }

    /// What [`verify`](Self::verify) returns if the proof holds, without checking it: see [the
    /// crate](crate#claims).
    pub fn claimed(&self, input: &[Vec<Card>]) -> Result<Shuffled, ShuffleError> {
        self.has_form(&Shape::new(input.iter().map(Vec::len))?)?;
        Ok(Shuffled::of(self))
    }

    /// Checks everything but the equations of the argument.
    fn has_form(&self, shape: &Shape) -> Result<(), ShuffleError> {
        let Self { piles, proof } = self;
        // In a chain this is also the next link's input.
        if !shape.fits(piles) {
            return Err(ShuffleError::Sizes);
        }
        if proof.g.len() != shape.cards() || proof.h.len() != shape.steps().count() {
            return Err(ShuffleError::Length);
        }
        if piles.iter().flatten().any(|card| card.a.is_identity() || card.b.is_identity()) {
            return Err(ShuffleError::Unmasked);
        }
        Ok(())
    }

    fn check(
        &self,
        ctx: &Context,
        joint: &JointKey,
        input: &[Vec<MaskedCard>],
    ) -> Result<(), ShuffleError> {
        let shape = Shape::of(input)?;
        let link = Link::new(ctx, joint, &shape, input, self)?;
        if hold(joint, &shape, input, &[link]) { Ok(()) } else { Err(ShuffleError::Proof) }
    }

    /// Verifies a chain of shuffles: the first of `input`, each of the others of the output of the one
    /// before. Together they cost about half of what they cost one by one.
    pub fn verify_chain(
        joint: &JointKey,
        input: &[Vec<Card>],
        links: &[(Context, &Self)],
    ) -> Result<Vec<Shuffled>, ChainError> {
        let input = &wire(input)[..];
        let inputs = || core::iter::once(input).chain(links.iter().map(|(_, s)| &s.piles[..]));
        let shape = Shape::of(input).map_err(|error| ChainError { link: 0, error })?;
        let checked: Result<Vec<_>, _> = (inputs().zip(links))
            .map(|(input, (ctx, shuffle))| Link::new(ctx, joint, &shape, input, shuffle))
            .collect();
        if checked.is_ok_and(|links| hold(joint, &shape, input, &links)) {
            return Ok(links.iter().map(|(_, shuffle)| Shuffled::of(shuffle)).collect());
        }
        // Something is wrong somewhere: the first that fails alone is the culprit.
        (inputs().zip(links).enumerate())
            .map(|(link, (input, (ctx, shuffle)))| {
                let checked = shuffle.check(ctx, joint, input);
                checked.map(|()| Shuffled::of(shuffle)).map_err(|error| ChainError { link, error })
            })
            .collect()
    }
}

/// One shuffle whose form is right, with its challenges: what is left is to check the equations.
pub(super) struct Link<'a> {
    pub(super) shuffle: &'a Shuffle,
    pub(super) challenges: Challenges,
    pub(super) digest: [u8; 32],
}

impl<'a> Link<'a> {
    pub(super) fn new(
        ctx: &Context,
        joint: &JointKey,
        shape: &Shape,
        input: &[Vec<MaskedCard>],
        shuffle: &'a Shuffle,
    ) -> Result<Self, ShuffleError> {
        shuffle.has_form(shape)?;
        let Shuffle { piles, proof } = shuffle;
        let rounds = Rounds::open(ctx, joint, input, piles);
        let (challenges, digest) = rounds.replay(proof, shape.cards());
        Ok(Self { shuffle, challenges, digest })
    }

    /// Equation (P) for every pile, given `m`.
    #[expect(clippy::indexing_slicing, reason = "all have N entries, which `new` has checked of g")]
    fn products_hold(&self, shape: &Shape, m: &[Scalar]) -> bool {
        let Challenges { x, e, .. } = &self.challenges;
        let ShuffleProof { g, h, .. } = &self.shuffle.proof;
        let e_x = e * x;
        let mut h = h.iter();
        shape.piles().iter().all(|pile| {
            let (mut left, mut right) = (Scalar::ONE, Scalar::ONE);
            let mut power = Scalar::ONE;
            for i in pile.clone() {
                left *= g[i] - e_x;
                right *= e * m[i] - e_x;
                if i > pile.start {
                    left += power * h.next().unwrap_or(&Scalar::ZERO);
                    power *= e;
                }
            }
            left == right
        })
    }
}

/// Whether all equations of a chain hold: the products in the field, and everything in the group
/// as one multiscalar multiplication of the sum of all equations, each with its own weight.
pub(super) fn hold(
    joint: &JointKey,
    shape: &Shape,
    input: &[Vec<MaskedCard>],
    links: &[Link<'_>],
) -> bool {
    let n = shape.cards();
    let mut sum = Sum {
        base: Scalar::ZERO,
        joint: Scalar::ZERO,
        generators: vec![Scalar::ZERO; n],
        scalars: vec![Scalar::ZERO; 2 * n],
        points: input.iter().flatten().flat_map(card_points).collect(),
    };
    let products_hold = links.iter().zip(weights(links)).all(|(link, weights)| {
        let m: Vec<_> = contents(&link.challenges.t, &link.challenges.lambda).collect();
        sum.add(shape, link, &m, weights);
        link.products_hold(shape, &m)
    });
    sum.drop_neutral(input);
    products_hold && sum.is_zero(joint)
}

/// The weights of (A), (B), (U) and (V) for every link; each depends on all links.
pub(super) fn weights(links: &[Link<'_>]) -> Vec<[Scalar; 4]> {
    let mut t = batch(links.iter().map(|link| &link.digest));
    links.iter().map(|_| core::array::from_fn(|_| t.short_challenge(shuffle::W))).collect()
}

/// A sum of multiples of `G`, `H`, the `G_i` and other points.
struct Sum {
    base: Scalar,
    joint: Scalar,
    generators: Vec<Scalar>,
    scalars: Vec<Scalar>,
    /// Ends with the `2N` points of the cards that go into the next link.
    points: Vec<RistrettoPoint>,
}

impl Sum {
    /// Adds the equations (A), (B), (U) and (V) of one link, everything on the left.
    #[expect(clippy::indexing_slicing, reason = "the last 2N scalars, and generators below N")]
    fn add(&mut self, shape: &Shape, link: &Link<'_>, m: &[Scalar], weights: [Scalar; 4]) {
        let [w_a, w_b, w_u, w_v] = weights;
        let Challenges { lambda, e, .. } = &link.challenges;
        let Shuffle { piles, proof } = link.shuffle;
        let ShuffleProof { c, c_b, third, g, h, z_rho, z, y } = proof;
        let Third { c_s, c_alpha, c_beta, e_s } = third;

        self.base -= w_a * z_rho + w_u * z + w_v * y;
        self.joint -= w_b * z_rho;
        for (generator, g) in self.generators.iter_mut().zip(g) {
            *generator -= w_u * g;
        }
        for (i, h) in shape.steps().zip(h) {
            self.generators[i] -= w_v * h;
        }
        let into = self.scalars.len() - 2 * m.len();
        let (w_ae, w_be, w_ue, w_ve) = (w_a * e, w_b * e, w_u * e, w_v * e);
        for (pair, m) in self.scalars[into..].chunks_exact_mut(2).zip(m) {
            pair[0] -= w_ae * m;
            pair[1] -= w_be * m;
        }
        self.scalars.extend([-w_a, -w_b, w_ue * lambda, w_ue, w_u, w_ve, w_v]);
        self.points.extend([&e_s.a, &e_s.b, c, c_b, c_s, c_alpha, c_beta].map(Point::point));
        self.scalars.extend(g.iter().flat_map(|g| [w_a * g, w_b * g]));
        self.points.extend(piles.iter().flatten().flat_map(card_points));
    }

    /// Drops the terms of neutral points, which the sum begins with: half of every open card, a fifth of all terms in the
    /// first shuffle of a deck.
    fn drop_neutral(&mut self, input: &[Vec<MaskedCard>]) {
        let kept = || {
            let points = input.iter().flatten().flat_map(|card| [&card.a, &card.b]);
            points.map(|point| !point.is_identity())
        };
        let (mut scalars, mut points) = (kept(), kept());
        self.scalars.retain(|_| scalars.next().unwrap_or(true));
        self.points.retain(|_| points.next().unwrap_or(true));
    }

    fn is_zero(&self, joint: &JointKey) -> bool {
        let generators = generators(MAX_CARDS);
        let scalars =
            [&self.base, &self.joint].into_iter().chain(&self.generators).chain(&self.scalars);
        let points = [&RISTRETTO_BASEPOINT_POINT, joint.point().point()].into_iter();
        let points =
            points.chain(generators.iter().take(self.generators.len())).chain(&self.points);
        RistrettoPoint::vartime_multiscalar_mul(scalars, points).is_identity()
    }
}

fn card_points(card: &MaskedCard) -> [RistrettoPoint; 2] {
    [*card.a.point(), *card.b.point()]
}
