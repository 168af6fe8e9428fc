//! `--plan`: futures as a sweep over the numbers of their draws. So what sweeps have, futures have:
//! they go on where they were stopped, run on a cluster, and are rows of a Parquet file.

use std::fs;
use std::path::Path;

use run::past::Past;
use serde_json::{Value, json};
use text::words::instant_words;

use super::{Args, COUNT};
use crate::input::{BadInput, named};
use crate::out::{self, Stop};

pub(super) fn write(args: &Args, past: &Past<'_>, text: &str, file: &Path) -> Result<(), Stop> {
    let wrong = |error: &dyn std::fmt::Display| BadInput(format!("{}: {error}", named(file)));
    let first = past.file(text, args.at, 1).map_err(|error| wrong(&error))?;
    let mut scenario: Value = serde_json::from_str(&first).expect("a file that was just written");
    let actions = scenario["actions"].as_array().map_or(0, Vec::len);
    let title = scenario["title"].as_str().unwrap_or_default().to_string();
    let variant = scenario["variants"].as_object();
    let variant = variant.and_then(|all| all.keys().next().cloned());
    scenario["duration"] = json!(format!("{}us", past.end_us()));
    // What it expects is said of the run as it is.
    scenario
        .as_object_mut()
        .expect("a file is an object")
        .remove("expect");
    let count = args.count.unwrap_or(COUNT);
    let (from, until) = (instant_words(args.at), instant_words(past.end_us()));
    let mut sweep = json!({
        "format": "raft-atlas-sweep/1",
        "title": format!("{title}: futures of {from}"),
        "text": format!(
            "From {from} to {until} the run is played {count} times, each time with other chance."
        ),
        "scenario": scenario,
        "axes": [{
            "name": "future",
            "path": format!("actions[{}].stream", actions - 1),
            "values": { "from": 1, "to": count, "step": 1 },
        }],
        "limits": [{ "promises": "kept" }],
    });
    if let Some(variant) = variant {
        sweep["variant"] = json!(variant);
    }
    let text = serde_json::to_string_pretty(&sweep).expect("a JSON tree can be written");
    fs::write(file, text + "\n").map_err(|error| wrong(&error))?;
    let name = named(file);
    out::print(format_args!(
        "{count} futures are written as a sweep; to play them: raft-atlas sweep {name} --out DIR\n"
    ))
}
