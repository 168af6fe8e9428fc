//! What the log says, and what becomes of it: commands and their bytes, rows and their hash,
//! versions and locks, snapshots. Pure functions of what they are given: no Raft, no network, no
//! time but timestamps that come with commands.

pub mod admin;
pub mod command;
pub mod delta;
pub mod machine;
pub mod mvcc;
pub mod protobuf;
pub mod row;
pub mod snapshot;
pub mod stored;
mod values;

pub use row::KEY_BYTES;
pub use values::VALUE_BYTES_MIN;
