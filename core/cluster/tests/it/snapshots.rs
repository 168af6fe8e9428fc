//! Snapshot reads: at its timestamp a read sees exactly what was committed by then, whatever
//! replica serves it and in whichever mode; and the order in which timestamp and read index are
//! fetched is what that rests on.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{clients, zones};
use cluster::Cluster;
use model::config::{
    Action, ClusterConfig, NodeConfig, NodeKind, OpKind, ReadMode, Timestamps, WorkloadConfig,
};
use model::fact::{Fact, Observer, Outcome, RequestFact, TxnStep};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

const HOME: NodeId = NodeId(5);
const AWAY: NodeId = NodeId(6);

/// Forty keys in two ranges on three stores at home and two away; writers at home, readers of all
/// keys away.
fn bank(seed: u64, mode: ReadMode, timestamps: Timestamps) -> ClusterConfig {
    let mut config = zones(&[3, 2], 2);
    config.seed = seed;
    config.data.rows = 40;
    config.data.first_leaders = vec![Some(NodeId(0)), Some(NodeId(1))];
    config.nodes.push(NodeConfig {
        zone: ZoneId(0),
        kind: NodeKind::PlacementDriver,
    });
    config.settings.read_mode = mode;
    config.settings.reads.timestamps = timestamps;
    let keys = (0, 40);
    config.workloads = vec![
        WorkloadConfig {
            keys,
            ..clients(HOME, OpKind::Put, 6, MILLIS)
        },
        WorkloadConfig {
            keys,
            rows: 40,
            ..clients(AWAY, OpKind::Statement, 4, 0)
        },
        WorkloadConfig {
            keys,
            rows: 3,
            statements: 3,
            ..clients(AWAY, OpKind::Transaction, 2, 0)
        },
        WorkloadConfig {
            keys,
            ..clients(AWAY, OpKind::Get, 2, 0)
        },
    ];
    config
}

/// What was read at which time, and what was committed.
#[derive(Default)]
struct Snapshots {
    invoked: BTreeMap<RequestId, RequestFact>,
    times: BTreeMap<RequestId, u64>,
    /// By key: (commit timestamp, write id).
    committed: BTreeMap<u64, Vec<(u64, u64)>>,
    /// Puts whose commit timestamp their gateway knew.
    times_told: BTreeSet<RequestId>,
    rows: Vec<(RequestId, u64, Vec<u64>)>,
    answered: u64,
}

impl Observer for Snapshots {
    fn fact(&mut self, _: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) => {
                self.invoked.insert(request.request, request);
            }
            Fact::Timestamped { request, ts, .. } => {
                self.times.insert(request, ts);
            }
            Fact::Txn {
                request,
                what: TxnStep::Committed,
                ts,
                ..
            } => {
                let put = self.invoked[&request];
                self.times_told.insert(request);
                for key in put.key..put.key + u64::from(put.rows) {
                    self.committed
                        .entry(key)
                        .or_default()
                        .push((ts, request.write_id()));
                }
            }
            Fact::Completed {
                request,
                outcome: Outcome::Ok,
                ..
            } => self.answered += u64::from(self.invoked[&request].parent == RequestId::NONE),
            _ => {}
        }
    }

    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.rows.push((request, first_key, values.to_vec()));
    }
}

impl Snapshots {
    /// Rows that are not what was committed at the time of their read: (request, key, value, what
    /// it should be).
    fn wrong(&self) -> Vec<(RequestId, u64, u64, u64)> {
        let mut wrong = Vec::new();
        for (request, first_key, values) in &self.rows {
            let parent = self.invoked[request].parent;
            let whole = if parent == RequestId::NONE {
                *request
            } else {
                parent
            };
            let ts = self.times[&whole];
            for (key, &value) in (*first_key..).zip(values) {
                let commits = self.committed.get(&key).into_iter().flatten();
                let newest = commits.filter(|(at, _)| *at <= ts).max();
                let expected = newest.map_or(0, |(_, id)| *id);
                // Of a put without an answer nobody was told when it was committed.
                let is_told = |id| self.times_told.contains(&RequestId::of_write(id));
                if value != expected && (value == 0 || is_told(value)) {
                    wrong.push((*request, key, value, expected));
                }
            }
        }
        wrong
    }
}

fn run(config: ClusterConfig, actions: Vec<(Micros, Action)>) -> Cluster<Snapshots> {
    let mut cluster = Cluster::new(config, actions, Snapshots::default());
    cluster.run_until(3_500 * MILLIS, u64::MAX);
    cluster
}

/// Leaders move, a follower falls behind and catches up.
fn trouble() -> Vec<(Micros, Action)> {
    let away = Place::Node(NodeId(3));
    vec![
        (SECONDS, Action::Isolate(away)),
        (
            1_200 * MILLIS,
            Action::Transfer {
                to: NodeId(2),
                range: RangeId(0),
            },
        ),
        (1_700 * MILLIS, Action::HealAll),
        (2 * SECONDS, Action::Crash(NodeId(1))),
        (3 * SECONDS, Action::Restart(NodeId(1))),
    ]
}

#[test]
fn a_read_sees_what_was_committed_at_its_timestamp_and_nothing_else() {
    for seed in 1..=2 {
        let others = [ReadMode::Proxy, ReadMode::Adaptive, ReadMode::Lease].iter();
        let modes = [ReadMode::Leader, ReadMode::Follower, ReadMode::Version].iter();
        let modes = modes.chain(others.filter(|_| seed == 1));
        for &mode in modes {
            for timestamps in [Timestamps::Tso, Timestamps::TsoIndex] {
                let cluster = run(bank(seed, mode, timestamps), trouble());
                let seen = cluster.observer();
                assert!(seen.committed.len() > 20 && seen.answered > 500);
                let wrong = seen.wrong();
                assert!(
                    wrong.is_empty(),
                    "{seed} {mode:?} {timestamps:?}: {:?}",
                    wrong[0]
                );
            }
        }
    }
}

#[test]
fn an_index_that_is_fetched_before_the_timestamp_is_caught() {
    let broken = (1..=3).filter(|seed| {
        let mut config = bank(*seed, ReadMode::Follower, Timestamps::TsoIndex);
        config.reads.index_before_timestamp = true;
        !run(config, vec![]).observer().wrong().is_empty()
    });
    assert!(broken.count() > 0, "the test above can fail");
}

#[test]
fn local_reads_at_a_timestamp_lack_what_has_not_arrived() {
    let config = bank(1, ReadMode::Local, Timestamps::Tso);
    assert!(!run(config, vec![]).observer().wrong().is_empty());
}
