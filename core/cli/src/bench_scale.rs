//! The figures of many ranges and many stores: how much simulated time passes in a second, what the
//! process holds in memory, and what an event costs beside the same run at a smaller size.

use std::fmt::Write;
use std::time::Duration;

use documents::scenario::{Resolved, Scenario};
use run::runner;
use serde_json::{Value, json};

use crate::bench_bare::ns_over_stores;
use crate::bench_documents::document;
use crate::clock::clock;

/// Rounds; the fastest counts, since noise only adds.
const ROUNDS: u32 = 3;
/// Leaders are elected before the measurement.
const WARM_UP_US: u64 = 1_000_000;
/// Simulated time that is measured.
const MANY_US: u64 = 2_000_000;
/// The same for each store, so that runs of all sizes have as many events.
const STORE_US: u64 = 1_000_000_000;
/// Sizes of the run in which each store has the same load.
const STORES: [u32; 3] = [10, 100, 1_000];

/// A document, ready to start, and how long that took.
fn resolve(name: &str) -> (Resolved, Duration) {
    let text = document(name).expect("a document of this benchmark");
    let start = clock();
    let scenario = Scenario::parse(&text).expect("the documents are valid");
    let runs = runner::runs(&scenario, None);
    let resolved = runs.expect("the documents are valid").remove(0);
    (resolved, clock().saturating_sub(start))
}

/// What one run took.
struct Timed {
    build: Duration,
    wall: Duration,
    events: u64,
}

/// The fastest of some rounds, with every check and meter on.
fn time(name: &str, measured_us: u64) -> Timed {
    let (resolved, read) = resolve(name);
    let round = || {
        let start = clock();
        let mut cluster = runner::start(&resolved);
        let build = read + clock().saturating_sub(start);
        cluster.run_until(WARM_UP_US, u64::MAX);
        let (events, start) = (cluster.events(), clock());
        cluster.run_until(WARM_UP_US + measured_us, u64::MAX);
        let wall = clock().saturating_sub(start);
        assert!(
            cluster.observer().violation().is_none(),
            "a benchmark run must be right"
        );
        let events = cluster.events() - events;
        Timed {
            build,
            wall,
            events,
        }
    };
    let rounds = (0..ROUNDS).map(|_| round());
    rounds.min_by_key(|timed| timed.wall).expect("some rounds")
}

/// Most memory that this process held so far, where the system tells it.
fn memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1_024)
}

/// Ten thousand ranges, one in ten busy.
pub(crate) fn many_ranges() -> Value {
    let one = |name: &str| {
        let run = time(name, MANY_US);
        json!({
            "events": run.events,
            "build_s": run.build.as_secs_f64(),
            "ns_per_event": run.wall.as_nanos() as f64 / run.events as f64,
            "simulated_per_wall": MANY_US as f64 / 1e6 / run.wall.as_secs_f64(),
        })
    };
    let mut measured = json!({ "awake": one("busy-tenth") });
    measured["memory_bytes"] = json!(memory_bytes());
    measured["hibernating"] = one("busy-tenth-hibernating");
    measured
}

/// Ten to a thousand stores, each with the same load.
pub(crate) fn equal_stores() -> Value {
    let one = |stores: u32| {
        let run = time(&format!("stores-{stores}"), STORE_US / u64::from(stores));
        json!({
            "stores": stores,
            "events": run.events,
            "build_s": run.build.as_secs_f64(),
            "ns_per_event": run.wall.as_nanos() as f64 / run.events as f64,
            "bare_ns_per_message": ns_over_stores(stores),
        })
    };
    STORES.into_iter().map(one).collect()
}

/// The same for a person.
pub(crate) fn table(ranges: &Value, stores: &Value) -> String {
    let figure = |of: &Value, pointer: &str| {
        let found = of.pointer(pointer).and_then(Value::as_f64);
        found.unwrap_or(f64::NAN)
    };
    let mut text = String::new();
    let mut row = |what: &str, figure: f64| {
        let _ = writeln!(text, "{what:<56} {figure:>8.2}");
    };
    if !ranges.is_null() {
        let build = "10,000 ranges x 3, 1 in 10 busy: built in, s";
        row(build, figure(ranges, "/awake/build_s"));
        let speed = "  simulated s per wall s";
        row(speed, figure(ranges, "/awake/simulated_per_wall"));
        let asleep = "  the same, idle ranges hibernating";
        row(asleep, figure(ranges, "/hibernating/simulated_per_wall"));
        let memory = "  most memory, MiB";
        row(memory, figure(ranges, "/memory_bytes") / f64::from(1 << 20));
    }
    for run in stores.as_array().into_iter().flatten() {
        let what = format!("ns an event, {} stores of equal load", run["stores"]);
        row(&what, figure(run, "/ns_per_event"));
        let bare = "  ns a message of bare raft-rs, as many groups";
        row(bare, figure(run, "/bare_ns_per_message"));
    }
    text
}
