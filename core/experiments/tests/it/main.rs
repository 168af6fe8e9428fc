//! Tests of sweeps, and of their tables as Parquet files.

mod sheet;
mod sweep;
