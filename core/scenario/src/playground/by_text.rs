//! A run for those who have reader and engine in one place: it is opened from a file's text, acted
//! on in JSON, and reported in JSON. What passes between the two passes as bytes here too.
//! The page's module uses none of this, and so has no reader in it.

use sim::Micros;

use super::{LoggedAction, Playground};
use crate::format::ScenarioError;
use crate::handover::{from_bytes, to_bytes};
use crate::reader::{self, Reader};

impl Playground {
    /// Opens a scenario at its start. An empty variant is the first, or the scenario itself when it
    /// has none; without a seed the file's is taken.
    pub fn open(text: &str, variant: &str, seed: Option<f64>) -> Result<Self, ScenarioError> {
        let prepared = Reader::open(text, variant, seed)?.prepared();
        Playground::start(from_bytes(&to_bytes(&prepared))?, variant, seed)
    }

    /// Schedules an action for the next instant.
    pub fn apply(&mut self, json: &str) -> Result<LoggedAction, ScenarioError> {
        let at_us = self.cluster.now() + 1;
        let text = self.act_by_text(at_us, json)?;
        Ok(LoggedAction {
            at_us,
            action: json.to_string(),
            text,
        })
    }

    /// Schedules a logged action at its own instant.
    pub fn replay(&mut self, at_us: Micros, json: &str) -> Result<(), ScenarioError> {
        self.act_by_text(at_us, json).map(|_| ())
    }

    fn act_by_text(&mut self, at_us: Micros, json: &str) -> Result<String, ScenarioError> {
        let settings = from_bytes(&to_bytes(&self.settings_at(at_us)?))?;
        let names = reader::names_by_hand(&self.resolved.names);
        let given = reader::given(json, &names, &settings)?;
        let text = given.text();
        self.act(at_us, from_bytes(&to_bytes(&given))?)?;
        Ok(text)
    }

    /// Report of this variant so far, JSON in the format of the command line.
    pub fn report(&self) -> String {
        let figures = to_bytes(&self.figures());
        let figures = from_bytes(&figures).expect("they were just written");
        reader::report(&self.resolved, figures)
    }
}
