//! What raft-rs has ready after the calls of a poll: messages, writes, committed entries and read
//! states, in the order that the Ready contract demands.
//!
//! A leader's messages leave before its own write is durable (Raft thesis 10.2.1); everyone else's
//! wait for the fsync of the same ready. Outgoing messages are sorted by receiver: raft-rs iterates
//! hash maps whose order depends on the pointer width.

use raft::ReadState;
use raft::eraftpb::{Entry, Message};

use crate::context::Context;
use crate::group::{Held, SoftView};
use crate::store::read_context::context_of;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;
use model::fact::{Fact, Role};

impl Store {
    /// Does what raft-rs has ready at each replica that was called, in the order of the calls.
    pub(crate) fn finish_calls(&mut self, cx: &mut Context) {
        while let Some(index) = cx.next_called(self.node) {
            self.finish_call(cx, index);
        }
    }

    /// Does what raft-rs has ready at a replica, unless it stopped meanwhile.
    #[inline(never)]
    pub(crate) fn finish_call(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        replica.was_called = false;
        if !replica.is_up() {
            return;
        }
        self.process_all_ready(cx, index);
        if self.replicas[index].is_up() {
            self.replicas[index].take_list_back(&mut self.list);
            self.replicas.settle(index);
        }
    }

    fn process_all_ready(&mut self, cx: &mut Context, index: ReplicaIndex) {
        self.emit_changes(cx, index);
        while self.replicas[index].has_ready() {
            // Most calls leave messages and nothing else: heartbeats and their answers.
            if let Some(messages) = self.replicas[index].take_lone_messages() {
                return self.send_lone(cx, index, messages);
            }
            self.process_ready(cx, index);
            // It may have applied its own removal.
            if self.replicas[index].is_up() {
                self.replicas[index].pin();
                self.emit_changes(cx, index);
            }
        }
    }

    /// What a ready of messages alone comes to: a leader's leave at once, all others' once nothing
    /// older waits to be durable.
    fn send_lone(&mut self, cx: &mut Context, index: ReplicaIndex, mut messages: Vec<Message>) {
        let replica = &mut self.replicas[index];
        if replica.is_leader() {
            replica.record_outgoing(cx, &self.clock, &mut messages);
        } else if let Some(last) = replica.held.back_mut() {
            last.messages.extend(messages);
            return;
        }
        self.send_raft(cx, index, messages);
    }

    fn process_ready(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let raft = replica.node();
        let mut ready = raft.ready();
        let mut messages = ready.take_messages();
        let after_sync = ready.take_persisted_messages();
        let committed = ready.take_committed_entries();
        let read_states = ready.take_read_states();
        let entries = ready.take_entries();
        let snapshot = (!ready.snapshot().is_empty()).then(|| ready.snapshot().clone());
        let hard_state = ready.hs().cloned();
        let (number, must_sync) = (ready.number(), ready.must_sync());

        if !messages.is_empty() {
            self.replicas[index].record_outgoing(cx, &self.clock, &mut messages);
        }
        self.send_raft(cx, index, messages);
        let mut bytes = 0;
        if must_sync {
            bytes = 64
                + entries
                    .iter()
                    .map(|e| e.data.len() as u64 + 32)
                    .sum::<u64>();
        }
        let now = cx.now();
        let disk = &mut self.disk;
        // What asks for no sync is durable with the next write.
        let (write, durable_with) = if must_sync {
            let write = disk.write(now, bytes).0;
            (write, write)
        } else {
            (0, disk.next_write().0)
        };
        let replica = &mut self.replicas[index];
        let storage = replica.node().mut_store();
        storage.begin_write(durable_with);
        if let Some(snapshot) = &snapshot {
            storage.install(snapshot);
        }
        if let Some(hard_state) = hard_state {
            storage.set_hard_state(hard_state);
        }
        if let Some(snapshot) = &snapshot {
            self.emit_installed(cx, index, snapshot);
        }
        if !entries.is_empty() {
            self.write_entries(cx, index, entries);
        }
        self.replicas[index].node().advance_append_async(ready);
        if snapshot.is_some() {
            self.replicas[index].assign_commit_groups(cx);
        }
        self.await_sync(cx, index, number, write, after_sync);
        if let Some(last) = committed.last() {
            self.replicas[index].renew_by_commit(cx, &self.clock, last.index);
        }
        self.commit(cx, index, committed);
        if self.replicas[index].is_up() {
            self.learn_read_states(cx, index, read_states);
        }
    }

    fn write_entries(&mut self, cx: &mut Context, index: ReplicaIndex, entries: Vec<Entry>) {
        let now = cx.now();
        let replica = &mut self.replicas[index];
        let at = replica.at;
        let (first, last) = (entries[0].index, entries[entries.len() - 1].index);
        replica.append(now, entries);
        let storage = replica.storage();
        let mut prev_term = raft::Storage::term(storage, first - 1).expect("the log has no gaps");
        for index_written in first..=last {
            let storage = self.replicas[index].storage();
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

    fn emit_installed(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        snapshot: &raft::eraftpb::Snapshot,
    ) {
        let replica = &mut self.replicas[index];
        let metadata = snapshot.get_metadata();
        replica.took_snapshot = true;
        replica.to_apply.clear();
        if cx.config.sabotage.snapshots_lose_a_row() {
            replica.node().mut_store().machine.lose_a_row();
        }
        let machine = &replica.storage().machine;
        let (chain, state) = (machine.chain, machine.state_hash());
        let at = replica.at;
        let fact = Fact::SnapshotInstalled {
            at,
            index: metadata.index,
            term: metadata.term,
            chain,
            state,
        };
        cx.emit(fact);
        self.replicas[index].advance_safe_time();
    }

    /// Messages of a ready leave when its write is durable: at once if it wrote nothing and nothing
    /// older waits.
    fn await_sync(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        ready: u64,
        write: u64,
        messages: Vec<Message>,
    ) {
        let replica = &mut self.replicas[index];
        if write == 0 {
            match replica.held.back_mut() {
                None => {
                    replica.node().on_persist_ready(ready);
                    self.send_raft(cx, index, messages);
                }
                Some(last) => {
                    last.ready = ready;
                    last.messages.extend(messages);
                }
            }
            return;
        }
        replica.held.push_back(Held {
            ready,
            write,
            messages,
        });
        self.sync_waits.push_back((write, index));
        self.start_sync(cx);
    }

    fn start_sync(&mut self, cx: &mut Context) {
        let now = cx.now();
        let disk = &mut self.disk;
        if let Some(finish) = disk.start_sync(now) {
            let (store, generation) = (self.node, disk.generation());
            cx.at(finish, Event::Synced { store, generation });
        }
    }

    /// A store's fsync is over: what waited for it goes on.
    pub(crate) fn synced(&mut self, cx: &mut Context) {
        let now = cx.now();
        let durable = self.disk.finish_sync(now).0;
        self.start_sync(cx);
        loop {
            let waits = &mut self.sync_waits;
            match waits.front() {
                Some((write, _)) if *write <= durable => {}
                _ => break,
            }
            let (_, index) = waits.pop_front().expect("just seen");
            self.persisted(cx, index, durable);
        }
    }

    fn persisted(&mut self, cx: &mut Context, index: ReplicaIndex, durable: u64) {
        let replica = &mut self.replicas[index];
        let Some(held) = replica.held.pop_front() else {
            panic!("a write without its ready")
        };
        assert!(held.write <= durable);
        let raft = replica.node();
        raft.mut_store().synced(held.write);
        raft.on_persist_ready(held.ready);
        // raft-rs takes a snapshot for applied only once it is durable.
        let applied = raft.store().machine.applied;
        if raft.raft.raft_log.persisted >= applied && raft.raft.raft_log.applied() < applied {
            raft.advance_apply_to(applied);
        }
        let (at, last) = (replica.at, replica.node().raft.raft_log.persisted);
        cx.emit(Fact::Persisted { at, index: last });
        self.clear_room(cx, index);
        self.send_raft(cx, index, held.messages);
        self.after_call(cx, index);
    }

    /// Read states that raft-rs has ready: the reads know their index now.
    fn learn_read_states(&mut self, cx: &mut Context, index: ReplicaIndex, states: Vec<ReadState>) {
        for state in states {
            self.replicas[index].renew_by_round(cx, &self.clock, &state.request_ctx);
            let context = context_of(&state.request_ctx);
            self.resolve_read_index(cx, index, context, state.index);
        }
        self.serve_applied(cx, index);
    }

    /// Tells role, term, leader and commit index when they changed, and settles what depends on
    /// them.
    fn emit_changes(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let soft = self.replicas[index].soft();
        if soft != self.replicas[index].told {
            self.emit_role(cx, index, soft);
        }
        let replica = &mut self.replicas[index];
        let commit = replica.node().raft.raft_log.committed;
        if commit > replica.told_commit {
            replica.told_commit = commit;
            let at = replica.at;
            let term = replica.node().raft.raft_log.term(commit).unwrap_or(0);
            cx.emit(Fact::Committed {
                at,
                index: commit,
                term,
            });
        }
    }

    /// Tells a role, term or leader that is new, and settles what depends on them.
    #[cold]
    fn emit_role(&mut self, cx: &mut Context, index: ReplicaIndex, soft: SoftView) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        let was = replica.told;
        replica.told = soft;
        let log = &replica.node().raft.raft_log;
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
            self.replicas[index].set_promise(None);
        }
        if led || soft.role == Role::Leader && was.role != Role::Leader {
            self.replicas[index].lead_safe_time(!led);
        }
        let new_leader = was.leader_peer != soft.leader_peer || was.term != soft.term;
        if led || was.term != soft.term {
            self.replicas[index].end_lease(cx);
        }
        self.settle_reads(cx, index, led, new_leader);
    }
}
