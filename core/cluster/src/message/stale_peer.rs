//! A peer's question whether it is still a member, and the answer that it is not.

/// A peer asks another whether it is still a member.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct StaleCheck {
    pub(crate) to: u64,
    /// Who asks, and its term.
    pub(crate) from: u64,
    pub(crate) term: u64,
}

/// The answer: it is not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tombstone {
    pub(crate) to: u64,
    /// Who says so.
    pub(crate) from: u64,
}
