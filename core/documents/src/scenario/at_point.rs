//! A scenario at a point of a sweep, as a file of its own: what a page opens to look at the run
//! behind a row. Values are set as `--set` sets them. Must not know what a sweep is.

use format::error::ScenarioError;
use serde_json::{Value, json};

use crate::scenario::at_load::{only_the_run, shortened, words_of};
use crate::scenario::{Override, Scenario};

/// The variant's scenario with these values, each as `path=value`, and this seed. `label` is what
/// its title begins with.
pub fn at_point(
    json_text: &str,
    variant: Option<&str>,
    seed: Option<u64>,
    set: &[String],
    label: &str,
) -> Result<String, ScenarioError> {
    let scenario = Scenario::parse(json_text)?;
    let resolved = scenario.resolve(variant, seed)?;
    let values: Result<Vec<Override>, String> =
        set.iter().map(|one| Override::parse(one)).collect();
    let values = values.map_err(|text| ScenarioError::at("", text))?;
    let mut tree = scenario.tree(&resolved.variant);
    values.iter().try_for_each(|value| value.set(&mut tree))?;
    let Value::Object(map) = &mut tree else {
        unreachable!("a parsed scenario is an object")
    };
    only_the_run(map);
    map.insert("seed".into(), json!(resolved.config.seed));
    let title = match label {
        "" => resolved.title.clone(),
        label => format!("{label}: {}", resolved.title),
    };
    map.insert("title".into(), json!(shortened(title)));
    if let Some(words) = words_of(&scenario, &resolved.variant) {
        map.insert("variants".into(), words);
    }
    let text = serde_json::to_string_pretty(&tree).expect("a JSON tree can be written");
    Scenario::parse(&text)?;
    Ok(text)
}
