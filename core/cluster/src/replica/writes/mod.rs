//! Writes at a leader: `put` and `command` propose them, and `proposals` answers them when their
//! entries are applied.

mod command;
mod proposals;
mod put;

pub(crate) use proposals::{Proposal, Proposed};
