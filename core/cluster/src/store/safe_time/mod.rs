//! Safe times: up to when a replica's own past is complete, so that it may be read without asking
//! anybody.
//!
//! What a replica knows of them is in `group::safe_time`, what crosses the network in
//! `message::safe_time`. `promise` is a leader's word, `piggyback` puts it on Raft's messages
//! (YugabyteDB), `reshape` keeps it where ranges and groups change.
//!
//! What must hold: a timestamp is called safe only when every write at or below it is applied where
//! it is safe, and no write ever gets a timestamp that was called safe, by whoever, or that is
//! ahead of all clocks. The first follows from pairs of index and timestamp; the second from
//! `Promise` while one store leads, from `Witness` when another takes over, and from timestamps in
//! the log where the range or its group changes (docs/design/safe-times.md).

mod piggyback;
mod promise;
mod reshape;
