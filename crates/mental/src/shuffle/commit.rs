//! Pedersen commitments to vectors: `com(v; r) = r·G + Σ v_i·G_i`, in constant time.
//!
//! The `G_i` are the crate's vector generators: nobody knows a relation between them or to `G`.

use curve25519_dalek::{
    Scalar, constants::RISTRETTO_BASEPOINT_POINT, ristretto::RistrettoPoint, traits::MultiscalarMul,
};
use zeroize::Zeroizing;

use super::{MAX_CARDS, permutation::Permutation};
use crate::{
    generators::generators,
    point::{Point, half},
};

/// `com(v; r)/2` where `v` has the value `values[k]` at the `k`-th of `positions` and zero
/// elsewhere. It is the half since encoding in batches doubles.
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

/// `com(π; r)`, positions counted from one.
///
/// `Σ π(i)·G_i = Σ j·G_{π⁻¹(j)}` is a sum of running sums: `2N` additions, no multiplication.
pub(super) fn commit_permutation(pi: &Permutation, n: usize, r: &Scalar) -> Point {
    let mut points = Zeroizing::new(generators(MAX_CARDS)[..n].to_vec());
    pi.undo(&mut points);
    let mut running = Zeroizing::new(RistrettoPoint::default());
    let mut sum = RistrettoPoint::mul_base(r);
    for point in points.iter().rev() {
        *running += point;
        sum += *running;
    }
    Point::new(sum)
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha12Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::shuffle::shape::Shape;

    #[test]
    fn running_sums_commit_to_the_permutation() {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        for sizes in [vec![1], vec![7], vec![3, 0, 4], vec![52]] {
            let shape = Shape::new(sizes).unwrap();
            let (pi, r) = (Permutation::random(&shape, &mut rng), Scalar::random(&mut rng));
            let n = shape.cards();
            let mut a: Vec<Scalar> = (1..=n as u64).map(Scalar::from).collect();
            pi.apply(&mut a);
            let [c] = Point::batch_doubles(&[commit_half(0..n, &a, &r)])[..] else { panic!() };
            assert_eq!(commit_permutation(&pi, n, &r), c);
        }
    }
}
