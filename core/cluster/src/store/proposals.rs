//! What was proposed here: whom to answer when its entry is applied, and what with.

use crate::context::Context;
use crate::group::Proposal;
use crate::message::{Payload, client_label, news_bytes, wire};
use crate::store::{ReplicaIndex, Store};
use kv::machine::Effect;
use model::fact::{Fact, MessageType, Refusal};

impl Store {
    /// Remembers whom to answer when the entry that a leader has just appended is applied.
    pub(crate) fn record_proposal(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        proposal: impl FnOnce(u64, u64) -> Proposal,
    ) {
        let raft = &self.replicas[index].node().raft;
        let (entry_index, term) = (raft.raft_log.last_index(), raft.term);
        self.refuse_overwritten(cx, index, entry_index, term);
        self.replicas[index].record_proposed(cx, &self.clock, false);
        let proposal = proposal(entry_index, term);
        cx.emit(Fact::Proposed {
            at: self.replicas[index].at,
            request: proposal.request,
            index: entry_index,
        });
        self.replicas[index].proposals.push_back(proposal);
    }

    /// Proposals of an earlier term at or after this index are not in this leader's log, so they
    /// are not committed and never will be (leader completeness): their gateways may try again.
    fn refuse_overwritten(&mut self, cx: &mut Context, index: ReplicaIndex, from: u64, term: u64) {
        let overwritten = |p: &Proposal| p.index >= from && p.term < term;
        while let Some(last) = self.replicas[index]
            .proposals
            .pop_back_if(|p| overwritten(p))
        {
            self.refuse_proposal(cx, index, &last, Refusal::NotLeader);
        }
    }

    fn refuse_proposal(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        proposal: &Proposal,
        why: Refusal,
    ) {
        let (gateway, slot, request) = (proposal.gateway, proposal.slot, proposal.request);
        if proposal.call > 0 {
            let to = (gateway, slot, proposal.call);
            return self.refuse_call(cx, index, to, request, why, proposal.asked);
        }
        if why == Refusal::WrongRange {
            let at = self.replicas[index].at;
            let to = (gateway, slot, request);
            return self.refuse_keys(cx, at.range, to, proposal.asked);
        }
        self.refuse(cx, index, gateway, slot, request, why);
    }

    /// Answers the put whose entry was applied; another entry at its index means that it never
    /// will be (Raft paper 5.4.2: an index is decided once), so the gateway may try again.
    pub(crate) fn answer_proposals(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        applied: u64,
        term: u64,
        effect: Effect,
    ) {
        while let Some(&proposal) = self.replicas[index].proposals.front() {
            if proposal.index > applied {
                return;
            }
            self.replicas[index].proposals.pop_front();
            let (gateway, slot, request) = (proposal.gateway, proposal.slot, proposal.request);
            if proposal.index < applied {
                // A snapshot took this replica past the index: nobody here knows what became of it.
                continue;
            }
            if proposal.term != term {
                self.refuse_proposal(cx, index, &proposal, Refusal::NotLeader);
                continue;
            }
            match effect {
                Effect::WrongRange => {
                    self.refuse_proposal(cx, index, &proposal, Refusal::WrongRange);
                    continue;
                }
                Effect::Verdict(verdict) if proposal.call > 0 => {
                    let to = (gateway, slot, proposal.call);
                    self.answer_call(cx, index, to, request, verdict, proposal.asked);
                    continue;
                }
                Effect::Verdict(_) | Effect::Done => {}
            }
            let at = self.replicas[index].at;
            let news = self.replicas[index].news_of(cx, proposal.asked.epoch);
            let bytes = wire::answer_bytes(request, 0, 0) + news_bytes(&news);
            let label = client_label(MessageType::WriteResponse, at.range, bytes, request);
            self.send(cx, gateway, label, Payload::Written { slot, news });
        }
    }
}
