//! Which keys of the real configurations do what a scenario's keys do.

use serde::Serialize;
use ts_rs::TS;

use crate::found::Product;

/// A key of the scenario and what has its effect in the real system.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "ImportKey")]
pub struct Key {
    /// In the scenario.
    pub ours: &'static str,
    /// In the system, with the part of it that has the key.
    pub theirs: &'static str,
}

macro_rules! keys {
    ($($ours:literal = $theirs:literal;)*) => { &[$(Key { ours: $ours, theirs: $theirs }),*] };
}

const TIDB: &[Key] = keys! {
    "topology.stores[].zone" = "TiKV server.labels, with PD replication.location-labels";
    "data.replicas" = "PD replication.max-replicas";
    "data.leaders" = "placement policy LEADER_CONSTRAINTS, or PD label-property.reject-leader";
    "settings.read_mode" = "TiDB tidb_replica_read";
    "settings.staleness" = "TiDB tidb_read_staleness";
    "settings.lease" = "TiKV raftstore.raft-store-max-leader-lease";
    "raft.tick" = "TiKV raftstore.raft-base-tick-interval";
    "raft.heartbeat_ticks" = "TiKV raftstore.raft-heartbeat-ticks";
    "raft.election_ticks" = "TiKV raftstore.raft-election-timeout-ticks";
    "topology.stores[].election_ticks" = "TiKV raftstore.raft-min-election-timeout-ticks";
};

const COCKROACH: &[Key] = keys! {
    "topology.stores[].zone" = "cockroach start --locality";
    "data.replicas" = "zone configuration num_voters (num_replicas without non-voting ones)";
    "data.stores" = "zone configuration voter_constraints, constraints";
    "data.leaders" = "zone configuration lease_preferences";
    "actions add_replica learner" = "zone configuration num_replicas above num_voters";
    "settings.read_mode" = "AS OF SYSTEM TIME follower_read_timestamp() (stale)";
};

const YUGABYTE: &[Key] = keys! {
    "topology.stores[].zone" = "yb-tserver --placement_cloud, --placement_region, --placement_zone";
    "data.replicas" = "num_replicas of placement_info";
    "data.stores" = "min_num_replicas of placement_blocks";
    "data.leaders" = "leader affinity: set_preferred_zones, leader_preference";
    "actions add_replica learner" = "read_replicas of placement_info";
    "settings.read_mode" = "yb_read_from_followers (stale)";
    "settings.staleness" = "yb_follower_read_staleness_ms";
    "raft.tick" = "yb-tserver --raft_heartbeat_interval_ms";
    "raft.election_ticks" = "yb-tserver --leader_failure_max_missed_heartbeat_periods";
};

const ETCD: &[Key] = keys! {
    "topology.stores[]" = "etcd --initial-cluster";
    "settings.read_mode" = "etcdctl get --consistency: l (follower), s (local)";
    "raft.tick" = "etcd --heartbeat-interval";
    "raft.election_ticks" = "etcd --election-timeout";
};

/// The keys of a system.
pub fn keys(product: Product) -> &'static [Key] {
    match product {
        Product::Tidb => TIDB,
        Product::Cockroach => COCKROACH,
        Product::Yugabyte => YUGABYTE,
        Product::Etcd => ETCD,
    }
}
