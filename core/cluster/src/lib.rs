//! Real raft-rs groups on the simulated network: stores, ranges, the Ready pump, reads, gateways
//! and clients.
//!
//! The only crate that names `raft`. It knows no file format, no names of things, no page: it is
//! built from a [`config::ClusterConfig`], driven by [`config::Action`]s, and tells what happens as
//! [`fact::Fact`]s.

pub mod anatomy;
pub mod bare;
pub mod config;
pub mod drift;
pub mod fact;
pub mod sabotage;
pub mod schedule;
pub mod timestamp;
pub mod view;

mod action;
mod acts;
mod admin;
mod cluster;
mod codec;
mod command;
mod commit_groups;
mod death;
mod decision;
mod delta;
mod flight;
mod framing;
mod gateway;
mod hand;
mod hibernate;
mod lease;
mod leases;
mod load;
mod look;
mod machine;
mod members;
mod merge;
mod message;
mod mvcc;
mod neighbour;
mod oracle;
mod orphan;
mod outage;
mod pause;
mod pd;
mod plan;
mod promise;
mod pump;
mod read_fact;
mod read_index;
mod reader;
mod reads;
mod relay;
mod replica;
mod requests;
mod reshape;
mod route;
mod safe_time;
mod service;
mod serving;
mod statement;
mod storage;
mod transport;
mod txn;
mod values;
mod version;
mod wire;

pub use cluster::Cluster;
pub use command::KEY_BYTES;
pub use plan::{NotNow, Operation};
pub use transport::kind_of;
pub use txn::transfer_amount;
pub use values::VALUE_BYTES_MIN;
pub use wire::{client_framing_bytes, raft_framing_bytes, transport_ack_bytes};
