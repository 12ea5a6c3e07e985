//! Secrets cannot be shown, sent or copied by accident: this file compiles only while that is so.

use core::fmt::Debug;

use mental::{EscrowShare, PreparedShuffle, Received, SealOpening, SecretKey};
use serde::Serialize;
use zeroize::ZeroizeOnDrop;

/// Compiles only if `$secret` does not implement `$bound`: were it so, both implementations of
/// `Ambiguous` would fit and the parameter could not be inferred.
macro_rules! lacks {
    ($secret:ty: $($bound:path),+) => {$({
        trait Ambiguous<A> {
            fn check() {}
        }
        impl<T: ?Sized> Ambiguous<()> for T {}
        struct Present;
        impl<T: ?Sized + $bound> Ambiguous<Present> for T {}
        <$secret as Ambiguous<_>>::check();
    })+};
}

#[test]
fn secrets_are_neither_shown_nor_sent_nor_copied() {
    lacks!(SecretKey: Debug, Serialize, Clone);
    lacks!(EscrowShare: Debug, Serialize, Clone);
    lacks!(Received: Debug, Serialize, Clone);
    lacks!(PreparedShuffle: Debug, Serialize, Clone);
    lacks!(SealOpening: Debug, Serialize, Clone);
}

#[test]
fn secrets_are_wiped_when_dropped() {
    fn wiped<T: ZeroizeOnDrop>() {}
    wiped::<SecretKey>();
    wiped::<EscrowShare>();
    wiped::<PreparedShuffle>();
    wiped::<SealOpening>();
}
