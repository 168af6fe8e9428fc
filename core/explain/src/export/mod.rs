//! A recorded run as text for other programs: JSON lines, Chrome trace events (which the Perfetto
//! UI opens), a ShiViz log. Rows go in, text comes out piece by piece, so that a long run needs
//! little memory.
//!
//! It must not know the cluster as it is now, nor files.

mod in_flight;
mod jsonl;
mod perfetto;
mod phrase;
mod shiviz;

use documents::scenario::{Resolved, Scenario};
use format::error::ScenarioError;
use model::choice;
use record::Row;
use text::names::Names;

use jsonl::JsonLines;
use perfetto::Perfetto;
use shiviz::ShiViz;

choice! {
    /// What another program reads.
    pub enum Format {
        /// Trace events as Chrome writes them and the Perfetto UI opens them.
        Perfetto = "perfetto";
        /// Events with vector clocks, as ShiViz reads them.
        ShiViz = "shiviz";
        /// One JSON object per fact and line.
        JsonLines = "jsonl";
    }
}

/// What is known of a run before it begins.
#[derive(Clone, Debug)]
pub struct RunHeader {
    /// The scenario's title.
    pub title: String,
    /// The variant, "" when the scenario has none.
    pub variant: String,
    /// Root of every random stream.
    pub seed: u64,
    /// What things are called.
    pub names: Names,
}

impl RunHeader {
    /// Of a run that is ready to start.
    pub fn of(resolved: &Resolved) -> Self {
        RunHeader {
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
        Ok(RunHeader::of(&resolved))
    }
}

/// Writes a run down in one format.
#[derive(Debug)]
pub struct Exporter {
    writer: Writer,
    /// Rows of the event that may have more to come.
    open: Vec<Row>,
    made: String,
}

#[derive(Debug)]
enum Writer {
    JsonLines(JsonLines),
    Perfetto(Box<Perfetto>),
    ShiViz(ShiViz),
}

impl Exporter {
    /// Begins a text.
    pub fn new(header: &RunHeader, format: Format) -> Self {
        let mut made = String::new();
        let writer = match format {
            Format::JsonLines => Writer::JsonLines(JsonLines::begin(header, &mut made)),
            Format::Perfetto => Writer::Perfetto(Box::new(Perfetto::begin(header, &mut made))),
            Format::ShiViz => Writer::ShiViz(ShiViz::new(header)),
        };
        Exporter {
            writer,
            open: Vec::new(),
            made,
        }
    }

    /// Takes rows that follow those before.
    pub fn push(&mut self, rows: &[Row]) {
        for row in rows {
            if self.open.last().is_some_and(|last| last.event != row.event) {
                self.write();
            }
            self.open.push(*row);
        }
    }

    /// The run ends here.
    pub fn finish(&mut self) {
        self.write();
        if let Writer::Perfetto(perfetto) = &mut self.writer {
            perfetto.end(&mut self.made);
        }
    }

    /// The text made since it was last taken.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.made)
    }

    /// Writes the event whose rows are all there.
    fn write(&mut self) {
        if self.open.is_empty() {
            return;
        }
        match &mut self.writer {
            Writer::JsonLines(writer) => writer.event(&self.open, &mut self.made),
            Writer::Perfetto(writer) => writer.event(&self.open, &mut self.made),
            Writer::ShiViz(writer) => writer.event(&self.open, &mut self.made),
        }
        self.open.clear();
    }
}
