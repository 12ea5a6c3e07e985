//! When the proofs of contributions are checked: with the contribution, or later.

use std::cell::RefCell;

use mental::Shuffled;

/// A deferred check of a proof, which any thread can run: whether the proof holds.
pub(crate) type Unchecked = Box<dyn FnOnce() -> bool + Send>;

/// When the proofs of a match are checked.
#[derive(Default)]
pub(crate) enum Checking {
    /// Each with its contribution.
    #[default]
    Now,
    /// Each with its contribution, but those of shuffles together at the end of their chain.
    Chained,
    /// Later, by the caller: they are collected here. Nothing of this match counts before all of them
    /// hold.
    Deferred(RefCell<Vec<Unchecked>>),
    /// Not at all: they were checked before.
    Before,
}

impl Checking {
    pub(crate) fn proofs(&self) -> Proofs<'_> {
        match self {
            Self::Now => Proofs::Now,
            Self::Chained => Proofs::Chained,
            Self::Deferred(left) => Proofs::Deferred(left),
            Self::Before => Proofs::Before,
        }
    }
}

/// How the proofs of one contribution are checked.
#[derive(Clone, Copy)]
pub(crate) enum Proofs<'a> {
    Now,
    Chained,
    Deferred(&'a RefCell<Vec<Unchecked>>),
    Before,
    /// Not at all: this node made the shuffle itself, and this is its output. The others verify it;
    /// verifying it here as well would make them wait.
    Own(&'a Shuffled),
}

impl Proofs<'_> {
    /// Returns what a contribution claims, with its proof verified now, deferred or skipped as `self`
    /// says.
    pub(crate) fn hold<T, E>(
        self,
        claimed: Result<T, E>,
        verify: impl FnOnce() -> Result<(), E> + Send + 'static,
    ) -> Result<T, E> {
        let claimed = claimed?;
        match self {
            Self::Now | Self::Chained | Self::Own(_) => verify()?,
            Self::Deferred(left) => left.borrow_mut().push(Box::new(|| verify().is_ok())),
            Self::Before => {}
        }
        Ok(claimed)
    }
}
