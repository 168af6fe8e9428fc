//! Read indexes (Raft thesis 6.4): how a replica asks for one, how reads share a round, and what
//! becomes of reads whose index is known, late, or lost.
//!
//! raft-rs drops a read index silently (no leader, a leader that has not committed in its term, any
//! change of role), so every attempt has a context of its own and is repeated until the deadline.

use raft::ReadOnlyOption;

use super::read_context::read_context;
use crate::process::{PendingRead, StoreContext};
use crate::replica::Replica;
use model::config::{ReadMode, Service};
use model::fact::{Fact, Refusal};

impl Replica {
    /// Begins to establish a read index, and keeps the read until it is known.
    pub(crate) fn ask_read_index(&mut self, cx: &mut StoreContext, mut read: PendingRead) {
        let remembered = self.remembered_index(cx, &read);
        if let Some(known) = remembered.or_else(|| self.index_by_lease(cx)) {
            return self.keep_with_index(cx, read, known);
        }
        read.asked_tick = self.ticks();
        if cx.settings.reads.batch_read_index && self.reads.iter().any(is_asking) {
            // It goes with the next round: one that is under way proves nothing about now.
            read.context = 0;
            self.reads.push(read);
            return;
        }
        self.contexts += 1;
        read.context = self.contexts;
        let (at, request, context) = (self.at, read.request, read.context);
        let by_role = read.is_by_role();
        self.reads.push(read);
        cx.emit(Fact::ReadIndexAsked { at, request });
        self.send_read_index(cx, read_context(request, context), by_role);
        self.after_call(cx);
    }

    /// The read index of an earlier read with a timestamp that is not before this one's. Whatever
    /// is committed up to that timestamp had left its locks in the log before it was given out, and
    /// so before its read index was asked for (TiKV RFC 0113).
    fn remembered_index(&self, cx: &StoreContext, read: &PendingRead) -> Option<u64> {
        let (timestamp, known) = self.known_index;
        let enough = read.read_ts > 0 && read.read_ts <= timestamp && !read.only_index;
        (enough && cx.settings.reads.read_index_cache).then_some(known)
    }

    /// A read's index is known without a round.
    fn keep_with_index(&mut self, cx: &mut StoreContext, mut read: PendingRead, known: u64) {
        let applied = self.storage().machine.applied;
        let (at, request) = (self.at, read.request);
        read.index = Some(known);
        self.reads.push(read);
        cx.emit(Fact::ReadIndexAsked { at, request });
        cx.emit(Fact::ReadIndexKnown {
            at,
            request,
            index: known,
            applied,
        });
        self.serve_applied(cx);
    }

    /// Hands a read index to raft-rs, which decides by a round of heartbeats, or by its role alone
    /// (`LeaseBased`): the option is set for this one call, so both ways live in one group.
    pub(crate) fn send_read_index(&mut self, cx: &StoreContext, context: Vec<u8>, by_role: bool) {
        if !by_role {
            self.record_round(cx, &context);
        }
        let node = self.node();
        if by_role {
            node.raft.read_only.option = ReadOnlyOption::LeaseBased;
        }
        node.read_index(context);
        node.raft.read_only.option = ReadOnlyOption::Safe;
    }

    /// Repeats attempts that may have been dropped, and forgets reads whose client gave up.
    /// TiKV repeats after an election timeout; a change of leader repeats at the next tick.
    pub(crate) fn tick_reads(&mut self, cx: &mut StoreContext) {
        if self.reads.is_empty() {
            return;
        }
        let now = cx.now();
        let retry_ticks = cx.config.raft.election_ticks as u64;
        let batch = cx.settings.reads.batch_read_index;
        let ticks = self.ticks();
        self.reads.take_where(&|read| read.deadline_us <= now);
        let mut contexts: Vec<(Vec<u8>, bool)> = Vec::new();
        let mut shared = None;
        let attempts = &mut self.contexts;
        self.reads.for_each(&mut |read| {
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
            self.send_read_index(cx, context, by_role);
        }
        self.after_call(cx);
    }

    /// The read index of an attempt is known; a later attempt of the same read does not matter.
    /// A follower that lags too far behind it gives its read back (TiKV's `ReadIndexNotReady`).
    pub(crate) fn resolve_read_index(&mut self, cx: &mut StoreContext, context: u64, known: u64) {
        let (at, applied) = (self.at, self.storage().machine.applied);
        let lags = !self.is_leader() && known >= applied + cx.config.reads.log_gap_max;
        let batch = cx.settings.reads.batch_read_index;
        let mut place = 0;
        loop {
            let reads = &mut self.reads;
            let Some(found) = reads.find_asking(context, batch.then_some(place)) else {
                break;
            };
            let read = reads.learn_index(found, known);
            let (request, timestamp, mode) = (read.request, read.read_ts, read.mode);
            let by_round = !read.is_by_role();
            let remembered = &mut self.known_index;
            if by_round && timestamp > remembered.0 {
                *remembered = (timestamp, known);
            }
            if mode.service() == Service::Past {
                self.wait_for_past(request, timestamp, known);
            }
            cx.emit(Fact::ReadIndexKnown {
                at,
                request,
                index: known,
                applied,
            });
            if lags {
                let read = self.reads.remove(found);
                let why = Refusal::LaggingIndex;
                self.refuse(cx, read.asker(), why);
            }
            if !batch {
                return;
            }
            place = found + usize::from(!lags);
        }
        if batch {
            self.begin_round(cx);
        }
    }

    /// The reads that came while a round was under way go with one of their own.
    fn begin_round(&mut self, cx: &mut StoreContext) {
        let waits = |read: &PendingRead| read.index.is_none() && read.context == 0;
        let Some(first) = self.reads.iter().find(|read| waits(read)) else {
            return;
        };
        let (at, first) = (self.at, first.request);
        self.contexts += 1;
        let (context, ticks) = (self.contexts, self.ticks());
        let mut asked = Vec::new();
        self.reads.for_each(&mut |read| {
            if waits(read) {
                (read.context, read.asked_tick) = (context, ticks);
                asked.push(read.request);
            }
        });
        for request in asked {
            cx.emit(Fact::ReadIndexAsked { at, request });
        }
        self.send_read_index(cx, read_context(first, context), false);
        self.after_call(cx);
    }

    /// Serves the reads whose index is applied.
    pub(crate) fn serve_applied(&mut self, cx: &mut StoreContext) {
        if self.reads.is_empty() {
            return;
        }
        let applied = self.storage().machine.applied;
        let newest = self.newest_commit();
        let is_ready = |read: &PendingRead| {
            let is_applied = |known| read.only_index || known <= applied;
            read.index.is_some_and(is_applied) || read.is_recent_enough(newest)
        };
        let mut servable = self.reads.servable();
        loop {
            let reads = &mut self.reads;
            let Some(read) = reads.take_ready(&mut servable, is_ready) else {
                return;
            };
            self.answer_read(cx, read);
        }
    }

    /// Answers a read that need not wait any more.
    fn answer_read(&mut self, cx: &mut StoreContext, read: PendingRead) {
        let newest = self.newest_commit();
        if read.only_index {
            self.answer_index(cx, &read);
        } else if read.is_recent_enough(newest) {
            self.serve_by_version(cx, read);
        } else {
            self.begin_service(cx, read);
        }
    }

    /// Keeps a read whose index is known until that is applied.
    pub(crate) fn wait_for_apply(&mut self, cx: &mut StoreContext, read: PendingRead) {
        let applied = self.storage().machine.applied;
        if read.index.is_some_and(|i| i <= applied) {
            return self.begin_service(cx, read);
        }
        self.reads.push(read);
    }

    /// After a change of role or leader: a leader that stepped down refuses the reads that only a
    /// leader answers; attempts under the old leader are lost and repeated at the next tick.
    pub(crate) fn settle_reads(&mut self, cx: &mut StoreContext, led: bool, new_leader: bool) {
        if self.reads.is_empty() {
            return;
        }
        if new_leader {
            self.reads.for_each(&mut |read| read.asked_tick = 0);
        }
        if !led {
            return;
        }
        let is_refused = |read: &PendingRead| is_leaders(read.mode) && read.index.is_none();
        for read in self.reads.take_where(&is_refused) {
            let why = Refusal::NotLeader;
            self.refuse(cx, read.asker(), why);
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
