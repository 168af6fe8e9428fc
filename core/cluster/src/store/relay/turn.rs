//! Changes of delegates that a policy wants, once per tick, while the one before still answers.
//!
//! What is under way through the old delegate could be overtaken by what goes through the new one.
//! So whoever has something under way is sent to anew from what it is known to have: some entries
//! travel twice, and nothing is refused. What happens when a delegate fails is `fallback`'s.

use sim::ZoneId;

use super::leader::heard_ticks;
use crate::context::Context;
use crate::group::{Able, choose};
use crate::store::{ReplicaIndex, Store};
use model::fact::Reason;

impl Store {
    /// Changes the delegates whose time is over by the policy.
    pub(super) fn take_turns(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let policy = cx.settings.delegate_policy;
        let tick = self.replicas[index].ticks();
        let delegates = self.replicas[index].book().delegates().to_vec();
        for (zone, current) in delegates {
            // Handing over may have ended this replica's lead.
            if !self.replicas[index].is_leader() {
                return;
            }
            let able = self.able_in(cx, index, zone);
            // One that is not able is left by the next batch, or has not caught up yet.
            if !able.iter().any(|a| a.peer == current.peer) {
                continue;
            }
            if able.len() < 2 {
                if !self.has_company(cx, index, zone, current.peer) {
                    self.leave(cx, index, zone, current.peer);
                }
                continue;
            }
            let book = self.replicas[index].book();
            let may = |a: &&Able| !book.is_barred(a.peer, tick);
            let candidates: Vec<Able> = able.iter().filter(may).copied().collect();
            let Some((peer, why)) = choose(policy, Some(current), tick, &candidates) else {
                continue;
            };
            if peer != current.peer {
                self.change_delegate(cx, index, zone, &able, (peer, current.peer), why);
            }
        }
    }

    /// Whether any other member of the zone was heard from lately.
    fn has_company(&self, cx: &Context, index: ReplicaIndex, zone: ZoneId, delegate: u64) -> bool {
        let replica = &self.replicas[index];
        let heard_ticks = heard_ticks(cx);
        let mut others = replica.heard_since(heard_ticks);
        others.any(|peer| peer != delegate && cx.zone_of_peer(replica.at.range, peer) == Some(zone))
    }

    fn change_delegate(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        zone: ZoneId,
        able: &[Able],
        parties: (u64, u64),
        why: Reason,
    ) {
        self.replicas[index].install(cx, zone, able, parties, why);
        for member in able.iter().filter(|member| member.matched < member.sent) {
            self.replicas[index].book().forget(member.peer);
            let node = self.replicas[index].node();
            node.report_unreachable(member.peer);
            node.raft.send_append(member.peer);
        }
        self.after_call(cx, index);
    }
}
