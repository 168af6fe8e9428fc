//! Drives raft-rs: ticks and messages in; messages, writes, committed entries and read states out,
//! in the order that the Ready contract demands.
//!
//! A leader's messages leave before its own write is durable (Raft thesis 10.2.1); everyone else's
//! wait for the fsync of the same ready. Outgoing messages are sorted by receiver: raft-rs iterates
//! hash maps whose order depends on the pointer width.

use raft::eraftpb::{Entry, Message, MessageType as RaftType};
use raft::{ReadState, SnapshotStatus};

use crate::context::Context;
use crate::group::{Held, Taken, is_about_sleep};
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;
use model::fact::{Fact, Role};
use model::operation::NotNow;
use model::operation::WhyUndone;

impl Store {
    /// One tick of a replica by its store's clock.
    pub(crate) fn tick(&mut self, cx: &mut Context, index: ReplicaIndex, life: u32, event: Event) {
        if !self.replicas[index].ticks_on() {
            return;
        }
        let replica = &mut self.replicas[index];
        replica.ticks += 1;
        replica.tick_promise();
        let raft = replica.node();
        raft.tick();
        // raft-rs campaigns inside tick when the timeout has passed, and then starts to count anew.
        let campaigned = raft.raft.election_elapsed == 0
            && raft.raft.state != raft::StateRole::Leader
            && raft.raft.leader_id == 0;
        if campaigned {
            replica.count_campaign();
        }
        self.after_call(cx, index);
        self.tick_relays(cx, index);
        self.tick_acks(cx, index);
        self.tick_reads(cx, index);
        self.replicas[index].look_at_lease(cx, &self.clock);
        self.tick_snapshots(cx, index);
        self.tick_orphan(cx, index);
        if self.replicas[index].is_leader() {
            self.tick_drowsy(cx, index);
            self.tick_joint(cx, index);
            self.advance_plan(cx, index);
        }
        if !self.replicas[index].lives(life) {
            return;
        }
        let tick_us = cx.config.raft.tick_us;
        let sleep_us = self.clock.sim_duration(tick_us);
        cx.at(cx.now() + sleep_us, event);
    }

    /// The store's replica of the range is told to start an election now. It would vote for itself,
    /// and does not while it has promised its vote.
    pub(crate) fn campaign(&mut self, cx: &mut Context, range: u32) -> Result<(), WhyUndone> {
        self.replica_on(range).ok_or(NotNow::NoReplicaThere)?;
        let running = self.running_replica(range);
        let index = running.ok_or(NotNow::StoreDown)?;
        self.wake(cx, index);
        // Without a vote or a configuration yet: raft-rs would take it for a group of none.
        let has_vote = self.replicas[index].node().raft.promotable();
        if !has_vote || self.withholds_own(cx, index) {
            return Err(WhyUndone::MayNotStand);
        }
        self.begin_campaign(cx, index);
        Ok(())
    }

    /// A leader is told to hand over.
    pub(crate) fn transfer_leader(&mut self, cx: &mut Context, leader: ReplicaIndex, peer: u64) {
        self.wake(cx, leader);
        self.replicas[leader].node().transfer_leader(peer);
        self.after_call(cx, leader);
    }

    /// Switches changed: a running replica's raft-rs goes by them.
    pub(crate) fn set_raft(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        if replica.is_up() {
            let raft = &mut replica.node().raft;
            raft.check_quorum = cx.settings.check_quorum;
            raft.pre_vote = cx.settings.pre_vote;
            raft.skip_bcast_commit(cx.settings.skip_commit_broadcast);
        }
    }

    /// The switch was turned: a running replica goes by it.
    pub(crate) fn regroup(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if self.replicas[index].is_up() {
            self.replicas[index].assign_commit_groups(cx);
            self.after_call(cx, index);
        }
    }

    /// A replica starts an election now.
    pub(crate) fn begin_campaign(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        // A leader ignores the call; raft-rs refuses it while a conf change waits to be applied.
        let _ = replica.node().campaign();
        replica.count_campaign();
        self.after_call(cx, index);
    }

    /// Hands a Raft message to its replica.
    pub(crate) fn step_raft(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        mut message: Message,
    ) {
        if cx.settings.hibernate {
            self.wake_by(cx, index, &mut message);
        }
        // An offer from before the switch went off would be taken, and nothing would wake it again.
        let may_sleep = cx.settings.hibernate;
        let about_sleep = may_sleep && !message.context.is_empty() && is_about_sleep(&message);
        let (kind, from) = (message.get_msg_type(), message.from);
        match kind {
            RaftType::MsgRequestVote | RaftType::MsgRequestPreVote
                if self.withholds(cx, index, &message) =>
            {
                return;
            }
            RaftType::MsgTimeoutNow if self.replicas[index].is_spent(&message) => return,
            RaftType::MsgReadIndex
                if cx.settings.reads.index_by_lease
                    && self.answer_index_by_lease(cx, index, &message) =>
            {
                return;
            }
            _ => {}
        }
        let replica = &mut self.replicas[index];
        let (term, reject) = (message.term, message.reject);
        let taken = Taken::of(&message);
        let raft = replica.node();
        let term_before = raft.raft.term;
        // Errors are for messages of unknown peers or from removed ones: dropped, as TiKV does.
        let _ = raft.step(message);
        let raft_term = raft.raft.term;
        let is_answer = matches!(
            kind,
            RaftType::MsgAppendResponse
                | RaftType::MsgHeartbeatResponse
                | RaftType::MsgRequestVoteResponse
        );
        if is_answer && term == raft_term && !(kind == RaftType::MsgRequestVoteResponse && reject) {
            replica.note_heard(from, term);
        }
        if raft_term > term_before && kind == RaftType::MsgTimeoutNow {
            replica.count_campaign();
        }
        self.replicas[index].note_promise(cx, taken, term_before);
        if kind == RaftType::MsgAppendResponse {
            self.replicas[index].note_append_answer(from);
        }
        self.after_call(cx, index);
        if about_sleep && self.replicas[index].is_up() {
            self.sleep_by(cx, index, kind, from);
        }
    }

    /// The transport's word on a snapshot that this leader sent.
    pub(crate) fn report_snapshot(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        peer: u64,
        ok: bool,
    ) {
        if self.report_ordered(cx, index, peer, ok) {
            return;
        }
        let status = if ok {
            SnapshotStatus::Finish
        } else {
            SnapshotStatus::Failure
        };
        self.replicas[index].node().report_snapshot(peer, status);
        self.after_call(cx, index);
    }

    /// After every call into raft-rs: pin the timeout, process what is ready, tell what changed.
    pub(crate) fn after_call(&mut self, cx: &mut Context, index: ReplicaIndex) {
        self.replicas[index].pin();
        self.tell_changes(cx, index);
        while self.replicas[index].has_ready() {
            self.process_ready(cx, index);
            // It may have applied its own removal.
            if self.replicas[index].is_up() {
                self.replicas[index].pin();
                self.tell_changes(cx, index);
            }
        }
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
            self.replicas[index].note_outgoing(cx, &self.clock, &mut messages);
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
            self.tell_installed(cx, index, snapshot);
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
            self.replicas[index].note_committed(cx, &self.clock, last.index);
        }
        self.commit(cx, index, committed);
        if self.replicas[index].is_up() {
            self.note_read_states(cx, index, read_states);
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

    fn tell_installed(
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
    fn note_read_states(&mut self, cx: &mut Context, index: ReplicaIndex, states: Vec<ReadState>) {
        for state in states {
            self.replicas[index].note_confirmed(cx, &self.clock, &state.request_ctx);
            let context = context_of(&state.request_ctx);
            self.know_read_index(cx, index, context, state.index);
        }
        self.serve_applied(cx, index);
    }

    /// Tells role, term, leader and commit index when they changed, and settles what depends on
    /// them.
    fn tell_changes(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        let soft = replica.soft();
        if soft != replica.told {
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
                self.replicas[index].promise = None;
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
        let replica = &mut self.replicas[index];
        let commit = replica.node().raft.raft_log.committed;
        if commit > replica.told_commit {
            replica.told_commit = commit;
            let term = replica.node().raft.raft_log.term(commit).unwrap_or(0);
            cx.emit(Fact::Committed {
                at,
                index: commit,
                term,
            });
        }
    }
}

/// Context of a read index: 16 bytes as TiKV's UUID, request number and attempt.
pub(crate) fn read_context(request: u64, attempt: u64) -> Vec<u8> {
    let mut context = Vec::with_capacity(16);
    context.extend_from_slice(&request.to_be_bytes());
    context.extend_from_slice(&attempt.to_be_bytes());
    context
}

/// The attempt that a context names.
fn context_of(context: &[u8]) -> u64 {
    u64::from_be_bytes(context[8..16].try_into().expect("our own context"))
}

/// The request that a read index message or a heartbeat with a read context is for; 0 = none.
pub(crate) fn request_of(message: &Message) -> u64 {
    let context: &[u8] = match message.get_msg_type() {
        RaftType::MsgReadIndex | RaftType::MsgReadIndexResp => {
            message.entries.first().map_or(&[], |e| &e.data)
        }
        RaftType::MsgHeartbeat | RaftType::MsgHeartbeatResponse => &message.context,
        _ => &[],
    };
    context.get(..8).map_or(0, |b| {
        u64::from_be_bytes(b.try_into().expect("eight bytes"))
    })
}
