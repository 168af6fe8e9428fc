//! Where a request goes. `choose` is the choice, `range_cache` what a gateway knows of ranges and
//! `memory` what it knows of stores, `news` how it comes to know, `busy` what a store says of
//! itself; `proxy` is the store that passes a read on to its leader. It must not know how a read is
//! served, nor who asks.

mod busy;
pub(crate) mod choose;
mod memory;
mod news;
mod proxy;
mod range_cache;

pub(crate) use busy::Pace;
pub(crate) use memory::Experience;
pub(crate) use news::{Asked, News, describe, epoch_bytes, learn_from_refusal, news_bytes};
pub(crate) use proxy::Passed;
pub(crate) use range_cache::{Entry, RangeCache};
