//! The delegate's side of the relay: it takes its own append, rebuilds the others' from its log and
//! passes them on in the leader's name, or says why it cannot.

use prost::Message as _;
use raft::eraftpb::Message;
use sim::NodeId;

use super::envelope::{Forward, RelayAppend, RelayNack};
use super::pin::{Unfit, rebuild};
use crate::cluster::{Cluster, ReplicaIndex};
use crate::flight::Payload;
use crate::transport::Label;
use model::fact::{Deed, MessageType, Observer, Reason};

impl<O: Observer> Cluster<O> {
    /// An append for this replica with the headers of others arrives from the leader's store.
    pub(crate) fn relay_arrives(
        &mut self,
        index: ReplicaIndex,
        flight: u64,
        leader_node: NodeId,
        relay: RelayAppend,
    ) {
        let (leader, term) = (relay.leader(), relay.term());
        let originals = self.take_originals(flight);
        if !self.replicas[index as usize].is_up() {
            return;
        }
        let overload = self.overload(index);
        if let Some(inner) = relay.inner {
            // An older member of the group on this store is not the one that is meant.
            if inner.to != self.replicas[index as usize].at.peer {
                return;
            }
            self.step_raft(index, inner);
        }
        // It may have applied its own removal.
        if !self.replicas[index as usize].is_up() {
            return;
        }
        let pinned = !self.config.sabotage.relays_without_pin();
        for (position, forward) in relay.forwards.iter().enumerate() {
            let raft = &self.replicas[index as usize].node().raft;
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
                    self.pass_on(index, message);
                }
                Err(unfit) => self.refuse_relay(index, leader_node, (leader, term), forward, unfit),
            }
        }
    }

    /// A store whose cores are a tick behind passes nothing on: its own work comes first.
    fn overload(&self, index: ReplicaIndex) -> Option<Unfit> {
        let node = self.replicas[index as usize].at.node;
        let queued_us = self.stores[usize::from(node.0)].cores.queued_us(self.now());
        let limit = self.config.raft.tick_us;
        (queued_us > limit).then_some(Unfit {
            why: Reason::Overloaded,
            figure: queued_us,
            limit,
        })
    }

    fn pass_on(&mut self, index: ReplicaIndex, message: Message) {
        let at = self.replicas[index as usize].at;
        // A member that is gone meanwhile needs nothing any more.
        let Some(to) = self.node_of_peer(at.range, message.to) else {
            return;
        };
        let bytes = message.encoded_len() as u64;
        let label = Label {
            what: MessageType::ForwardedAppend,
            range: at.range,
            bytes,
            reject: false,
            request: 0,
            term: message.term,
            index: message.index,
            entries: message.entries.len() as u32,
        };
        self.raft_sent += 1;
        let last = message.entries.last().map_or(message.index, |e| e.index);
        self.expect_ack(index, message.to, last);
        let message = self.transport.flights.boxed(message);
        self.send(at.node, to, label, Payload::Raft(message));
    }

    fn refuse_relay(
        &mut self,
        index: ReplicaIndex,
        leader_node: NodeId,
        (leader, term): (u64, u64),
        forward: &Forward,
        unfit: Unfit,
    ) {
        let at = self.replicas[index as usize].at;
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
            what: MessageType::RelayNack,
            range: at.range,
            bytes,
            reject: true,
            request: 0,
            term,
            index: forward.last_index,
            entries: 0,
        };
        self.decide(
            index,
            (Deed::RefusedRelay, unfit.why),
            (forward.to, leader),
            (unfit.figure, unfit.limit),
        );
        self.send(at.node, leader_node, label, Payload::Nack(nack));
    }

    /// The appends that a relay's headers were made from, while the oracle is on.
    pub(crate) fn take_originals(&mut self, flight: u64) -> Vec<Message> {
        let found = self.originals.iter().position(|(f, _)| *f == flight);
        found.map_or_else(Vec::new, |position| self.originals.swap_remove(position).1)
    }
}
