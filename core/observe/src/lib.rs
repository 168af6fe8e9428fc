//! What was seen: one observer of a cluster's facts, made of small parts that each look at some
//! of them. It takes no part in the run.
//!
//! It runs inside the event loop, millions of facts a second: parts do not allocate for each fact,
//! and what is shown to people is made when it is asked for.

pub mod ages;
pub mod bank;
pub mod begun;
pub mod broken;
pub mod checks;
pub mod commit;
pub mod commits;
pub mod completions;
pub mod digest;
pub mod history;
pub mod judged;
pub mod latencies;
pub mod leaders;
pub mod load;
pub mod meters;
pub mod modes;
pub mod moments;
pub mod narrate;
pub mod newest;
pub mod parents;
pub mod pending;
pub mod promise;
pub mod registers;
pub mod requests;
pub mod revision;
pub mod series;
pub mod sessions;
pub mod snapshots;
pub mod spot;
pub mod staleness;
pub mod steps;
pub mod unjudged;
mod watch;

#[cfg(test)]
pub(crate) mod testing;

pub use watch::{Verdict, Watch, Watched};
