//! What to run, what must hold, what was seen.

pub mod compare;
pub mod expect;
pub mod export;
pub mod fidelity;
pub mod format;
pub mod goal;
pub mod lesson;
pub mod playground;
pub mod problems;
pub mod report;
pub mod runner;
pub mod shown;
pub mod trace;
pub mod watch;
pub mod why;

/// The benchmark's yardstick, handed on for the command line.
pub use cluster::bare;
