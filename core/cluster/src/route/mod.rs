//! Where a request goes. `choose` is the choice, `range_cache` what a gateway knows of ranges and
//! `memory` what it knows of stores, `news` how it comes to know, `busy` what a store says of
//! itself; `proxy` is the store that passes a read on to its leader. It must not know how a read is
//! served, nor who asks.

pub(crate) mod choose;
mod memory;
mod range_cache;
mod refusal;

pub(crate) use memory::Experience;
pub(crate) use range_cache::{Entry, RangeCache};
pub(crate) use refusal::learn_from_refusal;
