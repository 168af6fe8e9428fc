//! The engine as a module of Python: what a driver plans and keeps, and what a
//! worker runs. It translates; what is planned, run, kept and told, other crates know.
#![cfg(feature = "extension")]

mod apart;
mod campaign;
mod sweep;

use pyo3::prelude::*;

/// Messages and entries come and go by the million, and of many ranges they lie far apart.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Makes the module.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("BUILD", env!("RAFT_ATLAS_BUILD"))?;
    module.add_class::<sweep::Sweep>()?;
    module.add_class::<sweep::SweepFolder>()?;
    module.add_class::<campaign::Campaign>()?;
    module.add_class::<campaign::CampaignRun>()
}
