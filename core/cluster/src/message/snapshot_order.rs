//! A leader's order to a neighbour of the receiver to send it a snapshot, and the answers to it.

use kv::protobuf::varint_field;
use model::fact::Reason;

/// What a [`SnapshotOrder`] says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Leader to neighbour: send the receiver a snapshot of at least this index.
    Send,
    /// Neighbour to leader: it has left.
    Sending,
    /// Neighbour to leader: it arrived.
    Delivered,
    /// Neighbour to leader: it was not sent, or did not arrive.
    Refused {
        why: Reason,
        /// What the neighbour had, against what was asked.
        figure: u64,
    },
}

/// An order for a snapshot, or the answer to one. The range is the transport's to say.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct SnapshotOrder {
    /// The peer that needs the snapshot.
    pub(crate) receiver: u64,
    /// The peer that leads, in whose name it is sent.
    pub(crate) leader: u64,
    /// The leader's term.
    pub(crate) term: u64,
    /// Least index that it must hold.
    pub(crate) minimum: u64,
    pub(crate) word: Word,
}

impl SnapshotOrder {
    /// Length of its protobuf encoding: varints, numbered 1 to 7.
    pub(crate) fn bytes(&self) -> u32 {
        let (word, why, figure) = match self.word {
            Word::Send => (0, 0, 0),
            Word::Sending => (1, 0, 0),
            Word::Delivered => (2, 0, 0),
            Word::Refused { why, figure } => (3, why as u64, figure),
        };
        let ids = [self.receiver, self.leader, self.term, self.minimum];
        let fields = ids.into_iter().chain([word, why, figure]);
        fields.map(varint_field).sum()
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;

    /// An order or an answer as protobuf.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Encoded {
        #[prost(uint64, tag = "1")]
        receiver: u64,
        #[prost(uint64, tag = "2")]
        leader: u64,
        #[prost(uint64, tag = "3")]
        term: u64,
        #[prost(uint64, tag = "4")]
        minimum: u64,
        #[prost(uint32, tag = "5")]
        word: u32,
        #[prost(uint32, tag = "6")]
        why: u32,
        #[prost(uint64, tag = "7")]
        figure: u64,
    }

    #[test]
    fn an_orders_length_equals_a_real_encoding() {
        let why = Reason::NoReplicaThere;
        let refused = Word::Refused { why, figure: 700 };
        let words = [
            (Word::Send, 0),
            (Word::Sending, 1),
            (Word::Delivered, 2),
            (refused, 3),
        ];
        for (word, number) in words {
            for (receiver, minimum) in [(1, 0), (300, 1 << 40)] {
                let order = SnapshotOrder {
                    receiver,
                    leader: 2,
                    term: 128,
                    minimum,
                    word,
                };
                let (why, figure) = match word {
                    Word::Refused { why, figure } => (why as u32, figure),
                    _ => (0, 0),
                };
                let encoded = Encoded {
                    receiver,
                    leader: 2,
                    term: 128,
                    minimum,
                    word: number,
                    why,
                    figure,
                };
                assert_eq!(order.bytes(), encoded.encoded_len() as u32);
            }
        }
    }
}
