//! The same scenario and seed, played twice, is the same run fact by fact.

use crate::common::{Run, runs_of, some_public_runs};
use cluster::Cluster;
use model::fact::{Fact, Observer};
use model::ids::RequestId;
use run::playground::Playground;
use run::runner;
use sim::Micros;

/// Events that are compared of each run, to name the first that differs; that whole runs are the
/// same is said by their pinned digests (`parity`).
const EVENTS: u64 = 15_000;

/// Keeps the facts and rows of one event.
#[derive(Default)]
struct Tape {
    facts: Vec<(Micros, u64, u64, Fact)>,
    rows: Vec<(RequestId, u64, Vec<u64>)>,
}

impl Observer for Tape {
    fn fact(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact) {
        self.facts.push((at_us, event, cause, *fact));
    }

    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.rows.push((request, first_key, values.to_vec()));
    }
}

fn start(run: &Run) -> Cluster<Tape> {
    let resolved = &run.resolved;
    Cluster::new(
        resolved.config.clone(),
        resolved.actions.clone(),
        Tape::default(),
    )
}

/// Plays both in step and stops at the first event in which they differ.
fn compare(run: &Run) {
    let (mut one, mut two) = (start(run), start(run));
    while one.events() < EVENTS && one.now() < run.resolved.duration_us {
        let went_on = one.step();
        assert_eq!(two.step(), went_on);
        let (left, right) = (one.observer_mut(), two.observer_mut());
        let differs = left
            .facts
            .iter()
            .zip(&right.facts)
            .find(|(left, right)| left != right);
        if let Some((left, right)) = differs {
            panic!(
                "{} {} differs first in:\n  {left:?}\n  {right:?}",
                run.scenario, run.variant
            );
        }
        assert_eq!(
            left.facts.len(),
            right.facts.len(),
            "{} {}",
            run.scenario,
            run.variant
        );
        assert_eq!(left.rows, right.rows, "{} {}", run.scenario, run.variant);
        for tape in [left, right] {
            tape.facts.clear();
            tape.rows.clear();
        }
    }
}

#[test]
fn a_public_scenario_is_the_same_run_twice() {
    for run in some_public_runs(0) {
        compare(&run);
    }
}

#[test]
fn another_seed_is_another_run() {
    let run = &runs_of("first-look")[0];
    let digest_of = |seed: u64| {
        let mut resolved = run.resolved.clone();
        resolved.config.seed = seed;
        runner::run(&resolved, 3_000_000).digest
    };
    let digests: Vec<u64> = (1..=20).map(digest_of).collect();
    for (place, digest) in digests.iter().enumerate() {
        assert!(
            !digests[..place].contains(digest),
            "seed {} repeats a run",
            place + 1
        );
    }
}

#[test]
fn a_page_that_looks_at_every_event_sees_the_command_lines_run() {
    let run = &runs_of("stale-leader")[0];
    let text = crate::common::scenario_text("stale-leader");
    let mut playground =
        Playground::open(&text, &run.variant, None).expect("a public scenario is right");
    let until_us = 4_000_000;
    while playground
        .cluster()
        .next_event_us()
        .is_some_and(|due_us| due_us <= until_us)
    {
        playground.step();
        playground.frame(run::playground::FrameRequest::default());
    }
    let digest = runner::run(&run.resolved, until_us).digest;
    assert_eq!(playground.digest(), report::summary::digest_text(digest));
}
