//! `raft-atlas bench`: what the engine costs on this machine, as JSON. `npm run bench` makes rows
//! of it, each with its goal.
//!
//! The documents that it runs can be printed, so that the same runs can be timed elsewhere (the
//! module in Node, the page).

mod bare;
mod lab;
mod reads;
mod scenarios;
mod timing;

use std::cell::Cell;
use std::hint::black_box;

use documents::scenario::Resolved;
use record::Trace;
use record::columns::Columns;
use run::runner;
use serde_json::{Value, json};

use crate::exit::EXIT_OK;
use crate::input::BadInput;
use crate::out::{Stop, say};
use bare::{PerMessage, ns_over_ranges, ns_over_stores, time_messages};
use scenarios::{LOAD_US, document, resolve};
use timing::{Timed, fastest, time_run, time_span};

/// The documents, for an error.
const DOCUMENTS: &str = "load, pace, quiet, flights, hibernating, million-reads, busy-tenth, \
     busy-tenth-hibernating, ranges-N with N from 1 to 1000, or stores-N with N from 3 to 1000";
/// Simulated time of the pace run.
const PACE_US: u64 = 600_000_000;
/// Leaders of many ranges are elected before anything is timed.
const WARM_UP_US: u64 = 1_000_000;
/// Simulated time of a scale run, and its sizes.
const SCALE_US: u64 = 4_000_000;
const SCALE_RANGES: [u32; 3] = [10, 100, 1_000];
/// Simulated time of ten thousand ranges.
const MANY_US: u64 = 2_000_000;
/// Simulated time for each store, so that runs of all sizes have as many events; and the sizes.
const STORE_US: u64 = 1_000_000_000;
const STORES: [u32; 3] = [10, 100, 1_000];
/// All clients of the capacity lab have begun by then; and the simulated time that is timed.
const CAPACITY_FROM_US: u64 = 300_000;
const CAPACITY_US: u64 = 1_000_000;
/// Rounds of a figure whose two sides lie close together.
const CLOSE_ROUNDS: u32 = 9;
/// Events between two drains of a record, as in the page's worker; more rows than they leave.
const DRAIN_EVENTS: u64 = 1_024;
const ROWS_MAX: usize = 65_536;

/// What is measured.
#[derive(Copy, Clone, clap::ValueEnum)]
enum Part {
    /// The engine beside bare raft-rs, its pace, and what an event costs with more ranges.
    Engine,
    /// What recording costs.
    Record,
    /// The replication lab: what each feature saves and costs.
    Lab,
    /// The read lab: what verdicts cost, and the search over a long history.
    Reads,
    /// The capacity lab: a million reads a second.
    Capacity,
    /// 10,000 ranges, one in ten of them busy.
    Ranges,
    /// 10 to 1,000 stores, each with the same load.
    Stores,
}

/// What to measure or print.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to measure.
    #[arg(value_enum, default_value = "engine")]
    part: Part,
    /// Print a run of the benchmark as a scenario file, to time it elsewhere: load, pace, quiet,
    /// flights, hibernating, million-reads, busy-tenth, busy-tenth-hibernating, ranges-N, or
    /// stores-N.
    #[arg(long, value_name = "NAME", conflicts_with = "part")]
    document: Option<String>,
}

/// Measures and prints, or prints a document.
pub(crate) fn bench(args: &Args) -> Result<u8, Stop> {
    if let Some(name) = &args.document {
        let unknown = || BadInput(format!("--document: found {name:?}, expected {DOCUMENTS}"));
        say!("{}", document(name).ok_or_else(unknown)?)?;
        return Ok(EXIT_OK);
    }
    let measured = match args.part {
        Part::Engine => engine(),
        Part::Record => recording(),
        Part::Lab => lab::measure(),
        Part::Reads => reads::measure(),
        Part::Capacity => capacity(),
        Part::Ranges => many_ranges(),
        Part::Stores => equal_stores(),
    };
    say!("{measured:#}")?;
    Ok(EXIT_OK)
}

fn engine() -> Value {
    let PerMessage {
        bare,
        watched,
        unwatched,
        events,
    } = time_messages();
    let load = time_run("load", (0, LOAD_US));
    let pace = time_run("pace", (0, PACE_US));
    let scale = SCALE_RANGES.map(|ranges| {
        let span = (WARM_UP_US, WARM_UP_US + SCALE_US);
        let run = time_run(&format!("ranges-{ranges}"), span);
        json!({
            "ranges": ranges, "events": run.events, "ns_per_event": run.ns_per_event(),
            "bare_ns_per_message": ns_over_ranges(ranges)
        })
    });
    json!({
        "bare_ns_per_message": bare,
        "engine_ns_per_message": watched,
        "engine_against_bare": bare / watched,
        "events_per_message": events,
        "unwatched_ns_per_message": unwatched,
        "unwatched_against_bare": bare / unwatched,
        "load": { "simulated_us": LOAD_US, "wall_ms": load.wall_ms(), "events": load.events },
        "pace": {
            "simulated_us": PACE_US,
            "wall_ms": pace.wall_ms(),
            "events": pace.events,
            "simulated_per_wall": pace.simulated_per_wall(PACE_US)
        },
        "scale": scale
    })
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Recording {
    Off,
    /// Rows are written and dropped.
    On,
    /// Rows are written and handed over as columns.
    HandedOver,
}

/// The load run with and without a record of causes.
fn recording() -> Value {
    let resolved = resolve("load");
    let rows = Cell::new(0);
    let record = |how| time_recorded(&resolved, how, &rows);
    let [off, on, handed_over] = fastest(
        CLOSE_ROUNDS,
        [
            &mut || record(Recording::Off),
            &mut || record(Recording::On),
            &mut || record(Recording::HandedOver),
        ],
    );
    let rows_per_event = rows.get() as f64 / off.events as f64;
    let [off, on, handed_over] = [off, on, handed_over].map(|run| run.ns_per_event());
    json!({
        "rows_per_event": rows_per_event,
        "ns_per_event": off,
        "ns_per_event_recorded": on,
        "ns_per_event_handed_over": handed_over,
        "throughput_recorded": off / on,
        "throughput_handed_over": off / handed_over
    })
}

/// One round of it; the last one that records leaves the number of its rows.
fn time_recorded(resolved: &Resolved, how: Recording, all_rows: &Cell<usize>) -> Timed {
    let mut cluster = runner::start(resolved);
    if how != Recording::Off {
        let mut trace = Trace::new(ROWS_MAX);
        trace.reserve(ROWS_MAX / 4);
        cluster.observer_mut().set_trace(Some(trace));
    }
    let mut rows = 0;
    let timed = time_span((0, LOAD_US), |until_us| {
        let mut events = 0;
        loop {
            let passed = cluster.run_until(until_us, DRAIN_EVENTS);
            events += passed;
            if let Some(trace) = cluster.observer_mut().trace_mut() {
                rows += trace.rows().len();
                if how == Recording::HandedOver {
                    black_box(Columns::of(trace.rows()));
                }
                trace.clear();
            }
            if passed < DRAIN_EVENTS {
                return events;
            }
        }
    });
    if how != Recording::Off {
        all_rows.set(rows);
    }
    timed
}

/// A million reads a second, with every check and meter, and with nobody who watches.
fn capacity() -> Value {
    let resolved = resolve("million-reads");
    let span = (CAPACITY_FROM_US, CAPACITY_FROM_US + CAPACITY_US);
    let mut reads = 0;
    let [watched, unwatched] = fastest(
        timing::ROUNDS,
        [
            &mut || {
                let mut cluster = runner::start(&resolved);
                let mut before = 0;
                let timed = time_span(span, |until_us| {
                    before = cluster.observer().load(0).ok;
                    cluster.run_until(until_us, u64::MAX)
                });
                reads = cluster.observer().load(0).ok - before;
                timed
            },
            &mut || {
                let mut cluster = runner::start_unwatched(&resolved);
                time_span(span, |until_us| cluster.run_until(until_us, u64::MAX))
            },
        ],
    );
    json!({
        "simulated_us": CAPACITY_US,
        "from_us": CAPACITY_FROM_US,
        "wall_ms": watched.wall_ms(),
        "simulated_per_wall": watched.simulated_per_wall(CAPACITY_US),
        "unwatched_per_wall": unwatched.simulated_per_wall(CAPACITY_US),
        "reads": reads,
        "events_per_read": watched.events as f64 / reads as f64,
        "ns_per_read": watched.wall_ms() * 1e6 / reads as f64,
    })
}

fn many_ranges() -> Value {
    let one = |name: &str| {
        let run = time_run(name, (WARM_UP_US, WARM_UP_US + MANY_US));
        json!({
            "events": run.events,
            "build_s": run.build.as_secs_f64(),
            "ns_per_event": run.ns_per_event(),
            "simulated_per_wall": run.simulated_per_wall(MANY_US),
        })
    };
    let awake = one("busy-tenth");
    // Before the others, which would hold more.
    let memory = timing::memory_bytes();
    json!({
        "awake": awake, "memory_bytes": memory, "hibernating": one("busy-tenth-hibernating"),
    })
}

fn equal_stores() -> Value {
    let one = |stores: u32| {
        let span = (WARM_UP_US, WARM_UP_US + STORE_US / u64::from(stores));
        let run = time_run(&format!("stores-{stores}"), span);
        json!({
            "stores": stores,
            "events": run.events,
            "build_s": run.build.as_secs_f64(),
            "ns_per_event": run.ns_per_event(),
            "bare_ns_per_message": ns_over_stores(stores),
        })
    };
    STORES.into_iter().map(one).collect()
}
