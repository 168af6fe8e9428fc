//! Leases at work: how a read uses its leader's, and who renews it in advance. What bears on the
//! lease itself is `leases`.

use raft::eraftpb::{Message, MessageType as RaftType};

use super::lease_us;
use crate::process::{PendingRead, StoreContext};
use crate::replica::Replica;
use model::config::{LeaderCheck, ReadMode, Service};
use model::fact::Refusal;

/// A lease of which less than this part is left is renewed before it runs out (TiKV
/// `renew-leader-lease-advance-duration`: a quarter).
const RENEW_PART: u64 = 4;

impl Replica {
    /// A read in `lease` mode reaches a leader: served at once under a valid lease, else after a
    /// round that renews it.
    pub(crate) fn read_by_lease(&mut self, cx: &mut StoreContext, mut read: PendingRead) {
        // An index that came along is for replicas that may lag.
        read.index = None;
        if self.lease_serves(cx) {
            self.begin_service(cx, read);
            self.renew_in_advance(cx);
        } else {
            self.ask_read_index(cx, read);
        }
    }

    /// The service of a read under a lease is over, which may have run out while it waited for a
    /// core, or while the process stood still: then a leader asks for a round.
    pub(crate) fn still_leases(
        &mut self,
        cx: &mut StoreContext,
        read: PendingRead,
    ) -> Option<PendingRead> {
        if self.lease_serves(cx) {
            return Some(read);
        }
        if self.is_leader() {
            self.ask_read_index(cx, read);
        } else {
            self.refuse(cx, read.asker(), Refusal::NotLeader);
        }
        None
    }

    /// Whether a replica leads and, where the mode asks for it, may answer under its lease: then a
    /// read that is only counted needs nothing but a core.
    pub(crate) fn answers_counted(&mut self, cx: &mut StoreContext, mode: ReadMode) -> bool {
        if mode.service() == Service::Leader(LeaderCheck::Lease) {
            return self.lease_serves(cx);
        }
        self.is_leader()
    }

    /// Another round before a lease runs out, so that reads that keep coming never wait.
    pub(crate) fn renew_in_advance(&mut self, cx: &mut StoreContext) {
        let lease_us = lease_us(cx.config, cx.settings);
        let now_us = cx.local_us();
        let Some(lease) = &self.lease else { return };
        if lease.is_asking() || lease.left_us(now_us, lease_us) >= lease_us / RENEW_PART {
            return;
        }
        let round = self.reads.round_alone();
        self.begin_round(cx, round);
        self.after_call(cx);
    }

    /// `check_quorum` was switched off: followers promise nothing any more, and what they promised
    /// does not hold.
    pub(crate) fn forget_promises(&mut self, cx: &mut StoreContext) {
        if let Some(lease) = &mut self.lease {
            lease.forget();
            self.look_at_lease(cx);
        }
    }

    /// A follower asks a leader with a valid lease for a read index: it gets the answer at once
    /// (TiKV's `Peer::step`). False when the question must take its usual way.
    pub(crate) fn answer_index_by_lease(&mut self, cx: &mut StoreContext, asks: &Message) -> bool {
        if !self.is_leader() {
            return false;
        }
        let Some(committed) = self.index_by_lease(cx) else {
            if let Some(entry) = asks.entries.first() {
                self.record_round(cx, &entry.data);
            }
            return false;
        };
        let mut answer = Message::default();
        answer.set_msg_type(RaftType::MsgReadIndexResp);
        (answer.from, answer.to) = (self.at.peer, asks.from);
        (answer.term, answer.index) = (self.node().raft.term, committed);
        answer.entries.clone_from(&asks.entries);
        self.send_raft(cx, vec![answer]);
        true
    }
}
