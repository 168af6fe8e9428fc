//! Tables of sweeps as Parquet files: a table becomes bytes, bytes become a table, and the parts of
//! a sweep become one file in which each run stands once, in the order of its plan.
//!
//! It must not know what a sweep is for, nor where files are.

mod merge;
mod read;
mod write;

pub use merge::{Merge, Part};
pub use read::{note, read, read_columns, schema};
pub use write::{Note, Notes, Sheet, write};

pub use parquet::errors::ParquetError as Error;
