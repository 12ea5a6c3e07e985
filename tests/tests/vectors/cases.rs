//! One or more proofs of every kind, from a fixed seed.

use std::sync::LazyLock;

use curve25519_dalek::{RistrettoPoint, Scalar};
use mental::{
    BeaconPart, Card, Context, Dealing, Escrow, JointKey, MaskedCard, NoneOf, Point, PublicKey,
    Received, RecoveredShares, Remask, Seal, SecretKey, Share, Shares, Shuffle, StrippedCard,
    VerifiedSeal, combine, entry_point, face_point, open,
};
use proto::codec;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::{Value, json};

use crate::{
    hand, pin_json,
    verify::{Table, context, hex, verify},
};

pub(crate) const MATCH: [u8; 32] = *b"a match that was never played...";
const SEATS: usize = 4;
const THRESHOLD: usize = 3;

/// All of `proofs.json`.
pub(crate) static PROOFS: LazyLock<Value> = LazyLock::new(|| Maker::new().all());

pub(crate) fn ctx(step: u64, seat: usize) -> Value {
    json!({ "match_id": hex(MATCH), "step": step, "seat": seat })
}

pub(crate) fn p(point: &Point) -> Value {
    hex(point.as_bytes()).into()
}

fn cards(cards: &[Card]) -> Value {
    cards.iter().map(|card| json!([p(&card.a), p(&card.b)])).collect()
}

fn face(face: u8) -> Point {
    face_point("test", 0, face)
}

struct Maker {
    rng: ChaCha20Rng,
    secrets: Vec<SecretKey>,
    keys: Vec<PublicKey>,
    joint: JointKey,
    table: Value,
    cases: Vec<Value>,
}

impl Maker {
    fn new() -> Self {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let secrets: Vec<_> = (0..SEATS).map(|_| SecretKey::generate(&mut rng)).collect();
        let entry = |(seat, secret): (usize, &SecretKey)| {
            let proof = secret.prove(&context(&ctx(1, seat)).unwrap(), &mut rng);
            let proof = hex(codec::encode(&proof));
            json!({ "X": p(&secret.public()), "context": ctx(1, seat), "proof": proof })
        };
        let table: Value = secrets.iter().enumerate().map(entry).collect();
        let keys = Table::new(&table).unwrap().keys;
        let joint = JointKey::new(&keys).unwrap();
        Self { rng, secrets, keys, joint, table, cases: Vec::new() }
    }

    fn all(mut self) -> Value {
        let key = self.table[0].clone();
        let key_case = json!({ "name": "key", "kind": "key", "context": key["context"],
            "statement": { "X": key["X"] }, "message": key["proof"] });
        self.cases.push(key_case);
        self.shares();
        self.remask();
        self.shuffles();
        self.none_of();
        self.beacon();
        let (opening, combining) = (self.opening(), self.escrow());
        let unsealing = self.seals();
        let keys: Vec<_> = self.keys.iter().map(|key| p(key.point())).collect();
        for case in &mut self.cases {
            case["verdict"] = true.into();
            case["on_the_way"] = hand::check(case).1;
        }
        json!({ "table": self.table, "keys": keys, "H": p(self.joint.point()),
            "proofs": self.cases, "opening": opening, "combining": combining,
            "unsealing": unsealing })
    }

    fn context(&self, step: u64, seat: usize) -> Context {
        context(&ctx(step, seat)).unwrap()
    }

    fn case(
        &mut self,
        (name, kind): (&str, &str),
        (step, seat): (u64, usize),
        statement: Value,
        message: &impl serde::Serialize,
    ) {
        self.cases.push(json!({ "name": name, "kind": kind, "context": ctx(step, seat),
            "statement": statement, "message": hex(codec::encode(message)) }));
    }

    fn h(&self) -> Value {
        p(self.joint.point())
    }

    fn masked(&mut self, faces: &[u8]) -> Vec<Card> {
        let open: Vec<_> = faces.iter().map(|f| Card::open(face(*f))).collect();
        let remask = Remask::new(&self.context(2, 0), &self.joint, &open, &mut self.rng);
        remask.verify(&self.context(2, 0), &self.joint, &open).unwrap().cards().to_vec()
    }

    fn shares(&mut self) {
        for (name, faces) in [("shares of three cards", &[1, 2, 3][..]), ("share of one", &[9])] {
            let masked = self.masked(faces);
            let ctx = self.context(7, 1);
            let message = Shares::new(&ctx, &self.secrets[1], &masked, &mut self.rng);
            let statement = json!({ "X": p(self.keys[1].point()), "cards": cards(&masked) });
            self.case((name, "shares"), (7, 1), statement, &message);
        }
    }

    fn remask(&mut self) {
        let masked = self.masked(&[4, 5]);
        let message = Remask::new(&self.context(8, 2), &self.joint, &masked, &mut self.rng);
        let statement = json!({ "H": self.h(), "cards": cards(&masked) });
        self.case(("remask of two cards", "remask"), (8, 2), statement, &message);
    }

    fn shuffles(&mut self) {
        let open: Vec<_> = (1..=5).map(|f| Card::open(face(f))).collect();
        let piles =
            vec![self.masked(&[1, 1, 2]), Vec::new(), self.masked(&[3]), self.masked(&[4, 5])];
        for (name, piles) in [
            ("shuffle of a new deck", vec![open]),
            ("shuffle of one card", vec![self.masked(&[6])]),
            ("shuffle of four piles", piles),
        ] {
            let ctx = self.context(9, 3);
            let message = Shuffle::new(&ctx, &self.joint, &piles, &mut self.rng).unwrap();
            let piles: Value = piles.iter().map(|pile| cards(pile)).collect();
            let statement = json!({ "H": self.h(), "piles": piles });
            self.case((name, "shuffle"), (9, 3), statement, &message);
        }
    }

    fn shares_of(&mut self, masked: &[Card], without: usize) -> Vec<Vec<Share>> {
        let mut by_card = vec![Vec::new(); masked.len()];
        for seat in (0..SEATS).filter(|seat| *seat != without) {
            let ctx = self.context(10, seat);
            let message = Shares::new(&ctx, &self.secrets[seat], masked, &mut self.rng);
            let shares = message.verify(&ctx, &self.keys[seat], masked).unwrap();
            by_card.iter_mut().zip(shares).for_each(|(list, share)| list.push(share));
        }
        by_card
    }

    fn none_of(&mut self) {
        let hand = self.masked(&[1, 2]);
        let shares = self.shares_of(&hand, 0);
        let strip = |(card, shares): (&Card, &Vec<Share>)| {
            StrippedCard::new(card, &self.joint, shares, 0).unwrap()
        };
        let stripped: Vec<_> = hand.iter().zip(&shares).map(strip).collect();
        // The same by hand: M + x·A.
        let x = Scalar::from_canonical_bytes(*self.secrets[0].expose()).unwrap();
        let plain = |(card, f): (&Card, u8)| {
            let b = Point::new(face(f).point() + x * card.a.point());
            Card::unverified(MaskedCard { a: card.a, b })
        };
        let plain: Vec<_> = hand.iter().zip([1, 2]).map(plain).collect();
        let faces = [3, 4, 5].map(face);
        let ctx = self.context(11, 0);
        let message =
            NoneOf::new(&ctx, &self.secrets[0], &stripped, &faces, &mut self.rng).unwrap();
        let points: Value = faces.iter().map(p).collect();
        let statement =
            json!({ "X": p(self.keys[0].point()), "cards": cards(&plain), "faces": points });
        self.case(("none of three faces in two cards", "none-of"), (11, 0), statement, &message);
    }

    fn beacon(&mut self) {
        let message = BeaconPart::new(&self.context(12, 1), &self.joint, &mut self.rng);
        self.case(("beacon part", "beacon"), (12, 1), json!({ "H": self.h() }), &message);
    }

    fn opening(&mut self) -> Value {
        let card = self.masked(&[7])[0];
        let shares = self.shares_of(&[card], SEATS).remove(0);
        let opened = open(&card, &self.joint, &shares).unwrap();
        assert_eq!(opened, face(7));
        json!({ "card": cards(&[card])[0], "shares": self.plain_shares(&card), "M": p(&opened),
            "game": "test", "deck": 0, "face": 7 })
    }

    /// The shares of all seats by hand: `x_j·A`.
    fn plain_shares(&self, card: &Card) -> Value {
        let share = |secret: &SecretKey| {
            let x = Scalar::from_canonical_bytes(*secret.expose()).unwrap();
            p(&Point::new(x * card.a.point()))
        };
        self.secrets.iter().map(share).collect()
    }

    /// Seals, the opening of one by its author, and of all by the others.
    fn seals(&mut self) -> Value {
        const ENTRY: u16 = 258;
        let (step, seat) = (14, 2);
        let ctx = self.context(step, seat);
        let (seal, opening) = Seal::new(&ctx, &self.joint, ENTRY, &mut self.rng);
        let none = self.seal_of(&face(1), (step, seat));
        for (name, seal) in [("seal", &seal), ("seal of no entry", &none)] {
            self.case((name, "seal"), (step, seat), json!({ "H": self.h() }), seal);
        }
        let statement = json!({ "H": self.h(), "seal": hex(codec::encode(&seal)),
            "seal_context": self::ctx(step, seat) });
        let opened = opening.publish();
        self.case(("opened seal", "opened-seal"), (15, seat), statement, &opened);

        let [seal, none] = [seal, none].map(|seal| {
            let verified = seal.verify(&ctx, &self.joint).unwrap();
            (hex(codec::encode(&seal)), verified)
        });
        assert_eq!(opened.verify(&seal.1), Ok(ENTRY));
        let sealed = entry_point(ENTRY);
        let menu = usize::from(ENTRY) + 1;
        [(&seal, menu, &sealed), (&seal, menu - 1, &sealed), (&none, menu, &face(1))]
            .map(|((seal, verified), entries, point)| {
                let entry = self.unseal(verified, entries, point);
                json!({ "context": self::ctx(step, seat), "seal": seal, "entries": entries,
                    "shares": self.plain_shares(verified.card()), "opened": p(point), "entry": entry })
            })
            .to_vec()
            .into()
    }

    /// What all seats together find in a seal of this point.
    fn unseal(&mut self, seal: &VerifiedSeal, entries: usize, point: &Point) -> Option<u16> {
        let shares = self.shares_of(&[*seal.card()], SEATS).remove(0);
        assert_eq!(open(seal.card(), &self.joint, &shares).as_ref(), Ok(point));
        seal.open(&shares, entries).unwrap()
    }

    /// A seal of any point, by the page: nothing says that it is an entry.
    fn seal_of(&mut self, point: &Point, (step, seat): (u64, usize)) -> Seal {
        let [r, k] = [(); 2].map(|()| Scalar::random(&mut self.rng));
        let h = self.joint.point().point();
        let pair = [RistrettoPoint::mul_base(&r), point.point() + r * h];
        let mut t = hand::Proof::open("seal", &ctx(step, seat));
        t.point(b"H", h);
        t.point(b"A", &pair[0]);
        t.point(b"B", &pair[1]);
        t.point(b"K", &RistrettoPoint::mul_base(&k));
        let c = t.challenge(b"c");
        let pair = pair.map(|point| point.compress().to_bytes());
        let answers = [c, k + c * r].map(|scalar| scalar.to_bytes());
        codec::decode(&[pair, answers].concat().concat()).unwrap()
    }

    /// Dealing, complaint, recovery.
    fn escrow(&mut self) -> Value {
        let (dealer, step) = (1, 2);
        let ctx = self.context(step, dealer);
        let secret = &self.secrets[dealer];
        let good = Dealing::new(&ctx, secret, &self.joint, THRESHOLD, &mut self.rng).unwrap();
        let keys: Value = self.keys.iter().map(|key| p(key.point())).collect();
        let statement = json!({ "dealer": dealer, "threshold": THRESHOLD, "keys": keys });
        self.case(("dealing", "dealing"), (step, dealer), statement.clone(), &good);
        let about = |dealing: &Dealing, more: (&str, usize)| {
            let mut statement = statement.clone();
            statement["dealing_context"] = self::ctx(step, dealer);
            statement["dealing"] = hex(codec::encode(dealing)).into();
            statement[more.0] = more.1.into();
            statement
        };

        let mut bad = good.clone();
        bad.sealed[2] += Scalar::ONE;
        let escrow = self.accept(&bad, dealer);
        let complaint =
            escrow.receive(&self.context(3, 3), &self.secrets[3], &mut self.rng).unwrap();
        let Received::Bad(complaint) = complaint else { panic!("the share is bad") };
        self.case(("complaint", "complaint"), (3, 3), about(&bad, ("receiver", 3)), &complaint);

        let escrow = self.accept(&good, dealer);
        let masked = self.masked(&[1, 2]);
        let (mut parts, mut shown) = (Vec::new(), Vec::new());
        for helper in [0, 2, 3] {
            let ctx = self.context(13, helper);
            let share = escrow.receive(&ctx, &self.secrets[helper], &mut self.rng).unwrap();
            let Received::Share(share) = share else { panic!("the share is good") };
            let message = RecoveredShares::new(&ctx, &share, &masked, &mut self.rng);
            parts.push(message.verify(&ctx, &escrow, &masked).unwrap());
            shown.push(json!({ "helper": helper,
                "shares": message.shares.iter().map(p).collect::<Value>() }));
            if helper == 2 {
                let mut statement = about(&good, ("helper", helper));
                statement["cards"] = cards(&masked);
                self.case(("recovered shares", "recovered"), (13, helper), statement, &message);
            }
        }
        assert!(combine(&escrow, &masked, &parts).is_ok());
        let x = Scalar::from_canonical_bytes(*self.secrets[dealer].expose());
        let x = x.unwrap();
        let result: Value = masked.iter().map(|card| p(&Point::new(x * card.a.point()))).collect();
        json!({ "cards": cards(&masked), "parts": shown, "threshold": THRESHOLD, "shares": result })
    }

    fn accept(&self, dealing: &Dealing, dealer: usize) -> Escrow {
        dealing.verify_shape(&self.context(2, dealer), &self.joint, THRESHOLD).unwrap()
    }
}

#[test]
fn every_proof_holds_from_its_vector_alone() {
    let table = Table::new(&PROOFS["table"]).unwrap();
    for case in PROOFS["proofs"].as_array().unwrap() {
        assert!(verify(&table, case), "{}", case["name"]);
    }
}

#[test]
fn proofs_are_as_written() {
    pin_json("proofs.json", &PROOFS);
}

#[test]
fn beacon_numbers_are_as_written() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let roll = |(i, sides): (u64, &[u32])| {
        let secret = SecretKey::generate(&mut rng);
        let mut beacon = mental::Beacon::unverified(MATCH, 20 + i, &secret.public());
        let bounds = sides.iter().map(|s| core::num::NonZeroU32::new(*s).unwrap());
        let numbers: Vec<u32> = bounds.map(|s| beacon.roll(s)).collect();
        // By the page, and the first draw as it comes.
        let context = json!({ "match_id": hex(MATCH), "step": 20 + i, "seat": 0 });
        let mut t = hand::Proof::open("roll", &context);
        t.bytes(b"R", secret.public().as_bytes());
        let first = u64::from_le_bytes(t.raw(b"draw"));
        assert_eq!(numbers[0], (first % u64::from(sides[0])) as u32);
        json!({ "match_id": hex(MATCH), "step": 20 + i, "R": p(&secret.public()),
            "sides": sides, "first_draw": first.to_string(), "numbers": numbers })
    };
    let order = |(i, cards): (u64, usize)| {
        let opened = face(i as u8);
        let order = mental::Beacon::unverified(MATCH, 20 + i, &opened).permutation(cards);
        json!({ "match_id": hex(MATCH), "step": 20 + i, "R": p(&opened), "order": order })
    };
    let sides: [&[u32]; 4] =
        [&[6], &[6, 6, 6, 6, 6], &[1, 2, 3, 52], &[4_294_967_295, 3_000_000_000]];
    let rolls = (0..).zip(sides).map(roll);
    let orders = (4..).zip([1, 2, 5, 52]).map(order);
    let vectors: Vec<Value> = rolls.chain(orders).collect();
    pin_json("beacon.json", &vectors.into());
}
