//! What the relay puts on a wire, as protobuf: the delegate's append with the headers of the
//! others, a refusal, a bundle of acknowledgements. It knows no cluster.

use raft::eraftpb::Message;

/// For tests: the appends that headers were made from, in their order.
pub(crate) type Originals = Vec<Message>;

/// A delegate's own append, and the headers of the appends that it shall pass on.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct RelayAppend {
    /// The delegate's append; none when all that the forwards need was sent to it before.
    #[prost(message, optional, tag = "1")]
    pub(crate) inner: Option<Message>,
    /// What to pass on, in this order.
    #[prost(message, repeated, tag = "2")]
    pub(crate) forwards: Vec<Forward>,
    /// The leader's peer id; 0 when the inner append says it.
    #[prost(uint64, tag = "3")]
    from: u64,
    /// The leader's term; 0 when the inner append says it.
    #[prost(uint64, tag = "4")]
    in_term: u64,
}

/// An append without its entries: the delegate takes them from its own log.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Forward {
    /// The member's peer id.
    #[prost(uint64, tag = "1")]
    pub(crate) to: u64,
    /// Index before the entries.
    #[prost(uint64, tag = "2")]
    pub(crate) index: u64,
    /// Term at that index.
    #[prost(uint64, tag = "3")]
    pub(crate) log_term: u64,
    /// The leader's commit index.
    #[prost(uint64, tag = "4")]
    pub(crate) commit: u64,
    /// Index of the last entry; 0 when there are none.
    #[prost(uint64, tag = "5")]
    pub(crate) last_index: u64,
    /// Its term.
    #[prost(uint64, tag = "6")]
    pub(crate) last_term: u64,
}

/// A delegate could not pass an append on.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct RelayNack {
    /// The member that did not get it.
    #[prost(uint64, tag = "1")]
    pub(crate) to: u64,
    /// Term of the leader whose append it was.
    #[prost(uint64, tag = "2")]
    pub(crate) term: u64,
    /// Last index of the append.
    #[prost(uint64, tag = "3")]
    pub(crate) last_index: u64,
    /// Why, as the number of a `Reason`.
    #[prost(uint32, tag = "4")]
    pub(crate) reason: u32,
    /// What the delegate has: see the reason.
    #[prost(uint64, tag = "5")]
    pub(crate) figure: u64,
    /// What it would need.
    #[prost(uint64, tag = "6")]
    pub(crate) limit: u64,
}

/// Acknowledgements of several members, as they wrote them.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct AckBundle {
    /// `MsgAppendResponse`s.
    #[prost(message, repeated, tag = "1")]
    pub(crate) acks: Vec<Message>,
}

impl RelayAppend {
    /// An envelope of this leader and term. `inner` is of the same leader and term.
    pub(crate) fn new(
        leader: u64,
        term: u64,
        inner: Option<Message>,
        forwards: Vec<Forward>,
    ) -> Self {
        let says = inner.is_some();
        RelayAppend {
            inner,
            forwards,
            from: if says { 0 } else { leader },
            in_term: if says { 0 } else { term },
        }
    }

    /// Peer id of the leader in whose name the forwards go on.
    pub(crate) fn leader(&self) -> u64 {
        self.inner.as_ref().map_or(self.from, |inner| inner.from)
    }

    /// The leader's term.
    pub(crate) fn term(&self) -> u64 {
        self.inner.as_ref().map_or(self.in_term, |inner| inner.term)
    }
}

impl Forward {
    /// The header of an append.
    pub(crate) fn of(append: &Message) -> Self {
        let last = append.entries.last();
        Forward {
            to: append.to,
            index: append.index,
            log_term: append.log_term,
            commit: append.commit,
            last_index: last.map_or(0, |entry| entry.index),
            last_term: last.map_or(0, |entry| entry.term),
        }
    }

    /// The append without its entries, in the leader's name.
    pub(crate) fn message(&self, leader: u64, term: u64) -> Message {
        let mut message = Message::default();
        message.set_msg_type(raft::eraftpb::MessageType::MsgAppend);
        message.to = self.to;
        message.from = leader;
        message.term = term;
        message.index = self.index;
        message.log_term = self.log_term;
        message.commit = self.commit;
        message
    }
}
