//! A store refuses what it was asked, and says what it knows.

use kv::protobuf::varint_field;
use sim::NodeId;

use crate::context::Context;
use crate::message::{Asked, Payload, client_label, news_bytes, wire};
use crate::store::{ReplicaIndex, Store};
use model::fact::{MessageType, Refusal};

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
        let (leader, hint) = match why {
            Refusal::LaggingIndex => (None, 0),
            _ => self.replicas[index].leader_hint(cx),
        };
        let mut bytes = wire::answer_bytes(request, 1 + why as u32, hint);
        bytes += varint_field(figure);
        let mut label = client_label(MessageType::Refusal, at.range, bytes, request);
        label.reject = true;
        self.send(
            cx,
            gateway,
            label,
            Payload::Refused {
                slot,
                why,
                leader,
                figure,
                news: None,
            },
        );
    }

    /// Refuses a request for keys that the range's replica on a store has not, or does not serve
    /// now, or of which there is no replica there; and says what the store knows of them.
    pub(crate) fn refuse_keys(
        &mut self,
        cx: &mut Context,
        range: u32,
        (gateway, slot, request): (NodeId, u32, u64),
        asked: Asked,
    ) {
        let why = Refusal::WrongRange;
        let news = self.news_on(cx, range, asked);
        let bytes = wire::answer_bytes(request, 1 + why as u32, 0) + news_bytes(&news);
        let mut label = client_label(MessageType::Refusal, range, bytes, request);
        label.reject = true;
        let refused = Payload::Refused {
            slot,
            why,
            leader: None,
            figure: 0,
            news,
        };
        self.send(cx, gateway, label, refused);
    }

    /// A replica goes: the reads that wait at it go elsewhere.
    pub(crate) fn refuse_all_reads(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        for read in std::mem::take(&mut replica.reads) {
            let request = (read.gateway, read.slot, read.request);
            self.refuse_keys(cx, at.range, request, read.asked());
        }
    }
}
