//! The sweep file that tries a form's settings, format `raft-atlas-sweep/1`: what a machine of its
//! own runs. Must not know how sweeps are run.

use serde_json::{Value, json};

use crate::form::AdviceForm;
use crate::scenario::{reads_id, with_clients, writes_id};
use crate::settings::{AXES, Axis, Parts, all_parts};

/// The sweep of this scenario over all that the form considers.
pub(crate) fn sweep(form: &AdviceForm, scenario: &Value) -> Value {
    let all = all_parts(form);
    let axes: Vec<Value> = AXES
        .iter()
        .map(|axis| {
            let values = values(form, axis, &all);
            json!({ "path": axis.path, "name": axis.name, "values": values })
        })
        .collect();
    json!({
        "format": "raft-atlas-sweep/1",
        "title": form.title,
        "scenario": scenario,
        "axes": axes,
        "seeds": { "from": 1, "to": form.runs.seeds },
        "exclude": exclusions(form, &all),
        "objectives": objectives(form),
        "limits": limits(form),
    })
}

/// Each value once, in the order in which it comes.
fn values(form: &AdviceForm, axis: &Axis, all: &[Parts]) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for parts in all {
        let value = (axis.of)(form, parts);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// What goes by another axis has no other value than that says.
fn exclusions(form: &AdviceForm, all: &[Parts]) -> Vec<Value> {
    let mut exclusions = Vec::new();
    for axis in &AXES {
        let Some((name, why)) = axis.goes_by else {
            continue;
        };
        let by = AXES.iter().find(|axis| axis.name == name);
        let by = by.expect("an axis goes by one of them");
        for leading in values(form, by, all) {
            for value in values(form, axis, all) {
                let is_so = |parts: &Parts| {
                    (by.of)(form, parts) == leading && (axis.of)(form, parts) == value
                };
                if !all.iter().any(is_so) {
                    exclusions.push(json!({
                        "when": [
                            { "axis": by.name, "equals": leading },
                            { "axis": axis.name, "equals": value },
                        ],
                        "why": why,
                    }));
                }
            }
        }
    }
    exclusions
}

fn objectives(form: &AdviceForm) -> Vec<Value> {
    let mut all = vec![json!({ "figure": "money.per_month", "aim": "minimize" })];
    for zone in with_clients(form) {
        let figure = format!("workload.{}.p99_us", reads_id(zone));
        all.push(json!({ "figure": figure, "aim": "minimize" }));
    }
    all
}

fn limits(form: &AdviceForm) -> Vec<Value> {
    let mut all = vec![json!({ "promises": "kept" })];
    let mut most = |figure: String, most: f64| {
        all.push(json!({ "figure": figure, "at_most": most }));
    };
    for zone in with_clients(form) {
        for (id, p99) in [
            (reads_id(zone), form.limits.p99_of_reads),
            (writes_id(zone), form.limits.p99_of_writes),
        ] {
            if let Some(p99) = p99 {
                most(format!("workload.{id}.p99_us"), p99.0 as f64);
            }
            most(format!("workload.{id}.failed"), 0.0);
        }
    }
    if let Some(usd) = form.limits.usd_per_month {
        most("money.per_month".to_string(), usd);
    }
    all
}
