//! A leader orders a snapshot from a neighbour of its receiver, hears what came of it, and sends it
//! itself where nothing did. Why that is allowed: `neighbour`.

use raft::SnapshotStatus;
use raft::eraftpb::Message;
use sim::NodeId;

use crate::context::Context;
use crate::group::Ordered;
use crate::message::{Label, Payload, SnapshotOrder, Word};
use crate::store::{ReplicaIndex, Store};
use model::fact::{Deed, MessageType, Reason, Saver};

/// Election timeouts that a leader waits for word that the snapshot is on its way.
pub(crate) const ANSWER_TIMEOUTS: u64 = 1;
/// Election timeouts that a leader then waits for the snapshot's end.
pub(crate) const TRANSFER_TIMEOUTS: u64 = 10;
/// Election timeouts during which a leader sends a peer's snapshots itself after a neighbour
/// failed.
pub(crate) const DIRECT_TIMEOUTS: u64 = 2;

impl Store {
    /// Has a neighbour of the receiver send this snapshot, if there is one. False: the leader sends
    /// it itself.
    pub(crate) fn order_snapshot(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        message: &Message,
    ) -> bool {
        let replica = &self.replicas[index];
        let at = replica.at;
        let receiver = message.to;
        if message.from != at.peer || replica.snapshots.direct.iter().any(|d| d.0 == receiver) {
            return false;
        }
        let Some(other) = cx.node_of_peer(at.range, receiver) else {
            return false;
        };
        let minimum = message.get_snapshot().get_metadata().index;
        let own_us = cx.delay_us(at.node, other);
        let best = replica.best_source(cx, receiver, other, minimum);
        let Some(source) = best.filter(|source| source.delay_us < own_us) else {
            let nearest_us = best.map_or(0, |source| source.delay_us);
            let what = (Deed::SnapshotFromLeader, Reason::Nearest);
            replica.decide(cx, what, (receiver, 0), (own_us, nearest_us));
            return false;
        };
        if !source.able {
            let what = (Deed::SnapshotFromLeader, Reason::BelowMinimum);
            let figures = (source.matched, minimum);
            replica.decide(cx, what, (receiver, source.peer), figures);
            return false;
        }
        let what = (Deed::ChoseSnapshotSource, Reason::Nearest);
        let figures = (source.delay_us, own_us);
        replica.decide(cx, what, (source.peer, receiver), figures);
        let order = SnapshotOrder {
            receiver,
            leader: at.peer,
            term: message.term,
            minimum,
            word: Word::Send,
        };
        let replica = &mut self.replicas[index];
        let since_tick = replica.ticks();
        replica
            .snapshots
            .ordered
            .retain(|o| o.order.receiver != receiver);
        replica.snapshots.ordered.push(Ordered {
            order,
            source: source.peer,
            since_tick,
            sending: false,
        });
        self.send_order(cx, index, source.node, order);
        true
    }

    pub(crate) fn send_order(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        to: NodeId,
        order: SnapshotOrder,
    ) {
        let at = self.replicas[index].at;
        let bytes = u64::from(order.bytes());
        let label = Label {
            reject: matches!(order.word, Word::Refused { .. }),
            term: order.term,
            index: order.minimum,
            ..Label::new(MessageType::SnapshotOrder, at.range, bytes)
        };
        self.send(cx, to, label, Payload::SnapshotOrder(order));
    }

    /// The neighbour's word reaches the leader; one on an order that it gave up means nothing.
    pub(crate) fn answer_arrives(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        answer: SnapshotOrder,
    ) {
        let replica = &mut self.replicas[index];
        let tick = replica.ticks();
        let ordered = &mut replica.snapshots.ordered;
        let is_meant = |o: &Ordered| {
            SnapshotOrder {
                word: Word::Send,
                ..answer
            } == o.order
        };
        let Some(place) = ordered.iter().position(is_meant) else {
            return;
        };
        match answer.word {
            Word::Send => {}
            Word::Sending => {
                ordered[place].sending = true;
                ordered[place].since_tick = tick;
            }
            Word::Delivered => {
                ordered.remove(place);
                let node = replica.node();
                node.report_snapshot(answer.receiver, SnapshotStatus::Finish);
                self.after_call(cx, index);
            }
            Word::Refused { why, figure } => {
                let limit = if why == Reason::BelowMinimum {
                    answer.minimum
                } else {
                    0
                };
                self.send_it_itself(cx, index, place, why, figure, limit);
            }
        }
    }

    /// A leader's order at this place came to nothing: raft-rs shall ask for another snapshot,
    /// which the leader sends itself.
    fn send_it_itself(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        place: usize,
        why: Reason,
        figure: u64,
        limit: u64,
    ) {
        let direct_ticks = DIRECT_TIMEOUTS * cx.config.raft.election_ticks as u64;
        let replica = &mut self.replicas[index];
        let given_up = replica.snapshots.ordered.remove(place);
        let receiver = given_up.order.receiver;
        let until_tick = replica.ticks() + direct_ticks;
        replica.snapshots.direct.retain(|d| d.0 != receiver);
        replica.snapshots.direct.push((receiver, until_tick));
        let what = (Deed::SnapshotFromLeader, why);
        replica.decide(cx, what, (receiver, given_up.source), (figure, limit));
        let node = self.replicas[index].node();
        node.report_snapshot(receiver, SnapshotStatus::Failure);
        self.after_call(cx, index);
    }

    /// A leader's transport learns that a peer's process is gone: what that peer should send will
    /// not come.
    pub(crate) fn source_is_down(&mut self, cx: &mut Context, index: ReplicaIndex, peer: u64) {
        while let Some(place) = ordered_from(&self.replicas[index].snapshots.ordered, peer) {
            self.send_it_itself(cx, index, place, Reason::SourceDown, 0, 0);
        }
    }

    /// The snapshot that was just sent did not cross from its leader's zone, if that is so.
    pub(crate) fn emit_saved_snapshot(
        &self,
        cx: &mut Context,
        range: u32,
        leader: u64,
        to: NodeId,
        bytes: u64,
    ) {
        let Some(leader) = cx.node_of_peer(range, leader) else {
            return;
        };
        let zone = |node: NodeId| cx.config.zone_of(node);
        if zone(self.node) == zone(to) && zone(leader) != zone(to) {
            cx.emit_saved_if_it_goes((self.node, to), Saver::NeighbourSnapshot, bytes);
        }
    }

    /// What a leader waits for, at each of its ticks.
    pub(crate) fn tick_orders(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let timeout = cx.config.raft.election_ticks as u64;
        let replica = &mut self.replicas[index];
        let (tick, term, leads) = (replica.ticks(), replica.soft().term, replica.is_leader());
        let snapshots = &mut replica.snapshots;
        snapshots.ordered.retain(|o| leads && o.order.term == term);
        snapshots.direct.retain(|d| leads && d.1 > tick);
        let mut place = 0;
        while let Some(&ordered) = self.replicas[index].snapshots.ordered.get(place) {
            let waited = tick - ordered.since_tick;
            let limit = timeout
                * if ordered.sending {
                    TRANSFER_TIMEOUTS
                } else {
                    ANSWER_TIMEOUTS
                };
            if self.replicas[index].has_caught_up(ordered.order.receiver) {
                self.replicas[index].snapshots.ordered.remove(place);
            } else if waited > limit {
                self.send_it_itself(cx, index, place, Reason::TookTooLong, waited, limit);
            } else {
                place += 1;
            }
        }
    }
}

fn ordered_from(ordered: &[Ordered], source: u64) -> Option<usize> {
    ordered.iter().position(|o| o.source == source)
}
