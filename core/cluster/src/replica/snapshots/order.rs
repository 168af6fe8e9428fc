//! A leader orders a snapshot from a neighbour of its receiver, hears what came of it, and sends it
//! itself where nothing did. Why that is allowed: `neighbour`.

use raft::SnapshotStatus;
use raft::eraftpb::Message;
use sim::NodeId;

use super::Ordered;
use crate::message::{Label, Payload, SnapshotOrder, Word};
use crate::process::StoreContext;
use crate::replica::Replica;
use model::fact::{Deed, MessageType, Reason, Saver};
use model::ids::RangeId;

/// Election timeouts that a leader waits for word that the snapshot is on its way.
pub(crate) const ANSWER_TIMEOUTS: u64 = 1;
/// Election timeouts that a leader then waits for the snapshot's end.
pub(crate) const TRANSFER_TIMEOUTS: u64 = 10;
/// Election timeouts during which a leader sends a peer's snapshots itself after a neighbour
/// failed.
pub(crate) const DIRECT_TIMEOUTS: u64 = 2;

impl Replica {
    /// Has a neighbour of the receiver send this snapshot, if there is one. False: the leader sends
    /// it itself.
    pub(crate) fn order_snapshot(&mut self, cx: &mut StoreContext, message: &Message) -> bool {
        let at = self.at;
        let receiver = message.to;
        if message.from != at.peer || self.snapshots.direct.iter().any(|d| d.0 == receiver) {
            return false;
        }
        let Some(other) = cx.node_of_peer(at.range, receiver) else {
            return false;
        };
        let minimum = message.get_snapshot().get_metadata().index;
        let own_us = cx.delay_us(at.node, other);
        let best = self.best_source(cx, receiver, other, minimum);
        let Some(source) = best.filter(|source| source.delay_us < own_us) else {
            let nearest_us = best.map_or(0, |source| source.delay_us);
            let what = (Deed::SnapshotFromLeader, Reason::Nearest);
            self.decide(cx, what, (receiver, 0), (own_us, nearest_us));
            return false;
        };
        if !source.able {
            let what = (Deed::SnapshotFromLeader, Reason::BelowMinimum);
            let figures = (source.matched, minimum);
            self.decide(cx, what, (receiver, source.peer), figures);
            return false;
        }
        let what = (Deed::ChoseSnapshotSource, Reason::Nearest);
        let figures = (source.delay_us, own_us);
        self.decide(cx, what, (source.peer, receiver), figures);
        let order = SnapshotOrder {
            receiver,
            leader: at.peer,
            term: message.term,
            minimum,
            word: Word::Send,
        };
        let since_tick = self.ticks();
        self.snapshots
            .ordered
            .retain(|o| o.order.receiver != receiver);
        self.snapshots.ordered.push(Ordered {
            order,
            source: source.peer,
            since_tick,
            sending: false,
        });
        self.send_order(cx, source.node, order);
        true
    }

    pub(crate) fn send_order(&mut self, cx: &mut StoreContext, to: NodeId, order: SnapshotOrder) {
        let at = self.at;
        let bytes = u64::from(order.bytes());
        let label = Label {
            reject: matches!(order.word, Word::Refused { .. }),
            term: order.term,
            index: order.minimum,
            ..Label::new(MessageType::SnapshotOrder, at.range, bytes)
        };
        cx.send(to, label, Payload::SnapshotOrder(order));
    }

    /// The neighbour's word reaches the leader; one on an order that it gave up means nothing.
    pub(crate) fn answer_arrives(&mut self, cx: &mut StoreContext, answer: SnapshotOrder) {
        let tick = self.ticks();
        let ordered = &mut self.snapshots.ordered;
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
                let node = self.node();
                node.report_snapshot(answer.receiver, SnapshotStatus::Finish);
                self.after_call(cx);
            }
            Word::Refused { why, figure } => {
                let limit = if why == Reason::BelowMinimum {
                    answer.minimum
                } else {
                    0
                };
                self.send_it_itself(cx, place, why, figure, limit);
            }
        }
    }

    /// A leader's order at this place came to nothing: raft-rs shall ask for another snapshot,
    /// which the leader sends itself.
    fn send_it_itself(
        &mut self,
        cx: &mut StoreContext,
        place: usize,
        why: Reason,
        figure: u64,
        limit: u64,
    ) {
        let direct_ticks = DIRECT_TIMEOUTS * cx.config.raft.election_ticks as u64;
        let given_up = self.snapshots.ordered.remove(place);
        let receiver = given_up.order.receiver;
        let until_tick = self.ticks() + direct_ticks;
        self.snapshots.direct.retain(|d| d.0 != receiver);
        self.snapshots.direct.push((receiver, until_tick));
        let what = (Deed::SnapshotFromLeader, why);
        self.decide(cx, what, (receiver, given_up.source), (figure, limit));
        let node = self.node();
        node.report_snapshot(receiver, SnapshotStatus::Failure);
        self.after_call(cx);
    }

    /// A leader's transport learns that a peer's process is gone: what that peer should send will
    /// not come.
    pub(crate) fn source_is_down(&mut self, cx: &mut StoreContext, peer: u64) {
        while let Some(place) = ordered_from(&self.snapshots.ordered, peer) {
            self.send_it_itself(cx, place, Reason::SourceDown, 0, 0);
        }
    }

    /// The snapshot that was just sent did not cross from its leader's zone, if that is so.
    pub(crate) fn emit_saved_snapshot(
        &self,
        cx: &mut StoreContext,
        range: RangeId,
        leader: u64,
        to: NodeId,
        bytes: u64,
    ) {
        let Some(leader) = cx.node_of_peer(range, leader) else {
            return;
        };
        let zone = |node: NodeId| cx.config.zone_of(node);
        if zone(self.at.node) == zone(to) && zone(leader) != zone(to) {
            cx.emit_saved_if_it_goes((self.at.node, to), Saver::NeighbourSnapshot, bytes);
        }
    }

    /// What a leader waits for, at each of its ticks.
    pub(crate) fn tick_orders(&mut self, cx: &mut StoreContext) {
        let timeout = cx.config.raft.election_ticks as u64;
        let (tick, term, leads) = (self.ticks(), self.soft().term, self.is_leader());
        let snapshots = &mut self.snapshots;
        snapshots.ordered.retain(|o| leads && o.order.term == term);
        snapshots.direct.retain(|d| leads && d.1 > tick);
        let mut place = 0;
        while let Some(&ordered) = self.snapshots.ordered.get(place) {
            let waited = tick - ordered.since_tick;
            let limit = timeout
                * if ordered.sending {
                    TRANSFER_TIMEOUTS
                } else {
                    ANSWER_TIMEOUTS
                };
            if self.has_caught_up(ordered.order.receiver) {
                self.snapshots.ordered.remove(place);
            } else if waited > limit {
                self.send_it_itself(cx, place, Reason::TookTooLong, waited, limit);
            } else {
                place += 1;
            }
        }
    }
}

fn ordered_from(ordered: &[Ordered], source: u64) -> Option<usize> {
    ordered.iter().position(|o| o.source == source)
}
