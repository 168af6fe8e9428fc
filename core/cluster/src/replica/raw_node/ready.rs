//! What raft-rs has ready after the calls of a poll: messages, writes, committed entries and read
//! states, in the order that the Ready contract demands.
//!
//! A leader's messages leave before its own write is durable (Raft thesis 10.2.1); everyone else's
//! wait for the fsync of the same ready. Outgoing messages are sorted by receiver: raft-rs iterates
//! hash maps whose order depends on the pointer width.

use raft::eraftpb::{Entry, Message, Snapshot};
use raft::{ReadState, Ready};
use sim::Micros;

use crate::process::StoreContext;
use crate::replica::reads::context_of;
use crate::replica::{Held, Replica, SoftView};
use crate::timeline::Event;
use model::fact::{Fact, Role};

/// What a ready leaves to be done by who can, in this order.
pub(crate) struct Committed {
    /// Entries whose apply is due at once.
    pub(crate) due: Vec<Entry>,
    /// Reads whose index is known.
    pub(crate) reads: Vec<ReadState>,
}

impl Replica {
    /// What a ready of messages alone comes to: a leader's leave at once, all others' once nothing
    /// older waits to be durable.
    pub(crate) fn send_lone(&mut self, cx: &mut StoreContext, mut messages: Vec<Message>) {
        if self.is_leader() {
            self.record_outgoing(cx, &mut messages);
        } else if let Some(last) = self.held.back_mut() {
            last.messages.extend(messages);
            return;
        }
        self.send_raft(cx, messages);
    }

    /// Does what raft-rs has ready, but for what is committed.
    pub(crate) fn process_ready(&mut self, cx: &mut StoreContext) -> Committed {
        let mut ready = self.node().ready();
        let mut messages = ready.take_messages();
        let after_sync = ready.take_persisted_messages();
        let committed = ready.take_committed_entries();
        let reads = ready.take_read_states();
        let number = ready.number();
        if !messages.is_empty() {
            self.record_outgoing(cx, &mut messages);
        }
        self.send_raft(cx, messages);
        let write = self.write(cx, ready);
        self.await_sync(cx, number, write, after_sync);
        if let Some(last) = committed.last() {
            self.renew_by_commit(cx, last.index);
        }
        let due = self.queue_committed(cx, committed);
        Committed { due, reads }
    }

    /// Writes what a ready has for the disk. Returns the number of the write, if it must be synced.
    fn write(&mut self, cx: &mut StoreContext, mut ready: Ready) -> Option<u64> {
        let entries = ready.take_entries();
        let now = cx.now();
        let disk = &mut cx.process.disk;
        let write = ready.must_sync().then(|| {
            let lengths = entries.iter().map(|entry| entry.data.len() as u64 + 32);
            disk.write(now, 64 + lengths.sum::<u64>()).0
        });
        let storage = self.node().mut_store();
        // What asks for no sync is durable with the next write.
        storage.begin_write(write.unwrap_or_else(|| disk.next_write().0));
        let snapshot = (!ready.snapshot().is_empty()).then(|| ready.snapshot().clone());
        if let Some(snapshot) = &snapshot {
            storage.install(snapshot);
        }
        if let Some(hard_state) = ready.hs().cloned() {
            storage.set_hard_state(hard_state);
        }
        if let Some(snapshot) = &snapshot {
            self.emit_installed(cx, snapshot);
        }
        if !entries.is_empty() {
            self.write_entries(cx, entries);
        }
        self.node().advance_append_async(ready);
        if snapshot.is_some() {
            self.assign_commit_groups(cx);
        }
        write
    }

    /// Committed entries go to the state machine after the apply delay; those are returned that
    /// have none, and nothing before them.
    fn queue_committed(&mut self, cx: &mut StoreContext, entries: Vec<Entry>) -> Vec<Entry> {
        let delay_us = cx.settings.apply_delay_us + cx.process.apply_delay_us;
        if entries.is_empty() || delay_us == 0 && self.to_apply.is_empty() {
            return entries;
        }
        let last_due = self.to_apply.back().map_or(0, |(due, _)| *due);
        let due = (cx.now() + delay_us).max(last_due);
        self.to_apply.push_back((due, entries));
        let event = Event::Apply {
            store: self.at.node,
            replica: self.number,
            life: self.life,
        };
        cx.at(due, event);
        Vec::new()
    }

    /// Entries whose apply delay is over. A snapshot may have emptied the queue meanwhile.
    pub(crate) fn take_due(&mut self, now: Micros) -> Option<Vec<Entry>> {
        let is_due = |(due, _): &mut (Micros, Vec<Entry>)| *due <= now;
        self.to_apply
            .pop_front_if(is_due)
            .map(|(_, entries)| entries)
    }

    fn write_entries(&mut self, cx: &mut StoreContext, entries: Vec<Entry>) {
        let now = cx.now();
        let at = self.at;
        let (first, last) = (entries[0].index, entries[entries.len() - 1].index);
        self.append(now, entries);
        let storage = self.storage();
        let mut prev_term = raft::Storage::term(storage, first - 1).expect("the log has no gaps");
        for index_written in first..=last {
            let storage = self.storage();
            let term = raft::Storage::term(storage, index_written).expect("just written");
            let hash = storage.hash(index_written);
            cx.emit(Fact::Appended {
                at,
                index: index_written,
                term,
                prev_term,
                hash,
            });
            prev_term = term;
        }
    }

    fn emit_installed(&mut self, cx: &mut StoreContext, snapshot: &Snapshot) {
        let metadata = snapshot.get_metadata();
        self.took_snapshot = true;
        self.to_apply.clear();
        if cx.config.sabotage.snapshots_lose_a_row() {
            self.node().mut_store().machine.lose_a_row();
        }
        let machine = &self.storage().machine;
        let (chain, state) = (machine.chain, machine.state_hash());
        let at = self.at;
        let fact = Fact::SnapshotInstalled {
            at,
            index: metadata.index,
            term: metadata.term,
            chain,
            state,
        };
        cx.emit(fact);
        self.advance_safe_time();
    }

    /// Messages of a ready leave when its write is durable: at once if it wrote nothing and nothing
    /// older waits.
    fn await_sync(
        &mut self,
        cx: &mut StoreContext,
        ready: u64,
        write: Option<u64>,
        messages: Vec<Message>,
    ) {
        if let Some(write) = write {
            self.held.push_back(Held {
                ready,
                write,
                messages,
            });
            cx.note_write(write, self.number);
        } else if let Some(last) = self.held.back_mut() {
            last.ready = ready;
            last.messages.extend(messages);
        } else {
            self.node().on_persist_ready(ready);
            self.send_raft(cx, messages);
        }
    }

    /// A write is durable: its ready is over, and its messages may leave (`send_held`).
    pub(crate) fn persisted(&mut self, cx: &mut StoreContext, durable: u64) -> Vec<Message> {
        let held = self.held.pop_front().expect("a write has its ready");
        assert!(held.write <= durable);
        let raft = self.node();
        raft.mut_store().synced(held.write);
        raft.on_persist_ready(held.ready);
        // raft-rs takes a snapshot for applied only once it is durable.
        let applied = raft.store().machine.applied;
        if raft.raft.raft_log.persisted >= applied && raft.raft.raft_log.applied() < applied {
            raft.advance_apply_to(applied);
        }
        let (at, last) = (self.at, self.node().raft.raft_log.persisted);
        cx.emit(Fact::Persisted { at, index: last });
        held.messages
    }

    /// Messages leave that waited for a write.
    pub(crate) fn send_held(&mut self, cx: &mut StoreContext, messages: Vec<Message>) {
        self.send_raft(cx, messages);
        self.after_call(cx);
    }

    /// Read states that raft-rs has ready: the reads know their index now.
    pub(crate) fn learn_read_states(&mut self, cx: &mut StoreContext, states: Vec<ReadState>) {
        for state in states {
            self.renew_by_round(cx, &state.request_ctx);
            let context = context_of(&state.request_ctx);
            self.resolve_read_index(cx, context, state.index);
        }
        self.serve_applied(cx);
    }

    /// Tells role, term, leader and commit index when they changed, and settles what depends on
    /// them.
    pub(crate) fn emit_changes(&mut self, cx: &mut StoreContext) {
        let soft = self.soft();
        if soft != self.told {
            self.emit_role(cx, soft);
        }
        let commit = self.node().raft.raft_log.committed;
        if commit > self.told_commit {
            self.told_commit = commit;
            let at = self.at;
            let term = self.node().raft.raft_log.term(commit).unwrap_or(0);
            cx.emit(Fact::Committed {
                at,
                index: commit,
                term,
            });
        }
    }

    /// Tells a role, term or leader that is new, and settles what depends on them.
    #[cold]
    fn emit_role(&mut self, cx: &mut StoreContext, soft: SoftView) {
        let at = self.at;
        let was = self.told;
        self.told = soft;
        let log = &self.node().raft.raft_log;
        let (last_index, last_term) = (log.last_index(), log.last_term());
        cx.emit(Fact::Role {
            at,
            role: soft.role,
            term: soft.term,
            leader_peer: soft.leader_peer,
            vote: soft.vote,
            last_index,
            last_term,
        });
        let led = was.role == Role::Leader && soft.role != Role::Leader;
        if soft.role == Role::Leader {
            self.set_promise(None);
        }
        if led || soft.role == Role::Leader && was.role != Role::Leader {
            self.lead_safe_time(!led);
        }
        let new_leader = was.leader_peer != soft.leader_peer || was.term != soft.term;
        if led || was.term != soft.term {
            self.end_lease(cx);
        }
        self.settle_reads(cx, led, new_leader);
    }
}
