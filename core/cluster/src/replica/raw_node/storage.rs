//! A replica's disk as raft-rs sees it: log, hard state, configuration, and the state machine.
//!
//! What raft-rs writes is readable at once and durable only after an fsync; until then it is the
//! volatile tail, kept as undo records. A crash plays the undo records back, newest first, so the
//! disk is exactly what it was at the last fsync, overwritten entries included.

mod log_entry;

use std::collections::VecDeque;

use prost::Message as _;
use raft::eraftpb::{ConfState, Entry, HardState, Snapshot};
use raft::{GetEntriesContext, RaftState, Storage, StorageError};

use kv::machine::Machine;
use kv::snapshot::SnapshotData;
use log_entry::LogEntry;
use model::view::EntryView;

/// Undoes one write that was not yet synced.
enum Undo {
    /// Hard state before the write.
    HardState(HardState),
    /// Commit index before the write; nothing else of the hard state changed.
    Commit(u64),
    /// Entries from `from` on were replaced; these stood there.
    Entries { from: u64, replaced: Vec<LogEntry> },
    /// Everything was replaced by a snapshot.
    Snapshot(Box<Before>),
}

/// What a snapshot replaced.
struct Before {
    entries: VecDeque<LogEntry>,
    compacted: (u64, u64),
    conf_state: ConfState,
    machine: Machine,
}

/// Log, hard state, configuration and rows of one replica.
pub(crate) struct ReplicaStorage {
    hard_state: HardState,
    conf_state: ConfState,
    /// Entries after the compacted part.
    entries: VecDeque<LogEntry>,
    /// Index and term of the last entry that was compacted away.
    compacted: (u64, u64),
    /// Entries up to here were applied and take few bytes.
    shortened: u64,
    /// Volatile tail: undo records with the number of their write, oldest first.
    tail: VecDeque<(u64, Undo)>,
    /// Number of the write being recorded.
    write: u64,
    /// Peers that were members and are not, rising; ids are never used again.
    removed: Vec<u64>,
    pub(crate) machine: Machine,
}

impl ReplicaStorage {
    pub(crate) fn new(voters: Vec<u64>, machine: Machine) -> Self {
        assert!(!voters.is_empty());
        let conf_state = ConfState {
            voters,
            ..Default::default()
        };
        ReplicaStorage {
            hard_state: HardState::default(),
            conf_state,
            entries: VecDeque::new(),
            compacted: (0, 0),
            shortened: 0,
            tail: VecDeque::new(),
            write: 0,
            removed: Vec::new(),
            machine,
        }
    }

    /// A new range's disk after a split: its log begins after `base` (index and term), so that a
    /// replica without the rows can only begin with a snapshot. `before` is what a replica that
    /// heard of the range too early may have promised.
    pub(crate) fn after_split(
        conf_state: ConfState,
        machine: Machine,
        base: (u64, u64),
        before: Option<&HardState>,
    ) -> Self {
        let mut storage = ReplicaStorage::new(vec![1], machine);
        storage.conf_state = conf_state;
        storage.compacted = base;
        storage.hard_state = HardState {
            term: base.1,
            vote: 0,
            commit: base.0,
        };
        if let Some(before) = before.filter(|before| before.term >= base.1) {
            storage.hard_state.term = before.term;
            storage.hard_state.vote = before.vote;
        }
        storage
    }

    /// A new member's disk before its first snapshot: no log, no rows, no members.
    pub(crate) fn blank(row_bytes: u32) -> Self {
        let mut storage = ReplicaStorage::new(vec![1], Machine::blank(row_bytes));
        storage.conf_state = ConfState::default();
        storage
    }

    /// Members have changed. Not undone by a crash: what is applied is durable.
    pub(crate) fn set_members(&mut self, conf_state: ConfState, removed: &[u64]) {
        self.conf_state = conf_state;
        self.machine.epoch.members += 1;
        for peer in removed {
            if let Err(place) = self.removed.binary_search(peer) {
                self.removed.insert(place, *peer);
            }
        }
    }

    pub(crate) fn conf_state(&self) -> &ConfState {
        &self.conf_state
    }

    /// Whether two configurations hold at once.
    pub(crate) fn is_joint(&self) -> bool {
        !self.conf_state.voters_outgoing.is_empty()
    }

    /// Whether a peer was a member and is not.
    pub(crate) fn was_removed(&self, peer: u64) -> bool {
        self.removed.binary_search(&peer).is_ok()
    }

    /// Peers that were members and are not.
    pub(crate) fn removed(&self) -> &[u64] {
        &self.removed
    }

    /// Whether it has had its first snapshot, or never needed one.
    pub(crate) fn is_initialized(&self) -> bool {
        !self.conf_state.voters.is_empty()
    }

    /// Writes from here on belong to this number, until the next call. Numbers increase.
    pub(crate) fn begin_write(&mut self, number: u64) {
        assert!(number >= self.write);
        self.write = number;
    }

    /// Replaces the hard state. A change of the commit index alone asks for no sync, because a
    /// lower one after a crash is as right as a higher one; it is durable with the next write.
    pub(crate) fn set_hard_state(&mut self, hard_state: HardState) {
        if (hard_state.term, hard_state.vote) == (self.hard_state.term, self.hard_state.vote) {
            let before = std::mem::replace(&mut self.hard_state, hard_state).commit;
            let is_noted = |(write, undo): &(u64, Undo)| {
                *write == self.write && matches!(undo, Undo::Commit(_))
            };
            if !self.tail.back().is_some_and(is_noted) {
                self.tail.push_back((self.write, Undo::Commit(before)));
            }
            return;
        }
        let before = std::mem::replace(&mut self.hard_state, hard_state);
        self.tail.push_back((self.write, Undo::HardState(before)));
    }

    /// Appends entries, replacing those at and after the first one's index.
    pub(crate) fn append(&mut self, entries: Vec<Entry>) {
        let from = entries[0].index;
        assert!(
            from > self.compacted.0,
            "compacted entries are committed and never replaced"
        );
        assert!(from <= self.last() + 1, "the log has no gaps");
        let keep = (from - self.compacted.0 - 1) as usize;
        let replaced: Vec<LogEntry> = self.entries.drain(keep..).collect();
        self.tail
            .push_back((self.write, Undo::Entries { from, replaced }));
        self.entries.extend(entries.into_iter().map(LogEntry::of));
    }

    /// Replaces log and rows by a snapshot.
    pub(crate) fn install(&mut self, snapshot: &Snapshot) {
        let metadata = snapshot.get_metadata();
        let data = SnapshotData::decode(snapshot.get_data()).expect("our own encoding");
        self.removed.clone_from(&data.removed);
        let before = Before {
            entries: std::mem::take(&mut self.entries),
            compacted: self.compacted,
            conf_state: self.conf_state.clone(),
            machine: self.machine.clone(),
        };
        self.tail
            .push_back((self.write, Undo::Snapshot(Box::new(before))));
        self.compacted = (metadata.index, metadata.term);
        self.conf_state = metadata.get_conf_state().clone();
        self.machine.restore(&data, metadata.index, metadata.term);
    }

    /// Writes up to this number are durable: they can no longer be undone.
    pub(crate) fn synced(&mut self, number: u64) {
        while self.tail.front().is_some_and(|(n, _)| *n <= number) {
            self.tail.pop_front();
        }
    }

    /// What it holds from an index on.
    pub(crate) fn views_from(&self, index: u64) -> Vec<EntryView> {
        let from = index.max(self.first());
        (from..=self.last()).filter_map(|i| self.view(i)).collect()
    }

    /// Power loss: back to the last fsync, which covered writes up to `durable`. What was applied
    /// stays applied: an applied entry is committed and durable here, so a store of rows that went
    /// back would apply the same entries again before it answers anybody, and come to the same
    /// rows. As in TiKV the commit index is then at least the applied index.
    pub(crate) fn crash(&mut self, durable: u64) {
        self.synced(durable);
        while let Some((_, undo)) = self.tail.pop_back() {
            match undo {
                Undo::HardState(before) => self.hard_state = before,
                Undo::Commit(before) => self.hard_state.commit = before,
                Undo::Entries { from, replaced } => {
                    // The commit index was of entries that are gone, not of those that are back.
                    self.hard_state.commit = self.hard_state.commit.min(from - 1);
                    self.entries
                        .truncate((from - self.compacted.0 - 1) as usize);
                    self.entries.extend(replaced);
                }
                Undo::Snapshot(before) => {
                    // What is applied is known to be committed, and nothing beyond.
                    self.hard_state.commit = 0;
                    self.entries = before.entries;
                    self.compacted = before.compacted;
                    self.conf_state = before.conf_state;
                    self.machine = before.machine;
                }
            }
        }
        assert!(
            self.machine.applied <= self.last(),
            "what is applied is durable"
        );
        // The commit index may have run ahead of the synced log; what is not there is not known.
        let commit = self
            .hard_state
            .commit
            .max(self.machine.applied)
            .min(self.last());
        self.hard_state.commit = commit;
    }

    /// Shortens what is applied, and drops it so that `keep` entries of it stay. Returns the new
    /// first index if any went.
    pub(crate) fn compact(&mut self, keep: u64) -> Option<u64> {
        let applied = self.machine.applied;
        for index in self.shortened.max(self.compacted.0) + 1..=applied {
            let place = index - self.compacted.0 - 1;
            self.entries[place as usize].shorten();
        }
        self.shortened = applied;
        if applied <= self.compacted.0 + 2 * keep {
            return None;
        }
        Some(self.drop_until(applied - keep))
    }

    /// Drops the first entry if the log still begins with it. A group with a new member has no
    /// log from the very start any more: whoever has nothing needs the rows, so a snapshot.
    pub(crate) fn drop_first(&mut self) -> Option<u64> {
        (self.compacted.0 == 0).then(|| self.drop_until(1))
    }

    fn drop_until(&mut self, upto: u64) -> u64 {
        let term = self.term(upto).expect("an applied entry is in the log");
        self.entries.drain(..(upto - self.compacted.0) as usize);
        self.compacted = (upto, term);
        upto + 1
    }

    pub(crate) fn first(&self) -> u64 {
        self.compacted.0 + 1
    }

    pub(crate) fn last(&self) -> u64 {
        self.compacted.0 + self.entries.len() as u64
    }

    pub(crate) fn hard_state(&self) -> &HardState {
        &self.hard_state
    }

    pub(crate) fn voters(&self) -> &[u64] {
        &self.conf_state.voters
    }

    /// Bytes of the snapshot's data in a real encoding of all rows, against what `data` holds.
    pub(crate) fn snapshot_wire_bytes(data: &[u8]) -> u64 {
        SnapshotData::decode(data)
            .expect("our own encoding")
            .wire_bytes
    }

    /// Hash of an entry that the log holds.
    pub(crate) fn hash(&self, index: u64) -> u64 {
        self.entry(index).hash
    }

    /// The entry of an index, if the log holds it.
    pub(crate) fn view(&self, index: u64) -> Option<EntryView> {
        Some(self.held(index)?.view(index))
    }

    /// The stretches of one term in the log that it holds: each its last index and its term, in
    /// order. Terms never fall from one index to the next, so each end is searched for.
    pub(crate) fn terms(&self) -> Vec<(u64, u64)> {
        let mut stretches = Vec::new();
        let mut held = 0;
        while let Some(first) = self.entries.get(held) {
            let term = first.term;
            held = self.entries.partition_point(|entry| entry.term <= term);
            stretches.push((self.compacted.0 + held as u64, term));
        }
        stretches
    }

    /// The command of an index, if the log holds one there.
    pub(crate) fn command(&self, index: u64) -> Option<Vec<u8>> {
        self.held(index)?.command()
    }

    fn held(&self, index: u64) -> Option<&LogEntry> {
        self.entries.get(index.checked_sub(self.first())? as usize)
    }

    fn entry(&self, index: u64) -> &LogEntry {
        &self.entries[(index - self.compacted.0 - 1) as usize]
    }
}

impl Storage for ReplicaStorage {
    fn initial_state(&self) -> raft::Result<RaftState> {
        Ok(RaftState::new(
            self.hard_state.clone(),
            self.conf_state.clone(),
        ))
    }

    fn entries(
        &self,
        low: u64,
        high: u64,
        max_size: impl Into<Option<u64>>,
        _: GetEntriesContext,
    ) -> raft::Result<Vec<Entry>> {
        if low <= self.compacted.0 {
            return Err(StorageError::Compacted.into());
        }
        assert!(high <= self.last() + 1, "raft-rs asks within the log");
        let max_size = max_size.into().unwrap_or(raft::NO_LIMIT);
        let mut size = 0;
        let mut found = Vec::with_capacity((high - low).min(64) as usize);
        for index in low..high {
            let entry = self.entry(index);
            size += u64::from(entry.wire_bytes);
            if size > max_size && !found.is_empty() {
                break;
            }
            found.push(entry.entry(index));
        }
        Ok(found)
    }

    fn term(&self, index: u64) -> raft::Result<u64> {
        if index == self.compacted.0 {
            return Ok(self.compacted.1);
        }
        if index < self.compacted.0 {
            return Err(StorageError::Compacted.into());
        }
        if index > self.last() {
            return Err(StorageError::Unavailable.into());
        }
        Ok(self.entry(index).term)
    }

    fn first_index(&self) -> raft::Result<u64> {
        Ok(self.first())
    }

    fn last_index(&self) -> raft::Result<u64> {
        Ok(self.last())
    }

    fn snapshot(&self, request_index: u64, _to: u64) -> raft::Result<Snapshot> {
        if self.machine.applied < request_index {
            return Err(StorageError::SnapshotTemporarilyUnavailable.into());
        }
        let mut snapshot = Snapshot::default();
        let mut data = self.machine.snapshot();
        data.removed.clone_from(&self.removed);
        snapshot.data = data.encode_to_vec();
        let metadata = snapshot.mut_metadata();
        metadata.index = self.machine.applied;
        metadata.term = self.machine.applied_term;
        metadata.set_conf_state(self.conf_state.clone());
        Ok(snapshot)
    }
}

#[cfg(test)]
mod tests;
