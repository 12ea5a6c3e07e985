//! Pedersen commitments to vectors: `com(v; r) = r·G + Σ v_i·G_i`, in constant time.
//!
//! The `G_i` are the crate's vector generators: nobody knows a relation between them or to `G`.

use curve25519_dalek::{
    Scalar,
    constants::RISTRETTO_BASEPOINT_POINT,
    ristretto::RistrettoPoint,
    traits::{MultiscalarMul, VartimeMultiscalarMul},
};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::{MAX_CARDS, permutation::Permutation};
use crate::{
    generators::generators,
    point::{Point, half},
};

/// `com(v; r)/2` where `v` has the value `values[k]` at the `k`-th of `positions` and zero
/// elsewhere. It is the half since encoding in batches doubles.
#[expect(clippy::indexing_slicing, reason = "positions are below MAX_CARDS")]
pub(super) fn commit_half(
    positions: impl Iterator<Item = usize>,
    values: &[Scalar],
    r: &Scalar,
) -> RistrettoPoint {
    let generators = generators(MAX_CARDS);
    let scalars: Zeroizing<Vec<Scalar>> =
        Zeroizing::new(core::iter::once(r).chain(values).map(|v| half() * v).collect());
    let points = positions.take(values.len()).map(|i| &generators[i]);
    let points: Vec<_> = core::iter::once(&RISTRETTO_BASEPOINT_POINT).chain(points).collect();
    RistrettoPoint::multiscalar_mul(&*scalars, points)
}

/// The generators in the order of the cards: at position `π(i)` there is `G_i`.
///
/// A commitment to a permuted public vector, `Σ v_{π(i)}·G_i = Σ v_j·G_{π⁻¹(j)}`, then has public
/// scalars in a public order, and only the points are secret: neither the schedule nor an address
/// depends on `π`, even where the multiplication takes its time from the scalars.
#[derive(ZeroizeOnDrop)]
pub(super) struct Permuted(Zeroizing<Vec<RistrettoPoint>>);

impl Permuted {
    pub(super) fn new(pi: &Permutation, n: usize) -> Self {
        let mut points: Zeroizing<Vec<_>> =
            Zeroizing::new(generators(MAX_CARDS).iter().take(n).copied().collect());
        pi.undo(&mut points);
        Self(points)
    }

    /// `com(π; r)`, positions counted from one: a sum of running sums, `2N` additions.
    pub(super) fn commit_positions(&self, r: &Scalar) -> Point {
        let mut running = Zeroizing::new(RistrettoPoint::default());
        let mut sum = RistrettoPoint::mul_base(r);
        for point in self.0.iter().rev() {
            *running += point;
            sum += *running;
        }
        Point::new(sum)
    }

    /// `com(t_π; r)` for public `t`.
    pub(super) fn commit(&self, t: &[Scalar], r: &Scalar) -> Point {
        let sum = RistrettoPoint::vartime_multiscalar_mul(t, self.0.iter());
        Point::new(sum + RistrettoPoint::mul_base(r))
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha12Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::shuffle::shape::Shape;

    #[test]
    fn permuted_generators_commit_to_permuted_vectors() {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        for sizes in [vec![1], vec![7], vec![3, 0, 4], vec![52], vec![200]] {
            let shape = Shape::new(sizes).unwrap();
            let (pi, r) = (Permutation::random(&shape, &mut rng), Scalar::random(&mut rng));
            let n = shape.cards();
            let permuted = Permuted::new(&pi, n);
            let positions: Vec<_> = (1..=n as u64).map(Scalar::from).collect();
            let t: Vec<_> = (0..n).map(|_| Scalar::random(&mut rng)).collect();
            for (v, c) in [
                (&positions, permuted.commit_positions(&r)),
                (&positions, permuted.commit(&positions, &r)),
                (&t, permuted.commit(&t, &r)),
            ] {
                let mut v = v.clone();
                pi.apply(&mut v);
                assert_eq!(Point::batch_doubles(&[commit_half(0..n, &v, &r)]), [c]);
            }
        }
    }
}
