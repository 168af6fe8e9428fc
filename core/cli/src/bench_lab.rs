//! The figures of the replication lab: each feature on against off, same seed and load. Bytes and
//! simulated times are exact; only the engine's throughput is measured on this machine.

use std::fmt::Write;
use std::time::Duration;

use documents::scenario::{Resolved, Scenario};
use run::runner;
use serde_json::{Value, json};

use crate::bench_documents::document_of;
use crate::clock::clock;
use crate::input::BadInput;

/// Simulated time of each run.
const RUN_US: u64 = 30_000_000;
/// Simulated time of the runs whose wall time counts.
const LOAD_US: u64 = 4_000_000;
/// Rounds of those; the fastest counts, since noise only adds.
const ROUNDS: u32 = 7;
/// A same-zone round trip of the documents is 0.3 ms: half of it is one hop.
const LOCAL_HOP_US: u64 = 150;
/// When delegates fall.
const AT: &str = "10s";

/// A layout with its load.
struct Layout {
    stores_per_zone: &'static [u32],
    replicas: u32,
    workload: Value,
}

impl Layout {
    /// Clients that put this many bytes ten times a second each, in the leader's zone.
    fn puts(stores_per_zone: &'static [u32], value_bytes: u32, clients: u32) -> Self {
        let workload = json!([{
            "id": "puts", "from": "g1", "op": "put", "clients": clients, "think": "100ms",
            "value_bytes": value_bytes, "start": "1s"
        }]);
        Layout {
            stores_per_zone,
            replicas: stores_per_zone.iter().sum(),
            workload,
        }
    }

    fn resolve(&self, settings: &Value, actions: &Value) -> Result<Resolved, BadInput> {
        let mut document = document_of(self.stores_per_zone, 1, self.replicas, &self.workload);
        document["settings"] = settings.clone();
        document["actions"] = actions.clone();
        document["duration"] = json!("30s");
        let bad = |error: &dyn std::fmt::Display| BadInput(format!("benchmark: {error}"));
        let scenario = Scenario::parse(&document.to_string()).map_err(|error| bad(&error))?;
        let mut runs = runner::runs(&scenario, None).map_err(|error| bad(&error))?;
        Ok(runs.remove(0))
    }

    /// The report of a run; a violated check is an error.
    fn report(&self, settings: &Value, actions: &Value) -> Result<Value, BadInput> {
        let summary = runner::run(&self.resolve(settings, actions)?, RUN_US);
        match summary.first_violation() {
            None => Ok(summary.to_json()),
            Some(violation) => Err(BadInput(format!("benchmark: {violation}"))),
        }
    }

    /// Reports with these settings, and without.
    fn on_off(&self, settings: &Value) -> Result<[Value; 2], BadInput> {
        let none = json!([]);
        Ok([
            self.report(settings, &none)?,
            self.report(&json!({}), &none)?,
        ])
    }
}

fn figure(report: &Value, pointer: &str) -> f64 {
    report
        .pointer(pointer)
        .and_then(Value::as_f64)
        .unwrap_or(f64::NAN)
}

/// A figure on over the same figure off.
fn ratio([on, off]: &[Value; 2], pointer: &str) -> f64 {
    figure(on, pointer) / figure(off, pointer)
}

/// Measures everything, as one JSON object.
pub(crate) fn measure() -> Result<Value, BadInput> {
    let relay = json!({ "follower_replication": true });
    let append = "/bytes/cross_zone/append";
    let total = "/bytes/cross_zone/total";
    let large = Layout::puts(&[1, 2, 2], 16_384, 4).on_off(&relay)?;
    let middle = Layout::puts(&[1, 2, 2], 1_024, 10).on_off(&relay)?;
    let nine = Layout::puts(&[3, 3, 3], 16_384, 4).on_off(&relay)?;
    let p50 = "/commit/p50_us";
    let hop_us = figure(&middle[0], p50) - figure(&middle[1], p50);
    let dead = dead_delegate(&relay)?;
    let batch = batch_insert()?;
    Ok(json!({
        "append_bytes_1_2_2_16_kib": ratio(&large, append),
        "all_bytes_1_2_2_1_kib": ratio(&middle, total),
        "append_bytes_3_3_3_16_kib": ratio(&nine, append),
        "commit_p50_us": [figure(&middle[0], p50), figure(&middle[1], p50)],
        "commit_p50_more_hops": hop_us / LOCAL_HOP_US as f64,
        "dead_delegate": dead,
        "delta_batch_insert": batch,
        "throughput": throughput(&relay)?,
    }))
}

/// One store of each other zone dies, or stops without a word, while writes go on: whichever was
/// its zone's delegate. The worst write of all.
fn dead_delegate(relay: &Value) -> Result<Value, BadInput> {
    let layout = Layout::puts(&[1, 2, 2], 1_024, 10);
    let mut worst_us: f64 = 0.0;
    for stores in [["s2", "s4"], ["s2", "s5"], ["s3", "s4"], ["s3", "s5"]] {
        for end in ["crash", "pause"] {
            let actions = stores.map(|store| json!({ "at": AT, "do": end, "store": store }));
            let report = layout.report(relay, &json!(actions))?;
            worst_us = worst_us.max(figure(&report, "/commit/max_us"));
        }
    }
    Ok(json!({ "worst_us": worst_us, "ticks": worst_us / TICK_US }))
}

/// Duration of a tick in the documents (the format's default).
const TICK_US: f64 = 100_000.0;

/// Inserts of ten neighbouring rows of 197 bytes, as sysbench makes them: on over off.
fn batch_insert() -> Result<Value, BadInput> {
    let mut layout = Layout::puts(&[1, 2, 2], 197, 8);
    layout.workload[0]["rows"] = json!(10);
    let runs = layout.on_off(&json!({ "delta_encoding": true }))?;
    Ok(json!(ratio(&runs, "/bytes/cross_zone/append")))
}

/// Puts per second of processor time with the relay over the same without.
fn throughput(relay: &Value) -> Result<Value, BadInput> {
    let mut layout = Layout::puts(&[1, 2, 2], 100, 1);
    layout.workload = json!([{
        "id": "puts", "from": "g1", "op": "put", "clients": 64, "value_bytes": 100
    }]);
    let none = json!([]);
    let runs = [
        layout.resolve(relay, &none)?,
        layout.resolve(&json!({}), &none)?,
    ];
    let mut best = [Duration::MAX; 2];
    let mut puts = [0_u64; 2];
    for _ in 0..ROUNDS {
        for (place, run) in runs.iter().enumerate() {
            let mut run = run.clone();
            // The oracle is a test's.
            run.config.oracle = false;
            let mut cluster = runner::start(&run);
            let start = clock();
            cluster.run_until(LOAD_US, u64::MAX);
            best[place] = best[place].min(clock().saturating_sub(start));
            puts[place] = cluster.observer().load(0).ok;
        }
    }
    let [on, off] = [0, 1].map(|i| puts[i] as f64 / best[i].as_secs_f64());
    Ok(json!({ "puts_per_s": [on, off], "on_over_off": on / off }))
}

/// The same for a person.
pub(crate) fn table(measured: &Value) -> String {
    let mut text = String::new();
    for (what, pointer, goal) in [
        (
            "append bytes between zones, 1+2+2, 16 KiB, relay on / off",
            "/append_bytes_1_2_2_16_kib",
            "0.52 or less",
        ),
        (
            "all bytes between zones, 1+2+2, 1 KiB, on / off",
            "/all_bytes_1_2_2_1_kib",
            "0.58 or less",
        ),
        (
            "append bytes between zones, 3×3, 16 KiB, on / off",
            "/append_bytes_3_3_3_16_kib",
            "0.36 or less",
        ),
        (
            "commit latency p50, on - off, local hops",
            "/commit_p50_more_hops",
            "1 or less",
        ),
        (
            "delegates dead, worst write, ticks",
            "/dead_delegate/ticks",
            "the relay's named ticks and a round trip",
        ),
        (
            "delta encoding, batch insert, append bytes on / off",
            "/delta_batch_insert",
            "0.80 to 0.90",
        ),
        (
            "engine throughput, relay on / off",
            "/throughput/on_over_off",
            "at least 0.9",
        ),
    ] {
        let _ = writeln!(
            text,
            "{what:<60} {:>6.3}  ({goal})",
            figure(measured, pointer)
        );
    }
    text
}
