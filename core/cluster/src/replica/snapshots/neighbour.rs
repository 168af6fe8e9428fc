//! Snapshots from a neighbour: a leader whose follower needs a snapshot asks the replica that is
//! nearest to the follower to send it, instead of sending it across zones itself.
//!
//! raft-rs stays as it is. The leader's `MsgSnapshot` is held back and a short order goes to the
//! neighbour; the neighbour sends its own state as a `MsgSnapshot` in the leader's name, so the
//! follower answers the leader as ever. That is the message which the leader could have sent, since
//!
//! - the neighbour is in the leader's term when it serves. What it applied was then committed in
//!   this term or an earlier one, so it is a prefix of the leader's log (leader completeness, Raft
//!   paper 5.4.3), and no entry of it is younger than the term which the message carries. A
//!   neighbour that went on to a newer term may hold entries that this leader has never seen;
//! - it applied at least the index of the snapshot that the leader would have sent. Less is no use:
//!   raft-rs waits for that index, the leader's log need not reach back further, and the
//!   configuration must be one in which the follower is a member (found the hard way in
//!   CockroachDB, issue 87581: a delegate's snapshot without a least index).
//!
//! A neighbour that cannot serve says so with its reason, and a leader never waits without a bound:
//! it then reports the snapshot as failed to raft-rs, which asks for another, and sends that one
//! itself. Orders are memory only: a crash or a new term forgets them.

use raft::eraftpb::{Message, MessageType as RaftType};
use sim::NodeId;

use super::AskedSnapshot;
use crate::message::{SnapshotOrder, Word};
use crate::process::StoreContext;
use crate::replica::Replica;
use model::fact::{Deed, Reason};

/// Ticks that a neighbour waits to have applied the least index, before it refuses. It learns of
/// commits with appends and heartbeats, so it is behind by a heartbeat at most.
pub(crate) const WAIT_TICKS: u64 = 5;
impl Replica {
    /// An order reaches the neighbour, or its answer the leader.
    pub(crate) fn order_arrives(
        &mut self,
        cx: &mut StoreContext,
        from: NodeId,
        order: SnapshotOrder,
    ) {
        if order.word != Word::Send {
            return self.answer_arrives(cx, order);
        }
        let since_tick = self.ticks();
        self.snapshots.asked.push(AskedSnapshot {
            order,
            leader: from,
            since_tick,
        });
        self.serve_orders(cx);
    }

    /// Sends what was ordered and can be sent now, refuses what never can.
    pub(crate) fn serve_orders(&mut self, cx: &mut StoreContext) {
        let mut place = 0;
        while let Some(&asked) = self.snapshots.asked.get(place) {
            let term = self.soft().term;
            let applied = self.storage().machine.applied;
            let waited = self.ticks() - asked.since_tick;
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
            self.snapshots.asked.remove(place);
            match refusal {
                Some((why, figure, limit)) => {
                    self.refuse_order(cx, asked, why, figure, limit);
                }
                None => self.send_ordered(cx, asked),
            }
        }
    }

    fn refuse_order(
        &mut self,
        cx: &mut StoreContext,
        asked: AskedSnapshot,
        why: Reason,
        figure: u64,
        limit: u64,
    ) {
        let what = (Deed::RefusedSnapshot, why);
        let receiver = asked.order.receiver;
        self.decide(cx, what, (receiver, 0), (figure, limit));
        let word = Word::Refused { why, figure };
        let order = SnapshotOrder {
            word,
            ..asked.order
        };
        self.send_order(cx, asked.leader, order);
    }

    /// Sends the neighbour's state in the leader's name, and says so to the leader.
    fn send_ordered(&mut self, cx: &mut StoreContext, asked: AskedSnapshot) {
        let order = asked.order;
        let storage = self.storage();
        let snapshot = raft::Storage::snapshot(storage, order.minimum, order.receiver)
            .expect("the least index is applied");
        let mut message = Message::default();
        message.set_msg_type(RaftType::MsgSnapshot);
        (message.to, message.from, message.term) = (order.receiver, order.leader, order.term);
        message.set_snapshot(snapshot);
        self.snapshots
            .sent
            .retain(|s| s.order.receiver != order.receiver);
        self.snapshots.sent.push(asked);
        let message = cx.process.boxes.boxed(message);
        self.send_raft_message(cx, message);
        let word = Word::Sending;
        self.send_order(cx, asked.leader, SnapshotOrder { word, ..order });
    }

    /// The transport's word on a snapshot that was sent for a leader. False: it was sent as leader.
    pub(crate) fn report_ordered(
        &mut self,
        cx: &mut StoreContext,
        receiver: u64,
        ok: bool,
    ) -> bool {
        let sent = &mut self.snapshots.sent;
        let Some(place) = sent.iter().position(|s| s.order.receiver == receiver) else {
            return false;
        };
        let asked = sent.remove(place);
        if !ok {
            self.refuse_order(cx, asked, Reason::DidNotArrive, 0, 0);
            return true;
        }
        let word = Word::Delivered;
        let order = SnapshotOrder {
            word,
            ..asked.order
        };
        self.send_order(cx, asked.leader, order);
        true
    }

    /// What a replica waits for, at each of its ticks.
    pub(crate) fn tick_snapshots(&mut self, cx: &mut StoreContext) {
        if self.snapshots.is_idle() {
            return;
        }
        self.tick_orders(cx);
        self.serve_orders(cx);
    }
}
