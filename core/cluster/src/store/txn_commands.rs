//! A transaction's commands at a store: refused, answered from what is applied, or proposed and
//! answered when the entry is applied.

use sim::NodeId;

use crate::context::Context;
use crate::group::Proposal;
use crate::message::CallPayload;
use crate::store::{ReplicaIndex, Store};
use model::fact::{Refusal, SentFact};

impl Store {
    /// A call reaches a store.
    pub(crate) fn call_delivered(
        &mut self,
        cx: &mut Context,
        index: Option<ReplicaIndex>,
        fact: &SentFact,
        call: &CallPayload,
    ) {
        let (gateway, request) = (fact.from, fact.request);
        let Some(index) = index else {
            let to = (gateway, call.place, call.number);
            return self.refuse_absent_call(cx, fact.range, to, request, call.asked());
        };
        self.call_arrives(cx, index, gateway, request, call);
    }

    /// A call reaches a replica.
    fn call_arrives(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        request: u64,
        call: &CallPayload,
    ) {
        let now = cx.now();
        let cost_ns = cx.config.costs.request_ns;
        self.cores.submit(now, cost_ns);
        self.wake(cx, index);
        let to = (gateway, call.place, call.number);
        let asked = call.asked();
        if !self.replicas[index].is_leader() {
            return self.refuse_call(cx, index, to, request, Refusal::NotLeader, asked);
        }
        let rows = call.command.rows.len() as u64;
        let is_here = |key: u64| self.replicas[index].serves(key, 1);
        if !is_here(call.key) || rows > 0 && !call.command.keys().all(is_here) {
            return self.refuse_call(cx, index, to, request, Refusal::WrongRange, asked);
        }
        let machine = &self.replicas[index].storage().machine;
        if let Some(verdict) = machine.dry_run(&call.command) {
            return self.answer_call(cx, index, to, request, verdict, asked);
        }
        let data = call.command.encode(call.values);
        let replica = &mut self.replicas[index];
        if replica.node().propose(Vec::new(), data).is_err() {
            return self.refuse_call(cx, index, to, request, Refusal::ProposalDropped, asked);
        }
        self.count_use(cx, index, gateway, false, call.key);
        self.record_proposal(cx, index, |index, term| Proposal {
            index,
            term,
            slot: call.place,
            request,
            gateway,
            call: call.number,
            asked,
        });
        self.after_call(cx, index);
    }
}
