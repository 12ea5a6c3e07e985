use super::*;

const CONTEXT: Context = Context { table: [1; 16], host: [2; 32], guest: [3; 32] };

fn run(guest: (&str, Context), host: (&str, Context)) -> bool {
    let g = Half::new(guest.0, &guest.1, [5; 64]);
    let h = Half::new(host.0, &host.1, [6; 64]);
    let (gp, hp) = (g.point(), h.point());
    let (g, h) = (g.finish_as_guest(hp).unwrap(), h.finish_as_host(gp).unwrap());
    let guest = same(&g.guest_tag(), &h.guest_tag());
    assert_eq!(guest, same(&g.host_tag(), &h.host_tag()));
    guest
}

/// The example of `PROTOCOL.md`, section 17.3.
#[test]
fn a_run_is_as_the_protocol_says() {
    let (guest, host) =
        (Half::new("K7Q2WD", &CONTEXT, [5; 64]), Half::new("K7Q2WD", &CONTEXT, [6; 64]));
    let points = [hex(&guest.point()), hex(&host.point())];
    let shared = guest.finish_as_guest(host.point()).unwrap();
    let page = include_str!("../../../../proto/PROTOCOL.md");
    let [guest, host] = points;
    let (proof, answer) = (tag(shared.guest_tag()), tag(shared.host_tag()));
    for (name, value) in
        [("Y_g    = ", guest), ("Y_h    = ", host), ("proof  = ", proof), ("answer = ", answer)]
    {
        let line = format!("{name}{value}");
        assert!(page.lines().any(|l| l == line), "{line}");
    }
}

#[test]
fn the_same_secret_gives_the_same_tags() {
    assert!(run(("K7Q2WD", CONTEXT), ("K7Q2WD", CONTEXT)));
}

#[test]
fn another_secret_gives_other_tags() {
    assert!(!run(("K7Q2WE", CONTEXT), ("K7Q2WD", CONTEXT)));
}

#[test]
fn a_run_is_bound_to_table_host_and_guest() {
    for other in [
        Context { table: [9; 16], ..CONTEXT },
        Context { host: [9; 32], ..CONTEXT },
        Context { guest: [9; 32], ..CONTEXT },
    ] {
        assert!(!run(("K7Q2WD", other), ("K7Q2WD", CONTEXT)));
    }
}

#[test]
fn tags_are_bound_to_both_points() {
    // A man in the middle who replaces a point by another multiple of the same generator.
    let g = Half::new("K7Q2WD", &CONTEXT, [5; 64]);
    let h = Half::new("K7Q2WD", &CONTEXT, [6; 64]);
    let h_point = h.point();
    let doubled = CompressedRistretto(g.point()).decompress().unwrap() * Scalar::from(2u64);
    let h = h.finish_as_host(doubled.compress().to_bytes()).unwrap();
    let g = g.finish_as_guest(h_point).unwrap();
    assert!(!same(&g.guest_tag(), &h.guest_tag()));
}

#[test]
fn the_two_ends_show_different_tags() {
    let g = Half::new("K7Q2WD", &CONTEXT, [5; 64]);
    let shared = g.finish_as_guest(Half::new("K7Q2WD", &CONTEXT, [6; 64]).point()).unwrap();
    assert!(!same(&shared.guest_tag(), &shared.host_tag()));
}

#[test]
fn the_identity_and_bytes_that_are_no_point_are_refused() {
    for bad in [[0; 32], [255; 32]] {
        assert!(Half::new("K7Q2WD", &CONTEXT, [5; 64]).finish_as_guest(bad).is_none());
        assert!(Half::new("K7Q2WD", &CONTEXT, [5; 64]).finish_as_host(bad).is_none());
    }
}

#[test]
fn a_point_fits_every_secret() {
    // A point excludes no guess: for every secret some scalar gives the same point. y·g(a) = y'·g(b) has a
    // solution y' for all a, b because every g generates the whole group, whose order is prime; so it is
    // enough to check that no g is the identity.
    for secret in ["", "K7Q2WD", "K7Q2WE", "AAAAAA"] {
        let mut one = [0; 64];
        one[0] = 1;
        let point = CompressedRistretto(Half::new(secret, &CONTEXT, one).point());
        assert!(!point.decompress().unwrap().is_identity());
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn tag(Tag(first, second): Tag) -> String {
    hex(&first) + &hex(&second)
}

/// A value of the draft's test vectors.
fn published(vector: usize, name: &str) -> Vec<u8> {
    let file: serde_json::Value = serde_json::from_str(include_str!("vectors.json")).unwrap();
    let vector = &file["vectors"][vector];
    let value = name.split('/').fold(vector, |value, key| &value[key]).as_str().unwrap();
    (0..value.len()).step_by(2).map(|i| u8::from_str_radix(&value[i..i + 2], 16).unwrap()).collect()
}

fn point(vector: usize, name: &str) -> [u8; 32] {
    published(vector, name).try_into().unwrap()
}

fn scalar(vector: usize, name: &str) -> Scalar {
    Scalar::from_canonical_bytes(point(vector, name)).unwrap()
}

#[test]
fn the_generator_is_as_the_draft_has_it() {
    let (secret, channel, sid) = (published(0, "PRS"), published(0, "CI"), published(0, "sid"));
    let text = published(0, "generator_string(G.DSI,PRS,CI,sid,H.s_in_bytes)");
    assert_eq!(generator_string(&secret, &channel, &sid), text);
    let made = generator(&secret, &channel, &sid).compress().to_bytes();
    assert_eq!(made, point(0, "encoded generator g"));
}

#[test]
fn points_and_session_key_are_as_the_draft_has_them() {
    let sid = published(1, "sid");
    let g = generator(&published(1, "PRS"), &published(1, "CI"), &sid);
    let half = |name| Half::with(&sid, g, scalar(1, name)).point();
    assert_eq!((half("ya"), half("yb")), (point(1, "Ya"), point(1, "Yb")));
    let k = multiply(&scalar(1, "ya"), point(1, "Yb")).unwrap();
    assert_eq!(k, point(1, "K"));
    assert_eq!(multiply(&scalar(1, "yb"), point(1, "Ya")), Some(k));
    let (ada, adb) = (published(1, "ADa"), published(1, "ADb"));
    let isk = session_key(&sid, &k, (&half("ya"), &ada), (&half("yb"), &adb));
    assert_eq!(isk.to_vec(), published(1, "ISK_IR"));
}

#[test]
fn points_are_accepted_and_refused_as_the_draft_says() {
    let s = scalar(2, "Valid/s");
    let product = point(2, "Valid/G.scalar_mult_vfy(s,X)");
    assert_eq!(multiply(&s, point(2, "Valid/X")), Some(product));
    assert_eq!(multiply(&s, point(2, "Invalid Y1")), None);
    assert_eq!(multiply(&s, point(2, "Invalid Y2")), None);
}

/// HMAC written out, since the draft has no vectors for the confirmation.
#[test]
fn a_tag_is_the_hmac_of_the_own_point_under_a_key_of_the_session() {
    let g = Half::new("K7Q2WD", &CONTEXT, [5; 64]);
    let h = Half::new("K7Q2WD", &CONTEXT, [6; 64]);
    let k = multiply(&g.scalar, h.point()).unwrap();
    let isk = session_key(&CONTEXT.table, &k, (&g.point(), b""), (&h.point(), b""));
    let key = Sha512::digest([&b"CPaceMac"[..], &CONTEXT.table, &isk].concat());
    let pad = |byte: u8| {
        let mut block = [byte; BLOCK];
        block.iter_mut().zip(key.iter()).for_each(|(block, key)| *block ^= key);
        block.to_vec()
    };
    let message = [&[32][..], &g.point(), &[0]].concat();
    let inner = Sha512::digest([pad(0x36), message].concat()).to_vec();
    let expected = Sha512::digest([pad(0x5c), inner].concat());
    let shared = g.finish_as_guest(h.point()).unwrap();
    assert_eq!(tag(shared.guest_tag()), hex(&expected));
}
