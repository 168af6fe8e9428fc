//! Tests of the command line, as a person calls it.
//! One program: each of its own would compile the engine again.

mod advise;
mod challenge;
mod check;
mod command;
#[path = "../../commit.rs"]
mod commit;
mod common;
mod completions;
mod export;
mod futures;
mod import;
mod man;
mod output;
mod places;
mod real;
mod replay;
mod schemas;
mod swarm;
mod sweep;
mod told;
mod transcript;
mod values;
mod version;
