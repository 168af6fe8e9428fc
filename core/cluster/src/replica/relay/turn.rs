//! Changes of delegates that a policy wants, once per tick, while the one before still answers.
//!
//! What is under way through the old delegate could be overtaken by what goes through the new one.
//! So whoever has something under way is sent to anew from what it is known to have: some entries
//! travel twice, and nothing is refused. What happens when a delegate fails is `fallback`'s.

use sim::ZoneId;

use super::choose::{Able, choose};
use super::leader::heard_ticks;
use crate::process::StoreContext;
use crate::replica::Replica;
use model::fact::Reason;

impl Replica {
    /// Changes the delegates whose time is over by the policy.
    pub(super) fn take_turns(&mut self, cx: &mut StoreContext) {
        let policy = cx.settings.delegate_policy;
        let tick = self.ticks();
        let delegates = self.book().delegates().to_vec();
        for (zone, current) in delegates {
            // Handing over may have ended this replica's lead.
            if !self.is_leader() {
                return;
            }
            let able = self.able_in(cx, zone);
            // One that is not able is left by the next batch, or has not caught up yet.
            if !able.iter().any(|a| a.peer == current.peer) {
                continue;
            }
            if able.len() < 2 {
                if !self.has_company(cx, zone, current.peer) {
                    self.leave(cx, zone, current.peer);
                }
                continue;
            }
            let book = self.book();
            let may = |a: &&Able| !book.is_barred(a.peer, tick);
            let candidates: Vec<Able> = able.iter().filter(may).copied().collect();
            let Some((peer, why)) = choose(policy, Some(current), tick, &candidates) else {
                continue;
            };
            if peer != current.peer {
                self.change_delegate(cx, zone, &able, (peer, current.peer), why);
            }
        }
    }

    /// Whether any other member of the zone was heard from lately.
    fn has_company(&self, cx: &StoreContext, zone: ZoneId, delegate: u64) -> bool {
        let heard_ticks = heard_ticks(cx);
        let mut others = self.heard_since(heard_ticks);
        others.any(|peer| peer != delegate && cx.zone_of_peer(self.at.range, peer) == Some(zone))
    }

    fn change_delegate(
        &mut self,
        cx: &mut StoreContext,
        zone: ZoneId,
        able: &[Able],
        parties: (u64, u64),
        why: Reason,
    ) {
        self.install(cx, zone, able, parties, why);
        for member in able.iter().filter(|member| member.matched < member.sent) {
            self.book().forget(member.peer);
            let node = self.node();
            node.report_unreachable(member.peer);
            node.raft.send_append(member.peer);
        }
        self.after_call(cx);
    }
}
