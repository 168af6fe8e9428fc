//! What a recorded run is asked: why something happened, and to write it down for other programs.
//! It works on records, and must not run anything.

pub mod export;
pub mod why;
