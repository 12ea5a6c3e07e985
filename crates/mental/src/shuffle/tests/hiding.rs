//! What a shuffle must not show: attackers who try every permutation on what was published, and
//! the simulator of the page, who makes proofs without knowing any.

use rand_core::SeedableRng;

use super::*;
use crate::shuffle::permutation::Permutation;

const SIZES: [usize; 2] = [5, 3];

/// Two shuffles of the same piles by the same permutation, which is returned as `π(i)` from zero;
/// everything else is drawn afresh.
fn twins() -> (Table, Piles, [Shuffle; 2], Vec<usize>) {
    let mut table = Table::new(2, 1);
    let input = deck(&mut table, &SIZES);
    let pi = || {
        let shape = Shape::new(SIZES).unwrap();
        Permutation::random(&shape, &mut ChaCha12Rng::seed_from_u64(9))
    };
    let shuffles = [(); 2].map(|()| {
        let shape = Shape::new(SIZES).unwrap();
        let prepared = PreparedShuffle::with(&table.joint, shape, pi(), &mut table.rng);
        prepared.shuffle(&ctx(1, 0), &cards(&input)).unwrap()
    });
    shuffles.iter().for_each(|shuffle| assert_eq!(verify(&table, &input, shuffle), Ok(())));
    let mut order: Vec<u64> = (0..8).collect();
    pi().apply(&mut order);
    assert!(!order.is_sorted());
    (table, input, shuffles, order.into_iter().map(|i| i as usize).collect())
}

/// Every point and scalar of a message, from its bytes.
fn elements(shuffle: &Shuffle) -> Vec<[u8; 32]> {
    let Shuffle { piles, proof } = shuffle;
    let ShuffleProof { c, c_b, third, g, h, z_rho, z, y } = proof;
    let Third { c_s, c_alpha, c_beta, e_s } = third;
    let cards = piles.iter().flatten().chain([e_s]).flat_map(|card| [&card.a, &card.b]);
    let points = cards.chain([c, c_b, c_s, c_alpha, c_beta]).map(|point| *point.as_bytes());
    points.chain(g.iter().chain(h).chain([z_rho, z, y]).map(Scalar::to_bytes)).collect()
}

fn all_distinct(mut elements: Vec<[u8; 32]>) -> bool {
    elements.sort_unstable();
    elements.windows(2).all(|pair| pair[0] != pair[1])
}

/// What everybody can guess: 0, 1 and −1, and as many times `G`.
fn guessable() -> Vec<[u8; 32]> {
    let scalars = [Scalar::ZERO, Scalar::ONE, -Scalar::ONE];
    let points = scalars.map(|s| RistrettoPoint::mul_base(&s).compress().to_bytes());
    // The neutral element and 0 have the same bytes.
    scalars.map(|s| s.to_bytes()).into_iter().chain(points.into_iter().skip(1)).collect()
}

/// All orders of `items`.
fn orders(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for (i, first) in items.iter().enumerate() {
        let rest = [&items[..i], &items[i + 1..]].concat();
        all.extend(orders(&rest).into_iter().map(|order| [&[*first], &order[..]].concat()));
    }
    all
}

/// The nonces that one order of one pile implies: `s` at every position, and `δ` between its
/// first and its last.
fn implied(
    proof: &ShuffleProof,
    challenges: &Challenges,
    (first, first_h): (usize, usize),
    order: &[usize],
) -> (Vec<Scalar>, Vec<Scalar>) {
    let Challenges { t, lambda, x, e } = challenges;
    let m: Vec<_> = contents(t, lambda).collect();
    let s: Vec<_> =
        (order.iter().enumerate()).map(|(k, j)| proof.g[first + k] - e * m[*j]).collect();
    let mut delta = vec![s[0]];
    let mut p = m[order[0]] - x;
    for k in 1..order.len() {
        let (factor, h) = (m[order[k]] - x, proof.h[first_h + k - 1]);
        // h = e·α + β, solved for the next δ.
        let next = (h + delta[k - 1] * s[k]) * e.invert() + factor * delta[k - 1] + p * s[k];
        delta.push(next);
        p *= factor;
    }
    assert_eq!(delta.pop(), Some(Scalar::ZERO), "every order explains the answers");
    (s, delta.split_off(1))
}

#[test]
fn two_shuffles_by_the_same_permutation_share_no_element() {
    let (_, _, [one, two], _) = twins();
    assert!(all_distinct([elements(&one), elements(&two)].concat()));
    // Piles of one card leave one permutation only.
    let mut table = Table::new(2, 1);
    for sizes in [&[1][..], &[1, 1, 1]] {
        let input = deck(&mut table, sizes);
        let mut make =
            || Shuffle::new(&ctx(1, 0), &table.joint, &cards(&input), &mut table.rng).unwrap();
        let (one, two) = (elements(&make()), elements(&make()));
        assert!(one.iter().all(|element| !two.contains(element)));
    }
}

#[test]
fn no_order_of_a_pile_explains_the_answers_by_nonces_that_repeat_or_can_be_guessed() {
    // Were any s or δ constant, or used twice, the true order would stand out.
    let (table, input, twins, _) = twins();
    let known = guessable();
    for (first, first_h, n) in [(0, 0, 5), (5, 4, 3)] {
        for order in orders(&(first..first + n).collect::<Vec<_>>()) {
            let mut nonces = known.clone();
            for twin in &twins {
                let challenges = challenges(&table.joint, &input, twin);
                let (s, delta) = implied(&twin.proof, &challenges, (first, first_h), &order);
                nonces.extend(s.iter().chain(&delta).map(Scalar::to_bytes));
            }
            assert_eq!(nonces.len(), known.len() + 2 * (n + n - 2));
            assert!(all_distinct(nonces), "{order:?}");
        }
    }
}

#[test]
fn answers_and_their_differences_match_no_cards() {
    let (table, input, [shuffle, _], _) = twins();
    let Challenges { t, lambda, e, .. } = challenges(&table.joint, &input, &shuffle);
    let m: Vec<_> = contents(&t, &lambda).collect();
    let g = &shuffle.proof.g;
    for i in 0..8 {
        assert!(!m.contains(&(g[i] * e.invert())));
        for k in 0..i {
            let difference = (g[i] - g[k]) * e.invert();
            assert!(m.iter().all(|j| m.iter().all(|l| difference != j - l)), "{i} {k}");
        }
    }
}

#[test]
fn every_card_gets_a_layer_of_its_own() {
    let (_, input, twins, _) = twins();
    let mut layers = guessable();
    for twin in &twins {
        for new in twin.piles.iter().flatten() {
            let layer = |old: &MaskedCard| (new.a.point() - old.a.point()).compress().to_bytes();
            layers.extend(input.iter().flatten().map(layer));
        }
    }
    assert!(all_distinct(layers));
}

#[test]
fn every_commitment_is_blinded_by_a_scalar_of_its_own() {
    // To whoever guessed the permutation, all that is left in a commitment is its blinding.
    let (table, input, twins, pi) = twins();
    let gens = generators(MAX_CARDS);
    let com = |v: &mut dyn Iterator<Item = (usize, Scalar)>| -> RistrettoPoint {
        v.map(|(i, v)| gens[i] * v).sum()
    };
    let shape = Shape::of(&input).unwrap();
    let mut blinds = guessable();
    for twin in &twins {
        let Shuffle { piles, proof } = twin;
        let challenges = challenges(&table.joint, &input, twin);
        let Challenges { t, e, .. } = &challenges;
        let (mut s, mut alpha, mut beta) = (Vec::new(), Vec::new(), Vec::new());
        for (first, first_h, n) in [(0, 0, 5), (5, 4, 3)] {
            let order = &pi[first..first + n];
            let (pile_s, middle) = implied(proof, &challenges, (first, first_h), order);
            for k in 1..n {
                let before = if k == 1 { pile_s[0] } else { middle[k - 2] };
                beta.push(-(before * pile_s[k]));
                alpha.push((proof.h[first_h + k - 1] - beta[beta.len() - 1]) * e.invert());
            }
            s.extend(pile_s);
        }
        let third = &proof.third;
        let position = |i: &usize| Scalar::from(*i as u64 + 1);
        let e_a: RistrettoPoint =
            piles.iter().flatten().zip(&s).map(|(card, s)| s * card.a.point()).sum();
        let steps = || shape.steps();
        blinds.extend(
            [
                proof.c.point() - com(&mut pi.iter().map(position).enumerate()),
                proof.c_b.point() - com(&mut pi.iter().map(|j| t[*j]).enumerate()),
                third.c_s.point() - com(&mut s.iter().copied().enumerate()),
                third.c_alpha.point() - com(&mut steps().zip(alpha)),
                third.c_beta.point() - com(&mut steps().zip(beta)),
                e_a - third.e_s.a.point(),
            ]
            .map(|blind| blind.compress().to_bytes()),
        );
    }
    assert!(all_distinct(blinds));
}

/// The simulator of the page: a proof for challenges known beforehand, about any cards at all.
fn simulate(table: &mut Table, input: &Piles, output: Piles, challenges: &Challenges) -> Shuffle {
    let Challenges { t, lambda, x, e } = challenges;
    let (joint, rng) = (table.joint.clone(), &mut table.rng);
    let shape = Shape::of(input).unwrap();
    let m: Vec<_> = contents(t, lambda).collect();
    let mut scalar = || Scalar::random(rng);
    let mut g: Vec<_> = m.iter().map(|_| scalar()).collect();
    let h: Vec<_> = shape.steps().map(|_| scalar()).collect();
    for pile in shape.piles().iter().filter(|pile| pile.len() == 1) {
        g[pile.start] = e * m[pile.start];
    }
    let [z_rho, z, y] = [scalar(), scalar(), scalar()];
    let [c, c_b, c_alpha] = [(); 3].map(|()| Point::new(RistrettoPoint::random(rng)));
    let unset = Point::identity();
    let third =
        Third { c_s: unset, c_alpha, c_beta: unset, e_s: MaskedCard { a: unset, b: unset } };
    let mut proof = ShuffleProof { c, c_b, third, g, h, z_rho, z, y };
    forgeries::bend(&mut proof, &shape, &m, e, x);

    let gens = generators(MAX_CARDS);
    let sum = |piles: &Piles, scalars: &[Scalar], element: fn(&MaskedCard) -> &Point| {
        let cards = piles.iter().flatten().zip(scalars);
        cards.map(|(card, s)| s * element(card).point()).sum::<RistrettoPoint>()
    };
    let e_s = |element: fn(&MaskedCard) -> &Point, base: &RistrettoPoint| {
        let sums = sum(&output, &proof.g, element) - e * sum(input, &m, element);
        Point::new(sums - z_rho * base)
    };
    let e_s = MaskedCard {
        a: e_s(|card| &card.a, &RISTRETTO_BASEPOINT_POINT),
        b: e_s(|card| &card.b, joint.point().point()),
    };
    let com_g: RistrettoPoint = gens.iter().zip(&proof.g).map(|(p, g)| p * g).sum();
    let com_h: RistrettoPoint = shape.steps().zip(&proof.h).map(|(i, h)| gens[i] * h).sum();
    let base = RISTRETTO_BASEPOINT_POINT;
    let c_s = Point::new(z * base + com_g - e * (lambda * c.point() + c_b.point()));
    let c_beta = Point::new(y * base + com_h - e * c_alpha.point());
    proof.third = Third { c_s, c_alpha, c_beta, e_s };
    Shuffle { piles: output, proof }
}

#[test]
fn who_chooses_the_challenges_can_simulate_a_proof_of_anything() {
    // Hence a proof tells nothing beside the truth of its statement, and only the order of
    // commitments and challenges makes it convincing.
    let mut table = Table::new(2, 1);
    for sizes in [&[4, 3][..], &[1, 5], &[2, 1, 0, 2]] {
        let (input, output) = (deck(&mut table, sizes), deck(&mut table, &[16; 4]));
        let mut cards = output.into_iter().flatten();
        let output: Piles = sizes.iter().map(|n| cards.by_ref().take(*n).collect()).collect();
        let mut scalar = || Scalar::random(&mut table.rng);
        let t = (0..sizes.iter().sum()).map(|_| scalar()).collect();
        let challenges = Challenges { t, lambda: scalar(), x: scalar(), e: scalar() };
        let simulated = simulate(&mut table, &input, output, &challenges);
        assert_eq!(equations(&table.joint, &input, &simulated, &challenges), [true; 5]);
        let shape = Shape::of(&input).unwrap();
        let programmed = Link { shuffle: &simulated, challenges, digest: [0; 32] };
        assert!(hold(&table.joint, &shape, &input, &[programmed]));
        assert_eq!(verify(&table, &input, &simulated), Err(ShuffleError::Proof));
    }
}
