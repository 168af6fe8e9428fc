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

use crate::message::{Payload, StaleCheck, Tombstone, wrapper_label};
use crate::process::StoreContext;
use crate::replica::Replica;
use crate::replica::members_of;
use model::fact::MessageType as What;

/// Election timeouts without a leader's word after which a replica asks, and asks again.
const ORPHAN_TIMEOUTS: usize = 3;

impl Replica {
    /// Asks the peers that a replica knows if it is time. Without a change of any group there are
    /// no orphans, and the question would change nothing.
    pub(crate) fn tick_orphan(&mut self, cx: &mut StoreContext) {
        if !cx.reshaped() {
            return;
        }
        let patience = ORPHAN_TIMEOUTS * cx.config.raft.election_ticks;
        let ticks = self.ticks();
        let Some(node) = self.running() else {
            return;
        };
        let (own, raft) = (self.at.peer, &node.raft);
        let lacks_leader = raft.leader_id == 0 || raft.election_elapsed >= patience;
        let is_time = ticks.is_multiple_of(patience as u64);
        if raft.state == StateRole::Leader || !lacks_leader || !is_time {
            return;
        }
        let term = raft.term;
        let members = members_of(self.storage().conf_state());
        let mut known: Vec<u64> = members.into_iter().map(|(peer, _)| peer).collect();
        if known.is_empty() {
            known.push(self.told_by);
        }
        for to in known.into_iter().filter(|peer| *peer != own) {
            let from = own;
            self.send_stale_check(cx, StaleCheck { to, from, term });
        }
    }

    /// A peer asks whether it is still a member. A replica that counts it as one takes the question
    /// for an answer to a heartbeat: a leader goes on sending what is missing.
    pub(crate) fn stale_check_arrives(&mut self, cx: &mut StoreContext, check: StaleCheck) {
        if self.knows_removed(check.from) {
            return self.send_tombstone(cx, check.from);
        }
        if let Some(tombstone) = &mut self.tombstone {
            let turn = tombstone.passed.checked_rem(tombstone.next.len());
            tombstone.passed += 1;
            if let Some(to) = turn.map(|turn| tombstone.next[turn]) {
                self.send_stale_check(cx, StaleCheck { to, ..check });
            }
            return;
        }
        if self.is_up() {
            let mut message = Message::default();
            message.set_msg_type(MessageType::MsgHeartbeatResponse);
            (message.from, message.to, message.term) = (check.from, check.to, check.term);
            let message = cx.process.boxes.boxed(message);
            self.step_raft(cx, message, false);
        }
    }

    /// Tells a peer that was removed and still speaks that it is no member.
    pub(crate) fn send_tombstone(&mut self, cx: &mut StoreContext, to: u64) {
        let at = self.at;
        let Some(node) = cx.node_of_peer(at.range, to) else {
            return;
        };
        let label = wrapper_label(What::Tombstone, at.range);
        let word = Tombstone { to, from: at.peer };
        cx.send(node, label, Payload::Tombstone(word));
    }

    /// Asks a peer whether another is still a member.
    pub(crate) fn send_stale_check(&mut self, cx: &mut StoreContext, check: StaleCheck) {
        let at = self.at;
        let Some(node) = cx.node_of_peer(at.range, check.to) else {
            return;
        };
        let mut label = wrapper_label(What::StaleCheck, at.range);
        label.term = check.term;
        cx.send(node, label, Payload::StaleCheck(check));
    }
}
