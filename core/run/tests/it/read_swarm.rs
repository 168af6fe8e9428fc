//! Every read mode under faults, with clocks that drift and a few hot keys: what promises
//! linearizable reads keeps it, and what does not is caught by one of a few seeds.

use crate::common::{runs_of, seeds};
use documents::scenario::{Resolved, Scenario};
use experiments::swarm::{FaultKind, Feature};
use experiments::swarm::{ReadPlan, read_swarm_run};
use model::config::{OpKind, ReadMode};
use model::fact::Outcome;
use observe::history::Operation;
use observe::modes::promises;

/// Ranges split, leaders move, replicas come and go.
const FEATURES: [Feature; 2] = [Feature::Members, Feature::Splits];

fn with_seed(seed: u64) -> Resolved {
    let mut resolved = runs_of("first-look").remove(0).resolved;
    resolved.config.seed = seed;
    resolved
}

fn plan(mode: ReadMode) -> ReadPlan {
    ReadPlan {
        mode,
        drift_beyond: false,
    }
}

/// What the run with this seed broke first.
fn broken(plan: ReadPlan, seed: u64) -> Option<String> {
    let run = read_swarm_run(&with_seed(seed), plan, &FaultKind::ALL, &FEATURES);
    run.err().map(|failure| failure.what)
}

#[test]
fn modes_that_promise_linearizable_reads_keep_it() {
    let modes = ReadMode::ALL.iter().filter(|mode| mode.is_linearizable());
    for mode in modes {
        for seed in seeds(12) {
            assert_eq!(broken(plan(*mode), seed), None, "{mode:?}, seed {seed}");
        }
    }
}

#[test]
fn modes_that_promise_nothing_are_caught() {
    let unsafe_modes = [
        ReadMode::Local,
        ReadMode::LeaderUnchecked,
        ReadMode::LeaseUnsafe,
    ];
    for mode in unsafe_modes {
        let what = (0..60).find_map(|seed| broken(plan(mode), seed));
        let what = what.expect("one of a few seeds catches it");
        assert!(what.starts_with("linearizable: "), "{mode:?}: {what}");
    }
}

#[test]
fn a_seed_replays_its_run() {
    let one = || {
        read_swarm_run(
            &with_seed(3),
            plan(ReadMode::Follower),
            &FaultKind::ALL,
            &FEATURES,
        )
    };
    let (first, second) = (one().expect("it holds"), one().expect("it holds"));
    assert_eq!(first.digest, second.digest);
    assert_eq!(first.operations, second.operations);
}

/// Appends of one entry, one at a time: after the faults a new leader had 130 entries of its
/// predecessor to hand on before it could commit one of its own. Nothing was answered meanwhile.
#[test]
fn found_a_leader_that_catches_up_one_entry_at_a_time() {
    let plan = plan(ReadMode::Lease);
    let run = read_swarm_run(&with_seed(43), plan, &FaultKind::ALL, &[]);
    assert_eq!(run.err().map(|failure| failure.what), None);
}

/// A scenario for swarms alone: dense faults, short timeouts, every third request for a hot key.
fn swarming(variant: &str, seed: u64) -> Resolved {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/swarm/reads.json");
    let text = std::fs::read_to_string(file).expect("it is there");
    let scenario = Scenario::parse(&text).expect("it is valid");
    let resolved = scenario.resolve(Some(variant), Some(seed));
    resolved.expect("it has the variant")
}

/// Nothing was answered in the last second of load, and the one answer after it was sent on a
/// connection that lost packets had stalled: it was closed, and the answer went down with it.
#[test]
fn found_an_answer_at_rest_on_a_connection_that_faults_had_stalled() {
    let plan = plan(ReadMode::Lease);
    let resolved = swarming("tso-index", 960);
    let run = read_swarm_run(&resolved, plan, &FaultKind::ALL, &Feature::ALL);
    assert_eq!(run.err().map(|failure| failure.what), None);
}

/// What the run of that scenario with this seed broke first.
fn swarm_broken(variant: &str, plan: ReadPlan, seed: u64) -> Option<String> {
    let run = read_swarm_run(&swarming(variant, seed), plan, &FaultKind::ALL, &FEATURES);
    run.err().map(|failure| failure.what)
}

#[test]
fn every_mode_keeps_its_promise_under_dense_faults() {
    let modes = ReadMode::ALL.iter();
    for mode in modes.filter(|mode| promises(**mode)) {
        for variant in ["raw", "tso", "tso-index", "batches"] {
            for seed in seeds(8) {
                let broken = swarm_broken(variant, plan(*mode), seed);
                assert_eq!(broken, None, "{mode:?}, {variant}, seed {seed}");
            }
        }
    }
}

/// A crash took back entries and left the commit index that was theirs: what they had replaced was
/// applied.
#[test]
fn found_a_commit_index_that_outlived_its_entries() {
    let adaptive = plan(ReadMode::Adaptive);
    assert_eq!(swarm_broken("raw", adaptive, 1017), None);
    assert_eq!(swarm_broken("tso", plan(ReadMode::Leader), 2), None);
}

/// A value was read whose write nobody had an answer to when the run ended: it was not told.
#[test]
fn found_a_write_that_was_read_and_is_still_waited_for() {
    let resolved = swarming("raw", 1433);
    let run = read_swarm_run(&resolved, plan(ReadMode::Proxy), &FaultKind::ALL, &FEATURES);
    let run = run.expect("it holds");
    let writes = run.operations.iter().filter(|one| one.op == OpKind::Put);
    let written: Vec<u64> = writes.map(|one| one.request.write_id()).collect();
    let is_read = |one: &&Operation| one.op == OpKind::Get && one.outcome == Outcome::Ok;
    for read in run.operations.iter().filter(is_read) {
        assert!(read.value == 0 || written.contains(&read.value), "{read:?}");
    }
}

/// Clocks that run ten times too slow, or nearly twice too fast.
#[test]
fn a_lease_beyond_its_margin_is_caught() {
    let beyond = ReadPlan {
        drift_beyond: true,
        ..plan(ReadMode::Lease)
    };
    let broken = |plan: ReadPlan, seed: u64| {
        let cuts = [FaultKind::Cuts, FaultKind::OneWay];
        let run = read_swarm_run(&swarming("raw", seed), plan, &cuts, &[]);
        run.err().map(|failure| failure.what)
    };
    let caught = (0..200).find_map(|seed| Some((seed, broken(beyond, seed)?)));
    let (seed, what) = caught.expect("one of a few seeds catches it");
    assert!(what.starts_with("linearizable: "), "{what}");
    assert_eq!(broken(plan(ReadMode::Lease), seed), None, "seed {seed}");
}

/// Found by a campaign of 100,000 seeds. A member's replica was destroyed when it left; the next
/// leader did not know that this was committed, and counted by the members before: two of them in
/// its own zone, the third gone. A majority held the entry, but no second zone ever would.
#[test]
fn group_commit_may_wait_for_a_replica_that_is_gone_until_it_is_given_up() {
    let run = |group_commit: bool| {
        let features = Feature::ALL.into_iter();
        let features: Vec<Feature> = features
            .filter(|feature| group_commit || *feature != Feature::GroupCommit)
            .collect();
        let resolved = swarming("tso", 38_274);
        read_swarm_run(
            &resolved,
            plan(ReadMode::Follower),
            &FaultKind::ALL,
            &features,
        )
    };
    let with = run(true).expect("it holds once group commit is given up");
    assert!(with.gave_up_group_commit && with.rest_us > 30_000_000);
    let without = run(false).expect("it holds");
    assert!(!without.gave_up_group_commit && without.rest_us < 30_000_000);
}

/// Found by the same campaign. The leader had become a member after the gateway had last heard who
/// the members are: each refusal named it, and the gateway asked its closest member again.
#[test]
fn found_a_leader_that_an_adaptive_gateway_was_told_of_and_never_asked() {
    let resolved = swarming("tso", 76_005);
    let adaptive = plan(ReadMode::Adaptive);
    let run = read_swarm_run(&resolved, adaptive, &FaultKind::ALL, &Feature::ALL);
    run.expect("requests are answered at rest");
}
