//! The replication lab under faults: features come and go while stores crash and links are cut.
//! Safety is checked on every event; then everything heals, and all replicas must become the same.

use crate::common::{runs_of, seeds};
use documents::scenario::Resolved;
use experiments::swarm::{FaultKind, Feature, same_log};
use experiments::swarm::{disturbed_with, swarm_run};
use model::config::{ClusterConfig, Zones};
use model::fact::{Deed, Fact, MessageType, Observer};
use model::ids::RequestId;
use sim::Micros;

fn with_seed(scenario: &str, seed: u64) -> Resolved {
    let mut resolved = runs_of(scenario).remove(0).resolved;
    resolved.config.seed = seed;
    resolved
}

/// How often things happened that a swarm must come across to be worth anything.
#[derive(Default)]
struct Met {
    relayed: u64,
    forwarded: u64,
    nacked: u64,
    ordered: u64,
    refused: u64,
    from_neighbours: u64,
}

impl Observer for Met {
    fn fact(&mut self, _: Micros, _: u64, _: u64, fact: &Fact) {
        match fact {
            Fact::Sent(sent) => match sent.what {
                MessageType::RelayAppend => self.relayed += 1,
                MessageType::ForwardedAppend => self.forwarded += 1,
                MessageType::RelayNack => self.nacked += 1,
                MessageType::SnapshotOrder => self.ordered += 1,
                _ => {}
            },
            Fact::Decided(decision) if decision.what == Deed::RefusedSnapshot => self.refused += 1,
            Fact::Saved {
                by: model::fact::Saver::NeighbourSnapshot,
                ..
            } => self.from_neighbours += 1,
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

#[test]
fn every_feature_at_once_holds_under_every_fault() {
    for seed in seeds(25) {
        for scenario in [
            "five-replicas",
            "snapshot-from-neighbour",
            "location-affinity",
        ] {
            let resolved = with_seed(scenario, seed);
            let run = swarm_run(&resolved, &FaultKind::ALL, &Feature::ALL)
                .unwrap_or_else(|failure| panic!("{scenario}: {failure:#?}"));
            assert!(run.ok > 0, "{scenario} seed {seed}");
        }
    }
}

/// A seed that once did not hold, with what it found.
fn regression(scenario: &str, seed: u64, kinds: &[FaultKind], features: &[Feature]) {
    let run = swarm_run(&with_seed(scenario, seed), kinds, features);
    run.unwrap_or_else(|failure| panic!("{scenario}: {failure:#?}"));
}

/// See `cluster/tests/it/orphan.rs`.
#[test]
fn found_a_removed_learner_that_nobody_told() {
    let members = [Feature::Members];
    regression("five-replicas", 1, &[FaultKind::Loss], &members);
    regression("five-replicas", 10, &[FaultKind::Crashes], &members);
    regression("five-replicas", 18, &FaultKind::ALL, &members);
}

#[test]
fn found_a_removed_voter_whose_peers_are_all_gone() {
    regression("five-replicas", 35, &FaultKind::ALL, &[Feature::Members]);
}

/// It was taken in by a replica that went on before it had started.
#[test]
fn found_a_merge_that_is_applied_anew_at_a_restart() {
    regression("location-affinity", 178, &FaultKind::ALL, &Feature::ALL);
}

/// raft-rs would wait for all replicas when a member has no group; and a leader that was removed
/// made it panic.
#[test]
fn found_members_without_a_commit_group() {
    regression("five-replicas", 239, &FaultKind::ALL, &Feature::ALL);
    regression("location-affinity", 260, &FaultKind::ALL, &Feature::ALL);
    regression("five-replicas", 20_337, &FaultKind::ALL, &Feature::ALL);
    regression("split-and-merge", 92, &FaultKind::ALL, &Feature::ALL);
}

/// A paused store took the offer later, when hibernation was off and nothing woke it any more.
#[test]
fn found_an_offer_of_sleep_from_before_the_switch_went_off() {
    regression("five-replicas", 639, &FaultKind::ALL, &Feature::ALL);
}

/// A replica that slept when it was removed behind a cut never asked; see `tick_orphan`.
#[test]
fn found_a_sleeper_that_was_removed_behind_a_cut() {
    regression("five-replicas", 20_158, &FaultKind::ALL, &Feature::ALL);
}

/// A merge had taken in rows of a snapshot that was not yet durable, and the store lost power.
#[test]
fn found_a_merge_under_a_snapshot_that_was_undone() {
    regression("five-replicas", 20_387, &FaultKind::ALL, &Feature::ALL);
    regression("five-replicas", 1_034, &FaultKind::ALL, &Feature::ALL);
}

/// Nothing stood still: appends of one entry, one at a time, over 100 ms, for two minutes.
#[test]
fn found_a_log_that_is_caught_up_with_entry_by_entry() {
    regression(
        "interactive-transaction",
        258,
        &FaultKind::ALL,
        &Feature::ALL,
    );
}

#[test]
fn a_seed_replays_its_run_with_features_too() {
    for seed in 0..5 {
        let resolved = with_seed("five-replicas", seed);
        let digest = |features: &[Feature]| {
            let run = swarm_run(&resolved, &FaultKind::ALL, features);
            run.expect("it holds").digest
        };
        assert_eq!(digest(&Feature::ALL), digest(&Feature::ALL), "seed {seed}");
        assert_ne!(digest(&Feature::ALL), digest(&[]), "seed {seed}");
    }
}

#[test]
fn the_swarm_comes_across_relays_refusals_and_neighbours() {
    let mut met = Met::default();
    for seed in 0..20 {
        let resolved = with_seed("five-replicas", seed);
        let resolved = disturbed_with(&resolved, &FaultKind::ALL, &Feature::ALL);
        let (config, actions) = (resolved.config, resolved.actions);
        let mut cluster = cluster::Cluster::new(config, actions, met);
        cluster.run_until(20_000_000, u64::MAX);
        met = std::mem::take(cluster.observer_mut());
    }
    assert!(met.relayed > 500, "{} relayed", met.relayed);
    assert!(met.forwarded > 500, "{} forwarded", met.forwarded);
    assert!(met.nacked > 5, "{} nacked", met.nacked);
    assert!(met.ordered > 20, "{} ordered", met.ordered);
    assert!(met.refused > 0, "{} refused", met.refused);
    assert!(met.from_neighbours > 5, "{} sent", met.from_neighbours);
}

#[test]
fn features_of_the_transport_commit_the_same_log_as_none() {
    for seed in 0..20 {
        let resolved = with_seed("five-replicas", seed);
        let entries = same_log(&resolved, &Feature::OF_TRANSPORT);
        let entries = entries.unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        assert!(entries > 100, "seed {seed}: {entries} entries");
    }
}

/// The canary: a delegate that forwards whatever stands in its log. The swarm must find it out.
#[test]
fn a_delegate_without_the_pin_is_found_out() {
    let found = (0..60).any(|seed| {
        let mut resolved = with_seed("five-replicas", seed);
        let config: &mut ClusterConfig = &mut resolved.config;
        config.sabotage.relay_without_pin = true;
        config.settings.follower_replication = Zones::ALL;
        std::panic::catch_unwind(|| {
            swarm_run(&resolved, &FaultKind::ALL, &[Feature::FollowerReplication]).is_err()
        })
        .unwrap_or(true)
    });
    assert!(found, "no seed tells");
}
