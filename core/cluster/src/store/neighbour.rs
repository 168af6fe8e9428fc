//! Snapshots from a neighbour: a leader whose follower needs a snapshot asks the replica that is
//! nearest to the follower to send it, instead of sending it across zones itself.
//!
//! raft-rs stays as it is. The leader's `MsgSnapshot` is held back and a short order goes to the
//! neighbour; the neighbour sends its own state as a `MsgSnapshot` in the leader's name, so the
//! follower answers the leader as ever. That is the message which the leader could have sent, since
//!
//! - the neighbour is in the leader's term when it serves. What it applied was then committed in
//!   this term or an earlier one, so it is a prefix of the leader's log (leader completeness, Raft
//!   paper 5.4.3), and no entry of it is younger than the term which the message bears. A neighbour
//!   that went on to a newer term may hold entries that this leader has never seen;
//! - it applied at least the index of the snapshot that the leader would have sent. Less is no use:
//!   raft-rs waits for that index, the leader's log need not reach back further, and the
//!   configuration must be one in which the follower is a member (found the hard way in
//!   CockroachDB, issue 87581: a delegate's snapshot without a least index).
//!
//! A neighbour that cannot serve says so with its reason, and a leader never waits without a bound:
//! it then reports the snapshot as failed to raft-rs, which asks for another, and sends that one
//! itself. Orders are memory only: a crash or a new term forgets them.

use raft::SnapshotStatus;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::NodeId;

use crate::context::Context;
use crate::group::{AskedSnapshot, Ordered};
use crate::message::{Label, Payload, SnapshotOrder, Word};
use crate::store::{ReplicaIndex, Store};
use model::fact::{Deed, MessageType, Reason, Saver};

/// Ticks that a neighbour waits to have applied the least index, before it refuses. It learns of
/// commits with appends and heartbeats, so it is behind by a heartbeat at most.
pub(crate) const WAIT_TICKS: u64 = 5;
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
        replica
            .snapshots
            .ordered
            .retain(|o| o.order.receiver != receiver);
        replica.snapshots.ordered.push(Ordered {
            order,
            source: source.peer,
            since_tick: replica.ticks,
            sending: false,
        });
        self.send_order(cx, index, source.node, order);
        true
    }

    fn send_order(
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

    /// An order reaches the neighbour, or its answer the leader.
    pub(crate) fn order_arrives(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        from: NodeId,
        order: SnapshotOrder,
    ) {
        if order.word != Word::Send {
            return self.answer_arrives(cx, index, order);
        }
        let replica = &mut self.replicas[index];
        let since_tick = replica.ticks;
        replica.snapshots.asked.push(AskedSnapshot {
            order,
            leader: from,
            since_tick,
        });
        self.serve_orders(cx, index);
    }

    /// Sends what was ordered and can be sent now, refuses what never can.
    pub(crate) fn serve_orders(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let mut place = 0;
        while let Some(&asked) = self.replicas[index].snapshots.asked.get(place) {
            let replica = &self.replicas[index];
            let term = replica.soft().term;
            let applied = replica.storage().machine.applied;
            let waited = replica.ticks - asked.since_tick;
            let refusal = if !cx.settings.neighbour_snapshots {
                Some((Reason::SwitchedOff, 0, 0))
            } else if term != asked.order.term {
                Some((Reason::StaleTerm, term, asked.order.term))
            } else if applied < asked.order.minimum && waited >= WAIT_TICKS {
                Some((Reason::BelowMinimum, applied, asked.order.minimum))
            } else {
                None
            };
            if refusal.is_none() && applied < asked.order.minimum {
                place += 1;
                continue;
            }
            self.replicas[index].snapshots.asked.remove(place);
            match refusal {
                Some((why, figure, limit)) => {
                    self.refuse_order(cx, index, asked, why, figure, limit);
                }
                None => self.send_ordered(cx, index, asked),
            }
        }
    }

    fn refuse_order(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        asked: AskedSnapshot,
        why: Reason,
        figure: u64,
        limit: u64,
    ) {
        let what = (Deed::RefusedSnapshot, why);
        let receiver = asked.order.receiver;
        self.replicas[index].decide(cx, what, (receiver, 0), (figure, limit));
        let word = Word::Refused { why, figure };
        let order = SnapshotOrder {
            word,
            ..asked.order
        };
        self.send_order(cx, index, asked.leader, order);
    }

    /// Sends the neighbour's state in the leader's name, and says so to the leader.
    fn send_ordered(&mut self, cx: &mut Context, index: ReplicaIndex, asked: AskedSnapshot) {
        let order = asked.order;
        let replica = &mut self.replicas[index];
        let storage = replica.storage();
        let snapshot = raft::Storage::snapshot(storage, order.minimum, order.receiver)
            .expect("the least index is applied");
        let mut message = Message::default();
        message.set_msg_type(RaftType::MsgSnapshot);
        (message.to, message.from, message.term) = (order.receiver, order.leader, order.term);
        message.set_snapshot(snapshot);
        replica
            .snapshots
            .sent
            .retain(|s| s.order.receiver != order.receiver);
        replica.snapshots.sent.push(asked);
        let message = self.boxes.boxed(message);
        self.send_raft_message(cx, index, message);
        let word = Word::Sending;
        self.send_order(cx, index, asked.leader, SnapshotOrder { word, ..order });
    }

    /// The snapshot that was just sent did not cross from its leader's zone, if that is so.
    pub(crate) fn tell_saved_snapshot(
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

    /// The transport's word on a snapshot that was sent for a leader. False: it was sent as leader.
    pub(crate) fn report_ordered(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        receiver: u64,
        ok: bool,
    ) -> bool {
        let replica = &mut self.replicas[index];
        let sent = &mut replica.snapshots.sent;
        let Some(place) = sent.iter().position(|s| s.order.receiver == receiver) else {
            return false;
        };
        let asked = sent.remove(place);
        if !ok {
            self.refuse_order(cx, index, asked, Reason::DidNotArrive, 0, 0);
            return true;
        }
        let word = Word::Delivered;
        let order = SnapshotOrder {
            word,
            ..asked.order
        };
        self.send_order(cx, index, asked.leader, order);
        true
    }

    /// The neighbour's word reaches the leader; one on an order that it gave up means nothing.
    fn answer_arrives(&mut self, cx: &mut Context, index: ReplicaIndex, answer: SnapshotOrder) {
        let replica = &mut self.replicas[index];
        let tick = replica.ticks;
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
        let until_tick = replica.ticks + direct_ticks;
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

    /// What a replica waits for, at each of its ticks.
    pub(crate) fn tick_snapshots(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if self.replicas[index].snapshots.is_idle() {
            return;
        }
        let timeout = cx.config.raft.election_ticks as u64;
        let replica = &mut self.replicas[index];
        let (tick, term, leads) = (replica.ticks, replica.soft().term, replica.is_leader());
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
        self.serve_orders(cx, index);
    }
}

fn ordered_from(ordered: &[Ordered], source: u64) -> Option<usize> {
    ordered.iter().position(|o| o.source == source)
}
