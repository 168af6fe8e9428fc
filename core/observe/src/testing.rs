//! Facts made by hand, for the tests of the watch.

use model::config::{
    ClusterConfig, Costs, DataConfig, FaultKey, KeyDistribution, Load, NodeConfig, NodeKind,
    OpKind, RaftConfig, ReadMode, StoreConfig, ValueKind, WorkloadConfig,
};
use model::fact::{
    ByteKind, Change, Death, Decision, Deed, Fact, LeaseChange, MessageType, Outcome, Reason,
    Refusal, ReplicaRef, RequestFact, Role, Route, Saver, SentFact, TxnStep,
};
use model::ids::{RangeId, RequestId};
use model::named::NamedKeys;
use sim::{Fate, LinkParams, NodeId, Ratio, ZoneId};

use crate::{Watch, Watched};
use text::names::{Names, NodeName, NodeRole, WorkloadName, ZoneName};

/// The watch of a run without a script and without a warm-up, at these prices.
pub(crate) fn watch_at(nano_usd_per_gb: &[u64]) -> Watch {
    Watch::new(Watched {
        config: &config(3),
        actions: &[],
        names: &names(3),
        nano_usd_per_gb,
        from_us: 0,
    })
}

/// An append on its way.
pub(crate) fn sent(flight: u64, from: u16, to: u16) -> SentFact {
    SentFact {
        flight,
        from: NodeId(from),
        to: NodeId(to),
        what: MessageType::Append,
        kind: ByteKind::Append,
        range: RangeId(0),
        bytes: 10,
        framing: 20,
        end_us: 500,
        fate: Fate::Arrives,
        reject: false,
        request: RequestId::NONE,
        term: 1,
        index: 1,
        entries: 1,
    }
}

/// Peer `node + 1` of range 0.
pub(crate) fn replica(node: u16) -> ReplicaRef {
    ReplicaRef {
        range: RangeId(0),
        node: NodeId(node),
        peer: u64::from(node) + 1,
    }
}

/// A request of workload 0.
pub(crate) fn request(number: u64, op: OpKind, key: u64) -> RequestFact {
    RequestFact {
        request: RequestId(number),
        gateway: NodeId(3),
        workload: Some(0),
        op,
        key,
        rows: 1,
        mode: ReadMode::Leader,
        range: RangeId(0),
        value: if op == OpKind::Put { number } else { 0 },
        parent: RequestId::NONE,
        client: Some(0),
        bound_us: 0,
        retry: 0,
        retry_of: RequestId::NONE,
        asked_us: 0,
        operation: None,
        named: NamedKeys::default(),
    }
}

/// One fact of each kind.
pub(crate) fn every_fact() -> Vec<Fact> {
    [
        message_facts(),
        replica_facts(),
        world_facts(),
        request_facts(),
    ]
    .concat()
}

fn message_facts() -> Vec<Fact> {
    vec![
        Fact::Sent(sent(1, 0, 1)),
        Fact::Delivered { flight: 1 },
        Fact::Died {
            flight: 1,
            how: Death::Cut,
        },
    ]
}

fn replica_facts() -> Vec<Fact> {
    let at = replica(0);
    vec![
        Fact::Role {
            at,
            role: Role::Leader,
            term: 2,
            leader_peer: 1,
            vote: 1,
            last_index: 5,
            last_term: 1,
        },
        Fact::Appended {
            at,
            index: 6,
            term: 2,
            prev_term: 1,
            hash: 9,
        },
        Fact::Persisted { at, index: 6 },
        Fact::Committed {
            at,
            index: 6,
            term: 2,
        },
        Fact::Applied {
            at,
            index: 6,
            term: 2,
            hash: 9,
            chain: 10,
            state: 0,
        },
        Fact::SnapshotInstalled {
            at,
            index: 6,
            term: 2,
            chain: 10,
            state: 0,
        },
        Fact::Compacted { at, first: 6 },
        Fact::Changed {
            at,
            what: Change::Split,
            a: 1,
            b: 50,
        },
    ]
}

fn world_facts() -> Vec<Fact> {
    let fault = FaultKey::Crash(NodeId(1));
    vec![
        Fact::FaultBegan { fault },
        Fact::FaultEnded { fault },
        Fact::SettingsChanged,
        Fact::WorkloadSwitched {
            workload: 0,
            running: true,
        },
        Fact::Acted { ordinal: 0 },
        Fact::HeldBack {
            flight: 1,
            held_us: 200_000,
            resent: 1,
        },
        Fact::Saved {
            flight: 1,
            by: Saver::Relay,
            bytes: 9,
        },
        Fact::Decided(Decision {
            by: NodeId(0),
            range: RangeId(0),
            what: Deed::ChoseDelegate,
            why: Reason::NearestToHead,
            subject: Some(NodeId(1)),
            other: None,
            figure: 6,
            limit: 7,
        }),
    ]
}

fn request_facts() -> Vec<Fact> {
    let at = replica(0);
    vec![
        Fact::Invoked(request(1, OpKind::Put, 3)),
        Fact::Named {
            request: RequestId(1),
            keys: NamedKeys::of(&[3, 7]).expect("two keys"),
        },
        Fact::Attempted {
            request: RequestId(1),
            to: NodeId(0),
        },
        Fact::Refused {
            request: RequestId(1),
            by: NodeId(0),
            why: Refusal::NotLeader,
        },
        Fact::Proposed {
            at,
            request: RequestId(1),
            index: 6,
        },
        Fact::ReadIndexAsked {
            at,
            request: RequestId(1),
        },
        Fact::ReadIndexKnown {
            at,
            request: RequestId(1),
            index: 6,
            applied: 6,
        },
        Fact::Served {
            at,
            request: RequestId(1),
        },
        Fact::Completed {
            request: RequestId(1),
            outcome: Outcome::Ok,
            server: Some(NodeId(0)),
            value: 1,
            invoked_us: 1,
        },
        Fact::Timestamped {
            request: RequestId(1),
            ts: 1 << 12,
            index: 6,
        },
        Fact::Routed {
            request: RequestId(1),
            to: NodeId(0),
            why: Route::ResultLarge,
            figure: 5_000,
            limit: 4_096,
        },
        Fact::Lease {
            at,
            what: LeaseChange::Began,
            until_us: 9,
        },
        Fact::Txn {
            request: RequestId(1),
            what: TxnStep::Prewritten,
            key: 3,
            ts: 1 << 12,
        },
        Fact::Withheld { at, to_peer: 2 },
    ]
}

/// A range with a replica on each of `stores` stores s0, s1, … in zones az0, az1, …; a gateway
/// after them in az0; one workload.
pub(crate) fn config(stores: u16) -> ClusterConfig {
    let store = StoreConfig {
        cores: 1,
        fsync_us: 100,
        disk_bytes_per_s: 0,
        clock_offset_us: 0,
        clock_drift_ppm: 0,
        apply_delay_us: 0,
        election_ticks: 0,
    };
    let node = |number: u16| NodeConfig {
        zone: ZoneId(number % stores),
        kind: if number < stores {
            NodeKind::Store(store.clone())
        } else {
            NodeKind::Gateway
        },
    };
    let link = LinkParams {
        delay_us: 500,
        jitter_us: 0,
        bandwidth_bps: 0,
        loss: Ratio::ZERO,
        vanish: Ratio::ZERO,
        window_bytes: 0,
        connections: 0,
        buffer_bytes: 0,
    };
    ClusterConfig {
        seed: 1,
        zones: stores,
        nodes: (0..=stores).map(node).collect(),
        links: vec![link; usize::from(stores * stores)],
        data: DataConfig {
            rows: 100,
            row_bytes: 8,
            placement: vec![(0..stores).map(NodeId).collect()],
            first_leaders: vec![None],
        },
        raft: RaftConfig {
            tick_us: 100_000,
            heartbeat_ticks: 1,
            election_ticks: 10,
            max_size_per_msg: 1 << 20,
            max_inflight_msgs: 256,
            log_keep: 1024,
            delta_timestamps: true,
        },
        costs: Costs {
            request_ns: 0,
            row_ns: 0,
            poll_ns: 0,
            message_ns: 0,
            apply_ns: 0,
            delta_ns_per_kib: 0,
            compress_ns_per_kib: 0,
            decompress_ns_per_kib: 0,
            spread: model::config::CostSpread::Constant,
        },
        schedule: model::schedule::ScheduleConfig::default(),
        reads: model::config::ReadConfig::default(),
        gateway_modes: Vec::new(),
        gateway_clocks: Vec::new(),
        machines: model::config::MachinesConfig::default(),
        record_one_in: 1,
        asks_at_once: false,
        settings: model::config::Settings::default(),
        workloads: vec![reader(NodeId(stores))],
        oracle: true,
        sabotage: model::sabotage::Sabotage::default(),
    }
}

/// A client that reads at a gateway.
fn reader(at: NodeId) -> WorkloadConfig {
    WorkloadConfig {
        gateways: vec![at],
        through: Vec::new(),
        op: OpKind::Get,
        mix: None,
        rows: 1,
        value_bytes: 8,
        values: ValueKind::Line,
        load: Load::Closed {
            clients: 1,
            think_us: 0,
        },
        keys: (0, 100),
        ramp: Vec::new(),
        distribution: KeyDistribution::Uniform,
        read_mode: None,
        fetches: 1,
        statements: 1,
        prepared: false,
        staleness_us: None,
        read_only: false,
        timeout_us: None,
        retry: None,
        running: true,
        start_us: 0,
    }
}

/// Names for [`config`].
pub(crate) fn names(stores: u16) -> Names {
    let node = |number: u16| NodeName {
        id: format!("{}{number}", if number < stores { "s" } else { "g" }),
        kind: if number < stores {
            NodeRole::Store
        } else {
            NodeRole::Gateway
        },
        zone: ZoneId(number % stores),
    };
    let zone = |number: u16| ZoneName {
        id: format!("az{number}"),
        name: format!("az{number}"),
        region: "here".to_string(),
    };
    Names {
        zones: (0..stores).map(zone).collect(),
        nodes: (0..=stores).map(node).collect(),
        workloads: vec![WorkloadName {
            id: "load".to_string(),
            text: "1 client gets".to_string(),
            clients_max: Some(100),
        }],
        ranges: 1,
        rows: 100,
        ..Names::default()
    }
}
