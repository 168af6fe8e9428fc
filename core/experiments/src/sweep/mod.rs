//! Sweeps: one scenario over many values and seeds. A file is read into a plan, each run of the
//! plan becomes a row, rows become a table, and the rows of a table tell which points keep the
//! limits and which of these no other is better than.
//!
//! It must not know files, threads, nor how a table is kept: who runs a plan, in whatever order and
//! on however many machines, gets the same rows.

mod axis;
mod cell;
mod check;
mod exclude;
mod figures;
mod front;
mod grid;
mod plan;
mod points;
mod read;
mod row;
pub mod schema;
mod table;
mod verdict;

pub use cell::Cell;
pub use front::front;
pub use plan::{Key, Plan};
pub use points::{Figure, Point, Spread, points};
pub use row::Row;
pub use table::{Column, Digest, KEYS, Kind, Schema, Table};
pub use verdict::Verdict;

use serde_json::Value;

/// The JSON Schema of sweep files.
pub fn schema() -> Value {
    format::schema::schema_of::<schema::Sweep>("raft-atlas-sweep/1")
}
