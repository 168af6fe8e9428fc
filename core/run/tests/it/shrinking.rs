//! What a swarm found is shrunk to the acts that it needs, and written down as a file that breaks
//! the same at the same instant.

use documents::scenario::{Resolved, Scenario, as_file};
use experiments::swarm::{
    Drawn, FaultKind, ReadPlan, Shrunk, breaks, draw_reads, run_drawn, shrink,
};
use model::config::{Action, ReadMode};
use model::sabotage::Sabotage;
use report::check::Check;
use sim::NodeId;

const TRIES: u32 = 400;

fn scenario() -> Scenario {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/swarm/reads.json");
    let text = std::fs::read_to_string(file).expect("it is there");
    Scenario::parse(&text).expect("it is valid")
}

fn drawn(mode: ReadMode, drift_beyond: bool, seed: u64) -> Drawn {
    let resolved = scenario().resolve(Some("raw"), Some(seed));
    let resolved = resolved.expect("it has the variant");
    let plan = ReadPlan { mode, drift_beyond };
    draw_reads(&resolved, plan, &[FaultKind::Cuts, FaultKind::OneWay], &[])
}

/// The first seed that breaks a check, shrunk.
fn first_shrunk(mode: ReadMode, drift_beyond: bool) -> (Drawn, Shrunk) {
    let found = (0..200).find_map(|seed| {
        let drawn = drawn(mode, drift_beyond, seed);
        let failure = run_drawn(&drawn).err()?;
        let shrunk = shrink(&drawn, &failure, TRIES);
        Some((drawn, shrunk.expect("a check saw it")))
    });
    found.expect("a seed breaks it")
}

#[test]
fn nothing_can_be_left_out_of_what_is_left() {
    let (drawn, shrunk) = first_shrunk(ReadMode::LeaseUnsafe, true);
    let Shrunk {
        resolved, failure, ..
    } = &shrunk;
    assert!(shrunk.tries < TRIES, "it came to its end");
    assert!(resolved.actions.len() < shrunk.actions_before);
    let again = breaks(resolved, drawn.judges_all(), failure.at_us);
    assert_eq!(again.map(|one| one.what), Some(failure.what.clone()));
    for i in 0..resolved.actions.len() {
        let mut less = resolved.clone();
        less.actions.remove(i);
        let broken = breaks(&less, drawn.judges_all(), failure.at_us);
        assert!(
            broken.is_none_or(|other| other.check != failure.check),
            "without action {i} it breaks too: {:?}",
            resolved.actions[i]
        );
    }
}

#[test]
fn it_is_seen_no_later_than_before_and_for_the_same_check() {
    let (drawn, shrunk) = first_shrunk(ReadMode::Local, false);
    let failure = run_drawn(&drawn).expect_err("the seed breaks it");
    assert_eq!(failure.check, Some(Check::Linearizable));
    assert_eq!(shrunk.failure.check, failure.check);
    assert!(shrunk.failure.at_us <= failure.at_us);
}

#[test]
fn the_file_that_is_written_breaks_the_same_at_the_same_instant() {
    let (drawn, shrunk) = first_shrunk(ReadMode::Lease, true);
    let Shrunk {
        resolved, failure, ..
    } = &shrunk;
    let file = as_file(&scenario(), resolved, failure.at_us + 1, ("Found", "It."));
    let file = Scenario::parse(&file.expect("it can be written")).expect("it is valid");
    let read = file.resolve(None, None).expect("it has one run");
    let here = breaks(&read, drawn.judges_all(), failure.at_us).expect("it breaks");
    assert_eq!((here.at_us, &here.what), (failure.at_us, &failure.what));
    assert_eq!(here.digest, failure.digest);
}

/// Bugs that are put into the engine: of some twenty faults that a seed drew few are
/// left, whichever seed found it.
#[test]
fn an_injected_bug_needs_few_faults() {
    let gives_up = Sabotage {
        says_failed: true,
        ..Sabotage::default()
    };
    let loses_rows = Sabotage {
        loses_rows: Some(NodeId(1)),
        ..Sabotage::default()
    };
    // A put must have left and its answer be lost, which a crash alone seldom does.
    for (sabotage, check, few) in [
        (gives_up, Check::DirtyRead, 1..=4),
        (loses_rows, Check::StateMachineSafety, 0..=3),
    ] {
        let seeds = (0..20).filter_map(|seed| faults_left(sabotage, check, seed));
        let found: Vec<(usize, usize)> = seeds.take(4).collect();
        assert_eq!(found.len(), 4, "{check:?} is found");
        for (before, left) in found {
            assert!(
                before > 10 && few.contains(&left),
                "{check:?}: {left} of {before}"
            );
        }
    }
}

/// Faults that a seed drew, and those that are left of them, if it breaks this check.
fn faults_left(sabotage: Sabotage, check: Check, seed: u64) -> Option<(usize, usize)> {
    let resolved = scenario().resolve(Some("raw"), Some(seed));
    let mut resolved = resolved.expect("it has the variant");
    resolved.config.sabotage = sabotage;
    let plan = ReadPlan {
        mode: ReadMode::Leader,
        drift_beyond: false,
    };
    let drawn = draw_reads(&resolved, plan, &FaultKind::ALL, &[]);
    let failure = run_drawn(&drawn).err()?;
    assert_eq!(failure.check, Some(check));
    let shrunk = shrink(&drawn, &failure, TRIES).expect("a check saw it");
    let faults = |resolved: &Resolved| {
        let begun = resolved
            .actions
            .iter()
            .filter(|(_, act)| act.fault().is_some());
        begun.count()
    };
    Some((faults(drawn.resolved()), faults(&shrunk.resolved)))
}

/// A canary: with a clock that may drift as far as leases allow, the same acts break nothing.
#[test]
fn what_is_left_needs_the_clock_that_it_keeps() {
    let (drawn, shrunk) = first_shrunk(ReadMode::Lease, true);
    let is_clock = |action: &Action| matches!(action, Action::SetClock { .. });
    let acts = &shrunk.resolved.actions;
    assert!(acts.iter().any(|(_, action)| is_clock(action)));
    let mut right: Resolved = shrunk.resolved.clone();
    right.actions.retain(|(_, action)| !is_clock(action));
    let broken = breaks(&right, drawn.judges_all(), shrunk.failure.at_us);
    assert!(broken.is_none());
}

#[test]
fn what_is_seen_only_at_rest_is_not_shrunk() {
    let drawn = drawn(ReadMode::Leader, false, 1);
    let failure = experiments::swarm::SwarmFailure {
        seed: 1,
        check: None,
        what: "convergence: not at rest".into(),
        at_us: 30_000_000,
        digest: 0,
    };
    assert!(shrink(&drawn, &failure, TRIES).is_none());
}
