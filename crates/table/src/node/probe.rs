//! Accessors for tests. No node uses them.

use super::Node;

/// How much a node stores of what it received beyond the closed steps.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Statements on how to close steps.
    pub words: usize,
    /// Steps whose closing is kept.
    pub closings: usize,
    /// Contributions to the current step and to later ones.
    pub contributions: usize,
    /// Proven misdeeds.
    pub proven: usize,
    /// Statements on how seats have closed steps.
    pub standings: usize,
}

impl Node {
    /// How much this node stores.
    #[doc(hidden)]
    pub fn kept(&self) -> Kept {
        let collecting = &self.collecting;
        let current = collecting.inbox.len() + collecting.more() + collecting.forked.len();
        Kept {
            words: self.closings.since(0).map(|closing| closing.words()).sum(),
            closings: self.closings.since(0).count(),
            contributions: current + collecting.early.len(),
            proven: self.suspicions.blames().count(),
            standings: self.standings.len(),
        }
    }
}
