//! Charters that everybody has signed and that are none for their game.

use curve25519_dalek::{EdwardsPoint, Scalar};
use ed25519_dalek::{Signature, SigningKey};
use engine::{Game, Seat};
use proto::{Charter, Digest, Record, SeatEntry, SignedCharter, digest, file::frame};
use sha2::{Digest as _, Sha512};
use table::Description;

use crate::{corners, edges, played, turns::find, verdicts::transcript};

/// The point with which nothing is added: of order 1.
const NEUTRAL: [u8; 32] = {
    let mut bytes = [0; 32];
    bytes[0] = 1;
    bytes
};

/// Each with the match whose charter was changed, and signed again by all.
pub(crate) fn files() -> Vec<(String, &'static str, Vec<u8>)> {
    let set = |value: &str| {
        let value = value.to_owned();
        move |charter: &mut Charter| {
            let target = charter.options.iter_mut().find(|(key, _)| key == "target");
            target.unwrap().1 = value.clone();
        }
    };
    vec![
        changed("a charter signed anew", "match", |_| {}),
        changed("a charter of a game with other cards", "match", |c| c.description[0] ^= 1),
        changed("a charter of other rules", "match", |c| c.rules += 1),
        changed("a charter of another game", "match", |c| c.game = "chess".into()),
        changed("a charter of another protocol", "match", |c| c.protocol += 1),
        changed("a charter that survives too many leavers", "match", |c| c.survive = 1),
        changed("a charter with a name of 41 bytes", "match", |c| c.seats[0].name = "n".repeat(41)),
        changed("a charter with a name of no bytes", "match", |c| c.seats[0].name.clear()),
        changed("a charter with a name that rings", "match", |c| c.seats[0].name.push('\u{7}')),
        changed("a charter with one player twice", "match", |c| {
            c.seats[1].identity = c.seats[0].identity;
        }),
        changed("a charter with one commitment twice", "match", |c| {
            c.seats[1].key = c.seats[0].key;
        }),
        signed_once_more("a charter with a signature more", "match"),
        (
            "a match without its charter".into(),
            "match",
            transcript(&played::records("match")[1..2]),
        ),
        changed("a charter with an option that the game does not have", "match", |c| {
            c.options.push(("speed".into(), "9".into()));
        }),
        changed("a charter without an option of the game", "tricks", |c| c.options.truncate(1)),
        changed("a charter with an option at its least", "tricks", set("10")),
        changed("a charter with an option below its least", "tricks", set("9")),
        changed("a charter with a number that is written otherwise", "tricks", set("015")),
        changed("a charter with a word that an option does not take", "tricks", |c| {
            let rules = c.options.iter_mut().find(|(key, _)| key == "rules");
            rules.unwrap().1 = "none".into();
        }),
        changed("a charter for fewer seats than the game takes", "tricks", |c| {
            c.seats.pop();
        }),
        changed("a charter with its options in another order", "tricks", |c| c.options.reverse()),
        changed("a charter with a value of 41 bytes", corners::OF, |c| {
            c.options[0].1 = corners::LONG_WORD.into();
        }),
        changed("a charter with nine seats", corners::OF, |c| {
            let more = |seat: u8| SeatEntry {
                identity: played::identity(Seat::new(seat)).verifying_key().to_bytes(),
                key: [seat; 32],
                ..c.seats[0].clone()
            };
            let more: Vec<SeatEntry> = (2..9).map(more).collect();
            c.seats.extend(more);
        }),
        changed("a charter with a name of 40 bytes, in twenty letters", "match", |c| {
            c.seats[0].name = "é".repeat(20);
        }),
        changed("a charter with a name of 42 bytes, in 21 letters", "match", |c| {
            c.seats[0].name = "é".repeat(21);
        }),
        changed("a charter with a name that begins a new line", "match", |c| {
            c.seats[0].name.push('\u{85}');
        }),
        changed("a charter with all that it may have", corners::OF, of_game(edges::FULL)),
        changed("a charter with its options in the order of UTF-16", corners::OF, |c| {
            of_game(edges::FULL)(c);
            let last = c.options.len() - 1;
            c.options.swap(last - 1, last);
        }),
        changed("a charter with 17 options", corners::OF, of_game(edges::SEVENTEEN_OPTIONS)),
        changed("a charter with a key of 41 bytes", corners::OF, of_game(edges::LONG_KEY)),
        changed("a charter of a game with an id of 41 bytes", corners::OF, of_game(edges::LONG_ID)),
        weakly_signed("a charter with a player whom everybody can sign for", |charter| {
            charter.seats[0].identity = NEUTRAL;
            // Whatever is signed, k·A is 0.
            Some([EdwardsPoint::mul_base(&Scalar::ONE).compress().0, Scalar::ONE.to_bytes()])
        }),
        weakly_signed("a charter with a signature whose R is of order 1", |_| None),
        torn("a charter that is torn", |bytes| bytes.truncate(bytes.len() - 1)),
        torn("a charter that does not decode", |bytes| {
            *bytes = [&5u32.to_le_bytes()[..], &[0; 5]].concat();
        }),
    ]
}

/// The description of the game that a charter is of, if that is not the game of the match beside it.
pub(crate) fn description(file: &[u8]) -> Option<Description> {
    let mut reader = proto::file::Reader::new(file).ok()?;
    let Ok(Some(Record::Charter(signed))) = reader.entry() else { return None };
    edges::find(&signed.charter.game).map(Description::of)
}

/// The charter of another game, with its options as they are unless somebody sets them.
fn of_game(id: &'static str) -> impl FnOnce(&mut Charter) {
    let game: &dyn Game = find(id).unwrap();
    let set = |option: &engine::OptionSpec| (option.key.to_owned(), option.default.to_owned());
    move |charter| {
        charter.game = id.into();
        charter.rules = game.info().version;
        charter.description = Description::of(game).digest();
        charter.options = game.info().options.iter().map(set).collect();
    }
}

fn charter_of(of: &str) -> SignedCharter {
    match played::records(of).into_iter().next() {
        Some(Record::Charter(signed)) => signed,
        _ => panic!("{of} has no charter"),
    }
}

/// A charter of which the first signature is this, `R` and `s`, or else one that only whoever has the key can
/// make, and whose `R` is of order 1. But for small orders, both are good.
fn weakly_signed(
    name: &str,
    change: impl FnOnce(&mut Charter) -> Option<[[u8; 32]; 2]>,
) -> (String, &'static str, Vec<u8>) {
    let SignedCharter { mut charter, .. } = charter_of("match");
    let signature = change(&mut charter);
    let signed = digest("sign charter", &[&charter.id()]);
    let mut signatures: Vec<_> =
        Seat::all(2).map(|seat| charter.sign(&played::identity(seat))).collect();
    signatures[0] = match signature {
        Some([r, s]) => Signature::from_components(r, s),
        None => without_nonce(&played::identity(Seat::new(0)), &signed),
    };
    let record = Record::Charter(SignedCharter { charter, signatures });
    (name.to_owned(), "match", transcript(&[record]))
}

/// The signature of a digest with the nonce 0.
pub(crate) fn without_nonce(key: &SigningKey, signed: &Digest) -> Signature {
    let mut hash = Sha512::new();
    for part in [&NEUTRAL, key.verifying_key().as_bytes(), signed] {
        hash.update(part);
    }
    let k = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
    Signature::from_components(NEUTRAL, (k * key.to_scalar()).to_bytes())
}

/// A charter whose frame is changed.
fn torn(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> (String, &'static str, Vec<u8>) {
    let mut bytes = frame(&Record::Charter(charter_of("match")));
    change(&mut bytes);
    (name.to_owned(), "match", [&transcript(&[])[..], &bytes].concat())
}

fn changed(
    name: &str,
    of: &'static str,
    change: impl FnOnce(&mut Charter),
) -> (String, &'static str, Vec<u8>) {
    let SignedCharter { mut charter, .. } = charter_of(of);
    change(&mut charter);
    let key = |identity: &[u8; 32]| {
        let mut keys = Seat::all(9).map(played::identity);
        keys.find(|key| key.verifying_key().as_bytes() == identity).unwrap()
    };
    let signatures = charter.seats.iter().map(|place| charter.sign(&key(&place.identity)));
    let signatures = signatures.collect();
    let record = Record::Charter(SignedCharter { charter, signatures });
    (name.to_owned(), of, transcript(&[record]))
}

fn signed_once_more(name: &str, of: &'static str) -> (String, &'static str, Vec<u8>) {
    let mut signed = charter_of(of);
    signed.signatures.extend(signed.signatures.first().copied());
    (name.to_owned(), of, transcript(&[Record::Charter(signed)]))
}
