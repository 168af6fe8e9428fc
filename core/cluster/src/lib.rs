//! Real raft-rs groups on the simulated network: stores, ranges, the Ready pump, reads, gateways
//! and clients.
//!
//! The only crate that names `raft`. It knows no file format, no names of things, no page: it is
//! built from a [`model::config::ClusterConfig`], driven by [`model::config::Action`]s, and tells
//! what happens as [`model::fact::Fact`]s.
//!
//! Its rooms stand in an order, each knowing earlier ones alone (a test holds it): `message`, what
//! nodes say; `timeline`, `names`, `hand` and `directory`; `transport`; `context`, what a node
//! gets; the nodes `driver`, `oracle`, `gateway` and, with its `process` and `replica` for each of
//! those, `store`; and `world`, which hands out what happens and alone knows them all.

pub mod bare;

mod context;
mod directory;
mod driver;
mod gateway;
mod hand;
mod message;
mod names;
mod oracle;
mod process;
mod replica;
mod route;
mod store;
mod timeline;
mod transport;
mod world;

pub use message::kind_of;
pub use message::wire::{client_framing_bytes, raft_framing_bytes};
pub use world::{AnyCluster, Cluster, Undone, UndoneActions, encodings};
