//! What is recorded of a run changes nothing in it: where one in 64 reads is recorded and the
//! others are only counted, the same happens at the same instants, whatever is done to the world.

use documents::scenario::Scenario;
use report::summary::VariantSummary;
use run::runner;
use serde_json::{Value, json};

use crate::common::public_runs;

/// Three zones and their gateways, which have cores and share hosts with the stores; reads by lease
/// and by a leader that makes sure of nothing, and some puts.
fn busy(actions: &Value) -> Value {
    let zones = ["a", "b", "c"];
    let zone = |id: &str| json!({ "id": id, "region": "r" });
    let store = |id: &str| json!({ "id": format!("s-{id}"), "zone": id, "cores": 2 });
    let gateway = |id: &str| json!({ "id": format!("g-{id}"), "zone": id, "cores": 4 });
    let host = |id: &str| json!({ "id": format!("h-{id}"), "packet_cores": 2, "nodes": [format!("s-{id}"), format!("g-{id}")] });
    json!({
        "format": "raft-atlas/1",
        "title": "Busy",
        "seed": 5,
        "duration": "6s",
        "topology": {
            "zones": zones.map(zone),
            "stores": zones.map(store),
            "gateways": zones.map(gateway),
            "hosts": zones.map(host),
            "links": { "same_zone": { "rtt": "0.4ms", "jitter": "100us" } }
        },
        "data": { "ranges": 3, "rows": 3000 },
        "costs": { "spread": "exponential" },
        "settings": { "read_mode": "lease", "request_timeout": "500ms" },
        "workload": [
            { "id": "gets", "from": "a", "op": "get", "clients": 24, "start": "1s" },
            { "id": "arrivals", "from": "b", "op": "get", "rate": 3000, "start": "1s" },
            {
                "id": "unchecked", "from": "c", "op": "get", "clients": 6, "think": "1ms",
                "read_mode": "leader-unchecked", "start": "1s", "timeout": "20ms",
                "retry": { "attempts": 3, "backoff": "5ms" }
            },
            { "id": "puts", "from": "a", "op": "put", "rate": 50, "start": "1s" }
        ],
        "actions": actions
    })
}

/// The only variant, with reads recorded so.
fn run(document: &Value, record: &str) -> VariantSummary {
    let mut document = document.clone();
    document["record"] = json!(record);
    let scenario = Scenario::parse(&document.to_string()).expect("it is valid");
    let resolved = runner::runs(&scenario, None)
        .expect("it is valid")
        .remove(0);
    runner::run(&resolved, resolved.duration_us)
}

/// What is left of a report without what goes by the reads that were recorded.
fn figures(summary: &VariantSummary) -> Value {
    let mut report = summary.to_json();
    let tree = report.as_object_mut().expect("an object");
    // Deadlines of counted reads need no events.
    for key in ["digest", "events", "sampled", "checks"] {
        tree.remove(key).expect("it is there");
    }
    for load in tree["workload"]
        .as_object_mut()
        .expect("an object")
        .values_mut()
    {
        load["seen_age"].take();
    }
    for mode in tree["modes"]
        .as_object_mut()
        .expect("an object")
        .values_mut()
    {
        mode["round_trips"].take();
    }
    report
}

fn assert_same(document: &Value) {
    let (all, sampled) = (run(document, "all"), run(document, "sampled"));
    let (one_in, counted) = sampled.sampled.expect("its reads are sampled");
    let answered: u64 = all.workloads.iter().map(|load| load.ok).sum();
    assert_eq!((one_in, all.sampled), (64, None));
    assert!(counted * 10 > answered * 8, "most are counted: {counted}");
    similar_asserts(&figures(&all), &figures(&sampled));
}

/// Equal, with the first difference told by its path.
fn similar_asserts(all: &Value, sampled: &Value) {
    fn differences(path: &str, a: &Value, b: &Value, found: &mut Vec<String>) {
        match (a, b) {
            (Value::Object(left), Value::Object(right)) => {
                let keys = left.keys().chain(right.keys());
                let mut keys: Vec<&String> = keys.collect();
                keys.sort();
                keys.dedup();
                for key in keys {
                    differences(&format!("{path}.{key}"), &a[key], &b[key], found);
                }
            }
            _ if a == b => {}
            _ => found.push(format!("{path}: {a} and {b}")),
        }
    }
    let mut found = Vec::new();
    differences("", all, sampled, &mut found);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_quiet_run_is_the_same_however_it_is_recorded() {
    assert_same(&busy(&json!([])));
}

#[test]
fn faults_meet_reads_that_are_only_counted_as_they_meet_others() {
    assert_same(&busy(&json!([
        { "at": "2s", "do": "cut", "from": "a", "to": "b" },
        { "at": "2.4s", "do": "heal" },
        { "at": "2.8s", "do": "crash", "store": "s-a" },
        { "at": "3.4s", "do": "restart", "store": "s-a" },
        { "at": "3.9s", "do": "pause", "store": "s-b" },
        { "at": "4.2s", "do": "resume", "store": "s-b" },
        { "at": "4.4s", "do": "degrade", "from": "a", "to": "c", "loss": 0.01 },
        { "at": "4.6s", "do": "heal" },
        { "at": "4.8s", "do": "set", "settings": { "read_mode": "leader" } },
        { "at": "5s", "do": "set", "settings": { "read_mode": "lease" } },
        { "at": "5.2s", "do": "crash", "store": "g-a" },
        { "at": "5.5s", "do": "restart", "store": "g-a" }
    ])));
}

#[test]
fn reads_that_run_into_their_deadlines_are_the_same_however_they_are_recorded() {
    let mut document = busy(&json!([]));
    document["settings"]["request_timeout"] = json!("5ms");
    document["workload"][1]["rate"] = json!(40_000);
    document["duration"] = json!("1.5s");
    let (all, sampled) = (run(&document, "all"), run(&document, "sampled"));
    let failed: u64 = all.workloads.iter().map(|load| load.failed).sum();
    assert!(failed > 1_000, "{failed} ran into their deadlines");
    similar_asserts(&figures(&all), &figures(&sampled));
}

#[test]
fn where_clients_ask_at_once_a_run_is_the_same_however_it_is_recorded() {
    let mut document = busy(&json!([
        { "at": "1.1s", "do": "cut", "from": "a", "to": "b" },
        { "at": "1.15s", "do": "heal" },
        { "at": "1.2s", "do": "pause", "store": "s-b" },
        { "at": "1.22s", "do": "resume", "store": "s-b" }
    ]));
    for store in document["topology"]["stores"]
        .as_array_mut()
        .expect("a list")
    {
        store["cores"] = json!(16);
    }
    for gateway in document["topology"]["gateways"]
        .as_array_mut()
        .expect("a list")
    {
        gateway["cores"] = json!(64);
    }
    document["workload"][0]["clients"] = json!(400);
    document["duration"] = json!("1.25s");
    let text = document.to_string();
    let scenario = Scenario::parse(&text).expect("it is valid");
    let resolved = runner::runs(&scenario, None)
        .expect("it is valid")
        .remove(0);
    assert!(resolved.config.asks_at_once, "it declares a great load");
    assert_same(&document);
}

#[test]
fn only_files_that_declare_a_great_load_are_sampled_by_themselves() {
    let all = public_runs().into_iter();
    let busy = all.filter(|run| run.resolved.config.record_one_in > 1);
    let mut sampled: Vec<String> = busy.map(|run| run.scenario).collect();
    sampled.dedup();
    assert_eq!(sampled, ["ladder", "million-reads"]);
}
