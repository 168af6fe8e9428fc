//! Leases at work: how a read uses its leader's, and who renews it in advance. What bears on the
//! lease itself is `group::leases`.

use raft::eraftpb::{Message, MessageType as RaftType};

use crate::context::Context;
use crate::group::{PendingRead, lease_us};
use crate::store::read_context::read_context;
use crate::store::{ReplicaIndex, Store};

/// A lease of which less than this part is left is renewed before it runs out (TiKV
/// `renew-leader-lease-advance-duration`: a quarter).
const RENEW_PART: u64 = 4;

impl Store {
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
        if self.replicas[index].lease_serves(cx, &self.clock) {
            self.begin_service(cx, index, read);
            self.renew_in_advance(cx, index);
        } else {
            self.ask_read_index(cx, index, read);
        }
    }

    /// Another round before a lease runs out, so that reads that keep coming never wait.
    pub(crate) fn renew_in_advance(&mut self, cx: &mut Context, index: ReplicaIndex) {
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

    /// `check_quorum` was switched off: followers promise nothing any more, and what they promised
    /// does not hold.
    pub(crate) fn forget_promises(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if let Some(lease) = &mut self.replicas[index].lease {
            lease.forget();
            self.replicas[index].look_at_lease(cx, &self.clock);
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
        let Some(committed) = self.replicas[index].index_by_lease(cx, &self.clock) else {
            if let Some(entry) = asks.entries.first() {
                self.replicas[index].record_round(cx, &self.clock, &entry.data);
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
}
