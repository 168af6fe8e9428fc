//! How gateways come to know of ranges: a request says by which epoch its gateway went, and an
//! answer from a replica that knows a newer one brings its range's descriptor (as CockroachDB's
//! answers bring range infos). A refusal for want of the keys brings what the store's own replicas
//! know of them (TiKV's `EpochNotMatch`; `RegionNotFound` when they know nothing). A store says
//! what its replicas have applied, never how things are elsewhere.

use crate::context::Context;
use crate::message::{Asked, News, RangeDescriptor, RangeInfo, RangeNews};
use crate::names::Names;
use crate::store::members::{Membership, members_of};
use crate::store::replica::Replica;
use crate::store::{ReplicaIndex, Store};
use model::view::Epoch;
use model::view::RangeMember;

impl Store {
    /// What a replica adds to its answer to whoever went by this epoch.
    pub(crate) fn news_of(&self, cx: &Context<'_>, index: ReplicaIndex, went_by: Epoch) -> News {
        let own = self.replicas[index].storage().machine.epoch;
        let is_news = own.keys > went_by.keys || own.members > went_by.members;
        is_news.then(|| {
            let ranges = vec![describe(cx.names, &self.replicas[index])];
            Box::new(RangeNews { ranges })
        })
    }

    /// What a store that cannot serve these keys knows of them and of the range that was meant.
    pub(crate) fn news_on(&self, cx: &Context<'_>, range: u32, asked: Asked) -> News {
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

/// A replica's range, as far as it has applied its log.
pub(crate) fn describe(names: &Names, replica: &Replica) -> RangeInfo {
    let (range, storage) = (replica.at.range, replica.storage());
    let (first_key, end_key) = storage.machine.keys();
    let member = |(peer, what): (u64, Membership)| {
        // Whoever adds a member says where it is.
        Some(RangeMember {
            peer,
            node: names.node_of_peer(range, peer)?,
            learner: what == Membership::Learner,
        })
    };
    let members = members_of(storage.conf_state());
    RangeInfo {
        descriptor: RangeDescriptor {
            range,
            first_key,
            end_key,
            epoch: storage.machine.epoch,
            members: members.into_iter().filter_map(member).collect(),
        },
        leader: names.node_of_peer(range, replica.soft().leader_peer),
    }
}
