//! The world: what happens when, who is handed what, what a person does to it, and what may be seen
//! of it. It alone knows every node; no node knows it.

mod acts;
pub mod anatomy;
mod arrival;
mod cluster;
mod death;
mod delegates;
#[cfg(feature = "sabotage")]
mod directed;
mod look;
mod nodes;
mod operate;
mod outage;
mod pause;
mod undone;

pub use cluster::Cluster;
pub use undone::{Undone, UndoneActions};
