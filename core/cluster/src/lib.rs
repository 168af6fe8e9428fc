//! Real raft-rs groups on the simulated network: stores, ranges, the Ready pump, reads, gateways
//! and clients.
//!
//! The only crate that names `raft`. It knows no file format, no names of things, no page: it is
//! built from a [`model::config::ClusterConfig`], driven by [`model::config::Action`]s, and tells
//! what happens as [`model::fact::Fact`]s.

pub mod anatomy;
pub mod bare;

mod acts;
mod apply;
mod arrival;
mod asked_index;
mod boxes;
mod cluster;
mod codec;
mod commit_groups;
mod context;
mod death;
mod directory;
mod driver;
mod flight;
mod framing;
mod gateway;
mod hand;
mod hibernate;
mod lease;
mod leases;
mod look;
mod members;
mod merge;
mod names;
mod neighbour;
mod nodes;
mod oracle;
mod orphan;
mod outage;
mod outside;
mod pause;
mod plan;
mod promise;
mod pump;
mod read_index;
mod receive;
mod relay;
mod replica;
mod reports;
mod reshape;
mod route;
mod safe_time;
mod service;
mod serving;
mod storage;
mod store;
mod timeline;
mod transport;
mod txn_commands;
mod undone;
mod version;
mod wire;

pub use cluster::Cluster;
pub use transport::kind_of;
pub use undone::{Undone, UndoneActions};
pub use wire::{client_framing_bytes, raft_framing_bytes};
