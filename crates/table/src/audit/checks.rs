//! What an audit counts.

use proto::Body;

/// How many things of each kind were checked, in the order in which a match has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks([u64; CHECKS.len()]);

/// The kinds of things that are checked.
const CHECKS: [&str; 14] = [
    "signatures",
    "match keys",
    "escrow dealings",
    "shuffles",
    "looks",
    "openings",
    "moves",
    "sealed choices",
    "claims about hidden hands",
    "random numbers",
    "signed results",
    "common heads",
    "consents to go on without a seat",
    "decisions to go on without a seat",
];

impl Checks {
    pub(super) const NONE: Self = Self([0; CHECKS.len()]);

    pub(super) fn contribution(&mut self, body: &Body) {
        self.0[0] += 1;
        let kind = match body {
            Body::Key { .. } => 1,
            Body::Dealing(_) | Body::Receipt(_) => 2,
            Body::Shuffle(_) => 3,
            Body::Remask(_) => 4,
            Body::Shares { .. } => 5,
            Body::Choice { .. } => 6,
            Body::Seal(_) | Body::Open { .. } => 7,
            Body::Answer { .. } => 8,
            Body::Beacon(_) => 9,
            Body::Attest(_) => 10,
            // Counted once for all seats.
            Body::CommonHead => return,
        };
        self.0[kind] += 1;
    }

    pub(super) fn common_head(&mut self) {
        self.0[11] += 1;
    }

    pub(super) fn consent(&mut self) {
        self.0[0] += 1;
        self.0[12] += 1;
    }

    pub(super) fn decision(&mut self, signatures: usize) {
        self.0[0] += signatures as u64;
        self.0[13] += 1;
    }

    /// The name of each kind, and how many were checked.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        CHECKS.into_iter().zip(self.0)
    }

    /// How many signed statements were checked.
    pub fn signatures(&self) -> u64 {
        self.0[0]
    }
}
