//! No input makes the reader panic, whatever is done to a good file.

use documents::scenario::{Resolved, Scenario};
use run::resources::ResourceMeter;
use run::runner;
use serde_json::{Value, json};
use sim::Stream;

use super::fixture::{changed, full};
use crate::common::seeds;

/// Mutations tried; each is a pure function of its number.
const MUTATIONS: u64 = 3000;

/// Values that are likely to be mishandled.
fn odd_values() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e308),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(4_294_967_296_u64),
        json!(""),
        json!("az1"),
        json!("1s"),
        json!("99999999999999999999s"),
        json!("0.0000000000000000001s"),
        json!("\u{0}\u{202e}"),
        json!("a".repeat(100_000)),
        json!([]),
        json!([[], {}]),
        json!({}),
        json!({ "id": "x" }),
    ]
}

/// JSON pointers to every place of a tree.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_string());
    match value {
        Value::Object(map) => {
            map.iter()
                .for_each(|(key, value)| places(value, &format!("{at}/{key}"), out));
        }
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(i, value)| places(value, &format!("{at}/{i}"), out));
        }
        _ => {}
    }
}

fn pick<'a, T>(stream: &mut Stream, list: &'a [T]) -> &'a T {
    &list[stream.below(list.len() as u64) as usize]
}

/// What is accepted must also run.
fn run_a_little(resolved: &Resolved) {
    const EVENTS_MAX: u64 = 3000;
    let mut cluster = runner::start(resolved);
    let mut resources = ResourceMeter::new(&cluster, resolved.measure_from_us);
    resources.run_until(&mut cluster, resolved.duration_us, EVENTS_MAX);
    runner::summary(resolved, &cluster, &resources).to_json();
}

/// Reads the text; what is accepted must also resolve, run and be written again.
fn read(text: &str, number: u64) {
    match Scenario::parse(text) {
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty(), "mutation {number}");
            assert!(
                message.len() < 20_000,
                "mutation {number}: {} bytes",
                message.len()
            );
        }
        Ok(scenario) => {
            for variant in scenario.variants() {
                let resolved = scenario.resolve(Some(&variant.id), Some(1)).expect("known");
                run_a_little(&resolved);
            }
            documents::scenario::with_actions(text, None, None, &[]).expect("what it read");
        }
    }
}

#[test]
fn a_file_with_changed_places_is_read_or_refused() {
    let mut all = Vec::new();
    places(&full(), "", &mut all);
    let odd = odd_values();
    for number in 0..MUTATIONS {
        let mut stream = Stream::fork(number, "mutations of values", 0);
        let mut tree = full();
        for _ in 0..stream.between(1, 4) {
            let value = match stream.below(3) {
                0 => full()
                    .pointer(pick::<String>(&mut stream, &all))
                    .cloned()
                    .unwrap_or(Value::Null),
                _ => pick(&mut stream, &odd).clone(),
            };
            // An earlier change may have removed the place.
            if let Some(place) = tree.pointer_mut(pick::<String>(&mut stream, &all)) {
                *place = value;
            }
        }
        read(&tree.to_string(), number);
    }
}

#[test]
fn a_file_with_changed_bytes_is_read_or_refused() {
    let good = full().to_string().into_bytes();
    for number in 0..MUTATIONS {
        let mut stream = Stream::fork(number, "mutations of bytes", 0);
        let mut bytes = good.clone();
        for _ in 0..stream.between(1, 5) {
            if bytes.is_empty() {
                break;
            }
            let at = stream.below(bytes.len() as u64) as usize;
            match stream.below(4) {
                0 => bytes[at] = stream.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, *pick(&mut stream, b"{}[]\",:019-eE\\")),
                _ => bytes.truncate(at.max(1)),
            }
        }
        read(&String::from_utf8_lossy(&bytes), number);
    }
}

/// There is no last key to name where there is none; beyond the rows of the table is another case.
#[test]
fn one_key_of_no_keys_is_refused() {
    let mut tree = full();
    let load = &mut tree["workload"][0];
    load["keys"] = json!([0, 0]);
    load["distribution"] = json!({ "kind": "one", "key": 0 });
    let error = Scenario::parse(&tree.to_string()).expect_err("no keys");
    let place = "workload[0].keys";
    assert!(error.to_string().contains(place), "{error}");
}

/// Values at the bounds of what a file may say.
fn extremes() -> Vec<(&'static str, Value)> {
    vec![
        ("/seed", json!(9_007_199_254_740_991_u64)),
        ("/duration", json!("1440m")),
        ("/duration", json!("1us")),
        ("/topology/stores/0/cores", json!(1024)),
        ("/topology/stores/0/cores", json!(1)),
        ("/topology/stores/0/fsync", json!("60s")),
        ("/topology/stores/0/fsync", json!("0us")),
        ("/topology/stores/0/disk", json!("1Bps")),
        ("/topology/stores/0/clock_offset", json!("-60s")),
        ("/topology/stores/0/clock_drift_ppm", json!(-100_000)),
        ("/topology/stores/1/clock_drift_ppm", json!(100_000)),
        ("/topology/gateways/0/clock_offset", json!("-60s")),
        ("/topology/gateways/1/clock_drift_ppm", json!(900_000)),
        ("/topology/links/same_zone/rtt", json!("2us")),
        ("/topology/links/cross_zone/rtt", json!("60s")),
        ("/topology/links/cross_zone/rtt", json!("2us")),
        ("/topology/links/cross_zone/jitter", json!("2s")),
        ("/topology/links/cross_zone/loss", json!(1)),
        ("/topology/links/cross_zone/window", json!(1)),
        (
            "/topology/links/cross_zone/window",
            json!(1_099_511_627_776_u64),
        ),
        ("/topology/links/cross_zone/usd_per_gb", json!(1000)),
        ("/topology/links/between/0/bandwidth", json!("1kbps")),
        ("/topology/links/between/0/bandwidth", json!("10000Gbps")),
        ("/data/rows", json!(1_000_000)),
        ("/data/ranges", json!(2000)),
        ("/data/replicas", json!(1)),
        ("/data/row_bytes", json!(8)),
        ("/data/row_bytes", json!(65_536)),
        ("/raft/tick", json!("1ms")),
        ("/raft/tick", json!("60s")),
        ("/raft/election_ticks", json!(2)),
        ("/raft/election_ticks", json!(10_000)),
        ("/raft/log_keep", json!(1)),
        ("/raft/log_keep", json!(1_000_000)),
        ("/raft/max_size_per_msg", json!(0)),
        ("/raft/max_inflight", json!(1)),
        ("/costs/request", json!("0ns")),
        ("/costs/request", json!("60s")),
        ("/costs/row", json!("0ns")),
        ("/costs/message", json!("0ns")),
        ("/costs/message", json!("60s")),
        ("/costs/apply", json!("60s")),
        ("/settings/apply_delay", json!("60s")),
        ("/settings/request_timeout", json!("1ms")),
        ("/settings/request_timeout", json!("60s")),
        ("/workload/0/clients", json!(2000)),
        ("/workload/0/think", json!("1440m")),
        ("/workload/0/rows", json!(2500)),
        ("/workload/0/start", json!("1440m")),
        ("/workload/0/running", json!(true)),
        ("/workload/1/rate", json!(0.001)),
        ("/workload/1/rate", json!(1_000_000)),
        ("/workload/1/value_bytes", json!(6710)),
        ("/workload/1/keys", json!([9999, 10_000])),
    ]
}

#[test]
fn a_file_at_the_bounds_runs() {
    for (pointer, value) in extremes() {
        let text = changed(pointer, value.clone());
        let scenario = Scenario::parse(&text)
            .unwrap_or_else(|error| panic!("{pointer} {value} is within bounds: {error}"));
        run_a_little(&scenario.resolve(None, None).unwrap());
    }
    let extremes = extremes();
    for number in seeds(MUTATIONS / 10) {
        let mut stream = Stream::fork(number, "mixed bounds", 0);
        let mut tree = full();
        for _ in 0..stream.between(2, 12) {
            let (pointer, value) = pick(&mut stream, &extremes);
            if let Some(place) = tree.pointer_mut(pointer) {
                *place = value.clone();
            }
        }
        // Some mixtures are refused: too many rows of too many bytes, for instance.
        read(&tree.to_string(), number);
    }
}
