//! Groups and ranges that change, as one replica sees it: what a leader has under way (`plan`) and
//! how it is carried out (`advance`, `propose`, `members`), who is no member any more (`orphan`),
//! and what stays of a replica that is gone (`tombstone`). What takes two replicas of a store, a
//! split or a merge, is `store::apply`'s and `store::merge`'s.

mod advance;
mod members;
mod merge;
mod orphan;
mod plan;
mod propose;
mod tombstone;

pub(crate) use plan::{MergeTurn, Move, Plan};
pub(crate) use tombstone::TombstoneState;
