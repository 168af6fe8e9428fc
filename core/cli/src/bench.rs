//! `raft-atlas bench`: what the engine costs, as ratios measured in one run on this machine.
//!
//! The documents that it runs can be printed, so that the same runs can be timed elsewhere (the
//! module in Node, the page).

use std::time::Duration;

use run::runner;
use serde_json::{Value, json};

use crate::bench_bare::{PerMessage, ns_over_ranges, time_messages};
use crate::bench_documents::{LOAD_US, document, resolve};
use crate::clock::clock;
use crate::exit::EXIT_OK;
use crate::input::BadInput;
use crate::out::{self, Stop, say};

/// The documents, for an error.
const DOCUMENTS: &str = "load, pace, quiet, flights, hibernating, million-reads, busy-tenth, \
     busy-tenth-hibernating, ranges-N with N from 1 to 1000, or stores-N with N from 3 to 1000";
/// Times that a measurement is repeated; the fastest counts, since noise only adds.
const ROUNDS: u32 = 3;
/// Simulated time of the pace run.
const PACE_US: u64 = 600_000_000;
/// Simulated time of a scale run, after a warm-up in which leaders are elected.
const SCALE_US: u64 = 4_000_000;
const SCALE_WARM_UP_US: u64 = 1_000_000;
const SCALE_RANGES: [u32; 3] = [10, 100, 1_000];

/// What to measure or print.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print only JSON.
    #[arg(long)]
    json: bool,
    /// Print a run of the benchmark as a scenario file, to time it elsewhere: load, pace, quiet,
    /// flights, hibernating, million-reads, busy-tenth, busy-tenth-hibernating, ranges-N, or
    /// stores-N.
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
    /// Measure only the capacity lab: a million reads a second.
    #[arg(long)]
    capacity: bool,
    /// Measure only what many ranges cost: 10,000, one in ten of them busy.
    #[arg(long)]
    ranges: bool,
    /// Measure only what many stores cost: 10 to 1,000, each with the same load.
    #[arg(long)]
    stores: bool,
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
    if args.capacity {
        say!("{:#}", crate::bench_capacity::measure())?;
        return Ok(EXIT_OK);
    }
    if args.ranges || args.stores {
        let ranges = args.ranges.then(crate::bench_scale::many_ranges);
        let stores = args.stores.then(crate::bench_scale::equal_stores);
        let [ranges, stores] = [ranges, stores].map(Option::unwrap_or_default);
        if args.json {
            say!("{:#}", json!({ "ranges": ranges, "stores": stores }))?;
        } else {
            let table = crate::bench_scale::table(&ranges, &stores);
            out::print(format_args!("{table}"))?;
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
        "  the same, unwatched        {:.2}",
        figure("/unwatched_against_bare")
    )?;
    say!(
        "  ns a message, engine       {:.0}",
        figure("/engine_ns_per_message")
    )?;
    say!(
        "  ns a message, unwatched    {:.0}",
        figure("/unwatched_ns_per_message")
    )?;
    say!(
        "  ns a message, bare         {:.0}",
        figure("/bare_ns_per_message")
    )?;
    say!(
        "simulated s per wall s       {:.0}",
        figure("/pace/simulated_per_wall")
    )?;
    say!(
        "  events a message           {:.2}",
        figure("/events_per_message")
    )?;
    for (position, ranges) in SCALE_RANGES.iter().enumerate() {
        let ns = figure(&format!("/scale/{position}/ns_per_event"));
        say!("{:<28} {ns:.0}", format!("ns an event, {ranges} ranges"))?;
        let bare = figure(&format!("/scale/{position}/bare_ns_per_message"));
        say!("{:<28} {bare:.0}", "  ns a message, bare")?;
    }
    Ok(())
}

/// Time and counts of one run.
struct Timed {
    wall: Duration,
    events: u64,
}

/// The fastest of some rounds.
fn best(round: impl Fn() -> Timed) -> Timed {
    let rounds = (0..ROUNDS).map(|_| round());
    rounds.min_by_key(|timed| timed.wall).expect("some rounds")
}

/// Runs a document to an instant, after an unmeasured start, with every check and meter on.
fn time_run(name: &str, from_us: u64, until_us: u64) -> Timed {
    let resolved = resolve(name);
    best(|| {
        let mut cluster = runner::start(&resolved);
        cluster.run_until(from_us, u64::MAX);
        let events = cluster.events();
        let start = clock();
        cluster.run_until(until_us, u64::MAX);
        let wall = clock().saturating_sub(start);
        assert!(
            cluster.observer().violation().is_none(),
            "a benchmark run must be right"
        );
        Timed {
            wall,
            events: cluster.events() - events,
        }
    })
}

/// Measures everything that needs no page, as one JSON object.
fn measure() -> Value {
    let PerMessage {
        bare: bare_ns,
        watched: engine_ns,
        unwatched: unwatched_ns,
        events,
    } = time_messages();
    let load = time_run("load", 0, LOAD_US);
    let pace = time_run("pace", 0, PACE_US);
    let scale: Vec<Value> = SCALE_RANGES
        .iter()
        .map(|ranges| {
            let name = format!("ranges-{ranges}");
            let run = time_run(&name, SCALE_WARM_UP_US, SCALE_WARM_UP_US + SCALE_US);
            let ns = run.wall.as_nanos() as f64 / run.events as f64;
            let bare = ns_over_ranges(*ranges);
            json!({
                "ranges": ranges, "events": run.events, "ns_per_event": ns,
                "bare_ns_per_message": bare
            })
        })
        .collect();
    json!({
        "bare_ns_per_message": bare_ns,
        "engine_ns_per_message": engine_ns,
        "engine_against_bare": bare_ns / engine_ns,
        "events_per_message": events,
        "unwatched_ns_per_message": unwatched_ns,
        "unwatched_against_bare": bare_ns / unwatched_ns,
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
