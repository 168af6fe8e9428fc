//! raft-rs and its replica: what is stepped and called, what is ready then, what is written and
//! applied.

mod apply;
mod calls;
mod commit_groups;
mod lost;
mod outbound;
mod ready;
mod storage;

pub(crate) use apply::is_command;
pub(crate) use lost::Lost;
pub(crate) use storage::ReplicaStorage;
