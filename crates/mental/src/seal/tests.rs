//! What a seal opens to, what is refused, and what it hides.

use super::*;
use crate::{
    beacon::BeaconPart,
    card::MaskedCard,
    escrow::{Dealing, Received, RecoveredShares, combine},
    known_mask::challenge,
    testing::{Table, ctx, face, other_contexts},
};

const ENTRY: u16 = 3;
const ENTRIES: usize = 5;

/// The seal of seat 0 in step 5.
fn sealed(table: &mut Table, entry: u16) -> (Seal, SealOpening) {
    Seal::new(&ctx(5, 0), &table.joint, entry, &mut table.rng)
}

/// The same seal, verified, and its author's opening.
fn opened(table: &mut Table, entry: u16) -> (VerifiedSeal, OpenedSeal) {
    let (seal, opening) = sealed(table, entry);
    (verify(table, &seal).unwrap(), opening.publish())
}

fn verify(table: &Table, seal: &Seal) -> Result<VerifiedSeal, SealError> {
    seal.verify(&ctx(5, 0), &table.joint)
}

/// A seal of any pair, proven as well as somebody can who takes `r` for its mask.
fn forge(ctx: &Context, joint: &JointKey, card: MaskedCard, r: &Scalar, k: &Scalar) -> Seal {
    Seal(KnownMask::new(statement(Domain::Seal, ctx, joint), card, r, k))
}

/// `(r·G, M + s·H)`: a masked point if `s = r`.
fn pair(joint: &JointKey, m: &Point, [r, s]: [&Scalar; 2]) -> MaskedCard {
    let b = Point::new(m.point() + s * joint.point().point());
    MaskedCard { a: Point::new(RistrettoPoint::mul_base(r)), b }
}

/// `K`, which a verifier computes.
fn nonce_point(seal: &Seal) -> RistrettoPoint {
    RistrettoPoint::mul_base(&seal.0.z) - seal.0.c * seal.0.card.a.point()
}

#[test]
fn a_seal_opens_to_its_entry_by_its_author() {
    let mut table = Table::new(3, 8);
    for entry in [0, 1, 256, 513, u16::MAX] {
        let (seal, opened) = opened(&mut table, entry);
        assert_eq!(opened.verify(&seal), Ok(entry));
    }
}

#[test]
fn a_seal_opens_to_its_entry_by_the_shares_of_all_seats() {
    let mut table = Table::new(3, 8);
    for entry in [0, 1, ENTRY] {
        let (seal, _) = opened(&mut table, entry);
        let shares = table.shares(&[*seal.card()], &[]).remove(0);
        assert_eq!(seal.open(&shares, ENTRIES), Ok(Some(entry)));
    }
}

#[test]
fn the_seal_of_a_leaver_opens_to_its_entry_by_the_others_and_escrow() {
    let mut table = Table::new(4, 8);
    let (threshold, dealt) = (3, ctx(2, 0));
    let dealing =
        Dealing::new(&dealt, &table.secrets[0], &table.joint, threshold, &mut table.rng).unwrap();
    let escrow = dealing.verify_shape(&dealt, &table.joint, threshold).unwrap();
    let (seal, _) = opened(&mut table, ENTRY);
    let cards = [*seal.card()];
    let mut shares = table.shares(&cards, &[0]).remove(0);
    assert_eq!(seal.open(&shares, ENTRIES), Err(OpenError::Missing(vec![0])));
    let parts = [1, 2, 3].map(|helper: u16| {
        let (here, secret) = (ctx(9, helper), &table.secrets[usize::from(helper)]);
        let Ok(Received::Share(share)) = escrow.receive(&here, secret, &mut table.rng) else {
            unreachable!("the dealing is good")
        };
        let part = RecoveredShares::new(&here, &share, &cards, &mut table.rng);
        part.verify(&here, &escrow, &cards).unwrap()
    });
    shares.extend(combine(&escrow, &cards, &parts).unwrap());
    assert_eq!(seal.open(&shares, ENTRIES), Ok(Some(ENTRY)));
}

#[test]
fn an_entry_beyond_the_menu_opens_to_none() {
    let mut table = Table::new(2, 8);
    for (entry, entries, found) in [
        (ENTRY, 0, None),
        (ENTRY, 3, None),
        (ENTRY, 4, Some(ENTRY)),
        (u16::MAX, 65_535, None),
        (u16::MAX, usize::MAX, Some(u16::MAX)),
    ] {
        let (seal, _) = opened(&mut table, entry);
        let shares = table.shares(&[*seal.card()], &[]).remove(0);
        assert_eq!(seal.open(&shares, entries), Ok(found), "{entry} of {entries}");
    }
}

#[test]
fn a_seal_of_no_entry_opens_to_none_and_its_author_cannot_open_it() {
    let mut table = Table::new(2, 8);
    let [r, k] = [(); 2].map(|()| Scalar::random(&mut table.rng));
    let card = pair(&table.joint, &face(1), [&r, &r]);
    let seal = forge(&ctx(5, 0), &table.joint, card, &r, &k);
    let seal = verify(&table, &seal).unwrap();
    let shares = table.shares(&[*seal.card()], &[]).remove(0);
    assert_eq!(seal.open(&shares, ENTRIES), Ok(None));
    for entry in 0..ENTRIES as u16 {
        assert_eq!(OpenedSeal { entry, r }.verify(&seal), Err(SealError::Opening));
    }
}

#[test]
fn a_seal_opens_with_the_verified_shares_of_all_seats_only() {
    let mut table = Table::new(3, 8);
    let (seal, _) = opened(&mut table, ENTRY);
    let (other, _) = opened(&mut table, ENTRY);
    let shares = table.shares(&[*seal.card()], &[]).remove(0);
    let foreign = table.shares(&[*other.card()], &[]).remove(0);
    let opened = |shares: &[Share]| seal.open(shares, ENTRIES);
    assert_eq!(opened(&[]), Err(OpenError::Missing(vec![0, 1, 2])));
    assert_eq!(opened(&shares[1..]), Err(OpenError::Missing(vec![0])));
    assert_eq!(opened(&[shares[0], shares[1], foreign[2]]), Err(OpenError::Foreign(2)));
}

#[test]
fn a_seal_holds_in_its_own_context_and_table_only() {
    let mut table = Table::new(2, 8);
    let (seal, _) = sealed(&mut table, ENTRY);
    assert!(verify(&table, &seal).is_ok());
    for other in other_contexts(5, 0) {
        assert_eq!(seal.verify(&other, &table.joint), Err(SealError::Proof));
    }
    let other = Table::new(2, 9).joint;
    assert_eq!(seal.verify(&ctx(5, 0), &other), Err(SealError::Proof));
}

#[test]
fn a_seal_proven_again_for_another_context_or_key_is_refused_here() {
    // By its own author, who knows the mask: only the transcript tells the places apart.
    let mut table = Table::new(2, 8);
    let elsewhere = Table::new(2, 9).joint;
    let [r, k] = [(); 2].map(|()| Scalar::random(&mut table.rng));
    let card = pair(&table.joint, &entry_point(ENTRY), [&r, &r]);
    let here = (ctx(5, 0), &table.joint);
    let others = other_contexts(5, 0).map(|other| (other, &table.joint));
    for (other, joint) in others.into_iter().chain([(ctx(5, 0), &elsewhere)]) {
        let seal = forge(&other, joint, card, &r, &k);
        assert!(seal.verify(&other, joint).is_ok(), "the forger is good");
        assert_eq!(seal.verify(&here.0, here.1), Err(SealError::Proof));
    }
    assert!(forge(&here.0, here.1, card, &r, &k).verify(&here.0, here.1).is_ok());
}

#[test]
fn a_part_of_a_beacon_is_no_seal_and_a_seal_is_no_part() {
    let mut table = Table::new(2, 8);
    let ctx = ctx(5, 0);
    let [r, k] = [(); 2].map(|()| Scalar::random(&mut table.rng));
    let card = pair(&table.joint, &entry_point(ENTRY), [&r, &r]);
    let part = KnownMask::new(statement(Domain::Beacon, &ctx, &table.joint), card, &r, &k);
    assert_eq!(verify(&table, &Seal(part)), Err(SealError::Proof));
    let config = bincode::config::standard().with_fixed_int_encoding();
    let bytes = bincode::serde::encode_to_vec(sealed(&mut table, ENTRY).0, config).unwrap();
    let (part, _): (BeaconPart, _) = bincode::serde::decode_from_slice(&bytes, config).unwrap();
    assert!(part.verify(&ctx, &table.joint).is_err());
}

#[test]
fn every_field_of_a_seal_matters() {
    let mut table = Table::new(2, 8);
    let (seal, _) = sealed(&mut table, ENTRY);
    let mut wrong = [(); 4].map(|()| seal.clone());
    wrong[0].0.card.a = face(1);
    wrong[1].0.card.b = face(1);
    wrong[2].0.c += Scalar::ONE;
    wrong[3].0.z += Scalar::ONE;
    for seal in wrong {
        assert_eq!(verify(&table, &seal), Err(SealError::Proof));
    }
}

#[test]
fn every_field_of_an_opening_matters() {
    let mut table = Table::new(2, 8);
    let (seal, opened) = opened(&mut table, ENTRY);
    for wrong in [
        OpenedSeal { entry: ENTRY + 1, ..opened.clone() },
        OpenedSeal { r: opened.r + Scalar::ONE, ..opened.clone() },
        OpenedSeal { r: Scalar::ZERO, ..opened.clone() },
        OpenedSeal { r: -opened.r, ..opened },
    ] {
        assert_eq!(wrong.verify(&seal), Err(SealError::Opening));
    }
}

#[test]
fn a_copied_seal_is_refused_under_another_seat() {
    let mut table = Table::new(2, 8);
    let (seal, _) = sealed(&mut table, ENTRY);
    assert_eq!(seal.verify(&ctx(5, 1), &table.joint), Err(SealError::Proof));
    // Nor does the copy have a proof by somebody who does not know the mask.
    let [guess, k] = [(); 2].map(|()| Scalar::random(&mut table.rng));
    for r in [guess, Scalar::ZERO] {
        let copy = forge(&ctx(5, 1), &table.joint, seal.0.card, &r, &k);
        assert_eq!(copy.verify(&ctx(5, 1), &table.joint), Err(SealError::Proof));
    }
}

#[test]
fn a_seal_made_from_another_seats_seal_is_refused() {
    // Seat 1 wants the choice of seat 0, its opposite, or the entry after it, without knowing it.
    let mut table = Table::new(2, 8);
    let (other, _) = sealed(&mut table, ENTRY);
    let other = other.0;
    let [delta, k] = [(); 2].map(|()| Scalar::random(&mut table.rng));
    let (g, h) = (RistrettoPoint::mul_base(&delta), table.joint.mul(&delta));
    let next = entry_point(ENTRY + 1).point() - entry_point(ENTRY).point();
    for (sign, moved) in [
        (Scalar::ONE, RistrettoPoint::default()),
        (-Scalar::ONE, RistrettoPoint::default()),
        (Scalar::ONE, next),
    ] {
        let card = MaskedCard {
            a: Point::new(sign * other.card.a.point() + g),
            b: Point::new(sign * other.card.b.point() + h + moved),
        };
        // The old answer moved along: right for the old challenge, which is no longer asked.
        let (c, z) = (other.c, sign * other.z + other.c * delta);
        let moved = Seal(KnownMask { card, c, z });
        assert_eq!(nonce_point(&moved), sign * nonce_point(&Seal(other.clone())));
        // And a fresh proof with the layer that seat 1 does know.
        let fresh = forge(&ctx(5, 1), &table.joint, card, &delta, &k);
        for seal in [moved, fresh] {
            for seat in [0, 1] {
                assert_eq!(seal.verify(&ctx(5, seat), &table.joint), Err(SealError::Proof));
            }
        }
    }
}

#[test]
fn a_seal_opens_to_no_other_entry() {
    let mut table = Table::new(2, 8);
    let (seal, opened) = opened(&mut table, ENTRY);
    for entry in (0..=u16::MAX).step_by(257).filter(|entry| *entry != ENTRY) {
        assert_eq!(OpenedSeal { entry, ..opened }.verify(&seal), Err(SealError::Opening));
    }
}

#[test]
fn a_seal_under_two_masks_opens_to_nothing() {
    // A is masked by r and B by s: by the one equation it opens to the entry with s, by the other
    // with r, and its author could leave to have the others open it to nothing.
    let mut table = Table::new(2, 8);
    let [r, s, k] = [(); 3].map(|()| Scalar::random(&mut table.rng));
    let card = pair(&table.joint, &entry_point(ENTRY), [&r, &s]);
    let seal = forge(&ctx(5, 0), &table.joint, card, &r, &k);
    let seal = verify(&table, &seal).unwrap();
    for r in [r, s] {
        assert_eq!(OpenedSeal { entry: ENTRY, r }.verify(&seal), Err(SealError::Opening));
    }
    let shares = table.shares(&[*seal.card()], &[]).remove(0);
    assert_eq!(seal.open(&shares, ENTRIES), Ok(None));
}

#[test]
fn an_opening_opens_its_own_seal_only() {
    let mut table = Table::new(2, 8);
    let (one, opens_one) = opened(&mut table, ENTRY);
    let (two, opens_two) = opened(&mut table, ENTRY);
    assert_eq!(opens_one.verify(&two), Err(SealError::Opening));
    assert_eq!(opens_two.verify(&one), Err(SealError::Opening));
}

#[test]
fn the_entry_cannot_be_chosen_after_the_challenge() {
    // B is in the challenge, though no equation has it.
    let mut table = Table::new(2, 8);
    let (mut seal, _) = sealed(&mut table, ENTRY);
    let other = entry_point(ENTRY + 1).point() - entry_point(ENTRY).point();
    seal.0.card.b = Point::new(seal.0.card.b.point() + other);
    assert_eq!(verify(&table, &seal), Err(SealError::Proof));
}

#[test]
fn the_mask_cannot_be_chosen_after_the_challenge() {
    // A = (z·G − K)/c satisfies the equation, and nobody knows its r.
    let mut table = Table::new(2, 8);
    let k = RistrettoPoint::random(&mut table.rng);
    let mut card = MaskedCard { a: face(1), b: face(2) };
    let c = challenge(statement(Domain::Seal, &ctx(5, 0), &table.joint), &card, k);
    let z = Scalar::random(&mut table.rng);
    card.a = Point::new(c.invert() * (RistrettoPoint::mul_base(&z) - k));
    let seal = Seal(KnownMask { card, c, z });
    assert_eq!(nonce_point(&seal), k);
    assert_eq!(verify(&table, &seal), Err(SealError::Proof));
}

#[test]
fn a_seal_without_a_mask_is_refused() {
    let mut table = Table::new(2, 8);
    let k = Scalar::random(&mut table.rng);
    let card = *Card::open(entry_point(ENTRY));
    let seal = forge(&ctx(5, 0), &table.joint, card, &Scalar::ZERO, &k);
    assert_eq!(verify(&table, &seal), Err(SealError::Identity));
}

#[test]
fn no_two_entries_have_one_point() {
    let mut points: Vec<Point> = (0..=u16::MAX).map(entry_point).collect();
    points.push(Point::identity());
    points.sort_unstable();
    assert!(points.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn two_seals_share_neither_mask_nor_point_nor_nonce() {
    let mut table = Table::new(2, 8);
    let mut seen = vec![Point::identity()];
    for entry in [ENTRY, ENTRY, ENTRY + 1] {
        let (seal, _) = sealed(&mut table, entry);
        seen.extend([seal.0.card.a, seal.0.card.b, Point::new(nonce_point(&seal))]);
    }
    seen.sort_unstable();
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn no_entry_explains_a_seal_by_a_layer_that_repeats_or_can_be_guessed() {
    // Whoever tries an entry is left with B − E_e, which is r·H for the right one. Were the mask a
    // constant, the nonce, or one that was used before, the right one would stand out.
    let mut table = Table::new(2, 8);
    let h = *table.joint.point().point();
    let mut seen: Vec<Point> = [RistrettoPoint::default(), h, -h].map(Point::new).into();
    for _ in 0..2 {
        let (seal, opening) = sealed(&mut table, ENTRY);
        let k = seal.0.z - seal.0.c * opening.r;
        seen.extend([k, seal.0.c, seal.0.z].map(|s| Point::new(s * h)));
        let left = |entry| Point::new(seal.0.card.b.point() - entry_point(entry).point());
        let left: Vec<_> = (0..ENTRIES as u16).map(left).collect();
        assert_eq!(left[usize::from(ENTRY)], Point::new(opening.r * h));
        seen.extend(left);
    }
    seen.sort_unstable();
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn without_the_share_of_one_seat_no_entry_comes_to_light() {
    let mut table = Table::new(3, 8);
    let (seal, _) = opened(&mut table, ENTRY);
    let entries: Vec<_> = (0..ENTRIES as u16).map(entry_point).collect();
    let shares = |seats: &[usize]| -> RistrettoPoint {
        seats.iter().map(|seat| table.secrets[*seat].scalar() * seal.card.a.point()).sum()
    };
    let left = |seats: &[usize]| Point::new(seal.card.b.point() - shares(seats));
    assert_eq!(left(&[0, 1, 2]), entries[usize::from(ENTRY)]);
    for some in [&[0, 1][..], &[0, 2], &[1, 2], &[0], &[1], &[2], &[]] {
        assert!(!entries.contains(&left(some)));
    }
}
