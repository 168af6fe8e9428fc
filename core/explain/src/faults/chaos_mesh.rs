//! A Workflow of Chaos Mesh: every fault waits for its instant and stands for its time. Pods are
//! found by labels.

use std::fmt::Write;

use model::fault::{FaultKind, FaultPlaces};
use serde_json::{Value, json};
use sim::{Micros, Place};
use text::names::Names;

use super::{Fault, Script, percent};

/// Label of a pod's zone, as the scenario calls it.
const ZONE: &str = "raft-atlas/zone";
/// Label of a pod's store or gateway.
const NODE: &str = "raft-atlas/node";

/// One part of the workflow that causes something.
struct Template {
    kind: &'static str,
    key: &'static str,
    spec: Value,
}

pub(super) fn write(script: &mut Script<'_>) -> String {
    let mut text = format!(
        "# Faults of {:?}.\n# Pods carry the labels {ZONE} and {NODE}, with the ids of the \
         scenario; apply it when the load runs.\n",
        script.title
    );
    let mut children = Vec::new();
    let mut templates = Vec::new();
    let mut end_us = 0;
    for (number, fault) in (1..).zip(script.faults.clone()) {
        let name = format!("fault-{number}");
        let made = of(&fault, script);
        if made.is_empty() {
            continue;
        }
        let lasts = duration(fault.until_us - fault.from_us);
        let parts: Vec<String> = (1..=made.len())
            .map(|part| format!("{name}-{part}"))
            .collect();
        templates.push(json!({
            "name": name, "templateType": "Serial", "deadline": duration(fault.until_us + 1_000_000),
            "children": [format!("{name}-wait"), format!("{name}-stands")],
        }));
        templates.push(json!({
            "name": format!("{name}-wait"), "templateType": "Suspend",
            "deadline": duration(fault.from_us),
        }));
        templates.push(json!({
            "name": format!("{name}-stands"), "templateType": "Parallel", "deadline": lasts,
            "children": parts,
        }));
        for (part, template) in parts.iter().zip(made) {
            templates.push(json!({
                "name": part, "templateType": template.kind, "deadline": lasts,
                template.key: template.spec,
            }));
        }
        end_us = end_us.max(fault.until_us);
        children.push(name);
    }
    let mut all = vec![json!({
        "name": "all", "templateType": "Parallel", "deadline": duration(end_us + 2_000_000),
        "children": children,
    })];
    all.extend(templates);
    let workflow = json!({
        "apiVersion": "chaos-mesh.org/v1alpha1",
        "kind": "Workflow",
        "metadata": { "name": "raft-atlas" },
        "spec": { "entry": "all", "templates": all },
    });
    yaml(&workflow, 0, &mut text);
    text
}

/// What causes a fault; what Chaos Mesh does not do is told.
fn of(fault: &Fault, script: &mut Script<'_>) -> Vec<Template> {
    let from = fault.key.places().from;
    match fault.key.kind() {
        FaultKind::Cut | FaultKind::Isolate => vec![network(between("partition", fault, script))],
        FaultKind::Crash => {
            let selector = selector(from, script.names);
            vec![Template {
                kind: "PodChaos",
                key: "podChaos",
                spec: json!({ "action": "pod-failure", "mode": "all", "selector": selector }),
            }]
        }
        FaultKind::Pause => {
            script.leave_out(fault, "Chaos Mesh stops no process without ending it");
            Vec::new()
        }
        FaultKind::Degrade => degraded(fault, script),
    }
}

fn network(spec: Value) -> Template {
    Template {
        kind: "NetworkChaos",
        key: "networkChaos",
        spec,
    }
}

fn label(place: Place) -> &'static str {
    match place {
        Place::Zone(_) => ZONE,
        Place::Node(_) => NODE,
    }
}

/// The pods of a place.
fn selector(place: Place, names: &Names) -> Value {
    json!({ "labelSelectors": { label(place): names.place_id(place) } })
}

/// An action on the packets that a fault meets: of an isolated place, those to and from all others.
fn between(action: &str, fault: &Fault, script: &Script<'_>) -> Value {
    let names = script.names;
    let FaultPlaces { from, to, both } = fault.key.places();
    let others = json!({ "expressionSelectors": [
        { "key": label(from), "operator": "NotIn", "values": [names.place_id(from)] },
    ] });
    let target = to.map_or(others, |to| selector(to, names));
    json!({
        "action": action, "mode": "all", "selector": selector(from, names),
        "direction": if both { "both" } else { "to" },
        "target": { "mode": "all", "selector": target },
    })
}

/// Delay and loss are one action, a rate is another.
fn degraded(fault: &Fault, script: &mut Script<'_>) -> Vec<Template> {
    let mut made = Vec::new();
    let how = fault.how;
    let mut netem = between("netem", fault, script);
    if how.delay_us + how.jitter_us > 0 {
        let (mean, spread) = fault.mean_and_spread_us();
        netem["delay"] = json!({
            "latency": format!("{mean}us"), "jitter": format!("{spread}us"), "correlation": "0",
        });
    }
    if how.loss.ppm > 0 {
        netem["loss"] = json!({ "loss": percent(how.loss.ppm), "correlation": "0" });
    }
    if netem.get("delay").is_some() || netem.get("loss").is_some() {
        made.push(network(netem));
    }
    if how.bandwidth_bps > 0 {
        let mut rate = between("bandwidth", fault, script);
        rate["bandwidth"] = json!({
            "rate": format!("{}bit", how.bandwidth_bps), "limit": 20_971_520, "buffer": 10_000,
        });
        made.push(network(rate));
    }
    if how.vanish.ppm > 0 {
        script.leave_out(fault, "vanish: below TCP only packets are lost");
    }
    made
}

fn duration(us: Micros) -> String {
    format!("{}ms", us.div_ceil(1000))
}

/// Keys that come first; the others follow by name.
const FIRST: [&str; 8] = [
    "apiVersion",
    "kind",
    "metadata",
    "entry",
    "name",
    "templateType",
    "action",
    "mode",
];

/// Writes a value as YAML: maps and lists in blocks, texts in quotation marks, as JSON has them.
fn yaml(value: &Value, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(map) => {
            let rank = |key: &str| FIRST.iter().position(|first| *first == key);
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| rank(key).unwrap_or(FIRST.len()));
            for (key, value) in entries {
                let is_block = value.is_object()
                    || value
                        .as_array()
                        .is_some_and(|list| list.iter().any(Value::is_object));
                if is_block {
                    let _ = writeln!(text, "{indent}{key}:");
                    yaml(value, depth + 1, text);
                } else {
                    let _ = writeln!(text, "{indent}{key}: {value}");
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                let mut inner = String::new();
                yaml(item, depth + 1, &mut inner);
                let body = inner.trim_start();
                let _ = write!(text, "{indent}- {body}");
            }
        }
        other => {
            let _ = writeln!(text, "{indent}{other}");
        }
    }
}
