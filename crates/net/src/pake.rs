//! Proof that both ends know a table's secret, without showing it: CPace on ristretto255.
//!
//! ```text
//! g       = hash-to-group(secret, context)           both, from what they believe the secret to be
//! Y_g     = y_g · g,  Y_h = y_h · g                  guest and host, each with a fresh scalar
//! K       = y_g · Y_h = y_h · Y_g                    equal exactly if both used the same g
//! k       = SHA-256(context, Y_g, Y_h, K)
//! tag_g   = SHA-256("guest", k),  tag_h = SHA-256("host", k)
//! ```
//!
//! `context` names the table, the host and the guest, so that nothing can be passed on to another.
//! Whoever does not know the secret learns from one run whether one guess was right, and nothing that
//! could be tried out at home: a point is uniform whatever the secret, and a tag depends on `K`.

use core::fmt;

use curve25519_dalek::{
    RistrettoPoint, Scalar, ristretto::CompressedRistretto, traits::IsIdentity,
};
use proto::{Digest, digest};
use sha2::{Digest as _, Sha512};
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

/// What one run is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// The table.
    pub table: [u8; 16],
    /// The host's key.
    pub host: [u8; 32],
    /// The guest's key.
    pub guest: [u8; 32],
}

/// One end of a run: its secret scalar and its point.
pub struct Half {
    context: Digest,
    scalar: Scalar,
    point: [u8; 32],
}

/// What both ends share if they knew the same secret.
pub struct Shared(Digest);

impl Half {
    /// Begins a run; `entropy` must be fresh and unpredictable.
    pub fn new(secret: &str, context: &Context, mut entropy: [u8; 64]) -> Self {
        let context = digest("pake context", &[&context.table, &context.host, &context.guest]);
        let seed = digest("pake secret", &[secret.as_bytes(), &context]);
        // Hash-to-group takes 64 uniform bytes.
        let wide: [u8; 64] = Sha512::digest(seed).into();
        let generator = RistrettoPoint::from_uniform_bytes(&wide);
        let scalar = Scalar::from_bytes_mod_order_wide(&entropy);
        entropy.zeroize();
        Self { context, scalar, point: (scalar * generator).compress().to_bytes() }
    }

    /// The point to send.
    pub fn point(&self) -> [u8; 32] {
        self.point
    }

    /// Ends the run at the guest. `None` if the host's point is none.
    pub fn finish_as_guest(self, host: [u8; 32]) -> Option<Shared> {
        let guest = self.point;
        self.finish(host, guest, host)
    }

    /// Ends the run at the host. `None` if the guest's point is none.
    pub fn finish_as_host(self, guest: [u8; 32]) -> Option<Shared> {
        let host = self.point;
        self.finish(guest, guest, host)
    }

    fn finish(self, other: [u8; 32], guest: [u8; 32], host: [u8; 32]) -> Option<Shared> {
        let other = CompressedRistretto(other).decompress()?;
        // The identity would make K known to everybody.
        if other.is_identity() {
            return None;
        }
        let mut k = (self.scalar * other).compress().to_bytes();
        let key = digest("pake key", &[&self.context, &guest, &host, &k]);
        k.zeroize();
        Some(Shared(key))
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        self.scalar.zeroize();
    }
}

impl Shared {
    /// What the guest shows.
    pub fn guest_tag(&self) -> Digest {
        digest("pake guest", &[&self.0])
    }

    /// What the host shows.
    pub fn host_tag(&self) -> Digest {
        digest("pake host", &[&self.0])
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Half")
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shared")
    }
}

/// Whether two tags are the same, in a time that tells nothing.
pub fn same(one: &Digest, two: &Digest) -> bool {
    one.ct_eq(two).into()
}

#[cfg(test)]
mod tests {
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
        let hex = |bytes: [u8; 32]| crate::Identity(bytes).to_hex();
        let points = [hex(guest.point()), hex(host.point())];
        let shared = guest.finish_as_guest(host.point()).unwrap();
        let page = include_str!("../../../proto/PROTOCOL.md");
        let [guest, host] = points;
        let (proof, answer) = (hex(shared.guest_tag()), hex(shared.host_tag()));
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
        // A middleman who exchanges a point against another multiple of the same generator.
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
        // Whatever the secret, some scalar gives the very same point: it excludes no guess.
        // y·g(a) = y'·g(b) has the solution y' for all a, b because each g generates the whole group:
        // checked here as "no g is the identity", the order being prime.
        for secret in ["", "K7Q2WD", "K7Q2WE", "AAAAAA"] {
            let mut one = [0; 64];
            one[0] = 1;
            let point = CompressedRistretto(Half::new(secret, &CONTEXT, one).point());
            assert!(!point.decompress().unwrap().is_identity());
        }
    }
}
