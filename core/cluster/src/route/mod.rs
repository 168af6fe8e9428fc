//! Where a request goes. `choose` is the choice, `range_cache` what a gateway knows of ranges and
//! `memory` what it knows of stores, `news` how it comes to know, `busy` what a store says of
//! itself; `pick` puts the choice to the cluster, `proxy` is the store that passes a read on to its
//! leader. It must not know how a read is served.

mod busy;
mod choose;
mod memory;
mod news;
mod pick;
mod proxy;
mod range_cache;

pub(crate) use busy::Pace;
pub(crate) use memory::Experience;
pub(crate) use news::{Asked, News, epoch_bytes, learn_from_refusal, news_bytes};
pub(crate) use proxy::Passed;
pub(crate) use range_cache::{Entry, RangeCache};
