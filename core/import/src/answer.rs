//! What an import comes to, for a page.

use serde::Serialize;
use ts_rs::TS;

use crate::keys::{Key, keys};
use crate::note::{Complaint, Note};
use crate::{ClusterFile, LatencyFile, import};

/// A scenario that was made of files, or every complaint about them.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ImportAnswer {
    /// A scenario file; `None` where there are complaints.
    pub scenario: Option<String>,
    /// Whose files they are, as people call it.
    pub system: Option<String>,
    /// What was understood, assumed and not used.
    pub notes: Vec<Note>,
    /// Which keys of the real system do what the scenario's do.
    pub keys: Vec<Key>,
    /// What is wrong with the files.
    pub complaints: Vec<Complaint>,
}

/// Makes a scenario of the files of one cluster.
pub fn answer(files: &[ClusterFile<'_>], latencies: &[LatencyFile<'_>]) -> ImportAnswer {
    match import(files, latencies) {
        Ok(imported) => ImportAnswer {
            scenario: Some(imported.scenario),
            system: Some(imported.product.name().to_string()),
            notes: imported.notes,
            keys: keys(imported.product).to_vec(),
            complaints: Vec::new(),
        },
        Err(complaints) => ImportAnswer {
            scenario: None,
            system: None,
            notes: Vec::new(),
            keys: Vec::new(),
            complaints,
        },
    }
}
