//! Advice: which setting fits a network. A form says what the network, the load and the limits are;
//! of it come the settings that are tried, the scenario and the sweep that try them, and, from the
//! figures of their runs, the answer in words.
//!
//! It must not know how runs are made, nor on how many machines: it turns a form into runs that
//! somebody else makes, and their figures into sentences.

mod answer;
mod check;
mod choose;
mod form;
mod heartbeats;
mod judge;
mod loss;
mod placed;
mod plan;
mod product;
mod row;
mod scenario;
mod seen;
mod sentences;
mod settings;
mod sweep;
mod words;

pub use answer::answer;
pub use plan::{AdvicePlan, AdviceProblem, Advised, advised, plan};
pub use row::{AdviceAnswer, AdviceRow, AdviceRun, AdviceSpread, AdviceVerdict, AdviceZoneSeen};
pub use scenario::{AdviceShare, Extent};
pub use seen::Seen;
pub use settings::AdviceSetting;

use serde_json::Value;

/// The JSON Schema of forms.
pub fn schema() -> Value {
    format::schema::schema_of::<form::AdviceForm>("raft-atlas-advice/1")
}
