//! When the proofs of contributions are checked: with the contribution, or apart from it.

use std::cell::RefCell;

use mental::Shuffled;

/// A proof that is still to be checked, anywhere and at any time: whether it holds.
pub(crate) type Unchecked = Box<dyn FnOnce() -> bool + Send>;

/// How whoever follows a match checks proofs.
#[derive(Default)]
pub(crate) enum Checking {
    /// Each with its contribution.
    #[default]
    Now,
    /// Each with its contribution, but those of shuffles together at the end of their chain.
    Chained,
    /// Elsewhere: they are left here. Nothing of this match counts before all of them are found to hold.
    Apart(RefCell<Vec<Unchecked>>),
    /// Not again: they were checked before.
    Before,
}

impl Checking {
    pub(crate) fn proofs(&self) -> Proofs<'_> {
        match self {
            Self::Now => Proofs::Now,
            Self::Chained => Proofs::Chained,
            Self::Apart(left) => Proofs::Apart(left),
            Self::Before => Proofs::Before,
        }
    }
}

/// How the proofs of one contribution are checked.
#[derive(Clone, Copy)]
pub(crate) enum Proofs<'a> {
    Now,
    Chained,
    Apart(&'a RefCell<Vec<Unchecked>>),
    Before,
    /// Not at all: this node has made the shuffle itself, and this is what came out of it. The others check
    /// it as they check everything; verifying it here as well would make them wait.
    Own(&'a Shuffled),
}

impl Proofs<'_> {
    /// What a contribution claims, if its proof holds, or will be found to.
    pub(crate) fn hold<T, E>(
        self,
        claimed: Result<T, E>,
        verify: impl FnOnce() -> Result<(), E> + Send + 'static,
    ) -> Result<T, E> {
        let claimed = claimed?;
        match self {
            Self::Now | Self::Chained | Self::Own(_) => verify()?,
            Self::Apart(left) => left.borrow_mut().push(Box::new(|| verify().is_ok())),
            Self::Before => {}
        }
        Ok(claimed)
    }
}
