//! The figures of the replication lab: each feature on against off, same seed and load. Bytes and
//! simulated times are exact; only the engine's throughput is measured on this machine.

use documents::scenario::Resolved;
use run::runner;
use serde_json::{Value, json};

use crate::bench::scenarios::{document_of, resolved};
use crate::bench::timing::{Timed, fastest, time_span};

/// Simulated time of each run.
const RUN_US: u64 = 30_000_000;
/// Simulated time of the runs whose wall time counts.
const LOAD_US: u64 = 4_000_000;
const ROUNDS: u32 = 7;
/// A same-zone round trip of the documents is 0.3 ms: half of it is one hop.
const LOCAL_HOP_US: u64 = 150;
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

    fn resolve(&self, settings: &Value, actions: &Value) -> Resolved {
        let mut document = document_of(self.stores_per_zone, 1, self.replicas, &self.workload);
        document["settings"] = settings.clone();
        document["actions"] = actions.clone();
        document["duration"] = json!("30s");
        resolved(&document.to_string())
    }

    fn report(&self, settings: &Value, actions: &Value) -> Value {
        let summary = runner::run(&self.resolve(settings, actions), RUN_US);
        assert_eq!(
            summary.first_violation(),
            None,
            "a benchmark run must be right"
        );
        summary.to_json()
    }

    /// Reports with these settings, and without.
    fn on_off(&self, settings: &Value) -> [Value; 2] {
        [settings, &json!({})].map(|settings| self.report(settings, &json!([])))
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
pub(super) fn measure() -> Value {
    let relay = json!({ "follower_replication": true });
    let append = "/bytes/cross_zone/append";
    let total = "/bytes/cross_zone/total";
    let large = Layout::puts(&[1, 2, 2], 16_384, 4).on_off(&relay);
    let middle = Layout::puts(&[1, 2, 2], 1_024, 10).on_off(&relay);
    let nine = Layout::puts(&[3, 3, 3], 16_384, 4).on_off(&relay);
    let p50 = "/commit/p50_us";
    let hop_us = figure(&middle[0], p50) - figure(&middle[1], p50);
    let dead = dead_delegate(&relay);
    let batch = batch_insert();
    json!({
        "append_bytes_1_2_2_16_kib": ratio(&large, append),
        "all_bytes_1_2_2_1_kib": ratio(&middle, total),
        "append_bytes_3_3_3_16_kib": ratio(&nine, append),
        "commit_p50_us": [figure(&middle[0], p50), figure(&middle[1], p50)],
        "commit_p50_more_hops": hop_us / LOCAL_HOP_US as f64,
        "dead_delegate": dead,
        "delta_batch_insert": batch,
        "throughput": throughput(&relay),
    })
}

/// One store of each other zone dies, or stops without a word, while writes go on: whichever was
/// its zone's delegate. The worst write of all.
fn dead_delegate(relay: &Value) -> Value {
    let layout = Layout::puts(&[1, 2, 2], 1_024, 10);
    let mut worst_us: f64 = 0.0;
    for stores in [["s2", "s4"], ["s2", "s5"], ["s3", "s4"], ["s3", "s5"]] {
        for end in ["crash", "pause"] {
            let actions = stores.map(|store| json!({ "at": AT, "do": end, "store": store }));
            let report = layout.report(relay, &json!(actions));
            worst_us = worst_us.max(figure(&report, "/commit/max_us"));
        }
    }
    json!({ "worst_us": worst_us, "ticks": worst_us / TICK_US })
}

/// Duration of a tick in the documents (the format's default).
const TICK_US: f64 = 100_000.0;

/// Inserts of ten neighbouring rows of 197 bytes, as sysbench makes them: on over off.
fn batch_insert() -> f64 {
    let mut layout = Layout::puts(&[1, 2, 2], 197, 8);
    layout.workload[0]["rows"] = json!(10);
    let runs = layout.on_off(&json!({ "delta_encoding": true }));
    ratio(&runs, "/bytes/cross_zone/append")
}

/// Puts per second of processor time with the relay over the same without.
fn throughput(relay: &Value) -> Value {
    let mut layout = Layout::puts(&[1, 2, 2], 100, 1);
    layout.workload = json!([{
        "id": "puts", "from": "g1", "op": "put", "clients": 64, "value_bytes": 100
    }]);
    let [with, without] = [relay, &json!({})].map(|settings| {
        let mut run = layout.resolve(settings, &json!([]));
        // The oracle is a test's.
        run.config.oracle = false;
        run
    });
    let mut puts = [0, 0];
    let [on, off] = &mut puts;
    let timed = fastest(
        ROUNDS,
        [&mut || time_puts(&with, on), &mut || {
            time_puts(&without, off)
        }],
    );
    let [on, off] = [0, 1].map(|i| puts[i] as f64 / timed[i].wall.as_secs_f64());
    json!({ "puts_per_s": [on, off], "on_over_off": on / off })
}

/// A round of the load, and how many puts were answered in it: as many in every round.
fn time_puts(run: &Resolved, answered: &mut u64) -> Timed {
    let mut cluster = runner::start(run);
    let timed = time_span((0, LOAD_US), |until_us| {
        cluster.run_until(until_us, u64::MAX)
    });
    *answered = cluster.observer().load(0).ok;
    timed
}
