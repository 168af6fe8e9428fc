//! When a replica stands for election, whom it votes for, and whom a candidate or leader heard
//! from.

mod heard;
mod idle;
mod leadership;
mod promise;
mod timeout;
mod votes;

pub(crate) use heard::Heard;
pub(crate) use promise::{Promise, Taken};
pub(crate) use timeout::{Pin, replica_seed};
