//! Tests of the checkers of histories, with their canaries.
//! One program: each of its own would compile the engine again.

mod appends;
mod canaries;
mod histories;
mod others;
mod random;
