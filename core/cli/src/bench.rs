//! `raft-atlas bench`: what the engine costs, as ratios measured in one run on this machine.
//!
//! The documents that it runs can be printed, so that the same runs can be timed elsewhere (the
//! module in Node, the page). Wall time is read here and nowhere else in Rust.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use documents::scenario::Scenario;
use run::bare::BareLoop;
use run::runner;
use serde_json::{Value, json};

use crate::EXIT_OK;
use crate::input::BadInput;
use crate::out::{self, Stop, say};

/// The documents, for an error.
const DOCUMENTS: &str =
    "load, pace, quiet, flights, hibernating, or ranges-N with N from 1 to 1000";
/// Times that a measurement is repeated; the fastest counts, since noise only adds.
const ROUNDS: u32 = 3;
/// Simulated time of the load run.
pub(crate) const LOAD_US: u64 = 4_000_000;
/// Simulated time of the pace run.
const PACE_US: u64 = 600_000_000;
/// Simulated time of a scale run, after a warm-up in which leaders are elected.
const SCALE_US: u64 = 4_000_000;
const SCALE_WARM_UP_US: u64 = 1_000_000;
const SCALE_RANGES: [u32; 3] = [10, 100, 1_000];
/// Most ranges of a document.
const DOCUMENT_RANGES_MAX: u32 = 1_000;
/// Bytes of a written value in the load run and in the bare loop.
const VALUE_BYTES: u32 = 100;

/// What to measure or print.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print only JSON.
    #[arg(long)]
    json: bool,
    /// Print a run of the benchmark as a scenario file, to time it elsewhere: load, pace, quiet,
    /// flights, hibernating, or ranges-N.
    #[arg(long, value_name = "NAME")]
    document: Option<String>,
    /// Measure only what recording costs.
    #[arg(long)]
    record: bool,
    /// Measure only the replication lab: what each feature spares and costs.
    #[arg(long)]
    lab: bool,
    /// Measure only the read lab: what verdicts cost, and the search over a long history.
    #[arg(long)]
    reads: bool,
}

/// Measures and prints, or prints a document.
pub(crate) fn bench(args: &Args) -> Result<u8, Stop> {
    if let Some(name) = &args.document {
        let unknown = || BadInput(format!("--document: found {name:?}, expected {DOCUMENTS}"));
        say!("{}", document(name).ok_or_else(unknown)?)?;
        return Ok(EXIT_OK);
    }
    if args.record {
        say!("{:#}", crate::bench_record::measure())?;
        return Ok(EXIT_OK);
    }
    if args.lab {
        let measured = crate::bench_lab::measure()?;
        if args.json {
            say!("{measured:#}")?;
        } else {
            out::print(format_args!("{}", crate::bench_lab::table(&measured)))?;
        }
        return Ok(EXIT_OK);
    }
    if args.reads {
        let measured = crate::bench_reads::measure()?;
        if args.json {
            say!("{measured:#}")?;
        } else {
            out::print(format_args!("{}", crate::bench_reads::table(&measured)))?;
        }
        return Ok(EXIT_OK);
    }
    let measured = measure();
    if args.json {
        say!("{measured:#}")?;
    } else {
        print_table(&measured)?;
    }
    Ok(EXIT_OK)
}

fn print_table(measured: &Value) -> Result<(), Stop> {
    let figure = |path: &str| {
        measured
            .pointer(path)
            .and_then(Value::as_f64)
            .unwrap_or(f64::NAN)
    };
    say!(
        "engine against bare raft-rs  {:.2}",
        figure("/engine_against_bare")
    )?;
    say!(
        "  ns a message, engine       {:.0}",
        figure("/engine_ns_per_message")
    )?;
    say!(
        "  ns a message, bare         {:.0}",
        figure("/bare_ns_per_message")
    )?;
    say!(
        "simulated s per wall s       {:.0}",
        figure("/pace/simulated_per_wall")
    )?;
    for (position, ranges) in SCALE_RANGES.iter().enumerate() {
        let ns = figure(&format!("/scale/{position}/ns_per_event"));
        say!("{:<28} {ns:.0}", format!("ns an event, {ranges} ranges"))?;
    }
    Ok(())
}

/// A run of the benchmark, as a scenario file.
pub(crate) fn document(name: &str) -> Option<String> {
    let document = match name {
        // As many clients as keep one entry in each append, as in the bare loop: more would fill
        // raft-rs's window of appends in flight, and it would batch.
        "load" => five_replicas(&json!({
            "id": "puts", "from": "g1", "op": "put", "clients": 64, "value_bytes": VALUE_BYTES
        })),
        "pace" => five_replicas(&json!({
            "id": "puts", "from": "g1", "op": "put", "rate": 100, "value_bytes": VALUE_BYTES
        })),
        "quiet" => three_zones(1, &json!([])),
        "flights" => flights(),
        "hibernating" => {
            let mut document = three_zones(1_000, &json!([]));
            document["settings"] = json!({ "hibernate": true });
            document
        }
        _ => {
            let ranges = name.strip_prefix("ranges-")?;
            let is_number = ranges.bytes().all(|sign| sign.is_ascii_digit());
            let ranges = ranges.parse().ok().filter(|_| is_number)?;
            if !(1..=DOCUMENT_RANGES_MAX).contains(&ranges) {
                return None;
            }
            three_zones(
                ranges,
                &json!([{
                    "id": "puts", "from": "g1", "op": "put", "clients": 64, "value_bytes": VALUE_BYTES
                }]),
            )
        }
    };
    Some(document.to_string())
}

/// Five voters over three zones, one to two to two, led from the first.
fn five_replicas(workload: &Value) -> Value {
    document_of(&[1, 2, 2], 1, 5, &json!([workload]))
}

/// Some 500 messages in flight at any time: far zones and a steady stream of puts.
fn flights() -> Value {
    let mut document = five_replicas(&json!({
        "id": "puts", "from": "g1", "op": "put", "rate": 1_500, "value_bytes": VALUE_BYTES
    }));
    document["topology"]["links"]["cross_zone"]["rtt"] = json!("100ms");
    document
}

/// One store in each of three zones.
fn three_zones(ranges: u32, workload: &Value) -> Value {
    document_of(&[1, 1, 1], ranges, 3, workload)
}

pub(crate) fn document_of(
    stores_per_zone: &[u32],
    ranges: u32,
    replicas: u32,
    workload: &Value,
) -> Value {
    let mut zones = Vec::new();
    let mut stores = Vec::new();
    for (position, &count) in stores_per_zone.iter().enumerate() {
        let zone = format!("z{}", position + 1);
        for _ in 0..count {
            let id = format!("s{}", stores.len() + 1);
            stores.push(json!({ "id": id, "zone": zone }));
        }
        zones.push(json!({ "id": zone, "region": "bench" }));
    }
    json!({
        "format": "raft-atlas/1",
        "title": "Benchmark",
        "text": "A run to measure. Nobody looks at it.",
        "seed": 7,
        "duration": "600s",
        "topology": {
            "zones": zones,
            "stores": stores,
            "gateways": [{ "id": "g1", "zone": "z1" }],
            "links": { "same_zone": { "rtt": "0.3ms" }, "cross_zone": { "rtt": "2ms", "jitter": "0.1ms" } }
        },
        "data": { "ranges": ranges, "replicas": replicas, "rows": 10_000, "leaders": ["z1"] },
        "workload": workload
    })
}

/// Time spent since some instant: this thread's processor time where Linux tells it, so that other
/// programs disturb less, else wall time.
pub(crate) fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = spent
        .as_deref()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    ns.map_or_else(
        || START.get_or_init(Instant::now).elapsed(),
        Duration::from_nanos,
    )
}

/// Time and counts of one run.
struct Timed {
    wall: Duration,
    events: u64,
    raft_messages: u64,
}

/// Runs a document to an instant, after an unmeasured start, with every check and meter on.
fn time_run(name: &str, from_us: u64, until_us: u64) -> Timed {
    let text = document(name).expect("a document of this benchmark");
    let scenario = Scenario::parse(&text).expect("the documents are valid");
    let resolved = runner::runs(&scenario, None)
        .expect("the documents are valid")
        .remove(0);
    let mut best: Option<Timed> = None;
    for _ in 0..ROUNDS {
        let mut cluster = runner::start(&resolved);
        cluster.run_until(from_us, u64::MAX);
        let (events, messages) = (cluster.events(), cluster.raft_messages());
        let start = clock();
        cluster.run_until(until_us, u64::MAX);
        let wall = clock().saturating_sub(start);
        assert!(
            cluster.observer().violation().is_none(),
            "a benchmark run must be right"
        );
        if best.as_ref().is_none_or(|b| wall < b.wall) {
            let events = cluster.events() - events;
            let raft_messages = cluster.raft_messages() - messages;
            best = Some(Timed {
                wall,
                events,
                raft_messages,
            });
        }
    }
    best.expect("at least one round")
}

/// ns per Raft message of the bare loop.
fn time_bare() -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let mut bare = BareLoop::new(5);
        bare.write(1_000, VALUE_BYTES);
        let before = bare.messages();
        let start = clock();
        for _ in 0..400 {
            bare.write(50, VALUE_BYTES);
        }
        let wall = clock().saturating_sub(start);
        best = best.min(wall.as_nanos() as f64 / (bare.messages() - before) as f64);
    }
    best
}

/// Measures everything that needs no page, as one JSON object.
fn measure() -> Value {
    let bare_ns = time_bare();
    let load = time_run("load", 0, LOAD_US);
    let engine_ns = load.wall.as_nanos() as f64 / load.raft_messages as f64;
    let pace = time_run("pace", 0, PACE_US);
    let scale: Vec<Value> = SCALE_RANGES
        .iter()
        .map(|ranges| {
            let name = format!("ranges-{ranges}");
            let run = time_run(&name, SCALE_WARM_UP_US, SCALE_WARM_UP_US + SCALE_US);
            let ns = run.wall.as_nanos() as f64 / run.events as f64;
            json!({ "ranges": ranges, "events": run.events, "ns_per_event": ns })
        })
        .collect();
    json!({
        "bare_ns_per_message": bare_ns,
        "engine_ns_per_message": engine_ns,
        "engine_against_bare": bare_ns / engine_ns,
        "load": { "simulated_us": LOAD_US, "wall_ms": load.wall.as_secs_f64() * 1e3, "events": load.events },
        "pace": {
            "simulated_us": PACE_US,
            "wall_ms": pace.wall.as_secs_f64() * 1e3,
            "events": pace.events,
            "simulated_per_wall": PACE_US as f64 / 1e6 / pace.wall.as_secs_f64()
        },
        "scale": scale
    })
}
