//! What an escrow does, and everything that is refused.

use super::{recover::lagrange, *};
use crate::{
    card::{Card, masked},
    dleq::forge_after_challenge,
    share::{self, ShareError, open},
    testing::{Table, ctx, face},
};

const SEATS: usize = 4;
const T: usize = 3;

impl Received {
    fn share(self) -> Option<EscrowShare> {
        match self {
            Self::Share(share) => Some(share),
            Self::Bad(_) => None,
        }
    }

    fn complaint(self) -> Option<Complaint> {
        match self {
            Self::Share(_) => None,
            Self::Bad(complaint) => Some(complaint),
        }
    }
}

fn deal(table: &mut Table, dealer: usize, threshold: usize) -> Dealing {
    let ctx = ctx(2, dealer as u16);
    Dealing::new(&ctx, &table.secrets[dealer], &table.joint, threshold, &mut table.rng).unwrap()
}

fn accept(table: &Table, dealer: usize, dealing: &Dealing) -> Escrow {
    let threshold = dealing.commitments.len();
    dealing.verify_shape(&ctx(2, dealer as u16), &table.joint, threshold).unwrap()
}

fn receive(table: &mut Table, escrow: &Escrow, seat: usize) -> Received {
    let ctx = ctx(3, seat as u16);
    escrow.receive(&ctx, &table.secrets[seat], &mut table.rng).unwrap()
}

fn part(table: &mut Table, escrow: &Escrow, seat: usize, cards: &[Card]) -> RecoveredShares {
    let share = receive(table, escrow, seat).share().unwrap();
    RecoveredShares::new(&ctx(9, seat as u16), &share, cards, &mut table.rng)
}

fn parts(table: &mut Table, escrow: &Escrow, seats: &[usize], cards: &[Card]) -> Vec<Recovered> {
    let verified = |seat: &usize| {
        let part = part(table, escrow, *seat, cards);
        part.verify(&ctx(9, *seat as u16), escrow, cards).unwrap()
    };
    seats.iter().map(verified).collect()
}

#[test]
fn any_threshold_of_helpers_opens_a_leavers_layer() {
    let mut table = Table::new(5, 10);
    let cards = table.masked(&[1, 2]);
    let shares = table.shares(&cards, &[2]);
    for (threshold, helpers) in
        [(2, &[0, 4][..]), (2, &[4, 1]), (3, &[4, 0, 1]), (4, &[0, 1, 3, 4]), (2, &[0, 1, 3])]
    {
        let dealing = deal(&mut table, 2, threshold);
        let escrow = accept(&table, 2, &dealing);
        let parts = parts(&mut table, &escrow, helpers, &cards);
        let recovered = combine(&escrow, &cards, &parts).unwrap();
        for i in 0..2 {
            let mut all = shares[i].clone();
            all.push(recovered[i]);
            assert_eq!(open(&cards[i], &table.joint, &all), Ok(face(i as u8 + 1)));
        }
    }
}

#[test]
fn two_leavers_are_replaced_at_once() {
    let mut table = Table::new(5, 11);
    let cards = table.masked(&[1]);
    let mut all = table.shares(&cards, &[1, 3]).remove(0);
    for leaver in [1, 3] {
        let dealing = deal(&mut table, leaver, 3);
        let escrow = accept(&table, leaver, &dealing);
        let parts = parts(&mut table, &escrow, &[0, 2, 4], &cards);
        all.extend(combine(&escrow, &cards, &parts).unwrap());
    }
    assert_eq!(open(&cards[0], &table.joint, &all), Ok(face(1)));
}

#[test]
fn fewer_helpers_than_the_threshold_get_nothing() {
    let mut table = Table::new(SEATS, 12);
    let cards = table.masked(&[1]);
    let dealing = deal(&mut table, 0, T);
    let escrow = accept(&table, 0, &dealing);
    let mut few = parts(&mut table, &escrow, &[1, 2], &cards);
    few.push(few[0].clone());
    let too_few = combine(&escrow, &cards, &few);
    assert_eq!(too_few, Err(RecoverError::TooFew { needed: T, found: 2 }));
    // Not even by interpolating what they have.
    let sum = lagrange(&[1, 2], 1) * few[0].shares[0].1.point()
        + lagrange(&[1, 2], 2) * few[1].shares[0].1.point();
    assert_ne!(sum, table.secrets[0].scalar() * cards[0].a.point());
}

#[test]
fn a_threshold_outside_two_to_all_others_is_refused() {
    let mut table = Table::new(SEATS, 12);
    for threshold in [0, 1, SEATS, SEATS + 1, usize::MAX] {
        let refused = EscrowError::Threshold { threshold, others: SEATS - 1 };
        let dealt =
            Dealing::new(&ctx(2, 0), &table.secrets[0], &table.joint, threshold, &mut table.rng);
        assert_eq!(dealt, Err(refused));
        let dealing = deal(&mut table, 0, T);
        let shape = dealing.verify_shape(&ctx(2, 0), &table.joint, threshold);
        assert_eq!(shape, Err(refused));
    }
    for seats in [1, 2] {
        let few = JointKey::new(&table.keys[..seats]).unwrap();
        let too_few = Dealing::new(&ctx(2, 0), &table.secrets[0], &few, 2, &mut table.rng);
        let refused = EscrowError::Threshold { threshold: 2, others: seats - 1 };
        assert_eq!(too_few, Err(refused));
    }
}

#[test]
fn a_dealing_of_another_shape_is_refused() {
    let mut table = Table::new(SEATS, 12);
    let dealing = deal(&mut table, 0, T);
    let shape = |d: &Dealing, t| d.verify_shape(&ctx(2, 0), &table.joint, t);
    assert!(shape(&dealing, T).is_ok());
    assert_eq!(shape(&dealing, T - 1), Err(EscrowError::Length));
    for len in [0, T - 1, T + 1] {
        let mut wrong = dealing.clone();
        wrong.commitments.resize(len, face(9));
        assert_eq!(shape(&wrong, T), Err(EscrowError::Length));
    }
    for len in [0, SEATS - 2, SEATS] {
        let mut wrong = dealing.clone();
        wrong.sealed.resize(len, Scalar::ONE);
        assert_eq!(shape(&wrong, T), Err(EscrowError::Length));
    }
    let mut wrong = dealing.clone();
    wrong.commitments[T - 1] = Point::identity();
    assert_eq!(shape(&wrong, T), Err(EscrowError::Identity));
    assert_eq!(
        dealing.verify_shape(&ctx(2, SEATS as u16), &table.joint, T),
        Err(EscrowError::Seat)
    );
}

#[test]
fn a_dealing_of_another_secret_is_refused() {
    let mut table = Table::new(SEATS, 12);
    let dealing = deal(&mut table, 0, T);
    let copied = dealing.verify_shape(&ctx(2, 1), &table.joint, T);
    assert_eq!(copied, Err(EscrowError::Key));
    let elsewhere = dealing.verify_shape(&Context::new([8; 32], 2, 0), &table.joint, T);
    assert_eq!(elsewhere, Err(EscrowError::Seat));
    let (secret, rng) = (&table.secrets[0], &mut table.rng);
    let dealt = Dealing::new(&ctx(2, 1), secret, &table.joint, T, rng);
    assert_eq!(dealt, Err(EscrowError::Seat));
    let stranger = SecretKey::generate(&mut table.rng);
    let dealt = Dealing::new(&ctx(2, 0), &stranger, &table.joint, T, &mut table.rng);
    assert_eq!(dealt, Err(EscrowError::Seat));
}

#[test]
fn only_receivers_receive() {
    let mut table = Table::new(SEATS, 12);
    let dealing = deal(&mut table, 0, T);
    let escrow = accept(&table, 0, &dealing);
    let stranger = SecretKey::generate(&mut table.rng);
    for secret in [&table.secrets[0], &stranger] {
        let refused = escrow.receive(&ctx(3, 0), secret, &mut table.rng).err();
        assert_eq!(refused, Some(EscrowError::Seat));
    }
    // A receiver, in the place of another and in another match.
    for other in [ctx(3, 2), Context::new([8; 32], 3, 1)] {
        let refused = escrow.receive(&other, &table.secrets[1], &mut table.rng).err();
        assert_eq!(refused, Some(EscrowError::Seat));
    }
}

#[test]
fn a_bad_share_blames_the_dealer_and_only_for_the_seat_that_got_it() {
    let mut table = Table::new(SEATS, 13);
    for (entry, seat) in [(0, 0), (1, 2), (2, 3)] {
        let mut dealing = deal(&mut table, 1, T);
        dealing.sealed[entry] += Scalar::ONE;
        let escrow = accept(&table, 1, &dealing);
        for other in (0..SEATS).filter(|other| ![1, seat].contains(other)) {
            assert!(receive(&mut table, &escrow, other).share().is_some());
        }
        let complaint = receive(&mut table, &escrow, seat).complaint().unwrap();
        assert_eq!(complaint.verify(&ctx(3, seat as u16), &escrow), Blame::Dealer);
    }
}

#[test]
fn a_bent_commitment_blames_the_dealer() {
    let mut table = Table::new(SEATS, 13);
    let mut dealing = deal(&mut table, 0, T);
    dealing.commitments[1] = face(9);
    let escrow = accept(&table, 0, &dealing);
    for seat in 1..SEATS {
        let complaint = receive(&mut table, &escrow, seat).complaint().unwrap();
        assert_eq!(complaint.verify(&ctx(3, seat as u16), &escrow), Blame::Dealer);
    }
}

/// A complaint with any point, proven as well as `secret` allows.
fn complain(table: &mut Table, escrow: &Escrow, seat: usize, s: Point) -> Complaint {
    let mut t = escrow.edge(seat).unwrap().complaint(&ctx(3, seat as u16), &s);
    let x = table.secrets[seat].scalar();
    let proof = Dleq::new(&mut t, x, escrow.key().point(), &mut table.rng);
    Complaint { s, proof }
}

#[test]
fn a_false_complaint_blames_the_complaining_seat() {
    let mut table = Table::new(SEATS, 14);
    let dealing = deal(&mut table, 0, T);
    let escrow = accept(&table, 0, &dealing);
    let s = Point::new(table.secrets[1].scalar() * escrow.key().point());
    let truthful = complain(&mut table, &escrow, 1, s);
    assert_eq!(truthful.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::GoodShare));
    for s in [face(9), Point::identity(), *escrow.key()] {
        let lying = complain(&mut table, &escrow, 1, s);
        assert_eq!(lying.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::Proof));
    }
}

#[test]
fn the_point_of_a_complaint_cannot_be_chosen_after_the_challenge() {
    let mut table = Table::new(SEATS, 14);
    let dealing = deal(&mut table, 0, T);
    let escrow = accept(&table, 0, &dealing);
    let mut t = escrow.edge(1).unwrap().complaint(&ctx(3, 1), &face(8));
    let (x, p) = (table.secrets[1].scalar(), escrow.key().point());
    let (proof, s) = forge_after_challenge(&mut t, x, p, &mut table.rng);
    let complaint = Complaint { s: Point::new(s), proof };
    assert_eq!(complaint.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::Proof));
}

#[test]
fn a_complaint_holds_in_its_place_only() {
    let mut table = Table::new(SEATS, 15);
    let mut dealing = deal(&mut table, 0, T);
    dealing.sealed.iter_mut().for_each(|e| *e += Scalar::ONE);
    let escrow = accept(&table, 0, &dealing);
    let complaint = receive(&mut table, &escrow, 1).complaint().unwrap();
    assert_eq!(complaint.verify(&ctx(3, 1), &escrow), Blame::Dealer);
    for other in [ctx(4, 1), ctx(3, 2)] {
        assert_eq!(complaint.verify(&other, &escrow), Blame::Complainer(ComplaintError::Proof));
    }
    // Another match, the dealer, a seat that is not there.
    for other in [Context::new([8; 32], 3, 1), ctx(3, 0), ctx(3, SEATS as u16)] {
        assert_eq!(complaint.verify(&other, &escrow), Blame::Complainer(ComplaintError::Seat));
    }
    // Another dealing of the same dealer, and the same one in another step.
    let mut another = deal(&mut table, 0, T);
    another.sealed[0] += Scalar::ONE;
    let another = accept(&table, 0, &another);
    assert_eq!(complaint.verify(&ctx(3, 1), &another), Blame::Complainer(ComplaintError::Proof));
    let moved = dealing.verify_shape(&ctx(4, 0), &table.joint, T).unwrap();
    assert_eq!(complaint.verify(&ctx(3, 1), &moved), Blame::Complainer(ComplaintError::Proof));
    let mut resealed = dealing.clone();
    resealed.sealed[0] += Scalar::ONE;
    let resealed = accept(&table, 0, &resealed);
    assert_eq!(complaint.verify(&ctx(3, 1), &resealed), Blame::Complainer(ComplaintError::Proof));
}

#[test]
fn every_field_of_a_complaint_matters() {
    let mut table = Table::new(SEATS, 15);
    let mut dealing = deal(&mut table, 0, T);
    dealing.sealed[0] += Scalar::ONE;
    let escrow = accept(&table, 0, &dealing);
    let good = receive(&mut table, &escrow, 1).complaint().unwrap();
    let other = complain(&mut table, &escrow, 1, good.s);
    let wrong = Complaint { s: face(9), ..good.clone() };
    assert_eq!(wrong.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::Proof));
    let wrong = Complaint { s: face(9), proof: other.proof.clone() };
    assert_eq!(wrong.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::Proof));
    assert_eq!(other.verify(&ctx(3, 1), &escrow), Blame::Dealer);
}

#[test]
fn pads_depend_on_context_polynomial_receiver_and_what_only_two_seats_know() {
    // Under one pad, the difference of two e would be that of two shares.
    let mut table = Table::new(SEATS, 16);
    let [one, two] = [(); 2].map(|()| deal(&mut table, 0, T).commitments);
    let s = Point::new(table.secrets[0].scalar() * table.keys[1].point().point());
    let key = table.keys[1].point();
    let pad = |step, c: &[Point], i, s| *pad(&ctx(step, 0), c, i, key, s);
    let first = pad(2, &one, 1, &s);
    let others =
        [pad(3, &one, 1, &s), pad(2, &two, 1, &s), pad(2, &one, 2, &s), pad(2, &one, 1, &face(1))];
    assert!(others.iter().all(|p| *p != first));
}

#[test]
fn a_generator_that_repeats_itself_never_deals_one_polynomial_twice() {
    let table = Table::new(SEATS, 16);
    let few = JointKey::new(&table.keys[..SEATS - 1]).unwrap();
    let deal = |step, seat: u16, joint, t| {
        let mut rng = Table::new(2, 99).rng;
        let secret = &table.secrets[usize::from(seat)];
        Dealing::new(&ctx(step, seat), secret, joint, t, &mut rng).unwrap().commitments
    };
    assert_eq!(deal(2, 0, &table.joint, T), deal(2, 0, &table.joint, T));
    let mut seen = [
        deal(2, 0, &table.joint, T),
        deal(3, 0, &table.joint, T),
        deal(2, 1, &table.joint, T),
        deal(2, 0, &table.joint, 2),
        deal(2, 0, &few, 2),
    ]
    .map(|commitments| commitments[1]);
    seen.sort_unstable();
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn a_wrong_part_is_refused() {
    let mut table = Table::new(SEATS, 17);
    let cards = table.masked(&[1, 2]);
    let dealing = deal(&mut table, 0, T);
    let escrow = accept(&table, 0, &dealing);
    let mut message = part(&mut table, &escrow, 2, &cards);
    message.shares[0] = face(9);
    let refused = message.verify(&ctx(9, 2), &escrow, &cards);
    assert_eq!(refused, Err(PartError::Shares(ShareError::Proof)));
    message.shares.pop();
    let refused = message.verify(&ctx(9, 2), &escrow, &cards);
    let error = ShareError::Length { expected: 2, found: 1 };
    assert_eq!(refused, Err(PartError::Shares(error)));
}

#[test]
fn a_part_made_with_another_share_has_no_proof() {
    let mut table = Table::new(SEATS, 17);
    let cards = table.masked(&[1, 2]);
    let dealing = deal(&mut table, 0, T);
    let escrow = accept(&table, 0, &dealing);
    let mut share = receive(&mut table, &escrow, 1).share().unwrap();
    share.value += Scalar::ONE;
    let part = RecoveredShares::new(&ctx(9, 1), &share, &cards, &mut table.rng);
    let refused = part.verify(&ctx(9, 1), &escrow, &cards);
    assert_eq!(refused, Err(PartError::Shares(ShareError::Proof)));
}

#[test]
fn a_part_holds_in_its_place_only() {
    let mut table = Table::new(SEATS, 18);
    let cards = table.masked(&[1, 2]);
    let dealing = deal(&mut table, 0, T);
    let escrow = accept(&table, 0, &dealing);
    let message = part(&mut table, &escrow, 1, &cards);
    let refused = Err(PartError::Shares(ShareError::Proof));
    assert!(message.verify(&ctx(9, 1), &escrow, &cards).is_ok());
    for other in [ctx(10, 1), ctx(9, 2)] {
        assert_eq!(message.verify(&other, &escrow, &cards), refused);
    }
    // Another match, the dealer, a seat that is not there.
    for other in [Context::new([8; 32], 9, 1), ctx(9, 0), ctx(9, SEATS as u16)] {
        assert_eq!(message.verify(&other, &escrow, &cards), Err(PartError::Seat));
    }
    let swapped = [cards[1], cards[0]];
    assert_eq!(message.verify(&ctx(9, 1), &escrow, &swapped), refused);
    let another = deal(&mut table, 0, T);
    let another = accept(&table, 0, &another);
    assert_eq!(message.verify(&ctx(9, 1), &another, &cards), refused);
}

#[test]
fn parts_of_other_cards_or_another_escrow_are_not_combined() {
    let mut table = Table::new(SEATS, 19);
    let cards = table.masked(&[1, 2]);
    let [dealing, another] = [(); 2].map(|()| deal(&mut table, 0, T));
    let escrow = accept(&table, 0, &dealing);
    let another = accept(&table, 0, &another);
    let mut mixed = parts(&mut table, &escrow, &[1, 2, 3], &cards);
    assert_eq!(combine(&another, &cards, &mixed), Err(RecoverError::Foreign(0)));
    assert_eq!(combine(&escrow, &cards[..1], &mixed), Err(RecoverError::Foreign(0)));
    mixed[2] = parts(&mut table, &escrow, &[3], &[cards[1], cards[0]]).remove(0);
    assert_eq!(combine(&escrow, &cards, &mixed), Err(RecoverError::Foreign(2)));
}

#[test]
fn a_recovered_part_is_no_share_and_a_share_no_recovered_part() {
    let mut table = Table::new(3, 20);
    let cards = table.masked(&[1]);
    let dealing = deal(&mut table, 0, 2);
    let escrow = accept(&table, 0, &dealing);
    let message = part(&mut table, &escrow, 1, &cards);
    // Taken for shares of a seat whose key is Y_1: only the domain is another.
    let y = escrow.edge(1).unwrap().public;
    let mut t = ctx(9, 1).open(Domain::Shares);
    let crossed = share::verify(&mut t, &y, &masked(&cards), &message.shares, &message.proof);
    assert_eq!(crossed, Err(ShareError::Proof));
    // And the other way round: the helper's value as a secret of its own.
    let share = receive(&mut table, &escrow, 1).share().unwrap();
    let mut t = ctx(9, 1).open(Domain::Shares);
    let (shares, proof) = share::prove(&mut t, &share.value, &y, &masked(&cards), &mut table.rng);
    assert_eq!(shares, message.shares);
    let crossed = RecoveredShares { shares, proof }.verify(&ctx(9, 1), &escrow, &cards);
    assert_eq!(crossed, Err(PartError::Shares(ShareError::Proof)));
}

#[test]
fn no_helper_holds_the_key_and_no_coefficient_repeats() {
    let mut table = Table::new(SEATS, 21);
    let mut seen: Vec<Point> = table.keys.iter().map(|key| *key.point()).collect();
    for _ in 0..2 {
        let dealing = deal(&mut table, 0, T);
        seen.extend(&dealing.commitments[1..]);
        let escrow = accept(&table, 0, &dealing);
        seen.extend((1..SEATS).map(|i| escrow.edge(i).unwrap().public));
    }
    seen.sort_unstable();
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
}
