//! What was seen: one observer of a cluster's facts, made of small parts that each look at some
//! of them. It takes no part in the run.
//!
//! It runs inside the event loop, millions of facts a second: parts do not allocate for each fact,
//! and what is shown to people is made when it is asked for.

mod ages;
mod bank;
mod begun;
mod broken;
pub mod checks;
mod commit;
pub mod commits;
pub mod completions;
mod digest;
pub mod history;
mod judged;
mod latencies;
pub mod leaders;
pub mod load;
pub mod meters;
pub mod modes;
mod moments;
pub mod narrate;
mod newest;
mod parents;
mod pending;
pub mod promise;
mod registers;
pub mod requests;
mod revision;
pub mod series;
mod sessions;
mod snapshots;
pub mod spot;
mod staleness;
mod steps;
mod unjudged;
mod watch;

#[cfg(test)]
pub(crate) mod testing;

pub use watch::{Verdict, Watch, Watched};
