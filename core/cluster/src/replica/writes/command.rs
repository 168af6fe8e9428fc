//! A transaction's commands at a replica: refused, answered from what is applied, or proposed and
//! answered when the entry is applied.

use crate::message::CallPayload;
use crate::process::{Caller, Elsewhere, StoreContext};
use crate::replica::writes::Proposed;
use crate::replica::{Proposal, Replica};
use model::fact::Refusal;

impl Replica {
    /// A call reaches a replica.
    ///
    /// # Errors
    ///
    /// It does not serve these keys.
    pub(crate) fn call_arrives(
        &mut self,
        cx: &mut StoreContext,
        to: Caller,
        call: &CallPayload,
    ) -> Result<(), Elsewhere> {
        cx.submit(cx.config.costs.request_ns);
        self.wake(cx);
        let asked = call.asked();
        if !self.is_leader() {
            self.refuse_call(cx, to, Refusal::NotLeader);
            return Ok(());
        }
        let rows = call.command.rows.len() as u64;
        let is_here = |key: u64| self.serves(key, 1);
        if !is_here(call.key) || rows > 0 && !call.command.keys().all(is_here) {
            return Err(Elsewhere::Call(to, asked, self.leader_hint(cx)));
        }
        let machine = &self.storage().machine;
        if let Some(verdict) = machine.dry_run(&call.command) {
            self.answer_call(cx, to, verdict, asked);
            return Ok(());
        }
        let data = call.command.encode(call.values);
        if self.node().propose(Vec::new(), data).is_err() {
            self.refuse_call(cx, to, Refusal::ProposalDropped);
            return Ok(());
        }
        cx.count_use((self.number, self.life), to.gateway, false, call.key);
        self.record_proposal(cx, |index, term| Proposal {
            index,
            term,
            request: to.request,
            gateway: to.gateway,
            of: Proposed::Call(to.place, to.number),
            asked,
        });
        self.after_call(cx);
        Ok(())
    }
}
