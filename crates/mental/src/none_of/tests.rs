//! What is proven, what is refused, and what is hidden.

use super::*;
use crate::testing::{Table, ctx, face, other_contexts};

const HAND: [u8; 3] = [1, 2, 2];
const ABSENT: [u8; 4] = [5, 6, 7, 8];

fn faces(faces: &[u8]) -> Vec<Point> {
    faces.iter().map(|f| face(*f)).collect()
}

/// Seat 0 and a hand of its own, stripped of the layers of the others.
fn table(hand: &[u8]) -> (Table, Vec<StrippedCard>) {
    let mut table = Table::new(3, 7);
    let cards = table.masked(hand);
    let shares = table.shares(&cards, &[0]);
    let strip = |(card, shares): (&Card, &Vec<Share>)| {
        StrippedCard::new(card, &table.joint, shares, 0).unwrap()
    };
    let stripped = cards.iter().zip(&shares).map(strip).collect();
    (table, stripped)
}

fn honest(table: &mut Table, hand: &[StrippedCard], absent: &[Point]) -> Option<NoneOf> {
    NoneOf::new(&ctx(5, 0), &table.secrets[0], hand, absent, &mut table.rng)
}

fn verify(
    table: &Table,
    proof: &NoneOf,
    hand: &[StrippedCard],
    absent: &[Point],
) -> Result<(), NoneOfError> {
    proof.verify(&ctx(5, 0), &table.keys[0], hand, absent)
}

fn copy(w: &Witness) -> Witness {
    Witness { w: w.w.clone(), r: w.r, u: w.u, x: w.x }
}

/// A prover that commits to one witness, sees the weights, and goes on with another, and
/// with a `Q` of its own if `adapt` gives one.
fn forge(
    table: &mut Table,
    claim: &Claim<'_>,
    w: &Witness,
    blinded: Vec<Point>,
    adapt: impl Fn(&[Scalar], &mut Witness) -> Option<RistrettoPoint>,
    recommit: bool,
) -> NoneOf {
    let g = generators(claim.pairs() + 1);
    let mut v = Point::new(claim.row_v(&g, w).secret());
    let mut t = claim.open(&ctx(5, 0));
    let rho = claim.draw_weights(&mut t, &blinded, &v);
    let mut w = copy(w);
    let q = adapt(&rho, &mut w);
    if recommit {
        v = Point::new(claim.row_v(&g, &w).secret());
    }
    let sums = w.sums(&rho, claim.faces.len());
    let q = Point::new(q.unwrap_or_else(|| claim.row_q(&sums).secret()));
    let [.., sum] = claim.rows(&g, &rho, &q, &w);
    let sent = vartime_sum(&rho, blinded.iter().map(Point::point));
    assert_eq!(sum.secret(), sent, "the forgery satisfies (T) for the weights it saw");
    let k = Witness::random(claim.pairs(), None, &mut table.rng);
    let c = challenge(&mut t, &q, claim.rows(&g, &rho, &q, &k).map(Row::secret));
    NoneOf {
        z_w: w.w.iter().zip(&k.w).map(|(w, k)| k + c * w).collect(),
        z_r: k.r + c * w.r,
        z_u: k.u + c * w.u,
        z_x: k.x + c * w.x,
        blinded,
        v,
        q,
        c,
    }
}

#[test]
fn absent_faces_are_proven_absent() {
    let (mut table, hand) = table(&HAND);
    for absent in [&ABSENT[..], &ABSENT[..1], &[5, 5], &[]] {
        let absent = faces(absent);
        for hand in [&hand[..], &hand[..1], &[]] {
            let proof = honest(&mut table, hand, &absent).unwrap();
            assert_eq!(verify(&table, &proof, hand, &absent), Ok(()));
        }
    }
}

#[test]
fn a_face_that_is_there_has_no_proof() {
    let (mut table, hand) = table(&HAND);
    for held in [[1, 5], [5, 1], [2, 2], [6, 2]] {
        assert_eq!(honest(&mut table, &hand, &faces(&held)), None);
    }
}

#[test]
fn only_the_owner_can_prove() {
    let (mut table, hand) = table(&HAND);
    let absent = faces(&ABSENT);
    let secret = &table.secrets[1];
    assert!(NoneOf::new(&ctx(5, 0), secret, &hand, &absent, &mut table.rng).is_none());
    let proof = honest(&mut table, &hand, &absent).unwrap();
    let refused = proof.verify(&ctx(5, 0), &table.keys[1], &hand, &absent);
    assert_eq!(refused, Err(NoneOfError::Seat));
    let refused = proof.verify(&ctx(5, 1), &table.keys[1], &hand, &absent);
    assert_eq!(refused, Err(NoneOfError::Owner));
    // The same cards, claimed for the other seat.
    let claimed: Vec<_> = hand
        .iter()
        .map(|card| StrippedCard { owner: table.secrets[1].public(), ..*card })
        .collect();
    let refused = proof.verify(&ctx(5, 1), &table.keys[1], &claimed, &absent);
    assert_eq!(refused, Err(NoneOfError::Proof));
}

#[test]
fn a_card_is_stripped_of_everybody_but_its_owner() {
    let mut table = Table::new(3, 7);
    let cards = table.masked(&[1]);
    let shares = table.shares(&cards, &[0, 1]);
    let strip = |owner| StrippedCard::new(&cards[0], &table.joint, &shares[0], owner);
    assert_eq!(strip(0), Err(OpenError::Missing(vec![1])));
    assert_eq!(strip(2), Err(OpenError::Missing(vec![0, 1])));
    assert_eq!(strip(3), Err(OpenError::Owner));
}

#[test]
fn a_proof_holds_in_its_own_context_only() {
    let (mut table, hand) = table(&HAND);
    let absent = faces(&ABSENT);
    let proof = honest(&mut table, &hand, &absent).unwrap();
    let [elsewhere, later, next] =
        other_contexts(5, 0).map(|other| proof.verify(&other, &table.keys[0], &hand, &absent));
    assert_eq!(later, Err(NoneOfError::Proof));
    assert_eq!([elsewhere, next], [Err(NoneOfError::Seat); 2]);
}

#[test]
fn a_proof_holds_for_its_own_cards_and_faces_only() {
    let (mut table, hand) = table(&HAND);
    let absent = faces(&ABSENT);
    let proof = honest(&mut table, &hand, &absent).unwrap();
    for i in 0..hand.len() {
        let (mut a, mut b) = (hand.clone(), hand.clone());
        a[i].card.a = face(9);
        b[i].card.b = face(9);
        assert_eq!(verify(&table, &proof, &a, &absent), Err(NoneOfError::Proof));
        assert_eq!(verify(&table, &proof, &b, &absent), Err(NoneOfError::Proof));
    }
    let mut swapped = hand.clone();
    swapped.swap(0, 1);
    assert_eq!(verify(&table, &proof, &swapped, &absent), Err(NoneOfError::Proof));
    for s in 0..absent.len() {
        let mut other = absent.clone();
        other[s] = face(1);
        assert_eq!(verify(&table, &proof, &hand, &other), Err(NoneOfError::Proof));
    }
    let shorter = verify(&table, &proof, &hand, &absent[1..]);
    assert_eq!(shorter, Err(NoneOfError::Length));
    assert_eq!(verify(&table, &proof, &hand[1..], &absent), Err(NoneOfError::Length));
}

#[test]
fn the_shape_of_cards_times_faces_is_bound() {
    // 2 cards × 3 faces and 3 cards × 2 faces have as many pairs.
    let (mut table, hand) = table(&HAND);
    let absent = faces(&ABSENT);
    let proof = honest(&mut table, &hand[..2], &absent[..3]).unwrap();
    assert_eq!(verify(&table, &proof, &hand, &absent[..2]), Err(NoneOfError::Proof));
}

#[test]
fn a_proof_of_another_size_is_refused() {
    let (mut table, hand) = table(&HAND);
    let absent = faces(&ABSENT);
    let proof = honest(&mut table, &hand, &absent).unwrap();
    let pairs = hand.len() * absent.len();
    for size in [0, pairs - 1, pairs + 1] {
        let (mut t, mut z) = (proof.clone(), proof.clone());
        t.blinded.resize(size, face(9));
        z.z_w.resize(size, Scalar::ONE);
        let mut both = t.clone();
        both.z_w = z.z_w.clone();
        for proof in [t, z, both] {
            assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Length));
        }
    }
}

#[test]
fn a_difference_of_zero_is_the_card() {
    let (mut table, hand) = table(&HAND);
    let absent = faces(&[5, 2, 6]);
    let secret = &table.secrets[0];
    let claim = Claim::new(secret.public(), &hand, &absent).unwrap();
    // All relations hold: w is right, only T is 0 where the card has the face.
    let w = Witness::random(claim.pairs(), Some(secret.scalar()), &mut table.rng);
    let mut blinded = Vec::new();
    for (j, w) in w.w.iter().enumerate() {
        let card = &claim.cards[j / 3];
        let m = card.b.point() - secret.scalar() * card.a.point();
        blinded.push(Point::new(w * (m - absent[j % 3].point())));
    }
    let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
    let refused = verify(&table, &proof, &hand, &absent);
    assert_eq!(refused, Err(NoneOfError::Zero { card: 1, face: 1 }));
}

/// One card with the face in question, and one without; the honest part of a false claim.
fn false_claim(table: &mut Table, x: &Scalar, claim: &Claim<'_>) -> (Witness, Vec<Point>) {
    let w = Witness::random(claim.pairs(), Some(x), &mut table.rng);
    let card = &claim.cards[1];
    let d = card.b.point() - x * card.a.point() - claim.faces[0].point();
    // T_0 should be 0; it is made from the other card instead.
    let blinded = vec![Point::new(w.w[0] * d), Point::new(w.w[1] * d)];
    (w, blinded)
}

fn false_table() -> (Table, Vec<StrippedCard>, Vec<Point>, Scalar) {
    let (table, hand) = table(&[1, 2]);
    let x = *table.secrets[0].scalar();
    (table, hand, faces(&[1]), x)
}

#[test]
fn a_difference_taken_from_another_card_has_no_proof() {
    let (mut table, hand, absent, x) = false_table();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let (w, blinded) = false_claim(&mut table, &x, &claim);
    let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
    assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
}

#[test]
fn a_random_difference_has_no_proof() {
    let (mut table, hand, absent, x) = false_table();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let (w, mut blinded) = false_claim(&mut table, &x, &claim);
    blinded[0] = Point::new(RistrettoPoint::random(&mut table.rng));
    let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
    assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
}

#[test]
fn another_secret_has_no_proof() {
    // With x' ≠ x the difference is not 0, and (V), (Q), (T) hold; (X) does not, whether or not
    // the u terms are made to cancel under x'.
    let (mut table, hand, absent, x) = false_table();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let other = x + Scalar::ONE;
    for u in [None, Some(Scalar::ZERO)] {
        let mut w = Witness::random(claim.pairs(), Some(&other), &mut table.rng);
        w.u = u.unwrap_or(w.u);
        let blind = |(w, card): (&Scalar, &MaskedCard)| {
            Point::new(w * (card.b.point() - other * card.a.point() - absent[0].point()))
        };
        let blinded: Vec<_> = w.w.iter().zip(&claim.cards).map(blind).collect();
        assert!(blinded.iter().all(|t| !t.is_identity()));
        let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
        assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
    }
}

#[test]
fn blinding_factors_cannot_be_chosen_after_the_weights() {
    let (mut table, hand, absent, x) = false_table();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    for recommit in [false, true] {
        let (w, blinded) = false_claim(&mut table, &x, &claim);
        // Σ ρ·T is a multiple of the second difference: let w_1 account for all of it.
        let adapt = |rho: &[Scalar], w: &mut Witness| {
            let taken = rho[0] * rho[1].invert() * w.w[0];
            w.w[1] += taken;
            None
        };
        let proof = forge(&mut table, &claim, &w, blinded, adapt, recommit);
        assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
    }
}

#[test]
fn the_sum_over_all_cards_cannot_be_chosen_freely() {
    let (mut table, hand, absent, x) = false_table();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let (w, blinded) = false_claim(&mut table, &x, &claim);
    // (T) alone is satisfied by the right Q, whatever T is.
    let adapt = |rho: &[Scalar], w: &mut Witness| {
        let sums = w.sums(rho, 1);
        let rest = claim.row_t(&sums, &Point::identity(), &x).secret();
        Some(x.invert() * (rest - vartime_sum(rho, blinded.iter().map(Point::point))))
    };
    let proof = forge(&mut table, &claim, &w, blinded.clone(), adapt, false);
    assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
}

#[test]
fn cards_and_faces_cannot_be_chosen_after_the_challenge() {
    let (mut table, hand) = table(&HAND);
    let absent = faces(&ABSENT);
    let proof = honest(&mut table, &hand, &absent).unwrap();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let rho = claim.draw_weights(&mut claim.open(&ctx(5, 0)), &proof.blinded, &proof.v);
    let z = Witness { w: proof.z_w.clone(), r: proof.z_r, u: proof.z_u, x: proof.z_x };
    let sums = z.sums(&rho, absent.len());
    // Two points moved against each other: what the verifier recomputes stays what it was.
    let bend = |[one, two]: [&mut Point; 2], y: &[Scalar]| {
        *one = Point::new(one.point() + y[1] * face(9).point());
        *two = Point::new(two.point() - y[0] * face(9).point());
    };
    let (mut a, mut b, mut other) = (hand.clone(), hand.clone(), absent.clone());
    let [one, two, ..] = &mut a[..] else { unreachable!() };
    bend([&mut one.card.a, &mut two.card.a], &sums.cards);
    let [one, two, ..] = &mut b[..] else { unreachable!() };
    bend([&mut one.card.b, &mut two.card.b], &sums.cards);
    let [one, two, ..] = &mut other[..] else { unreachable!() };
    bend([one, two], &sums.faces);
    for (hand, absent) in [(&a, &absent), (&b, &absent), (&hand, &other)] {
        assert_eq!(verify(&table, &proof, hand, absent), Err(NoneOfError::Proof));
    }
}

#[test]
fn a_difference_cannot_be_chosen_after_the_weights() {
    let (mut table, hand) = table(&HAND);
    let absent = faces(&ABSENT);
    let mut proof = honest(&mut table, &hand, &absent).unwrap();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let mut t = claim.open(&ctx(5, 0));
    let rho = claim.draw_weights(&mut t, &proof.blinded, &proof.v);
    // Σ ρ·T stays what it was.
    proof.blinded[0] = Point::new(proof.blinded[0].point() + rho[1] * face(9).point());
    proof.blinded[1] = Point::new(proof.blinded[1].point() - rho[0] * face(9).point());
    assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
}

#[test]
fn errors_that_cancel_under_equal_weights_are_caught() {
    let (mut table, hand) = table(&HAND);
    let absent = faces(&ABSENT);
    let x = *table.secrets[0].scalar();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let w = Witness::random(claim.pairs(), Some(&x), &mut table.rng);
    let d = claim.differences(&x).unwrap();
    let mut blinded: Vec<_> = w.w.iter().zip(&*d).map(|(w, d)| Point::new(w * d)).collect();
    blinded[0] = Point::new(blinded[0].point() + face(9).point());
    blinded[1] = Point::new(blinded[1].point() - face(9).point());
    let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
    assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
}

#[test]
fn blinded_points_show_nothing_that_repeats() {
    let (mut table, hand) = table(&[2, 2]);
    let absent = faces(&[5, 5]);
    let x = *table.secrets[0].scalar();
    let bare = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let bare = bare.differences(&x).unwrap();
    let proofs = [(); 2].map(|()| honest(&mut table, &hand, &absent).unwrap());
    // Equal cards, equal faces, equal proofs: yet no two points agree.
    let mut seen: Vec<Point> = bare.iter().take(1).map(|d| Point::new(*d)).collect();
    seen.extend(proofs.iter().flat_map(|p| p.blinded.iter().chain([&p.v, &p.q])));
    assert_eq!(seen.len(), 1 + 2 * (4 + 2));
    seen.sort_unstable();
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn commitments_and_answers_are_blinded_by_nonces_that_never_repeat() {
    let (mut table, hand) = table(&[2, 2]);
    let absent = faces(&[5, 6]);
    let x = *table.secrets[0].scalar();
    let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
    let differences = claim.differences(&x).unwrap();
    let g = generators(claim.pairs() + 1);
    let (mut points, mut nonces) =
        (vec![Point::identity(), Point::new(G)], vec![Scalar::ZERO, Scalar::ONE, -Scalar::ONE]);
    for _ in 0..2 {
        // The witness is what the proof draws first.
        let rng = &mut claim.open(&ctx(5, 0)).hedge(&[&x], &mut table.rng.clone());
        let w = Witness::random(claim.pairs(), Some(&x), rng);
        let proof = honest(&mut table, &hand, &absent).unwrap();
        for ((t, w), d) in proof.blinded.iter().zip(&w.w).zip(&*differences) {
            assert_eq!(*t.point(), w * d);
        }
        let rho = claim.draw_weights(&mut claim.open(&ctx(5, 0)), &proof.blinded, &proof.v);
        let bare_v = vartime_sum(&w.w, &g[1..=claim.pairs()]);
        let sums = w.sums(&rho, absent.len());
        let bare_q = vartime_sum(&sums.cards, claim.cards.iter().map(|card| card.a.point()));
        points.push(Point::new(proof.v.point() - bare_v));
        points.push(Point::new(proof.q.point() - bare_q));
        let c = proof.c;
        nonces.extend(proof.z_w.iter().zip(&w.w).map(|(z, w)| z - c * w));
        nonces.extend([proof.z_r - c * w.r, proof.z_u - c * w.u, proof.z_x - c * w.x]);
        nonces.extend(w.w.iter().chain([&w.r, &w.u]));
    }
    points.sort_unstable();
    assert!(points.windows(2).all(|pair| pair[0] != pair[1]));
    let mut nonces: Vec<_> = nonces.iter().map(Scalar::to_bytes).collect();
    nonces.sort_unstable();
    assert!(nonces.windows(2).all(|pair| pair[0] != pair[1]));
}
