//! Real raft-rs groups on the simulated network; the only crate that names `raft`.
