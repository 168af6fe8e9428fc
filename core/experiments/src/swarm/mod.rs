//! Random faults, features and workloads, drawn from a seed, and what must hold under them: test
//! machinery, for nothing else.

mod committed;
mod converge;
mod drawn;
mod faults;
mod features;
mod one_run;
mod operator;
mod pace;
mod patience;
mod read_swarm;
mod same_log;
mod shrink;

pub use drawn::{Drawn, disturbed, disturbed_with};
pub use faults::FaultKind;
pub use features::Feature;
pub use one_run::{SwarmFailure, SwarmRun, run_drawn, swarm_run};
pub use read_swarm::{ReadPlan, draw_reads, read_swarm_run};
pub use same_log::same_log;
pub use shrink::{Shrunk, breaks, shrink};
