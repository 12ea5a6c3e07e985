//! Proofs in which exactly one thing is wrong, made with the secrets in hand: all equations but that
//! one hold. A verifier that lacked this one check would accept them, though it refuses whatever
//! was merely damaged.

use curve25519_dalek::{RistrettoPoint, Scalar, constants::RISTRETTO_BASEPOINT_POINT as G};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::{Value, json};

use crate::{
    cases::{PROOFS, ctx},
    hand::{Card, Dealt, Proof, cards, entry_point, generator, hash_to_group, show, sum},
    verify::hex,
};

/// Makes proofs with the secrets of all four seats.
struct Forger {
    rng: ChaCha20Rng,
    secrets: Vec<Scalar>,
    h: RistrettoPoint,
}

/// A message in the making.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn points(mut self, points: &[RistrettoPoint]) -> Self {
        points.iter().for_each(|p| self.0.extend(p.compress().to_bytes()));
        self
    }

    fn scalars(mut self, scalars: &[Scalar]) -> Self {
        scalars.iter().for_each(|s| self.0.extend(s.to_bytes()));
        self
    }

    fn length(mut self, length: usize) -> Self {
        self.0.extend((length as u64).to_le_bytes());
        self
    }

    fn cards(self, cards: &[Card]) -> Self {
        cards.iter().fold(self.length(cards.len()), |bytes, (a, b)| bytes.points(&[*a, *b]))
    }
}

fn face(face: u8) -> RistrettoPoint {
    hash_to_group(&[b"a forged face", &[face]])
}

pub(crate) fn case(name: &str) -> &'static Value {
    PROOFS["proofs"].as_array().unwrap().iter().find(|case| case["name"] == name).unwrap()
}

fn entry(base: &str, why: &str, context: &Value, statement: Value, message: Bytes) -> Value {
    json!({ "base": base, "why": format!("only one thing is wrong: {why}"), "context": context,
        "statement": statement, "message": hex(message.0) })
}

fn show_cards(cards: &[Card]) -> Value {
    cards.iter().map(|(a, b)| json!([show(a), show(b)])).collect()
}

impl Forger {
    fn new() -> Self {
        // The vectors draw these first.
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let secret = |_| {
            let secret = mental::SecretKey::generate(&mut rng);
            Scalar::from_canonical_bytes(*secret.expose()).unwrap()
        };
        let secrets: Vec<_> = (0..4).map(secret).collect();
        let h = secrets.iter().sum::<Scalar>() * G;
        Self { rng: ChaCha20Rng::seed_from_u64(2), secrets, h }
    }

    fn scalar(&mut self) -> Scalar {
        Scalar::random(&mut self.rng)
    }

    /// Section 5.3, with the secret `x`.
    fn dleq(&mut self, t: &mut Proof, x: &Scalar, p: &RistrettoPoint) -> [Scalar; 2] {
        let k = self.scalar();
        t.point(b"K_G", &(k * G));
        t.point(b"K_P", &(k * p));
        let c = t.challenge(b"c");
        [c, k + c * x]
    }

    /// Section 5.4, with `more` shares than there are cards.
    fn shares(&mut self, t: &mut Proof, x: &Scalar, cards: &[Card], more: usize) -> Bytes {
        let mut d: Vec<_> = cards.iter().map(|card| x * card.0).collect();
        d.extend((0..more).map(|i| face(i as u8)));
        t.point(b"X", &(x * G));
        t.cards(cards);
        t.points(b"D", &d);
        let rho = t.weights(b"weight", cards.len());
        let p = sum(&rho, cards.iter().map(|card| card.0));
        let proof = self.dleq(t, x, &p);
        Bytes::default().length(d.len()).points(&d).scalars(&proof)
    }

    fn own_shares(&mut self, more: usize, why: &str) -> Value {
        let base = case("shares of three cards");
        let (context, x) = (&base["context"], self.secrets[1]);
        let mut t = Proof::open("shares", context);
        let message = self.shares(&mut t, &x, &cards(&base["statement"]["cards"]), more);
        entry("shares of three cards", why, context, json!({}), message)
    }

    /// What the dealer has dealt to a place, be it that of a seat or not: from the shares of three.
    fn dealt(&self, dealt: &Dealt, place: u64) -> Scalar {
        let shared = |i: u64| self.secrets[i as usize] * dealt.c[0];
        let share = |i| (Scalar::from(i + 1), dealt.sealed(i) - dealt.pad(i, &shared(i)));
        let (known, x) = ([0, 2, 3].map(share), Scalar::from(place + 1));
        let weight = |i: &Scalar| -> Scalar {
            let others = known.iter().filter(|(m, _)| m != i);
            others.map(|(m, _)| (x - m) * (i - m).invert()).product()
        };
        known.iter().map(|(i, share)| weight(i) * share).sum()
    }

    fn recovered_shares(&mut self, helper: u64, more: usize, why: &str) -> Value {
        let s = &case("recovered shares")["statement"];
        let context = ctx(13, helper as usize);
        let dealt = Dealt::new(s);
        let share = self.dealt(&dealt, helper);
        let mut t = Proof::open("recovered", &context);
        t.point(b"X_j", &dealt.c[0]);
        t.number(b"i", helper);
        let message = self.shares(&mut t, &share, &cards(&s["cards"]), more);
        entry("recovered shares", why, &context, json!({ "helper": helper }), message)
    }

    /// A key of 0, or a good one.
    fn key(&mut self, zero: bool, why: &str) -> Value {
        let (context, k) = (ctx(1, 0), self.scalar());
        let x = if zero { Scalar::ZERO } else { self.secrets[0] };
        let mut t = Proof::open("key", &context);
        t.point(b"X", &(x * G));
        t.point(b"R", &(k * G));
        let z = k + t.challenge(b"e") * x;
        let message = Bytes::default().points(&[k * G]).scalars(&[z]);
        entry("key", why, &context, json!({ "X": show(&(x * G)) }), message)
    }

    /// Sections 5.8 and 7, with the mask `r` and the nonce `k`.
    fn known_mask(&self, mut t: Proof, b: RistrettoPoint, [k, r]: [Scalar; 2]) -> Bytes {
        t.point(b"H", &self.h);
        t.point(b"A", &(r * G));
        t.point(b"B", &b);
        t.point(b"K", &(k * G));
        let c = t.challenge(b"c");
        Bytes::default().points(&[r * G, b]).scalars(&[c, k + c * r])
    }

    /// A part without a mask, or a good one.
    fn beacon(&mut self, zero: bool, why: &str) -> Value {
        let (context, k, r) = (ctx(12, 1), self.scalar(), self.scalar());
        let r = if zero { Scalar::ZERO } else { r };
        let message = self.known_mask(Proof::open("beacon", &context), face(1), [k, r]);
        entry("beacon part", why, &context, json!({}), message)
    }

    fn seal(&mut self, broken: &str, why: &str) -> Value {
        let (context, k, r) = (ctx(14, 2), self.scalar(), self.scalar());
        let r = if broken == "A = 0" { Scalar::ZERO } else { r };
        let domain = if broken == "domain" { "beacon" } else { "seal" };
        let b = entry_point(7) + r * self.h;
        let message = self.known_mask(Proof::open(domain, &context), b, [k, r]);
        entry("seal", why, &context, json!({}), message)
    }

    /// A seal with the mask `r` in `A` and `s` in `B`, opened with one of them.
    fn opened_seal(&mut self, broken: &str, why: &str) -> Value {
        let (context, [k, r, s]) = (ctx(14, 2), [(); 3].map(|()| self.scalar()));
        let (s, opened) = match broken {
            "A" => (s, s),
            "B" => (s, r),
            _ => (r, r),
        };
        let b = entry_point(7) + s * self.h;
        let seal = self.known_mask(Proof::open("seal", &context), b, [k, r]);
        let message = Bytes(7u16.to_le_bytes().to_vec()).scalars(&[opened]);
        let statement = json!({ "seal": hex(seal.0), "seal_context": context });
        entry("opened seal", why, &context, statement, message)
    }

    fn remask(&mut self, broken: &str, why: &str) -> Value {
        let (context, h) = (ctx(8, 2), self.h);
        let masks = [(); 2].map(|()| self.scalar());
        let old: Vec<Card> = (0..).zip(masks).map(|(i, r)| (r * G, face(i) + r * h)).collect();
        let mut layers = [(); 2].map(|()| self.scalar());
        match broken {
            "A' = 0" => layers[0] = -masks[0],
            "A' = A" => layers[0] = Scalar::ZERO,
            _ => {}
        }
        let mut new: Vec<Card> =
            old.iter().zip(layers).map(|((a, b), r)| (a + r * G, b + r * h)).collect();
        if broken == "more" {
            new.push((face(8), face(9)));
        }
        let mut t = Proof::open("remask", &context);
        t.point(b"H", &h);
        t.cards(&old);
        t.cards(&new);
        let rho = t.weights(b"weight", old.len());
        let proof = self.dleq(&mut t, &(rho[0] * layers[0] + rho[1] * layers[1]), &h);
        let message = Bytes::default().cards(&new).scalars(&proof);
        entry("remask of two cards", why, &context, json!({ "cards": show_cards(&old) }), message)
    }

    /// Section 5.7, of a hand of two cards and two faces.
    fn none_of(&mut self, broken: &str, why: &str) -> Value {
        let (context, x) = (ctx(11, 0), self.secrets[0]);
        let key = x * G;
        let faces = [face(0), face(1)];
        // Whoever has the face has T = 0, and all equations hold.
        let held = [face(2), face(if broken == "T = 0" { 1 } else { 3 })];
        let hand: Vec<Card> =
            held.map(|m| (self.scalar(), m)).map(|(r, m)| (r * G, m + r * key)).to_vec();
        let mut drawn = || [(); 7].map(|()| self.scalar());
        let ([w @ .., r, u, _], [k @ .., k_r, k_u, k_x]) = (drawn(), drawn());
        let (w, k): (&[Scalar], &[Scalar]) = (&w, &k);
        let difference = |j: usize| hand[j / 2].1 - x * hand[j / 2].0 - faces[j % 2];
        let mut blinded: Vec<_> = (0..4).map(|j| w[j] * difference(j)).collect();
        if broken == "more T" {
            blinded.push(face(9));
        }
        let v_of = |r: Scalar, w: &[Scalar]| r * generator(0) + sum(w, (1..).map(generator));
        let mut t = Proof::open("none-of", &context);
        t.point(b"X", &key);
        t.cards(&hand);
        t.points(b"M", &faces);
        t.points(b"T", &blinded);
        let v = v_of(r, w);
        t.point(b"V", &v);
        let rho = t.weights(b"weight", 4);
        let weighted = |w: &[Scalar], of: &dyn Fn(usize) -> RistrettoPoint| -> RistrettoPoint {
            (0..4).map(|j| rho[j] * w[j] * of(j)).sum()
        };
        let q_of = |u: Scalar, w: &[Scalar]| u * G + weighted(w, &|j| hand[j / 2].0);
        let q = q_of(u, w);
        let k_t = k_u * key + weighted(k, &|j| hand[j / 2].1 - faces[j % 2]) - k_x * q;
        t.point(b"Q", &q);
        t.point(b"K_V", &v_of(k_r, k));
        t.point(b"K_Q", &q_of(k_u, k));
        t.point(b"K_X", &(k_x * G));
        t.point(b"K_T", &k_t);
        let c = t.challenge(b"c");
        let mut z_w: Vec<_> = k.iter().zip(w).map(|(k, w)| k + c * w).collect();
        if broken == "more z_w" {
            z_w.push(Scalar::ONE);
        }
        let message = Bytes::default().length(blinded.len()).points(&blinded).points(&[v, q]);
        let message = message.scalars(&[c]).length(z_w.len()).scalars(&z_w);
        let message = message.scalars(&[k_r + c * r, k_u + c * u, k_x + c * x]);
        let faces: Value = faces.iter().map(show).collect();
        let statement = json!({ "cards": show_cards(&hand), "faces": faces });
        entry("none of three faces in two cards", why, &context, statement, message)
    }

    /// A dealing of seat 1 with so many commitments and sealed shares, and the threshold asked for.
    fn dealing(&mut self, commitments: usize, sealed: usize, threshold: usize, why: &str) -> Value {
        let mut c = vec![self.secrets[1] * G];
        c.extend((1..commitments).map(|_| self.scalar() * G));
        let e: Vec<_> = (0..sealed).map(|_| self.scalar()).collect();
        let message = Bytes::default().length(c.len()).points(&c).length(e.len()).scalars(&e);
        entry("dealing", why, &ctx(2, 1), json!({ "threshold": threshold }), message)
    }

    /// A dealing by a seat that is not there.
    fn dealing_of_nobody(&mut self, why: &str) -> Value {
        let mut entry = self.dealing(3, 3, 3, why);
        (entry["context"], entry["statement"]["dealer"]) = (ctx(2, 4), 4.into());
        entry
    }

    /// A complaint whose proof is right, about this dealing.
    fn complaint(&mut self, dealing: &Value, receiver: usize, why: &str) -> Value {
        let context = ctx(3, receiver);
        let mut statement = case("complaint")["statement"].clone();
        statement["dealing"] = dealing.clone();
        let (dealt, x) = (Dealt::new(&statement), self.secrets[receiver]);
        let s = x * dealt.c[0];
        let mut t = dealt.complaint(&context, receiver as u64, &s);
        let proof = self.dleq(&mut t, &x, &dealt.c[0]);
        let message = Bytes::default().points(&[s]).scalars(&proof);
        let statement = json!({ "dealing": dealing, "receiver": receiver });
        entry("complaint", why, &context, statement, message)
    }
}

/// Section 5.5. Within a pile let `a_i = m_{π(i)} − x` and `p_i = a_0·…·a_i`; the `F` of (P) after
/// position `i` is `e^i·(e·p_i + δ_i)`, with `δ_0 = s_0` and the last `δ` 0.
mod shuffle {
    use super::*;

    /// What comes to each position, pile by pile.
    fn piles() -> Vec<Vec<usize>> {
        vec![vec![1, 2, 0], vec![3], vec![], vec![5, 4]]
    }

    impl Forger {
        fn commit(
            &mut self,
            values: &[Scalar],
            places: impl Iterator<Item = usize>,
        ) -> (Scalar, RistrettoPoint) {
            let blind = self.scalar();
            (blind, blind * G + sum(values, places.map(generator)))
        }

        /// `s`, `α` and `β` for all piles, given `a`.
        fn product(&mut self, piles: &[Vec<usize>], a: &[Scalar]) -> [Vec<Scalar>; 3] {
            let [mut s, mut alpha, mut beta] = [(); 3].map(|()| Vec::new());
            let mut a = a.iter();
            for pile in piles {
                let (mut p, mut before) = (Scalar::ONE, Scalar::ZERO);
                for (i, a) in (0..pile.len()).zip(&mut a) {
                    let last = i + 1 == pile.len();
                    let delta = if last { Scalar::ZERO } else { self.scalar() };
                    let s_i = if i == 0 { delta } else { self.scalar() };
                    if i > 0 {
                        alpha.push(delta - p * s_i - before * a);
                        beta.push(-(before * s_i));
                    }
                    s.push(s_i);
                    (p, before) = (p * a, delta);
                }
            }
            [s, alpha, beta]
        }

        pub(super) fn shuffle(&mut self, broken: &str, why: &str) -> Value {
            let piles = if broken == "none" { Vec::new() } else { piles() };
            let n = piles.concat().len();
            let rho = (0..n).map(|_| self.scalar()).collect();
            let faces = (0..n as u8).map(face).collect();
            self.shuffle_of(&piles, faces, rho, broken, why)
        }

        /// As many cards as this, each a pile, and all alike.
        pub(super) fn many_alike(&mut self, n: usize, why: &str) -> Value {
            let (piles, rho) = ((0..n).map(|i| vec![i]).collect::<Vec<_>>(), self.scalar());
            self.shuffle_of(&piles, vec![face(0); n], vec![rho; n], "", why)
        }

        fn shuffle_of(
            &mut self,
            piles: &[Vec<usize>],
            faces: Vec<RistrettoPoint>,
            mut rho: Vec<Scalar>,
            broken: &str,
            why: &str,
        ) -> Value {
            let (context, h) = (ctx(9, 3), self.h);
            let pi: Vec<usize> = piles.concat();
            let n = pi.len();
            let mut old: Vec<Card> =
                faces.into_iter().map(|face| (RistrettoPoint::default(), face)).collect();
            match broken {
                "A' = 0" => rho[0] = Scalar::ZERO,
                "B' = 0" => old[pi[0]].1 = -(rho[0] * h),
                _ => {}
            }
            let new: Vec<Card> =
                pi.iter().zip(&rho).map(|(&j, r)| (old[j].0 + r * G, old[j].1 + r * h)).collect();
            let grouped = |cards: &[Card], sizes: &[usize]| -> Vec<Vec<Card>> {
                let mut cards = cards.iter().copied();
                sizes.iter().map(|&size| cards.by_ref().take(size).collect()).collect()
            };
            let sizes: Vec<usize> = piles.iter().map(Vec::len).collect();
            let input = grouped(&old, &sizes);
            let output = match broken {
                "pile" => grouped(&new, &[3, 1, 0, 2, 0]),
                "sizes" => grouped(&new, &[2, 1, 0, 3]),
                _ => grouped(&new, &sizes),
            };

            let mut t = Proof::open("shuffle", &context);
            t.point(b"H", &h);
            t.number(b"piles", input.len() as u64);
            input.iter().chain(&output).for_each(|pile| t.cards(pile));
            let places: Vec<_> = pi.iter().map(|&j| Scalar::from(j as u64 + 1)).collect();
            let (r, c) = self.commit(&places, 0..n);
            t.point(b"c", &c);
            let ts = t.weights(b"t", n);
            let permuted: Vec<_> = pi.iter().map(|&j| ts[j]).collect();
            let (r_b, c_b) = self.commit(&permuted, 0..n);
            t.point(b"c_b", &c_b);
            let (lambda, x) = (t.challenge(b"lambda"), t.challenge(b"x"));

            let m: Vec<_> = places.iter().zip(&permuted).map(|(i, t)| lambda * i + t).collect();
            let a: Vec<_> = m.iter().map(|m| m - x).collect();
            let [s, alpha, mut beta] = self.product(piles, &a);
            if broken == "P" {
                beta[0] += Scalar::ONE;
            }
            let last = piles.iter().scan(0, |end, pile| {
                *end += pile.len();
                Some(*end)
            });
            let last: Vec<_> = last.collect();
            let links = || (0..n).filter(|i| !last.contains(&(i + 1)));
            let (r_s, mut c_s) = self.commit(&s, 0..n);
            let (r_alpha, c_alpha) = self.commit(&alpha, links());
            let (r_beta, mut c_beta) = self.commit(&beta, links());
            let z_0 = self.scalar();
            let mut e_a = sum(&s, new.iter().map(|card| card.0)) - z_0 * G;
            let mut e_b = sum(&s, new.iter().map(|card| card.1)) - z_0 * h;
            // These are linear, so whatever is added to their constants breaks them, and nothing else.
            match broken {
                "A" => e_a += G,
                "B" => e_b += G,
                "U" => c_s += G,
                "V" => c_beta += G,
                _ => {}
            }
            let third: [(&'static [u8], _); 5] = [
                (b"c_s", c_s),
                (b"c_alpha", c_alpha),
                (b"c_beta", c_beta),
                (b"E_A", e_a),
                (b"E_B", e_b),
            ];
            third.iter().for_each(|(label, point)| t.point(label, point));
            let e = t.challenge(b"e");

            let mut g: Vec<_> = m.iter().zip(&s).map(|(m, s)| e * m + s).collect();
            let mut h: Vec<_> = alpha.iter().zip(&beta).map(|(a, b)| e * a + b).collect();
            match broken {
                "more g" => g.push(Scalar::ONE),
                "more h" => h.push(Scalar::ONE),
                _ => {}
            }
            let z_rho = e * m.iter().zip(&rho).map(|(m, rho)| m * rho).sum::<Scalar>() + z_0;
            let answers = [z_rho, e * (lambda * r + r_b) + r_s, e * r_alpha + r_beta];
            let message = Bytes::default().length(output.len());
            let message = output.iter().fold(message, |message, pile| message.cards(pile));
            let message = message.points(&[c, c_b, c_s, c_alpha, c_beta, e_a, e_b]);
            let message = message.length(g.len()).scalars(&g).length(h.len()).scalars(&h);
            let piles: Value = input.iter().map(|pile| show_cards(pile)).collect();
            let statement = json!({ "piles": piles });
            entry("shuffle of one card", why, &context, statement, message.scalars(&answers))
        }
    }
}

/// Shuffles of so many cards, as entries of `mutated.json`.
pub(crate) fn many_alike(sizes: &[usize]) -> Vec<Value> {
    let mut forger = Forger::new();
    sizes.iter().map(|size| forger.many_alike(*size, &format!("{size} cards"))).collect()
}

/// Entries of `mutated.json`.
pub(crate) fn entries() -> Vec<Value> {
    let mut forger = Forger::new();
    let f = &mut forger;
    let mut entries = vec![
        f.key(true, "the key is 0"),
        f.own_shares(1, "there is a share more than there are cards"),
        f.remask("A' = 0", "an A' is 0"),
        f.remask("A' = A", "an A' is the A that it was"),
        f.remask("more", "there is a card more than there was"),
    ];
    for (broken, why) in [
        ("A", "(A) does not hold"),
        ("B", "(B) does not hold"),
        ("U", "(U) does not hold"),
        ("V", "(V) does not hold"),
        ("P", "(P) does not hold"),
        ("A' = 0", "an A' is 0"),
        ("B' = 0", "a B' is 0"),
        ("none", "there are no cards"),
        ("pile", "there is an output pile more"),
        ("sizes", "two output piles have each other's sizes"),
        ("more g", "there is a g more than there are cards"),
        ("more h", "there is an h more than there are links"),
    ] {
        entries.push(f.shuffle(broken, why));
    }
    let (good, bad) = (&case("dealing")["message"], &case("complaint")["statement"]["dealing"]);
    entries.extend([
        f.none_of("T = 0", "a card has the face, so that a T is 0"),
        f.none_of("more T", "there is a T more than there are pairs"),
        f.none_of("more z_w", "there is a z_w more than there are pairs"),
        f.beacon(true, "A is 0"),
        f.dealing(1, 3, 1, "the threshold is 1"),
        f.dealing(4, 3, 4, "the threshold is more than all others"),
        f.dealing(2, 3, 3, "there are fewer commitments than the threshold"),
        f.dealing(4, 3, 3, "there are more commitments than the threshold"),
        f.dealing(3, 2, 3, "a seat has no share"),
        f.dealing(3, 4, 3, "there is a share more than there are other seats"),
        f.dealing_of_nobody("the dealer is no seat"),
        f.complaint(good, 3, "the share is good"),
        f.complaint(bad, 1, "the dealer complains"),
        f.recovered_shares(2, 1, "there is a share more than there are cards"),
        f.recovered_shares(7, 0, "the helper is no seat"),
        f.recovered_shares(1, 0, "the missing seat helps itself"),
        f.seal("A = 0", "A is 0"),
        f.seal("domain", "the proof is that of a beacon's part"),
        f.opened_seal("A", "A is not r·G"),
        f.opened_seal("B", "B is not E_entry + r·H"),
    ]);
    entries
}

#[test]
fn with_nothing_wrong_everything_forged_would_be_accepted() {
    let table = crate::verify::Table::new(&PROOFS["table"]).unwrap();
    let mut forger = Forger::new();
    assert_eq!(show(&forger.h), PROOFS["H"]);
    let f = &mut forger;
    let bad = &case("complaint")["statement"]["dealing"];
    for entry in [
        f.key(false, ""),
        f.own_shares(0, ""),
        f.remask("", ""),
        f.shuffle("", ""),
        f.none_of("", ""),
        f.beacon(false, ""),
        f.dealing(3, 3, 3, ""),
        f.dealing(2, 3, 2, ""),
        f.complaint(bad, 3, ""),
        f.recovered_shares(2, 0, ""),
        f.seal("", ""),
        f.opened_seal("", ""),
    ] {
        assert!(crate::verify::verify(&table, &crate::mutated::apply(&entry)), "{entry}");
    }
}
