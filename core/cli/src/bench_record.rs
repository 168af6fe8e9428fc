//! What recording costs: the load run with and without it, turn and turn about in one process.

use std::hint::black_box;
use std::time::Duration;

use documents::scenario::{Resolved, Scenario};
use record::Trace;
use record::columns::Columns;
use run::runner;
use serde_json::{Value, json};

use crate::bench_documents::{LOAD_US, document};
use crate::clock::clock;

/// Rounds of each kind; the fastest counts, since noise only adds.
const ROUNDS: u32 = 9;
/// Events between two drains, as in the page's worker.
const DRAIN_EVENTS: u64 = 1_024;
/// More than so many events leave.
const ROWS_MAX: usize = 65_536;

#[derive(Copy, Clone, PartialEq, Eq)]
enum Recording {
    Off,
    /// Rows are written and dropped.
    On,
    /// Rows are written and handed over as columns.
    HandedOver,
}

/// Throughput with recording over throughput without, as JSON.
pub(crate) fn measure() -> Value {
    let text = document("load").expect("a document of this benchmark");
    let scenario = Scenario::parse(&text).expect("the documents are valid");
    let resolved = runner::runs(&scenario, None)
        .expect("the documents are valid")
        .remove(0);
    let kinds = [Recording::Off, Recording::On, Recording::HandedOver];
    let mut best = [Duration::MAX; 3];
    let mut events = 0;
    let mut rows = 0;
    for _ in 0..ROUNDS {
        for (place, kind) in kinds.into_iter().enumerate() {
            let timed = time(&resolved, kind);
            best[place] = best[place].min(timed.spent);
            events = timed.events;
            rows = rows.max(timed.rows);
        }
    }
    let [off, on, handed_over] = best.map(|spent| spent.as_nanos() as f64 / events as f64);
    json!({
        "rows_per_event": rows as f64 / events as f64,
        "ns_per_event": off,
        "ns_per_event_recorded": on,
        "ns_per_event_handed_over": handed_over,
        "throughput_recorded": off / on,
        "throughput_handed_over": off / handed_over
    })
}

struct Timed {
    spent: Duration,
    events: u64,
    rows: u64,
}

fn time(resolved: &Resolved, recording: Recording) -> Timed {
    let mut cluster = runner::start(resolved);
    if recording != Recording::Off {
        let mut trace = Trace::new(ROWS_MAX);
        trace.reserve(ROWS_MAX / 4);
        cluster.observer_mut().set_trace(Some(trace));
    }
    let mut rows = 0;
    let start = clock();
    while cluster.run_until(LOAD_US, DRAIN_EVENTS) == DRAIN_EVENTS {
        let Some(trace) = cluster.observer_mut().trace_mut() else {
            continue;
        };
        rows += trace.rows().len() as u64;
        if recording == Recording::HandedOver {
            black_box(Columns::of(trace.rows()));
        }
        trace.clear();
    }
    let spent = clock().saturating_sub(start);
    let events = cluster.events();
    Timed {
        spent,
        events,
        rows,
    }
}
