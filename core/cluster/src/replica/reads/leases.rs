//! A leader's lease: what its replica notes of the rounds that leave it, which answers renew it,
//! what suspends it. The promises that it rests on are `promise`'s, the state machine is `lease`.
//!
//! A lease is kept from the first read that wants one; until then nothing of this costs anything.

use raft::eraftpb::{Message, MessageType as RaftType};
use sim::Micros;

use super::Lease;
use crate::process::StoreContext;
use crate::replica::Replica;
use model::config::{ClusterConfig, Settings};
use model::drift::longest_lease_us;
use model::fact::{Fact, LeaseChange};
use model::view::LeaseState;

impl Replica {
    /// Whether a leader may answer from what it has applied. A new leader must have applied an
    /// entry of its own term first, for only then has it all that its predecessors committed.
    pub(crate) fn lease_serves(&mut self, cx: &mut StoreContext) -> bool {
        if !self.lease_is_valid(cx) {
            return false;
        }
        self.storage().machine.applied_term == self.node().raft.term
    }

    /// Whether nobody else can lead now. Followers promise nothing without `check_quorum`.
    pub(crate) fn lease_is_valid(&mut self, cx: &mut StoreContext) -> bool {
        if !cx.settings.check_quorum || !self.is_leader() {
            return false;
        }
        self.keep_lease(cx);
        self.look_at_lease(cx) == LeaseState::Valid
    }

    /// Begins to keep a leader's lease. What happened before is not known: nothing renews it until
    /// all that the log holds now is applied, for a split may be among it.
    pub(crate) fn keep_lease(&mut self, cx: &StoreContext) {
        if self.lease.is_some() {
            return;
        }
        let raft = &self.node().raft;
        let (last_index, transferee) = (raft.raft_log.last_index(), raft.lead_transferee);
        let mut lease = Box::<Lease>::default();
        lease.reshapes(last_index);
        if let (Some(peer), true) = (transferee, cx.settings.reads.suspend_lease) {
            lease.ordered(cx.local_us(), peer, last_index);
        }
        self.lease = Some(lease);
    }

    /// The state of a lease now; tells when it began or ended since the last look.
    pub(crate) fn look_at_lease(&mut self, cx: &mut StoreContext) -> LeaseState {
        if self.lease.is_none() {
            return LeaseState::Expired;
        }
        let lease_us = lease_us(cx.config, cx.settings);
        let now_us = cx.local_us();
        let Some(lease) = &mut self.lease else {
            return LeaseState::Expired;
        };
        let (state, told) = (lease.state(now_us, lease_us), lease.told);
        if state == told {
            return state;
        }
        lease.told = state;
        let left_us = lease.left_us(now_us, lease_us);
        let at = self.at;
        let what = match (told, state) {
            (_, LeaseState::Valid) => LeaseChange::Began,
            (LeaseState::Valid, LeaseState::Suspended) => LeaseChange::Suspended,
            (LeaseState::Valid, LeaseState::Expired) => LeaseChange::Expired,
            // There was none to lose.
            _ => return state,
        };
        let until_us = match what {
            LeaseChange::Began => cx.now() + cx.process.clock.sim_duration(left_us),
            LeaseChange::Suspended | LeaseChange::Expired => cx.now(),
        };
        cx.emit(Fact::Lease { at, what, until_us });
        state
    }

    /// A leader has proposed an entry.
    pub(crate) fn record_proposed(&mut self, cx: &StoreContext, reshapes: bool) {
        if self.lease.is_none() {
            return;
        }
        let last_index = self.node().raft.raft_log.last_index();
        let now_us = cx.local_us();
        if let Some(lease) = &mut self.lease {
            if reshapes {
                lease.reshapes(last_index);
            } else if cx.settings.check_quorum {
                lease.proposed(last_index, now_us);
            }
        }
    }

    /// A read index leaves a leader, its own or one that a follower asked for.
    pub(crate) fn record_round(&mut self, cx: &StoreContext, context: &[u8]) {
        if self.lease.is_none() || !cx.settings.check_quorum {
            return;
        }
        let now_us = cx.local_us();
        if let Some(lease) = &mut self.lease {
            lease.asked(number_of(context), now_us);
        }
    }

    /// A quorum has acknowledged the round of a read index.
    pub(crate) fn renew_by_round(&mut self, cx: &mut StoreContext, context: &[u8]) {
        let Some(mut lease) = self.lease.take() else {
            return;
        };
        let applied = self.storage().machine.applied;
        lease.confirmed(number_of(context), applied, self.matched());
        self.lease = Some(lease);
        self.look_at_lease(cx);
    }

    /// Entries of a leader are committed: the newest of its own renews the lease (TiKV does it here
    /// and not when they are applied, for an apply that is slow takes nothing from a promise).
    pub(crate) fn renew_by_commit(&mut self, cx: &mut StoreContext, last_committed: u64) {
        let Some(mut lease) = self.lease.take() else {
            return;
        };
        let applied = self.storage().machine.applied;
        lease.committed(last_committed, applied, self.matched());
        self.lease = Some(lease);
        self.look_at_lease(cx);
    }

    /// A leader tells a peer to stand for election at once.
    pub(crate) fn record_order(&mut self, cx: &mut StoreContext, to: u64, last_index: u64) {
        if !cx.settings.reads.suspend_lease || !self.is_leader() {
            return;
        }
        // Kept although nobody reads by it yet: the order may arrive late.
        self.keep_lease(cx);
        let now_us = cx.local_us();
        if let Some(lease) = &mut self.lease {
            lease.ordered(now_us, to, last_index);
            self.look_at_lease(cx);
        }
    }

    /// What leaves a leader and bears on its lease: the order to stand for election at once, which
    /// nobody's promise stops, and the answers to followers' read indexes.
    pub(crate) fn record_outgoing(&mut self, cx: &mut StoreContext, messages: &mut [Message]) {
        let hands_over = self.node().raft.lead_transferee.is_some();
        if !hands_over && self.lease.is_none() {
            return;
        }
        let last_index = self.node().raft.raft_log.last_index();
        for message in messages {
            match message.get_msg_type() {
                RaftType::MsgTimeoutNow => {
                    // raft-rs leaves it open; see `Lease::ordered` and `is_spent`.
                    message.index = last_index;
                    self.record_order(cx, message.to, last_index);
                }
                RaftType::MsgReadIndexResp => {
                    if let Some(entry) = message.entries.first() {
                        self.renew_by_round(cx, &entry.data);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether an order to stand for election at once is spent: its receiver's log has gone beyond
    /// what its leader's log was when it left. So the leader has taken up writing again, and may
    /// know that by now; by which way the entries came does not matter.
    pub(crate) fn is_spent(&self, order: &Message) -> bool {
        let raft = self.raft();
        raft.term == order.term && raft.raft_log.last_index() > order.index
    }

    /// From now on only a round that leaves later counts.
    pub(crate) fn suspend_lease(&mut self, cx: &mut StoreContext) {
        if !self.is_leader() {
            return;
        }
        let now_us = cx.local_us();
        if let Some(lease) = &mut self.lease {
            lease.suspend(now_us);
            self.look_at_lease(cx);
        }
    }

    /// A leader's term is over, and its lease with it.
    pub(crate) fn end_lease(&mut self, cx: &mut StoreContext) {
        let at = self.at;
        if self
            .lease
            .take()
            .is_some_and(|lease| lease.told == LeaseState::Valid)
        {
            let (what, until_us) = (LeaseChange::Expired, cx.now());
            cx.emit(Fact::Lease { at, what, until_us });
        }
    }

    /// The read index of a leader with a valid lease that has committed in its own term.
    pub(crate) fn index_by_lease(&mut self, cx: &mut StoreContext) -> Option<u64> {
        let valid = cx.settings.reads.index_by_lease && self.lease_is_valid(cx);
        let raft = &self.running()?.raft;
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
