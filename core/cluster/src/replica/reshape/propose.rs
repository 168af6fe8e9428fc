//! Commands that change a range are proposed in a leader's log.

use crate::process::StoreContext;
use crate::replica::Replica;
use kv::admin::{Admin, Split};

impl Replica {
    /// Puts a command into the log of a leader. False when Raft would not take it now.
    pub(crate) fn propose_admin(&mut self, cx: &mut StoreContext, command: &Admin) -> bool {
        self.wake(cx);
        let Some(ts) = self.reshape_timestamp(cx) else {
            return false;
        };
        let (context, data) = command.encode(ts);
        let raft = self.node();
        let taken = raft.propose(context, data).is_ok();
        if taken {
            self.record_reshape(ts);
            self.record_proposed(cx, true);
        }
        self.after_call(cx);
        taken
    }

    /// Proposes a command of a leader's operation in its own log, and notes where.
    pub(crate) fn ask_admin(&mut self, cx: &mut StoreContext, command: &Admin) {
        let asked = self.node().raft.raft_log.last_index() + 1;
        if let Some(plan) = &mut self.plan {
            plan.asked = asked;
        }
        if !self.propose_admin(cx, command)
            && let Some(plan) = &mut self.plan
        {
            plan.asked = 0;
        }
    }

    /// Asks for the split of an operation, once per term. Its number is one that nobody else has:
    /// where TiKV asks PD for one, here it is just drawn.
    pub(crate) fn propose_split(&mut self, cx: &mut StoreContext, at_key: u64) {
        if self.is_asked() {
            return;
        }
        let known = self.plan_of().and_then(|plan| plan.new_range);
        let new_range = known.unwrap_or_else(|| cx.names.new_range());
        if known.is_none()
            && let Some(plan) = &mut self.plan
        {
            plan.new_range = Some(new_range);
        }
        let split = Admin::Split(Split {
            new_range: new_range.0,
            at_key,
        });
        self.ask_admin(cx, &split);
    }
}
