//! A block's facts beside each other, and what a gap is to the rules that explain it.

use crate::compare::Gap;
use crate::facts::Fact;
use crate::message::Told;

/// A block's facts on both sides, and where they part.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) theirs: Vec<Fact>,
    pub(crate) ours: Vec<Fact>,
    pub(crate) gaps: Vec<Gap>,
    /// Nodes that its commands let campaign.
    pub(crate) campaigns: Vec<u64>,
}

/// On which side alone a fact is stated.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Theirs,
    Ours,
}

impl Gap {
    /// The side and the fact, if it is stated on one side alone.
    pub(crate) fn alone(&self) -> Option<(Side, &Fact)> {
        match (&self.theirs, &self.ours) {
            (Some(fact), None) => Some((Side::Theirs, fact)),
            (None, Some(fact)) => Some((Side::Ours, fact)),
            _ => None,
        }
    }

    /// Whether nothing explains it yet.
    pub(crate) fn is_open(&self) -> bool {
        self.known.is_none()
    }
}

/// What is said of a Ready without anything in it.
pub(crate) const EMPTY: &str = "<empty Ready>";
/// The entry that leaves a joint configuration holds no changes.
pub(crate) const LEAVING: &str = "EntryConfChangeV2";

/// Whether a message carries the entry that leaves a joint configuration.
pub(crate) fn leaves(message: &Told) -> bool {
    let mut entries = message.entries.iter();
    entries.any(|entry| entry.ends_with(LEAVING))
}
