//! Entries that a replica had in its log and lost: for pictures, never read back.

use std::collections::VecDeque;

use sim::Micros;

use crate::replica::Replica;
use model::view::{EntryView, LostEntry};

/// Entries that went are remembered so far back.
const LOST_MAX: usize = 64;

/// The last entries that went, oldest first.
#[derive(Default)]
pub(crate) struct Lost(VecDeque<LostEntry>);

impl Lost {
    /// They go, by a crash or because others take their place.
    pub(crate) fn add(&mut self, at_us: Micros, by_crash: bool, entries: Vec<EntryView>) {
        for entry in entries {
            if self.0.len() == LOST_MAX {
                self.0.pop_front();
            }
            self.0.push_back(LostEntry {
                at_us,
                by_crash,
                entry,
            });
        }
    }
}

impl Replica {
    /// The last entries that went, oldest first.
    pub(crate) fn lost(&self) -> impl Iterator<Item = &LostEntry> {
        self.lost.0.iter()
    }
}
