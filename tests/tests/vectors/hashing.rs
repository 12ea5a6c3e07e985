//! Hashes and transcripts, with what an implementer sees on the way.

use curve25519_dalek::ristretto::CompressedRistretto;
use merlin::Transcript;
use proto::{contributions_digest, digest, next_head, words};
use serde_json::{Value, json};

use crate::{
    cases::{ctx, p},
    hand::{Proof, entry_point, generator, hash_to_group},
    pin_json,
    verify::hex,
};

fn challenge<const N: usize>(t: &mut Transcript, label: &'static [u8]) -> String {
    let mut bytes = [0; N];
    t.challenge_bytes(label, &mut bytes);
    hex(bytes)
}

/// Small transcripts: operations in order, and the challenges they give.
fn merlin() -> Value {
    let mut t = Transcript::new(b"test protocol");
    t.append_message(b"some label", b"some data");
    let first = challenge::<32>(&mut t, b"challenge");
    let second = challenge::<16>(&mut t, b"challenge");
    let mut long = Transcript::new(b"long");
    // More than one block of 166 bytes in, and out.
    long.append_message(b"data", &[0xa5; 400]);
    let out = challenge::<400>(&mut long, b"out");
    long.append_u64(b"number", 0x0123_4567_89ab_cdef);
    let mut empty = Transcript::new(b"");
    json!([
        { "new": "test protocol", "append": [["some label", hex("some data")]],
          "challenges": [["challenge", 32, first], ["challenge", 16, second]] },
        { "new": "long", "append": [["data", hex([0xa5; 400])]], "challenges": [["out", 400, out]],
          "then_append": [["number", hex(0x0123_4567_89ab_cdef_u64.to_le_bytes())]],
          "then_challenges": [["more", 64, challenge::<64>(&mut long, b"more")]] },
        { "new": "", "append": [], "challenges": [["", 32, challenge::<32>(&mut empty, b"")]] },
    ])
}

fn strobe() -> Value {
    let mut zero = [0u64; 25];
    keccak_f(&mut zero);
    assert_eq!(zero[0], 0xf125_8f79_40e1_dde7);
    let bytes = |lanes: &[u64; 25]| hex(lanes.map(u64::to_le_bytes).concat());
    let permuted_zero = bytes(&zero);
    let mut st = [0u8; 200];
    st[..6].copy_from_slice(&[1, 168, 1, 0, 1, 96]);
    st[6..18].copy_from_slice(b"STROBEv1.0.2");
    let mut lanes: [u64; 25] =
        core::array::from_fn(|i| u64::from_le_bytes(st[8 * i..8 * i + 8].try_into().unwrap()));
    keccak_f(&mut lanes);
    json!({ "keccak_f_of_zero": permuted_zero, "after_init": bytes(&lanes) })
}

/// Keccak-f[1600] from FIPS 202, only to show states that no public function shows.
fn keccak_f(a: &mut [u64; 25]) {
    let mut lfsr = 1u8;
    for _ in 0..24 {
        let c: [u64; 5] = core::array::from_fn(|x| (0..5).fold(0, |c, y| c ^ a[5 * y + x]));
        for (i, lane) in a.iter_mut().enumerate() {
            *lane ^= c[(i + 4) % 5] ^ c[(i % 5 + 1) % 5].rotate_left(1);
        }
        let (mut x, mut y, mut last) = (1, 0, a[1]);
        for t in 0..24u32 {
            (x, y) = (y, (2 * x + 3 * y) % 5);
            let lane = &mut a[5 * y + x];
            (last, *lane) = (*lane, last.rotate_left((t + 1) * (t + 2) / 2 % 64));
        }
        for row in a.chunks_exact_mut(5) {
            let old: [u64; 5] = row.try_into().unwrap();
            (0..5).for_each(|x| row[x] ^= !old[(x + 1) % 5] & old[(x + 2) % 5]);
        }
        for j in 0..7 {
            if lfsr & 1 == 1 {
                a[0] ^= 1 << ((1u32 << j) - 1);
            }
            lfsr = if lfsr & 0x80 == 0 { lfsr << 1 } else { lfsr << 1 ^ 0x71 };
        }
    }
}

#[test]
fn hashes_are_as_written() {
    let (a, b) = (digest("example", &[]), digest("example", &[b"one", b"", b"three"]));
    let faces = [("suspicion", 0, 0), ("suspicion", 1, 7), ("", 0, 0), ("test", 255, 127)];
    let face = |(game, deck, face): (&str, u8, u8)| {
        let point = mental::face_point(game, deck, face);
        let length = (game.len() as u64).to_le_bytes();
        let label: &[u8] = b"nodealer/mental/1/face";
        let by_hand = hash_to_group(&[label, &length, game.as_bytes(), &[deck, face]]);
        assert_eq!(by_hand, *point.point());
        json!({ "game": game, "deck": deck, "face": face, "M": p(&point) })
    };
    let entry = |e: u16| {
        assert_eq!(entry_point(e), *mental::entry_point(e).point());
        json!([e, p(&mental::entry_point(e))])
    };
    let entries = [0, 1, 255, 256, 65_535].map(entry).to_vec();
    let encode = |point: CompressedRistretto| hex(point.as_bytes());
    let generators: Vec<_> =
        [0, 1, 2, 255, 256].map(|i| json!([i, encode(generator(i).compress())])).to_vec();
    let hashed: Vec<_> = ["", "abc"]
        .map(|m| json!([hex(m), encode(hash_to_group(&[m.as_bytes()]).compress())]))
        .to_vec();
    let key = hash_to_group(&[b"a key"]).compress().to_bytes();
    let commitment = mental::key_commitment(&mental::Point::decode(key).unwrap(), &[9; 32]);
    let mut opened = Proof::open("shares", &ctx(7, 1));
    let heads =
        [("contributions", vec![a, b]), ("contributions", vec![b]), ("consents", vec![a, b])];
    let heads = (1..).zip(heads).map(|(step, (how, closed_by))| {
        let next = next_head(&a, step, how, &closed_by);
        let closed_by: Value = closed_by.iter().map(hex).collect();
        json!({ "head": hex(a), "step": step, "how": how, "closed_by": closed_by, "next": hex(next) })
    });
    let heads: Value = heads.collect();
    let named = [vec![a], vec![a, b], vec![b, a]].map(|digests| {
        let named = contributions_digest(&digests);
        json!({ "contributions": digests.iter().map(hex).collect::<Value>(), "digest": hex(named) })
    });
    pin_json(
        "hashing.json",
        &json!({
            "digests": [
                { "label": "example", "parts": [], "digest": hex(a), "words": words(&a) },
                { "label": "example", "parts": [hex("one"), "", hex("three")], "digest": hex(b), "words": words(&b) },
            ],
            "heads": heads,
            "contributions": named,
            "hash_to_group": hashed,
            "faces": faces.map(face).to_vec(),
            "entries": entries,
            "generators": generators,
            "key_commitment": { "X": hex(key), "blind": hex([9; 32]), "commitment": hex(commitment) },
            "strobe": strobe(),
            "merlin": merlin(),
            "open": { "domain": "shares", "context": ctx(7, 1), "challenge": ["test", 64, hex(opened.raw::<64>(b"test"))] },
        }),
    );
}
