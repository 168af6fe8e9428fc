//! Where a read goes. `choose` is the choice, `memory` what a gateway goes by, `busy` what a store
//! says of itself; `pick` puts the choice to the cluster, `proxy` is the store that passes a read
//! on to its leader. It must not know how a read is served.

mod busy;
mod choose;
mod memory;
mod pick;
mod proxy;

pub(crate) use busy::Pace;
pub(crate) use memory::Experience;
pub(crate) use proxy::Passed;
