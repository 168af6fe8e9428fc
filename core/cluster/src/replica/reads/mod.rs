//! Reads at a replica: `arrive` gives each to what its mode asks for, `read_index` asks raft-rs,
//! `by_lease`, `stale` and `version` ask nobody, `pass_on` asks the leader's store, and `serve`
//! ends them all on a core. They wait in `waiting`, and ask in `rounds`; a leader's lease is in
//! `lease` and `leases`.

mod arrive;
mod by_lease;
mod lease;
mod leases;
mod pass_on;
mod read_context;
mod read_index;
mod rounds;
mod stale;
mod version;
mod waiting;

pub(crate) use lease::Lease;
pub(crate) use leases::lease_us;
pub(crate) use read_context::{context_of, request_of};
pub(crate) use rounds::Reads;
use waiting::WaitingReads;
