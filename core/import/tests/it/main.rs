//! Tests of imports: one program.

mod damaged;
mod examples;
mod never_panics;
mod round_trips;
mod server_logs;
