//! A run played by hand, written down as a scenario file of its own.

use model::config::Action;
use serde::Deserialize;
use serde_json::{Value, json};
use sim::Micros;

use crate::scenario::{ByHand, Resolved, action_to_json};
use crate::scenario::{Scenario, Variant};
use format::error::ScenarioError;
use format::json;
use format::json::parse_json;

/// An action by hand, as a page logs it.
#[derive(Deserialize)]
struct Logged {
    at_us: Micros,
    action: Value,
}

/// As [`with_actions`], of a log as a page keeps it: a JSON list of `at_us` and `action`. What
/// changes the meters alone changes no run, and is left out.
pub fn with_log(
    json_text: &str,
    variant: Option<&str>,
    seed: Option<u64>,
    log: &str,
) -> Result<String, ScenarioError> {
    let resolved = Scenario::parse(json_text)?.resolve(variant, seed)?;
    let log = read_logged(&resolved, log)?;
    with_actions(json_text, variant, seed, &log)
}

pub(super) fn read_logged(
    resolved: &Resolved,
    log: &str,
) -> Result<Vec<(Micros, Action)>, ScenarioError> {
    let log = parse_json(log)
        .and_then(|tree| {
            serde_json::from_value::<Vec<Logged>>(tree)
                .map_err(|error| ScenarioError::whole(error.to_string()))
        })
        .map_err(|error| error.under("log"))?;
    read_log(resolved, &log)
}

/// Reads logged actions in order of time, each for the switches that stand at its instant.
fn read_log(resolved: &Resolved, log: &[Logged]) -> Result<Vec<(Micros, Action)>, ScenarioError> {
    let mut scripted: Vec<&(Micros, Action)> = resolved.actions.iter().collect();
    scripted.sort_by_key(|(at, _)| *at);
    let mut scripted = scripted.into_iter().peekable();
    let names = resolved.names.by_hand();
    let mut standing = resolved.config.settings.clone();
    let mut read = Vec::new();
    for (i, Logged { at_us, action }) in log.iter().enumerate() {
        while let Some((_, action)) = scripted.next_if(|(at, _)| at <= at_us) {
            if let Action::Set(settings) = action {
                standing = settings.clone();
            }
        }
        let read_now = ByHand::read(&action.to_string(), &names, &standing);
        let given = read_now.map_err(|error| error.under(&format!("log[{i}]")))?;
        let Some(action) = given.action else { continue };
        if let Action::Set(settings) = &action {
            standing = settings.clone();
        }
        read.push((*at_us, action));
    }
    Ok(read)
}

/// Writes a scenario file whose run replays to the same digest: the variant's scenario with this
/// seed, and the logged actions after the scripted ones of equal instants.
///
/// Expectations, checkpoints, the conclusion and the beats are left out: they speak of runs that
/// nobody interfered with, and of variants that the file does not have. Errors are
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
    map.remove("conclusion");
    map.remove("checkpoints");
    if let Some(Value::Object(show)) = map.get_mut("show") {
        // The variant that it was held against is not there.
        show.remove("against");
        show.remove("beats");
    }
    map.insert("seed".to_string(), json!(resolved.config.seed));
    map.insert("actions".to_string(), actions(&resolved, log));
    if let Some(Variant {
        id, title, text, ..
    }) = scenario.variant(&resolved.variant)
    {
        let words = json!({ "title": title, "text": text });
        map.insert("variants".to_string(), json!({ id: words }));
    }
    let text = serde_json::to_string_pretty(&tree).expect("a JSON tree can be written");
    // A file that this build would refuse to read back is of no use to anybody.
    Scenario::parse(&text).map_err(|error| error.under("replay"))?;
    Ok(text)
}

/// Scripted actions, then logged ones, as the run numbered them. Scripted ones are written as they
/// were resolved: a scripted `set` means what it meant in the run, whatever was set by hand before.
pub(super) fn actions(resolved: &Resolved, log: &[(Micros, Action)]) -> Value {
    let written = resolved.actions.iter().chain(log).map(|(at, action)| {
        let mut written = json!({ "at": format!("{at}us") });
        json::merge(&mut written, &action_to_json(action, &resolved.names));
        written
    });
    Value::Array(written.collect())
}
