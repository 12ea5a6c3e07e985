//! The weights of a batch are drawn when everything they weigh is fixed: whoever could read them
//! before would bend two errors against each other.

use super::*;
use crate::shuffle::verify::weights;

/// Bends `z` and `y` of a proof so that the errors of (U) and (V), multiples of `G` both, cancel
/// under these weights.
fn bend_within(shuffle: &mut Shuffle, [.., w_u, w_v]: [Scalar; 4]) {
    shuffle.proof.z += w_v;
    shuffle.proof.y -= w_u;
}

fn links<'a>(table: &Table, input: &Piles, chain: &'a [Shuffle]) -> Vec<Link<'a>> {
    let inputs = core::iter::once(input).chain(chain.iter().map(|shuffle| &shuffle.piles));
    let links = inputs.zip(chain).zip(0..);
    links.map(|((input, shuffle), seat)| link(table, input, shuffle, seat)).collect()
}

/// Whether the bent chain would pass, were the weights still those of the honest one.
fn passes_frozen(table: &Table, input: &Piles, honest: &[Shuffle], bent: &[Shuffle]) -> bool {
    let mut frozen = links(table, input, honest);
    frozen.iter_mut().zip(bent).for_each(|(link, shuffle)| link.shuffle = shuffle);
    hold(&table.joint, &Shape::of(input).unwrap(), input, &frozen)
}

fn setup(seats: usize) -> (Table, Piles, Vec<Shuffle>, Vec<[Scalar; 4]>) {
    let mut table = Table::new(seats, 1);
    let input = deck(&mut table, &[4, 2]);
    let chain = chain(&mut table, &input);
    let weights = weights(&links(&table, &input, &chain));
    (table, input, chain, weights)
}

#[test]
fn errors_that_cancel_under_the_weights_of_the_honest_proof_are_refused() {
    let (table, input, honest, weights) = setup(1);
    let mut bent = honest.clone();
    bend_within(&mut bent[0], weights[0]);
    assert!(passes_frozen(&table, &input, &honest, &bent));
    assert_eq!(verify(&table, &input, &bent[0]), Err(ShuffleError::Proof));
}

#[test]
fn errors_that_cancel_within_any_link_of_a_chain_are_refused() {
    let (table, input, honest, weights) = setup(3);
    for (link, weights) in weights.into_iter().enumerate() {
        let mut bent = honest.clone();
        bend_within(&mut bent[link], weights);
        assert!(passes_frozen(&table, &input, &honest, &bent));
        let error = ShuffleError::Proof;
        assert_eq!(verify_chain(&table, &input, &bent), Err(ChainError { link, error }));
    }
}

#[test]
fn errors_that_cancel_across_two_links_are_refused() {
    let (table, input, honest, weights) = setup(3);
    for (one, two) in [(0, 1), (0, 2), (1, 2)] {
        let mut bent = honest.clone();
        bent[one].proof.z += weights[two][2];
        bent[two].proof.z -= weights[one][2];
        assert!(passes_frozen(&table, &input, &honest, &bent));
        let error = ShuffleError::Proof;
        assert_eq!(verify_chain(&table, &input, &bent), Err(ChainError { link: one, error }));
    }
}

#[test]
fn every_element_of_a_proof_is_in_its_digest() {
    let (table, input, shuffle) = shuffled(&[3, 2]);
    let digest = link(&table, &input, &shuffle, 0).digest;
    let one = RISTRETTO_BASEPOINT_POINT;
    let mut changed = Vec::new();
    let mut change = |change: &dyn Fn(&mut ShuffleProof)| {
        let mut other = shuffle.clone();
        change(&mut other.proof);
        changed.push(link(&table, &input, &other, 0).digest);
    };
    let points: [fn(&mut ShuffleProof) -> &mut Point; 7] = [
        |p| &mut p.c,
        |p| &mut p.c_b,
        |p| &mut p.third.c_s,
        |p| &mut p.third.c_alpha,
        |p| &mut p.third.c_beta,
        |p| &mut p.third.e_s.a,
        |p| &mut p.third.e_s.b,
    ];
    for point in points {
        change(&|p| *point(p) = Point::new(point(p).point() + one));
    }
    let scalars: [fn(&mut ShuffleProof) -> &mut Scalar; 3] =
        [|p| &mut p.z_rho, |p| &mut p.z, |p| &mut p.y];
    for scalar in scalars {
        change(&|p| *scalar(p) += Scalar::ONE);
    }
    (0..5).for_each(|i| change(&|p| p.g[i] += Scalar::ONE));
    (0..3).for_each(|i| change(&|p| p.h[i] += Scalar::ONE));
    assert_eq!(changed.len(), 7 + 3 + 5 + 3);
    assert!(changed.iter().all(|other| *other != digest));
}

#[test]
fn the_weights_of_every_link_depend_on_every_link() {
    let (table, input, chain, honest) = setup(3);
    for changed in 0..3 {
        let mut links = links(&table, &input, &chain);
        links[changed].digest[0] ^= 1;
        let other = weights(&links);
        assert!(honest.iter().flatten().all(|w| !other.as_flattened().contains(w)));
    }
}
