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

use super::{Hibernation, is_about_sleep};
use crate::process::StoreContext;
use crate::replica::Replica;

impl Replica {
    /// Counts a leader's quiet ticks.
    pub(crate) fn count_quiet_ticks(&mut self, cx: &StoreContext, takes_in: bool) {
        let quiet = cx.settings.hibernate && self.is_quiet(takes_in);
        if quiet {
            self.hibernation.quiet_ticks += 1;
        } else if self.hibernation.quiet_ticks > 0 {
            self.hibernation = Hibernation::default();
        }
    }

    /// Whether a leader's group has nothing to do: everything is applied and known as committed
    /// everywhere, and nobody waits.
    fn is_quiet(&self, takes_in: bool) -> bool {
        if !self.proposals.is_empty() || self.storage().is_joint() || !self.is_idle() {
            return false;
        }
        let own = self.at.peer;
        let raft = self.raft();
        let last = raft.raft_log.last_index();
        let settled = raft.state == StateRole::Leader
            && raft.lead_transferee.is_none()
            && raft.prs().iter().all(|(peer, progress)| {
                *peer == own || progress.matched == last && progress.committed_index == last
            });
        settled && !self.is_busy(takes_in)
    }

    /// A message reaches a replica: most wake it.
    pub(crate) fn wake_by(&mut self, cx: &mut StoreContext, message: &mut Message) {
        let is_about_sleep = is_about_sleep(message);
        match message.get_msg_type() {
            RaftType::MsgHeartbeat if is_about_sleep => {
                if !cx.settings.hibernate || !self.is_idle() {
                    // Its answer shall not say that it sleeps.
                    message.context = Vec::new();
                    self.wake(cx);
                }
            }
            // An answer that does not take the offer is one to an earlier heartbeat, or comes from
            // a follower that is busy: no reason to count the quiet ticks from the start.
            RaftType::MsgHeartbeatResponse
                if is_about_sleep || message.context.is_empty() && !self.is_asleep() => {}
            _ => self.wake(cx),
        }
    }

    /// A replica has taken a message about sleep.
    pub(crate) fn sleep_by(
        &mut self,
        cx: &mut StoreContext,
        kind: RaftType,
        from: u64,
        takes_in: bool,
    ) {
        match kind {
            RaftType::MsgHeartbeat => {
                let follows = self.node().raft.leader_id == from;
                if follows && self.is_idle() {
                    self.fall_asleep(cx);
                }
            }
            RaftType::MsgHeartbeatResponse if self.hibernation.quiet_ticks > 0 => {
                let own = self.at.peer;
                if !self.hibernation.asleep.contains(&from) {
                    self.hibernation.asleep.push(from);
                }
                let asleep = std::mem::take(&mut self.hibernation.asleep);
                let prs = self.node().raft.prs();
                let all = prs
                    .iter()
                    .all(|(peer, _)| *peer == own || asleep.contains(peer));
                self.hibernation.asleep = asleep;
                if all && self.is_quiet(takes_in) {
                    self.fall_asleep(cx);
                }
            }
            _ => {}
        }
    }
}
