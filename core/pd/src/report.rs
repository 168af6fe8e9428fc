//! Messages between stores and the placement driver, and the lengths of their encodings
//! (protobuf; like clients' messages they are never built, and a test holds the lengths to a real
//! encoding).

use sim::{Micros, NodeId, ZoneId};

use kv::protobuf::{nested_field, varint_field};
use model::ids::RangeId;
use model::operation::Operation;

/// A store says that it is there, and what its replicas served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreReport {
    /// The store.
    pub node: NodeId,
    /// Time since its last report.
    pub covers_us: Micros,
    /// Requests that its replicas served in that time.
    pub served: u64,
    /// Reads at replicas that do not lead, by range and zone of the gateway.
    pub reads: Vec<(RangeId, ZoneId, u64)>,
}

/// A range's leader says how the range is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeReport {
    /// The range.
    pub range: RangeId,
    /// The store whose replica leads and reports.
    pub leader: NodeId,
    /// The term in which it leads.
    pub term: u64,
    /// Splits and merges so far.
    pub epoch: u32,
    /// Its first key.
    pub first_key: u64,
    /// First key after the last.
    pub end_key: u64,
    /// Length of all rows.
    pub bytes: u64,
    /// Whether a change of members by joint consensus is under way.
    pub joint: bool,
    /// Its replicas.
    pub members: Vec<Member>,
    /// Time since its last report.
    pub covers_us: Micros,
    /// Requests that it served in that time.
    pub requests: u64,
    /// The key below which half of a sample of requests were; 0 = no sample.
    pub halfway_key: u64,
    /// By zone of the gateway, zones without use left out.
    pub zones: Vec<ZoneUse>,
}

/// A replica, as its leader sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The store that holds it.
    pub node: NodeId,
    /// Its number within the range's group.
    pub peer: u64,
    /// Whether it has no vote.
    pub learner: bool,
    /// Entries of the leader's log that it is not known to have.
    pub behind: u64,
}

/// How much a zone used a range.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ZoneUse {
    /// The zone of the gateways.
    pub zone: ZoneId,
    /// Reads that any replica might have served.
    pub reads: u64,
    /// Writes, and reads that only the leader serves.
    pub others: u64,
}

/// The driver wants something of a range's leader.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ScheduleOrder {
    /// The range.
    pub range: RangeId,
    /// What its leader shall do.
    pub step: Operation,
}

/// Length of a store's report.
pub fn store_report_bytes(report: &StoreReport) -> u32 {
    let read = |&(range, zone, count): &(RangeId, ZoneId, u64)| {
        nested_field(
            varint_field(u64::from(range.0))
                + varint_field(u64::from(zone.0))
                + varint_field(count),
        )
    };
    varint_field(u64::from(report.node.0))
        + varint_field(report.covers_us)
        + varint_field(report.served)
        + report.reads.iter().map(read).sum::<u32>()
}

/// Length of a range's report.
pub fn range_report_bytes(report: &RangeReport) -> u32 {
    let member = |member: &Member| {
        nested_field(
            varint_field(u64::from(member.node.0))
                + varint_field(member.peer)
                + varint_field(u64::from(member.learner))
                + varint_field(member.behind),
        )
    };
    let zone = |zone: &ZoneUse| {
        nested_field(
            varint_field(u64::from(zone.zone.0))
                + varint_field(zone.reads)
                + varint_field(zone.others),
        )
    };
    let numbers = [
        u64::from(report.range.0),
        u64::from(report.leader.0),
        report.term,
        u64::from(report.epoch),
        report.first_key,
        report.end_key,
        report.bytes,
        u64::from(report.joint),
        report.covers_us,
        report.requests,
        report.halfway_key,
    ];
    numbers.into_iter().map(varint_field).sum::<u32>()
        + report.members.iter().map(member).sum::<u32>()
        + report.zones.iter().map(zone).sum::<u32>()
}

/// Length of an order: range, what to do, and up to two numbers.
pub fn order_bytes(order: ScheduleOrder) -> u32 {
    let numbers = order_numbers(order.step).map(varint_field);
    varint_field(u64::from(order.range.0)) + numbers.iter().sum::<u32>()
}

fn order_numbers(step: Operation) -> [u64; 3] {
    let node = |node: NodeId| u64::from(node.0);
    match step {
        Operation::MoveLeader { to } => [1, node(to), 0],
        Operation::AddLearner { store } => [2, node(store), 0],
        Operation::Add { store } => [8, node(store), 0],
        Operation::Promote { store } => [3, node(store), 0],
        Operation::Remove { store } => [4, node(store), 0],
        Operation::Replace { add, remove } => [5, node(add), node(remove)],
        Operation::Split { at_key } => [6, at_key, 0],
        Operation::Merge { into } => [7, u64::from(into.0), 0],
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;

    #[derive(Clone, PartialEq, prost::Message)]
    struct ThreeNumbers {
        #[prost(uint64, tag = "1")]
        a: u64,
        #[prost(uint64, tag = "2")]
        b: u64,
        #[prost(uint64, tag = "3")]
        c: u64,
        #[prost(uint64, tag = "4")]
        d: u64,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    struct StoreReportProto {
        #[prost(uint32, tag = "1")]
        node: u32,
        #[prost(uint64, tag = "2")]
        covers_us: u64,
        #[prost(uint64, tag = "3")]
        served: u64,
        #[prost(message, repeated, tag = "4")]
        reads: Vec<ThreeNumbers>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    struct RangeReportProto {
        #[prost(uint32, tag = "1")]
        range: u32,
        #[prost(uint32, tag = "2")]
        leader: u32,
        #[prost(uint64, tag = "3")]
        term: u64,
        #[prost(uint32, tag = "4")]
        epoch: u32,
        #[prost(uint64, tag = "5")]
        first_key: u64,
        #[prost(uint64, tag = "6")]
        end_key: u64,
        #[prost(uint64, tag = "7")]
        bytes: u64,
        #[prost(bool, tag = "8")]
        joint: bool,
        #[prost(uint64, tag = "9")]
        covers_us: u64,
        #[prost(uint64, tag = "10")]
        requests: u64,
        #[prost(uint64, tag = "11")]
        halfway_key: u64,
        #[prost(message, repeated, tag = "12")]
        members: Vec<ThreeNumbers>,
        #[prost(message, repeated, tag = "13")]
        zones: Vec<ThreeNumbers>,
    }

    fn numbers(a: u64, b: u64, c: u64, d: u64) -> ThreeNumbers {
        ThreeNumbers { a, b, c, d }
    }

    #[test]
    fn computed_lengths_equal_real_encodings() {
        for n in [0, 1, 127, 128, 40_000, 1 << 40] {
            let store = StoreReport {
                node: NodeId(n as u16),
                covers_us: n,
                served: n * 3,
                reads: vec![
                    (RangeId(n as u32), ZoneId(2), n),
                    (RangeId(1), ZoneId(0), 7),
                ],
            };
            let encoded = StoreReportProto {
                node: u32::from(n as u16),
                covers_us: n,
                served: n * 3,
                reads: vec![numbers(u64::from(n as u32), 2, n, 0), numbers(1, 0, 7, 0)],
            };
            assert_eq!(store_report_bytes(&store), encoded.encoded_len() as u32);
            let range = RangeReport {
                range: RangeId(n as u32),
                leader: NodeId(3),
                term: n,
                epoch: 3,
                first_key: n,
                end_key: n + 5,
                bytes: n * 9,
                joint: n > 5,
                members: vec![Member {
                    node: NodeId(1),
                    peer: n,
                    learner: n > 5,
                    behind: n,
                }],
                covers_us: 1_000_000,
                requests: n,
                halfway_key: n,
                zones: vec![ZoneUse {
                    zone: ZoneId(1),
                    reads: n,
                    others: n * 100,
                }],
            };
            let encoded = RangeReportProto {
                range: n as u32,
                leader: 3,
                term: n,
                epoch: 3,
                first_key: n,
                end_key: n + 5,
                bytes: n * 9,
                joint: n > 5,
                covers_us: 1_000_000,
                requests: n,
                halfway_key: n,
                members: vec![numbers(1, n, u64::from(n > 5), n)],
                zones: vec![numbers(1, n, n * 100, 0)],
            };
            assert_eq!(range_report_bytes(&range), encoded.encoded_len() as u32);
            let order = ScheduleOrder {
                range: RangeId(n as u32),
                step: Operation::Split { at_key: n },
            };
            let encoded = numbers(u64::from(n as u32), 6, n, 0);
            assert_eq!(order_bytes(order), encoded.encoded_len() as u32);
        }
    }
}
