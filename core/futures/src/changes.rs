//! One act less, or one switch set otherwise: the same run but for that, as a scenario of its own.
//! How much an outcome's share differs between both says what the change is worth in this model.

use documents::scenario::{Resolved, Scenario, action_to_json, with_log};
use format::error::ScenarioError;
use model::action::Action;
use serde::Serialize;
use serde_json::{Value, json};
use sim::Micros;
use text::say;
use text::sentence::{sentence, settings_sentence};
use ts_rs::TS;

/// A run that differs in one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FutureChange {
    /// What is otherwise.
    pub text: String,
    /// From here on chance is drawn anew in both runs: before the act, or at the start.
    #[ts(as = "f64")]
    pub at_us: Micros,
    /// The scenario file of the run that differs.
    pub scenario: String,
    /// Its variant; empty if it has none.
    pub variant: String,
}

/// The changes that are worth asking about: each act before an instant left out, and each switch
/// that another variant of the scenario sets otherwise, set like that from the start. `log` is a
/// JSON list of `at_us` and `action`: what was done by hand.
pub fn changes(
    text: &str,
    variant: Option<&str>,
    seed: Option<u64>,
    (log, before_us): (&str, Micros),
) -> Result<Vec<FutureChange>, ScenarioError> {
    let file = with_log(text, variant, seed, log)?;
    let scenario = Scenario::parse(&file)?;
    let resolved = scenario.resolve(None, None)?;
    let tree: Value = serde_json::from_str(&file).expect("a file that was just written");
    let mut all = without_acts(&tree, &resolved, before_us);
    all.extend(other_switches(text, variant, seed, (&tree, &resolved))?);
    Ok(all)
}

fn without_acts(tree: &Value, resolved: &Resolved, before_us: Micros) -> Vec<FutureChange> {
    let acts = resolved.actions.iter().enumerate();
    let acts = acts.filter(|(_, (at_us, action))| {
        *at_us < before_us && !matches!(action, Action::Redraw { .. })
    });
    acts.filter_map(|(place, (at_us, action))| {
        let mut tree = tree.clone();
        tree.get_mut("actions")?.as_array_mut()?.remove(place);
        let act = sentence(action, &resolved.names);
        let text = say!("Without: {act}", act);
        change(text, at_us.saturating_sub(1), (&tree, resolved))
    })
    .collect()
}

/// Each switch that some other variant sets otherwise.
fn other_switches(
    text: &str,
    variant: Option<&str>,
    seed: Option<u64>,
    (tree, resolved): (&Value, &Resolved),
) -> Result<Vec<FutureChange>, ScenarioError> {
    let whole = Scenario::parse(text)?;
    let own = settings_of(resolved);
    let mut seen: Vec<(String, Value)> = Vec::new();
    for other in whole.variants() {
        if variant.unwrap_or(&resolved.variant) == other.id {
            continue;
        }
        let theirs = settings_of(&whole.resolve(Some(&other.id), seed)?);
        for (key, value) in theirs.as_object().into_iter().flatten() {
            let pair = (key.clone(), value.clone());
            if own.get(key) != Some(value) && !seen.contains(&pair) {
                seen.push(pair);
            }
        }
    }
    let changed = seen.into_iter().filter_map(|(key, value)| {
        let mut tree = tree.clone();
        let map = tree.as_object_mut()?;
        let settings = map.entry("settings").or_insert_with(|| json!({}));
        settings.as_object_mut()?.insert(key, value);
        let after = Scenario::parse(&tree.to_string()).ok()?;
        let after = after.resolve(None, None).ok()?;
        let (before, after) = (&resolved.config.settings, &after.config.settings);
        let text = settings_sentence(before, after, &resolved.names);
        change(text, 0, (&tree, resolved))
    });
    Ok(changed.collect())
}

fn settings_of(resolved: &Resolved) -> Value {
    let set = Action::Set(resolved.config.settings.clone());
    action_to_json(&set, &resolved.names)["settings"].take()
}

/// `None` where there is no such run: a switch may need another one.
fn change(
    text: String,
    at_us: Micros,
    (tree, resolved): (&Value, &Resolved),
) -> Option<FutureChange> {
    let scenario = tree.to_string();
    Scenario::parse(&scenario).ok()?;
    Some(FutureChange {
        text,
        at_us,
        scenario,
        variant: resolved.variant.clone(),
    })
}
