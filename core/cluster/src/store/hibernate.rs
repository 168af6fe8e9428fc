//! Quiet ranges that sleep (TiKV's hibernate region): their replicas stop to tick, so thousands of
//! idle groups cost nothing, not even heartbeats.
//!
//! A leader with nothing to do marks its heartbeats. A follower that also has nothing to do answers
//! in kind and stops to tick; when all have answered so, the leader stops too. Any other message, a
//! proposal, a read that needs the leader, an order by hand, or the news that a member's store is
//! gone wakes a replica. Raft itself notices none of this: a tick that does not happen is time that
//! does not pass.

use raft::StateRole;
use raft::eraftpb::{Message, MessageType as RaftType};

use crate::context::Context;
use crate::group::{Hibernation, is_about_sleep};
use crate::store::{ReplicaIndex, Store};

impl Store {
    /// Counts a leader's quiet ticks.
    pub(crate) fn count_quiet_ticks(&mut self, cx: &Context, index: ReplicaIndex) {
        let quiet = cx.settings.hibernate && self.is_quiet(cx, index);
        let replica = &mut self.replicas[index];
        if quiet {
            replica.hibernation.quiet_ticks += 1;
        } else if replica.hibernation.quiet_ticks > 0 {
            replica.hibernation = Hibernation::default();
        }
    }

    /// Whether a leader's group has nothing to do: everything is applied and known as committed
    /// everywhere, and nobody waits.
    fn is_quiet(&self, cx: &Context, index: ReplicaIndex) -> bool {
        let replica = &self.replicas[index];
        if !replica.proposals.is_empty() || replica.storage().is_joint() || !replica.is_idle() {
            return false;
        }
        let own = replica.at.peer;
        let raft = replica.raft();
        let last = raft.raft_log.last_index();
        let settled = raft.state == StateRole::Leader
            && raft.lead_transferee.is_none()
            && raft.prs().iter().all(|(peer, progress)| {
                *peer == own || progress.matched == last && progress.committed_index == last
            });
        settled && !self.is_busy(cx, index)
    }

    /// A message reaches a replica: most wake it.
    pub(crate) fn wake_by(&mut self, cx: &mut Context, index: ReplicaIndex, message: &mut Message) {
        let is_about_sleep = is_about_sleep(message);
        match message.get_msg_type() {
            RaftType::MsgHeartbeat if is_about_sleep => {
                let replica = &mut self.replicas[index];
                if !cx.settings.hibernate || !replica.is_idle() {
                    // Its answer shall not say that it sleeps.
                    message.context = Vec::new();
                    self.wake(cx, index);
                }
            }
            // An answer that does not take the offer is one to an earlier heartbeat, or comes from
            // a follower that is busy: no reason to count the quiet ticks from the start.
            RaftType::MsgHeartbeatResponse
                if is_about_sleep
                    || message.context.is_empty() && !self.replicas[index].is_asleep() => {}
            _ => self.wake(cx, index),
        }
    }

    /// A replica has taken a message about sleep.
    pub(crate) fn sleep_by(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        kind: RaftType,
        from: u64,
    ) {
        let replica = &mut self.replicas[index];
        match kind {
            RaftType::MsgHeartbeat => {
                let follows = replica.node().raft.leader_id == from;
                if follows && replica.is_idle() {
                    self.replicas[index].fall_asleep(cx);
                }
            }
            RaftType::MsgHeartbeatResponse if replica.hibernation.quiet_ticks > 0 => {
                let own = replica.at.peer;
                if !replica.hibernation.asleep.contains(&from) {
                    replica.hibernation.asleep.push(from);
                }
                let asleep = std::mem::take(&mut replica.hibernation.asleep);
                let prs = replica.node().raft.prs();
                let all = prs
                    .iter()
                    .all(|(peer, _)| *peer == own || asleep.contains(peer));
                self.replicas[index].hibernation.asleep = asleep;
                if all && self.is_quiet(cx, index) {
                    self.replicas[index].fall_asleep(cx);
                }
            }
            _ => {}
        }
    }
}
