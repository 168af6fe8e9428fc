//! Follower Replication: a relay in the transport, on unmodified raft-rs.
//!
//! A leader's appends to one remote zone travel once, to the zone's delegate, with headers only for
//! the other members. The delegate rebuilds each member's append from its own log and passes it on
//! in the leader's name. raft-rs notices nothing: the relay is another way for the same bytes, so
//! Raft's proof covers it under these conditions.
//!
//! 1. Exactness: an append is rebuilt only from a log that holds both its ends (`pin`).
//! 2. Identity: the message is the leader's, unchanged; the receiver is stock raft-rs.
//! 3. Acknowledgements are each member's own words, sent directly or bundled verbatim (`bundle`).
//! 4. Heartbeats, votes, read indexes and snapshots go directly.
//! 5. The appends of a member keep one way, so that none overtakes another.
//! 6. A silent delegate costs at most `RELAY_WAIT_TICKS` (`book`).
//! 7. The choice of a delegate is advice (`choose`); duplicates are harmless.
//!
//! Who leads and what is committed is decided elsewhere, never here.

mod acks;
mod book;
mod bundle;
mod choose;
mod delegate;
mod delegates;
mod fallback;
mod leader;
mod pin;
mod turn;

pub(crate) use acks::Acks;
pub(crate) use book::Book;
