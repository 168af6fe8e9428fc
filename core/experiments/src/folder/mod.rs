//! Files that people wrote, read with the line of what is wrong in them, and the folders in which
//! sweeps and campaigns are kept while they are under way and once they are done.
//!
//! It must not know who runs what is missing: threads of one process or the machines of a cluster,
//! the same files come of it.

mod campaign;
mod given;
mod held;
mod input;
mod spot;
mod sweep;

pub use self::campaign::{CampaignFolder, read_campaign};
pub use self::sweep::{SweepFolder, digest_of};
pub use given::Given;
pub use held::Trouble;
pub use input::{BadInput, named, no_address, read_bytes, read_scenario, read_text, scheme_of};
pub use spot::lines_of;
