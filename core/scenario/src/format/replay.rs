//! A run played by hand, written down as a scenario file of its own.

use cluster::config::Action;
use serde_json::{Value, json};
use sim::Micros;

use super::action::action_to_json;
use super::error::ScenarioError;
use super::resolve::Resolved;
use super::{Scenario, document};

/// Writes a scenario file whose run replays to the same digest: the variant's scenario with this
/// seed, and the logged actions after the scripted ones of equal instants.
///
/// Expectations are left out, since they speak of runs that nobody interfered with. Errors are
/// those of parsing `json_text` and finding the variant.
pub fn with_actions(
    json_text: &str,
    variant: Option<&str>,
    seed: Option<u64>,
    log: &[(Micros, Action)],
) -> Result<String, ScenarioError> {
    let scenario = Scenario::parse(json_text)?;
    let resolved = scenario.resolve(variant, seed)?;
    let mut tree = scenario.tree(&resolved.variant);
    let Value::Object(map) = &mut tree else {
        unreachable!("a parsed scenario is an object")
    };
    map.insert("seed".to_string(), json!(resolved.config.seed));
    map.insert("actions".to_string(), actions(&resolved, log));
    if !resolved.variant.is_empty() {
        let text = scenario.variant_text(&resolved.variant);
        map.insert(
            "variants".to_string(),
            json!({ resolved.variant.clone(): { "text": text } }),
        );
    }
    let text = serde_json::to_string_pretty(&tree).expect("a JSON tree can be written");
    // A file that this build would refuse to read back is of no use to anybody.
    Scenario::parse(&text).map_err(|error| error.under("replay"))?;
    Ok(text)
}

/// Scripted actions, then logged ones, as the run numbered them. Scripted ones are written as they
/// were resolved: a scripted `set` means what it meant in the run, whatever was set by hand before.
fn actions(resolved: &Resolved, log: &[(Micros, Action)]) -> Value {
    let written = resolved.actions.iter().chain(log).map(|(at, action)| {
        let mut written = json!({ "at": format!("{at}us") });
        document::merge(&mut written, &action_to_json(action, &resolved.names));
        written
    });
    Value::Array(written.collect())
}
