//! Changes of delegates that a policy wants, once per tick, while the one before still answers.
//!
//! What is under way through the old delegate could be overtaken by what goes through the new one.
//! So whoever has something under way is sent to anew from what it is known to have: some entries
//! travel twice, and nothing is refused. What happens when a delegate fails is `fallback`'s.

use sim::ZoneId;

use super::choose::{Able, choose};
use crate::cluster::{Cluster, ReplicaIndex};
use model::fact::{Observer, Reason};

/// Ticks that a new delegate has to catch up before it counts as failed.
pub(super) const HANDOVER_TICKS: u64 = 3;

impl<O: Observer> Cluster<O> {
    /// Changes the delegates whose time is over by the policy.
    pub(super) fn take_turns(&mut self, index: ReplicaIndex) {
        let policy = self.settings.delegate_policy;
        let tick = self.replicas[index as usize].ticks;
        let delegates = self.book(index).delegates().to_vec();
        for (zone, current) in delegates {
            // Handing over may have ended this replica's lead.
            if !self.replicas[index as usize].is_leader() {
                return;
            }
            let able = self.able_in(index, zone);
            // One that is not able is left by the next batch, or has not caught up yet.
            if !able.iter().any(|a| a.peer == current.peer) {
                continue;
            }
            if able.len() < 2 {
                if !self.has_company(index, zone, current.peer) {
                    self.leave(index, zone, current.peer);
                }
                continue;
            }
            let book = self.book(index);
            let may = |a: &&Able| !book.is_barred(a.peer, tick);
            let candidates: Vec<Able> = able.iter().filter(may).copied().collect();
            let Some((peer, why)) = choose(policy, Some(current), tick, &candidates) else {
                continue;
            };
            if peer != current.peer {
                self.change_delegate(index, zone, &able, (peer, current.peer), why);
            }
        }
    }

    /// Whether any other member of the zone was heard from lately.
    fn has_company(&self, index: ReplicaIndex, zone: ZoneId, delegate: u64) -> bool {
        let replica = &self.replicas[index as usize];
        let heard_ticks = self.heard_ticks();
        let members = &self.ranges[replica.at.range as usize].replicas;
        let mut others = members.iter().map(|&r| self.replicas[r as usize].at);
        others.any(|at| {
            let near = at.peer != delegate && self.config.zone_of(at.node) == zone;
            near && replica.silent_ticks(at.peer) <= heard_ticks
        })
    }

    fn change_delegate(
        &mut self,
        index: ReplicaIndex,
        zone: ZoneId,
        able: &[Able],
        parties: (u64, u64),
        why: Reason,
    ) {
        self.install(index, zone, able, parties, why);
        for member in able.iter().filter(|member| member.matched < member.sent) {
            self.book(index).forget(member.peer);
            let node = self.replicas[index as usize].node();
            node.report_unreachable(member.peer);
            node.raft.send_append(member.peer);
        }
        self.after_call(index);
    }
}
