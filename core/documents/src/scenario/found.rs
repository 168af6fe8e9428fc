//! A run that was drawn or searched for, written down as a scenario file of its own: what differs
//! from the scenario that it began with stands in the file. It must not know who found it.

use serde_json::{Map, Value, json};
use sim::Micros;

use crate::scenario::replay::actions;
use crate::scenario::{Resolved, Scenario};
use format::error::ScenarioError;
use format::switches::SettingsText;
use text::say;

/// What speaks of the run as it was, or of instants that it may not have any more.
const OF_THE_WHOLE: [&str; 6] = [
    "conclusion",
    "checkpoints",
    "show",
    "try",
    "measure_from",
    "proves",
];

/// Writes a file whose run is `run`, which a variant of `scenario` became by other actions, another
/// seed, switches, read modes, ways of a gateway to read and sizes of Raft's messages and logs. It
/// lasts `duration_us`.
///
/// An error where the file would be another run: it says which part of it.
pub fn as_file(
    scenario: &Scenario,
    run: &Resolved,
    duration_us: Micros,
    (title, text): (&str, &str),
) -> Result<String, ScenarioError> {
    let mut tree = scenario.tree(&run.variant);
    let Value::Object(map) = &mut tree else {
        unreachable!("a parsed scenario is an object")
    };
    for key in OF_THE_WHOLE {
        map.remove(key);
    }
    map.insert("title".into(), json!(title));
    map.insert("text".into(), json!(text));
    map.insert("seed".into(), json!(run.config.seed));
    map.insert("duration".into(), json!(format!("{duration_us}us")));
    map.insert("actions".into(), actions(run, &[]));
    let switches = SettingsText::all(&run.config.settings, &run.names.zone_ids());
    map.insert("settings".into(), json!(switches));
    set_raft(map, run);
    set_read_modes(map, run);
    let text = serde_json::to_string_pretty(&tree).expect("a JSON tree can be written");
    let read = Scenario::parse(&text).and_then(|file| file.resolve(None, None))?;
    match difference(&read, run) {
        None => Ok(text + "\n"),
        Some(part) => {
            let why = say!("{part}: the file would not say what was run", part);
            Err(ScenarioError::whole(why))
        }
    }
}

fn set_raft(map: &mut Map<String, Value>, run: &Resolved) {
    let raft = &run.config.raft;
    let sizes = [
        ("log_keep", json!(raft.log_keep)),
        ("max_size_per_msg", json!(raft.max_size_per_msg)),
        ("max_inflight", json!(raft.max_inflight_msgs)),
    ];
    let entry = map.entry("raft").or_insert_with(|| json!({}));
    if let Value::Object(entry) = entry {
        entry.extend(sizes.map(|(key, value)| (key.to_string(), value)));
    }
}

/// Of workloads, and of gateways unless they have none of their own any more.
fn set_read_modes(map: &mut Map<String, Value>, run: &Resolved) {
    let loads = map.get_mut("workload").and_then(Value::as_array_mut);
    for (load, known) in loads.into_iter().flatten().zip(&run.config.workloads) {
        let Value::Object(load) = load else { continue };
        match known.read_mode {
            Some(mode) => load.insert("read_mode".into(), json!(mode.id())),
            None => load.remove("read_mode"),
        };
    }
    if !run.config.gateway_modes.is_empty() {
        return;
    }
    let gateways = map
        .get_mut("topology")
        .and_then(|all| all.get_mut("gateways"));
    for gateway in gateways.and_then(Value::as_array_mut).into_iter().flatten() {
        if let Value::Object(gateway) = gateway {
            gateway.remove("read_mode");
        }
    }
}

/// The part in which two runs differ.
fn difference(read: &Resolved, run: &Resolved) -> Option<&'static str> {
    let mut config = read.config.clone();
    // Whether the engine checks itself is no part of a run.
    config.oracle = run.config.oracle;
    [
        // As they are written: of a read nobody writes down how large its value would be.
        ("actions", actions(read, &[]) == actions(run, &[])),
        ("settings", config.settings == run.config.settings),
        ("raft", config.raft == run.config.raft),
        ("workload", config.workloads == run.config.workloads),
        ("topology", config == run.config),
    ]
    .into_iter()
    .find_map(|(part, same)| (!same).then_some(part))
}
