//! Read indexes (Raft thesis 6.4): how a replica asks for one, and what becomes of reads whose
//! index is known, late, or lost. Which reads share a round is `rounds`'.
//!
//! raft-rs drops a read index silently (no leader, a leader that has not committed in its term, any
//! change of role), so every attempt has a context of its own and is repeated until the deadline.

use raft::ReadOnlyOption;

use super::rounds::Round;
use crate::process::{PendingRead, StoreContext};
use crate::replica::Replica;
use model::config::Service;
use model::fact::{Fact, Refusal};

impl Replica {
    /// Begins to establish a read index, and keeps the read until it is known.
    pub(crate) fn ask_read_index(&mut self, cx: &mut StoreContext, read: PendingRead) {
        let remembers = cx.settings.reads.read_index_cache;
        let remembered = remembers.then(|| self.reads.remembered(&read)).flatten();
        if let Some(known) = remembered.or_else(|| self.index_by_lease(cx)) {
            return self.keep_with_index(cx, read, known);
        }
        let (at, request, tick) = (self.at, read.request, self.ticks());
        let shared = cx.settings.reads.batch_read_index;
        if let Some(round) = self.reads.ask(read, tick, shared) {
            cx.emit(Fact::ReadIndexAsked { at, request });
            self.begin_round(cx, round);
            self.after_call(cx);
        }
    }

    /// A read's index is known without a round.
    fn keep_with_index(&mut self, cx: &mut StoreContext, mut read: PendingRead, known: u64) {
        let applied = self.storage().machine.applied;
        let (at, request) = (self.at, read.request);
        read.index = Some(known);
        self.reads.waiting.push(read);
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
    pub(super) fn begin_round(&mut self, cx: &StoreContext, round: Round) {
        let context = round.context();
        if !round.by_role {
            self.record_round(cx, &context);
        }
        let node = self.node();
        if round.by_role {
            node.raft.read_only.option = ReadOnlyOption::LeaseBased;
        }
        node.read_index(context);
        node.raft.read_only.option = ReadOnlyOption::Safe;
    }

    /// Repeats attempts that may have been dropped, and forgets reads whose client gave up.
    /// TiKV repeats after an election timeout; a change of leader repeats at the next tick.
    pub(crate) fn tick_reads(&mut self, cx: &mut StoreContext) {
        if self.reads.waiting.is_empty() {
            return;
        }
        let patience = cx.config.raft.election_ticks as u64;
        let ticks = (self.ticks(), patience);
        let shared = cx.settings.reads.batch_read_index;
        let rounds = self.reads.repeat(cx.now(), ticks, shared);
        if rounds.is_empty() {
            return;
        }
        for round in rounds {
            self.begin_round(cx, round);
        }
        self.after_call(cx);
    }

    /// The read index of an attempt is known; a later attempt of the same read does not matter.
    /// A follower that lags too far behind it gives its read back (TiKV's `ReadIndexNotReady`).
    pub(crate) fn resolve_read_index(&mut self, cx: &mut StoreContext, attempt: u64, known: u64) {
        let (at, applied) = (self.at, self.storage().machine.applied);
        let lags = !self.is_leader() && known >= applied + cx.config.reads.log_gap_max;
        let shared = cx.settings.reads.batch_read_index;
        let mut from = shared.then_some(0);
        while let Some(learned) = self.reads.learn((attempt, known), &mut from, lags) {
            let request = learned.request;
            if learned.mode.service() == Service::Past {
                self.wait_for_past(request, learned.read_ts, known);
            }
            cx.emit(Fact::ReadIndexKnown {
                at,
                request,
                index: known,
                applied,
            });
            if let Some(read) = learned.lags {
                self.refuse(cx, read.asker(), Refusal::LaggingIndex);
            }
            if !shared {
                return;
            }
        }
        if shared {
            self.begin_next_round(cx);
        }
    }

    /// The reads that came while a round was under way go with one of their own.
    fn begin_next_round(&mut self, cx: &mut StoreContext) {
        let tick = self.ticks();
        let Some((round, asked)) = self.reads.next_round(tick) else {
            return;
        };
        let at = self.at;
        for request in asked {
            cx.emit(Fact::ReadIndexAsked { at, request });
        }
        self.begin_round(cx, round);
        self.after_call(cx);
    }

    /// Serves the reads whose index is applied.
    pub(crate) fn serve_applied(&mut self, cx: &mut StoreContext) {
        if self.reads.waiting.is_empty() {
            return;
        }
        let applied = self.storage().machine.applied;
        let newest = self.newest_commit();
        let is_ready = |read: &PendingRead| {
            let is_applied = |known| read.only_index || known <= applied;
            read.index.is_some_and(is_applied) || read.is_recent_enough(newest)
        };
        let mut servable = self.reads.waiting.servable();
        loop {
            let waiting = &mut self.reads.waiting;
            let Some(read) = waiting.take_ready(&mut servable, is_ready) else {
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
        self.reads.waiting.push(read);
    }

    /// After a change of role or leader: a leader that stepped down refuses the reads that only a
    /// leader answers; attempts under the old leader are lost and repeated at the next tick.
    pub(crate) fn settle_reads(&mut self, cx: &mut StoreContext, led: bool, new_leader: bool) {
        if self.reads.waiting.is_empty() {
            return;
        }
        if new_leader {
            self.reads.leader_changed();
        }
        if led {
            for read in self.reads.take_leaders() {
                self.refuse(cx, read.asker(), Refusal::NotLeader);
            }
        }
    }
}
