//! Deterministic kernel of the playground: time, events, random streams, network, cores, disks,
//! clocks and the digest that proves two runs equal.
//!
//! It knows nothing of Raft, of keys or of clients: it moves opaque events and counts bytes.
//! State is integers only. Nothing ambient reaches it: no wall clock, no thread, no hash order,
//! no randomness but the streams that are forked from the seed. So a run is a pure function of
//! its inputs, native and as wasm32.
//!
//! Everything is passive: a part is told the instant and answers with an instant. The caller
//! turns answers into events of an [`EventQueue`] and hands each event back when it is due.

mod clock;
mod cores;
mod digest;
mod disk;
mod fault;
mod fixed;
mod link;
mod network;
mod node;
mod queue;
mod rng;
mod short;
mod sorted;
mod time;
mod wheel;
mod zipf;

pub use clock::{Clock, DRIFT_PPM_MAX};
pub use cores::Cores;
pub use digest::{Digest, hash_bytes};
pub use disk::{Disk, WriteId};
pub use fault::{Degrade, FaultId, Impairment, Place};
pub use link::LinkParams;
pub use network::{
    Arrival, BACKLOG_US_MAX, Certainty, Fate, HostParams, Lane, NODES_MAX, Network, Part,
    RTO_MIN_US, SEGMENT_BYTES, SILENCE_US_MAX, Sent, Ticket,
};
pub use node::{NodeId, ZoneId};
pub use queue::EventQueue;
pub use rng::{Ratio, Stream, mix};
pub use short::sort_short;
pub use sorted::Sorted;
pub use time::{MILLIS, Micros, NANOS_PER_MICRO, SECONDS};
pub use zipf::{THETA_MILLI_MAX, Zipf, scattered};
