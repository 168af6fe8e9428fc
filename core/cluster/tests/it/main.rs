//! Tests of the cluster: what its nodes promise.
//! One program: each of its own would compile the engine again.

mod common;
mod consensus;
mod drift;
mod failures;
mod frames;
mod framing;
mod gateway;
mod group_commit;
mod groups;
mod knowledge;
mod leases;
mod load;
mod machines;
mod named;
mod neighbour;
mod orphan;
mod paths;
mod pd;
mod promises;
mod protoc;
mod reads;
mod relay;
mod resize;
mod route;
mod safe_times;
mod snapshots;
mod stale;
mod timestamps;
mod transactions;
