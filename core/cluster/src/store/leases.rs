//! Leases at work: what a leader notes of the rounds that leave it, which answers renew its lease,
//! what suspends it, and how a read uses it. The promises that it rests on are `promise`'s.
//!
//! A lease is kept from the first read that wants one; until then nothing of this costs anything.
//! The state machine itself is `lease.rs`.

use raft::eraftpb::{Message, MessageType as RaftType};
use sim::Micros;

use crate::context::Context;
use crate::group::{Lease, PendingRead};
use crate::store::pump::read_context;
use crate::store::{ReplicaIndex, Store};
use model::config::{ClusterConfig, Settings};
use model::drift::longest_lease_us;
use model::fact::{Fact, LeaseChange};
use model::view::LeaseState;

/// A lease of which less than this part is left is renewed before it runs out (TiKV
/// `renew-leader-lease-advance-duration`: a quarter).
const RENEW_PART: u64 = 4;

impl Store {
    /// What the store's clock shows.
    pub(crate) fn local_us(&self, cx: &Context) -> i64 {
        self.clock.local(cx.now())
    }

    /// A read in `lease` mode reaches a leader: served at once under a valid lease, else after a
    /// round that renews it.
    pub(crate) fn read_by_lease(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        mut read: PendingRead,
    ) {
        // An index that came along is for replicas that may lag.
        read.index = None;
        if self.lease_serves(cx, index) {
            self.begin_service(cx, index, read);
            self.renew_in_advance(cx, index);
        } else {
            self.ask_read_index(cx, index, read);
        }
    }

    /// Whether a leader may answer from what it has applied. A new leader must have applied an
    /// entry of its own term first, for only then has it all that its predecessors committed.
    pub(crate) fn lease_serves(&mut self, cx: &mut Context, index: ReplicaIndex) -> bool {
        if !self.lease_is_valid(cx, index) {
            return false;
        }
        let replica = &mut self.replicas[index];
        let term = replica.node().raft.term;
        let storage = replica.storage();
        raft::Storage::term(storage, storage.machine.applied) == Ok(term)
    }

    /// Whether nobody else can lead now. Followers promise nothing without `check_quorum`.
    pub(crate) fn lease_is_valid(&mut self, cx: &mut Context, index: ReplicaIndex) -> bool {
        let replica = &self.replicas[index];
        if !cx.settings.check_quorum || !replica.is_leader() {
            return false;
        }
        self.keep_lease(cx, index);
        self.look_at_lease(cx, index) == LeaseState::Valid
    }

    /// Begins to keep a leader's lease. What happened before is not known: nothing renews it until
    /// all that the log holds now is applied, for a split may be among it.
    fn keep_lease(&mut self, cx: &Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        if replica.lease.is_some() {
            return;
        }
        let raft = &replica.node().raft;
        let (last_index, transferee) = (raft.raft_log.last_index(), raft.lead_transferee);
        let mut lease = Box::<Lease>::default();
        lease.reshapes(last_index);
        if let (Some(peer), true) = (transferee, cx.settings.reads.suspend_lease) {
            lease.ordered(self.local_us(cx), peer, last_index);
        }
        self.replicas[index].lease = Some(lease);
    }

    /// The state of a lease now; tells when it began or ended since the last look.
    pub(crate) fn look_at_lease(&mut self, cx: &mut Context, index: ReplicaIndex) -> LeaseState {
        if self.replicas[index].lease.is_none() {
            return LeaseState::Expired;
        }
        let lease_us = lease_us(cx.config, cx.settings);
        let now_us = self.local_us(cx);
        let replica = &mut self.replicas[index];
        let Some(lease) = &mut replica.lease else {
            return LeaseState::Expired;
        };
        let (state, told) = (lease.state(now_us, lease_us), lease.told);
        if state == told {
            return state;
        }
        lease.told = state;
        let left_us = lease.left_us(now_us, lease_us);
        let at = replica.at;
        let what = match (told, state) {
            (_, LeaseState::Valid) => LeaseChange::Began,
            (LeaseState::Valid, LeaseState::Suspended) => LeaseChange::Suspended,
            (LeaseState::Valid, LeaseState::Expired) => LeaseChange::Expired,
            // There was none to lose.
            _ => return state,
        };
        let clock = &self.clock;
        let until_us = match what {
            LeaseChange::Began => cx.now() + clock.sim_duration(left_us),
            LeaseChange::Suspended | LeaseChange::Expired => cx.now(),
        };
        cx.emit(Fact::Lease { at, what, until_us });
        state
    }

    /// Another round before a lease runs out, so that reads that keep coming never wait.
    fn renew_in_advance(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let lease_us = lease_us(cx.config, cx.settings);
        let now_us = self.local_us(cx);
        let replica = &mut self.replicas[index];
        let Some(lease) = &replica.lease else { return };
        if lease.is_asking() || lease.left_us(now_us, lease_us) >= lease_us / RENEW_PART {
            return;
        }
        replica.contexts += 1;
        let context = read_context(0, replica.contexts);
        self.send_read_index(cx, index, context, false);
        self.after_call(cx, index);
    }

    /// A leader has proposed an entry.
    pub(crate) fn note_proposed(&mut self, cx: &Context, index: ReplicaIndex, reshapes: bool) {
        let replica = &mut self.replicas[index];
        if replica.lease.is_none() {
            return;
        }
        let last_index = replica.node().raft.raft_log.last_index();
        let now_us = self.local_us(cx);
        if let Some(lease) = &mut self.replicas[index].lease {
            if reshapes {
                lease.reshapes(last_index);
            } else if cx.settings.check_quorum {
                lease.proposed(last_index, now_us);
            }
        }
    }

    /// A read index leaves a leader, its own or one that a follower asked for.
    pub(crate) fn note_round(&mut self, cx: &Context, index: ReplicaIndex, context: &[u8]) {
        if self.replicas[index].lease.is_none() || !cx.settings.check_quorum {
            return;
        }
        let now_us = self.local_us(cx);
        if let Some(lease) = &mut self.replicas[index].lease {
            lease.asked(number_of(context), now_us);
        }
    }

    /// A quorum has acknowledged the round of a read index.
    pub(crate) fn note_confirmed(&mut self, cx: &mut Context, index: ReplicaIndex, context: &[u8]) {
        let replica = &mut self.replicas[index];
        let Some(mut lease) = replica.lease.take() else {
            return;
        };
        let applied = replica.storage().machine.applied;
        lease.confirmed(number_of(context), applied, replica.matched());
        replica.lease = Some(lease);
        self.look_at_lease(cx, index);
    }

    /// Entries of a leader are committed: the newest of its own renews the lease (TiKV does it here
    /// and not when they are applied, for an apply that is slow takes nothing from a promise).
    pub(crate) fn note_committed(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        last_committed: u64,
    ) {
        let replica = &mut self.replicas[index];
        let Some(mut lease) = replica.lease.take() else {
            return;
        };
        let applied = replica.storage().machine.applied;
        lease.committed(last_committed, applied, replica.matched());
        replica.lease = Some(lease);
        self.look_at_lease(cx, index);
    }

    /// What leaves a leader and bears on its lease: the order to stand for election at once, which
    /// nobody's promise stops, and the answers to followers' read indexes.
    pub(crate) fn note_outgoing(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        messages: &mut [Message],
    ) {
        let replica = &mut self.replicas[index];
        let hands_over = replica.node().raft.lead_transferee.is_some();
        if !hands_over && replica.lease.is_none() {
            return;
        }
        let last_index = replica.node().raft.raft_log.last_index();
        for message in messages {
            match message.get_msg_type() {
                RaftType::MsgTimeoutNow => {
                    // raft-rs leaves it open; see `Lease::ordered` and `is_spent`.
                    message.index = last_index;
                    self.note_order(cx, index, message.to, last_index);
                }
                RaftType::MsgReadIndexResp => {
                    if let Some(entry) = message.entries.first() {
                        self.note_confirmed(cx, index, &entry.data);
                    }
                }
                _ => {}
            }
        }
    }

    /// A leader tells a peer to stand for election at once.
    fn note_order(&mut self, cx: &mut Context, index: ReplicaIndex, to: u64, last_index: u64) {
        if !cx.settings.reads.suspend_lease || !self.replicas[index].is_leader() {
            return;
        }
        // Kept although nobody reads by it yet: the order may arrive late.
        self.keep_lease(cx, index);
        let now_us = self.local_us(cx);
        if let Some(lease) = &mut self.replicas[index].lease {
            lease.ordered(now_us, to, last_index);
            self.look_at_lease(cx, index);
        }
    }

    /// Whether an order to stand for election at once is spent: its receiver's log has gone beyond
    /// what its leader's log was when it left. So the leader has taken up writing again, and may
    /// know that by now; by which way the entries came does not matter.
    pub(crate) fn is_spent(&mut self, index: ReplicaIndex, order: &Message) -> bool {
        let raft = &self.replicas[index].node().raft;
        raft.term == order.term && raft.raft_log.last_index() > order.index
    }

    /// From now on only a round that leaves later counts.
    pub(crate) fn suspend_lease(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if !self.replicas[index].is_leader() {
            return;
        }
        let now_us = self.local_us(cx);
        if let Some(lease) = &mut self.replicas[index].lease {
            lease.suspend(now_us);
            self.look_at_lease(cx, index);
        }
    }

    /// A leader's term is over, and its lease with it.
    pub(crate) fn end_lease(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        if replica
            .lease
            .take()
            .is_some_and(|lease| lease.told == LeaseState::Valid)
        {
            let (what, until_us) = (LeaseChange::Expired, cx.now());
            cx.emit(Fact::Lease { at, what, until_us });
        }
    }

    /// `check_quorum` was switched off: followers promise nothing any more, and what they promised
    /// does not hold.
    pub(crate) fn forget_promises(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if let Some(lease) = &mut self.replicas[index].lease {
            lease.forget();
            self.look_at_lease(cx, index);
        }
    }

    /// A follower asks a leader with a valid lease for a read index: it gets the answer at once
    /// (TiKV's `Peer::step`). False when the question must take its usual way.
    pub(crate) fn answer_index_by_lease(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        asks: &Message,
    ) -> bool {
        if !self.replicas[index].is_leader() {
            return false;
        }
        let Some(committed) = self.index_by_lease(cx, index) else {
            if let Some(entry) = asks.entries.first() {
                self.note_round(cx, index, &entry.data);
            }
            return false;
        };
        let replica = &mut self.replicas[index];
        let mut answer = Message::default();
        answer.set_msg_type(RaftType::MsgReadIndexResp);
        (answer.from, answer.to) = (replica.at.peer, asks.from);
        (answer.term, answer.index) = (replica.node().raft.term, committed);
        answer.entries.clone_from(&asks.entries);
        self.send_raft(cx, index, vec![answer]);
        true
    }

    /// The read index of a leader with a valid lease that has committed in its own term.
    pub(crate) fn index_by_lease(&mut self, cx: &mut Context, index: ReplicaIndex) -> Option<u64> {
        let valid = cx.settings.reads.index_by_lease && self.lease_is_valid(cx, index);
        let raft = &self.replicas[index].running()?.raft;
        (valid && raft.commit_to_current_term()).then_some(raft.raft_log.committed)
    }
}

/// Length of a lease by the leader's clock.
pub(crate) fn lease_us(config: &ClusterConfig, settings: &Settings) -> Micros {
    match settings.reads.lease_us {
        0 => longest_lease_us(config.raft.tick_us, config.raft.election_ticks as u64),
        lease_us => lease_us,
    }
}

/// A read context as one number.
fn number_of(context: &[u8]) -> u128 {
    context.try_into().map_or(0, u128::from_be_bytes)
}
