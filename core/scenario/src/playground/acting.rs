//! What a person does to the run: actions are checked, scheduled and put into words.

use cluster::config::{Action, Settings};
use serde_json::Value;
use sim::Micros;

use super::{LoggedAction, Playground};
use crate::format::{
    Names, ScenarioError, limits, parse_action, parse_json, sentence, settings_sentence,
};

/// Ranges that a page may name.
const RANGES_BY_HAND_MAX: u32 = 100_000;

/// An action as a page gives it.
struct Parsed {
    /// What the cluster does; a switch of the meters alone is no action on it.
    action: Option<Action>,
    count_framing: Option<bool>,
    /// Switches that stand when it is carried out.
    settings: Settings,
}

impl Playground {
    /// Schedules an action, given as JSON, for the next instant, so that a replay puts it into the
    /// same place.
    pub fn apply(&mut self, json: &str) -> Result<LoggedAction, ScenarioError> {
        let at_us = self.cluster.now() + 1;
        let text = self.schedule(at_us, json)?;
        Ok(LoggedAction {
            at_us,
            action: json.to_string(),
            text,
        })
    }

    /// Schedules a logged action at its own instant.
    pub fn replay(&mut self, at_us: Micros, json: &str) -> Result<(), ScenarioError> {
        let now_us = self.cluster.now();
        if at_us <= now_us || at_us > limits::DURATION_US_MAX {
            let text = format!(
                "found {at_us}, expected {} to {}: the run is at {now_us} us",
                now_us + 1,
                limits::DURATION_US_MAX
            );
            return Err(ScenarioError::at("at_us", text));
        }
        self.schedule(at_us, json).map(|_| ())
    }

    fn schedule(&mut self, at_us: Micros, json: &str) -> Result<String, ScenarioError> {
        let parsed = self.parse(at_us, json)?;
        let mut sentences = Vec::new();
        if let Some(action) = &parsed.action {
            let ordinal = self.cluster.act(at_us, action.clone());
            self.cluster
                .observer_mut()
                .expect_action(ordinal, action, &parsed.settings);
            sentences.push(self.words(action, &parsed.settings));
            if let Action::Set(after) = action {
                self.set_later(at_us, after);
            }
        }
        if let Some(count_framing) = parsed.count_framing {
            self.count_framing = count_framing;
            let words = if count_framing { "count" } else { "leave out" };
            sentences.push(format!("The meters {words} framing."));
        }
        Ok(sentences.join(" "))
    }

    fn words(&self, action: &Action, before: &Settings) -> String {
        match action {
            Action::Set(after) => settings_sentence(before, after, &self.resolved.names),
            _ => sentence(action, &self.resolved.names),
        }
    }

    fn parse(&self, at_us: Micros, json: &str) -> Result<Parsed, ScenarioError> {
        let settings = self.settings_at(at_us);
        // Ranges come while a run goes on, and a log is replayed before they do.
        let mut names = self.resolved.names.clone();
        names.ranges = names.ranges.max(RANGES_BY_HAND_MAX);
        let (action, count_framing) = read_logged(json, &names, &settings)?;
        Ok(Parsed {
            action,
            count_framing,
            settings,
        })
    }

    /// Switches as they will stand at an instant, before what is scheduled for it next.
    fn settings_at(&self, at_us: Micros) -> Settings {
        let now_us = self.cluster.now();
        let coming = |(set_us, _): &&(Micros, Settings)| *set_us > now_us && *set_us <= at_us;
        let last = self.coming_settings.iter().rev().find(coming);
        last.map_or_else(
            || self.cluster.settings().clone(),
            |(_, settings)| settings.clone(),
        )
    }

    /// Notes switches that will be set; those that have been are forgotten.
    fn set_later(&mut self, at_us: Micros, settings: &Settings) {
        let now_us = self.cluster.now();
        self.coming_settings.retain(|(set_us, _)| *set_us > now_us);
        insert(&mut self.coming_settings, at_us, settings);
    }
}

/// The switches that a script sets, by instant.
pub(super) fn scripted_settings(actions: &[(Micros, Action)]) -> Vec<(Micros, Settings)> {
    let mut sets = Vec::new();
    for (at_us, action) in actions {
        if let Action::Set(settings) = action {
            insert(&mut sets, *at_us, settings);
        }
    }
    sets
}

/// Keeps them by instant; of equal instants the later one stands.
fn insert(sets: &mut Vec<(Micros, Settings)>, at_us: Micros, settings: &Settings) {
    let place = sets.partition_point(|(set_us, _)| *set_us <= at_us);
    sets.insert(place, (at_us, settings.clone()));
}

/// Takes the one switch that is the meters' and not the cluster's out of a `set`.
fn take_count_framing(action: &mut Value) -> Option<bool> {
    if action["do"] != "set" {
        return None;
    }
    let settings = action.get_mut("settings")?.as_object_mut()?;
    let count_framing = settings.get("count_framing")?.as_bool()?;
    settings.remove("count_framing");
    Some(count_framing)
}

/// Reads an action as a page gives it, for a run whose switches stand like this: what the cluster
/// does, if anything, and the switch that is the meters' alone.
pub(crate) fn read_logged(
    json: &str,
    names: &Names,
    settings: &Settings,
) -> Result<(Option<Action>, Option<bool>), ScenarioError> {
    if json.len() > limits::FILE_BYTES_MAX {
        return Err(ScenarioError::whole("an action is a few words"));
    }
    let mut value = parse_json(json)
        .map_err(|error| ScenarioError::whole(format!("not an action: {error}")))?;
    let count_framing = take_count_framing(&mut value);
    if count_framing.is_some() && value["settings"] == serde_json::json!({}) {
        return Ok((None, count_framing));
    }
    Ok((Some(parse_action(&value, names, settings)?), count_framing))
}
