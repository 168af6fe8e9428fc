//! The figures of the read lab: what judging every read costs the engine, and how long the search
//! takes over the history of a healthy run.

use documents::scenario::Resolved;
use experiments::campaign::register_ops;
use linear::Recorded;
use observe::history::Operation;
use run::runner;
use serde_json::{Value, json};

use crate::bench::CLOSE_ROUNDS;
use crate::bench::scenarios::{document_of, resolved};
use crate::bench::timing::{fastest, time_span};
use crate::clock::clock;

/// Simulated time of the runs whose wall time counts.
const LOAD_US: u64 = 6_000_000;
/// Operations of the history that is searched.
const OPERATIONS: usize = 100_000;
/// Simulated time between two looks at the history, which keeps fewer operations than that.
const LOOK_US: u64 = 500_000;

/// Reads and puts of a hundred keys, from every zone: half of each.
fn resolve() -> Resolved {
    let workload = |id: &str, op: &str| {
        json!({
            "id": id, "from": "g1", "op": op, "clients": 24, "value_bytes": 100, "keys": [0, 100]
        })
    };
    let loads = json!([workload("reads", "get"), workload("puts", "put")]);
    let mut document = document_of(&[1, 1, 1], 4, 3, &loads);
    document["settings"] = json!({ "read_mode": "follower" });
    let mut run = resolved(&document.to_string());
    // The oracle is a test's.
    run.config.oracle = false;
    run
}

/// Measures everything, as one JSON object.
pub(super) fn measure() -> Value {
    let run = resolve();
    let judge = |judges| {
        let mut cluster = runner::start(&run);
        cluster.observer_mut().set_judging(judges);
        time_span((0, LOAD_US), |until_us| {
            cluster.run_until(until_us, u64::MAX)
        })
    };
    let timed = fastest(CLOSE_ROUNDS, [&mut || judge(true), &mut || judge(false)]);
    let [on, off] = timed.map(|run| run.wall.as_secs_f64());
    let history = history(&run);
    let start = clock();
    let verdict = linear::judge(&linear::registers(&history));
    let search_s = clock().saturating_sub(start).as_secs_f64();
    let is_right = verdict == linear::Verdict::Linearizable;
    assert!(is_right, "a benchmark run must be right");
    json!({
        "events": timed[0].events,
        "throughput_judged": off / on,
        "judging_share": (on - off) / on,
        "search": { "operations": history.len(), "s": search_s }
    })
}

/// The history of a run until it is long enough. Writes that were under way then stay open: reads
/// may have seen them.
fn history(run: &Resolved) -> Vec<Recorded> {
    let mut cluster = runner::start(run);
    let mut all: Vec<Recorded> = Vec::with_capacity(OPERATIONS * 2);
    let (mut seen_us, mut until_us) = (0, 0);
    let mut cut_us = None;
    while cut_us.is_none_or(|cut_us| until_us < cut_us + LOOK_US) {
        until_us += LOOK_US;
        cluster.run_until(until_us, u64::MAX);
        let kept = cluster.observer().history().operations();
        let fresh = kept.filter(|one| one.completed_us > seen_us);
        let fresh: Vec<Operation> = fresh.copied().collect();
        seen_us = fresh.last().map_or(seen_us, |one| one.completed_us);
        all.extend(register_ops(&fresh).unwrap_or_default());
        cut_us = all.get(OPERATIONS - 1).and_then(|one| one.until);
        assert!(until_us <= 10 * LOAD_US, "the run stands still");
    }
    let cut_us = cut_us.expect("the loop ended with it");
    let before = all.iter().filter(|one| one.from <= cut_us);
    let seen = before.filter_map(|one| {
        let until = one.until.filter(|until_us| *until_us <= cut_us);
        (one.is_write || until.is_some()).then_some(Recorded { until, ..*one })
    });
    seen.collect()
}
