//! Campaigns: a scenario under random faults with many seeds. Which seed is played how, what came
//! of each, and how that is told.
//!
//! It must not know files, threads, nor in which order seeds are run: who runs a campaign, on
//! however many machines, finds the same.

mod chunk;
mod found;
mod options;
mod order;
mod page_link;
mod search;
mod seeds;
mod sums;
mod telling;
mod terms;

pub use chunk::{Chunk, Piece, pieces};
pub use found::{FailedSeed, Shrunk};
pub use options::{parse_faults, parse_features, parse_modes, parse_seeds};
pub use order::InOrder;
pub use search::register_ops;
pub use seeds::{Campaign, Unfit};
pub use sums::Sums;
pub use telling::{Kept, Telling};
pub use terms::Terms;
