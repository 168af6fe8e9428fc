//! Histories from files. Each format is a module; what they share is how calls and returns become
//! operations, and how an error names its place.

mod edn;
mod etcd;
mod etcd_txn;
mod format;
mod jepsen;
mod jepsen_edn;
mod jsonl;
mod kv;
mod recorder;
mod register;
mod scanner;

use std::fmt;

use crate::history::History;

pub use etcd::etcd;
pub use format::Format;
pub use jepsen::jepsen;
pub use jsonl::jsonl;
pub use kv::kv;
pub(crate) use recorder::Recorder;

/// Why a file is no history: where, and what was found and expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadHistory {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// What was found and what was expected.
    pub text: String,
}

impl fmt::Display for BadHistory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {} column {}: {}",
            self.line, self.column, self.text
        )
    }
}

impl std::error::Error for BadHistory {}

/// What a file holds, or why it holds nothing that can be judged.
pub type Parsed = Result<History, BadHistory>;
