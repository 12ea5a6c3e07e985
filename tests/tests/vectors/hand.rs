//! The transcripts and equations of `PROTOCOL.md`, written from the page and from nothing else: they
//! give the values on the way that help whoever writes a verifier, and hold the page to the code.

use curve25519_dalek::{RistrettoPoint, Scalar, constants::RISTRETTO_BASEPOINT_POINT as G};
use merlin::Transcript;
use serde_json::{Value, json};
use sha2::{Digest, Sha512};

use crate::verify::{hex, unhex};

/// Section 4.3.
pub(crate) struct Proof(Transcript);

impl Proof {
    pub(crate) fn open(domain: &str, context: &Value) -> Self {
        let mut t = Transcript::new(b"nodealer/mental/1");
        t.append_message(b"domain", domain.as_bytes());
        let mut proof = Self(t);
        proof.context(context);
        proof
    }

    pub(crate) fn context(&mut self, context: &Value) {
        self.0.append_message(b"match", &unhex(&context["match_id"]).unwrap());
        self.0.append_u64(b"step", context["step"].as_u64().unwrap());
        self.0.append_u64(b"seat", context["seat"].as_u64().unwrap());
    }

    pub(crate) fn number(&mut self, label: &'static [u8], n: u64) {
        self.0.append_u64(label, n);
    }

    pub(crate) fn bytes(&mut self, label: &'static [u8], bytes: &[u8; 32]) {
        self.0.append_message(label, bytes);
    }

    pub(crate) fn point(&mut self, label: &'static [u8], point: &RistrettoPoint) {
        self.bytes(label, point.compress().as_bytes());
    }

    pub(crate) fn points(&mut self, label: &'static [u8], points: &[RistrettoPoint]) {
        self.number(b"length", points.len() as u64);
        points.iter().for_each(|p| self.point(label, p));
    }

    pub(crate) fn cards(&mut self, cards: &[Card]) {
        self.number(b"length", cards.len() as u64);
        for (a, b) in cards {
            self.point(b"A", a);
            self.point(b"B", b);
        }
    }

    pub(crate) fn challenge(&mut self, label: &'static [u8]) -> Scalar {
        let mut wide = [0; 64];
        self.0.challenge_bytes(label, &mut wide);
        Scalar::from_bytes_mod_order_wide(&wide)
    }

    pub(crate) fn raw<const N: usize>(&mut self, label: &'static [u8]) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.challenge_bytes(label, &mut bytes);
        bytes
    }

    pub(crate) fn weights(&mut self, label: &'static [u8], k: usize) -> Vec<Scalar> {
        let mut bytes = vec![0; 16 * k];
        self.0.challenge_bytes(label, &mut bytes);
        let short = |b: &[u8]| Scalar::from(u128::from_le_bytes(b.try_into().unwrap()));
        bytes.chunks(16).map(short).collect()
    }
}

pub(crate) type Card = (RistrettoPoint, RistrettoPoint);

/// Section 2.
pub(crate) fn hash_to_group(parts: &[&[u8]]) -> RistrettoPoint {
    let mut hash = Sha512::new();
    parts.iter().for_each(|part| hash.update(part));
    RistrettoPoint::from_uniform_bytes(&hash.finalize().into())
}

pub(crate) fn generator(i: usize) -> RistrettoPoint {
    hash_to_group(&[b"nodealer/mental/1/generator", &(i as u64).to_le_bytes()])
}

/// Section 3, as far as proofs need it; remembers where every field lies.
pub(crate) struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    pub seen: Vec<Field>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Point,
    Scalar,
    Length,
    Entry,
}

impl Kind {
    /// In bytes.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::Point | Self::Scalar => 32,
            Self::Length => 8,
            Self::Entry => 2,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub name: String,
    pub kind: Kind,
    pub at: usize,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, seen: Vec::new() }
    }

    fn take<const N: usize>(&mut self, name: &str, kind: Kind) -> [u8; N] {
        assert_eq!(N, kind.size());
        self.seen.push(Field { name: name.into(), kind, at: self.at });
        self.at += N;
        self.bytes[self.at - N..self.at].try_into().unwrap()
    }

    fn point(&mut self, name: &str) -> RistrettoPoint {
        let bytes = self.take(name, Kind::Point);
        curve25519_dalek::ristretto::CompressedRistretto(bytes).decompress().unwrap()
    }

    fn scalar(&mut self, name: &str) -> Scalar {
        Scalar::from_canonical_bytes(self.take(name, Kind::Scalar)).unwrap()
    }

    fn entry(&mut self) -> u16 {
        u16::from_le_bytes(self.take("entry", Kind::Entry))
    }

    fn list<T>(&mut self, name: &str, mut item: impl FnMut(&mut Self, &str) -> T) -> Vec<T> {
        let length = u64::from_le_bytes(self.take(&format!("length of {name}"), Kind::Length));
        (0..length).map(|i| item(self, &format!("{name}_{i}"))).collect()
    }

    fn card(&mut self, name: &str) -> Card {
        (self.point(&format!("A of {name}")), self.point(&format!("B of {name}")))
    }

    fn end(&self) {
        assert_eq!(self.at, self.bytes.len());
    }
}

fn point(value: &Value) -> RistrettoPoint {
    *crate::verify::point(value).unwrap().point()
}

pub(crate) fn cards(value: &Value) -> Vec<Card> {
    let cards = crate::verify::cards(value).unwrap();
    cards.iter().map(|c| (*c.a.point(), *c.b.point())).collect()
}

pub(crate) fn sum(
    scalars: &[Scalar],
    points: impl IntoIterator<Item = RistrettoPoint>,
) -> RistrettoPoint {
    scalars.iter().zip(points).map(|(s, p)| s * p).sum()
}

pub(crate) fn show(point: &RistrettoPoint) -> Value {
    hex(point.compress().as_bytes()).into()
}

fn num(scalar: &Scalar) -> Value {
    hex(scalar.as_bytes()).into()
}

/// Section 5.3.
fn dleq(
    t: &mut Proof,
    fields: &mut Fields<'_>,
    [q, p, s]: [RistrettoPoint; 3],
    mut seen: Value,
) -> Value {
    let (c, z) = (fields.scalar("c"), fields.scalar("z"));
    let (k_g, k_p) = (z * G - c * q, z * p - c * s);
    t.point(b"K_G", &k_g);
    t.point(b"K_P", &k_p);
    assert_eq!(t.challenge(b"c"), c);
    let found = [("Q", q), ("P", p), ("S", s), ("K_G", k_g), ("K_P", k_p)];
    found.iter().for_each(|(name, point)| seen[*name] = show(point));
    seen["c"] = num(&c);
    seen
}

/// Checks a case by the page; the fields of its message, and the values on the way.
pub(crate) fn check(case: &Value) -> (Vec<Field>, Value) {
    let message = unhex(&case["message"]).unwrap();
    let (context, s) = (&case["context"], &case["statement"]);
    let mut f = Fields::new(&message);
    let seen = match case["kind"].as_str().unwrap() {
        "key" => key(context, s, &mut f),
        "shares" => {
            let mut t = Proof::open("shares", context);
            shares(&mut t, point(&s["X"]), &cards(&s["cards"]), &mut f)
        }
        "remask" => remask(context, s, &mut f),
        "shuffle" => shuffle(context, s, &mut f),
        "none-of" => none_of(context, s, &mut f),
        "seal" => known_mask("seal", context, s, &mut f),
        "opened-seal" => opened_seal(s, &mut f),
        "beacon" => known_mask("beacon", context, s, &mut f),
        "dealing" => {
            f.list("C", Fields::point);
            f.list("e", Fields::scalar);
            json!({})
        }
        "complaint" => complaint(context, s, &mut f),
        "recovered" => {
            let dealing = Dealt::new(s);
            let helper = s["helper"].as_u64().unwrap();
            let mut t = Proof::open("recovered", context);
            t.point(b"X_j", &dealing.c[0]);
            t.number(b"i", helper);
            shares(&mut t, dealing.public(helper), &cards(&s["cards"]), &mut f)
        }
        _ => panic!("no such kind"),
    };
    f.end();
    (f.seen, seen)
}

/// Section 5.2.
fn key(context: &Value, s: &Value, f: &mut Fields<'_>) -> Value {
    let (x, r, z) = (point(&s["X"]), f.point("R"), f.scalar("z"));
    let mut t = Proof::open("key", context);
    t.point(b"X", &x);
    t.point(b"R", &r);
    let e = t.challenge(b"e");
    assert_eq!(z * G, r + e * x);
    json!({ "e": num(&e) })
}

/// Section 5.4.
fn shares(t: &mut Proof, x: RistrettoPoint, cards: &[Card], f: &mut Fields<'_>) -> Value {
    let d = f.list("D", Fields::point);
    t.point(b"X", &x);
    t.cards(cards);
    t.points(b"D", &d);
    let rho = t.weights(b"weight", cards.len());
    let p = sum(&rho, cards.iter().map(|c| c.0));
    let s = sum(&rho, d.iter().copied());
    let weights: Vec<_> = rho.iter().map(num).collect();
    dleq(t, f, [x, p, s], json!({ "weights": weights }))
}

/// Section 5.6.
fn remask(context: &Value, s: &Value, f: &mut Fields<'_>) -> Value {
    let (h, old) = (point(&s["H"]), cards(&s["cards"]));
    let new = f.list("card", Fields::card);
    assert!(new.iter().zip(&old).all(|(n, o)| n.0 != RistrettoPoint::default() && n.0 != o.0));
    let mut t = Proof::open("remask", context);
    t.point(b"H", &h);
    t.cards(&old);
    t.cards(&new);
    let rho = t.weights(b"weight", old.len());
    let q = sum(&rho, new.iter().zip(&old).map(|(n, o)| n.0 - o.0));
    let s = sum(&rho, new.iter().zip(&old).map(|(n, o)| n.1 - o.1));
    let weights: Vec<_> = rho.iter().map(num).collect();
    dleq(&mut t, f, [q, h, s], json!({ "weights": weights }))
}

/// Section 5.5.
fn shuffle(context: &Value, s: &Value, f: &mut Fields<'_>) -> Value {
    let h_key = point(&s["H"]);
    let input: Vec<Vec<Card>> = s["piles"].as_array().unwrap().iter().map(cards).collect();
    let output = f.list("pile", |f, name| f.list(name, Fields::card));
    let [c, c_b, c_s, c_alpha, c_beta, e_a, e_b] =
        ["c", "c_b", "c_s", "c_α", "c_β", "E_A", "E_B"].map(|name| f.point(name));
    let (g, h) = (f.list("g", Fields::scalar), f.list("h", Fields::scalar));
    let [z_rho, z, y] = ["Z", "z", "y"].map(|name| f.scalar(name));

    let mut t = Proof::open("shuffle", context);
    t.point(b"H", &h_key);
    t.number(b"piles", input.len() as u64);
    input.iter().chain(&output).for_each(|pile| t.cards(pile));
    t.point(b"c", &c);
    let ts = t.weights(b"t", g.len());
    t.point(b"c_b", &c_b);
    let (lambda, x) = (t.challenge(b"lambda"), t.challenge(b"x"));
    t.point(b"c_s", &c_s);
    t.point(b"c_alpha", &c_alpha);
    t.point(b"c_beta", &c_beta);
    t.point(b"E_A", &e_a);
    t.point(b"E_B", &e_b);
    let e = t.challenge(b"e");

    let m: Vec<Scalar> = (1u64..).zip(&ts).map(|(i, t)| lambda * Scalar::from(i) + t).collect();
    let old: Vec<Card> = input.iter().flatten().copied().collect();
    let new: Vec<Card> = output.iter().flatten().copied().collect();
    let (a, b) = (|c: &Card| c.0, |c: &Card| c.1);
    assert_eq!(sum(&g, new.iter().map(a)), e * sum(&m, old.iter().map(a)) + e_a + z_rho * G);
    assert_eq!(sum(&g, new.iter().map(b)), e * sum(&m, old.iter().map(b)) + e_b + z_rho * h_key);
    let generators = (0..g.len()).map(generator);
    assert_eq!(e * (lambda * c + c_b) + c_s, z * G + sum(&g, generators));
    let mut start = 0;
    let mut links = Vec::new();
    let mut next = h.iter();
    for pile in &input {
        let (mut left, mut right, mut power) = (Scalar::ONE, Scalar::ONE, Scalar::ONE);
        for i in start..start + pile.len() {
            left *= g[i] - e * x;
            right *= e * m[i] - e * x;
            if i > start {
                links.push(generator(i - 1));
                left += power * next.next().unwrap();
                power *= e;
            }
        }
        assert_eq!(left, right);
        start += pile.len();
    }
    assert_eq!(e * c_alpha + c_beta, y * G + sum(&h, links));
    let ts: Vec<_> = ts.iter().map(num).collect();
    json!({ "t": ts, "lambda": num(&lambda), "x": num(&x), "e": num(&e) })
}

/// Section 5.7.
fn none_of(context: &Value, s: &Value, f: &mut Fields<'_>) -> Value {
    let (x, hand) = (point(&s["X"]), cards(&s["cards"]));
    let faces: Vec<_> = s["faces"].as_array().unwrap().iter().map(point).collect();
    let blinded = f.list("T", Fields::point);
    let (v, q, c) = (f.point("V"), f.point("Q"), f.scalar("c"));
    let z_w = f.list("z_w", Fields::scalar);
    let [z_r, z_u, z_x] = ["z_r", "z_u", "z_x"].map(|name| f.scalar(name));
    let mut t = Proof::open("none-of", context);
    t.point(b"X", &x);
    t.cards(&hand);
    t.points(b"M", &faces);
    t.points(b"T", &blinded);
    t.point(b"V", &v);
    let rho = t.weights(b"weight", blinded.len());
    let part = |i: usize, s: usize| rho[i * faces.len() + s] * z_w[i * faces.len() + s];
    let (cards, fs) = (0..hand.len(), 0..faces.len());
    let y: Vec<Scalar> = cards.clone().map(|i| fs.clone().map(|s| part(i, s)).sum()).collect();
    let phi: Vec<Scalar> = fs.clone().map(|s| cards.clone().map(|i| part(i, s)).sum()).collect();
    let k_v = z_r * generator(0) + sum(&z_w, (1..).map(generator)) - c * v;
    let k_q = z_u * G + sum(&y, hand.iter().map(|c| c.0)) - c * q;
    let k_x = z_x * G - c * x;
    let k_t = z_u * x + sum(&y, hand.iter().map(|c| c.1))
        - sum(&phi, faces.iter().copied())
        - z_x * q
        - c * sum(&rho, blinded.iter().copied());
    t.point(b"Q", &q);
    t.point(b"K_V", &k_v);
    t.point(b"K_Q", &k_q);
    t.point(b"K_X", &k_x);
    t.point(b"K_T", &k_t);
    assert_eq!(t.challenge(b"c"), c);
    let weights: Vec<_> = rho.iter().map(num).collect();
    let [k_v, k_q, k_x, k_t] = [k_v, k_q, k_x, k_t].map(|k| show(&k));
    json!({ "weights": weights, "K_V": k_v, "K_Q": k_q, "K_X": k_x, "K_T": k_t, "c": num(&c) })
}

/// Sections 5.8 and 7.
fn known_mask(domain: &str, context: &Value, s: &Value, f: &mut Fields<'_>) -> Value {
    let (a, b) = f.card(if domain == "seal" { "seal" } else { "part" });
    let (c, z) = (f.scalar("c"), f.scalar("z"));
    let k = z * G - c * a;
    let mut t = Proof::open(domain, context);
    t.point(b"H", &point(&s["H"]));
    t.point(b"A", &a);
    t.point(b"B", &b);
    t.point(b"K", &k);
    assert_eq!(t.challenge(b"c"), c);
    json!({ "K": show(&k), "c": num(&c) })
}

/// Section 2.
pub(crate) fn entry_point(entry: u16) -> RistrettoPoint {
    hash_to_group(&[b"nodealer/mental/1/entry", &entry.to_le_bytes()])
}

/// Section 5.8.
fn opened_seal(s: &Value, f: &mut Fields<'_>) -> Value {
    let seal = unhex(&s["seal"]).unwrap();
    let mut sealed = Fields::new(&seal);
    known_mask("seal", &s["seal_context"], s, &mut sealed);
    sealed.end();
    let (a, b) = Fields::new(&seal).card("seal");
    let (e, r) = (entry_point(f.entry()), f.scalar("r"));
    assert_eq!((a, b), (r * G, e + r * point(&s["H"])));
    json!({ "E_entry": show(&e) })
}

/// Section 6.
pub(crate) struct Dealt {
    pub c: Vec<RistrettoPoint>,
    e: Vec<Scalar>,
    keys: Vec<RistrettoPoint>,
    context: Value,
    dealer: u64,
}

impl Dealt {
    pub(crate) fn new(s: &Value) -> Self {
        let bytes = unhex(&s["dealing"]).unwrap();
        let mut f = Fields::new(&bytes);
        let (c, e) = (f.list("C", Fields::point), f.list("e", Fields::scalar));
        let keys = s["keys"].as_array().unwrap().iter().map(point).collect();
        let (context, dealer) = (s["dealing_context"].clone(), s["dealer"].as_u64().unwrap());
        Self { c, e, keys, context, dealer }
    }

    pub(crate) fn public(&self, i: u64) -> RistrettoPoint {
        self.c.iter().rev().fold(RistrettoPoint::default(), |y, c| Scalar::from(i + 1) * y + c)
    }

    pub(crate) fn sealed(&self, i: u64) -> Scalar {
        self.e[(if i < self.dealer { i } else { i - 1 }) as usize]
    }

    fn edge(&self, t: &mut Proof, i: u64) {
        t.points(b"C", &self.c);
        t.number(b"i", i);
        t.point(b"X_i", &self.keys[i as usize]);
    }

    pub(crate) fn pad(&self, i: u64, s: &RistrettoPoint) -> Scalar {
        let mut t = Proof::open("escrow", &self.context);
        self.edge(&mut t, i);
        t.point(b"S", s);
        t.challenge(b"pad")
    }

    /// The transcript of a complaint, up to its proof.
    pub(crate) fn complaint(&self, context: &Value, i: u64, s: &RistrettoPoint) -> Proof {
        let mut t = Proof::open("complaint", context);
        t.context(&self.context);
        self.edge(&mut t, i);
        t.bytes(b"e", self.sealed(i).as_bytes());
        t.point(b"S", s);
        t
    }
}

fn complaint(context: &Value, s: &Value, f: &mut Fields<'_>) -> Value {
    let (dealing, i) = (Dealt::new(s), s["receiver"].as_u64().unwrap());
    let shared = f.point("S");
    let mut t = dealing.complaint(context, i, &shared);
    let pad = dealing.pad(i, &shared);
    assert_ne!((dealing.sealed(i) - pad) * G, dealing.public(i));
    let seen = json!({ "pad": num(&pad), "Y_i": show(&dealing.public(i)) });
    dleq(&mut t, f, [dealing.keys[i as usize], dealing.c[0], shared], seen)
}
