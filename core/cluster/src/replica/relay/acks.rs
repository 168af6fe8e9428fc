//! What a replica keeps for bundling acknowledgements.

use raft::eraftpb::Message;
use sim::NodeId;

use crate::context::Context;
use crate::replica::Replica;
use model::fact::MessageType;

/// What a replica keeps for bundling.
#[derive(Default)]
pub(crate) struct Acks {
    /// The store that passed the last append on to this replica, and the append's term.
    pub(crate) via: Option<(NodeId, u64)>,
    /// Members that this delegate passed appends on to.
    pub(crate) members: Vec<Expected>,
    /// Index of the oldest of its own acknowledgements that it holds; 0 = none.
    pub(crate) own: u64,
    /// Acknowledgements of one leader, its own and others'.
    pub(crate) held: Vec<Message>,
}

/// What a delegate expects from a member.
#[derive(Copy, Clone)]
pub(crate) struct Expected {
    pub(crate) peer: u64,
    /// Last index that was passed on.
    pub(crate) passed: u64,
    /// Last index of which the acknowledgement came.
    pub(crate) acked: u64,
}

impl Acks {
    /// Whether every member has acknowledged what the oldest own acknowledgement is about, or was
    /// not passed that much.
    pub(crate) fn complete(&self) -> bool {
        let answered = |m: &Expected| m.acked >= m.passed.min(self.own);
        self.own > 0 && self.members.iter().all(answered)
    }
}

impl Replica {
    /// An append arrives at a replica: its acknowledgement goes the way that the append came.
    pub(crate) fn record_append_way(
        &mut self,
        cx: &Context,
        from: NodeId,
        what: MessageType,
        term: u64,
    ) {
        let on = cx.settings.aggregate_acks;
        match what {
            MessageType::ForwardedAppend if on => {
                self.acks.get_or_insert_default().via = Some((from, term));
            }
            MessageType::Append => {
                if let Some(acks) = &mut self.acks {
                    acks.via = None;
                }
            }
            _ => {}
        }
    }

    /// A delegate passed entries up to this index on to a member.
    pub(crate) fn expect_ack(&mut self, cx: &Context, peer: u64, passed: u64) {
        if !cx.settings.aggregate_acks {
            return;
        }
        let members = &mut self.acks.get_or_insert_default().members;
        match members.iter_mut().find(|m| m.peer == peer) {
            Some(member) => member.passed = passed,
            None => members.push(Expected {
                peer,
                passed,
                acked: 0,
            }),
        }
    }

    /// Whether a replica's acknowledgement goes to its delegate, or waits for those of its members.
    pub(crate) fn detains(&self, ack: &Message) -> bool {
        let Some(acks) = &self.acks else {
            return false;
        };
        let to_delegate = acks.via.is_some_and(|(_, term)| term == ack.term);
        let waits = |m: &Expected| m.acked < m.passed.min(ack.index);
        to_delegate || acks.members.iter().any(waits)
    }
}
