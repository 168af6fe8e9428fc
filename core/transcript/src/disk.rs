//! What a node has stored, as etcd-raft's tests keep it: a log that remembers the term before its
//! first entry, and the state machine's last snapshot, which is what a follower is sent.

use raft::eraftpb::{ConfState, Entry, HardState, Snapshot};
use raft::{Error, GetEntriesContext, RaftState, Result, Storage, StorageError};

/// One node's storage. Nothing of it waits: what is written is there.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    hard: HardState,
    configuration: ConfState,
    /// Index and term before the first entry.
    before: (u64, u64),
    entries: Vec<Entry>,
    latest: Snapshot,
}

impl Disk {
    pub(crate) fn install(&mut self, snapshot: Snapshot) {
        let about = snapshot.get_metadata();
        self.before = (about.index, about.term);
        self.configuration = about.get_conf_state().clone();
        self.hard.commit = self.hard.commit.max(about.index);
        self.entries.clear();
        self.latest = snapshot;
    }

    pub(crate) fn set_hard_state(&mut self, hard: HardState) {
        self.hard = hard;
    }

    /// Appends these, in the place of what conflicts.
    pub(crate) fn append(&mut self, entries: &[Entry]) {
        if let Some(first) = entries.first() {
            let kept = first.index - self.before.0 - 1;
            self.entries.truncate(kept as usize);
            self.entries.extend_from_slice(entries);
        }
    }

    /// Forgets entries up to this one, which stays as the term before the first.
    pub(crate) fn compact(&mut self, index: u64) {
        let gone = (index - self.before.0) as usize;
        self.before = (index, self.entries[gone - 1].term);
        self.entries.drain(..gone);
    }

    /// Whether it has this entry.
    pub(crate) fn holds(&self, index: u64) -> bool {
        index > self.before.0 && index <= self.last()
    }

    /// The state machine took this entry: it appends what it is given.
    pub(crate) fn apply(&mut self, entry: &Entry, update: &[u8], state: Option<ConfState>) {
        let mut data = self.latest.get_data().to_vec();
        data.extend_from_slice(update);
        self.latest.data = data;
        let about = self.latest.mut_metadata();
        about.index = entry.index;
        about.term = entry.term;
        if let Some(state) = state {
            *about.mut_conf_state() = state.clone();
            self.configuration = state;
        }
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn latest(&self) -> &Snapshot {
        &self.latest
    }

    pub(crate) fn first(&self) -> u64 {
        self.before.0 + 1
    }

    pub(crate) fn last(&self) -> u64 {
        self.before.0 + self.entries.len() as u64
    }
}

impl Storage for Disk {
    fn initial_state(&self) -> Result<RaftState> {
        Ok(RaftState::new(
            self.hard.clone(),
            self.configuration.clone(),
        ))
    }

    fn entries(
        &self,
        low: u64,
        high: u64,
        max_size: impl Into<Option<u64>>,
        _context: GetEntriesContext,
    ) -> Result<Vec<Entry>> {
        if low <= self.before.0 {
            return Err(Error::Store(StorageError::Compacted));
        }
        let from = (low - self.before.0 - 1) as usize;
        let to = (high - self.before.0 - 1) as usize;
        let mut entries = self.entries[from..to].to_vec();
        raft::util::limit_size(&mut entries, max_size.into());
        Ok(entries)
    }

    fn term(&self, index: u64) -> Result<u64> {
        if index < self.before.0 {
            return Err(Error::Store(StorageError::Compacted));
        }
        if index == self.before.0 {
            return Ok(self.before.1);
        }
        let place = (index - self.before.0 - 1) as usize;
        let entry = self.entries.get(place);
        entry
            .map(|entry| entry.term)
            .ok_or(Error::Store(StorageError::Unavailable))
    }

    fn first_index(&self) -> Result<u64> {
        Ok(self.first())
    }

    fn last_index(&self) -> Result<u64> {
        Ok(self.last())
    }

    fn snapshot(&self, _request_index: u64, _to: u64) -> Result<Snapshot> {
        if self.latest.is_empty() {
            return Err(Error::Store(StorageError::SnapshotTemporarilyUnavailable));
        }
        Ok(self.latest.clone())
    }
}
