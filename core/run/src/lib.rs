//! Runs of scenarios: to their end for the command line, step by step for a page, as lessons
//! recorded them, and in challenges.

pub mod challenge;
pub mod checkpoints;
mod expected;
pub mod fidelity;
pub mod lesson;
pub mod load_sweep;
pub mod measured;
pub mod past;
pub mod playground;
pub mod resources;
pub mod runner;

/// The benchmark's yardstick, handed on for the command line.
pub use cluster::bare;
