//! One entry as a replica's disk keeps it: what raft-rs wrote, in few bytes. Lossless: raft-rs gets
//! back the entry that it wrote. It must not know its index, which is its place in the log.

use prost::Message as _;
use raft::eraftpb::{Entry, EntryType};

use kv::stored::StoredCommand;
use model::ids::RequestId;
use model::view::{EntryKind, EntryView};

/// An entry of the log.
#[derive(Clone, Debug)]
pub(super) struct LogEntry {
    entry_type: i32,
    /// Length of the entry on the wire.
    pub(super) wire_bytes: u32,
    pub(super) term: u64,
    /// Of type and data, for log matching and the apply chain.
    pub(super) hash: u64,
    data: StoredCommand,
    context: Vec<u8>,
}

impl LogEntry {
    pub(super) fn of(entry: Entry) -> Self {
        assert!(!entry.sync_log, "raft-rs no longer sets it");
        let wire_bytes = entry.encoded_len() as u32;
        let hash = sim::mix(entry.entry_type as u64, sim::hash_bytes(&entry.data));
        let Entry {
            entry_type,
            term,
            data,
            context,
            ..
        } = entry;
        LogEntry {
            entry_type,
            wire_bytes,
            term,
            hash,
            data: StoredCommand::Whole(data),
            context,
        }
    }

    /// Keeps its command in few bytes from now on. What was just written is read again, to be sent
    /// and applied; of what is applied only a replica that lags asks for the bytes.
    pub(super) fn shorten(&mut self) {
        if self.kind() == EntryKind::Normal {
            self.data.shorten();
        }
    }

    /// As raft-rs wrote it.
    pub(super) fn entry(&self, index: u64) -> Entry {
        Entry {
            entry_type: self.entry_type,
            term: self.term,
            index,
            data: self.data.bytes(),
            context: self.context.clone(),
            sync_log: false,
        }
    }

    pub(super) fn view(&self, index: u64) -> EntryView {
        let kind = self.kind();
        let request = match kind {
            EntryKind::Normal => self.data.request(),
            EntryKind::Empty | EntryKind::ConfChange | EntryKind::Admin => RequestId::NONE,
        };
        EntryView {
            index,
            term: self.term,
            kind,
            bytes: self.wire_bytes,
            request,
            hash: self.hash,
        }
    }

    /// Its command, if it is one.
    pub(super) fn command(&self) -> Option<Vec<u8>> {
        (self.kind() == EntryKind::Normal).then(|| self.data.bytes())
    }

    fn kind(&self) -> EntryKind {
        match EntryType::from_i32(self.entry_type).expect("raft-rs knows its types") {
            EntryType::EntryNormal if !self.context.is_empty() => EntryKind::Admin,
            EntryType::EntryNormal if self.data.is_empty() => EntryKind::Empty,
            EntryType::EntryNormal => EntryKind::Normal,
            EntryType::EntryConfChange | EntryType::EntryConfChangeV2 => EntryKind::ConfChange,
        }
    }
}
