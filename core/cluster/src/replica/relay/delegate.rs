//! The delegate's side of the relay: it takes its own append, rebuilds the others' from its log and
//! passes them on in the leader's name, or says why it cannot.

use prost::Message as _;
use raft::eraftpb::Message;
use sim::NodeId;

use super::pin::{Unfit, rebuild};
use crate::message::{Forward, Label, Payload, RelayAppend, RelayNack};
use crate::process::StoreContext;
use crate::replica::Replica;
use model::fact::{Deed, MessageType, Reason};

impl Replica {
    /// An append for this replica with the headers of others arrives from the leader's store.
    pub(crate) fn relay_arrives(
        &mut self,
        cx: &mut StoreContext,
        flight: u64,
        leader_node: NodeId,
        relay: RelayAppend,
    ) {
        let (leader, term) = (relay.leader(), relay.term());
        let originals = cx.take_originals(flight);
        if !self.is_up() {
            return;
        }
        let overload = Self::overload(cx);
        if let Some(inner) = relay.inner {
            // An older member of the group on this store is not the one that is meant.
            if inner.to != self.at.peer {
                return;
            }
            let inner = cx.process.boxes.boxed(inner);
            self.step_raft(cx, inner, false);
        }
        let pinned = !cx.config.sabotage.relays_without_pin();
        for (position, forward) in relay.forwards.iter().enumerate() {
            let raft = &self.node().raft;
            let rebuilt = match overload {
                Some(unfit) => Err(unfit),
                None => rebuild(raft, leader, term, forward, pinned),
            };
            match rebuilt {
                Ok(message) => {
                    if let Some(original) = originals.get(position) {
                        assert_eq!(
                            &message, original,
                            "a delegate passes on what its leader would have sent"
                        );
                    }
                    self.pass_on(cx, message);
                }
                Err(unfit) => {
                    self.refuse_relay(cx, leader_node, (leader, term), forward, unfit);
                }
            }
        }
    }

    /// A store whose cores are a tick behind passes nothing on: its own work comes first.
    fn overload(cx: &StoreContext) -> Option<Unfit> {
        let queued_us = cx.process.cores.queued_us(cx.now());
        let limit = cx.config.raft.tick_us;
        (queued_us > limit).then_some(Unfit {
            why: Reason::Overloaded,
            figure: queued_us,
            limit,
        })
    }

    fn pass_on(&mut self, cx: &mut StoreContext, message: Message) {
        let at = self.at;
        // A member that is gone meanwhile needs nothing any more.
        let Some(to) = cx.node_of_peer(at.range, message.to) else {
            return;
        };
        let bytes = message.encoded_len() as u64;
        let label = Label {
            term: message.term,
            index: message.index,
            entries: message.entries.len() as u32,
            ..Label::new(MessageType::ForwardedAppend, at.range, bytes)
        };
        cx.process.raft_sent += 1;
        let last = message.entries.last().map_or(message.index, |e| e.index);
        self.expect_ack(cx, message.to, last);
        let message = cx.process.boxes.boxed(message);
        cx.send(to, label, Payload::Raft(message));
    }

    fn refuse_relay(
        &mut self,
        cx: &mut StoreContext,
        leader_node: NodeId,
        (leader, term): (u64, u64),
        forward: &Forward,
        unfit: Unfit,
    ) {
        let at = self.at;
        let nack = RelayNack {
            to: forward.to,
            term,
            last_index: forward.last_index,
            reason: unfit.why as u32,
            figure: unfit.figure,
            limit: unfit.limit,
        };
        let bytes = nack.encoded_len() as u64;
        let label = Label {
            reject: true,
            term,
            index: forward.last_index,
            ..Label::new(MessageType::RelayNack, at.range, bytes)
        };
        self.decide(
            cx,
            (Deed::RefusedRelay, unfit.why),
            (forward.to, leader),
            (unfit.figure, unfit.limit),
        );
        cx.send(leader_node, label, Payload::Nack(nack));
    }
}
