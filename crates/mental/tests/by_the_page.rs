//! Every message verified once more, from its bytes and from the equations on its module's page
//! alone: no code of the crate takes part, so page and code cannot drift apart unnoticed. A chain
//! of shuffles is no message, and its weights are each verifier's own affair: it is not here.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Table, ctx, face};
use curve25519_dalek::{
    Scalar,
    constants::RISTRETTO_BASEPOINT_POINT as G,
    ristretto::{CompressedRistretto, RistrettoPoint},
};
use mental::{
    BeaconCard, BeaconPart, Card, Dealing, NoneOf, Point, Received, RecoveredShares, Remask, Seal,
    Shares, Shuffle, StrippedCard, entry_point, key_commitment, open,
};
use merlin::Transcript;
use serde::Serialize;
use sha2::{Digest, Sha256, Sha512};

/// The bytes of a message, read from front to back.
struct Bytes(Vec<u8>);

impl Bytes {
    fn of(message: &impl Serialize) -> Self {
        let config = bincode::config::standard().with_fixed_int_encoding();
        Self(bincode::serde::encode_to_vec(message, config).unwrap())
    }

    fn take(&mut self) -> [u8; 32] {
        let rest = self.0.split_off(32);
        core::mem::replace(&mut self.0, rest).try_into().unwrap()
    }

    fn length(&mut self) -> usize {
        let rest = self.0.split_off(8);
        let length = core::mem::replace(&mut self.0, rest).try_into().unwrap();
        u64::from_le_bytes(length) as usize
    }

    fn point(&mut self) -> RistrettoPoint {
        CompressedRistretto(self.take()).decompress().unwrap()
    }

    fn points(&mut self) -> Vec<RistrettoPoint> {
        (0..self.length()).map(|_| self.point()).collect()
    }

    fn scalar(&mut self) -> Scalar {
        Scalar::from_canonical_bytes(self.take()).unwrap()
    }

    fn scalars(&mut self) -> Vec<Scalar> {
        (0..self.length()).map(|_| self.scalar()).collect()
    }

    fn cards(&mut self) -> Vec<Pair> {
        (0..self.length()).map(|_| (self.point(), self.point())).collect()
    }

    fn end(self) {
        assert!(self.0.is_empty());
    }
}

fn transcript(domain: &'static str, step: u64, seat: u64) -> Transcript {
    let mut t = Transcript::new(b"nodealer/mental/1");
    t.append_message(b"domain", domain.as_bytes());
    place(&mut t, step, seat);
    t
}

fn place(t: &mut Transcript, step: u64, seat: u64) {
    t.append_message(b"match", &[7; 32]);
    t.append_message(b"step", &step.to_le_bytes());
    t.append_message(b"seat", &seat.to_le_bytes());
}

fn append(t: &mut Transcript, label: &'static [u8], p: &RistrettoPoint) {
    t.append_message(label, p.compress().as_bytes());
}

fn append_all(t: &mut Transcript, label: &'static [u8], points: &[RistrettoPoint]) {
    t.append_message(b"length", &(points.len() as u64).to_le_bytes());
    points.iter().for_each(|p| append(t, label, p));
}

type Pair = (RistrettoPoint, RistrettoPoint);

fn append_cards(t: &mut Transcript, cards: &[Pair]) {
    t.append_message(b"length", &(cards.len() as u64).to_le_bytes());
    for (a, b) in cards {
        append(t, b"A", a);
        append(t, b"B", b);
    }
}

fn challenge(t: &mut Transcript, label: &'static [u8]) -> Scalar {
    let mut wide = [0; 64];
    t.challenge_bytes(label, &mut wide);
    Scalar::from_bytes_mod_order_wide(&wide)
}

fn weights(t: &mut Transcript, n: usize) -> Vec<Scalar> {
    short(t, b"weight", n)
}

fn short(t: &mut Transcript, label: &'static [u8], n: usize) -> Vec<Scalar> {
    let mut bytes = vec![0; 16 * n];
    t.challenge_bytes(label, &mut bytes);
    bytes.chunks(16).map(|w| Scalar::from(u128::from_le_bytes(w.try_into().unwrap()))).collect()
}

fn sum<'a>(
    scalars: &[Scalar],
    points: impl IntoIterator<Item = &'a RistrettoPoint>,
) -> RistrettoPoint {
    scalars.iter().zip(points).map(|(s, p)| s * p).sum()
}

fn generator(i: usize) -> RistrettoPoint {
    let hash = Sha512::new()
        .chain_update(b"nodealer/mental/1/generator")
        .chain_update((i as u64).to_le_bytes());
    RistrettoPoint::from_uniform_bytes(&hash.finalize().into())
}

/// Dleq: `Q = x·G` and `S = x·P`, with (c, z) next in the message.
fn dleq(t: &mut Transcript, [q, p, s]: [&RistrettoPoint; 3], message: &mut Bytes) {
    let (c, z) = (message.scalar(), message.scalar());
    append(t, b"K_G", &(z * G - c * q));
    append(t, b"K_P", &(z * p - c * s));
    assert_eq!(challenge(t, b"c"), c);
}

/// The rest of a message of shares under `key`, after the transcript's opening.
fn shares(t: &mut Transcript, key: &RistrettoPoint, cards: &[Pair], message: &mut Bytes) {
    let d = message.points();
    assert_eq!(d.len(), cards.len());
    append(t, b"X", key);
    append_cards(t, cards);
    append_all(t, b"D", &d);
    let rho = weights(t, d.len());
    let (p, s) = (sum(&rho, cards.iter().map(|(a, _)| a)), sum(&rho, &d));
    dleq(t, [key, &p, &s], message);
}

fn pairs(cards: &[Card]) -> Vec<Pair> {
    cards.iter().map(|card| (*card.a.point(), *card.b.point())).collect()
}

fn table() -> (Table, Vec<Card>) {
    let mut table = Table::new(3, 31);
    let cards = table.masked(&[1, 2, 3]);
    (table, cards)
}

#[test]
fn a_key_and_its_commitment_verify_by_the_page() {
    let (mut table, _) = table();
    let key = table.secrets[2].public();
    let mut message = Bytes::of(&table.secrets[2].prove(&ctx(1, 2), &mut table.rng));
    let (r, z) = (message.point(), message.scalar());
    message.end();
    let mut t = transcript("key", 1, 2);
    append(&mut t, b"X", key.point());
    append(&mut t, b"R", &r);
    assert_eq!(z * G, r + challenge(&mut t, b"e") * key.point());

    let hash = Sha256::new()
        .chain_update(b"nodealer/mental/1/key-commitment")
        .chain_update(key.as_bytes())
        .chain_update([9; 32]);
    assert_eq!(key_commitment(&key, &[9; 32]), <[u8; 32]>::from(hash.finalize()));
}

#[test]
fn a_shuffle_verifies_by_the_page() {
    let (mut table, cards) = table();
    let input = vec![cards, vec![], table.masked(&[4]), table.masked(&[5, 6])];
    let message = Shuffle::new(&ctx(5, 1), &table.joint, &input, &mut table.rng).unwrap();
    let mut message = Bytes::of(&message);
    let joint = table.joint.point().point();
    let old: Vec<Vec<Pair>> = input.iter().map(|pile| pairs(pile)).collect();
    let new: Vec<Vec<Pair>> = (0..message.length()).map(|_| message.cards()).collect();
    let [c, c_b, c_s, c_alpha, c_beta, e_a, e_b] = [(); 7].map(|()| message.point());
    let (g, h) = (message.scalars(), message.scalars());
    let [z_rho, z, y] = [(); 3].map(|()| message.scalar());
    message.end();
    assert!(old.iter().map(Vec::len).eq(new.iter().map(Vec::len)));
    assert_eq!((g.len(), h.len()), (6, 6 - 3));

    let mut t = transcript("shuffle", 5, 1);
    append(&mut t, b"H", joint);
    t.append_message(b"piles", &4u64.to_le_bytes());
    old.iter().chain(&new).for_each(|pile| append_cards(&mut t, pile));
    append(&mut t, b"c", &c);
    let ts = short(&mut t, b"t", 6);
    append(&mut t, b"c_b", &c_b);
    let (lambda, x) = (challenge(&mut t, b"lambda"), challenge(&mut t, b"x"));
    for (label, point) in [
        (&b"c_s"[..], &c_s),
        (b"c_alpha", &c_alpha),
        (b"c_beta", &c_beta),
        (b"E_A", &e_a),
        (b"E_B", &e_b),
    ] {
        append(&mut t, label, point);
    }
    let e = challenge(&mut t, b"e");
    let m: Vec<_> = (1u64..).zip(&ts).map(|(i, t)| lambda * Scalar::from(i) + t).collect();

    let (old, new) = (old.concat(), new.concat());
    let (a, b) = (|pair: &Pair| pair.0, |pair: &Pair| pair.1);
    for (element, e_s, base) in [(a as fn(&Pair) -> _, e_a, G), (b, e_b, *joint)] {
        let all = |cards: &[Pair]| -> Vec<RistrettoPoint> { cards.iter().map(element).collect() };
        assert_eq!(sum(&g, &all(&new)), e * sum(&m, &all(&old)) + e_s + z_rho * base);
    }
    let generators: Vec<_> = (0..6).map(generator).collect();
    assert_eq!(e * (lambda * c + c_b) + c_s, z * G + sum(&g, &generators));
    // The steps: within the pile of three and within the pile of two.
    let steps = [0, 1, 4].map(|i| generators[i]);
    assert_eq!(e * c_alpha + c_beta, y * G + sum(&h, &steps));
    let mut h = h.into_iter();
    for pile in [0..3, 3..4, 4..6] {
        let right: Scalar = pile.clone().map(|i| e * (m[i] - x)).product();
        let (mut f, mut power) = (g[pile.start] - e * x, Scalar::ONE);
        for i in pile.skip(1) {
            f = f * (g[i] - e * x) + power * h.next().unwrap();
            power *= e;
        }
        assert_eq!(f, right);
    }
}

#[test]
fn shares_verify_by_the_page() {
    let (mut table, cards) = table();
    let message = Shares::new(&ctx(5, 1), &table.secrets[1], &cards, &mut table.rng);
    let mut message = Bytes::of(&message);
    let key = table.keys[1].point().point();
    shares(&mut transcript("shares", 5, 1), key, &pairs(&cards), &mut message);
    message.end();
}

#[test]
fn a_remasking_verifies_by_the_page() {
    let (mut table, cards) = table();
    let message = Remask::new(&ctx(5, 1), &table.joint, &cards, &mut table.rng);
    let mut message = Bytes::of(&message);
    let h = table.joint.point().point();
    let old = pairs(&cards);
    let new = message.cards();
    let mut t = transcript("remask", 5, 1);
    append(&mut t, b"H", h);
    append_cards(&mut t, &old);
    append_cards(&mut t, &new);
    let rho = weights(&mut t, old.len());
    let a: Vec<_> = new.iter().zip(&old).map(|(n, o)| n.0 - o.0).collect();
    let b: Vec<_> = new.iter().zip(&old).map(|(n, o)| n.1 - o.1).collect();
    dleq(&mut t, [&sum(&rho, &a), h, &sum(&rho, &b)], &mut message);
    message.end();
}

#[test]
fn absence_verifies_by_the_page() {
    let (mut table, cards) = table();
    let given = table.shares(&cards, &[0]);
    let hand: Vec<_> = cards
        .iter()
        .zip(&given)
        .map(|(card, shares)| StrippedCard::new(card, &table.joint, shares, 0).unwrap())
        .collect();
    let absent = [face(7), face(8)];
    let proof = NoneOf::new(&ctx(5, 0), &table.secrets[0], &hand, &absent, &mut table.rng).unwrap();

    // B_i = M + x·A_i, from the faces the hand was made of.
    let x = Scalar::from_canonical_bytes(*table.secrets[0].expose()).unwrap();
    let strip =
        |(i, c): (usize, &Card)| (*c.a.point(), face(i as u8 + 1).point() + x * c.a.point());
    let cards: Vec<Pair> = cards.iter().enumerate().map(strip).collect();
    let m: Vec<_> = absent.iter().map(|f| *f.point()).collect();
    let key = x * G;

    let mut message = Bytes::of(&proof);
    let blinded = message.points();
    let (v, q, c) = (message.point(), message.point(), message.scalar());
    let z_w = message.scalars();
    let [z_r, z_u, z_x] = [(); 3].map(|()| message.scalar());
    message.end();
    let pairs = cards.len() * m.len();
    assert_eq!([blinded.len(), z_w.len()], [pairs; 2]);

    let mut t = transcript("none-of", 5, 0);
    append(&mut t, b"X", &key);
    append_cards(&mut t, &cards);
    append_all(&mut t, b"M", &m);
    append_all(&mut t, b"T", &blinded);
    append(&mut t, b"V", &v);
    let rho = weights(&mut t, pairs);
    append(&mut t, b"Q", &q);
    let (mut k_v, mut k_q, mut k_t) = (z_r * generator(0), z_u * G, z_u * key - z_x * q);
    for j in 0..pairs {
        let ((a, b), face) = (cards[j / m.len()], m[j % m.len()]);
        assert_ne!(blinded[j], RistrettoPoint::default());
        k_v += z_w[j] * generator(j + 1);
        k_q += rho[j] * z_w[j] * a;
        k_t += rho[j] * z_w[j] * (b - face) - c * rho[j] * blinded[j];
    }
    append(&mut t, b"K_V", &(k_v - c * v));
    append(&mut t, b"K_Q", &(k_q - c * q));
    append(&mut t, b"K_X", &(z_x * G - c * key));
    append(&mut t, b"K_T", &k_t);
    assert_eq!(challenge(&mut t, b"c"), c);
}

#[test]
fn a_beacon_part_verifies_by_the_page() {
    let (mut table, _) = table();
    let mut message = Bytes::of(&BeaconPart::new(&ctx(5, 2), &table.joint, &mut table.rng));
    let (a, b) = (message.point(), message.point());
    let (c, z) = (message.scalar(), message.scalar());
    message.end();
    let mut t = transcript("beacon", 5, 2);
    append(&mut t, b"H", table.joint.point().point());
    append(&mut t, b"A", &a);
    append(&mut t, b"B", &b);
    append(&mut t, b"K", &(z * G - c * a));
    assert_eq!(challenge(&mut t, b"c"), c);
}

#[test]
fn a_seal_and_its_opening_verify_by_the_page() {
    let (mut table, _) = table();
    let (seal, opening) = Seal::new(&ctx(5, 2), &table.joint, 513, &mut table.rng);
    let mut message = Bytes::of(&seal);
    let (a, b) = (message.point(), message.point());
    let (c, z) = (message.scalar(), message.scalar());
    message.end();
    let h = table.joint.point().point();
    let mut t = transcript("seal", 5, 2);
    append(&mut t, b"H", h);
    append(&mut t, b"A", &a);
    append(&mut t, b"B", &b);
    append(&mut t, b"K", &(z * G - c * a));
    assert_eq!(challenge(&mut t, b"c"), c);

    let mut message = Bytes::of(&opening.publish());
    assert_eq!(message.0.drain(..2).collect::<Vec<_>>(), [1, 2]);
    let r = message.scalar();
    message.end();
    let hash = Sha512::new().chain_update(b"nodealer/mental/1/entry").chain_update([1, 2]);
    let entry = RistrettoPoint::from_uniform_bytes(&hash.finalize().into());
    assert_eq!((a, b), (r * G, entry + r * h));
    assert_eq!(entry_point(513), Point::new(entry));
}

#[test]
fn rolls_and_permutations_follow_by_the_page() {
    let mut table = Table::new(2, 1);
    let parts = [0, 1].map(|seat| {
        let part = BeaconPart::new(&ctx(5, seat), &table.joint, &mut table.rng);
        part.verify(&ctx(5, seat), &table.joint).unwrap()
    });
    let card = BeaconCard::new(&[0, 1], &parts).unwrap();
    let shares = table.shares(&[*card.card()], &[]).remove(0);
    let opened = open(card.card(), &table.joint, &shares).unwrap();
    let mut t = transcript("roll", 5, 0);
    append(&mut t, b"R", opened.point());
    let mut below = |n: u128| loop {
        let mut bytes = [0; 8];
        t.challenge_bytes(b"draw", &mut bytes);
        let draw = u128::from(u64::from_le_bytes(bytes));
        if draw < (1 << 64) / n * n {
            return draw % n;
        }
    };
    let mut beacon = card.open(&table.joint, &shares).ok().unwrap();
    for sides in [1, 2, 6, 20, u32::MAX] {
        assert_eq!(u128::from(beacon.roll(sides.try_into().unwrap())), below(sides.into()));
    }
    let mut order: Vec<usize> = (0..52).collect();
    (1..52).rev().for_each(|i| order.swap(i, below(i as u128 + 1) as usize));
    assert_eq!(beacon.permutation(52), order);
}

#[test]
fn escrow_follows_by_the_page() {
    let (mut table, cards) = table();
    let mut dealing =
        Dealing::new(&ctx(2, 1), &table.secrets[1], &table.joint, 2, &mut table.rng).unwrap();
    let key: Vec<_> = table.keys.iter().map(|k| *k.point().point()).collect();
    let x = Scalar::from_canonical_bytes(*table.secrets[2].expose()).unwrap();

    let edge = |t: &mut Transcript, c: &[RistrettoPoint]| {
        append_all(t, b"C", c);
        t.append_message(b"i", &2u64.to_le_bytes());
        append(t, b"X_i", &key[2]);
    };
    // Seat 2 opens its share, the second entry of the dealing of seat 1.
    let mut message = Bytes::of(&dealing);
    let (c, e) = (message.points(), message.scalars());
    message.end();
    let s = x * key[1];
    let mut t = transcript("escrow", 2, 1);
    edge(&mut t, &c);
    append(&mut t, b"S", &s);
    let value = e[1] - challenge(&mut t, b"pad");
    let public = c[0] + Scalar::from(3u8) * c[1];
    assert_eq!(value * G, public);

    // Its part of the leaver's shares.
    let escrow = dealing.verify_shape(&ctx(2, 1), &table.joint, 2).unwrap();
    let received = escrow.receive(&ctx(3, 2), &table.secrets[2], &mut table.rng).unwrap();
    let Received::Share(share) = received else { unreachable!("the dealing is good") };
    let part = RecoveredShares::new(&ctx(9, 2), &share, &cards, &mut table.rng);
    let d: Vec<Point> = cards.iter().map(|card| Point::new(value * card.a.point())).collect();
    assert_eq!(part.shares, d);
    let mut message = Bytes::of(&part);
    let mut t = transcript("recovered", 9, 2);
    append(&mut t, b"X_j", &key[1]);
    t.append_message(b"i", &2u64.to_le_bytes());
    shares(&mut t, &public, &pairs(&cards), &mut message);
    message.end();

    // And its complaint, had the share been bad.
    dealing.sealed[1] += Scalar::ONE;
    let escrow = dealing.verify_shape(&ctx(2, 1), &table.joint, 2).unwrap();
    let received = escrow.receive(&ctx(3, 2), &table.secrets[2], &mut table.rng).unwrap();
    let Received::Bad(complaint) = received else { unreachable!("the dealing is bad") };
    let mut message = Bytes::of(&complaint);
    assert_eq!(message.point(), s);
    let mut t = transcript("complaint", 3, 2);
    place(&mut t, 2, 1);
    edge(&mut t, &c);
    t.append_message(b"e", dealing.sealed[1].as_bytes());
    append(&mut t, b"S", &s);
    dleq(&mut t, [&key[2], &key[1], &s], &mut message);
    message.end();
}
