//! Leases under faults: cuts, crashes, pauses, delays, transfers, splits and merges, and clocks
//! that run at different rates. Every read goes by a lease. What the leases promise holds for every
//! seed, and with a rule taken away there is a seed that shows what it was for.

use crate::common::{runs_of, seeds};
use cluster::Cluster;
use experiments::swarm::{FaultKind, Feature, disturbed_with};
use model::config::{Action, ClusterConfig, Load, OpKind, ReadMode, WorkloadConfig};
use model::ids::RangeId;
use model::operation::Operation;
use observe::Watch;
use report::check::Check;
use run::runner;
use sim::{MILLIS, Micros, NodeId, SECONDS, Stream};

/// Fewer than in the scenario, so that readers and writers meet.
const KEYS: u64 = 6;
const DURATION_US: Micros = 25 * SECONDS;
const GATEWAYS: [NodeId; 3] = [NodeId(5), NodeId(6), NodeId(7)];

/// What a swarm of leases varies.
#[derive(Clone)]
struct Swarm {
    mode: ReadMode,
    kinds: Vec<FaultKind>,
    /// Greatest rate error of a store's clock, either way.
    drift_ppm: i32,
    lease_us: Micros,
    withhold_votes: bool,
    suspend_lease: bool,
    index_by_lease: bool,
}

impl Swarm {
    fn new(mode: ReadMode) -> Self {
        Swarm {
            mode,
            kinds: FaultKind::ALL.to_vec(),
            drift_ppm: 0,
            lease_us: 0,
            withhold_votes: true,
            suspend_lease: true,
            index_by_lease: false,
        }
    }

    /// The first violated check of a run, with its sentence.
    fn run(&self, seed: u64) -> Option<(Check, String)> {
        let mut resolved = runs_of("five-replicas").remove(0).resolved;
        resolved.config.seed = seed;
        resolved.config.workloads = writers(&resolved.config);
        resolved.config.settings.request_timeout_us = 300 * MILLIS;
        let features = [Feature::FollowerReplication, Feature::Hibernation];
        let mut resolved = disturbed_with(&resolved, &self.kinds, &features);
        let mut stream = Stream::fork(seed, "lease swarm", 0);
        let stores = 5;
        for (_, action) in &mut resolved.actions {
            if let Action::Set(settings) = action {
                settings.read_mode = self.mode;
                // Leases rest on it; and on leaders that apply what they answer from.
                settings.check_quorum = true;
                settings.reads.lease_us = self.lease_us;
                settings.reads.withhold_votes = self.withhold_votes;
                settings.reads.suspend_lease = self.suspend_lease;
                settings.reads.index_by_lease = self.index_by_lease;
                settings.reads.batch_read_index = stream.below(2) == 0;
            }
        }
        resolved.actions.extend(draw_reads(&mut stream));
        let mut at = SECONDS;
        while at < DURATION_US {
            let store = NodeId(stream.below(stores) as u16);
            resolved.actions.push((at, self.draw(store, &mut stream)));
            at += stream.between(100 * MILLIS, SECONDS);
        }
        resolved.actions.sort_by_key(|(at, _)| *at);
        let watch = Watch::new(runner::watched(&resolved));
        let mut cluster = Cluster::new(resolved.config.clone(), resolved.actions.clone(), watch);
        cluster.run_until(DURATION_US, u64::MAX);
        let watch = cluster.observer();
        watch.violation().map(|v| (v.check, v.text.clone()))
    }

    fn draw(&self, store: NodeId, stream: &mut Stream) -> Action {
        let range = RangeId(stream.below(3) as u32);
        match stream.below(6) {
            0 => Action::Operate {
                range,
                step: Operation::Split {
                    at_key: stream.between(1, 2 * KEYS),
                },
            },
            1 => Action::Operate {
                range,
                step: Operation::Merge {
                    into: RangeId(stream.below(3) as u32),
                },
            },
            2 | 3 if self.drift_ppm > 0 => {
                let most = self.drift_ppm;
                let drift_ppm = stream.below(2 * most as u64 + 1) as i32 - most;
                Action::SetClock { store, drift_ppm }
            }
            _ => Action::Transfer { to: store, range },
        }
    }

    fn holds(&self) {
        for seed in seeds(20) {
            if let Some((check, text)) = self.run(seed) {
                panic!("{:?} seed {seed}: {}: {text}", self.mode, check.id());
            }
        }
    }

    /// Seeds that show a read that is stale against its promise; no other check breaks.
    fn caught(&self, seeds: std::ops::Range<u64>) -> Vec<u64> {
        let is_caught = |seed: &u64| match self.run(*seed) {
            Some((check, text)) => {
                assert_eq!(check.id(), "linearizable", "seed {seed}: {text}");
                true
            }
            None => false,
        };
        seeds.filter(is_caught).collect()
    }
}

/// Writers at every gateway, all of the same few keys.
fn writers(config: &ClusterConfig) -> Vec<WorkloadConfig> {
    let first = &config.workloads[0];
    let writer = |gateway| WorkloadConfig {
        gateways: vec![gateway],
        through: Vec::new(),
        op: OpKind::Put,
        keys: (0, KEYS),
        load: Load::Closed {
            clients: 2,
            think_us: 40 * MILLIS,
        },
        ..first.clone()
    };
    GATEWAYS.map(writer).to_vec()
}

/// Readers at every gateway.
fn draw_reads(stream: &mut Stream) -> Vec<(Micros, Action)> {
    let mut reads = Vec::new();
    let mut at = 1;
    while at < DURATION_US {
        let action = Action::Request {
            gateway: GATEWAYS[stream.below(3) as usize],
            op: OpKind::Get,
            key: stream.below(KEYS),
            rows: 1,
            value_bytes: 16,
            mode: None,
        };
        reads.push((at, action));
        at += stream.between(1, 12 * MILLIS);
    }
    reads
}

#[test]
fn a_lease_keeps_its_promise_under_every_fault() {
    Swarm::new(ReadMode::Lease).holds();
}

#[test]
fn a_lease_with_a_margin_keeps_its_promise_while_clocks_drift() {
    Swarm {
        drift_ppm: 40_000,
        lease_us: 800 * MILLIS,
        ..Swarm::new(ReadMode::Lease)
    }
    .holds();
}

#[test]
fn read_indexes_answered_by_a_lease_keep_their_promise() {
    for mode in [ReadMode::Leader, ReadMode::Follower] {
        Swarm {
            index_by_lease: true,
            ..Swarm::new(mode)
        }
        .holds();
    }
}

/// One of these seeds shows what a rule is for: a change of the engine makes other runs of all.
fn is_caught(swarm: &Swarm, seeds: std::ops::Range<u64>) {
    let shows = |seed| swarm.caught(seed..seed + 1) == [seed];
    assert!(seeds.clone().any(shows), "none of {seeds:?}");
}

#[test]
fn found_that_a_lease_must_end_before_followers_may_vote() {
    let swarm = Swarm {
        lease_us: 5 * SECONDS,
        kinds: vec![FaultKind::Cuts],
        ..Swarm::new(ReadMode::Lease)
    };
    is_caught(&swarm, 0..100);
}

#[test]
fn found_that_a_lease_without_a_margin_does_not_tolerate_any_drift() {
    let swarm = Swarm {
        drift_ppm: 900_000,
        kinds: vec![FaultKind::Cuts],
        ..Swarm::new(ReadMode::Lease)
    };
    is_caught(&swarm, 0..100);
}
