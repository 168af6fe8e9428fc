//! What an import tells about the files it read, each with its place.

use std::fmt;

use serde::Serialize;
use ts_rs::TS;

/// A place in a file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "ImportSpot")]
pub struct Spot {
    /// The file, as its reader names it.
    pub file: String,
    /// The line, from 1; 0 = the file as a whole.
    pub line: usize,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// What a note is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ImportNoteKind")]
pub enum NoteKind {
    /// Something of a file that is in the scenario.
    Understood,
    /// Something in the scenario that no file says.
    Assumed,
    /// Something of a file that is not in the scenario.
    Unused,
}

/// One thing that was understood, assumed or not used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "ImportNote")]
pub struct Note {
    /// Which of the three.
    pub kind: NoteKind,
    /// Where it stands; `None` = in no file.
    pub spot: Option<Spot>,
    /// What it is, in a sentence.
    pub text: String,
}

/// Why a file cannot be imported: where, what was found, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "ImportComplaint")]
pub struct Complaint {
    /// Where; `None` = in no single file.
    pub spot: Option<Spot>,
    /// What was found and what was expected.
    pub text: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.spot {
            Some(spot) => write!(f, "{spot}: {}", self.text),
            None => write!(f, "{}", self.text),
        }
    }
}

impl std::error::Error for Complaint {}

/// The notes of an import, in the order in which they came up.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) list: Vec<Note>,
}

impl Notes {
    /// Something of a file is in the scenario.
    pub(crate) fn understood(&mut self, spot: Spot, text: impl Into<String>) {
        self.add(NoteKind::Understood, Some(spot), text.into());
    }

    /// Something in the scenario is said by no file, or only in part.
    pub(crate) fn assumed(&mut self, spot: Option<Spot>, text: impl Into<String>) {
        self.add(NoteKind::Assumed, spot, text.into());
    }

    /// Something of a file is not in the scenario.
    pub(crate) fn unused(&mut self, spot: Spot, text: impl Into<String>) {
        self.add(NoteKind::Unused, Some(spot), text.into());
    }

    fn add(&mut self, kind: NoteKind, spot: Option<Spot>, text: String) {
        let note = Note { kind, spot, text };
        if !self.list.contains(&note) {
            self.list.push(note);
        }
    }
}

/// The most characters of a file that a sentence repeats.
const QUOTED_CHARS_MAX: usize = 60;

/// A piece of a file in quotation marks, cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    let cut: String = text.chars().take(QUOTED_CHARS_MAX).collect();
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!("{:?}", format!("{cut}{more}"))
}

/// "1 store", "2 stores".
pub(crate) fn counted(count: u32, what: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{count} {what}{many}")
}
