//! How gateways come to know of ranges: a request says by which epoch its gateway went, and an
//! answer from a replica that knows a newer one brings its range's descriptor (as CockroachDB's
//! answers bring range infos). A refusal for want of the keys brings what the store's own replicas
//! know of them (TiKV's `EpochNotMatch`; `RegionNotFound` when they know nothing). A store says
//! what its replicas have applied, never how things are elsewhere.

use crate::context::Context;
use crate::group::{Replica, describe};
use crate::message::{Asked, News, RangeInfo, RangeNews};
use crate::store::Store;

impl Store {
    /// What a store that cannot serve these keys knows of them and of the range that was meant.
    pub(crate) fn news_on(&self, cx: &Context, range: u32, asked: Asked) -> News {
        let end_key = asked.key + u64::from(asked.rows.max(1));
        let held = self.present.iter().map(|&i| &self.replicas[i]);
        let knows = |replica: &&Replica| {
            let (first, end) = replica.storage().machine.keys();
            let is_meant = replica.at.range == range || first < end_key && asked.key < end;
            replica.storage().is_initialized() && is_meant
        };
        let ranges: Vec<RangeInfo> = held.filter(knows).map(|r| describe(cx.names, r)).collect();
        (!ranges.is_empty()).then(|| Box::new(RangeNews { ranges }))
    }
}
