//! A store refuses what it was asked, and says what it knows.

use kv::protobuf::varint_field;
use sim::NodeId;

use crate::context::Context;
use crate::message::{Asked, News, Payload, client_label, news_bytes, wire};
use crate::store::{ReplicaIndex, Store};
use model::fact::{MessageType, Refusal};

/// Why a request is refused, and what helps whoever asked.
pub(crate) struct Refused {
    pub(crate) why: Refusal,
    /// Who leads, with its peer.
    pub(crate) leader: (Option<NodeId>, u64),
    /// What stood in the way.
    pub(crate) figure: u64,
    pub(crate) news: News,
}

impl Refused {
    /// For this reason, with nothing else to say.
    pub(crate) fn plainly(why: Refusal) -> Self {
        Refused {
            why,
            leader: (None, 0),
            figure: 0,
            news: None,
        }
    }
}

impl Store {
    pub(crate) fn refuse(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        slot: u32,
        request: u64,
        why: Refusal,
    ) {
        self.refuse_with(cx, index, gateway, (slot, request), why, 0);
    }

    /// The same with a figure that says what stood in the way.
    pub(crate) fn refuse_with(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        (slot, request): (u32, u64),
        why: Refusal,
        figure: u64,
    ) {
        let at = self.replicas[index].at;
        // Where a replica lags another replica helps as well: the leader is not named.
        let leader = match why {
            Refusal::LaggingIndex => (None, 0),
            _ => self.replicas[index].leader_hint(cx),
        };
        let refused = Refused {
            leader,
            figure,
            ..Refused::plainly(why)
        };
        self.send_refusal(cx, at.range, (gateway, slot, request), refused);
    }

    /// Tells whoever asked for something of a range that it is refused.
    pub(crate) fn send_refusal(
        &mut self,
        cx: &mut Context,
        range: u32,
        (gateway, slot, request): (NodeId, u32, u64),
        refused: Refused,
    ) {
        let (why, figure, (leader, hint)) = (refused.why, refused.figure, refused.leader);
        let news = refused.news;
        let bytes = wire::answer_bytes(request, 1 + why as u32, hint) + varint_field(figure);
        let bytes = bytes + news_bytes(&news);
        let mut label = client_label(MessageType::Refusal, range, bytes, request);
        label.reject = true;
        let refused = Payload::Refused {
            slot,
            why,
            leader,
            figure,
            news,
        };
        self.send(cx, gateway, label, refused);
    }

    /// Refuses a request for keys that the range's replica on a store has not, or does not serve
    /// now, or of which there is no replica there; and says what the store knows of them.
    pub(crate) fn refuse_keys(
        &mut self,
        cx: &mut Context,
        range: u32,
        to: (NodeId, u32, u64),
        asked: Asked,
    ) {
        let refused = Refused {
            news: self.news_on(cx, range, asked),
            ..Refused::plainly(Refusal::WrongRange)
        };
        self.send_refusal(cx, range, to, refused);
    }

    /// A replica goes: the reads that wait at it go elsewhere.
    pub(crate) fn refuse_all_reads(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        for read in replica.reads.take_all() {
            let request = (read.gateway, read.slot, read.request);
            self.refuse_keys(cx, at.range, request, read.asked());
        }
    }
}
