//! Dishonest provers: whole proofs recomputed around a false statement, and elements solved for
//! after the challenge that should cover them.

use super::*;

/// A prover who may lie, written plainly from the page.
struct Prover {
    output: Piles,
    /// What is committed to as `π`.
    a: Vec<Scalar>,
    /// What is committed to once `t` is known.
    b: fn(&[Scalar]) -> Vec<Scalar>,
    rho: Vec<Scalar>,
    /// Whether to bend `h` so that (P) holds whatever was committed to.
    bend: bool,
}

impl Prover {
    /// Cards masked again, in the order of `source`, which need not be a permutation.
    fn new(table: &mut Table, input: &Piles, source: &[usize]) -> Self {
        let flat: Vec<_> = input.concat();
        let rho: Vec<_> = source.iter().map(|_| Scalar::random(&mut table.rng)).collect();
        let mut cards = source.iter().zip(&rho).map(|(&i, rho)| flat[i].mask(&table.joint, rho));
        let output = input.iter().map(|pile| cards.by_ref().take(pile.len()).collect()).collect();
        let a = source.iter().map(|&i| Scalar::from(i as u64 + 1)).collect();
        Self { output, a, b: |t| t.to_vec(), rho, bend: false }
    }

    fn prove(self, table: &mut Table, input: &Piles) -> Shuffle {
        let (joint, rng) = (&table.joint, &mut table.rng);
        let shape = Shape::of(input).unwrap();
        let n = shape.cards();
        let gens = generators(MAX_CARDS);
        let com = |v: &[Scalar], r: &Scalar| {
            let sum: RistrettoPoint = gens.iter().zip(v).map(|(g, v)| g * v).sum();
            Point::new(r * RISTRETTO_BASEPOINT_POINT + sum)
        };
        let spread = |v: &[Scalar]| {
            let mut full = vec![Scalar::ZERO; n];
            shape.steps().zip(v).for_each(|(i, v)| full[i] = *v);
            full
        };
        let mut random = |n: usize| -> Vec<_> { (0..n).map(|_| Scalar::random(rng)).collect() };
        let (mut s, mut delta) = (random(n), random(n));
        for pile in shape.piles().iter().filter(|pile| !pile.is_empty()) {
            if pile.len() == 1 {
                s[pile.start] = Scalar::ZERO;
            }
            delta[pile.start] = s[pile.start];
            delta[pile.end - 1] = Scalar::ZERO;
        }
        let beta: Vec<_> = shape.steps().map(|i| -(delta[i] * s[i + 1])).collect();
        let [r, r_b, r_s, r_alpha, r_beta, r_e] = random(6)[..] else { panic!() };

        let mut rounds = Rounds::open(&ctx(1, 0), joint, input, &self.output);
        let c = com(&self.a, &r);
        let t = rounds.t(&c, n);
        let b = (self.b)(&t);
        let c_b = com(&b, &r_b);
        let (lambda, x) = rounds.lambda_x(&c_b);
        let u: Vec<_> = self.a.iter().zip(&b).map(|(a, b)| lambda * a + b).collect();
        let mut alpha = Vec::new();
        for pile in shape.piles() {
            for i in pile.clone().skip(1) {
                let p: Scalar = u[pile.start..i].iter().map(|u| u - x).product();
                alpha.push(delta[i] - (u[i] - x) * delta[i - 1] - p * s[i]);
            }
        }
        let sum = |element: fn(&MaskedCard) -> &Point, base: &RistrettoPoint| {
            let cards = self.output.iter().flatten().zip(&s);
            let sum: RistrettoPoint = cards.map(|(card, s)| s * element(card).point()).sum();
            Point::new(sum - r_e * base)
        };
        let e_s = MaskedCard {
            a: sum(|card| &card.a, &RISTRETTO_BASEPOINT_POINT),
            b: sum(|card| &card.b, joint.point().point()),
        };
        let c_alpha = com(&spread(&alpha), &r_alpha);
        let third =
            Third { c_s: com(&s, &r_s), c_alpha, c_beta: com(&spread(&beta), &r_beta), e_s };
        let e = rounds.e(&third);
        let mut proof = ShuffleProof {
            c,
            c_b,
            third,
            g: u.iter().zip(&s).map(|(u, s)| e * u + s).collect(),
            h: alpha.iter().zip(&beta).map(|(alpha, beta)| e * alpha + beta).collect(),
            z_rho: e * u.iter().zip(&self.rho).map(|(u, rho)| u * rho).sum::<Scalar>() + r_e,
            z: e * (lambda * r + r_b) + r_s,
            y: e * r_alpha + r_beta,
        };
        if self.bend {
            let m: Vec<_> = contents(&t, &lambda).collect();
            bend(&mut proof, &shape, &m, &e, &x);
        }
        Shuffle { piles: self.output, proof }
    }
}

/// Solves (P) of every pile for its last `h`.
pub(super) fn bend(proof: &mut ShuffleProof, shape: &Shape, m: &[Scalar], e: &Scalar, x: &Scalar) {
    let mut next = 0;
    for pile in shape.piles().iter().filter(|pile| pile.len() > 1) {
        let mut power = Scalar::ONE;
        let mut f = proof.g[pile.start] - e * x;
        for i in pile.clone().skip(1) {
            f *= proof.g[i] - e * x;
            if i + 1 == pile.end {
                let right: Scalar = pile.clone().map(|i| e * (m[i] - x)).product();
                proof.h[next] = (right - f) * power.invert();
            } else {
                f += power * proof.h[next];
                power *= e;
            }
            next += 1;
        }
    }
}

/// Proves, and says which equations hold: (A), (B), (U), (V), (P). A forgery that fails must fail
/// for the reason its test is about, and everything else about it must be right.
fn outcome(table: &mut Table, input: &Piles, prover: Prover) -> [bool; 5] {
    let shuffle = prover.prove(table, input);
    let challenges = challenges(&table.joint, input, &shuffle);
    let held = equations(&table.joint, input, &shuffle, &challenges);
    let all = held == [true; 5];
    assert_eq!(verify(table, input, &shuffle).is_ok(), all);
    held
}

fn setup(sizes: &[usize]) -> (Table, Piles) {
    let mut table = Table::new(2, 1);
    let input = deck(&mut table, sizes);
    (table, input)
}

#[test]
fn the_forging_prover_convinces_when_it_is_honest() {
    let (mut table, input) = setup(&[3, 1, 2]);
    for bend in [false, true] {
        let mut prover = Prover::new(&mut table, &input, &[2, 0, 1, 3, 5, 4]);
        prover.b = |t| [2, 0, 1, 3, 5, 4].map(|i| t[i]).to_vec();
        prover.bend = bend;
        assert_eq!(outcome(&mut table, &input, prover), [true; 5]);
    }
}

#[test]
fn a_card_moved_to_another_pile_is_refused() {
    let (mut table, input) = setup(&[2, 3]);
    let source = [2, 1, 0, 3, 4];
    let b: fn(&[Scalar]) -> Vec<Scalar> = |t| [2, 1, 0, 3, 4].map(|i| t[i]).to_vec();
    let cheat = |bend, table: &mut Table| Prover { b, bend, ..Prover::new(table, &input, &source) };
    let prover = cheat(false, &mut table);
    assert_eq!(outcome(&mut table, &input, prover), [true, true, true, true, false]);
    let prover = cheat(true, &mut table);
    assert_eq!(outcome(&mut table, &input, prover), [true, true, true, false, true]);
    // In one pile the very same exchange is fine.
    let one = vec![input.concat()];
    let prover = Prover { b, ..Prover::new(&mut table, &one, &source) };
    assert_eq!(outcome(&mut table, &one, prover), [true; 5]);
}

#[test]
fn cards_of_one_card_piles_cannot_be_exchanged() {
    let (mut table, input) = setup(&[1, 1]);
    let mut prover = Prover::new(&mut table, &input, &[1, 0]);
    prover.b = |t| vec![t[1], t[0]];
    assert_eq!(outcome(&mut table, &input, prover), [true, true, true, true, false]);
}

#[test]
fn a_doubled_card_is_refused() {
    let (mut table, input) = setup(&[4]);
    // Claiming a permutation: the cards do not follow it.
    let mut prover = Prover::new(&mut table, &input, &[0, 0, 2, 3]);
    prover.a = (1u64..=4).map(Scalar::from).collect();
    assert_eq!(outcome(&mut table, &input, prover), [false, false, true, true, true]);
    // Telling the truth: it is no permutation.
    for bend in [false, true] {
        let mut prover = Prover::new(&mut table, &input, &[0, 0, 2, 3]);
        prover.b = |t| vec![t[0], t[0], t[2], t[3]];
        prover.bend = bend;
        let held = outcome(&mut table, &input, prover);
        assert_eq!(held, [false, false, true, !bend, bend]);
    }
}

#[test]
fn exponents_that_are_no_permutation_are_refused() {
    // a and b are fitted to the cards: 2·C_1 in place of C_1 is undone by half the exponent.
    let (mut table, input) = setup(&[3]);
    let mut prover = Prover::new(&mut table, &input, &[0, 1, 2]);
    let two = |card: &MaskedCard| MaskedCard {
        a: Point::new(card.a.point() + card.a.point()),
        b: Point::new(card.b.point() + card.b.point()),
    };
    let doubled = two(&prover.output[0][0]);
    prover.output[0][0] = doubled;
    prover.rho[0] *= Scalar::from(2u8);
    prover.a[0] *= crate::point::half();
    prover.b = |t| vec![t[0] * crate::point::half(), t[1], t[2]];
    assert_eq!(outcome(&mut table, &input, prover), [true, true, true, true, false]);
}

#[test]
fn a_fresh_card_is_refused() {
    let (mut table, input) = setup(&[3]);
    let mut prover = Prover::new(&mut table, &input, &[0, 1, 2]);
    prover.output[0][1] = Card::open(face(99)).mask(&table.joint, &prover.rho[1]);
    assert_eq!(outcome(&mut table, &input, prover), [false, false, true, true, true]);
}

#[test]
fn cards_changed_so_that_their_sum_stays_are_refused() {
    let (mut table, input) = setup(&[3]);
    let mut prover = Prover::new(&mut table, &input, &[0, 1, 2]);
    let change = *face(7).point();
    let pile = &mut prover.output[0];
    pile[0].b = Point::new(pile[0].b.point() + change);
    pile[1].b = Point::new(pile[1].b.point() - change);
    assert_eq!(outcome(&mut table, &input, prover), [true, false, true, true, true]);
}

#[test]
fn a_mask_that_differs_between_the_halves_of_a_card_is_refused() {
    let (mut table, input) = setup(&[3]);
    let mut prover = Prover::new(&mut table, &input, &[0, 1, 2]);
    let a = prover.output[0][0].a.point() + RISTRETTO_BASEPOINT_POINT;
    prover.output[0][0].a = Point::new(a);
    assert_eq!(outcome(&mut table, &input, prover), [false, true, true, true, true]);
}

#[test]
fn a_permutation_chosen_after_the_challenges_is_refused() {
    let (mut table, input) = setup(&[3]);
    for bend in [false, true] {
        let mut prover = Prover::new(&mut table, &input, &[1, 0, 2]);
        prover.a = (1u64..=3).map(Scalar::from).collect();
        prover.b = |t| vec![t[1], t[0], t[2]];
        prover.bend = bend;
        assert_eq!(outcome(&mut table, &input, prover), [false, false, true, !bend, bend]);
    }
}

/// A statement and a shuffle of it that may be changed after the challenges were drawn.
struct Late {
    input: Piles,
    shuffle: Shuffle,
    joint: JointKey,
    challenges: Challenges,
}

fn moved(point: &Point, by: RistrettoPoint) -> Point {
    Point::new(point.point() + by)
}

/// Changes one element and solves the equations for others, under the old challenges: the
/// equations accept it, so only what the challenges cover stands in its way.
fn solved_late(change: impl FnOnce(&mut Late, &RistrettoPoint)) {
    let (table, input, shuffle) = shuffled(&[3, 2]);
    let challenges = challenges(&table.joint, &input, &shuffle);
    let original = (input.clone(), shuffle.clone());
    let mut late = Late { input, shuffle, joint: table.joint.clone(), challenges };
    change(&mut late, face(42).point());
    let Late { input, shuffle, joint, challenges } = late;
    assert!((&input, &shuffle) != (&original.0, &original.1));
    assert_eq!(equations(&joint, &input, &shuffle, &challenges), [true; 5]);
    let shape = Shape::of(&input).unwrap();
    let frozen = Link { shuffle: &shuffle, challenges, digest: [0; 32] };
    assert!(hold(&joint, &shape, &input, &[frozen]));
    let refused = shuffle.verify(&ctx(1, 0), &joint, &cards(&input));
    assert_eq!(refused, Err(ShuffleError::Proof));
}

#[test]
fn the_commitment_to_the_permutation_cannot_be_solved_for() {
    solved_late(|late, by| {
        let proof = &mut late.shuffle.proof;
        proof.c = moved(&proof.c, *by);
        proof.c_b = moved(&proof.c_b, -late.challenges.lambda * by);
    });
    solved_late(|late, by| {
        let proof = &mut late.shuffle.proof;
        proof.c = moved(&proof.c, *by);
        let by = -late.challenges.e * late.challenges.lambda * by;
        proof.third.c_s = moved(&proof.third.c_s, by);
    });
}

#[test]
fn the_commitment_to_the_exponents_cannot_be_solved_for() {
    solved_late(|late, by| {
        let proof = &mut late.shuffle.proof;
        proof.c_b = moved(&proof.c_b, *by);
        proof.third.c_s = moved(&proof.third.c_s, -late.challenges.e * by);
    });
}

#[test]
fn the_commitments_to_the_nonces_cannot_be_solved_for() {
    solved_late(|late, _| {
        let proof = &mut late.shuffle.proof;
        proof.z += Scalar::ONE;
        proof.third.c_s = moved(&proof.third.c_s, RISTRETTO_BASEPOINT_POINT);
    });
    solved_late(|late, _| {
        let proof = &mut late.shuffle.proof;
        proof.y += Scalar::ONE;
        proof.third.c_beta = moved(&proof.third.c_beta, RISTRETTO_BASEPOINT_POINT);
    });
}

#[test]
fn the_commitment_to_the_products_cannot_be_solved_for() {
    solved_late(|late, by| {
        let third = &mut late.shuffle.proof.third;
        third.c_alpha = moved(&third.c_alpha, *by);
        third.c_beta = moved(&third.c_beta, -late.challenges.e * by);
    });
}

#[test]
fn the_combined_card_cannot_be_solved_for() {
    solved_late(|late, _| {
        let proof = &mut late.shuffle.proof;
        proof.z_rho += Scalar::ONE;
        let e_s = &mut proof.third.e_s;
        e_s.a = moved(&e_s.a, -RISTRETTO_BASEPOINT_POINT);
        e_s.b = moved(&e_s.b, -late.joint.point().point());
    });
}

#[test]
fn an_output_card_cannot_be_solved_for() {
    // With the help of E, and of another output card alone.
    solved_late(|late, by| {
        let Shuffle { piles, proof } = &mut late.shuffle;
        piles[0][0].b = moved(&piles[0][0].b, *by);
        proof.third.e_s.b = moved(&proof.third.e_s.b, proof.g[0] * by);
    });
    solved_late(|late, by| {
        let Shuffle { piles, proof } = &mut late.shuffle;
        piles[0][0].b = moved(&piles[0][0].b, proof.g[1] * by);
        piles[0][1].b = moved(&piles[0][1].b, -proof.g[0] * by);
    });
    solved_late(|late, by| {
        let Shuffle { piles, proof } = &mut late.shuffle;
        piles[0][0].a = moved(&piles[0][0].a, proof.g[3] * by);
        piles[1][0].a = moved(&piles[1][0].a, -proof.g[0] * by);
    });
}

#[test]
fn an_input_card_cannot_be_solved_for() {
    solved_late(|late, by| {
        let Challenges { t, lambda, e, .. } = &late.challenges;
        let m: Vec<_> = contents(t, lambda).collect();
        late.input[0][0].b = moved(&late.input[0][0].b, *by);
        let third = &mut late.shuffle.proof.third;
        third.e_s.b = moved(&third.e_s.b, -e * m[0] * by);
    });
    solved_late(|late, by| {
        let Challenges { t, lambda, .. } = &late.challenges;
        let m: Vec<_> = contents(t, lambda).collect();
        late.input[0][0].a = moved(&late.input[0][0].a, m[4] * by);
        late.input[1][1].a = moved(&late.input[1][1].a, -m[0] * by);
    });
}

#[test]
fn the_joint_key_cannot_be_solved_for() {
    solved_late(|late, _| {
        let other = Table::new(2, 2).joint;
        let by = other.point().point() - late.joint.point().point();
        let proof = &mut late.shuffle.proof;
        proof.third.e_s.b = moved(&proof.third.e_s.b, -proof.z_rho * by);
        late.joint = other;
    });
}
