//! Each format, of a scenario with every fault that there is.

use documents::scenario::Scenario;
use serde_json::{Value, json};

use super::{FaultFormat, WrittenFaults, write_faults};

/// Three zones, and every fault that there is.
fn written(format: FaultFormat) -> WrittenFaults {
    let scenario = json!({
        "format": "raft-atlas/1", "title": "Every fault", "duration": "60s",
        "topology": {
            "zones": [{ "id": "a" }, { "id": "b" }, { "id": "c" }],
            "stores": [
                { "id": "s1", "zone": "a" }, { "id": "s2", "zone": "b" }, { "id": "s3", "zone": "c" },
            ],
        },
        "actions": [
            { "at": "5s", "do": "cut", "from": "a", "to": "b", "one_way": true },
            { "at": "8s", "do": "heal" },
            { "at": "10s", "do": "isolate", "place": "c" },
            { "at": "12s", "do": "heal", "fault": "isolate:c" },
            { "at": "20s", "do": "degrade", "from": "a", "to": "s3", "delay": "30ms",
              "jitter": "4ms", "loss": 0.05, "vanish": 0.1, "bandwidth": "10Mbps" },
            { "at": "30s", "do": "crash", "store": "s2" },
            { "at": "35s", "do": "restart", "store": "s2" },
            { "at": "40s", "do": "pause", "store": "s1" },
            { "at": "41s", "do": "transfer", "to": "s3" },
            { "at": "42s", "do": "resume", "store": "s1" },
        ],
    });
    let scenario = Scenario::parse(&scenario.to_string()).expect("a scenario");
    let resolved = scenario.resolve(None, None).expect("it resolves");
    write_faults(&resolved, format, resolved.duration_us)
}

#[test]
fn chaos_mesh_gets_a_workflow_and_hears_what_is_left_out() {
    let WrittenFaults { text, left_out, .. } = written(FaultFormat::ChaosMesh);
    for line in [
        "kind: \"Workflow\"",
        "action: \"partition\"",
        "direction: \"to\"",
        "action: \"pod-failure\"",
        "latency: \"32000us\"",
        "jitter: \"2000us\"",
        "loss: \"5\"",
        "rate: \"10000000bit\"",
        "raft-atlas/zone: \"a\"",
        "raft-atlas/node: \"s3\"",
        "operator: \"NotIn\"",
        "deadline: \"3000ms\"",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    assert_eq!(
        left_out,
        [
            "transfer at 41s: no fault",
            "degrade:a:s3 at 20s: vanish: below TCP only packets are lost",
            "pause:s1 at 40s: Chaos Mesh stops no process without ending it",
        ]
    );
}

#[test]
fn toxiproxy_gets_a_proxy_for_each_pair_and_calls_in_order_of_time() {
    let WrittenFaults { text, left_out, .. } = written(FaultFormat::Toxiproxy);
    let tree: Value = serde_json::from_str(&text).expect("JSON");
    let calls = tree["calls"].as_array().expect("calls");
    let at: Vec<u64> = calls
        .iter()
        .map(|call| call["at_ms"].as_u64().expect("ms"))
        .collect();
    assert!(at.is_sorted(), "{at:?}");
    // From s1 to s2 alone: up where s1 called, down where s2 did.
    let cut: Vec<&Value> = calls.iter().filter(|call| call["at_ms"] == 5000).collect();
    let streams: Vec<&Value> = cut.iter().map(|call| &call["body"]["stream"]).collect();
    assert_eq!(streams, ["upstream", "downstream"]);
    assert_eq!(cut[0]["path"], "/proxies/s1-to-s2/toxics");
    assert_eq!(cut[1]["path"], "/proxies/s2-to-s1/toxics");
    assert_eq!(cut[0]["body"]["attributes"], json!({ "timeout": 0 }));
    let rate = calls
        .iter()
        .find(|call| call["body"]["type"] == "bandwidth")
        .expect("one");
    assert_eq!(
        rate["body"]["attributes"]["rate"], 1250,
        "kilobytes a second"
    );
    for what in ["loss:", "vanish:", "crash:s2", "pause:s1"] {
        assert!(
            left_out.iter().any(|told| told.contains(what)),
            "{what} in {left_out:?}"
        );
    }
}

#[test]
fn tc_gets_a_script_that_builds_its_rules_at_each_change() {
    let WrittenFaults { text, left_out, .. } = written(FaultFormat::Tc);
    for line in [
        "until_s 5.000000\nclear\n# cut:a:b:one-way\nimpair 's1' 's2' 'loss 100%'\n",
        "until_s 8.000000\nclear\n",
        "impair 's3' 's1 s2' 'loss 100%'\nimpair 's1 s2' 's3' 'loss 100%'\n",
        "impair 's1' 's3' 'delay 32000us 2000us loss 5% rate 10000000bit'\n",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    for what in ["crash:s2", "pause:s1", "vanish"] {
        assert!(
            left_out.iter().any(|told| told.contains(what)),
            "{what} in {left_out:?}"
        );
    }
}

#[test]
fn a_scenario_without_faults_gives_texts_that_do_nothing() {
    let scenario = json!({
        "format": "raft-atlas/1", "title": "Quiet",
        "topology": { "zones": [{ "id": "a" }], "stores": [{ "id": "s1", "zone": "a" }] },
        "data": { "replicas": 1 },
    });
    let scenario = Scenario::parse(&scenario.to_string()).expect("a scenario");
    let resolved = scenario.resolve(None, None).expect("it resolves");
    for format in FaultFormat::ALL {
        let written = write_faults(&resolved, format, 1_000_000);
        assert_eq!((written.faults, written.left_out.len()), (0, 0));
        assert!(written.text.contains("Quiet"), "{}", written.text);
    }
}
