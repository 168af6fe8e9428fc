//! What answers say of ranges besides what was asked, and the lengths of its encodings (kvproto's;
//! never built, a test holds the lengths to real ones).

use sim::NodeId;

use kv::KEY_BYTES;
use kv::protobuf::{bytes_field, nested_field, varint_field};
use model::ids::RangeId;
use model::view::{Epoch, RangeMember};

/// A range as one of its replicas has applied it (TiKV's `metapb::Region`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RangeDescriptor {
    pub(crate) range: RangeId,
    pub(crate) first_key: u64,
    /// First key after the last.
    pub(crate) end_key: u64,
    /// Changes of shape so far.
    pub(crate) epoch: Epoch,
    /// Its group, by peer.
    pub(crate) members: Vec<RangeMember>,
}

impl RangeDescriptor {
    /// Whether it says what another of the same range does not know yet, and nothing older.
    pub(crate) fn is_newer(&self, known: &RangeDescriptor) -> bool {
        let (own, other) = (self.epoch, known.epoch);
        own != other && own.keys >= other.keys && own.members >= other.members
    }

    pub(crate) fn holds(&self, key: u64) -> bool {
        self.first_key <= key && key < self.end_key
    }
}

/// A descriptor, and the leader that whoever sent it knew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RangeInfo {
    pub(crate) descriptor: RangeDescriptor,
    pub(crate) leader: Option<NodeId>,
}

impl RangeInfo {
    /// Whether it is about this range, and about this key too.
    pub(crate) fn is_of(&self, range: RangeId, key: u64) -> bool {
        self.descriptor.range == range && self.descriptor.holds(key)
    }
}

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
    varint_field(u64::from(known.range.0))
        + 2 * bytes_field(KEY_BYTES as u32)
        + epoch_bytes(known.epoch)
        + members
        + info.leader.map_or(0, store_field)
}

/// Stores are numbered from 1 on the wire.
fn store_field(node: NodeId) -> u32 {
    varint_field(u64::from(node.0) + 1)
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;
    use kv::row::record_key;

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
            id: u64::from(known.range.0),
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
            let info = |range: RangeId, members: u64, leader: Option<NodeId>| RangeInfo {
                descriptor: RangeDescriptor {
                    range,
                    first_key: 7,
                    end_key: 90,
                    epoch,
                    members: (1..=members).map(member).collect(),
                },
                leader,
            };
            let ranges = vec![
                info(RangeId(n), 3, Some(NodeId(2))),
                info(RangeId(0), 9, None),
            ];
            let encoded = NewsProto {
                regions: ranges.iter().map(region).collect(),
            };
            let news: News = Some(Box::new(RangeNews { ranges }));
            assert_eq!(news_bytes(&news), encoded.encoded_len() as u32);
        }
    }
}
