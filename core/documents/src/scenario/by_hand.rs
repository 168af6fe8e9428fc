//! Actions by hand, as a page gives them: JSON, read for the switches that stand. It must not know
//! what they lead to.

use model::config::{Action, Settings};
use serde_json::Value;

use crate::scenario::parse_action;
use crate::scenario::standing::{check_change, keep_refused};
use format::error::ScenarioError;
use format::json::parse_json;
use format::limits;
use text::names::Names;
use text::say;

/// The one switch that is the meters' and no run's.
pub(crate) const COUNT_FRAMING: &str = "count_framing";

/// An action by hand that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ByHand {
    /// What the cluster does; a switch of the meters alone is no action on it.
    pub action: Option<Action>,
    /// Whether money counts framing from now on, if it says so.
    pub count_framing: Option<bool>,
    /// What of it cannot be done while the run goes on, and is left out.
    pub refused: Option<ScenarioError>,
}

impl ByHand {
    /// Reads an action for a run in which things are called so and these switches will stand.
    pub fn read(json: &str, names: &Names, settings: &Settings) -> Result<Self, ScenarioError> {
        if json.len() > limits::FILE_BYTES_MAX {
            return Err(ScenarioError::whole(say!("an action is a few words")));
        }
        let mut value = parse_json(json)
            .map_err(|error| ScenarioError::whole(say!("not an action: {error}", error)))?;
        let count_framing = take_count_framing(&mut value);
        let is_of_meters = count_framing.is_some() && value["settings"] == serde_json::json!({});
        let mut action = if is_of_meters {
            None
        } else {
            Some(parse_action(&value, names, settings)?)
        };
        let mut refused = None;
        if let Some(Action::Set(after)) = &mut action {
            refused = check_change(settings, after).err();
            keep_refused(settings, after);
        }
        Ok(ByHand {
            action,
            count_framing,
            refused,
        })
    }
}

/// Takes the one switch that is the meters' and not the cluster's out of a `set`.
fn take_count_framing(action: &mut Value) -> Option<bool> {
    if action["do"] != "set" {
        return None;
    }
    let settings = action.get_mut("settings")?.as_object_mut()?;
    let count_framing = settings.get(COUNT_FRAMING)?.as_bool()?;
    settings.remove(COUNT_FRAMING);
    Some(count_framing)
}
