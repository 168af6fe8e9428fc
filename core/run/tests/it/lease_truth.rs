//! Runs in which leases were once broken, and what they say now: an order to take over that a relay
//! overtook, replicas that stand for election by order, and clocks that drift apart.

use std::fs;

use crate::common::{repository, scenario_text};
use documents::scenario::{Resolved, Scenario};
use model::config::{ClusterConfig, NodeKind};
use model::drift::{LeaseTerms, drift_bound_ppm, each_clock_ppm, longest_lease_us, way_us};
use run::runner;
use sim::NodeId;

/// Some of the two hundred that were run by hand.
const SEEDS: std::ops::Range<u64> = 0..3;

fn scenario(name: &str) -> Scenario {
    let folder = repository().join("core/run/testdata/truth");
    let path = folder.join(format!("{name}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Scenario::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn violation(resolved: &Resolved) -> Option<String> {
    runner::run(resolved, resolved.duration_us).first_violation()
}

fn holds(name: &str, change: impl Fn(&mut ClusterConfig)) {
    let scenario = scenario(name);
    for seed in SEEDS {
        for mut resolved in runner::runs(&scenario, Some(seed)).expect("it is valid") {
            change(&mut resolved.config);
            let variant = &resolved.variant;
            assert_eq!(violation(&resolved), None, "{name} {variant}, seed {seed}");
        }
    }
}

/// Three stores; the first one leads.
fn bound_ppm(config: &ClusterConfig) -> i64 {
    let way_us = way_us(config, NodeId(0), &[NodeId(1), NodeId(2)], 1);
    let (tick_us, election_ticks) = (config.raft.tick_us, config.raft.election_ticks as u64);
    drift_bound_ppm(LeaseTerms {
        tick_us,
        election_ticks,
        lease_us: longest_lease_us(tick_us, election_ticks),
        way_us: way_us.expect("the others are a majority"),
    })
}

/// Clocks drift apart as they do in the file, and as far as leases tolerate.
fn drift_within(config: &mut ClusterConfig) {
    let within = each_clock_ppm(bound_ppm(config)) as i32;
    for node in &mut config.nodes {
        if let NodeKind::Store(store) = &mut node.kind {
            store.clock_drift_ppm = store.clock_drift_ppm.signum() * within;
        }
    }
}

#[test]
fn a_late_order_to_take_over_that_the_relay_overtook_breaks_no_lease() {
    holds("relay-timeoutnow", |_| ());
}

#[test]
fn replicas_that_are_told_to_stand_for_election_break_no_lease() {
    holds("campaign", |_| ());
}

#[test]
fn clocks_that_drift_less_than_leases_tolerate_break_none() {
    holds("drift-1-percent", drift_within);
    holds("drift-3-percent", drift_within);
}

#[test]
fn found_that_one_per_cent_is_too_much_where_round_trips_take_a_fifth_of_a_millisecond() {
    let scenario = scenario("drift-1-percent");
    let resolved = runner::runs(&scenario, Some(81))
        .expect("it is valid")
        .remove(0);
    assert_eq!(bound_ppm(&resolved.config), 444);
    let text = violation(&resolved).expect("clocks are apart by two per cent");
    assert!(text.contains("linearizable"), "{text}");
}

/// What is said of the bound, in a scenario and in a lesson, is what the formula says.
#[test]
fn the_texts_take_their_bound_from_the_formula() {
    let text = scenario_text("lease-and-drift");
    let scenario = Scenario::parse(&text).expect("it is valid");
    let resolved = runner::runs(&scenario, None)
        .expect("it is valid")
        .remove(0);
    let bound_ppm = bound_ppm(&resolved.config);
    let said = format!("{}.{} %", bound_ppm / 10_000, bound_ppm % 10_000 / 1_000);
    assert_eq!(said, "7.4 %");
    let path = repository().join("public/lessons/leases.json");
    let lesson = fs::read_to_string(path).expect("the lesson");
    assert!(text.contains(&said) && lesson.contains(&said));
}
