//! Modes that choose where a read goes, under faults: whatever they choose, reads stay
//! linearizable, and the cluster comes to rest.

use crate::common::runs_of;
use cluster::Cluster;
use documents::scenario::Resolved;
use experiments::swarm::{FaultKind, Feature};
use experiments::swarm::{disturbed_with, swarm_run};
use model::config::{AdaptiveBy, FollowerChoice, NodeKind, OpKind, ReadMode};
use model::fact::{Fact, MessageType, Observer, Refusal, Route};
use model::ids::RequestId;
use sim::{Micros, NodeId};

/// Seeds of each mode; the command line plays thousands.
const SEEDS: u64 = 12;

/// What a gateway of the swarm goes by.
#[derive(Copy, Clone, Debug)]
enum Way {
    Proxy,
    Learner,
    Adaptive,
    Latency,
    Random,
}

impl Way {
    const ALL: [Way; 5] = [
        Way::Proxy,
        Way::Learner,
        Way::Adaptive,
        Way::Latency,
        Way::Random,
    ];

    /// The scenario with this way for every read of its workloads and gateways.
    fn over(self, scenario: &str, seed: u64) -> Resolved {
        let mut resolved = runs_of(scenario).remove(0).resolved;
        let config = &mut resolved.config;
        config.seed = seed;
        let mode = match self {
            Way::Proxy => ReadMode::Proxy,
            Way::Learner => ReadMode::Learner,
            Way::Adaptive | Way::Latency => ReadMode::Adaptive,
            Way::Random => ReadMode::Follower,
        };
        let switches = &mut config.settings.reads;
        if matches!(self, Way::Latency) {
            switches.adaptive_by = AdaptiveBy::Latency;
        }
        if matches!(self, Way::Random) {
            switches.follower_choice = FollowerChoice::Random;
        }
        // Small enough that scans of ten rows are large, and stores are busy now and then.
        switches.adaptive_threshold_bytes = 2_000;
        config.reads.busy_us = 200;
        let gateways =
            (0..config.nodes.len()).filter(|&n| config.nodes[n].kind == NodeKind::Gateway);
        config.gateway_modes = gateways.map(|n| (NodeId(n as u16), mode)).collect();
        for workload in &mut config.workloads {
            workload.read_mode = Some(mode);
            if workload.op == OpKind::Get {
                workload.op = OpKind::Scan;
                workload.rows = 10;
            }
        }
        resolved
    }
}

#[test]
fn whatever_a_gateway_chooses_reads_are_linearizable_under_every_fault() {
    let features = [Feature::Members];
    for way in Way::ALL {
        for seed in 0..SEEDS {
            let resolved = way.over("five-replicas", seed);
            let run = swarm_run(&resolved, &FaultKind::ALL, &features)
                .unwrap_or_else(|failure| panic!("{way:?}: {failure:#?}"));
            assert!(run.ok > 0, "{way:?} seed {seed}");
        }
    }
}

/// What a swarm must come across to be worth anything.
#[derive(Default)]
struct Met {
    forwarded: u64,
    relayed: u64,
    busy: u64,
    unavailable: u64,
    why: [u64; Route::ALL.len()],
}

impl Observer for Met {
    fn fact(&mut self, _: Micros, _: u64, _: u64, fact: &Fact) {
        match fact {
            Fact::Sent(sent) => match sent.what {
                MessageType::ForwardedRead => self.forwarded += 1,
                MessageType::ForwardedRows => self.relayed += 1,
                _ => {}
            },
            Fact::Refused { why, .. } => match why {
                Refusal::Busy => self.busy += 1,
                Refusal::Unavailable => self.unavailable += 1,
                _ => {}
            },
            Fact::Routed { why, .. } => self.why[*why as usize] += 1,
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

#[test]
fn the_swarm_comes_across_what_can_go_wrong_on_the_way() {
    let mut met = Met::default();
    for way in Way::ALL {
        for seed in 0..SEEDS {
            let resolved = way.over("five-replicas", seed);
            let run = disturbed_with(&resolved, &FaultKind::ALL, &[Feature::Members]);
            let mut cluster = Cluster::new(run.config, run.actions, met);
            cluster.run_until(20_000_000, u64::MAX);
            met = std::mem::take(cluster.observer_mut());
        }
    }
    assert!(met.forwarded > 1_000 && met.relayed > 1_000);
    assert!(met.relayed < met.forwarded, "some are lost");
    assert!(met.unavailable > 0);
    for why in [
        Route::ResultLarge,
        Route::ResultSmall,
        Route::Faster,
        Route::OnlyLeader,
        Route::NoLearner,
        Route::ForwardedToLeader,
    ] {
        assert!(met.why[why as usize] > 0, "{why:?}");
    }
}
