//! What was proposed here: whom to answer when its entry is applied, and what with.

use kv::machine::Effect;
use sim::NodeId;

use crate::message::{Asked, Payload, Place, Slot, client_label, news_bytes, wire};
use crate::process::{Asker, Caller, Elsewhere, StoreContext};
use crate::replica::Replica;
use model::fact::{Fact, MessageType, Refusal};
use model::ids::RequestId;

/// Where a gateway finds what was proposed for it.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Proposed {
    /// A put, by its request's slot.
    Put(Slot),
    /// A transaction's command, by its call's place and number.
    Call(Place, u32),
}

/// What was proposed here and is not applied yet.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Proposal {
    pub(crate) index: u64,
    pub(crate) term: u64,
    pub(crate) request: RequestId,
    pub(crate) gateway: NodeId,
    pub(crate) of: Proposed,
    /// Its keys, and the epoch that its gateway went by.
    pub(crate) asked: Asked,
}

impl Proposal {
    /// Whose put it is, by its slot.
    fn asker(&self, slot: Slot) -> Asker {
        Asker {
            gateway: self.gateway,
            slot,
            request: self.request,
        }
    }

    /// Whose call it is, by its place and number.
    fn caller(&self, place: Place, number: u32) -> Caller {
        Caller {
            gateway: self.gateway,
            place,
            number,
            request: self.request,
        }
    }
}

impl Replica {
    /// Remembers whom to answer when the entry that a leader has just appended is applied.
    pub(crate) fn record_proposal(
        &mut self,
        cx: &mut StoreContext,
        proposal: impl FnOnce(u64, u64) -> Proposal,
    ) {
        let raft = &self.node().raft;
        let (entry_index, term) = (raft.raft_log.last_index(), raft.term);
        self.refuse_overwritten(cx, entry_index, term);
        self.record_proposed(cx, false);
        let proposal = proposal(entry_index, term);
        cx.emit(Fact::Proposed {
            at: self.at,
            request: proposal.request,
            index: entry_index,
        });
        self.proposals.push_back(proposal);
    }

    /// Proposals of an earlier term at or after this index are not in this leader's log, so they
    /// are not committed and never will be (leader completeness): their gateways may try again.
    fn refuse_overwritten(&mut self, cx: &mut StoreContext, from: u64, term: u64) {
        let overwritten = |p: &Proposal| p.index >= from && p.term < term;
        while let Some(last) = self.proposals.pop_back_if(|p| overwritten(p)) {
            self.refuse_proposal(cx, &last, Refusal::NotLeader);
        }
    }

    fn refuse_proposal(&mut self, cx: &mut StoreContext, proposal: &Proposal, why: Refusal) {
        match proposal.of {
            Proposed::Put(slot) => self.refuse(cx, proposal.asker(slot), why),
            Proposed::Call(place, number) => {
                self.refuse_call(cx, proposal.caller(place, number), why);
            }
        }
    }

    /// Answers the put whose entry was applied; another entry at its index means that it never
    /// will be (Raft paper 5.4.2: an index is decided once), so the gateway may try again.
    ///
    /// # Errors
    ///
    /// The range did not serve its keys any more when it was applied. Others may wait yet.
    pub(crate) fn answer_proposals(
        &mut self,
        cx: &mut StoreContext,
        applied: u64,
        term: u64,
        effect: Effect,
    ) -> Result<(), Elsewhere> {
        let is_over = |proposal: &mut Proposal| proposal.index <= applied;
        while let Some(proposal) = self.proposals.pop_front_if(is_over) {
            if proposal.index < applied {
                // A snapshot took this replica past the index: nobody here knows what became of it.
                continue;
            }
            if proposal.term != term {
                self.refuse_proposal(cx, &proposal, Refusal::NotLeader);
                continue;
            }
            match (effect, proposal.of) {
                (Effect::WrongRange, _) => return Err(self.elsewhere(cx, &proposal)),
                (Effect::Verdict(verdict), Proposed::Call(place, number)) => {
                    let to = proposal.caller(place, number);
                    self.answer_call(cx, to, verdict, proposal.asked);
                }
                (Effect::Done | Effect::Verdict(_), Proposed::Put(slot)) => {
                    self.answer_put(cx, &proposal, slot);
                }
                (Effect::Done, Proposed::Call(..)) => unreachable!("a command gets a verdict"),
            }
        }
        Ok(())
    }

    fn elsewhere(&self, cx: &StoreContext, proposal: &Proposal) -> Elsewhere {
        match proposal.of {
            Proposed::Put(slot) => Elsewhere::Request(proposal.asker(slot), proposal.asked),
            Proposed::Call(place, number) => {
                let to = proposal.caller(place, number);
                Elsewhere::Call(to, proposal.asked, self.leader_hint(cx))
            }
        }
    }

    fn answer_put(&mut self, cx: &mut StoreContext, proposal: &Proposal, slot: Slot) {
        let news = self.news_of(cx, proposal.asked.epoch);
        let bytes = wire::answer_bytes(proposal.request, 0, 0) + news_bytes(&news);
        let what = MessageType::WriteResponse;
        let label = client_label(what, self.at.range, bytes, proposal.request);
        cx.send(proposal.gateway, label, Payload::Written { slot, news });
    }
}
