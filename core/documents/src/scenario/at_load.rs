//! A scenario at a part or a multiple of its load, as a file of its own: what a sweep runs, and
//! what a person opens to look at a point of it. What was switched or given another size by hand
//! holds from the start; faults by hand are left out, for they have their instants.

use model::action::Action;
use model::tuning::Tuned;
use serde_json::{Map, Value, json};
use sim::{Micros, SECONDS};

use crate::scenario::replay::read_logged;
use crate::scenario::{Resolved, Scenario, action_to_json};
use format::error::ScenarioError;
use format::limits;
use format::tree::count_of;
use text::quantity::duration_text;
use text::say;

/// Least and greatest load of a sweep, in percent of the file's.
pub const LOADS_PERCENT: (u32, u32) = (10, 200);
/// Most points of a sweep.
pub const POINTS_MAX: u32 = 40;
/// How long each load is measured, at most.
const MEASURED_US: Micros = 2 * SECONDS;
/// Warm-up of a file that says none, at most.
const WARM_UP_US: Micros = SECONDS;

/// So many loads, evenly from the least to the greatest, in percent.
pub fn loads(points: u32) -> Vec<u32> {
    let (least, most) = LOADS_PERCENT;
    let steps = points.max(2) - 1;
    (0..points)
        .map(|place| least + ((most - least) * place + steps / 2) / steps)
        .collect()
}

/// The variant's scenario with this seed at so many percent of its load: number of clients, rate,
/// and what they become. It ends two seconds after its warm-up, or as it does where that is
/// earlier. `log` as a page keeps it.
pub fn at_load(
    json_text: &str,
    variant: Option<&str>,
    seed: Option<u64>,
    log: &str,
    percent: u32,
) -> Result<String, ScenarioError> {
    let scenario = Scenario::parse(json_text)?;
    let resolved = scenario.resolve(variant, seed)?;
    let by_hand = read_logged(&resolved, log)?;
    let mut tree = scenario.tree(&resolved.variant);
    let Value::Object(map) = &mut tree else {
        unreachable!("a parsed scenario is an object")
    };
    only_the_run(map);
    let quarter_us = resolved.duration_us / 4;
    let from_us = match resolved.measure_from_us {
        0 => WARM_UP_US.min(quarter_us),
        from_us => from_us,
    };
    let until_us = resolved.duration_us.min(from_us + MEASURED_US);
    map.insert("measure_from".into(), json!(duration_text(from_us)));
    map.insert("duration".into(), json!(duration_text(until_us)));
    map.insert("seed".into(), json!(resolved.config.seed));
    let title = format!("{percent} % of the load: {}", resolved.title);
    map.insert("title".into(), json!(shortened(title)));
    map.insert(
        "actions".into(),
        actions(&resolved, &by_hand, until_us, percent),
    );
    if let Some(Value::Array(loads)) = map.get_mut("workload") {
        for load in loads.iter_mut().filter_map(Value::as_object_mut) {
            scale(load, percent, 1);
            let ramp = load.get_mut("ramp").and_then(Value::as_array_mut);
            for step in ramp.into_iter().flatten().filter_map(Value::as_object_mut) {
                scale(step, percent, 0);
            }
        }
    }
    if let Some(words) = words_of(&scenario, &resolved.variant) {
        map.insert("variants".into(), words);
    }
    let text = serde_json::to_string_pretty(&tree).expect("a JSON tree can be written");
    // A load beyond what a file may say is refused as a file's would be.
    Scenario::parse(&text)
        .map_err(|error| error.under(&say!("at {percent} % of the load", percent)))?;
    Ok(text)
}

/// Takes away what a file says of its own run, which a changed one need not show.
pub(super) fn only_the_run(map: &mut Map<String, Value>) {
    for key in ["conclusion", "checkpoints", "try", "proves"] {
        map.remove(key);
    }
    if let Some(Value::Object(show)) = map.get_mut("show") {
        show.retain(|key, _| key == "lanes");
    }
}

/// The variants of a file that is one variant made whole: its title and text, and no changes.
pub(super) fn words_of(scenario: &Scenario, variant: &str) -> Option<Value> {
    let found = scenario.variant(variant)?;
    let words = json!({ "title": found.title, "text": found.text });
    Some(json!({ found.id.as_str(): words }))
}

/// A title that a file may have.
pub(super) fn shortened(mut title: String) -> String {
    while title.len() > limits::TITLE_BYTES_MAX {
        title.pop();
    }
    title
}

/// Scales clients and rate of a load, or of a step of its ramp.
fn scale(map: &mut Map<String, Value>, percent: u32, least: u64) {
    if let Some(clients) = map.get("clients").and_then(count_of) {
        map.insert("clients".into(), json!(of(clients, percent).max(least)));
    }
    if let Some(rate) = map.get("rate").and_then(Value::as_f64) {
        let scaled = (rate * f64::from(percent) * 1e4).round() / 1e6;
        let least = if least > 0 { limits::RATE_MIN } else { 0.0 };
        map.insert("rate".into(), json!(scaled.max(least)));
    }
}

fn of(whole: u64, percent: u32) -> u64 {
    (whole * u64::from(percent) + 50) / 100
}

/// What was set or sized by hand, from the start on; then the file's own that are before the end.
fn actions(
    resolved: &Resolved,
    by_hand: &[(Micros, Action)],
    until_us: Micros,
    percent: u32,
) -> Value {
    let lasting = by_hand.iter().filter_map(|(_, action)| match action {
        Action::Resize { of: load, to } => {
            let to = match load {
                Tuned::Clients(_) | Tuned::Rate(_) => of(*to, percent).max(1),
                Tuned::Size(_) | Tuned::Window(..) | Tuned::Cost(_) => *to,
            };
            Some((1, Action::Resize { of: *load, to }))
        }
        Action::Set(_) => Some((1, action.clone())),
        Action::Cut { .. }
        | Action::Isolate(_)
        | Action::Degrade { .. }
        | Action::Heal(_)
        | Action::HealAll
        | Action::Crash(_)
        | Action::Restart(_)
        | Action::Pause(_)
        | Action::Resume(_)
        | Action::Campaign { .. }
        | Action::Transfer { .. }
        | Action::Operate { .. }
        | Action::Request { .. }
        | Action::RequestNamed { .. }
        | Action::SetWorkload { .. }
        | Action::Drop { .. }
        | Action::Corrupt { .. }
        | Action::CorruptNext { .. }
        | Action::SetClock { .. }
        | Action::Redraw { .. } => None,
    });
    let own = resolved.actions.iter().filter(|(at, _)| *at < until_us);
    let written = lasting.chain(own.cloned()).map(|(at, action)| {
        let mut written = json!({ "at": format!("{at}us") });
        format::json::merge(&mut written, &action_to_json(&action, &resolved.names));
        written
    });
    Value::Array(written.collect())
}
