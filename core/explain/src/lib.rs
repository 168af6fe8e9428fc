//! What a recorded run is asked: why something happened, and to write it down for other programs;
//! and a scenario's faults for the programs that cause them. It must not run anything.

pub mod export;
pub mod faults;
pub mod why;
