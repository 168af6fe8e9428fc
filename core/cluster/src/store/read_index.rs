//! Read indexes (Raft thesis 6.4): how a replica asks for one, how reads share a round, and what
//! becomes of reads whose index is known, late, or lost.
//!
//! raft-rs drops a read index silently (no leader, a leader that has not committed in its term, any
//! change of role), so every attempt has a context of its own and is repeated until the deadline.

use raft::ReadOnlyOption;

use crate::context::Context;
use crate::group::PendingRead;
use crate::store::read_context::read_context;
use crate::store::{ReplicaIndex, Store};
use model::config::{ReadMode, Service};
use model::fact::{Fact, Refusal};

impl Store {
    /// Begins to establish a read index, and keeps the read until it is known.
    pub(crate) fn ask_read_index(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        mut read: PendingRead,
    ) {
        let remembered = self.remembered_index(cx, index, &read);
        if let Some(known) =
            remembered.or_else(|| self.replicas[index].index_by_lease(cx, &self.clock))
        {
            return self.keep_with_index(cx, index, read, known);
        }
        let replica = &mut self.replicas[index];
        read.asked_tick = replica.ticks();
        if cx.settings.reads.batch_read_index && replica.reads.iter().any(is_asking) {
            // It goes with the next round: one that is under way proves nothing about now.
            read.context = 0;
            replica.reads.push(read);
            return;
        }
        replica.contexts += 1;
        read.context = replica.contexts;
        let (at, request, context) = (replica.at, read.request, read.context);
        let by_role = read.is_by_role();
        replica.reads.push(read);
        cx.emit(Fact::ReadIndexAsked { at, request });
        self.send_read_index(cx, index, read_context(request, context), by_role);
        self.after_call(cx, index);
    }

    /// The read index of an earlier read with a timestamp that is not before this one's. Whatever
    /// is committed up to that timestamp had left its locks in the log before it was given out, and
    /// so before its read index was asked for (TiKV RFC 0113).
    fn remembered_index(
        &self,
        cx: &Context,
        index: ReplicaIndex,
        read: &PendingRead,
    ) -> Option<u64> {
        let (timestamp, known) = self.replicas[index].known_index;
        let enough = read.read_ts > 0 && read.read_ts <= timestamp && !read.only_index;
        (enough && cx.settings.reads.read_index_cache).then_some(known)
    }

    /// A read's index is known without a round.
    fn keep_with_index(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        mut read: PendingRead,
        known: u64,
    ) {
        let replica = &mut self.replicas[index];
        let applied = replica.storage().machine.applied;
        let (at, request) = (replica.at, read.request);
        read.index = Some(known);
        replica.reads.push(read);
        cx.emit(Fact::ReadIndexAsked { at, request });
        cx.emit(Fact::ReadIndexKnown {
            at,
            request,
            index: known,
            applied,
        });
        self.serve_applied(cx, index);
    }

    /// Hands a read index to raft-rs, which decides by a round of heartbeats, or by its role alone
    /// (`LeaseBased`): the option is set for this one call, so both ways live in one group.
    pub(crate) fn send_read_index(
        &mut self,
        cx: &Context,
        index: ReplicaIndex,
        context: Vec<u8>,
        by_role: bool,
    ) {
        if !by_role {
            self.replicas[index].record_round(cx, &self.clock, &context);
        }
        let node = self.replicas[index].node();
        if by_role {
            node.raft.read_only.option = ReadOnlyOption::LeaseBased;
        }
        node.read_index(context);
        node.raft.read_only.option = ReadOnlyOption::Safe;
    }

    /// Repeats attempts that may have been dropped, and forgets reads whose client gave up.
    /// TiKV repeats after an election timeout; a change of leader repeats at the next tick.
    pub(crate) fn tick_reads(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if self.replicas[index].reads.is_empty() {
            return;
        }
        let now = cx.now();
        let retry_ticks = cx.config.raft.election_ticks as u64;
        let batch = cx.settings.reads.batch_read_index;
        let replica = &mut self.replicas[index];
        let ticks = replica.ticks();
        replica.reads.take_where(&|read| read.deadline_us <= now);
        let mut contexts: Vec<(Vec<u8>, bool)> = Vec::new();
        let mut shared = None;
        let attempts = &mut replica.contexts;
        replica.reads.for_each(&mut |read| {
            if read.index.is_some() || ticks < read.asked_tick + retry_ticks {
                return;
            }
            read.asked_tick = ticks;
            let by_role = read.is_by_role();
            if let (Some(context), false) = (shared, by_role) {
                read.context = context;
                return;
            }
            *attempts += 1;
            read.context = *attempts;
            contexts.push((read_context(read.request, read.context), by_role));
            shared = (batch && !by_role).then_some(read.context).or(shared);
        });
        if contexts.is_empty() {
            return;
        }
        for (context, by_role) in contexts {
            self.send_read_index(cx, index, context, by_role);
        }
        self.after_call(cx, index);
    }

    /// The read index of an attempt is known; a later attempt of the same read does not matter.
    /// A follower that lags too far behind it gives its read back (TiKV's `ReadIndexNotReady`).
    pub(crate) fn resolve_read_index(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        context: u64,
        known: u64,
    ) {
        let replica = &self.replicas[index];
        let (at, applied) = (replica.at, replica.storage().machine.applied);
        let lags = !replica.is_leader() && known >= applied + cx.config.reads.log_gap_max;
        let batch = cx.settings.reads.batch_read_index;
        let mut place = 0;
        loop {
            let reads = &mut self.replicas[index].reads;
            let Some(found) = reads.find_asking(context, batch.then_some(place)) else {
                break;
            };
            let read = reads.learn_index(found, known);
            let (request, timestamp, mode) = (read.request, read.read_ts, read.mode);
            let by_round = !read.is_by_role();
            let remembered = &mut self.replicas[index].known_index;
            if by_round && timestamp > remembered.0 {
                *remembered = (timestamp, known);
            }
            if mode.service() == Service::Past {
                self.replicas[index].wait_for_past(request, timestamp, known);
            }
            cx.emit(Fact::ReadIndexKnown {
                at,
                request,
                index: known,
                applied,
            });
            if lags {
                let read = self.replicas[index].reads.remove(found);
                let why = Refusal::LaggingIndex;
                self.refuse(cx, index, read.gateway, read.slot, read.request, why);
            }
            if !batch {
                return;
            }
            place = found + usize::from(!lags);
        }
        if batch {
            self.begin_round(cx, index);
        }
    }

    /// The reads that came while a round was under way go with one of their own.
    fn begin_round(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let waits = |read: &PendingRead| read.index.is_none() && read.context == 0;
        let Some(first) = replica.reads.iter().find(|read| waits(read)) else {
            return;
        };
        let (at, first) = (replica.at, first.request);
        replica.contexts += 1;
        let (context, ticks) = (replica.contexts, replica.ticks());
        let mut asked = Vec::new();
        replica.reads.for_each(&mut |read| {
            if waits(read) {
                (read.context, read.asked_tick) = (context, ticks);
                asked.push(read.request);
            }
        });
        for request in asked {
            cx.emit(Fact::ReadIndexAsked { at, request });
        }
        self.send_read_index(cx, index, read_context(first, context), false);
        self.after_call(cx, index);
    }

    /// Serves the reads whose index is applied.
    pub(crate) fn serve_applied(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        if replica.reads.is_empty() {
            return;
        }
        let applied = replica.storage().machine.applied;
        let newest = self.newest_commit(index);
        let is_ready = |read: &PendingRead| {
            let is_applied = |known| read.only_index || known <= applied;
            read.index.is_some_and(is_applied) || read.is_recent_enough(newest)
        };
        let mut servable = self.replicas[index].reads.servable();
        loop {
            let reads = &mut self.replicas[index].reads;
            let Some(read) = reads.take_ready(&mut servable, is_ready) else {
                return;
            };
            self.answer_read(cx, index, read);
        }
    }

    /// Answers a read that need not wait any more.
    fn answer_read(&mut self, cx: &mut Context, index: ReplicaIndex, read: PendingRead) {
        let newest = self.newest_commit(index);
        if read.only_index {
            self.answer_index(cx, index, &read);
        } else if read.is_recent_enough(newest) {
            self.serve_by_version(cx, index, read);
        } else {
            self.begin_service(cx, index, read);
        }
    }

    /// Keeps a read whose index is known until that is applied.
    pub(crate) fn wait_for_apply(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        read: PendingRead,
    ) {
        let replica = &mut self.replicas[index];
        let applied = replica.storage().machine.applied;
        if read.index.is_some_and(|i| i <= applied) {
            return self.begin_service(cx, index, read);
        }
        replica.reads.push(read);
    }

    /// After a change of role or leader: a leader that stepped down refuses the reads that only a
    /// leader answers; attempts under the old leader are lost and repeated at the next tick.
    pub(crate) fn settle_reads(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        led: bool,
        new_leader: bool,
    ) {
        let replica = &mut self.replicas[index];
        if replica.reads.is_empty() {
            return;
        }
        if new_leader {
            replica.reads.for_each(&mut |read| read.asked_tick = 0);
        }
        if !led {
            return;
        }
        let is_refused = |read: &PendingRead| is_leaders(read.mode) && read.index.is_none();
        for read in replica.reads.take_where(&is_refused) {
            let why = Refusal::NotLeader;
            self.refuse(cx, index, read.gateway, read.slot, read.request, why);
        }
    }
}

/// Whether a read's round is under way. One by role needs none.
fn is_asking(read: &PendingRead) -> bool {
    read.index.is_none() && read.context != 0 && !read.is_by_role()
}

/// Modes that only a leader serves, after a read index; a proxy's reads are among them, and stale
/// ones that a leader has taken.
fn is_leaders(mode: ReadMode) -> bool {
    match mode.service() {
        Service::Leader(_) | Service::PassOn | Service::Past => true,
        Service::AtOnce | Service::ReadIndex | Service::Version => false,
    }
}
