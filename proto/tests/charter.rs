//! Charters and statements: what is signed, and what is refused.
#![allow(clippy::unwrap_used, missing_docs)]

use ed25519_dalek::SigningKey;
use proto::{
    Charter, CharterError, Consent, Header, Leave, OnCheat, Prepare, SeatEntry, Signed,
    SignedCharter, Statement, Unfinished, codec::encode, digest, limits,
};

fn identity(seat: usize) -> SigningKey {
    SigningKey::from_bytes(&[seat as u8 + 1; 32])
}

fn charter(seats: usize) -> Charter {
    let place = |seat: usize| SeatEntry {
        identity: identity(seat).verifying_key().to_bytes(),
        name: format!("P{seat}"),
        nonce: [0; 32],
        key: digest("test", &[&[seat as u8]]),
    };
    Charter {
        protocol: proto::VERSION,
        game: "test".into(),
        rules: 1,
        description: [0; 32],
        options: Vec::new(),
        survive: 0,
        on_cheat: OnCheat::End,
        seats: (0..seats).map(place).collect(),
    }
}

fn signed(charter: Charter) -> SignedCharter {
    let signatures = (0..charter.seats.len()).map(|seat| charter.sign(&identity(seat))).collect();
    SignedCharter { charter, signatures }
}

fn shape(change: impl FnOnce(&mut Charter)) -> bool {
    let mut charter = charter(3);
    change(&mut charter);
    matches!(signed(charter).verify(), Err(CharterError::Shape(_)))
}

#[test]
fn two_to_eight_seats_sign_a_charter() {
    for seats in 2..=limits::SEATS {
        assert_eq!(signed(charter(seats)).verify().unwrap().len(), seats);
    }
    for seats in [0, 1, 9] {
        assert!(matches!(charter(seats).check(), Err(CharterError::Shape(_))));
    }
}

#[test]
fn a_charter_of_another_version_is_refused() {
    let mut other = charter(2);
    other.protocol -= 1;
    assert_eq!(other.check(), Err(CharterError::Version(other.protocol)));
}

#[test]
fn two_seats_always_stay() {
    assert!(!shape(|c| c.survive = 1));
    assert!(shape(|c| c.survive = 2));
    assert!(shape(|c| c.survive = 255));
}

#[test]
fn options_are_few_short_and_in_order() {
    let options = |keys: &[&str]| keys.iter().map(|k| (k.to_string(), String::new())).collect();
    assert!(!shape(|c| c.options = options(&["a", "b"])));
    assert!(shape(|c| c.options = options(&["b", "a"])));
    assert!(shape(|c| c.options = options(&["a", "a"])));
    assert!(!shape(|c| c.options = vec![("a".into(), "x".repeat(40))]));
    assert!(shape(|c| c.options = vec![("a".into(), "x".repeat(41))]));
    assert!(shape(|c| c.options = vec![("x".repeat(41), String::new())]));
    let many = |n: usize| (0..n).map(|i| (format!("{i:02}"), String::new())).collect::<Vec<_>>();
    assert!(!shape(|c| c.options = many(16)));
    assert!(shape(|c| c.options = many(17)));
    assert!(shape(|c| c.game = "x".repeat(41)));
}

#[test]
fn names_can_be_printed() {
    for good in ["x", "Çiğdem", "名前", &"x".repeat(40)] {
        assert!(!shape(|c| c.seats[1].name = good.into()), "{good}");
    }
    for bad in ["", "a\nb", "\u{1b}[2J", "\u{9b}", "\u{7f}", &"x".repeat(41), &"名".repeat(14)] {
        assert!(shape(|c| c.seats[1].name = bad.into()), "{bad:?}");
    }
}

#[test]
fn nobody_sits_twice() {
    assert!(shape(|c| c.seats[2].identity = c.seats[0].identity));
    assert!(shape(|c| c.seats[2].key = c.seats[0].key));
}

#[test]
fn weak_and_impossible_keys_are_refused() {
    let mut no_point = [0; 32];
    no_point[0] = 2;
    let mut identity_point = [0; 32];
    identity_point[0] = 1;
    for key in [no_point, identity_point, [0; 32]] {
        let mut charter = charter(3);
        charter.seats[1].identity = key;
        assert_eq!(charter.check(), Err(CharterError::Key(1)));
    }
}

#[test]
fn the_second_form_of_an_identity_is_none() {
    // p + y for y below 19 fits into 255 bits; those that are points and not of small order.
    let mut forms = 0;
    for y in 0..19u8 {
        let mut bytes = [0xff; 32];
        (bytes[0], bytes[31]) = (0xed + y, 0x7f);
        let Ok(key) = ed25519_dalek::VerifyingKey::from_bytes(&bytes) else { continue };
        forms += u8::from(!key.is_weak());
        let mut charter = charter(2);
        charter.seats[1].identity = bytes;
        assert_eq!(charter.check(), Err(CharterError::Key(1)));
    }
    assert!(forms > 0, "decoding is as lenient as the check is for");
}

#[test]
fn everybody_signs_and_signs_this_charter() {
    for seat in 0..3 {
        let mut wrong = signed(charter(3));
        wrong.signatures[seat] = wrong.signatures[(seat + 1) % 3];
        assert_eq!(wrong.verify(), Err(CharterError::Signature(seat)));
    }
    let mut few = signed(charter(3));
    few.signatures.pop();
    assert_eq!(few.verify(), Err(CharterError::Signature(2)));
    let mut many = signed(charter(3));
    many.signatures.push(many.signatures[0]);
    assert_eq!(many.verify(), Err(CharterError::Signature(3)));
    let mut other = signed(charter(3));
    other.charter.seats[0].nonce = [1; 32];
    assert_eq!(other.verify(), Err(CharterError::Signature(0)));
}

#[test]
fn a_statement_is_genuine_for_its_seat_and_its_words_only() {
    let keys: Vec<_> = (0..3).map(|seat| identity(seat).verifying_key()).collect();
    let at = Header { match_id: [1; 32], step: 5, seat: 1, head: [2; 32] };
    let consent = Consent { at, without: 4 };
    let good = Signed::new(consent, &identity(1));
    assert!(good.is_genuine(&keys));
    assert!(!Signed::new(consent, &identity(0)).is_genuine(&keys));
    assert!(!good.is_genuine(&keys[..1]));
    for other in [
        Consent { at: Header { match_id: [0; 32], ..at }, ..consent },
        Consent { at: Header { step: 6, ..at }, ..consent },
        Consent { at: Header { seat: 0, ..at }, ..consent },
        Consent { at: Header { head: [0; 32], ..at }, ..consent },
        Consent { without: 5, ..consent },
    ] {
        assert_ne!(other.digest(), consent.digest());
        assert!(!Signed { statement: other, ..good }.is_genuine(&keys));
    }
}

#[test]
fn one_kind_of_statement_is_not_signed_as_another() {
    let at = Header { match_id: [1; 32], step: 5, seat: 1, head: [2; 32] };
    let (leave, prepare) =
        (Leave { at, count: 1, back: false }, Prepare { at, round: 0x0002_0000 });
    let (consent, unfinished) = (Consent { at, without: 4 }, Unfinished { at, left: 4 });
    assert_eq!(encode(&consent), encode(&unfinished));
    let digests = [leave.digest(), prepare.digest(), consent.digest(), unfinished.digest()];
    for (i, one) in digests.iter().enumerate() {
        assert!(!digests[..i].contains(one));
    }
}
