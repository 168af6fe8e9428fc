//! Many runs instead of one: a scenario under random faults (`swarm`) with many seeds
//! (`campaign`), or with many values (`sweep`), the rows of that as Parquet (`sheet`), and all of
//! it on a disk (`folder`). Each module knows only those named before it; `folder` alone knows
//! files.

pub mod campaign;
pub mod folder;
pub mod sheet;
pub mod swarm;
pub mod sweep;
