//! Scenarios that run: what they promise holds, and a run is replayed exactly.

use documents::scenario::{Resolved, Scenario, with_actions};
use experiments::swarm::{FaultKind, swarm_run};
use model::config::{Action, OpKind};
use run::resources::ResourceMeter;
use run::runner;
use sim::{Micros, NodeId, Place, ZoneId};

use super::published::read;
use crate::common::outcomes;

fn resolve(file: &str, seed: u64) -> Resolved {
    Scenario::parse(&read(file))
        .unwrap()
        .resolve(None, Some(seed))
        .unwrap()
}

#[test]
fn every_expectation_of_every_scenario_holds() {
    for (name, outcome) in outcomes() {
        for verdict in &outcome.verdicts {
            assert!(verdict.met(), "{name}: {}", verdict.to_line());
        }
        for variant in &outcome.variants {
            let violation = outcome.unexpected_violation(variant);
            assert_eq!(violation, None, "{name}: {}", variant.name);
        }
        assert!(outcome.holds(), "{name}");
    }
}

#[test]
fn an_expectation_that_does_not_hold_is_told() {
    let text = read("first-look.json").replace("\"at_least\": 100", "\"at_least\": 1000000");
    let scenario = Scenario::parse(&text).unwrap();
    let outcome = runner::run_all(&scenario, None, None).unwrap();
    assert!(!outcome.holds());
    let json = outcome.to_json();
    let missed = json["expect"]
        .as_array()
        .unwrap()
        .iter()
        .find(|e| e["met"] == false)
        .unwrap();
    assert_eq!(missed["metric"], "run/workload.puts.ok");
    assert_eq!(missed["limit"], 1_000_000.0);
}

#[test]
fn a_run_that_is_cut_short_is_not_judged() {
    let scenario = Scenario::parse(&read("stale-leader.json")).unwrap();
    let outcome = runner::run_all(&scenario, None, Some(1_000_000)).unwrap();
    assert!(outcome.ends_elsewhere && outcome.verdicts.is_empty());
    assert!(
        outcome
            .variants
            .iter()
            .all(|variant| variant.simulated_us == 1_000_000)
    );
}

/// What a person might do at these instants.
fn by_hand() -> Vec<(Micros, Action)> {
    let gateway = NodeId(5);
    vec![
        (
            1_000_001,
            Action::Request {
                gateway,
                op: OpKind::Put,
                key: 3,
                rows: 1,
                value_bytes: 64,
                mode: None,
            },
        ),
        (10_000_000, Action::Crash(NodeId(3))),
        (10_000_000, Action::Isolate(Place::Zone(ZoneId(0)))),
        (12_345_678, Action::Set(model::config::Settings::default())),
        (15_000_000, Action::HealAll),
        (16_000_000, Action::Restart(NodeId(3))),
        (
            18_000_000,
            Action::SetWorkload {
                workload: 1,
                running: false,
            },
        ),
    ]
}

/// A run by hand, written as a file and run again from the start, is the same run: also where
/// scripted actions and those by hand fall on one instant.
#[test]
fn a_run_by_hand_replays_from_its_file_to_the_same_digest() {
    let text = read("five-replicas.json");
    for seed in 0..5 {
        let resolved = Scenario::parse(&text)
            .unwrap()
            .resolve(None, Some(seed))
            .unwrap();
        let mut cluster = runner::start(&resolved);
        let mut resources = ResourceMeter::new(&cluster, resolved.measure_from_us);
        for (at, action) in by_hand() {
            resources.run_until(&mut cluster, at - 1, u64::MAX);
            cluster.act(at, action);
        }
        resources.run_until(&mut cluster, resolved.duration_us, u64::MAX);
        let played = runner::summary(&resolved, &cluster, &resources);

        let file = with_actions(&text, None, Some(seed), &by_hand()).unwrap();
        let replay = Scenario::parse(&file).unwrap().resolve(None, None).unwrap();
        let replayed = runner::run(&replay, replay.duration_us);
        assert_eq!(replayed.digest, played.digest, "seed {seed}");
        assert_eq!(replayed, played, "seed {seed}");

        let untouched = runner::run(&resolved, resolved.duration_us);
        assert_ne!(
            untouched.digest, played.digest,
            "seed {seed}: the actions did something"
        );
    }
}

#[test]
fn a_swarm_holds_and_a_seed_replays_its_run() {
    for seed in 0..10 {
        let resolved = resolve("five-replicas.json", seed);
        let run = swarm_run(&resolved, &FaultKind::ALL, &[])
            .unwrap_or_else(|failure| panic!("seed {seed}: {failure:?}"));
        assert!(run.ok > 0);
        let again = swarm_run(&resolved, &FaultKind::ALL, &[]).unwrap();
        assert_eq!(again.digest, run.digest, "seed {seed}");
    }
}

#[test]
fn different_seeds_and_faults_give_different_runs() {
    let digest = |seed, kinds: &[FaultKind]| {
        swarm_run(&resolve("first-look.json", seed), kinds, &[])
            .unwrap()
            .digest
    };
    let all = digest(3, &FaultKind::ALL);
    assert_ne!(all, digest(4, &FaultKind::ALL));
    assert_ne!(all, digest(3, &[FaultKind::Loss]));
    assert_ne!(all, digest(3, &[]));
}
