//! Reads what may stand in a sweep file in more than one form. Must not know whether it makes
//! sense.

use format::error::ScenarioError;
use format::json::parse_json;
use format::tree::{self, Fault, Read};
use serde_json::Value;

use crate::sweep::schema::{
    Bound, Limit, Promises, Range, SeedRange, Seeds, Source, Sweep, Values,
};

impl Sweep {
    /// Reads a sweep file. What is wrong comes back as an error that names the place, what was
    /// found and what was expected; whether it fits its scenario, [`crate::sweep::Plan`] says.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        tree::read(&parse_json(text)?)
    }
}

impl Read for Source {
    fn read(value: &Value) -> Result<Self, Fault> {
        match value {
            Value::String(path) => Ok(Source::Path(path.clone())),
            Value::Object(map) => Ok(Source::Inline(map.clone())),
            other => Err(Fault::value(other, "a path from this file, or a scenario")),
        }
    }
}

impl Read for Values {
    fn read(value: &Value) -> Result<Self, Fault> {
        match value {
            Value::Array(list) => Ok(Values::List(list.clone())),
            Value::Object(_) => Range::read(value).map(Values::Range),
            other => {
                let expected = "a list of values, or {\"from\", \"to\", \"step\"}";
                Err(Fault::value(other, expected))
            }
        }
    }
}

impl Read for Seeds {
    fn read(value: &Value) -> Result<Self, Fault> {
        match value {
            Value::Array(_) => Vec::read(value).map(Seeds::List),
            Value::Object(_) => SeedRange::read(value).map(Seeds::Range),
            other => Err(Fault::value(
                other,
                "a list of seeds, or {\"from\", \"to\"}",
            )),
        }
    }
}

impl Read for Limit {
    fn read(value: &Value) -> Result<Self, Fault> {
        if value.get("figure").is_some() {
            Bound::read(value).map(Limit::Bound)
        } else if value.get("promises").is_some() {
            Promises::read(value).map(Limit::Promises)
        } else {
            let expected = "a limit: an object with one of the keys \"figure\", \"promises\"";
            Err(Fault::value(value, expected))
        }
    }
}
