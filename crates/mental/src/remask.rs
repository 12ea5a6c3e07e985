//! Remasking: one seat puts a fresh layer over some cards and proves that they are the same cards.
//!
//! ```text
//! statement  A'_i = A_i + r_i·G,  B'_i = B_i + r_i·H,  A'_i ≠ 0,  A'_i ≠ A_i  for i = 1 … n
//! transcript domain "remask"; "H" H; length n; for each card: "A" A_i, "B" B_i;
//!            length n; for each card: "A" A'_i, "B" B'_i
//!            ρ_1 … ρ_n = challenge "weight" (16·n bytes, 16 for each, little-endian)
//!            Q = Σ ρ_i·(A'_i − A_i),  S = Σ ρ_i·(B'_i − B_i),  r = Σ ρ_i·r_i
//! proof      Dleq of (Q, H, S) with the secret r in the same transcript: (c, z)
//! ```
//!
//! Sound: let `A'_i − A_i = r_i·G` and `B'_i − B_i = r_i·H + E_i`; then `S = r·H` says
//! `Σ ρ_i·E_i = 0`, and the `E_i` are fixed before the `ρ_i` are drawn. Answers under `n`
//! independent choices of weights give every single `r_i`, so the seat knows them all and cannot
//! have borrowed a layer from somebody else's card.

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::{
    card::{Card, MaskedCard, masked},
    dleq::{Dleq, vartime_sum},
    keys::JointKey,
    transcript::{Context, Domain, TranscriptProtocol, label},
};

/// The same cards, masked again, with one proof for all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remask {
    /// `(A'_i, B'_i)`, in the order of the input.
    pub cards: Vec<MaskedCard>,
    proof: Dleq,
}

impl Remask {
    /// Masks every card of `input` again.
    pub fn new(ctx: &Context, joint: &JointKey, input: &[Card], rng: &mut impl CryptoRng) -> Self {
        let mut t = opened(ctx, joint, &masked(input));
        let rng = &mut t.hedge(&[], rng);
        let layers: Zeroizing<Vec<Scalar>> =
            Zeroizing::new(input.iter().map(|_| Scalar::random(rng)).collect());
        let cards: Vec<_> = input.iter().zip(&*layers).map(|(c, r)| c.mask(joint, r)).collect();
        let weights = draw_weights(&mut t, &cards);
        let r = weights.iter().zip(&*layers).map(|(rho, r)| rho * r);
        let r = Zeroizing::new(r.sum::<Scalar>());
        let proof = Dleq::new(&mut t, &r, joint.point().point(), rng);
        Self { cards, proof }
    }

    /// Checks that these are exactly the cards of `input`, in order, under one more layer.
    pub fn verify(
        &self,
        ctx: &Context,
        joint: &JointKey,
        input: &[Card],
    ) -> Result<Remasked, RemaskError> {
        let claimed = self.claimed(input)?;
        let input = &masked(input)[..];
        let mut t = opened(ctx, joint, input);
        let weights = draw_weights(&mut t, &self.cards);
        let pairs = || self.cards.iter().zip(input);
        let a: Vec<RistrettoPoint> = pairs().map(|(n, o)| n.a.point() - o.a.point()).collect();
        let b: Vec<RistrettoPoint> = pairs().map(|(n, o)| n.b.point() - o.b.point()).collect();
        let q = vartime_sum(&weights, &a);
        let s = vartime_sum(weights, &b);
        let holds = self.proof.holds(&mut t, &q, joint.point().point(), &s);
        if holds { Ok(claimed) } else { Err(RemaskError::Proof) }
    }

    /// What [`verify`](Self::verify) returns if the proof holds, without checking it: see [the
    /// crate](crate#claims).
    pub fn claimed(&self, input: &[Card]) -> Result<Remasked, RemaskError> {
        if self.cards.len() != input.len() {
            return Err(RemaskError::Length { expected: input.len(), found: self.cards.len() });
        }
        if let Some(card) = self.cards.iter().position(|card| card.a.is_identity()) {
            return Err(RemaskError::Unmasked(card));
        }
        // A layer of 0 satisfies the equations, but then the shares given for the old card would open the
        // new one.
        if let Some(card) = self.cards.iter().zip(input).position(|(n, o)| n.a == o.a) {
            return Err(RemaskError::Unchanged(card));
        }
        Ok(Remasked { cards: self.cards.iter().copied().map(Card::trusted).collect() })
    }
}

/// The transcript with the input in it.
fn opened(ctx: &Context, joint: &JointKey, input: &[MaskedCard]) -> Transcript {
    let mut t = ctx.open(Domain::Remask);
    t.point(label::H, joint.point());
    t.cards(input);
    t
}

/// Appends the output, as many cards as the input, and draws the weights.
fn draw_weights(t: &mut Transcript, output: &[MaskedCard]) -> Vec<Scalar> {
    t.cards(output);
    t.weights(label::WEIGHT, output.len())
}

/// Verified: the same cards under one more layer. Only verification makes one, or a
/// [claim](crate#claims).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remasked {
    cards: Vec<Card>,
}

impl Remasked {
    /// The cards, in the order of the input.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }
}

/// Why a remasking is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemaskError {
    /// Another number of cards than before.
    #[error("{found} cards came back for {expected}")]
    Length {
        /// How many cards there were.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The card at this index has no mask at all.
    #[error("card {0} came back without a mask")]
    Unmasked(usize),
    /// The card at this index has the mask that it had before.
    #[error("card {0} came back under its old mask")]
    Unchanged(usize),
    /// At least one card is not the one it was.
    #[error("the proof that the cards are the same does not hold")]
    Proof,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dleq::challenge,
        keys::SecretKey,
        point::Point,
        share::open,
        testing::{Table, ctx, face, other_contexts},
    };

    const N: usize = 3;

    fn table() -> (Table, Vec<Card>) {
        let mut table = Table::new(3, 4);
        let cards = table.masked(&[1, 2, 3]);
        (table, cards)
    }

    fn shift(point: &Point, by: RistrettoPoint) -> Point {
        Point::new(point.point() + by)
    }

    /// The output a dishonest seat wants, proven with the layers it knows.
    fn forge(table: &mut Table, input: &[Card], change: impl Fn(&mut Vec<MaskedCard>)) -> Remask {
        let layers: Vec<Scalar> = input.iter().map(|_| Scalar::random(&mut table.rng)).collect();
        let mut cards: Vec<_> =
            input.iter().zip(&layers).map(|(c, r)| c.mask(&table.joint, r)).collect();
        change(&mut cards);
        let mut t = opened(&ctx(5, 0), &table.joint, &masked(input));
        let rho = draw_weights(&mut t, &cards);
        let r: Scalar = rho.iter().zip(&layers).map(|(rho, r)| rho * r).sum();
        let proof = Dleq::new(&mut t, &r, table.joint.point().point(), &mut table.rng);
        Remask { cards, proof }
    }

    #[test]
    fn remasked_cards_are_new_and_open_to_the_same_faces() {
        let (mut table, input) = table();
        let message = Remask::new(&ctx(5, 0), &table.joint, &input, &mut table.rng);
        let cards = message.verify(&ctx(5, 0), &table.joint, &input).unwrap();
        let shares = table.shares(cards.cards(), &[]);
        for (i, card) in cards.cards().iter().enumerate() {
            assert!(card.a != input[i].a && card.b != input[i].b);
            assert_eq!(open(card, &table.joint, &shares[i]), Ok(face(i as u8 + 1)));
        }
    }

    #[test]
    fn a_remasking_holds_in_its_own_context_table_and_input_only() {
        let (mut table, input) = table();
        let message = Remask::new(&ctx(5, 0), &table.joint, &input, &mut table.rng);
        for other in other_contexts(5, 0) {
            let refused = message.verify(&other, &table.joint, &input);
            assert_eq!(refused, Err(RemaskError::Proof));
        }
        let other = Table::new(3, 5).joint;
        assert_eq!(message.verify(&ctx(5, 0), &other, &input), Err(RemaskError::Proof));
        for i in 0..N {
            let (mut a, mut b, mut swapped) = (input.clone(), input.clone(), input.clone());
            a[i].a = face(9);
            b[i].b = face(9);
            swapped.swap(i, (i + 1) % N);
            for input in [a, b, swapped] {
                let refused = message.verify(&ctx(5, 0), &table.joint, &input);
                assert_eq!(refused, Err(RemaskError::Proof));
            }
        }
    }

    #[test]
    fn the_honest_part_of_the_forger_is_accepted() {
        let (mut table, input) = table();
        let message = forge(&mut table, &input, |_| ());
        assert!(message.verify(&ctx(5, 0), &table.joint, &input).is_ok());
    }

    #[test]
    fn another_card_has_no_proof() {
        let (mut table, input) = table();
        let other = *table.masked(&[9])[0];
        type Change<'a> = &'a dyn Fn(&mut Vec<MaskedCard>);
        let changes: [Change<'_>; 5] = [
            &|cards| cards[1] = other,
            &|cards| cards.swap(0, 1),
            &|cards| cards[1].b = shift(&cards[1].b, face(9).point() - face(2).point()),
            &|cards| cards[1].a = shift(&cards[1].a, *face(9).point()),
            &|cards| cards[1].b = Point::identity(),
        ];
        for change in changes {
            let message = forge(&mut table, &input, change);
            let refused = message.verify(&ctx(5, 0), &table.joint, &input);
            assert_eq!(refused, Err(RemaskError::Proof));
        }
    }

    #[test]
    fn faces_traded_between_two_cards_are_caught() {
        let (mut table, input) = table();
        let trade = face(2).point() - face(1).point();
        let message = forge(&mut table, &input, |cards| {
            cards[0].b = shift(&cards[0].b, trade);
            cards[1].b = shift(&cards[1].b, -trade);
        });
        let refused = message.verify(&ctx(5, 0), &table.joint, &input);
        assert_eq!(refused, Err(RemaskError::Proof));
    }

    #[test]
    fn a_card_cannot_be_chosen_after_the_weights() {
        let (mut table, input) = table();
        let mut message = Remask::new(&ctx(5, 0), &table.joint, &input, &mut table.rng);
        let rho =
            draw_weights(&mut opened(&ctx(5, 0), &table.joint, &masked(&input)), &message.cards);
        // Both sums of the equation stay what they were.
        message.cards[0].b = shift(&message.cards[0].b, rho[1] * face(9).point());
        message.cards[1].b = shift(&message.cards[1].b, -rho[0] * face(9).point());
        let refused = message.verify(&ctx(5, 0), &table.joint, &input);
        assert_eq!(refused, Err(RemaskError::Proof));
    }

    #[test]
    fn the_input_cannot_be_chosen_after_the_weights() {
        let (mut table, mut input) = table();
        let message = Remask::new(&ctx(5, 0), &table.joint, &input, &mut table.rng);
        let rho =
            draw_weights(&mut opened(&ctx(5, 0), &table.joint, &masked(&input)), &message.cards);
        input[0].b = shift(&input[0].b, rho[1] * face(9).point());
        input[1].b = shift(&input[1].b, -rho[0] * face(9).point());
        let refused = message.verify(&ctx(5, 0), &table.joint, &input);
        assert_eq!(refused, Err(RemaskError::Proof));
    }

    #[test]
    fn the_joint_key_cannot_be_chosen_after_the_challenge() {
        let (mut table, input) = table();
        let input = &input[..1];
        // A layer of r on A and an unrelated one of s on B, proven with two nonces; then the joint
        // key that satisfies both equations.
        let [r, s, k_g, k_p] = [(); 4].map(|()| Scalar::random(&mut table.rng));
        let output = MaskedCard {
            a: shift(&input[0].a, RistrettoPoint::mul_base(&r)),
            b: shift(&input[0].b, RistrettoPoint::mul_base(&s)),
        };
        let mut t = opened(&ctx(5, 0), &table.joint, &masked(input));
        let rho = draw_weights(&mut t, &[output])[0];
        let [k_g_point, k_p_point] = [k_g, k_p].map(|k| RistrettoPoint::mul_base(&k));
        let c = challenge(&mut t, k_g_point, k_p_point);
        let proof = Dleq { c, z: k_g + c * rho * r };
        let h = proof.z.invert() * (k_p + c * rho * s);
        let key = table.key(&SecretKey::new(h));
        let joint = JointKey::new(&[key]).unwrap();
        assert_eq!(
            k_p_point,
            proof.z * joint.point().point() - c * rho * RistrettoPoint::mul_base(&s)
        );
        let refused = Remask { cards: vec![output], proof }.verify(&ctx(5, 0), &joint, input);
        assert_eq!(refused, Err(RemaskError::Proof));
    }

    #[test]
    fn another_number_of_cards_is_refused() {
        let (mut table, input) = table();
        for found in [0, N - 1, N + 1] {
            let message = forge(&mut table, &input, |cards| cards.resize(found, *input[0]));
            let refused = message.verify(&ctx(5, 0), &table.joint, &input);
            assert_eq!(refused, Err(RemaskError::Length { expected: N, found }));
        }
    }

    #[test]
    fn a_card_without_a_mask_is_refused() {
        let table = &mut Table::new(2, 6);
        let input = [Card::open(face(1))];
        // A layer of 0 satisfies the equations.
        let mut t = opened(&ctx(5, 0), &table.joint, &masked(&input));
        draw_weights(&mut t, &masked(&input));
        let h = table.joint.point().point();
        let proof = Dleq::new(&mut t, &Scalar::ZERO, h, &mut table.rng);
        let message = Remask { cards: masked(&input), proof };
        let refused = message.verify(&ctx(5, 0), &table.joint, &input);
        assert_eq!(refused, Err(RemaskError::Unmasked(0)));
    }

    #[test]
    fn a_card_that_keeps_its_old_mask_is_refused() {
        let (mut table, input) = table();
        for kept in 0..N {
            // The layers are proven as they are, one of them 0: every equation holds.
            let mut layers = [(); N].map(|()| Scalar::random(&mut table.rng));
            layers[kept] = Scalar::ZERO;
            let cards: Vec<_> =
                input.iter().zip(&layers).map(|(c, r)| c.mask(&table.joint, r)).collect();
            let mut t = opened(&ctx(5, 0), &table.joint, &masked(&input));
            let rho = draw_weights(&mut t, &cards);
            let r: Scalar = rho.iter().zip(&layers).map(|(rho, r)| rho * r).sum();
            let h = table.joint.point().point();
            let proof = Dleq::new(&mut t, &r, h, &mut table.rng);
            let message = Remask { cards, proof };
            let refused = message.verify(&ctx(5, 0), &table.joint, &input);
            assert_eq!(refused, Err(RemaskError::Unchanged(kept)));
        }
    }

    #[test]
    fn every_card_gets_a_layer_of_its_own() {
        let (mut table, input) = table();
        let mut layers = vec![Point::identity()];
        for _ in 0..2 {
            let message = Remask::new(&ctx(5, 0), &table.joint, &input, &mut table.rng);
            let pairs = message.cards.iter().zip(&input);
            layers.extend(pairs.map(|(n, o)| Point::new(n.a.point() - o.a.point())));
        }
        layers.sort_unstable();
        assert!(layers.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
