//! How a goal stands: not only whether it is so, but whether that can be said yet, and whether it
//! can still change. It knows no goals.

use serde::Serialize;
use ts_rs::TS;

/// How a goal stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It cannot be said yet: what it speaks of has not begun.
    Undecided,
    /// It is not so yet.
    NotYet,
    /// It has been so all the while, and may end: nothing that was asked for was done for it.
    SoFar,
    /// It came to be so.
    Met,
    /// It can no longer come to be so.
    Broken,
}

impl Standing {
    /// Whether it is so at this instant.
    pub fn holds(self) -> bool {
        matches!(self, Standing::SoFar | Standing::Met)
    }

    /// As files and pages write it.
    pub fn id(self) -> &'static str {
        match self {
            Standing::Undecided => "undecided",
            Standing::NotYet => "not_yet",
            Standing::SoFar => "so_far",
            Standing::Met => "met",
            Standing::Broken => "broken",
        }
    }

    /// Of several that are all asked for.
    pub(super) fn all(parts: impl Iterator<Item = Standing> + Clone) -> Self {
        let has = |standing: Standing| parts.clone().any(|part| part == standing);
        if has(Standing::Broken) {
            Standing::Broken
        } else if has(Standing::NotYet) {
            Standing::NotYet
        } else if has(Standing::Undecided) {
            Standing::Undecided
        } else if has(Standing::Met) {
            Standing::Met
        } else {
            Standing::SoFar
        }
    }

    /// Of several of which one is asked for.
    pub(super) fn any(parts: impl Iterator<Item = Standing> + Clone) -> Self {
        let has = |standing: Standing| parts.clone().any(|part| part == standing);
        if has(Standing::Met) {
            Standing::Met
        } else if has(Standing::SoFar) {
            Standing::SoFar
        } else if has(Standing::NotYet) {
            Standing::NotYet
        } else if has(Standing::Undecided) {
            Standing::Undecided
        } else {
            Standing::Broken
        }
    }
}
