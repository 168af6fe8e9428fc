//! Canaries of the verdicts on reads: swarms of an engine with one bug put in on purpose, which
//! must break the check that sees it; the same seeds without the bug break none.

use documents::scenario::Scenario;
use experiments::swarm::FaultKind;
use experiments::swarm::{ReadPlan, read_swarm_run};
use model::config::ReadMode;
use model::sabotage::Sabotage;

/// What the first of some seeds that breaks anything breaks first.
fn broken(
    (variant, mode): (&str, ReadMode),
    faults: &[FaultKind],
    seeds: std::ops::Range<u64>,
    sabotage: Sabotage,
) -> Option<String> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/swarm/reads.json");
    let text = std::fs::read_to_string(file).expect("it is there");
    let scenario = Scenario::parse(&text).expect("it is valid");
    let plan = ReadPlan {
        mode,
        drift_beyond: false,
    };
    seeds.into_iter().find_map(|seed| {
        let resolved = scenario.resolve(Some(variant), Some(seed));
        let mut resolved = resolved.expect("it has the variant");
        resolved.config.sabotage = sabotage;
        let run = read_swarm_run(&resolved, plan, faults, &[]);
        run.err().map(|failure| failure.what)
    })
}

/// The bug breaks this check, and without it none breaks.
fn trips(read: (&str, ReadMode), faults: &[FaultKind], bug: Sabotage, check: &str) {
    let seeds = 0..8;
    assert_eq!(
        broken(read, faults, seeds.clone(), Sabotage::default()),
        None
    );
    let what = broken(read, faults, seeds, bug).expect("it is seen");
    assert!(what.starts_with(&format!("{check}: ")), "{what}");
}

#[test]
fn a_stale_read_from_beyond_its_bound_breaks_the_bound() {
    let bug = Sabotage {
        stale_reads_too_old: true,
        ..Sabotage::default()
    };
    trips(("raw", ReadMode::Stale), &[], bug, "staleness");
    trips(("tso", ReadMode::Stale), &[], bug, "staleness");
}

#[test]
fn a_store_that_forgets_the_moment_of_a_read_breaks_the_snapshot() {
    let bug = Sabotage {
        forgets_read_times: true,
        ..Sabotage::default()
    };
    for mode in [ReadMode::Stale, ReadMode::Version] {
        trips(("raw", mode), &[], bug, "snapshot");
    }
}

#[test]
fn a_read_by_version_that_looks_at_no_version_breaks_what_it_promises() {
    let bug = Sabotage {
        versions_unchecked: true,
        ..Sabotage::default()
    };
    // A replica that is cut off or slow holds what is old.
    let faults = [FaultKind::Cuts, FaultKind::OneWay, FaultKind::Delays];
    trips(("raw", ReadMode::Version), &faults, bug, "linearizable");
}

#[test]
fn a_write_that_is_called_failed_and_was_read_is_a_dirty_read() {
    let bug = Sabotage {
        says_failed: true,
        ..Sabotage::default()
    };
    let cuts = [FaultKind::Cuts, FaultKind::OneWay, FaultKind::Loss];
    trips(("raw", ReadMode::Leader), &cuts, bug, "dirty_read");
}
