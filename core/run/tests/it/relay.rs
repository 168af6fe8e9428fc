//! Follower Replication under every check: the proof that the pin is needed, random faults, and the
//! same committed log with and without it.

use crate::common::runs_of;
use cluster::Cluster;
use documents::scenario::Resolved;
use experiments::swarm::{FaultKind, swarm_run};
use model::config::{Action, DelegatePolicy, FaultKey, Zones};
use model::fact::{Fact, MessageType, Observer, Role};
use model::ids::{RangeId, RequestId};
use observe::Watch;
use report::check::Check;
use run::runner;
use sim::{MILLIS, NodeId, Place, SECONDS};

/// Five stores, three in the leader's city and two in the other.
fn two_cities() -> Resolved {
    let mut resolved = runs_of("follower-replication").remove(0).resolved;
    resolved.actions.clear();
    resolved
}

/// A run that a test drives action by action.
struct Drive {
    cluster: Cluster<Watch>,
}

impl Drive {
    fn act(&mut self, action: Action) {
        let at = self.cluster.now() + 1;
        self.cluster.act(at, action);
        self.cluster.run_until(at, u64::MAX);
    }

    fn run(&mut self, duration_us: u64) {
        let end = self.cluster.now() + duration_us;
        self.cluster.run_until(end, u64::MAX);
    }

    fn campaign(&mut self, store: u16) {
        self.act(Action::Campaign {
            store: NodeId(store),
            range: RangeId(0),
        });
    }

    fn isolate(&mut self, store: u16) {
        self.act(Action::Isolate(Place::Node(NodeId(store))));
    }

    fn heal(&mut self, store: u16) {
        self.act(Action::Heal(FaultKey::Isolate(Place::Node(NodeId(store)))));
    }

    /// Steps until this store leads in this term.
    fn until_leads(&mut self, store: u16, term: u64) {
        let end = self.cluster.now() + SECONDS;
        let leads = |drive: &Drive| {
            let replicas = drive.cluster.replicas(RangeId(0));
            let mut found = replicas.iter().filter(|r| r.node == NodeId(store));
            found.any(|r| r.role == Role::Leader && r.term == term)
        };
        while !leads(self) {
            assert!(self.cluster.step() && self.cluster.now() < end);
        }
    }

    /// The append in flight between two stores.
    fn append(&self, from: u16, to: u16) -> u64 {
        let flights = self.cluster.flights().map(|(fact, _)| *fact);
        let mut appends = flights.filter(|fact| fact.what == MessageType::Append);
        let found = appends.find(|f| (f.from, f.to) == (NodeId(from), NodeId(to)));
        found.expect("a new leader sends its first entry").flight
    }
}

/// Store 3 keeps an entry (2, term 2) that nobody else has. Store 0 leads term 3, and its entry
/// (2, term 3) goes to store 4 through store 3, and directly to store 1. Then stores 0 and 1 are
/// lost, and store 3 campaigns again.
fn stale_suffix_in_the_delegate(without_pin: bool) -> Drive {
    let mut resolved = two_cities();
    resolved.config.workloads.clear();
    resolved.names.workloads.clear();
    resolved.config.settings.pre_vote = false;
    resolved.config.settings.check_quorum = false;
    resolved.config.sabotage.relay_without_pin = without_pin;
    let config = resolved.config.clone();
    let cluster = Cluster::new(config, Vec::new(), Watch::new(runner::watched(&resolved)));
    let mut drive = Drive { cluster };
    drive.run(500 * MILLIS);
    drive.campaign(3);
    drive.until_leads(3, 2);
    drive.isolate(3);
    drive.run(20 * MILLIS);
    // A leader does not campaign: it starts anew, with its entry on disk, and tries in vain.
    drive.act(Action::Crash(NodeId(3)));
    drive.act(Action::Restart(NodeId(3)));
    for _ in 0..5 {
        drive.campaign(3);
    }
    drive.run(5 * MILLIS);
    drive.campaign(0);
    drive.run(MILLIS);
    drive.heal(3);
    drive.until_leads(0, 3);
    let (to_delegate, to_member) = (drive.append(0, 3), drive.append(0, 4));
    drive.cluster.relay_in_flight(to_delegate, to_member);
    drive.isolate(2);
    drive.run(50 * MILLIS);
    drive.isolate(0);
    drive.isolate(1);
    drive.heal(2);
    drive.campaign(3);
    drive.run(100 * MILLIS);
    drive
}

fn violated(drive: &Drive, check: Check) -> bool {
    let verdicts = drive.cluster.observer().verdicts();
    let found = verdicts.into_iter().find(|verdict| verdict.check == check);
    found.is_some_and(|verdict| verdict.violation.is_some())
}

#[test]
fn without_the_pin_a_stale_suffix_in_the_delegate_breaks_state_machine_safety() {
    let drive = stale_suffix_in_the_delegate(true);
    assert!(violated(&drive, Check::StateMachineSafety));
}

#[test]
fn with_the_pin_a_stale_suffix_in_the_delegate_breaks_nothing() {
    let drive = stale_suffix_in_the_delegate(false);
    assert_eq!(drive.cluster.observer().violation(), None);
}

#[test]
fn random_faults_break_nothing_and_the_cluster_comes_to_rest() {
    for seed in 1..=12 {
        let mut resolved = two_cities();
        resolved.config.seed = seed;
        let settings = &mut resolved.config.settings;
        settings.follower_replication = Zones::ALL;
        settings.delegate_policy = DelegatePolicy::ALL[seed as usize % 3];
        settings.pre_vote = seed % 2 == 0;
        settings.check_quorum = seed % 4 < 2;
        settings.skip_commit_broadcast = seed % 3 > 0;
        settings.aggregate_acks = seed % 5 == 0;
        settings.group_commit = seed % 7 == 0;
        swarm_run(&resolved, &FaultKind::ALL, &[])
            .unwrap_or_else(|failure| panic!("seed {seed}: {}", failure.what));
    }
}

/// Keeps what is applied first at each index.
#[derive(Default)]
struct Log {
    applied: Vec<(u64, u64)>,
    relayed: u64,
}

impl Observer for Log {
    fn fact(&mut self, _: u64, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Applied { index, hash, .. }
                if self.applied.last().is_none_or(|(last, _)| *last < index) =>
            {
                self.applied.push((index, hash));
            }
            Fact::Sent(sent) => {
                self.relayed += u64::from(sent.what == MessageType::ForwardedAppend);
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

#[test]
fn the_same_seed_and_load_commit_the_same_log_with_and_without_it() {
    let log = |seed: u64, zones: Zones| {
        let mut resolved = two_cities();
        resolved.config.seed = seed;
        resolved.config.settings.follower_replication = zones;
        // Requests that come whether or not the ones before are answered: their order at the leader
        // is the clients' alone.
        resolved.config.workloads[0].load = model::config::Load::Open {
            interval_ns: 2_000_000,
        };
        let mut cluster = Cluster::new(resolved.config, Vec::new(), Log::default());
        cluster.run_until(5 * SECONDS, u64::MAX);
        cluster.act(
            5 * SECONDS + 1,
            Action::SetWorkload {
                workload: 0,
                running: false,
            },
        );
        cluster.run_until(6 * SECONDS, u64::MAX);
        let seen = cluster.observer();
        (seen.applied.clone(), seen.relayed)
    };
    for seed in 1..=3 {
        let (without, none) = log(seed, Zones::NONE);
        let (with, relayed) = log(seed, Zones::ALL);
        assert!(none == 0 && relayed > 1_000);
        assert_eq!(with, without, "seed {seed}");
    }
}
