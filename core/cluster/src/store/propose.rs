//! Commands that change a range are proposed in a leader's log.

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use kv::admin::Admin;

impl Store {
    /// Puts a command into the log of a leader. False when Raft would not take it now.
    pub(crate) fn propose_admin(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        command: &Admin,
    ) -> bool {
        self.wake(cx, index);
        let Some(ts) = self.reshape_timestamp(cx, index) else {
            return false;
        };
        let (context, data) = command.encode(ts);
        let raft = self.replicas[index].node();
        let taken = raft.propose(context, data).is_ok();
        if taken {
            self.replicas[index].record_reshape(ts);
            self.replicas[index].record_proposed(cx, &self.clock, true);
        }
        self.after_call(cx, index);
        taken
    }

    /// Proposes a command of a leader's operation in its own log, and notes where.
    pub(crate) fn ask_admin(&mut self, cx: &mut Context, index: ReplicaIndex, command: &Admin) {
        let replica = &mut self.replicas[index];
        let asked = replica.node().raft.raft_log.last_index() + 1;
        if let Some(plan) = &mut replica.plan {
            plan.asked = asked;
        }
        if !self.propose_admin(cx, index, command)
            && let Some(plan) = &mut self.replicas[index].plan
        {
            plan.asked = 0;
        }
    }
}
