//! All fields of one thing, as rows for an inspector. Names and values only: what a field means is
//! said where it is shown, by its name; a note here is one that only this run can give.

mod entry;
mod link;
mod message;
mod node;
mod range;
mod request;

use super::{Inspection, InspectionRow, Playground, Target};

impl Playground {
    /// All fields of one thing; `None` when there is no such thing any more.
    pub fn inspect(&self, target: Target) -> Option<Inspection> {
        match target {
            Target::Message(flight) => self.inspect_message(flight),
            Target::Node(node) => self.inspect_node(node),
            Target::Replica { range, node } => self.inspect_replica(range, node),
            Target::Link { from, to } => self.inspect_link(from, to),
            Target::Request(request) => self.inspect_request(request),
            Target::Range(range) => self.inspect_range(range),
            Target::Entry { range, index } => self.inspect_entry(range, index),
            // The run keeps no events: whoever recorded them knows.
            Target::Event(_) => None,
        }
    }
}

/// "1 entry", "7 entries".
fn entries(count: u64) -> String {
    let word = if count == 1 { "entry" } else { "entries" };
    format!("{count} {word}")
}

impl Inspection {
    fn new(title: impl Into<String>) -> Self {
        Inspection {
            title: title.into(),
            rows: Vec::new(),
        }
    }

    /// Adds a field that speaks for itself.
    fn row(&mut self, name: &str, value: impl Into<String>) -> &mut Self {
        self.noted(name, value, "")
    }

    /// Adds a field with a word that only this run can give.
    fn noted(&mut self, name: &str, value: impl Into<String>, note: &str) -> &mut Self {
        let (name, note) = (name.to_string(), note.to_string());
        self.rows.push(InspectionRow {
            name,
            value: value.into(),
            note,
        });
        self
    }
}
