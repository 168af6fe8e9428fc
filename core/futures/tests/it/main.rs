//! Futures of small runs: an election whose odds are known, and futures of futures.

mod election;
mod futures;
