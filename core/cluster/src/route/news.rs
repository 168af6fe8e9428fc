//! How gateways come to know of ranges: a request says by which epoch its gateway went, and an
//! answer from a replica that knows a newer one brings its range's descriptor (as CockroachDB's
//! answers bring range infos). A refusal for want of the keys brings what the store's own replicas
//! know of them (TiKV's `EpochNotMatch`; `RegionNotFound` when they know nothing). A store says
//! what its replicas have applied, never how things are elsewhere.

use sim::{Micros, NodeId};

use super::range_cache::{RangeCache, RangeDescriptor, RangeInfo};
use crate::context::Context;
use crate::members::{Membership, members_of};
use crate::names::Names;
use crate::replica::Replica;
use crate::store::{ReplicaIndex, Store};
use kv::command::KEY_BYTES;
use kv::protobuf::{bytes_field, nested_field, varint_field};
use model::view::Epoch;
use model::view::RangeMember;

/// What an answer says of ranges besides what was asked.
pub(crate) type News = Option<Box<RangeNews>>;

/// Descriptors of ranges, as replicas of one store have applied them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RangeNews {
    pub(crate) ranges: Vec<RangeInfo>,
}

/// The keys that a request is about, and the epoch that whoever sent it went by.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) key: u64,
    pub(crate) rows: u32,
    pub(crate) epoch: Epoch,
}

/// Length of an epoch in a request. TiKV counts from 1, so that none is left out.
pub(crate) fn epoch_bytes(epoch: Epoch) -> u32 {
    let (members, keys) = (u64::from(epoch.members) + 1, u64::from(epoch.keys) + 1);
    nested_field(varint_field(members) + varint_field(keys))
}

/// Length of what an answer says of ranges.
pub(crate) fn news_bytes(news: &News) -> u32 {
    let ranges = news.iter().flat_map(|news| &news.ranges);
    ranges.map(|info| nested_field(info_bytes(info))).sum()
}

fn info_bytes(info: &RangeInfo) -> u32 {
    let known = &info.descriptor;
    let member = |member: &RangeMember| {
        let role = varint_field(member.learner.into());
        nested_field(varint_field(member.peer) + store_field(member.node) + role)
    };
    let members: u32 = known.members.iter().map(member).sum();
    varint_field(u64::from(known.range))
        + 2 * bytes_field(KEY_BYTES as u32)
        + epoch_bytes(known.epoch)
        + members
        + info.leader.map_or(0, store_field)
}

/// Stores are numbered from 1 on the wire.
fn store_field(node: NodeId) -> u32 {
    varint_field(u64::from(node.0) + 1)
}

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

/// A store would not serve a key of a range, and said what it knows. True when whoever asked knows
/// more than before. Else the store is left alone for a while, unless it has the key and only does
/// not serve it now: its range goes into another.
pub(crate) fn learn_from_refusal(
    cache: &mut RangeCache,
    (key, range): (u64, u32),
    (by, until): (NodeId, Micros),
    news: &News,
) -> bool {
    let stamp = |cache: &RangeCache| {
        let known = &cache.entry(key).known;
        (known.range, known.epoch)
    };
    let before = stamp(cache);
    let mut is_frozen = false;
    for info in news.iter().flat_map(|news| &news.ranges) {
        cache.learn(info);
        is_frozen |= info.is_of(range, key);
    }
    if stamp(cache) != before {
        return true;
    }
    if !is_frozen {
        cache.absent(key, by, until);
    }
    false
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;
    use kv::command::record_key;

    /// kvproto's `metapb::RegionEpoch`.
    #[derive(Clone, PartialEq, prost::Message)]
    struct EpochProto {
        #[prost(uint64, tag = "1")]
        conf_ver: u64,
        #[prost(uint64, tag = "2")]
        version: u64,
    }

    /// kvproto's `metapb::Peer`.
    #[derive(Clone, PartialEq, prost::Message)]
    struct PeerProto {
        #[prost(uint64, tag = "1")]
        id: u64,
        #[prost(uint64, tag = "2")]
        store_id: u64,
        #[prost(uint32, tag = "3")]
        role: u32,
    }

    /// kvproto's `metapb::Region`, and the leader's store beside it.
    #[derive(Clone, PartialEq, prost::Message)]
    struct RegionProto {
        #[prost(uint64, tag = "1")]
        id: u64,
        #[prost(bytes = "vec", tag = "2")]
        start_key: Vec<u8>,
        #[prost(bytes = "vec", tag = "3")]
        end_key: Vec<u8>,
        #[prost(message, optional, tag = "4")]
        epoch: Option<EpochProto>,
        #[prost(message, repeated, tag = "5")]
        peers: Vec<PeerProto>,
        #[prost(uint64, tag = "6")]
        leader_store: u64,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    struct NewsProto {
        #[prost(message, repeated, tag = "7")]
        regions: Vec<RegionProto>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    struct ContextProto {
        #[prost(message, optional, tag = "8")]
        epoch: Option<EpochProto>,
    }

    fn epoch_proto(epoch: Epoch) -> EpochProto {
        EpochProto {
            conf_ver: u64::from(epoch.members) + 1,
            version: u64::from(epoch.keys) + 1,
        }
    }

    fn region(info: &RangeInfo) -> RegionProto {
        let known = &info.descriptor;
        let peer = |member: &RangeMember| PeerProto {
            id: member.peer,
            store_id: u64::from(member.node.0) + 1,
            role: member.learner.into(),
        };
        RegionProto {
            id: u64::from(known.range),
            start_key: record_key(known.first_key).to_vec(),
            end_key: record_key(known.end_key).to_vec(),
            epoch: Some(epoch_proto(known.epoch)),
            peers: known.members.iter().map(peer).collect(),
            leader_store: info.leader.map_or(0, |node| u64::from(node.0) + 1),
        }
    }

    #[test]
    fn computed_lengths_equal_real_encodings() {
        assert_eq!(news_bytes(&None), 0);
        for n in [0, 1, 126, 127, 128, 70_000] {
            let epoch = Epoch {
                members: n,
                keys: n / 2,
            };
            let context = ContextProto {
                epoch: Some(epoch_proto(epoch)),
            };
            assert_eq!(epoch_bytes(epoch), context.encoded_len() as u32);
            let member = |peer: u64| RangeMember {
                peer,
                node: NodeId(peer as u16 * 50),
                learner: peer.is_multiple_of(2),
            };
            let info = |range: u32, members: u64, leader: Option<NodeId>| RangeInfo {
                descriptor: RangeDescriptor {
                    range,
                    first_key: 7,
                    end_key: 90,
                    epoch,
                    members: (1..=members).map(member).collect(),
                },
                leader,
            };
            let ranges = vec![info(n, 3, Some(NodeId(2))), info(0, 9, None)];
            let encoded = NewsProto {
                regions: ranges.iter().map(region).collect(),
            };
            let news: News = Some(Box::new(RangeNews { ranges }));
            assert_eq!(news_bytes(&news), encoded.encoded_len() as u32);
        }
    }
}
