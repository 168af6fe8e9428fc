//! Replicas that nobody tells that they are members no more. A voter that was removed behind its
//! back stands for election and is answered with a tombstone, unless all whom it knows are gone
//! too; a learner never speaks at all. As in TiKV (its check of stale peers), a replica that hears
//! from no leader for some election timeouts asks those whom it knows: the members of its own
//! configuration, or whose message made it. Found by the swarm: see
//! `core/run/tests/it/lab_swarm`.
//!
//! Where a replica was, its store keeps a note of it (TiKV's tombstone in `RegionLocalState`): who
//! was removed before it, and whom to ask further. Who asks a replica that is gone is answered from
//! the note, or the question is passed on. Each note points to somebody who stayed longer, so a
//! question comes to an end.
//!
//! Where a range went into another, nobody is asked any further: a replica that was left over may
//! be the one whose rows a slow replica beside it, or one that does not exist there yet, has still
//! to take in.

use raft::StateRole;
use raft::eraftpb::{Message, MessageType};

use crate::context::Context;
use crate::group::members_of;
use crate::message::{Payload, StaleCheck, Tombstone, wrapper_label};
use crate::store::{ReplicaIndex, Store};
use model::fact::MessageType as What;

/// Election timeouts without a leader's word after which a replica asks, and asks again.
const ORPHAN_TIMEOUTS: usize = 3;

impl Store {
    /// Asks the peers that a replica knows if it is time. Without a change of any group there are
    /// no orphans, and the question would change nothing.
    pub(crate) fn tick_orphan(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if !cx.reshaped() {
            return;
        }
        let patience = ORPHAN_TIMEOUTS * cx.config.raft.election_ticks;
        let replica = &mut self.replicas[index];
        let ticks = replica.ticks();
        let Some(node) = replica.running() else {
            return;
        };
        let (own, raft) = (replica.at.peer, &node.raft);
        let lacks_leader = raft.leader_id == 0 || raft.election_elapsed >= patience;
        let is_time = ticks.is_multiple_of(patience as u64);
        if raft.state == StateRole::Leader || !lacks_leader || !is_time {
            return;
        }
        let term = raft.term;
        let members = members_of(replica.storage().conf_state());
        let mut known: Vec<u64> = members.into_iter().map(|(peer, _)| peer).collect();
        if known.is_empty() {
            known.push(replica.told_by);
        }
        for to in known.into_iter().filter(|peer| *peer != own) {
            let from = own;
            self.send_stale_check(cx, index, StaleCheck { to, from, term });
        }
    }

    /// A peer asks whether it is still a member. A replica that counts it as one takes the question
    /// for an answer to a heartbeat: a leader goes on sending what is missing.
    pub(crate) fn stale_check_arrives(&mut self, cx: &mut Context, range: u32, check: StaleCheck) {
        let Some(index) = self.replica_of_peer(range, check.to) else {
            return;
        };
        if self.replicas[index].knows_removed(check.from) {
            return self.send_tombstone(cx, index, check.from);
        }
        if let Some(tombstone) = &mut self.replicas[index].tombstone {
            let turn = tombstone.passed.checked_rem(tombstone.next.len());
            tombstone.passed += 1;
            if let Some(to) = turn.map(|turn| tombstone.next[turn]) {
                self.send_stale_check(cx, index, StaleCheck { to, ..check });
            }
            return;
        }
        if self.replicas[index].is_up() {
            let mut message = Message::default();
            message.set_msg_type(MessageType::MsgHeartbeatResponse);
            (message.from, message.to, message.term) = (check.from, check.to, check.term);
            let message = self.boxes.boxed(message);
            self.step_raft(cx, index, message);
        }
    }

    /// A peer hears that it is no member, and deletes itself.
    pub(crate) fn tombstone_arrives(&mut self, cx: &mut Context, range: u32, word: Tombstone) {
        let Some(index) = self.replica_of_peer(range, word.to) else {
            return;
        };
        if self.replicas[index].is_up() {
            self.destroy_replica(cx, index, vec![word.from]);
        }
    }

    /// Tells a peer that was removed and still speaks that it is no member.
    pub(crate) fn send_tombstone(&mut self, cx: &mut Context, index: ReplicaIndex, to: u64) {
        let at = self.replicas[index].at;
        let Some(node) = cx.node_of_peer(at.range, to) else {
            return;
        };
        let label = wrapper_label(What::Tombstone, at.range);
        let word = Tombstone { to, from: at.peer };
        self.send(cx, node, label, Payload::Tombstone(word));
    }

    /// Asks a peer whether another is still a member.
    pub(crate) fn send_stale_check(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        check: StaleCheck,
    ) {
        let at = self.replicas[index].at;
        let Some(node) = cx.node_of_peer(at.range, check.to) else {
            return;
        };
        let mut label = wrapper_label(What::StaleCheck, at.range);
        label.term = check.term;
        self.send(cx, node, label, Payload::StaleCheck(check));
    }
}
