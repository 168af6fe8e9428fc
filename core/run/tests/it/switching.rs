//! Switches that are turned while a run goes on: whatever is under way then keeps its promise. One
//! change cannot be made, and is refused.

use documents::scenario::Scenario;
use format::switch_types::Control;
use format::switches::{SwitchInfo, switches};
use run::playground::Playground;
use run::runner;
use serde_json::{Value, json};
use sim::SECONDS;

use crate::common::{three_zones, three_zones_file};

/// What a switch may stand at here. A new one that is neither on or off nor one of a few words says
/// two values that differ in what they do.
fn values(switch: &SwitchInfo) -> Vec<Value> {
    match (switch.control, switch.key) {
        (Control::Toggle, _) | (_, "follower_replication") => vec![json!(false), json!(true)],
        _ if !switch.values.is_empty() => {
            switch.values.iter().map(|value| json!(value.id)).collect()
        }
        (_, "apply_delay") => vec![json!("0us"), json!("20ms")],
        (_, "request_timeout") => vec![json!("5s"), json!("400ms")],
        (_, "attempt_timeout") => vec![json!("0us"), json!("30ms")],
        (_, "lease") => vec![json!("0us"), json!("300ms")],
        (_, "staleness") => vec![json!("1s"), json!("3s")],
        (_, "adaptive_threshold") => vec![json!(4096), json!(1)],
        (_, key) => panic!("{key}: what may it be here?"),
    }
}

/// Everything is under way when the leader stands still, a switch is turned, and it goes on.
fn turned(key: &str, from: &Value, to: &Value) -> Value {
    let mut settings = json!({
        "timestamps": "tso", "safe_time": "hybrid", "read_mode": "follower", "staleness": "1s",
    });
    if key == "timestamps" || key == "safe_time" {
        // Rows have versions for one reason alone.
        settings["timestamps"] = json!("none");
    }
    settings[key] = from.clone();
    let past = if settings["safe_time"] == json!("off") {
        "leader"
    } else {
        "stale"
    };
    json!({
        "duration": "5s",
        "data": { "ranges": 2, "rows": 200, "row_bytes": 100, "leaders": ["s1"] },
        "settings": settings,
        "workload": [
            { "id": "gets", "from": "gb", "op": "get", "clients": 2, "think": "2ms",
                "keys": [0, 4] },
            { "id": "puts", "from": "gb", "op": "put", "clients": 2, "think": "1ms",
                "keys": [0, 4] },
            { "id": "past", "from": "gc", "op": "statement", "rows": 200, "clients": 2,
                "think": "5ms", "read_mode": past },
            { "id": "now", "from": "ga", "op": "statement", "rows": 200, "clients": 1,
                "think": "5ms" },
        ],
        "actions": [
            { "at": "1.5s", "do": "pause", "store": "s1" },
            { "at": "1.8s", "do": "set", "settings": { (key): to } },
            { "at": "3.3s", "do": "resume", "store": "s1" },
        ],
    })
}

fn is_refused(key: &str, from: &Value, to: &Value) -> bool {
    key == "timestamps" && *from != json!("none") && *to == json!("none")
}

#[test]
fn what_is_under_way_keeps_its_promise_whichever_switch_is_turned() {
    let mut turns = 0;
    for switch in switches() {
        let values = values(&switch);
        for (from, to) in values
            .iter()
            .flat_map(|from| values.iter().map(move |to| (from, to)))
        {
            if from == to || is_refused(switch.key, from, to) {
                continue;
            }
            // Every read mode is judged by its own promise: each is left once and entered once.
            let place = |value: &Value| values.iter().position(|known| known == value);
            let next = |value| place(value).map(|place| (place + 1) % values.len());
            if switch.key == "read_mode" && next(from) != place(to) {
                continue;
            }
            turns += 1;
            let report = runner::run(&three_zones(&turned(switch.key, from, to)), 5 * SECONDS);
            let key = switch.key;
            let violated = report.first_violation();
            assert_eq!(violated, None, "{key} from {from} to {to}");
        }
    }
    assert!(turns > 80, "{turns}");
}

#[test]
fn timestamps_cannot_be_switched_off_in_a_run_by_script_or_by_hand() {
    let file = three_zones_file(&turned("timestamps", &json!("tso"), &json!("none")));
    let refused = Scenario::parse(&file.to_string())
        .expect_err("it is refused")
        .to_string();
    assert!(
        refused.starts_with("actions[1].settings.timestamps: found \"none\", expected \"tso\""),
        "{refused}"
    );

    let mut file = three_zones_file(&turned("timestamps", &json!("tso"), &json!("tso+index")));
    file["actions"] = json!([]);
    let mut run = Playground::open(&file.to_string(), "", None).expect("a scenario");
    run.advance(SECONDS, u64::MAX);
    let off = r#"{"do":"set","settings":{"timestamps":"none"}}"#;
    let refused = run.apply(off).expect_err("it is refused").to_string();
    assert!(
        refused.contains("a run that has timestamps (\"tso\") keeps them"),
        "{refused}"
    );
    // Done again in a run with other switches, it is left out, and all else of it is done.
    let both = r#"{"do":"set","settings":{"timestamps":"none","check_quorum":false}}"#;
    let words = run
        .replay(2 * SECONDS, both)
        .expect("an act of another run");
    assert_eq!(words, "Settings: check quorum off.");
    run.advance(3 * SECONDS, u64::MAX);
    assert!(run.outcome("{}", "[]").is_ok());
}
