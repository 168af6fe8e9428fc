//! How a goal stands: not only whether it is so, but whether that can be said yet, and whether it
//! can still change. It knows no goals.

use model::choice;

choice! {
    /// How a goal stands.
    pub enum Standing {
        /// It cannot be said yet: what it speaks of has not begun.
        Undecided = "undecided";
        /// It is not so yet.
        NotYet = "not_yet";
        /// It has been so all the while, and may end: nothing that was asked for was done for it.
        SoFar = "so_far";
        /// It came to be so.
        Met = "met";
        /// It can no longer come to be so.
        Broken = "broken";
    }
}

impl Standing {
    /// Whether it is so at this instant.
    pub fn holds(self) -> bool {
        matches!(self, Standing::SoFar | Standing::Met)
    }

    /// Of several that are all asked for.
    pub(super) fn all(parts: impl Iterator<Item = Standing>) -> Self {
        use Standing::{Broken, Met, NotYet, SoFar, Undecided};
        first([Broken, NotYet, Undecided, Met, SoFar], parts)
    }

    /// Of several of which one is asked for.
    pub(super) fn any(parts: impl Iterator<Item = Standing>) -> Self {
        use Standing::{Broken, Met, NotYet, SoFar, Undecided};
        first([Met, SoFar, NotYet, Undecided, Broken], parts)
    }
}

/// The one of these that comes first in the order; without any the last of it.
fn first(
    order: [Standing; Standing::ALL.len()],
    parts: impl Iterator<Item = Standing>,
) -> Standing {
    let place = |one: &Standing| order.iter().position(|known| known == one);
    parts.min_by_key(place).unwrap_or(order[order.len() - 1])
}
