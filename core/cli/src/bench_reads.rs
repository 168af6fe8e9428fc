//! The figures of the read lab: what judging every read costs the engine, and how long the search
//! takes over the history of a healthy run.

use std::fmt::Write;
use std::time::Duration;

use documents::scenario::{Resolved, Scenario};
use experiments::campaign::register_ops;
use linear::Recorded;
use observe::history::Operation;
use run::runner;
use serde_json::{Value, json};

use crate::bench_documents::document_of;
use crate::clock::clock;
use crate::input::BadInput;

/// Simulated time of the runs whose wall time counts.
const LOAD_US: u64 = 6_000_000;
/// Rounds of those, turn and turn about; the fastest counts, since noise only adds.
const ROUNDS: u32 = 9;
/// Operations of the history that is searched.
const OPERATIONS: usize = 100_000;
/// Simulated time between two looks at the history, which keeps fewer operations than that.
const LOOK_US: u64 = 500_000;

/// Reads and puts of a hundred keys, from every zone: half of each.
fn resolve() -> Result<Resolved, BadInput> {
    let workload = |id: &str, op: &str| {
        json!({
            "id": id, "from": "g1", "op": op, "clients": 24, "value_bytes": 100, "keys": [0, 100]
        })
    };
    let loads = json!([workload("reads", "get"), workload("puts", "put")]);
    let mut document = document_of(&[1, 1, 1], 4, 3, &loads);
    document["settings"] = json!({ "read_mode": "follower" });
    let bad = |error: &dyn std::fmt::Display| BadInput(format!("benchmark: {error}"));
    let scenario = Scenario::parse(&document.to_string()).map_err(|error| bad(&error))?;
    let mut run = runner::runs(&scenario, None)
        .map_err(|error| bad(&error))?
        .remove(0);
    // The oracle is a test's.
    run.config.oracle = false;
    Ok(run)
}

/// Measures everything, as one JSON object.
pub(crate) fn measure() -> Result<Value, BadInput> {
    let run = resolve()?;
    let mut best = [Duration::MAX; 2];
    let mut events = 0;
    for _ in 0..ROUNDS {
        for (place, judges) in [true, false].into_iter().enumerate() {
            let mut cluster = runner::start(&run);
            cluster.observer_mut().set_judging(judges);
            let start = clock();
            cluster.run_until(LOAD_US, u64::MAX);
            best[place] = best[place].min(clock().saturating_sub(start));
            events = cluster.events();
        }
    }
    let [on, off] = best.map(|spent| spent.as_secs_f64());
    let history = history(&run)?;
    let start = clock();
    let verdict = linear::judge(&linear::registers(&history));
    let search_s = clock().saturating_sub(start).as_secs_f64();
    if verdict != linear::Verdict::Linearizable {
        return Err(BadInput("benchmark: a healthy run must be right".into()));
    }
    Ok(json!({
        "events": events,
        "throughput_judged": off / on,
        "judging_share": (on - off) / on,
        "search": { "operations": history.len(), "s": search_s }
    }))
}

/// The history of a run until it is long enough. Writes that were under way then stay open: reads
/// may have seen them.
fn history(run: &Resolved) -> Result<Vec<Recorded>, BadInput> {
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
        if until_us > 10 * LOAD_US {
            return Err(BadInput("benchmark: the run stands still".into()));
        }
    }
    let cut_us = cut_us.expect("the loop ended with it");
    let before = all.iter().filter(|one| one.from <= cut_us);
    let seen = before.filter_map(|one| {
        let until = one.until.filter(|until_us| *until_us <= cut_us);
        (one.is_write || until.is_some()).then_some(Recorded { until, ..*one })
    });
    Ok(seen.collect())
}

/// The same for a person.
pub(crate) fn table(measured: &Value) -> String {
    let figure = |pointer: &str| {
        let found = measured.pointer(pointer).and_then(Value::as_f64);
        found.unwrap_or(f64::NAN)
    };
    let mut text = String::new();
    let rows = [
        (
            "engine throughput, history and verdicts on / off",
            "/throughput_judged",
            "at least 0.85",
        ),
        (
            "share of the engine's time that live verdicts take",
            "/judging_share",
            "under 0.10",
        ),
        (
            "search over 100,000 operations of a healthy run, s",
            "/search/s",
            "under 2",
        ),
    ];
    for (what, pointer, goal) in rows {
        let _ = writeln!(text, "{what:<56} {:>6.3}  ({goal})", figure(pointer));
    }
    text
}
