//! What a shuffle does, and everything that is refused.

mod forgeries;
mod hiding;
mod refusals;
mod weights;

use curve25519_dalek::{Scalar, constants::RISTRETTO_BASEPOINT_POINT, ristretto::RistrettoPoint};
use proptest::prelude::*;
use rand_chacha::ChaCha12Rng;

use super::{
    challenge::{Challenges, Rounds, contents},
    shape::Shape,
    verify::{Link, hold},
    *,
};
use crate::{
    card::{masked, wire},
    generators::generators,
    testing::{Table, ctx, face},
};

type Piles = Vec<Vec<MaskedCard>>;

/// Piles as verification would have made them.
fn cards(piles: &[Vec<MaskedCard>]) -> Vec<Vec<Card>> {
    piles.iter().map(|pile| pile.iter().copied().map(Card::unverified).collect()).collect()
}

/// Masked piles of these sizes, faces counted through.
fn deck(table: &mut Table, sizes: &[usize]) -> Piles {
    let mut faces = 0u8..=255;
    sizes
        .iter()
        .map(|&n| {
            let faces: Vec<_> = faces.by_ref().take(n).collect();
            masked(&table.masked(&faces))
        })
        .collect()
}

/// A table of two seats, piles of these sizes, and seat 0's shuffle of them.
fn shuffled(sizes: &[usize]) -> (Table, Piles, Shuffle) {
    let mut table = Table::new(2, 1);
    let input = deck(&mut table, sizes);
    let shuffle = Shuffle::new(&ctx(1, 0), &table.joint, &cards(&input), &mut table.rng).unwrap();
    (table, input, shuffle)
}

fn verify(table: &Table, input: &[Vec<MaskedCard>], shuffle: &Shuffle) -> Result<(), ShuffleError> {
    shuffle.verify(&ctx(1, 0), &table.joint, &cards(input)).map(|_| ())
}

/// The face of a card, with the secrets of all.
fn open_with_all_secrets(table: &Table, card: &MaskedCard) -> Option<u8> {
    let x: Scalar = table.secrets.iter().map(|secret| secret.scalar()).sum();
    let m = Point::new(card.b.point() - x * card.a.point());
    (0..=255).find(|f| face(*f) == m)
}

/// The equations of the page, one by one and word for word: (A), (B), (U), (V), (P).
fn equations(
    joint: &JointKey,
    input: &[Vec<MaskedCard>],
    shuffle: &Shuffle,
    challenges: &Challenges,
) -> [bool; 5] {
    let shape = Shape::of(input).unwrap();
    let Challenges { t, lambda, x, e } = challenges;
    let ShuffleProof { c, c_b, third, g, h, z_rho, z, y } = &shuffle.proof;
    let m: Vec<_> = contents(t, lambda).collect();
    let gens = generators(MAX_CARDS);
    let base = RISTRETTO_BASEPOINT_POINT;

    let cards = |element: fn(&MaskedCard) -> &Point, e_s: &Point, base: &RistrettoPoint| {
        let sum = |piles: &[Vec<MaskedCard>], scalars: &[Scalar]| -> RistrettoPoint {
            piles.iter().flatten().zip(scalars).map(|(c, s)| s * element(c).point()).sum()
        };
        sum(&shuffle.piles, g) == e * sum(input, &m) + e_s.point() + z_rho * base
    };
    let u = e * (lambda * c.point() + c_b.point()) + third.c_s.point()
        == z * base + gens.iter().zip(g).map(|(p, g)| p * g).sum::<RistrettoPoint>();
    let v = e * third.c_alpha.point() + third.c_beta.point()
        == y * base + shape.steps().zip(h).map(|(i, h)| gens[i] * h).sum::<RistrettoPoint>();
    let mut h = h.iter();
    let p = shape.piles().iter().filter(|pile| !pile.is_empty()).all(|pile| {
        let mut power = Scalar::ONE;
        let mut f = g[pile.start] - e * x;
        for i in pile.clone().skip(1) {
            f = f * (g[i] - e * x) + power * h.next().unwrap();
            power *= e;
        }
        f == pile.clone().map(|i| e * (m[i] - x)).product::<Scalar>()
    });
    [
        cards(|card| &card.a, &third.e_s.a, &base),
        cards(|card| &card.b, &third.e_s.b, joint.point().point()),
        u,
        v,
        p,
    ]
}

/// What a verifier derives of a seat's shuffle before it looks at an equation.
fn link<'a>(table: &Table, input: &Piles, shuffle: &'a Shuffle, seat: u16) -> Link<'a> {
    let shape = Shape::of(input).unwrap();
    Link::new(&ctx(1, seat), &table.joint, &shape, input, shuffle).unwrap()
}

/// The challenges a verifier derives.
fn challenges(joint: &JointKey, input: &[Vec<MaskedCard>], shuffle: &Shuffle) -> Challenges {
    let n = input.iter().map(Vec::len).sum();
    Rounds::open(&ctx(1, 0), joint, input, &shuffle.piles).replay(&shuffle.proof, n).0
}

#[test]
fn every_shape_of_piles_can_be_shuffled_and_keeps_its_cards() {
    let shapes: [&[usize]; 10] = [
        &[1],
        &[2],
        &[3],
        &[1, 1],
        &[52],
        &[3, 1, 0, 4],
        &[0, 0, 5],
        &[2; 20],
        &[1; 9],
        &[100, 156],
    ];
    for sizes in shapes {
        let (table, input, shuffle) = shuffled(sizes);
        let out = shuffle.verify(&ctx(1, 0), &table.joint, &cards(&input)).unwrap();
        let challenges = challenges(&table.joint, &input, &shuffle);
        assert_eq!(equations(&table.joint, &input, &shuffle, &challenges), [true; 5], "{sizes:?}");
        let faces = |pile: &Vec<MaskedCard>| {
            let mut faces: Vec<_> =
                pile.iter().map(|card| open_with_all_secrets(&table, card).unwrap()).collect();
            faces.sort_unstable();
            faces
        };
        assert!(input.iter().map(faces).eq(wire(out.piles()).iter().map(faces)), "{sizes:?}");
    }
}

#[test]
fn an_open_deck_can_be_shuffled() {
    let mut table = Table::new(2, 1);
    let input = vec![(0..7).map(|f| *Card::open(face(f))).collect::<Vec<_>>()];
    let shuffle = Shuffle::new(&ctx(1, 0), &table.joint, &cards(&input), &mut table.rng).unwrap();
    assert_eq!(verify(&table, &input, &shuffle), Ok(()));
}

#[test]
fn equal_cards_can_be_shuffled() {
    let mut table = Table::new(2, 1);
    let card = *table.masked(&[3])[0];
    let input = vec![vec![card; 5]];
    let shuffle = Shuffle::new(&ctx(1, 0), &table.joint, &cards(&input), &mut table.rng).unwrap();
    assert_eq!(verify(&table, &input, &shuffle), Ok(()));
}

#[test]
fn no_cards_and_too_many_cards_are_refused() {
    let mut table = Table::new(1, 1);
    let card = *Card::open(face(0));
    let (_, _, shuffle) = shuffled(&[3]);
    for input in [vec![], vec![vec![]], vec![vec![], vec![]], vec![vec![card; 200], vec![card; 57]]]
    {
        let made = Shuffle::new(&ctx(1, 0), &table.joint, &cards(&input), &mut table.rng);
        assert_eq!(made.err(), Some(ShuffleError::Cards));
        assert_eq!(verify(&table, &input, &shuffle), Err(ShuffleError::Cards));
    }
    let sizes = [usize::MAX, 2];
    let made = PreparedShuffle::prepare(&table.joint, &sizes, &mut table.rng);
    assert_eq!(made.err(), Some(ShuffleError::Cards));
}

#[test]
fn a_prepared_shuffle_serves_the_sizes_it_was_prepared_for() {
    let mut table = Table::new(2, 1);
    let input = deck(&mut table, &[4, 3]);
    for sizes in [&[3, 4][..], &[7], &[4, 3, 0], &[4], &[4, 3]] {
        let prepared = PreparedShuffle::prepare(&table.joint, sizes, &mut table.rng).unwrap();
        let made = prepared.shuffle(&ctx(1, 0), &cards(&input));
        if sizes == [4, 3] {
            assert_eq!(verify(&table, &input, &made.unwrap()), Ok(()));
        } else {
            assert_eq!(made, Err(ShuffleError::Sizes));
        }
    }
}

#[test]
fn all_orders_of_three_cards_come_out_equally_often() {
    let mut table = Table::new(1, 1);
    let input = vec![masked(&table.masked(&[0, 1, 2]))];
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..900 {
        let out = Shuffle::new(&ctx(1, 0), &table.joint, &cards(&input), &mut table.rng).unwrap();
        let x = table.secrets[0].scalar();
        let order = out.piles[0].iter().map(|card| Point::new(card.b.point() - x * card.a.point()));
        *counts.entry(order.collect::<Vec<_>>()).or_insert(0i32) += 1;
    }
    // 150 expected each; chi-square with 5 degrees of freedom exceeds 30 once in 70 000 seeds.
    let sum: f64 = counts.values().map(|c| f64::from((c - 150).pow(2)) / 150.0).sum();
    assert!(counts.len() == 6 && sum < 30.0, "{counts:?}");
}

/// A chain of shuffles by all seats in turn.
fn chain(table: &mut Table, input: &Piles) -> Vec<Shuffle> {
    let mut chain: Vec<Shuffle> = Vec::new();
    for seat in 0..table.secrets.len() {
        let piles = chain.last().map_or(input, |shuffle| &shuffle.piles);
        let ctx = ctx(1, seat as u16);
        chain.push(Shuffle::new(&ctx, &table.joint, &cards(piles), &mut table.rng).unwrap());
    }
    chain
}

fn verify_chain(
    table: &Table,
    input: &Piles,
    chain: &[Shuffle],
) -> Result<Vec<Shuffled>, ChainError> {
    let links: Vec<_> = (0..).zip(chain).map(|(seat, shuffle)| (ctx(1, seat), shuffle)).collect();
    Shuffle::verify_chain(&table.joint, &cards(input), &links)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_chain_of_any_length_over_any_piles_is_accepted_and_a_damaged_one_names_its_culprit(
        seats in 1usize..6,
        sizes in prop::collection::vec(0usize..7, 1..6),
        seed in any::<u64>(),
        culprit in any::<prop::sample::Index>(),
    ) {
        prop_assume!(sizes.iter().sum::<usize>() > 0);
        let mut table = Table::new(seats, seed);
        let input = deck(&mut table, &sizes);
        let mut chain = chain(&mut table, &input);
        let out = verify_chain(&table, &input, &chain).unwrap();
        prop_assert!(out.iter().map(|out| wire(out.piles())).eq(chain.iter().map(|s| s.piles.clone())));

        let link = culprit.index(seats);
        chain[link].proof.z += Scalar::ONE;
        let error = ShuffleError::Proof;
        prop_assert_eq!(verify_chain(&table, &input, &chain), Err(ChainError { link, error }));
    }
}
