//! A recorded run as text for other programs: JSON lines, Chrome trace events (which the Perfetto
//! UI opens), a ShiViz log. Rows go in, text comes out piece by piece, so that a long run needs no
//! memory of its own.
//!
//! It must not know the cluster as it is now, nor files.

mod jsonl;

use crate::format::Scenario;
use crate::format::{Names, Resolved, ScenarioError};

/// What another program reads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object per fact and line.
    JsonLines,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 1] = [Format::JsonLines];

    /// Its name on the command line and in the page.
    pub fn id(self) -> &'static str {
        match self {
            Format::JsonLines => "jsonl",
        }
    }

    /// The format of this name.
    pub fn parse(id: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.id() == id)
    }
}

/// What is known of a run before it begins.
#[derive(Clone, Debug)]
pub struct Cast {
    /// The scenario's title.
    pub title: String,
    /// The variant, "" when the scenario has none.
    pub variant: String,
    /// Root of every random stream.
    pub seed: u64,
    /// What things are called.
    pub names: Names,
}

impl Cast {
    /// Of a run that is ready to start.
    pub fn of(resolved: &Resolved) -> Self {
        Cast {
            title: resolved.title.clone(),
            variant: resolved.variant.clone(),
            seed: resolved.config.seed,
            names: resolved.names.clone(),
        }
    }

    /// Of a scenario file. An empty variant is the first, or the scenario itself.
    pub fn open(text: &str, variant: &str, seed: Option<u64>) -> Result<Self, ScenarioError> {
        let variant = (!variant.is_empty()).then_some(variant);
        let resolved = Scenario::parse(text)?.resolve(variant, seed)?;
        Ok(Cast::of(&resolved))
    }
}

/// Writes a run down in one format.
#[derive(Debug)]
pub struct Exporter {
    made: String,
}

impl Exporter {
    /// Begins a text.
    pub fn new(cast: &Cast, format: Format) -> Self {
        let made = match format {
            Format::JsonLines => jsonl::header(cast),
        };
        Exporter { made }
    }

    /// The text made since it was last taken.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.made)
    }
}
